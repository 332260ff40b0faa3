//! The people of an event: who is invited, who has which role, and who comes in by a link.

use super::facts::RoleFacts;
use super::prelude::*;
use crate::invitation::MemberRole;

acts! {
    /// See everybody in the event, and all invitations.
    SeePeople on Event, No => |asked| asked.organizer();
    /// Invite people.
    Invite on Role, Partly("for judges and organizers") => hand_out;
    /// Hand out an invitation's link: by mail, on the page, or on a printed card.
    SendInvitation on Role, Partly("for judges, organizers and members of teams") => hand_out;
    /// Read a mail that invites somebody.
    OpenInvitationMail on Role, Partly("for judges, organizers and members of teams") => bring_in;
    /// Withdraw an invitation.
    WithdrawInvitation on Role, Partly("for judges, organizers and members of teams") => bring_in;
    /// Accept or decline an invitation, by its link. One to a panel works until the winners of its prize are confirmed.
    AnswerInvitation on Link, Yes => answer;
    /// Change a judge's tracks and the most reviews that they take.
    SetJudgeLimits on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Assignments).and(asked.not_forgotten());
    /// Give a member a further role.
    GrantRole on Role, Partly("for judges, and for roles of organizers") => grant;
    /// Take the role of a participant or an organizer away from somebody.
    RemoveMember on Role, Partly("for one's own part, and for roles of organizers") => remove;
    /// Take a participant off their team.
    TakeOffTeam on Event, Yes => take_off_team;
    /// Take the judge's role, and the assignments without a review, away from somebody.
    RemoveJudge on Event, Yes => remove_judge;
    /// Open and close the link by which guest judges give their names.
    ManageGuestLink on Event, Yes => bring_in_judges;
    /// Give one's name by that link, and come in once confirmed.
    EnterAsGuest on Link, Yes => enter_as_guest;
    /// Confirm a guest as a judge, or turn them away.
    DecideGuest on Event, Yes => bring_in_judges;
    /// Merge two accounts of which one judges, organizes or is on a panel: the part goes to the account that stays.
    MergeAccounts on Event, Yes => |asked| asked.organizer_until_final(Withheld::People);
}

/// Links end when judging closes, so none is made after that.
fn hand_out(asked: &Question<'_>) -> Verdict {
    bring_in(asked)?;
    links_work(asked)
}

fn bring_in_judges(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::People)?;
    links_work(asked)
}

fn links_work(asked: &Question<'_>) -> Verdict {
    asked.not_forgotten()?;
    let event = &asked.facts.event;
    match event.judging.close.filter(|_| event.judging.is_over(asked.now)) {
        Some(closed) => Err(Reason::LinksEnded { event: event.name.clone(), closed }.into()),
        None => Ok(()),
    }
}

/// A judge writes reviews, an organizer may read them, and a member of a team changes what is judged: whoever makes or reads their link can
/// use it. Who withdraws their own invitation to a team would take part no more. Where every organizer takes part, any of them may ask
/// another one in: without that, nobody could calibrate and publish.
fn bring_in(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    match asked.facts.role {
        Some(RoleFacts { role: MemberRole::Participant, team: None, .. }) => Ok(()),
        Some(RoleFacts { role: MemberRole::Organizer, nobody_free: true, .. }) => Ok(()),
        _ => asked.organizer_until_final(Withheld::People),
    }
}

/// Who takes part does not change their own roles, not even to one that ties them to fewer people. Nor do they give another organizer a part:
/// that one could not give it up, and with nobody left who takes no part, they would choose who comes.
fn grant(asked: &Question<'_>) -> Verdict {
    own_roles(asked)?;
    if asked.facts.role.is_some_and(|role| role.of_organizer) {
        asked.organizer_until_final(Withheld::OrganizersRoles)?;
    }
    bring_in(asked)?;
    asked.not_forgotten()
}

/// Giving up organizing takes nothing from anybody else. Who takes it from another organizer decides who reads reviews, and who confirms.
fn remove(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    match asked.facts.role {
        Some(RoleFacts { role: MemberRole::Organizer, own: true, .. }) => Ok(()),
        Some(RoleFacts { role: MemberRole::Organizer, .. }) => {
            asked.organizer_until_final(Withheld::OrganizersRoles)
        }
        _ => own_roles(asked),
    }
}

fn own_roles(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    if asked.facts.role.is_some_and(|role| !role.own) {
        return Ok(());
    }
    asked.organizer_until_final(Withheld::OwnRoles)
}

/// A panel meets after judging has closed too. Those who are asked to organize prepare a draft. Everybody else waits until it is
/// open, and their link waits with them.
fn answer(asked: &Question<'_>) -> Verdict {
    match asked.facts.prize {
        Some(prize) => {
            found(!prize.awarded)?;
            asked.stays_in_demo()?;
        }
        None => {
            by_link(asked)?;
            own_roles_by_link(asked)?;
        }
    }
    match asked.facts.role {
        Some(RoleFacts { role: MemberRole::Organizer, .. }) => Ok(()),
        _ => asked.opened(),
    }
}

/// Who takes part changes their own roles by a link as little as by a form, whoever made it. An invitation to a team that names them gives
/// them no part that they do not have.
fn own_roles_by_link(asked: &Question<'_>) -> Verdict {
    let facts = asked.facts;
    let team = facts.role.and_then(|role| role.team);
    let named = team.is_some_and(|team| facts.ties.contains(&team));
    let organizes = asked.actor.is_some_and(|actor| facts.organizes(actor));
    if organizes && facts.takes_part() && !named {
        return asked.organizer_until_final(Withheld::OwnRoles);
    }
    Ok(())
}

fn enter_as_guest(asked: &Question<'_>) -> Verdict {
    by_link(asked)?;
    asked.opened()
}

/// Links end when judging closes. Nobody learns from one that it ever worked.
fn by_link(asked: &Question<'_>) -> Verdict {
    found(!asked.facts.event.judging.is_over(asked.now))?;
    asked.stays_in_demo()
}

/// Teams change only while submissions are open, by organizers too. Who is taken off a team does not go on with what is judged.
fn take_off_team(asked: &Question<'_>) -> Verdict {
    asked.organizer_until_final(Withheld::Members)?;
    asked.submissions_open()
}

/// Taking a judge out decides who judges what.
fn remove_judge(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Assignments)?;
    asked.unpublished()
}
