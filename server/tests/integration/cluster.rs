//! The private PostgreSQL, with real servers in folders of their own.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use server::cluster::{Cluster, join_or_start, join_or_start_unless};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

type Outcome = Result<(), Box<dyn Error>>;

/// A data folder that is removed at the end; a server that a failed test left in it ends with its files.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("evenhand-cluster-{}-{number}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The first postmaster.pid line is the process to end, where one is still there.
        if let Ok(pid) = postmaster(&self.0) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::QUIT);
        }
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The folder that holds the server's files, here or where `postgres.place` says.
fn home(data_dir: &Path) -> PathBuf {
    match std::fs::read_to_string(data_dir.join("postgres.place")) {
        Ok(place) => PathBuf::from(place.trim()),
        Err(_) => data_dir.join("postgres"),
    }
}

fn postmaster(data_dir: &Path) -> Result<rustix::process::Pid, Box<dyn Error>> {
    let text = std::fs::read_to_string(home(data_dir).join("data/postmaster.pid"))?;
    let number = text.lines().next().unwrap_or_default().trim().parse()?;
    Ok(rustix::process::Pid::from_raw(number).ok_or("a process number is never 0")?)
}

/// A server removes `postmaster.pid` as the last thing it does. (Its process number may linger where nobody reaps it.)
fn is_running(data_dir: &Path) -> bool {
    home(data_dir).join("data/postmaster.pid").exists()
}

/// The programs that were told to work in the folder of the server's files.
fn at_work(data_dir: &Path) -> Vec<String> {
    let folder = home(data_dir).display().to_string();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let words = processes.filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok());
    words.filter(|words| words.contains(&folder)).collect()
}

async fn connect(cluster: &Cluster) -> Result<PgConnection, sqlx::Error> {
    cluster.owner_options().connect().await
}

async fn note(cluster: &Cluster, text: &str) -> Result<(), sqlx::Error> {
    let mut connection = connect(cluster).await?;
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS notes (text text NOT NULL)").execute(&mut connection).await?;
    sqlx::query("INSERT INTO notes VALUES ($1)").bind(text).execute(&mut connection).await?;
    connection.close().await
}

async fn notes(cluster: &Cluster) -> Result<Vec<String>, sqlx::Error> {
    let mut connection = connect(cluster).await?;
    let notes = sqlx::query_scalar("SELECT text FROM notes ORDER BY text").fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(notes)
}

#[tokio::test]
async fn data_survives_a_stop_and_a_start() -> Outcome {
    let folder = Folder::new();
    let cluster = join_or_start(&folder.0).await?;
    note(&cluster, "kept").await?;
    assert!(is_running(&folder.0));
    assert!(cluster.stop().await?, "nobody else uses it");
    assert!(!is_running(&folder.0));

    let again = join_or_start(&folder.0).await?;
    assert_eq!(notes(&again).await?, ["kept"]);
    again.stop().await?;
    Ok(())
}

#[tokio::test]
async fn it_listens_on_a_socket_in_a_private_folder_only_and_the_role_is_no_superuser() -> Outcome {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let cluster = join_or_start(&folder.0).await?;
    assert_eq!(std::fs::metadata(cluster.socket_dir())?.permissions().mode() & 0o777, 0o700);
    let mut connection = connect(&cluster).await?;
    let ask = "SELECT current_setting('listen_addresses'), current_setting('fsync'), \
               pg_encoding_to_char(encoding), rolsuper, rolcreaterole \
               FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user";
    let found: (String, String, String, bool, bool) = sqlx::query_as(ask).fetch_one(&mut connection).await?;
    assert_eq!(found, (String::new(), "on".into(), "UTF8".into(), false, true));
    connection.close().await?;

    let mut by_address = PgConnection::connect(&cluster.url()).await?;
    let one: i32 = sqlx::query_scalar("SELECT 1").fetch_one(&mut by_address).await?;
    assert_eq!(one, 1);
    by_address.close().await?;
    cluster.stop().await?;
    Ok(())
}

