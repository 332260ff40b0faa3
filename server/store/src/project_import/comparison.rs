//! An uploaded list beside the projects, names and places that the event has.

use crate::prelude::*;
use shared::form_question::{FormQuestion, GivenAnswers};
use shared::project_files::{Readiness, RowNote};

/// The rows of a list beside the event's projects. The texts are compared in the database: of those that differ, their beginnings come out.
pub async fn rows(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    upload: &ProjectUpload,
) -> Outcome<Vec<UploadedRow>> {
    rows!(conn, r#"with known as materialized (
               select p.id, p.external_id as key, 1 as rank from project p
                   where p.event_id = $1 and p.external_id is not null and p.external_id not like 'evenhand:%'
               -- Before, the words after a submission's number were a part of the key.
               union all select p.id, regexp_replace(p.external_id, '(/submissions/[0-9]+)-.*$', '\1'), 2
                   from project p where p.event_id = $1 and p.external_id ~ '/submissions/[0-9]+-'
           ), keyed as materialized (
               select r.position, k.id, k.rank from project_import_row r join known k on k.key = r.key
                   where r.import_id = $2 and r.key <> 'title:' || name_key(r.content ->> 'title')
           ), pair as materialized (
               -- A number alone is no identity, whether it is ours or the list's: a file of another portal has the same ones, and so
               -- have a second sheet and one of which one column was sorted alone.
               select r.position, p.id, 3 as rank from project_import_row r
                   join project p on p.event_id = $1 and p.external_id = r.key where r.import_id = $2 and r.key like 'evenhand:%'
               -- Two sites may have given it: the title behind it says whose.
               union all select r.position, p.id, 3 from project_import_row r
                   join project p on p.event_id = $1 and p.external_id like 'evenhand:%/%'
                       and split_part(p.external_id, '/', 1) = r.key where r.import_id = $2
               union all select r.position, p.id, 4 from project_import_row r
                   join project p on p.event_id = $1 and p.id = r.project_id where r.import_id = $2
               -- Nor is a title, and two keys that sources keep are of two projects.
               union all select r.position, p.id, 5 from project_import_row r
                   join project p on p.event_id = $1 and name_key(p.title) = name_key(r.content ->> 'title')
                       and (r.key ~ '^(title|evenhand):' or coalesce(p.external_id, 'title:') ~ '^(title|evenhand):')
                   where r.import_id = $2 and r.standing = '"complete"'
                       and not exists (select from keyed k where k.position = r.position)
               -- A list without teams brought it by its title alone.
               union all select r.position, p.id, 6 from project_import_row r
                   join project p on p.event_id = $1 and p.external_id = r.key
                   where r.import_id = $2 and r.key = 'title:' || name_key(r.content ->> 'title')
           ), likely as materialized (
               -- It is the same project where the team is the same too, or the code's address, or a member, or what it was listed by.
               select a.position, a.id, a.rank, p.title, t.name as team,
                      name_key(p.title) = name_key(r.content ->> 'title') as titled,
                      name_key(t.name) = name_key(r.content ->> 'team')
                      or p.repo_url <> '' and link_key(p.repo_url) = link_key(r.content ->> 'repo_url')
                      or p.external_id = r.key || '/' || name_key(r.content ->> 'title')
                      or exists (select from jsonb_array_elements(r.members) m
                          where m ->> 'email' in (
                              select lower(o.email collate "C") from team_member tm join person o on o.id = tm.person_id
                                  where tm.event_id = $1 and tm.team_id = p.team_id
                              union all select lower(i.email collate "C") from invitation i
                                  where i.event_id = $1 and i.team_id = p.team_id)) as same,
                      -- It has other links than the project has and than a list gave it, and neither the same demo nor the same text,
                      -- or members, and none of the team.
                      a.rank = 6 and (exists (
                          select from (values ('repo_url', p.repo_url), ('demo_url', p.demo_url)) u(field, was)
                              where u.was <> '' and r.content ->> u.field <> '' and link_key(u.was) <> link_key(r.content ->> u.field)
                                  and listed_values(jsonb_build_object(u.field, r.content -> u.field)) ->> u.field
                                      is distinct from p.listed ->> u.field)
                          and not (p.demo_url <> '' and link_key(p.demo_url) = coalesce(link_key(r.content ->> 'demo_url'), ''))
                          and not (p.description <> '' and p.description = coalesce(r.content ->> 'description', ''))
                      or r.members <> '[]' and (
                          exists (select from team_member tm where tm.event_id = $1 and tm.team_id = p.team_id)
                          or exists (select from invitation i where i.event_id = $1 and i.team_id = p.team_id
                              and i.withdrawn_at is null))) as differs
               from pair a
               join project_import_row r on r.import_id = $2 and r.position = a.position
               join project p on p.id = a.id
               join team t on t.event_id = p.event_id and t.id = p.team_id
           ), titles as materialized (
               -- The projects that a row may be by its title, and whether a list brought one of them by it alone.
               select l.position, count(distinct l.id) as projects, array_agg(distinct l.team order by l.team) as teams,
                   bool_or(l.rank = 6) as brought
               from likely l where l.rank >= 5 group by l.position
           ), matched as materialized (
               select distinct on (m.position) m.position, m.id from (
                   select k.position, k.id, k.rank from keyed k
                   union all select l.position, l.id, l.rank from likely l where l.rank < 5 and (l.titled or l.same)
                   -- A title alone is enough where the event has it once, and nothing else in the row is another project's.
                   union all select l.position, l.id, l.rank from likely l join titles t on t.position = l.position
                       where l.rank = 6 and (l.same or not l.differs and t.projects = 1)) m
               order by m.position, m.rank, m.id
           ), foreign_number as materialized (
               -- The numbers are another site's where no row has that of its own project, nor a title of the event: a sheet of which
               -- one column was sorted alone has its titles. In a list of new titles, all numbers are the event's.
               select l.position, l.rank from likely l where l.rank = 4
                   and exists (select from project_import_row r where r.import_id = $2 and r.project_id is not null
                       and not exists (select from project p where p.event_id = $1 and p.id = r.project_id))
                   and not exists (select from likely o where o.rank = 4 and (o.titled or o.same
                       or exists (select from likely t where t.position = o.position and t.rank = 5)
                       and not exists (select from likely k
                           where k.position = o.position and k.rank = 3 and (k.titled or k.same))))
               -- So it is with those that an earlier list of another site gave: this one is of a third.
               union all select l.position, l.rank from likely l where l.rank = 3
                   and exists (select from project_import_row r where r.import_id = $2 and r.project_id is not null
                       and not exists (select from pair a where a.position = r.position and a.rank in (3, 4)))
                   and not exists (select from likely o where o.rank = 3 and (o.titled or o.same
                       or exists (select from likely t where t.position = o.position and t.rank = 5)))
           ), numbered as materialized (
               select l.position, l.title from likely l
                   where l.rank in (3, 4) and not exists (select from foreign_number f where f.rank = l.rank)
           ), titled as materialized (
               select l.* from likely l where l.rank = 5
                   and not exists (select from numbered n where n.position = l.position)
                   and not exists (select from matched m where m.id = l.id)
           ), named as materialized (
               select distinct on (t.position) t.position, t.id from titled t where t.same order by t.position, t.id
           ), found as materialized (
               select r.position, r.members, p.id, p.team_id,
                   exists (select from assignment a join review v on v.assignment_id = a.id
                       where a.event_id = $1 and a.project_id = p.id) as reviewed
               from project_import_row r
               left join matched m on m.position = r.position
               left join named s on s.position = r.position
               left join project p on p.id = coalesce(m.id, s.id)
               where r.import_id = $2
           ), gone as materialized (
               -- Open invitations of earlier lists to people whom this one no longer has in that team.
               select f.position, f.reviewed, i.id, lower(i.email collate "C") as email
               from found f
               join invitation i on i.event_id = $1 and i.team_id = f.team_id and i.role = 'participant'
                   and i.accepted_at is null and i.declined_at is null and i.withdrawn_at is null
               join imported_member o on o.event_id = i.event_id and o.team_id = i.team_id
                   and o.email = lower(i.email collate "C")
               where f.members <> '[]'
                   and not f.members @> jsonb_build_array(jsonb_build_object('email', lower(i.email collate "C")))
           )
           select r.position, r.rows,
                  case when exists (select from foreign_number f where f.position = r.position and f.rank = 3)
                      then r.key || '/' || name_key(r.content ->> 'title') else r.key end as "key!", r.content ->> 'title' as "title!", r.standing as "standing!: Json<Readiness>",
                  r.content ->> 'team' as "team?",
                  (select t.name from team t where t.event_id = $1 and (t.id = p.team_id
                      or p.id is null and name_key(t.name) = name_key(r.content ->> 'team'))) as "known_team?",
                  r.track, r.prizes as "prizes?", coalesce(r.content ->> 'room', '') as "room!",
                  coalesce(r.content ->> 'place', '') as "place!", r.team_size,
                  coalesce(r.content -> 'answers', '{}') as "answers!: Json<GivenAnswers>",
                  coalesce((r.content ->> 'submitted_at')::timestamptz > clock_timestamp(), false) as "ahead!", r.notes as "notes!: Json<Vec<RowNote>>",
                  p.id as "id?",
                  -- A title or a number yields to the key that a source keeps.
                  p.external_id is not null and (p.external_id !~ '^(title|evenhand):' or r.key ~ '^(title|evenhand):')
                      or exists (select from project o where o.event_id = $1 and o.external_id = r.key and o.id <> p.id)
                      as "has_external_id!",
                  p.status = 'submitted' or p.withdrawn_at is not null as "submitted?",
                  coalesce(p.status = 'submitted' and p.withdrawn_at is null, false) as "takes_part!",
                  f.reviewed as "reviewed!",
                  p.track_id as "track_id?",
                  array(select z.prize_id from project_prize z where z.project_id = p.id order by 1) as "stored_prizes!",
                  coalesce(l.room, '') as "stored_room!", coalesce(l.place, '') as "stored_place!",
                  coalesce(p.answers, '{}') as "stored_answers!: Json<GivenAnswers>",
                  x.was as "was!: Vec<Option<String>>", x.says as "says!: Vec<Option<String>>",
                  array(select h.key from jsonb_each_text(p.listed) h where h.value is distinct from (w.written ->> h.key))
                      as "by_hand!: Vec<String>",
                  b.new_members as "new_members!", b.judges as "judges!", b.panellists as "panellists!", b.untied as "untied!",
                  b.unrecorded as "unrecorded!", b.invited as "invited!", b.declined as "declined!", b.lifted as "lifted!", b.lifted_reasons as "lifted_reasons!",
                  b.reviewers as "reviewers!", b.organizers as "organizers!",
                  array(select m ->> 'email' from jsonb_array_elements(r.members) m
                      where exists (select from team_member t join person o on o.id = t.person_id
                              where t.event_id = $1 and t.team_id is distinct from p.team_id
                              and lower(o.email collate "C") = m ->> 'email')
                          -- Also who declined there, or accepted and left: the import invites none of them.
                          or exists (select from invitation i where i.event_id = $1 and i.role = 'participant'
                              and i.team_id is distinct from p.team_id and i.withdrawn_at is null
                              and lower(i.email collate "C") = m ->> 'email'
                              and not exists (select from gone g where g.id = i.id and not g.reviewed))
                          and not exists (select from team_member t join person o on o.id = t.person_id
                              where t.event_id = $1 and t.team_id = p.team_id
                              and lower(o.email collate "C") = m ->> 'email')
                          and not exists (select from invitation i where i.event_id = $1 and i.role = 'participant'
                              and i.team_id = p.team_id and i.withdrawn_at is null
                              and lower(i.email collate "C") = m ->> 'email'))
                      as "elsewhere!: Vec<String>",
                  array(select g.email from gone g where g.position = r.position order by 1) as "gone_members!: Vec<String>",
                  (select min(t.team) from titled t where t.position = r.position and p.id is null) as same_title,
                  (select min(n.title) from numbered n where n.position = r.position and p.id is null) as other_project,
                  exists (select from foreign_number f where f.position = r.position) as "foreign_number!",
                  case when p.id is null and y.brought then y.teams else '{}' end as "unsure!: Vec<String>"
           from project_import_row r
           join found f on f.position = r.position
           left join project p on p.id = f.id
           left join titles y on y.position = r.position
           left join project_place l on l.project_id = p.id
           cross join lateral (
               select count(*) filter (where m.is_new) as new_members,
                   coalesce(array_agg(m.email) filter (where m.judges and not m.declined and m.lifted is null), '{}') as judges,
                   coalesce(array_agg(m.email) filter (where m.judges and m.declined and m.lifted is null), '{}') as declined,
                   coalesce(array_agg(m.email) filter (where m.ranks and not m.judges and m.lifted is null), '{}') as panellists,
                   -- Whom an import ties to the project, now or as soon as they judge, and which of them it invites.
                   coalesce(array_agg(m.email) filter (where (m.judges or m.ranks) and m.lifted is null
                       and (m.is_new or not m.is_listed)), '{}') as untied,
                   coalesce(array_agg(m.email) filter (where not (m.judges or m.ranks or m.is_listed)), '{}') as unrecorded,
                   coalesce(array_agg(m.email) filter (where (m.judges or m.ranks) and m.is_new), '{}') as invited,
                   coalesce(array_agg(m.email) filter (where (m.judges or m.ranks) and m.lifted is not null), '{}') as lifted,
                   coalesce(array_agg(m.lifted) filter (where (m.judges or m.ranks) and m.lifted is not null), '{}') as lifted_reasons,
                   coalesce(array_agg(m.email) filter (where m.reviewed and m.lifted is null), '{}') as reviewers,
                   coalesce(array_agg(m.email) filter (where m.organizes and m.lifted is null), '{}') as organizers
               from (select a.m ->> 'email' as email, n.email is not null as is_listed, n.lifted_reason as lifted,
                   coalesce((select i.declined_at is not null from invitation i where i.event_id = $1 and i.role = 'participant'
                       and i.team_id = p.team_id and lower(i.email collate "C") = a.m ->> 'email'
                       order by i.id desc limit 1), false) as declined,
                   n.lifted_reason is null and not exists (select from team_member t join person o on o.id = t.person_id
                       where t.event_id = $1 and lower(o.email collate "C") = a.m ->> 'email')
                   -- As the import does: a withdrawn invitation holds nobody, nor does one that this list ends, so that
                   -- who moved to another team is invited there.
                   and not exists (select from invitation i where i.event_id = $1 and i.role = 'participant'
                       and lower(i.email collate "C") = a.m ->> 'email' and i.withdrawn_at is null
                       and not exists (select from gone g where g.id = i.id and not g.reviewed)) as is_new,
                   exists (select from membership j join person o on o.id = j.person_id
                       where j.event_id = $1 and j.role = 'judge' and lower(o.email collate "C") = a.m ->> 'email')
                   or exists (select from invitation i where i.event_id = $1 and i.role = 'judge'
                       and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
                       and lower(i.email collate "C") = a.m ->> 'email') as judges,
                   exists (select from prize_panellist j join person o on o.id = j.person_id
                       where j.event_id = $1 and lower(o.email collate "C") = a.m ->> 'email')
                   or exists (select from invitation i where i.event_id = $1 and i.role = 'panellist'
                       and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
                       and lower(i.email collate "C") = a.m ->> 'email') as ranks,
                   exists (select from assignment s join person o on o.id = s.person_id
                       where s.event_id = $1 and s.project_id = p.id and s.status = 'done'
                       and lower(o.email collate "C") = a.m ->> 'email') as reviewed,
                   exists (select from membership j join person o on o.id = j.person_id
                       where j.event_id = $1 and j.role = 'organizer' and not takes_part($1, j.person_id)
                       and lower(o.email collate "C") = a.m ->> 'email') as organizes
                   from jsonb_array_elements(r.members) a(m)
                   left join imported_member n on n.event_id = $1 and n.team_id = p.team_id and n.email = a.m ->> 'email') m) b
           cross join lateral (
               select array_agg(case when t.was <> t.says then left(t.was, 300) end order by t.at) as was,
                   array_agg(case when t.was <> t.says then left(t.says, 300) end order by t.at) as says
               from (values (1, p.title, r.content ->> 'title'), (2, p.tagline, r.content ->> 'tagline'),
                   (3, p.summary, r.content ->> 'summary'), (4, p.description, r.content ->> 'description'),
                   (5, p.repo_url, r.content ->> 'repo_url'), (6, p.demo_url, r.content ->> 'demo_url'),
                   (7, array_to_string(p.tags, ', '), case when r.content ? 'tags' then
                       array_to_string(array(select jsonb_array_elements_text(r.content -> 'tags')), ', ') end)) t(at, was, says)) x
           -- What lists said of a project, compared with what it is now.
           left join lateral (
               select listed_values(jsonb_build_object('title', p.title, 'tagline', p.tagline, 'summary', p.summary,
                   'description', p.description, 'repo_url', p.repo_url, 'demo_url', p.demo_url, 'tags', p.tags,
                   'track', p.track_id, 'room', l.room, 'place', l.place, 'answers', p.answers,
                   'prizes', (select coalesce(jsonb_agg(z.prize_id order by z.prize_id), '[]') from project_prize z
                       where z.project_id = p.id))) as written) w on p.listed <> '{}'
           where r.import_id = $2 order by r.position"#; permit.ids().0, upload.id)
    .each(object! { UploadedRow from |r|:
        position, rows, key, title, team, known_team, track, prizes, team_size, same_title, other_project, foreign_number, unsure, judges, declined, panellists, organizers, elsewhere, ahead;
        standing: r.standing.0,
        place: (r.room, r.place),
        answers: r.answers.0,
        members: r.new_members,
        lifted: r.lifted.into_iter().zip(r.lifted_reasons).collect(),
        notes: r.notes.0,
        stored: r.id.map(|id| object! { StoredProject from r:
            has_external_id, takes_part, reviewed, by_hand, new_members, gone_members, untied, unrecorded, invited, reviewers;
            id: ProjectId(id),
            submitted: r.submitted.unwrap_or_default(),
            track: r.track_id.map(TrackId),
            prizes: r.stored_prizes,
            place: (r.stored_room, r.stored_place),
            answers: r.stored_answers.0,
            texts: std::array::from_fn(|at| {
                let of = |texts: &[Option<String>]| texts.get(at).cloned().flatten();
                Some(ListedText { was: of(&r.was)?, says: of(&r.says)? })
            })
        })
    })
}

