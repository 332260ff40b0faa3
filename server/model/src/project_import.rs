//! A list of projects that an organizer uploaded, and what an import of it would do.

use crate::context::Context;
use crate::prelude::*;
use shared::form_question::{FormQuestion, GivenAnswers};
use shared::project_files::{
    ChangedField, ColumnChoice, FileColumn, FileNote, Readiness, RowNote, RowVerdict, Shape,
};
use std::collections::HashSet;

#[derive(Clone, Debug)]
pub struct ProjectUpload {
    pub id: i64,
    pub file_name: String,
    /// SHA-256 of the file, in hex.
    pub sha256: String,
    /// Whose list it is.
    pub shape: Shape,
    /// Columns that say something.
    pub columns: Vec<FileColumn>,
    /// What is so in the whole file.
    pub notes: Vec<FileNote>,
    pub created_at: DateTime<Utc>,
    /// What came of it, once it was imported.
    pub done: Option<ImportCounts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportCounts {
    pub created: i32,
    pub updated: i32,
    /// People invited to a team.
    pub invited: i32,
    /// Projects flagged as repeats.
    pub flagged: i32,
}

/// A project of an uploaded list beside what the event holds.
#[derive(Clone, Debug)]
pub struct UploadedRow {
    /// Its place in the list.
    pub position: i32,
    pub rows: Vec<i32>,
    /// External id.
    pub key: String,
    pub title: String,
    /// Name of its team in the file.
    pub team: Option<String>,
    /// The event's name of its team; of a new project, that of the team that has the name already.
    pub known_team: Option<String>,
    /// Whether it can be taken.
    pub standing: Readiness,
    pub track: Option<String>,
    /// Names of its prizes; none without such a column.
    pub prizes: Option<Vec<String>>,
    /// Room and place.
    pub place: (String, String),
    /// What it answers to the event's own questions, as written.
    pub answers: GivenAnswers,
    /// Members who would be invited: those on no team of the event and invited to none.
    pub members: i64,
    /// Members who are on another team of the event, or invited to the event otherwise.
    pub elsewhere: Vec<String>,
    pub team_size: i32,
    /// Whether its time of submission lies ahead.
    pub ahead: bool,
    /// What was left out while the file was read.
    pub notes: Vec<RowNote>,
    pub stored: Option<StoredProject>,
    /// The team of a project of the same title that it is not known to be.
    pub same_title: Option<String>,
    /// The title of another project of the event that has the row's number.
    pub other_project: Option<String>,
    /// Whether its number is that of another project of the event, since the list has the numbers of another site.
    pub foreign_number: bool,
    /// The teams of the projects that it may be by its title, where nothing says which one it is.
    pub unsure: Vec<String>,
    /// Members who judge in the event, or are invited to.
    pub judges: Vec<String>,
    /// The same, of those who declined the invitation to the team.
    pub declined: Vec<String>,
    /// Members who judge or are on a panel, and of whom an organizer said that the list is wrong, each with the reason.
    pub lifted: Vec<(String, String)>,
    /// The others who are on the panel of a prize, or are invited to.
    pub panellists: Vec<String>,
    /// Members who organize the event and take no part in it yet.
    pub organizers: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct StoredProject {
    pub id: ProjectId,
    pub has_external_id: bool,
    pub submitted: bool,
    /// Whether it is submitted and not withdrawn.
    pub takes_part: bool,
    /// Whether any judge has begun a review of it.
    pub reviewed: bool,
    pub track: Option<TrackId>,
    /// The prizes that its team opted in for.
    pub prizes: Vec<i64>,
    /// Its room and place.
    pub place: (String, String),
    /// Its answers to the event's own questions.
    pub answers: GivenAnswers,
    /// The texts about which the file says something else: title, tagline, summary, description, code's address, demo's address, tags.
    pub texts: [Option<ListedText>; 7],
    /// What somebody wrote here after the last list that said something about it: words of fields, and of an answer `answer:` and the key
    /// of its question.
    pub by_hand: Vec<String>,
    /// Members of the file who are neither on its team nor invited to it.
    pub new_members: i64,
    /// Members whom an earlier list invited, and whom this one no longer has.
    pub gone_members: Vec<String>,
    /// Members of the file who judge or are on a panel, and whom an import would tie to the project.
    pub untied: Vec<String>,
    /// The others whom no list named on its team before.
    pub unrecorded: Vec<String>,
    /// Those who judge or are on a panel, and would be invited.
    pub invited: Vec<String>,
    /// Members of the file whose reviews of the project count.
    pub reviewers: Vec<String>,
}

/// What a text is and what a list says. Long ones are cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedText {
    pub was: String,
    pub says: String,
}

/// A part of a project about which a list says something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedChange {
    pub field: ChangedField,
    /// What it is and what the list says, in words; none for members and for the status, which have no value to show.
    pub from_to: Option<ListedText>,
}

