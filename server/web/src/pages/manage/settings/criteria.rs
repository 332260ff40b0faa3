//! The organizer's page of an event's rubric: its criteria, its tracks, and its own questions in the form of a project.

use super::form_questions::{LINES as QUESTION_LINES, part as questions_part};
use super::tracks::track_lines;
use crate::pages::manage::lines::{LineDesk, around, came_back, start, with_blanks};
use crate::pages::prelude::*;
use app::pages::manage::settings::{CriteriaPage, TracksPart, UnsavedReason, criteria_page};
use portal::Done;
use portal::organize::criteria::{self, CriteriaFound};
use portal::organize::form_questions::{self, FormQuestionsFound};
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

/// Criteria; tracks, questions and the last event, whose lines the forms can start from.
type Found = (CriteriaFound, (TracksFound, FormQuestionsFound, Option<LastEvent>));

async fn read(call: &mut Call<'_>) -> Outcome<Found> {
    let found = criteria::open(call).await?;
    let tracks = tracks::open(call).await?;
    let questions = form_questions::open(call).await?;
    let starts = found.criteria.is_empty() || tracks.tracks.is_empty();
    let last = if starts { last_event(call, &found.at).await? } else { None };
    Ok((found, (tracks, questions, last)))
}

/// One of the page's forms.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Criteria,
    Tracks,
    Questions,
}

/// Each form has a desk of its own, so that one that comes back is known. All of them draw the one page.
macro_rules! desks {
    ($($desk:ident, $saved:literal, $save:ident;)*) => {$(
        pub struct $desk;

        impl Desk for $desk {
            type Id = ();
            type Found = Found;
            /// A form that is not saved. What it holds was made from the version that it names.
            type Beside = Option<Form>;
            const PATH: &'static str = "manage/settings/criteria";
            const TITLE: &'static str = "Rubric of";
            const SCRIPT: Option<&'static str> = Some("organize.js");

            async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Found> {
                read(call).await
            }

            fn draw(found: Found, sheet: DeskContext<'_, Self>) -> AnyView {
                rubric(found, &sheet, List::$desk)
            }
        }

        impl LineDesk for $desk {
            const SAVED: &'static str = $saved;

            async fn save(call: &mut Call<'_>, form: &Form) -> Outcome<Done<()>> {
                $save(call, form).await
            }
        }
    )*};
}

desks! {
    Criteria, "?saved=1", save_criteria;
    Tracks, "?saved=tracks#tracks", save_tracks;
    Questions, "?saved=questions#questions", save_questions;
}

async fn save_criteria(call: &mut Call<'_>, form: &Form) -> Outcome<Done<()>> {
    let lines = TypedCriterion::lines_of_form(form, LINES);
    criteria::save(call, lines, form.get("version")).await
}

async fn save_tracks(call: &mut Call<'_>, form: &Form) -> Outcome<Done<()>> {
    let lines = TypedTrack::lines_of_form(form, MOST_TRACKS);
    tracks::save(call, lines, form.get("version")).await
}

async fn save_questions(call: &mut Call<'_>, form: &Form) -> Outcome<Done<()>> {
    let lines = TypedQuestion::lines_of_form(form, QUESTION_LINES);
    form_questions::save(call, lines, form.get("version")).await
}

/// The page, whose form `sent` may have come back; `?saved=` names the one that was saved just now, and `?questions=` opens the questions.
fn rubric<D: LineDesk>(
    (desk, (tracks, questions, last)): Found,
    sheet: &DeskContext<'_, D>,
    sent: List,
) -> AnyView {
    let query = &sheet.at.query;
    let came = |list: List| came_back(sheet).filter(|_| list == sent);
    let one = |what: &str, names: Vec<&str>| vec![(what.to_owned(), names.join("\n"))];
    let theirs = match sent {
        _ if !sheet.is_stale() => Vec::new(),
        List::Criteria => theirs(&desk.criteria),
        List::Tracks => one("Tracks", tracks.tracks.iter().map(|t| t.track.name.as_str()).collect()),
        List::Questions => one("Questions", questions.questions.iter().map(|q| q.label.as_str()).collect()),
    };
    let around_of = |list: List, word: &str, version: String, last: Option<&LastEvent>| {
        let theirs = if list == sent { theirs.clone() } else { Vec::new() };
        around(came(list), version, theirs, query.get("saved") == word, last)
    };
    let of_rubric = last.as_ref().filter(|_| desk.criteria.is_empty());
    let of_tracks = last.as_ref().filter(|last| tracks.tracks.is_empty() && !last.settings.tracks.is_empty());
    let rows = criterion_rows(&desk.criteria, came(List::Criteria), of_rubric);
    let preview = readable(&rows);
    let why = came(List::Criteria).map(|(_, why)| why);
    let around_questions =
        around_of(List::Questions, "questions", questions_version(&questions.questions), None);
    let opened = query.asked("questions").is_some();
    criteria_page(CriteriaPage {
        criteria: with_blanks(rows, why, (1, LINES), TypedCriterion::blank),
        preview,
        locked: desk.locked.as_ref().map(words::refusal).unwrap_or_default(),
        since: desk.since,
        starts: desk.criteria.is_empty() && desk.locked.is_none(),
        around: around_of(List::Criteria, "1", rubric_version(&desk.criteria), of_rubric),
        tracks: TracksPart {
            tracks: track_lines(&tracks, of_tracks, came(List::Tracks)),
            around: around_of(List::Tracks, "tracks", tracks.version(), of_tracks),
        },
        questions: questions_part(&questions, came(List::Questions), around_questions, opened),
    })
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
