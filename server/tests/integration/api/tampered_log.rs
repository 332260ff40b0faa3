//! What a check finds after someone with access to the database changed the log: the table of docs/provenance.md, row by row. The log is
//! exported by the service, as a file of its own and in the bundle, and checked with and without heads signed before.

use crate::prelude::*;
use shared::provenance::{File, KeySet, Report, Verdict, check_files};
use sqlx::AssertSqlSafe;
use words::findings::sentence;

/// A log of ten rows, and the heads that were signed of its third and its tenth.
struct Story {
    world: World,
    site: Site,
    keys: KeySet,
    head_3: String,
    head_10: String,
}

/// What a check says: nothing, or a sentence that holds these words.
type Told = Option<&'static str>;

/// What it says if the head is later than the log. That alone is no fault: an honest export may be older than a head.
const LATER: &str =
    "The signed head is newer than this file. Either the file is an older export, or rows were removed";

/// What it says of a row of forgetting that no signed head holds.
const UNSIGNED: &str = "Anybody could have written such a row.";

const RECHAIN: &str = "do $$ declare r audit_log; begin
    for r in select * from audit_log where chain = 'demo' and seq >= 4 order by seq loop
        r.prev_hash := (select row_hash from audit_log where chain = 'demo' and seq = r.seq - 1);
        update audit_log set prev_hash = r.prev_hash, row_hash = audit_row_hash(r) where chain = 'demo' and seq = r.seq;
    end loop; end $$;";
/// The head, which an attacker changes too, so that the database continues from the changed end.
const HEAD: &str =
    "update audit_head h set (seq, row_hash) = (select seq, row_hash from audit_log where chain = 'demo'
    order by seq desc limit 1) where chain = 'demo';";

impl Story {
    async fn begin(pool: &PgPool) -> Self {
        let (world, site) = Event::new("demo").judging().organizer("org").served(pool).await;
        let keys = site.keys().await;
        let mut story = Self { world, site, keys, head_3: String::new(), head_10: String::new() };
        story.write(3).await;
        story.head_3 = story.head().await;
        story.write(3).await;
        // A backup, as old as the sixth row.
        story.sql("create table old_log as table audit_log; create table old_head as table audit_head").await;
        story.write(4).await;
        story.head_10 = story.head().await;
        story
    }

    /// The application continues and logs this many rows.
    async fn write(&self, rows: i32) {
        let sql = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, after)
                   select $1, 'jo@x.example', 'judge', 'review.saved', 'review', n::text, '{\"total\":1}'
                   from generate_series(1, $2) n";
        let mut app = self.site.state.database.pool().acquire().await.unwrap();
        sqlx::query(sql).bind(self.world.event).bind(rows).execute(&mut *app).await.unwrap();
    }

    async fn head(&self) -> String {
        let head = self.site.api("org").get("/api/events/demo/audit-head").await.is(200);
        head.body
    }

    async fn sql(&self, text: &str) {
        sqlx::raw_sql(AssertSqlSafe(text.to_owned())).execute(&self.world.pool).await.unwrap();
    }

    /// A superuser switches off the log's triggers, runs a statement, and switches them on again.
    async fn tamper(&self, text: &str) {
        self.sql(&format!(
            "begin; alter table audit_log disable trigger all; {text};
             alter table audit_log enable trigger all; alter table audit_log enable always trigger append_only;
             alter table audit_log enable always trigger audit_log_chain; commit"
        ))
        .await;
    }

    /// Checks the log as it is now: alone, with the third row's head, with the tenth's.
    async fn tells(&self, expected: [Told; 3]) {
        let csv = self.site.api("org").get("/api/events/demo/export/audit.csv").await;
        let bundle = self.site.api("org").get("/api/events/demo/export/bundle.json").await;
        assert_eq!((csv.status, bundle.status), (200, 200));
        for (name, text) in [("demo-audit.csv", &csv.body), ("bundle.json", &bundle.body)] {
            let heads = [None, Some(&self.head_3), Some(&self.head_10)];
            for (head, told) in heads.into_iter().zip(expected) {
                let mut files = vec![File { name, bytes: text.as_bytes() }];
                files.extend(head.map(|head| File { name: "head.json", bytes: head.as_bytes() }));
                let report = check_files(&files, &self.keys, None);
                let finding = &report.files[0];
                let said: Vec<String> = finding.lines.iter().map(|line| sentence(&line.message)).collect();
                let due = match told {
                    None => Verdict::Holds,
                    Some(LATER | UNSIGNED) => Verdict::CannotBeJudged,
                    Some(_) => Verdict::DoesNotHold,
                };
                assert_eq!(finding.verdict, due, "{name}, {told:?}: {said:#?}");
                if let Some(words) = told.or(head.is_none().then_some("Without a signed head")) {
                    assert!(said.iter().any(|s| s.contains(words)), "{words}: {said:#?}");
                }
                assert_head_holds(&report);
            }
        }
    }
}

