//! The review page as text: what a judge typed comes back as text, at its field, and nothing else is in the
//! page.

use super::support;
use app::components::Forms;
use app::layout::{Chrome, render};
use app::pages::judge::call::CallState;
use app::pages::judge::list::{JudgePage, JudgedEvent, judge_page};
use app::pages::judge::model::{Answer, Neighbour, NoteForm, Recusal, ReviewPage, Saving, VisitState};
use app::pages::judge::review::review_page;
use app::pages::judge::seen::SeenOrder;
use chrono::{DateTime, TimeDelta, Utc};
use model::assignment::{EventTasks, JudgeTask, JudgingEvent, Visit};
use shared::floor::Place;
use shared::ids::{AssignmentId, EventId, ProjectId};
use shared::refusal::{Reason, Refusal};
use shared::review::{ReviewChanges, check};
use shared::rubric::{Criterion, Scores, Weight};
use shared::rules::AssignmentStatus;
use shared::visit::VisitMark;
use shared::window::{Stage, Window};

const EVIL: &str = "</textarea></leptos-island><script>alert(1)</script>\"'>";

fn criterion(key: &str, name: &str, min_value: i64, max_value: i64) -> Criterion {
    Criterion {
        key: key.into(),
        name: name.into(),
        guidance: EVIL.into(),
        weight: Weight::parse("1").unwrap(),
        min_value,
        max_value,
    }
}

fn page() -> ReviewPage {
    let now = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::hours(12);
    ReviewPage {
        now,
        assignment: AssignmentId(31),
        event_slug: "demo".into(),
        event_name: EVIL.into(),
        judging: Window::default(),
        draft: false,
        position: 1,
        of: 2,
        previous: None,
        next: Some(AssignmentId(32)),
        next_to_score: Some(Neighbour { assignment: AssignmentId(32), title: EVIL.into() }),
        lead_on: "/judge/assignments/32?after=31".into(),
        came_from: None,
        project: support::project(EVIL),
        track: EVIL.into(),
        criteria: vec![criterion("quality", "Quality", 1, 5), criterion("reach", "Reach", 0, 100)],
        scores: [("quality".to_owned(), "4".to_owned())].into(),
        comment: EVIL.into(),
        call: CallState { may: true, typed: EVIL.into(), ..CallState::default() },
        submitted_at: None,
        saved_at: Some(now - TimeDelta::minutes(5)),
        saving: Saving::Open,
        refused: None,
        entered_by: String::new(),
        recusal: Recusal::Open { conflict: String::new(), reason: String::new(), error: String::new() },
        answer: Answer::Saved,
        published: false,
        may_pull: true,
        by_need: false,
        person: 5,
        base_version: "none".into(),
        elsewhere: None,
        visit: VisitState::default(),
        counts_looks: false,
        minutes: None,
        note: NoteForm::default(),
        evidence: Some(support::evidence(EVIL, true, now)),
    }
}

fn html(page: ReviewPage) -> String {
    let _ = any_spawner::Executor::init_tokio();
    let forms = Forms { csrf: "csrf-token".into(), ..Forms::default() };
    let chrome = Chrome { title: "Review".into(), forms, ..Chrome::default() };
    render(chrome, move || review_page(page))
}

/// The page after a form with these scores was refused.
fn refused(typed: &[(&str, &str)], submit: bool) -> String {
    let page = page();
    let sent = typed.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect::<Vec<_>>();
    let changes = ReviewChanges { scores: Some(sent.clone()), submit, ..ReviewChanges::default() };
    let refusal = check(changes, &page.criteria, Scores::new(), String::new()).unwrap_err();
    html(ReviewPage { scores: sent.into_iter().collect(), refused: Some((submit, refusal)), ..page })
}

#[test]
fn what_a_judge_or_a_team_typed_stays_text() {
    for page in [page(), ReviewPage { saving: Saving::Refused(EVIL.into()), ..page() }] {
        let html = html(page);
        assert!(!html.contains("<script>"), "a script got in");
        assert_eq!(html.matches("</textarea>").count(), html.matches("<textarea").count());
        assert!(!html.contains("href=\"javascript:"));
    }
}

#[test]
fn nothing_is_said_of_what_was_saved_before_anything_could_be() {
    let page = |opens: i64| {
        let shown = page();
        let judging = Window { open: Some(shown.now + TimeDelta::hours(opens)), close: None };
        let saving = Saving::Refused("It cannot be saved now.".into());
        html(ReviewPage { judging, saving, saved_at: None, ..shown })
    };
    let said = "Nothing was saved for this project.";
    assert!(!page(1).contains(said));
    assert!(page(-1).contains(said));
}

