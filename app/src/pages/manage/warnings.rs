//! The warnings before publishing, in words.

use super::judges::judge_name;
use crate::pages::results::plain_means;
use crate::prelude::*;
use model::run::PublicationOffer;
use shared::publication::Warning;
use words::{NAMED, and_more};

/// A warning in words, with the way to what it is about.
pub(super) fn describe_warning(warning: Warning, offer: &PublicationOffer, slug: &str) -> AnyView {
    let calibration = ManageTab::Calibration.href(slug);
    match warning {
        Warning::JudgingOpen { close: Some(at) } => view! {
            <b>"Judging is not over. "</b>"It closes "<Time at/>". Judges can submit, change and withdraw reviews until then. The published ranking will not change."
        },
        Warning::JudgingOpen { close: None } => view! {
            <b>"Judging is not over "</b>"and has no closing time. Judges can still submit, change and withdraw reviews. The published ranking will not change."
        },
        Warning::ReviewsMissing { missing, assigned } => {
            let of = plural(assigned, "assigned review", "assigned reviews");
            let are = if missing == 1 { "is" } else { "are" };
            view! { <b>{format!("{missing} of {of}")}</b>{format!(" {are} missing.")} }
        }
        Warning::ReviewsSetAside(reviews) => {
            let n = plural(reviews.len(), "review was set aside", "reviews were set aside");
            view! { <b>{n}</b>" and counts nowhere: "{set_aside(&reviews, offer, slug)}"." }
        }
        Warning::FirstThreeDiffer { judges, projects } => {
            let named = plural(judges, "judge", "judges");
            let place = |(id, rank): &(ProjectId, Option<u32>)| {
                let title = offer.title(*id);
                match rank {
                    Some(rank) => format!("{title} (rank {rank})"),
                    None => format!("{title} (not ranked)"),
                }
            };
            let projects = and_more(projects.iter().map(place), NAMED);
            view! {
                <b>"The judges’ first three are not the first three of the ranking. "</b>{format!("{named} named theirs. Often named, but further down: {projects}. ")}<a href=format!("/events/{slug}/manage/deliberation#first-three")>"Compare them"</a>
            }
        }
        Warning::ReviewsChanged => view! {
            <b>{words::outdated_run(offer.run.as_ref().map_or(0, |run| run.run))}</b>" It does not include the changes. "<a href=format!("{calibration}#run")>"Run it again"</a>
        },
        Warning::NotConverged { rounds } => view! {
            <b>"The calculation did not finish. "</b>{format!("It was stopped after {rounds} rounds, so scores and ranks are less exact than they look.")}
        },
        Warning::Unconnected { parts } => view! {
            <b>{format!("The projects form {parts} groups that share no judge. ")}</b>"Places in different groups can’t be compared well. "<a href=format!("{calibration}#ties")>"See which reviews would connect them"</a>
        },
        Warning::WeaklyConnected => view! {
            <b>"Few reviews connect the projects, "</b>"so judges are compared through few projects. "<a href=format!("{calibration}#ties")>"See how"</a>
        },
        Warning::Unreviewed(projects) => {
            let n = plural(projects.len(), "project has", "projects have");
            let are = if projects.len() == 1 { "is" } else { "are" };
            view! { <b>{format!("{n} no review")}</b>{format!(" and {are} left out: ")}{titles(&projects, offer)}"." }
        }
        Warning::OneReview(projects) => {
            let n = plural(projects.len(), "project is", "projects are");
            view! { <b>{format!("{n} ranked by one review alone")}</b>": "{titles(&projects, offer)}"." }
        }
        Warning::PlainMeans(why) => view! { {plain_means(why)} },
        Warning::FlaggedJudges(judges) => {
            let n = plural(judges.len(), "judge is flagged", "judges are flagged");
            let called = |email: &String| judge_name(&offer.judge_names, email);
            let who = and_list(&judges.iter().map(called).collect::<Vec<_>>());
            view! { <b>{n}</b>{format!(": {who}. ")}<a href=format!("{calibration}#judges")>"See why"</a> }
        }
        Warning::TooClose { projects, first, by_chance } => {
            let first = (first > 1).then(|| match by_chance {
                true => format!(" The best project is one of {first} (95\u{a0}%)."),
                false => format!(" Any of {first} projects could be first."),
            });
            let n = plural(projects, "place is", "places are");
            let close = (projects > 0).then(|| view! { <b>{format!("{n} too close to call.")}</b> });
            view! { {close}{first} }
        }
        Warning::PrizeTied { prize, projects, places } => view! {
            <b>{format!("{prize}: a tie at the last winning place. ")}</b>{titles(&projects, offer)}{format!(" are equal, and {places} of them can win. ")}<a href=ManageTab::Prizes.href(slug)>"Choose, and say why"</a>
        },
        Warning::PrizeClose { prize, projects } => view! {
            <b>{format!("{prize}: the last winning place is too close to call. ")}</b>{titles(&projects, offer)}" could be in another order."
        },
        Warning::PanelUnfinished { prize, confirmed: true, panel: 0, .. } => view! {
            <b>{format!("{prize}: its winners were confirmed, but nobody was on the panel.")}</b>
        },
        Warning::PanelUnfinished { prize, panel: 0, .. } => view! {
            <b>{format!("{prize}: nobody is on the panel. ")}</b><a href=ManageTab::Winners.href(slug)>"Choose panellists"</a>
        },
        Warning::PanelUnfinished { prize, confirmed: true, ranked, panel } => view! {
            <b>{format!("{prize}: its winners were confirmed before the panel was finished. ")}</b>{format!("{ranked} of {} gave an order.", plural(panel, "panellist", "panellists"))}
        },
        Warning::PanelUnfinished { prize, ranked, panel, .. } => view! {
            <b>{format!("{prize}: the panel is not finished. ")}</b>{format!("{ranked} of {} gave an order.", plural(panel, "panellist", "panellists"))}
        },
        Warning::PrizesOpen(prizes) => {
            let n = plural(prizes.len(), "prize has", "prizes have");
            view! { <b>{format!("{n} no winners yet: ")}</b>{and_list(&prizes)}". If you confirm winners after the publication, that is a correction with a public reason. "<a href=ManageTab::Winners.href(slug)>"Confirm winners"</a> }
        }
        Warning::PrizeOutdated { prize, first, .. } => {
            let here = (!first.is_empty()).then_some(" Tick it below to move it, or ");
            let say = if first.is_empty() { "Confirm again, or say why" } else { "say why it stays" };
            view! {
            <b>{format!("{prize}: the confirmed winners are not the first of this ranking. ")}</b>"The ranking changed after they were confirmed. "{here}<a href=ManageTab::Prizes.href(slug)>{say}</a>
            }
        }
        Warning::VoteAhead { open: Some(at) } => view! {
            <b>"The community vote has not begun. "</b>"It opens "<Time at/>". While it is open, the results are hidden again."
        },
        Warning::VoteAhead { open: None } => view! {
            <b>"The community vote has not begun. "</b>"While it is open, the results are hidden again."
        },
        Warning::ConflictsOpen(n) => {
            let n = plural(n, "pair of judge and project looks", "pairs of judge and project look");
            view! { <b>{format!("{n} like a conflict of interest. ")}</b><a href=format!("/events/{slug}/manage/assignments?conflicts=")>"Settle them"</a> }
        }
    }
}

