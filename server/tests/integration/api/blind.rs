//! A blind event names no team, and nobody on one, to those who may not know yet: on no page, in no answer, in no file.

use crate::api::access::{ACCESS, Things, ask, filled, world};
use crate::prelude::*;

/// Names in every field that tells whose a project is: each begins with `zqxzq` and the team's own name. Triggers are passed by, since
/// judging is open.
const PLANT: &str = "
    set session_replication_role = replica;
    update event set blind = true, evidence = true, form_questions =
        '[{\"key\": \"school\", \"label\": \"Your school\", \"kind\": \"text\", \"shown_to\": \"organizers\"}]' where slug <> 'elsewhere';
    update team set name = 'zqxzq' || lower(name) || 'team';
    update person set name = 'zqxzqlightsperson' where name = 'Team';
    update person set name = 'zqxzqwavesperson' where name = 'Other-Team';
    update project p set repo_url = 'https://' || t.name || 'repo.example', demo_url = 'https://' || t.name || 'demo.example',
            video_url = 'https://' || t.name || 'video.example', names_us = '{repo_url,demo_url,video_url}'
        from team t where t.id = p.team_id;
    update project_picture i set picture = jsonb_set(i.picture, '{alt}', to_jsonb(t.name || 'picture'))
        from project p join team t on t.id = p.team_id where p.id = i.project_id;
    insert into comment (event_id, project_id, person_id, body, created_at)
        select p.event_id, p.id, m.person_id, 'Come and see', now()
        from project p join team_member m on m.team_id = p.team_id join person o on o.id = m.person_id
        where p.title in ('Lamp', 'Tide') and o.name like 'zqxzq%';
    update project p set answers = jsonb_build_object('school', t.name || 'school') from team t where t.id = p.team_id;
    insert into evidence (event_id, project_id, fact)
        select p.event_id, p.id, fact from project p join team t on t.id = p.team_id cross join lateral (values
            (jsonb_build_object('kind', 'addressed', 'field', 'team', 'quote', t.name)),
            (jsonb_build_object('kind', 'answer', 'text', t.name || 'answer'))) f(fact);
    set session_replication_role = origin;";

/// What `PLANT` writes of the team Lights, where it is shown on the project's page.
const OF_LAMP: [&str; 5] = [
    "zqxzqlightsteam", "zqxzqlightsperson", "zqxzqlightsteamrepo", "zqxzqlightsteamdemo",
    "zqxzqlightsteampicture",
];

async fn planted(pool: &PgPool, when: &'static str) -> (Site, Things) {
    let things = world(pool, when).await.things;
    sqlx::raw_sql(PLANT).execute(&mut *pool.acquire().await.unwrap()).await.unwrap();
    (Site::with(pool, &["--limits=off"]).await, things)
}

fn told(reply: &Reply) -> String {
    let headers = reply.headers.values().map(|value| value.to_str().unwrap_or_default());
    headers.chain([reply.body.as_str()]).collect::<Vec<_>>().join("\n")
}

/// The routes that tell somebody one of these texts. A team's join link names the team to whom it was given.
async fn tell(site: &Site, things: &Things, who: &str, texts: &[&str]) -> Vec<String> {
    let mut telling = Vec::new();
    // A module in text has any two letters somewhere.
    let other = |route: &str| route.contains("/join/") || route.ends_with("verify.html");
    for row in ACCESS.iter().filter(|row| row.route.starts_with("GET ") && !other(row.route)) {
        let path = filled(&row.route["GET ".len()..], things);
        let told = told(&ask(site, who, "GET", &path, "").await);
        telling
            .extend(texts.iter().filter(|text| told.contains(**text)).map(|text| format!("{path}: {text}")));
    }
    telling
}

