//! The service as its users meet it: the router, driven in-process against a database of each test's own.
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
#[path = "api/account.rs"]
mod account;
#[path = "api/audit.rs"]
mod audit;
#[path = "api/bodies.rs"]
mod bodies;
#[path = "api/bombs.rs"]
mod bombs;
#[path = "api/bundle_export.rs"]
mod bundle_export;
#[path = "api/caching.rs"]
mod caching;
#[path = "api/calibrate.rs"]
mod calibrate;
#[path = "api/certificates.rs"]
mod certificates;
#[path = "api/codes.rs"]
mod codes;
#[path = "api/comments.rs"]
mod comments;
#[path = "api/conflict.rs"]
mod conflict;
#[path = "api/demo.rs"]
mod demo;
#[path = "api/duplicates.rs"]
mod duplicates;
#[path = "api/expired.rs"]
mod expired;
#[path = "api/export.rs"]
mod export;
#[path = "api/feedback.rs"]
mod feedback;
#[path = "api/honest_files.rs"]
mod honest_files;
#[path = "api/idempotency.rs"]
mod idempotency;
#[path = "api/import.rs"]
mod import;
#[path = "api/import_killed.rs"]
mod import_killed;
#[path = "api/intake.rs"]
mod intake;
#[path = "api/judge.rs"]
mod judge;
#[path = "api/judge_pages.rs"]
mod judge_pages;
#[path = "api/judge_races.rs"]
mod judge_races;
#[path = "api/leave.rs"]
mod leave;
#[path = "api/limits.rs"]
mod limits;
#[path = "api/overload.rs"]
mod overload;
#[path = "api/printing.rs"]
mod printing;
#[path = "api/private_key.rs"]
mod private_key;
#[path = "api/publish.rs"]
mod publish;
#[path = "api/pull.rs"]
mod pull;
#[path = "api/recomputed.rs"]
mod recomputed;
#[path = "api/records.rs"]
mod records;
#[path = "api/recusal.rs"]
mod recusal;
#[path = "api/saved_elsewhere.rs"]
mod saved_elsewhere;
#[path = "api/schema.rs"]
mod schema;
#[path = "api/scores.rs"]
mod scores;
#[path = "api/serving.rs"]
mod serving;
#[path = "api/sign_up.rs"]
mod sign_up;
#[path = "api/submit.rs"]
mod submit;
mod support;
#[path = "api/tamper.rs"]
mod tamper;
#[path = "api/team.rs"]
mod team;
#[path = "api/teammates.rs"]
mod teammates;
#[path = "api/told.rs"]
mod told;
#[path = "api/vectors.rs"]
mod vectors;
#[path = "api/verify_page.rs"]
mod verify_page;
#[path = "api/voting.rs"]
mod voting;
