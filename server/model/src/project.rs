//! Projects.

use crate::prelude::*;
use shared::duplicates::{DuplicateReason, Fingerprint};
use shared::form_question::{Answers, GivenAnswers};
use shared::likely_pairs::Sketch;
use shared::picture::ProjectPicture;
use shared::project::Looks;
use shared::project::ProjectTexts;
use shared::rules::ProjectFacts;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    pub id: ProjectId,
    /// Event's slug.
    pub event: String,
    pub team_id: TeamId,
    pub team: String,
    pub track: Option<TrackId>,
    pub title: String,
    /// One line; may be empty.
    pub tagline: String,
    /// A paragraph; may be empty.
    pub summary: String,
    /// The whole story; may be empty.
    pub description: String,
    /// Address of the code; may be empty.
    pub repo_url: String,
    /// Address of a demo; may be empty.
    pub demo_url: String,
    /// Address of a video; may be empty.
    pub video_url: String,
    /// Which of its links tell whose it is.
    pub names_us: Vec<String>,
    /// Its pictures in their order.
    pub pictures: Vec<ProjectPicture>,
    /// Trimmed, lower-case, distinct.
    pub tags: Vec<String>,
    /// Null while a draft, and while it is withdrawn.
    pub submitted_at: Option<DateTime<Utc>>,
    /// That an organizer withdrew it.
    pub withdrawal: Option<Withdrawal>,
    /// The earlier project that this one repeats.
    pub duplicate_of: Option<ProjectId>,
    /// Why it is flagged as a repeat. For organizers only: read [`VisibleProject::duplicate_reason`] to show it.
    pub duplicate_reason: Option<String>,
    /// Whether an organizer decided that it repeats none.
    pub duplicate_cleared: bool,
    pub place: Place,
    /// Answers to the event's own questions, for those whom they are shown to: [`VisibleProject::answers`] has those of its reader.
    pub answers: Answers,
}

/// That an organizer withdrew a project. Its team and the organizers read why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    /// When.
    pub at: DateTime<Utc>,
    /// Why.
    pub reason: String,
}

impl TeamProject {
    /// What the rules look at, for a project of this team.
    pub fn facts(&self, team: TeamId) -> ProjectFacts {
        ProjectFacts { id: self.id, team, submitted: self.submitted_at.is_some(), withdrawn: self.withdrawn }
    }

    /// Whether its team can still submit it.
    pub fn is_draft(&self) -> bool {
        self.submitted_at.is_none() && !self.withdrawn
    }
}

impl Project {
    /// What repeats of it are found by.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.repo_url, [&self.title, &self.tagline, &self.summary, &self.description])
    }

    /// Whether it is submitted, and no draft any more.
    pub fn is_submitted(&self) -> bool {
        self.submitted_at.is_some()
    }

    /// The status as the API and the log name it: `draft`, `submitted` or `withdrawn`.
    pub fn status(&self) -> &'static str {
        match (self.is_submitted(), &self.withdrawal) {
            (true, _) => "submitted",
            (false, Some(_)) => "withdrawn",
            (false, None) => "draft",
        }
    }

    /// What the rules look at.
    pub fn facts(&self) -> ProjectFacts {
        ProjectFacts {
            id: self.id,
            team: self.team_id,
            submitted: self.is_submitted(),
            withdrawn: self.withdrawal.is_some(),
        }
    }

    /// The picture that lists show.
    pub fn first_picture(&self) -> Option<Picture> {
        self.pictures.first().map(|first| first.picture.clone())
    }

    /// The texts that a team may change.
    pub fn texts(&self) -> ProjectTexts {
        ProjectTexts {
            title: self.title.clone(),
            tagline: self.tagline.clone(),
            summary: self.summary.clone(),
            description: self.description.clone(),
            repo_url: self.repo_url.clone(),
            demo_url: self.demo_url.clone(),
            video_url: self.video_url.clone(),
            tags: self.tags.clone(),
            track: self.track,
            answers: self.answers.given().clone(),
        }
    }
}

/// A project with what its reader may know besides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisibleProject {
    pub project: Project,
    /// Display names of the team's members, in the order they joined; lists leave them out.
    pub members: Option<Vec<String>>,
    /// Why it is flagged as a repeat, for an organizer; else nothing.
    pub duplicate_reason: Option<String>,
    /// What its judges looked at, for an organizer who takes no part; lists leave it out.
    pub looks: Option<Looks>,
    /// Where HEAD of its repository was at the close, once everybody may read the results; lists leave it out.
    pub code_at_close: Option<String>,
    /// Answers to the event's own questions that its reader reads.
    pub answers: GivenAnswers,
}

#[derive(Clone, Debug)]
pub struct ListedProject {
    pub id: ProjectId,
    pub title: String,
    /// One line; may be empty.
    pub tagline: String,
    pub team: String,
    pub track: Option<TrackId>,
    pub tags: Vec<String>,
    /// Null while a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Whether it is flagged as a repeat.
    pub duplicate: bool,
    /// Its first picture.
    pub picture: Option<Picture>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GalleryFilter {
    /// Each is somewhere in the project's texts, its tags or its team's name, in any case of letters.
    pub words: Vec<String>,
    pub track: Option<TrackId>,
    /// With this tag; empty is any.
    pub tag: String,
    pub order: ListOrder,
    /// Its words are not looked for in teams' names, which the asker may not know.
    pub without_teams: bool,
}

/// The order of a list of projects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListOrder {
    /// The earliest submission first, before drafts.
    #[default]
    Oldest,
    Title,
    /// The latest submission first, after drafts.
    Newest,
}

// In addresses, where the usual order has no name.
shared::named! { ListOrder: Oldest = "", Title = "title", Newest = "newest" }

