//! Ballots of the community vote, and their tally.

use crate::prelude::*;
use shared::ballot::Voter;

/// The two columns of a voter: a person, or a code.
fn columns(voter: Voter) -> (Option<i64>, Option<i64>) {
    match voter {
        Voter::Person(id) => (Some(id.0), None),
        Voter::Code(id) => (None, Some(id.0)),
    }
}

/// The right to write one ballot.
#[derive(Clone, Copy, Debug)]
pub enum BallotPermit<'p> {
    /// The caller's own.
    Own(&'p Permit<act::CastBallot>),
    /// The one of a code.
    OfCode(&'p Permit<act::CastByCode>, CodeId),
}

impl BallotPermit<'_> {
    pub fn event(self) -> EventId {
        match self {
            Self::Own(permit) => permit.ids().0,
            Self::OfCode(permit, _) => permit.ids(),
        }
    }

    pub fn voter(self) -> Voter {
        match self {
            Self::Own(permit) => Voter::Person(permit.ids().1),
            Self::OfCode(_, code) => Voter::Code(code),
        }
    }
}

/// One voter's ballot; it is empty before they vote. What counts is what [`tally`] counts.
pub async fn of_voter(conn: &mut Conn, event: EventId, voter: Voter) -> Outcome<Ballot> {
    let (person, code) = columns(voter);
    let row = row!(conn,
        r#"select e.slug, e.voting_open, e.voting_close, e.votes_per_voter, b.choices as "choices?: Vec<ProjectId>", b.cast_at as "cast_at?",
                  array(select p.id from project p
                        where p.event_id = e.id and p.id = any (b.choices) and p.status = 'submitted' and p.duplicate_of is null
                            and not exists (select from team_person m
                                where m.event_id = p.event_id and m.team_id = p.team_id and m.person_id = b.person_id)
                  ) as "counted!: Vec<ProjectId>"
           from event e left join ballot b on b.event_id = e.id and (b.person_id = $2 or b.code_id = $3)
           where e.id = $1"#; event.0, person, code)?;
    let chosen = row.choices.unwrap_or_default().into_iter();
    let (choices, not_counted) = chosen.partition(|id| row.counted.contains(id));
    Ok(Ballot {
        event: row.slug,
        voting: Window { open: row.voting_open, close: row.voting_close },
        votes_per_voter: row.votes_per_voter,
        choices,
        not_counted,
        cast_at: row.cast_at,
    })
}

/// The projects that can be voted for, in no particular order.
pub async fn candidates(conn: &mut Conn, event: EventId) -> Outcome<Vec<Candidate>> {
    rows!(conn, Candidate, r#"select p.id, p.title, p.tagline, p.team_id, t.name as team, p.track_id as "track: _",
                  i.picture as "picture?: _"
           from project p join team t on t.event_id = p.event_id and t.id = p.team_id
           left join project_picture i on i.project_id = p.id and i.position = 1
           where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null"#; event.0)
}

/// The projects that can be voted for, each with its team: submitted, and not flagged as repeats.
pub async fn electable(conn: &mut Conn, event: EventId) -> Outcome<BTreeMap<ProjectId, TeamId>> {
    rows!(conn,
        "select id, team_id from project where event_id = $1 and status = 'submitted' and duplicate_of is null";
        event.0)
    .each(|r| (ProjectId(r.id), TeamId(r.team_id)))
}

/// Locks a person's ballot until the end of the transaction. Where they have none yet, a first one waits for the lock on their row.
pub async fn lock(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<()> {
    maybe_value!(conn, "select id from person where id = $1 for update"; person.0)?;
    maybe_value!(conn, "select id from ballot where event_id = $1 and person_id = $2 for update"; event.0, person.0)?;
    Ok(())
}

/// Casts a voter's ballot, or changes it. There is a statement for each kind of voter, since `on conflict` takes one
/// constraint.
pub async fn cast(
    conn: &mut Conn,
    permit: BallotPermit<'_>,
    choices: &[ProjectId],
) -> Outcome<WrittenBallot> {
    let (event, voter) = (permit.event(), permit.voter());
    Ok(match voter {
        Voter::Person(id) => {
            row!(conn, WrittenBallot, "insert into ballot (event_id, person_id, choices) values ($1, $2, $3)
                 on conflict on constraint already_voted do update set choices = excluded.choices
                 returning id, salt"; event.0, id.0, choices as _)?
        }
        Voter::Code(id) => {
            row!(conn, WrittenBallot, "insert into ballot (event_id, code_id, choices) values ($1, $2, $3)
                 on conflict on constraint code_already_used do update set choices = excluded.choices
                 returning id, salt"; event.0, id.0, choices as _)?
        }
    })
}

/// Withdraws a voter's ballot and returns its id, where there was one.
pub async fn withdraw(conn: &mut Conn, permit: BallotPermit<'_>) -> Outcome<Option<i64>> {
    let (event, voter) = (permit.event(), permit.voter());
    let (person, code) = columns(voter);
    maybe_value!(conn, "delete from ballot where event_id = $1 and (person_id = $2 or code_id = $3) returning id";
        event.0, person, code)
}

/// Counts the votes. A vote for a project whose team the voter joined later is not counted.
pub async fn tally(conn: &mut Conn, event: EventId) -> Outcome<Tally> {
    // The ballots of a forgotten event are gone; their numbers were kept.
    let ballots = value!(conn,
        r#"select count(*) + coalesce((select f.ballots from forgotten_event f where f.event_id = $1), 0) as "n!"
           from ballot where event_id = $1"#; event.0)?;
    let projects = rows!(conn, ProjectVotes,
        r#"with vote as (select unnest(choices) as project_id, person_id from ballot where event_id = $1)
           select p.id as project, p.title, t.name as team, count(v.project_id) + coalesce(max(k.votes), 0) as "votes!"
           from project p join team t on t.event_id = p.event_id and t.id = p.team_id
           left join kept_vote k on k.event_id = p.event_id and k.project_id = p.id
           left join vote v on v.project_id = p.id and not exists (
               select from team_person m
               where m.event_id = p.event_id and m.team_id = p.team_id and m.person_id = v.person_id)
           where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null
           group by p.id, p.title, t.name order by count(v.project_id) + coalesce(max(k.votes), 0) desc, p.id"#;
        event.0)?;
    Ok(Tally { ballots, projects })
}
