//! What columns hold, by their names and by what an organizer says.

use super::{acts, confirm, import, preview, world};
use crate::prelude::*;

/// Where it leads to say what columns hold.
fn read_again(address: &str) -> String {
    format!("{address}&done=file-read")
}

#[database_test(world(&pool))]
async fn a_column_that_was_read_wrongly_is_exchanged_and_given_back(world: World, site: Site) {
    let olga = site.browser("olga");
    let list = "Title,Tagline,Location\nShines,Lamp,Vienna\n";
    let (address, shown) = preview(&site, "olga", list).await;
    shown.text().has(&["What the columns hold (3)", "Title, as its name says", "Place, as its name says"]);
    let path = format!("{}/columns", acts(&address));
    let as_read = shown.fields(&path);
    assert!(as_read.contains(&("column-=location".to_owned(), String::new())), "{as_read:?}");
    let fields =
        [("column-=title", "tagline"), ("column-=tagline", "title"), ("column-=location", "nothing")];
    olga.submit(&path, &fields).await.leads_to(&read_again(&address));
    olga.get(&read_again(&address)).await.says("The file is read again.");
    let shown = olga.get(&address).await;
    shown.text().has(&["Columns that are not used (1)", "Columns that are used (2)"]);
    let said = shown.fields(&path);
    assert!(said.contains(&("column-=location".to_owned(), "nothing".to_owned())), "{said:?}");
    confirm(&site, "olga", &(address, shown), &[]).await.is(303);
    let facts = "select concat_ws(' | ', p.title, p.tagline, l.place) from project p
        left join project_place l on l.project_id = p.id where p.event_id = $1 and p.title <> 'Buoy'";
    assert_eq!(world.one::<String>(facts).await, "Lamp | Shines");
    // Later lists are read the same way, until an organizer leaves a column to its name.
    let (address, shown) = preview(&site, "olga", "Title,Team\nKite,Elm\n").await;
    shown.says("none of them is known as a name for titles.");
    let path = format!("{}/columns", acts(&address));
    olga.submit(&path, &[("column-=title", "")]).await.leads_to(&read_again(&address));
    olga.get(&address).await.says("New (1)");
    assert_eq!(
        world
            .one::<i64>("select count(*) from import_column where event_id = $1 and heading = '=title'")
            .await,
        0
    );
}

#[database_test(world(&pool))]
async fn an_organizer_says_what_a_column_holds_and_later_lists_know_it(world: World, site: Site) {
    let list = "title,Wer\nLamp,Ana Oak <ana@oak.example>\n";
    let (address, shown) = preview(&site, "olga", list).await;
    shown.says("No column that is read holds e-mail addresses of members");
    assert!(shown.body.contains("name=\"column-wer\""), "{}", shown.body);
    let path = format!("{}/columns", acts(&address));
    let fields = [("column-wer", "members")];
    site.browser("olga").submit(&path, &fields).await.leads_to(&read_again(&address));
    site.browser("olga").get(&address).await.says("1 member to invite");
    import(&site, "title,WER\nKite,bo@elm.example\n").await;
    let sql = "select email from invitation where event_id = $1";
    assert_eq!(world.all::<String>(sql).await, ["bo@elm.example"]);
}

#[database_test(world(&pool))]
async fn a_column_that_seems_to_hold_members_is_in_sight_before_those_that_hold_nothing(
    _world: World,
    site: Site,
) {
    let list = "title,team,Alpha,Beta,Gamma,Wer\nLamp,Oak,one,two,three,Ana Oak <ana@oak.example>\n";
    let (address, shown) = preview(&site, "olga", list).await;
    assert!(shown.body.contains("<details id=\"columns\" open"), "{}", shown.body);
    assert!(!shown.body.contains("id=\"columns-others\" open"), "{}", shown.body);
    shown.text().has(&[
        "Columns that are not used (4)",
        "A guess is chosen for the first column.",
        "The other columns that are not used (3)",
    ]);
    let path = format!("{}/columns", acts(&address));
    let first = shown.fields(&path).into_iter().find(|(name, _)| name.starts_with("column-"));
    assert_eq!(first, Some(("column-wer".to_owned(), "members".to_owned())));
    // Once somebody has said it, nothing is asked any more.
    let olga = site.browser("olga");
    olga.submit(&path, &[("column-wer", "members")]).await.leads_to(&read_again(&address));
    let shown = olga.get(&address).await;
    shown.text().has(&["Columns that are not used (3)"]);
    shown.text().lacks(&["A guess is chosen"]);
    // Nor where somebody says that it holds nothing.
    olga.submit(&path, &[("column-wer", "nothing")]).await.leads_to(&read_again(&address));
    let shown = olga.get(&address).await;
    shown.text().has(&["Columns that are not used (4)"]);
    shown.text().lacks(&["A guess is chosen"]);
    assert!(!shown.body.contains("id=\"columns\" open"), "{}", shown.body);
}

#[database_test(world(&pool))]
async fn a_column_that_is_said_to_hold_tracks_makes_tracks_and_never_prizes(world: World, site: Site) {
    let olga = site.browser("olga");
    let (address, shown) =
        preview(&site, "olga", "title,team,Challenge\nLamp,Oak,Space\nKite,Elm,Health\n").await;
    shown.says("Create 1 prize");
    let columns = [("column-=challenge", "track")];
    olga.submit(&format!("{}/columns", acts(&address)), &columns).await.leads_to(&read_again(&address));
    let shown = olga.get(&address).await;
    shown.says("Create 1 track");
    shown.text().lacks(&["Create 1 prize"]);
    // Nor does a form that was open before.
    olga.submit(&format!("{}/prizes", acts(&address)), &[]).await;
    olga.submit(&format!("{}/tracks", acts(&address)), &[]).await.is(303);
    let shown = olga.get(&address).await;
    confirm(&site, "olga", &(address, shown), &[]).await.is(303);
    let tracks = "select p.title || ' ' || t.name from project p join track t on t.id = p.track_id where p.event_id = $1 order by 1";
    assert_eq!(world.all::<String>(tracks).await, ["Kite Health", "Lamp Space"]);
    let prizes = "select name from prize where event_id = $1";
    assert_eq!(world.all::<String>(prizes).await, ["Best Use of AI"]);
}

