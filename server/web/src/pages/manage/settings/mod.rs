//! The organizer's page of an event's settings.

pub mod criteria;
pub mod tracks;

use crate::pages::desk::{Around, At, Desk, Post};
use crate::pages::forms::RefusedForm;
use crate::pages::page_result::PageResult;
use crate::pages::window_fields;
use app::pages::manage::{
    AboutForm, LeaveOffer, OtherVersion, SettingsPage, TermsForm, WindowsForm, settings_page,
};
use leptos::prelude::AnyView;
use portal::Conn;
use portal::failure::Outcome;
use portal::organize::create;
use portal::organize::settings::{self, SettingsFound};
use portal::organize::windows;
use portal::zone::Zone;
use shared::event_settings::{EventTexts, Terms, TypedTerms};
use shared::event_windows::consent;
use shared::refusal::Reason;

pub struct Settings;

impl Desk for Settings {
    type Id = ();
    type Found = SettingsFound;
    type Beside = ();
    const PATH: &'static str = "manage/settings";
    const TITLE: &'static str = "Settings of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<SettingsFound> {
        settings::open(c, &at.caller, &at.slug).await
    }

    fn draw(desk: SettingsFound, sheet: Around<'_, Self>) -> AnyView {
        // The forms of the page are told apart by a field that only one of them has.
        let of = |field: &str| sheet.refused.filter(|refused| refused.form.sent(field).is_some());
        settings_page(SettingsPage {
            about: about_form(&desk, of("name")),
            windows: windows_form(&desk, of("submissions_open")),
            terms: terms_form(&desk, of("max_team_size")),
            feedback: desk.settings.feedback,
            leave: desk.leave.map(|leave| LeaveOffer {
                refused: leave.err().map(|refusal| words::refusal(&refusal)).unwrap_or_default(),
            }),
            saved: match sheet.at.query.get("saved") {
                "about" => "The event is saved.",
                "windows" => "The windows are saved.",
                "judging" => "Judging and voting are saved.",
                _ => "",
            },
        })
    }
}

/// `POST …/about`.
pub async fn save_about(sent: Post<Settings>) -> PageResult {
    let (typed, version) = (EventTexts::of_form(&sent.form), sent.get("version").to_owned());
    let save =
        async |c: &mut Conn, at: &At| settings::save_about(c, &at.caller, &at.slug, typed, &version).await;
    sent.act_to("?saved=about", save).await
}

/// `POST …/judging`.
pub async fn save_terms(sent: Post<Settings>) -> PageResult {
    let (typed, version) = (TypedTerms::of_form(&sent.form), sent.get("version").to_owned());
    let save =
        async |c: &mut Conn, at: &At| settings::save_terms(c, &at.caller, &at.slug, typed, &version).await;
    sent.act_to("?saved=judging", save).await
}

/// `POST …/windows`.
pub async fn save_windows(sent: Post<Settings>) -> PageResult {
    let form = sent.form.clone();
    let save = async |c: &mut Conn, at: &At| {
        let desk = settings::open(c, &at.caller, &at.slug).await?;
        let zone = Zone::of_event(&desk.settings.about.time_zone);
        let typed = window_fields::read(&form, zone, &desk.settings.windows);
        let confirmed = if form.sent("confirm").is_some() { form.get("effects") } else { "" };
        windows::save(c, &at.caller, &at.slug, typed, form.get("version"), confirmed).await
    };
    sent.act_to("?saved=windows", save).await
}

/// `POST …/open`: leads to the check list, which goes on from there.
pub async fn open_event(sent: Post<Settings>) -> PageResult {
    let overview = format!("/events/{}/manage?opened=1", sent.at.slug);
    sent.lead(&overview, async |c, at| create::open(c, &at.caller, &at.slug).await).await
}

/// `POST …/leave`.
pub async fn leave(sent: Post<Settings>) -> PageResult {
    let event = format!("/events/{}", sent.at.slug);
    sent.lead(&event, async |c, at| settings::stop_organizing(c, &at.caller, &at.slug).await).await
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

fn about_form(desk: &SettingsFound, refused: Option<&RefusedForm>) -> AboutForm {
    let stored = &desk.settings.about;
    let shown = refused.map_or_else(|| stored.clone(), |r| EventTexts::of_form(&r.form));
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
        typed: shown,
        zones: Zone::names(),
        created_at: desk.settings.created_at,
        version: stored.version(),
        theirs,
    }
}

fn windows_form(desk: &SettingsFound, refused: Option<&RefusedForm>) -> WindowsForm {
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

fn terms_form(desk: &SettingsFound, refused: Option<&RefusedForm>) -> TermsForm {
    let stored = stored_terms(&desk.settings.terms);
    let typed = refused.map_or_else(|| stored.clone(), |r| TypedTerms::of_form(&r.form));
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
        usual_floor: Terms::usual_review_floor(desk.settings.terms.reviews_per_project),
        voted_since: desk.settings.first_ballot_at,
        first_three_since: desk.settings.first_three_at,
        floor_since: desk.review_floor_fixed,
        version: desk.settings.terms.version(),
        theirs,
    }
}
