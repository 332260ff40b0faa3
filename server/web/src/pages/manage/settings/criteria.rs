//! The organizer's page of an event's rubric: its criteria, its tracks, and its own questions in the form of a project.

use super::form_questions::{LINES as QUESTION_LINES, part as questions_part};
use super::tracks::track_lines;
use crate::pages::manage::lines::{LineDesk, around, came_back, start, with_blanks};
use crate::pages::prelude::*;
use app::pages::manage::settings::{
    AroundLines, CriteriaPage, OtherVersion, TracksPart, UnsavedReason, criteria_page,
};
use portal::Done;
use portal::organize::criteria::{self, CriteriaFound};
use portal::organize::form_questions::{self, FormQuestionsFound};
use portal::organize::rubric::{self, SentList, SentRubric};
use portal::organize::start::{LastEvent, last_event};
use portal::organize::tracks::{self, TracksFound};
use shared::event_settings::{MOST_TRACKS, TypedTrack};
use shared::question_form::{TypedQuestion, questions_version};
use shared::refusal::FieldErrors;
use shared::rubric::Criterion;
use shared::rubric_form::{StoredCriterion, TypedCriterion, read_rubric, rubric_version};
use words::usual_rubrics::UsualRubric;

/// Most lines of the form.
const LINES: usize = 60;

/// Criteria; tracks, questions and the last event, whose lines the lists can start from.
type Found = (CriteriaFound, (TracksFound, FormQuestionsFound, Option<LastEvent>));

async fn read(call: &mut Call<'_>) -> Outcome<Found> {
    let found = criteria::open(call).await?;
    let tracks = tracks::open(call).await?;
    let questions = form_questions::open(call).await?;
    let starts = found.criteria.is_empty() || tracks.tracks.is_empty();
    let last = if starts { last_event(call, &found.at).await? } else { None };
    Ok((found, (tracks, questions, last)))
}

/// One of the lists of the page's form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Criteria,
    Tracks,
    Questions,
}

impl List {
    /// How the names of its fields begin.
    fn name(self) -> &'static str {
        match self {
            Self::Criteria => "criteria",
            Self::Tracks => "tracks",
            Self::Questions => "questions",
        }
    }

    /// The version that its lines were made from.
    fn version(self, form: &Form) -> Option<&str> {
        form.sent(&format!("{}_version", self.name()))
    }

    /// Its lines; none where the form does not have it.
    fn sent<T>(self, form: &Form, lines: Vec<T>) -> Option<SentList<T>> {
        let version = self.version(form);
        (version.is_some() || !lines.is_empty()).then(|| (lines, version.unwrap_or_default().to_owned()))
    }

    /// Its lines as they came back, and why. A list in which nothing was changed is shown as it is stored: another organizer may have changed
    /// it.
    fn came<'s>(self, sheet: &'s DeskContext<'_, Criteria>) -> Option<(&'s Form, UnsavedReason)> {
        let (form, why) = came_back(sheet)?;
        // The word of a button ends with the list that it is about: `more-tracks`.
        let asked = match form.get("do").rsplit('-').next() {
            Some("tracks") => Self::Tracks,
            Some("questions") => Self::Questions,
            _ => Self::Criteria,
        };
        let why = if why == UnsavedReason::Refused || asked == self { why } else { UnsavedReason::Kept };
        let drawn_anew = matches!(why, UnsavedReason::Refused | UnsavedReason::Kept);
        let SentRubric { criteria, tracks, questions } = sent_rubric(form).changed();
        let is_changed = match self {
            Self::Criteria => criteria.is_some(),
            Self::Tracks => tracks.is_some(),
            Self::Questions => questions.is_some(),
        };
        (!drawn_anew || is_changed).then_some((form, why))
    }
}

fn sent_rubric(form: &Form) -> SentRubric {
    SentRubric {
        criteria: List::Criteria.sent(form, TypedCriterion::lines_of_form(form, LINES)),
        tracks: List::Tracks.sent(form, TypedTrack::lines_of_form(form, MOST_TRACKS)),
        questions: List::Questions.sent(form, TypedQuestion::lines_of_form(form, QUESTION_LINES)),
    }
}

/// `?tracks=` opens the tracks, and `?questions=` the questions.
pub struct Criteria;

impl Desk for Criteria {
    type Id = ();
    type Found = Found;
    /// A form that is not saved. What it holds was made from the versions that it names.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/settings/criteria";
    const TITLE: &'static str = "Rubric of";
    const SCRIPT: Option<&'static str> = Some("organize.js");

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Found> {
        read(call).await
    }

