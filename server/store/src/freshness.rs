//! What answers about an event depend on, read at once.

use super::{event, facts};
use crate::prelude::*;
use engine::shared_read::Question;
use shared::rules::Standing;
use shared::window::Phase;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PublicAddress {
    /// All events.
    Portal,
    /// The first page of them.
    Home,
    /// The event with this slug.
    Event(String),
    /// This project, and so its event.
    Project(ProjectId),
}

/// Reads what public answers depend on: the event's version, and where the clock stands in its windows. Of a person who is signed
/// in, it also reads what could show them more than visitors see.
pub(super) struct Public;

impl Question for Public {
    type Key = (PublicAddress, Option<PersonId>);
    type Found = PublicState;

    async fn read(conn: &mut Conn, keys: &[Self::Key]) -> Outcome<HashMap<Self::Key, PublicState>> {
        let mut found = HashMap::new();
        let (events, several): (Vec<_>, Vec<_>) = keys.iter().partition(|(of, _)| of.is_of_one_event());
        if !several.is_empty() {
            let people: Vec<i64> = several.iter().filter_map(|(_, person)| person.map(|id| id.0)).collect();
            let drafting = organizers_of_drafts(conn, &people).await?;
            // One event more says that there is another page.
            let first = i64::try_from(event::PER_PAGE + 1).unwrap_or(i64::MAX);
            for (of, most) in [(PublicAddress::Portal, None), (PublicAddress::Home, Some(first))] {
                let asked: Vec<_> = several.iter().filter(|(asked, _)| *asked == of).collect();
                if asked.is_empty() {
                    continue;
                }
                let fresh = read_open_events(conn, most).await?;
                found.extend(asked.into_iter().map(|key| {
                    let organizer = key.1.is_some_and(|person| drafting.contains(&person.0));
                    let standing = Standing { organizer, ..Standing::default() };
                    ((*key).clone(), PublicState { fresh, standing })
                }));
            }
        }
        if events.is_empty() {
            return Ok(found);
        }
        let slugs: Vec<_> = events.iter().map(|(of, _)| of.slug().map(str::to_owned)).collect();
        let projects: Vec<_> = events.iter().map(|(of, _)| of.project()).collect();
        let began = Instant::now();
        let people: Vec<_> = events.iter().map(|(_, person)| person.map(|id| id.0)).collect();
        let rows = rows!(conn, r#"select k.place as "place!",
                      e.version + coalesce((select sum(o.version)::bigint from event o
                                            where o.finals_of = e.id or o.id = e.finals_of), 0) as "version!",
                      e.submissions_open, e.submissions_close, e.judging_open, e.judging_close,
                      e.voting_open, e.voting_close, clock_timestamp() as "now!",
                      exists (select from membership m where m.event_id = e.id and m.person_id = k.person
                                and (m.role = 'organizer' or m.role = 'judge' and e.form_questions @> '[{"shown_to": "judges"}]'))
                          as "sees_more!",
                      e.blind and exists (select from assignment a where a.event_id = e.id and a.person_id = k.person
                                            and a.status = 'done') as "knows_teams!",
                      (select tm.team_id from team_member tm where tm.event_id = e.id and tm.person_id = k.person) as "team?"
               from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality k (slug, project, person, place)
               -- Each by its index: joined, all events would be read for a few.
               cross join lateral (select * from event x where x.id = coalesce((select id from event where slug = k.slug),
                                                                               (select event_id from project where id = k.project))
                                   limit 1) e"#;
            &slugs as &[Option<String>], &projects as &[Option<i64>], &people as &[Option<i64>])?;
        let ended = Instant::now();
        for r in rows {
            let windows = [
                Window { open: r.submissions_open, close: r.submissions_close },
                Window { open: r.judging_open, close: r.judging_close },
                Window { open: r.voting_open, close: r.voting_close },
            ];
            let phases = windows.map(|window| window.phase(r.now));
            let fresh =
                Freshness { version: r.version, phases, read: ReadSpan { began, ended, clock: r.now } };
            let team = r.team.map(TeamId);
            let state = PublicState {
                fresh,
                // A judge reads answers that visitors don't, which is all that this says of them.
                standing: Standing {
                    organizer: r.sees_more,
                    team,
                    knows_teams: r.knows_teams,
                    ..Standing::default()
                },
            };
            // Numbered from one.
            let key = usize::try_from(r.place - 1).ok().and_then(|place| events.get(place));
            found.extend(key.map(|key| ((*key).clone(), state)));
        }
        Ok(found)
    }
}

/// Which of these people organize a draft: their list of events holds more than a visitor's.
async fn organizers_of_drafts(conn: &mut Conn, people: &[i64]) -> Outcome<HashSet<i64>> {
    if people.is_empty() {
        return Ok(HashSet::new());
    }
    let found = values!(conn, "select m.person_id from membership m join event e on e.id = m.event_id
         where e.draft and m.role = 'organizer' and m.person_id = any($1)"; people)?;
    Ok(found.into_iter().collect())
}

impl PublicAddress {
    fn is_of_one_event(&self) -> bool {
        !matches!(self, Self::Portal | Self::Home)
    }

    fn slug(&self) -> Option<&str> {
        if let Self::Event(slug) = self { Some(slug) } else { None }
    }

    fn project(&self) -> Option<i64> {
        if let Self::Project(id) = self { Some(id.0) } else { None }
    }
}

pub async fn version(conn: &mut Conn, event: EventId) -> Outcome<i64> {
    value!(conn, "select version from event where id = $1"; event.0)
}

/// What the public answers about all open events depend on, or about the first so many of a list: the version of each, and where the clock
/// stands in its windows. The version is a digest of them, so it names a state and has no order.
async fn read_open_events(conn: &mut Conn, most: Option<i64>) -> Outcome<Freshness> {
    let began = Instant::now();
    let clock = facts::now(conn).await?;
    let rows = rows!(conn,
        "select id, version, submissions_open, submissions_close, judging_open, judging_close, voting_open, voting_close
         from event where not draft order by submissions_close desc nulls first, slug limit $1"; most as _)?;
    let mut digest = DefaultHasher::new();
    for r in rows {
        let windows = [
            Window { open: r.submissions_open, close: r.submissions_close },
            Window { open: r.judging_open, close: r.judging_close },
            Window { open: r.voting_open, close: r.voting_close },
        ];
        (r.id, r.version, windows.map(|window| window.phase(clock))).hash(&mut digest);
    }
    let version = i64::from_ne_bytes(digest.finish().to_ne_bytes());
    let read = ReadSpan { began, ended: Instant::now(), clock };
    Ok(Freshness { version, phases: [Phase::NotYet; 3], read })
}

/// The mark of the event with this slug, and the database's clock; `None` where there is no such event.
pub async fn mark(conn: &mut Conn, slug: &str) -> Outcome<Option<(EventMark, DateTime<Utc>)>> {
    let row = maybe_row!(conn, r#"select coalesce(h.seq, 0) as "seq!", coalesce(h.row_hash, '') as "row_hash!", e.version,
                  clock_timestamp() as "now!"
           from event e left join audit_head h on h.chain = e.slug where e.slug = $1"#; slug)?;
    Ok(row.map(|r| (EventMark { seq: r.seq, row_hash: r.row_hash, version: r.version }, r.now)))
}
