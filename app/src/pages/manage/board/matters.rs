//! What needs an organizer's attention now.

use super::attention::chosen;
use crate::pages::manage::Side;
use crate::pages::manage::people::{PeopleTab, UNDELIVERED};
use crate::pages::manage::warnings::links;
use crate::prelude::*;
use model::overview::{Overview, ProjectToCheck};

/// Something to do, or to know.
struct Matter {
    sign: Sign,
    sentence: String,
    link: Option<(&'static str, String)>,
    /// Whom or what it is about: where each name leads, and the name.
    named: Vec<(String, String)>,
}

/// Every matter as an item of a list. What the board has with its acts is left out where it is on the page.
pub(super) fn lines(model: &Overview, on_board: bool) -> Vec<AnyView> {
    let line = |matter: Matter| {
        let link = matter.link.map(|(label, href)| view! { " "<a href=href>{label}</a> });
        let named = (!matter.named.is_empty())
            .then(|| view! { <br/><span class="small">{links(&matter.named)}"."</span> });
        view! { <li><Icon sign=matter.sign/><p>{matter.sentence}{link}{named}</p></li> }
    };
    matters(model, on_board).into_iter().map(line).collect()
}

fn matters(model: &Overview, on_board: bool) -> Vec<Matter> {
    let mut all = of_submissions(model);
    all.extend(of_mail(model));
    all.extend(of_judging(model, on_board));
    all.extend(if on_board { Vec::new() } else { of_silent_judges(model) });
    all.extend(of_results(model));
    all
}

/// A matter that needs no link.
fn matter(sign: Sign, sentence: String) -> Matter {
    Matter { sign, sentence, link: None, named: Vec::new() }
}

/// A matter with the projects that it is about.
fn about(sign: Sign, sentence: String, projects: &[&ProjectToCheck]) -> Matter {
    let named = projects.iter().map(|of| (format!("/projects/{}", of.id), of.title.clone())).collect();
    Matter { named, ..matter(sign, sentence) }
}

fn of_submissions(model: &Overview) -> Vec<Matter> {
    let mut all = Vec::new();
    let (now, event, slug) = (model.at.now, &model.at.facts.event, &this_event().slug);
    let submitting = event.submissions.phase(now);
    // A team can have more time than the others.
    let phase = |more_time| event.submissions_of(more_time).phase(now);
    let flagged = chosen(model, |p| p.flagged);
    let drafts = |wanted: Phase| {
        let drafts = chosen(model, |p| p.draft).into_iter();
        drafts.filter(|p| phase(p.more_time) == wanted).collect::<Vec<_>>()
    };
    let (unfinished, late) = (drafts(Phase::Open), drafts(Phase::Closed));
    if !unfinished.is_empty() {
        let words = plural(unfinished.len(), "draft is", "drafts are");
        let sentence = match (submitting, unfinished.len()) {
            (Phase::Closed, 1) => format!("{words} not submitted yet. Its team has more time:"),
            (Phase::Closed, _) => format!("{words} not submitted yet. Their teams have more time:"),
            _ => format!("{words} not submitted yet:"),
        };
        all.push(about(Sign::Pencil, sentence, &unfinished));
    }
    if !late.is_empty() && model.published.is_none() {
        let words = plural(late.len(), "draft was", "drafts were");
        all.push(about(Sign::Info, format!("{words} never submitted and will not be judged:"), &late));
    }
    let teams: Vec<_> = model.numbers.teams.iter().filter(|t| phase(t.more_time) == Phase::Open).collect();
    if !teams.is_empty() {
        let words = match submitting {
            Phase::Closed => plural(teams.len(), "team with more time has", "teams with more time have"),
            _ => plural(teams.len(), "team has", "teams have"),
        };
        // Organizers who take part cannot write to one team before the publication.
        let named = teams.iter().filter(|_| model.withheld.is_none()).map(|team| {
            let form = ManageTab::Notices.href(slug);
            (with_query(&form, &[("to", &format!("team:{}", team.id))]), team.name.clone())
        });
        let named: Vec<_> = named.collect();
        let write = if named.is_empty() { "" } else { " Write to:" };
        let sentence = format!("{words} no project yet.{write}");
        all.push(Matter { named, ..matter(Sign::Info, sentence) });
    }
    // Until judging is over, the check list says it. What an organizer has decided waits for nobody.
    let waits = event.judging.is_over(now) && model.numbers.setup.undecided > 0;
    if !flagged.is_empty() && model.published.is_none() && waits {
        let words = plural(
            flagged.len(),
            "project is flagged as a repeat and",
            "projects are flagged as repeats and",
        );
        let link = Some(("Look at the flags", format!("{}/duplicates", ManageTab::Projects.href(slug))));
        let sentence = format!("{words} will not be ranked.");
        all.push(Matter { link, ..about(Sign::Copies, sentence, &flagged) });
    }
    all
}

fn of_mail(model: &Overview) -> Option<Matter> {
    (model.numbers.undelivered > 0).then(|| {
        let words = plural(model.numbers.undelivered, "invitation", "invitations");
        let href = format!("{}?state={UNDELIVERED}", PeopleTab::Invitations.href(&this_event().slug));
        let link = Some(("See why and send again", href));
        Matter { link, ..matter(Sign::Alert, format!("{words} could not be delivered by mail.")) }
    })
}

fn of_judging(model: &Overview, on_board: bool) -> Vec<Matter> {
    let mut all = Vec::new();
    let (now, event) = (model.at.now, &model.at.facts.event);
    let judging = event.judging.phase(now);
    let submitted = event.submissions.phase(now) == Phase::Closed;
    let (short, unreviewed) = (chosen(model, |p| p.short), chosen(model, |p| p.unreviewed));
    if judging != Phase::Closed && submitted && !short.is_empty() && !on_board {
        let words = plural(short.len(), "project has", "projects have");
        let sentence = format!("{words} fewer than {} judges:", model.numbers.counts.reviews_per_project);
        all.push(about(Sign::Alert, sentence, &short));
    }
    let said = on_board && judging == Phase::Open;
    if judging != Phase::NotYet && !unreviewed.is_empty() && model.published.is_none() && !said {
        let words = plural(unreviewed.len(), "project has", "projects have");
        let sentence = if judging == Phase::Open {
            format!("{words} no review yet:")
        } else {
            format!("{words} no review and will not be ranked:")
        };
        all.push(about(Sign::Alert, sentence, &unreviewed));
    }
    all
}

fn of_silent_judges(model: &Overview) -> Vec<Matter> {
    let mut all = Vec::new();
    let (silent, idle) = (model.numbers.counts.judges_silent, model.numbers.counts.judges_idle);
    let judging = model.at.facts.event.judging.phase(model.at.now);
    if judging == Phase::Open && silent > 0 {
        let words = plural(silent, "judge has", "judges have");
        let sentence = format!("{words} not submitted a single review yet");
        all.push(of_judges(Sign::Clock, sentence, model, false));
    }
    if judging == Phase::Open && idle > 0 {
        let words = plural(idle, "judge has", "judges have");
        all.push(of_judges(Sign::Info, format!("{words} no assigned projects"), model, true));
    }
    all
}

/// A matter with the judges that it is about: those without a task, or those without a submitted review. Who takes part learns only how
/// many.
fn of_judges(sign: Sign, sentence: String, model: &Overview, idle: bool) -> Matter {
    let slug = this_event().slug;
    let judges = model.numbers.judges.iter().filter(|judge| judge.idle == idle && model.withheld.is_none());
    let named = judges.map(|judge| (Side::Judge.href(&slug, judge.id.0), judge.name.clone()));
    let named: Vec<_> = named.collect();
    let end = if named.is_empty() { "." } else { ":" };
    Matter { named, ..matter(sign, format!("{sentence}{end}")) }
}

fn of_results(model: &Overview) -> Vec<Matter> {
    let slug = &this_event().slug;
    let calibration = ManageTab::Calibration.href(slug);
    let judging = model.at.facts.event.judging.phase(model.at.now);
    let mut all = Vec::new();
    if model.published.is_some() {
        let link = Some(("Read the results", format!("/events/{slug}/results")));
        let sentence = if judging == Phase::Open {
            "The results are out, and judging is still open. Later reviews do not change them."
        } else {
            "The results are out."
        };
        all.push(Matter { link, ..matter(Sign::Check, sentence.to_owned()) });
    }
    if let (Some(_), Some(run)) = (model.published, &model.last_run)
        && !run.published
    {
        let sentence = format!("Run {} is newer than the published run.", run.run);
        let link = Some(("Compare, and correct if needed", calibration));
        all.push(Matter { link, ..matter(Sign::Info, sentence) });
    }
    all
}
