//! Builds an event by SQL in one transaction, as an import does. The rules about time ignore rows of an event
//! that was created in the same transaction, so an event can be finished from the start.

use super::world::{Hours, World};
use super::{Site, email, join_code, session, token};
use portal::secrets;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgConnection, PgPool, Postgres};

/// A whole review of the usual rubric.
pub(crate) const FULL: &str = r#"{"quality": 4, "impact": 7}"#;

const OPEN: Hours = (Some(-1), Some(1));
const PAST: Hours = (Some(-3), Some(-2));
const AHEAD: Hours = (Some(2), Some(3));

/// An event to create. People, teams and projects are identified by name.
#[derive(Clone)]
pub(crate) struct Event {
    slug: String,
    name: String,
    windows: [Hours; 3],
    draft: bool,
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
            draft: false,
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

    /// `demo`, whose judging is open. Ada and Bo judge, Olga and Orla organize, and Orla judges, too. Pia’s Lights made Lamp, Ben’s Sails made
    /// Boat.
    pub(crate) fn lamp_and_boat() -> Self {
        Self::new("demo")
            .judging()
            .judges(&["ada", "bo"])
            .organizers(&["olga", "orla"])
            .judge("orla")
            .teams(&[("Lights", &["pia"]), ("Sails", &["ben"])])
            .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
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

    /// No organizer has opened it yet.
    pub(crate) fn unopened(mut self) -> Self {
        self.draft = true;
        self
    }

    /// Adds a criterion, named as its key with a capital; the first replaces the usual rubric.
    pub(crate) fn criterion(mut self, key: &'static str, weight: &'static str, min: i32, max: i32) -> Self {
        self.criteria.push((key, weight, min, max));
        self
    }

    pub(crate) fn track(mut self, name: &'static str) -> Self {
        self.tracks.push(name);
        self
    }

    pub(crate) fn tracks(self, names: &[&'static str]) -> Self {
        names.iter().copied().fold(self, Self::track)
    }

    /// A person without a role in the event.
    pub(crate) fn person(self, name: &str) -> Self {
        self.role(name, None)
    }

    /// Several of them.
    pub(crate) fn people(self, names: &[&str]) -> Self {
        names.iter().copied().fold(self, Self::person)
    }

    /// A site admin.
    pub(crate) fn admin(mut self, name: &str) -> Self {
        self.staff.push(name.into());
        self.role(name, None)
    }

    pub(crate) fn judge(self, name: &str) -> Self {
        self.role(name, Some("judge"))
    }

    pub(crate) fn judges(self, names: &[&str]) -> Self {
        names.iter().copied().fold(self, Self::judge)
    }

    pub(crate) fn organizer(self, name: &str) -> Self {
        self.role(name, Some("organizer"))
    }

    pub(crate) fn organizers(self, names: &[&str]) -> Self {
        names.iter().copied().fold(self, Self::organizer)
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

    pub(crate) fn teams(self, teams: &[(&str, &[&str])]) -> Self {
        teams.iter().fold(self, |event, (team, members)| event.team(team, members))
    }

    /// A submitted project of a team.
    pub(crate) fn project(mut self, title: &str, team: &str) -> Self {
        self.projects.push((title.into(), team.into(), "submitted"));
        self
    }

    /// Several of them, each with its team.
    pub(crate) fn projects(self, projects: &[(&str, &str)]) -> Self {
        projects.iter().fold(self, |event, (title, team)| event.project(title, team))
    }

    /// A draft of a team.
    pub(crate) fn draft(mut self, title: &str, team: &str) -> Self {
        self.projects.push((title.into(), team.into(), "draft"));
        self
    }

    pub(crate) fn assign(mut self, judge: &str, title: &str) -> Self {
        self.assignments.push((judge.into(), title.into()));
        self
    }

    /// Gives several judges a project each.
    pub(crate) fn assignments(self, pairs: &[(&str, &str)]) -> Self {
        pairs.iter().fold(self, |event, (judge, title)| event.assign(judge, title))
    }

    /// Assigns, with a submitted review: scores as a JSON object, the comment "By <judge>".
    pub(crate) fn review(mut self, judge: &str, title: &str, scores: &str) -> Self {
        self.reviews.push((judge.into(), title.into(), scores.into(), true));
        self.assign(judge, title)
    }

    /// Several of them.
    pub(crate) fn reviews(self, reviews: &[(&str, &str, &str)]) -> Self {
        reviews.iter().fold(self, |event, (judge, title, scores)| event.review(judge, title, scores))
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

    pub(crate) async fn create(self, pool: &PgPool) -> World {
        let mut transaction = pool.begin().await.unwrap();
        let event = self.insert_event(&mut transaction).await;
        self.insert_people(&mut transaction, event).await;
        self.insert_projects(&mut transaction, event).await;
        self.insert_reviews(&mut transaction, event).await;
        transaction.commit().await.unwrap();
        World { pool: pool.clone(), event, slug: self.slug }
    }

    /// Makes it, and the service that has it.
    pub(crate) async fn served(self, pool: &PgPool) -> (World, Site) {
        (self.create(pool).await, Site::new(pool).await)
    }

    async fn insert_event(&self, conn: &mut PgConnection) -> i64 {
        let [submissions, judging, voting] = self.windows;
        let sql = "insert into event (slug, name, submissions_open, submissions_close, judging_open,
                 judging_close, voting_open, voting_close, draft)
             values ($1, $2, now() + make_interval(hours => $3), now() + make_interval(hours => $4),
                 now() + make_interval(hours => $5), now() + make_interval(hours => $6),
                 now() + make_interval(hours => $7), now() + make_interval(hours => $8), $9) returning id";
        let event = sqlx::query_scalar(sql)
            .bind(&self.slug)
            .bind(&self.name)
            .bind(submissions.0)
            .bind(submissions.1)
            .bind(judging.0)
            .bind(judging.1)
            .bind(voting.0)
            .bind(voting.1)
            .bind(self.draft)
            .fetch_one(&mut *conn)
            .await
            .unwrap();
        let usual = vec![("quality", "2", 1, 5), ("impact", "1", 0, 10)];
        let criteria = if self.criteria.is_empty() { &usual } else { &self.criteria };
        let sql = "insert into criterion (event_id, key, name, weight, min_value, max_value, position)
                   select $1, key, initcap(key), weight::numeric, low, high, place - 1
                   from unnest($2::text[], $3::text[], $4::int[], $5::int[])
                       with ordinality g (key, weight, low, high, place) order by place";
        let query = sqlx::query(sql).bind(event);
        let query = query.bind(of(criteria, |c| c.0)).bind(of(criteria, |c| c.1));
        insert(conn, criteria.len(), query.bind(of(criteria, |c| c.2)).bind(of(criteria, |c| c.3))).await;
        let sql = "insert into track (event_id, name)
                   select $1, name from unnest($2::text[]) with ordinality g (name, place) order by place";
        insert(conn, self.tracks.len(), sqlx::query(sql).bind(event).bind(&self.tracks)).await;
        event
    }

    /// Somebody with a confirmed address, a token and a session is the same person in every event.
    async fn insert_people(&self, conn: &mut PgConnection, event: i64) {
        let emails = of(&self.people, |(name, _)| email(name));
        let sql = r#"insert into person (email, name, confirmed_at)
                     select email, initcap(name), now()
                     from unnest($1::text[], $2::text[]) with ordinality g (email, name, place) order by place
                     on conflict (lower(email collate "C")) do nothing"#;
        let query = sqlx::query(sql).bind(&emails).bind(of(&self.people, |(name, _)| name.clone()));
        query.execute(&mut *conn).await.unwrap();
        let sql = "insert into api_token (person_id, name, token_hash)
                   select p.id, 'test', g.hash
                   from unnest($1::text[], $2::bytea[]) with ordinality g (email, hash, place)
                       join person p using (email) order by g.place
                   on conflict do nothing";
        let query = sqlx::query(sql).bind(&emails);
        let query = query.bind(of(&self.people, |(name, _)| secrets::hash(&token(name))));
        query.execute(&mut *conn).await.unwrap();
        let sql = "insert into session (person_id, id_hash)
                   select p.id, g.hash from unnest($1::text[], $2::bytea[]) g (email, hash) join person p using (email)
                   on conflict do nothing";
        let query = sqlx::query(sql).bind(&emails);
        let query = query.bind(of(&self.people, |(name, _)| secrets::hash(&session(name))));
        query.execute(&mut *conn).await.unwrap();
        for sql in [
            "insert into event_person (event_id, person_id)
             select $1, p.id from unnest($2::text[], $3::text[]) with ordinality g (email, role, place)
                 join person p using (email) where g.role is not null order by g.place
             on conflict do nothing",
            "insert into membership (event_id, person_id, role)
             select $1, p.id, g.role from unnest($2::text[], $3::text[]) with ordinality g (email, role, place)
                 join person p using (email) where g.role is not null order by g.place
             on conflict do nothing",
        ] {
            let query = sqlx::query(sql).bind(event).bind(&emails).bind(of(&self.people, |(_, role)| *role));
            query.execute(&mut *conn).await.unwrap();
        }
        let sql = "update person set is_staff = true where email = any($1)";
        let staff = of(&self.staff, |name| email(name));
        insert(conn, staff.len(), sqlx::query(sql).bind(&staff)).await;
        let sql = "update event_person m set external_id = g.id
                   from unnest($2::text[], $3::text[]) g (email, id) join person p using (email)
                   where m.event_id = $1 and m.person_id = p.id";
        let query = sqlx::query(sql).bind(event).bind(of(&self.external_ids, |(name, _)| email(name)));
        let query = query.bind(of(&self.external_ids, |(_, id)| id.clone()));
        insert(conn, self.external_ids.len(), query).await;
    }

    async fn insert_projects(&self, conn: &mut PgConnection, event: i64) {
        let sql = "insert into team (event_id, name, join_code_hash)
                   select $1, name, code
                   from unnest($2::text[], $3::bytea[]) with ordinality g (name, code, place) order by place";
        let query = sqlx::query(sql).bind(event).bind(of(&self.teams, |(team, _)| team.clone()));
        let query = query.bind(of(&self.teams, |(team, _)| secrets::hash(&join_code(&self.slug, team))));
        insert(conn, self.teams.len(), query).await;
        let members = self.teams.iter().flat_map(|(team, members)| members.iter().map(move |m| (team, m)));
        let members: Vec<_> = members.collect();
        let sql = "insert into team_member (event_id, person_id, team_id)
                   select $1, p.id, t.id
                   from unnest($2::text[], $3::text[]) with ordinality g (team, email, place)
                       join person p using (email) join team t on t.event_id = $1 and t.name = g.team
                   order by g.place";
        let query = sqlx::query(sql).bind(event).bind(of(&members, |(team, _)| (*team).clone()));
        insert(conn, members.len(), query.bind(of(&members, |(_, member)| email(member)))).await;
        let sql = "insert into project (event_id, team_id, title, status)
                   select $1, t.id, g.title, g.status
                   from unnest($2::text[], $3::text[], $4::text[]) with ordinality g (title, team, status, place)
                       join team t on t.event_id = $1 and t.name = g.team
                   order by g.place";
        let query = sqlx::query(sql).bind(event).bind(of(&self.projects, |(title, ..)| title.clone()));
        let query = query.bind(of(&self.projects, |(_, team, _)| team.clone()));
        insert(conn, self.projects.len(), query.bind(of(&self.projects, |(.., status)| *status))).await;
    }

    async fn insert_reviews(&self, conn: &mut PgConnection, event: i64) {
        let sql = "insert into assignment (event_id, person_id, project_id, source)
                   select $1, j.id, p.id, 'planned'
                   from unnest($2::text[], $3::text[]) with ordinality g (email, title, place)
                       join person j using (email) join project p on p.event_id = $1 and p.title = g.title
                   order by g.place";
        let query = sqlx::query(sql).bind(event).bind(of(&self.assignments, |(judge, _)| email(judge)));
        let query = query.bind(of(&self.assignments, |(_, title)| title.clone()));
        insert(conn, self.assignments.len(), query).await;
        let sql = "with mine as (
                       update assignment a set status = case when g.submitted then 'done' else 'pending' end
                       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bool[])
                               with ordinality g (email, title, scores, comment, submitted, place)
                           join person j using (email) join project p on p.event_id = $1 and p.title = g.title
                       where a.person_id = j.id and a.project_id = p.id
                       returning a.id, g.scores, g.comment, g.submitted, g.place)
                   insert into review (assignment_id, event_id, scores, comment, submitted_at)
                   select id, $1, scores::jsonb, comment, case when submitted then now() end from mine order by place";
        let query = sqlx::query(sql).bind(event).bind(of(&self.reviews, |(judge, ..)| email(judge)));
        let query = query.bind(of(&self.reviews, |(_, title, ..)| title.clone()));
        let query = query.bind(of(&self.reviews, |(_, _, scores, _)| scores.clone()));
        let query = query.bind(of(&self.reviews, |(judge, ..)| format!("By {judge}")));
        insert(conn, self.reviews.len(), query.bind(of(&self.reviews, |(.., submitted)| *submitted))).await;
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

/// One column of what is inserted.
fn of<T, U>(rows: &[T], column: impl Fn(&T) -> U) -> Vec<U> {
    rows.iter().map(column).collect()
}

/// Inserts as many rows in one statement: a name that nobody and nothing has would make fewer.
async fn insert(conn: &mut PgConnection, rows: usize, query: Query<'_, Postgres, PgArguments>) {
    if rows > 0 {
        let inserted = query.execute(conn).await.unwrap().rows_affected();
        let found = usize::try_from(inserted);
        assert_eq!(found, Ok(rows), "a judge, a member, a team or a project is not in the event");
    }
}