#[test]
fn the_bar_says_that_a_review_was_withdrawn_or_set_aside() {
    let shown = page();
    let set_aside = Recusal::SetAside { reason: None, at: shown.now, submitted_at: None };
    let saving = Saving::Refused("It cannot be saved now.".into());
    let withdrawn = ReviewPage { answer: Answer::Withdrawn, ..page() };
    for (page, says) in [
        (shown, "Draft saved"),
        (withdrawn, "Withdrawn"),
        (ReviewPage { recusal: set_aside, saving, ..page() }, "Set aside"),
    ] {
        let html = html(page);
        let (_, bar) = html.split_once("class=\"review-tally\"").unwrap();
        let said = ["Draft saved", "Withdrawn", "Set aside"].map(|words| (words, bar.contains(words)));
        assert!(said.iter().all(|(words, is_said)| *is_said == (*words == says)), "{says}: {bar}");
    }
}

#[test]
fn the_form_works_without_scripting() {
    let html = html(page());
    for piece in [
        "action=\"/judge/assignments/31\"",
        "name=\"csrfmiddlewaretoken\" value=\"csrf-token\"",
        "name=\"submit\" value=\"true\"",
        "name=\"submit\" value=\"false\"",
        "name=\"comment\"",
        "id=\"score_reach\"",
        "Each button saves its own part of this page.",
    ] {
        assert!(html.contains(piece), "{piece}");
    }
    assert_eq!(html.matches("name=\"score_quality\"").count(), 5);
    assert!(html.contains(">0.75<"), "the total is that of the values in the page");
}

#[test]
fn a_missing_score_is_told_at_its_criterion_only_when_submitting_was_tried() {
    assert!(!html(page()).contains("has no score yet"));
    let html = refused(&[("quality", "4")], true);
    assert!(html.contains("<a href=\"#score_reach\">Reach has no score yet</a>"));
    assert_eq!(html.matches("Reach has no score yet").count(), 2, "in the summary and at the field");
    assert!(html.contains("Not saved"));
}

#[test]
fn a_score_that_is_no_number_is_told_at_its_criterion() {
    let html = refused(&[("quality", "4"), ("reach", "many")], false);
    assert!(html.contains("<a href=\"#score_reach\">Reach must be a whole number.</a>"));
    assert!(html.contains("value=\"many\""), "what was typed comes back");
}

#[test]
fn a_closed_review_shows_its_values_without_a_way_to_send_them() {
    let closed = "2026-11-20T18:00:00Z".parse().unwrap();
    let late: Refusal = Reason::Closed { stage: Stage::Judging, event: "Demo".into(), closed }.into();
    let html = html(ReviewPage {
        saving: Saving::Refused(words::refusal(&late)),
        refused: Some((true, late)),
        recusal: Recusal::Closed,
        evidence: None,
        ..page()
    });
    assert!(html.contains("Judging for Demo closed at "), "{html}");
    assert!(html.contains("20 Nov 2026, 18:00 UTC"), "{html}");
    assert!(html.contains("was not submitted"));
    // Only calling for help and the judge's private note are left.
    let forms: Vec<&str> = html.split("<form").skip(1).collect();
    let sends = |to: &str| forms.iter().filter(|form| form.contains(to)).count();
    assert_eq!((sends("/note\""), sends("/judge/call\""), forms.len()), (1, 1, 2), "{html}");
    assert!(!html.contains("name=\"submit\"") && html.contains("<fieldset disabled"));
}

#[test]
fn a_submitted_review_is_withdrawn_below_the_bar_after_a_question() {
    let page = page();
    let submitted_at = Some(page.now - TimeDelta::minutes(3));
    let page = ReviewPage { submitted_at, ..page };
    let published = html(ReviewPage { published: true, ..page.clone() });
    let html = html(page);
    let status = html.split_once("data-stored=\"Submitted\"").unwrap().1;
    assert!(status.contains("<time datetime=\"") && status.contains("\">11:57 UTC</time>"));
    assert!(!html.contains("Submit review") && !html.contains("Save draft"));
    let (bar, below) = html.split_once("Update review").unwrap();
    assert!(!bar.contains("value=\"false\""));
    let question = below.find("Your review will not count until you submit it again.").unwrap();
    assert!(question < below.find("value=\"false\"").unwrap());
    assert!(published.contains("The published results do not change."));
    assert!(!html.contains("published results"));
}

