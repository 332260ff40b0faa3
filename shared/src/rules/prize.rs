//! Prizes: who defines them, asks for them, judges for them and confirms the winners.

use super::facts::PrizeFacts;
use super::prelude::*;
use super::results::{ResultsView, results_view};

acts! {
    /// Change what is said of the event's prizes.
    ManagePrizes on Event, No => |asked| asked.organizer().and(asked.not_forgotten());
    /// Define another prize: it says what reviews count for, and which projects get more of them.
    AddPrize on Event, Partly("once a review exists") => |asked| asked.organizer_under_reviews(Withheld::Prizes);
    /// Change which projects can win a prize and how, or remove it. A refusal for prizes with winners would tell an organizer who takes part
    /// that there are winners.
    DecidePrizeTerms on Event, Yes => |asked| asked.organizer_until_final(Withheld::Prizes).and(asked.not_forgotten());
    /// Read who is on the panel of a prize and its tally, and confirm who won.
    AwardPrizes on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Prizes);
    /// Choose the panel of a prize, and invite people to it. The person who makes an invitation's link can open it, and put the projects
    /// in order.
    ChoosePanel on Event, Yes => |asked| asked.organizer_until_final(Withheld::Prizes).and(asked.not_forgotten());
    /// Set up the ceremony, and open the page for the projector, which names the winners.
    HoldCeremony on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Prizes);
    /// Read what speaks for each project that can win a prize, and what organizers said of it; add a remark.
    Deliberate on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Prizes);
    /// Say what a provisional winner has shown of what it owes, choose others meanwhile, and make the results final.
    SettleDuties on Event, No => |asked| asked.organizer_without_part(Withheld::Duties).and(asked.not_forgotten());
    /// Read who won the prizes.
    ReadWinners on Event, Yes => read_winners;
    /// Ask for prizes and for what one's project needs at its place.
    AskForPrizes on Project, Yes => super::project::edit;
    /// See the page of a panel that one is on.
    SeePanel on Prize by (EventId, PrizeId, PersonId), Yes => see_panel;
    /// Put the eligible projects in order, as one of a prize's panel.
    RankForPrize on Prize by (EventId, PrizeId, PersonId), Yes => rank;
}

/// Winners are public with the results, and hidden with them.
fn read_winners(asked: &Question<'_>) -> Verdict {
    let view = results_view(asked.actor, asked.facts, asked.now)?;
    if view == ResultsView::Published { Ok(()) } else { asked.unconflicted_organizer(Withheld::Prizes) }
}

/// The panel's page is known to the panel alone.
fn see_panel(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    found(asked.facts.prize.is_some_and(|prize| prize.on_panel))
}

/// The panel is asked until the winners are confirmed.
fn rank(asked: &Question<'_>) -> Verdict {
    see_panel(asked)?;
    asked.not_forgotten()?;
    let awarded = asked.facts.prize.is_some_and(|PrizeFacts { awarded, .. }| awarded);
    require(!awarded, Reason::PrizeAwarded)
}
