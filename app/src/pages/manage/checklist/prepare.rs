//! What is missing before submissions, judging and the vote open.

use super::{Line, Missing, advised, counted, invite, needed, nobody_free, page, settings, tab};
use crate::prelude::*;
use model::overview::Overview;
use shared::board::ForAll;
use shared::rules::VotingMode;
use shared::visiting_time::{RoundPace, TimeForVisits};

pub(super) const SUBMISSIONS: &[Line] = &[submissions_window, description, tracks, rubric_for_teams];
pub(super) const JUDGING: &[Line] = &[
    judging_window,
    judging_after_submissions,
    criteria,
    nobody_votes,
    projects,
    judges,
    enough_judges,
    judging_members,
    finals_cards,
    invitations_unsent,
    invitations_waiting,
    free_organizer,
    undecided_repeats,
    trackless,
    evidence_waiting,
    possible_conflicts,
    places,
    unplaced,
    assignments,
    visits_do_not_fit,
    nobody_takes,
];
pub(super) const VOTING: &[Line] = &[voting_window, voting_after_submissions, voting_codes, voting_mail];

/// Where the times of submissions and of judging are, on the page of settings.
const TIMES: &str = "#windows";
/// Those of the vote are folded there: the name of a field in it opens the fold.
const VOTE_TIMES: &str = "#voting_open";

/// What is missing in a window, whose times are set at `times`.
fn window_gap(list: &Overview, window: Window, (name, one): (&str, bool), times: &str) -> Option<Missing> {
    let (has, close) = if one { ("has", "closes") } else { ("have", "close") };
    let opens = match (list.at.facts.event.draft, one) {
        (false, true) => "It is open now",
        (false, false) => "They are open now",
        (true, true) => "It opens with the event",
        (true, false) => "They open with the event",
    };
    let set = settings(list, times);
    match (window.open, window.close) {
        (None, None) => {
            needed(true, format!("{name} {has} no times. {opens} and never {close}."), "Set the times", set)
        }
        (Some(_), None) => advised(true, format!("{name} {has} no closing time."), "Set the close", set),
        (None, Some(_)) => {
            advised(true, format!("{name} {has} no opening time. {opens}."), "Set the opening", set)
        }
        (Some(_), Some(_)) => None,
    }
}

fn submissions_window(list: &Overview) -> Option<Missing> {
    window_gap(list, list.at.facts.event.submissions, ("Submissions", false), TIMES)
}

fn description(list: &Overview) -> Option<Missing> {
    let sentence = "The event has no description.";
    advised(!list.numbers.setup.described, sentence, "Write one", settings(list, "#event"))
}

fn tracks(list: &Overview) -> Option<Missing> {
    let sentence = "There are no tracks. Without any, all projects are in one list.";
    advised(
        list.numbers.setup.tracks == 0,
        sentence,
        "Add tracks",
        settings(list, "/criteria?tracks=#tracks"),
    )
}

/// It is also what judging needs, and one line is enough.
fn rubric_for_teams(list: &Overview) -> Option<Missing> {
    no_criteria(list, "teams can’t see what judges score, and judges have nothing to score")
}

fn criteria(list: &Overview) -> Option<Missing> {
    // While teams submit, the line above says it.
    let over = list.at.facts.event.submissions.phase(list.at.now) == Phase::Closed;
    no_criteria(list, "judges have nothing to score").filter(|_| over)
}

fn no_criteria(list: &Overview, so: &str) -> Option<Missing> {
    let sentence = format!("There are no criteria: {so}.");
    needed(list.numbers.setup.criteria == 0, sentence, "Add criteria", tab(list, ManageTab::Criteria))
}

/// Such a prize finds no winner by its rule. An event with a vote has a stage of its own for what that needs.
fn nobody_votes(list: &Overview) -> Option<Missing> {
    let (n, settings) = (list.numbers.prizes_by_vote, settings(list, "#voting_mode"));
    let prizes = plural(n, "prize goes", "prizes go");
    let sentence = format!("{prizes} to the most community votes, and this event has no vote.");
    let off = list.at.facts.event.voting_mode == VotingMode::Off;
    needed(n > 0 && off, sentence, "Choose how people vote", settings)
}

fn free_organizer(list: &Overview) -> Option<Missing> {
    nobody_free(list, "assign projects, calibrate or publish the results")
        .filter(|_| !list.at.facts.event.published)
}

