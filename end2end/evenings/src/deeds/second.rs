//! A second organizer, who confirms what cannot be taken back. An event of an evening asks for one at its end only.

use super::{By, Deed, Doing, FORM};
use crate::things::{EVENT, of_event, set};
use crate::verdict::Verdict;
use crate::world::World;
use serde_json::json;
use shared::refusal::{Reason, Refusal, require};
use shared::rules::{Rule, act};

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "AskSecond",
        by: By::Newcomer,
        path: "/events/{slug}/manage/second-organizer/on",
        rule: act::AskSecondOrganizer::ACT,
        then: ask,
        ..FORM
    },
    Deed {
        name: "AskNoSecond",
        path: "/events/{slug}/manage/second-organizer/off",
        // The event asks for none, so it stays as it is.
        rule: act::AskSecondOrganizer::ACT,
        ..FORM
    },
    Deed {
        name: "DropSecond",
        by: By::Admin,
        path: "/events/{slug}/manage/second-organizer/force",
        bodies: &["reason=Only+one+is+left."],
        rule: act::DropSecondOrganizer::ACT,
        ..FORM
    },
    Deed {
        name: "Confirm",
        path: "/api/events/{slug}/confirmations/{on}/confirm",
        bodies: &[r#"{"sentence": "I compared them."}"#],
        on: |_| vec![1],
        rule: act::DecideConfirmation::ACT,
        then: confirm,
        ..FORM
    },
];

/// Whether what cannot be taken back waits for a second organizer.
pub(crate) fn is_asked(world: &World) -> bool {
    of_event(&world.things, "second") == Some(&json!(true))
}

fn ask(world: &mut World, _: &Doing<'_>) -> Verdict {
    set(&mut world.things, EVENT, &json!({ "second": true }));
    Ok(303)
}

/// Nothing but the removal of personal data ever waits, for somebody else than who asked.
fn confirm(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let asker = of_event(&world.things, "asked_to_forget").ok_or_else(Refusal::not_found)?;
    require(*asker != json!(doing.who), Reason::OwnConfirmation)?;
    world.event.forgotten_at = Some(doing.now);
    Ok(200)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::act::Act;
    use crate::deeds::played_first;
    use crate::effects::{Outcome, take};
    use crate::world::{Member, empty, member, now};

    #[test]
    fn what_one_organizer_asks_for_is_done_once_another_confirms_it() {
        let organizer = |person| Member { organizer: true, ..member(person) };
        let cast = vec![organizer(7), organizer(8), Member { staff: true, ..member(9) }];
        let mut world = World { cast, ..empty() };
        let play = |world: &mut World, name: &str, who| played_first(world, name, (who, 1, 0));
        assert_eq!((play(&mut world, "Confirm", 1), play(&mut world, "Confirm", 2)), (Err(404), Err(403)));
        assert_eq!(
            (play(&mut world, "DropSecond", 0), play(&mut world, "DropSecond", 2)),
            (Err(403), Ok(303))
        );
        assert_eq!(play(&mut world, "AskSecond", 0), Ok(303));
        let forget = Act::Forget { who: 0, confirmed: true };
        take(&forget, &mut world, &Outcome::default(), now()).unwrap();
        assert!(world.event.forgotten_at.is_none(), "it waits");
        assert!(play(&mut world, "Confirm", 0).is_err(), "they asked themselves");
        assert_eq!(play(&mut world, "Confirm", 1), Ok(200));
        assert!(world.event.forgotten_at.is_some());
    }
}
