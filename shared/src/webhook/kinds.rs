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

/// Groups of actions, by their nouns: `event: created` is `event.created`.
macro_rules! kind_groups {
    ($($name:ident, judging: $judging:literal { $($noun:ident: $($act:ident),+;)+ })+) => {
        /// All kinds: the actions of an event's log.
        pub const KIND_GROUPS: [KindGroup; 10] = [$(KindGroup {
            name: stringify!($name),
            judging: $judging,
            actions: &[$($(concat!(stringify!($noun), ".", stringify!($act))),+),+],
        }),+];
    };
}

kind_groups! {
    event, judging: false {
        event: created, imported, opened, edited, contact_changed, time_zone, passkeys_required, forgotten;
        window: set, changed, opened, closed, changed_while_open, reopened;
        track: edited;
        rubric: edited;
        prize: created, changed, removed;
        feedback: chosen;
        forget_day: chosen, withdrawn;
        confirmation: requested, confirmed, declined, withdrawn;
        second_organizer: switched_on, switched_off, added;
        notice: posted, withdrawn;
        call: made, taken, ended, withdrawn;
        log: alarmed, renamed;
    }
    people, judging: false {
        invitation: created, sent, opened, used, accepted, declined, withdrawn, link_ended;
        membership: granted, changed, removed;
        organizer: left;
        person: left, merged;
        guest_link: opened, closed;
        guest: admitted, turned_away;
        calendar: made, ended;
    }
    teams, judging: false {
        team: created, joined, left, renamed, link_made, extended;
    }
    projects, judging: false {
        project: created, imported, edited, submitted, withdrawn, restored, corrected, wished, moved;
        picture: added, described, moved, removed;
        comment: posted, removed;
    }
    results, judging: false {
        results: published, corrected, finalized;
        duty: settled;
        question: period_set, raised, owned, answered, removed;
        finals: created;
        open_data: published;
    }
    reviews, judging: true {
        review: saved, submitted, entered, voided, restored;
        note: saved;
        first_three: given;
        evidence: flagged, answered, noted, looked_at;
    }
    assignments, judging: true {
        assignment: planned, plan_undone, imported, created, pulled, moved, recused, reinstated, removed;
        conflict: declared, dismissed, withdrawn;
        visit: marked, unmarked;
    }
    ranking, judging: true {
        run: created;
        track: declared;
        prize: panel_chosen;
        ballot: ranked;
        remark: added;
        ceremony: set_up;
        prize: awarded;
        project: flagged, unflagged;
        evidence: collected;
    }
    votes, judging: true {
        code: created, withdrawn;
        ballot: cast, withdrawn;
    }
    tools, judging: true {
        export: csv;
        bundle: exported, completed;
        mail: opened;
        webhook: created, changed, removed, secret_replaced, switched_on, switched_off, sent_again, tested;
    }
}

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
