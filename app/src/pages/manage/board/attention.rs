//! What of the board is one organizer's: what needs attention now, the check list, and the event in numbers.

use super::coverage_href;
use crate::components::charts::{OverTime, Progression};
use crate::pages::manage::checklist::{checklist, in_short, is_complete, may_follow};
use crate::pages::manage::people::PeopleTab;
use crate::prelude::*;
use model::overview::{Overview, ProjectToCheck};
use shared::rules::VotingMode;
use words::{relative, thousands};

/// The projects of which this is so.
pub(super) fn chosen(model: &Overview, which: fn(&ProjectToCheck) -> bool) -> Vec<&ProjectToCheck> {
    model.numbers.attention.iter().filter(|project| which(project)).collect()
}

/// Assignments that are not recused.
fn assigned(model: &Overview) -> i64 {
    model.numbers.counts.pending + model.numbers.counts.done
}

/// What is withheld from this organizer, what needs attention, and the check list. `on_board` is what the rest of the page says
/// of judges and reviews, where this organizer may read it.
pub(super) fn attention(model: &Overview, lines: Vec<AnyView>, on_board: bool) -> AnyView {
    let matters = match (lines.is_empty(), is_complete(model)) {
        (false, _) => Some(view! { <ul class="manage-matters">{lines}</ul> }),
        (true, true) => Some(
            view! { <EmptyState title="Nothing needs your attention" text="What needs attention is listed here."/> },
        ),
        // The check list says what to do.
        (true, false) => None,
    };
    let matters = matters.map(|matters| section("now", "What needs attention now").plain().of(matters));
    let withheld = model.withheld.as_ref().map(|why| {
        let leaves_out = !model.at.facts.teams_left_out().is_empty();
        let counts = leaves_out.then(|| {
            view! { <p>"The numbers below leave out the reviews of projects whose team you are or were on."</p> }
        });
        view! { <Notice tone=Tone::Note title=words::refusal(why)>{counts}</Notice> }
    });
    // The board has the same in its own numbers, and two counts of one evening would differ.
    let reviews = (assigned(model) > 0 && !on_board).then(|| {
        let lately = lately(model).map(|lately| view! { <p class="quiet">{lately}</p> });
        view! { <div class="manage-progress"><Progress done=model.numbers.counts.done of=assigned(model) what="assigned reviews submitted"/>{lately}</div> }
    });
    let line = if on_board { None } else { over_time(model) };
    view! {
        {withheld}
        {reviews}
        <div class="board-lists">{matters}{checklist(model)}</div>
        {line}
    }
}

/// The lists behind one line, which says how many there are and what comes next. The line is in view on a screen in the organizers' room,
/// where the columns come first; elsewhere the lists are.
pub(super) fn in_a_line(model: &Overview, matters: usize, lists: AnyView) -> AnyView {
    let (missing, next) = in_short(model);
    // Labels such as “See who” say nothing without their sentence.
    let next = next.map(|(sentence, label, href)| {
        view! { <p class="board-next">{format!("Next: {sentence} ")}<a href=href>{label}</a></p> }
    });
    let lists = disclosure(in_words(matters, missing))
        .class("disclosure board-fold")
        .of(view! { <div class="stack">{lists}</div> });
    view! { <div class="board-line">{lists}{next}</div> }
}

/// How much needs attention and how much the check list misses. The calls, projects and judges beside it say themselves what they need, so
/// where the lists have nothing else, the line does not say that nothing needs attention.
fn in_words(matters: usize, missing: usize) -> String {
    let left = match missing {
        0 => "Nothing is left on the check list.".to_owned(),
        n => format!("{} left on the check list.", plural(n, "point is", "points are")),
    };
    match matters {
        0 => left,
        n => format!("{} your attention. {left}", plural(n, "thing needs", "things need")),
    }
}

/// How far reviews are, over time; nothing before judging opens and where nothing is assigned.
fn over_time(model: &Overview) -> Option<AnyView> {
    let (assigned, judging) = (assigned(model), model.at.facts.event.judging);
    let last = *model.numbers.timeline.last().filter(|_| assigned > 0)?;
    let goal = u32::try_from(assigned).unwrap_or(u32::MAX);
    let of = Progression {
        now: model.at.now,
        line: model.numbers.timeline.clone(),
        goal,
        open: judging.open,
        close: judging.close,
        ahead: None,
    };
    let assigned = plural(assigned, "assigned review", "assigned reviews");
    let mut said = format!("{} of {assigned} submitted.", last.finished);
    if let Some(plan) = of.against_plan().filter(|_| last.finished < goal) {
        said = format!("{said} {plan}");
    }
    Some(section("over-time", "Reviews over time").plain().of(view! {
        <p class="prose">{said.clone()}</p>
        <OverTime of title=said table="over-time-table"/>
    }))
}

