//! A participant's team: creating, joining by a link, renaming, leaving.

use super::event_head::{EventTab, event_head};
use super::project_visits::{ProjectVisits, visits_section};
use super::submit::own_status;
use crate::prelude::*;
use model::context::Context;
use model::publication::WinnerDuty;
use model::team::{MoreTime, OwnTeam, TeamInvitation, TeamView};

/// The team's page. Each form has an address of its own below the page's: `create`, `rename`, `link`, `leave`. The join link is there if the
/// visitor has just created it: it is shown once. The inner `None` means that the form was sent again after it had created the link.
pub fn team_page(found: TeamView, max: i64, link: Option<Option<String>>) -> AnyView {
    needs(Sheet::Events);
    let here = event_path("/team");
    let TeamView { at, team, enter_refused } = found;
    let body = match (team, enter_refused) {
        (Some(own), _) => my_team(own, &at, &here, max, link),
        (None, Some(refusal)) => no_way(&words::refusal(&refusal)),
        (None, None) => no_team(&here, max),
    };
    view! { {event_head(Some(EventTab::Team))}<ErrorSummary/>{body} }
}

fn my_team(own: OwnTeam, at: &Context, here: &str, max: i64, link: Option<Option<String>>) -> AnyView {
    let OwnTeam { team, members, change_refused, leave_refused, unranked, visits, more_time, duties } = own;
    let visits = each(visits, |(project, found)| {
        let title = project.title.clone();
        visits_section(ProjectVisits { title, ..ProjectVisits::of(found, at, &project) }, at.now)
    });
    let count = i64::try_from(members.len()).unwrap_or(0);
    let rows = each(
        members,
        |member| view! { <tr><th scope="row">{member.name}</th><td data-label="Joined"><Time at=member.joined_at/></td></tr> },
    );
    let unranked = each(unranked, |project| {
        let here = format!("/projects/{}", project.id);
        let status = own_status(&here, project.submitted_at, [project.withdrawn, project.flagged]);
        view! { <li><a href=here>{project.title}</a><p class="row">{status}</p></li> }
    });
    let unranked = (!unranked.is_empty()).then(|| view! { <ul class="item-list">{unranked}</ul> });
    let rename = change_refused.is_none().then(|| rename_section(here, typed_or("name", &team.name)));
    let (kind, projects) = match team.projects {
        0 => (Kind::Main, "Start a project".to_owned()),
        1 => (Kind::Quiet, "See your project".to_owned()),
        n => (Kind::Quiet, format!("See your {}", words::plural(n, "project", "projects"))),
    };
    view! {
        <h1>{team.name}</h1>
        {duties_notice(duties)}
        {more_time.map(more_time_notice)}
        {visits}
        {section("members", "Members").of(view! {
            <p class="quiet">{format!("{} of at most {max}", words::plural(count, "member", "members"))}</p>
            <Table label="Members" stacks=true columns=[text_column("Name"), text_column("Joined")]>{rows}</Table>
            {unranked}
            <p><ButtonLink href=event_path("/submit") kind>{projects}</ButtonLink></p>
        })}
        {join_section(link, team.has_link, max - count, change_refused.as_ref(), here)}
        {rename}
        {leave_section(here, leave_refused.as_ref(), team.projects, count)}
    }
}

/// What a team owes as a winner, how far each thing is, and why one was refused.
fn duties_notice(duties: Vec<WinnerDuty>) -> Option<AnyView> {
    let until = duties.first()?.until;
    let lines = each(duties, |of| {
        let reason = (!of.reason.is_empty()).then(|| view! { ". Why: "<bdi>{of.reason}</bdi> });
        view! { <li><bdi>{of.title}</bdi>" · "<bdi>{of.duty}</bdi>": "{duty_words(of.shown)}{reason}</li> }
    });
    Some(view! {
        <Notice tone=Tone::Warn title="Your team won, provisionally">
            <p>"Show the organizers what you owe until "<Time at=until/>". If something is missing, the prize can go to the next in line."</p>
            <ul>{lines}</ul>
        </Notice>
    })
}

/// How far something is that a winner owes.
pub(crate) fn duty_words(shown: Option<bool>) -> &'static str {
    match shown {
        None => "missing",
        Some(true) => "shown",
        Some(false) => "refused",
    }
}

fn more_time_notice(MoreTime { until, reason, .. }: MoreTime) -> AnyView {
    view! {
        <Notice tone=Tone::Note title="Your team has more time">
            <p>"You can submit and edit until "<Time at=until/>". Why: "<bdi>{reason}</bdi></p>
        </Notice>
    }
}

