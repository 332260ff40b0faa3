//! An event's settings: read, and changed by organizers.

use crate::prelude::*;
use shared::event_settings::{EventTexts, Terms};
use shared::event_windows::Windows;
use shared::evidence::EvidenceChoice;
use shared::feedback::FeedbackChoice;
use shared::rubric_form::StoredCriterion;
use shared::rules::{ReviewRule, VotingMode};

/// Locks an event until the transaction ends, so that two organizers change it one after the other, and each sees what the
/// other saved.
pub async fn lock(conn: &mut Conn, event: EventId) -> Outcome<()> {
    row!(conn, "select id from event where id = $1 for no key update"; event.0)?;
    Ok(())
}

pub async fn read(conn: &mut Conn, event: EventId) -> Outcome<EventSettings> {
    let r = row!(conn,
        r#"select e.name, e.description, e.venue, e.time_zone, e.submissions_open, e.submissions_close, e.judging_open,
                  e.judging_close, e.voting_open, e.voting_close, e.voting_mode as "voting_mode: VotingMode", e.votes_per_voter, e.max_team_size,
                  e.reviews_per_project, e.review_rule as "review_rule: ReviewRule", e.review_floor, e.visit_minutes, e.first_three, e.blind, e.counts_looks, e.feedback_released, e.feedback_criteria,
                  e.created_at, e.draft, e.evidence, e.evidence_across, e.evidence_names,
                  (select min(cast_at) from ballot where event_id = e.id) as first_ballot_at,
                  (select min(given_at) from first_three where event_id = e.id and choices <> '{}') as first_three_at,
                  (select ts from audit_log where chain = e.slug and action in ('review.saved', 'review.submitted', 'review.entered')
                   order by seq limit 1) as "first_review_at: DateTime<Utc>",
                  exists (select from team where event_id = e.id) as "teams!",
                  exists (select from review where event_id = e.id) as "reviews!",
                  exists (select from ballot where event_id = e.id) as "ballots!",
                  (select count(*) from project p where p.event_id = e.id and p.status = 'draft' and p.withdrawn_at is null
                      and coalesce(more_time_of(e, p.team_id) <= clock_timestamp(), true)) as "drafts!",
                  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id), '[]')
                   from track t where t.event_id = e.id) as "tracks!: Json<Vec<Track>>",
                  (select coalesce(json_agg(json_build_object('id', c.id, 'key', c.key, 'name', c.name,
                              'guidance', c.guidance, 'weight', c.weight::text, 'min_value', c.min_value,
                              'max_value', c.max_value) order by c.position, c.id), '[]')
                   from criterion c where c.event_id = e.id) as "criteria!: Json<Vec<StoredCriterion>>"
           from event e where e.id = $1"#; event.0)?;
    Ok(object! { EventSettings from r:
        draft, created_at, first_ballot_at, first_three_at, first_review_at, drafts;
        about: object! { EventTexts from r:
            name, description, venue, time_zone
        },
        windows: Windows {
            submissions: Window { open: r.submissions_open, close: r.submissions_close },
            judging: Window { open: r.judging_open, close: r.judging_close },
            voting: Window { open: r.voting_open, close: r.voting_close },
        },
        terms: object! { Terms from r:
            voting_mode, votes_per_voter, max_team_size, reviews_per_project, review_rule, review_floor,
            visit_minutes, first_three, blind, counts_looks
        },
        evidence: EvidenceChoice { wanted: r.evidence, across: r.evidence_across, names: r.evidence_names },
        feedback: FeedbackChoice { comments: r.feedback_released, criteria: r.feedback_criteria },
        tracks: r.tracks.0,
        criteria: r.criteria.0,
        begun: [r.teams, r.reviews, r.ballots]
    })
}

/// Creates an event with these settings, whose organizer is the caller. It is a draft.
/// Errors: 409 where the slug is taken.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::CreateEvent>,
    slug: &str,
    about: &EventTexts,
    windows: &Windows,
    terms: &Terms,
) -> Outcome<EventId> {
    let person = permit.ids();
    let Windows { submissions, judging, voting } = windows;
    let event = value!(conn,
        "insert into event (slug, name, description, time_zone, submissions_open, submissions_close, judging_open,
                            judging_close, voting_open, voting_close, voting_mode, votes_per_voter, max_team_size,
                            reviews_per_project, review_rule, review_floor, visit_minutes, first_three, venue, blind, counts_looks, draft)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, true)
         returning id";
        slug, about.name, about.description, about.time_zone, submissions.open, submissions.close,
        judging.open, judging.close, voting.open, voting.close, terms.voting_mode.name(),
        terms.votes_per_voter, terms.max_team_size, terms.reviews_per_project, terms.review_rule.name(),
        terms.review_floor, terms.visit_minutes, terms.first_three, about.venue, terms.blind, terms.counts_looks)?;
    run!(conn, "insert into event_person (event_id, person_id) values ($1, $2)"; event, person.0)?;
    run!(conn, "insert into membership (event_id, person_id, role) values ($1, $2, 'organizer')"; event, person.0)?;
    Ok(EventId(event))
}