#[tokio::test]
async fn the_portal_logs_in_as_a_role_that_owns_nothing_and_nobody_as_superuser() -> Outcome {
    let folder = Folder::new();
    let cluster = join_or_start(&folder.0).await?;
    store::connect::migrate(&cluster.owner_options()).await?;
    let mut application = cluster.options().connect().await?;
    assert!(store::connect::is_application(&mut application).await?);
    assert!(!store::connect::is_owner(&mut application).await?);
    for attempt in
        ["SET ROLE evenhand", "CREATE TABLE mine (id int)", "ALTER TABLE event DISABLE TRIGGER ALL"]
    {
        let refused = sqlx::raw_sql(attempt).execute(&mut application).await.expect_err(attempt);
        assert_eq!(refused.as_database_error().and_then(|e| e.code()).as_deref(), Some("42501"), "{attempt}");
    }
    application.close().await?;
    for user in ["postgres", "evenhand_app", "somebody"] {
        let refused = cluster.options().username(user).connect().await.expect_err(user);
        assert_eq!(refused.as_database_error().and_then(|e| e.code()).as_deref(), Some("28000"), "{user}");
    }
    cluster.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_cluster_of_an_older_version_gets_its_roles_and_closes_to_the_superuser() -> Outcome {
    let folder = Folder::new();
    let cluster = join_or_start(&folder.0).await?;
    note(&cluster, "kept").await?;
    cluster.stop().await?;
    // As such a version left it: everybody is let in, and one role does everything.
    std::fs::write(home(&folder.0).join("data/pg_hba.conf"), "local all all trust\n")?;
    let older = join_or_start(&folder.0).await?;
    let mut superuser = older.owner_options().username("postgres").connect().await?;
    sqlx::raw_sql("DROP ROLE evenhand_web").execute(&mut superuser).await?;
    superuser.close().await?;
    older.stop().await?;

    let newer = join_or_start(&folder.0).await?;
    assert_eq!(notes(&newer).await?, ["kept"]);
    newer.options().connect().await?.close().await?;
    assert!(newer.options().username("postgres").connect().await.is_err());
    newer.stop().await?;
    Ok(())
}

#[tokio::test]
async fn the_last_of_its_users_stops_it() -> Outcome {
    let folder = Folder::new();
    let first = join_or_start(&folder.0).await?;
    let pid = postmaster(&folder.0)?;
    let second = join_or_start(&folder.0).await?;
    assert_eq!(postmaster(&folder.0)?, pid, "the second joins");
    note(&second, "from the second").await?;

    assert!(!first.stop().await?, "the second still uses it");
    assert_eq!(notes(&second).await?, ["from the second"]);
    assert!(second.stop().await?);
    assert!(!is_running(&folder.0));
    Ok(())
}

#[tokio::test]
async fn commands_started_at_once_share_one_server() -> Outcome {
    let folder = Folder::new();
    let (a, b, c) =
        tokio::join!(join_or_start(&folder.0), join_or_start(&folder.0), join_or_start(&folder.0));
    let (a, b, c) = (a?, b?, c?);
    note(&a, "one").await?;
    assert_eq!(notes(&b).await?, ["one"]);
    assert_eq!(notes(&c).await?, ["one"]);
    let (a, b, c) = tokio::join!(a.stop(), b.stop(), c.stop());
    let stopped = [a?, b?, c?];
    assert_eq!(stopped.iter().filter(|stopped| **stopped).count(), 1);
    Ok(())
}

#[tokio::test]
async fn a_server_left_by_a_killed_process_is_joined_and_then_stopped() -> Outcome {
    let folder = Folder::new();
    let killed = join_or_start(&folder.0).await?;
    note(&killed, "before").await?;
    let pid = postmaster(&folder.0)?;
    // A killed process's locks are released by the kernel, as they are when the files are closed.
    drop(killed);

    let next = join_or_start(&folder.0).await?;
    assert_eq!(postmaster(&folder.0)?, pid, "the same server");
    assert_eq!(notes(&next).await?, ["before"]);
    assert!(next.stop().await?);
    assert!(!is_running(&folder.0));
    Ok(())
}

#[tokio::test]
async fn a_killed_postmaster_loses_nothing_committed() -> Outcome {
    let folder = Folder::new();
    let cluster = join_or_start(&folder.0).await?;
    note(&cluster, "committed").await?;
    // An idle connection, so that a backend outlives the postmaster for a moment.
    let idle = connect(&cluster).await?;
    rustix::process::kill_process(postmaster(&folder.0)?, rustix::process::Signal::KILL)?;
    drop(cluster);

    let next = join_or_start(&folder.0).await?;
    assert_eq!(notes(&next).await?, ["committed"]);
    drop(idle);
    next.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_running_process_starts_a_killed_server_again() -> Outcome {
    let folder = Folder::new();
    let mut cluster = join_or_start(&folder.0).await?;
    note(&cluster, "committed").await?;
    assert!(!cluster.revive().await?, "it runs");
    rustix::process::kill_process(postmaster(&folder.0)?, rustix::process::Signal::KILL)?;
    // The signal is sent, but the process may still be on its way out.
    while !cluster.revive().await? {}
    assert_eq!(notes(&cluster).await?, ["committed"]);
    cluster.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_server_whose_socket_was_removed_is_replaced() -> Outcome {
    let folder = Folder::new();
    let cluster = join_or_start(&folder.0).await?;
    note(&cluster, "kept").await?;
    std::fs::remove_dir_all(cluster.socket_dir())?;
    drop(cluster);

    let next = join_or_start(&folder.0).await?;
    assert_eq!(notes(&next).await?, ["kept"]);
    next.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_half_made_cluster_is_created_again() -> Outcome {
    let folder = Folder::new();
    let cluster = join_or_start(&folder.0).await?;
    cluster.stop().await?;
    // What a killed initdb leaves behind.
    std::fs::rename(home(&folder.0).join("data"), home(&folder.0).join("data.new"))?;
    std::fs::remove_file(home(&folder.0).join("data.new/PG_VERSION"))?;

    let next = join_or_start(&folder.0).await?;
    note(&next, "works").await?;
    next.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_deep_data_folder_has_a_socket_with_a_short_path() -> Outcome {
    let folder = Folder::new();
    let deep =
        folder.0.join("a-rather-long-name-of-a-folder").join("and-another-one-below-it-that-is-long-too");
    let cluster = join_or_start(&deep).await?;
    note(&cluster, "reached").await?;
    assert!(cluster.socket_dir().as_os_str().len() < 60, "{:?}", cluster.socket_dir());
    let socket_dir = cluster.socket_dir().to_owned();
    cluster.stop().await?;
    std::fs::remove_dir_all(socket_dir)?;
    Ok(())
}

#[tokio::test]
async fn as_root_an_unreachable_data_folder_has_its_cluster_elsewhere() -> Outcome {
    use std::os::unix::fs::PermissionsExt as _;
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0)?;
    std::fs::set_permissions(&folder.0, std::fs::Permissions::from_mode(0o700))?;
    let data_dir = folder.0.join("data");

    let cluster = join_or_start(&data_dir).await?;
    note(&cluster, "elsewhere").await?;
    cluster.stop().await?;
    let home = home(&data_dir);
    assert!(home.starts_with("/var/lib/evenhand"), "{home:?}");

    let again = join_or_start(&data_dir).await?;
    assert_eq!(notes(&again).await?, ["elsewhere"]);
    again.stop().await?;
    std::fs::remove_dir_all(home)?;
    Ok(())
}

#[tokio::test]
async fn another_user_cannot_block_a_start_or_a_stop() -> Outcome {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0)?;
    let locks = [".postgres-start.lock", ".postgres-users.lock"].map(|name| folder.0.join(name));
    // As a copy of a folder may have them.
    std::fs::write(&locks[0], "")?;
    std::fs::set_permissions(&locks[0], std::fs::Permissions::from_mode(0o644))?;
    let cluster = join_or_start(&folder.0).await?;
    for lock in &locks {
        assert_eq!(std::fs::metadata(lock)?.permissions().mode() & 0o777, 0o600, "{lock:?}");
    }
    cluster.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_stop_ends_the_wait_for_another_process() -> Outcome {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0)?;
    // Another process starts or stops, and takes its time.
    let lock = std::fs::File::create(folder.0.join(".postgres-start.lock"))?;
    lock.lock()?;
    assert!(join_or_start_unless(&folder.0, std::future::ready(())).await?.is_none());
    drop(lock);
    assert!(!is_running(&folder.0));
    Ok(())
}

#[tokio::test]
async fn a_stop_while_a_new_cluster_is_made_leaves_nobody_at_work_in_it() -> Outcome {
    let folder = Folder::new();
    let begun = async {
        while !home(&folder.0).join("data.new").exists() {
            tokio::task::yield_now().await;
        }
    };
    assert!(join_or_start_unless(&folder.0, begun).await?.is_none());
    assert_eq!(at_work(&folder.0), Vec::<String>::new());
    let next = join_or_start(&folder.0).await?;
    note(&next, "works").await?;
    next.stop().await?;
    Ok(())
}

#[tokio::test]
async fn a_stop_while_the_server_starts_leaves_none_behind() -> Outcome {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0)?;
    join_or_start(&folder.0).await?.stop().await?;
    let data_dir = folder.0.clone();
    let pid_file = async {
        while postmaster(&data_dir).is_err() {
            tokio::task::yield_now().await;
        }
    };
    // The pid file is there before the server lets anybody in.
    if let Some(cluster) = join_or_start_unless(&folder.0, pid_file).await? {
        cluster.stop().await?;
    }
    assert!(!is_running(&folder.0));
    while !at_work(&folder.0).is_empty() {
        tokio::task::yield_now().await;
    }
    // Before there is one, the program that starts the server is at work.
    let begun = async {
        while at_work(&folder.0).is_empty() {
            tokio::task::yield_now().await;
        }
    };
    assert!(join_or_start_unless(&folder.0, begun).await?.is_none());
    assert_eq!(at_work(&folder.0), Vec::<String>::new());
    Ok(())
}
