//! What a row of the audit log says was done.

/// The act of a row in the past tense, to follow the name of who did it; none for an action that this version does not know.
pub fn did(action: &str) -> Option<&'static str> {
    let (noun, _) = action.split_once('.')?;
    match noun {
        "assignment" | "call" | "conflict" | "evidence" | "first_three" | "note" | "review" | "visit" => {
            judging(action)
        }
        "event" | "feedback" | "finals" | "forget_day" | "open_data" | "rubric" | "track" | "window" => {
            setting(action)
        }
        "comment" | "picture" | "project" | "team" => project(action),
        "ballot" | "ceremony" | "code" | "duty" | "prize" | "question" | "remark" | "results" | "run" => {
            result(action)
        }
        "bundle" | "export" | "key" | "log" | "mail" | "notice" | "token" | "webhook" => record(action),
        _ => people(action),
    }
}

fn judging(action: &str) -> Option<&'static str> {
    Some(match action {
        "assignment.created" => "assigned a project to a judge",
        "assignment.imported" => "brought in a list of assignments",
        "assignment.moved" => "moved a judge’s work to others",
        "assignment.plan_undone" => "undid a plan",
        "assignment.planned" => "dealt out projects by a plan",
        "assignment.pulled" => "took another project",
        "assignment.recused" => "took a judge off a project",
        "assignment.reinstated" => "put a judge back on a project",
        "assignment.removed" => "removed an assignment",
        "call.ended" => "ended a call for help",
        "call.made" => "called for help",
        "call.taken" => "went to help a judge",
        "call.withdrawn" => "withdrew a call for help",
        "conflict.declared" => "declared a conflict of interest",
        "conflict.dismissed" => "dismissed a suggested conflict of interest",
        "conflict.withdrawn" => "withdrew a conflict of interest",
        "evidence.answered" => "answered for a team what was found about its project",
        "evidence.collected" => "looked at the projects’ code, texts and links",
        "evidence.flagged" => "flagged a project that they judge",
        "evidence.looked_at" => "looked at the facts about a project",
        "evidence.noted" => "wrote a note about a project",
        "first_three.given" => "named their first three",
        "note.saved" => "wrote a private note",
        "review.entered" => "entered a review from paper",
        "review.restored" => "let a review count again",
        "review.saved" => "saved a draft of a review",
        "review.submitted" => "submitted a review",
        "review.voided" => "set a review aside",
        "visit.marked" => "marked a visit",
        "visit.unmarked" => "removed the mark of a visit",
        _ => return None,
    })
}

fn setting(action: &str) -> Option<&'static str> {
    Some(match action {
        "event.contact_changed" => "changed the event’s contact",
        "event.created" => "created the event",
        "event.edited" => "changed the event’s settings",
        "event.forgotten" => "had the event’s personal data removed",
        "event.imported" => "imported the event",
        "event.opened" => "opened the event to everybody",
        "event.passkeys_required" => "chose whether organizers need a passkey",
        "event.time_zone" => "changed the event’s time zone",
        "feedback.chosen" => "chose what teams read of their reviews",
        "finals.created" => "made the finals",
        "forget_day.chosen" => "chose the day on which personal data go",
        "forget_day.withdrawn" => "withdrew the day on which personal data go",
        "open_data.published" => "published the scores without names",
        "rubric.edited" => "changed the criteria",
        "track.declared" => "said which tracks a judge knows",
        "track.edited" => "changed the tracks",
        "window.changed" | "window.set" => "changed a window",
        "window.changed_while_open" => "changed a window while it was open",
        "window.closed" => "closed a window",
        "window.opened" => "opened a window",
        "window.reopened" => "opened a window again after its close",
        _ => return None,
    })
}

fn project(action: &str) -> Option<&'static str> {
    Some(match action {
        "comment.posted" => "wrote a comment",
        "comment.removed" => "removed a comment",
        "picture.added" => "added a picture to a project",
        "picture.described" => "changed what a picture is said to show",
        "picture.moved" => "put a picture of a project first",
        "picture.removed" => "removed a picture of a project",
        "project.corrected" => "corrected an imported project",
        "project.created" => "started a project",
        "project.edited" => "edited a project",
        "project.flagged" => "marked a project as a repeat",
        "project.imported" => "brought in a list of projects",
        "project.moved" => "moved a project to another place",
        "project.restored" => "let a withdrawn project take part again",
        "project.submitted" => "submitted a project",
        "project.unflagged" => "said that a project repeats none",
        "project.wished" => "changed what a project needs at its place",
        "project.withdrawn" => "withdrew a project",
        "team.created" => "founded a team",
        "team.extended" => "gave a team more time to submit",
        "team.joined" => "joined a team",
        "team.left" => "left a team",
        "team.link_made" => "made a team’s link",
        "team.renamed" => "renamed a team",
        _ => return None,
    })
}

