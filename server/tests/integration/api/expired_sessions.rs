//! A form sent after the session ended is kept while the person signs in, and sent afterwards.

use crate::prelude::*;
use crate::support::unescaped;
use portal::account::passwords;

const FORM: &str = "application/x-www-form-urlencoded";
pub(crate) const HERE: &str = "http://portal.example";
/// The readable cookie of the session that ended.
pub(crate) fn stale() -> String {
    secrets::csrf_token(&session("gone"))
}

async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo").judging().judge("ada").judge("eve").team("Lights", &["pia"]);
    let world = event.project("Lamp", "Lights").assign("ada", "Lamp").create(pool).await;
    let hash = passwords::hash("long enough").unwrap();
    sqlx::query("update person set password_hash = $1").bind(hash).execute(pool).await.unwrap();
    (world, Site::new(pool).await)
}

pub(crate) async fn send(
    site: &Site,
    path: &str,
    origin: &str,
    cookies: &str,
    fields: &[(&str, &str)],
) -> Reply {
    send_from(site, &stale(), path, origin, cookies, fields).await
}

/// The same from a page whose forms have this token.
async fn send_from(
    site: &Site,
    token: &str,
    path: &str,
    origin: &str,
    cookies: &str,
    fields: &[(&str, &str)],
) -> Reply {
    let body = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("csrfmiddlewaretoken", token)
        .extend_pairs(fields)
        .finish();
    let cookie = format!("csrftoken={}; {cookies}", stale());
    let mut headers = vec![("content-type", FORM), ("cookie", cookie.as_str())];
    if !origin.is_empty() {
        headers.push(("origin", origin));
    }
    site.api("").send_with("POST", path, &headers, body).await
}

/// The hidden fields of the page's form to this address, as a browser would send them.
pub(crate) fn hidden(page: &str, action: &str) -> Vec<(String, String)> {
    let begin = format!("action=\"{action}\"");
    let forms = page.split("<form").filter(|f| f.contains(&begin));
    let form = forms.last().unwrap_or_else(|| panic!("no form to {action} in {page}"));
    let form = form.split("</form>").next().unwrap();
    form.split("<input type=\"hidden\" name=\"")
        .skip(1)
        .map(|input| {
            let (name, rest) = input.split_once('"').unwrap();
            let value = rest.split_once("value=\"").unwrap().1.split_once('"').unwrap().0;
            (unescaped(name), unescaped(value))
        })
        .filter(|(name, _)| name != "csrfmiddlewaretoken")
        .collect()
}

pub(crate) fn pairs(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect()
}

const TYPED: &str = "It <works> & \"shines\".\r\n\r\nMostly.";

#[database_test(world(&pool))]
async fn a_half_typed_review_survives_its_session(world: World, site: Site) {
    let path = format!("/judge/assignments/{}", world.assignment("ada", "Lamp").await);
    let fields =
        [("score_quality", "4"), ("comment", TYPED), ("old_password", "hunter2"), ("submit", "false")];
    // Ada's page says whose it is.
    let token = format!("{}.{}", stale(), world.person("ada").await);
    let asked = send_from(&site, &token, &path, HERE, "sessionid=session-gone", &fields).await.is(401);
    assert!(asked.body.contains("You were signed out") && asked.body.contains("What you typed is kept"));
    assert!(!asked.body.contains("hunter2"));
    let carried = hidden(&asked.body, "/login");

    // A wrong password keeps the form too.
    let mut wrong = pairs(&carried);
    wrong.extend([("email", "ada@x.example"), ("password", "not this one")]);
    let refused = send(&site, "/login", HERE, "", &wrong).await.is(422);
    let carried = hidden(&refused.body, "/login");
    let mut right = pairs(&carried);
    right.extend([("email", "ada@x.example"), ("password", "long enough")]);
    let back = send(&site, "/login", HERE, "", &right).await.is(200);
    assert!(back.body.contains("You are signed in again") && back.body.contains("Send it now"));
    assert!(back.body.contains("ada@x.example"), "it says in whose name");
    let id = back.cookie("sessionid").unwrap();
    let again = hidden(&back.body, &path);
    assert!(back.body.contains(&secrets::csrf_token(&id)) && !back.body.contains(&stale()));
    let comment = again.iter().find(|(name, _)| name == "comment").unwrap();
    assert_eq!(comment.1, TYPED);
    assert!(again.iter().any(|(name, value)| name == "score_quality" && value == "4"), "{again:?}");

    let csrf = secrets::csrf_token(&id);
    let mut form = pairs(&again);
    form.push(("csrfmiddlewaretoken", &csrf));
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let cookie = format!("sessionid={id}");
    let headers = [("content-type", FORM), ("cookie", cookie.as_str()), ("origin", HERE)];
    site.api("").send_with("POST", &path, &headers, body).await.is(303);
    let kept: String = world.one("select comment from review where event_id = $1").await;
    assert_eq!(kept, TYPED.replace("\r\n", "\n"));
}

