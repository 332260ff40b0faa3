//! What no evening plays yet.

/// Acts of the rules of which no evening asks. Whoever plays one takes it out.
pub(crate) const UNPLAYED: &[&str] = &["PublishOpenData", "ReadFlags"];

#[cfg(test)]
mod tests {
    use super::*;
    use shared::rules::Act;
    use std::collections::BTreeSet;

    /// Where the rules are asked.
    const SOURCES: &[&str] = &[
        include_str!("verdict.rs"),
        include_str!("deeds/calls.rs"),
        include_str!("deeds/closed.rs"),
        include_str!("deeds/event.rs"),
        include_str!("deeds/feedback.rs"),
        include_str!("deeds/first_three.rs"),
        include_str!("deeds/invitations.rs"),
        include_str!("deeds/notices.rs"),
        include_str!("deeds/own.rs"),
        include_str!("deeds/paper.rs"),
        include_str!("deeds/people.rs"),
        include_str!("deeds/prizes.rs"),
        include_str!("deeds/questions.rs"),
        include_str!("deeds/reads.rs"),
        include_str!("deeds/repeats.rs"),
        include_str!("deeds/second.rs"),
        include_str!("deeds/twins.rs"),
        include_str!("deeds/webhooks.rs"),
    ];

    #[test]
    fn each_act_of_the_rules_is_played_or_listed_here() {
        let paths =
            SOURCES.iter().flat_map(|source| source.split(|c: char| !c.is_ascii_alphanumeric() && c != ':'));
        let after_act = |path: &'static str| path.split("::").skip_while(|part| *part != "act").nth(1);
        let asked: BTreeSet<&str> = paths.filter_map(after_act).collect();
        let all = Act::BY_NOUN.iter().flat_map(|acts| acts.iter()).map(|act| act.name);
        let unplayed: BTreeSet<&str> = all.filter(|name| !asked.contains(name)).collect();
        assert_eq!(unplayed, UNPLAYED.iter().copied().collect());
    }
}
