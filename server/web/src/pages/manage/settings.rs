//! The organizer's page of an event's settings.

use crate::http::query::Query;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::pages::window_fields;
use crate::state::State;
use app::pages::manage::{
    AboutForm, LeaveOffer, OtherVersion, SettingsPage, TermsForm, WindowsForm, settings_page,
};
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::{Failure, Outcome};
use portal::organize::settings::{self, SettingsDesk};
use portal::organize::windows;
use portal::zone::Zone;

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::event_settings::{EventTexts, Terms, TypedTerms};
use shared::event_windows::consent;
use shared::refusal::{Reason, Refusal};

/// One of the forms of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    About,
    Windows,
    Terms,
    Leave,
}

/// A form of the page that was refused.
struct RefusedPart {
    part: Part,
    refused: RefusedForm,
}

impl RefusedPart {
    fn of(this: Option<&Self>, part: Part) -> Option<&RefusedForm> {
        this.filter(|r| r.part == part).map(|r| &r.refused)
    }
}

/// `GET /events/<slug>/manage/settings`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
    query: Query,
) -> PageResult {
    let saved = match query.get("saved") {
        "about" => "The event is saved.",
        "windows" => "The windows are saved.",
        "judging" => "Judging and voting are saved.",
        _ => "",
    };
    Ok(shown(&state, &caller, &slug, saved, None).await?)
}

/// `POST /events/<slug>/manage/settings/about`.
pub async fn save_about(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (typed, version) = (about_of(&form), form.get("version").to_owned());
    let saved = state.write(async |c| settings::save_about(c, &caller, &slug, typed, &version).await).await;
    answer(&state, &caller, &slug, saved, (Part::About, "about"), RefusedForm::unsaid(form)).await
}

/// `POST /events/<slug>/manage/settings/judging`.
pub async fn save_terms(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let (typed, version) = (terms_of(&form), form.get("version").to_owned());
    let saved = state.write(async |c| settings::save_terms(c, &caller, &slug, typed, &version).await).await;
    answer(&state, &caller, &slug, saved, (Part::Terms, "judging"), RefusedForm::unsaid(form)).await
}

/// `POST /events/<slug>/manage/settings/windows`.
pub async fn save_windows(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let save = async |c: &mut _| {
        let desk = settings::open(c, &caller, &slug).await?;
        let zone = Zone::of_event(&desk.settings.about.time_zone);
        let sent = window_fields::read(&form, zone, &desk.settings.windows);
        let confirmed = if form.sent("confirm").is_some() { form.get("effects") } else { "" };
        windows::save(c, &caller, &slug, sent, form.get("version"), confirmed).await
    };
    let saved = state.write(save).await;
    answer(&state, &caller, &slug, saved, (Part::Windows, "windows"), RefusedForm::unsaid(form)).await
}

/// `POST /events/<slug>/manage/settings/leave`.
pub async fn leave(
    Shared(state): Shared<State>,
    Path(slug): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    match state.write(async |c| settings::stop_organizing(c, &caller, &slug).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}"))),
        failed => answer(&state, &caller, &slug, failed, (Part::Leave, ""), RefusedForm::unsaid(form)).await,
    }
}

/// The page again: with what was saved, or with what was refused.
async fn answer(
    state: &State,
    caller: &Caller,
    slug: &str,
    saved: Result<(), Failure>,
    (part, name): (Part, &str),
    form: impl FnOnce(Refusal) -> RefusedForm,
) -> PageResult {
    let Err(failure) = saved else {
        return Ok(see(&format!("/events/{slug}/manage/settings?saved={name}")));
    };
    let again = async |refusal| {
        let refused = RefusedPart { part, refused: form(refusal) };
        shown(state, caller, slug, "", Some(refused)).await
    };
    forms::show_again(failure, again).await
}

async fn shown(
    state: &State,
    caller: &Caller,
    slug: &str,
    saved: &str,
    refused: Option<RefusedPart>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| settings::open(c, caller, slug).await;
    let model = |desk: SettingsDesk, event: &EventView| {
        let refused = refused.as_ref();
        let title = format!("Settings of {}", event.name());
        let frame = Frame::new(title, format!("/events/{slug}/manage/settings"));
        let leave = desk.leave.clone().map(|leave| LeaveOffer {
            refused: leave.err().map(|refusal| words::refusal(&refusal)).unwrap_or_default(),
        });
        let model = SettingsPage {
            about: about_form(&desk, RefusedPart::of(refused, Part::About)),
            windows: windows_form(&desk, RefusedPart::of(refused, Part::Windows)),
            terms: terms_form(&desk, RefusedPart::of(refused, Part::Terms)),
            feedback: desk.settings.feedback,
            leave,
            saved: saved.to_owned(),
        };
        (frame.refused(refused.map(|r| &r.refused.refusal)), model)
    };
    event_page(state, caller, operation, model, settings_page).await
}

/// Whether the form was made from an older state.
fn is_stale(refused: Option<&RefusedForm>) -> bool {
    refused.is_some_and(|r| r.refusal.reason == Reason::SettingsChanged)
}

