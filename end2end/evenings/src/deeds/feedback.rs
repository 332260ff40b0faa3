//! What teams see of their reviews once the results are published.

use super::{Deed, Doing, FORM};
use crate::things::{EVENT, Things, set};
use crate::verdict::Verdict;
use crate::world::World;
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::bundle::Bundle;
use shared::feedback::FeedbackChoice;
use shared::refusal::{Reason, Refusal, require};
use shared::rules::{Rule, act};

pub(super) static DEEDS: &[Deed] = &[Deed {
    name: "ChooseFeedback",
    path: "/events/{slug}/manage/calibration/feedback",
    bodies: &[
        "seen=nothing&comments=true",
        "seen=comments&comments=true&criteria=true",
        "seen=both",
        "seen=both&criteria=true",
        "seen=criteria",
        "seen=all&comments=true",
    ],
    rule: act::ChooseFeedback::ACT,
    then: choose,
    ..FORM
}];

/// Another organizer may have chosen meanwhile, and the same.
fn choose(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let form = doing.form();
    let changed = || Refusal::from(Reason::FeedbackChanged);
    let seen = FeedbackChoice::from_name(form.get("seen")).ok_or_else(changed)?;
    let ticked = |name: &str| form.get(name) == "true";
    let choice = FeedbackChoice { comments: ticked("comments"), criteria: ticked("criteria") };
    let stored = world.event.feedback;
    require(stored == choice || (stored == seen && seen != choice), Reason::FeedbackChanged)?;
    world.event.feedback = choice;
    set(&mut world.things, EVENT, &json!({ "comments": choice.comments, "criteria": choice.criteria }));
    Ok(303)
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, after: &Value) {
    if row.action == "feedback.chosen" {
        let chosen = json!({ "comments": after["comments"], "criteria": after["criteria"] });
        set(things, EVENT, &chosen);
    }
}

pub(super) fn stored(things: &mut Things, file: &Bundle) {
    let event = &file.event;
    let chosen = json!({ "comments": event.feedback_released, "criteria": event.feedback_criteria });
    set(things, EVENT, &chosen);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Member, empty, member};

    #[test]
    fn a_choice_is_made_from_the_one_before() {
        let mut world = World { cast: vec![Member { organizer: true, ..member(7) }], ..empty() };
        let mut choose = |body: &str| played(&mut world, "ChooseFeedback", (0, 0, 0), body);
        assert_eq!(choose("seen=nothing&comments=true"), Ok(303));
        assert_eq!(choose("seen=nothing&comments=true"), Ok(303), "sent twice");
        assert!(choose("seen=nothing&criteria=true").is_err() && choose("seen=all").is_err());
        assert_eq!(choose("seen=comments&comments=true&criteria=true"), Ok(303));
        assert_eq!(world.event.feedback, FeedbackChoice { comments: true, criteria: true });
    }
}
