//! The organizer's page of an event's settings.

pub mod criteria;
mod form_questions;
mod tracks;

use crate::pages::prelude::*;
use crate::pages::window_fields::{self, Clocks};
use app::pages::manage::settings::{
    AboutForm, EvidenceForm, LeaveOffer, OtherVersion, SettingsPage, TermsForm, WindowsForm, settings_page,
};
use portal::organize::create;
use portal::organize::settings::{self, SentSettings, SettingsFound, SettingsVersions};
use portal::organize::start::{LastEvent, last_event};
use portal::organize::windows;
use shared::event_settings::{EventTexts, Terms, TypedTerms};
use shared::event_windows::consent;
use shared::evidence::{EvidenceChoice, TypedEvidence};

pub struct Settings;

pub struct Offers {
    /// The last event, whose terms the form can start from.
    last: Option<LastEvent>,
    /// The caller may create an event with these settings.
    may_create: bool,
}

impl Desk for Settings {
    type Id = ();
    type Found = (SettingsFound, Offers);
    /// A form that starts from the last event. It is not saved.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/settings";
    const TITLE: &'static str = "Settings of";

    async fn read(call: &mut Call<'_>, at: &At) -> Outcome<Self::Found> {
        let found = settings::open(call).await?;
        let stored = &found.settings;
        let begun = found.review_floor_fixed.is_some() || stored.first_ballot_at.is_some();
        let starts = !begun && stored.terms == Terms::default();
        let last = if starts { last_event(call, &found.at).await? } else { None };
        let anyone = at.state.settings.events.anyone();
        let may_create = create::permit(call, anyone).await.is_ok();
        let last = last.filter(|last| last.settings.terms != Terms::default());
        Ok((found, Offers { last, may_create }))
    }

    fn draw((desk, Offers { last, may_create }): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let form = sheet.form().or(sheet.beside.as_ref()).filter(|form| form.sent("name").is_some());
        // What the form did not change is shown as it is stored: another organizer may have changed that meanwhile.
        let mut sent = form.map(|form| sent(form, &desk));
        if let (Some(sent), Some(last), Some(_)) = (&mut sent, &last, &sheet.beside) {
            sent.terms = TypedTerms::of(&last.settings.terms);
        }
        let typed = sent.as_ref().map(|sent| sent.typed_versions(&desk.settings.about.time_zone));
        let changed = |of: fn(&SettingsVersions) -> &String| {
            sent.as_ref()
                .zip(typed.as_ref())
                .filter(|(sent, typed)| of(&sent.versions) != of(typed))
                .map(|(sent, _)| sent)
        };
        let (about, windows, terms) = (changed(|v| &v.about), changed(|v| &v.windows), changed(|v| &v.terms));
        let evidence = changed(|v| &v.evidence);
        let stale = sheet.refused.is_some_and(|refused| refused.refusal.reason == Reason::SettingsChanged);
        let theirs = if stale { theirs(&desk, [about, windows, terms, evidence]) } else { Vec::new() };
        let now = SettingsVersions::of(&desk.settings);
        // What was not looked at yet goes on from what its form was made from: a save must still find that it is stale.
        let version = |part: Option<&SentSettings>, of: fn(&SettingsVersions) -> &String| {
            let made_from = part.filter(|_| sheet.beside.is_some());
            made_from.map_or_else(|| of(&now).clone(), |sent| of(&sent.versions).clone())
        };
        let asked = sheet.refused.is_some_and(|refused| refused.refusal.reason == Reason::WindowsUnconfirmed);
        settings_page(SettingsPage {
            versions: [
                version(about, |v| &v.about),
                version(windows, |v| &v.windows),
                version(terms, |v| &v.terms),
                version(evidence, |v| &v.evidence),
            ],
            theirs,
            about: AboutForm {
                typed: about.map_or_else(|| desk.settings.about.clone(), |sent| sent.about.clone()),
                zones: Zone::names(),
                created_at: desk.settings.created_at,
            },
            windows: windows_form(&desk, form.filter(|_| windows.is_some()), asked),
            terms: TermsForm {
                typed: terms.map_or_else(|| TypedTerms::of(&desk.settings.terms), |sent| sent.terms.clone()),
                usual_floor: Terms::usual_review_floor(desk.settings.terms.reviews_per_project),
                voted_since: desk.settings.first_ballot_at,
                first_three_since: desk.settings.first_three_at,
                floor_since: desk.review_floor_fixed,
            },
            evidence: EvidenceForm {
                typed: evidence
                    .map_or_else(|| TypedEvidence::of(&desk.settings.evidence), |sent| sent.evidence.clone()),
                fixed_since: desk.evidence_fixed,
            },
            feedback: desk.settings.feedback,
            leave: desk.leave.map(|leave| LeaveOffer {
                refused: leave.err().map(|refusal| words::refusal(&refusal)).unwrap_or_default(),
                falls_short: words::confirmations::falls_short(&desk.falls_short),
            }),
            started: sheet.beside.is_some(),
            last: last.map(|last| last.name().to_owned()),
            may_create,
        })
    }
}

