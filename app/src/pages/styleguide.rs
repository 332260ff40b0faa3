//! Every component in every state, on one page.

use crate::components::{
    Area, Button, ButtonLink, Check, Choice, Confirm, Crumbs, EmptyState, ErrorSummary, Field, FormErrors,
    HostLink, IntervalPlot, Kind, Mark, Notice, Pager, Pill, PlotScale, Progress, ScoreScale, Select, Sign,
    Stage, StageKind, StageState, Stages, Stepper, Strip, Tab, Table, Tabs, Tag, Time, Toast, Tone, words,
};
use chrono::{DateTime, TimeDelta, Utc};
use leptos::prelude::*;

/// The style guide. `now` is the page's present.
pub fn styleguide_page(now: DateTime<Utc>) -> AnyView {
    view! {
        <h1>"Style guide"</h1>
        <div class="guide">
            {type_and_mark()}
            {buttons()}
            {statuses()}
            {notices()}
            {fields()}
            {scores()}
            {navigation()}
            {time(now)}
            {tables()}
            {questions()}
        </div>
        <Toast tone=Tone::Good title="Saved on this phone, sending…"/>
    }
    .into_any()
}

fn part(title: &'static str, body: AnyView) -> AnyView {
    view! { <section class="stack"><h2>{title}</h2>{body}</section> }.into_any()
}

fn type_and_mark() -> AnyView {
    let body = view! {
        <p class="sample-mark"><Mark/></p>
        <h1>"Heading one"</h1>
        <h2>"Heading two"</h2>
        <h3>"Heading three"</h3>
        <p class="lead">"A lead: what the page is about, in one or two sentences."</p>
        <p class="prose">"Body text, of 60 to 75 characters a line. Numbers are tabular: 0.123, 1.111, 8.888. "<a href="#link">"A link"</a>", "<code>"code"</code>", and "<span class="quiet">"what matters less"</span>"."</p>
        <HostLink label="Code" url="https://www.git.example/ada/engine"/>
    };
    part("Type and mark", body.into_any())
}

fn buttons() -> AnyView {
    let body = view! {
        <p class="row">
            <Button kind=Kind::Main>"Submit review"</Button>
            <Button>"Save draft"</Button>
            <Button kind=Kind::Danger>"Revoke"</Button>
            <Button disabled=true>"Not now"</Button>
            <Button kind=Kind::Main disabled=true>"Not now"</Button>
        </p>
        <p class="row">
            <ButtonLink href="#a" kind=Kind::Main>"Read the results"</ButtonLink>
            <ButtonLink href="#b">"Browse"</ButtonLink>
            <Button tight=true>"Tight"</Button>
            <Button tight=true kind=Kind::Danger>"Tight"</Button>
        </p>
    };
    part("Buttons", body.into_any())
}

fn statuses() -> AnyView {
    let body = view! {
        <p class="row">
            <Pill sign=Sign::Clock word="Pending"/>
            <Pill tone=Tone::Note sign=Sign::Info word="Open"/>
            <Pill tone=Tone::Good sign=Sign::Check word="Submitted"/>
            <Pill tone=Tone::Warn sign=Sign::Pencil word="Draft"/>
            <Pill tone=Tone::Bad sign=Sign::Cross word="Refused"/>
            <Pill sign=Sign::Lock word="Closed"/>
        </p>
        <p class="row"><Tag word="maps"/><Tag word="rust" href="#rust"/><Tag word="health" href="#health" current=true/></p>
    };
    part("Pills and tags", body.into_any())
}

fn notices() -> AnyView {
    let body = view! {
        <Notice title="Judging opens on 20 Nov 2026, 18:00 UTC."/>
        <Notice tone=Tone::Good title="Published"><p>"Run 4 is what everyone reads now."</p></Notice>
        <Notice tone=Tone::Warn title="6 projects are short of reviews"><p>"At this pace the last comes at 20:10; judging closes at 20:00."</p></Notice>
        <Notice tone=Tone::Bad title="Judging for Demo closed at 2026-11-20 18:00:00 UTC."><p>"Your last saved draft from 17:58 is kept, but it was not submitted."</p></Notice>
        <EmptyState title="No webhooks" text="A webhook tells another service about each change as it happens."><ButtonLink href="#w" kind=Kind::Main>"Add a webhook"</ButtonLink></EmptyState>
    };
    part("Notices", body.into_any())
}

fn fields() -> AnyView {
    let errors: FormErrors = [
        ("sg-title", "Give the project a title."),
        ("sg-code", "Use an address that starts with https:// or http://."),
    ]
    .into_iter()
    .collect();
    let choices =
        || vec![Choice::new("", "No track"), Choice::new("1", "Health"), Choice::new("2", "Climate")];
    let body = view! {
        <ErrorSummary errors=errors.clone()/>
        <div class="form">
            <Field name="sg-name" label="Name" value="Solar Kiosk" hint="At most 200 characters."/>
            <Field name="sg-title" label="Title" error=errors.of("sg-title") hint="At most 200 characters."/>
            <Field name="sg-code" label="Code" kind="url" value="git.example" error=errors.of("sg-code") optional=true/>
            <Field name="sg-off" label="Slug" value="never-changes" readonly=true short=true/>
            <Area name="sg-text" label="Comment for the organizers" value="Well argued." limit=5000 rows=3/>
            <Select name="sg-track" label="Track" choices=choices() value="2" short=true/>
            <Check name="sg-check" label="Show feedback to teams" hint="After publication, without names." checked=true/>
        </div>
    };
    part("Fields", body.into_any())
}

