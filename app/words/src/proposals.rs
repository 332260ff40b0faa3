//! What a proposal would do.

use shared::proposal::ProposedAct;

/// `Post a comment on a project`.
pub fn act(act: ProposedAct) -> &'static str {
    match act {
        ProposedAct::ShareOut => "Share out the projects of judges who have not come",
        ProposedAct::CastBallot => "Cast your vote, in place of the one that you cast before",
        ProposedAct::CallForHelp => "Call an organizer for help",
        ProposedAct::WithdrawCall => "Take back your call for help",
        ProposedAct::TakeCall => "Say that you are on the way to a judge who called",
        ProposedAct::CloseCall => "Say that a judge who called was helped",
        ProposedAct::GiveMoreTime => "Give a team more time to submit",
        ProposedAct::OpenEvent => "Open the event to everybody, for good",
        ProposedAct::ConfirmPrizes => "Confirm the winners that rules decide",
        ProposedAct::CreateProject => "Create a project of your team",
        ProposedAct::CorrectProject => "Correct an imported project",
        ProposedAct::RestoreProject => "Restore a withdrawn project",
        ProposedAct::WithdrawProject => "Withdraw a project",
        ProposedAct::EnterScores => "Enter and submit scores from a list",
        ProposedAct::SaveReview => "Save your review of a project",
        ProposedAct::EditProject => "Change a project of your team",
        ProposedAct::PostComment => "Post a comment on a project, for everybody to read",
    }
}
