//! The community vote: ballots, codes and the tally.

use super::facts::VotingMode;
use super::prelude::*;

acts! {
    /// See the page of the community vote.
    SeeVote on Event, No => see;
    /// Read one's own ballot.
    ReadBallot on Event, No => voter;
    /// Cast, change or withdraw one's ballot.
    CastBallot on Event by (EventId, PersonId), No => cast;
    /// Cast, change or withdraw a ballot by a code.
    CastByCode on Codes, No => cast_by_code;
    /// Make voting codes, and withdraw those not used.
    ManageCodes on Codes, No => manage_codes;
    /// Read how many votes each project got.
    ReadVotes on Event, No => read_tally;
}

fn see(asked: &Question<'_>) -> Verdict {
    found(asked.facts.event.voting_mode != VotingMode::Off)
}

/// Votes by account are cast by people with a confirmed address: one ballot each.
fn voter(asked: &Question<'_>) -> Verdict {
    let actor = asked.signed_in()?;
    found(asked.facts.event.voting_mode == VotingMode::Account)?;
    require(actor.confirmed, Reason::UnconfirmedVoter)
}

fn cast(asked: &Question<'_>) -> Verdict {
    voter(asked)?;
    asked.stays_in_demo()?;
    asked.voting_open()
}

fn cast_by_code(asked: &Question<'_>) -> Verdict {
    found(asked.facts.event.voting_mode == VotingMode::Code)?;
    asked.voting_open()
}

/// Codes are made for an event that votes by them, as long as they can still be used.
fn manage_codes(asked: &Question<'_>) -> Verdict {
    asked.organizer_without_team()?;
    asked.not_forgotten()?;
    let event = &asked.facts.event;
    require(event.voting_mode == VotingMode::Code, Reason::NoCodes { event: event.name.clone() })?;
    if event.voting.is_over(asked.now) { asked.voting_open() } else { Ok(()) }
}

/// The tally is for organizers once voting is over, and for everybody once results are published.
fn read_tally(asked: &Question<'_>) -> Verdict {
    let event = &asked.facts.event;
    let organizes = asked.actor.is_some_and(|a| asked.facts.acts_as_organizer(a));
    found(event.voting_mode != VotingMode::Off && (organizes || event.published))?;
    if organizes {
        asked.unconflicted_organizer(Withheld::Tally)?;
    }
    if event.voting.is_over(asked.now) {
        return Ok(());
    }
    found(organizes)?;
    Err(Reason::TallyBeforeClose { event: event.name.clone() }.into())
}
