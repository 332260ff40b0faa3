//! The one place that turns what the database says into a refusal or a failure.

use crate::constraints::{self, Meaning};
use crate::prelude::*;
use shared::refusal::{Code, Fault, Reason, Refusal};
use sqlx::postgres::{PgDatabaseError, PgSeverity};

/// The state of a statement that found no room on the database's disk.
const DISK_FULL: &str = "53100";
/// The state of a write on a server that takes none: a standby, or a primary that has become one.
const READ_ONLY: &str = "25006";
/// The state of a transaction that was left between two statements for too long.
const LEFT_IDLE: &str = "25P03";
/// The state of a division by zero.
const DIVISION_BY_ZERO: &str = "22012";

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        failure(error)
    }
}

/// The failure of a commit. An error that the database itself reported has undone the transaction, unless the connection ended with it;
/// then, and after any other error, nobody can say whether it was saved.
pub fn commit_failure(error: sqlx::Error) -> Failure {
    if is_undone(&error) { error.into() } else { Failure::Unknown(format!("commit: {error}")) }
}

/// What the database itself said, where the error is that.
fn said(error: &sqlx::Error) -> Option<&PgDatabaseError> {
    error.as_database_error().and_then(|said| said.try_downcast_ref())
}

/// A refusal where a rule of the database was broken; a failure otherwise.
fn failure(error: sqlx::Error) -> Failure {
    let Some(database) = said(&error) else {
        let passes =
            matches!(error, sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed);
        let why = format!("database: {error}");
        return if passes || is_torn(&error) { Failure::Busy(why) } else { Failure::broken(why) };
    };
    if database.code() == DISK_FULL {
        return Failure::Full(format!("database: {error}"));
    }
    if is_passing(database.severity(), database.code()) {
        return Failure::Busy(format!("database: {error}"));
    }
    match refusal(database.code(), database.constraint(), database.message()) {
        Some(refusal) => Failure::Refused(refusal),
        None => Failure::broken(format!("database: {} ({})", database.message(), database.code())),
    }
}

/// Whether what the database said passes by itself: nothing was saved, and the same request may succeed in a moment.
fn is_passing(severity: PgSeverity, state: &str) -> bool {
    // The server ends all that it does, and starts again.
    matches!(severity, PgSeverity::Panic)
        // Class 08: the connection was lost. Class 40: a deadlock, or others changed the same rows. Class 53: no memory, too many connections; a
        // full disk is told apart. Class 57: the server is shutting down, has crashed, is starting up; a statement took too long; an idle session
        // was ended; the database was moved away. Class 58: the server's own files failed it, as they do while a former primary is rewound.
        || ["08", "40", "53", "57", "58"].iter().any(|class| state.starts_with(class))
        || matches!(
            state,
            // A transaction took too long, in all or between two statements.
            READ_ONLY | LEFT_IDLE | "25P04"
            // Something is not as the statement needs it: the server recovers, or has just ceased to. A lock that did not come free in time.
            | "55000" | "55P03"
        )
}

/// Whether the connection broke, or brings what nobody can read any more: a proxy has cut an answer off.
fn is_torn(error: &sqlx::Error) -> bool {
    matches!(
        error,
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::BeginFailed
    )
}

/// Whether the connection is gone: an earlier restart of the database has ended it.
fn is_lost(error: &sqlx::Error) -> bool {
    said(error).map_or_else(|| is_torn(error), |said| ends_connection(said.severity(), said.code()))
}

/// Whether the database ends the connection with what it said. A pooler may say so by the state alone.
fn ends_connection(severity: PgSeverity, state: &str) -> bool {
    matches!(severity, PgSeverity::Fatal | PgSeverity::Panic)
        || state.starts_with("08")
        || state.starts_with("57P")
}

/// Whether another connection may do what this one can't: it is gone, or leads to a server that takes no writes.
#[must_use]
pub fn is_useless(error: &sqlx::Error) -> bool {
    is_lost(error) || said(error).is_some_and(|said| said.code() == READ_ONLY)
}

