//! What a webhook is told: a few facts of an audit row, without names, scores or texts. Who wants more asks the API.

use crate::audit::sha256_hex;
use serde::Serialize;
use serde_json::json;

/// The body that a webhook takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WebhookFormat {
    /// The facts, as Standard Webhooks.
    Standard,
    /// A sentence, for Slack.
    Slack,
    /// A sentence, for Discord.
    Discord,
}

named! { WebhookFormat, word, from_word: Standard = "standard", Slack = "slack", Discord = "discord" }

/// The facts of an audit row that leave the portal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The event's slug, which is its chain.
    pub event: String,
    /// Place in the chain.
    pub seq: i64,
    /// `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
    pub timestamp: String,
    /// `noun.verb` in the past tense.
    pub action: String,
    /// In which role somebody acted.
    pub actor_role: String,
    /// What was changed.
    pub object_type: String,
    /// Which one.
    pub object_id: String,
    /// The row's hash.
    pub row_hash: String,
}

#[derive(Serialize)]
struct Body<'a, T> {
    r#type: &'a str,
    timestamp: &'a str,
    data: T,
}

#[derive(Serialize)]
struct Data<'a> {
    event: &'a str,
    seq: i64,
    actor_role: &'a str,
    object_type: &'a str,
    object_id: &'a str,
    row_hash: &'a str,
}

/// The type of a test.
pub const TEST: &str = "webhook.test";

/// The id of a message, the same at each attempt: hashed from the webhook's random key and the row. With the row's own hash, since an older
/// backup may have been restored: then its number is that of another row, and receivers would take the new message for the old one.
pub fn message_id(key: &str, row: &Announcement) -> String {
    id(&format!("evenhand-webhook/1:{key}:{}:{}:{}", row.event, row.seq, row.row_hash))
}

/// The id of a test.
pub fn test_id(key: &str, test: i64) -> String {
    id(&format!("evenhand-webhook-test/1:{key}:{test}"))
}

fn id(text: &str) -> String {
    let hash = sha256_hex(text.as_bytes());
    format!("msg_{}", hash.get(..32).unwrap_or(&hash))
}

