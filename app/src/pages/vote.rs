//! The community vote: a ballot, by account or by code, and the tally for those who may read it.

use super::event_head::{EventTab, event_head};
use crate::prelude::*;
use model::ballot;

pub struct VotePage {
    /// The database's present.
    pub now: DateTime<Utc>,
    /// When the vote closes; none never.
    pub closes: Option<DateTime<Utc>>,
    /// How many projects a voter chooses at most.
    pub most: i64,
    /// What was done just now, in a sentence; empty for nothing.
    pub done: String,
    /// What the visitor can do.
    pub booth: Booth,
    /// The tally, where the visitor may read it.
    pub tally: Option<ballot::Tally>,
}

/// What a visitor can do on the page of the vote.
pub enum Booth {
    /// Sign in first.
    SignIn,
    /// Confirm the address first.
    Confirm,
    EnterCode {
        typed: String,
    },
    /// Choose.
    Ballot(Ballot),
    /// Nothing now.
    Closed {
        /// Why.
        sentence: String,
        /// Titles on the visitor's ballot.
        cast: Vec<String>,
        /// Titles that were ticked too late.
        ticked: Vec<String>,
        /// How many votes of the ballot do not count.
        lost: usize,
    },
}

/// A ballot to fill in.
pub struct Ballot {
    /// The code it is cast by; empty by account.
    pub code: String,
    /// When it was cast; none without a ballot.
    pub cast_at: Option<DateTime<Utc>>,
    /// The projects, in this voter's own order. On a ballot that was refused, the chosen ones come first.
    pub candidates: Vec<Candidate>,
    pub refused: bool,
    /// How many of its votes do not count.
    pub lost: usize,
}

impl Ballot {
    /// It was cast as it is shown, and there is something on it.
    fn is_in(&self) -> bool {
        self.cast_at.is_some() && !self.refused && self.candidates.iter().any(|candidate| candidate.chosen)
    }
}

/// A project to choose.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub project: ballot::Candidate,
    /// Track's name.
    pub track: Option<String>,
    /// Of the voter's own team.
    pub own: bool,
    /// On the ballot.
    pub chosen: bool,
}

pub fn vote_page(model: VotePage) -> AnyView {
    needs(Sheet::Vote);
    let VotePage { now, closes, most, done, booth, tally } = model;
    // A ballot that is in says so itself.
    let (done, cast) = if matches!(&booth, Booth::Ballot(ballot) if ballot.is_in()) {
        (String::new(), done)
    } else {
        (done, String::new())
    };
    let done = (!done.is_empty()).then(|| view! { <Notice tone=Tone::Good title=done/> });
    let here = event_path("/vote");
    let booth = match booth {
        Booth::SignIn => view! {
            {rules(Some(most), closes, now)}
            <p>"To vote you need an account with a confirmed e-mail address. Each account has one ballot."</p>
            <p class="row">
                <ButtonLink href=format!("/login?next={here}") kind=Kind::Main>"Sign in to vote"</ButtonLink>
                <ButtonLink href="/signup">"Create an account"</ButtonLink>
            </p>
        },
        Booth::Confirm => view! {
            {rules(Some(most), closes, now)}
            <Notice tone=Tone::Warn title="Confirm your address to vote">
                <p>"Open your confirmation link. No link? "<a href="/me">"Ask for one on your account page"</a>"."</p>
            </Notice>
        },
        Booth::EnterCode { typed } => enter_code(&here, typed, most, closes, now),
        Booth::Ballot(ballot) => ballot_form(&here, ballot, cast, most, closes, now),
        Booth::Closed { sentence, cast, ticked, lost } => closed(sentence, cast, ticked, lost),
    };
    let tally = tally.map(|tally| tally_table(tally, "tally"));
    view! { {event_head(Some(EventTab::Vote))}<h1>"Community vote"</h1>{done}{booth}{tally} }
}

