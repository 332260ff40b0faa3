//! The rules of the database, tested with raw SQL, without the application's checks.
//! `DATABASE_URL` names a server where the user may create databases and roles.

mod audit_log;
mod backup;
mod commit;
mod constraints;
mod copies;
mod evidence;
mod first_three;
mod floor;
mod import;
mod judging;
mod keeping;
mod leaving;
mod migrations;
mod moving;
mod name_shadowing;
mod own_team;
mod pictures;
mod projects;
mod results;
mod roles;
mod saves;
mod scores;
mod second_organizer;
mod teams;
mod visits;
mod votes;
mod webhooks;
mod window_log;
mod windows;
mod world;