/// Links to reviews by the titles of their projects.
fn set_aside(reviews: &[(AssignmentId, ProjectId)], offer: &PublicationOffer, slug: &str) -> AnyView {
    let of = |(review, project): &(AssignmentId, ProjectId)| {
        (format!("/events/{slug}/manage/assignments/{review}"), offer.title(*project))
    };
    links(&reviews.iter().map(of).collect::<Vec<_>>())
}

fn titles(projects: &[ProjectId], offer: &PublicationOffer) -> AnyView {
    let of = |id: &ProjectId| (id.0, offer.title(*id));
    project_links(&projects.iter().map(of).collect::<Vec<_>>())
}

/// Links to projects, given by id and title.
fn project_links(projects: &[(i64, String)]) -> AnyView {
    let of = |(id, title): &(i64, String)| (format!("/projects/{id}"), title.clone());
    links(&projects.iter().map(of).collect::<Vec<_>>())
}

/// Links, given by address and name: the first few, long names cut, and how many more.
pub(super) fn links(links: &[(String, String)]) -> AnyView {
    let (named, more) = words::few_names(links.iter().map(|(_, name)| name.clone()));
    let last = named.len().saturating_sub(1);
    let links = each(links.iter().zip(named).enumerate(), |(at, ((href, _), name))| {
        let before = match at {
            0 => "",
            _ if at == last && more == 0 => " and ",
            _ => ", ",
        };
        view! { {before}<a href=href.clone()>{name}</a> }
    });
    view! { {links}{(more > 0).then(|| format!(" and {} more", words::thousands(more)))} }
}
