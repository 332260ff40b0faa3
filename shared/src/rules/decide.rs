//! The decision of each act, in the order of checks: 401, 404, 403, 409.

use super::Act;
use super::conflict::{Withheld, moderator, organizer_without_team, unconflicted_organizer};
use super::drafts::drafts_seen;
use super::facts::{Actor, AssignmentFacts, AssignmentStatus, Facts, VotingMode};
use crate::refusal::{Code, Refusal};
use crate::window::Stage;
use chrono::{DateTime, Utc};

pub(super) type Verdict = Result<(), Refusal>;

/// Asks the rule of an act, named as a value.
///
/// # Errors
/// The refusal that page, API and command line show.
pub fn decide(act: Act, actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    let verdict = rule_of(act, actor, facts, now);
    match (&verdict, actor) {
        // What the caller may not know of, or not do, comes first.
        (Err(refusal), _) if refusal.status() < 409 => verdict,
        (_, Some(actor)) => stays_in_demo(act, actor, facts).and(verdict),
        (_, None) => verdict,
    }
}

/// Anybody can be one of the demo's people. They bring comments, votes and teams into the demo's events only, and into
/// those where an organizer or an import gave them a role.
fn stays_in_demo(act: Act, actor: &Actor, facts: &Facts) -> Verdict {
    let brings = matches!(act, Act::CreateTeam | Act::JoinTeam | Act::CastBallot | Act::PostComment);
    let standing = &facts.standing;
    let has_role = standing.organizer || standing.judge || standing.participant;
    let stays = !(brings && actor.demo) || facts.event.demo || has_role;
    require(stays, "demo accounts take part in the demo's events only")
}

fn rule_of(act: Act, actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    let me = || actor.ok_or_else(Refusal::unauthenticated);
    match act {
        // For everybody, signed in or not.
        Act::ReadProject => visible_project(actor, facts),
        Act::ReadComments => open_to_comments(actor, facts),
        Act::ReadVotes => read_votes(actor, facts, now),
        Act::SeeVote => has_vote(facts),
        Act::CastByCode => by_code(facts).and_then(|()| voting_open(facts, now)),
        // The community.
        Act::PostComment => open_to_comments(Some(me()?), facts),
        Act::RemoveComment => remove_comment(me()?, facts),
        Act::ManageCodes => manage_codes(me()?, facts, now),
        Act::ReadBallot => voter(me()?, facts),
        Act::CastBallot => voter(me()?, facts).and_then(|()| voting_open(facts, now)),
        // Teams.
        Act::CreateProject => me().and_then(|_| create_project(facts, now)),
        Act::EditProject => edit_project(me()?, facts, now),
        Act::CreateTeam | Act::JoinTeam => enter_team(me()?, facts, now),
        Act::LeaveTeam | Act::RenameTeam | Act::InviteToTeam => me().and_then(|_| change_team(facts, now)),
        // Judges.
        Act::ReadAssignment => me().and_then(|_| own_assignment(facts)),
        Act::SaveReview => me().and_then(|_| save_review(facts, now)),
        Act::PullProject => me().and_then(|_| pull_project(facts, now)),
        Act::Recuse => recuse(me()?, facts, now),
        Act::Reinstate => reinstate(me()?, facts),
        // Organizers.
        Act::Assign => {
            unconflicted_organizer(me()?, facts, Withheld::Assignments).and_then(|()| unpublished(facts))
        }
        Act::FlagDuplicate => flag_duplicate(me()?, facts),
        Act::Manage | Act::Export => organizer(me()?, facts),
        Act::Calibrate | Act::ExportScores | Act::ReadAudit => {
            unconflicted_organizer(me()?, facts, Withheld::Scores)
        }
        Act::Publish => {
            unconflicted_organizer(me()?, facts, Withheld::Scores).and_then(|()| vote_closed(facts, now))
        }
        Act::ReadFeedback => read_feedback(me()?, facts),
        Act::ReleaseFeedback => organizer(me()?, facts).and_then(|()| results_out(facts)),
        // Records.
        Act::ReadOwnJudgeRecord => me().and_then(|_| require(facts.standing.judge, "judges only")),
        Act::ReadJudgeRecord => read_judge_record(me()?, facts),
        Act::ReadParticipantRecord => {
            me().and_then(|_| require(facts.standing.participant, "participants only"))
        }
        // The portal.
        Act::ReadMail => staff(me()?, "only a site admin reads the portal's mail"),
        Act::ImportBundle => staff(me()?, "only a site admin can import a bundle"),
        Act::Administer => staff(me()?, "site admins only"),
    }
}

