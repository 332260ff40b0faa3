//! The pages' routes, in the order of their paths.

use super::erased::Erased;
use super::route::{Entry, FILES, LINES, Made, Route, WRITES};
use crate::api;
use crate::pages::desk::show;
use crate::pages::render::see;
use crate::pages::{
    admin, audit, calendar, certificate, event, feed, first_run, gallery, guest, guides, home, invitation,
    judge, leave, log, mail, manage, me, new_event, open_data, page_card, panel, passkey, passkeys, password,
    privacy, prizes, project, project_pictures, proposals, questions, results, security_txt, sign_in,
    sign_on, sign_up, simulations, sitemap, styleguide, submit, team, verify, verify_file, vote,
};
use axum::Router;
use axum::handler::Handler;
use axum::http::{Method, Uri};
use axum::middleware::from_fn;
use axum::response::Redirect;
use axum::routing::{self, MethodRouter};
use portal::limits::Limit;
use shared::sign_on::RETURN_PATH;
use std::sync::LazyLock;
use std::time::Duration;
use web_http::route_terms::RouteTerms;
use web_http::shelf::Keep::{ForTheMinute, ForTheSecond, UntilChanged};
use web_http::state::State;

/// Forms of people who are not signed in.
const FORMS: &[Limit] = &[Limit::AnonymousForms];
/// Signing out must always work.
const UNCOUNTED: &[Limit] = &[];

type PageRoute = Route<MethodRouter<State>>;

