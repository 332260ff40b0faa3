//! The access matrix: a test for each state of an event requests every cell of `access/table.rs` and searches every answer for what
//! its reader may not know. Another one checks that every route has a row.

use crate::api::access_secrets::{SECRETS, holds, plant, scores, texts};
use crate::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use memchr::memmem::Finder;
use shared::rules::is_withheld_page;
use shared::webhook::kinds::group_of;
use std::collections::{BTreeMap, BTreeSet};
pub(super) use table::ACCESS;
use table::{LEFT_TO_WHO_TAKES_PART, Row};
use web::routes;

#[path = "access/table.rs"]
mod table;

const WHO: [&str; 13] = [
    "nobody", "unconfirmed", "stranger", "team", "other-team", "judge", "other-judge", "panellist",
    "organizer", "organizer-on-team", "organizer-judge", "other-organizer", "admin",
];
/// Names for several of them, and for several states.
const GROUPS: [(&str, &[&str]); 8] = [
    ("conflicted", CONFLICTED),
    ("organizers", ORGANIZERS),
    ("free", ORGANIZERS),
    ("judges", &["judge", "other-judge", "organizer-judge"]),
    ("members", &["team", "other-team", "organizer-on-team"]),
    ("own-team", &["team", "organizer-on-team"]),
    ("early", &["before", "submitting", "judging"]),
    ("late", &["voting", "closed", "published"]),
];
const CONFLICTED: &[&str] = &["organizer-on-team", "organizer-judge"];
const ORGANIZERS: &[&str] = &["organizer", "organizer-on-team", "organizer-judge", "admin"];
const WHEN: [&str; 7] = ["draft", "before", "submitting", "judging", "voting", "closed", "published"];

/// What a placeholder becomes in one state.
pub(super) type Things = BTreeMap<&'static str, String>;

/// An event in one state: its placeholders, and the secrets planted in it.
pub(super) struct State {
    pub(super) things: Things,
    secrets: BTreeMap<&'static str, Vec<String>>,
}