fn result(action: &str) -> Option<&'static str> {
    Some(match action {
        "ballot.cast" => "voted",
        "ballot.ranked" => "ranked projects for a prize",
        "ballot.withdrawn" => "withdrew a vote",
        "ceremony.set_up" => "prepared the ceremony",
        "code.created" => "made voting codes",
        "code.withdrawn" => "withdrew voting codes",
        "duty.settled" => "said what a winner has shown",
        "prize.awarded" => "confirmed the winners of a prize",
        "prize.changed" => "changed a prize",
        "prize.created" => "added a prize",
        "prize.panel_chosen" => "chose the panel of a prize",
        "prize.removed" => "removed a prize",
        "question.answered" => "answered a question about the results",
        "question.owned" => "took on a question about the results",
        "question.period_set" => "chose until when questions are taken",
        "question.raised" => "asked about the results",
        "question.removed" => "removed a text of a question",
        "remark.added" => "wrote a remark about a prize",
        "results.corrected" => "corrected the results",
        "results.finalized" => "made the results final",
        "results.published" => "published the results",
        "run.created" => "calibrated the scores",
        _ => return None,
    })
}

fn record(action: &str) -> Option<&'static str> {
    Some(match action {
        "bundle.completed" => "received the whole bundle",
        "bundle.exported" => "downloaded the event as a bundle",
        "export.csv" => "downloaded a table",
        "key.created" => "made a signing key",
        "key.revoked" => "revoked a signing key",
        "key.rotated" => "replaced the signing key",
        "log.alarmed" => "heard from a witness that the log was cut or rewritten",
        "mail.opened" => "read a mail",
        "notice.posted" => "posted a notice",
        "notice.withdrawn" => "withdrew a notice",
        "token.created" => "made an API token",
        "token.revoked" => "revoked an API token",
        "webhook.changed" => "changed a webhook",
        "webhook.created" => "added a webhook",
        "webhook.removed" => "removed a webhook",
        "webhook.secret_replaced" => "replaced the secret of a webhook",
        "webhook.sent_again" => "had a message of a webhook sent again",
        "webhook.switched_off" => "switched a webhook off",
        "webhook.switched_on" => "switched a webhook on",
        "webhook.tested" => "tested a webhook",
        _ => return None,
    })
}

fn people(action: &str) -> Option<&'static str> {
    Some(match action {
        "calendar.ended" => "ended the address of their calendar",
        "calendar.made" => "made an address for their calendar",
        "guest.admitted" => "let a guest judge in",
        "guest.turned_away" => "turned a guest judge away",
        "guest_link.closed" => "closed the link for guest judges",
        "guest_link.opened" => "opened the link for guest judges",
        "invitation.accepted" => "accepted an invitation",
        "invitation.created" => "made an invitation",
        "invitation.declined" => "declined an invitation",
        "invitation.link_ended" => "ended the link of an invitation",
        "invitation.opened" => "opened an invitation",
        "invitation.sent" => "made links for invitations",
        "invitation.used" => "followed an invitation",
        "invitation.withdrawn" => "withdrew an invitation",
        "membership.changed" => "changed somebody’s role",
        "membership.granted" => "gave somebody a role",
        "membership.removed" => "took a role from somebody",
        "organizer.left" => "stopped organizing the event",
        "person.activated" => "let a person in again",
        "person.changed" => "changed an account",
        "person.confirmed" => "confirmed an address",
        "person.created" => "made an account",
        "person.deactivated" => "closed an account",
        "person.left" => "deleted an account",
        "person.merged" => "merged two accounts",
        "person.password_changed" => "changed a password",
        "person.passkey_added" => "added a passkey to an account",
        "person.passkey_asked" => "chose whether an account asks for a passkey",
        "person.passkey_removed" => "removed a passkey of an account",
        "person.passkeys_cleared" => "removed all passkeys of an account",
        "person.recovery_code_used" => "used a recovery code",
        "person.recovery_codes_made" => "made recovery codes",
        "person.sign_on_joined" => "joined an account with single sign-on",
        "person.sign_on_parted" => "parted an account from single sign-on",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::webhook::kinds::KIND_GROUPS;

    #[test]
    fn every_kind_that_a_webhook_is_told_of_has_words() {
        for action in KIND_GROUPS.iter().flat_map(|group| group.actions) {
            assert!(did(action).is_some(), "{action}");
        }
        assert_eq!(did("review.unheard_of"), None);
        assert_eq!(did("nothing"), None);
    }
}
