//! What the access matrix looks for in every answer: words and numbers that only some may read, planted in each event.

use crate::prelude::*;
use memchr::memmem::Finder;
use std::collections::BTreeMap;

/// Each secret with its readers, as `access/table.rs` names them: `who[,who…][@when[,when…]]`, separated by `;`.
pub(crate) const SECRETS: &[(&str, &str)] = &[
    // What shows in lists, too.
    ("what the event is about", "*@early,late; team,organizers@draft"),
    ("a draft's title", "team,organizers"),
    ("a draft's words", "team,organizers"),
    ("a draft's picture", "team,organizers"),
    // What teams answer to the event's own questions.
    ("an answer for organizers", "team,organizers"),
    ("an answer for judges", "team,judge,other-judge,organizers"),
    ("an answer for all", "*@early,late; team,organizers@draft"),
    // Never public: what one judge said about one project, and when it is known who is ranked where.
    ("a score of the team's project", "other-judge; free"),
    ("a comment on the team's project", "other-judge; free"),
    ("a score of another project", "other-judge; organizer,organizer-on-team,admin; conflicted@published"),
    ("a comment on another project", "other-judge; organizer,organizer-on-team,admin; conflicted@published"),
    ("a draft review's comment", "judge; organizer,organizer-on-team,admin; conflicted@published"),
    ("why a judge stepped aside", "judge; free"),
    // A judge's own after the save, and never another judge's. Its team reads the sentence.
    ("a flag on the team's project", "other-judge; team,organizer-on-team; free"),
    // Who is assigned saves a review while judging is open.
    ("a fact about the team's project", "other-judge; judge@judging; team,organizers"),
    // The judge sees that there is a conflict, and of what kind.
    ("why a judge has a conflict", "free"),
    // Who judges one's own project is no team's business before publication.
    ("who judges the team's project", "organizer,organizer-judge,admin; conflicted@published"),
    // The totals of a project with one review are its mean, which the ranking shows.
    ("a total of the team's project", "other-judge; organizer,admin; *@published"),
    ("the run's fingerprint", "organizer,admin; *@published"),
    ("the log's first row", "free"),
    ("the salt of a judge's record", "judge; free"),
    ("the salt of another judge's record", "other-judge; free"),
    ("why a project won a prize", "organizer,admin; *@published"),
    ("a judge's address", "judge; organizers"),
    ("another judge's address", "other-judge; organizers"),
    ("a member's address", "team; organizers"),
    ("another team's member's address", "other-team; organizers"),
    ("a stranger's address", "stranger; organizers"),
    // Only the list of accounts has the name: nobody who reads the question does.
    ("who asked about the results", "admin"),
    // Who is on a panel is for organizers who take no part.
    ("a panellist's address", "panellist; free"),
];

/// The scores of the team's project and of another one in the event of this state, by its number. No two events have the
/// same, since a list may hold reviews of several.
pub(crate) fn scores(state: usize) -> [u64; 2] {
    [734_211_905, 555_666_777].map(|score| score + 1_000_000 * state as u64)
}

/// Plants what the builder of events cannot. Triggers are passed by: most windows are closed.
pub(crate) async fn plant(pool: &PgPool, world: &World) {
    let sql = r#"
        set session_replication_role = replica;
        update event set description = 'whatitisaboutin' || slug where slug <> 'elsewhere';
        update project set tagline = 'drafttagline', summary = 'draftsummary', description = 'draftstory',
            repo_url = 'https://draftrepository.example' where title = 'Fogbound';
        update event set form_questions = '[{"key": "diet", "label": "Diet", "kind": "text", "shown_to": "organizers"},
            {"key": "stack", "label": "Stack", "kind": "text", "shown_to": "judges"},
            {"key": "motto", "label": "Motto", "kind": "text", "shown_to": "all"}]' where slug <> 'elsewhere';
        update project p set answers = jsonb_build_object('diet', 'toorganizersin' || e.slug, 'stack', 'tojudgesin' || e.slug,
            'motto', 'toallin' || e.slug) from event e where e.id = p.event_id and p.title = 'Lamp';
        update review r set comment = 'saidof' || lower(p.title) || 'by' || split_part(j.email, '@', 1) || 'in' || e.slug
            from assignment a, project p, person j, event e
            where a.id = r.assignment_id and p.id = a.project_id and j.id = a.person_id and e.id = a.event_id;
        update assignment a set status = 'recused', recused_reason = 'knowsthemof' || e.slug from project p, event e
            where p.id = a.project_id and p.title = 'Dune' and e.id = a.event_id;
        update event set evidence = true where slug <> 'elsewhere';
        insert into evidence (event_id, project_id, fact)
            select e.id, p.id, jsonb_build_object('kind', 'dead_video', 'url', '', 'why', 'foundofthemin' || e.slug)
            from event e join project p on p.event_id = e.id and p.title = 'Lamp';
        insert into evidence (event_id, project_id, fact, found_by)
            select e.id, p.id, jsonb_build_object('kind', 'flag', 'reason', 'rules', 'sentence', 'flaggedthemin' || e.slug), j.id
            from event e join project p on p.event_id = e.id and p.title = 'Lamp', person j
            where j.email like 'other-judge@%';
        insert into conflict (event_id, person_id, project_id, kind, reason, source)
            select e.id, j.id, p.id, 'mentor', 'tiedtothemin' || e.slug, 'organizer'
            from event e join project p on p.event_id = e.id and p.title = 'Tide', person j
            where j.email like 'judge@%' on conflict do nothing;
        insert into prize (event_id, name, rule, awarded_at, award_reason)
            select id, 'Brightest', 'panel', now(), 'wonthatprizein' || slug from event
            where not exists (select from prize z where z.event_id = event.id) and slug <> 'elsewhere';
        insert into prize_winner (event_id, prize_id, project_id, position)
            select z.event_id, z.id, p.id, 1 from prize z join project p on p.event_id = z.event_id and p.title = 'Lamp'
            on conflict do nothing;
        insert into prize_panellist (event_id, prize_id, person_id)
            select z.event_id, z.id, j.id from prize z, person j where split_part(j.email, '@', 1) in ('judge', 'panellist')
            on conflict do nothing;
        insert into project_picture (event_id, project_id, position, picture)
            select p.event_id, p.id, 1, jsonb_build_object('alt', 'shownof' || p.title, 'width', 40, 'height', 30, 'files',
                jsonb_build_array(jsonb_build_object('width', 40, 'digest',
                    encode(sha256(convert_to('pixelsof' || p.id, 'UTF8')), 'hex'))))
            from project p where p.title in ('Lamp', 'Fogbound')
                and not exists (select from project_picture known where known.project_id = p.id);
        insert into picture_file (picture_id, width, digest, bytes)
            select i.id, 40, sha256(convert_to('pixelsof' || i.project_id, 'UTF8')), convert_to('pixelsof' || i.project_id, 'UTF8')
            from project_picture i
            where not exists (select from picture_file known where known.picture_id = i.id);
        update event set questions_until = now() + interval '1 day' where slug <> 'elsewhere';
        insert into person (email, name)
            select 'asker-' || slug || '@x.example', 'askedabout' || slug from event
            where slug <> 'elsewhere' on conflict do nothing;
        insert into results_question (event_id, number, asker_id, question, question_sha256, raised_at, answer_by)
            select e.id, 1, p.id, 'Why is it so?', repeat('0', 64), now(), now() + interval '7 days'
            from event e join person p on p.email = 'asker-' || e.slug || '@x.example' on conflict do nothing;
        set session_replication_role = origin;"#;
    sqlx::raw_sql(sql).execute(&mut *pool.acquire().await.unwrap()).await.unwrap();
    let sql = "select count(*) from project where event_id = $1 and tagline <> ''";
    assert_eq!(world.one::<i64>(sql).await, 1);
}