/// The event in one state, with the same people in the same roles in each, and another event with an organizer.
pub(super) async fn world(pool: &PgPool, when: &'static str) -> State {
    Event::new("elsewhere").organizer("other-organizer").create(pool).await;
    // A draft has the closes of an event that is before everything, and no openings.
    let at = WHEN.iter().skip(1).position(|state| *state == when).unwrap_or(0);
    let hour = |n: usize| Some(i32::try_from(n).unwrap() * 2 - i32::try_from(at).unwrap() * 2 - 1);
    let score = |nth: usize| format!(r#"{{"quality": {}}}"#, scores(at)[nth]);
    let opening = |n: usize| if when == "draft" { None } else { hour(n) };
    let event = Event::new(when);
    let event = if when == "draft" { event.unopened() } else { event };
    let event = event
        .windows([(opening(1), hour(2)), (opening(2), hour(3)), (opening(3), hour(4))])
        .criterion("quality", "1", 0, 999_999_999)
        .people(&["stranger", "panellist", "unconfirmed"])
        .admin("admin")
        .organizers(&["organizer", "organizer-on-team", "organizer-judge"])
        .judges(&["organizer-judge", "judge", "other-judge"])
        .teams(&[("Lights", &["team", "organizer-on-team"]), ("Waves", &["other-team"])])
        .project("Lamp", "Lights")
        .draft("Fogbound", "Lights")
        .projects(&[("Tide", "Waves"), ("Mist", "Waves"), ("Dune", "Waves")])
        .assign("judge", "Lamp")
        .review_draft("judge", "Mist", r#"{"quality": 3}"#)
        .assign("judge", "Dune")
        .reviews(&[("other-judge", "Lamp", &score(0)), ("other-judge", "Tide", &score(1))])
        .review("organizer-judge", "Tide", r#"{"quality": 7}"#)
        .create(pool)
        .await;
    plant(pool, &event).await;
    event.run("update event set voting_mode = 'account' where id = $1").await;
    calibrated_in(pool, when).await;
    if when == "published" {
        publish_in(&Site::new(pool).await, when).await;
    }
    let things = [
        ("{slug}", when.to_owned()),
        ("{lamp}", event.project("Lamp").await.to_string()),
        ("{tide}", event.project("Tide").await.to_string()),
        ("{digest}", "0".repeat(64)),
        ("{shot}", picture(&event, "Lamp").await),
        ("{fogshot}", picture(&event, "Fogbound").await),
        ("{fog}", event.project("Fogbound").await.to_string()),
        ("{prize}", event.one::<i64>("select id from prize where event_id = $1").await.to_string()),
        ("{code}", join_code(when, "Lights")),
        ("{task}", event.assignment("judge", "Lamp").await.to_string()),
        ("{invitation}", invite(pool, &event).await.to_string()),
        ("{ask}", format!("ask-{when}")),
        ("{person}", event.person("judge").await.to_string()),
        ("{guest}", turn_away(pool, &event).await.to_string()),
        ("{room}", room_code(when)),
    ];
    let sql = "update person set confirmed_at = null where email = $1";
    sqlx::query(sql).bind(email("unconfirmed")).execute(pool).await.unwrap();
    State { things: things.into(), secrets: texts(&event, at).await }
}

/// The digest of a project's picture.
async fn picture(event: &World, title: &str) -> String {
    let sql =
        "select i.picture #>> '{files,0,digest}' from project_picture i join project p on p.id = i.project_id
               where i.event_id = $1 and p.title = ";
    event.one(&format!("{sql} '{title}'")).await
}

/// Invites somebody to take part; the link's code is `ask-` and the slug. A mail of it is in the list.
async fn invite(pool: &PgPool, event: &World) -> i64 {
    let sql = "with i as (
                   insert into invitation (event_id, email, role, token_hash, sent_at, sent_by)
                   values ($1, 'invited@x.example', 'participant', $2, now(), 'mail') returning id)
               insert into mail_outbox (event_id, invitation_id, kind, to_address, subject, body)
               select $1, id, 'invitation', 'invited@x.example', 'Invitation', 'The link' from i returning invitation_id";
    let query = sqlx::query_scalar(sql).bind(event.event).bind(secrets::hash(&format!("ask-{}", event.slug)));
    query.fetch_one(pool).await.unwrap()
}

/// The code of the guests' link of an event.
fn room_code(slug: &str) -> String {
    format!("{slug:-<43}")
}

/// Opens the room, and turns a guest away.
async fn turn_away(pool: &PgPool, event: &World) -> i64 {
    let sql = "insert into guest_link (event_id, code) values ($1, $2)";
    sqlx::query(sql).bind(event.event).bind(room_code(&event.slug)).execute(pool).await.unwrap();
    let sql = "insert into guest (event_id, name, number, secret_hash, decided_at)
               values ($1, 'Guest', 100, sha256(convert_to('guest-' || $1::text, 'UTF8')), now()) returning id";
    sqlx::query_scalar(sql).bind(event.event).fetch_one(pool).await.unwrap()
}

/// Whom `who[,who…][@when[,when…]]` names, and in which states.
fn cells_of(entry: &str) -> Vec<(&'static str, &'static str)> {
    let (who, when) = entry.split_once('@').unwrap_or((entry, "*"));
    let one = |name: &str, all: &'static [&'static str]| -> Vec<&'static str> {
        let group = GROUPS.iter().find(|(group, _)| *group == name).map_or(&[][..], |(_, members)| members);
        let found = all.iter().filter(|n| name == "*" || **n == name || group.contains(n)).copied();
        let found: Vec<_> = found.collect();
        assert!(!found.is_empty(), "{entry} names nobody");
        found
    };
    let times: Vec<_> = when.split(',').flat_map(|name| one(name, &WHEN)).collect();
    let mut cells = Vec::new();
    for name in who.split(',') {
        for who in one(name, &WHO) {
            // Once the results are published, those who take part are as free as the others.
            let free = |when: &&str| name != "free" || *when == "published" || !CONFLICTED.contains(&who);
            cells.extend(times.iter().copied().filter(free).map(|when| (who, when)));
        }
    }
    cells
}

