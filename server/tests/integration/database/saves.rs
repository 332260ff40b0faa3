//! Reviews are written by two ways: row by row, where triggers check each, and by `save_reviews`, which checks a group at once. Both
//! refuse alike, and so does the function where it could not be handed to its role.

use crate::database::audit_log::verify;
use crate::database::world::{REVIEW, SAVE, Session, WORLD, World};
use database_test::database_test;

/// A review, and why it is refused.
#[derive(Clone, Copy)]
struct Fault {
    /// What comes before it in its transaction.
    before: &'static str,
    assignment: i64,
    event: i64,
    scores: &'static str,
    comment: &'static str,
    submitted: bool,
    /// State and code.
    refusal: &'static str,
}

const GOOD: &str = r#"{"quality": 4, "impact": 7}"#;
const SUBMITTED: Fault = Fault {
    before: "",
    assignment: 1,
    event: 1,
    scores: GOOD,
    comment: "''",
    submitted: true,
    refusal: "accepted",
};
const DRAFT: Fault = Fault { scores: "{}", submitted: false, ..SUBMITTED };
const LATE: &str = "update event set judging_close = clock_timestamp() where id = 1";
const EARLY: &str = "update event set judging_open = judging_close - interval '1s' where id = 1";
const RECUSED: &str = "update assignment set status = 'recused' where id = 1";
const CONFLICT: &str = "insert into conflict (event_id, person_id, project_id) values (1, 3, 1)";
const NAMED: &str = r"insert into invitation (event_id, email, role, team_id, token_hash)
    values (1, 'jo@x.example', 'participant', 1, '\x00')";
/// Past the rules, as their owner can.
const FORGOTTEN: &str = "reset role; set local session_replication_role = replica;
    update event set forgotten_at = now() - interval '1 hour' where id = 1;
    set local session_replication_role = origin";

/// Past the rule that an open event stays open.
const NOT_OPENED: &str = "reset role; set local session_replication_role = replica;
    update event set draft = true where id = 1; set local session_replication_role = origin";

