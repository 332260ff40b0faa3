//! A code stays in the text of a mail only while its link works.

use crate::prelude::*;
use crate::support::smtp::{Protection, SmtpServer};
use clap::Parser;
use sender::mail::{MailRound, Mailer};
use settings::MailSettings;
use store::mail_delivery;

/// The code in the newest mail to somebody, which is in the table now.
async fn code(pool: &PgPool, to: &str) -> String {
    let sql = "select substring(body from '/(?:links|invitations)/([A-Za-z0-9_-]{43})') from mail_outbox
               where to_address = $1 order by id desc limit 1";
    let code: Option<String> = sqlx::query_scalar(sql).bind(to).fetch_one(pool).await.unwrap();
    code.unwrap_or_else(|| panic!("no code in the mail to {to}"))
}

/// In how many rows of the table a code is.
async fn rows_with(pool: &PgPool, code: &str) -> i64 {
    let sql = "select count(*) from mail_outbox m where strpos(m::text, $1) > 0";
    sqlx::query_scalar(sql).bind(code).fetch_one(pool).await.unwrap()
}

async fn failures(pool: &PgPool) -> Vec<Option<String>> {
    sqlx::query_scalar("select failure from mail_outbox order by id").fetch_all(pool).await.unwrap()
}

async fn world(pool: &PgPool) -> (World, Site) {
    Event::new("demo").organizer("olga").person("eve").served(pool).await
}

async fn invite(site: &Site, address: &str) {
    let fields = [("role", "judge"), ("list", address), ("send", "true")];
    assert_eq!(site.browser("olga").submit("/events/demo/manage/people/invite", &fields).await.status, 303);
}

#[database_test(world(&pool))]
async fn a_used_link_to_sign_in_leaves_no_code(world: World, site: Site) {
    assert_eq!(post(&site, "/login/link", &[("email", "eve@x.example")]).await.status, 303);
    let code = code(&world.pool, "eve@x.example").await;
    assert_eq!(rows_with(&world.pool, &code).await, 1);
    assert_eq!(post(&site, &format!("/links/{code}"), &[]).await.status, 303);
    assert_eq!(rows_with(&world.pool, &code).await, 0);
    let expected = [Some("link_ended".to_owned())];
    assert_eq!(failures(&world.pool).await, expected, "it was not sent, and is not sent any more");
}

#[database_test(world(&pool))]
async fn a_changed_password_ends_the_links_and_their_codes(world: World, site: Site) {
    assert_eq!(post(&site, "/login/link", &[("email", "eve@x.example")]).await.status, 303);
    let code = code(&world.pool, "eve@x.example").await;
    world.run("delete from one_time_link").await;
    assert_eq!(rows_with(&world.pool, &code).await, 0);
}

#[database_test(world(&pool))]
async fn an_invitation_leaves_no_code_however_it_ends(world: World, site: Site) {
    let olga = site.browser("olga");
    for address in ["again@y.example", "link@y.example", "gone@y.example", "no@y.example", "yes@y.example"] {
        invite(&site, address).await;
        let code = code(&world.pool, address).await;
        let sql = format!("select id from invitation where event_id = $1 and email = '{address}'");
        let here = format!("/events/demo/manage/people/invitations/{}", world.one::<i64>(&sql).await);
        match address {
            "again@y.example" => assert_eq!(olga.submit(&format!("{here}/send"), &[]).await.status, 303),
            "link@y.example" => assert_eq!(olga.submit(&format!("{here}/link"), &[]).await.status, 200),
            "gone@y.example" => assert_eq!(olga.submit(&format!("{here}/withdraw"), &[]).await.status, 303),
            "no@y.example" => {
                assert_eq!(post(&site, &format!("/invitations/{code}/decline"), &[]).await.status, 200);
            }
            _ => {
                post(&site, &format!("/invitations/{code}/accept"), &[("name", "Y")]).await.is(303);
            }
        }
        assert_eq!(rows_with(&world.pool, &code).await, 0, "{address}");
    }
    let live = code(&world.pool, "again@y.example").await;
    assert_eq!(rows_with(&world.pool, &live).await, 1, "the new link works");
    world.move_window("judging", (Some(-5), Some(-1))).await;
    let mut connection = world.pool.acquire().await.unwrap();
    assert_eq!(mail_delivery::end_links(&mut connection, false).await.unwrap(), 1);
    assert_eq!(rows_with(&world.pool, &live).await, 0, "judging has closed");
}

#[database_test(world(&pool))]
async fn no_mail_goes_out_whose_link_has_ended(world: World, site: Site) {
    assert_eq!(post(&site, "/login/link", &[("email", "eve@x.example")]).await.status, 303);
    let fields = [("email", "new@y.example"), ("name", "N"), ("password", "a long password")];
    assert_eq!(post(&site, "/signup", &fields).await.status, 303);
    let codes = [code(&world.pool, "eve@x.example").await, code(&world.pool, "new@y.example").await];
    for table in ["one_time_link", "sign_up"] {
        let sql = format!("update {table} set expires_at = now() - interval '1 second'");
        world.run(&sql).await;
    }
    let server = SmtpServer::start(Protection::Plain).await;
    let settings =
        Settings::parse_from(["test", "--smtp-url", &format!("smtp://127.0.0.1:{}", server.port)]).mail;
    let mailer = Mailer::new(&settings, Some("http://portal.example")).unwrap().unwrap();
    assert_eq!(mailer.deliver_due(&world.pool, &|| false).await.unwrap(), MailRound::default());
    assert_eq!(server.seen(|seen| seen.connections), 0);
    for code in codes {
        assert_eq!(rows_with(&world.pool, &code).await, 0);
    }
    assert_eq!(failures(&world.pool).await, vec![Some("link_ended".to_owned()); 2]);
}

/// The settings of mail, whatever fields they have.
#[derive(Parser)]
struct Settings {
    #[command(flatten)]
    mail: MailSettings,
}