/// A row's cells, all of them. Those of a draft follow from its cells before anything is open, unless an entry names `draft`.
pub(super) fn cells(row: &Row) -> BTreeMap<(&'static str, &'static str), u16> {
    let mut cells = BTreeMap::new();
    let mut named = BTreeSet::new();
    let usual = if is_api(row) { "* 403; nobody 401; " } else { "* 403; nobody 303; " };
    let usual = if row.cells.starts_with('*') { "" } else { usual };
    for entry in [usual, row.cells].concat().split(';').map(str::trim) {
        let (of, status) = entry.rsplit_once(' ').unwrap_or_else(|| panic!("{}: {entry}", row.route));
        let found = cells_of(of);
        if of.contains("draft") {
            named.extend(found.iter().map(|(who, _)| *who));
        }
        cells.extend(found.into_iter().map(|cell| (cell, status.parse().unwrap())));
    }
    for who in WHO.into_iter().filter(|who| !named.contains(who)) {
        let before = cells[&(who, "before")];
        // Who is not signed in is asked to sign in first, about what is not there, too.
        let asked = who == "nobody" && matches!((is_api(row), before), (true, 401) | (false, 303));
        let hidden = is_of_event(row) && !organizes(who) && !asked;
        cells.insert((who, "draft"), if hidden { 404 } else { before });
    }
    assert_eq!(cells.len(), WHO.len() * WHEN.len(), "{} has an empty cell", row.route);
    cells
}

fn is_api(row: &Row) -> bool {
    row.route.split(' ').nth(1).is_some_and(|path| path.starts_with("/api/"))
}

/// Whether somebody organizes the event.
fn organizes(who: &str) -> bool {
    ORGANIZERS.contains(&who)
}

/// Whether a row asks for something of the event, and not by a link that its organizers handed out.
fn is_of_event(row: &Row) -> bool {
    let things = [
        "{slug}", "{lamp}", "{tide}", "{fog}", "{prize}", "{shot}", "{fogshot}", "{task}", "{guest}",
        "{person}",
    ];
    let asks = |thing: &&str| row.route.contains(*thing) || row.sent.contains(*thing);
    things.iter().any(asks) && !row.route.contains(" /admin/")
}

/// The readers of each secret, in each state.
fn readers() -> BTreeMap<&'static str, BTreeSet<(&'static str, &'static str)>> {
    let of = |entries: &str| entries.split(';').map(str::trim).flat_map(cells_of).collect();
    SECRETS.iter().map(|(secret, entries)| (*secret, of(entries))).collect()
}

