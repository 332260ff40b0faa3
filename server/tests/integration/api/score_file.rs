//! Reviews of several judges from a list: each row has a verdict, nothing is written before it is confirmed, then all of it or none.

use crate::prelude::*;

const PAGE: &str = "/events/demo/manage/assignments/scores";
const FORM: &str = "/events/demo/manage/from-file?what=scores";

fn demo() -> Event {
    Event::lamp_and_boat()
        .review("bo", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .assignments(&[("ada", "Boat"), ("ada", "Lamp")])
}

const LIST: &str = "judge,project,quality,impact,comment,table\n\
                    ada@x.example,Boat,5,2,Clear.,7\n\
                    Ada,Lamp,9,2,,7\n\
                    bo@x.example,lamp,1,1,,7\n\
                    bo@x.example,Boat,3,3,,7\n\
                    eve@x.example,Boat,3,3,,7\n";

/// Each review as judge, project, quality, and who entered it.
async fn reviews(world: &World) -> Vec<String> {
    world
        .all(
            "select j.name || ' ' || p.title || ' ' || (r.scores ->> 'quality') || coalesce(' ' || o.email, '')
             from review r join assignment a on a.id = r.assignment_id join person j on j.id = a.person_id
             join project p on p.id = a.project_id left join person o on o.id = r.entered_by
             where a.event_id = $1 and a.status = 'done' order by j.name, p.title",
        )
        .await
}

#[database_test(demo().served(&pool))]
async fn rows_are_judged_then_entered_as_from_paper(world: World, site: Site) {
    let olga = site.browser("olga");
    let page = olga.submit(PAGE, &[("file", LIST)]).await;
    let text = page.text();
    assert_eq!(page.status, 200, "{text}");
    let counts = "1 review is new, 1 replaces a stored one, 1 needs an assignment and 2 rows are left out.";
    assert!(text.contains(counts) && text.contains("Columns that are not used: table."), "{text}");
    text.has(&["Quality must be between 1 and 5", "no judge of this event has this address or name"]);
    assert_eq!(reviews(&world).await, ["Bo Lamp 4"], "nothing is written");
    // What is corrected below the preview is what the button sends, and it is shown again first.
    assert_eq!(page.fields(PAGE).iter().filter(|(name, _)| name == "file").count(), 1);
    let corrected = LIST.replace('5', "3");
    let sent = [("file", corrected.as_str()), ("digest", page.body.hidden("digest"))];
    olga.submit(PAGE, &sent).await.answers(412, "Quality 3");
    assert_eq!(reviews(&world).await, ["Bo Lamp 4"], "nothing is written");
    for name in ["orla", "ada"] {
        assert_eq!(site.browser(name).get(FORM).await.status, 403, "{name}");
        let reloaded = site.browser(name).get(PAGE).await;
        assert_eq!((reloaded.status, reloaded.location()), (308, FORM), "{name}");
        let sent = [("file", LIST), ("digest", page.body.hidden("digest"))];
        assert_eq!(site.browser(name).submit(PAGE, &sent).await.status, 403, "{name}");
    }
    // Only what is new, unless more is ticked.
    let sent = [("file", LIST), ("digest", page.body.hidden("digest"))];
    let done = olga.submit(PAGE, &sent).await;
    done.leads_to(&format!("{FORM}&entered=1"));
    let boat = format!("Ada Boat 5 {}", email("olga"));
    assert_eq!(reviews(&world).await, [&*boat, "Bo Lamp 4"]);
    assert!(olga.get(done.location()).await.text().contains("1 review is submitted."));
    let again = olga.submit(PAGE, &sent).await;
    assert_eq!(again.status, 412, "sent twice, it acts once: {}", again.text());
    again.says("the same review is stored already");
    let all =
        [("file", LIST), ("digest", again.body.hidden("digest")), ("replace", "true"), ("assign", "true")];
    let done = olga.submit(PAGE, &all).await;
    assert_eq!(done.location(), format!("{FORM}&entered=2"), "{}", done.text());
    let (bo_boat, bo_lamp) = (format!("Bo Boat 3 {}", email("olga")), format!("Bo Lamp 1 {}", email("olga")));
    assert_eq!(reviews(&world).await, [boat, bo_boat, bo_lamp]);
    let log = world.audit().await;
    let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["review.entered", "assignment.created", "review.entered", "review.entered"]);
    assert_eq!(world.reviews_name_their_judges().await, 3);
    let replaced = log.iter().filter(|(.., before, _)| before["scores"]["quality"] == 4);
    assert_eq!(replaced.count(), 1, "the log keeps the scores that were replaced: {log:?}");
    assert!(site.browser("ada").get("/judge").await.text().contains("entered for you"));
}

#[database_test(demo().served(&pool))]
async fn what_changed_meanwhile_is_shown_and_a_closed_window_stays_closed(world: World, site: Site) {
    let olga = site.browser("olga");
    let page = olga.submit(PAGE, &[("file", LIST)]).await;
    let boat = world.assignment("ada", "Boat").await;
    let own = json!({ "scores": { "quality": 2 } });
    site.api("ada").post(&format!("/api/judge/assignments/{boat}/review"), own).await.is(200);
    let stale = olga.submit(PAGE, &[("file", LIST), ("digest", page.body.hidden("digest"))]).await;
    stale.answers(412, "2 replace stored ones");
    assert_eq!(reviews(&world).await, ["Bo Lamp 4"]);
    world.move_window("judging", (Some(-2), Some(-1))).await;
    let sent = [("file", LIST), ("digest", stale.body.hidden("digest")), ("replace", "true")];
    assert_eq!(olga.submit(PAGE, &sent).await.status, 409);
    assert_eq!(reviews(&world).await, ["Bo Lamp 4"]);
    let closed = olga.submit(PAGE, &[("file", LIST)]).await;
    assert!(closed.status == 200 && !closed.body.contains("name=\"digest\""), "{}", closed.text());
}

#[database_test(demo().served(&pool))]
async fn the_portals_own_scores_go_back_in(_: World, site: Site) {
    let export = site.api("olga").get("/api/events/demo/export/scores.csv").await.body;
    site.browser("olga").submit(PAGE, &[("file", &export)]).await.says("the same review is stored already");
    for (list, why) in
        [("", "Choose a file with rows in it"), ("a,b\n1,2\n", "must name the columns: “judge”")]
    {
        site.browser("olga").submit(PAGE, &[("file", list)]).await.answers(400, why);
    }
}
