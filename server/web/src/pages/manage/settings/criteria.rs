//! The organizer's page of an event's criteria.

use crate::pages::manage::lines::{LineDesk, around, came_back, start, with_blanks};
use crate::pages::prelude::*;
use app::pages::manage::settings::{CriteriaPage, criteria_page};
use portal::Done;
use portal::organize::criteria::{self, CriteriaFound};
use portal::organize::start::{LastEvent, last_event};
use shared::refusal::FieldErrors;
use shared::rubric::Criterion;
use shared::rubric_form::{StoredCriterion, TypedCriterion, read_rubric, rubric_version};
use words::usual_rubrics::UsualRubric;

/// Most lines of the form.
const LINES: usize = 60;

pub struct Criteria;

impl Desk for Criteria {
    type Id = ();
    type Found = (CriteriaFound, Option<LastEvent>);
    /// A form that is not saved. What it holds was made from the version that it names.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/settings/criteria";
    const TITLE: &'static str = "Criteria of";
    const SCRIPT: Option<&'static str> = Some("organize.js");

    async fn read(c: &mut Conn, at: &At) -> Outcome<(CriteriaFound, Option<LastEvent>)> {
        let found = criteria::open(c, &at.caller, &at.slug).await?;
        let last = if found.criteria.is_empty() { last_event(c, &at.caller, &found.at).await? } else { None };
        Ok((found, last))
    }

    fn draw((desk, last): (CriteriaFound, Option<LastEvent>), sheet: DeskContext<'_, Self>) -> AnyView {
        let came = came_back(&sheet);
        let why = came.map(|(_, why)| why);
        let mut rows = match came {
            Some((form, _)) => known_lines(TypedCriterion::lines_of_form(form, LINES), &desk.criteria),
            None => desk.criteria.iter().enumerate().map(|(n, c)| TypedCriterion::of(n, c)).collect(),
        };
        if let Some(from) = start(came) {
            rows.retain(|line| !line.is_blank());
            rows.extend(start_lines(from, last.as_ref()));
        }
        let preview = readable(&rows);
        let stored = || rubric_version(&desk.criteria);
        let theirs = if sheet.is_stale() { theirs(&desk.criteria) } else { Vec::new() };
        criteria_page(CriteriaPage {
            criteria: with_blanks(rows, why, (1, LINES), TypedCriterion::blank),
            preview,
            locked: desk.locked.as_ref().map(words::refusal).unwrap_or_default(),
            since: desk.since,
            starts: desk.criteria.is_empty() && desk.locked.is_none(),
            around: around(&sheet, stored, theirs, last),
        })
    }
}

impl LineDesk for Criteria {
    async fn save(c: &mut Conn, at: &At, form: &Form) -> Outcome<Done<()>> {
        let lines = TypedCriterion::lines_of_form(form, LINES);
        criteria::save(c, &at.caller, &at.slug, lines, form.get("version")).await
    }
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
