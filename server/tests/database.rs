//! The rules of the database, tested with raw SQL, without the application's checks.
//! `DATABASE_URL` names a server where the user may create databases and roles.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy takes helpers of tests for production code where they are not in a test module"
)]

#[path = "database/audit_log.rs"]
mod audit_log;
#[path = "database/backup.rs"]
mod backup;
#[path = "database/commit.rs"]
mod commit;
#[path = "database/constraints.rs"]
mod constraints;
#[path = "database/first_three.rs"]
mod first_three;
#[path = "database/floor.rs"]
mod floor;
#[path = "database/import.rs"]
mod import;
#[path = "database/judging.rs"]
mod judging;
#[path = "database/keeping.rs"]
mod keeping;
#[path = "database/name_shadowing.rs"]
mod name_shadowing;
#[path = "database/own_team.rs"]
mod own_team;
#[path = "database/pictures.rs"]
mod pictures;
#[path = "database/projects.rs"]
mod projects;
#[path = "database/results.rs"]
mod results;
#[path = "database/roles.rs"]
mod roles;
#[path = "database/scores.rs"]
mod scores;
#[path = "database/teams.rs"]
mod teams;
#[path = "database/visits.rs"]
mod visits;
#[path = "database/votes.rs"]
mod votes;
#[path = "database/webhooks.rs"]
mod webhooks;
#[path = "database/window_log.rs"]
mod window_log;
#[path = "database/windows.rs"]
mod windows;
#[path = "database/world.rs"]
mod world;
