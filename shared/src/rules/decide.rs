//! The decision of each act, in the order of checks: 401, 404, 403, 409.

use super::Act;
use super::drafts::drafts_seen;
use super::facts::{Actor, AssignmentStatus, Facts, VotingMode};
use crate::refusal::{Code, Refusal};
use crate::window::Stage;
use chrono::{DateTime, Utc};

type Verdict = Result<(), Refusal>;

/// Asks the rule of an act, named as a value.
///
/// # Errors
/// The refusal that page, API and command line show.
pub fn decide(act: Act, actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    match act {
        Act::ReadProject => return visible_project(actor, facts),
        Act::ReadComments => return open_to_comments(actor, facts),
        Act::ReadVotes => return read_votes(actor, facts, now),
        Act::SeeVote => return has_vote(facts),
        // Whoever holds a code may vote, signed in or not.
        Act::CastByCode => return by_code(facts).and_then(|()| voting_open(facts, now)),
        _ => {}
    }
    let actor = actor.ok_or_else(Refusal::unauthenticated)?;
    match act {
        Act::ReadProject => visible_project(Some(actor), facts),
        Act::ReadComments | Act::PostComment => open_to_comments(Some(actor), facts),
        Act::RemoveComment => remove_comment(actor, facts),
        Act::ReadVotes => read_votes(Some(actor), facts, now),
        Act::SeeVote => has_vote(facts),
        Act::CastByCode => by_code(facts).and_then(|()| voting_open(facts, now)),
        Act::ManageCodes => manage_codes(actor, facts, now),
        Act::ReadBallot => voter(actor, facts),
        Act::CastBallot => voter(actor, facts).and_then(|()| voting_open(facts, now)),
        Act::CreateProject => create_project(facts, now),
        Act::EditProject => edit_project(actor, facts, now),
        Act::CreateTeam | Act::JoinTeam => enter_team(actor, facts, now),
        Act::LeaveTeam | Act::RenameTeam | Act::InviteToTeam => change_team(facts, now),
        Act::ReadAssignment => own_assignment(facts),
        Act::SaveReview => save_review(facts, now),
        Act::PullProject => pull_project(facts, now),
        Act::Recuse => recuse(actor, facts, now),
        Act::Reinstate => reinstate(actor, facts),
        Act::Assign => organizer(actor, facts).and_then(|()| unpublished(facts)),
        Act::FlagDuplicate => organizer(actor, facts).and_then(|()| visible_project(Some(actor), facts)),
        Act::Manage | Act::Export => organizer(actor, facts),
        Act::Calibrate | Act::ExportScores | Act::ReadAudit => unconflicted_organizer(actor, facts),
        Act::Publish => unconflicted_organizer(actor, facts).and_then(|()| vote_closed(facts, now)),
        Act::ReadFeedback => read_feedback(actor, facts),
        Act::ReleaseFeedback => organizer(actor, facts).and_then(|()| results_out(facts)),
        Act::ReadMail if actor.staff => Ok(()),
        Act::ReadMail => Err(Refusal::forbidden("only a site admin reads the portal's mail")),
        Act::ReadOwnJudgeRecord if facts.standing.judge => Ok(()),
        Act::ReadOwnJudgeRecord => Err(Refusal::forbidden("judges only")),
        Act::ReadJudgeRecord => {
            organizer(actor, facts).map_err(|_| Refusal::forbidden("judges can only read their own records"))
        }
        Act::ReadParticipantRecord if facts.standing.participant => Ok(()),
        Act::ReadParticipantRecord => Err(Refusal::forbidden("participants only")),
        Act::ImportBundle if actor.staff => Ok(()),
        Act::ImportBundle => Err(Refusal::forbidden("only a site admin can import a bundle")),
        Act::Administer if actor.staff => Ok(()),
        Act::Administer => Err(Refusal::forbidden("site admins only")),
    }
}

/// A submitted project is public; a draft is its team's and the organizers'.
fn visible_project(actor: Option<&Actor>, facts: &Facts) -> Verdict {
    let seen = facts.project.is_some_and(|p| p.submitted || drafts_seen(actor, facts).hold(p.team));
    if seen { Ok(()) } else { Err(Refusal::not_found()) }
}

/// A draft has no comments, for its own team neither.
fn open_to_comments(actor: Option<&Actor>, facts: &Facts) -> Verdict {
    visible_project(actor, facts)?;
    if facts.project.is_some_and(|p| p.submitted) { Ok(()) } else { Err(Refusal::not_found()) }
}

