//! `/guests/<code>`: a guest judge enters a name, waits, and comes in.

use crate::prelude::*;
use model::guest::GuestStep;
use words::people as said;

/// The page. `event` is none if the link has ended.
pub fn guest_page(here: &str, event: Option<String>, step: GuestStep) -> AnyView {
    let Some(event) = event else {
        return view! {
            <div class="sign-in">
                <h1>"This room is closed"</h1>
                <p>"The organizers closed it, or judging has ended. Ask one of them for a new code."</p>
            </div>
        };
    };
    let (title, body) = match step {
        GuestStep::Early(opens) => (
            format!("Judge at {event}"),
            view! {
                <Notice tone=Tone::Note title="Not open yet:" named=event>
                    <p>{show_moments(&said::waiting(true, opens))}</p>
                    <p>"Open this page again then, by the same link or code."</p>
                </Notice>
            },
        ),
        GuestStep::Name => (
            format!("Judge at {event}"),
            view! {
                <p>"Enter your name. An organizer then confirms you."</p>
                <PostForm action=format!("{here}/ask") class="form">
                    <Field name="name" label="Your name" autocomplete="name" value=typed_into("name") hint="As the organizers know you. No e-mail address is needed."/>
                    <Button kind=Kind::Main>"Ask to judge"</Button>
                </PostForm>
                <p>"Do you have an account, or an invitation? "<a href="/login">"Sign in instead"</a></p>
            },
        ),
        GuestStep::Waiting { name, number } => (
            "Show this number".to_owned(),
            view! {
                <p class="guest-number-large">{number}</p>
                <p>{format!("{name}, show this page to an organizer of {event}. They compare the number and confirm you.")}</p>
                <p><ButtonLink href=here>"Check again"</ButtonLink></p>
                <p class="quiet">"This page checks by itself every 15 seconds. Stay in this browser: you can come in only here."</p>
            },
        ),
        GuestStep::Admitted { name } => (
            format!("Welcome, {name}"),
            view! {
                <p>{format!("You are a judge at {event} now.")}</p>
                <PostForm action=format!("{here}/enter") class="form"><Button kind=Kind::Main>"Start judging"</Button></PostForm>
            },
        ),
        GuestStep::CameIn => (
            format!("Judge at {event}"),
            view! {
                <p>"You have already joined from this browser."</p>
                <p><ButtonLink href="/judge" kind=Kind::Main>"Go to your projects"</ButtonLink></p>
                <p class="quiet">"If you are asked to sign in, ask an organizer for a card with a new code."</p>
            },
        ),
        GuestStep::TurnedAway => (
            "You were not confirmed".to_owned(),
            view! {
                <Notice tone=Tone::Note title="An organizer did not confirm you as a judge"/>
                <p>"If that is a mistake, talk to an organizer and ask again."</p>
                <PostForm action=format!("{here}/ask") class="form">
                    <Field name="name" label="Your name" autocomplete="name"/>
                    <Button>"Ask again"</Button>
                </PostForm>
            },
        ),
    };
    view! {
        <div class="sign-in">
            <h1>{title}</h1>
            <ErrorSummary heading="You are not on the list yet"/>
            {body}
        </div>
    }
}
