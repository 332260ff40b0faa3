//! Projects.

use crate::prelude::*;
use futures_util::TryStreamExt as _;
use shared::form_question::{Answers, FormQuestion, GivenAnswers};
use shared::picture::{Picture, ProjectPicture};
use shared::project::ProjectTexts;
use shared::rules::Drafts;

/// Selects whole projects, by the condition that ends the statement. For some of them it is known that they have no picture (`$pictured`)
/// or no answer (`$asked`), and nothing is looked up.
macro_rules! select_projects {
    ([$pictured:literal, $asked:literal], $which:tt, $($value:expr),+ $(,)?) => {
        sqlx::query!(
            r#"select p.id as "id: ProjectId", e.slug as event, t.name as team, p.team_id as "team_id: TeamId", p.track_id as "track: TrackId", p.title, p.tagline, p.summary,
                      p.description, p.repo_url, p.demo_url, p.video_url, p.names_us, p.tags, p.submitted_at, p.withdrawn_at, p.withdrawal_reason,
                      p.duplicate_of as "duplicate_of: ProjectId",
                      p.duplicate_reason, p.duplicate_cleared,
                      case when "# + $asked + r#" then e.form_questions end as "form_questions?: Json<Vec<FormQuestion>>",
                      p.answers as "answers: Json<GivenAnswers>",
                      coalesce(l.room, '') as "room!", coalesce(l.place, '') as "place!",
                      case when "# + $pictured + r#" then
                          (select jsonb_agg(jsonb_build_object('id', i.id, 'picture', i.picture) order by i.position)
                           from project_picture i where i.project_id = p.id) end as "pictures?: Json<Vec<ProjectPicture>>"
               from project p
               left join project_place l on l.project_id = p.id
               join event e on e.id = p.event_id
               join team t on t.event_id = p.event_id and t.id = p.team_id
               where "# + $which,
            $($value),+
        )
        .map(object! { Project from |r|:
            id, event, team_id, team, track, title, tagline, summary, description, repo_url, demo_url, video_url, names_us,
            tags, submitted_at, duplicate_of, duplicate_reason, duplicate_cleared;
            pictures: r.pictures.map(|pictures| pictures.0).unwrap_or_default(),
            withdrawal: r.withdrawn_at.map(|at| Withdrawal { at, reason: r.withdrawal_reason }),
            place: Place::new(r.room, r.place),
            answers: Answers::new(r.form_questions.map(|asked| asked.0).unwrap_or_default(), r.answers.0)
        })
    };
}

/// One project; `None` where there is none.
pub async fn find(conn: &mut Conn, id: ProjectId) -> Outcome<Option<Project>> {
    Ok(select_projects!(["true", "true"], "p.id = $1", id.0).fetch_optional(conn).await?)
}

/// Locks a project against other writers until the transaction ends. The weaker lock is enough, since no key is ever
/// changed, and it leaves room for rows that refer to the project: with FOR UPDATE, flagging a repeat of it would wait
/// for this transaction while this one waits for the lock on submissions.
pub async fn lock(conn: &mut Conn, id: ProjectId) -> Outcome<()> {
    maybe_row!(conn, "select id from project where id = $1 for no key update"; id.0)?;
    Ok(())
}

/// Which drafts a list holds, as the query takes it: whether all, or else those of which team.
pub(super) fn drafts_in(drafts: Drafts) -> (bool, Option<i64>) {
    match drafts {
        Drafts::All => (true, None),
        Drafts::OfTeam(team) => (false, team.map(|t| t.0)),
    }
}

/// Gives a page of the submitted projects of an event, and these drafts, in id order, each as it comes from the database. The event's
/// questions come with those that answer some.
pub async fn list(
    conn: &mut Conn,
    event: EventId,
    drafts: Drafts,
    page: ListPage,
    mut each: impl FnMut(Project),
) -> Outcome<()> {
    let (all, team) = drafts_in(drafts);
    let rows = select_projects!(
        ["p.id in (select i.project_id from project_picture i where i.event_id = $1)", "p.answers <> '{}'"],
        "p.event_id = $1 and (p.status = 'submitted' or $2 or p.team_id = $3) and p.id > $4 order by p.id limit $5",
        event.0,
        all,
        team,
        page.after,
        page.rows(),
    );
    let mut rows = rows.fetch(conn);
    while let Some(row) = rows.try_next().await? {
        each(row);
    }
    Ok(())
}

