//! Two teammates who edit one project at once: neither overwrites what the other changed.

use crate::prelude::*;
use shared::refusal::CODE_HEADER;
use shared::teammates::fingerprint;

async fn world(pool: &PgPool) -> (World, Site, String) {
    let (world, site) =
        Event::new("demo").team("Lights", &["ana", "bob"]).draft("Lamp", "Lights").served(pool).await;
    let edit = format!("/projects/{}/edit", world.project("Lamp").await);
    (world, site, edit)
}

#[database_test(world(&pool))]
async fn only_what_an_editor_changed_is_written(world: World, site: Site, edit: String) {
    // Both have opened the form; Ana changes the title, Bob the tagline.
    let shown = [("was_title", fingerprint("Lamp")), ("was_tagline", fingerprint(""))];
    let form = |title: &'static str, tagline: &'static str| {
        let was = shown.iter().map(|(name, print)| (*name, print.as_str()));
        was.chain([("title", title), ("tagline", tagline), ("submit", "false")]).collect::<Vec<_>>()
    };
    assert_eq!(site.browser("ana").submit(&edit, &form("Lantern", "")).await.status, 303);
    assert_eq!(site.browser("bob").submit(&edit, &form("Lamp", "It glows")).await.status, 303);
    let kept: (String, String) = one_row(&world.pool, "select title, tagline from project").await;
    assert_eq!(kept, ("Lantern".into(), "It glows".into()));
    assert_eq!(world.audit().await.len(), 2);
}

#[database_test]
async fn where_both_changed_a_field_both_texts_are_shown_and_one_is_chosen(pool: PgPool) {
    let (_, site, edit) = world(&pool).await;
    let old = fingerprint("");
    let send = |who: &'static str, summary: &'static str, more: Vec<(&'static str, String)>| {
        let (site, edit, old) = (&site, &edit, &old);
        async move {
            let mut fields = vec![("was_summary", old.as_str()), ("summary", summary), ("submit", "true")];
            fields.extend(more.iter().map(|(name, value)| (*name, value.as_str())));
            site.browser(who).submit(edit, &fields).await
        }
    };
    assert_eq!(send("ana", "Ana’s words", vec![]).await.status, 303);
    let both = send("bob", "Bob’s words", vec![]).await.is(409);
    both.body.has(&["Ana’s words", "Bob’s words", "Somebody else changed the summary", "keep_summary"]);
    // Without a choice the question remains. The form still contains what Bob was shown at first.
    assert!(both.body.contains(&format!(r#"name="was_summary" value="{old}""#)));
    assert_eq!(send("bob", "Bob’s words", vec![]).await.status, 409);
    // Bob chooses his own text after he saw Ana's. But she has changed hers again.
    let seen = fingerprint("Ana’s words");
    let newer = [("was_summary", seen.as_str()), ("summary", "Ana’s newer words")];
    assert_eq!(site.browser("ana").submit(&edit, &newer).await.status, 303);
    assert_eq!(send("bob", "Bob’s words", vec![("keep_summary", seen)]).await.status, 409);
    let stored =
        || async { sqlx::query_scalar::<_, String>("select summary from project").fetch_one(&pool).await };
    let newest = fingerprint("Ana’s newer words");
    assert_eq!(send("bob", "Bob’s words", vec![("keep_summary", newest)]).await.status, 303);
    assert_eq!(stored().await.unwrap(), "Bob’s words");
    assert_eq!(send("ana", "Third words", vec![("keep_summary", "theirs".into())]).await.status, 303);
    assert_eq!(stored().await.unwrap(), "Bob’s words");
}

#[database_test(world(&pool))]
async fn a_program_sends_what_it_read_and_gets_the_same_merge(world: World, site: Site, _: String) {
    let path = format!("/api/projects/{}", world.project("Lamp").await);
    let (ana, bob) = (site.api("ana"), site.api("bob"));
    let was = json!({"title": "Lamp", "tags": [], "track": null});
    let body = json!({"title": "Lantern", "tags": ["light"], "was": was});
    assert_eq!(ana.patch(&path, body).await.status, 200);
    // The same tags in capitals are the same tags.
    let same = json!({"tags": ["Light"], "was": was});
    assert_eq!(bob.patch(&path, same).await.status, 200);
    let late = json!({"title": "Torch", "tags": ["dark"], "was": was});
    let said = "Somebody else changed the title and the tags at the same time: choose what stays.";
    let refused = bob.patch(&path, late).await;
    assert_eq!(refused.refusal(), (409, said.into()));
    // The form in the browser knows the conflict by this header.
    assert_eq!(refused.headers[CODE_HEADER], "edited_meanwhile");
    let other = bob.patch(&path, json!({"title": "Lamp", "tagline": "It glows", "was": was})).await.json();
    assert_eq!((&other["title"], &other["tagline"]), (&json!("Lantern"), &json!("It glows")));
    for wrong in [json!(3), json!({"title": 3}), json!({"tags": "a"})] {
        let refused = bob.patch(&path, json!({"was": wrong})).await;
        assert_eq!((refused.status, refused.json()["was"].is_array()), (400, true), "{wrong}");
    }
}
