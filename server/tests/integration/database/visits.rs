//! Marks on visits that came to nothing.

use crate::database::world::{REVIEW, Session, WORLD, World};
use database_test::database_test;

const MARK: &str = "insert into visit_mark (event_id, assignment_id, kind) values (1, 1, 'absent')";

#[database_test(WORLD)]
async fn a_mark_is_one_of_three_and_of_an_assignment_of_the_event(mut app: Session) {
    app.refused(&MARK.replace("absent", "late"), "23514 visit_kind_known").await;
    app.refused(&MARK.replace("(1, 1,", "(2, 1,"), "23503 visit_assignment_foreign").await;
    app.run(MARK).await;
    app.refused("update visit_mark set event_id = 2", "EV409 event_fixed").await;
}

#[database_test(WORLD)]
async fn a_mark_ends_as_its_assignment_is_pending_no_more(world: World, mut app: Session) {
    let marks = "select count(*) from visit_mark";
    app.run(MARK).await;
    app.run(REVIEW).await;
    assert_eq!(app.one::<i64>(marks).await, 0);
    let sentence = app.refused(MARK, "EV409 assignment_status").await;
    assert_eq!(sentence, "Only a project that is still to be reviewed can be marked.");
    // A review that is withdrawn does not bring the mark back.
    app.run("update review set submitted_at = null; update assignment set status = 'pending'").await;
    assert_eq!(app.one::<i64>(marks).await, 0);
    app.run(MARK).await;
    world.close("judging").await;
    app.run("update assignment set status = 'recused'").await;
    assert_eq!(app.one::<i64>(marks).await, 0);
}

#[database_test(WORLD)]
async fn a_mark_goes_with_an_assignment_that_is_taken_back_after_the_close(world: World, mut app: Session) {
    app.run(MARK).await;
    world.close("judging").await;
    app.refused("delete from visit_mark", "EV409 judging_window").await;
    app.run("delete from assignment").await;
    assert_eq!(app.one::<i64>("select count(*) from visit_mark").await, 0);
}

#[database_test(WORLD)]
async fn a_mark_is_not_later_than_now_nor_earlier_than_the_assignment(mut app: Session) {
    let mark = |when: &str| {
        format!(
            "delete from visit_mark; insert into visit_mark (event_id, assignment_id, kind, marked_at) values (1, 1, 'busy', {when})"
        )
    };
    for (when, holds) in [
        ("now() + interval '1 day'", "marked_at <= clock_timestamp()"),
        ("now() - interval '1 day'", "marked_at = (select created_at from assignment)"),
        ("null", "marked_at > now() - interval '1 minute'"),
    ] {
        app.run(&mark(when)).await;
        assert!(app.one::<bool>(&format!("select {holds} from visit_mark")).await, "{when}");
    }
    app.run("update assignment set created_at = now() - interval '1 year'").await;
    app.run(&mark("now() - interval '1 day'")).await;
    assert!(
        app.one::<bool>("select marked_at = judging_open from visit_mark, event where event.id = 1").await
    );
}

#[database_test(WORLD)]
async fn what_judges_mark_and_note_raises_no_events_version(mut app: Session) {
    for noun in ["visit.marked", "note.saved", "first_three.given", "conflict.declared", "call.made"] {
        assert!(app.one::<bool>(&format!("select audit_is_private('{noun}')")).await, "{noun}");
    }
}
