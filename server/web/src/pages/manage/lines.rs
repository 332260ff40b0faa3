//! Pages whose form is a table of lines with one *Save*, or several: the rubric, prizes.

use crate::pages::prelude::*;
use app::pages::manage::settings::{AroundLines, OtherVersion, UnsavedReason};
use portal::Done;
use portal::organize::start::LastEvent;

/// Such a page. Beside what is stored it shows a form that asks for another line, a preview or lines to start from.
#[allow(
    async_fn_in_trait,
    reason = "routes name the type, so the compiler sees whether its futures can be sent"
)]
pub trait LineDesk: Desk<Id = (), Beside = Option<Form>> {
    /// What a save did.
    const SAVED: ActDone;

    /// Makes the things those of the form.
    async fn save(call: &mut Call<'_>, form: &Form) -> Outcome<Done<()>>;
}

/// `POST …`: saves the lines. With a word in `do` they only come back.
pub async fn post<D: LineDesk>(sent: Post<D>) -> PageResult {
    if !sent.get("do").is_empty() {
        return show_with::<D>(&sent.at, Some(sent.form)).await;
    }
    let form = sent.form.clone();
    sent.did(D::SAVED, "", async |call: &mut Call<'_>, _: &At| D::save(call, &form).await).await
}

/// The form that came back, if one did, and why.
pub fn came_back<'s, D: LineDesk>(sheet: &'s DeskContext<'_, D>) -> Option<(&'s Form, UnsavedReason)> {
    let refused = sheet.form().map(|form| (form, UnsavedReason::Refused));
    refused.or_else(|| {
        let form = sheet.beside.as_ref()?;
        // A form of several lists names the list, too: `more-tracks`.
        let why = match form.get("do").split('-').next() {
            Some("more") => UnsavedReason::Extended,
            Some("preview") => UnsavedReason::Previewed,
            _ => UnsavedReason::Started,
        };
        Some((form, why))
    })
}

/// What is known of a form beside its lines, each of which names what it was made from.
pub fn around(
    came: Option<(&Form, UnsavedReason)>,
    theirs: OtherVersion,
    last: Option<&LastEvent>,
) -> AroundLines {
    AroundLines {
        version: String::new(),
        theirs,
        unsaved: came.map(|(_, why)| why),
        last: last.map(|last| last.name().to_owned()),
    }
}

/// What an empty table is to start from: the word that its button sends.
pub fn start(came: Option<(&Form, UnsavedReason)>) -> Option<&str> {
    came.filter(|(_, why)| *why == UnsavedReason::Started).map(|(form, _)| form.get("do"))
}

/// The lines, of `most` at most, and empty ones for new things, where some are wanted: `first` of them where there is no line yet.
pub fn with_blanks<L>(
    mut lines: Vec<L>,
    why: Option<UnsavedReason>,
    (first, most): (usize, usize),
    blank: impl Fn() -> L,
) -> Vec<L> {
    let blanks = match (why, lines.is_empty()) {
        (Some(UnsavedReason::Refused | UnsavedReason::Started), _)
        | (Some(UnsavedReason::Previewed | UnsavedReason::Kept), false) => 0,
        (None | Some(UnsavedReason::Extended), true) => first,
        (None | Some(UnsavedReason::Extended), false)
        | (Some(UnsavedReason::Previewed | UnsavedReason::Kept), true) => 1,
    };
    lines.extend(std::iter::repeat_with(blank).take(blanks));
    lines.truncate(most);
    lines
}