fn judging_window(list: &Overview) -> Option<Missing> {
    window_gap(list, list.at.facts.event.judging, ("Judging", true), TIMES)
}

fn judging_after_submissions(list: &Overview) -> Option<Missing> {
    let event = &list.at.facts.event;
    let early = match (event.submissions.close, event.judging.open) {
        (Some(close), Some(open)) => open < close,
        (None, Some(_)) => true,
        (_, None) => false,
    };
    let sentence = "Judging opens before submissions close: teams can change what judges have read.";
    advised(early, sentence, "Change the times", settings(list, TIMES))
}

fn projects(list: &Overview) -> Option<Missing> {
    let sentence = "No project is submitted yet. Teams submit them, or you import a list.";
    advised(
        list.numbers.counts.submitted == 0,
        sentence,
        "Import projects",
        page(list, "from-file?what=projects"),
    )
}

fn judges(list: &Overview) -> Option<Missing> {
    needed(list.numbers.setup.judges == 0, "There are no judges.", "Invite judges", invite(list))
}

fn enough_judges(list: &Overview) -> Option<Missing> {
    let (setup, counts) = (&list.numbers.setup, &list.numbers.counts);
    let few = setup.judges > 0 && setup.judges < counts.reviews_per_project;
    let sentence = format!(
        "{} can’t give each project {}.",
        plural(setup.judges, "judge", "judges"),
        plural(counts.reviews_per_project, "review", "reviews")
    );
    needed(few, sentence, "Invite more judges", invite(list))
}

fn judging_members(list: &Overview) -> Option<Missing> {
    let (names, one) = (&list.numbers.setup.judging_members, list.numbers.setup.judging_members.len() == 1);
    let (is, be) = if one { ("is", "a judge and a team member") } else { ("are", "judges and team members") };
    let sentence =
        format!("{} {is} both {be}, or invited to be. Nobody can judge their own team.", and_list(names));
    advised(!names.is_empty(), sentence, "See the judges", page(list, "people?role=judge"))
}

/// What opened the first event to a judge opens no other one, and nobody tells them. The first review says that they came.
fn finals_cards(list: &Overview) -> Option<Missing> {
    let nobody_came = list.numbers.setup.judges > 0 && list.numbers.counts.done == 0;
    let sentence = "Judges who joined the first event with a link or a card need a new card for the finals.";
    let cards = page(list, "people/invitations?cards=#cards");
    advised(this_event().finals_of.is_some() && nobody_came, sentence, "Print judges’ cards", cards)
}

fn invitations_unsent(list: &Overview) -> Option<Missing> {
    let (n, page) = (list.numbers.setup.invitations_unsent, page(list, "people/invitations?state=not_sent"));
    let label = if n == 1 { "Hand it out" } else { "Hand them out" };
    counted(n, ("invitation has", "invitations have"), "no link yet.", label, page)
}

fn invitations_waiting(list: &Overview) -> Option<Missing> {
    let (n, page) = (list.numbers.setup.invitations_waiting, page(list, "people/invitations"));
    counted(n, ("invitation waits", "invitations wait"), "for an answer.", "See who", page)
}

fn undecided_repeats(list: &Overview) -> Option<Missing> {
    let (n, page) = (list.numbers.setup.undecided, page(list, "projects/duplicates"));
    let flagged = ("project is flagged as a repeat", "projects are flagged as repeats");
    counted(n, flagged, "and no organizer has decided yet.", "Decide", page)
}

/// A list that was read again changes the tracks of projects; teams can do it until submissions close.
fn trackless(list: &Overview) -> Option<Missing> {
    let (n, import) = (list.numbers.setup.trackless, page(list, "from-file?what=projects"));
    counted(n, ("project is", "projects are"), "in no track.", "Import a list with tracks", import)
}

fn evidence_waiting(list: &Overview) -> Option<Missing> {
    let (n, page) = (list.numbers.evidence_waiting, tab(list, ManageTab::Evidence));
    let rest = "facts that nobody has looked at.";
    counted(n, ("project has", "projects have"), rest, "Look at them", page)
}

