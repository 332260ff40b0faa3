//! What merging two accounts would move, and what stands in its way.

use crate::prelude::*;

/// Counts it all.
pub async fn read(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<MergeNumbers> {
    Ok(sqlx::query_file_as!(MergeNumbers, "src/merge_numbers.sql", kept.0, gone.0).fetch_one(conn).await?)
}

/// The slugs of the events in which the account that goes has something, is invited, or is named by a list, and in which either account judges,
/// organizes or is on a panel. There a merge can give somebody such a part, or take reviews out of the ranking.
pub async fn judged_events(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<Vec<String>> {
    values!(conn, r#"select e.slug from event e
           where e.id in (select event_id from event_person where person_id = $2
                          union select event_id from listed_person where person_id = $2
                          union select i.event_id from invitation i
                              join person g on g.id = $2 and lower(g.email collate "C") = lower(i.email collate "C"))
             and (exists (select from membership m
                      where m.event_id = e.id and m.person_id in ($1, $2) and m.role in ('judge', 'organizer'))
                  or exists (select from prize_panellist l where l.event_id = e.id and l.person_id in ($1, $2)))
           order by e.id"#;
        kept.0, gone.0)
}

/// The events in which the account that goes has something, with what moves in each.
pub async fn events(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<Vec<MergedEvent>> {
    rows!(conn, MergedEvent, r#"select e.id as "event!",
                  (select count(*) from membership m where m.event_id = e.id and m.person_id = $1) as "roles!",
                  (select count(*) from assignment a where a.event_id = e.id and a.person_id = $1) as "assignments!",
                  (select count(*) from team_member t where t.event_id = e.id and t.person_id = $1) as "teams!",
                  (select count(*) from ballot b where b.event_id = e.id and b.person_id = $1) as "ballots!",
                  e.second_organizer and exists (select from membership m
                      where m.event_id = e.id and m.person_id = $1 and m.role = 'organizer' and m.confirms)
                      and not exists (select from membership m
                      where m.event_id = e.id and m.person_id = $2 and m.role = 'organizer' and m.confirms) as "confirms!"
           from event e where e.id in (select event_id from event_person where person_id = $1
                                       union select event_id from ballot where person_id = $1) order by e.id"#;
        gone.0, kept.0)
}