#[database_test(world(&pool))]
async fn someone_signed_in_elsewhere_continues_without_a_password(_: World, site: Site) {
    let asked = send(&site, "/me/tokens", HERE, "", &[("name", "script")]).await;
    let mut carried = hidden(&asked.body, "/login");
    carried.push(("go_on".into(), "true".into()));
    send(&site, "/login", HERE, "", &pairs(&carried)).await.is(401);
    let cookies = format!("sessionid={}", session("eve"));
    let back = send(&site, "/login", HERE, &cookies, &pairs(&carried)).await;
    assert!(back.status == 200 && back.body.contains("eve@x.example"), "{}", back.body);
    assert!(hidden(&back.body, "/me/tokens").contains(&("name".into(), "script".into())));
}

#[database_test(world(&pool))]
async fn the_wrong_person_cannot_send_the_form_and_the_right_one_can(world: World, site: Site) {
    let path = format!("/judge/assignments/{}", world.assignment("ada", "Lamp").await);
    let base_version = "2026-11-20T18:00:00.000001Z";
    let typed =
        [("score_quality", "4"), ("comment", TYPED), ("base_version", base_version), ("submit", "false")];
    let asked = send(&site, &path, HERE, "", &typed).await;
    let mut carried = hidden(&asked.body, "/login");
    carried.extend([("email".into(), "eve@x.example".into()), ("password".into(), "long enough".into())]);
    let back = send(&site, "/login", HERE, "", &pairs(&carried)).await;
    let shown = back.body.split_once("<dl").unwrap().1;
    assert!(
        shown.contains("Score for quality") && shown.contains("Mostly.") && !shown.contains(base_version)
    );

    // Eve sends it. She may not open the page; the answer says so and shows everything that was typed.
    let eve = site.browser("eve");
    let refused = eve.submit(&path, &pairs(&hidden(&back.body, &path))).await.is(404);
    assert!(refused.body.contains("Not found.") && refused.body.contains("eve@x.example"));
    assert!(refused.body.contains("Mostly.") && !refused.body.contains("Send it now"));
    // A missing page gets the same answer.
    eve.submit("/judge/assignments/999999", &typed).await.is(404).shows("What you typed is kept.");

    // She gives the browser to Ada, who signs in and sends it.
    let mut other = hidden(&refused.body, "/login");
    other.push(("other".into(), "true".into()));
    let sign_in = eve.submit("/login", &pairs(&other)).await;
    assert!(sign_in.status == 200 && sign_in.body.contains("Sign in as someone else"), "{}", sign_in.body);
    let mut ada = hidden(&sign_in.body, "/login");
    ada.extend([("email".into(), "ada@x.example".into()), ("password".into(), "long enough".into())]);
    let back = eve.submit("/login", &pairs(&ada)).await;
    assert!(back.status == 200 && back.body.contains("ada@x.example"), "{}", back.body);
    let again = hidden(&back.body, &path);
    assert!(again.contains(&("comment".into(), TYPED.into())), "{again:?}");
}

/// What the page is sent, where this person signs in on it.
fn signing_in(page: &Reply, name: &str) -> Vec<(String, String)> {
    let mut fields = hidden(&page.body, "/login");
    fields.extend([("email".into(), format!("{name}@x.example")), ("password".into(), "long enough".into())]);
    fields
}

/// Nothing that Ada typed is in the page, nor what it was typed for. It says so, and how she comes to send it.
#[track_caller]
fn assert_hidden(page: &Reply, path: &str) {
    for typed in ["Mostly.", "score_quality", "What you typed", "Send it", path] {
        assert!(!page.body.contains(typed), "{typed} in {}", page.body);
    }
    page.says("What was typed into this form belongs to another account. It was not sent.");
    page.says("You are signed in as Eve, eve@x.example.");
    assert!(page.body.contains("Sign in as someone else"), "{}", page.body);
}

