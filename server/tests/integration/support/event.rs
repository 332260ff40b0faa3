//! Builds an event by SQL in one transaction, as an import does. The rules about time ignore rows of an event
//! that was created in the same transaction, so an event can be finished from the start.

use super::world::{Hours, World};
use super::{email, join_code, session, token};
use portal::secrets;
use sqlx::{PgConnection, PgPool};

const OPEN: Hours = (Some(-1), Some(1));
const PAST: Hours = (Some(-3), Some(-2));
const AHEAD: Hours = (Some(2), Some(3));

/// An event to create. People, teams and projects are identified by name.
#[derive(Clone)]
pub(crate) struct Event {
    slug: String,
    name: String,
    windows: [Hours; 3],
    criteria: Vec<(&'static str, &'static str, i32, i32)>,
    tracks: Vec<&'static str>,
    people: Vec<(String, Option<&'static str>)>,
    staff: Vec<String>,
    external_ids: Vec<(String, String)>,
    teams: Vec<(String, Vec<String>)>,
    projects: Vec<(String, String, &'static str)>,
    assignments: Vec<(String, String)>,
    reviews: Vec<(String, String, String, bool)>,
    published: bool,
}

impl Event {
    /// An event named as its slug with a capital, whose submissions are open. Unless told otherwise its
    /// rubric is Quality (weight 2, 1 to 5) and Impact (weight 1, 0 to 10).
    pub(crate) fn new(slug: &str) -> Self {
        let mut name = slug.to_owned();
        name[..1].make_ascii_uppercase();
        Self {
            slug: slug.into(),
            name,
            windows: [OPEN, AHEAD, AHEAD],
            criteria: Vec::new(),
            tracks: Vec::new(),
            people: Vec::new(),
            staff: Vec::new(),
            external_ids: Vec::new(),
            teams: Vec::new(),
            projects: Vec::new(),
            assignments: Vec::new(),
            reviews: Vec::new(),
            published: false,
        }
    }

    /// Submissions are over, judging is open.
    pub(crate) fn judging(self) -> Self {
        self.windows([PAST, OPEN, AHEAD])
    }

    /// Submissions and judging are over.
    pub(crate) fn judged(self) -> Self {
        self.windows([PAST, PAST, AHEAD])
    }

    /// The three windows (submissions, judging, voting) in hours from now.
    pub(crate) fn windows(mut self, windows: [Hours; 3]) -> Self {
        self.windows = windows;
        self
    }

    /// Adds a criterion, named as its key with a capital; the first replaces the usual rubric.
    pub(crate) fn criterion(mut self, key: &'static str, weight: &'static str, min: i32, max: i32) -> Self {
        self.criteria.push((key, weight, min, max));
        self
    }

    /// Adds a track.
    pub(crate) fn track(mut self, name: &'static str) -> Self {
        self.tracks.push(name);
        self
    }

    /// A person without a role in the event.
    pub(crate) fn person(self, name: &str) -> Self {
        self.role(name, None)
    }

    /// A site admin.
    pub(crate) fn admin(mut self, name: &str) -> Self {
        self.staff.push(name.into());
        self.role(name, None)
    }

    /// A judge.
    pub(crate) fn judge(self, name: &str) -> Self {
        self.role(name, Some("judge"))
    }

    /// An organizer.
    pub(crate) fn organizer(self, name: &str) -> Self {
        self.role(name, Some("organizer"))
    }

    /// A participant without a team.
    pub(crate) fn participant(self, name: &str) -> Self {
        self.role(name, Some("participant"))
    }

    fn role(mut self, name: &str, role: Option<&'static str>) -> Self {
        self.people.push((name.into(), role));
        self
    }

    /// The fixture id of somebody in the event.
    pub(crate) fn external_id(mut self, name: &str, id: &str) -> Self {
        self.external_ids.push((name.into(), id.into()));
        self
    }

    /// A team; its members take part in the event.
    pub(crate) fn team(mut self, team: &str, members: &[&str]) -> Self {
        for member in members {
            self = self.participant(member);
        }
        self.teams.push((team.into(), members.iter().map(|m| (*m).to_owned()).collect()));
        self
    }

    /// A submitted project of a team.
    pub(crate) fn project(mut self, title: &str, team: &str) -> Self {
        self.projects.push((title.into(), team.into(), "submitted"));
        self
    }

    /// A draft of a team.
    pub(crate) fn draft(mut self, title: &str, team: &str) -> Self {
        self.projects.push((title.into(), team.into(), "draft"));
        self
    }

    /// Gives a judge a project.
    pub(crate) fn assign(mut self, judge: &str, title: &str) -> Self {
        self.assignments.push((judge.into(), title.into()));
        self
    }

    /// Assigns, with a submitted review: scores as a JSON object, the comment "By <judge>".
    pub(crate) fn review(mut self, judge: &str, title: &str, scores: &str) -> Self {
        self.reviews.push((judge.into(), title.into(), scores.into(), true));
        self.assign(judge, title)
    }

    /// Assigns, with a review saved as a draft.
    pub(crate) fn review_draft(mut self, judge: &str, title: &str, scores: &str) -> Self {
        self.reviews.push((judge.into(), title.into(), scores.into(), false));
        self.assign(judge, title)
    }

    /// With a published run that ranks nothing.
    pub(crate) fn published(mut self) -> Self {
        self.published = true;
        self
    }

    /// Makes it.
    pub(crate) async fn create(self, pool: &PgPool) -> World {
        let mut transaction = pool.begin().await.unwrap();
        let event = self.insert_event(&mut transaction).await;
        self.insert_people(&mut transaction, event).await;
        self.insert_projects(&mut transaction, event).await;
        self.insert_reviews(&mut transaction, event).await;
        transaction.commit().await.unwrap();
        World { pool: pool.clone(), event, slug: self.slug }
    }

    async fn insert_event(&self, conn: &mut PgConnection) -> i64 {
        let [submissions, judging, voting] = self.windows;
        let event = sqlx::query_scalar(
            "insert into event (slug, name, submissions_open, submissions_close, judging_open,
                 judging_close, voting_open, voting_close)
             values ($1, $2, now() + make_interval(hours => $3), now() + make_interval(hours => $4),
                 now() + make_interval(hours => $5), now() + make_interval(hours => $6),
                 now() + make_interval(hours => $7), now() + make_interval(hours => $8)) returning id",
        )
        .bind(&self.slug)
        .bind(&self.name)
        .bind(submissions.0)
        .bind(submissions.1)
        .bind(judging.0)
        .bind(judging.1)
        .bind(voting.0)
        .bind(voting.1)
        .fetch_one(&mut *conn)
        .await
        .unwrap();
        let usual = vec![("quality", "2", 1, 5), ("impact", "1", 0, 10)];
        let criteria = if self.criteria.is_empty() { &usual } else { &self.criteria };
        for (place, (key, weight, min, max)) in (0..).zip(criteria) {
            let sql = "insert into criterion (event_id, key, name, weight, min_value, max_value, position)
                       values ($1, $2, initcap($2), $3::numeric, $4, $5, $6)";
            let query = sqlx::query(sql).bind(event).bind(key).bind(weight).bind(min).bind(max).bind(place);
            query.execute(&mut *conn).await.unwrap();
        }
        for track in &self.tracks {
            let sql = "insert into track (event_id, name) values ($1, $2)";
            sqlx::query(sql).bind(event).bind(track).execute(&mut *conn).await.unwrap();
        }
        event
    }

    async fn insert_people(&self, conn: &mut PgConnection, event: i64) {
        for (name, role) in &self.people {
            let person = insert_person(conn, name).await;
            let Some(role) = role else { continue };
            let sql = "insert into event_person (event_id, person_id) values ($1, $2) on conflict do nothing";
            sqlx::query(sql).bind(event).bind(person).execute(&mut *conn).await.unwrap();
            let sql = "insert into membership (event_id, person_id, role) values ($1, $2, $3) on conflict do nothing";
            sqlx::query(sql).bind(event).bind(person).bind(*role).execute(&mut *conn).await.unwrap();
        }
        for name in &self.staff {
            let sql = "update person set is_staff = true where email = $1";
            sqlx::query(sql).bind(email(name)).execute(&mut *conn).await.unwrap();
        }
        for (name, id) in &self.external_ids {
            let sql = "update event_person set external_id = $3
                       where event_id = $1 and person_id = (select id from person where email = $2)";
            sqlx::query(sql).bind(event).bind(email(name)).bind(id).execute(&mut *conn).await.unwrap();
        }
    }

    async fn insert_projects(&self, conn: &mut PgConnection, event: i64) {
        for (team, members) in &self.teams {
            let sql = "insert into team (event_id, name, join_code_hash) values ($1, $2, $3)";
            let code = secrets::hash(&join_code(&self.slug, team));
            sqlx::query(sql).bind(event).bind(team).bind(code).execute(&mut *conn).await.unwrap();
            for member in members {
                let sql = "insert into team_member (event_id, person_id, team_id)
                           select $1, p.id, t.id from person p, team t
                           where p.email = $2 and t.event_id = $1 and t.name = $3";
                let query = sqlx::query(sql).bind(event).bind(email(member)).bind(team);
                query.execute(&mut *conn).await.unwrap();
            }
        }
        for (title, team, status) in &self.projects {
            let sql = "insert into project (event_id, team_id, title, status)
                       select $1, id, $2, $4 from team where event_id = $1 and name = $3";
            let query = sqlx::query(sql).bind(event).bind(title).bind(team).bind(*status);
            assert_eq!(
                query.execute(&mut *conn).await.unwrap().rows_affected(),
                1,
                "{title}: no team {team}"
            );
        }
    }

    async fn insert_reviews(&self, conn: &mut PgConnection, event: i64) {
        for (judge, title) in &self.assignments {
            let sql = "insert into assignment (event_id, person_id, project_id, source)
                       select $1, j.id, p.id, 'planned' from person j, project p
                       where j.email = $2 and p.event_id = $1 and p.title = $3";
            let query = sqlx::query(sql).bind(event).bind(email(judge)).bind(title);
            assert_eq!(query.execute(&mut *conn).await.unwrap().rows_affected(), 1, "{judge} and {title}");
        }
        for (judge, title, scores, submitted) in &self.reviews {
            sqlx::query(
                "with mine as (
                     update assignment a set status = case when $6 then 'done' else 'pending' end
                     from person j, project p where j.id = a.person_id and p.id = a.project_id
                         and a.event_id = $1 and j.email = $2 and p.title = $3 returning a.id)
                 insert into review (assignment_id, event_id, scores, comment, submitted_at)
                     select id, $1, $4::jsonb, $5, case when $6 then now() end from mine",
            )
            .bind(event)
            .bind(email(judge))
            .bind(title)
            .bind(scores)
            .bind(format!("By {judge}"))
            .bind(*submitted)
            .execute(&mut *conn)
            .await
            .unwrap();
        }
        if self.published {
            let sql = "with ran as (
                           insert into calibration_run (event_id, run, method, input_digest, input, results, judges,
                               excluded, connectivity)
                           values ($1, 0, 'crossed-eb/v2', repeat('0', 64), '[]', '[]', '[]', '[]', '{}')
                           returning id)
                       insert into publication (event_id, run_id) select $1, id from ran";
            sqlx::query(sql).bind(event).execute(&mut *conn).await.unwrap();
        }
    }
}

/// Somebody with a confirmed address, a token and a session; the same person in every event.
async fn insert_person(conn: &mut PgConnection, name: &str) -> i64 {
    let person: i64 = sqlx::query_scalar(
        r#"insert into person (email, name, confirmed_at) values ($1, initcap($2), now())
         on conflict (lower(email collate "C")) do update set email = excluded.email returning id"#,
    )
    .bind(email(name))
    .bind(name)
    .fetch_one(&mut *conn)
    .await
    .unwrap();
    let sql =
        "insert into api_token (person_id, name, token_hash) values ($1, 'test', $2) on conflict do nothing";
    sqlx::query(sql).bind(person).bind(secrets::hash(&token(name))).execute(&mut *conn).await.unwrap();
    let sql = "insert into session (person_id, id_hash) values ($1, $2) on conflict do nothing";
    sqlx::query(sql).bind(person).bind(secrets::hash(&session(name))).execute(&mut *conn).await.unwrap();
    person
}
