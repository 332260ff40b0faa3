//! The one place that turns what the database says into a refusal or a failure.

use crate::failure::Failure;
use shared::refusal::{Code, NOT_FOUND, Refusal};
use sqlx::postgres::PgDatabaseError;

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        failure(error)
    }
}

/// The failure of a commit. An error that the database itself reported has undone the transaction; after any other error
/// nobody can say whether it was saved.
#[must_use]
pub fn commit_failure(error: sqlx::Error) -> Failure {
    if is_undone(&error) { error.into() } else { Failure::Unknown(format!("commit: {error}")) }
}

/// A refusal where a rule of the database was broken; a failure otherwise.
#[must_use]
pub fn failure(error: sqlx::Error) -> Failure {
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
        sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Io(_) => true,
        sqlx::Error::Database(said) => said.code().as_deref().is_some_and(is_passing_state),
        _ => false,
    }
}

fn is_passing_state(state: &str) -> bool {
    // Class 08: the connection was lost. Class 53: no memory, no disk space, too many connections.
    state.starts_with("08")
        || state.starts_with("53")
        || matches!(
            state,
            // Serialization failure; deadlock; a lock that did not come free in time.
            "40001" | "40P01" | "55P03"
            // A statement, or a transaction between two statements, took too long.
            | "57014" | "25P03"
            // The server is shutting down, has crashed, is starting up; an idle session was ended.
            | "57P01" | "57P02" | "57P03" | "57P05"
        )
}

/// Whether a commit that failed with this error has surely saved nothing: the database reported the error itself, and not
/// because it was ending the connection, which it may do just after a commit as well.
#[must_use]
pub fn is_undone(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(said) = error else { return false };
    !said.code().is_some_and(|state| state.starts_with("08") || state.starts_with("57P"))
}

/// `EV<status>` is raised by our own triggers, with the sentence; class 23 is a constraint, whose name
/// says what was wrong.
fn refusal(state: &str, constraint: Option<&str>, message: &str) -> Option<Refusal> {
    let name = constraint.unwrap_or_default();
    if let Some(status) = state.strip_prefix("EV") {
        let code = Code::from_name(name).unwrap_or(match status {
            "400" => Code::Fields,
            "403" => Code::Forbidden,
            "404" => Code::NotFound,
            "422" => Code::Values,
            _ => Code::DatabaseRule,
        });
        return Some(match code {
            Code::NotFound => Refusal::new(code, NOT_FOUND),
            _ if code.status() == 400 => Refusal { code, ..Refusal::field(field_of(name), message) },
            _ => Refusal::new(code, message),
        });
    }
    match (state, name) {
        ("23505", "email_taken") => Some(Refusal::new(Code::EmailTaken, "This address has an account.")),
        ("23505", "slug_taken") => {
            Some(Refusal::new(Code::SlugTaken, "An event has this slug: choose another."))
        }
        ("23505", "team_name_taken") => {
            Some(Refusal::new(Code::TeamNameTaken, "A team of this event has this name: choose another."))
        }
        ("23505", "already_in_a_team") => {
            Some(Refusal::new(Code::AlreadyInTeam, "This person is in a team of this event."))
        }
        ("23505", "event_person_pkey") => {
            Some(conflict("Two people of the event have the same e-mail address: compare them without case."))
        }
        ("23505", "already_assigned") => {
            Some(Refusal::new(Code::AlreadyAssigned, "This judge has this project."))
        }
        ("23503", "not_a_judge") => {
            Some(Refusal::new(Code::NotAJudge, "Only a judge of the event can be given a project."))
        }
        ("23503", "track_foreign") => Some(Refusal {
            code: Code::TrackForeign,
            ..Refusal::field("track", "Choose a track of this event.")
        }),
        ("23505", "already_invited") => {
            Some(conflict("This address is invited in this role: resend the invitation instead."))
        }
        ("23505", "already_voted" | "code_already_used") => {
            Some(conflict("This vote is cast: change it instead."))
        }
        ("23505", "already_reviewed") => {
            Some(conflict("This project is being reviewed in another window: load the page again."))
        }
        ("23505", "track_name_taken") => Some(Refusal::field("tracks", "Two tracks cannot share a name.")),
        ("23505", "criterion_key_taken") => {
            Some(Refusal::field("criteria", "Two criteria cannot share a key."))
        }
        ("23505", "prize_name_taken") => Some(Refusal::field("prizes", "Two prizes cannot share a name.")),
        ("23505", _) if name.ends_with("_external_id_taken") => {
            Some(Refusal::field("external_id", "Two entries of an event cannot share an external id."))
        }
        ("23505", _) => Some(conflict(&format!("This exists already ({name})."))),
        ("23503", _) if name.ends_with("_foreign") || name.ends_with("_unknown") => {
            Some(Refusal::field(field_of(name), "This names something that is not part of this event."))
        }
        ("23503", _) => Some(conflict(&format!("Something else still refers to this ({name})."))),
        // A value that no check of ours let through: the constraint's name is the best word there is.
        ("23514", _) => Some(Refusal::field(field_of(name), format!("This value breaks the rule {name}."))),
        // Not valid text for PostgreSQL, such as NUL.
        ("22021" | "22P05", _) => {
            Some(Refusal::field("body", "The text holds a character that cannot be stored."))
        }
        _ => None,
    }
}

fn conflict(sentence: &str) -> Refusal {
    Refusal::new(Code::DatabaseRule, sentence)
}

/// The field a constraint speaks of, as far as its name tells.
fn field_of(constraint: &str) -> &str {
    let end = ["_length", "_shape", "_missing", "_foreign", "_range", "_integer"];
    let field = end.iter().find_map(|e| constraint.strip_suffix(e)).unwrap_or(constraint);
    match field {
        "review_comment" => "comment",
        "score" => "scores",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trigger_brings_its_status_and_sentence() {
        let late = refusal("EV409", Some("judging_window"), "Judging for Demo closed at …").unwrap();
        assert_eq!((late.code, late.status()), (Code::JudgingWindow, 409));
        let unknown = refusal("EV422", Some("something_new"), "No.").unwrap();
        assert_eq!(unknown.status(), 422);
        let score = refusal("EV400", Some("score_integer"), "No integer.").unwrap();
        assert_eq!((score.status(), score.fields.0.keys().next().unwrap().as_str()), (400, "scores"));
    }

    #[test]
    fn triggers_and_codes_agree_on_every_status() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
        let mut raised = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let sql = std::fs::read_to_string(file.unwrap().path()).unwrap();
            for call in sql.split("refuse(").skip(1) {
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
        for state in
            ["40P01", "40001", "55P03", "57014", "25P03", "53100", "53200", "53300", "57P01", "08006"]
        {
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
