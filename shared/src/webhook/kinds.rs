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

/// All kinds. What only concerns the organizers' own tools, such as a mail that was opened, is none of them.
pub const KIND_GROUPS: [KindGroup; 9] = [
    KindGroup {
        name: "event",
        judging: false,
        actions: &[
            "event.edited",
            "event.forgotten",
            "window.set",
            "track.edited",
            "rubric.edited",
            "prize.created",
            "prize.changed",
            "prize.removed",
        ],
    },
    KindGroup {
        name: "people",
        judging: false,
        actions: &[
            "invitation.sent",
            "invitation.accepted",
            "invitation.declined",
            "membership.granted",
            "membership.removed",
            "guest.admitted",
        ],
    },
    KindGroup {
        name: "teams",
        judging: false,
        actions: &["team.created", "team.joined", "team.left", "team.renamed"],
    },
    KindGroup {
        name: "projects",
        judging: false,
        actions: &[
            "project.created",
            "project.edited",
            "project.submitted",
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
        actions: &["results.published", "results.corrected", "finals.created", "open_data.published"],
    },
    KindGroup {
        name: "reviews",
        judging: true,
        actions: &["review.saved", "review.submitted", "review.entered", "review.voided", "review.restored"],
    },
    KindGroup {
        name: "assignments",
        judging: true,
        actions: &[
            "assignment.planned",
            "assignment.created",
            "assignment.pulled",
            "assignment.moved",
            "assignment.recused",
            "assignment.reinstated",
            "assignment.removed",
            "conflict.declared",
            "conflict.withdrawn",
            "visit.marked",
        ],
    },
    KindGroup {
        name: "ranking",
        judging: true,
        actions: &["run.created", "prize.awarded", "project.flagged", "project.unflagged"],
    },
    KindGroup { name: "votes", judging: true, actions: &["ballot.cast", "ballot.withdrawn"] },
];

/// The group of an action; none where no webhook is told of it.
#[must_use]
pub fn group_of(action: &str) -> Option<&'static KindGroup> {
    KIND_GROUPS.iter().find(|group| group.actions.contains(&action))
}

/// Whether an action touches the ranking, or who judges what.
#[must_use]
pub fn is_judging(action: &str) -> bool {
    group_of(action).is_none_or(|group| group.judging)
}

/// Whether any of the actions does.
#[must_use]
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
            ("export.csv", true),
            ("results.published", false),
            ("project.submitted", false),
        ] {
            assert_eq!(is_judging(action), judging, "{action}");
        }
        assert!(open_actions().all(|action| !is_judging(action)));
    }
}
