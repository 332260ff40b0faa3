//! Mail, delivered to a mail server on real sockets: once, in order, over TLS, and what happens where it is not taken.

use crate::prelude::*;
use crate::support::smtp::{AUTHORITY, Protection, SmtpServer};
use clap::Parser;
use sender::mail::{MailRound, Mailer};
use settings::MailSettings;
use store::mail_delivery;

/// The settings of mail, whatever fields they have.
#[derive(Parser)]
struct Settings {
    #[command(flatten)]
    mail: MailSettings,
}

fn mailer(flags: &[&str]) -> Mailer {
    let settings = Settings::parse_from([&["test"], flags].concat()).mail;
    Mailer::new(&settings, Some("http://portal.example")).unwrap().unwrap()
}

fn plain(server: &SmtpServer) -> Mailer {
    mailer(&["--smtp-url", &format!("smtp://127.0.0.1:{}", server.port)])
}

async fn deliver(mailer: &Mailer, pool: &PgPool) -> MailRound {
    mailer.deliver_due(pool, &|| false).await.unwrap()
}

async fn queue(pool: &PgPool, name: &str) -> i64 {
    let sql = "insert into mail_outbox (kind, to_address, subject, body)
               values ('notice', $1 || '@x.example', 'Grüße aus dem Saal', E'Hello,\n\nread this:\nhttp://portal.example/me\n') returning id";
    sqlx::query_scalar(sql).bind(name).fetch_one(pool).await.unwrap()
}

/// What the table says of a mail: how it failed, how often it was tried, whether it was sent.
async fn row(pool: &PgPool, id: i64) -> (Option<String>, i32, bool) {
    let sql = "select failure, attempts, sent_at is not null from mail_outbox where id = $1";
    sqlx::query_as(sql).bind(id).fetch_one(pool).await.unwrap()
}

/// Lets what waits be tried now.
async fn wait_no_more(pool: &PgPool) {
    run(pool, "update mail_outbox set due_at = now(), leased_until = now() - interval '1 second'").await;
}

fn header<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().take_while(|l| !l.is_empty()).find_map(|l| l.strip_prefix(name)?.strip_prefix(": "))
}

