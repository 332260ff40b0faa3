//! Finals, bundles, merged accounts and forgotten events take or clear what lies in many tables. A new table that names an event or a
//! person, and a new column of what a bundle carries, gets a place in these lists: what becomes of it, or why nothing does.

use crate::database::world::{WORLD, World};
use crate::prelude::*;
use std::collections::BTreeSet;

const FINALS: [&str; 2] =
    [include_str!("../../../store/src/finals.rs"), include_str!("../../../store/src/settings.rs")];
const MERGE: [&str; 2] =
    [include_str!("../../../store/src/merge.rs"), include_str!("../../../store/src/sign_on.rs")];

/// What a row of a list says of a table, or of a column, besides why it stays behind.
const TAKEN: &str = "";

/// Tables that name an event: copied into its finals, or left.
const OF_AN_EVENT: &[(&str, &str)] = &[
    ("assignment", "Judges of the finals are assigned anew."),
    ("assignment_plan", "As assignments."),
    ("audit_head", "Each event has a chain of its own."),
    ("audit_log", "Each event has a chain of its own."),
    ("ballot", "Another vote."),
    ("calibration_run", "Another ranking."),
    ("ceremony", "Another ceremony."),
    ("ceremony_step", "Another ceremony."),
    ("comment", "Said of the project in the first event, where everybody still reads it."),
    ("code_look", "Of the first event's close."),
    ("confirmation", "Asked for in the first event."),
    ("conflict", TAKEN),
    ("conflict_dismissal", TAKEN),
    ("content_look", "Of the first event's close."),
    ("criterion", TAKEN),
    ("deliberation_note", "Said of other winners."),
    ("event_person", TAKEN),
    ("evidence", "Found at the first event's close, and signed with its results."),
    ("first_three", "Given of other projects."),
    ("forgotten_event", "Finals are made of events that were not forgotten."),
    ("forgotten_head", "As forgotten events."),
    ("guest", "A room of its own."),
    ("guest_link", "A room of its own."),
    ("help_call", "Made from another hall."),
    ("import_column", "Projects of finals come from the event, not from a list."),
    ("import_pass", "Holds nothing between transactions."),
    ("imported_member", "Copied by a function of the database, copy_listed."),
    ("invitation", "Judges and members are members at once; a card makes its own."),
    ("invited_assignment", "As assignments."),
    ("judge_note", "A judge's own, and about what they saw then."),
    ("kept_vote", "As forgotten events."),
    ("log_origin", "Each event has a log of its own."),
    ("log_tile", "Each event has a log of its own."),
    ("log_tree", "Each event has a log of its own."),
    ("log_witness", "Each event has a log of its own."),
    ("mail_outbox", "Sent once."),
    ("membership", TAKEN),
    ("notice", "Said to other people."),
    ("open_data", "Other scores."),
    ("person_track", TAKEN),
    ("prize", TAKEN),
    ("prize_panellist", "Panels are chosen anew."),
    ("prize_winner", "Other winners."),
    ("project", TAKEN),
    ("project_import", "A preview that waits to be confirmed."),
    ("project_look", "Other judges look at it."),
    ("project_need", TAKEN),
    ("project_picture", TAKEN),
    ("project_place", TAKEN),
    ("project_prize", TAKEN),
    ("proposal", "A program asked for it in the first event."),
    ("publication", "Another ranking."),
    ("results_question", "Asked about other results."),
    ("review", "Judges of the finals begin anew."),
    ("session_link", "A link opens the event that it was made for."),
    ("team", TAKEN),
    ("team_member", TAKEN),
    ("team_extension", "More time was for the first event."),
    ("token_link", "A token knows the events of the session that made it."),
    ("told_apart", "Only one of two repeats is a finalist, or an organizer looks again."),
    ("track", TAKEN),
    ("visit_mark", "Other visits."),
    ("voting_code", "Another vote."),
    ("webhook", "Tells of one event; its organizer adds another."),
    ("winner_duty", "Other winners."),
];