/// The submitted projects that an import brought and that no row of this list is, and those whose rows leave them out: `found` are those that
/// rows are, `left_out` the latter of them.
pub async fn gone(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    (found, left_out): (&[i64], &[i64]),
) -> Outcome<Vec<GoneProject>> {
    rows!(conn, GoneProject, r#"select p.id, p.title, t.name as team,
             exists (select from assignment a join review v on v.assignment_id = a.id
                 where a.event_id = $1 and a.project_id = p.id) as "reviewed!"
         from project p
         join team t on t.event_id = p.event_id and t.id = p.team_id
         where p.event_id = $1 and p.status = 'submitted'
             and (p.external_id is not null and p.id <> all ($2) or p.id = any ($3))
         order by p.title, p.id"#; permit.ids().0, found, left_out)
}

/// What names and places of a list are found among.
pub async fn names(conn: &mut Conn, permit: &Permit<act::ImportProjects>) -> Outcome<EventNames> {
    let event = permit.ids().0;
    let asked = row!(conn, r#"select max_team_size, form_questions as "questions: Json<Vec<FormQuestion>>",
                  exists (select from publication p where p.event_id = event.id) as "published!"
           from event where id = $1"#;
        event)?;
    let tracks = rows!(conn, "select id, name from track where event_id = $1 order by position, id"; event)?;
    let prizes = rows!(conn, "select id, name from prize where event_id = $1 order by position, id"; event)?;
    let places = rows!(conn, "select project_id, room, place from project_place where event_id = $1 and place <> ''";
        event)?;
    Ok(EventNames {
        tracks: tracks.into_iter().map(|t| (TrackId(t.id), t.name)).collect(),
        prizes: prizes.into_iter().map(|p| (p.id, p.name)).collect(),
        places: places.into_iter().map(|p| (ProjectId(p.project_id), p.room, p.place)).collect(),
        max_team_size: usize::try_from(asked.max_team_size).unwrap_or_default(),
        questions: asked.questions.0,
        published: asked.published,
    })
}