/// So many of the projects that every visitor sees, the newest first.
pub async fn seen_by_all(conn: &mut Conn, most: i64) -> Outcome<Vec<ProjectId>> {
    values!(conn, r#"select p.id as "id: ProjectId" from project p join event e on e.id = p.event_id
         where p.status = 'submitted' and not e.draft order by p.id desc limit $1"#; most)
}

/// A team's projects in id order, drafts included.
pub async fn of_team(conn: &mut Conn, event: EventId, team: TeamId) -> Outcome<Vec<TeamProject>> {
    rows!(conn, TeamProject,
        r#"select id, title, submitted_at, withdrawn_at is not null as "withdrawn!", duplicate_of is not null as "flagged!", tagline <> '' as "tagline!",
                  summary <> '' as "summary!", repo_url <> '' or demo_url <> '' as "link!", track_id is not null as "track!"
           from project where event_id = $1 and team_id = $2 order by id"#; event.0, team.0)
}

/// The pictures of the first submitted projects of each of these events, repeats left out, by the event's slug.
pub async fn first_pictures(
    conn: &mut Conn,
    slugs: &[String],
    each: i64,
) -> Outcome<HashMap<String, Vec<Picture>>> {
    let rows = rows!(conn, r#"select e.slug, case when e.blind and not exists (select from publication b where b.event_id = e.id)
                               then i.picture || '{"alt": ""}' else i.picture end as "picture!: Picture"
           from event e cross join lateral (
               select p.id from project p
               where p.event_id = e.id and p.status = 'submitted' and p.duplicate_of is null order by p.id limit $2
           ) p
           join project_picture i on i.project_id = p.id and i.position = 1
           where e.slug = any($1) order by e.id, p.id"#; slugs, each)?;
    let mut of_events: HashMap<String, Vec<Picture>> = HashMap::new();
    for row in rows {
        of_events.entry(row.slug).or_default().push(row.picture);
    }
    Ok(of_events)
}

/// Inserts a project; it is submitted at the database's clock where `submit`.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::CreateProject>,
    texts: &ProjectTexts,
    submit: bool,
) -> Outcome<ProjectId> {
    let (event, team) = permit.ids();
    value!(conn,
        "insert into project (event_id, team_id, track_id, title, tagline, summary, description, repo_url, demo_url,
                              tags, video_url, status, submitted_at, answers)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
                 case when $12 then 'submitted' else 'draft' end, case when $12 then clock_timestamp() end, $13)
         returning id";
        event.0, team.0, texts.track as _, texts.title, texts.tagline, texts.summary, texts.description,
        texts.repo_url, texts.demo_url, &texts.tags, texts.video_url, submit, Json(&texts.answers) as _).map(ProjectId)
}

/// Writes a project's texts; a draft becomes submitted at the database's clock where `submit`.
pub async fn update(
    conn: &mut Conn,
    permit: &Permit<act::EditProject>,
    texts: &ProjectTexts,
    submit: bool,
) -> Outcome<()> {
    run!(conn, "update project set track_id = $2, title = $3, tagline = $4, summary = $5, description = $6, repo_url = $7,
                demo_url = $8, tags = $9, video_url = $10, answers = $12, updated_at = clock_timestamp(),
                status = case when $11 then 'submitted' else status end,
                submitted_at = case when $11 then coalesce(submitted_at, clock_timestamp()) else submitted_at end
         where id = $1";
        permit.ids().0, texts.track as _, texts.title, texts.tagline, texts.summary, texts.description,
        texts.repo_url, texts.demo_url, &texts.tags, texts.video_url, submit, Json(&texts.answers) as _)
}
