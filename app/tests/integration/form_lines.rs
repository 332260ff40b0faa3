//! Criteria, tracks and prizes are lines of fields: what seldom changes is folded, a new line has the focus, and nothing that was
//! refused is hidden.

use app::components::{FormErrors, Forms};
use app::layout::{Chrome, render};
use app::pages::event_head::EventHead;
use app::pages::manage::prizes::{PrizeRow, PrizesPage, prizes_page};
use app::pages::manage::settings::{
    AboutForm, AroundLines, CriteriaPage, EvidenceForm, FormQuestionsPart, SettingsPage, TermsForm,
    TrackLine, TracksPart, UnsavedReason, WindowsForm, criteria_page, settings_page, tracks_part,
};
use chrono::{DateTime, Utc};
use leptos::prelude::{AnyView, provide_context};
use shared::event_settings::{EventTexts, Terms, TypedTerms, TypedTrack};
use shared::evidence::TypedEvidence;
use shared::feedback::FeedbackChoice;
use shared::ids::PrizeId;
use shared::prize::{PrizeTerms, TypedPrize};
use shared::rubric_form::TypedCriterion;

fn page(refused: &[&str], view: impl FnOnce() -> AnyView) -> String {
    let errors: FormErrors = refused.iter().map(|field| (*field, "Change this.")).collect();
    let forms = Forms { errors, ..Forms::default() };
    render(Chrome { forms, ..Chrome::default() }, || {
        provide_context(EventHead { slug: "demo".into(), name: "Demo".into(), ..EventHead::default() });
        view()
    })
}

fn rubric(refused: &[&str], unsaved: Option<UnsavedReason>) -> String {
    let line = |n: i64| TypedCriterion { id: Some(n), name: format!("Part {n}"), ..TypedCriterion::blank() };
    let criteria = (1..=4).map(line).chain([TypedCriterion::blank()]).collect();
    let model = CriteriaPage {
        criteria,
        preview: Vec::new(),
        locked: String::new(),
        since: None,
        starts: false,
        around: AroundLines { unsaved, ..AroundLines::default() },
        tracks: TracksPart::default(),
        questions: FormQuestionsPart::default(),
    };
    page(refused, || criteria_page(model))
}

fn tracks(added: bool) -> String {
    let typed = TypedTrack { id: Some(1), name: "Sea".into(), place: "1".into(), remove: false };
    let tracks = vec![TrackLine { typed, ..TrackLine::default() }, TrackLine::default()];
    let unsaved = added.then_some(UnsavedReason::Extended);
    let around = AroundLines { unsaved, ..AroundLines::default() };
    page(&[], || tracks_part(TracksPart { open: false, tracks, around }))
}

fn prizes(refused: &[&str], changed: impl FnOnce(&mut PrizesPage)) -> String {
    let terms = PrizeTerms { name: "Best".into(), winners: 1, ..PrizeTerms::default() };
    let stored = PrizeRow { typed: TypedPrize::line(PrizeId(1), &terms), ..PrizeRow::default() };
    let blank = PrizeRow { typed: TypedPrize::blank(), ..PrizeRow::default() };
    let mut model = PrizesPage {
        prizes: vec![stored, blank],
        tracks: Vec::new(),
        one_each: (false, false),
        withheld: None,
        addable: true,
        published: false,
        around: AroundLines::default(),
        voting: None,
    };
    changed(&mut model);
    page(refused, || prizes_page(model))
}