/// Votes by account are cast by whoever has confirmed their address.
fn voter(actor: &Actor, facts: &Facts) -> Verdict {
    if facts.event.voting_mode != VotingMode::Account {
        return Err(Refusal::not_found());
    }
    if !actor.confirmed {
        return Err(Refusal::forbidden("confirm your address to vote"));
    }
    Ok(())
}

fn has_vote(facts: &Facts) -> Verdict {
    if facts.event.voting_mode == VotingMode::Off { Err(Refusal::not_found()) } else { Ok(()) }
}

fn by_code(facts: &Facts) -> Verdict {
    if facts.event.voting_mode == VotingMode::Code { Ok(()) } else { Err(Refusal::not_found()) }
}

/// Codes are made for an event that votes by them, as long as they can still be used.
fn manage_codes(actor: &Actor, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    organizer(actor, facts)?;
    if facts.event.voting_mode != VotingMode::Code {
        let sentence = format!("{} does not vote by codes: its settings say how it votes.", facts.event.name);
        return Err(Refusal::new(Code::NoCodes, sentence));
    }
    if facts.event.voting.is_over(now) { voting_open(facts, now) } else { Ok(()) }
}

/// A comment is removed by who wrote it, and by organizers.
fn remove_comment(actor: &Actor, facts: &Facts) -> Verdict {
    open_to_comments(Some(actor), facts)?;
    if facts.own_comment || facts.organizes(actor) {
        return Ok(());
    }
    Err(Refusal::forbidden("only its author and the organizers remove a comment"))
}

/// Once voting is over the tally is the organizers', once results are published everybody's.
fn read_votes(actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    let organizes = actor.is_some_and(|a| facts.organizes(a));
    if facts.event.voting_mode == VotingMode::Off || !(organizes || facts.event.published) {
        return Err(Refusal::not_found());
    }
    if facts.event.voting.is_over(now) {
        return Ok(());
    }
    if !organizes {
        return Err(Refusal::not_found());
    }
    let name = &facts.event.name;
    Err(Refusal::new(Code::VoteOpen, format!("Votes for {name} are counted once voting has closed.")))
}

fn create_project(facts: &Facts, now: DateTime<Utc>) -> Verdict {
    if facts.standing.team.is_none() {
        return Err(Refusal::forbidden("you need a team in this event to submit a project"));
    }
    submissions_open(facts, now)
}

fn edit_project(actor: &Actor, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    visible_project(Some(actor), facts)?;
    if !facts.own_project() {
        return Err(Refusal::forbidden("only the project's team can edit it"));
    }
    submissions_open(facts, now)
}

/// Whoever has confirmed their address may take part, by founding or joining a team; a role in the event as judge or
/// organizer comes first.
fn enter_team(actor: &Actor, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    if !facts.standing.participant {
        newcomer(actor, facts)?;
    }
    submissions_open(facts, now)?;
    if facts.standing.team.is_some() {
        return Err(Refusal::new(Code::AlreadyInTeam, "You are in a team of this event: leave it first."));
    }
    Ok(())
}

fn newcomer(actor: &Actor, facts: &Facts) -> Verdict {
    if facts.standing.judge {
        return Err(Refusal::forbidden(
            "you judge in this event, and nobody judges their own team: to take part, ask an organizer first",
        ));
    }
    if facts.organizes(actor) {
        return Err(Refusal::forbidden("you organize this event: who organizes takes no part in it"));
    }
    if !actor.confirmed {
        return Err(Refusal::forbidden("confirm your address to take part"));
    }
    Ok(())
}

fn change_team(facts: &Facts, now: DateTime<Utc>) -> Verdict {
    if facts.standing.team.is_none() {
        return Err(Refusal::forbidden("you are in no team of this event"));
    }
    submissions_open(facts, now)
}

fn own_assignment(facts: &Facts) -> Verdict {
    if facts.assignment.is_some_and(|a| a.mine) { Ok(()) } else { Err(Refusal::not_found()) }
}

fn save_review(facts: &Facts, now: DateTime<Utc>) -> Verdict {
    own_assignment(facts)?;
    judging_open(facts, now)?;
    if facts.assignment.is_some_and(|a| a.status == AssignmentStatus::Recused) {
        return Err(Refusal::new(
            Code::Recused,
            "You stepped aside from this project: an organizer can give it back to you.",
        ));
    }
    Ok(())
}

