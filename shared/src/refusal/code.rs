//! The name and the HTTP status of each kind of refusal.

/// The header with a refusal's code, such as `edited_meanwhile`. Scripts and the forms in the browser read it: the contract has
/// no room for it in the body.
pub const CODE_HEADER: &str = "evenhand-refusal";

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $status:literal;)*) => {
        /// Why an act was refused. The database raises the same names as constraint names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code, for tables and tests.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code's name, as the database spells it.
            pub fn name(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// The HTTP status it becomes.
            pub fn status(self) -> u16 {
                match self { $(Code::$name => $status,)* }
            }

            /// The code with this name.
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
    /// A form that this site did not send, or sent too long ago.
    CrossSite = "cross_site", 403;
    /// A page of somebody who is no longer signed in to the browser.
    OtherPerson = "other_person", 403;
    /// Somebody without the judge role.
    NotAJudge = "not_a_judge", 403;
    /// An organizer who takes part in the event, before publication.
    Conflicted = "conflicted", 403;
    /// The event asks its organizers for a passkey, and this session or token was opened without.
    PasskeyNeeded = "passkey_needed", 403;
    /// It does not exist, or is not the caller's to see.
    NotFound = "not_found", 404;
    SubmissionsWindow = "submissions_window", 409;
    JudgingWindow = "judging_window", 409;
    VotingWindow = "voting_window", 409;
    /// The judge stepped aside from this project.
    Recused = "recused", 409;
    /// A judge never judges their own team.
    OwnTeam = "own_team", 409;
    DeclaredConflict = "declared_conflict", 409;
    /// The judge has reviews left to do, or as many projects as was agreed, or there is none left.
    NothingToPull = "nothing_to_pull", 409;
    AlreadyAssigned = "already_assigned", 409;
    /// The assignment's status does not allow this.
    AssignmentStatus = "assignment_status", 409;
    /// A judge with assignments keeps the role.
    JudgeHasAssignments = "judge_has_assignments", 409;
    /// Results are out, and what they rest on stays as it is.
    Published = "published", 409;
    /// The event is a draft that its organizers have not opened yet.
    Draft = "draft", 409;
    /// The project is withdrawn, or is none that can be.
    ProjectWithdrawn = "project_withdrawn", 409;
    /// The event's personal data are removed, and it is closed.
    Forgotten = "forgotten", 409;
    /// The vote is open: nothing is published meanwhile.
    VoteOpen = "vote_open", 409;
    /// The rubric stays as it is once a review exists.
    RubricLocked = "rubric_locked", 409;
    /// The team has as many members as the event allows.
    TeamFull = "team_full", 409;
    AlreadyInTeam = "already_in_team", 409;
    /// The last member can't leave a team that holds a project.
    LastMember = "last_member", 409;
    TeamNameTaken = "team_name_taken", 409;
    SlugTaken = "slug_taken", 409;
    EmailTaken = "email_taken", 409;
    /// No usable review: nothing to calibrate.
    NoReviews = "no_reviews", 409;
    NoCodes = "no_codes", 409;
    /// Somebody of the team changed the same field meanwhile.
    EditedMeanwhile = "edited_meanwhile", 409;
    /// There is no run to publish, or it is published already.
    NoRun = "no_run", 409;
    /// It was changed elsewhere since the caller last saw it.
    Stale = "stale", 412;
    TooLarge = "too_large", 413;
    /// A score outside its criterion's range.
    ScoreRange = "score_range", 422;
    /// A criterion that the rubric does not hold.
    ScoreUnknown = "score_unknown", 422;
    /// Submitting with a criterion missing.
    ScoreMissing = "score_missing", 422;
    /// An idempotency key that named another request before.
    KeyReused = "key_reused", 422;
    /// Well-formed values that are wrong: a failed sign-in, for one.
    Values = "values", 422;
    /// Too many at once.
    TooMany = "too_many", 429;
    /// A database rule without a code of its own.
    DatabaseRule = "database_rule", 409;
}

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
}