/// The head itself is always valid.
fn assert_head_holds(report: &Report) {
    assert!(report.files.iter().skip(1).all(|head| head.verdict == Verdict::Holds), "{report:#?}");
}

#[database_test]
async fn an_untouched_log_holds_with_every_head(pool: PgPool) {
    Story::begin(&pool).await.tells([None, None, None]).await;
}

// | changed a row |
#[database_test(Story::begin(&pool))]
async fn a_changed_row_is_found(story: Story) {
    story.tamper(r#"update audit_log set after = '{"total":0}' where chain = 'demo' and seq = 4"#).await;
    let told = Some("Row 4 was changed");
    story.tells([told, told, told]).await;
}

// | changed a row and its hash |
#[database_test(Story::begin(&pool))]
async fn a_row_changed_with_its_hash_breaks_the_next_row(story: Story) {
    let sql = "update audit_log set actor = 'nobody' where chain = 'demo' and seq = 4;
             update audit_log a set row_hash = audit_row_hash(a) where chain = 'demo' and seq = 4";
    story.tamper(sql).await;
    let told = Some("Row 5 does not hold the hash of row 4");
    story.tells([told, told, told]).await;
}

// | deleted, swapped or put in rows |
#[database_test(Story::begin(&pool))]
async fn a_deleted_row_is_found(story: Story) {
    story.tamper("delete from audit_log where chain = 'demo' and seq = 4").await;
    let told = Some("Row 5 follows row 3, where row 4 belongs");
    story.tells([told, told, told]).await;
}

#[database_test(Story::begin(&pool))]
async fn swapped_rows_are_found(story: Story) {
    let sql = "update audit_log set seq = -4 where chain = 'demo' and seq = 4;
             update audit_log set seq = 4 where chain = 'demo' and seq = 5;
             update audit_log set seq = 5 where chain = 'demo' and seq = -4;
             update audit_log a set row_hash = audit_row_hash(a) where chain = 'demo' and seq in (4, 5)";
    story.tamper(sql).await;
    let told = Some("Row 4 does not hold the hash of row 3");
    story.tells([told, told, told]).await;
}

#[database_test(Story::begin(&pool))]
async fn an_inserted_row_is_found(story: Story) {
    let sql = "update audit_log set seq = seq + 101 where chain = 'demo' and seq >= 4;
             update audit_log set seq = seq - 100 where chain = 'demo' and seq >= 101;
             insert into audit_log (chain, seq, event_id, ts, actor, actor_role, action, object_type, object_id, prev_hash, row_hash)
             select chain, 4, event_id, ts, 'nobody', actor_role, action, object_type, object_id, row_hash, ''
             from audit_log where chain = 'demo' and seq = 3;
             update audit_log a set row_hash = audit_row_hash(a) where chain = 'demo' and seq >= 4;
             update audit_head set seq = seq + 1 where chain = 'demo'";
    story.tamper(sql).await;
    let told = Some("Row 5 does not hold the hash of row 4");
    story.tells([told, told, told]).await;
}

// | changed a row and made every later hash anew |
#[database_test(Story::begin(&pool))]
async fn only_a_head_of_the_changed_row_or_a_later_one_shows_a_log_chained_again(story: Story) {
    let change = "update audit_log set actor = 'nobody' where chain = 'demo' and seq = 4;";
    story.tamper(&format!("{change} {RECHAIN} {HEAD}")).await;
    story.tells([None, None, Some("Row 10 of the event demo is not the row")]).await;
}

const TAKE_OUT: &str =
    "update audit_log set actor = '', ip = null, after = '{\"total\":0}' where chain = 'demo' and seq = 4";
/// The row of a forgetting, with the seal of all that comes before it.
const SEAL: &str = "do $$ declare r audit_log; seal text := ''; sealed bigint; begin
    for r in select * from audit_log where chain = 'demo' order by seq loop
        seal := sha256_hex(netstrings(seal, r.seq::text, audit_ts(r.ts), r.action, r.object_type, r.object_id,
            r.before, r.after, r.row_hash));
        sealed := r.seq;
    end loop;
    insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, after)
        select id, 'system', 'system', 'event.forgotten', 'event', slug,
            json_build_object('rows', sealed, 'seal', seal, 'runs', json_build_array())::text
        from event where slug = 'demo';
    end $$;";

