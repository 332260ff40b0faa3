//! Reading the audit log: a range of one chain, filtered, and the kinds of rows in it; and how the rows of what nobody asked for begin.

use crate::prelude::*;
use crate::transaction::Entry;
use shared::provenance::AuditHead;
use shared::text::search_key;

impl Entry {
    /// The beginning of a row about what the portal does by itself in an event.
    pub fn of_system(
        event: EventId,
        action: &'static str,
        object_type: &'static str,
        id: impl ToString,
    ) -> Self {
        Self {
            event: Some(event),
            actor: "system".into(),
            actor_role: "system",
            action,
            object_type,
            object_id: id.to_string(),
            ..Self::default()
        }
    }
}

/// The rows of a range that match the filter, from the end at which it begins, at most `limit`, without their salts. Only the
/// case of a–z is ignored: ignoring that of all letters takes twice the time.
pub async fn rows<A: Rule>(
    conn: &mut Conn,
    _: &Permit<A>,
    chain: &str,
    range: AuditRange,
    filter: &AuditFilter,
    limit: i64,
) -> Outcome<Vec<AuditRow>> {
    let patterns: Vec<String> = filter.words.iter().map(|word| pattern(word)).collect();
    rows!(conn, AuditRow,
        r#"select seq, ts, actor, actor_role, action, object_type, object_id, ip, before, without_salt(after) as after,
                  prev_hash, row_hash
           from audit_log
           where chain = $1 and seq between $2 and $3
               and ($4::text[] = '{}'
                    or lower(concat_ws(' ', actor, action, object_type, object_id, before, without_salt(after)) collate "C")
                        like all ($4))
               and ($5 = '' or strpos(lower(actor collate "C"), $5) > 0)
               and ($6 = '' or action = $6) and ($7 = '' or object_type = $7)
               and ($8::timestamptz is null or ts >= $8) and ($9::timestamptz is null or ts < $9)
           order by case when $10 then seq else -seq end limit $11"#;
        chain, range.first, range.last, &patterns, filter.actor, filter.action, filter.object_type,
        filter.from, filter.to, range.upwards, limit)
}

/// The pattern by which `like` finds a text that contains this word.
pub fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for c in word.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// The patterns by which `like all` finds a `search_key` that has all the words that are searched for, as `finder` in `shared` does.
pub fn patterns(asked: &str) -> Vec<String> {
    search_key(asked).split_whitespace().map(pattern).collect()
}

/// The last row before a moment; 0 where there is none. Later rows are all of the moment or after it.
///
/// A chain has no gaps and its rows are dated in their order, so twenty steps of halving find one among a million, each by
/// its number. An index on the dates would cost every save.
pub async fn last_before(conn: &mut Conn, chain: &str, moment: DateTime<Utc>) -> Outcome<i64> {
    value!(conn, r#"with recursive half as (
               select 0::bigint as low, coalesce((select h.seq from audit_head h where h.chain = $1), 0) + 1 as high
               union all
               select case when a.ts < $2 then a.seq else half.low end, case when a.ts < $2 then half.high else a.seq end
               from half join audit_log a on a.chain = $1 and a.seq = (half.low + half.high) / 2
               where half.high - half.low > 1)
           select low as "low!" from half where high - low <= 1"#; chain, moment)
}

/// Each action in the chain with what it was done to, by name.
pub async fn kinds(conn: &mut Conn, chain: &str) -> Outcome<Vec<(String, String)>> {
    rows!(conn, r#"with recursive kind as (
               (select action, object_type from audit_log where chain = $1 order by action, object_type limit 1)
               union all
               select next.action, next.object_type from kind k cross join lateral (
                   select a.action, a.object_type from audit_log a
                   where a.chain = $1 and (a.action, a.object_type) > (k.action, k.object_type)
                   order by a.action, a.object_type limit 1) next)
           select action as "action!", object_type as "object_type!" from kind"#; chain)
    .each(|r| (r.action, r.object_type))
}

