//! The passkeys of an account, and its recovery codes.

use super::change_way::{ChangeWay, change_way};
use super::passkey::passkey_field;
use super::tokens::account_crumb;
use crate::prelude::*;
use model::passkey::{OwnPasskey, PasskeyQuestion, PasskeyUse, PasskeysFound};

pub struct PasskeysPage {
    pub found: PasskeysFound,
    pub way: ChangeWay,
    /// Recovery codes that were just made; without them where the form was sent again.
    pub fresh_codes: Option<Option<Vec<String>>>,
    /// What just happened.
    pub done: Option<&'static str>,
    /// The name that was typed into a refused form.
    pub name: String,
    /// The passkey whose new name was refused, and that name.
    pub renamed: Option<(i64, String)>,
}

pub fn passkeys_page(model: PasskeysPage) -> AnyView {
    let PasskeysFound { passkeys, usage, may_change, question, .. } = &model.found;
    let PasskeyUse { codes: codes_left, asked, .. } = *usage;
    let done = model.done.map(|title| view! { <Notice tone=Tone::Good title/> });
    let why_not = may_change.as_ref().err().map(words::refusal);
    let may_change = may_change.is_ok();
    let list = if passkeys.is_empty() {
        view! { <p class="quiet">"You have no passkey yet."</p> }
    } else {
        list(&model, may_change)
    };
    let more = (!passkeys.is_empty()).then(|| {
        view! {
            {recovery(codes_left, may_change)}
            {second_step(asked, may_change)}
        }
    });
    view! {
        <Crumbs above=account_crumb()/>
        <h1>"Passkeys"</h1>
        <ErrorSummary/>
        {done}
        {model.fresh_codes.clone().map(fresh_codes)}
        <p class="prose">"A passkey is kept by your phone, computer or security key. You sign in by unlocking that device, and no password can be guessed or given away."</p>
        {why_not.map(|why| change_way(why, model.way, "/me/passkeys"))}
        {list}
        {question.clone().map(|question| add_form(question, model.name.clone()))}
        {more}
    }
}

fn list(model: &PasskeysPage, may_change: bool) -> AnyView {
    let rows = each(model.found.passkeys.iter(), |passkey| row(passkey.clone(), model, may_change));
    let means = may_change.then(|| {
        let held = model.found.usage.tokens;
        let tokens = words::plural(held, "access token", "access tokens");
        let ends = if held > 0 { format!(" It also ends your {tokens} made with a passkey.") } else { String::new() };
        let said = format!("Lost a device? Remove its passkey. That signs you out everywhere else.{ends} If your recovery codes were on it, replace them, too.");
        view! { <p class="prose">{said}</p> }
    });
    view! {
        {means}
        <Table label="Your passkeys" stacks=true columns=[text_column("Name"), text_column("Added"), text_column("Last used"), act_column(unseen("What to do"))]>{rows}</Table>
    }
}

fn row(passkey: OwnPasskey, model: &PasskeysPage, may_change: bool) -> AnyView {
    let OwnPasskey { id, name, created_at, last_used_at } = passkey;
    let used = last_used_at.map_or_else(|| "never".to_owned(), |at| words::relative(at, model.found.now));
    let acts = may_change.then(|| {
        let (named, removed) = (name.clone(), name.clone());
        let refused = model.renamed.as_ref().filter(|(of, _)| *of == id).map(|(_, typed)| typed.clone());
        let (open, field) = (refused.is_some(), format!("name-{id}"));
        let value = refused.unwrap_or_else(|| name.clone());
        view! {
            {disclosure(view! { "Rename"<span class="sr-only">" “"{named}"”"</span> }).open(open).of(view! {
                <PostForm action=format!("/me/passkeys/{id}/name") class="form">
                    <Field name="name" id=field label="Name" value/>
                    <Button tight=true>"Save name"</Button>
                </PostForm>
            })}
            <ActButton action=format!("/me/passkeys/{id}/remove") kind=Kind::Danger tight=true>"Remove"<span class="sr-only">" “"{removed}"”"</span></ActButton>
        }
    });
    view! {
        <tr>
            <th scope="row">{name}</th>
            <td data-label="Added"><Time at=created_at/></td>
            <td data-label="Last used">{used}</td>
            <td><div class="row">{acts}</div></td>
        </tr>
    }
}

fn add_form(PasskeyQuestion { secret, options }: PasskeyQuestion, name: String) -> AnyView {
    let field = passkey_field("create", options);
    section("add", "Add a passkey").of(view! {
        <PostForm action="/me/passkeys" class="form">
            <input type="hidden" name="attempt" value=secret/>
            <Field name="name" label="Name" value=name optional=true hint="Such as “Phone” or “Key on my ring”. You see it when you want to remove the passkey."/>
            {field}
            <Button kind=Kind::Main>"Add a passkey"</Button>
        </PostForm>
    })
}

fn recovery(left: i64, may_change: bool) -> AnyView {
    let now = match left {
        0 => "You have no recovery codes. If you lose your passkey, nothing takes its place.".to_owned(),
        some => format!("You have {} left.", words::plural(some, "recovery code", "recovery codes")),
    };
    let form = may_change.then(|| {
        let verb = if left == 0 { "Make ten recovery codes" } else { "Replace all recovery codes" };
        view! { <ActButton action="/me/passkeys/codes" once=true>{verb}</ActButton> }
    });
    section("recovery", "Recovery codes").class("stack prose").of(view! {
        <p>"A recovery code works once in place of your passkey, if you lose the device. Keep the codes somewhere else."</p>
        <p>{now}</p>
        {form}
    })
}

fn fresh_codes(codes: Option<Vec<String>>) -> AnyView {
    let Some(codes) = codes else {
        return view! {
            <Notice tone=Tone::Warn title="The recovery codes were already made" text="You sent the form twice. Codes are shown only once: if you did not copy them, replace them below."/>
        };
    };
    let codes = each(codes, |code| view! { <li><code>{code}</code></li> });
    view! {
        <Notice tone=Tone::Good title="Your new recovery codes">
            <p>"Copy or print them now. They can’t be shown again, and earlier ones no longer work."</p>
            <ol>{codes}</ol>
        </Notice>
    }
}

fn second_step(asked: bool, may_change: bool) -> AnyView {
    let now = if asked {
        "Signing in with a password, a mailed link or single sign-on asks for your passkey as well."
    } else {
        "A password, a mailed link or single sign-on signs you in without your passkey."
    };
    let form = may_change.then(|| {
        view! {
            <PostForm action="/me/passkeys/asked" class="form" fresh=true>
                <Check name="asked" label="Ask for a passkey after the password" checked=asked
                    hint="Also after a mailed link or single sign-on. A new password does not change this. Your other sessions without a passkey end."/>
                <Button>"Save"</Button>
            </PostForm>
        }
    });
    section("second", "After the password").class("stack prose").of(view! {
        <p>{now}</p>
        {form}
    })
}