/// Whether the connection leads to another server than the one that flushes: the statement that compares them divides by zero.
#[must_use]
pub fn is_elsewhere(error: &sqlx::Error) -> bool {
    said(error).is_some_and(|said| said.code() == DIVISION_BY_ZERO)
}

/// Whether a commit that failed with this error has surely saved nothing.
fn is_undone(error: &sqlx::Error) -> bool {
    said(error).is_some_and(|said| undoes_commit(said.severity(), said.code()))
}

/// Whether a commit that the database answers with this has surely saved nothing. Where it ends the connection, it may do so just after the
/// commit: a server that can't write its log (PANIC, such as a full disk's) may have written this commit before. A transaction that was
/// left idle is ended between two statements, so its commit was never read.
fn undoes_commit(severity: PgSeverity, state: &str) -> bool {
    state == LEFT_IDLE || !ends_connection(severity, state)
}

/// `EV<status>` is raised by our own triggers, with the sentence. Class 23 is a constraint, which the table of
/// [`constraints`] explains.
fn refusal(state: &str, constraint: Option<&str>, message: &str) -> Option<Refusal> {
    let name = constraint.unwrap_or_default();
    if let Some(status) = state.strip_prefix("EV") {
        return Some(raised(status, name, message));
    }
    match (state, constraints::meaning(name)) {
        ("23505" | "23503" | "23514", Some(Meaning::Refused(reason))) => Some(reason.clone().into()),
        ("23505" | "23503" | "23514", Some(Meaning::Field(field, fault))) => {
            Some(Refusal::field(field, fault.clone()))
        }
        ("23505" | "23503" | "23514", Some(Meaning::Named(fault))) => {
            name.rsplit_once('_').map(|(field, _)| Refusal::field(field, fault.clone()))
        }
        ("23505", _) => Some(Reason::Exists { constraint: name.to_owned() }.into()),
        ("23503" | "23514", _) => Some(Reason::Needed { constraint: name.to_owned() }.into()),
        // Not valid text for PostgreSQL, such as NUL.
        ("22021" | "22P05", _) => Some(Refusal::field("body", Fault::Unstorable)),
        _ => None,
    }
}

