//! What an event still needs before each of its windows opens. A line is one function: it looks at the facts, and says what
//! is missing and where that is mended, or nothing.

use super::tabs::ManageTab;
use crate::components::{Icon, Notice, Sign, Tone};
use crate::draw::Draw;
use chrono::{DateTime, Utc};
use leptos::prelude::*;
use shared::rules::VotingMode;
use shared::window::{Phase, Window};
use words::{plural, relative, stamp};

/// What the lines look at.
#[derive(Clone, Debug)]
pub struct Checklist {
    /// The page's present.
    pub now: DateTime<Utc>,
    /// Event's slug.
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
    /// It has a description.
    pub described: bool,
    /// Tracks.
    pub tracks: i64,
    /// Criteria.
    pub criteria: i64,
    /// Judges.
    pub judges: i64,
    /// How many judges each project should get.
    pub reviews_per_project: i64,
    /// Invitations that were never sent.
    pub invitations_unsent: i64,
    /// Invitations that were sent, and wait for an answer.
    pub invitations_waiting: i64,
    /// Submitted projects.
    pub submitted: i64,
    /// Assignments.
    pub assigned: i64,
    /// Flags of repeats on which no organizer has decided.
    pub undecided: i64,
    /// Voting codes that work.
    pub codes: i64,
}

/// Something that is missing, or worth a look.
struct Missing {
    sentence: String,
    /// Where it is mended: label and address.
    link: (&'static str, String),
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
    judges,
    enough_judges,
    invitations_unsent,
    invitations_waiting,
    undecided_repeats,
    assignments,
];
const BEFORE_VOTING: &[Line] = &[voting_window, voting_after_submissions, voting_codes];

impl Checklist {
    fn settings(&self, path: &str) -> String {
        format!("{}{path}", ManageTab::Settings.href(&self.slug))
    }

