//! Migrations that were applied stay as they are. A database whose migrations are not this version's is refused, with what to do.

use crate::support::Told;
use database_test::database_test;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, PgPool};
use store::{MIGRATOR, connect};

#[database_test]
async fn a_database_of_another_version_says_what_to_do(pool: PgPool) {
    let options = (*pool.connect_options()).clone();
    let refused = async |change: &str| {
        sqlx::raw_sql(AssertSqlSafe(change.to_owned())).execute(&pool).await.unwrap();
        connect::migrate(&options).await.unwrap_err().to_string()
    };
    connect::migrate(&options).await.unwrap();
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (9999, 'of a newer version', true, '', 0)";
    assert!(refused(newer).await.contains("made by a newer version"));
    // A file that was edited, or one under another name: what a database from before the first release looks like.
    let edited = "update _sqlx_migrations set checksum = '' where version = 1";
    for change in [edited, "delete from _sqlx_migrations where version = 9999"] {
        let said = refused(change).await;
        said.has(&["an earlier, unreleased version", "export each event"]);
    }
}

#[database_test]
async fn a_user_that_may_not_migrate_says_which_setting_names_one_that_may(pool: PgPool) {
    let web = PgConnectOptions::clone(&pool.connect_options()).options([("role", "evenhand_app")]);
    let said = connect::migrate(&web).await.unwrap_err().to_string();
    assert!(said.contains("EVENHAND_MIGRATE_URL") && said.contains("permission denied"), "{said}");
}

#[test]
fn a_migration_that_is_there_is_never_edited() {
    let digests: Vec<_> = include_str!("../../../../migrations/digests").lines().collect();
    for migration in MIGRATOR.iter() {
        let file =
            format!("migrations/{:04}_{}.sql", migration.version, migration.description.replace(' ', "_"));
        let digest: String = migration.checksum.iter().map(|byte| format!("{byte:02x}")).collect();
        let line = digests.iter().find(|line| line.ends_with(&file));
        let line = line.unwrap_or_else(|| panic!("{file} has no digest: script/queries writes it"));
        assert!(
            line.starts_with(&digest),
            "{file} was edited. A database that has applied it would be refused: take the edit back, and put the \
             change into a new file. Where no other database has applied it yet, remove its line from \
             migrations/digests and run script/queries."
        );
    }
    assert_eq!(
        MIGRATOR.iter().count(),
        digests.len(),
        "migrations/digests has a line of a file that is gone"
    );
}
