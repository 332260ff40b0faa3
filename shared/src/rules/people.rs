//! The people of an event: who is invited, who has which role, and who comes in by a link.

use super::question::{Question, Verdict, found};
use crate::refusal::Withheld;

acts! {
    /// See everybody in the event, and all invitations.
    SeePeople on Event => |asked| asked.organizer();
    /// Invite people.
    Invite on Event => hand_out;
    /// Hand out an invitation's link: by mail, on the page, or on a printed card.
    SendInvitation on Event => hand_out;
    /// Read a mail that invites somebody.
    OpenInvitationMail on Event => |asked| asked.organizer();
    /// Withdraw an invitation.
    WithdrawInvitation on Event => |asked| asked.organizer();
    /// Accept or decline an invitation, by its link. One to a panel works until the winners of its prize are confirmed.
    AnswerInvitation on Event => answer;
    /// Change a judge's tracks and the most reviews that they take.
    SetJudgeLimits on Event => |asked| asked.unconflicted_organizer(Withheld::Assignments);
    /// Give a member a further role.
    GrantRole on Event => |asked| asked.organizer();
    /// Take the role of a participant or an organizer away from somebody.
    RemoveMember on Event => |asked| asked.organizer();
    /// Take a participant off their team.
    TakeOffTeam on Event => take_off_team;
    /// Take the judge's role, and the assignments without a review, away from somebody.
    RemoveJudge on Event => remove_judge;
    /// Open and close the link by which guest judges give their names.
    ManageGuestLink on Event => hand_out;
    /// Give one's name by that link, and come in once confirmed.
    EnterAsGuest on Event => by_link;
    /// Confirm a guest as a judge, or turn them away.
    DecideGuest on Event => hand_out;
}

/// Links end when judging closes, so none is made after that.
fn hand_out(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    asked.not_forgotten()?;
    if asked.facts.event.judging.is_over(asked.now) { asked.judging_open() } else { Ok(()) }
}

/// A panel meets after judging has closed too.
fn answer(asked: &Question<'_>) -> Verdict {
    let Some(prize) = asked.facts.prize else { return by_link(asked) };
    found(!prize.awarded)?;
    asked.stays_in_demo()
}

/// Links end when judging closes. Nobody learns from one that it ever worked.
fn by_link(asked: &Question<'_>) -> Verdict {
    found(!asked.facts.event.judging.is_over(asked.now))?;
    asked.stays_in_demo()
}

/// Teams change only while submissions are open, by organizers too.
fn take_off_team(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    asked.submissions_open()
}

/// Taking a judge out decides who judges what.
fn remove_judge(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Assignments)?;
    asked.unpublished()
}
