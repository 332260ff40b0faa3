//! `/invitations/<code>`: the page of an invitation's link.

use crate::prelude::*;
use shared::invitation::InvitedAs;
use words::people as said;

/// An invitation whose link works.
pub struct InvitationOffer {
    pub event: String,
    pub slug: String,
    /// Only its organizers see the event's pages.
    pub draft: bool,
    /// Into what.
    pub invited_as: InvitedAs,
    /// The team that it leads onto.
    pub team: Option<String>,
    pub email: String,
    /// The name that the organizer gave; may be empty.
    pub name: String,
    pub invited_by: Option<String>,
    /// The link works once; that of a card does not end by its use.
    pub once: bool,
    /// When the link ends, in words; empty where it does not.
    pub ends: String,
    pub who: Answerer,
}

/// The person whom the page's buttons act for.
pub enum Answerer {
    /// Who is signed in: name and address.
    SignedIn(String, String),
    /// Nobody is signed in.
    Nobody,
    /// The account that the invitation made; with the name of who is signed in instead.
    Returning(Option<String>),
    /// Nobody yet: the event is a draft. With it, in words, when it opens.
    Waits(String),
    /// The account that accepted has a password or another role by now, or came without this invitation. `true`: it is
    /// signed in.
    HasAccount(bool),
}

impl InvitationOffer {
    /// Where somebody who accepted begins.
    pub fn start(invited_as: &InvitedAs, slug: &str) -> String {
        match invited_as {
            InvitedAs::Member(MemberRole::Judge) => "/judge".to_owned(),
            InvitedAs::Member(MemberRole::Organizer) => format!("/events/{slug}/manage"),
            InvitedAs::Member(MemberRole::Participant) => format!("/events/{slug}/team"),
            InvitedAs::Panellist { prize, .. } => format!("/events/{slug}/prizes/{prize}/panel"),
        }
    }
}

fn has_account(offer: &InvitationOffer, signed_in: bool) -> AnyView {
    let start = InvitationOffer::start(&offer.invited_as, &offer.slug);
    if signed_in {
        return view! {
            <p>"You are signed in."</p>
            <p><ButtonLink href=start kind=Kind::Main>"Go on"</ButtonLink></p>
        };
    }
    let sign_in = format!("/login?next={}", start.replace('/', "%2F"));
    view! {
        <p>"You have an account of your own. Sign in to go on."</p>
        <p><ButtonLink href=sign_in kind=Kind::Main>"Sign in"</ButtonLink></p>
    }
}

/// The page, of no invitation if its link has ended. Opening it answers nothing, since mail programs open links too.
pub fn answer_page(here: &str, offer: Option<InvitationOffer>) -> AnyView {
    let Some(offer) = offer else { return ended() };
    let into = match &offer.team {
        Some(team) => format!("to the team “{team}” in {}", offer.event),
        None => format!("{} {}", said::purpose(&offer.invited_as), offer.event),
    };
    // A card opens again, also for who came by it long ago.
    let asks = match (&offer.who, &offer.invited_by) {
        (Answerer::Returning(_) | Answerer::HasAccount(_), _) => {
            format!("You accepted the invitation {into}")
        }
        (_, Some(by)) => format!("{by} invites you {into}"),
        (_, None) => format!("You are invited {into}"),
    };
    let ends = (!offer.ends.is_empty()).then(|| view! { <p class="quiet">{show_moments(&offer.ends)}</p> });
    let event = (!offer.draft).then(|| {
        view! { <p><a href=format!("/events/{}", offer.slug)>{format!("See {}", offer.event)}</a></p> }
    });
    let form = match &offer.who {
        Answerer::Waits(opens) => waits(offer.event.clone(), opens.clone()),
        Answerer::HasAccount(signed_in) => has_account(&offer, *signed_in),
        Answerer::Returning(instead) => returning(here, &offer, instead.clone()),
        Answerer::SignedIn(name, email) => {
            let other = (*email != offer.email).then(|| {
                view! { <p class="quiet">{format!("The invitation is for {}. To accept with another account, sign out first.", offer.email)}</p> }
            });
            view! {
                <p>"You accept as "<strong>{name.clone()}</strong>", "{email.clone()}"."</p>
                {other}
                <PostForm action=format!("{here}/accept") class="form">
                    <Button kind=Kind::Main>"Accept the invitation"</Button>
                </PostForm>
                {decline(here)}
            }
        }
        Answerer::Nobody => {
            view! {
                <PostForm action=format!("{here}/accept") class="form">
                    <Field name="name" label="Your name" autocomplete="name" value=typed_or("name", &offer.name) hint="As others will see it."/>
                    <Button kind=Kind::Main hint=format!("For {}. You are signed in at once and need no password.", offer.email)>"Accept the invitation"</Button>
                </PostForm>
                <p>"Already have an account? "<a href=format!("/login?next={here}")>"Sign in to accept with it"</a></p>
                {decline(here)}
            }
        }
    };
    view! {
        <div class="sign-in">
            <h1>{asks}</h1>
            <ErrorSummary heading="The invitation was not accepted"/>
            {event}
            {ends}
            {form}
        </div>
    }
}

fn returning(here: &str, offer: &InvitationOffer, instead: Option<String>) -> AnyView {
    let instead = instead.map(|name| {
        view! { <p class="quiet">{format!("{name} is signed in to this browser and will be signed out.")}</p> }
    });
    view! {
        <p>"For "<strong>{offer.email.clone()}</strong>"."{offer.once.then_some(" The link works once.")}</p>
        {instead}
        <PostForm action=format!("{here}/accept") class="form">
            <Button kind=Kind::Main>"Sign in"</Button>
        </PostForm>
    }
}

/// The event is not open yet. Nothing ends by looking.
fn waits(event: String, opens: String) -> AnyView {
    view! {
        <Notice tone=Tone::Note title="Not open yet:" named=event>
            <p>{show_moments(&opens)}</p>
            <p>"Keep your link or card, and open it again then. It stays valid, and you can accept or decline as soon as the event is open."</p>
        </Notice>
    }
}

fn decline(here: &str) -> AnyView {
    view! {
        <ActButton action=format!("{here}/decline") hint="The organizers see that you declined. Your link and your card stop working.">"Decline"</ActButton>
    }
}

fn ended() -> AnyView {
    view! {
        <div class="sign-in">
            <h1>"This invitation has ended"</h1>
            <ErrorSummary heading="Nothing was changed"/>
            <p>"Its link was used, its link or card was replaced or withdrawn, judging has closed, or the panel’s prize was given. A mailed link works once. A card opens again, also on a second device, until there is a newer one."</p>
            <p>"If you accepted before, sign in. Otherwise ask the organizers for a new link or card."</p>
            <p><ButtonLink href="/login" kind=Kind::Main>"Sign in"</ButtonLink></p>
        </div>
    }
}

/// The page after somebody declined.
pub fn declined_page(event: &str) -> AnyView {
    view! {
        <div class="sign-in">
            <h1>"Declined"</h1>
            <Notice tone=Tone::Good title=format!("You declined the invitation to {event}") text="If you change your mind, ask the organizers to invite you again."/>
        </div>
    }
}