fn settings(refused: &[&str], terms: Terms) -> String {
    let model = SettingsPage {
        versions: ["a", "w", "t", "e"].map(str::to_owned),
        theirs: Vec::new(),
        about: AboutForm {
            typed: EventTexts { name: "Demo".into(), time_zone: "UTC".into(), ..EventTexts::default() },
            zones: vec!["UTC"],
            created_at: DateTime::<Utc>::UNIX_EPOCH,
        },
        windows: WindowsForm {
            zone: "UTC".into(),
            windows: Vec::new(),
            confirm: None,
            drafts: 0,
            published: false,
        },
        terms: TermsForm {
            typed: TypedTerms::of(&terms),
            usual_floor: 2,
            voted_since: None,
            first_three_since: None,
            floor_since: None,
        },
        evidence: EvidenceForm { typed: TypedEvidence::default(), fixed_since: None },
        feedback: FeedbackChoice::default(),
        leave: None,
        started: false,
        last: None,
        may_create: false,
    };
    page(refused, || settings_page(model))
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
fn the_preview_beside_the_criteria_is_no_stop_on_the_way_by_keys() {
    let page = rubric(&[], None);
    let (_, preview) = page.split_once("id=\"criteria-preview\"").expect("the preview");
    assert!(preview.split_once('>').is_some_and(|(tag, _)| tag.contains(" inert")), "{preview}");
}

/// Without scripting, a browser sends one form, and what was typed into another one of the page is lost.
#[test]
fn the_rubric_its_tracks_and_its_questions_are_one_form() {
    let page = rubric(&[], None);
    let (_, main) = page.split_once("<main").unwrap();
    assert_eq!(main.matches("<form").count(), 1, "{main}");
    assert_eq!(main.split_once("</form>").unwrap().0.matches("Save rubric").count(), 3, "{main}");
    let (_, preview) = main.split_once("</form>").unwrap();
    assert!(preview.contains("id=\"criteria-preview\""), "what is only looked at is not sent");
}

#[test]
fn each_form_of_lines_saves_all_of_them_and_can_add_one() {
    let pages = [rubric(&[], None), tracks(false), prizes(&[], |_| ())];
    for page in pages {
        for form in page.split("<form").skip(1).filter(|form| form.contains("settings-lines")) {
            let form = form.split("</form>").next().unwrap_or_default();
            let (save, more) = (form.find("Save "), form.find("name=\"do\" value=\"more"));
            assert!(save.is_some() && save < more, "{form}");
        }
    }
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
fn of_many_lines_the_first_and_the_last_are_in_view() {
    let terms = PrizeTerms { name: "Best".into(), winners: 1, ..PrizeTerms::default() };
    let row = |_| PrizeRow { typed: TypedPrize::line(PrizeId(1), &terms), ..PrizeRow::default() };
    // Whether the others are in view, and how many lines come after their fold begins; none where nothing is folded.
    let folded = |stored: usize, unsaved: Option<UnsavedReason>, refused: &[&str]| -> Option<(bool, usize)> {
        let html = prizes(refused, |page| {
            let blank = page.prizes.pop();
            page.prizes = (0..stored).map(row).chain(blank).collect();
            page.around.unsaved = unsaved;
        });
        let (before, rest) = html.split_once("settings-more\"")?;
        let (_, tag) = before.rsplit_once('<')?;
        Some((tag.contains(" open"), rest.matches("<fieldset class=\"settings-line\"").count()))
    };
    assert_eq!(folded(7, None, &[]), None);
    assert_eq!(folded(12, None, &[]), Some((false, 9)));
    assert_eq!(folded(12, Some(UnsavedReason::Extended), &[]), Some((false, 9)));
    // Before those that were refused, the others are folded.
    assert_eq!(folded(12, Some(UnsavedReason::Refused), &["prizes_11_name"]), Some((false, 13)));
    let summaries = |refused: &[&str]| -> Vec<String> {
        let html = prizes(refused, |page| page.prizes.extend((0..10).map(row)));
        let summaries = html.split("settings-more\"><summary>").skip(1);
        summaries.map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
    };
    assert_eq!(
        summaries(&["prizes_2_name", "prizes_5_winners"]),
        ["Show the other 2 lines", "Show the other 2 lines", "Show the other 5 lines"]
    );
    let all: Vec<String> = (0..12).map(|n| format!("prizes_{n}_name")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    assert!(summaries(&all).is_empty(), "each that was refused is behind its own message");
    assert_eq!(summaries(&all[3..10]), ["Show the other 3 lines", "Show the other 1 line"]);
}

#[test]
fn of_many_refused_lines_each_is_behind_what_was_wrong_and_one_is_open() {
    let terms = PrizeTerms { name: "Best".into(), winners: 1, ..PrizeTerms::default() };
    let row = |_| PrizeRow { typed: TypedPrize::line(PrizeId(1), &terms), ..PrizeRow::default() };
    // The tag and the summary of each such fold.
    let folded = |lines: std::ops::Range<usize>| -> Vec<(String, String)> {
        let refused: Vec<String> = lines.map(|n| format!("prizes_{n}_name")).collect();
        let refused: Vec<&str> = refused.iter().map(String::as_str).collect();
        let html = prizes(&refused, |page| page.prizes = (0..12).map(row).collect());
        let fold = |rest: &str| {
            let (tag, rest) = rest.split_once('>').unwrap();
            let (summary, rest) = rest.split_once("</summary>").unwrap();
            tag.contains("settings-refused").then(|| {
                assert!(rest.starts_with("<fieldset class=\"settings-line\""), "{rest}");
                (tag.to_owned(), summary.to_owned())
            })
        };
        html.split("<details").skip(1).filter_map(fold).collect()
    };
    assert!(folded(0..8).is_empty());
    let many = folded(1..10);
    assert_eq!(many.len(), 9);
    for (n, (tag, summary)) in many.iter().enumerate() {
        assert!(tag.contains(" name=\"refused\""), "opening one closes the others: {tag}");
        assert_eq!(tag.contains(" open"), n == 0, "{tag}");
        assert!(summary.contains("Best") && summary.contains("Change this."), "{summary}");
    }
}

#[test]
fn a_new_line_has_the_focus() {
    assert_eq!(focused(&rubric(&[], Some(UnsavedReason::Extended))), ["criteria_4_name"]);
    assert!(focused(&rubric(&[], Some(UnsavedReason::Previewed))).is_empty());
    assert_eq!(focused(&tracks(true)), ["tracks_1_name"]);
    assert!(focused(&tracks(false)).is_empty());
    let expected = ["prizes_1_name"];
    assert_eq!(focused(&prizes(&[], |page| page.around.unsaved = Some(UnsavedReason::Extended))), expected);
    // A prize is found by its address, and a link takes the focus that way.
    let prizes = prizes(&[], |_| ());
    assert!(focused(&prizes).is_empty());
    assert!(prizes.contains("<a id=\"prize-1\" href=\"/events/demo/manage/prizes/1\""), "{prizes}");
}

#[test]
fn a_refused_field_is_never_folded_away() {
    let open = |html: &str| -> Vec<bool> {
        lines(html).into_iter().map(|(_, fold)| fold.is_some_and(|(open, _)| open)).collect()
    };
    let html = rubric(&["criteria_1_key", "criteria_2_weight"], Some(UnsavedReason::Refused));
    assert_eq!(open(&html), [false, true, false, false, false]);
    assert_eq!(open(&prizes(&[], |_| ())), [false, false]);
    assert_eq!(open(&prizes(&["prizes_0_name"], |_| ())), [false, false]);
    assert_eq!(open(&prizes(&["prizes_1_eligibility"], |_| ())), [false, true]);
}

#[test]
fn a_track_is_a_line_of_a_name_and_a_prize_one_of_three_fields() {
    let tracks = tracks(false);
    let lines_of_tracks = lines(&tracks);
    let seen: Vec<_> = lines_of_tracks.iter().map(|(seen, _)| fields(seen)).collect();
    assert_eq!(seen, [["tracks_0_name"], ["tracks_1_name"]]);
    assert!(lines_of_tracks[1].1.is_none(), "a new track has nothing to fold");
    let prizes = prizes(&[], |_| ());
    for (n, last) in [(0, Some("remove")), (1, None)] {
        let named =
            |names: &[&str]| names.iter().map(|name| format!("prizes_{n}_{name}")).collect::<Vec<_>>();
        let (seen, fold) = lines(&prizes).remove(n);
        assert_eq!(fields(&seen), named(&["name", "winners", "rule"]));
        let rest: Vec<&str> = ["sponsor", "description", "eligibility"].into_iter().chain(last).collect();
        assert_eq!(fields(&fold.unwrap().1), named(&rest));
    }
}

#[test]
fn tracks_are_folded_until_there_are_some_or_somebody_asks() {
    let open = |refused: &[&str], part: TracksPart| {
        let html = page(refused, || tracks_part(part));
        let (_, section) = html.split_once("aria-labelledby=\"tracks\"").unwrap();
        let (_, fold) = section.split_once("<details").unwrap();
        fold.split('>').next().unwrap().contains(" open")
    };
    let blank = || TracksPart { tracks: vec![TrackLine::default()], ..TracksPart::default() };
    assert!(!open(&[], blank()));
    assert!(open(&[], TracksPart { open: true, ..blank() }));
    // What was typed and not saved is in view.
    let around = AroundLines { unsaved: Some(UnsavedReason::Refused), ..AroundLines::default() };
    assert!(open(&[], TracksPart { around, ..blank() }));
    let typed = TypedTrack { id: Some(1), name: "Sea".into(), place: "1".into(), remove: false };
    let stored =
        || TracksPart { tracks: vec![TrackLine { typed: typed.clone(), ..TrackLine::default() }], ..blank() };
    assert!(open(&[], stored()));
    assert!(!open(&["criteria_0_name"], stored()), "what is to be corrected is elsewhere");
}

#[test]
fn what_decides_who_wins_a_prize_is_fixed_for_who_takes_part_and_once_it_has_winners() {
    for (decides, awarded) in [(true, true), (false, false)] {
        let html = prizes(&[], |page| {
            page.withheld = (!decides).then(|| "Withheld.".to_owned());
            page.prizes[0].awarded = awarded;
        });
        let (seen, fold) = lines(&html).remove(0);
        let fold = fold.unwrap().1;
        assert!(seen.contains("readonly") && seen.contains("disabled"), "{seen}");
        // A browser does not send what is disabled: a hidden field does.
        assert!(seen.contains("type=\"hidden\" name=\"prizes_0_rule\" value=\"rank\""), "{seen}");
        assert!(!fold.contains("prizes_0_remove"), "{fold}");
        assert_eq!(html.contains("name=\"one_each\""), decides);
    }
}

#[test]
fn an_empty_table_starts_from_usual_lines_or_the_last_event() {
    // The first form of the page: that of the criteria, or of the prizes.
    let starts = |html: &str| -> Vec<String> {
        let (_, main) = html.split_once("<main").unwrap();
        let form = main.split_once("</form>").unwrap().0;
        let buttons = form.split("name=\"do\" value=\"").skip(1);
        buttons.map(|button| button.split('"').next().unwrap().to_owned()).collect()
    };
    assert_eq!(starts(&rubric(&[], None)), ["more-criteria", "preview", "more-tracks", "more-questions"]);
    let model = CriteriaPage {
        criteria: vec![TypedCriterion::blank()],
        preview: Vec::new(),
        locked: String::new(),
        since: None,
        starts: true,
        around: AroundLines { last: Some("Last Hack".into()), ..AroundLines::default() },
        tracks: TracksPart::default(),
        questions: FormQuestionsPart::default(),
    };
    let html = page(&[], || criteria_page(model));
    let usual = ["hackathon", "science-fair", "pitch", "last-criteria"];
    let all = [&["more-criteria", "preview"][..], &usual[..], &["more-tracks", "more-questions"][..]];
    assert_eq!(starts(&html), all.concat());
    // Enter in a field presses the first button: it must be the one that saves.
    let (_, form) = html.split_once("action=\"/events/demo/manage/settings/criteria\"").unwrap();
    let first = form.split("<button").nth(1).unwrap();
    assert!(first.contains("Save rubric"), "{first}");
    assert_eq!(starts(&prizes(&[], |page| page.around.last = Some("Last Hack".into()))), ["more", "last"]);
}

#[test]
fn settings_are_one_form_that_folds_what_is_seldom_changed_and_says_what_is_set() {
    let folds = |html: &str| -> Vec<bool> {
        let tags = html.split("<details").skip(1).filter_map(|rest| rest.split('>').next());
        tags.filter(|tag| tag.contains("settings-fold")).map(|tag| tag.contains(" open")).collect()
    };
    let usual = settings(&[], Terms::default());
    assert_eq!(usual.matches("<form method=\"post\" action=\"/events/demo/manage/settings").count(), 1);
    assert_eq!(folds(&usual), [false; 4]);
    let timed = settings(&[], Terms { visit_minutes: Some(6), ..Terms::default() });
    assert_eq!(folds(&timed), [false; 4]);
    assert!(timed.contains("Further reviews, timer, first three: 6 minutes per visit"), "{timed}");
    let blind = settings(&[], Terms { blind: true, ..Terms::default() });
    assert_eq!(folds(&blind), [false; 4]);
    assert!(blind.contains("Blind judging, looks: judging is blind"), "{blind}");
    assert_eq!(folds(&settings(&["votes_per_voter"], Terms::default())), [false, false, true, false]);
    assert_eq!(folds(&settings(&["evidence_names"], Terms::default())), [false, false, false, true]);
    // Opening one closes the others, unless several may have to be open.
    let grouped = |html: &str| {
        let tags = html.split("<details").skip(1).filter_map(|rest| rest.split('>').next());
        tags.filter(|tag| tag.contains("settings-fold") && tag.contains(" name=\"settings\"")).count()
    };
    let both = settings(&["votes_per_voter", "evidence_names"], Terms::default());
    assert_eq!((grouped(&usual), grouped(&both)), (4, 0));
    assert_eq!(folds(&both), [false, false, true, true]);
}