    fn page(&self, path: &str) -> String {
        format!("/events/{}/manage/{path}", self.slug)
    }
}

fn needed(sentence: impl Into<String>, label: &'static str, href: String) -> Option<Missing> {
    Some(Missing { sentence: sentence.into(), link: (label, href), needed: true })
}

fn advised(sentence: impl Into<String>, label: &'static str, href: String) -> Option<Missing> {
    Some(Missing { sentence: sentence.into(), link: (label, href), needed: false })
}

/// What is missing in a window.
fn window_gap(list: &Checklist, window: Window, name: &str, one: bool) -> Option<Missing> {
    let (has, is, close) = if one { ("has", "It is", "closes") } else { ("have", "They are", "close") };
    let set = list.settings("#windows");
    match (window.open, window.close) {
        (None, None) => {
            needed(format!("{name} {has} no times. {is} open now and never {close}."), "Set the times", set)
        }
        (Some(_), None) => advised(format!("{name} {has} no closing time."), "Set the close", set),
        (None, Some(_)) => {
            advised(format!("{name} {has} no opening time. {is} open already."), "Set the opening", set)
        }
        (Some(_), Some(_)) => None,
    }
}

fn submissions_window(list: &Checklist) -> Option<Missing> {
    window_gap(list, list.submissions, "Submissions", false)
}

fn description(list: &Checklist) -> Option<Missing> {
    let missing = advised("The event has no description.", "Write one", list.settings("#event"));
    missing.filter(|_| !list.described)
}

fn tracks(list: &Checklist) -> Option<Missing> {
    let sentence = "There are no tracks. Without any, all projects are in one list.";
    advised(sentence, "Add tracks", list.settings("/tracks")).filter(|_| list.tracks == 0)
}

fn rubric_for_teams(list: &Checklist) -> Option<Missing> {
    let sentence = "There are no criteria, so teams can’t see what judges score.";
    advised(sentence, "Add criteria", list.settings("/criteria")).filter(|_| list.criteria == 0)
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
    needed(sentence, "Add criteria", list.settings("/criteria")).filter(|_| list.criteria == 0)
}

fn judges(list: &Checklist) -> Option<Missing> {
    needed("There are no judges.", "Invite judges", list.page("people/invite")).filter(|_| list.judges == 0)
}

fn enough_judges(list: &Checklist) -> Option<Missing> {
    let few = list.judges > 0 && list.judges < list.reviews_per_project;
    let sentence = format!(
        "{} can’t give each project {}.",
        plural(list.judges, "judge", "judges"),
        plural(list.reviews_per_project, "review", "reviews")
    );
    needed(sentence, "Invite more judges", list.page("people/invite")).filter(|_| few)
}

fn invitations_unsent(list: &Checklist) -> Option<Missing> {
    let words = plural(list.invitations_unsent, "invitation is", "invitations are");
    advised(format!("{words} not sent."), "Send them", list.page("people/invitations?state=not_sent"))
        .filter(|_| list.invitations_unsent > 0)
}

fn invitations_waiting(list: &Checklist) -> Option<Missing> {
    let words = plural(list.invitations_waiting, "invitation waits", "invitations wait");
    advised(format!("{words} for an answer."), "See who", list.page("people/invitations"))
        .filter(|_| list.invitations_waiting > 0)
}

fn undecided_repeats(list: &Checklist) -> Option<Missing> {
    let words = plural(list.undecided, "project is", "projects are");
    let sentence = format!("{words} flagged as a repeat, and no organizer has decided yet.");
    advised(sentence, "Decide", list.page("projects/duplicates")).filter(|_| list.undecided > 0)
}

fn assignments(list: &Checklist) -> Option<Missing> {
    let missing = list.assigned == 0 && list.submitted > 0;
    let sentence = format!(
        "{} submitted, and none is assigned to a judge.",
        plural(list.submitted, "project is", "projects are")
    );
    needed(sentence, "Assign projects", list.page("assignments")).filter(|_| missing)
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
    let missing = list.voting_mode == VotingMode::Code && list.codes == 0;
    needed("There are no voting codes.", "Create codes", list.page("voting")).filter(|_| missing)
}

/// What is missing before each stage that is not over: the stage's names, its window and the lines.
fn gaps(list: &Checklist) -> Vec<((&'static str, &'static str), Window, Vec<Missing>)> {
    let votes = list.voting_mode != VotingMode::Off;
    let stages = [
        (("submissions open", "Submissions are open"), list.submissions, BEFORE_SUBMISSIONS, true),
        (("judging opens", "Judging is open"), list.judging, BEFORE_JUDGING, true),
        (("the vote opens", "The vote is open"), list.voting, BEFORE_VOTING, votes),
    ];
    let ahead =
        stages.into_iter().filter(|(_, window, _, shown)| *shown && window.phase(list.now) != Phase::Closed);
    ahead
        .map(|(name, window, lines, _)| (name, window, lines.iter().filter_map(|line| line(list)).collect()))
        .filter(|(_, _, missing): &(_, _, Vec<Missing>)| !missing.is_empty())
        .collect()
}

/// Nothing is missing.
pub(super) fn is_complete(list: &Checklist) -> bool {
    list.published || gaps(list).is_empty()
}

/// The list; nothing after publishing.
pub(super) fn checklist(list: &Checklist) -> AnyView {
    if list.published {
        return ().drawn();
    }
    let all: Vec<AnyView> = gaps(list)
        .into_iter()
        .map(|(name, window, missing)| stage(name, window, missing, list.now))
        .collect();
    let body = if all.is_empty() {
        view! { <Notice tone=Tone::Good title="Everything is in place."/> }.drawn()
    } else {
        all.drawn()
    };
    view! {
        <section aria-labelledby="check">
            <h2 id="check">"Check list"</h2>
            {body}
        </section>
    }
    .drawn()
}

/// `opens`: `judging opens`; `open`: `Judging is open`.
fn stage((opens, open): (&str, &str), window: Window, missing: Vec<Missing>, now: DateTime<Utc>) -> AnyView {
    let title = match window.open.filter(|open| *open > now) {
        Some(at) => format!("Before {opens}, {} ({})", stamp(at), relative(at, now)),
        None => open.to_owned(),
    };
    let lines: Vec<_> = missing
        .into_iter()
        .map(|Missing { sentence, link: (label, href), needed }| {
            let sign = if needed { Sign::Alert } else { Sign::Info };
            view! { <li><Icon sign/><p>{sentence}" "<a href=href>{label}</a></p></li> }
        })
        .collect();
    view! {
        <h3>{title}</h3>
        <ul class="manage-matters">{lines}</ul>
    }
    .drawn()
}