/// A trigger's refusal, in the trigger's words.
fn raised(status: &str, name: &str, message: &str) -> Refusal {
    let code = Code::from_name(name).unwrap_or(match status {
        "400" => Code::Fields,
        "403" => Code::Forbidden,
        "404" => Code::NotFound,
        "422" => Code::Values,
        _ => Code::DatabaseRule,
    });
    if code == Code::NotFound {
        return Refusal::not_found();
    }
    let reason = Reason::Trigger { code, sentence: message.to_owned() };
    if code.status() == 400 {
        reason.at(constraints::field_of(name), Fault::Sentence(message.to_owned()))
    } else {
        reason.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trigger_brings_its_status_and_sentence() {
        let late = refusal("EV409", Some("judging_window"), "Judging for Demo closed at …").unwrap();
        assert_eq!((late.code(), late.status()), (Code::JudgingWindow, 409));
        let unknown = refusal("EV422", Some("something_new"), "No.").unwrap();
        assert_eq!(unknown.status(), 422);
        let score = refusal("EV400", Some("score_integer"), "No integer.").unwrap();
        assert_eq!((score.status(), score.fields.0.keys().next().unwrap().as_str()), (400, "scores"));
    }

    fn migrations() -> Vec<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let is_migration = |path: &std::path::PathBuf| {
            path.extension().is_some_and(|ending| ending == "sql") && !path.ends_with("schema.sql")
        };
        paths.filter(is_migration).map(|path| std::fs::read_to_string(path).unwrap()).collect()
    }

    #[test]
    fn triggers_and_codes_agree_on_every_status_and_all_are_documented() {
        let documented = include_str!("../../../docs/data-model.md");
        let mut raised = 0;
        for migration in migrations() {
            for call in migration.split("refuse(").skip(1) {
                let mut parts = call.splitn(3, ',').map(str::trim);
                let (Some(status), Some(code)) = (parts.next(), parts.next()) else { continue };
                let Ok(status) = status.parse::<u16>() else { continue };
                let name = code.trim_matches('\'');
                // A function that takes its code from the caller has none of its own.
                let is_named = !code.starts_with('\'') || documented.contains(&format!("`{name}`"));
                assert!(is_named, "docs/data-model.md says nothing of {name}");
                let raised_as = refusal(&format!("EV{status}"), Some(name), "No.").unwrap();
                assert_eq!(raised_as.status(), status, "{name}");
                raised += 1;
            }
        }
        assert!(raised > 20, "only {raised} refusals found in the migrations");
    }

    #[test]
    fn after_a_connection_lost_in_the_commit_nobody_knows() {
        let lost = sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        assert!(!is_undone(&lost));
        assert!(matches!(commit_failure(lost), Failure::Unknown(_)));
    }

    /// Every error of sqlx that has no words of the database in it, and whether it passes.
    #[test]
    fn a_lost_connection_is_no_refusal() {
        for waited in [sqlx::Error::PoolTimedOut, sqlx::Error::PoolClosed, sqlx::Error::WorkerCrashed] {
            assert!(!is_undone(&waited), "{waited}");
            assert!(matches!(failure(waited), Failure::Busy(_)));
        }
        for torn in [
            sqlx::Error::Io(std::io::ErrorKind::BrokenPipe.into()),
            sqlx::Error::Io(std::io::ErrorKind::UnexpectedEof.into()),
            sqlx::Error::Protocol("unexpected message".into()),
            sqlx::Error::BeginFailed,
            sqlx::Error::Tls("close_notify is missing".into()),
        ] {
            assert!(is_useless(&torn) && !is_undone(&torn), "{torn}");
            assert!(matches!(failure(torn), Failure::Busy(_)));
        }
        for ours in [sqlx::Error::RowNotFound, sqlx::Error::ColumnNotFound("title".into())] {
            assert!(!is_useless(&ours) && !is_undone(&ours), "{ours}");
            assert!(matches!(failure(ours), Failure::Broken(_)));
        }
    }

    #[test]
    fn what_a_moving_database_says_passes() {
        use PgSeverity::{Error, Fatal, Panic};
        for state in [
            "25006", "25P03", "25P04", "40001", "40003", "40P01", "55000", "55P03", "57014", "57P01",
            "57P02", "57P03", "57P04", "57P05", "08000", "08001", "08003", "08004", "08006", "08007",
            "08P01", "53000", "53200", "53300", "53400", "58000", "58030", "58P01", "58P02",
        ] {
            assert!(is_passing(Error, state) && is_passing(Fatal, state), "{state}");
            assert!(refusal(state, None, "terminating connection").is_none(), "{state}");
        }
        // A password that is wrong, a database that is not there, and a fault of ours do not pass.
        for state in ["28P01", "3D000", "42P01", "23505", "EV409", "25P02", "XX000"] {
            assert!(!is_passing(Error, state) && !is_passing(Fatal, state), "{state}");
            assert!(is_passing(Panic, state), "{state}");
        }
        assert!(refusal("42P01", None, "relation does not exist").is_none());
    }

    #[test]
    fn a_commit_whose_connection_the_database_ends_may_be_saved() {
        use PgSeverity::{Error, Fatal, Panic};
        for (severity, state, undone) in [
            (Error, "40001", true),
            (Error, "23505", true),
            (Error, "EV409", true),
            (Error, DISK_FULL, true),
            (Fatal, LEFT_IDLE, true),
            (Panic, DISK_FULL, false),
            (Panic, "58030", false),
            (Panic, "XX000", false),
            (Fatal, "57P01", false),
            (Fatal, "40001", false),
            (Error, "57P01", false),
            (Error, "08P01", false),
        ] {
            assert_eq!(undoes_commit(severity, state), undone, "{severity:?} {state}");
        }
    }
}