/// What the things in rows of an event's log are called now, for those who may read the log. People are those of the event.
pub async fn names(
    conn: &mut Conn,
    _: &Permit<act::ReadAudit>,
    event: EventId,
    of: &LoggedNumbers,
) -> Outcome<LoggedNames> {
    let rows = rows!(conn, r#"select 'project' as "kind!", id as "id!", '' as "key!", title as "name!", '' as "of!"
           from project where event_id = $1 and id = any($2)
           union all
           select 'person', j.id, '', coalesce(nullif(j.name, ''), j.email, ''), ''
           from event_person e join person j on j.id = e.person_id where e.event_id = $1 and j.id = any($3)
           union all
           select 'assignment', a.id, '', coalesce(nullif(j.name, ''), j.email, ''), p.title
           from assignment a join person j on j.id = a.person_id
           join project p on p.event_id = a.event_id and p.id = a.project_id
           where a.event_id = $1 and a.id = any($4)
           union all
           select 'team', id, '', name, '' from team where event_id = $1 and id = any($5)
           union all
           select 'invitation', id, '', coalesce(nullif(name, ''), email), '' from invitation where event_id = $1 and id = any($6)
           union all
           select 'guest', id, '', name, '' from guest where event_id = $1 and id = any($7)
           union all
           select 'call', c.id, '', coalesce(nullif(j.name, ''), j.email, ''), ''
           from help_call c join person j on j.id = c.person_id where c.event_id = $1 and c.id = any($8)
           union all
           select 'track', id, '', name, '' from track where event_id = $1
           union all
           select 'prize', id, '', name, '' from prize where event_id = $1
           union all
           select 'criterion', id, key, name, '' from criterion where event_id = $1"#;
        event.0, &of.projects, &of.people, &of.assignments, &of.teams, &of.invitations, &of.guests, &of.calls)?;
    let mut names = LoggedNames::default();
    for r in rows {
        match r.kind.as_str() {
            "project" => drop(names.projects.insert(r.id, r.name)),
            "person" => drop(names.people.insert(r.id, r.name)),
            "assignment" => drop(names.assignments.insert(r.id, (r.name, r.of))),
            "team" => drop(names.teams.insert(r.id, r.name)),
            "invitation" => drop(names.invitations.insert(r.id, r.name)),
            "guest" => drop(names.guests.insert(r.id, r.name)),
            "call" => drop(names.calls.insert(r.id, r.name)),
            "track" => drop(names.tracks.insert(r.id, r.name)),
            "prize" => drop(names.prizes.insert(r.id, r.name)),
            _ => drop(names.criteria.insert(r.key, r.name)),
        }
    }
    Ok(names)
}

/// Number and hash of the last row of the chain of the event with this slug, or, with an empty slug, of what belongs to
/// no event. `None` where nothing was ever logged.
pub async fn head(conn: &mut Conn, chain: &str) -> Outcome<Option<AuditHead>> {
    maybe_row!(conn, AuditHead, "select seq, row_hash, null::text as root from audit_head where chain = $1 and seq > 0"; chain)
}

/// The last row of the bundle whose download this person began last, as the row of that download says; `None` where they began none.
pub async fn last_of_bundle(conn: &mut Conn, chain: &str, actor: &str) -> Outcome<Option<i64>> {
    maybe_value!(conn, r#"select (after::json ->> 'audit_rows')::bigint as "row!" from audit_log
         where chain = $1 and action = 'bundle.exported' and actor = $2 order by seq desc limit 1"#; chain, actor)
}

/// Number and hash of one row of a chain; `None` where the chain has no such row.
pub async fn row(conn: &mut Conn, chain: &str, seq: i64) -> Outcome<Option<AuditHead>> {
    maybe_row!(conn, AuditHead, "select seq, row_hash, null::text as root from audit_log
         where chain = $1 and seq = $2"; chain, seq)
}
