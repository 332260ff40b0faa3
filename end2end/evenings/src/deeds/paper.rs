//! The review of a judge who scored on paper, as an organizer types it from the sheet: first as a preview, then as the preview shows it.

use super::{Deed, Doing, FORM, pairs};
use crate::effects;
use crate::verdict::{Refused, Verdict};
use crate::world::{Review, World};
use shared::audit::sha256_hex;
use shared::fields::FormFields;
use shared::refusal::Refusal;
use shared::review::{CheckedReview, ReviewChanges, check};
use shared::rules::{Rule, act};

pub(super) static DEEDS: &[Deed] = &[Deed {
    name: "EnterOne",
    path: "/events/{slug}/manage/assignments/{on}/enter",
    // Each was typed while nothing was stored.
    bodies: &[
        "score_quality=4&score_impact=6&comment=On+paper.&base_version=none",
        "score_quality=4&score_impact=6&comment=On+paper.&base_version=none&shown={shown}",
        "score_quality=2&score_impact=9&comment=On+paper.&base_version=none&shown={shown}",
        "score_quality=2&base_version=none&shown={shown}",
        "score_quality=9&score_impact=6&base_version=none&shown={shown}",
        "score_quality=good&score_impact=6&base_version=none",
    ],
    on: typed,
    rule: act::EnterReview::ACT,
    then: enter,
    ..FORM
}];

/// What came with the event's file has no version that a sheet could name.
fn typed(world: &World) -> Vec<i64> {
    world.assignments.iter().filter(|(_, a)| a.source != "import").map(|(id, _)| *id).collect()
}

/// What is stored, and the review as it would be.
fn checked(world: &World, on: i64, form: &FormFields) -> Result<(Option<Review>, CheckedReview), Refusal> {
    let changes = ReviewChanges { submit: true, looked: None, ..ReviewChanges::read(form)? };
    let stored = world.assignments.get(&on).and_then(|assignment| assignment.review.clone());
    let Review { scores, comment, .. } = stored.clone().unwrap_or_default();
    Ok((stored, check(changes, &world.criteria, scores, comment)?))
}

fn digest(review: &CheckedReview) -> String {
    sha256_hex(format!("{review:?}").as_bytes())
}

/// The digest of the preview of what a body says.
pub(crate) fn shown(world: &World, on: i64, body: &str) -> String {
    let found = checked(world, on, &FormFields::new(pairs(body)));
    found.map(|(_, review)| digest(&review)).unwrap_or_default()
}

/// Without the preview of just that, the answer shows it. What is stored already is acknowledged, and anything else came meanwhile.
fn enter(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let form = doing.form();
    let (stored, review) = checked(world, doing.on, &form)?;
    let is_shown = form.get("shown") == digest(&review);
    let is_same = |stored: &Review| {
        (&stored.scores, &stored.comment, stored.submitted) == (&review.scores, &review.comment, true)
    };
    match stored {
        Some(stored) if !is_same(&stored) => Err(Refused::Found(412)),
        _ if !is_shown => Ok(200),
        Some(_) => Ok(303),
        None => {
            effects::save(world, doing.on, review);
            Ok(303)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Member, empty, member};

    #[test]
    fn a_sheet_is_entered_as_its_preview_shows_it_and_once() {
        let cast = vec![Member { organizer: true, ..member(7) }, Member { judge: true, ..member(8) }];
        let given = effects::assignment(1, 3, "manual");
        let mut world = World { cast, assignments: [(5, given)].into(), ..empty() };
        let sheet = |comment: &str, shown: &str| format!("comment={comment}&base_version=none&shown={shown}");
        let preview = |world: &World, comment: &str| shown(world, 5, &sheet(comment, ""));
        let (first, other) = (preview(&world, "Bold."), preview(&world, "Bright."));
        let mut play = |who, body: &str| played(&mut world, "EnterOne", (who, 5, 0), body);
        assert_eq!((play(1, &sheet("Bold.", &first)), play(0, &sheet("Bold.", &other))), (Err(403), Ok(200)));
        assert_eq!(play(0, &sheet("Bold.", &first)), Ok(303));
        assert_eq!((play(0, &sheet("Bold.", &first)), play(0, &sheet("Bold.", ""))), (Ok(303), Ok(200)));
        assert_eq!(play(0, &sheet("Bright.", &other)), Err(412), "it was made from nothing");
        assert!(world.assignments[&5].review.as_ref().is_some_and(|review| review.submitted));
    }
}