pub(crate) async fn texts(world: &World, state: usize) -> BTreeMap<&'static str, Vec<String>> {
    let [own, other] = scores(state);
    let said = |title: &str, judge: &str| vec![format!("saidof{title}by{judge}in{}", world.slug)];
    let lamp = world.project("Lamp").await;
    let fog = world.project("Fogbound").await;
    let drawn = world
        .one("select i.picture #>> '{files,0,digest}' from project_picture i join project p on p.id = i.project_id
              where i.event_id = $1 and p.title = 'Fogbound'")
        .await;
    let words = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    let salt = async |judge: &str| {
        let sql =
            "select encode(ep.record_salt, 'hex') from event_person ep join person p on p.id = ep.person_id
                   where ep.event_id = $1 and p.email = ";
        vec![world.one::<String>(&format!("{sql} '{}'", email(judge))).await]
    };
    BTreeMap::from([
        ("what the event is about", vec![format!("whatitisaboutin{}", world.slug)]),
        ("a draft's title", words(&["Fogbound"])),
        ("a draft's words", words(&["drafttagline", "draftsummary", "draftstory", "draftrepository"])),
        ("a draft's picture", vec![drawn, format!("pixelsof{fog}"), "shownofFogbound".to_owned()]),
        ("an answer for organizers", vec![format!("toorganizersin{}", world.slug)]),
        ("an answer for judges", vec![format!("tojudgesin{}", world.slug)]),
        ("an answer for all", vec![format!("toallin{}", world.slug)]),
        ("a score of the team's project", vec![own.to_string()]),
        ("a comment on the team's project", said("lamp", "other-judge")),
        ("a score of another project", vec![other.to_string()]),
        ("a comment on another project", said("tide", "other-judge")),
        ("a draft review's comment", said("mist", "judge")),
        ("why a judge stepped aside", vec![format!("knowsthemof{}", world.slug)]),
        ("a flag on the team's project", vec![format!("flaggedthemin{}", world.slug)]),
        ("a fact about the team's project", vec![format!("foundofthemin{}", world.slug)]),
        ("why a judge has a conflict", vec![format!("tiedtothemin{}", world.slug)]),
        ("who judges the team's project", vec![format!("{},{lamp},Lamp", email("other-judge"))]),
        ("a total of the team's project", vec![format!("{:.6}", own as f64 / 999_999_999.0)]),
        (
            "the run's fingerprint",
            vec![world.one("select input_digest from calibration_run where event_id = $1").await],
        ),
        (
            "the log's first row",
            vec![world.one("select row_hash from audit_log where event_id = $1 and seq = 1").await],
        ),
        ("the salt of a judge's record", salt("judge").await),
        ("the salt of another judge's record", salt("other-judge").await),
        ("why a project won a prize", vec![format!("wonthatprizein{}", world.slug)]),
        (
            "who asked about the results",
            vec![format!("askedabout{}", world.slug), format!("asker-{}@x.example", world.slug)],
        ),
        ("a judge's address", vec![email("judge")]),
        ("another judge's address", vec![email("other-judge")]),
        ("a member's address", vec![email("team")]),
        ("another team's member's address", vec![email("other-team")]),
        ("a stranger's address", vec![email("stranger")]),
        ("a panellist's address", vec![email("panellist")]),
    ])
}

/// Whether a text holds a secret, and not as the end of a longer word: `judge@x.example` is in `other-judge@x.example`.
pub(crate) fn holds(text: &str, secret: &Finder<'_>) -> bool {
    secret
        .find_iter(text.as_bytes())
        .any(|at| !text[..at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '-'))
}