/// `POST …`: all settings. With a word in `do` the form comes back with those of the last event.
pub async fn save(post: Post<Settings>) -> PageResult {
    if !post.get("do").is_empty() {
        return show_with::<Settings>(&post.at, Some(post.form)).await;
    }
    let form = post.form.clone();
    let save = async |call: &mut Call<'_>, _: &At| {
        let desk = settings::open(call).await?;
        settings::save(call, sent(&form, &desk)).await
    };
    post.did(ActDone::SettingsSaved, "", save).await
}

fn sent(form: &Form, desk: &SettingsFound) -> SentSettings {
    let text = |field: &str| form.get(field).to_owned();
    SentSettings {
        about: EventTexts::of_form(form),
        terms: TypedTerms::of_form(form),
        evidence: TypedEvidence::of_form(form),
        windows: window_fields::read(form, clocks(form, desk), &desk.settings.windows),
        versions: SettingsVersions {
            about: text("about_version"),
            windows: text("windows_version"),
            terms: text("terms_version"),
            evidence: text("evidence_version"),
        },
        confirmed: if form.sent("confirm").is_some() { text("effects") } else { String::new() },
    }
}

/// The clocks of a form's windows: those of the stored zone, and those of the zone that is chosen in it.
fn clocks(form: &Form, desk: &SettingsFound) -> Clocks {
    let shown = Zone::of_event(&desk.settings.about.time_zone);
    Clocks { shown, typed: Zone::parse(form.get("time_zone")).unwrap_or(shown) }
}

/// `POST …/open`: leads to the check list, which goes on from there.
pub async fn open_event(sent: Post<Settings>) -> PageResult {
    let overview = format!("/events/{}/manage?opened=1", sent.at.slug);
    sent.lead(&overview, async |call, _| create::open(call).await).await
}

/// `POST …/leave`.
pub async fn leave(sent: Post<Settings>) -> PageResult {
    let event = format!("/events/{}", sent.at.slug);
    sent.lead(&event, async |call, _| settings::stop_organizing(call).await).await
}

/// The parts of another organizer's version that differ from what was typed: label, typed and stored.
fn differing(parts: &[(&str, &str, &str)]) -> OtherVersion {
    let differing = parts.iter().filter(|(_, typed, stored)| typed.trim() != stored.trim());
    differing.map(|(label, _, stored)| ((*label).to_owned(), (*stored).to_owned())).collect()
}

