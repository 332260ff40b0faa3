//! The one place that turns what the database says into a refusal or a failure.

use super::constraints::{self, Meaning};
use crate::prelude::*;
use shared::refusal::{Code, Fault, Reason, Refusal};
use sqlx::postgres::PgDatabaseError;

/// The state of a statement that found no room on the database's disk.
const DISK_FULL: &str = "53100";
/// The state of a write on a server that takes none: a standby, or a primary that has become one.
const READ_ONLY: &str = "25006";
/// The state of a division by zero.
const DIVISION_BY_ZERO: &str = "22012";

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        failure(error)
    }
}

/// The failure of a commit. An error that the database itself reported has undone the transaction; after any other error
/// nobody can say whether it was saved.
pub fn commit_failure(error: sqlx::Error) -> Failure {
    if is_undone(&error) { error.into() } else { Failure::Unknown(format!("commit: {error}")) }
}

/// A refusal where a rule of the database was broken; a failure otherwise.
pub fn failure(error: sqlx::Error) -> Failure {
    if error.as_database_error().is_some_and(|said| said.code().as_deref() == Some(DISK_FULL)) {
        return Failure::Full(format!("database: {error}"));
    }
    if is_passing(&error) {
        return Failure::Busy(format!("database: {error}"));
    }
    let Some(database) = error.as_database_error().and_then(|e| e.try_downcast_ref::<PgDatabaseError>())
    else {
        return Failure::broken(format!("database: {error}"));
    };
    match refusal(database.code(), database.constraint(), database.message()) {
        Some(refusal) => Failure::Refused(refusal),
        None => Failure::broken(format!("database: {} ({})", database.message(), database.code())),
    }
}

/// Whether the failure passes by itself: nothing was saved, and the same request may succeed in a moment.
fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => true,
        error if is_torn(error) => true,
        sqlx::Error::Database(said) => said.code().as_deref().is_some_and(is_passing_state),
        _ => false,
    }
}

fn is_passing_state(state: &str) -> bool {
    // Class 08: the connection was lost. Class 53: no memory, too many connections; a full disk is told apart. Class 57P: the server is
    // shutting down, has crashed, is starting up; an idle session was ended; the database was moved away. Class 58: the server's own
    // files failed it, as they do while a former primary is rewound under it.
    ["08", "53", "57P", "58"].iter().any(|class| state.starts_with(class))
        || state == READ_ONLY
        || matches!(
            state,
            // Serialization failure; deadlock; a lock that did not come free in time.
            "40001" | "40P01" | "55P03"
            // Something is not as the statement needs it: the server recovers, or has just ceased to.
            | "55000"
            // A statement, or a transaction between two statements, took too long.
            | "57014" | "25P03"
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
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        error if is_torn(error) => true,
        sqlx::Error::Database(said) => {
            said.code().is_some_and(|state| state.starts_with("08") || state.starts_with("57P"))
        }
        _ => false,
    }
}

/// Whether another connection may do what this one can't: it is gone, or leads to a server that takes no writes.
#[must_use]
pub(super) fn is_useless(error: &sqlx::Error) -> bool {
    is_lost(error) || error.as_database_error().is_some_and(|said| said.code().as_deref() == Some(READ_ONLY))
}

/// Whether the connection leads to another server than the one that flushes: the statement that compares them divides by zero.
#[must_use]
pub(super) fn is_elsewhere(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|said| said.code().as_deref() == Some(DIVISION_BY_ZERO))
}

/// Whether a commit that failed with this error has surely saved nothing: the database reported the error itself, and not
/// because it was ending the connection, which it may do just after a commit as well.
pub fn is_undone(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(_)) && !is_lost(error)
}

/// `EV<status>` is raised by our own triggers, with the sentence. Class 23 is a constraint, which the table of
/// [`constraints`](super::constraints) explains.
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

    #[test]
    fn triggers_and_codes_agree_on_every_status() {
        let mut raised = 0;
        for migration in crate::MIGRATOR.iter() {
            for call in migration.sql.as_str().split("refuse(").skip(1) {
                let mut parts = call.splitn(3, ',').map(|p| p.trim().trim_matches('\''));
                let (Some(status), Some(name)) = (parts.next(), parts.next()) else { continue };
                let Ok(status) = status.parse::<u16>() else { continue };
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

    #[test]
    fn a_lost_connection_is_no_refusal() {
        assert!(matches!(failure(sqlx::Error::PoolTimedOut), Failure::Busy(_)));
        assert!(matches!(failure(sqlx::Error::PoolClosed), Failure::Busy(_)));
        for torn in [
            sqlx::Error::Io(std::io::ErrorKind::BrokenPipe.into()),
            sqlx::Error::Protocol("unexpected message".into()),
            sqlx::Error::BeginFailed,
            sqlx::Error::Tls("close_notify is missing".into()),
        ] {
            assert!(is_useless(&torn) && !is_undone(&torn), "{torn}");
            assert!(matches!(failure(torn), Failure::Busy(_)));
        }
        for state in [
            "40P01", "40001", "55P03", "57014", "25P03", "53200", "53300", "25006", "57P01", "57P02",
            "57P03", "57P04", "57P05", "08000", "08006", "08P01", "55000", "58030", "58P01",
        ] {
            assert!(is_passing_state(state), "{state}");
        }
        for state in ["42P01", "23505", "EV409", "25P02", "XX000"] {
            assert!(!is_passing_state(state), "{state}");
        }
        assert!(matches!(failure(sqlx::Error::RowNotFound), Failure::Broken(_)));
        assert!(refusal("57P01", None, "terminating connection").is_none());
        assert!(refusal("42P01", None, "relation does not exist").is_none());
    }
}
