//! Creating, starting, joining and stopping the server.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions as _, Connection as _};
use tokio::process::Command;
use tokio::sync::Mutex;

use super::access;
use super::account::Account;
use super::place::Place;
use super::postmaster::{self, Postmaster};
use super::programs::Programs;
use super::{APPLICATION, ClusterError, DATABASE, connect_options, files};

/// How long a server may take to become ready: after a crash it replays its log first.
const STARTING: Duration = Duration::from_secs(240);
/// How long the processes of a killed server may take to notice and end.
const ENDING: Duration = Duration::from_secs(30);
/// How long a running server may be without its socket before it is taken for lost (its folder was removed).
const SOCKETLESS: Duration = Duration::from_secs(5);
/// How often to look again.
const PAUSE: Duration = Duration::from_millis(50);
/// From this size in bytes on, the server's log is set aside at a start.
const LONG_LOG: u64 = 5_000_000;

/// What is needed to act on the cluster. The caller holds the start lock.
#[derive(Debug)]
pub(super) struct Control {
    pub(super) account: Account,
    pub(super) place: Place,
    pub(super) programs: Programs,
    /// Held while a program runs that makes the data directory or starts the server.
    pub(super) under_way: Arc<Mutex<()>>,
}

/// What a running server answered.
enum Answer {
    Ready,
    Unprepared,
    NotYet(String),
    NoSocket(String),
}

impl Control {
    /// Whether the server runs.
    pub(super) fn runs(&self) -> bool {
        postmaster::running(&self.place.data()).is_some()
    }