/// What a ballot is; `most` where the page does not say it beside the choices.
fn rules(most: Option<i64>, closes: Option<DateTime<Utc>>, now: DateTime<Utc>) -> AnyView {
    let choose = most.map(|most| format!("Choose up to {}. ", words::plural(most, "project", "projects")));
    let close = match closes {
        Some(at) => view! {
            " You can change your choices until voting closes, "
            <strong><Countdown at now/></strong>", "
            <Time at/>"."
        },
        None => view! { " You can change your choices at any time." },
    };
    view! { <p class="prose">{choose}"Each choice is one vote."{close}</p> }
}

fn enter_code(
    here: &str,
    typed: String,
    most: i64,
    closes: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> AnyView {
    view! {
        <ErrorSummary heading="This code does not work"/>
        {rules(Some(most), closes, now)}
        <form method="post" action=format!("{here}/open") class="form" novalidate>
            <Field name="code" label="Your code" value=typed autocomplete="off" short=true hint="Ten characters, on the slip you were given. Capitals, spaces and dashes don’t matter."/>
            <Button kind=Kind::Main>"Go to the ballot"</Button>
        </form>
        <p class="quiet prose">"You don’t need an account. Keep your code: anyone who has it can change your ballot until voting closes."</p>
    }
}

/// `done` is what was done just now, in a sentence; empty for nothing.
fn ballot_form(
    here: &str,
    ballot: Ballot,
    done: String,
    most: i64,
    closes: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> AnyView {
    let is_in = ballot.is_in();
    let Ballot { code, cast_at, candidates, refused, lost } = ballot;
    if candidates.is_empty() {
        return view! { <EmptyState title="Nothing to vote for yet" text="Projects appear here once they are submitted."/> };
    }
    let status = cast_at.filter(|_| is_in).map(|at| {
        let chosen: Vec<String> =
            candidates.iter().filter(|c| c.chosen).map(|c| format!("“{}”", c.project.title)).collect();
        let title = if done.is_empty() { "Your ballot is in".to_owned() } else { done };
        view! {
            <Notice tone=Tone::Good title>
                <p>{format!("You voted for {}. Cast ", words::and_list(&chosen))}<Time at/>"."</p>
            </Notice>
        }
    });
    let withdraw = cast_at
        .map(|_| view! { <Button formaction=format!("{here}/withdraw")>"Withdraw my ballot"</Button> });
    let cast = if cast_at.is_some() { "Change the ballot" } else { "Cast the ballot" };
    let by_code = (!code.is_empty()).then(|| {
        view! { <input type="hidden" name="code" value=code/> }
    });
    let rows = each(candidates, candidate);
    let order = if refused {
        "The projects that you chose come first, then the others in an order of your own."
    } else {
        "Each voter sees the projects in a random order of their own, so no project gains by coming first."
    };
    // Boxes beyond the limit are closed by `style/assets/vote.js`, which says so behind the count.
    needs_script("vote.js");
    let full = if most == 1 { ". Clear it to choose another." } else { ". Clear one to choose another." };
    view! {
        <ErrorSummary heading="The ballot was not cast"/>
        {status}
        {lost_votes(lost, " Choose again and change the ballot.")}
        {rules(None, closes, now)}
        <PostForm action=format!("{here}/cast") class="vote-ballot">
            {by_code}
            <fieldset id="choices" tabindex="-1">
                <legend>{format!("Choose up to {}", words::plural(most, "project", "projects"))}</legend>
                <p class="field-hint">{order}</p>
                <ul class="vote-candidates">{rows}</ul>
            </fieldset>
            <div class="vote-cast row">
                <p class="vote-chosen quiet small" data-chosen=format!(" of {most} chosen")>
                    <span role="status" data-most=most.to_string() data-full=full data-over=". That is too many: clear #."></span>
                </p>
                <Button kind=Kind::Main>{cast}</Button>
                {withdraw}
            </div>
        </PostForm>
    }
}

fn candidate(candidate: Candidate) -> AnyView {
    let Candidate { project, track, own, chosen } = candidate;
    let ballot::Candidate { id, title, tagline, team, picture, .. } = project;
    let (box_id, about) = (format!("choice-{id}"), format!("/projects/{id}"));
    let tagline = (!tagline.is_empty()).then(|| view! { <p>{tagline}</p> });
    let track = track.map(|track| view! { <span>{track}</span> });
    let picture = picture.map(|picture| {
        view! { <div class="vote-picture"><ProjectPicture picture=Some(picture) sizes="(min-width: 40rem) 9rem, 6rem"/></div> }
    });
    let team = team_beside(&team, &title).map(|team| view! { <span>{team}</span> });
    let own_note = own.then(|| view! { <span>"your own team: you can’t vote for it"</span> });
    view! {
        <li>
            <input type="checkbox" id=box_id.clone() name="choice" value=id.to_string() checked=chosen disabled=own data-own=own.then_some("")/>
            {picture}
            <div>
                <label for=box_id>{title.clone()}</label>
                {tagline}
                <p class="byline quiet small">{team}{track}{own_note}<a href=about>"View project"<span class="sr-only">": "{title}</span></a></p>
            </div>
        </li>
    }
}

/// Says how many votes of a ballot do not count, why, and what to do. It names no project: a withdrawn one is hidden.
fn lost_votes(lost: usize, then: &'static str) -> Option<AnyView> {
    let (title, why) = match lost {
        0 => return None,
        1 => (
            "1 of your votes does not count".to_owned(),
            "Its project was withdrawn, repeats another one, or is your team’s now.",
        ),
        more => (
            format!("{more} of your votes do not count"),
            "Their projects were withdrawn, repeat others, or are your team’s now.",
        ),
    };
    Some(view! { <Notice tone=Tone::Warn title=title><p>{why}{then}</p></Notice> })
}

fn closed(sentence: String, cast: Vec<String>, ticked: Vec<String>, lost: usize) -> AnyView {
    let list =
        |titles: &[String]| words::and_list(&titles.iter().map(|t| format!("“{t}”")).collect::<Vec<_>>());
    let ticked = (!ticked.is_empty()).then(
        || view! { <p>{format!("Voting closed before these choices were saved: {}.", list(&ticked))}</p> },
    );
    let cast = (!cast.is_empty()).then(|| view! { <p>{format!("Your ballot: {}.", list(&cast))}</p> });
    view! {
        <Notice tone=Tone::Note title=sentence>{ticked}{cast}</Notice>
        {lost_votes(lost, "")}
    }
}

fn tally_table(tally: ballot::Tally, id: &'static str) -> AnyView {
    let table = votes_table("Votes", votes_rows(tally.projects));
    section(id, "How the community voted").of(view! { {counted(tally.ballots)}{table} })
}

pub(super) fn counted(ballots: i64) -> AnyView {
    view! { <p class="quiet prose">{words::plural(ballots, "ballot", "ballots")}" counted. The vote does not affect the judges’ ranking."</p> }
}

/// A row for each project, the most votes first, as they come.
pub(super) fn votes_rows(projects: Vec<ballot::ProjectVotes>) -> Vec<AnyView> {
    let most = projects.iter().map(|project| project.votes).max().unwrap_or(0).max(1);
    each(projects, |ballot::ProjectVotes { project, title, team, votes }| {
        let team = team_below(&team, &title);
        view! {
            <tr>
                <th scope="row"><a href=format!("/projects/{project}")>{title}</a>{team}</th>
                <td class="cell-num">{words::thousands(votes)}</td>
                <td class="vote-share"><progress max=most.to_string() value=votes.to_string() aria-hidden="true"></progress></td>
            </tr>
        }
    })
}

pub(super) fn votes_table(label: &'static str, rows: Vec<AnyView>) -> AnyView {
    view! { <Table label=label columns=[text_column("Project"), number_column("Votes"), text_column(unseen("Votes as a bar"))]>{rows}</Table> }
}
