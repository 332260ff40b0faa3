//! A refusal is data: a code, the sentence a person reads, and the moment from which the act would be
//! allowed. Page, API, command line and database answer with the same one.

use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $status:literal;)*) => {
        /// Why an act was refused. The database raises the same names as constraint names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code, for tables and tests.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code's name, as the database spells it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// The HTTP status it becomes.
            #[must_use]
            pub fn status(self) -> u16 {
                match self { $(Code::$name => $status,)* }
            }

            /// The code with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some(Code::$name),)* _ => None }
            }
        }
    };
}

codes! {
    /// The body is malformed: `fields` says where.
    Fields = "fields", 400;
    /// A track of another event.
    TrackForeign = "track_foreign", 400;
    /// A score that is no integer.
    ScoreInteger = "score_integer", 400;
    /// Too many tags, or a tag too long.
    Tags = "tags", 400;
    /// No credentials, or bad ones.
    Unauthenticated = "unauthenticated", 401;
    /// The role cannot do this.
    Forbidden = "forbidden", 403;
    /// Somebody without the judge role.
    NotAJudge = "not_a_judge", 403;
    /// An organizer who takes part in the event, before publication.
    Conflicted = "conflicted", 403;
    /// It does not exist, or is not the caller's to see.
    NotFound = "not_found", 404;
    /// Submissions are not open.
    SubmissionsWindow = "submissions_window", 409;
    /// Judging is not open.
    JudgingWindow = "judging_window", 409;
    /// Voting is not open.
    VotingWindow = "voting_window", 409;
    /// The judge stepped aside from this project.
    Recused = "recused", 409;
    /// A judge never judges their own team.
    OwnTeam = "own_team", 409;
    /// The judge declared a conflict of interest with this project.
    DeclaredConflict = "declared_conflict", 409;
    /// A judge who has something left to do, or has reviewed as much as was agreed, takes nothing more.
    NothingToPull = "nothing_to_pull", 409;
    /// The judge already has this project.
    AlreadyAssigned = "already_assigned", 409;
    /// The assignment's status does not allow this.
    AssignmentStatus = "assignment_status", 409;
    /// A judge with assignments keeps the role.
    JudgeHasAssignments = "judge_has_assignments", 409;
    /// Results are out; what they rest on stays.
    Published = "published", 409;
    /// The vote is open: nothing is published meanwhile.
    VoteOpen = "vote_open", 409;
    /// The rubric stands once a review exists.
    RubricLocked = "rubric_locked", 409;
    /// The team has as many members as the event allows.
    TeamFull = "team_full", 409;
    /// The person is in a team of this event.
    AlreadyInTeam = "already_in_team", 409;
    /// The last member can't leave a team that holds a project.
    LastMember = "last_member", 409;
    /// A team of the event has this name.
    TeamNameTaken = "team_name_taken", 409;
    /// An event has this slug.
    SlugTaken = "slug_taken", 409;
    /// A person has this address.
    EmailTaken = "email_taken", 409;
    /// No usable review: nothing to calibrate.
    NoReviews = "no_reviews", 409;
    /// The event does not vote by codes.
    NoCodes = "no_codes", 409;
    /// Somebody of the team changed the same field meanwhile.
    EditedMeanwhile = "edited_meanwhile", 409;
    /// There is no run to publish, or it is published already.
    NoRun = "no_run", 409;
    /// It was changed elsewhere since the caller last saw it.
    Stale = "stale", 412;
    /// The body is too large.
    TooLarge = "too_large", 413;
    /// A score outside its criterion's range.
    ScoreRange = "score_range", 422;
    /// A criterion that the rubric does not hold.
    ScoreUnknown = "score_unknown", 422;
    /// Submitting with a criterion missing.
    ScoreMissing = "score_missing", 422;
    /// An idempotency key that named another request before.
    KeyReused = "key_reused", 422;
    /// A form whose values don't do: a failed sign-in, for one.
    Values = "values", 422;
    /// Too many at once.
    TooMany = "too_many", 429;
    /// A database rule without a code of its own.
    DatabaseRule = "database_rule", 409;
}

/// The fixed text of every 404.
pub const NOT_FOUND: &str = "Not found.";

/// Messages by field name, in the order of the names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(pub BTreeMap<String, Vec<String>>);

/// Most fields that a refusal names.
const FIELDS: usize = 150;
/// Most messages at one field.
const MESSAGES: usize = 110;

impl FieldErrors {
    /// Adds one message to one field.
    pub fn add(&mut self, field: &str, message: impl Into<String>) {
        // Of a body made to be wrong a thousand times, the answer names enough.
        if self.0.len() >= FIELDS && !self.0.contains_key(field) {
            return;
        }
        let messages = self.0.entry(field.to_owned()).or_default();
        match messages.len() {
            0..MESSAGES => messages.push(message.into()),
            MESSAGES => messages.push("There is more of this kind.".to_owned()),
            _ => {}
        }
    }

    /// The refusal, if any message was added.
    ///
    /// # Errors
    /// 400 with every message.
    pub fn into_result(self) -> Result<(), Refusal> {
        if self.0.is_empty() { Ok(()) } else { Err(Refusal::fields(self)) }
    }
}

/// Why an act was refused, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason's code, from which the status follows.
    pub code: Code,
    /// The sentence a person reads.
    pub detail: String,
    /// Messages by field, where the body was malformed.
    pub fields: FieldErrors,
    /// From when the act would be allowed, where that is known.
    pub opens_at: Option<DateTime<Utc>>,
    /// How long to wait, where too much was asked.
    pub wait: Option<Wait>,
}

/// How long a caller waits before asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Seconds until then.
    pub seconds: i32,
    /// The limit that is used up, where it is one of the published limits.
    pub limit: Option<Quota>,
}

/// A limit: so many requests in a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Its name in the answer's headers.
    pub name: &'static str,
    /// Requests that a window holds.
    pub requests: i32,
    /// Length of the window in seconds.
    pub window: i32,
}

impl Refusal {
    /// A refusal with its sentence.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), fields: FieldErrors::default(), opens_at: None, wait: None }
    }

    /// 400 with messages by field.
    #[must_use]
    pub fn fields(fields: FieldErrors) -> Self {
        let detail = fields.0.values().flatten().cloned().collect::<Vec<_>>().join(" ");
        Self { fields, ..Self::new(Code::Fields, detail) }
    }

    /// 400 with one message on one field.
    #[must_use]
    pub fn field(field: &str, message: impl Into<String>) -> Self {
        let mut fields = FieldErrors::default();
        fields.add(field, message);
        Self::fields(fields)
    }

    /// 401 without credentials.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self::new(Code::Unauthenticated, "credentials are needed: send a bearer token or sign in")
    }

    /// 404 in its one fixed text.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(Code::NotFound, NOT_FOUND)
    }

    /// 403 with its sentence.
    #[must_use]
    pub fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(Code::Forbidden, detail)
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.code.status()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.detail.fmt(f)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_by_its_name() {
        for code in Code::ALL {
            assert_eq!(Code::from_name(code.name()), Some(*code));
            assert!((400..500).contains(&code.status()));
        }
        assert_eq!(Code::from_name("nothing"), None);
    }

    #[test]
    fn field_errors_become_one_refusal_with_all_messages() {
        let mut fields = FieldErrors::default();
        fields.add("title", "A.");
        fields.add("tags", "B.");
        let refusal = fields.into_result().unwrap_err();
        assert_eq!((refusal.status(), refusal.detail.as_str()), (400, "B. A."));
        assert!(FieldErrors::default().into_result().is_ok());
    }
}
