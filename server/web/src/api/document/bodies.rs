//! Request bodies as the document describes them, where no form of `shared` says it. The handlers read them field by field, so that every
//! error comes at once; what is said here is held against them by a test that sends the examples.

use chrono::{DateTime, Utc};
use portal::records::verify::CheckedDocument;
use serde::Serialize;
use serde_json::Value;
use shared::bundle;
use shared::provenance::KeyStatus;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use words::findings::{became_final, correction, document_fault};

/// The two bodies differ in one thing: a new project must have a title.
macro_rules! project_body {
    ($(#[$about:meta])* $name:ident, title required: $required:tt $(, { $($more:tt)* })?) => {
        $(#[$about])*
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// One line.
            #[schema(required = $required, min_length = 1, max_length = 200)]
            pub title: String,
            /// One line; may be empty.
            #[schema(required = false, max_length = 300)]
            pub tagline: String,
            /// A paragraph; may be empty.
            #[schema(required = false, max_length = 2000)]
            pub summary: String,
            /// The whole story; may be empty.
            #[schema(required = false, max_length = 60000)]
            pub description: String,
            /// Where the code is: an address that begins with `http://` or `https://`, or empty.
            #[schema(required = false, max_length = 500)]
            pub repo_url: String,
            /// Where it can be tried, likewise.
            #[schema(required = false, max_length = 500)]
            pub demo_url: String,
            /// Where a video of it is: an address that begins with `https://`, or empty.
            #[schema(required = false, max_length = 300)]
            pub video_url: String,
            /// Trimmed, lowercased and de-duplicated; then at most 10, of up to 40 characters each.
            #[schema(required = false)]
            pub tags: Vec<String>,
            /// A track of this event; null for none.
            pub track: Option<i64>,
            /// Answers to the event's own questions (`form_questions`) by their keys: a text, one of the choices, or `yes`. An empty one is
            /// taken back; what is left out stays. A project is submitted with all answers that are required.
            #[schema(required = false)]
            pub answers: BTreeMap<String, String>,
            /// True submits. Otherwise a draft is saved, and a submitted project stays submitted.
            #[schema(required = false, default = false)]
            pub submit: bool,
            $($($more)*)?
        }
    };
}

project_body!(
    /// A new project.
    NewProject, title required: true
);
project_body!(
    /// Changes to a project. Fields that are left out stay as they are.
    ProjectChanges, title required: false, {
        /// The values that were read before the change. If a stored value differs from these, someone else has changed
        /// it meanwhile: their value stays unless it is changed here too, which is refused (409).
        #[schema(required = false)]
        pub was: BTreeMap<String, Value>,
    }
);

/// A ballot.
#[derive(Debug, ToSchema)]
pub struct Choices {
    /// Ids of submitted projects, each once, none of the voter's own team, up to the event's `votes_per_voter`.
    pub choices: Vec<i64>,
}

/// What confirms what another organizer asked for.
#[derive(Debug, ToSchema)]
pub struct Assent {
    /// A sentence for who asked.
    #[schema(required = false, max_length = 500)]
    pub sentence: String,
}

/// What declines it.
#[derive(Debug, ToSchema)]
pub struct Dissent {
    /// Why: who asked reads it.
    #[schema(max_length = 500)]
    pub sentence: String,
}

/// A new picture.
#[derive(Debug, ToSchema)]
pub struct NewPicture {
    /// A PNG, JPEG or WebP file in base64, at most 8 MiB before that.
    pub picture: String,
    /// What it shows, for people who cannot see it. Empty says that it only decorates.
    #[schema(max_length = 300)]
    pub alt: String,
}

/// Changes to a picture. Members that are left out stay as they are.
#[derive(Debug, ToSchema)]
pub struct PictureChanges {
    /// What it shows. Empty says that it only decorates.
    #[schema(required = false, max_length = 300)]
    pub alt: String,
    /// True puts it before the others, where lists show it.
    #[schema(required = false, default = false)]
    pub first: bool,
}

/// Why a project is withdrawn.
#[derive(Debug, ToSchema)]
pub struct ProjectWithdrawal {
    /// Its team and the organizers read it.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// What a list had wrong of a project. Members that are left out stay as they are.
#[derive(Debug, ToSchema)]
pub struct ProjectCorrection {
    /// One line.
    #[schema(required = false, min_length = 1, max_length = 200)]
    pub title: String,
    /// The name of its team, which all projects of the team show.
    #[schema(required = false, min_length = 1, max_length = 120)]
    pub team: String,
    /// Where the code is: an address that begins with `http://` or `https://`, or empty.
    #[schema(required = false, max_length = 500)]
    pub repo_url: String,
    /// Where it can be tried, likewise.
    #[schema(required = false, max_length = 500)]
    pub demo_url: String,
    /// Where a video of it is: an address that begins with `https://`, or empty.
    #[schema(required = false, max_length = 300)]
    pub video_url: String,
    /// The values that were read before the change. What somebody else changed meanwhile is not overwritten.
    #[schema(required = false)]
    pub was: BTreeMap<String, Value>,
}

/// What somebody writes about a project.
#[derive(Debug, ToSchema)]
pub struct NewFact {
    /// `flag` by its judge, `answer` by its team, `note` or `looked_at` by an organizer.
    pub kind: String,
    /// What a flag is about: `built_before`, `rules`, `template` or `conduct`; otherwise left out.
    #[schema(required = false)]
    pub reason: String,
    /// What is said.
    #[schema(min_length = 1, max_length = 1000)]
    pub sentence: String,
}

/// More time to submit for one team.
#[derive(Debug, ToSchema)]
pub struct NewTeamTime {
    /// The team, by its id: `teams.csv` has it.
    pub team: i64,
    /// Until when: after the close for everybody, and when judging closes at the latest.
    pub until: DateTime<Utc>,
    /// The team reads it, and everybody reads it with the results.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// Until when questions about the results are taken.
#[derive(Debug, ToSchema)]
pub struct QuestionsUntil {
    /// The end of the time for questions. Left out or null, no questions are taken.
    pub questions_until: Option<DateTime<Utc>>,
}

/// Until when the caller answers a question.
#[derive(Debug, ToSchema)]
pub struct QuestionOwner {
    /// When: it is still to come.
    pub answer_by: DateTime<Utc>,
}

/// A text that is removed from a question.
#[derive(Debug, ToSchema)]
pub struct TextRemoval {
    /// `question` or `answer`.
    #[schema(pattern = "^(question|answer)$")]
    pub part: String,
    /// Everybody reads it.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// What is published.
#[derive(Debug, ToSchema)]
pub struct NewPublication {
    /// The run; left out or null for the latest.
    pub run: Option<i32>,
    /// Why it corrects what is published, or why a calculation that was stopped early is. Everybody reads it.
    #[schema(required = false, max_length = 2000)]
    pub reason: String,
    /// True says that warnings were read that need it.
    #[schema(required = false, default = false)]
    pub consent: bool,
    /// The kinds of these warnings, as they were read: one that came up since is not covered.
    #[schema(required = false)]
    pub warned: Vec<String>,
    /// Prizes by rank that go to the first of this run, in place of those of another.
    #[schema(required = false)]
    pub follow: Vec<i64>,
    /// Until when winners are provisional. For the first publication only.
    pub until: Option<DateTime<Utc>>,
    /// What each winner owes until then.
    #[schema(required = false, max_items = 12)]
    pub owed: Vec<String>,
}

/// A list of scores.
#[derive(Debug, ToSchema)]
pub struct ScoreFile {
    /// A table with a row for each review, with any separator: columns `judge` (address or name), `project` (id or title), those of the
    /// criteria by key or name, and `comment`. Our `scores.csv` is one.
    pub file: String,
}

/// A list of scores that is entered.
#[derive(Debug, ToSchema)]
pub struct ScoreEntry {
    /// The list, as where it is checked.
    pub file: String,
    /// The digest that was answered where it was checked: what a row would do otherwise by now is refused (412).
    #[schema(required = false)]
    pub digest: String,
    /// True enters rows that replace a stored review, too.
    #[schema(required = false, default = false)]
    pub replace: bool,
    /// True enters rows of projects that are not assigned to their judge, too.
    #[schema(required = false, default = false)]
    pub assign: bool,
}

/// A call for help.
#[derive(Debug, ToSchema)]
pub struct NewCall {
    /// What it is about: one line, may be empty.
    #[schema(required = false, max_length = 120)]
    pub said: String,
    /// The assignment at whose project the judge is.
    pub assignment: Option<i64>,
}

/// A whole event as one file. Lists point to each other by `ref`.
#[derive(Debug, ToSchema)]
#[schema(as = Bundle)]
pub struct BundleFile {
    /// The format and its version.
    #[schema(pattern = "^evenhand-bundle/1$")]
    pub format: String,
    /// When the file was made.
    pub exported_at: Option<DateTime<Utc>>,
    /// The event, its tracks and its rubric.
    pub event: bundle::BundleEvent,
    /// Everyone involved in the event.
    #[schema(required = false)]
    pub people: Vec<bundle::BundlePerson>,
    /// Teams with their members.
    #[schema(required = false)]
    pub teams: Vec<bundle::BundleTeam>,
    /// Projects, drafts included.
    #[schema(required = false)]
    pub projects: Vec<bundle::BundleProject>,
    /// Assignments with their reviews.
    #[schema(required = false)]
    pub assignments: Vec<bundle::BundleAssignment>,
    /// Comments on projects.
    #[schema(required = false)]
    pub comments: Vec<bundle::BundleComment>,
    /// Votes of the community.
    #[schema(required = false)]
    pub ballots: Vec<bundle::BundleBallot>,
    /// Declared conflicts of interest.
    #[schema(required = false)]
    pub conflicts: Vec<bundle::BundleConflict>,
    /// Prizes in their order.
    #[schema(required = false)]
    pub prizes: Vec<bundle::BundlePrize>,
    /// Pictures of projects.
    #[schema(required = false)]
    pub pictures: Vec<bundle::BundlePicture>,
    /// Questions about published results.
    #[schema(required = false)]
    pub questions: Vec<bundle::BundleQuestion>,
    /// Open invitations to a role, without their links. An import mails nobody.
    #[schema(required = false)]
    pub invitations: Vec<bundle::BundleInvitation>,
    /// Calibration runs. An import ignores them.
    #[schema(required = false)]
    pub runs: Vec<Value>,
    /// The audit log. An import ignores it.
    #[schema(required = false)]
    pub audit: Vec<Value>,
}

/// A signed document. The signature is over the payload's canonical JSON (RFC 8785).
#[derive(Debug, ToSchema)]
#[schema(as = SignedDocument)]
pub struct Signed {
    /// What is signed: `type`, `issuer`, `issued_at` and the members of its type.
    #[schema(value_type = Object)]
    pub payload: Value,
    /// The key and the signature.
    pub signature: Signature,
}

/// An Ed25519 signature.
#[derive(Debug, ToSchema)]
pub struct Signature {
    /// `Ed25519`. A document with any other is checked, and proves nothing.
    pub alg: String,
    /// The key's RFC 7638 thumbprint.
    pub key_id: String,
    /// 64 bytes, base64url without padding.
    pub value: String,
}

/// The result of checking a document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Verification)]
pub struct Verified {
    /// Whether a known key signed exactly this payload.
    pub valid: bool,
    /// The payload's type; null where it has none.
    #[schema(required)]
    pub r#type: Option<String>,
    /// The key that it names.
    #[schema(required)]
    pub key_id: Option<String>,
    /// `current`, `retired` or `revoked`; null for an unknown key.
    #[schema(required, value_type = Option<String>)]
    pub key_status: Option<KeyStatus>,
    /// The run whose ranking took the place of this one, or of the ranks on this certificate.
    #[schema(required)]
    pub superseded_by: Option<i32>,
    /// Why it is not valid, what replaced it, or since when it is final.
    #[schema(required)]
    pub reason: Option<String>,
}

impl Verified {
    /// The answer about a document that was checked.
    pub fn of(checked: CheckedDocument) -> Self {
        let CheckedDocument { about, fault, replacement, final_since } = checked;
        let became = replacement.as_ref().map(correction).or(final_since.map(became_final));
        let became = became.map(|said| format!("The signature is valid. {said}"));
        Self {
            valid: fault.is_none(),
            r#type: about.kind,
            key_id: Some(about.key_id),
            key_status: about.key_status,
            superseded_by: replacement.map(|replacement| replacement.run),
            reason: fault.as_ref().map(document_fault).or(became),
        }
    }
}