pub(super) fn filled(text: &str, things: &Things) -> String {
    things.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// Asks the API with a token, a page as a browser does.
pub(super) async fn ask(site: &Site, who: &str, method: &str, path: &str, sent: &str) -> Reply {
    let api = path.starts_with("/api/");
    let mut headers = Vec::new();
    let (bearer, cookie) = (format!("Bearer {}", token(who)), format!("sessionid={}", session(who)));
    match (who, api) {
        ("nobody", _) => {}
        (_, true) => headers.push(("authorization", bearer.as_str())),
        (_, false) => headers.push(("cookie", cookie.as_str())),
    }
    let mut body = sent.to_owned();
    match (method, api) {
        ("GET", _) => {}
        (_, true) => headers.push(("content-type", "application/json")),
        (_, false) => {
            headers.push(("content-type", "application/x-www-form-urlencoded"));
            body = format!("csrfmiddlewaretoken={}&{sent}", secrets::csrf_token(&session(who)));
        }
    }
    site.api("").send_with(method, path, &headers, body).await
}

/// Takes back what an act changed, for the next cell. It is called a few hundred times, so the database keeps it, with its plans.
/// Each statement is a transaction of its own.
const UNDO: &str = "create procedure undo() language plpgsql as $$ begin
    update assignment set status = 'pending', taken_off = false where status = 'recused' and recused_reason = ''; commit;
    delete from rate_count; commit;
    -- Who founded or joined a team is a stranger again.
    delete from team_member
        where person_id in (select id from person where name in ('Stranger', 'Panellist', 'Other-Organizer')); commit;
    delete from membership where role = 'participant'
        and person_id in (select id from person where name in ('Stranger', 'Panellist', 'Other-Organizer')); commit;
    delete from team where name = 'New'; commit;
    -- Who stopped organizing does so again.
    insert into membership (event_id, person_id, role)
        select e.id, p.id, 'organizer' from event e, person p where e.slug <> 'elsewhere'
            and p.name in ('Organizer', 'Organizer-On-Team', 'Organizer-Judge')
            and not exists (select from membership m
                            where m.event_id = e.id and m.person_id = p.id and m.role = 'organizer'); commit;
    -- Who left a team of two is on it again.
    insert into team_member (event_id, team_id, person_id)
        select t.event_id, t.id, p.id from team t, person p
        where t.name = 'Lights' and p.name in ('Team', 'Organizer-On-Team')
          and not exists (select from team_member m where m.event_id = t.event_id and m.person_id = p.id); commit;
    update team t set name = case when exists (select from project p where p.team_id = t.id and p.title = 'Lamp')
        then 'Lights' else 'Waves' end where name = 'Newer'; commit;
    -- Who was invited by somebody is not; the invitation of each event waits for an answer, under its code.
    delete from mail_outbox
        where invitation_id in (select id from invitation where email <> 'invited@x.example'); commit;
    delete from invitation where email <> 'invited@x.example'; commit;
    delete from membership
        where role = 'organizer' and person_id in (select id from person where name = 'Judge'); commit;
    delete from membership m where role = 'participant' and not exists
        (select from team_member t where t.event_id = m.event_id and t.person_id = m.person_id); commit;
    update guest_link g set code = rpad(e.slug, 43, '-'), closed_at = null from event e
        where e.id = g.event_id and (g.code <> rpad(e.slug, 43, '-') or g.closed_at is not null); commit;
    update invitation i set accepted_at = null, accepted_by = null, declined_at = null, withdrawn_at = null,
        link_ended_at = null, token_hash = sha256(convert_to('ask-' || e.slug, 'UTF8')) from event e
        where e.id = i.event_id
            and (i.accepted_at, i.accepted_by, i.declined_at, i.withdrawn_at, i.link_ended_at, i.token_hash)
                is distinct from (null, null, null, null, null, sha256(convert_to('ask-' || e.slug, 'UTF8'))); commit;
    -- A team answers once. The draft was opened, which nothing but its owner takes back. Setting this makes PostgreSQL plan all of the
    -- above anew.
    if exists (select from evidence where fact ->> 'kind' = 'answer')
        or exists (select from event where slug = 'draft' and not draft) then
        set session_replication_role = replica; delete from evidence where fact ->> 'kind' = 'answer'; commit;
        update event set draft = slug = 'draft', version = version + 1; commit;
        set session_replication_role = origin;
    end if;
    end $$";

/// A test for each state, which run beside each other.
macro_rules! matrix {
    ($($name:ident in $when:literal;)*) => {$(
        #[database_test]
        async fn $name(pool: PgPool) {
            every_cell(&pool, $when).await;
        }
    )*};
}

matrix! {
    every_cell_of_a_draft_is_as_it_says in "draft";
    every_cell_before_submissions_is_as_it_says in "before";
    every_cell_during_submissions_is_as_it_says in "submitting";
    every_cell_during_judging_is_as_it_says in "judging";
    every_cell_during_the_vote_is_as_it_says in "voting";
    every_cell_after_the_vote_is_as_it_says in "closed";
    every_cell_after_publication_is_as_it_says in "published";
}

/// What was asked, and what is wrong with the answers.
#[derive(Default)]
struct Found {
    asked: usize,
    wrong: Vec<String>,
    /// The secrets that somebody was told.
    read: BTreeSet<&'static str>,
    /// For each route that writes, how often it was allowed and how many rows the log got of it.
    logged: BTreeMap<&'static str, (usize, i64)>,
}

/// Routes that are allowed and may leave no row in the log, and why.
const UNLOGGED: &[(&str, &str)] = &[
    ("POST /api/events/{slug}/ballot", "an empty ballot where none was cast changes nothing"),
    ("POST /events/{slug}/vote/cast", "the same"),
    ("POST /events/{slug}/vote/withdraw", "the same"),
    ("POST /events/{slug}/vote/open", "a code is only looked at"),
    ("POST /events/{slug}/judge/conflicts/search", "projects are only shown"),
    ("POST /events/{slug}/judge/conflicts/withdraw", "no conflict is named"),
    ("POST /events/{slug}/manage/assignments/conflicts/settle", "no pair is named"),
    ("POST /events/{slug}/manage/assignments/conflicts/withdraw", "no conflict is named"),
    ("POST /api/events/{slug}/open", "an open event stays open"),
    ("POST /events/{slug}/manage/settings/open", "an open event stays open"),
    ("POST /events/{slug}/manage/calibration/feedback", "the choice stays"),
    ("POST /events/{slug}/manage/second-organizer/force", "the event asks nobody"),
    ("POST /events/{slug}/manage/second-organizer/off", "the event asks nobody"),
    ("POST /events/{slug}/manage/ceremony/live", "the projector follows, and nothing is changed"),
    ("POST /events/{slug}/manage/people/invitations/send", "every invitation has its link already"),
    ("POST /events/{slug}/manage/people/invite/again", "the list is only shown"),
    ("POST /events/{slug}/manage/people/invite/check", "the list is only checked"),
    ("POST /events/{slug}/manage/people/invite/tracks", "the list names no track"),
    ("POST /events/{slug}/manage/floor/moves", "no project moves"),
    ("POST /events/{slug}/manage/floor/plan/preview", "a plan is only shown"),
    ("POST /events/{slug}/manage/projects/{lamp}/place", "the place stays"),
    ("POST /events/{slug}/manage/projects/{lamp}/clear", "the project was never flagged"),
    ("PATCH /api/projects/{lamp}", "nothing is changed"),
    ("PATCH /api/projects/{fog}", "nothing is changed"),
    ("POST /projects/{lamp}/edit", "nothing is changed"),
    ("POST /projects/{fog}/edit", "nothing is changed"),
    ("POST /projects/{lamp}/prizes", "no prize is chosen"),
    ("POST /projects/{fog}/prizes", "no prize is chosen"),
    ("POST /judge/assignments/{task}/note", "an empty note where there was none"),
    ("POST /guests/{room}/ask", "who asks is nobody before an organizer lets them in"),
    ("POST /login/link", "a mail is asked for, whether the address has an account or not"),
    ("POST /me/confirm", "a mail is asked for"),
    ("POST /signup", "no account is made before its link is followed"),
    ("POST /logout", "sessions are not in the log"),
    ("POST /verify", "nothing is kept"),
];

async fn every_cell(pool: &PgPool, when: &'static str) {
    let state = world(pool, when).await;
    run(pool, UNDO).await;
    let site = Site::with(pool, &["--limits=off"]).await;
    let (readers, mut found) = (readers(), Found::default());
    for row in ACCESS {
        // Built without the islands, a server has no verifier to save.
        if row.route.ends_with("verify.html") && web::assets::embedded("verify.wasm").is_none() {
            continue;
        }
        let question = state.question(row);
        for ((who, _), status) in cells(row).into_iter().filter(|((_, at), _)| *at == when) {
            let may_read = |secret: &'static str| readers[secret].contains(&(who, when));
            one_cell((pool, &site), &question, (who, status), (&may_read, &mut found)).await;
        }
    }
    let Found { asked, mut wrong, read, logged } = found;
    for (route, allowed) in logged.into_iter().filter(|(_, (_, rows))| *rows == 0).map(|(r, (n, _))| (r, n)) {
        if !UNLOGGED.iter().any(|(named, _)| *named == route) {
            wrong.push(format!("{route} was allowed {allowed} times in {when} and left no row in the log"));
        }
    }
    let actions = "select distinct action from audit_log where event_id is not null order by 1";
    for action in sqlx::query_scalar::<_, String>(actions).fetch_all(pool).await.unwrap() {
        if group_of(&action).is_none() {
            wrong.push(format!("{action} is no kind that a webhook can be told of"));
        }
    }
    // A secret that nobody ever saw was not planted, or is written otherwise than it is searched for.
    for (secret, _) in SECRETS.iter().filter(|(secret, _)| !read.contains(secret)) {
        wrong.push(format!("{secret} was shown to nobody in {when}"));
    }
    assert!(wrong.is_empty(), "{} of {asked} in {when}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a row asks in one state.
struct Question<'s> {
    row: &'static Row,
    method: &'static str,
    address: String,
    sent: String,
    /// The address of what does not exist.
    nothing: String,
    /// What is searched for in the answers.
    secrets: Vec<(&'static str, Finder<'s>)>,
}

impl State {
    fn question(&self, row: &'static Row) -> Question<'_> {
        let (method, path) = row.route.split_once(' ').unwrap();
        let (address, sent) = (filled(path, &self.things), filled(row.sent, &self.things));
        let secrets =
            self.secrets.iter().flat_map(|(secret, texts)| texts.iter().map(|text| (*secret, &**text)));
        // What was asked comes back in an address, what was typed in a refused form.
        let secrets = secrets.filter(|(_, text)| !address.contains(text) && !sent.contains(text));
        let secrets = secrets.map(|(secret, text)| (secret, Finder::new(text))).collect();
        Question { row, method, nothing: filled(path, &missing(&self.things)), address, sent, secrets }
    }
}

/// Asks one cell and looks at its answer.
async fn one_cell(
    (pool, site): (&PgPool, &Site),
    question: &Question<'_>,
    (who, status): (&str, u16),
    (may_read, found): (&dyn Fn(&'static str) -> bool, &mut Found),
) {
    let Question { row, method, address, sent, nothing, secrets } = question;
    let rows = async || -> i64 { one(pool, "select count(*) from audit_log").await };
    let may_write = *method != "GET" && status < 400;
    let before = if may_write { rows().await } else { 0 };
    let reply = ask(site, who, method, address, sent).await;
    let to_sign_in = reply.headers.get("location").is_some_and(|at| at.as_bytes().starts_with(b"/login"));
    let wrote = *method != "GET" && reply.status < 400 && !(to_sign_in && who == "nobody");
    if wrote && may_write {
        let (allowed, logged) = found.logged.entry(row.route).or_default();
        *allowed += 1;
        *logged += rows().await - before;
    }
    found.asked += 1;
    if reply.status != status {
        found.wrong.push(format!("{} {} as {who}: {} and not {status}", row.route, row.sent, reply.status));
    }
    let headers = reply.headers.values().map(|v| v.to_str().unwrap_or_default());
    // A signed credential is read, too.
    let claims = reply.body.split('.').nth(1).and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
    let claims = String::from_utf8(claims.unwrap_or_default()).unwrap_or_default();
    let told = headers.chain([reply.body.as_str(), claims.as_str()]).collect::<Vec<_>>().join("\n");
    let held = secrets.iter().filter(|(_, text)| holds(&told, text)).map(|(secret, _)| *secret);
    for secret in held.collect::<BTreeSet<_>>() {
        found.read.insert(secret);
        if !may_read(secret) {
            found.wrong.push(format!("{} as {who} tells {secret}", row.route));
        }
    }
    if wrote {
        run(pool, "call undo()").await;
    }
    // A form sets a token of its own each time.
    if reply.status != 404 || address.contains('?') || reply.headers.contains_key("set-cookie") {
        return;
    }
    if nothing != address && !same(&reply, address, &ask(site, who, method, nothing, sent).await, nothing) {
        found.wrong.push(format!("{} as {who}: hidden differs from missing", row.route));
    }
}

/// Placeholders of things that do not exist.
fn missing(things: &Things) -> Things {
    let none = |value: &String| if value.parse::<i64>().is_ok() { "999999999" } else { "none" };
    things.iter().map(|(name, value)| (*name, none(value).to_owned())).collect()
}

/// Whether what is hidden looks like what is not there, but for the address that a page repeats.
fn same(hidden: &Reply, address: &str, other: &Reply, nothing: &str) -> bool {
    let encoded = |path: &str| path.replace('/', "%2F");
    let body = other.body.replace(nothing, address).replace(&encoded(nothing), &encoded(address));
    let told = |reply: &Reply| {
        let mut headers = reply.headers.clone();
        // An id of its own tells nothing, and the length is that of the address.
        headers.remove("x-request-id");
        headers.remove("content-length");
        headers
    };
    other.status == 404 && unsealed(&body) == unsealed(&hidden.body) && told(other) == told(hidden)
}

/// A page without what was typed, which is sealed anew each time.
fn unsealed(body: &str) -> String {
    let Some((before, sealed)) = body.split_once("name=\"kept\" value=\"") else { return body.to_owned() };
    let after = sealed.split_once('"').map(|(_, after)| after);
    [before, after.unwrap_or_default()].concat()
}

#[test]
fn every_route_has_a_row() {
    // A name in braces is one segment, or a part of one.
    let shape = |path: &str| -> Vec<String> {
        let path = path.split('?').next().unwrap();
        path.split('/')
            .map(|s| {
                let number = s.parse::<u32>().is_ok();
                if s.contains('{') || s.ends_with(".csv") || number { "*".into() } else { s.to_owned() }
            })
            .collect()
    };
    let has_row = |method: &str, path: &str| {
        let mut rows = ACCESS.iter().map(|row| row.route.split_once(' ').unwrap());
        rows.any(|(of, at)| of == method && shape(at) == shape(path))
    };
    let without: Vec<_> = routes::entries()
        .filter(|(method, path, _)| !has_row(method.as_str(), path))
        .map(|(method, path, _)| format!("{method} {path}"))
        .collect();
    assert_eq!(without, Vec::<String>::new());
}

#[test]
fn a_route_that_writes_counts_against_a_limit() {
    for (method, path, terms) in routes::entries() {
        let counts = method == "GET" || !terms.limits.is_empty();
        assert!(counts || path == "/logout", "{method} {path} counts against no limit");
    }
}

#[test]
fn no_organizer_is_led_to_a_page_that_is_withheld() {
    // They open, and lack what most who follow a link to them come for.
    let opens = ["prizes/{prize}", "prizes/{prize}?panel=1", "calibration/publish?of=1"];
    for row in ACCESS {
        let Some(page) = row.route.strip_prefix("GET /events/{slug}/manage/") else { continue };
        let cells = cells(row);
        let [free, conflicted] = ["organizer", "organizer-on-team"].map(|who| cells[&(who, "closed")]);
        if free == 200 && !opens.contains(&page) {
            assert_eq!(is_withheld_page(page), conflicted == 403, "{page}");
        }
    }
}

#[test]
fn what_who_takes_part_may_change_has_a_reason() {
    let mut left = BTreeSet::new();
    for row in ACCESS.iter().filter(|row| !row.route.starts_with("GET ")) {
        let cells = cells(row);
        for (who, peer) in [("organizer-on-team", "team"), ("organizer-judge", "other-judge")] {
            // A draft has no review yet.
            for when in WHEN.into_iter().filter(|when| !["draft", "published"].contains(when)) {
                let (own, of_peer) = (cells[&(who, when)], cells[&(peer, when)]);
                // A rule that let them through may still find nothing to act on.
                if (of_peer == 403 && own != 403) || (of_peer == 404 && ![403, 404].contains(&own)) {
                    left.insert(row.route);
                }
            }
        }
    }
    let known: BTreeSet<&str> = LEFT_TO_WHO_TAKES_PART.iter().map(|(route, _)| *route).collect();
    assert_eq!(left, known);
}