#[database_test]
async fn mail_goes_out_over_tls_and_is_signed_in_for(pool: PgPool) {
    for (protection, scheme) in [(Protection::Tls, "smtps"), (Protection::StartTls, "smtp")] {
        let server = SmtpServer::start(protection).await;
        let url = format!("{scheme}://portal:right@localhost:{}", server.port);
        let id = queue(&pool, "ada").await;
        // Without the authority, the certificate is a stranger's, and nothing is said to it.
        let strict = mailer(&["--smtp-url", &url.replace("smtp:", "smtps:")]);
        assert_eq!(deliver(&strict, &pool).await, MailRound { put_back: 1, ..MailRound::default() });
        assert!(server.seen(|seen| seen.logins.is_empty() && seen.mails.is_empty()));
        assert_eq!(row(&pool, id).await, (None, 0, false));
        wait_no_more(&pool).await;
        let trusting =
            mailer(&["--smtp-url", &url, "--smtp-ca", AUTHORITY, "--mail-from", "Jury <jury@x.example>"]);
        assert_eq!(deliver(&trusting, &pool).await, MailRound { sent: 1, ..MailRound::default() });
        assert_eq!(deliver(&trusting, &pool).await, MailRound::default(), "once");
        assert_eq!(server.seen(|seen| seen.logins.clone()), ["AHBvcnRhbAByaWdodA=="]);
        let mails = server.mails_to("ada");
        let [text] = mails.as_slice() else { panic!("{} mails", mails.len()) };
        assert_eq!(header(text, "From"), Some("Jury <jury@x.example>"));
        assert_eq!(header(text, "Auto-Submitted"), Some("auto-generated"));
        assert!(header(text, "Message-ID").unwrap().ends_with("@portal.example>"), "{text}");
        for part in ["multipart/alternative", "text/plain; charset=utf-8", "text/html; charset=utf-8"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}

#[database_test]
async fn a_server_that_offers_no_starttls_gets_nothing(pool: PgPool) {
    let server = SmtpServer::start(Protection::Plain).await;
    let id = queue(&pool, "ada").await;
    let url = format!("smtp://portal:right@localhost:{}", server.port);
    let mailer = mailer(&["--smtp-url", &url, "--smtp-ca", AUTHORITY]);
    assert_eq!(deliver(&mailer, &pool).await.put_back, 1);
    assert!(server.seen(|seen| seen.logins.is_empty() && seen.asked.is_empty()));
    assert_eq!(row(&pool, id).await, (None, 0, false));
}

#[database_test]
async fn each_answer_is_laid_at_the_right_door(pool: PgPool) {
    let server = SmtpServer::start(Protection::Plain).await;
    let mut ids = Vec::new();
    for name in ["gone", "full", "spam", "grey", "ada", "jürgen"] {
        ids.push(queue(&pool, name).await);
    }
    let mailer = plain(&server);
    assert_eq!(deliver(&mailer, &pool).await, MailRound { sent: 1, failed: 4, put_back: 1 });
    assert_eq!(server.seen(|seen| seen.connections), 1, "a refused recipient costs no connection");
    for (at, expected) in [
        (0, (Some("address".to_owned()), 1, false)),
        (1, (Some("mailbox_full".to_owned()), 1, false)),
        (2, (Some("refused".to_owned()), 1, false)),
        (3, (None, 1, false)),
        (4, (None, 1, true)),
        (5, (Some("letters".to_owned()), 1, false)),
    ] {
        assert_eq!(row(&pool, ids[at]).await, expected, "mail {at}");
    }
    let wait = "select extract(epoch from due_at - now())::int from mail_outbox where id = $1";
    let seconds: i32 = sqlx::query_scalar(wait).bind(ids[3]).fetch_one(&pool).await.unwrap();
    assert!((290..=300).contains(&seconds), "{seconds}");
    assert_eq!(deliver(&mailer, &pool).await, MailRound::default(), "it waits its turn");
    wait_no_more(&pool).await;
    assert_eq!(deliver(&mailer, &pool).await, MailRound { sent: 1, ..MailRound::default() });
    assert_eq!(row(&pool, ids[3]).await, (None, 2, true));
}

#[database_test]
async fn a_connection_that_is_cut_brings_the_same_message_again(pool: PgPool) {
    let server = SmtpServer::start(Protection::Plain).await;
    let (cut, after) = (queue(&pool, "cut").await, queue(&pool, "ada").await);
    let mailer = plain(&server);
    assert_eq!(deliver(&mailer, &pool).await, MailRound { sent: 1, put_back: 1, failed: 0 });
    assert_eq!(row(&pool, cut).await, (None, 1, false));
    assert_eq!(row(&pool, after).await, (None, 1, true), "the next mail goes over another connection");
    wait_no_more(&pool).await;
    assert_eq!(deliver(&mailer, &pool).await.sent, 1);
    let mails = server.mails_to("cut");
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0], mails[1], "the same bytes, and so the same Message-ID");
    assert!(header(&mails[0], "Message-ID").is_some());
}

#[database_test]
async fn a_mail_is_given_up_after_two_days(pool: PgPool) {
    let server = SmtpServer::start(Protection::Plain).await;
    let id = queue(&pool, "grey").await;
    run(&pool, "update mail_outbox set attempts = 7").await;
    assert_eq!(deliver(&plain(&server), &pool).await.failed, 1);
    assert_eq!(row(&pool, id).await, (Some("gave_up".to_owned()), 8, false));
}

#[database_test]
async fn a_server_out_of_reach_uses_up_no_tries(pool: PgPool) {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let ids = [queue(&pool, "ada").await, queue(&pool, "joe").await];
    let unreachable = mailer(&["--smtp-url", &format!("smtp://127.0.0.1:{closed}")]);
    assert_eq!(deliver(&unreachable, &pool).await, MailRound { put_back: 2, ..MailRound::default() });
    for id in ids {
        assert_eq!(row(&pool, id).await, (None, 0, false));
    }
    let server = SmtpServer::start(Protection::Plain).await;
    let wrong = mailer(&["--smtp-url", &format!("smtp://portal:wrong@127.0.0.1:{}", server.port)]);
    wait_no_more(&pool).await;
    assert_eq!(deliver(&wrong, &pool).await.put_back, 2, "a wrong password is no mail's fault");
    let words: String = one(&pool, "select last_error from mail_outbox limit 1").await;
    assert!(words.contains("wrong password"), "{words}");
    assert!(server.seen(|seen| seen.asked.is_empty()));
}

