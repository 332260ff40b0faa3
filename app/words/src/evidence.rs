//! What facts about a project say.

use crate::amounts::plural;
use crate::times::stamp;
use shared::evidence::{Fact, FlagReason};

/// What a kind of fact is called, in a list to choose from.
pub fn kind(kind: &str) -> &'static str {
    match kind {
        "code_at_close" => "Code at the close",
        "repository_silent" => "Repository does not answer",
        "addressed" => "Text addressed to judges or machines",
        "hidden_characters" => "Hidden characters",
        "dead_link" => "Link leads nowhere",
        "dead_video" => "Video is gone",
        "same_work" => "Same work in another event",
        "flag" => "Flag of a judge",
        "answer" => "Answer of the team",
        "note" => "Note of an organizer",
        _ => "Looked at",
    }
}

/// What a judge's flag is about.
pub fn flag_reason(reason: FlagReason) -> &'static str {
    match reason {
        FlagReason::BuiltBefore => "Built before the event",
        FlagReason::Rules => "Against a rule of the event",
        FlagReason::Template => "Made from a template",
        FlagReason::Conduct => "Conduct of the team",
    }
}

/// What was found, in a sentence. Moments in it are as pages show them.
pub fn sentence(fact: &Fact) -> String {
    match fact {
        Fact::CodeAtClose { .. } => code(fact),
        Fact::RepositorySilent { why, .. } => format!("The repository does not answer. {why}"),
        Fact::Addressed { field, .. } => {
            format!("The {} contains text addressed to judges or machines:", field_name(field))
        }
        Fact::HiddenCharacters { field, count, .. } => {
            let (count, field) = (plural(*count, "character", "characters"), field_name(field));
            format!("The {field} contains {count} that nobody can see, near:")
        }
        Fact::DeadLink { field, why, .. } => {
            format!("The {} leads nowhere. {why}", field_name(field))
        }
        Fact::DeadVideo { why, .. } => format!("The video is gone. {why}"),
        Fact::SameWork { how, .. } => format!("Another event has a similar project. {how}"),
        Fact::Flag { reason, .. } => format!("Flag: {}.", flag_reason(*reason)),
        Fact::Answer { .. } => "The team answers:".to_owned(),
        Fact::Note { .. } => "Note:".to_owned(),
        Fact::LookedAt { .. } => "Looked at:".to_owned(),
    }
}

/// What a fact quotes, in the words of who wrote it; empty where it quotes nothing.
pub fn quote(fact: &Fact) -> &str {
    match fact {
        Fact::Addressed { quote, .. } | Fact::HiddenCharacters { quote, .. } => quote,
        other => other.said(),
    }
}

/// The address that a fact is about; empty where it is about none.
pub fn source(fact: &Fact) -> &str {
    match fact {
        Fact::CodeAtClose { url, .. }
        | Fact::RepositorySilent { url, .. }
        | Fact::DeadLink { url, .. }
        | Fact::DeadVideo { url, .. } => url,
        _ => "",
    }
}

fn field_name(field: &str) -> &str {
    match field {
        "repo_url" => "link to the code",
        "demo_url" => "link to the demo",
        "video_url" => "link to the video",
        "team" => "team’s name",
        "tags" => "list of tags",
        "answers" => "answer to a question of the event",
        "pictures" => "text of a picture",
        other => other,
    }
}

fn code(fact: &Fact) -> String {
    let Fact::CodeAtClose {
        head,
        commits,
        first_at,
        last_at,
        authors,
        before_start,
        after_close,
        rewritten,
        names_event,
        ..
    } = fact
    else {
        return String::new();
    };
    let short = head.get(..12).unwrap_or(head);
    let mut said = match commits.zip(*authors) {
        Some((commits, authors)) => format!(
            "The code has {} by {}, at {short}.",
            plural(commits, "commit", "commits"),
            plural(authors, "author", "authors")
        ),
        None => format!("The code is at {short}. Its commits are not counted."),
    };
    if let Some((first, last)) = first_at.zip(*last_at) {
        said += &format!(" The first is of {}, the last of {}.", stamp(first), stamp(last));
    }
    let counted = |n: Option<u32>, when: &str| {
        n.filter(|n| *n > 0).map(|n| format!(" {} {when}.", plural(n, "commit is", "commits are")))
    };
    said += &counted(*before_start, "from before submissions opened").unwrap_or_default();
    said += &counted(*after_close, "from after the close").unwrap_or_default();
    if *rewritten {
        said += " Commits from an earlier look are gone.";
    }
    if let Some(event) = names_event {
        said += &format!(" The first message names another event: “{event}”.");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_says_what_is_unusual_and_nothing_else() {
        let code = |before_start, after_close, names_event: Option<&str>| {
            sentence(&Fact::CodeAtClose {
                url: "https://c.example".into(),
                head: "0123456789abcdef".into(),
                commits: Some(1),
                first_at: None,
                last_at: None,
                authors: Some(2),
                before_start,
                after_close,
                rewritten: false,
                names_event: names_event.map(ToOwned::to_owned),
            })
        };
        let plain = "The code has 1 commit by 2 authors, at 0123456789ab.";
        assert_eq!(code(Some(0), None, None), plain);
        assert_eq!(
            code(Some(3), Some(1), Some("LauzHack")),
            format!(
                "{plain} 3 commits are from before submissions opened. 1 commit is from after the close. \
                 The first message names another event: “LauzHack”."
            )
        );
    }
}