#[database_test(planted(&pool, "judging"))]
async fn nobody_learns_whose_a_project_is_before_they_may(site: Site, things: Things) {
    let hidden_from = |who: &'static str| match who {
        "team" => vec!["zqxzqwaves"],
        "other-team" => vec!["zqxzqlights"],
        _ => vec!["zqxzq"],
    };
    let people =
        ["nobody", "unconfirmed", "stranger", "judge", "panellist", "other-organizer", "team", "other-team"];
    for who in people {
        assert_eq!(tell(&site, &things, who, &hidden_from(who)).await, Vec::<String>::new(), "{who}");
        let found = ask(&site, who, "GET", "/events/judging/projects?q=zqxzqwavesteam", "").await;
        assert!(who == "other-team" || !found.body.contains(">Tide<"), "{who} finds a project by its team");
    }
    // Those who may know are told, on the same pages.
    let lamp = filled("/projects/{lamp}", &things);
    for who in ["team", "other-judge", "organizer", "admin"] {
        let page = ask(&site, who, "GET", &lamp, "").await;
        for text in OF_LAMP {
            assert!(page.body.contains(text), "{who} is not told {text}: {}", page.body);
        }
    }
    ask(&site, "organizer", "GET", "/events/judging/projects?q=zqxzqwavesteam", "").await.shows(">Tide<");
    for sheets in ["signs", "list", "judges", "scores-by-project", "scores-by-judge"] {
        let path = format!("/events/judging/manage/floor/print?sheets={sheets}");
        let paper = ask(&site, "organizer", "GET", &path, "").await;
        assert!(paper.body.contains("Lamp") && !paper.body.contains("zqxzq"), "{sheets}: {}", paper.body);
    }

    let task = filled("/judge/assignments/{task}", &things);
    assert_eq!(ask(&site, "judge", "POST", &task, "score_quality=5&submit=false").await.status, 303);
    assert_eq!(tell(&site, &things, "judge", &["zqxzq"]).await, Vec::<String>::new(), "after a draft");
    assert_eq!(ask(&site, "judge", "POST", &task, "score_quality=5&submit=true").await.status, 303);
    for (path, texts) in
        [(lamp.as_str(), &OF_LAMP[..]), (task.as_str(), &OF_LAMP[..1]), ("/judge", &OF_LAMP[..1])]
    {
        let page = ask(&site, "judge", "GET", path, "").await;
        for text in texts {
            assert!(page.body.contains(text), "{path} does not tell {text}: {}", page.body);
        }
    }
    let read = ask(&site, "judge", "GET", &format!("/api{lamp}"), "").await.json();
    assert_eq!(read["team"], "zqxzqlightsteam");
    assert_eq!(read["repo_url"], "https://zqxzqlightsteamrepo.example");
    let found = tell(&site, &things, "judge", &["zqxzqwaves"]).await;
    assert_eq!(found, Vec::<String>::new(), "after another review");
    // What the team wrote about its facts is theirs to read now, and never what it told the organizers alone.
    let task = ask(&site, "judge", "GET", &task, "").await;
    assert!(task.body.contains("zqxzqlightsteamanswer"), "{}", task.body);
    let found = tell(&site, &things, "judge", &["zqxzqlightsteamschool"]).await;
    assert_eq!(found, Vec::<String>::new(), "what organizers alone read");
}

#[database_test(planted(&pool, "published"))]
async fn everybody_learns_it_with_the_results(site: Site, things: Things) {
    for who in ["nobody", "judge"] {
        let page = ask(&site, who, "GET", &filled("/projects/{lamp}", &things), "").await;
        for text in OF_LAMP {
            assert!(page.body.contains(text), "{who} is not told {text}: {}", page.body);
        }
    }
}

#[database_test]
async fn a_team_marks_the_links_that_name_it_where_judging_is_blind(pool: PgPool) {
    let event = Event::new("demo").organizer("olga").team("Lights", &["pia"]).project("Lamp", "Lights");
    let (world, site) = event.served(&pool).await;
    let lamp = world.project("Lamp").await;
    let (api, page) = (format!("/api/projects/{lamp}"), format!("/projects/{lamp}/edit"));
    let links = json!({ "repo_url": "https://code.example/pia", "demo_url": "https://lamp.example" });
    assert_eq!(site.api("pia").patch(&api, links).await.status, 200);
    let pia = site.browser("pia");
    assert!(!pia.get(&page).await.body.contains("Links that name you"));
    run(&pool, "update event set blind = true").await;
    assert!(pia.get(&page).await.body.contains("Links that name you"));
    let ticked = [("names_us", "repo_url"), ("names_us", "nonsense")];
    assert_eq!(pia.submit(&format!("/projects/{lamp}/prizes"), &ticked).await.status, 303);
    let seen = async |who: &str| {
        let read = site.api(who).get(&api).await.json();
        (read["repo_url"].clone(), read["demo_url"].clone(), read["names_us"].clone())
    };
    let (repo, demo) = (json!("https://code.example/pia"), json!("https://lamp.example"));
    assert_eq!(seen("pia").await, (repo, demo.clone(), json!(["repo_url"])));
    assert_eq!(seen("").await, (json!(""), demo, json!(null)));
}