/// A judge of the event takes another project while reviews can be saved and results are not out.
fn pull_project(facts: &Facts, now: DateTime<Utc>) -> Verdict {
    if !facts.standing.judge {
        return Err(Refusal::forbidden("judges of this event only"));
    }
    judging_open(facts, now)?;
    unpublished(facts)
}

/// A judge steps aside until judging closes; an organizer sets a judge aside until publication.
fn recuse(actor: &Actor, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    let organizes = facts.organizes(actor);
    if !organizes {
        own_assignment(facts)?;
    }
    let status = facts.assignment.ok_or_else(Refusal::not_found)?.status;
    unpublished(facts)?;
    if !organizes && facts.event.judging.is_over(now) {
        judging_open(facts, now)?;
    }
    if status == AssignmentStatus::Recused {
        return Err(Refusal::new(Code::Recused, "This judge has stepped aside from the project already."));
    }
    Ok(())
}

fn reinstate(actor: &Actor, facts: &Facts) -> Verdict {
    let organizes = facts.organizes(actor);
    if !organizes {
        own_assignment(facts)?;
    }
    let status = facts.assignment.ok_or_else(Refusal::not_found)?.status;
    organizer(actor, facts)?;
    unpublished(facts)?;
    if status != AssignmentStatus::Recused {
        return Err(Refusal::new(
            Code::AssignmentStatus,
            "The judge has not stepped aside from this project.",
        ));
    }
    Ok(())
}

fn organizer(actor: &Actor, facts: &Facts) -> Verdict {
    if facts.organizes(actor) { Ok(()) } else { Err(Refusal::forbidden("organizers of this event only")) }
}

/// Until publication nobody who takes part reads scores as an organizer.
pub(super) fn unconflicted_organizer(actor: &Actor, facts: &Facts) -> Verdict {
    organizer(actor, facts)?;
    if facts.takes_part() && !facts.event.published {
        let part =
            if facts.standing.judge { "you judge in this event" } else { "you are on a team of this event" };
        return Err(Refusal::new(
            Code::Conflicted,
            format!(
                "{part}: until the results are published, scores are shown to organizers who take no part"
            ),
        ));
    }
    Ok(())
}

/// The team's, once results are out and the organizer has released it; before, an organizer reads it with the scores.
fn read_feedback(actor: &Actor, facts: &Facts) -> Verdict {
    visible_project(Some(actor), facts)?;
    if !facts.own_project() {
        return unconflicted_organizer(actor, facts)
            .map_err(|_| Refusal::forbidden("only the project's team reads its feedback"));
    }
    if facts.event.published && facts.event.feedback { Ok(()) } else { Err(Refusal::not_found()) }
}

fn results_out(facts: &Facts) -> Verdict {
    if facts.event.published {
        return Ok(());
    }
    let sentence =
        format!("Publish the results of {} first: feedback is read beside them.", facts.event.name);
    Err(Refusal::new(Code::NoRun, sentence))
}

fn unpublished(facts: &Facts) -> Verdict {
    if facts.event.published {
        return Err(Refusal::new(
            Code::Published,
            format!("The results of {} are published: assignments stay as they are.", facts.event.name),
        ));
    }
    Ok(())
}

/// While the vote is open nothing is published.
fn vote_closed(facts: &Facts, now: DateTime<Utc>) -> Verdict {
    if super::results::vote_is_open(&facts.event, now) {
        let until = facts
            .event
            .voting
            .close
            .map_or_else(String::new, |c| format!(" until {}", crate::window::utc(c)));
        return Err(Refusal::new(
            Code::VoteOpen,
            format!(
                "The vote for {} is open{until}: results stay hidden and cannot be published.",
                facts.event.name
            ),
        ));
    }
    Ok(())
}

fn submissions_open(facts: &Facts, now: DateTime<Utc>) -> Verdict {
    facts.event.submissions.require(Stage::Submissions, &facts.event.name, now)
}

fn voting_open(facts: &Facts, now: DateTime<Utc>) -> Verdict {
    facts.event.voting.require(Stage::Voting, &facts.event.name, now)
}

fn judging_open(facts: &Facts, now: DateTime<Utc>) -> Verdict {
    facts.event.judging.require(Stage::Judging, &facts.event.name, now)
}