/// Copies tracks, criteria and own questions of another event into a new one.
pub async fn copy_rubric(
    conn: &mut Conn,
    _: &Permit<act::CreateEvent>,
    from: EventId,
    to: EventId,
) -> Outcome<()> {
    run!(conn, "insert into track (event_id, name, position)
         select $2, name, row_number() over (order by position, id) from track where event_id = $1 order by position, id";
        from.0, to.0)?;
    run!(conn, "insert into criterion (event_id, key, name, guidance, weight, min_value, max_value, position)
         select $2, key, name, guidance, weight, min_value, max_value, row_number() over (order by position, id)
         from criterion where event_id = $1 order by position, id"; from.0, to.0)?;
    run!(conn, "update event set form_questions = (select form_questions from event where id = $1) where id = $2"; from.0, to.0)
}

/// Copies these prizes of another event into a new one, whose tracks are copies already. Winners and panels stay behind. Returns how many
/// of them are that event's.
pub async fn copy_prizes(
    conn: &mut Conn,
    _: &Permit<act::CreateEvent>,
    from: EventId,
    to: EventId,
    prizes: &[PrizeId],
) -> Outcome<u64> {
    // Both lists of tracks are in the same order.
    let done = affected!(conn,
        "with old as (select id, row_number() over (order by position, id) as at from track where event_id = $1),
              new as (select id, row_number() over (order by position, id) as at from track where event_id = $2)
         insert into prize (event_id, name, sponsor, description, winners, eligibility, track_id, rule, position)
         select $2, z.name, z.sponsor, z.description, z.winners, z.eligibility, new.id, z.rule,
                row_number() over (order by z.position, z.id)
         from prize z left join old on old.id = z.track_id left join new on new.at = old.at
         where z.event_id = $1 and z.id = any($3) order by z.position, z.id"; from.0, to.0, prizes as _)?;
    run!(conn, "update event set one_prize_each = (select one_prize_each from event where id = $1) where id = $2";
        from.0, to.0)?;
    Ok(done)
}

/// Writes name, description, venue and zone.
pub async fn set_about(conn: &mut Conn, permit: &Permit<act::EditEvent>, about: &EventTexts) -> Outcome<()> {
    run!(conn, "update event set name = $2, description = $3, time_zone = $4, venue = $5 where id = $1";
        permit.ids().0, about.name, about.description, about.time_zone, about.venue)
}

/// Writes the terms of judging and voting and, where they move, the windows: in one statement, since rules of the row look at both.
/// Between two statements, a vote without an end could be one that is about to be switched off.
pub async fn set_terms(
    conn: &mut Conn,
    permit: &Permit<act::EditEvent>,
    terms: &Terms,
    moved: Option<(&Permit<act::MoveWindows>, &Windows)>,
) -> Outcome<()> {
    let Windows { submissions, judging, voting } = moved.map(|(_, windows)| *windows).unwrap_or_default();
    run!(conn, "update event set voting_mode = $2, votes_per_voter = $3, max_team_size = $4, reviews_per_project = $5,
             review_rule = $6, review_floor = $7, visit_minutes = $8, first_three = $9, blind = $10, counts_looks = $11,
             submissions_open = case when $12 then $13 else submissions_open end,
             submissions_close = case when $12 then $14 else submissions_close end,
             judging_open = case when $12 then $15 else judging_open end,
             judging_close = case when $12 then $16 else judging_close end,
             voting_open = case when $12 then $17 else voting_open end,
             voting_close = case when $12 then $18 else voting_close end
         where id = $1";
        permit.ids().0, terms.voting_mode.name(), terms.votes_per_voter, terms.max_team_size,
        terms.reviews_per_project, terms.review_rule.name(), terms.review_floor, terms.visit_minutes,
        terms.first_three, terms.blind, terms.counts_looks, moved.is_some(), submissions.open,
        submissions.close, judging.open, judging.close, voting.open, voting.close)
}

/// Writes whether the portal looks at what was submitted.
pub async fn set_evidence(
    conn: &mut Conn,
    permit: &Permit<act::EditEvent>,
    choice: &EvidenceChoice,
) -> Outcome<()> {
    run!(conn, "update event set evidence = $2, evidence_across = $3, evidence_names = $4 where id = $1";
        permit.ids().0, choice.wanted, choice.across, &choice.names)
}

/// Takes the organizer's role from the caller.
pub async fn stop_organizing(conn: &mut Conn, permit: &Permit<act::StopOrganizing>) -> Outcome<()> {
    let (event, person) = permit.ids();
    run!(conn, "delete from membership where event_id = $1 and person_id = $2 and role = 'organizer'";
        event.0, person.0)
}

/// Whether somebody else organizes the event too.
pub async fn has_other_organizer(conn: &mut Conn, event: EventId, person: PersonId) -> Outcome<bool> {
    value!(conn, r#"select exists (
               select from membership m join person p on p.id = m.person_id
               where m.event_id = $1 and m.role = 'organizer' and m.person_id <> $2 and p.deactivated_at is null
           ) as "other!""#; event.0, person.0)
}