fn scores() -> AnyView {
    let body = view! {
        <div class="form">
            <ScoreScale name="sg-quality" legend="Quality" hint="Does it work, and does it hold?" min=1 max=5 value=Some(4)/>
            <ScoreScale name="sg-craft" legend="Craft" error="Give Craft a score from 1 to 3." min=1 max=3 value=None/>
            <ScoreScale name="sg-closed" legend="Closed" min=1 max=5 value=Some(2) disabled=true/>
            <Stepper name="sg-impact" label="Impact" min=0 max=100 value=Some(70)/>
        </div>
    };
    part("Scores", body.into_any())
}

fn navigation() -> AnyView {
    let tab = |label: &str, current, count| Tab {
        label: label.to_owned(),
        href: format!("#{label}"),
        current,
        count,
    };
    let above = vec![("Events".to_owned(), "#e".to_owned()), ("Riverside".to_owned(), "#r".to_owned())];
    let tabs = vec![tab("About", false, None), tab("Projects", true, Some(24)), tab("Results", false, None)];
    let body = view! {
        <Crumbs above/>
        <Tabs label="Riverside" tabs/>
        <Pager words="51–100 of 214" previous=Some("#p".to_owned()) next=Some("#n".to_owned())/>
    };
    part("Ways about", body.into_any())
}

fn time(now: DateTime<Utc>) -> AnyView {
    let stage = |kind, state, open: i64, close: i64| Stage {
        kind,
        state,
        open: Some(now + TimeDelta::hours(open)),
        close: Some(now + TimeDelta::hours(close)),
    };
    let stages = vec![
        stage(StageKind::Submit, StageState::Done, -48, -3),
        stage(StageKind::Judge, StageState::Now, -3, 3),
        stage(StageKind::Vote, StageState::Ahead, 3, 5),
        stage(StageKind::Publish, StageState::Ahead, 5, 5),
    ];
    let soon = now + TimeDelta::minutes(192);
    let body = view! {
        <p><Time at=soon now/>", or as a countdown: "<strong>{words::countdown("closes", soon, now)}</strong></p>
        <Stages stages now/>
        <Progress done=214 of=300 what="reviews submitted"/>
        <Progress done=0 of=0 what="reviews submitted"/>
    };
    part("Time and progress", body.into_any())
}

fn tables() -> AnyView {
    let rows = [
        ("Solar Kiosk", 0.81, 0.74, 0.87, 0.79, 12),
        ("Tide Atlas", 0.78, 0.69, 0.86, 0.83, 9),
        ("Quiet Hours", 0.41, 0.41, 0.41, 0.41, 1),
    ];
    let rows: Vec<_> = rows
        .into_iter()
        .enumerate()
        .map(|(i, (name, value, low, high, raw, reviews))| {
            let title = format!("{name}: {value:.2}, likely {low:.2} to {high:.2}, raw {raw:.2}");
            view! {
                <tr>
                    <td class="num">{i + 1}</td>
                    <th scope="row">{name}</th>
                    <td class="wide-cell"><IntervalPlot value low high raw title/></td>
                    <td class="num">{format!("{value:.2}")}</td>
                    <td class="num">{reviews}</td>
                </tr>
            }
        })
        .collect();
    let body = view! {
        <Table label="Ranking">
            <thead><tr><th scope="col" class="num">"Rank"</th><th scope="col">"Project"</th><th scope="col" class="wide-cell">"Calibrated"<PlotScale/></th><th scope="col" class="num">"Score"</th><th scope="col" class="num">"Reviews"</th></tr></thead>
            <tbody>{rows}</tbody>
        </Table>
        <p class="row"><Strip counts=vec![1, 0, 4, 9, 6] title="Scores of Quality: 1 one, no two, 4 three, 9 four, 6 five"/><span class="quiet small">"a distribution strip"</span></p>
    };
    part("Tables and charts", body.into_any())
}

fn questions() -> AnyView {
    let body = view! {
        <Confirm title="Publish run 4?" csrf="" verb="Publish" back="#back" safe=true>
            <p>"24 projects are ranked by 96 reviews of 8 judges. Everyone can then read the results; they can be corrected, but not taken back."</p>
        </Confirm>
        <Confirm title="Withdraw the invitation?" csrf="" verb="Withdraw" back="#back">
            <p>"The link sent to ada@example.org stops working."</p>
        </Confirm>
    };
    part("Questions before an act", body.into_any())
}