    fn draw((desk, (tracks, questions, last)): Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let one = |what: &str, names: Vec<&str>| vec![(what.to_owned(), names.join("\n"))];
        // What is known of a list beside its lines; `theirs` is what another organizer made of it meanwhile, where its form is stale.
        let around_of = |list: List, stored: String, theirs: OtherVersion, last: Option<&LastEvent>| {
            let came = list.came(&sheet);
            let made_from = came.and_then(|(form, _)| list.version(form));
            let stale = sheet.is_stale() && came.is_some() && made_from != Some(stored.as_str());
            let theirs = if stale { theirs } else { Vec::new() };
            // What is stored now is shown only where the form is stale: until then, a save must still find that it is.
            let version = match made_from {
                Some(version) if !sheet.is_stale() => version.to_owned(),
                _ => stored,
            };
            AroundLines { version, ..around(came, theirs, last) }
        };
        let of_rubric = last.as_ref().filter(|_| desk.criteria.is_empty());
        let of_tracks =
            last.as_ref().filter(|last| tracks.tracks.is_empty() && !last.settings.tracks.is_empty());
        let came = List::Criteria.came(&sheet);
        let rows = criterion_rows(&desk.criteria, came, of_rubric);
        let preview = readable(&rows);
        let theirs_of_tracks = one("Tracks", tracks.tracks.iter().map(|t| t.track.name.as_str()).collect());
        let theirs_of_questions =
            one("Questions", questions.questions.iter().map(|q| q.label.as_str()).collect());
        let version_of_questions = questions_version(&questions.questions);
        let around_questions = around_of(List::Questions, version_of_questions, theirs_of_questions, None);
        let opened = |part: &str| sheet.at.query.asked(part).is_some();
        criteria_page(CriteriaPage {
            criteria: with_blanks(rows, came.map(|(_, why)| why), (1, LINES), TypedCriterion::blank),
            preview,
            locked: desk.locked.as_ref().map(words::refusal).unwrap_or_default(),
            since: desk.since,
            starts: desk.criteria.is_empty() && desk.locked.is_none(),
            around: around_of(
                List::Criteria,
                rubric_version(&desk.criteria),
                theirs(&desk.criteria),
                of_rubric,
            ),
            tracks: TracksPart {
                open: opened("tracks"),
                tracks: track_lines(&tracks, of_tracks, List::Tracks.came(&sheet)),
                around: around_of(List::Tracks, tracks.version(), theirs_of_tracks, of_tracks),
            },
            questions: questions_part(
                &questions,
                List::Questions.came(&sheet),
                around_questions,
                opened("questions"),
            ),
        })
    }
}

impl LineDesk for Criteria {
    const SAVED: ActDone = ActDone::RubricSaved;

    async fn save(call: &mut Call<'_>, form: &Form) -> Outcome<Done<()>> {
        rubric::save(call, sent_rubric(form)).await
    }
}

/// The criteria as stored, or as they came back, with those that they start from.
fn criterion_rows(
    stored: &[StoredCriterion],
    came: Option<(&Form, UnsavedReason)>,
    last: Option<&LastEvent>,
) -> Vec<TypedCriterion> {
    let mut rows = match came {
        Some((form, _)) => known_lines(TypedCriterion::lines_of_form(form, LINES), stored),
        None => stored.iter().enumerate().map(|(n, c)| TypedCriterion::of(n, c)).collect(),
    };
    if let Some(from) = start(came) {
        rows.retain(|line| !line.is_blank());
        rows.extend(start_lines(from, last));
    }
    rows
}

/// The lines of a usual rubric, or of the last event's.
fn start_lines(from: &str, last: Option<&LastEvent>) -> Vec<TypedCriterion> {
    let new =
        |(n, stored)| TypedCriterion { id: None, place: String::new(), ..TypedCriterion::of(n, stored) };
    match (UsualRubric::of(from), last) {
        (Some(usual), _) => usual.lines(),
        (None, Some(last)) => last.settings.criteria.iter().enumerate().map(new).collect(),
        (None, None) => Vec::new(),
    }
}

/// The lines, where one that another organizer removed meanwhile is a new one.
fn known_lines(lines: Vec<TypedCriterion>, stored: &[StoredCriterion]) -> Vec<TypedCriterion> {
    let known = |id: &i64| stored.iter().any(|c| c.id == *id);
    lines.into_iter().map(|line| TypedCriterion { id: line.id.filter(known), ..line }).collect()
}

/// The criteria of the lines that can be read, each by itself, so that one slip does not empty the preview.
fn readable(rows: &[TypedCriterion]) -> Vec<Criterion> {
    let mut errors = FieldErrors::default();
    let whole = read_rubric(rows, &mut errors);
    if errors.0.is_empty() {
        return whole.into_iter().map(|c| c.criterion).collect();
    }
    let alone = |row: &TypedCriterion| {
        let mut errors = FieldErrors::default();
        let read = read_rubric(std::slice::from_ref(row), &mut errors);
        read.into_iter().next().filter(|_| errors.0.is_empty()).map(|c| c.criterion)
    };
    rows.iter().filter_map(alone).collect()
}

/// Another organizer's rubric, in words.
fn theirs(stored: &[StoredCriterion]) -> Vec<(String, String)> {
    let line = |c: &StoredCriterion| {
        let c = &c.criterion;
        let numbers = format!("Weight {}, scores {} to {}.", c.weight, c.min_value, c.max_value);
        (c.name.clone(), format!("{numbers}\n{}", c.guidance).trim().to_owned())
    };
    stored.iter().map(line).collect()
}