fn join_section(
    link: Option<Option<String>>,
    has_link: bool,
    room: i64,
    why_not: Option<&Refusal>,
    here: &str,
) -> AnyView {
    let made = link.is_some();
    let fresh = link.map(|link| match link {
        Some(link) => view! {
            <Notice tone=Tone::Good title="Link created">
                <p>"Copy it now: it can’t be shown again. Anyone who opens it and signs in can join until the team is full or submissions close."</p>
                <code class="copy-text">{link}</code>
            </Notice>
        },
        None => view! {
            <Notice tone=Tone::Warn title="The link was already created" text="You sent the form twice, and the link still works. It is shown only once: if you did not copy it, replace it."/>
        },
    });
    let body = match why_not {
        Some(refusal) => view! { <p class="quiet">{show_moments(&words::refusal(refusal))}</p> },
        None if room <= 0 => view! { <p class="quiet">"The team is full."</p> },
        None => {
            let (words, verb) = match (made, has_link) {
                (true, _) => ("Lost the link, or sent it to the wrong person?", "Replace the link"),
                (false, true) => ("An invitation link is active. A new one replaces it.", "Replace the link"),
                (false, false) => ("Create a link and send it to your teammates.", "Create a link"),
            };
            view! {
                <p class="prose">{words}</p>
                <ActButton action=format!("{here}/link") once=true>{verb}</ActButton>
            }
        }
    };
    section("join", "Invite teammates").of(view! { {fresh}{body} })
}

fn rename_section(here: &str, name: String) -> AnyView {
    let open = !refused("name").is_empty();
    disclosure(view! { <h2>"Rename the team"</h2> }).open(open).of(view! {
        <PostForm action=format!("{here}/rename") class="form">
            <Field name="name" label="Team name" value=name hint="Everyone can see it, on past projects too."/>
            <Button>"Rename"</Button>
        </PostForm>
    })
}

fn leave_section(here: &str, why_not: Option<&Refusal>, projects: i64, members: i64) -> AnyView {
    let body = match why_not {
        None => {
            let what = if members == 1 {
                "You are the only member, so the team will be removed. Its name becomes free again."
                    .to_owned()
            } else {
                let keeps = match projects {
                    0 => String::new(),
                    1 => "The team keeps its project, and you can no longer edit it. ".to_owned(),
                    n => format!("The team keeps its {n} projects, and you can no longer edit them. "),
                };
                format!("{keeps}To come back you need a link from a member.")
            };
            view! {
                <p class="prose">{what}</p>
                <ActButton action=format!("{here}/leave") kind=Kind::Danger>"Leave the team"</ActButton>
            }
        }
        Some(refusal) => view! { <p class="quiet">{show_moments(&words::refusal(refusal))}</p> },
    };
    disclosure(view! { <h2>"Leave the team"</h2> }).of(view! {
        <div class="stack">{body}</div>
    })
}

fn no_team(here: &str, max: i64) -> AnyView {
    view! {
        <h1>"Your team"</h1>
        <p class="prose">"Only teams submit projects, and a team can be just you. To join a team, ask a member for its link."</p>
        <PostForm action=format!("{here}/create") once=true class="form">
            <Field name="name" label="Team name" value=typed_into("name") hint=format!("Seen by everyone. A team has at most {}.", words::plural(max, "member", "members"))/>
            <Button kind=Kind::Main>"Create the team"</Button>
        </PostForm>
    }
}

fn no_way(refusal: &str) -> AnyView {
    let why = show_moments(&words::complete_sentence(refusal));
    view! {
        <h1>"Your team"</h1>
        <Notice tone=Tone::Note title="You have no team in this event">
            <p>{why}</p>
        </Notice>
        <p><ButtonLink href=event_path("/projects")>"See the projects"</ButtonLink></p>
    }
}

pub fn join_page(found: TeamInvitation) -> AnyView {
    let with = match found.members.as_slice() {
        [] => "It has no members at the moment.".to_owned(),
        members => format!("With {}.", words::and_list(members)),
    };
    let team_path = event_path("/team");
    let verb = format!("Join {}", found.team.name);
    let elsewhere =
        this_event().takes_part.then(|| view! { <p><a href=team_path.clone()>"Go to your team"</a></p> });
    let body = match (found.mine, found.refused) {
        (true, _) => view! {
            <p>"You are already on this team."</p>
            <p><ButtonLink href=team_path kind=Kind::Main>"Go to your team"</ButtonLink></p>
        },
        (false, None) => view! {
            <PostForm>
                <div class="row">
                    <Button kind=Kind::Main>{verb}</Button>
                    <a href=event_path("")>"Not now"</a>
                </div>
            </PostForm>
        },
        (false, Some(refusal)) => view! {
            <Notice tone=Tone::Note title="You can’t join this team now"><p>{show_moments(&words::complete_sentence(&words::refusal(&refusal)))}</p></Notice>
            {elsewhere}
        },
    };
    view! {
        {event_head(Some(EventTab::Team))}
        <ErrorSummary heading="You have not joined"/>
        <div class="confirm stack">
            <h1>{format!("You are invited to {}", found.team.name)}</h1>
            <p>{with}</p>
            {body}
        </div>
    }
}
