//! A form that could not be acted on: the session had ended, another person was signed in, or the portal was too busy. It is
//! kept, to be sent now.

use crate::prelude::*;
use shared::form_question::FIELD;
use shared::project::FIELDS;

pub struct UnsentFormPage {
    /// Who is signed in now.
    pub name: String,
    pub email: String,
    /// Where the form goes.
    pub action: String,
    /// Its fields, in their order; none where somebody else typed them.
    pub fields: Vec<(String, String)>,
    /// The form as the sign-in form carries it.
    pub carried: Vec<(String, String)>,
    /// The form was sent, but this account may not send it.
    pub refused: bool,
    /// Somebody else typed it.
    pub others: bool,
    /// Somebody was signed in as it was opened.
    pub again: bool,
}

impl UnsentFormPage {
    pub fn title(&self) -> &'static str {
        match (self.others, self.again) {
            (true, _) => "This belongs to another account",
            (false, true) => "You are signed in again",
            (false, false) => "You are signed in",
        }
    }
}

pub fn unsent_form_page(model: UnsentFormPage) -> AnyView {
    let title = model.title();
    let UnsentFormPage { name, email, action, fields, carried, refused, others, .. } = model;
    let typed = values(&fields, refused);
    let other = view! {
        <PostForm action="/login">
            {hidden(carried)}
            <Button kind=if refused || others { Kind::Main } else { Kind::Quiet } name="other" value="true">
                "Sign in as someone else"
            </Button>
        </PostForm>
    };
    let body = if others {
        view! {
            <h1>{title}</h1>
            <p class="lead">"What was typed into this form belongs to another account. It was not sent."</p>
            <p>"You are signed in as "<strong>{name}</strong>", "{email}". To send it, sign in as the person who typed it."</p>
            {other}
            <p><a href="/me">"Go on without it"</a></p>
        }
    } else if refused {
        view! {
            <h1>"Not found."</h1>
            <p class="lead">"You are signed in as "<strong>{name}</strong>", "{email}". This account can’t open this page. What you typed is kept. It was not sent."</p>
            {other}
        }
    } else {
        view! {
            <h1>{title}</h1>
            <p class="lead">"What you typed is kept. It is not sent yet."</p>
            <p>"It will be sent as "<strong>{name}</strong>", "{email}"."</p>
            <PostForm action class="form" again=true>
                {hidden(fields)}
                <div class="row">
                    <Button kind=Kind::Main>"Send it now"</Button>
                    <a href="/me">"Discard it"</a>
                </div>
            </PostForm>
            {other}
        }
    };
    view! { <div class="sign-in">{body}{typed}</div> }
}

/// A form that was not acted on, and may be sent again as it is.
#[derive(Clone, Debug)]
pub struct ResendForm {
    /// Where the form goes.
    pub action: String,
    /// Its fields, in their order, without passwords.
    pub fields: Vec<(String, String)>,
    /// It had a password, which is typed anew.
    pub password: bool,
}

/// The part of an error page that sends a form again.
pub(super) fn resend_form(form: ResendForm, saved_perhaps: bool) -> AnyView {
    let ResendForm { action, fields, password } = form;
    let typed = values(&fields, true);
    let password =
        password.then(|| view! { <p>"Passwords are not kept. The next page asks for yours again."</p> });
    let kept = if saved_perhaps {
        "What you typed is kept on this page, so you can send it again."
    } else {
        "Nothing was saved. What you typed is kept on this page, so you can send it again."
    };
    view! {
        <p>{kept}</p>
        {password}
        <PostForm action again=true>
            {hidden(fields)}
            <Button kind=Kind::Main>"Send it again"</Button>
        </PostForm>
        {typed}
    }
}

/// What was typed, to be read.
fn values(fields: &[(String, String)], open: bool) -> Option<AnyView> {
    let typed = each(typed_fields(fields), |(label, value)| {
        view! { <div><dt>{label}</dt><dd><Paragraphs text=value.to_owned()/></dd></div> }
    });
    (!typed.is_empty()).then(|| {
        disclosure(view! { <h2>"What you typed"</h2> }).open(open).of(view! {
            <dl class="kept-values">{typed}</dl>
        })
    })
}

/// Whether the form contains something that a person typed.
pub fn has_typed(fields: &[(String, String)]) -> bool {
    typed_fields(fields).next().is_some()
}

/// The fields that people fill in, with a label each. Other fields, such as the version that the form was based on, mean
/// nothing to a reader.
fn typed_fields(fields: &[(String, String)]) -> impl Iterator<Item = (String, &str)> {
    let filled = fields.iter().filter(|(_, value)| !value.trim().is_empty());
    filled.filter_map(|(name, value)| Some((label(name)?, value.as_str())))
}

fn label(name: &str) -> Option<String> {
    if let Some(criterion) = name.strip_prefix("score_") {
        return Some(format!("Score for {}", criterion.replace('_', " ")));
    }
    if let Some(question) = name.strip_prefix(FIELD) {
        return Some(words::capital(&question.replace('_', " ")));
    }
    Some(match name {
        "body" => "Comment".to_owned(),
        "demo_url" => "Link to a demo".to_owned(),
        "repo_url" => "Link to the code".to_owned(),
        "video_url" => "Link to a video".to_owned(),
        "comment" | "email" | "name" | "reason" => words::capital(name),
        // A track is there by its number.
        _ if name != "track" && FIELDS.iter().any(|(field, _)| *field == name) => words::capital(name),
        _ => return None,
    })
}

pub(super) fn hidden(fields: Vec<(String, String)>) -> AnyView {
    let inputs = each(fields, |(name, value)| view! { <input type="hidden" name=name value=value/> });
    view! { {inputs} }
}
