//! What somebody does next, over all events: a step for each role and event.

use crate::prelude::*;
use model::next_step::{HomeStep, OrganizerStep, StepWork};
use model::project::TeamProject;
use words::{countdown, iso, stamp, thousands};

/// A step. The first of the page has the page's main button.
pub(super) fn step(step: HomeStep, now: DateTime<Utc>, first: bool) -> AnyView {
    let here = format!("/events/{}", step.slug);
    let closes = step.closes.map(|at| {
        let verb = match step.work {
            StepWork::Review(_) | StepWork::TakeReview { .. } => "judging closes",
            StepWork::Organize(ref of) if of.judging == Phase::Open => "judging closes",
            _ => "submissions close",
        };
        view! { <p class="quiet"><time datetime=iso(at) title=stamp(at)>{capital(&countdown(verb, at, now))}</time></p> }
    });
    let Said { title, words, bar, label, href } = said(step.work, &here);
    let words = each(words, |words| view! { <p>{words}</p> });
    let bar = bar.map(|(done, of, what)| view! { <Progress done of what/> });
    let kind = if first { Kind::Main } else { Kind::Quiet };
    view! {
        <li class="row">
            <div>
                <p class="small"><a href=here>{step.event}</a></p>
                <h2>{title}</h2>
                {words}
                {bar}
                {closes}
            </div>
            <ButtonLink href kind>{label}</ButtonLink>
        </li>
    }
}