/// How many came in lately. When all are in, and whether that is in time, is the board's to say: two forecasts would differ.
fn lately(model: &Overview) -> Option<String> {
    let counts = &model.numbers.counts;
    let going_on = counts.pending > 0 && model.at.facts.event.judging.is_open(model.at.now);
    going_on.then(|| match counts.done_last_hour {
        0 => "No review came in during the last hour.".to_owned(),
        n => format!("{} came in during the last hour.", plural(n, "review", "reviews")),
    })
}

/// The event in numbers, and its windows.
pub(super) fn in_numbers(model: &Overview) -> AnyView {
    disclosure("Show the event in numbers, and its windows").id("numbers").of(view! {
        <section class="stack" aria-label="The event in numbers">{numbers(model)}</section>
        <section class="stack" aria-label="Windows">{windows(model)}</section>
    })
}

fn numbers(model: &Overview) -> AnyView {
    let slug = &this_event().slug;
    let run = match &model.last_run {
        None => view! { "No run yet." },
        Some(run) => {
            let name = linked(model, ManageTab::Calibration.href(slug), format!("Run {}", run.run));
            let state = if run.published { ", published." } else { ", not published." };
            view! { {name}", "<Time at=run.at/>{state} }
        }
    };
    let reviewed = if assigned(model) == 0 {
        view! { "No reviews are assigned yet." }
    } else {
        let of = plural(assigned(model), "assigned review", "assigned reviews");
        let count =
            linked(model, coverage_href(slug), format!("{} of {of}", thousands(model.numbers.counts.done)));
        view! { {count}" submitted." }
    };
    view! {
        <dl class="facts">
            <dt>"Projects"</dt>
            <dd>{projects(model)}</dd>
            <dt>"Judges"</dt>
            <dd>{judges(model)}</dd>
            <dt>"Reviews"</dt>
            <dd>{reviewed}</dd>
            <dt>"Ranking"</dt>
            <dd>{run}</dd>
        </dl>
    }
}

fn projects(model: &Overview) -> AnyView {
    let list = ManageTab::Projects.href(&this_event().slug);
    let submitted =
        linked(model, list.clone(), format!("{} submitted", thousands(model.numbers.counts.submitted)));
    let (flagged, drafts) = (chosen(model, |p| p.flagged).len(), chosen(model, |p| p.draft).len());
    let flagged = (flagged > 0).then(|| {
        let words = plural(flagged, "of them flagged as a repeat", "of them flagged as repeats");
        view! { ", "{linked(model, format!("{list}/duplicates"), words)} }
    });
    let drafts = (drafts > 0).then(|| {
        view! { ", "{linked(model, list.clone(), plural(drafts, "draft", "drafts"))} }
    });
    view! { {submitted}{flagged}{drafts}"." }
}

fn judges(model: &Overview) -> AnyView {
    let per_project = plural(model.numbers.counts.reviews_per_project, "review", "reviews");
    let judges = match model.numbers.counts.judges {
        0 => view! { "None yet" },
        judges => {
            let list = PeopleTab::Members.href(&this_event().slug);
            let list = with_query(&list, &[("role", MemberRole::Judge.name())]);
            linked(model, list, plural(judges, "judge", "judges"))
        }
    };
    view! { {judges}". Each project should get "{per_project}"." }
}

/// Words that lead somewhere, where the reader may go there.
fn linked(model: &Overview, href: String, words: String) -> AnyView {
    if may_follow(model, &href) {
        view! { <a href=href>{words}</a> }
    } else {
        view! { {words} }
    }
}

fn windows(model: &Overview) -> AnyView {
    let event = &model.at.facts.event;
    let rows = [
        ("Submissions", Some(event.submissions)),
        ("Judging", Some(event.judging)),
        ("Community vote", (event.voting_mode != VotingMode::Off).then_some(event.voting)),
    ];
    let rows: Vec<_> = rows
        .into_iter()
        .filter_map(|(name, window)| {
            let window = window?;
            Some(view! { <dt>{name}</dt><dd>{window_line(window, model.at.now)}</dd> })
        })
        .collect();
    view! { <dl class="facts">{rows}</dl> }
}

fn window_line(window: Window, now: DateTime<Utc>) -> AnyView {
    let closes = move |word: &'static str| match window.close {
        Some(at) => view! { {word}" "<Time at/>", "{relative(at, now)}"." },
        None => view! { "with no closing time." },
    };
    match (window.phase(now), window.open) {
        (Phase::NotYet, Some(at)) => {
            view! { "Opens "<Time at/>", "{relative(at, now)}"; " {closes("closes")} }
        }
        (Phase::Closed, _) => closes("Closed"),
        _ if this_event().draft => view! { "Opens with the event; " {closes("closes")} },
        _ => view! { "Open, " {closes("closes")} },
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn the_line_before_the_lists_is_a_sentence_also_where_there_is_nothing() {
        assert_eq!(in_words(0, 0), "Nothing is left on the check list.");
        assert_eq!(in_words(0, 3), "3 points are left on the check list.");
        assert_eq!(in_words(1, 1), "1 thing needs your attention. 1 point is left on the check list.");
    }
}
