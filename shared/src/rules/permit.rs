//! Permits: proofs that a rule was asked, each for the very thing that the rule looked at.

use super::acts::{Act, decide};
use super::facts::{Actor, Facts};
use crate::prelude::*;

/// An act that has a rule.
pub trait Rule {
    /// The act.
    const ACT: Act;
    /// What a permit for it is bound to.
    type Ids: PermitIds;
}

/// Proof that the rule of an act allowed it. Only [`may`] makes one. It holds the ids of what the rule was asked about, and
/// a write takes them from here: with a permit for one assignment, no other can be written.
#[derive(Debug)]
pub struct Permit<A: Rule> {
    ids: A::Ids,
}

impl<A: Rule> Permit<A> {
    /// What the act may be done to.
    pub fn ids(&self) -> A::Ids {
        self.ids
    }
}

/// Asks the rule of act `A`.
///
/// # Errors
/// The refusal, in the order of checks: who, then what they may know of, then what their role allows, then when. 404 where
/// the facts do not name what the permit would be for.
pub fn may<A: Rule>(actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Result<Permit<A>, Refusal> {
    decide(A::ACT, actor, facts, now)?;
    let ids = A::Ids::read(actor, facts).ok_or_else(Refusal::not_found)?;
    Ok(Permit { ids })
}

/// Ids that a permit is bound to, read from what its rule was asked about.
pub trait PermitIds: Copy {
    /// Reads them; `None` where the facts do not hold them.
    fn read(actor: Option<&Actor>, facts: &Facts) -> Option<Self>;
}

macro_rules! permit_ids_of {
    ($($(#[$doc:meta])* $ids:ty: |$actor:pat_param, $facts:pat_param| $read:expr;)+) => {$(
        $(#[$doc])*
        impl PermitIds for $ids {
            fn read($actor: Option<&Actor>, $facts: &Facts) -> Option<Self> {
                $read
            }
        }
    )+};
}

permit_ids_of! {
    /// Acts on the portal as a whole.
    (): |_, _| Some(());
    EventId: |_, facts| facts.event.id;
    /// The caller.
    PersonId: |actor, _| actor.map(|actor| actor.person);
    /// The caller's own team.
    TeamId: |_, facts| facts.standing.team;
    ProjectId: |_, facts| facts.project.map(|project| project.id);
    AssignmentId: |_, facts| facts.assignment.map(|assignment| assignment.id);
    CommentId: |_, facts| facts.comment.map(|comment| comment.id);
    PrizeId: |_, facts| facts.prize.map(|prize| prize.id);
}

impl<A: PermitIds, B: PermitIds> PermitIds for (A, B) {
    fn read(actor: Option<&Actor>, facts: &Facts) -> Option<Self> {
        Some((A::read(actor, facts)?, B::read(actor, facts)?))
    }
}

impl<A: PermitIds, B: PermitIds, C: PermitIds> PermitIds for (A, B, C) {
    fn read(actor: Option<&Actor>, facts: &Facts) -> Option<Self> {
        Some((A::read(actor, facts)?, B::read(actor, facts)?, C::read(actor, facts)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{AssignmentFacts, AssignmentStatus, EventFacts, Standing, act};

    const JUDGE: Actor =
        Actor { person: PersonId(3), staff: false, confirmed: true, demo: false, passkey: false };

    fn facts(assignment: Option<AssignmentId>) -> Facts {
        let (mine, taken_off, ended_with_project, voided) = (true, false, false, false);
        let status = AssignmentStatus::Pending;
        let of = |id| AssignmentFacts { id, mine, status, taken_off, ended_with_project, voided };
        Facts {
            event: EventFacts { id: Some(EventId(1)), ..EventFacts::default() },
            standing: Standing { judge: true, ..Standing::default() },
            assignment: assignment.map(of),
            ..Facts::default()
        }
    }

    #[test]
    fn a_permit_is_for_the_thing_that_its_rule_was_asked_about() {
        let permit = |id| may::<act::ReadAssignment>(Some(&JUDGE), &facts(Some(id)), DateTime::UNIX_EPOCH);
        assert_eq!(permit(AssignmentId(7)).unwrap().ids(), AssignmentId(7));
        assert_eq!(permit(AssignmentId(8)).unwrap().ids(), AssignmentId(8));
    }

    #[test]
    fn a_permit_for_ones_own_part_names_the_caller() {
        let permit = may::<act::ReadOwnJudgeRecord>(Some(&JUDGE), &facts(None), DateTime::UNIX_EPOCH);
        assert_eq!(permit.unwrap().ids(), (EventId(1), PersonId(3)));
    }

    #[test]
    fn without_a_thing_there_is_no_permit_for_it() {
        let nowhere = Facts { event: EventFacts::default(), ..facts(None) };
        let permit = may::<act::ReadOwnJudgeRecord>(Some(&JUDGE), &nowhere, DateTime::UNIX_EPOCH);
        assert_eq!(permit.unwrap_err().status(), 404);
    }
}