#[rustfmt::skip]
fn all() -> Vec<PageRoute> {
    vec![
        get("/", home::show).keeps(ForTheMinute),
        get("/.well-known/security.txt", security_txt::show),
        get("/admin", admin::overview).browser_only(),
        get("/admin/audit", audit::of_portal).browser_only(),
        get("/admin/audit/audit.csv", admin::audit_csv).counts(FILES).long().browser_only(),
        get("/admin/audit/head.json", admin::audit_head).counts(FILES).browser_only(),
        get("/admin/events", admin::people::events_list).browser_only(),
        get("/admin/keys", admin::signing_keys).browser_only(),
        get("/admin/mail", mail::list).browser_only(),
        get("/admin/mail/{id}", show::<mail::OneMail>).browser_only(),
        post("/admin/mail/{id}", WRITES, mail::open).browser_only(),
        get("/admin/people", admin::people::list).browser_only(),
        get("/admin/people/{id}", show::<admin::people::OneAccount>).browser_only(),
        act("/admin/people/{id}", "activate", WRITES, admin::people::set_active::<true>).browser_only(),
        act("/admin/people/{id}", "deactivate", WRITES, admin::people::set_active::<false>).browser_only(),
        act("/admin/people/{id}", "make-admin", WRITES, admin::people::set_staff::<true>).browser_only(),
        act("/admin/people/{id}", "take-admin", WRITES, admin::people::set_staff::<false>).browser_only(),
        get("/admin/people/{id}/merge", show::<admin::people::Merge>).browser_only(),
        post("/admin/people/{id}/merge", WRITES, admin::people::merge).browser_only(),
        get("/calendars/{code}", calendar::judge),
        leads("/events", "/"),
        get("/events/new", show::<new_event::EventCreation>),
        post("/events/new", WRITES, new_event::post),
        get("/events/{slug}", event::show).keeps(ForTheSecond),
        get("/events/{slug}/calendar.ics", calendar::event).keeps(UntilChanged),
        get("/events/{slug}/card.png", page_card::event).keeps(UntilChanged),
        get("/events/{slug}/certificate/judge", certificate::judge).counts(FILES),
        get("/events/{slug}/certificate/participant", certificate::participant).counts(FILES),
        get("/events/{slug}/judge/calendar", show::<judge::calendar::Calendar>),
        act("/events/{slug}/judge/calendar", "end", WRITES, judge::calendar::end),
        act("/events/{slug}/judge/calendar", "make", WRITES, judge::calendar::make),
        get("/events/{slug}/judge/conflicts", show::<judge::conflicts::OwnConflicts>),
        act("/events/{slug}/judge/conflicts", "declare", WRITES, judge::conflicts::declare).ticks(LINES),
        act("/events/{slug}/judge/conflicts", "search", WRITES, judge::conflicts::search).ticks(LINES),
        act("/events/{slug}/judge/conflicts", "withdraw", WRITES, judge::conflicts::withdraw),
        get("/events/{slug}/judge/first-three", show::<judge::first_three::FirstThree>),
        post("/events/{slug}/judge/first-three", WRITES, judge::first_three::give),
        get("/events/{slug}/log/checkpoint", log::checkpoint),
        get("/events/{slug}/log/results.tlog-proof", log::results_proof),
        get("/events/{slug}/log/tile/{*tile}", log::tile),
        get("/events/{slug}/log/{moment}/checkpoint", log::later_checkpoint),
        get("/events/{slug}/log/{moment}/tile/{*tile}", log::later_tile),
        get("/events/{slug}/manage", show::<manage::board::Board>),
        get("/events/{slug}/manage/assignments", show::<manage::assignments::overview::Assignments>),
        act("/events/{slug}/manage/assignments", "invited", WRITES, manage::assignments::overview::share_out).long(),
        act("/events/{slug}/manage/assignments", "undo", WRITES, manage::assignments::overview::undo),
        act("/events/{slug}/manage/assignments", "{id}/recuse", WRITES, manage::assignment::recuse),
        act("/events/{slug}/manage/assignments", "{id}/reinstate", WRITES, manage::assignment::reinstate),
        act("/events/{slug}/manage/assignments", "{id}/remove", WRITES, manage::assignment::remove),
        get("/events/{slug}/manage/assignments/{id}", show::<manage::assignments::review::Review>),
        act("/events/{slug}/manage/assignments/{id}", "enter", WRITES, manage::assignments::review::enter),
        act("/events/{slug}/manage/assignments/{id}", "restore", WRITES, manage::assignments::review::restore),
        act("/events/{slug}/manage/assignments/{id}", "void", WRITES, manage::assignments::review::void),
        act("/events/{slug}/manage/assignments", "conflicts/declare", WRITES, manage::assignments::overview::declare_conflict),
        act("/events/{slug}/manage/assignments", "conflicts/settle", WRITES, manage::assignments::overview::settle_conflicts).ticks(LINES),
        act("/events/{slug}/manage/assignments", "conflicts/withdraw", WRITES, manage::assignments::overview::withdraw_conflict),
        leads("/events/{slug}/manage/assignments/file", "/events/{slug}/manage/from-file?what=assignments"),
        post("/events/{slug}/manage/assignments/file", WRITES, manage::assignments::file::post).takes(8).long(),
        leads("/events/{slug}/manage/assignments/judges/{id}", "/events/{slug}/manage/people/{id}?assigned=#assigned"),
        act("/events/{slug}/manage/assignments/judges/{id}", "assign", WRITES, manage::people::member::assign),
        leads("/events/{slug}/manage/assignments/judges/{id}/move", "/events/{slug}/manage/people/{id}?move=1#move"),
        post("/events/{slug}/manage/assignments/judges/{id}/move", WRITES, manage::people::member::hand_over).long(),
        get("/events/{slug}/manage/assignments/plan", manage::assignments::plan::show).long(),
        post("/events/{slug}/manage/assignments/plan", WRITES, manage::assignments::plan::write).long(),
        leads("/events/{slug}/manage/assignments/projects/{id}", "/events/{slug}/manage/projects/{id}?assigned=#assigned"),
        act("/events/{slug}/manage/assignments/projects/{id}", "assign", WRITES, manage::projects::assign),
        leads("/events/{slug}/manage/assignments/scores", "/events/{slug}/manage/from-file?what=scores"),
        post("/events/{slug}/manage/assignments/scores", WRITES, manage::assignments::scores::post).takes(8).long(),
        get("/events/{slug}/manage/audit", audit::of_event),
        act("/events/{slug}/manage", "board/for-all", WRITES, manage::board::for_all).long(),
        get("/events/{slug}/manage/board/live", manage::board::live).browser_only(),
        act("/events/{slug}/manage", "calls/{id}/done", WRITES, manage::board::done),
        act("/events/{slug}/manage", "calls/{id}/on-my-way", WRITES, manage::board::on_my_way),
        get("/events/{slug}/manage/calibration", show::<manage::calibration::Calibration>).long(),
        get("/events/{slug}/manage/calibration/compare", show::<manage::compare_runs::CompareRuns>).counts(FILES).long(),
        act("/events/{slug}/manage/calibration", "declare-parts", WRITES, manage::calibration::declare_parts),
        act("/events/{slug}/manage/calibration", "feedback", WRITES, manage::calibration::choose_feedback),
        act("/events/{slug}/manage/calibration", "run", WRITES, manage::calibration::run).long(),
        get("/events/{slug}/manage/calibration/finals", show::<manage::finals::Finals>),
        post("/events/{slug}/manage/calibration/finals", WRITES, manage::finals::post),
        get("/events/{slug}/manage/calibration/publish", show::<manage::publish::Publishing>),
        post("/events/{slug}/manage/calibration/publish", WRITES, manage::publish::post),
        leads("/events/{slug}/manage/ceremony", "/events/{slug}/manage/deliberation?ceremony=1#ceremony"),
        post("/events/{slug}/manage/ceremony", WRITES, manage::deliberation::set_up_ceremony),
        get("/events/{slug}/manage/ceremony/live", manage::ceremony_remote::live).browser_only(),
        post("/events/{slug}/manage/ceremony/live", WRITES, manage::ceremony_remote::move_to),
        get("/events/{slug}/manage/ceremony/show", manage::ceremony::project),
        get("/events/{slug}/manage/deliberation", show::<manage::deliberation::DeliberationList>),
        act("/events/{slug}/manage/deliberation", "confirm", WRITES, manage::deliberation::confirm),
        act("/events/{slug}/manage/deliberation", "final", WRITES, manage::deliberation::make_final),
        act("/events/{slug}/manage/deliberation", "refuse", WRITES, manage::deliberation::refuse),
        act("/events/{slug}/manage/deliberation", "tick", WRITES, manage::deliberation::tick).ticks(LINES),
        get("/events/{slug}/manage/evidence", show::<manage::evidence::Evidence>),
        act("/events/{slug}/manage/evidence", "{id}/looked-at", WRITES, manage::evidence::looked_at),
        act("/events/{slug}/manage/evidence", "{id}/note", WRITES, manage::evidence::note),
        get("/events/{slug}/manage/exports", show::<manage::exports::ExportList>),
        get("/events/{slug}/manage/floor", show::<manage::floor::Floor>),
        leads("/events/{slug}/manage/floor/file", "/events/{slug}/manage/from-file?what=places"),
        act("/events/{slug}/manage/floor/file", "preview", WRITES, manage::floor::file::preview).takes(8).long(),
        act("/events/{slug}/manage/floor", "moves", WRITES, manage::floor::moves).takes(8).long(),
        get("/events/{slug}/manage/floor/places.csv", manage::floor::csv).counts(FILES),
        act("/events/{slug}/manage/floor", "plan/preview", WRITES, manage::floor::plan::preview).takes(8),
        get("/events/{slug}/manage/floor/print", show::<manage::floor::print::Print>),
        get("/events/{slug}/manage/from-file", manage::from_file::show).long(),
        leads("/events/{slug}/manage/keeping", "/events/{slug}/manage/exports?keeping=1#keeping"),
        act("/events/{slug}/manage/keeping", "day", WRITES, manage::exports::choose_day),
        act("/events/{slug}/manage/keeping", "forget", WRITES, manage::exports::forget).long(),
        get("/events/{slug}/manage/notices", show::<manage::notices::Notices>),
        post("/events/{slug}/manage/notices", WRITES, manage::notices::post),
        act("/events/{slug}/manage/notices", "{id}/withdraw", WRITES, manage::notices::withdraw),
        leads("/events/{slug}/manage/open-data", "/events/{slug}/manage/exports#open-data"),
        post("/events/{slug}/manage/open-data", WRITES, manage::exports::publish_without_names),
        get("/events/{slug}/manage/people", show::<manage::people::members::Members>),
        act("/events/{slug}/manage/people", "cards/print", WRITES, manage::people::cards::print).ticks(LINES),
        leads("/events/{slug}/manage/people/guests", "/events/{slug}/manage/people/invitations?guests=1"),
        act("/events/{slug}/manage/people/guests", "close", WRITES, manage::people::guests::close),
        act("/events/{slug}/manage/people/guests", "open", WRITES, manage::people::guests::open),
        act("/events/{slug}/manage/people/guests", "{id}/admit", WRITES, manage::people::guests::admit),
        act("/events/{slug}/manage/people/guests", "{id}/turn-away", WRITES, manage::people::guests::turn_away),
        get("/events/{slug}/manage/people/invitations", manage::people::invitations::show),
        act("/events/{slug}/manage/people/invitations", "send", WRITES, manage::people::invitations::send_all),
        leads("/events/{slug}/manage/people/invitations/{id}", "/events/{slug}/manage/people/invitations?of={id}"),
        act("/events/{slug}/manage/people/invitations/{id}", "link", WRITES, manage::people::invitation::make_link),
        act("/events/{slug}/manage/people/invitations/{id}", "mail", WRITES, manage::people::invitation::open_mail),
        act("/events/{slug}/manage/people/invitations/{id}", "send", WRITES, manage::people::invitation::send),
        act("/events/{slug}/manage/people/invitations/{id}", "withdraw", WRITES, manage::people::invitation::withdraw),
        leads("/events/{slug}/manage/people/invite", "/events/{slug}/manage/people?invite=#invite"),
        post("/events/{slug}/manage/people/invite", WRITES, manage::people::invite::post),
        act("/events/{slug}/manage/people", "invite/again", WRITES, manage::people::invite::again),
        act("/events/{slug}/manage/people", "invite/check", WRITES, manage::people::invite::check),
        act("/events/{slug}/manage/people", "invite/tracks", WRITES, manage::people::invite::add_tracks),
        act("/events/{slug}/manage/people", "passkeys", WRITES, manage::people::members::require_passkeys),
        get("/events/{slug}/manage/people/{id}", manage::people::member::show).long(),
        act("/events/{slug}/manage/people/{id}", "grant", WRITES, manage::people::member::grant),
        act("/events/{slug}/manage/people/{id}", "limits", WRITES, manage::people::member::set_limits),
        act("/events/{slug}/manage/people/{id}", "remove", WRITES, manage::people::member::remove),
        get("/events/{slug}/manage/prizes", show::<manage::prizes::PrizeList>),
        post("/events/{slug}/manage/prizes", WRITES, manage::lines::post::<manage::prizes::PrizeList>).ticks(LINES),
        get("/events/{slug}/manage/prizes/{id}", show::<manage::prizes::prize::OnePrize>),
        act("/events/{slug}/manage/prizes/{id}", "award", WRITES, manage::prizes::prize::award),
        act("/events/{slug}/manage/prizes/{id}", "change", WRITES, manage::prizes::prize::change),
        act("/events/{slug}/manage/prizes/{id}", "remark", WRITES, manage::prizes::prize::remark),
        act("/events/{slug}/manage/prizes/{id}", "remove", WRITES, manage::prizes::prize::remove),
        leads("/events/{slug}/manage/prizes/{id}/panel", "/events/{slug}/manage/prizes/{id}?panel=1#panel"),
        post("/events/{slug}/manage/prizes/{id}/panel", WRITES, manage::prizes::panel::choose).ticks(LINES),
        act("/events/{slug}/manage/prizes/{id}/panel", "invite", WRITES, manage::prizes::panel::invite),
        act("/events/{slug}/manage/prizes/{id}/panel", "invitations/{invitation}/link", WRITES, manage::prizes::panel::make_link),
        act("/events/{slug}/manage/prizes/{id}/panel", "invitations/{invitation}/send", WRITES, manage::prizes::panel::send),
        act("/events/{slug}/manage/prizes/{id}/panel", "invitations/{invitation}/withdraw", WRITES, manage::prizes::panel::withdraw),
        act("/events/{slug}/manage/prizes/{id}/panel", "nudge", WRITES, manage::prizes::panel::nudge),
        get("/events/{slug}/manage/projects", show::<manage::projects::Projects>),
        get("/events/{slug}/manage/projects/duplicates", manage::duplicates::show),
        act("/events/{slug}/manage/projects/duplicates", "contact", WRITES, manage::duplicates::set_contact),
        leads("/events/{slug}/manage/projects/duplicates/{pair}", "/events/{slug}/manage/projects/duplicates?pair={pair}"),
        act("/events/{slug}/manage/projects/duplicates/{pair}", "apart", WRITES, manage::duplicates::apart),
        act("/events/{slug}/manage/projects/duplicates/{pair}", "flag", WRITES, manage::duplicates::flag),
        leads("/events/{slug}/manage/projects/import", "/events/{slug}/manage/from-file?what=projects"),
        post("/events/{slug}/manage/projects/import", FILES, manage::project_import::post)
            .reads_body(64, Duration::from_mins(2)).long(),
        leads("/events/{slug}/manage/projects/import/{digest}", "/events/{slug}/manage/from-file?what=projects&list={digest}"),
        act("/events/{slug}/manage/projects/import/{digest}", "confirm", FILES, manage::project_import::confirm).ticks(LINES).long(),
        act("/events/{slug}/manage/projects/import/{digest}", "withdraw", FILES, manage::project_import::withdraw).ticks(LINES).long(),
        act("/events/{slug}/manage/projects/import/{digest}", "columns", FILES, manage::project_import::columns).long(),
        act("/events/{slug}/manage/projects/import/{digest}", "prizes", WRITES, manage::project_import::add_prizes).ticks(LINES).long(),
        act("/events/{slug}/manage/projects/import/{digest}", "tracks", WRITES, manage::project_import::add_tracks).ticks(LINES).long(),
        act("/events/{slug}/manage/projects", "more-time/give", WRITES, manage::projects::give_more_time),
        get("/events/{slug}/manage/projects/{id}", show::<manage::projects::Flag>),
        act("/events/{slug}/manage/projects/{id}", "clear", WRITES, manage::projects::clear),
        act("/events/{slug}/manage/projects/{id}", "correct", WRITES, manage::projects::correct),
        act("/events/{slug}/manage/projects/{id}", "flag", WRITES, manage::projects::flag),
        act("/events/{slug}/manage/projects/{id}", "place", WRITES, manage::projects::place),
        act("/events/{slug}/manage/projects/{id}", "restore", WRITES, manage::projects::restore),
        act("/events/{slug}/manage/projects/{id}", "withdraw", WRITES, manage::projects::withdraw),
        leads("/events/{slug}/manage/questions", "/events/{slug}/manage/calibration/publish#questions"),
        act("/events/{slug}/manage/questions", "until", WRITES, manage::publish::set_questions_until),
        act("/events/{slug}/manage/questions", "{id}/answer", WRITES, manage::publish::answer_question),
        act("/events/{slug}/manage/questions", "{id}/own", WRITES, manage::publish::own_question),
        act("/events/{slug}/manage/questions", "{id}/remove", WRITES, manage::publish::remove_text),
        get("/events/{slug}/manage/reviews-needed", simulations::needed_by_event).counts(FILES),
        leads("/events/{slug}/manage/second-organizer", "/events/{slug}/manage/people?second=1#second-organizer"),
        act("/events/{slug}/manage/second-organizer", "add", WRITES, manage::people::members::add_second),
        act("/events/{slug}/manage/second-organizer", "force", WRITES, manage::people::members::force_off),
        act("/events/{slug}/manage/second-organizer", "off", WRITES, manage::people::members::switch_off),
        act("/events/{slug}/manage/second-organizer", "on", WRITES, manage::people::members::switch_on),
        act("/events/{slug}/manage/second-organizer", "{id}/confirm", WRITES, manage::people::members::confirm_act).long(),
        act("/events/{slug}/manage/second-organizer", "{id}/decline", WRITES, manage::people::members::decline_act),
        act("/events/{slug}/manage/second-organizer", "{id}/withdraw", WRITES, manage::people::members::withdraw_act),
        get("/events/{slug}/manage/settings", show::<manage::settings::Settings>),
        post("/events/{slug}/manage/settings", WRITES, manage::settings::save),
        act("/events/{slug}/manage/settings", "leave", WRITES, manage::settings::leave),
        act("/events/{slug}/manage/settings", "open", WRITES, manage::settings::open_event),
        get("/events/{slug}/manage/settings/criteria", show::<manage::settings::criteria::Criteria>),
        post("/events/{slug}/manage/settings/criteria", WRITES, manage::lines::post::<manage::settings::criteria::Criteria>).ticks(LINES),
        leads("/events/{slug}/manage/voting", "/events/{slug}/manage/prizes?voting=1#voting"),
        act("/events/{slug}/manage/voting", "codes", WRITES, manage::prizes::make_codes),
        act("/events/{slug}/manage/voting", "codes/withdraw", WRITES, manage::prizes::withdraw_codes),
        leads("/events/{slug}/manage/webhooks", "/events/{slug}/manage/exports?webhooks=1"),
        post("/events/{slug}/manage/webhooks", WRITES, manage::exports::add_webhook),
        leads("/events/{slug}/manage/webhooks/{id}", "/events/{slug}/manage/exports?of={id}"),
        post("/events/{slug}/manage/webhooks/{id}", WRITES, manage::exports::change_webhook),
        act("/events/{slug}/manage/webhooks/{id}", "again", WRITES, manage::exports::send_webhook_again),
        act("/events/{slug}/manage/webhooks/{id}", "remove", WRITES, manage::exports::remove_webhook),
        act("/events/{slug}/manage/webhooks/{id}", "secret", WRITES, manage::exports::replace_secret),
        act("/events/{slug}/manage/webhooks/{id}", "switch", WRITES, manage::exports::switch_webhook),
        act("/events/{slug}/manage/webhooks/{id}", "test", WRITES, manage::exports::test_webhook),
        get("/events/{slug}/open-data", open_data::show),
        get("/events/{slug}/open-data/scores.csv", open_data::file).counts(FILES),
        get("/events/{slug}/prizes", prizes::list).keeps(UntilChanged),
        get("/events/{slug}/prizes/{id}/panel", show::<panel::Ballot>),
        post("/events/{slug}/prizes/{id}/panel", WRITES, panel::rank),
        get("/events/{slug}/projects", gallery::list).keeps(UntilChanged),
        get("/events/{slug}/questions", show::<questions::Questions>),
        post("/events/{slug}/questions", WRITES, questions::ask),
        get("/events/{slug}/results", results::show).keeps(ForTheMinute),
        get("/events/{slug}/results/card.png", page_card::results).keeps(UntilChanged),
        get("/events/{slug}/results/how", results::how),
        get("/events/{slug}/submit", submit::new),
        post("/events/{slug}/submit", WRITES, submit::new_post),
        get("/events/{slug}/team", show::<team::Team>),
        act("/events/{slug}/team", "create", WRITES, team::create),
        act("/events/{slug}/team", "leave", WRITES, team::leave),
        act("/events/{slug}/team", "link", WRITES, team::make_link),
        act("/events/{slug}/team", "rename", WRITES, team::rename),
        get("/events/{slug}/team/join/{code}", show::<team::Join>),
        post("/events/{slug}/team/join/{code}", WRITES, team::join),
        get("/events/{slug}/vote", vote::show),
        act("/events/{slug}/vote", "cast", WRITES, vote::cast),
        act("/events/{slug}/vote", "open", WRITES, vote::open),
        act("/events/{slug}/vote", "withdraw", WRITES, vote::withdraw),
        get("/feed.atom", feed::show).keeps(UntilChanged),
        get("/guests/{code}", show::<guest::Guest>),
        act("/guests/{code}", "ask", FORMS, guest::ask),
        act("/guests/{code}", "enter", FORMS, guest::enter),
        get("/guides", guides::list),
        get("/guides/judges", guides::judges),
        get("/guides/organizers", guides::organizers),
        get("/guides/teams", guides::teams),
        get("/how-many-reviews", simulations::needed).counts(FILES),
        get("/invitations/{code}", show::<invitation::Invitation>),
        act("/invitations/{code}", "accept", WRITES, invitation::accept),
        act("/invitations/{code}", "decline", WRITES, invitation::decline),
        get("/judge", show::<judge::Tasks>),
        post("/judge", WRITES, judge::pull),
        get("/judge/assignments/{id}", show::<judge::review::Review>),
        post("/judge/assignments/{id}", WRITES, judge::review::save),
        act("/judge/assignments/{id}", "flag", WRITES, judge::flag::flag),
        act("/judge/assignments/{id}", "note", WRITES, judge::note::save),
        act("/judge/assignments/{id}", "recuse", WRITES, judge::review::step_aside),
        act("/judge/assignments/{id}", "visit", WRITES, judge::visit::mark),
        act("/judge/assignments/{id}", "visit/unmark", WRITES, judge::visit::unmark),
        act("/judge", "call", WRITES, judge::call::make),
        act("/judge", "call/withdraw", WRITES, judge::call::withdraw),
        get("/links/{code}", show::<sign_up::MailedLink>),
        post("/links/{code}", WRITES, sign_up::follow),
        get("/login", sign_in::show),
        post("/login", FORMS, sign_in::post),
        get("/login/link", sign_up::show_ask_link),
        post("/login/link", WRITES, sign_up::ask),
        get("/login/passkey", passkey::show).counts(WRITES).browser_only(),
        post("/login/passkey", WRITES, passkey::post).browser_only(),
        get("/login/sent", sign_up::sent),
        get("/login/sign-on", sign_on::depart).counts(FORMS),
        get(RETURN_PATH, sign_on::arrive).counts(FORMS),
        post("/logout", UNCOUNTED, sign_in::sign_out),
        get("/me", show::<me::Me>),
        act("/me", "confirm", WRITES, me::confirm),
        get("/me/data.json", leave::data).counts(FILES).long(),
        get("/me/leave", show::<leave::Leave>),
        post("/me/leave", WRITES, leave::post),
        act("/me", "notices/{id}/read", WRITES, me::mark_notice),
        get("/me/passkeys", show::<passkeys::Passkeys>).counts(WRITES).browser_only(),
        post("/me/passkeys", WRITES, passkeys::add).browser_only(),
        act("/me/passkeys", "{id}/name", WRITES, passkeys::rename).browser_only(),
        act("/me/passkeys", "{id}/remove", WRITES, passkeys::remove).browser_only(),
        act("/me/passkeys", "asked", WRITES, passkeys::set_asked).browser_only(),
        act("/me/passkeys", "codes", WRITES, passkeys::make_codes).browser_only(),
        act("/me/passkeys", "prove", WRITES, passkeys::prove).browser_only(),
        get("/me/password", show::<password::Password>),
        post("/me/password", WRITES, password::post),
        get("/me/proposals", show::<proposals::Proposals>),
        act("/me/proposals", "{id}/confirm", WRITES, proposals::confirm).long(),
        act("/me/proposals", "{id}/refuse", WRITES, proposals::refuse),
        act("/me", "sign-on/part", WRITES, me::part).browser_only(),
        get("/me/tokens", show::<me::Tokens>).browser_only(),
        post("/me/tokens", WRITES, me::make_token).browser_only(),
        act("/me/tokens", "{id}/revoke", WRITES, me::revoke_token).browser_only(),
        get("/panels", panel::list),
        get("/pictures/{file}", project_pictures::file),
        get("/play", simulations::play).counts(FILES),
        get("/privacy", privacy::show),
        get("/projects/{id}", project::show).keeps(ForTheMinute),
        act("/projects/{id}", "answer", WRITES, project::answer),
        get("/projects/{id}/card.png", page_card::project).keeps(UntilChanged),
        act("/projects/{id}", "comments", WRITES, project::comment),
        act("/projects/{id}", "comments/{comment}/remove", WRITES, project::remove_comment),
        get("/projects/{id}/edit", show::<submit::Edit>),
        post("/projects/{id}/edit", WRITES, submit::edit),
        act("/projects/{id}/edit", "pictures", FILES, project_pictures::add).reads_body(9, Duration::from_mins(2)).long(),
        act("/projects/{id}/edit", "pictures/{picture}", WRITES, project_pictures::change),
        get(first_run::PATH, show::<first_run::FirstRun>),
        post(first_run::PATH, FORMS, first_run::post),
        act("/projects/{id}", "pictures/{picture}/remove", WRITES, project_pictures::take_down),
        leads("/projects/{id}/prizes", "/projects/{id}/edit#wishes"),
        post("/projects/{id}/prizes", WRITES, submit::wish),
        get("/robots.txt", sitemap::robots),
        get("/signup", sign_up::show_sign_up),
        post("/signup", WRITES, sign_up::post),
        get("/sitemap.xml", sitemap::show).keeps(UntilChanged),
        get("/styleguide", styleguide::show),
        get("/verify", verify::show).long(),
        post("/verify", FILES, verify::post).reads_body(64, Duration::from_mins(2)).long(),
        get("/verify/evenhand-verify.html", verify_file::save).counts(FILES),
    ]
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let pages = all();
    let entries = pages.iter().chain(&well_known()).map(Route::entry).collect();
    Made { entries, router: routed(pages) }
});