#[database_test]
async fn a_mail_belongs_to_one_sender_at_a_time(pool: PgPool) {
    let server = SmtpServer::start(Protection::Plain).await;
    let id = queue(&pool, "ada").await;
    let first = mail_delivery::lease(&pool, 20, 60).await.unwrap();
    assert_eq!(first.len(), 1);
    let mailer = plain(&server);
    assert_eq!(deliver(&mailer, &pool).await, MailRound::default(), "the first has it");
    // The first sender died after the mail server had said yes: the lease ends, another sends it again.
    wait_no_more(&pool).await;
    assert_eq!(deliver(&mailer, &pool).await.sent, 1);
    let mut connection = pool.acquire().await.unwrap();
    assert!(
        !mail_delivery::sent(&mut connection, &first[0]).await.unwrap(),
        "the first one's word counts no more"
    );
    assert!(!mail_delivery::put_back(&mut connection, &first[0], true, 5, Some("late")).await.unwrap());
    assert_eq!(row(&pool, id).await, (None, 1, true));
}

#[database_test]
async fn four_senders_send_two_hundred_mails_once_each(pool: PgPool) {
    let server = SmtpServer::start(Protection::Plain).await;
    for n in 0..200 {
        queue(&pool, &format!("p{n}")).await;
    }
    let mailers: Vec<Mailer> = (0..4).map(|_| plain(&server)).collect();
    let [a, b, c, d] = mailers.as_slice() else { panic!("four") };
    let (a, b, c, d) =
        tokio::join!(deliver(a, &pool), deliver(b, &pool), deliver(c, &pool), deliver(d, &pool));
    assert_eq!(a.sent + b.sent + c.sent + d.sent, 200);
    let mut to: Vec<String> = server.seen(|seen| seen.mails.iter().map(|(to, _)| to.clone()).collect());
    to.sort();
    to.dedup();
    assert_eq!((to.len(), server.seen(|seen| seen.mails.len())), (200, 200));
    assert!(server.seen(|seen| seen.connections) <= 4);
}

async fn invite(world: &World, site: &Site, names: &[&str]) {
    let list: Vec<String> = names.iter().map(|name| format!("{name}@x.example")).collect();
    let fields = [("role", "judge"), ("list", &list.join("\n")), ("send", "true")];
    let path = format!("/events/{}/manage/people/invite", world.slug);
    assert_eq!(site.browser("olga").submit(&path, &fields).await.status, 303);
}

#[database_test(Event::new("demo").organizer("olga").served(&pool))]
async fn an_organizer_sees_who_was_not_reached_and_sends_again(world: World, site: Site) {
    let server = SmtpServer::start(Protection::Plain).await;
    invite(&world, &site, &["gone", "nora"]).await;
    let delivered = deliver(&plain(&server), &world.pool).await;
    assert_eq!(delivered, MailRound { sent: 1, failed: 1, put_back: 0 });
    let olga = site.browser("olga");
    olga.get("/events/demo/manage").await.says("1 invitation could not be delivered by mail.");
    let list = "/events/demo/manage/people/invitations";
    let found = olga.get(&format!("{list}?state=undelivered")).await;
    found.says("It could not be delivered: the address does not exist.");
    assert!(found.body.contains("Send again") && !found.body.contains("nora@x.example"));
    let id: i64 =
        world.one("select id from invitation where event_id = $1 and email = 'gone@x.example'").await;
    olga.get(&format!("{list}?of={id}")).await.says("The mail server said: 550 5.1.1 no such user");
    assert_eq!(olga.submit(&format!("{list}/{id}/send"), &[]).await.status, 303);
    let overview = olga.get("/events/demo/manage").await.text();
    assert!(!overview.contains("could not be delivered"), "the new mail was not tried yet: {overview}");
    assert_eq!(deliver(&plain(&server), &world.pool).await.failed, 1);
    assert!(olga.get("/events/demo/manage").await.text().contains("1 invitation could not be delivered"));
}

#[database_test(Event::new("demo").admin("root").served(&pool))]
async fn a_site_admin_sees_what_was_not_delivered(world: World, site: Site) {
    let server = SmtpServer::start(Protection::Plain).await;
    let id = queue(&world.pool, "full").await;
    deliver(&plain(&server), &world.pool).await;
    let list = site.browser("root").get("/admin/mail").await.text();
    list.has(&["1 mail of the last week could not be delivered.", "Not delivered"]);
    let one = site.browser("root").get(&format!("/admin/mail/{id}")).await.text();
    assert!(one.contains("It could not be delivered: the mailbox is full."), "{one}");
}