/// The body of a message, the same bytes at each attempt. `site` is the portal's public address without a slash at its end,
/// for the link of a sentence.
pub fn body(format: WebhookFormat, row: &Announcement, site: Option<&str>) -> String {
    if format == WebhookFormat::Standard {
        let data = Data {
            event: &row.event,
            seq: row.seq,
            actor_role: &row.actor_role,
            object_type: &row.object_type,
            object_id: &row.object_id,
            row_hash: &row.row_hash,
        };
        return text(&Body { r#type: &row.action, timestamp: &row.timestamp, data });
    }
    sentence(
        format,
        &format!("{} in the event {}", capitalised(&words(&row.action)), row.event),
        &row.event,
        site,
    )
}

/// The body of a test.
pub fn test_body(format: WebhookFormat, event: &str, timestamp: &str, site: Option<&str>) -> String {
    if format == WebhookFormat::Standard {
        return text(&Body { r#type: TEST, timestamp, data: json!({ "event": event }) });
    }
    sentence(format, &format!("A test of the webhook of the event {event}"), event, site)
}

fn text(body: &impl Serialize) -> String {
    // Strings and numbers alone: serialising them cannot fail.
    serde_json::to_string(body).unwrap_or_default()
}

/// Slack and Discord read marks in a text. What is written here has none: an action has letters, underscores and a full stop,
/// a slug letters, digits and hyphens. Mentions are switched off all the same.
fn sentence(format: WebhookFormat, said: &str, event: &str, site: Option<&str>) -> String {
    let said = match site {
        Some(site) => format!("{said}: {site}/events/{event}"),
        None => format!("{said}."),
    };
    match format {
        WebhookFormat::Discord => json!({ "allowed_mentions": { "parse": [] }, "content": said }),
        _ => json!({ "text": said }),
    }
    .to_string()
}

/// An action in words: "review saved". A few are not a noun and a verb in the past tense.
pub fn words(action: &str) -> String {
    match action {
        "ceremony.set_up" => "ceremony set up".into(),
        "event.time_zone" => "time zone of the event changed".into(),
        "event.passkeys_required" => "need of a passkey for organizers changed".into(),
        "event.contact_changed" => "contact of the event changed".into(),
        "bundle.completed" => "bundle received whole".into(),
        "export.csv" => "table exported".into(),
        "first_three.given" => "first three given".into(),
        "invitation.link_ended" => "link of an invitation ended".into(),
        "membership.granted" => "role granted".into(),
        "membership.changed" => "role changed".into(),
        "membership.removed" => "role removed".into(),
        "assignment.plan_undone" => "plan of assignments undone".into(),
        "prize.panel_chosen" => "panel of a prize chosen".into(),
        "project.unflagged" => "flag of a project removed".into(),
        "project.wished" => "wish of a project changed".into(),
        "team.link_made" => "link of a team made".into(),
        "team.extended" => "more time given to a team".into(),
        "question.period_set" => "time for questions chosen".into(),
        "question.owned" => "question taken on".into(),
        "question.removed" => "text of a question removed".into(),
        "review.voided" => "review set aside".into(),
        "window.set" => "window changed".into(),
        "window.changed" => "window changed".into(),
        "window.reopened" => "window opened again".into(),
        _ => action.replace(['.', '_'], " "),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Announcement {
        Announcement {
            event: "demo".into(),
            seq: 7,
            timestamp: "2026-11-22T10:00:00.000001Z".into(),
            action: "review.saved".into(),
            actor_role: "judge".into(),
            object_type: "review".into(),
            object_id: "12".into(),
            row_hash: "ab".repeat(32),
        }
    }

    #[test]
    fn the_standard_body_is_the_facts_in_a_fixed_order() {
        let hash = "ab".repeat(32);
        assert_eq!(
            body(WebhookFormat::Standard, &row(), Some("https://judging.example")),
            format!(
                r#"{{"type":"review.saved","timestamp":"2026-11-22T10:00:00.000001Z","data":{{"event":"demo","seq":7,"actor_role":"judge","object_type":"review","object_id":"12","row_hash":"{hash}"}}}}"#
            )
        );
        assert_eq!(
            test_body(WebhookFormat::Standard, "demo", "2026-11-22T10:00:00.000001Z", None),
            r#"{"type":"webhook.test","timestamp":"2026-11-22T10:00:00.000001Z","data":{"event":"demo"}}"#
        );
    }

    #[test]
    fn chats_get_a_sentence_with_a_link() {
        assert_eq!(
            body(WebhookFormat::Slack, &row(), Some("https://judging.example")),
            r#"{"text":"Review saved in the event demo: https://judging.example/events/demo"}"#
        );
        assert_eq!(
            body(WebhookFormat::Discord, &row(), None),
            r#"{"allowed_mentions":{"parse":[]},"content":"Review saved in the event demo."}"#
        );
        assert_eq!(
            test_body(WebhookFormat::Slack, "demo", "", None),
            r#"{"text":"A test of the webhook of the event demo."}"#
        );
    }

    #[test]
    fn ids_differ_by_webhook_chain_number_and_hash() {
        let first = message_id("k", &row());
        assert_eq!(first, message_id("k", &row()));
        assert_eq!(first.len(), 36);
        assert!(first.starts_with("msg_") && !first.contains('.'), "{first}");
        for other in [
            message_id("l", &row()),
            message_id("k", &Announcement { event: "demo2".into(), ..row() }),
            message_id("k", &Announcement { seq: 8, ..row() }),
            // Another row has the number after an older backup was restored.
            message_id("k", &Announcement { row_hash: "cd".repeat(32), ..row() }),
            test_id("k", 7),
        ] {
            assert_ne!(first, other);
        }
    }
}