/// The pages, without what shows a page for whatever else is asked.
pub(super) fn router() -> Router<State> {
    MADE.router.clone()
}

/// What is outside of the pages, whose refusals are pages.
pub(super) fn well_known_router() -> Router<State> {
    routed(well_known())
}

/// The entries of both in the table of routes.
pub(super) fn entries() -> impl Iterator<Item = Entry> {
    MADE.entries.iter().cloned()
}

fn routed(routes: impl IntoIterator<Item = PageRoute>) -> Router<State> {
    routes.into_iter().fold(Router::new(), |router, route| router.route(&route.path, route.handler))
}

/// An act of a page: a form that counts against these limits. A refused form is shown at the act's address, where a reload
/// or a way back from signing in asks for a page: it leads to the page of the act.
fn act<H, T>(page: &str, act: &str, limits: &'static [Limit], handler: H) -> PageRoute
where
    H: Handler<T, State>,
    T: 'static,
{
    let segments = act.split('/').count();
    let page_of = move |uri: Uri| async move {
        let mut path = uri.path();
        for _ in 0..segments {
            path = path.rsplit_once('/').map_or("", |(page, _)| page);
        }
        see(path)
    };
    let route = post(&format!("{page}/{act}"), limits, handler);
    Route { handler: route.handler.get(page_of), ..route }
}

/// The addresses under which verifiers look for a site's keys.
fn well_known() -> [PageRoute; 2] {
    [
        get("/.well-known/did.json", api::records::did),
        get("/.well-known/evenhand-signing-key", api::records::well_known),
    ]
}

/// A page, or a file.
fn get<H, T>(path: &str, handler: H) -> PageRoute
where
    H: Handler<T, State>,
    T: 'static,
{
    Route {
        method: Method::GET,
        path: path.into(),
        handler: routing::get(Erased::new(handler)),
        terms: RouteTerms::READ,
    }
}

/// An address below a page, or where a form is sent: a reload, or a way back from signing in, leads to the page that shows it,
/// with its query.
fn leads(path: &'static str, to: &'static str) -> PageRoute {
    get(path, move |uri: Uri| async move {
        // The part of a page comes last, behind the query.
        let (page, part) = to.find('#').map_or((to, ""), |at| to.split_at(at));
        let mut next = page.to_owned();
        // As they were sent: an address holds only what a header may hold.
        for (name, sent) in path.split('/').zip(uri.path().split('/')) {
            if name.starts_with('{') {
                next = next.replace(name, sent);
            }
        }
        if let Some(query) = uri.query() {
            next += if next.contains('?') { "&" } else { "?" };
            next += query;
        }
        Redirect::permanent(&(next + part))
    })
}

/// A form, which counts against these limits.
fn post<H, T>(path: &str, limits: &'static [Limit], handler: H) -> PageRoute
where
    H: Handler<T, State>,
    T: 'static,
{
    let terms = RouteTerms::write(limits);
    Route { method: Method::POST, path: path.into(), handler: routing::post(Erased::new(handler)), terms }
}

impl PageRoute {
    /// Refuses bearer tokens, also for reading.
    fn browser_only(self) -> Self {
        Self { handler: self.handler.route_layer(from_fn(me::refuse_bearer)), ..self }
    }
}