/// Columns that name a person: what the merging of two accounts makes of them.
const OF_A_PERSON: &[(&str, &str)] = &[
    ("api_token.person_id", TAKEN),
    ("assignment.person_id", TAKEN),
    ("ballot.person_id", TAKEN),
    ("calibration_run.created_by", "Says who did it then."),
    ("comment.person_id", "Reviews and comments stay with the address that wrote them."),
    ("comment.removed_by", "Says who did it then."),
    ("confirmation.asked_by", TAKEN),
    ("confirmation.decided_by", TAKEN),
    ("conflict.declared_by", "Says who did it then."),
    ("conflict.person_id", TAKEN),
    ("conflict_dismissal.person_id", TAKEN),
    ("deliberation_note.written_by", "Says who did it then."),
    ("event_person.person_id", TAKEN),
    ("evidence.found_by", "Says who did it then."),
    ("first_three.person_id", TAKEN),
    ("guest.decided_by", "Says who did it then."),
    ("guest_link.opened_by", "Says who did it then."),
    ("help_call.person_id", TAKEN),
    ("help_call.taken_by", "Says who did it then."),
    ("idempotency_key.person_id", "Ends within a day."),
    ("invitation.accepted_by", TAKEN),
    ("invitation.card_made_by", "Says who did it then."),
    ("invitation.created_person_id", TAKEN),
    ("invitation.invited_by", "Says who did it then."),
    ("invitation.link_made_by", "Says who did it then."),
    ("judge_note.person_id", TAKEN),
    ("membership.person_id", TAKEN),
    ("notice.author_id", "Says who did it then."),
    ("notice.person_id", "Was for the address that goes."),
    ("notice_read.person_id", "What was read stays read by who read it."),
    ("one_time_link.person_id", "Ends as the account is deactivated."),
    ("passkey.person_id", "A device keeps it under the account that it was made for."),
    ("passkey_account.person_id", "As its passkeys."),
    ("passkey_attempt.person_id", "Ends within ten minutes."),
    ("person_track.person_id", TAKEN),
    ("prize_panellist.person_id", TAKEN),
    ("project_import.person_id", "A preview that waits to be confirmed."),
    ("recovery_code.person_id", "As passkeys."),
    ("results_question.asker_id", TAKEN),
    ("results_question.owner_id", TAKEN),
    ("proposal.person_id", "Ends within a day."),
    ("review.entered_by", "Says who did it then."),
    ("session.person_id", "Ends as the account is deactivated."),
    ("session_link.made_by", "Says who did it then."),
    ("sign_on.person_id", TAKEN),
    ("team_member.person_id", TAKEN),
    ("token_link.made_by", "Says who did it then."),
    ("webhook.created_by", TAKEN),
];

