//! What an event still needs before each of its windows opens, and after the results. A line is one function: it looks at the facts,
//! and says what is missing and where that is mended, or nothing. The lines of each moment are in a file of their own.

mod decide;
mod prepare;
mod publish;
#[cfg(test)]
mod tests;

use super::opening::opening_line;
use super::second_organizer::waiting_line;
use super::ways_in::invite_href;
use crate::prelude::*;
use model::overview::Overview;
use shared::rules::{VotingMode, is_withheld_page};
use shared::window::{Phase, Window};
use words::{relative, stamp};

/// Something that is missing, or worth a look.
struct Missing {
    sentence: String,
    /// Where it is mended: label and address; none where this organizer may not.
    link: Option<(&'static str, String)>,
    /// Without it, the stage cannot work.
    needed: bool,
}

type Line = fn(&Overview) -> Option<Missing>;

fn settings(list: &Overview, path: &str) -> String {
    format!("{}{path}", ManageTab::Settings.href(&list.at.slug))
}

fn page(list: &Overview, path: &str) -> String {
    format!("/events/{}/manage/{path}", list.at.slug)
}

fn tab(list: &Overview, tab: ManageTab) -> String {
    tab.href(&list.at.slug)
}

/// Where people are invited.
fn invite(list: &Overview) -> String {
    invite_href(&list.at.slug)
}

/// Whether this organizer finds at an address what they come for.
pub(super) fn may_follow(list: &Overview, href: &str) -> bool {
    list.withheld.is_none() || !href.strip_prefix(&page(list, "")).is_some_and(is_withheld_page)
}

/// What these lines find. A link leads only where this organizer may go.
fn found(list: &Overview, lines: &[Line]) -> Vec<Missing> {
    let may = |(_, href): &(&str, String)| may_follow(list, href);
    let linked = |missing: Missing| Missing { link: missing.link.filter(may), ..missing };
    lines.iter().filter_map(|line| line(list)).map(linked).collect()
}

/// A line where `missing` is so.
fn needed(missing: bool, sentence: impl Into<String>, label: &'static str, href: String) -> Option<Missing> {
    missing.then(|| Missing { sentence: sentence.into(), link: Some((label, href)), needed: true })
}

fn advised(missing: bool, sentence: impl Into<String>, label: &'static str, href: String) -> Option<Missing> {
    needed(missing, sentence, label, href).map(|missing| Missing { needed: false, ..missing })
}

/// A line where there is any: `2 prizes have` and the rest of the sentence.
fn counted(
    n: impl TryInto<i64>,
    (one, more): (&str, &str),
    rest: &str,
    label: &'static str,
    href: String,
) -> Option<Missing> {
    let n = n.try_into().unwrap_or(i64::MAX);
    advised(n > 0, format!("{} {rest}", plural(n, one, more)), label, href)
}

/// Nobody may decide; `what` is what waits for somebody. Links end with judging, and who takes part moves no window that has opened.
fn nobody_free(list: &Overview, what: &str) -> Option<Missing> {
    let said = format!("Every organizer takes part in this event, so nobody can {what}.");
    let missing = list.numbers.setup.nobody_free;
    if list.at.facts.event.judging.is_over(list.at.now) {
        let sentence = format!("{said} Ask a site admin who takes no part to do it.");
        return missing.then_some(Missing { sentence, link: None, needed: true });
    }
    let sentence = format!("{said} Invite an organizer who takes no part.");
    needed(missing, sentence, "Invite an organizer", invite(list))
}

/// The phase of a window: none is open in a draft.
fn phase(list: &Overview, window: Window) -> Phase {
    list.at.facts.event.phase(window, list.at.now)
}

/// It comes first, in every stage and after the results.
fn confirmation_waits(list: &Overview) -> Option<Missing> {
    let (sentence, link) = waiting_line(list.waiting.as_ref()?, &list.at.slug);
    Some(Missing { sentence, link: Some(link), needed: true })
}

/// As long as there are not two, nothing that the event asks a second one for can be done.
fn nobody_confirms(list: &Overview) -> Option<Missing> {
    let sentence = "In this event, a second organizer confirms before results are published. Fewer than two organizers can confirm for each other.";
    needed(
        list.numbers.setup.nobody_confirms,
        sentence,
        "See what to do",
        page(list, "people?second=1#second-organizer"),
    )
}

/// It is said in every stage, and after the results.
fn log_alarm(list: &Overview) -> Option<Missing> {
    let sentence = "A witness says that rows of the audit log were removed or changed. Keep the exports and signed heads that you have, and compare them with the log.";
    needed(list.numbers.setup.log_alarm, sentence, "Open the audit log", tab(list, ManageTab::Audit))
}

/// What comes first, whatever the stage is.
const ALWAYS: &[Line] = &[confirmation_waits, nobody_confirms, log_alarm];

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
fn stages(list: &Overview) -> Vec<Stage> {
    let (event, now) = (&list.at.facts.event, list.at.now);
    let votes = event.voting_mode != VotingMode::Off;
    let stage = |opens, open, window, lines| Stage { opens, open, window, lines };
    let stages = [
        (true, stage("submissions open", "Submissions are open", event.submissions, prepare::SUBMISSIONS)),
        (true, stage("judging opens", "Judging is open", event.judging, prepare::JUDGING)),
        (votes, stage("the vote opens", "The vote is open", event.voting, prepare::VOTING)),
    ];
    let ahead = stages.into_iter().filter(|(shown, of)| *shown && of.window.phase(now) != Phase::Closed);
    let mut ahead: Vec<_> = ahead.map(|(_, of)| of).collect();
    if event.judging.phase(now) == Phase::Closed {
        let always = Window { open: None, close: None };
        ahead.push(stage("", "Before the results are published", always, decide::RESULTS));
    }
    ahead
}

/// What is missing in each stage that is not over, where anything is.
fn gaps(list: &Overview) -> Vec<(Stage, Vec<Missing>)> {
    let all = stages(list).into_iter().map(|of| (found(list, of.lines), of));
    all.filter(|(missing, _)| !missing.is_empty()).map(|(missing, of)| (of, missing)).collect()
}

/// Whether anything is said above the stages: what always comes first, or that the event is a draft.
fn says_more(list: &Overview) -> bool {
    list.at.facts.event.draft || !found(list, ALWAYS).is_empty()
}

/// `Nothing` where that is all there is to say, and that is good; `Nothing else` below something.
fn nothing(list: &Overview) -> (Tone, &'static str) {
    if says_more(list) { (Tone::Note, "Nothing else") } else { (Tone::Good, "Nothing") }
}

/// What an empty list means: before which stage nothing is missing, or which one is under way.
fn all_found(list: &Overview) -> (Tone, String) {
    let stages = stages(list);
    let next = stages.iter().find(|of| phase(list, of.window) == Phase::NotYet);
    let (tone, nothing) = nothing(list);
    match (next, stages.first()) {
        (Some(next), _) => (tone, format!("{nothing} is missing before {}.", next.opens)),
        (None, Some(now)) => (Tone::Note, format!("{}. The check list goes on when that is over.", now.open)),
        (None, None) => (Tone::Note, format!("{nothing} is left to check.")),
    }
}

/// Nothing is missing.
pub(super) fn is_complete(list: &Overview) -> bool {
    let done = if list.at.facts.event.published {
        !found(list, publish::AFTER).iter().any(|missing| missing.needed)
    } else {
        gaps(list).is_empty()
    };
    done && !says_more(list)
}

/// How many lines it has, and the first that an act mends: its sentence, and the act's label and address. What a stage cannot do without
/// comes first.
pub(super) fn in_short(list: &Overview) -> (usize, Option<(String, &'static str, String)>) {
    let mut lines = found(list, ALWAYS);
    lines.extend(gaps(list).into_iter().flat_map(|(_, missing)| missing));
    let number = lines.len();
    lines.sort_by_key(|line| !line.needed);
    let next = lines.into_iter().find_map(|line| line.link.map(|(label, href)| (line.sentence, label, href)));
    (number, next)
}

/// The list. It ends with the thanks after publishing.
pub(super) fn checklist(list: &Overview) -> AnyView {
    let event = &list.at.facts.event;
    let all: Vec<AnyView> =
        gaps(list).into_iter().map(|(of, missing)| of_stage(list, &of, missing)).collect();
    let first = found(list, ALWAYS);
    let body = if event.published {
        let after = found(list, publish::AFTER);
        let after = if after.is_empty() {
            let (tone, nothing) = nothing(list);
            view! { <Notice tone title=format!("{nothing} is left to do.")/> }
        } else {
            lines(after)
        };
        view! { <h3>"After the results"</h3>{after} }
    } else if all.is_empty() {
        let (tone, title) = all_found(list);
        view! { <Notice tone title/> }
    } else {
        view! { {all} }
    };
    section("check", "Check list").plain().of(view! {
        {(!first.is_empty()).then(|| lines(first))}
        {opening_line()}
        {body}
    })
}

fn of_stage(list: &Overview, of: &Stage, missing: Vec<Missing>) -> AnyView {
    let title = match of.window.open.filter(|open| *open > list.at.now) {
        Some(at) => format!("Before {}, {} ({})", of.opens, stamp(at), relative(at, list.at.now)),
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
