//! What is missing before submissions, judging and the vote open.

use super::{Checklist, Line, Missing, advised, counted, needed, nobody_free};
use crate::prelude::*;
use shared::rules::VotingMode;
use shared::window::{Phase, Window};

pub(super) const SUBMISSIONS: &[Line] = &[submissions_window, description, tracks, rubric_for_teams];
pub(super) const JUDGING: &[Line] = &[
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
    places,
    assignments,
];
pub(super) const VOTING: &[Line] = &[voting_window, voting_after_submissions, voting_codes];

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
            needed(true, format!("{name} {has} no times. {opens} and never {close}."), "Set the times", set)
        }
        (Some(_), None) => advised(true, format!("{name} {has} no closing time."), "Set the close", set),
        (None, Some(_)) => {
            advised(true, format!("{name} {has} no opening time. {opens}."), "Set the opening", set)
        }
        (Some(_), Some(_)) => None,
    }
}

fn submissions_window(list: &Checklist) -> Option<Missing> {
    window_gap(list, list.submissions, "Submissions", false)
}

fn description(list: &Checklist) -> Option<Missing> {
    let sentence = "The event has no description.";
    advised(!list.setup.described, sentence, "Write one", list.settings("#event"))
}

fn tracks(list: &Checklist) -> Option<Missing> {
    let sentence = "There are no tracks. Without any, all projects are in one list.";
    advised(list.setup.tracks == 0, sentence, "Add tracks", list.settings("/tracks"))
}

/// It is also what judging needs, and one line is enough.
fn rubric_for_teams(list: &Checklist) -> Option<Missing> {
    no_criteria(list, "teams can’t see what judges score, and judges have nothing to score")
}

fn criteria(list: &Checklist) -> Option<Missing> {
    // While teams submit, the line above says it.
    let over = list.submissions.phase(list.now) == Phase::Closed;
    no_criteria(list, "judges have nothing to score").filter(|_| over)
}

fn no_criteria(list: &Checklist, so: &str) -> Option<Missing> {
    let sentence = format!("There are no criteria: {so}.");
    needed(list.setup.criteria == 0, sentence, "Add criteria", list.tab(ManageTab::Criteria))
}

fn free_organizer(list: &Checklist) -> Option<Missing> {
    nobody_free(list, "assign projects, calibrate or publish the results").filter(|_| !list.published)
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
    advised(early, sentence, "Change the times", list.settings("#windows"))
}

fn projects(list: &Checklist) -> Option<Missing> {
    let sentence = "There are no projects yet. Teams submit them, or you import a list.";
    advised(list.submitted == 0, sentence, "Import projects", list.page("from-file?what=projects"))
}

fn judges(list: &Checklist) -> Option<Missing> {
    needed(list.setup.judges == 0, "There are no judges.", "Invite judges", list.invite())
}

fn enough_judges(list: &Checklist) -> Option<Missing> {
    let few = list.setup.judges > 0 && list.setup.judges < list.reviews_per_project;
    let sentence = format!(
        "{} can’t give each project {}.",
        plural(list.setup.judges, "judge", "judges"),
        plural(list.reviews_per_project, "review", "reviews")
    );
    needed(few, sentence, "Invite more judges", list.invite())
}

fn judging_members(list: &Checklist) -> Option<Missing> {
    let (names, one) = (&list.setup.judging_members, list.setup.judging_members.len() == 1);
    let sentence = format!(
        "{} {} on a team, or {} invited to. Nobody judges their own team.",
        and_list(names),
        if one { "judges and is" } else { "judge and are" },
        if one { "is" } else { "are" }
    );
    advised(!names.is_empty(), sentence, "See the judges", list.page("people?role=judge"))
}

fn invitations_unsent(list: &Checklist) -> Option<Missing> {
    let (n, page) = (list.setup.invitations_unsent, list.page("people/invitations?state=not_sent"));
    counted(n, ("invitation has", "invitations have"), "no link yet.", "Hand them out", page)
}

fn invitations_waiting(list: &Checklist) -> Option<Missing> {
    let (n, page) = (list.setup.invitations_waiting, list.page("people/invitations"));
    counted(n, ("invitation waits", "invitations wait"), "for an answer.", "See who", page)
}

fn undecided_repeats(list: &Checklist) -> Option<Missing> {
    let (n, page) = (list.setup.undecided, list.page("projects/duplicates"));
    let rest = "flagged as a repeat, and no organizer has decided yet.";
    counted(n, ("project is", "projects are"), rest, "Decide", page)
}

fn evidence_waiting(list: &Checklist) -> Option<Missing> {
    let (n, page) = (list.evidence_waiting, list.tab(ManageTab::Evidence));
    let rest = "facts that nobody has looked at.";
    counted(n, ("project has", "projects have"), rest, "Look at them", page)
}

/// Places come before the plan, which deals each judge's round over the floor. Once that is written, the line is gone: not
/// every event has a hall.
fn places(list: &Checklist) -> Option<Missing> {
    let missing = list.setup.placed == 0 && list.setup.assigned == 0 && list.submitted > 0;
    let sentence =
        "No project has a place in the hall. If judges walk, give places first: the plan deals their rounds.";
    advised(missing, sentence, "Plan all places", list.page("floor?plan=#plan"))
}

fn assignments(list: &Checklist) -> Option<Missing> {
    let missing = list.setup.assigned == 0 && list.submitted > 0;
    let sentence = format!(
        "{} submitted, and none is assigned to a judge.",
        plural(list.submitted, "project is", "projects are")
    );
    needed(missing, sentence, "Assign projects", list.page("assignments/plan"))
}

fn voting_window(list: &Checklist) -> Option<Missing> {
    window_gap(list, list.voting, "The vote", true)
}

fn voting_after_submissions(list: &Checklist) -> Option<Missing> {
    let early = list.submissions.close.zip(list.voting.open).is_some_and(|(close, open)| open < close);
    let sentence = "The vote opens before submissions close: late projects get fewer votes.";
    advised(early, sentence, "Change the times", list.settings("#windows"))
}

fn voting_codes(list: &Checklist) -> Option<Missing> {
    let missing = list.voting_mode == VotingMode::Code && list.setup.codes == 0;
    needed(missing, "There are no voting codes.", "Create codes", list.tab(ManageTab::Voting))
}
