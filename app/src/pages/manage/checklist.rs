//! What an event still needs before each of its windows opens. A line is one function: it looks at the facts, and says what
//! is missing and where that is mended, or nothing.

use super::opening::opening_line;
use super::tabs::ManageTab;
use crate::prelude::*;
use model::checklist::SetupNumbers;
use shared::rules::VotingMode;
use shared::window::{Phase, Window};
use words::{relative, stamp};

/// What the lines look at.
#[derive(Clone, Debug)]
pub struct Checklist {
    pub now: DateTime<Utc>,
    pub slug: String,
    /// When projects may be submitted.
    pub submissions: Window,
    /// When reviews may be saved.
    pub judging: Window,
    /// When ballots may be cast.
    pub voting: Window,
    /// How the community votes.
    pub voting_mode: VotingMode,
    /// Results are published.
    pub published: bool,
    pub setup: SetupNumbers,
    /// How many judges each project should get.
    pub reviews_per_project: i64,
    /// How many projects are.
    pub submitted: i64,
    /// Assigned reviews that are not in.
    pub reviews_missing: i64,
    /// The latest calibration run, and whether another would say the same; the latter none where this organizer may not know.
    pub last_run: Option<(i32, Option<bool>)>,
    /// Prizes whose winners nobody confirmed.
    pub prizes_open: i64,
    /// Panels of which somebody gave no order.
    pub panels_unfinished: i64,
    /// Projects with facts at which nobody has looked.
    pub evidence_waiting: i64,
    /// This organizer may run and publish a calibration.
    pub may_publish: bool,
    /// Until when results are provisional, and how many things that winners owe are not ticked; none where they are not.
    pub provisional: Option<(DateTime<Utc>, usize)>,
}

/// Something that is missing, or worth a look.
struct Missing {
    sentence: String,
    /// Where it is mended: label and address; none where this organizer may not.
    link: Option<(&'static str, String)>,
    /// Without it, the stage cannot work.
    needed: bool,
}

/// A line of the list.
type Line = fn(&Checklist) -> Option<Missing>;

const BEFORE_SUBMISSIONS: &[Line] = &[submissions_window, description, tracks, rubric_for_teams];
const BEFORE_JUDGING: &[Line] = &[
    judging_window,
    judging_after_submissions,
    criteria,
    projects,
    judges,
    enough_judges,
    judging_members,
    invitations_unsent,
    invitations_waiting,
    free_organizer,
    undecided_repeats,
    evidence_waiting,
    assignments,
];
const BEFORE_VOTING: &[Line] = &[voting_window, voting_after_submissions, voting_codes];
/// What is left between the close of judging and the results.
const BEFORE_RESULTS: &[Line] = &[reviews_missing, panels_unfinished, prizes_open, ceremony, ranking];

impl Checklist {
    fn settings(&self, path: &str) -> String {
        format!("{}{path}", ManageTab::Settings.href(&self.slug))
    }