fn named(list: &'static [(&str, &str)]) -> BTreeSet<&'static str> {
    list.iter().map(|(name, _)| *name).collect()
}

/// Whether one of these sources writes the table.
fn writes(sources: &[&str], table: &str) -> bool {
    let verbs = ["insert into", "update", "delete from"];
    let written = verbs.map(|verb| format!("{verb} {table}"));
    sources.iter().any(|source| {
        written.iter().any(|sql| {
            let after = source.split(sql.as_str()).skip(1);
            after.map(|rest| rest.chars().next()).any(|next| next.is_none_or(|c| c == ' ' || c == '\n'))
        })
    })
}

#[database_test(WORLD)]
async fn each_table_of_an_event_comes_into_its_finals_or_stays_for_a_reason(pool: PgPool) {
    let tables = "select array_agg(t.relname::text) from pg_class t join pg_attribute a on a.attrelid = t.oid
        where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and a.attname = 'event_id' and not a.attisdropped";
    let tables: Vec<String> = World::of(pool).owner().await.one(tables).await;
    assert_eq!(tables.iter().map(String::as_str).collect::<BTreeSet<_>>(), named(OF_AN_EVENT));
    for (table, left) in OF_AN_EVENT {
        // Settings copy tracks, criteria and prizes, and write other tables of one event besides.
        let copies = writes(&FINALS[..1], table) || (left.is_empty() && writes(&FINALS, table));
        assert_eq!(copies, left.is_empty(), "{table}: {left}");
    }
}

#[database_test(WORLD)]
async fn each_column_that_names_a_person_is_merged_or_stays_for_a_reason(pool: PgPool) {
    let columns = "select array_agg(distinct t.relname || '.' || a.attname) from pg_constraint c
        join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.contype = 'f' and (c.confrelid = 'person'::regclass
            or c.confrelid in ('event_person'::regclass, 'membership'::regclass) and a.attname like 'person%')";
    let columns: Vec<String> = World::of(pool).owner().await.one(columns).await;
    assert_eq!(columns.iter().map(String::as_str).collect::<BTreeSet<_>>(), named(OF_A_PERSON));
    for (column, _) in OF_A_PERSON.iter().filter(|(_, left)| left.is_empty()) {
        let (table, _) = column.split_once('.').unwrap();
        assert!(writes(&MERGE, table), "merging writes no {column}");
    }
}

/// What forgetting an event neither empties nor rewrites, and why.
const KEPT: &[(&str, &str)] = &[
    ("assignment_plan", "Numbers and a digest."),
    ("audit_head", "The number and the hash of the last row, which others have."),
    ("ceremony", "Names no person."),
    ("ceremony_step", "Names no person."),
    ("code_look", "Numbers and times."),
    ("confirmation", "Goes by a trigger of its own."),
    ("content_look", "Names of fields, and times."),
    ("criterion", "Names no person."),
    ("evidence", "What people wrote goes by a trigger of its own; what the portal found stays."),
    ("forgotten_head", "A signed hash, made as the data went."),
    ("help_call", "Goes by a trigger of its own."),
    ("import_column", "Names of columns."),
    ("import_pass", "Holds nothing between transactions."),
    ("invited_assignment", "Goes with its invitation."),
    ("log_origin", "Hashes, which others have."),
    ("log_tile", "Hashes, which others have."),
    ("log_tree", "Hashes, which others have."),
    ("log_witness", "What others signed."),
    ("open_data", "Scores without names, published for good."),
    ("prize", "Names no person but its sponsor, who is public."),
    ("prize_winner", "Projects, published for good."),
    ("project", "What teams published of their work."),
    ("project_look", "Numbers, which name no judge."),
    ("project_need", "Names no person."),
    ("project_place", "Names no person."),
    ("project_prize", "Names no person."),
    ("proposal", "Goes by a trigger of its own."),
    ("publication", "Published for good."),
    ("results_question", "Goes by a trigger of its own."),
    ("team", "The name of a team, published for good."),
    ("team_extension", "Why a team had more time: published for good, or gone by a trigger of its own."),
    ("token_link", "What a token may do, without a name."),
    ("told_apart", "Projects."),
    ("track", "Names no person."),
    ("webhook", "An organizer's, who stays; what it was answered goes."),
    ("winner_duty", "What winners showed. Why something was refused goes by a trigger of its own."),
];

#[database_test(WORLD)]
async fn each_table_of_an_event_is_forgotten_or_stays_for_a_reason(pool: PgPool) {
    let forgets: String = World::of(pool)
        .owner()
        .await
        .one("select pg_get_functiondef('forget_event(bigint, boolean, text)'::regprocedure)")
        .await;
    let kept: BTreeSet<&str> =
        named(OF_AN_EVENT).into_iter().filter(|table| !writes(&[&forgets], table)).collect();
    assert_eq!(kept, named(KEPT));
}

/// What brings a bundle in.
const BUNDLE: [&str; 7] = [
    include_str!("../../../store/src/bundle/mod.rs"),
    include_str!("../../../store/src/bundle/people.rs"),
    include_str!("../../../store/src/bundle/projects.rs"),
    include_str!("../../../store/src/bundle/judged.rs"),
    include_str!("../../../store/src/bundle/prizes.rs"),
    include_str!("../../../store/src/bundle/questions.rs"),
    include_str!("../../../store/src/picture.rs"),
];

/// What no bundle brings into its new event: whole tables, and columns of those that it fills. An export holds none of it, but for the
/// runs and the log, which verifiers read.
const NOT_IN_A_BUNDLE: &[(&str, &str)] = &[
    ("assignment.looks_counted", "Counted on the devices of the first event."),
    ("assignment.plan_id", "As plans."),
    ("assignment_plan", "A plan is taken back where it was made."),
    ("audit_head", "As the log."),
    ("audit_log", "Each event has a chain of its own. Its first row holds the digest of the file."),
    ("ballot.salt", "Salts a row of the log."),
    ("calibration_run", "An imported event is judged anew by its own runs."),
    ("ceremony", "Reads a run."),
    ("ceremony_step", "Reads a run."),
    ("code_look", "Evidence comes along; the portal looks again after the close."),
    ("comment.removed_at", "Removed comments are in no file."),
    ("comment.removed_by", "Removed comments are in no file."),
    ("confirmation", "Waits for an organizer of the first event."),
    ("conflict.created_at", "Since the import."),
    ("conflict.declared_by", "Says who did it then."),
    ("conflict.source", "The import brought it."),
    ("conflict_dismissal", "The portal finds by addresses, and an organizer looks again."),
    ("content_look.due_at", "Begins with the row."),
    ("content_look.failed_at", "What was found comes along; the portal looks again after the close."),
    ("deliberation_note", "Said in confidence among organizers of the first event."),
    ("event.created_at", "Of the new row."),
    ("event.created_in", "Of the new row."),
    ("event.demo", "Of the demo alone."),
    ("event.draft", "Everybody sees an imported event at once."),
    ("event.evidence_across", "Organizers of one portal agree on it with each other."),
    ("event.finals_of", "The other event may not be here. Its slug comes along."),
    (
        "event.forgotten_at",
        "The file of a forgotten event names stand-ins. Nothing was removed from the new event.",
    ),
    ("event.judging_reopened_at", "The log says it, of the event that the file comes from."),
    ("event.organizers_need_passkey", "The accounts may have no passkeys here."),
    ("event.submissions_reopened_at", "The log says it, of the event that the file comes from."),
    ("event.version", "Counts edits of the new row."),
    ("event.voting_reopened_at", "The log says it, of the event that the file comes from."),
    ("first_three", "A judge’s own."),
    ("forgotten_event", "As when an event was forgotten."),
    ("forgotten_head", "As when an event was forgotten."),
    ("guest", "Their phones wait at the first portal."),
    ("guest_link", "Opens the first portal."),
    ("help_call", "Made from another hall."),
    ("import_column", "Chosen again with the next list."),
    ("import_pass", "Holds nothing between transactions."),
    ("imported_member", "Brought by a function of the database, bring_listed."),
    ("invitation.accepted_at", "Only open invitations are in a file."),
    ("invitation.accepted_by", "Only open invitations are in a file."),
    ("invitation.card_hash", "Links and cards of the first portal open nothing here."),
    ("invitation.card_made_at", "Links and cards of the first portal open nothing here."),
    ("invitation.card_made_by", "Links and cards of the first portal open nothing here."),
    ("invitation.created_person_id", "Links and cards of the first portal open nothing here."),
    ("invitation.declined_at", "Only open invitations are in a file."),
    ("invitation.invited_by", "Says who did it then."),
    ("invitation.link_ended_at", "Links and cards of the first portal open nothing here."),
    ("invitation.link_made_by", "Links and cards of the first portal open nothing here."),
    ("invitation.link_version", "Links and cards of the first portal open nothing here."),
    ("invitation.opened_at", "Links and cards of the first portal open nothing here."),
    ("invitation.prize_id", "As panels."),
    ("invitation.sent_at", "Links and cards of the first portal open nothing here."),
    ("invitation.sent_by", "Links and cards of the first portal open nothing here."),
    ("invitation.withdrawn_at", "Only open invitations are in a file."),
    ("invited_assignment", "No work of a judge before they come. An organizer plans it again."),
    ("judge_note", "A judge’s own."),
    ("kept_vote", "The ballots are gone, and nobody could check a number alone."),
    ("log_origin", "Each event has a log of its own."),
    ("log_tile", "Each event has a log of its own."),
    ("log_tree", "Each event has a log of its own."),
    ("log_witness", "Each event has a log of its own."),
    ("mail_outbox", "Sent once."),
    ("membership.calendar_hash", "A private address of the first portal."),
    ("membership.confirms", "A site admin brings all organizers in at once."),
    ("membership.created_at", "Since the import."),
    ("notice", "Said while it mattered."),
    ("open_data", "Made of a run, and public for good where it was made."),
    ("prize.version", "Counts edits of the new row."),
    ("prize_panellist", "Panels are chosen anew: a panel’s order is known to it alone."),
    ("project.created_at", "Since the import."),
    ("project.duplicate_cleared", "An organizer decides again when the text changes."),
    ("project.flag_waits", "Checked by the portal itself."),
    ("project.listed", "The next list tells it again."),
    ("project.updated_at", "Since the import."),
    ("project_import", "A preview that waits to be confirmed."),
    ("project_look", "Counted on the devices of the first event."),
    ("proposal", "A program asked for it in the first event."),
    ("publication", "An imported event is unpublished."),
    ("results_question.owner_id", "An organizer takes it on again."),
    ("review.comment_salt", "Salts a row of the log."),
    ("session_link", "A link opens the event that it was made for."),
    ("team.created_at", "Since the import."),
    ("team.join_code_hash", "A link of the first portal."),
    ("team_extension.given_at", "Since the import."),
    ("token_link", "A token of the first portal."),
    ("told_apart", "The portal looks for pairs again."),
    ("visit_mark", "Made in the first hall."),
    ("voting_code.created_at", "Stands for a ballot that a code cast."),
    ("webhook", "Its secret is the first portal’s, and so is its address’s trust."),
    ("winner_duty", "As publications."),
];

/// The columns that statements in these sources fill, as `table.column`.
fn filled(sources: &[&str]) -> BTreeSet<String> {
    let inserts = sources.iter().flat_map(|source| source.split("insert into ").skip(1)).filter_map(|sql| {
        let (table, rest) = sql.split_once(" (")?;
        Some((table, rest.split_once(')')?.0))
    });
    let updates = sources.iter().flat_map(|source| source.split("update ").skip(1)).filter_map(|sql| {
        let (table, rest) = sql.split_once(" set ")?;
        let table = table.split_once(' ').map_or(table, |(table, _alias)| table);
        Some((table, rest.split_once(" from ").map_or(rest, |(set, _)| set)))
    });
    let column = |assigned: &str| assigned.split(" = ").next().unwrap_or_default().trim().to_owned();
    inserts
        .chain(updates)
        .flat_map(|(table, columns)| columns.split(',').map(move |one| format!("{table}.{}", column(one))))
        .collect()
}

#[database_test(WORLD)]
async fn each_column_of_an_event_is_in_its_bundle_or_stays_for_a_reason(pool: PgPool) {
    // Ids are given anew.
    let columns = "select array_agg(t.relname || '.' || a.attname) from pg_class t join pg_attribute a on a.attrelid = t.oid
        where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = '' and a.attidentity = '' and (t.relname = 'event' or exists (
                select from pg_attribute e where e.attrelid = t.oid and e.attname = 'event_id' and not e.attisdropped))";
    let columns: Vec<String> = World::of(pool).owner().await.one(columns).await;
    let filled = filled(&BUNDLE);
    let table = |column: &str| column.split('.').next().unwrap_or_default().to_owned();
    let tables: BTreeSet<String> = filled.iter().map(|column| table(column)).collect();
    let left: BTreeSet<String> = columns
        .into_iter()
        .filter(|column| !filled.contains(column))
        .map(|column| if tables.contains(&table(&column)) { column } else { table(&column) })
        .collect();
    assert_eq!(left, named(NOT_IN_A_BUNDLE).into_iter().map(str::to_owned).collect::<BTreeSet<_>>());
}