/// The token in the page's form to this address.
fn token<'p>(page: &'p Reply, action: &str) -> &'p str {
    let form = page.body.split_once(&format!("action=\"{action}\"")).unwrap().1;
    let token = form.split_once("name=\"csrfmiddlewaretoken\" value=\"").unwrap().1;
    token.split('"').next().unwrap()
}

#[database_test(world(&pool))]
async fn what_was_typed_before_the_key_was_rotated_is_its_authors_still(world: World, site: Site) {
    let path = format!("/judge/assignments/{}", world.assignment("ada", "Lamp").await);
    let opened = site.browser("ada").get(&path).await.is(200);
    let site = site.with_key(8);
    let typed = [("score_quality", "4"), ("comment", TYPED), ("submit", "false")];
    let asked = send_from(&site, token(&opened, &path), &path, HERE, "", &typed).await.is(401);
    let eve = send(&site, "/login", HERE, "", &pairs(&signing_in(&asked, "eve"))).await.is(200);
    assert_hidden(&eve, &path);
    let ada = send(&site, "/login", HERE, "", &pairs(&signing_in(&asked, "ada"))).await.is(200);
    let again = hidden(&ada.body, &path);
    assert!(again.contains(&("comment".into(), TYPED.into())), "{again:?}");
}

#[database_test(world(&pool))]
async fn what_somebody_typed_is_shown_to_nobody_else(world: World, site: Site) {
    let path = format!("/judge/assignments/{}", world.assignment("ada", "Lamp").await);
    let opened = site.browser("ada").get(&path).await.is(200);
    let token = token(&opened, &path);
    let typed = [("score_quality", "4"), ("comment", TYPED), ("submit", "false")];

    // Ada's session ended, and Eve signs in on the page that asks for it. It is sealed there, too.
    let asked = send_from(&site, token, &path, HERE, "", &typed).await.is(401);
    assert!(!asked.body.contains("Mostly.") && !asked.body.contains("score_quality"), "{}", asked.body);
    let eve = send(&site, "/login", HERE, "", &pairs(&signing_in(&asked, "eve"))).await.is(200);
    assert_hidden(&eve, &path);
    // So it is where Eve is signed in already: by her other window, and as Ada's page itself is sent, whatever it was for.
    let cookies = format!("sessionid={}", session("eve"));
    let mut go_on = hidden(&asked.body, "/login");
    go_on.push(("go_on".into(), "true".into()));
    assert_hidden(&send(&site, "/login", HERE, &cookies, &pairs(&go_on)).await.is(200), &path);
    for to in [path.as_str(), "/judge/assignments/999999"] {
        assert_hidden(&send_from(&site, token, to, HERE, &cookies, &typed).await.is(403), to);
    }

    // Ada signs in from there, and her words are as she typed them.
    let id = eve.cookie("sessionid").unwrap();
    let (eves, cookies) = (secrets::csrf_token(&id), format!("sessionid={id}"));
    let mut other = hidden(&eve.body, "/login");
    other.push(("other".into(), "true".into()));
    let sign_in = send_from(&site, &eves, "/login", HERE, &cookies, &pairs(&other)).await.is(200);
    let ada = signing_in(&sign_in, "ada");
    let back = send_from(&site, &eves, "/login", HERE, &cookies, &pairs(&ada)).await.is(200);
    assert!(back.body.contains("ada@x.example") && back.body.contains("Send it now"), "{}", back.body);
    let again = hidden(&back.body, &path);
    assert!(again.contains(&("comment".into(), TYPED.into())), "{again:?}");
}

#[database_test(world(&pool))]
async fn another_sites_form_is_not_carried(_: World, site: Site) {
    let asked = send(&site, "/me/tokens", "https://evil.example", "", &[("name", "planted")]).await;
    asked.leads_to("/login?next=%2Fme%2Ftokens");
    // A sign-in form carries only what the portal sealed, and shows nothing for another site.
    let out = [("kept", "//evil.example"), ("email", "ada@x.example"), ("password", "long enough")];
    send(&site, "/login", HERE, "", &out).await.leads_to("/");
    let cookies = format!("sessionid={}", session("eve"));
    let asked = send(&site, "/me/tokens", HERE, "", &[("name", "planted")]).await.is(401);
    let planted = hidden(&asked.body, "/login");
    let forged = send(&site, "/login", "https://evil.example", &cookies, &pairs(&planted)).await;
    assert!(forged.status == 403 && !forged.body.contains("planted"));
}
