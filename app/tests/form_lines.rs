//! Criteria, tracks and prizes are lines of fields: what seldom changes is folded, a new line has the focus, and nothing that was
//! refused is hidden.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use app::components::{FormErrors, Forms};
use app::layout::{Chrome, render};
use app::pages::EventHead;
use app::pages::manage::{
    CriteriaPage, PrizeRow, PrizeValues, PrizesPage, TrackLine, TracksPage, Unsaved, criteria_page,
    prizes_page, tracks_page,
};
use leptos::prelude::{AnyView, provide_context};
use model::prize::Prize;
use shared::event_settings::TypedTrack;
use shared::ids::PrizeId;
use shared::prize::PrizeTerms;
use shared::rubric_form::TypedCriterion;

fn page(refused: &[&str], view: impl FnOnce() -> AnyView) -> String {
    let errors: FormErrors = refused.iter().map(|field| (*field, "Change this.")).collect();
    let forms = Forms { errors, ..Forms::default() };
    render(Chrome { forms, ..Chrome::default() }, || {
        provide_context(EventHead { slug: "demo".into(), name: "Demo".into(), ..EventHead::default() });
        view()
    })
}

fn rubric(refused: &[&str], unsaved: Option<Unsaved>) -> String {
    let line = |n: i64| TypedCriterion { id: Some(n), name: format!("Part {n}"), ..TypedCriterion::blank() };
    let criteria = (1..=4).map(line).chain([TypedCriterion::blank()]).collect();
    let model = CriteriaPage {
        criteria,
        preview: Vec::new(),
        locked: String::new(),
        since: None,
        version: "v".into(),
        theirs: Vec::new(),
        saved: false,
        unsaved,
    };
    page(refused, || criteria_page(model))
}

fn tracks(added: bool) -> String {
    let typed = TypedTrack { id: Some(1), name: "Sea".into(), place: "1".into(), remove: false };
    let tracks = vec![TrackLine { typed, ..TrackLine::default() }, TrackLine::default()];
    let model = TracksPage { tracks, version: "v".into(), theirs: Vec::new(), saved: false, added };
    page(&[], || tracks_page(model))
}

fn prizes(refused: &[&str]) -> String {
    let prize = Prize {
        id: PrizeId(1),
        terms: PrizeTerms { name: "Best".into(), winners: 1, ..PrizeTerms::default() },
        version: 1,
        awarded_at: None,
        reason: String::new(),
        asked: 0,
        panel: (0, 0),
    };
    let model = PrizesPage {
        prizes: vec![PrizeRow { prize, eligible: "all projects".into(), won: Vec::new() }],
        tracks: Vec::new(),
        one_each: false,
        withheld: None,
        values: PrizeValues::default(),
    };
    page(refused, || prizes_page(model))
}

/// The lines, each as what is in view and what is folded: whether that is open, and its text.
fn lines(html: &str) -> Vec<(String, Option<(bool, String)>)> {
    let line = |line: &str| {
        let line = line.split_once("</fieldset>").unwrap().0;
        let Some((seen, fold)) = line.split_once("<details") else { return (line.to_owned(), None) };
        let (tag, fold) = fold.split_once('>').unwrap();
        (seen.to_owned(), Some((tag.contains(" open"), fold.to_owned())))
    };
    html.split("<fieldset class=\"settings-line\"").skip(1).map(line).collect()
}

/// The names of the fields that people can see and fill in.
fn fields(html: &str) -> Vec<&str> {
    let tags = html.split('<').filter(|tag| !tag.contains("type=\"hidden\""));
    tags.filter_map(|tag| tag.split_once(" name=\"")?.1.split('"').next()).collect()
}

/// The fields that take the focus as the page opens.
fn focused(html: &str) -> Vec<&str> {
    let tags = html.split('<').filter(|tag| tag.starts_with("input") && tag.contains("autofocus"));
    tags.filter_map(|tag| tag.split_once(" name=\"")?.1.split('"').next()).collect()
}

#[test]
fn a_criterion_is_a_line_of_four_fields_and_folds_the_rest() {
    let html = rubric(&[], None);
    let lines = lines(&html);
    assert_eq!(lines.len(), 5);
    for (n, (seen, fold)) in lines.iter().enumerate() {
        let named =
            |names: &[&str]| names.iter().map(|name| format!("criteria_{n}_{name}")).collect::<Vec<_>>();
        assert_eq!(fields(seen), named(&["name", "weight", "min_value", "max_value"]));
        let (open, folded) = fold.as_ref().unwrap();
        let rest: &[&str] =
            if n < 4 { &["guidance", "place", "key", "remove"] } else { &["guidance", "key"] };
        assert_eq!((*open, fields(folded)), (false, named(rest).iter().map(String::as_str).collect()));
    }
    assert!(focused(&html).is_empty());
}

#[test]
fn a_new_line_has_the_focus() {
    assert_eq!(focused(&rubric(&[], Some(Unsaved::Extended))), ["criteria_4_name"]);
    assert!(focused(&rubric(&[], Some(Unsaved::Previewed))).is_empty());
    assert_eq!(focused(&tracks(true)), ["tracks_1_name"]);
    assert!(focused(&tracks(false)).is_empty());
    // An added prize is found by its address, and a link takes the focus that way.
    assert!(prizes(&[]).contains("<a id=\"prize-1\" href=\"/events/demo/manage/prizes/1\""));
}

#[test]
fn a_refused_field_is_never_folded_away() {
    let open = |html: &str| -> Vec<bool> {
        lines(html).into_iter().map(|(_, fold)| fold.is_some_and(|(open, _)| open)).collect()
    };
    let html = rubric(&["criteria_1_key", "criteria_2_weight"], Some(Unsaved::Refused));
    assert_eq!(open(&html), [false, true, false, false, false]);
    assert_eq!(open(&prizes(&[])), [false]);
    assert_eq!(open(&prizes(&["name"])), [false]);
    assert_eq!(open(&prizes(&["eligibility"])), [true]);
}

#[test]
fn a_track_is_a_line_of_a_name_and_a_prize_one_of_three_fields() {
    let tracks = tracks(false);
    let lines_of_tracks = lines(&tracks);
    let seen: Vec<_> = lines_of_tracks.iter().map(|(seen, _)| fields(seen)).collect();
    assert_eq!(seen, [["tracks_0_name"], ["tracks_1_name"]]);
    assert!(lines_of_tracks[1].1.is_none(), "a new track has nothing to fold");
    let prizes = prizes(&[]);
    let (seen, fold) = lines(&prizes).remove(0);
    assert_eq!(fields(&seen), ["name", "winners", "rule"]);
    assert_eq!(fields(&fold.unwrap().1), ["sponsor", "description", "eligibility"]);
}
