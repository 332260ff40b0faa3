//! The service as its users meet it: the router, in-process, with a database for each test.
//! `DATABASE_URL` names a server where the user may create databases and roles.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy takes helpers of tests for production code where they are not in a test module"
)]

#[path = "api/access.rs"]
mod access;
#[path = "api/access_secrets.rs"]
mod access_secrets;
#[path = "api/accounts.rs"]
mod accounts;
#[path = "api/api_tells_what_pages_tell.rs"]
mod api_tells_what_pages_tell;
#[path = "api/assignment_pages.rs"]
mod assignment_pages;
#[path = "api/audit.rs"]
mod audit;
#[path = "api/board.rs"]
mod board;
#[path = "api/bodies.rs"]
mod bodies;
#[path = "api/bundle_export.rs"]
mod bundle_export;
#[path = "api/caching.rs"]
mod caching;
#[path = "api/calibration.rs"]
mod calibration;
#[path = "api/calibration_room.rs"]
mod calibration_room;
#[path = "api/ceremony.rs"]
mod ceremony;
#[path = "api/certificates.rs"]
mod certificates;
#[path = "api/command_output.rs"]
mod command_output;
#[path = "api/comments.rs"]
mod comments;
#[path = "api/concurrent_edits.rs"]
mod concurrent_edits;
#[path = "api/conflict_pages.rs"]
mod conflict_pages;
#[path = "api/conflicting_saves.rs"]
mod conflicting_saves;
#[path = "api/delete_account.rs"]
mod delete_account;
#[path = "api/deliberation.rs"]
mod deliberation;
#[path = "api/demo.rs"]
mod demo;
#[path = "api/duplicates.rs"]
mod duplicates;
#[path = "api/event_settings.rs"]
mod event_settings;
#[path = "api/expired_sessions.rs"]
mod expired_sessions;
#[path = "api/export.rs"]
mod export;
#[path = "api/feedback.rs"]
mod feedback;
#[path = "api/finals.rs"]
mod finals;
#[path = "api/first_run.rs"]
mod first_run;
#[path = "api/first_three.rs"]
mod first_three;
#[path = "api/floor.rs"]
mod floor;
#[path = "api/gallery.rs"]
mod gallery;
#[path = "api/grouped_saves.rs"]
mod grouped_saves;
#[path = "api/home.rs"]
mod home;
#[path = "api/hostile_files.rs"]
mod hostile_files;
#[path = "api/idempotency.rs"]
mod idempotency;
#[path = "api/import.rs"]
mod import;
#[path = "api/import_killed.rs"]
mod import_killed;
#[path = "api/invitations.rs"]
mod invitations;
#[path = "api/judge.rs"]
mod judge;
#[path = "api/judge_pages.rs"]
mod judge_pages;
#[path = "api/judge_races.rs"]
mod judge_races;
#[path = "api/keeping.rs"]
mod keeping;
#[path = "api/kept_numbers.rs"]
mod kept_numbers;
#[path = "api/mail_delivery.rs"]
mod mail_delivery;
#[path = "api/mail_links.rs"]
mod mail_links;
#[path = "api/malformed_requests.rs"]
mod malformed_requests;
#[path = "api/metrics.rs"]
mod metrics;
#[path = "api/need.rs"]
mod need;
#[path = "api/new_events.rs"]
mod new_events;
#[path = "api/newer_schema.rs"]
mod newer_schema;
#[path = "api/notes.rs"]
mod notes;
#[path = "api/notices.rs"]
mod notices;
#[path = "api/open_data.rs"]
mod open_data;
#[path = "api/organizer_conflicts.rs"]
mod organizer_conflicts;
#[path = "api/overload.rs"]
mod overload;
#[path = "api/panellists.rs"]
mod panellists;
#[path = "api/parts_of_other_events.rs"]
mod parts_of_other_events;
#[path = "api/people.rs"]
mod people;
#[path = "api/pictures.rs"]
mod pictures;
#[path = "api/plain_means.rs"]
mod plain_means;
#[path = "api/private_key.rs"]
mod private_key;
#[path = "api/prize_corrections.rs"]
mod prize_corrections;
#[path = "api/prize_lines.rs"]
mod prize_lines;
#[path = "api/prizes.rs"]
mod prizes;
#[path = "api/project_import.rs"]
mod project_import;
#[path = "api/publish.rs"]
mod publish;
#[path = "api/publish_warnings.rs"]
mod publish_warnings;
#[path = "api/pull.rs"]
mod pull;
#[path = "api/rate_limits.rs"]
mod rate_limits;
#[path = "api/recompute_ranking.rs"]
mod recompute_ranking;
#[path = "api/records.rs"]
mod records;
#[path = "api/recusal.rs"]
mod recusal;
#[path = "api/repeat_desk.rs"]
mod repeat_desk;
#[path = "api/results_rows.rs"]
mod results_rows;
#[path = "api/review_desk.rs"]
mod review_desk;
#[path = "api/round_trips.rs"]
mod round_trips;
#[path = "api/saved_and_forged_files.rs"]
mod saved_and_forged_files;
#[path = "api/schema.rs"]
mod schema;
#[path = "api/scores.rs"]
mod scores;
#[path = "api/security_txt.rs"]
mod security_txt;
#[path = "api/server_process.rs"]
mod server_process;
#[path = "api/shared_flush.rs"]
mod shared_flush;
#[path = "api/shelf.rs"]
mod shelf;
#[path = "api/sign_in.rs"]
mod sign_in;
#[path = "api/sign_on.rs"]
mod sign_on;
#[path = "api/sign_up.rs"]
mod sign_up;
#[path = "api/signature_vectors.rs"]
mod signature_vectors;
#[path = "api/simulations.rs"]
mod simulations;
#[path = "api/streamed_exports.rs"]
mod streamed_exports;
#[path = "api/submit.rs"]
mod submit;
mod support;
#[path = "api/tampered_log.rs"]
mod tampered_log;
#[path = "api/team.rs"]
mod team;
#[path = "api/unsent_forms.rs"]
mod unsent_forms;
#[path = "api/verify_page.rs"]
mod verify_page;
#[path = "api/visits.rs"]
mod visits;
#[path = "api/vote_pages.rs"]
mod vote_pages;
#[path = "api/voting.rs"]
mod voting;
#[path = "api/weak_parts.rs"]
mod weak_parts;
#[path = "api/webhook_pages.rs"]
mod webhook_pages;
#[path = "api/write_path.rs"]
mod write_path;
