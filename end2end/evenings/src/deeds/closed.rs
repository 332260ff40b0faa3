//! What an evening has no use for, so that everybody is refused: ballots by codes, another first account, files that are none, winners,
//! pictures that there are not, evidence that is not collected.

use super::{By, Deed, Doing, FORM, READ, assignments, projects};
use crate::verdict::{Refused, Verdict};
use crate::world::World;
use shared::refusal::{Reason, Refusal, require};
use shared::rules::{Rule, act, decide};

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "MakeCodes",
        path: "/events/{slug}/manage/voting/codes",
        bodies: &["number=10"],
        rule: act::ManageCodes::ACT,
        ..FORM
    },
    Deed {
        name: "VoteByCode",
        by: By::Anybody,
        path: "/events/{slug}/vote/cast",
        bodies: &["code=ABCD-EFGH&choices={project}"],
        rule: act::CastByCode::ACT,
        ..FORM
    },
    Deed {
        name: "RequirePasskeys",
        path: "/events/{slug}/manage/people/passkeys",
        bodies: &["required=true", ""],
        // Nobody of an evening has a passkey.
        rule: act::RequirePasskeys::ACT,
        ..FORM
    },
    Deed { name: "LookAtSetup", by: By::Anybody, path: "/setup", rule: act::MakeFirstAccount::ACT, ..READ },
    Deed {
        name: "ImportFile",
        by: By::Admin,
        path: "/api/events/import?slug={slug}-again",
        bodies: &["{}", r#"{"format": "evenhand-bundle/1"}"#, "["],
        rule: act::ImportBundle::ACT,
        then: |_, _| Err(Refused::Found(400)),
        ..FORM
    },
    Deed {
        name: "ConfirmByRule",
        path: "/api/events/{slug}/prizes/by-rule",
        // Nobody was shown such winners.
        bodies: &[r#"{"digest": "none"}"#],
        rule: act::AwardPrizes::ACT,
        then: confirm_winners,
        ..FORM
    },
    Deed {
        name: "SettleDuty",
        path: "/api/events/{slug}/winners",
        bodies: &[r#"{"project": {project}, "duty": 1, "state": "shown"}"#],
        // Without winners, no results are provisional.
        rule: act::SettleDuties::ACT,
        then: |_, _| Err(Refusal::from(Reason::NotProvisional).into()),
        ..FORM
    },
    Deed {
        name: "RemovePicture",
        by: By::Team,
        method: "DELETE",
        path: "/api/projects/{on}/pictures/999999999",
        on: projects,
        rule: act::RemovePicture::ACT,
        then: |_, _| Err(Refusal::not_found().into()),
        ..FORM
    },
    Deed {
        name: "FlagProject",
        by: By::Assigned,
        path: "/judge/assignments/{on}/flag",
        bodies: &["reason=built_before&sentence=It+was+there+before."],
        on: assignments,
        rule: act::ReadAssignment::ACT,
        then: flag,
        ..FORM
    },
    Deed {
        name: "AnswerEvidence",
        by: By::Team,
        path: "/projects/{on}/answer",
        bodies: &["sentence=It+was+not+there+before."],
        on: projects,
        rule: act::AnswerEvidence::ACT,
        ..FORM
    },
    Deed {
        name: "LookAtEvidence",
        path: "/events/{slug}/manage/evidence/{on}/looked-at",
        bodies: &["sentence=I+looked."],
        on: projects,
        rule: act::ReadEvidence::ACT,
        then: look,
        ..FORM
    },
];

fn confirm_winners(world: &mut World, _: &Doing<'_>) -> Verdict {
    require(!world.event.published, Reason::WinnersPublic)?;
    Err(Refusal::from(Reason::WinnersOutdated).into())
}

/// A judge flags a project that they see.
fn flag(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let project = world.assignments.get(&doing.on).map(|assignment| assignment.project).unwrap_or_default();
    let who = Some(doing.who);
    decide(act::ReadProject::ACT, world.actor(who).as_ref(), &world.on_project(who, project), doing.now)?;
    doing.may::<act::FlagProject>(world)?;
    Err(Refused::Found(409))
}

fn look(world: &mut World, doing: &Doing<'_>) -> Verdict {
    doing.may::<act::ReadProject>(world)?;
    doing.may::<act::LookAtEvidence>(world)?;
    Err(Refused::Found(409))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played_first;
    use crate::world::{Member, Project, empty, member};
    use shared::project::ProjectTexts;

    #[test]
    fn who_comes_before_what_there_is_not() {
        let cast =
            vec![Member { organizer: true, ..member(7) }, Member { staff: true, ..member(8) }, member(9)];
        let project = Project { team: 1, texts: ProjectTexts::default(), submitted: true, withdrawn: false };
        let mut world = World { cast, projects: [(3, project)].into(), ..empty() };
        let mut play = |name: &str, who, on| played_first(&mut world, name, (who, on, 0));
        assert_eq!((play("MakeCodes", 0, 0), play("MakeCodes", 2, 0)), (Err(409), Err(403)));
        assert_eq!((play("VoteByCode", 2, 0), play("LookAtSetup", 1, 0)), (Err(404), Err(404)));
        assert_eq!((play("RemovePicture", 0, 3), play("RemovePicture", 2, 3)), (Err(404), Err(403)));
        assert_eq!((play("LookAtEvidence", 0, 3), play("AnswerEvidence", 0, 3)), (Err(409), Err(403)));
        assert_eq!((play("ConfirmByRule", 0, 0), play("ConfirmByRule", 2, 0)), (Err(409), Err(403)));
        assert_eq!((play("SettleDuty", 0, 0), play("SettleDuty", 2, 0)), (Err(409), Err(403)));
        assert_eq!((play("FlagProject", 0, 3), play("RequirePasskeys", 0, 0)), (Err(404), Err(403)));
    }
}