/// A plan keeps apart only what is declared, and a review of such a pair counts until it is.
fn possible_conflicts(list: &Overview) -> Option<Missing> {
    let (n, page) = (list.numbers.suggested_conflicts, page(list, "assignments?conflicts="));
    let pairs = ("pair of judge and project looks", "pairs of judge and project look");
    counted(n, pairs, "like a conflict of interest.", "Settle them", page).filter(|_| list.withheld.is_none())
}

/// Places come before the plan, which deals each judge's round over the floor. Once that is written, the line is gone: not
/// every event has a hall.
fn places(list: &Overview) -> Option<Missing> {
    let (setup, counts) = (&list.numbers.setup, &list.numbers.counts);
    let missing = setup.placed == 0 && setup.assigned == 0 && counts.submitted > 0;
    let sentence = "No project has a place in the hall. If judges walk to projects, give places before you plan who reviews what.";
    advised(missing, sentence, "Plan all places", page(list, "floor?plan=#plan"))
}

/// Where the event has a hall, judges don't find a project without a place: it came late, or back.
fn unplaced(list: &Overview) -> Option<Missing> {
    let (n, floor) = (list.numbers.setup.unplaced, tab(list, ManageTab::Floor));
    let label = if n == 1 { "Give it a place" } else { "Give them places" };
    counted(n, ("project has", "projects have"), "no place in the hall.", label, floor)
}

fn assignments(list: &Overview) -> Option<Missing> {
    let (setup, counts) = (&list.numbers.setup, &list.numbers.counts);
    let missing = setup.assigned == 0 && counts.submitted > 0;
    let none = if counts.submitted == 1 { "it is not" } else { "none is" };
    let submitted = plural(counts.submitted, "project is", "projects are");
    let sentence = format!("{submitted} submitted, and {none} assigned to a judge.");
    needed(missing, sentence, "Assign projects", page(list, "assignments/plan"))
}

/// By the usual pace, with which the page of a plan begins: it says so, too. Only who takes no part learns how much judges have.
fn visits_do_not_fit(list: &Overview) -> Option<Missing> {
    let (visits, event) = (&list.work.visits, &list.at.facts.event);
    let pace = RoundPace::default();
    let time = TimeForVisits::of(&visits.each, visits.minutes, pace, event.judging, list.at.now);
    let TimeForVisits::Known { fit, .. } = time else { return None };
    let plan = page(list, "assignments/plan#time");
    let missing = fit.over > 0 && list.withheld.is_none();
    advised(missing, format!("{}.", words::plan::fit(&fit)), "See the longest round", plan)
}

/// What is missing then goes to judges who are here. Before, the plan deals to those who are invited, too.
fn nobody_takes(list: &Overview) -> Option<Missing> {
    let judging = list.at.facts.event.judging.phase(list.at.now) == Phase::Open;
    let says = judging && list.withheld.is_none() && list.numbers.setup.assigned > 0;
    // That there are too few judges has a line of its own.
    let why = words::plan::untaken(list.work.of(ForAll::DealOut).untaken)
        .filter(|_| says && enough_judges(list).is_none())?;
    let sentence = format!("Some missing reviews find no judge who is here: {why}.");
    advised(true, sentence, "Invite judges", invite(list))
}

fn voting_window(list: &Overview) -> Option<Missing> {
    window_gap(list, list.at.facts.event.voting, ("The vote", true), VOTE_TIMES)
}

fn voting_after_submissions(list: &Overview) -> Option<Missing> {
    let event = &list.at.facts.event;
    let early = event.submissions.close.zip(event.voting.open).is_some_and(|(close, open)| open < close);
    let sentence = "The vote opens before submissions close: late projects get fewer votes.";
    advised(early, sentence, "Change the times", settings(list, VOTE_TIMES))
}

fn voting_codes(list: &Overview) -> Option<Missing> {
    let missing = list.at.facts.event.voting_mode == VotingMode::Code && list.numbers.setup.codes == 0;
    needed(missing, "There are no voting codes.", "Create codes", tab(list, ManageTab::Voting))
}

/// A vote by account needs confirmed addresses, and without mail each is confirmed by hand.
fn voting_mail(list: &Overview) -> Option<Missing> {
    let missing = list.at.facts.event.voting_mode == VotingMode::Account && !sends_mail();
    let sentence = "The vote is by account, but this portal sends no mail. Each new voter has to ask a site admin for a link.";
    advised(missing, sentence, "Change how people vote", settings(list, "#voting_mode"))
}