#[test]
fn a_draft_names_the_way_on_and_the_next_page_the_way_back() {
    let draft = page();
    assert!(html(draft.clone()).contains("data-lead-on=\"/judge/assignments/32?after=31\""));
    // An update stays.
    let submitted = html(ReviewPage { submitted_at: Some(draft.now), ..draft.clone() });
    assert!(!submitted.contains("data-lead-on"));
    let echo = Neighbour { assignment: AssignmentId(30), title: "Echo Tester".into() };
    let (answer, came_from) = (Answer::LedOn(echo.assignment), Some(echo));
    let next = html(ReviewPage { answer, came_from, ..draft });
    let back = "Back to <a href=\"/judge/assignments/30\">Echo Tester</a>";
    assert!(next.contains("Review submitted.") && next.contains(back), "{next}");
}

#[test]
fn after_submitting_the_main_button_leads_to_the_next_project() {
    let bar = |page: ReviewPage| {
        let html = html(page);
        let (_, bar) = html.split_once("class=\"review-actions\"").unwrap();
        bar.split_once("</div>").unwrap().0.to_owned()
    };
    let draft = page();
    assert!(!bar(draft.clone()).contains("review-onward"));
    let submitted = ReviewPage { submitted_at: Some(draft.now), ..draft };
    let next = Some(Neighbour { assignment: AssignmentId(32), title: "Kite".into() });
    let onward = bar(ReviewPage { next_to_score: next, ..submitted.clone() });
    assert!(
        onward.contains("href=\"/judge/assignments/32\" class=\"button main review-onward\""),
        "{onward}"
    );
    assert!(onward.contains("Next: Kite") && onward.contains("class=\"button review-update\""), "{onward}");
    let last = bar(ReviewPage { next_to_score: None, ..submitted.clone() });
    assert!(last.contains("href=\"/judge\"") && last.contains("All your projects"), "{last}");
    // An update that was refused comes first.
    let refusal = Refusal::field("comment", shared::refusal::Fault::Sentence("Too long.".into()));
    let refused = bar(ReviewPage { refused: Some((true, refusal)), ..submitted });
    assert!(refused.contains("class=\"button main review-update\""), "{refused}");
    assert!(!refused.contains("Next"), "{refused}");
}

#[test]
fn a_scale_names_its_ends_and_shows_the_first_sentence_of_its_guide() {
    let mut page = page();
    page.criteria[0].guidance = "It works. 1 = broken, 5 = ready.".into();
    page.criteria[1] = criterion("reach", "Reach", 0, 10);
    let html = html(page);
    assert!(html.contains("<summary>It works.</summary><p>1 = broken, 5 = ready.</p>"), "{html}");
    for end in [">broken</small>", ">ready</small>", ">weak</small>", ">strong</small>"] {
        assert_eq!(html.matches(end).count(), 1, "{end}");
    }
    assert!(html.contains("/assets/scales.js"));
}

/// A task that nobody has begun.
fn task() -> JudgeTask {
    JudgeTask {
        id: AssignmentId(31),
        event: EventId(1),
        project: ProjectId(7),
        title: EVIL.into(),
        team: EVIL.into(),
        track: None,
        place: Place::default(),
        status: AssignmentStatus::Pending,
        recused_reason: String::new(),
        taken_off: false,
        voided_at: None,
        voided_submitted_at: None,
        entered_by: None,
        added_at: None,
        scores: Scores::new(),
        commented: false,
        visit: None,
        note: String::new(),
    }
}

/// An event with these tasks of the judge.
fn judged(judging: Window, draft: bool, tasks: Vec<JudgeTask>) -> JudgedEvent {
    let event = JudgingEvent {
        event: EventId(1),
        slug: "demo".into(),
        name: EVIL.into(),
        judging,
        draft,
        published: false,
        first_three: false,
        blind: false,
        time_zone: "UTC".into(),
        visit_minutes: None,
        now: DateTime::UNIX_EPOCH,
    };
    let found = EventTasks {
        event,
        tasks,
        criteria: Vec::new(),
        may_pull: false,
        results_out: false,
        by_need: false,
        panels: Vec::new(),
        new_link: None,
        first_three: None,
        call: None,
        may_call: false,
    };
    JudgedEvent { found, clock: None, call: CallState::default() }
}

