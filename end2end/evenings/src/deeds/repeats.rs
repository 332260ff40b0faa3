//! What organizers say of single projects: that one repeats another, or none, and what is wrong in one that came with a file.

use super::{Deed, Doing, FORM, projects};
use crate::things::{Things, set};
use crate::verdict::{Refused, Verdict};
use crate::world::World;
use serde_json::json;
use shared::audit::AuditRow;
use shared::fields::JsonFields;
use shared::project::{ProjectChanges, check};
use shared::refusal::{Reason, Refusal, require};
use shared::rules::{Rule, act};
use shared::teammates;

/// A project of which an organizer said that it repeats none.
pub(super) const CLEARED: &str = "cleared";

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "ClearRepeat",
        path: "/events/{slug}/manage/projects/{on}/clear",
        on: projects,
        rule: act::FlagDuplicate::ACT,
        then: clear,
        ..FORM
    },
    Deed {
        name: "FlagRepeat",
        path: "/events/{slug}/manage/projects/{on}/flag",
        bodies: &["duplicate_of={on}", "duplicate_of=999999999", "duplicate_of="],
        on: projects,
        rule: act::FlagDuplicate::ACT,
        // None of these is another project of the event.
        then: |_, _| Err(Refused::Found(400)),
        ..FORM
    },
    Deed {
        name: "Correct",
        path: "/api/events/{slug}/projects/{on}/correct",
        bodies: &[
            r#"{"title": "Corrected in act {n}"}"#,
            r#"{"demo_url": "https://demo.example/corrected/{n}", "tagline": "This stays as it is."}"#,
            r#"{"title": ""}"#,
            r#"{"repo_url": "nowhere"}"#,
            r#"{"title": 5}"#,
        ],
        on: |world| if world.imported.is_empty() { projects(world) } else { world.imported.clone() },
        rule: act::CorrectProject::ACT,
        then: correct,
        ..FORM
    },
    Deed {
        name: "CorrectOther",
        path: "/api/events/{slug}/projects/{on}/correct",
        bodies: &[r#"{"title": "Corrected in act {n}"}"#],
        on: unlisted,
        rule: act::CorrectProject::ACT,
        then: correct,
        ..FORM
    },
];

/// Projects that no list named: it would give them the number by which its source knows them.
fn unlisted(world: &World) -> Vec<i64> {
    let named = |team: i64| world.listed.keys().any(|(_, listed)| *listed == team);
    world.projects.iter().filter(|(_, project)| !named(project.team)).map(|(id, _)| *id).collect()
}

/// The portal looks for repeats itself; what an organizer said holds against that.
fn clear(world: &mut World, doing: &Doing<'_>) -> Verdict {
    require(world.is_submitted(doing.on), Reason::DraftNotFlagged)?;
    set(&mut world.things, (CLEARED, doing.on), &json!({}));
    Ok(303)
}

/// Only the title and the addresses are read.
fn correct(world: &mut World, doing: &Doing<'_>) -> Verdict {
    require(world.imported.contains(&doing.on), Reason::NotImported)?;
    let submitted = world.is_submitted(doing.on);
    let project = world.projects.get_mut(&doing.on).ok_or_else(Refusal::not_found)?;
    let sent = teammates::of_json(&JsonFields::read(doing.body.as_bytes())?)?;
    let ProjectChanges { title, repo_url, demo_url, video_url, .. } = sent;
    let mut changes = ProjectChanges { title, repo_url, demo_url, video_url, ..ProjectChanges::default() };
    teammates::merge_into(&mut changes, &project.texts)?;
    project.texts = check(changes, project.texts.clone(), &[], &[], submitted)?;
    Ok(200)
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64) {
    if row.action == "project.unflagged" {
        set(things, (CLEARED, number), &json!({}));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Member, Project, empty, member};
    use shared::project::ProjectTexts;

    #[test]
    fn only_what_came_with_a_file_is_corrected() {
        let cast = vec![Member { organizer: true, ..member(7) }, member(8)];
        let texts = ProjectTexts { title: "Lamp".to_owned(), ..ProjectTexts::default() };
        let project = Project { team: 1, texts, submitted: true, withdrawn: false };
        let projects = [(3, project.clone()), (4, project)].into();
        let mut world = World { cast, projects, imported: vec![3], ..empty() };
        let mut play = |name: &str, who, on, body: &str| played(&mut world, name, (who, on, 0), body);
        let title = r#"{"title": "Light"}"#;
        assert_eq!((play("Correct", 1, 3, title), play("Correct", 0, 4, title)), (Err(403), Err(409)));
        assert_eq!(
            (play("Correct", 0, 3, r#"{"title": ""}"#), play("Correct", 0, 3, title)),
            (Err(400), Ok(200))
        );
        assert_eq!((play("ClearRepeat", 0, 4, ""), play("ClearRepeat", 0, 5, "")), (Ok(303), Err(404)));
        assert_eq!(world.projects[&3].texts.title, "Light");
        let mut told = Things::new();
        let action = "project.unflagged".to_owned();
        logged(&mut told, &AuditRow { action, ..AuditRow::default() }, 4);
        assert_eq!(world.things, told);
    }
}
