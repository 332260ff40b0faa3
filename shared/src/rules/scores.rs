//! Who reads whose scores.

use super::facts::Actor;
use super::prelude::*;

/// What a caller asks of the scores, once the name they gave has been looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoresAsked {
    /// The caller judges some event.
    pub judges: bool,
    /// The caller organizes some event (a site admin organizes all).
    pub organizes: bool,
    /// A judge was named.
    pub named: bool,
    /// The name is the caller's own.
    pub named_self: bool,
    /// The name is a judge of an event that the caller organizes.
    pub named_found: bool,
}

/// Asks the rule of `GET /api/judge/scores`.
///
/// # Errors
/// 401 without credentials; 403 for a judge naming anybody else, known or not, and for who judges
/// nothing; 404 for an organizer's name that matches nobody.
pub fn may_read_scores(actor: Option<&Actor>, asked: ScoresAsked) -> Result<(), Refusal> {
    actor.ok_or_else(Refusal::unauthenticated)?;
    let own = asked.judges && asked.named_self;
    require(!asked.named || asked.organizes || own, Reason::OwnScoresOnly)?;
    require(!asked.named || asked.named_found || asked.named_self, Reason::NoSuchJudge)?;
    require(asked.judges || (asked.named && asked.named_found), Reason::JudgesOnly)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACTOR: Actor =
        Actor { person: PersonId(1), staff: false, confirmed: true, demo: false, passkey: false };

    fn ask(asked: ScoresAsked) -> (u16, Option<Reason>) {
        may_read_scores(Some(&ACTOR), asked).map_or_else(|r| (r.status(), Some(r.reason)), |()| (200, None))
    }

    #[test]
    fn the_table_of_the_specification_holds() {
        let judge = ScoresAsked { judges: true, ..ScoresAsked::default() };
        let organizer = ScoresAsked { organizes: true, ..ScoresAsked::default() };
        assert_eq!(ask(judge).0, 200);
        assert_eq!(ask(ScoresAsked { named: true, named_self: true, ..judge }).0, 200);
        let own = (403, Some(Reason::OwnScoresOnly));
        assert_eq!(ask(ScoresAsked { named: true, ..judge }), own);
        assert_eq!(ask(ScoresAsked { named: true, ..ScoresAsked::default() }), own);
        assert_eq!(ask(ScoresAsked { named: true, named_self: true, ..ScoresAsked::default() }), own);
        assert_eq!(ask(ScoresAsked::default()), (403, Some(Reason::JudgesOnly)));
        assert_eq!(ask(organizer), (403, Some(Reason::JudgesOnly)));
        assert_eq!(ask(ScoresAsked { named: true, named_found: true, ..organizer }).0, 200);
        // Their own name is no judge's: whoever organizes and judges nothing has no scores of their own.
        let own_name = ScoresAsked { named: true, named_self: true, ..organizer };
        assert_eq!(ask(own_name), (403, Some(Reason::JudgesOnly)));
        assert_eq!(ask(ScoresAsked { named: true, ..organizer }), (404, Some(Reason::NoSuchJudge)));
        assert_eq!(may_read_scores(None, judge).unwrap_err().status(), 401);
    }
}
