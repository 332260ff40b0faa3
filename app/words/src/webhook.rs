//! Webhooks: their kinds of event, their faults, and what came of an attempt.

use shared::refusal::WebhookFault;
use shared::webhook::attempt::AttemptFault;
use shared::webhook::message::{WebhookFormat, words};
use shared::webhook::target::TargetFault;

/// The heading of a group of kinds.
pub fn group(name: &str) -> &'static str {
    match name {
        "event" => "The event and its rules",
        "people" => "People and invitations",
        "teams" => "Teams",
        "projects" => "Projects and comments",
        "results" => "Results",
        "reviews" => "Reviews",
        "assignments" => "Who judges what",
        "ranking" => "The ranking",
        "votes" => "Votes",
        _ => "Files, mails and webhooks",
    }
}

/// `Review submitted`.
pub fn action(action: &str) -> String {
    if action == shared::webhook::message::TEST {
        return "Test".to_owned();
    }
    let said = words(action);
    let mut letters = said.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a webhook takes.
pub fn format(format: WebhookFormat) -> &'static str {
    match format {
        WebhookFormat::Standard => "JSON for a program (Standard Webhooks)",
        WebhookFormat::Slack => "A sentence for a Slack channel",
        WebhookFormat::Discord => "A sentence for a Discord channel",
    }
}

/// Why an attempt got no whole answer.
pub fn attempt(fault: AttemptFault) -> &'static str {
    match fault {
        AttemptFault::Address => "Address not allowed",
        AttemptFault::Name => "Name not found",
        AttemptFault::Private => "Private network",
        AttemptFault::Connection => "No connection",
        AttemptFault::Tls => "Certificate not valid",
        AttemptFault::Timeout => "Took over 10\u{a0}s",
        AttemptFault::Answer => "Not an HTTP answer",
    }
}

pub(super) fn fault(fault: WebhookFault) -> &'static str {
    match fault {
        WebhookFault::Address(TargetFault::Length) => "This address is too long.",
        WebhookFault::Address(TargetFault::Characters) => {
            "The address can’t contain spaces, backslashes or control characters."
        }
        WebhookFault::Address(TargetFault::Unreadable) => {
            "Enter a whole address, such as https://hooks.example.org/evenhand."
        }
        WebhookFault::Address(TargetFault::Scheme) => "The address must start with https://.",
        WebhookFault::Address(TargetFault::UserInfo) => "Leave user and password out of the address.",
        WebhookFault::Address(TargetFault::Port) => "Use port 443, or one from 1024 on.",
        WebhookFault::Address(TargetFault::Private) => {
            "This address is inside a private network. Webhooks only go to public addresses."
        }
        WebhookFault::Format => "Choose what the webhook takes.",
        WebhookFault::Kinds => "Tick at least one kind of event.",
    }
}