/// A tag, and how many projects carry it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagUse {
    pub tag: String,
    pub projects: i64,
}

#[derive(Clone, Debug)]
pub struct Gallery {
    /// The projects, in the order that was asked for.
    pub projects: Vec<ListedProject>,
    /// How many match, as far as they are counted.
    pub total: i64,
    /// Whether more match than that.
    pub more: bool,
    /// This page, from 1: the last one where a later one was asked for.
    pub page: i64,
}

/// What the projects of an event can be filtered by, the same for every visitor.
#[derive(Clone, Debug, Default)]
pub struct GalleryFacets {
    /// The most used tags among the submitted projects.
    pub tags: Vec<TagUse>,
    /// Submitted projects by track.
    pub tracks: HashMap<TrackId, i64>,
}

#[derive(Clone, Debug)]
pub struct TeamProject {
    pub id: ProjectId,
    pub title: String,
    /// Null while a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Whether an organizer withdrew it.
    pub withdrawn: bool,
    /// Whether it is flagged as a repeat.
    pub flagged: bool,
    pub tagline: bool,
    pub summary: bool,
    /// Whether it has a link to its code or a demo.
    pub link: bool,
    pub track: bool,
}

/// A project with its flag, as organizers look at it.
#[derive(Clone, Debug)]
pub struct FlaggableProject {
    pub id: ProjectId,
    pub title: String,
    pub team_id: TeamId,
    pub team: String,
    pub submitted: bool,
    /// When an organizer withdrew it.
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// Why; empty where nobody did.
    pub withdrawal_reason: String,
    pub duplicate_of: Option<ProjectId>,
    /// Title of that one.
    pub original: Option<String>,
    /// Why it was flagged.
    pub reason: Option<String>,
    /// Whether an organizer decided that it repeats none.
    pub cleared: bool,
    /// Submitted reviews.
    pub done: i64,
    /// Assignments that are not recused.
    pub assigned: i64,
}

impl FlaggableProject {
    /// What the rules look at.
    pub fn facts(&self) -> ProjectFacts {
        ProjectFacts {
            id: self.id,
            team: self.team_id,
            submitted: self.submitted,
            withdrawn: self.withdrawn_at.is_some(),
        }
    }
}

/// Two projects that are alike, or of which one is flagged for the other.
#[derive(Clone, Debug)]
pub struct FoundPair {
    pub later: FlaggableProject,
    /// The earlier one, which it repeats or is like.
    pub first: FlaggableProject,
    /// In what the portal finds them alike now; none where it does not.
    pub alike: Option<(DuplicateReason, f64)>,
    /// An organizer set the flag.
    pub by_hand: bool,
    /// A text of either changed since an organizer decided about the pair.
    pub changed: bool,
}

/// What the page of repeats shows.
#[derive(Clone, Debug)]
pub struct DuplicatesFound {
    /// Flagged projects, each with the one that it repeats.
    pub flagged: Vec<FoundPair>,
    /// Pairs that nobody decided about.
    pub likely: Vec<FoundPair>,
    /// Likely pairs that are not listed.
    pub more: usize,
    /// Pairs that an organizer told apart.
    pub cleared: Vec<FoundPair>,
    /// Why this organizer cannot decide.
    pub refused: Option<Refusal>,
    /// The address that teams write to.
    pub contact: Option<String>,
}

/// Two projects side by side.
#[derive(Clone, Debug)]
pub struct ComparedPair {
    pub later: Project,
    /// The earlier one.
    pub first: Project,
    /// In what the portal finds them alike now.
    pub alike: (DuplicateReason, f64),
    /// An organizer told them apart.
    pub cleared: Option<ToldApart>,
    /// Why this organizer cannot decide.
    pub refused: Option<Refusal>,
}

impl ComparedPair {
    /// The later one is flagged as a repeat of the first.
    pub fn is_flagged(&self) -> bool {
        self.later.duplicate_of == Some(self.first.id)
    }
}

/// A submitted project, as the search for repeats among all of an event reads it.
#[derive(Clone, Debug)]
pub struct PrintedProject {
    pub id: ProjectId,
    pub duplicate_of: Option<ProjectId>,
    /// Whether an organizer decided about it, either way.
    pub decided: bool,
    /// The beginning of what it is recognised by.
    pub sketch: Sketch,
}

/// Two projects that an organizer told apart, the earlier one first.
#[derive(Clone, Copy, Debug)]
pub struct ToldApart {
    /// The one submitted first.
    pub first: ProjectId,
    pub later: ProjectId,
    /// When it was decided.
    pub at: DateTime<Utc>,
    /// Whether a text of either changed since.
    pub changed: bool,
}

/// An earlier project, as the check for repeats reads it.
#[derive(Clone, Debug)]
pub struct EarlierProject {
    pub id: ProjectId,
    pub duplicate_of: Option<ProjectId>,
    /// What it is recognised by.
    pub fingerprint: Fingerprint,
}

/// A project of the reader's own team.
#[derive(Clone, Debug)]
pub struct OwnProject {
    pub id: ProjectId,
    pub title: String,
    /// When it was submitted; none is a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Whether an organizer withdrew it.
    pub withdrawn: bool,
    /// Whether it may be edited now.
    pub may_edit: bool,
    /// Whether it is flagged as a repeat.
    pub flagged: bool,
}

/// The earlier project that a flagged one repeats, for the page of the flagged one.
#[derive(Clone, Debug)]
pub struct Original {
    /// The earlier project.
    pub id: ProjectId,
    pub title: String,
    /// Why the flag was set; for organizers only.
    pub why: Option<String>,
    /// Display names of the organizers, whom the project's own team can ask.
    pub ask: Vec<String>,
    /// The address that the project's own team can write to.
    pub contact: Option<String>,
}