/// The list of a judge of these events.
fn list(events: Vec<JudgedEvent>, prefetch: bool) -> String {
    let (now, seen) = (DateTime::UNIX_EPOCH, SeenOrder::Walk);
    let page =
        JudgePage { now, person: 3, events, prefetch, seen, came_from: None, aside: None, refused: "" };
    render(Chrome { version: "9".into(), ..Chrome::default() }, || judge_page(page))
}

/// Judging has begun, and nobody knows when it ends.
const OPEN: Window = Window { open: Some(DateTime::UNIX_EPOCH), close: None };

fn main_buttons(page: &str) -> Vec<String> {
    let (_, main) = page.split_once("<main").unwrap();
    let main = main.split("</main>").next().unwrap().replace("<!>", "");
    let buttons = main.split("class=\"button main").skip(1);
    let label = |button: &str| button.split_once('>').unwrap().1.split("</").next().unwrap().to_owned();
    buttons.map(label).collect()
}

#[test]
fn a_judges_page_has_one_main_button() {
    let named = |id: i64, title: &str, added: i64| JudgeTask {
        id: AssignmentId(id),
        title: title.into(),
        added_at: (added > 0).then(|| DateTime::UNIX_EPOCH + TimeDelta::minutes(added)),
        ..task()
    };
    let (tide, lamp, kite) = (named(31, "Tide", 0), named(40, "Lamp", 1), named(41, "Kite", 2));
    let two = || judged(OPEN, false, vec![tide.clone(), lamp.clone(), kite.clone()]);
    let pulls = |tasks| {
        let mut event = judged(OPEN, false, tasks);
        event.found.may_pull = true;
        event
    };
    let added = list(vec![two()], false).replace("<!>", "");
    assert!(
        added.contains("An organizer gave you 2 projects.") && added.contains("One of them is"),
        "{added}"
    );
    // What was added is no second thing to begin with.
    assert!(!added.contains("Begin with"), "{added}");
    assert_eq!(main_buttons(&added), ["Start with Tide"]);
    let closed = Window { open: None, close: Some(DateTime::UNIX_EPOCH) };
    let aside = JudgeTask { status: AssignmentStatus::Recused, ..task() };
    for (events, one) in [
        (vec![two(), two()], "Start with Tide"),
        (vec![judged(closed, false, vec![task()]), two()], "Start with Tide"),
        (vec![pulls(Vec::new()), two()], "Take a project"),
        (vec![pulls(vec![tide.clone()]), pulls(Vec::new())], "Take another project"),
        (vec![pulls(vec![aside]), two()], "Take another project"),
    ] {
        assert_eq!(main_buttons(&list(events, false)), [one]);
    }
    // The form of a review has it, also where another project can be taken.
    let now = page().now;
    let marked = Some(Visit { mark: VisitMark::Absent, at: now });
    let missed = ReviewPage {
        answer: Answer::Marked,
        visit: VisitState { marked, ..VisitState::default() },
        ..page()
    };
    let last = ReviewPage { submitted_at: Some(now), next_to_score: None, ..page() };
    for (page, one) in [(missed, "Submit review"), (last, "<span>All your projects")] {
        let html = html(page);
        assert!(html.contains("Take another project"), "{html}");
        assert_eq!(main_buttons(&html), [one], "{html}");
    }
}

#[test]
fn the_list_has_the_forms_code_fetched_while_judging_is_open() {
    let list = |judging: Window, prefetch: bool, draft: bool| {
        list(vec![judged(judging, draft, vec![task()])], prefetch)
    };
    let open = OPEN;
    let closed = Window { open: None, close: Some(DateTime::UNIX_EPOCH) };
    assert!(list(open, true, false).contains(r#" data-next="evenhand""#));
    assert!(!list(open, false, false).contains("data-next"));
    assert!(!list(closed, true, false).contains("data-next"));
    // In a draft nothing is open, whatever its times say.
    let draft = list(open, true, true);
    assert!(!draft.contains("data-next") && !draft.contains("Start with"), "{draft}");
    assert!(draft.contains("This event is a draft and not open yet."), "{draft}");
    // A device fetches a kept review again where the list names another window than the review does.
    for (judging, draft, mark) in [(open, false, "0/"), (closed, false, "/0"), (open, true, "0//draft")] {
        let mark = format!(" data-window=\"{mark}\"");
        let review = html(ReviewPage { judging, draft, ..page() });
        assert!(review.contains(&mark), "{review}");
        assert!(list(judging, true, draft).contains(&mark), "{mark}");
    }
}