struct Said {
    title: String,
    words: Vec<String>,
    /// How many are done, of how many, and of what.
    bar: Option<(i64, i64, &'static str)>,
    label: String,
    href: String,
}

fn said(work: StepWork, here: &str) -> Said {
    let plain = |title: &str, words: String, label: &str, href: String| Said {
        title: title.to_owned(),
        words: vec![words],
        bar: None,
        label: label.to_owned(),
        href,
    };
    match work {
        StepWork::Review(next) => Said {
            words: vec![words::joined(
                &[words::other_team(&next.team, &next.title), &place_words(&next.place)],
                " · ",
            )],
            bar: Some((next.done, next.of, "reviews submitted")),
            label: format!("Review {}", next.title),
            title: next.title,
            href: format!("/judge/assignments/{}", next.id),
        },
        StepWork::TakeReview { done: 0 } => plain(
            "Choose your first project",
            "No projects have been assigned to you. You can take one yourself.".to_owned(),
            "See the projects",
            "/judge".to_owned(),
        ),
        StepWork::TakeReview { done } => plain(
            "All your reviews are in",
            format!("You have submitted {}. You can take another project.", plural(done, "review", "reviews")),
            "Take another project",
            "/judge".to_owned(),
        ),
        StepWork::FindTeam => plain(
            "Create a team",
            "A project needs a team, even a team of one. To join a team, open the link that its members send you.".to_owned(),
            "Create a team",
            format!("{here}/team"),
        ),
        StepWork::Start => plain(
            "Start your project",
            "Your team has no project yet.".to_owned(),
            "Start a project",
            format!("{here}/submit"),
        ),
        StepWork::Finish(draft, tracks) => Said {
            words: vec![missing(&draft, tracks), "Drafts are not judged.".to_owned()],
            bar: None,
            label: "Finish and submit".to_owned(),
            title: draft.title,
            href: format!("/projects/{}/edit", draft.id),
        },
        StepWork::Organize(event) => organize(&event, here),
    }
}

fn missing(draft: &TeamProject, tracks: bool) -> String {
    let parts = [
        (draft.tagline, "a tagline"),
        (draft.summary, "a summary"),
        (draft.link, "a link to the code or a demo"),
        (draft.track || !tracks, "a track"),
    ];
    let missing: Vec<String> =
        parts.iter().filter(|(has, _)| !has).map(|(_, what)| (*what).to_owned()).collect();
    if missing.is_empty() {
        "The draft has everything. It is not submitted yet.".to_owned()
    } else {
        format!("Still missing: {}.", and_list(&missing))
    }
}

/// So many sentences are enough to decide whether to open the page.
const MATTERS: usize = 3;

fn organize(event: &OrganizerStep, here: &str) -> Said {
    let mut words = matters(event);
    words.truncate(MATTERS);
    let title = if words.is_empty() { "Nothing needs your attention" } else { "What needs attention" };
    let over = event.judging == Phase::Closed && !event.published;
    let (label, page) = if event.board {
        ("Open the board", "")
    } else if over && event.calibrates {
        ("Open the calibration", "/calibration")
    } else {
        ("Manage the event", "")
    };
    // The board counts what was planned, without repeats. Two counts of one evening would differ, so who has the board reads it there.
    let counts = event.judging == Phase::Open && event.assigned > 0 && !event.board;
    Said {
        title: title.to_owned(),
        words,
        bar: counts.then_some((event.done, event.assigned, "assigned reviews submitted")),
        label: label.to_owned(),
        href: format!("{here}/manage{page}"),
    }
}

/// What an organizer may have to act on, the most pressing first.
fn matters(event: &OrganizerStep) -> Vec<String> {
    let ahead = event.judging != Phase::Closed;
    let judging = event.judging == Phase::Open && event.submissions == Phase::Closed;
    let some = |n: i64, one: &str, many: &str, rest: &str| {
        (n > 0).then(|| format!("{} {rest}", plural(n, one, many)))
    };
    let one = |when: bool, sentence: &str| when.then(|| sentence.to_owned());
    let (unreviewed, silent) = if judging { (event.unreviewed, event.silent) } else { (0, 0) };
    // After the close of all, some teams can have more time.
    let drafts = (event.drafts > 0).then(|| {
        let drafts = plural(event.drafts, "draft", "drafts");
        format!("{} submitted, {drafts} not yet.", thousands(event.submitted))
    });
    let all = [
        some(event.undelivered, "invitation", "invitations", "could not be delivered by mail."),
        one(ahead && event.criteria == 0, "There are no criteria: judges have nothing to score."),
        one(ahead && event.judges == 0, "There are no judges."),
        one(
            ahead && event.submissions == Phase::Closed && event.submitted > 0 && event.assigned == 0,
            "No project is assigned to a judge.",
        ),
        some(unreviewed, "project has", "projects have", "no review yet."),
        some(silent, "judge has", "judges have", "not submitted a single review yet."),
        some(event.undecided, "project is", "projects are", "flagged as a repeat. Decide which are."),
        drafts,
        (!ahead && !event.published).then(|| match event.run {
            None => "Judging is over, and no calibration has run yet.".to_owned(),
            Some(run) => format!("Judging is over. Run {run} is not published."),
        }),
    ];
    all.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(submissions: Phase, judging: Phase) -> OrganizerStep {
        OrganizerStep {
            submissions,
            judging,
            submitted: 24,
            drafts: if submissions == Phase::Open { 3 } else { 0 },
            judges: 9,
            silent: 2,
            criteria: 4,
            undecided: 0,
            assigned: 74,
            done: 54,
            unreviewed: 1,
            undelivered: 0,
            run: None,
            published: false,
            board: judging == Phase::Open,
            calibrates: true,
        }
    }

    #[test]
    fn an_organizer_reads_what_is_pressing_in_each_stage() {
        let of = |submissions, judging| organize(&event(submissions, judging), "/e");
        let said = of(Phase::Open, Phase::NotYet);
        assert_eq!(
            (said.words, said.href.as_str()),
            (vec!["24 submitted, 3 drafts not yet.".to_owned()], "/e/manage")
        );
        let said = of(Phase::Closed, Phase::Open);
        assert_eq!(
            said.words,
            ["1 project has no review yet.", "2 judges have not submitted a single review yet."]
        );
        assert_eq!(
            (said.bar, said.label.as_str(), said.href.as_str()),
            (None, "Open the board", "/e/manage")
        );
        let without_board = OrganizerStep { board: false, ..event(Phase::Closed, Phase::Open) };
        assert_eq!(organize(&without_board, "/e").bar, Some((54, 74, "assigned reviews submitted")));
        let said = of(Phase::Closed, Phase::Closed);
        assert_eq!(said.words, ["Judging is over, and no calibration has run yet."]);
        assert_eq!(said.href, "/e/manage/calibration");
        let late = OrganizerStep { drafts: 1, ..event(Phase::Closed, Phase::Open) };
        assert_eq!(
            organize(&late, "/e").words.last().map(String::as_str),
            Some("24 submitted, 1 draft not yet.")
        );
        let conflicted = OrganizerStep { calibrates: false, ..event(Phase::Closed, Phase::Closed) };
        assert_eq!(organize(&conflicted, "/e").href, "/e/manage");
        let calm = OrganizerStep { published: true, ..event(Phase::Closed, Phase::Closed) };
        assert_eq!(organize(&calm, "/e").title, "Nothing needs your attention");
    }

    #[test]
    fn a_draft_says_what_it_lacks() {
        let draft = TeamProject {
            id: ProjectId(1),
            title: "Lamp".to_owned(),
            submitted_at: None,
            withdrawn: false,
            flagged: false,
            tagline: true,
            summary: false,
            link: false,
            track: false,
        };
        assert_eq!(missing(&draft, false), "Still missing: a summary and a link to the code or a demo.");
        let whole = TeamProject { summary: true, link: true, ..draft };
        assert_eq!(missing(&whole, true), "Still missing: a track.");
        assert_eq!(missing(&whole, false), "The draft has everything. It is not submitted yet.");
    }
}