/// The names that a list's prizes and tracks are found among, the places that are taken, and what the event asks.
#[derive(Clone, Debug, Default)]
pub struct EventNames {
    pub tracks: Vec<(TrackId, String)>,
    pub prizes: Vec<(i64, String)>,
    /// Room and place of each project that has one.
    pub places: Vec<(ProjectId, String, String)>,
    pub max_team_size: usize,
    /// The event's own questions.
    pub questions: Vec<FormQuestion>,
    /// Whether results are published, so that a list declares no conflict any more but of a panel that is still asked.
    pub published: bool,
}

#[derive(Clone, Debug)]
pub struct DecidedRow {
    /// Its place in the list.
    pub position: i32,
    pub rows: Vec<i32>,
    /// External id, where the project has none yet.
    pub key: Option<String>,
    pub title: String,
    pub project: Option<ProjectId>,
    pub verdict: RowVerdict,
    /// What an import would change in it.
    pub changes: Vec<ListedChange>,
    /// What somebody wrote here after an earlier list, and an import keeps unless an organizer takes the file's value.
    pub kept: Vec<ListedChange>,
    /// What was left out.
    pub notes: Vec<RowNote>,
    /// The track that it goes to; none leaves it where it is.
    pub track: Option<TrackId>,
    /// All prizes that its team opted in for from now on; none leaves them as they are.
    pub prizes: Option<Vec<i64>>,
    /// Room and place that it gets; none leaves them as they are.
    pub place: Option<(String, String)>,
    /// Room and place that it does not get, since another project has them.
    pub refused_place: Option<(String, String)>,
    /// What it answers to the event's own questions from now on. The others stay as they are.
    pub answers: GivenAnswers,
    /// Members with an address.
    pub members: i64,
    /// Members who judge or are on a panel, and who have a conflict with the project from the import on, though it stays as it is.
    pub tied: Vec<String>,
    /// The others whom the import records as members, though it stays as it is: they have the conflict as soon as they judge.
    pub recorded: Vec<String>,
    /// Those of `tied` who are invited to its team.
    pub invited: Vec<String>,
}

impl DecidedRow {
    /// Whether an import writes something for it.
    pub fn writes(&self) -> bool {
        self.verdict.writes() || !self.tied.is_empty() || !self.recorded.is_empty()
    }
}

/// What an organizer says on a preview, besides that the list is imported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportChoice {
    /// Places of rows that are left out.
    pub left_out: HashSet<i32>,
    /// Places of rows, each with a field that takes the file's value, although somebody wrote another one here.
    pub taken: HashSet<(i32, ChangedField)>,
    /// Fields that take the file's value in every row.
    pub everywhere: HashSet<ChangedField>,
}

/// A project that an earlier list brought and that this one no longer has, or one that takes part and that this list leaves out.
#[derive(Clone, Debug)]
pub struct GoneProject {
    pub id: ProjectId,
    pub title: String,
    pub team: String,
    /// Whether any judge has begun a review of it.
    pub reviewed: bool,
}

/// One entry of an import, with what came of it.
#[derive(Clone, Debug)]
pub struct ImportedProject {
    /// Its place in the list.
    pub position: i32,
    pub project: ProjectId,
    pub team: TeamId,
    /// Whether it is new.
    pub created: bool,
}

/// An uploaded list with a verdict for each of its projects.
#[derive(Clone, Debug)]
pub struct ImportPreview {
    pub at: Context,
    pub upload: ProjectUpload,
    /// Its projects, in their order; none once they are imported.
    pub rows: Vec<DecidedRow>,
    /// Projects that earlier lists brought, and that this one no longer has; none once it is imported.
    pub gone: Vec<GoneProject>,
    /// The event's own questions, which columns may answer.
    pub questions: Vec<FormQuestion>,
    /// What organizers said that columns hold.
    pub choices: Vec<(String, ColumnChoice)>,
    /// What was shown, as a digest: a confirmation names it, and is refused where the verdicts are others by then.
    pub seen: String,
}
crate::in_event!(ImportPreview);
