//! Access tokens: creating (shown once), listing, revoking.

use super::change_way::{ChangeWay, change_way};
use crate::prelude::*;
use model::account::AccessToken;

pub struct TokensPage {
    pub now: DateTime<Utc>,
    /// Those that work.
    pub tokens: Vec<AccessToken>,
    /// The one that was just made.
    pub fresh: Option<FreshToken>,
    /// A link opened the session: a token that it makes knows what it knows.
    pub by_link: bool,
    /// Why none can be made now, and what comes first.
    pub unproved: Option<(String, ChangeWay)>,
}

/// A token that was just created. It is shown once.
pub struct FreshToken {
    pub name: String,
    /// The token; none where the form was sent again after it was made.
    pub token: Option<String>,
}

pub fn tokens_page(model: TokensPage) -> AnyView {
    let now = model.now;
    let fresh = model.fresh.map(|fresh| match fresh.token {
        Some(token) => view! {
            <Notice tone=Tone::Good title=format!("Token “{}” created", fresh.name)>
                <p>"Copy it now. It can’t be shown again."</p>
                <code class="copy-text">{token}</code>
            </Notice>
        },
        None => view! {
            <Notice tone=Tone::Warn title=format!("Token “{}” was already created", fresh.name) text="You sent the form twice, and only one token was created. A token is shown only once: if you did not copy it, revoke it below and create another."/>
        },
    });
    let list = if model.tokens.is_empty() {
        view! { <EmptyState title="No tokens" text="Create one to let a program use the API as you."/> }
    } else {
        let rows = each(model.tokens, |token| row(token, now));
        view! {
            <Table label="Your tokens" stacks=true columns=[text_column("Name"), text_column("Created"), text_column("Last used"), act_column(unseen("What to do"))]>{rows}</Table>
        }
    };
    let make = match model.unproved {
        Some((why, way)) => change_way(why, way, "/me/tokens"),
        None => view! {
            <PostForm action="/me/tokens" once=true class="form">
                <Field name="name" label="What it is for" value=typed_into("name") hint="You see this name when you want to revoke the token."/>
                <Button kind=Kind::Main>"Create a token"</Button>
            </PostForm>
        },
    };
    let reach = match model.by_link {
        true => {
            "It acts as you, but only in the events of this session, because a link opened this session. It gets no event that you join later."
        }
        false => "It acts as you, with all of your roles.",
    };
    view! {
        <Crumbs above=account_crumb()/>
        <h1>"Access tokens"</h1>
        <ErrorSummary/>
        {fresh}
        {list}
        {section("make", "Create a token").of(view! {
            {make}
            <p class="prose quiet">
                {reach}" Send it as " <code>"Authorization: Bearer …"</code> ". "
                <a href="/api/docs">"What the API can do"</a>
            </p>
        })}
    }
}

fn row(token: AccessToken, now: DateTime<Utc>) -> AnyView {
    let used = token.last_used_at.map(|at| words::relative(at, now)).unwrap_or_else(|| "never".to_owned());
    let name = token.name.clone();
    let only = token.by_link.then(|| match token.events.is_empty() {
        true => "For no event any more".to_owned(),
        false => format!("Only for {}", token.events.join(", ")),
    });
    view! {
        <tr>
            <th scope="row">{token.name}{only.map(|only| view! { <br/><small class="quiet">{only}</small> })}</th>
            <td data-label="Created"><Time at=token.created_at/></td>
            <td data-label="Last used">{used}</td>
            <td class="cell-act">
                <ActButton action=format!("/me/tokens/{}/revoke", token.id) kind=Kind::Danger tight=true>
                    "Revoke"<span class="sr-only">" “"{name}"”"</span>
                </ActButton>
            </td>
        </tr>
    }
}

/// Says that a new password does not end access tokens: if it did, programs that use them would stop without a warning.
pub(super) fn tokens_stay(tokens: i64) -> AnyView {
    let sentence = format!(
        "A new password does not end your {}. Revoke the ones you no longer use: ",
        words::plural(tokens, "access token", "access tokens")
    );
    view! { <p>{sentence}<a href="/me/tokens">"Access tokens"</a>"."</p> }
}

/// The way back to the account, above each of its pages.
pub(super) fn account_crumb() -> Vec<(String, String)> {
    vec![("Your account".to_owned(), "/me".to_owned())]
}