const FAULTS: &[Fault] = &[
    Fault { before: LATE, refusal: "EV409 judging_window", ..SUBMITTED },
    Fault { before: LATE, refusal: "EV409 judging_window", ..DRAFT },
    Fault { before: EARLY, refusal: "EV409 judging_window", ..SUBMITTED },
    Fault { before: EARLY, refusal: "EV409 judging_window", ..DRAFT },
    Fault { event: 2, refusal: "23503 assignment_has_review", ..DRAFT },
    Fault { assignment: 99, refusal: "23503 assignment_has_review", ..DRAFT },
    Fault { scores: r#"{"quality": 6, "impact": 11}"#, refusal: "EV422 score_range", ..SUBMITTED },
    Fault { scores: r#"{"quality": 0}"#, refusal: "EV422 score_range", ..DRAFT },
    Fault { scores: r#"{"impact": -1}"#, refusal: "EV422 score_range", ..DRAFT },
    Fault { scores: r#"{"quality": 99999999999999999999999999}"#, refusal: "EV422 score_range", ..DRAFT },
    Fault { scores: r#"{"quality": 3, "fun": 1}"#, refusal: "EV422 score_unknown", ..DRAFT },
    Fault { scores: r#"{"quality": 3, "impact": 7, "fun": 1}"#, refusal: "EV422 score_unknown", ..SUBMITTED },
    Fault { scores: r#"{"quality": 3.0}"#, refusal: "EV400 score_integer", ..DRAFT },
    Fault { scores: r#"{"quality": 3.5, "impact": 7}"#, refusal: "EV400 score_integer", ..SUBMITTED },
    Fault { scores: r#"{"quality": [3], "impact": 7}"#, refusal: "EV400 score_integer", ..SUBMITTED },
    Fault { scores: r#"{"quality": "4"}"#, refusal: "EV400 score_integer", ..DRAFT },
    Fault { scores: r#"{"quality": true}"#, refusal: "EV400 score_integer", ..DRAFT },
    Fault { scores: r#"{"quality": null}"#, refusal: "EV400 score_integer", ..DRAFT },
    Fault { scores: r#"{"quality": [3]}"#, refusal: "EV400 score_integer", ..DRAFT },
    Fault { scores: r#"{"quality": {}}"#, refusal: "EV400 score_integer", ..DRAFT },
    Fault { scores: "[1, 2]", refusal: "EV400 scores_object", ..DRAFT },
    Fault { scores: "3", refusal: "EV400 scores_object", ..DRAFT },
    Fault { scores: r#"{"quality": 3}"#, refusal: "EV422 score_missing", ..SUBMITTED },
    Fault { scores: "{}", refusal: "EV422 score_missing", ..SUBMITTED },
    Fault { before: RECUSED, refusal: "EV409 recused", comment: "'still here'", ..SUBMITTED },
    Fault { before: RECUSED, refusal: "EV409 recused", ..DRAFT },
    Fault { before: CONFLICT, refusal: "EV409 recused", comment: "'still here'", ..SUBMITTED },
    Fault { before: CONFLICT, refusal: "EV409 recused", ..DRAFT },
    Fault { before: NAMED, refusal: "EV409 own_team", ..SUBMITTED },
    Fault { before: FORGOTTEN, refusal: "EV409 forgotten", ..SUBMITTED },
    Fault { before: FORGOTTEN, refusal: "EV409 forgotten", ..DRAFT },
    Fault { before: NOT_OPENED, refusal: "EV409 draft", ..SUBMITTED },
    Fault { before: NOT_OPENED, refusal: "EV409 draft", ..DRAFT },
    Fault { comment: "repeat('é', 5001)", refusal: "23514 review_comment_length", ..SUBMITTED },
    Fault { comment: r"E'a\u0007b'", refusal: "23514 review_comment_length", ..DRAFT },
];

impl Fault {
    /// Row by row: the assignment's first review, or over the one that is there.
    fn by_rows(&self, first: bool) -> String {
        let Self { assignment, event, scores, comment, submitted, .. } = self;
        let (at, status) = if *submitted { ("clock_timestamp()", "done") } else { ("null", "pending") };
        let review = if first {
            format!(
                "insert into review (assignment_id, event_id, scores, comment, submitted_at)
                values ({assignment}, {event}, '{scores}', {comment}, {at})"
            )
        } else {
            format!(
                "update review set scores = '{scores}', comment = {comment}, submitted_at = {at}, entered_by = null
                where assignment_id = {assignment}"
            )
        };
        format!("{review}; update assignment set status = '{status}' where id = {assignment}")
    }

    fn by_function(&self) -> String {
        let Self { assignment, event, scores, comment, submitted, .. } = self;
        let action = if *submitted { "review.submitted" } else { "review.saved" };
        format!(
            r#"select save_reviews(1000, array[{assignment}::bigint], array[{event}::bigint], array['{scores}'::jsonb],
                array[{comment}], array['\x00'::bytea], array[{submitted}], array[null::bigint], array['jo@x.example'],
                array['judge'], array['{action}'], array['::1'], array[null::text], array['{{"status":"of the save"}}'])"#
        )
    }
}

/// Each fault, on a first review and over a submitted one, by both ways, as the application and as the owner of the tables: refused, in the
/// same words. Returns how many writes were tried.
async fn all_are_refused_alike(session: &mut Session) -> usize {
    let mut tried = 0;
    for fault in FAULTS {
        for first in [true, false] {
            // No update names another event, or finds a review of no assignment.
            if !first && fault.refusal.starts_with("23503") {
                continue;
            }
            let mut sentences = Vec::new();
            for role in ["set local role evenhand_app", "reset role"] {
                for write in [fault.by_rows(first), fault.by_function()] {
                    let review = if first { "" } else { REVIEW };
                    let before = format!("begin; {role}; {review}; {}; {role}", fault.before);
                    sentences.push(session.refused(&format!("{before}; {write}"), fault.refusal).await);
                    tried += 1;
                }
            }
            // A constraint's sentence is PostgreSQL's own.
            let raised = fault.refusal.starts_with("EV");
            assert!(
                !raised || sentences.iter().all(|said| without_times(said) == without_times(&sentences[0]))
            );
        }
    }
    tried
}

/// Each transaction closes the window at another moment.
fn without_times(sentence: &str) -> String {
    sentence.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// As where the owner may not hand it over.
const KEPT_BY_THE_OWNER: &str = "do $$ begin execute format('alter function %s owner to current_user',
    (select oid::regprocedure from pg_proc where proname = 'save_reviews')); end $$";

#[database_test(WORLD, World::of(pool).owner())]
async fn both_ways_refuse_the_same_reviews_in_the_same_words(mut owner: Session) {
    assert!(all_are_refused_alike(&mut owner).await > 100);
    owner.run(KEPT_BY_THE_OWNER).await;
    assert!(all_are_refused_alike(&mut owner).await > 100);
}

/// What is read by its place is what is written.
#[database_test(WORLD)]
async fn arrays_with_other_bounds_hide_no_score(mut app: Session) {
    let hidden = [
        (r#"array['{"quality": 4, "impact": 7}'::jsonb]"#, r#"'[5:5]={"{\"quality\": 99}"}'::jsonb[]"#),
        (r#"array['{"quality": 4, "impact": 7}'::jsonb]"#, r#"array[array['{"quality": 99}'::jsonb]]"#),
        ("array[true]", "'[7:7]={t}'::boolean[]"),
        ("array[true]", "array[true, true]"),
        ("array[1::bigint], array[1::bigint], array['{", "'[0:0]={1}'::bigint[], array[1::bigint], array['{"),
        ("array[1::bigint], array['{", "'[2:2]={1}'::bigint[], array['{"),
        ("array['']", "'[5:5]={Fine.}'::text[]"),
        ("array[null::bigint]", "array[null::bigint, null]"),
        ("array[null::bigint]", "array[]::bigint[]"),
        ("array['jo@x.example']", "'[2:2]={bo@x.example}'::text[]"),
        ("array['::1']", "array['::1', '::2']"),
    ];
    for (plain, shifted) in hidden {
        assert!(SAVE.contains(plain), "{plain}");
        app.refused(&SAVE.replacen(plain, shifted, 1), "22023 equal_arrays").await;
    }
    app.run(SAVE).await;
}

/// What both ways leave behind.
const WRITTEN: &str = "select concat_ws(' ', a.id, a.status, r.scores, r.comment, r.submitted_at = r.saved_at,
        abs(extract(epoch from clock_timestamp() - r.saved_at)) < 60, r.voided_submitted_at, 'by', r.entered_by,
        (select count(*) from visit_mark))
    from assignment a join review r on r.assignment_id = a.id where a.id = 1";

#[database_test(WORLD)]
async fn both_ways_write_the_same(mut app: Session) {
    let mark = "insert into visit_mark (event_id, assignment_id, kind) values (1, 1, 'absent')";
    let draft = Fault { scores: r#"{"quality": 2}"#, comment: "'Not yet'", ..DRAFT };
    let entered = format!("{REVIEW} update review set entered_by = 5");
    for (before, review, first) in [
        (mark.to_owned(), SUBMITTED, true),
        (mark.to_owned(), draft, true),
        (REVIEW.to_owned(), Fault { comment: "'Better'", ..SUBMITTED }, false),
        (entered, draft, false),
        (format!("{}; {mark}", draft.by_rows(true)), SUBMITTED, false),
    ] {
        let mut found = Vec::new();
        for write in [review.by_rows(first), review.by_function()] {
            app.run(&format!("begin; {before}; {write}")).await;
            found.push(app.one::<String>(WRITTEN).await);
            app.run("rollback").await;
        }
        assert_eq!(found[0], found[1]);
    }
}

#[database_test(WORLD)]
async fn a_save_is_chained_as_every_row_and_late_at_the_commit(world: World, mut app: Session) {
    let (submit, version) = (SUBMITTED.by_function(), "select version from event where id = 1");
    for way in ["select 1", KEPT_BY_THE_OWNER] {
        world.owner().await.run(way).await;
        let before: i64 = app.one(version).await;
        app.run(&submit).await;
        app.run(&DRAFT.by_function()).await;
        verify(&mut app, "demo").await;
        assert_eq!(app.one::<i64>(version).await, before, "saves show nowhere in public");
        let told = "select string_agg(concat_ws(' ', event_id, actor, actor_role, action, object_type, object_id, ip), ', ' order by seq)
            from (select * from audit_log order by seq desc limit 2) a";
        let expected = "1 jo@x.example judge review.submitted assignment 1 ::1, 1 jo@x.example judge review.saved assignment 1 ::1";
        assert_eq!(app.one::<String>(told).await, expected);
        app.run(&format!("begin; {submit}")).await;
        world.close_unlogged("judging").await;
        app.refused("commit", "EV409 judging_window").await;
        app.run("update event set judging_close = null where id = 1").await;
    }
    let salted = r#"select count(*) = 4 and count(distinct after) = 4
            and bool_and(after ~ '^\{"status":"of the save","salt":"[A-Za-z0-9_-]{22}"\}$')
        from audit_log where action like 'review.%'"#;
    assert!(app.one::<bool>(salted).await);
}

/// Three more assignments, so that those of two events take turns.
const TWO_EVENTS: &str = "set session_replication_role = replica;
    insert into event_person (event_id, person_id) values (2, 3);
    insert into membership (event_id, person_id, role) values (2, 3, 'judge');
    insert into criterion (event_id, key, name, weight, min_value, max_value) values (2, 'fun', 'Fun', 1, 1, 5);
    insert into team (event_id, name) values (2, 'C');
    insert into project (event_id, team_id, title) values (2, 3, 'Kite'), (2, 3, 'Drum');
    insert into assignment (event_id, person_id, project_id, source)
        values (2, 3, 4, 'manual'), (1, 3, 2, 'manual'), (2, 3, 5, 'manual');
    set session_replication_role = origin";

/// Drafts of all assignments, in one call.
const GROUP: &str = r"select save_reviews(1000, ids, events, array_fill('{}'::jsonb, n), array_fill('Fine'::text, n),
        array_fill('\x00'::bytea, n), array_fill(false, n), array_fill(null::bigint, n), array_fill('jo@x.example'::text, n),
        array_fill('judge'::text, n), array_fill('review.saved'::text, n), array_fill(null::text, n), array_fill(null::text, n),
        array_fill('{}'::text, n))
    from (select array_agg(id order by id) as ids, array_agg(event_id order by id) as events, array[count(*)::int] as n
        from assignment) g";

#[database_test(WORLD)]
async fn a_group_is_written_as_a_whole_or_not_at_all(world: World) {
    world.owner().await.run(TWO_EVENTS).await;
    let mut app = world.app().await;
    for (group, refusal) in [
        (
            GROUP.replace("array_fill('{}'::jsonb, n)", r#"array['{}', '{}', '{"fun": 3}', '{}']::jsonb[]"#),
            "EV422 score_unknown",
        ),
        (
            GROUP.replace("array_fill('{}'::jsonb, n)", r#"array['{}', '{"fun": 6}', '{}', '{}']::jsonb[]"#),
            "EV422 score_range",
        ),
        (GROUP.replace("(event_id order", "(3 - event_id order"), "23503 assignment_has_review"),
        (
            GROUP.replace("array_fill(false, n)", "array[false, false, null, false]"),
            "23503 assignment_has_review",
        ),
        (GROUP.replace("array_fill(false, n)", "array[false, false, false]"), "22023 equal_arrays"),
        (
            GROUP.replace("(id order by id)", "(1::bigint)").replace("(event_id order by id)", "(1::bigint)"),
            "23505 already_reviewed",
        ),
        (GROUP.replace("'review.saved'", "'project.edited'"), "23514 action_shape"),
        (
            GROUP.replace("array_fill('{}'::text, n)", "array['{}', 'x', '{}', '{}']"),
            "23514 after_is_an_object",
        ),
    ] {
        app.refused(&group, refusal).await;
    }
    assert_eq!(app.one::<i64>("select count(*) from review").await, 0);
    app.run(GROUP).await;
    app.run(GROUP).await;
    assert_eq!(app.one::<i64>("select count(*) from review where comment = 'Fine'").await, 4);
    assert_eq!(verify(&mut app, "demo").await.0, 4);
    assert_eq!(verify(&mut app, "other").await.0, 4);
    let twice =
        GROUP.replace("(id order by id)", "(1::bigint)").replace("(event_id order by id)", "(1::bigint)");
    app.refused(&twice, "22023 -").await;
    // One of the events closes before the commit.
    app.run(&format!("begin; {GROUP}")).await;
    world.close_unlogged("judging").await;
    app.refused("commit", "EV409 judging_window").await;
    assert_eq!(verify(&mut app, "other").await.0, 4);
}

#[database_test(WORLD)]
async fn a_save_that_waited_for_the_recusal_or_the_rubric_sees_it(world: World) {
    for (change, refusal) in [
        (RECUSED, "EV409 recused"),
        (
            "update assignment set status = 'pending' where id = 1; update criterion set max_value = 3 where key = 'quality'",
            "EV422 score_range",
        ),
    ] {
        world.second_loses(change, SAVE, refusal).await;
    }
}

/// Many reviews of other assignments, and invitations to the project's team, past the rules.
const MANY: &str = "set session_replication_role = replica;
    insert into review (assignment_id, event_id) select n, 1 from generate_series(1001, 5000) n;
    insert into invitation (event_id, email, role, team_id, token_hash)
        select 1, n || '@x.example', 'participant', 1, sha256(int4send(n)) from generate_series(1, 4000) n";

#[database_test(WORLD)]
async fn a_plan_that_was_made_while_tables_were_empty_never_reads_all(world: World, mut app: Session) {
    let mut owner = world.owner().await;
    owner.run("vacuum analyze review").await;
    for _ in 0..2 {
        app.run(SAVE).await;
    }
    owner.run(MANY).await;
    app.run(&format!("begin; {SAVE}")).await;
    for table in ["review", "invitation"] {
        let read = format!(
            "select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relname = '{table}'"
        );
        assert!(app.one::<i64>(&read).await < 10, "{table}");
    }
    app.run("rollback").await;
}

/// Otherwise each save would add an entry to every index of the two tables.
#[database_test(WORLD)]
async fn a_review_that_is_saved_again_stays_in_its_page(mut app: Session) {
    app.run(&format!("begin; {SAVE}; {SAVE}")).await;
    for table in ["review", "assignment"] {
        let stayed = format!(
            "select n_tup_upd = 1 and n_tup_hot_upd = 1 from pg_stat_xact_user_tables where relname = '{table}'"
        );
        assert!(app.one::<bool>(&stayed).await, "{table}");
    }
    app.run("rollback").await;
}