#[database_test(world(&pool))]
async fn a_column_answers_a_question_of_the_events_own(world: World, site: Site) {
    let asked = r#"update event set form_questions = '[
        {"key": "diet", "label": "Food that someone can’t eat", "kind": "text", "shown_to": "organizers"},
        {"key": "shirt", "label": "T-shirt", "kind": "choice", "choices": ["S", "M"], "shown_to": "judges"}]' where id = $1"#;
    world.run(asked).await;
    let list = "title,team,answer_diet,Size\nLamp,Oak,No nuts,m\nKite,Elm,,XXL\n";
    let (address, shown) = preview(&site, "olga", list).await;
    // A column of our own export is known by its name, and says who will read what is in it.
    let diet = shown.fields(&format!("{}/columns", acts(&address)));
    assert!(diet.contains(&("column-answerdiet".to_owned(), "answer:diet".to_owned())), "{diet:?}");
    shown.says("Answer to “T-shirt”: judges read it, too");
    let olga = site.browser("olga");
    let columns = [("column-answerdiet", "answer:diet"), ("column-size", "answer:shirt")];
    olga.submit(&format!("{}/columns", acts(&address)), &columns).await.leads_to(&read_again(&address));
    let shown = olga.get(&address).await;
    shown.says("“T-shirt” does not take the answer “XXL”, so it is left out.");
    assert_eq!(confirm(&site, "olga", &(address, shown), &[]).await.status, 303);
    let answers = "select p.title || ' ' || p.answers::text from project p where p.event_id = $1 and p.answers <> '{}' order by 1";
    assert_eq!(world.all::<String>(answers).await, [r#"Lamp {"diet": "No nuts", "shirt": "M"}"#]);
    let lamp = world.project("Lamp").await;
    let read = site.api("").get(&format!("/api/projects/{lamp}")).await.json();
    assert_eq!(read.get("answers"), None, "only those read it to whom the question is shown");
    let read = site.api("jo").get(&format!("/api/projects/{lamp}")).await.json();
    assert_eq!(read["answers"], serde_json::json!({ "shirt": "M" }));
    // A later list is read the same way. What it leaves empty stays, also in a project that was withdrawn meanwhile.
    let away = [("reason", "It did not come.")];
    let path = format!("/events/demo/manage/projects/{lamp}/withdraw");
    assert_eq!(olga.submit(&path, &away).await.status, 303);
    let shown = import(&site, "title,team,answer_diet,Size\nLamp,Oak,,S\nKite,Elm,Milk,\n").await;
    assert!(shown.contains("Answers to your questions: from") && shown.contains("Changed (2)"), "{shown}");
    assert_eq!(
        world.all::<String>(answers).await,
        [r#"Kite {"diet": "Milk"}"#, r#"Lamp {"diet": "No nuts", "shirt": "S"}"#]
    );
    // A question that is asked no more takes no answers.
    let sql = "update event set form_questions = form_questions || '[{\"key\": \"age\", \"label\": \"Age\", \"kind\": \"text\", \"shown_to\": \"all\"}]'";
    world.run(sql).await;
    let (address, _) = preview(&site, "olga", "title,team,Age\nTide,Fir,30\n").await;
    let chosen = [("column-age", "answer:age")];
    olga.submit(&format!("{}/columns", acts(&address)), &chosen).await.leads_to(&read_again(&address));
    world.run("update event set form_questions = form_questions - 2").await;
    let shown = preview(&site, "olga", "title,team,Age\nPier,Ash,30\n").await.1;
    assert!(shown.body.contains("name=\"column-age\""), "{}", shown.text());
}

#[database_test(world(&pool))]
async fn a_list_whose_titles_nobody_knows_asks_which_column_holds_them(_: World, site: Site) {
    for list in [
        "Werk,Gruppe,Wer\nKite,Elm,bo@elm.example\n",
        "Werk,Gruppe,Wer,Zusammenfassung\nLamp,Oak,ana@oak.example,Shines\n",
    ] {
        let (address, shown) = preview(&site, "olga", list).await;
        shown.says("none of them is known as a name for titles.");
        shown.says("Nothing to import");
        assert!(shown.body.contains("name=\"column-werk\""), "{}", shown.body);
        if list.contains("Zusammen") {
            let choices = [("column-werk", "title"), ("column-wer", "members")];
            let path = format!("{}/columns", acts(&address));
            site.browser("olga").submit(&path, &choices).await.leads_to(&read_again(&address));
            site.browser("olga").get(&address).await.says("1 member to invite");
        }
    }
}

#[database_test(world(&pool))]
async fn cells_that_do_not_fit_their_headings_are_asked_about(_: World, site: Site) {
    let list = "Title,Team,Email\nana@oak.example,Oak,Lamp\n";
    let (address, shown) = preview(&site, "olga", list).await;
    shown.says("The cells do not fit the names of their columns");
    shown.says("Nothing to import");
    let choices = [("column-title", "members"), ("column-team", "team"), ("column-email", "title")];
    let path = format!("{}/columns", acts(&address));
    site.browser("olga").submit(&path, &choices).await.leads_to(&read_again(&address));
    let read = site.browser("olga").get(&address).await;
    read.says("1 member to invite");
    read.says("Lamp");
}
