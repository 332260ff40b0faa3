//! The three projects that each judge likes best.

use super::{By, Deed, Doing, FORM, READ, assignments};
use crate::things::{EVENT, Things, of_event, set};
use crate::verdict::Verdict;
use crate::world::World;
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::ids::ProjectId;
use shared::prize::{FIRST_THREE, check_order, order_of_form};
use shared::refusal::{Fault, PrizeFault, require_field};
use shared::rules::{AssignmentStatus, Rule, act};

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "LookAtFirstThree",
        by: By::Judge,
        path: "/events/{slug}/judge/first-three",
        rule: act::SeeOwnFirstThree::ACT,
        ..READ
    },
    Deed {
        name: "GiveFirstThree",
        by: By::Assigned,
        path: "/events/{slug}/judge/first-three",
        bodies: &[
            "choices={judged}",
            "choices={judged}",
            "choices=&choices-2={judged}&choices-3={project}",
            "choices={judged}&choices-2={judged}",
            "choices=",
        ],
        on: assignments,
        rule: act::GiveFirstThree::ACT,
        then: give,
        // A review that is taken back at the same moment is found by the database, which refuses with another status.
        races: false,
        ..FORM
    },
];

/// What the world and the log call the order of somebody.
fn name(email: &str) -> String {
    format!("first three of {email}")
}

fn give(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let order = order_of_form(&doing.form(), FIRST_THREE, Fault::ForeignPart)?;
    let email = world.email(doing.who);
    let (name, own) = (name(email), format!("order of {email}"));
    let before = of_event(&world.things, &own).and_then(Value::as_array);
    let before: Vec<ProjectId> =
        before.into_iter().flatten().filter_map(Value::as_i64).map(ProjectId).collect();
    check_order(&order, &before, FIRST_THREE)?;
    let is_reviewed = |choice: &ProjectId| {
        let mut of = world.assignments.values().filter(|a| a.judge == doing.who && a.project == choice.0);
        of.any(|a| a.status == AssignmentStatus::Done)
    };
    require_field(order.iter().all(is_reviewed), "choices", Fault::Prize(PrizeFault::NotReviewed))?;
    let count = order.len();
    let order: Vec<i64> = order.into_iter().map(|ProjectId(project)| project).collect();
    set(&mut world.things, EVENT, &json!({ name: count, own: order }));
    Ok(303)
}

/// The log knows how many they are, and not which.
pub(super) fn logged(things: &mut Things, row: &AuditRow, after: &Value) {
    if row.action == "first_three.given" {
        set(things, EVENT, &json!({ name(&row.actor): after["choices"] }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::effects::assignment;
    use crate::world::{Assignment, Member, empty, member};

    #[test]
    fn a_judge_names_what_they_have_reviewed_and_takes_it_back() {
        let cast = vec![Member { judge: true, ..member(7) }, member(8)];
        let done = Assignment { status: AssignmentStatus::Done, ..assignment(0, 3, "manual") };
        let pending = assignment(0, 4, "manual");
        let mut world = World { cast, assignments: [(5, done), (6, pending)].into(), ..empty() };
        world.event.first_three = true;
        let mut give = |who, body: &str| played(&mut world, "GiveFirstThree", (who, 0, 0), body);
        assert_eq!((give(1, "choices=3"), give(0, "choices=4")), (Err(403), Err(400)));
        assert_eq!((give(0, "choices="), give(0, "choices=3&choices-2=3")), (Err(400), Err(400)));
        assert_eq!((give(0, "choices=3"), give(0, "choices=3")), (Ok(303), Ok(303)));
        assert_eq!((give(0, "choices="), give(0, "choices=")), (Ok(303), Err(400)), "nothing is left");
        let mut told = Things::new();
        let (actor, action) = ("7@x.example".to_owned(), "first_three.given".to_owned());
        logged(&mut told, &AuditRow { actor, action, ..AuditRow::default() }, &json!({ "choices": 0 }));
        assert_eq!(
            told[&EVENT][name("7@x.example").as_str()],
            world.things[&EVENT][name("7@x.example").as_str()]
        );
    }
}