// | changed a row, took its actor out and sealed it, as if the event were forgotten |
#[database_test(Story::begin(&pool))]
async fn a_seal_excuses_no_row_before_a_head_of_the_forgetting(mut story: Story) {
    story.tamper(TAKE_OUT).await;
    story.sql(SEAL).await;
    let told = Some(UNSIGNED);
    story.tells([told, told, told]).await;
    // Where that row was signed, another one in its place is found.
    let unseal = format!("delete from audit_log where chain = 'demo' and seq > 10; {HEAD}");
    story.tamper(&unseal).await;
    story.sql(SEAL).await;
    story.head_10 = story.head().await;
    story.tamper(&format!("{unseal} {}", TAKE_OUT.replace("0}", "1}"))).await;
    story.sql(SEAL).await;
    story.tells([told, told, Some("Row 11 of the event demo is not the row")]).await;
}

// | cut off the tail |
#[database_test(Story::begin(&pool))]
async fn only_a_head_of_a_removed_row_shows_a_cut_tail(story: Story) {
    story.tamper(&format!("delete from audit_log where chain = 'demo' and seq > 6; {HEAD}")).await;
    story.tells([None, None, Some(LATER)]).await;
}

#[database_test(Story::begin(&pool))]
async fn a_careless_cut_leaves_a_gap_when_the_database_continues(story: Story) {
    story.tamper("delete from audit_log where chain = 'demo' and seq > 6").await;
    story.write(1).await;
    let told = Some("Row 11 follows row 6, where row 7 belongs");
    story.tells([told, told, told]).await;
}

const RESTORE: &str = "delete from audit_log; delete from audit_head;
    insert into audit_log select * from old_log; insert into audit_head select * from old_head";

// | restored an older backup |
#[database_test(Story::begin(&pool))]
async fn only_a_later_head_shows_a_restored_backup(story: Story) {
    story.tamper(RESTORE).await;
    story.tells([None, None, Some(LATER)]).await;
}

// | restored a backup and went on |
#[database_test(Story::begin(&pool))]
async fn a_head_of_a_replaced_row_shows_a_restored_backup_that_continued(story: Story) {
    story.tamper(RESTORE).await;
    story.write(8).await;
    story.tells([None, None, Some("Row 10 of the event demo is not the row")]).await;
}

// | cut off or rewrote rows that were written after the last signed head |
#[database_test(Story::begin(&pool))]
async fn nothing_shows_changes_to_rows_after_the_last_head(story: Story) {
    story.write(4).await;
    story.tamper(&format!("delete from audit_log where chain = 'demo' and seq > 12; {HEAD}")).await;
    story.tells([None, None, None]).await;
    let change = "update audit_log set actor = 'nobody' where chain = 'demo' and seq = 11;";
    story.tamper(&format!("{change} {} {HEAD}", RECHAIN.replace("seq >= 4", "seq >= 11"))).await;
    story.tells([None, None, None]).await;
}

#[test]
fn each_row_of_the_documented_table_has_its_test_here_in_the_same_order() {
    let documented = include_str!("../../../../docs/provenance.md");
    let table =
        documented.split("What a check of the log shows").nth(1).unwrap().trim_start_matches([':', '\n']);
    let rows: Vec<&str> = table
        .lines()
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.split('|').nth(1).unwrap().trim())
        .collect();
    let here = include_str!("tampered_log.rs").lines().filter_map(|line| line.strip_prefix("// | "));
    let here: Vec<&str> = here.map(|line| line.trim_end_matches(" |")).collect();
    assert!(rows.len() > 5, "{rows:?}");
    assert_eq!(rows, here);
}
