//! Who may connect to the private cluster, and as whom.
//!
//! No role has a password: the socket's folder lets in the user that runs the portal, and nobody else. The superuser could
//! run programs by SQL, so it is let in only while the roles and the database are made, at the first start.

use std::path::Path;

use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};

use super::{APPLICATION, ClusterError, DATABASE, OWNER, connect_options};

/// The superuser, which only makes the roles and the database.
pub(super) const SUPERUSER: &str = "postgres";
/// `pg_hba.conf` while they are made.
pub(super) const PREPARING: &str = "# The portal is making its roles and its database; it then writes this file anew.\n\
                                    local all all trust\n";
/// `pg_hba.conf` from then on.
pub(super) const SERVING: &str = "# Written by the portal. Users who can enter the socket's folder can connect. There is no TCP.\n\
                                  local evenhand evenhand trust\n\
                                  local evenhand evenhand_web trust\n\
                                  local all all reject\n";
/// The group of the application's rights, which the migrations give it.
const GROUP: &str = "evenhand_app";

/// Whether the server lets the superuser in.
pub(super) async fn superuser_may_connect(socket_dir: &Path) -> Result<bool, ClusterError> {
    match connect_options(socket_dir, SUPERUSER, "postgres").connect().await {
        Ok(connection) => {
            connection.close().await?;
            Ok(true)
        }
        Err(sqlx::Error::Database(refusal)) if refusal.code().as_deref() == Some("28000") => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Makes what is missing; a killed start may have left only some of it.
pub(super) async fn make_roles_and_database(socket_dir: &Path) -> Result<(), ClusterError> {
    let mut connection = connect_options(socket_dir, SUPERUSER, "postgres").connect().await?;
    for (role, powers) in [(OWNER, "LOGIN CREATEROLE"), (GROUP, "NOLOGIN"), (APPLICATION, "LOGIN")] {
        if !exists(&mut connection, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", role).await? {
            run(&mut connection, format!("CREATE ROLE {role} {powers}")).await?;
        }
    }
    // The owner too: a dump is restored and the migrations are run as it.
    run(&mut connection, format!("GRANT {GROUP} TO {OWNER} WITH ADMIN OPTION")).await?;
    run(&mut connection, format!("GRANT {GROUP} TO {APPLICATION}")).await?;
    if !exists(&mut connection, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", DATABASE)
        .await?
    {
        run(&mut connection, format!("CREATE DATABASE {DATABASE} OWNER {OWNER}")).await?;
    }
    Ok(connection.close().await?)
}

async fn run(connection: &mut PgConnection, statement: String) -> Result<(), sqlx::Error> {
    sqlx::query(AssertSqlSafe(statement)).execute(connection).await.map(drop)
}

async fn exists(
    connection: &mut PgConnection,
    question: &'static str,
    name: &str,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(question).bind(name).fetch_one(connection).await
}