/// What another organizer saved meanwhile, of the parts that the form changes: about, windows, terms and evidence.
fn theirs(
    desk: &SettingsFound,
    [about, windows, terms, evidence]: [Option<&SentSettings>; 4],
) -> OtherVersion {
    let mut theirs = about.map_or_else(Vec::new, |sent| their_about(&sent.about, &desk.settings.about));
    let now = SettingsVersions::of(&desk.settings).windows;
    if windows.is_some_and(|sent| sent.versions.windows != now) {
        let zone = Zone::of_event(&desk.settings.about.time_zone);
        theirs.extend(window_fields::in_words(&desk.settings.windows, zone));
    }
    let stored = TypedTerms::of(&desk.settings.terms);
    theirs.extend(terms.map_or_else(Vec::new, |sent| their_terms(&sent.terms, &stored)));
    let stored = &desk.settings.evidence;
    theirs.extend(evidence.map_or_else(Vec::new, |sent| their_evidence(&sent.evidence, stored)));
    theirs
}

fn their_evidence(typed: &TypedEvidence, stored: &EvidenceChoice) -> OtherVersion {
    let wanted = |wanted: bool| if wanted { "collected" } else { "not collected" };
    let across = |across: bool| if across { "compared" } else { "not compared" };
    let names = stored.names.join("\n");
    differing(&[
        ("Evidence", wanted(typed.wanted), wanted(stored.wanted)),
        ("Earlier events", across(typed.across), across(stored.across)),
        ("Names of other events", typed.names.as_str(), names.as_str()),
    ])
}

fn their_about(typed: &EventTexts, stored: &EventTexts) -> OtherVersion {
    differing(&[
        ("Name", typed.name.as_str(), stored.name.as_str()),
        ("Description", typed.description.as_str(), stored.description.as_str()),
        ("Venue", typed.venue.as_str(), stored.venue.as_str()),
        ("Time zone", typed.time_zone.as_str(), stored.time_zone.as_str()),
    ])
}

fn their_terms(typed: &TypedTerms, stored: &TypedTerms) -> OtherVersion {
    let asked = |terms: &TypedTerms| if terms.first_three { "asked for" } else { "not asked for" };
    let counts = |terms: &TypedTerms| if terms.counts_looks { "counted" } else { "not counted" };
    let blind = |terms: &TypedTerms| if terms.blind { "chosen" } else { "not chosen" };
    differing(&[
        ("Members per team", typed.max_team_size.as_str(), stored.max_team_size.as_str()),
        ("Reviews per project", typed.reviews_per_project.as_str(), stored.reviews_per_project.as_str()),
        ("Further reviews", typed.review_rule.as_str(), stored.review_rule.as_str()),
        ("Reviews before need decides", typed.review_floor.as_str(), stored.review_floor.as_str()),
        ("Minutes per visit", typed.visit_minutes.as_str(), stored.visit_minutes.as_str()),
        ("First three", asked(typed), asked(stored)),
        ("Blind judging", blind(typed), blind(stored)),
        ("What judges look at", counts(typed), counts(stored)),
        ("Community vote", typed.voting_mode.as_str(), stored.voting_mode.as_str()),
        ("Votes per voter", typed.votes_per_voter.as_str(), stored.votes_per_voter.as_str()),
    ])
}

/// The windows as stored, or as a form changes them; `asked`: its effects are to be confirmed.
fn windows_form(desk: &SettingsFound, form: Option<&Form>, asked: bool) -> WindowsForm {
    let stored = &desk.settings;
    let zone = Zone::of_event(&stored.about.time_zone);
    let typed = form.and_then(|form| window_fields::read(form, clocks(form, desk), &stored.windows).ok());
    let confirm = typed.filter(|_| asked).map(|new| {
        let effects = windows::weighty(stored, &new, desk.at.now);
        let name = consent(&effects);
        (effects, name)
    });
    WindowsForm {
        zone: zone.name().to_owned(),
        windows: match form {
            Some(form) => window_fields::of_form(form, clocks(form, desk), &stored.windows),
            None => window_fields::of_stored(&stored.windows, zone),
        },
        confirm,
        drafts: stored.drafts,
        published: desk.at.facts.event.published,
    }
}
