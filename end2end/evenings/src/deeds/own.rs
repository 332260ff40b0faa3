//! What people write and choose for themselves: judges their notes and their calendars, teams what they need.

use super::{By, Deed, Doing, FORM, assignments, projects};
use crate::things::{Things, get, set};
use crate::verdict::{Refused, Verdict};
use crate::world::World;
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::refusal::{Fault, require_field};
use shared::rules::{Rule, act};
use shared::wishes::Wishes;

/// A judge's note, by the number of the assignment with which it was saved.
pub(super) const NOTE: &str = "note";
/// What a team asks for with a project.
pub(super) const WISHES: &str = "wishes";

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "SaveNote",
        by: By::Assigned,
        path: "/judge/assignments/{on}/note",
        // The first is written over nothing.
        bodies: &["note=Loud+and+clear.&version=none", "note=Ask+again.&version=none", "note=&version=none"],
        on: assignments,
        rule: act::SaveNote::ACT,
        then: save_note,
        ..FORM
    },
    Deed {
        name: "MakeCalendar",
        by: By::Judge,
        path: "/events/{slug}/judge/calendar/make",
        rule: act::KeepCalendar::ACT,
        // The answer shows the address.
        then: |_, _| Ok(200),
        ..FORM
    },
    Deed {
        name: "EndCalendar",
        by: By::Judge,
        path: "/events/{slug}/judge/calendar/end",
        rule: act::KeepCalendar::ACT,
        ..FORM
    },
    Deed {
        name: "Wish",
        by: By::Team,
        path: "/projects/{on}/prizes",
        bodies: &["power=true", "quiet=true&power=true", "", "prizes=999999999"],
        on: projects,
        rule: act::AskForPrizes::ACT,
        then: wish,
        ..FORM
    },
];

/// The note of the same judge on the same project: it stays where an assignment goes.
fn save_note(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let project = world.assignments.get(&doing.on).map(|assignment| assignment.project);
    let of = json!([doing.who, project]);
    let mut notes = world.things.iter().filter(|((kind, _), _)| *kind == NOTE).map(|(_, note)| note);
    let stored = notes.find(|note| note["of"] == of).map(|note| note["text"].clone());
    let text = json!(doing.form().get("note"));
    match stored {
        Some(stored) if stored == text => {}
        Some(_) => return Err(Refused::Found(412)),
        None if text == json!("") => {}
        None => set(&mut world.things, (NOTE, doing.on), &json!({ "of": of, "text": text })),
    }
    Ok(303)
}

fn asked(wishes: &Wishes) -> Value {
    json!({ "power": wishes.power, "quiet": wishes.quiet })
}

/// No prize of an evening is one that teams ask for.
fn wish(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let wishes = Wishes::of_form(&doing.form())?;
    require_field(wishes.prizes.is_empty(), "prizes", Fault::ForeignPart)?;
    let key = (WISHES, doing.on);
    if get(&world.things, key).is_some() || wishes != Wishes::default() {
        set(&mut world.things, key, &asked(&wishes));
    }
    Ok(303)
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, number: i64, after: &Value) {
    match row.action.as_str() {
        // Nobody else reads what is in it, the log included.
        "note.saved" => set(things, (NOTE, number), &json!({})),
        "project.wished" => {
            let wishes = json!({ "power": after["power"], "quiet": after["quiet"] });
            set(things, (WISHES, number), &wishes);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::effects::assignment;
    use crate::world::{Member, Project, Team, empty, member};
    use shared::project::ProjectTexts;

    #[test]
    fn a_note_is_written_over_what_was_seen_and_wishes_replace_each_other() {
        let cast = vec![Member { judge: true, ..member(7) }, Member { participant: true, ..member(8) }];
        let given = assignment(0, 3, "manual");
        let project = Project { team: 1, texts: ProjectTexts::default(), submitted: true, withdrawn: false };
        let team = Team { members: vec![1], ..Team::default() };
        let (projects, teams) = ([(3, project)].into(), [(1, team)].into());
        let mut world = World { cast, projects, teams, assignments: [(5, given)].into(), ..empty() };
        let mut play = |name: &str, who, on, body: &str| played(&mut world, name, (who, on, 0), body);
        assert_eq!((play("SaveNote", 0, 5, "note="), play("SaveNote", 0, 5, "note=A")), (Ok(303), Ok(303)));
        assert_eq!((play("SaveNote", 0, 5, "note=A"), play("SaveNote", 0, 5, "note=B")), (Ok(303), Err(412)));
        assert_eq!(play("SaveNote", 1, 5, "note=A"), Err(404));
        assert_eq!((play("Wish", 1, 3, ""), play("Wish", 0, 3, "power=true")), (Ok(303), Err(403)));
        assert_eq!((play("Wish", 1, 3, "power=true"), play("Wish", 1, 3, "")), (Ok(303), Ok(303)));
        assert_eq!(play("Wish", 1, 3, "prizes=5"), Err(400));
        let mut told = Things::new();
        let row = |action: &str| AuditRow { action: action.to_owned(), ..AuditRow::default() };
        logged(&mut told, &row("note.saved"), 5, &Value::Null);
        logged(&mut told, &row("project.wished"), 3, &json!({ "power": false, "quiet": false }));
        assert!(told.keys().eq(world.things.keys()));
        assert_eq!(told[&(WISHES, 3)], world.things[&(WISHES, 3)]);
    }
}
