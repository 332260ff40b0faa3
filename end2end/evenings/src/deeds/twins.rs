//! Acts that have a form and a request: what one of them does, the other one does too, by the same rules.

use super::{By, Deed, Doing, FORM, assignments, projects};
use crate::act::Act;
use crate::effects::{self, Outcome, take};
use crate::verdict::{Refused, Verdict, expected};
use crate::world::World;
use shared::review::{ReviewChanges, check};
use shared::rules::{Rule, act};

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "WithdrawByApi",
        path: "/api/events/{slug}/projects/{on}/withdraw",
        bodies: &[r#"{"reason": "Nobody was there."}"#, r#"{"reason": "  "}"#, r#"{"reason": 5}"#],
        on: projects,
        rule: act::WithdrawProject::ACT,
        then: withdraw,
        ..FORM
    },
    Deed {
        name: "RestoreByApi",
        path: "/api/events/{slug}/projects/{on}/restore",
        bodies: &["{}"],
        on: |world| world.projects.iter().filter(|(_, p)| p.withdrawn).map(|(id, _)| *id).collect(),
        rule: act::RestoreProject::ACT,
        then: |world, doing| as_form(world, doing, &Act::Restore { who: doing.who, project: doing.on }),
        ..FORM
    },
    Deed {
        name: "PublishByApi",
        path: "/api/events/{slug}/results",
        bodies: &[r#"{"consent": true}"#, r#"{"consent": true, "reason": "Nobody was there."}"#],
        rule: act::Publish::ACT,
        then: |world, doing| as_form(world, doing, &Act::Publish { who: doing.who, reason: reason(doing) }),
        ..FORM
    },
    Deed {
        name: "SaveByForm",
        by: By::Assigned,
        path: "/judge/assignments/{on}",
        bodies: &[
            "score_quality=4&score_impact=6&comment=Seen+in+act+{n}.&submit=true",
            "score_quality=2&score_impact=9&submit=true",
            "score_quality=3&comment=A+draft+of+act+{n}.",
            "score_quality=9&score_impact=6&submit=true",
            "score_quality=good&score_impact=6",
        ],
        on: assignments,
        rule: act::SaveReview::ACT,
        then: save,
        ..FORM
    },
];

/// The only reason that a body gives; another one is blank, or none.
fn reason(doing: &Doing<'_>) -> &'static str {
    let reason = "Nobody was there.";
    if doing.body.contains(reason) { reason } else { "" }
}

/// The request for which there is a form.
fn as_form(world: &mut World, doing: &Doing<'_>, act: &Act) -> Verdict {
    expected(act, world, doing.now)?;
    // None of these acts looks at the answer.
    take(act, world, &Outcome::default(), doing.now).map_err(|_| Refused::Found(500))?;
    Ok(200)
}

fn withdraw(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let act = Act::Withdraw { who: doing.who, project: doing.on, reason: reason(doing) };
    as_form(world, doing, &act)
}

/// The form for which there is a request.
fn save(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let stored = world.assignments.get(&doing.on).and_then(|a| a.review.clone()).unwrap_or_default();
    let changes = ReviewChanges::read(&doing.form())?;
    let review = check(changes, &world.criteria, stored.scores, stored.comment)?;
    effects::save(world, doing.on, review);
    Ok(303)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Member, Project, empty, member};
    use shared::project::ProjectTexts;

    #[test]
    fn a_request_does_what_its_form_does() {
        let cast = vec![Member { organizer: true, ..member(7) }];
        let project = Project { team: 1, texts: ProjectTexts::default(), submitted: true, withdrawn: false };
        let mut world = World { cast, projects: [(3, project)].into(), ..empty() };
        let mut play = |name: &str, body: &str| played(&mut world, name, (0, 3, 0), body);
        assert_eq!(play("WithdrawByApi", r#"{"reason": " "}"#), Err(400));
        assert_eq!(play("WithdrawByApi", r#"{"reason": "Nobody was there."}"#), Ok(200));
        assert_eq!((play("RestoreByApi", "{}"), play("RestoreByApi", "{}")), (Ok(200), Err(409)));
        assert_eq!(play("PublishByApi", "{}"), Err(409), "there is no run");
        assert_eq!(play("SaveByForm", ""), Err(404));
    }
}
