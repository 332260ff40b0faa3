//! The organizer's page of an event's criteria.

use crate::http::form::Form;
use crate::pages::desk::{Around, At, Desk, Post, show_with};
use crate::pages::page_result::PageResult;
use app::pages::manage::{CriteriaPage, Unsaved, criteria_page};
use leptos::prelude::AnyView;
use portal::Conn;
use portal::failure::Outcome;
use portal::organize::criteria::{self, CriteriaFound};
use shared::refusal::FieldErrors;
use shared::rubric::Criterion;
use shared::rubric_form::{StoredCriterion, TypedCriterion, read_rubric, rubric_version};

/// Most lines of the form.
const LINES: usize = 60;

pub struct Criteria;

impl Desk for Criteria {
    type Id = ();
    type Found = CriteriaFound;
    /// A form that asks for a preview, or for another line. What it holds was made from the version that it names.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/settings/criteria";
    const TITLE: &'static str = "Criteria of";
    const SCRIPT: Option<&'static str> = Some("organize.js");

    async fn read(c: &mut Conn, at: &At) -> Outcome<CriteriaFound> {
        criteria::open(c, &at.caller, &at.slug).await
    }

    fn draw(desk: CriteriaFound, sheet: Around<'_, Self>) -> AnyView {
        let unsaved = sheet.beside.as_ref();
        let form = sheet.form().or(unsaved);
        let mut rows = match form {
            Some(form) => known_lines(TypedCriterion::lines_of_form(form, LINES), &desk.criteria),
            None => desk.criteria.iter().enumerate().map(|(n, c)| TypedCriterion::of(n, c)).collect(),
        };
        let preview = readable(&rows);
        let came_back = match (unsaved, form) {
            (Some(form), _) if form.get("do") == "more" => Some(Unsaved::Extended),
            (Some(_), _) => Some(Unsaved::Previewed),
            (None, form) => form.map(|_| Unsaved::Refused),
        };
        let blank = match came_back {
            Some(Unsaved::Extended) | None => true,
            Some(Unsaved::Previewed) => rows.is_empty(),
            Some(Unsaved::Refused) => false,
        };
        if blank && rows.len() < LINES {
            rows.push(TypedCriterion::blank());
        }
        let stored = || rubric_version(&desk.criteria);
        criteria_page(CriteriaPage {
            criteria: rows,
            preview,
            locked: desk.locked.as_ref().map(words::refusal).unwrap_or_default(),
            since: desk.since,
            version: unsaved.map_or_else(stored, |form| form.get("version").to_owned()),
            theirs: if sheet.is_stale() { theirs(&desk.criteria) } else { Vec::new() },
            saved: sheet.at.query.asked("saved").is_some(),
            unsaved: came_back,
        })
    }
}

/// `POST …/criteria`: the lines, and the `version` that they were made from; with `do=preview` or `do=more` they only come back.
pub async fn post(sent: Post<Criteria>) -> PageResult {
    if matches!(sent.get("do"), "more" | "preview") {
        return show_with::<Criteria>(&sent.at, Some(sent.form)).await;
    }
    let (lines, version) = (TypedCriterion::lines_of_form(&sent.form, LINES), sent.get("version").to_owned());
    let save = async |c: &mut Conn, at: &At| criteria::save(c, &at.caller, &at.slug, lines, &version).await;
    sent.act_to("?saved=1", save).await
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
