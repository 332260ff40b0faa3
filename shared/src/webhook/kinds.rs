//! The kinds of event that a webhook can be told of: actions of the audit log, in groups.

/// Kinds that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindGroup {
    /// What the group is called in a form.
    pub name: &'static str,
    /// It touches the ranking, or who judges what: before publication, an organizer who takes part hears nothing of it.
    pub judging: bool,
    /// The actions.
    pub actions: &'static [&'static str],
}

/// All kinds: the actions of an event's log.
pub const KIND_GROUPS: [KindGroup; 10] = [
    KindGroup {
        name: "event",
        judging: false,
        actions: &[
            "event.created",
            "event.imported",
            "event.opened",
            "event.edited",
            "event.contact_changed",
            "event.time_zone",
            "event.passkeys_required",
            "event.forgotten",
            "window.set",
            "window.changed",
            "window.opened",
            "window.closed",
            "window.changed_while_open",
            "window.reopened",
            "track.edited",
            "rubric.edited",
            "prize.created",
            "prize.changed",
            "prize.removed",
            "feedback.chosen",
            "forget_day.chosen",
            "forget_day.withdrawn",
            "confirmation.requested",
            "confirmation.confirmed",
            "confirmation.declined",
            "confirmation.withdrawn",
            "second_organizer.switched_on",
            "second_organizer.switched_off",
            "notice.posted",
            "notice.withdrawn",
            "call.made",
            "call.taken",
            "call.ended",
            "call.withdrawn",
            "log.alarmed",
            "log.renamed",
        ],
    },
    KindGroup {
        name: "people",
        judging: false,
        actions: &[
            "invitation.created",
            "invitation.sent",
            "invitation.opened",
            "invitation.used",
            "invitation.accepted",
            "invitation.declined",
            "invitation.withdrawn",
            "invitation.link_ended",
            "membership.granted",
            "membership.changed",
            "membership.removed",
            "organizer.left",
            "guest_link.opened",
            "guest_link.closed",
            "guest.admitted",
            "guest.turned_away",
            "calendar.made",
            "calendar.ended",
        ],
    },
    KindGroup {
        name: "teams",
        judging: false,
        actions: &[
            "team.created",
            "team.joined",
            "team.left",
            "team.renamed",
            "team.link_made",
            "team.extended",
        ],
    },
    KindGroup {
        name: "projects",
        judging: false,
        actions: &[
            "project.created",
            "project.imported",
            "project.edited",
            "project.submitted",
            "project.withdrawn",
            "project.restored",
            "project.corrected",
            "project.wished",
            "project.moved",
            "picture.added",
            "picture.described",
            "picture.moved",
            "picture.removed",
            "comment.posted",
            "comment.removed",
        ],
    },
    KindGroup {
        name: "results",
        judging: false,
        actions: &[
            "results.published",
            "results.corrected",
            "results.finalized",
            "duty.settled",
            "question.period_set",
            "question.raised",
            "question.owned",
            "question.answered",
            "question.removed",
            "finals.created",
            "open_data.published",
        ],
    },
    KindGroup {
        name: "reviews",
        judging: true,
        actions: &[
            "review.saved",
            "review.submitted",
            "review.entered",
            "review.voided",
            "review.restored",
            "note.saved",
            "first_three.given",
            "evidence.flagged",
            "evidence.answered",
            "evidence.noted",
            "evidence.looked_at",
        ],
    },
    KindGroup {
        name: "assignments",
        judging: true,
        actions: &[
            "assignment.planned",
            "assignment.plan_undone",
            "assignment.imported",
            "assignment.created",
            "assignment.pulled",
            "assignment.moved",
            "assignment.recused",
            "assignment.reinstated",
            "assignment.removed",
            "conflict.declared",
            "conflict.dismissed",
            "conflict.withdrawn",
            "visit.marked",
            "visit.unmarked",
        ],
    },
    KindGroup {
        name: "ranking",
        judging: true,
        actions: &[
            "run.created",
            "track.declared",
            "prize.panel_chosen",
            "ballot.ranked",
            "remark.added",
            "ceremony.set_up",
            "prize.awarded",
            "project.flagged",
            "project.unflagged",
            "evidence.collected",
        ],
    },
    KindGroup {
        name: "votes",
        judging: true,
        actions: &["code.created", "code.withdrawn", "ballot.cast", "ballot.withdrawn"],
    },
    KindGroup {
        name: "tools",
        judging: true,
        actions: &[
            "export.csv",
            "bundle.exported",
            "bundle.completed",
            "mail.opened",
            "webhook.created",
            "webhook.changed",
            "webhook.removed",
            "webhook.secret_replaced",
            "webhook.switched_on",
            "webhook.switched_off",
            "webhook.sent_again",
            "webhook.tested",
        ],
    },
];

/// The group of an action; none where no webhook is told of it.
pub fn group_of(action: &str) -> Option<&'static KindGroup> {
    KIND_GROUPS.iter().find(|group| group.actions.contains(&action))
}

/// Whether an action touches the ranking, or who judges what.
pub fn is_judging(action: &str) -> bool {
    group_of(action).is_none_or(|group| group.judging)
}

/// Whether any of the actions does.
pub fn any_judging(actions: &[String]) -> bool {
    actions.iter().any(|action| is_judging(action))
}

/// The actions that do not.
pub fn open_actions() -> impl Iterator<Item = &'static str> {
    KIND_GROUPS.iter().filter(|group| !group.judging).flat_map(|group| group.actions.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_action_is_in_one_group() {
        let all: Vec<_> = KIND_GROUPS.iter().flat_map(|group| group.actions).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert!(all.iter().all(|action| action.split('.').count() == 2));
    }

    #[test]
    fn what_is_in_no_group_counts_as_judging() {
        for (action, judging) in [
            ("review.submitted", true),
            ("run.created", true),
            ("ballot.cast", true),
            ("unheard.of", true),
            ("results.published", false),
            ("project.submitted", false),
        ] {
            assert_eq!(is_judging(action), judging, "{action}");
        }
        assert!(open_actions().all(|action| !is_judging(action)));
    }
}