/// The parts of another organizer's version that differ from what was typed: label, typed and stored.
fn differing(stale: bool, parts: &[(&str, &str, &str)]) -> OtherVersion {
    let differing = parts.iter().filter(|(_, typed, stored)| stale && typed.trim() != stored.trim());
    differing.map(|(label, _, stored)| ((*label).to_owned(), (*stored).to_owned())).collect()
}

fn about_of(form: &crate::http::form::Form) -> EventTexts {
    EventTexts {
        name: form.get("name").to_owned(),
        description: form.get("description").replace("\r\n", "\n"),
        venue: form.get("venue").to_owned(),
        time_zone: form.get("time_zone").to_owned(),
    }
}

fn about_form(desk: &SettingsDesk, refused: Option<&RefusedForm>) -> AboutForm {
    let stored = &desk.settings.about;
    let shown = refused.map_or_else(|| stored.clone(), |r| about_of(&r.form));
    let theirs = differing(
        is_stale(refused),
        &[
            ("Name", shown.name.as_str(), stored.name.as_str()),
            ("Description", shown.description.as_str(), stored.description.as_str()),
            ("Venue", shown.venue.as_str(), stored.venue.as_str()),
            ("Time zone", shown.time_zone.as_str(), stored.time_zone.as_str()),
        ],
    );
    AboutForm {
        name: shown.name,
        description: shown.description,
        venue: shown.venue,
        time_zone: shown.time_zone,
        zones: Zone::names(),
        created_at: desk.settings.created_at,
        version: stored.version(),
        theirs,
    }
}

fn windows_form(desk: &SettingsDesk, refused: Option<&RefusedForm>) -> WindowsForm {
    let stored = &desk.settings;
    let zone = Zone::of_event(&stored.about.time_zone);
    let typed = refused.and_then(|r| window_fields::read(&r.form, zone, &stored.windows).ok());
    let unconfirmed = refused.is_some_and(|r| r.refusal.reason == Reason::WindowsUnconfirmed);
    let confirm = typed.filter(|_| unconfirmed).map(|new| {
        let effects = windows::weighty(stored, &new, desk.at.now);
        let name = consent(&effects);
        (effects, name)
    });
    WindowsForm {
        zone: zone.name().to_owned(),
        windows: match refused {
            Some(refused) => window_fields::of_form(&refused.form, zone, &stored.windows),
            None => window_fields::of_stored(&stored.windows, zone),
        },
        version: stored.windows.version(&stored.about.time_zone),
        confirm,
        drafts: stored.drafts,
        published: desk.at.facts.event.published,
        theirs: if is_stale(refused) { window_fields::in_words(&stored.windows, zone) } else { Vec::new() },
    }
}

fn terms_of(form: &crate::http::form::Form) -> TypedTerms {
    let get = |field: &str| form.get(field).to_owned();
    TypedTerms {
        voting_mode: get("voting_mode"),
        votes_per_voter: get("votes_per_voter"),
        max_team_size: get("max_team_size"),
        reviews_per_project: get("reviews_per_project"),
        review_rule: get("review_rule"),
        review_floor: get("review_floor"),
        visit_minutes: get("visit_minutes"),
        first_three: form.get("first_three") == "true",
    }
}

fn stored_terms(terms: &Terms) -> TypedTerms {
    let number = |n: Option<i32>| n.map(|n| n.to_string()).unwrap_or_default();
    TypedTerms {
        voting_mode: terms.voting_mode.name().to_owned(),
        votes_per_voter: terms.votes_per_voter.to_string(),
        max_team_size: terms.max_team_size.to_string(),
        reviews_per_project: terms.reviews_per_project.to_string(),
        review_rule: terms.review_rule.name().to_owned(),
        review_floor: number(terms.review_floor),
        visit_minutes: number(terms.visit_minutes),
        first_three: terms.first_three,
    }
}

fn terms_form(desk: &SettingsDesk, refused: Option<&RefusedForm>) -> TermsForm {
    let stored = stored_terms(&desk.settings.terms);
    let typed = refused.map_or_else(|| stored.clone(), |r| terms_of(&r.form));
    let asked = |terms: &TypedTerms| if terms.first_three { "asked for" } else { "not asked for" };
    let theirs = differing(
        is_stale(refused),
        &[
            ("Members per team", typed.max_team_size.as_str(), stored.max_team_size.as_str()),
            ("Reviews per project", typed.reviews_per_project.as_str(), stored.reviews_per_project.as_str()),
            ("Further reviews", typed.review_rule.as_str(), stored.review_rule.as_str()),
            ("Reviews before need decides", typed.review_floor.as_str(), stored.review_floor.as_str()),
            ("Minutes per visit", typed.visit_minutes.as_str(), stored.visit_minutes.as_str()),
            ("First three", asked(&typed), asked(&stored)),
            ("Community vote", typed.voting_mode.as_str(), stored.voting_mode.as_str()),
            ("Votes per voter", typed.votes_per_voter.as_str(), stored.votes_per_voter.as_str()),
        ],
    );
    TermsForm {
        typed,
        usual_floor: Terms::usual_floor(desk.settings.terms.reviews_per_project),
        voted_since: desk.settings.first_ballot_at,
        first_three_since: desk.settings.first_three_at,
        floor_since: desk.floor_fixed,
        version: desk.settings.terms.version(),
        theirs,
    }
}
