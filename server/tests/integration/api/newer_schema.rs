//! A rolling restart: a newer version's migration has run, and this version still serves with the statements it has prepared.

use crate::api::judge;
use crate::prelude::*;

/// What a newer version may add while an older one runs: columns and tables, which the older one does not know.
const ADDITIONS: &str = "
    do $$
    declare
        name regclass;
    begin
        for name in select c.oid::regclass from pg_class c
            where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like '\\_sqlx%'
        loop
            execute format('alter table %s add column of_a_newer_version text', name);
        end loop;
    end
    $$;
    create table of_a_newer_version (id bigint primary key);
    insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (99990101000000, 'of a newer version', true, '', 0)";

#[database_test(judge::demo().served(&pool))]
async fn an_older_server_goes_on_after_a_newer_one_has_added_columns_and_tables(world: World, site: Site) {
    let project = format!("/projects/{}", world.project("Lamp").await);
    let save = judge::path(&world, "ada", "Lamp").await;
    let asked = [
        ("", "/"),
        ("", "/events/demo"),
        ("", "/events/demo/projects"),
        ("", project.as_str()),
        ("", "/api/events/demo/projects"),
        ("ada", "/judge"),
        ("ada", "/api/judge/assignments"),
        ("pia", "/me"),
        ("olga", "/events/demo/manage"),
        ("olga", "/events/demo/manage/people"),
        ("olga", "/api/events/demo/export/bundle.json"),
        ("root", "/admin/audit"),
    ];
    let read = async |when: &str| {
        for (name, path) in asked {
            let reply = if path.starts_with("/api") {
                site.api(name).get(path).await
            } else {
                site.browser(name).get(path).await
            };
            assert_eq!(reply.status, 200, "{path} {when}: {}", reply.body);
        }
    };
    let write = async |quality: i32| {
        let scores = json!({ "scores": { "quality": quality, "impact": 1 }, "submit": true });
        site.api("ada").post(&save, scores).await.is(200);
    };
    // Twice, so that the statements are prepared on more than one connection.
    for _ in 0..2 {
        read("before").await;
        write(1).await;
    }
    world.run(ADDITIONS).await;
    for quality in 2..4 {
        read("after").await;
        write(quality).await;
    }
    assert_eq!(judge::stored(&world).await.1.unwrap().0["quality"], 3);
    assert_eq!(site.api("").get("/readyz").await.body, "ready\n");
}