    /// Joins a running server or starts one; creates what is missing. Returns the socket's folder.
    pub(super) async fn ensure_running(&self) -> Result<PathBuf, ClusterError> {
        let data = self.place.data();
        if !data.join("PG_VERSION").exists() {
            self.create().await?;
        }
        if postmaster::running(&data).is_none() {
            self.start().await?;
        }
        let since = Instant::now();
        let mut restarted = false;
        loop {
            let last = match postmaster::running(&data) {
                Some(Postmaster { socket_dir }) => match answer(&socket_dir).await? {
                    Answer::Ready => return Ok(socket_dir),
                    Answer::Unprepared => {
                        self.prepare(&socket_dir).await?;
                        return Ok(socket_dir);
                    }
                    Answer::NoSocket(_) if since.elapsed() > SOCKETLESS && !restarted => {
                        restarted = true;
                        self.stop().await?;
                        self.start().await?;
                        continue;
                    }
                    Answer::NotYet(last) | Answer::NoSocket(last) => last,
                },
                // The server was shutting down when this process joined it.
                None if !restarted => {
                    restarted = true;
                    self.start().await?;
                    continue;
                }
                None => "it stopped unexpectedly".to_owned(),
            };
            if since.elapsed() > STARTING {
                return Err(ClusterError::NoAnswer { data, last });
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Stops the server, also one that is about to start.
    pub(super) async fn end(&self) -> Result<(), ClusterError> {
        while self.under_way.try_lock().is_err() {
            self.stop().await?;
            tokio::time::sleep(PAUSE).await;
        }
        self.stop().await
    }

    /// Runs a program to its end, also where nobody waits for that any more. Cut off, `initdb` would go on in the folder in which the next one
    /// begins, and a server would start that nobody stops.
    async fn finish(&self, program: &Path, mut command: Command) -> Result<Output, ClusterError> {
        let turn = Arc::clone(&self.under_way).lock_owned().await;
        let ran = tokio::spawn(async move {
            let output = command.output().await;
            drop(turn);
            output
        });
        let output = ran.await.unwrap_or_else(|lost| Err(std::io::Error::other(lost)));
        output.map_err(ClusterError::file(program))
    }

    /// Stops the server, if it runs. Running transactions are rolled back.
    async fn stop(&self) -> Result<(), ClusterError> {
        let data = self.place.data();
        if postmaster::running(&data).is_none() {
            return Ok(());
        }
        let mut command = self.account.command(self.programs.path("pg_ctl"));
        command.args(["stop", "--mode=fast", "--wait", "--silent", "--timeout=60", "-D"]).arg(&data);
        let output = command.output().await.map_err(ClusterError::file(&self.programs.path("pg_ctl")))?;
        if output.status.success() || postmaster::running(&data).is_none() {
            Ok(())
        } else {
            Err(self.failed("pg_ctl stop", &output))
        }
    }

    /// Creates the data directory under another name and renames it, so that a killed `initdb` leaves nothing half made.
    async fn create(&self) -> Result<(), ClusterError> {
        let making = self.place.data_in_the_making();
        files::remove_folder_if_there(&making)?;
        let mut output = self.initdb(&making, "C.UTF-8").await?;
        if !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("locale") {
            // A machine without C.UTF-8 (macOS, some musl systems): bytes decide the order there too.
            files::remove_folder_if_there(&making)?;
            output = self.initdb(&making, "C").await?;
        }
        if !output.status.success() {
            return Err(self.failed("initdb", &output));
        }
        files::write_private(&making.join("pg_hba.conf"), access::PREPARING, &self.account)?;
        let path = making.join("postgresql.conf");
        let standard = files::read_own(&path, &self.account)?;
        let standard = String::from_utf8_lossy(&standard);
        let with_ours = format!(
            "{standard}\n# Written anew at every start; ALTER SYSTEM overrides it.\ninclude_if_exists 'evenhand.conf'\n"
        );
        files::write_private(&path, &with_ours, &self.account)?;
        std::fs::rename(&making, self.place.data()).map_err(ClusterError::file(&making))
    }

    async fn initdb(&self, folder: &Path, locale: &str) -> Result<Output, ClusterError> {
        let program = self.programs.path("initdb");
        let mut command = self.account.command(&program);
        command
            .args([
                "--auth-local=trust", "--auth-host=reject", "--encoding=UTF8", "--data-checksums",
                "--no-instructions",
            ])
            .arg(format!("--username={}", access::SUPERUSER))
            .arg(format!("--locale={locale}"))
            .arg("-D")
            .arg(folder);
        self.finish(&program, command).await
    }

    async fn start(&self) -> Result<(), ClusterError> {
        let data = self.place.data();
        self.wait_for_orphans(&data).await?;
        let socket_dir = self.place.socket_dir(&self.account)?;
        postmaster::forget_dead(&data, &socket_dir).map_err(ClusterError::file(&data))?;
        files::write_private(&data.join("evenhand.conf"), &settings(&socket_dir), &self.account)?;
        let log = self.place.log();
        if std::fs::metadata(&log).is_ok_and(|log| log.len() > LONG_LOG) {
            std::fs::rename(&log, log.with_extension("log.old")).map_err(ClusterError::file(&log))?;
        }
        let program = self.programs.path("pg_ctl");
        let mut command = self.account.command(&program);
        command
            .args(["start", "--wait", "--silent", "-D"])
            .arg(&data)
            .arg("--log")
            .arg(&log)
            .arg(format!("--timeout={}", STARTING.as_secs()));
        let output = self.finish(&program, command).await?;
        if output.status.success() {
            return Ok(());
        }
        Err(self.failed("pg_ctl start", &output))
    }

    /// Backends outlive a killed postmaster for a moment, and PostgreSQL refuses to start beside them.
    async fn wait_for_orphans(&self, data: &Path) -> Result<(), ClusterError> {
        let since = Instant::now();
        loop {
            let pids = postmaster::processes(data);
            if pids.is_empty() {
                return Ok(());
            }
            if since.elapsed() > ENDING {
                let pids: Vec<String> = pids.iter().map(i32::to_string).collect();
                return Err(ClusterError::StillInUse { data: data.to_owned(), pids: pids.join(", ") });
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Makes the roles and the database while the superuser is let in, and then lets it in no more.
    async fn prepare(&self, socket_dir: &Path) -> Result<(), ClusterError> {
        self.let_in(access::PREPARING, socket_dir).await?;
        access::make_roles_and_database(socket_dir).await?;
        self.let_in(access::SERVING, socket_dir).await
    }

    /// Has the server take new rules of who may connect, and waits until it goes by them.
    async fn let_in(&self, rules: &str, socket_dir: &Path) -> Result<(), ClusterError> {
        let data = self.place.data();
        files::write_private(&data.join("pg_hba.conf"), rules, &self.account)?;
        let program = self.programs.path("pg_ctl");
        let mut command = self.account.command(&program);
        command.args(["reload", "--silent", "-D"]).arg(&data);
        let output = command.output().await.map_err(ClusterError::file(&program))?;
        if !output.status.success() {
            return Err(self.failed("pg_ctl reload", &output));
        }
        let since = Instant::now();
        while access::superuser_may_connect(socket_dir).await? != (rules == access::PREPARING) {
            if since.elapsed() > ENDING {
                let last = "it does not take new rules of who may connect".to_owned();
                return Err(ClusterError::NoAnswer { data, last });
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    fn failed(&self, program: &'static str, output: &Output) -> ClusterError {
        let mut said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if let Ok(log) = files::read_own(&self.place.log(), &self.account) {
            said.push('\n');
            said.push_str(&files::tail(&String::from_utf8_lossy(&log), 8));
        }
        ClusterError::Program { program, said }
    }
}

/// Tries to connect as the portal does.
async fn answer(socket_dir: &Path) -> Result<Answer, ClusterError> {
    let error = match connect_options(socket_dir, APPLICATION, DATABASE).connect().await {
        Ok(connection) => {
            connection.close().await?;
            return Ok(Answer::Ready);
        }
        Err(error) => error,
    };
    match &error {
        sqlx::Error::Database(refusal) => match refusal.code().as_deref() {
            // No such role or it is not let in, no such database.
            Some("28000" | "3D000") => Ok(Answer::Unprepared),
            // Starting up, recovering or shutting down.
            Some("57P03") => Ok(Answer::NotYet(error.to_string())),
            _ => Err(error.into()),
        },
        sqlx::Error::Io(io) if matches!(io.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
            Ok(Answer::NoSocket(error.to_string()))
        }
        // The server went away in the middle of the greeting.
        sqlx::Error::Io(_) => Ok(Answer::NotYet(error.to_string())),
        _ => Err(error.into()),
    }
}

/// The settings that differ from PostgreSQL's defaults. The log must never contain statements or values, since these contain people's texts and tokens.
fn settings(socket_dir: &Path) -> String {
    let folder = socket_dir.to_string_lossy().replace('"', "\"\"").replace('\'', "''");
    format!(
        "listen_addresses = ''\n\
         port = {port}\n\
         unix_socket_directories = '\"{folder}\"'\n\
         unix_socket_permissions = 0700\n\
         max_connections = 200\n\
         shared_buffers = 128MB\n\
         fsync = on\n\
         jit = off\n\
         cluster_name = 'evenhand'\n\
         timezone = 'UTC'\n\
         log_timezone = 'UTC'\n\
         log_statement = none\n\
         log_min_error_statement = panic\n\
         log_error_verbosity = terse\n\
         log_parameter_max_length = 0\n\
         log_parameter_max_length_on_error = 0\n\
         log_checkpoints = off\n",
        port = super::PORT,
    )
}