    fn page(&self, path: &str) -> String {
        format!("/events/{}/manage/{path}", self.slug)
    }
}

fn needed(sentence: impl Into<String>, label: &'static str, href: String) -> Option<Missing> {
    Some(Missing { sentence: sentence.into(), link: Some((label, href)), needed: true })
}

fn advised(sentence: impl Into<String>, label: &'static str, href: String) -> Option<Missing> {
    Some(Missing { sentence: sentence.into(), link: Some((label, href)), needed: false })
}

/// The phase of a window: none is open in a draft.
fn phase(list: &Checklist, window: Window) -> Phase {
    match window.phase(list.now) {
        Phase::Open if this_event().draft => Phase::NotYet,
        phase => phase,
    }
}

/// What is missing in a window.
fn window_gap(list: &Checklist, window: Window, name: &str, one: bool) -> Option<Missing> {
    let (has, close) = if one { ("has", "closes") } else { ("have", "close") };
    let opens = match (this_event().draft, one) {
        (false, true) => "It is open now",
        (false, false) => "They are open now",
        (true, true) => "It opens with the event",
        (true, false) => "They open with the event",
    };
    let set = list.settings("#windows");
    match (window.open, window.close) {
        (None, None) => {
            needed(format!("{name} {has} no times. {opens} and never {close}."), "Set the times", set)
        }
        (Some(_), None) => advised(format!("{name} {has} no closing time."), "Set the close", set),
        (None, Some(_)) => advised(format!("{name} {has} no opening time. {opens}."), "Set the opening", set),
        (Some(_), Some(_)) => None,
    }
}

fn submissions_window(list: &Checklist) -> Option<Missing> {
    window_gap(list, list.submissions, "Submissions", false)
}

fn description(list: &Checklist) -> Option<Missing> {
    let missing = advised("The event has no description.", "Write one", list.settings("#event"));
    missing.filter(|_| !list.setup.described)
}

fn tracks(list: &Checklist) -> Option<Missing> {
    let sentence = "There are no tracks. Without any, all projects are in one list.";
    advised(sentence, "Add tracks", list.settings("/tracks")).filter(|_| list.setup.tracks == 0)
}

/// It is also what judging needs, and one line is enough.
fn rubric_for_teams(list: &Checklist) -> Option<Missing> {
    let sentence =
        "There are no criteria: teams can’t see what judges score, and judges have nothing to score.";
    needed(sentence, "Add criteria", list.settings("/criteria")).filter(|_| list.setup.criteria == 0)
}

fn free_organizer(list: &Checklist) -> Option<Missing> {
    let sentence = "Every organizer takes part in this event, so nobody can assign projects, calibrate or publish the results. Invite an organizer who takes no part.";
    needed(sentence, "Invite an organizer", list.page("people/invite"))
        .filter(|_| list.setup.nobody_free && !list.published)
}

/// It comes first, in every stage and after the results.
fn confirmation_waits(list: &Checklist) -> Option<Missing> {
    let sentence = "An organizer asks for something that waits for a second organizer.";
    needed(sentence, "Look at it", list.page("second-organizer")).filter(|_| list.setup.confirmation_waits)
}

/// As long as there are not two, nothing that the event asks a second one for can be done.
fn nobody_confirms(list: &Checklist) -> Option<Missing> {
    let sentence = "This event asks a second organizer before results are published, and there are not two who could confirm for each other.";
    needed(sentence, "Mend it", list.page("second-organizer")).filter(|_| list.setup.nobody_confirms)
}

/// It is said in every stage, and after the results.
fn log_alarm(list: &Checklist) -> Option<Missing> {
    let sentence = "A witness says that rows of the audit log were removed or changed. Keep the exports and signed heads that you have, and compare them with the log.";
    let link = list.may_publish.then(|| ("Audit log", list.page("audit")));
    Some(Missing { sentence: sentence.into(), link, needed: true }).filter(|_| list.setup.log_alarm)
}

fn judging_window(list: &Checklist) -> Option<Missing> {
    window_gap(list, list.judging, "Judging", true)
}

fn judging_after_submissions(list: &Checklist) -> Option<Missing> {
    let early = match (list.submissions.close, list.judging.open) {
        (Some(close), Some(open)) => open < close,
        (None, Some(_)) => true,
        (_, None) => false,
    };
    let sentence = "Judging opens before submissions close: teams can change what judges have read.";
    advised(sentence, "Change the times", list.settings("#windows")).filter(|_| early)
}

fn criteria(list: &Checklist) -> Option<Missing> {
    let sentence = "There are no criteria: judges have nothing to score.";
    let said_above = list.submissions.phase(list.now) != Phase::Closed;
    needed(sentence, "Add criteria", list.settings("/criteria"))
        .filter(|_| list.setup.criteria == 0 && !said_above)
}

fn projects(list: &Checklist) -> Option<Missing> {
    let sentence = "There are no projects yet. Teams submit them, or you import a list.";
    advised(sentence, "Import projects", list.page("from-file?what=projects")).filter(|_| list.submitted == 0)
}

fn judges(list: &Checklist) -> Option<Missing> {
    needed("There are no judges.", "Invite judges", list.page("people/invite"))
        .filter(|_| list.setup.judges == 0)
}

fn enough_judges(list: &Checklist) -> Option<Missing> {
    let few = list.setup.judges > 0 && list.setup.judges < list.reviews_per_project;
    let sentence = format!(
        "{} can’t give each project {}.",
        plural(list.setup.judges, "judge", "judges"),
        plural(list.reviews_per_project, "review", "reviews")
    );
    needed(sentence, "Invite more judges", list.page("people/invite")).filter(|_| few)
}

fn judging_members(list: &Checklist) -> Option<Missing> {
    let (names, one) = (&list.setup.judging_members, list.setup.judging_members.len() == 1);
    let sentence = format!(
        "{} {} on a team, or {} invited to. Nobody judges their own team.",
        and_list(names),
        if one { "judges and is" } else { "judge and are" },
        if one { "is" } else { "are" }
    );
    advised(sentence, "See the judges", list.page("people?role=judge")).filter(|_| !names.is_empty())
}

fn invitations_unsent(list: &Checklist) -> Option<Missing> {
    let words = plural(list.setup.invitations_unsent, "invitation has", "invitations have");
    advised(format!("{words} no link yet."), "Hand them out", list.page("people/invitations?state=not_sent"))
        .filter(|_| list.setup.invitations_unsent > 0)
}

fn invitations_waiting(list: &Checklist) -> Option<Missing> {
    let words = plural(list.setup.invitations_waiting, "invitation waits", "invitations wait");
    advised(format!("{words} for an answer."), "See who", list.page("people/invitations"))
        .filter(|_| list.setup.invitations_waiting > 0)
}

fn undecided_repeats(list: &Checklist) -> Option<Missing> {
    let words = plural(list.setup.undecided, "project is", "projects are");
    let sentence = format!("{words} flagged as a repeat, and no organizer has decided yet.");
    advised(sentence, "Decide", list.page("projects/duplicates")).filter(|_| list.setup.undecided > 0)
}

fn assignments(list: &Checklist) -> Option<Missing> {
    let missing = list.setup.assigned == 0 && list.submitted > 0;
    let sentence = format!(
        "{} submitted, and none is assigned to a judge.",
        plural(list.submitted, "project is", "projects are")
    );
    needed(sentence, "Assign projects", list.page("assignments/plan")).filter(|_| missing)
}

fn voting_window(list: &Checklist) -> Option<Missing> {
    window_gap(list, list.voting, "The vote", true)
}

fn voting_after_submissions(list: &Checklist) -> Option<Missing> {
    let early = list.submissions.close.zip(list.voting.open).is_some_and(|(close, open)| open < close);
    let sentence = "The vote opens before submissions close: late projects get fewer votes.";
    advised(sentence, "Change the times", list.settings("#windows")).filter(|_| early)
}

fn voting_codes(list: &Checklist) -> Option<Missing> {
    let missing = list.voting_mode == VotingMode::Code && list.setup.codes == 0;
    needed("There are no voting codes.", "Create codes", list.page("voting")).filter(|_| missing)
}

fn reviews_missing(list: &Checklist) -> Option<Missing> {
    let words = plural(list.reviews_missing, "assigned review is", "assigned reviews are");
    advised(format!("{words} missing."), "See which", ManageTab::Board.href(&list.slug))
        .filter(|_| list.reviews_missing > 0)
        .map(|missing| Missing { link: missing.link.filter(|_| list.may_publish), ..missing })
}

fn evidence_waiting(list: &Checklist) -> Option<Missing> {
    let words = plural(list.evidence_waiting, "project has", "projects have");
    let sentence = format!("{words} facts that nobody has looked at.");
    advised(sentence, "Look at them", ManageTab::Evidence.href(&list.slug))
        .filter(|_| list.evidence_waiting > 0)
}

fn panels_unfinished(list: &Checklist) -> Option<Missing> {
    let words = plural(list.panels_unfinished, "panel has", "panels have");
    advised(format!("{words} not given all orders."), "See which", ManageTab::Prizes.href(&list.slug))
        .filter(|_| list.panels_unfinished > 0)
}

fn prizes_open(list: &Checklist) -> Option<Missing> {
    let words = plural(list.prizes_open, "prize has", "prizes have");
    advised(format!("{words} no winners yet."), "Confirm winners", ManageTab::Winners.href(&list.slug))
        .filter(|_| list.prizes_open > 0)
}

/// Once the winners are known, and before everybody can read them.
fn ceremony(list: &Checklist) -> Option<Missing> {
    let known = this_event().prizes && list.prizes_open == 0 && list.last_run.is_some();
    let sentence = "Announce the winners in the hall before you publish them.";
    advised(sentence, "Open the ceremony", ManageTab::Ceremony.href(&list.slug))
        .filter(|_| known && list.may_publish)
}

/// What winners owe while results are provisional. That its day has passed changes nothing by itself.
fn winners_owe(list: &Checklist) -> Option<Missing> {
    let (until, missing) = list.provisional?;
    let things = plural(missing, "thing that winners owe is", "things that winners owe are");
    let sentence = match (missing, until > list.now) {
        (0, _) => "Winners have shown all that they owe. Make the results final.".to_owned(),
        (_, true) => format!("{things} missing. Winners have until {}.", stamp(until)),
        (_, false) => format!("{things} missing, and the time for it ended on {}.", stamp(until)),
    };
    needed(sentence, "See what winners owe", format!("{}#duties", ManageTab::Winners.href(&list.slug)))
}

/// An organizer who takes part can’t answer or tick, and the command line publishes results without any organizer.
fn nobody_answers(list: &Checklist) -> Option<Missing> {
    let sentence = "Every organizer takes part in this event, so nobody can answer questions about the results or tick what winners have shown. Invite an organizer who takes no part.";
    needed(sentence, "Invite an organizer", list.page("people/invite")).filter(|_| list.setup.nobody_free)
}

/// An answer is what people wait for; without a day, nobody can ask.
fn questions(list: &Checklist) -> Option<Missing> {
    let (waiting, page) = (list.setup.questions_waiting, list.page("questions"));
    if waiting > 0 {
        let words = plural(waiting, "question about the results waits", "questions about the results wait");
        return needed(format!("{words} for an answer."), "Answer", page);
    }
    advised("Nobody can ask about the results yet.", "Choose until when", page)
        .filter(|_| !list.setup.takes_questions && !list.setup.nobody_free)
}

/// What is left once the results are published.
fn thanks(list: &Checklist) -> Option<Missing> {
    advised("Thank judges and teams with a notice.", "Write a notice", ManageTab::Notices.href(&list.slug))
}

/// Never nothing: until the results are published, that is missing.
fn ranking(list: &Checklist) -> Option<Missing> {
    let (sentence, label) = match list.last_run {
        None => ("Judging is over, and no calibration has run yet.".to_owned(), "Run the calibration"),
        Some((run, Some(false))) => (format!("Reviews changed after run {run}."), "Run it again"),
        Some((run, _)) => (format!("Run {run} is ready and not published."), "Check it and publish"),
    };
    let link = list.may_publish.then(|| (label, ManageTab::Calibration.href(&list.slug)));
    Some(Missing { sentence, link, needed: true })
}

/// A stage of the event: its names, its window, and its lines.
struct Stage {
    /// `judging opens`; empty for what begins when another stage ends.
    opens: &'static str,
    /// `Judging is open`.
    open: &'static str,
    window: Window,
    lines: &'static [Line],
}

/// The stages that are not over.
fn stages(list: &Checklist) -> Vec<Stage> {
    let votes = list.voting_mode != VotingMode::Off;
    let stage = |opens, open, window, lines| Stage { opens, open, window, lines };
    let stages = [
        (true, stage("submissions open", "Submissions are open", list.submissions, BEFORE_SUBMISSIONS)),
        (true, stage("judging opens", "Judging is open", list.judging, BEFORE_JUDGING)),
        (votes, stage("the vote opens", "The vote is open", list.voting, BEFORE_VOTING)),
    ];
    let ahead = stages.into_iter().filter(|(shown, of)| *shown && of.window.phase(list.now) != Phase::Closed);
    let mut ahead: Vec<_> = ahead.map(|(_, of)| of).collect();
    if list.judging.phase(list.now) == Phase::Closed {
        let always = Window { open: None, close: None };
        ahead.push(stage("", "Before the results are published", always, BEFORE_RESULTS));
    }
    ahead
}

/// What is missing in each stage that is not over, where anything is.
fn gaps(list: &Checklist) -> Vec<(Stage, Vec<Missing>)> {
    let missing = |of: &Stage| of.lines.iter().filter_map(|line| line(list)).collect::<Vec<_>>();
    let all = stages(list).into_iter().map(|of| (missing(&of), of));
    all.filter(|(missing, _)| !missing.is_empty()).map(|(missing, of)| (of, missing)).collect()
}

/// What an empty list means: before which stage nothing is missing, or which one is under way.
fn all_found(list: &Checklist) -> (Tone, String) {
    let stages = stages(list);
    let next = stages.iter().find(|of| phase(list, of.window) == Phase::NotYet);
    match (next, stages.first()) {
        (Some(next), _) => (Tone::Good, format!("Nothing is missing before {}.", next.opens)),
        (None, Some(now)) => (Tone::Note, format!("{}. The check list goes on when that is over.", now.open)),
        (None, None) => (Tone::Note, "Nothing is left to check.".to_owned()),
    }
}

/// Nothing is missing.
pub(super) fn is_complete(list: &Checklist) -> bool {
    let done = if list.published {
        list.provisional.is_none() && list.setup.questions_waiting == 0
    } else {
        gaps(list).is_empty() && !this_event().draft
    };
    let setup = &list.setup;
    done && !setup.log_alarm && !setup.confirmation_waits && !setup.nobody_confirms
}

/// The list. It ends with the thanks after publishing.
pub(super) fn checklist(list: &Checklist) -> AnyView {
    let all: Vec<AnyView> = gaps(list).into_iter().map(|(of, missing)| section(list, &of, missing)).collect();
    let first = [confirmation_waits(list), nobody_confirms(list), log_alarm(list)];
    let first: Vec<Missing> = first.into_iter().flatten().collect();
    // Once judges are at work, that the event is open goes without saying.
    let opening = (this_event().draft || list.judging.phase(list.now) == Phase::NotYet) && !list.published;
    let opening = opening.then(opening_line);
    let body = if list.published {
        let after = [nobody_answers(list), winners_owe(list), questions(list), thanks(list)];
        view! { <h3>"After the results"</h3>{lines(after.into_iter().flatten())} }
    } else if all.is_empty() {
        let (tone, title) = all_found(list);
        view! { <Notice tone title/> }
    } else {
        view! { {all} }
    };
    view! {
        <section aria-labelledby="check">
            <h2 id="check">"Check list"</h2>
            {(!first.is_empty()).then(|| lines(first))}
            {opening}
            {body}
        </section>
    }
}

fn section(list: &Checklist, of: &Stage, missing: Vec<Missing>) -> AnyView {
    let title = match of.window.open.filter(|open| *open > list.now) {
        Some(at) => format!("Before {}, {} ({})", of.opens, stamp(at), relative(at, list.now)),
        None if phase(list, of.window) == Phase::NotYet && !of.opens.is_empty() => {
            format!("Before {}", of.opens)
        }
        None => of.open.to_owned(),
    };
    view! { <h3>{show_moments(&title)}</h3>{lines(missing)} }
}

fn lines(missing: impl IntoIterator<Item = Missing>) -> AnyView {
    let lines: Vec<_> = missing
        .into_iter()
        .map(|Missing { sentence, link, needed }| {
            let sign = if needed { Sign::Alert } else { Sign::Info };
            let link = link.map(|(label, href)| view! { " "<a href=href>{label}</a> });
            view! { <li><Icon sign/><p>{show_moments(&sentence)}{link}</p></li> }
        })
        .collect();
    view! { <ul class="manage-matters">{lines}</ul> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    /// A list of an event that has all it needs, `hours` before judging opens; judging is open for two hours.
    fn list(hours: i64) -> Checklist {
        let now = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
        let window = |open: i64, close: i64| Window {
            open: Some(now + TimeDelta::hours(open)),
            close: Some(now + TimeDelta::hours(close)),
        };
        Checklist {
            now,
            slug: "demo".into(),
            submissions: window(hours - 9, hours - 1),
            judging: window(hours, hours + 2),
            voting: window(0, 0),
            voting_mode: VotingMode::Off,
            published: false,
            setup: SetupNumbers {
                described: true,
                tracks: 1,
                criteria: 2,
                judges: 3,
                assigned: 12,
                ..SetupNumbers::default()
            },
            reviews_per_project: 3,
            submitted: 4,
            reviews_missing: 0,
            last_run: None,
            prizes_open: 0,
            panels_unfinished: 0,
            evidence_waiting: 0,
            may_publish: true,
            provisional: None,
        }
    }

    #[test]
    fn an_empty_list_says_what_it_is_empty_of() {
        assert_eq!(all_found(&list(2)), (Tone::Good, "Nothing is missing before judging opens.".into()));
        let open = "Judging is open. The check list goes on when that is over.";
        assert_eq!(all_found(&list(-1)), (Tone::Note, open.into()));
    }

    #[test]
    fn facts_wait_on_the_list_until_judging_is_over() {
        let waiting = |hours| {
            let list = Checklist { evidence_waiting: 2, ..list(hours) };
            let said = gaps(&list).into_iter().flat_map(|(_, missing)| missing);
            said.filter(|missing| missing.sentence == "2 projects have facts that nobody has looked at.")
                .count()
        };
        Owner::new().with(|| {
            provide_context(crate::pages::EventHead::default());
            assert_eq!([2, -1, -3].map(waiting), [1, 1, 0]);
        });
    }

    #[test]
    fn missing_criteria_are_named_once() {
        Owner::new().with(|| {
            provide_context(crate::pages::EventHead::default());
            // Before submissions open, while they are open, and after.
            for hours in [12, 5, 1] {
                let mut none = list(hours);
                none.setup.criteria = 0;
                let html = checklist(&none).to_html();
                assert_eq!(html.matches("There are no criteria").count(), 1, "{hours}: {html}");
            }
        });
    }

    #[test]
    fn an_alarm_of_a_witness_is_said_in_every_stage() {
        Owner::new().with(|| {
            provide_context(crate::pages::EventHead::default());
            let alarm = "A witness says that rows of the audit log were removed or changed.";
            for (hours, published) in [(12, false), (-1, false), (-3, true)] {
                let mut seen = list(hours);
                seen.published = published;
                assert!(!checklist(&seen).to_html().contains(alarm));
                seen.setup.log_alarm = true;
                assert!(checklist(&seen).to_html().contains(alarm) && !is_complete(&seen), "{hours}");
                seen.setup.log_alarm = false;
                // What waits for a second organizer comes before everything else.
                let before = checklist(&seen).to_html();
                seen.setup.confirmation_waits = true;
                let html = checklist(&seen).to_html();
                let at = html.find("waits for a second organizer").unwrap();
                assert!(at < html.find("<h3").unwrap_or(html.len()) && !before.contains("second organizer"));
                assert!(!is_complete(&seen) && html.contains("manage/second-organizer"));
                seen.setup.nobody_confirms = true;
                assert!(checklist(&seen).to_html().contains("there are not two"));
            }
        });
    }

    #[test]
    fn an_event_without_projects_leads_to_their_import() {
        Owner::new().with(|| {
            provide_context(crate::pages::EventHead::default());
            let mut early = list(2);
            let import = "href=\"/events/demo/manage/from-file?what=projects\"";
            assert!(!checklist(&early).to_html().contains(import));
            early.submitted = 0;
            assert!(checklist(&early).to_html().contains(import));
        });
    }

    #[test]
    fn the_list_goes_on_to_the_ceremony_and_the_thanks() {
        Owner::new().with(|| {
            provide_context(crate::pages::EventHead { prizes: true, ..crate::pages::EventHead::default() });
            let announce = "Announce the winners in the hall before you publish them.";
            let mut closed = list(-3);
            closed.last_run = Some((2, Some(true)));
            assert!(checklist(&closed).to_html().contains(announce));
            closed.prizes_open = 1;
            assert!(!checklist(&closed).to_html().contains(announce));
            (closed.prizes_open, closed.published) = (0, true);
            let after = checklist(&closed).to_html();
            assert!(after.contains("Thank judges and teams with a notice.") && !after.contains(announce));
            assert!(!after.contains("winners owe") && is_complete(&closed));
            for (hours, missing, said) in [
                (1, 2, "2 things that winners owe are missing. Winners have until"),
                (-1, 1, "1 thing that winners owe is missing, and the time for it ended on"),
                (-1, 0, "Make the results final."),
            ] {
                closed.provisional = Some((closed.now + TimeDelta::hours(hours), missing));
                let after = checklist(&closed).to_html();
                assert!(after.contains(said) && after.contains("manage/deliberation#duties"), "{after}");
                assert!(!is_complete(&closed));
            }
            assert!(after.contains("Nobody can ask about the results yet."));
            closed.setup.nobody_free = true;
            let after = checklist(&closed).to_html();
            assert!(
                after.contains("Invite an organizer who takes no part.") && !after.contains("Nobody can ask")
            );
            closed.setup.nobody_free = false;
            closed.provisional = None;
            assert!(is_complete(&closed));
            (closed.setup.takes_questions, closed.setup.questions_waiting) = (true, 2);
            assert!(!is_complete(&closed));
            assert!(
                checklist(&closed).to_html().contains("2 questions about the results wait for an answer.")
            );
            closed.provisional = None;
            assert!(!is_complete(&closed), "a question waits");
        });
    }

    #[test]
    fn nothing_is_complete_between_the_close_and_the_results() {
        let said = |list: &Checklist| -> Vec<String> {
            gaps(list).into_iter().flat_map(|(_, missing)| missing).map(|missing| missing.sentence).collect()
        };
        let mut closed = list(-3);
        assert_eq!(said(&closed), ["Judging is over, and no calibration has run yet."]);
        closed.last_run = Some((2, Some(true)));
        (closed.reviews_missing, closed.prizes_open, closed.panels_unfinished) = (28, 6, 1);
        let all = [
            "28 assigned reviews are missing.",
            "1 panel has not given all orders.",
            "6 prizes have no winners yet.",
            "Run 2 is ready and not published.",
        ];
        assert_eq!(said(&closed), all);
        assert!(!is_complete(&closed));
        closed.published = true;
        assert!(is_complete(&closed));
    }
}