fn require(held: bool, otherwise: &str) -> Verdict {
    if held { Ok(()) } else { Err(Refusal::forbidden(otherwise)) }
}

fn staff(actor: &Actor, otherwise: &str) -> Verdict {
    require(actor.staff, otherwise)
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
    organizer_without_team(actor, facts)?;
    if facts.event.voting_mode != VotingMode::Code {
        let sentence = format!("{} does not vote by codes: its settings say how it votes.", facts.event.name);
        return Err(Refusal::new(Code::NoCodes, sentence));
    }
    if facts.event.voting.is_over(now) { voting_open(facts, now) } else { Ok(()) }
}

/// A comment is removed by who wrote it, and by organizers.
fn remove_comment(actor: &Actor, facts: &Facts) -> Verdict {
    open_to_comments(Some(actor), facts)?;
    if facts.own_comment { Ok(()) } else { moderator(actor, facts) }
}

/// The tally is for organizers once voting is over, and for everybody once results are published.
fn read_votes(actor: Option<&Actor>, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    let organizing = actor.filter(|a| facts.organizes(a));
    if facts.event.voting_mode == VotingMode::Off || !(organizing.is_some() || facts.event.published) {
        return Err(Refusal::not_found());
    }
    if let Some(actor) = organizing {
        unconflicted_organizer(actor, facts, Withheld::Tally)?;
    }
    if facts.event.voting.is_over(now) {
        return Ok(());
    }
    if organizing.is_none() {
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

/// A judge steps aside until judging closes. Until publication an organizer without a conflict sets any judge aside; one
/// who judges steps aside as any judge does.
fn recuse(actor: &Actor, facts: &Facts, now: DateTime<Utc>) -> Verdict {
    let assignment = known_assignment(actor, facts)?;
    let as_judge = assignment.mine && (facts.takes_part() || !facts.organizes(actor));
    if !as_judge {
        unconflicted_organizer(actor, facts, Withheld::Assignments)?;
    }
    unpublished(facts)?;
    if as_judge && facts.event.judging.is_over(now) {
        judging_open(facts, now)?;
    }
    if assignment.status == AssignmentStatus::Recused {
        return Err(Refusal::new(Code::Recused, "This judge has stepped aside from the project already."));
    }
    Ok(())
}

fn reinstate(actor: &Actor, facts: &Facts) -> Verdict {
    let assignment = known_assignment(actor, facts)?;
    unconflicted_organizer(actor, facts, Withheld::Assignments)?;
    unpublished(facts)?;
    if assignment.status != AssignmentStatus::Recused {
        return Err(Refusal::new(
            Code::AssignmentStatus,
            "The judge has not stepped aside from this project.",
        ));
    }
    Ok(())
}

/// The assignment, for its own judge and for organizers; for anybody else there is none.
fn known_assignment(actor: &Actor, facts: &Facts) -> Result<AssignmentFacts, Refusal> {
    facts.assignment.filter(|a| a.mine || facts.organizes(actor)).ok_or_else(Refusal::not_found)
}

/// Whoever may not see the project learns nothing of it.
fn flag_duplicate(actor: &Actor, facts: &Facts) -> Verdict {
    visible_project(Some(actor), facts)?;
    unconflicted_organizer(actor, facts, Withheld::Duplicates)
}

pub(super) fn organizer(actor: &Actor, facts: &Facts) -> Verdict {
    require(facts.organizes(actor), "organizers of this event only")
}

fn read_judge_record(actor: &Actor, facts: &Facts) -> Verdict {
    require(facts.organizes(actor), "judges can only read their own records")?;
    unconflicted_organizer(actor, facts, Withheld::Records)
}

/// The team's, once results are out and the organizer has released it; before, an organizer reads it with the scores.
fn read_feedback(actor: &Actor, facts: &Facts) -> Verdict {
    visible_project(Some(actor), facts)?;
    if !facts.own_project() {
        require(facts.organizes(actor), "only the project's team reads its feedback")?;
        return unconflicted_organizer(actor, facts, Withheld::Scores);
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
