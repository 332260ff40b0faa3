//! No window of an event moves without a row in its log.

use crate::database::world::{Session, WORLD};
use database_test::database_test;

/// The windows that the log states, oldest first: who, which, and its close.
async fn logged(session: &mut Session) -> Vec<String> {
    session
        .one(
            "select coalesce(array_agg(concat_ws(' ', actor_role, action, after::json ->> 'stage',
                to_char((after::json ->> 'close')::timestamptz at time zone 'UTC', 'YYYY-MM-DD')) order by seq), '{}')
             from audit_log where chain = 'demo' and action like 'window.%'",
        )
        .await
}

#[database_test(WORLD)]
async fn a_window_that_is_moved_past_the_portal_is_logged_by_the_database(mut app: Session) {
    app.run("update event set judging_close = '2099-01-01Z', voting_close = '2099-01-02Z' where id = 1")
        .await;
    app.run("update event set name = 'Renamed', judging_close = judging_close where id = 1").await;
    let expected = ["database window.set judging 2099-01-01", "database window.set voting 2099-01-02"];
    assert_eq!(logged(&mut app).await, expected);
}

#[database_test(WORLD)]
async fn a_window_that_is_moved_and_set_back_in_one_transaction_is_logged(mut app: Session) {
    app.run("update event set judging_close = '2098-01-01Z' where id = 1").await;
    let sql = "begin; update event set judging_close = '2099-01-01Z' where id = 1;
         update event set judging_close = '2098-01-01Z' where id = 1; commit";
    app.run(sql).await;
    let expected = [
        "database window.set judging 2098-01-01",
        "database window.set judging 2099-01-01",
        "database window.set judging 2098-01-01",
    ];
    assert_eq!(logged(&mut app).await, expected);
}

#[database_test(WORLD)]
async fn a_window_that_the_portal_logged_as_it_now_stands_is_logged_once(mut app: Session) {
    let stated = |close: &str| {
        format!(
            "begin; update event set judging_close = '2099-01-01Z' where id = 1;
             insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, after)
             select 1, 'ada@x.example', 'organizer', 'window.extended', 'event', '1',
                 json_build_object('stage', 'judging', 'open', judging_open, 'close', '{close}')::text from event where id = 1;
             commit"
        )
    };
    app.run(&stated("2099-01-01T00:00:00Z")).await;
    assert_eq!(logged(&mut app).await, ["organizer window.extended judging 2099-01-01"]);
    // A row that states another time does not count.
    app.run("update event set judging_close = '2098-01-01Z' where id = 1").await;
    app.run(&stated("2097-01-01T00:00:00Z")).await;
    let expected = [
        "database window.set judging 2098-01-01",
        "organizer window.extended judging 2097-01-01",
        "database window.set judging 2099-01-01",
    ];
    assert_eq!(logged(&mut app).await[1..], expected);
}
