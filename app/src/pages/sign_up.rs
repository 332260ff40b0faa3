//! Creating an account, and the pages of mailed links.

use crate::prelude::*;

/// The page to create an account; `next` is the path to continue to, and empty for the home page.
pub fn sign_up_page(next: String) -> AnyView {
    let hint = if sends_mail() {
        "We send a confirmation link to it. Only organizers of your events can see it."
    } else {
        "You confirm it with a link that you get at the desk. Only organizers of your events can see it."
    };
    view! {
        <div class="sign-in">
            <h1>"Create an account"</h1>
            <ErrorSummary heading="The account was not created"/>
            <PostForm action="/signup" class="form">
                <input type="hidden" name="next" value=next/>
                <Field name="email" label="E-mail" kind="email" autocomplete="username" value=typed_into("email") hint/>
                <Field name="name" label="Name" autocomplete="name" value=typed_into("name") hint="As others will see it."/>
                <Field name="password" label="Password" kind="password" autocomplete="new-password" hint="At least ten characters. A few words work well."/>
                <Button kind=Kind::Main>"Create account"</Button>
            </PostForm>
            <p>"Already have an account? "<a href="/login">"Sign in"</a></p>
            <p class="quiet small"><a href="/privacy">"What we keep about you"</a></p>
        </div>
    }
}

#[derive(Clone, Debug, Default)]
pub struct AskLinkPage {
    pub email: String,
    /// The path to continue to; empty means the home page.
    pub next: String,
}

pub fn ask_link_page(model: AskLinkPage) -> AnyView {
    let AskLinkPage { email, next } = model;
    let (how, verb) = if sends_mail() {
        ("We send a link to your address. It works once, for 15 minutes.", "Send me a link")
    } else {
        (
            "This portal sends no mail. A site admin at the desk opens your link for you. It works once, for 15 minutes.",
            "Create a sign-in link",
        )
    };
    view! {
        <Crumbs above=vec![("Sign in".to_owned(), "/login".to_owned())]/>
        <div class="sign-in">
            <h1>"Sign in without a password"</h1>
            <ErrorSummary heading="No link was created"/>
            <p>{how}</p>
            <PostForm action="/login/link" class="form">
                <input type="hidden" name="next" value=next/>
                <Field name="email" label="E-mail" kind="email" autocomplete="username" value=email/>
                <Button kind=Kind::Main>{verb}</Button>
            </PostForm>
        </div>
    }
}

/// The page after a link was requested. It is the same for every address, so it does not reveal who has an account.
pub fn link_ready_page() -> AnyView {
    let (title, how, otherwise) = if sends_mail() {
        (
            "Look in your mail",
            "A link is on its way to the address you typed. It may take a minute. Look among unwanted mail too.",
            "If no mail arrives, check the address you typed, or ask a site admin to open the link for you.",
        )
    } else {
        (
            "Your link is ready",
            "This portal sends no mail. Ask at the desk for your link: a site admin can open it for you.",
            "If they find no link for you, check the address you typed.",
        )
    };
    view! {
        <div class="sign-in">
            <h1>"Get your link"</h1>
            <Notice tone=Tone::Good title>
                <p>{how}</p>
            </Notice>
            <p>{otherwise}</p>
            <p><ButtonLink href="/login">"Back to sign-in"</ButtonLink></p>
        </div>
    }
}

pub struct LinkPage {
    /// What the link does; none if it has expired.
    pub offer: Option<LinkOffer>,
    /// The person signed in to this browser, if it is someone else.
    pub instead_of: Option<String>,
}

pub struct LinkOffer {
    /// What its button says.
    pub verb: &'static str,
    pub title: &'static str,
    /// Who uses it.
    pub whose: LinkUser,
    pub email: String,
}

/// The person who uses a link.
pub enum LinkUser {
    /// A person whose name is known.
    Known {
        name: String,
        /// Name and password were typed in this browser. The person can still choose others.
        may_choose: bool,
    },
    /// A person who chooses the name and the password of a new account here.
    Choose,
}

/// The page of a mailed link. Opening it changes nothing, since mail programs open links too.
pub fn link_page(model: LinkPage) -> AnyView {
    let LinkPage { offer, instead_of } = model;
    let Some(offer) = offer else {
        return view! {
            <div class="sign-in">
                <h1>"This link has expired"</h1>
                <ErrorSummary heading="Nothing was changed"/>
                <p>"It was already used, or it is too old. Each link works once. A sign-in link works for 15 minutes, a confirmation link for 24 hours."</p>
                <p class="row">
                    <ButtonLink href="/login/link" kind=Kind::Main>"Get a link to sign in"</ButtonLink>
                    <a href="/signup">"Create an account"</a>
                </p>
            </div>
        };
    };
    let instead = instead_of
        .map(|name| view! { <p class="quiet">{format!("{name} is signed in to this browser and will be signed out.")}</p> });
    let title = offer.title;
    let (summary, form) = offer_form(offer);
    view! {
        <div class="sign-in">
            <h1>{title}</h1>
            <ErrorSummary/>
            {summary}
            {instead}
            {form}
        </div>
    }
}

/// Who the link is for, and its form.
fn offer_form(offer: LinkOffer) -> (AnyView, AnyView) {
    let LinkOffer { verb, whose, email, .. } = offer;
    match whose {
        LinkUser::Known { name, may_choose } => {
            let other = may_choose.then(|| {
                view! { <p class="quiet">"Your account will use the password you typed in this browser. "<a href="?choose=1">"Choose another name or password"</a></p> }
            });
            (
                view! { <p>"For "<strong>{name}</strong>", "{email}"."</p>{other} },
                view! { <PostForm class="form"><Button kind=Kind::Main>{verb}</Button></PostForm> },
            )
        }
        LinkUser::Choose => (
            view! { <p>"For "<strong>{email}</strong>". Choose the name and the password of your account."</p> },
            view! {
                <PostForm class="form">
                    <Field name="name" label="Name" autocomplete="name" value=typed_into("name") hint="As others will see it."/>
                    <Field name="password" label="Password" kind="password" autocomplete="new-password" hint="At least ten characters. A few words work well."/>
                    <Button kind=Kind::Main>{verb}</Button>
                </PostForm>
            },
        ),
    }
}
