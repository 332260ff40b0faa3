//! A part of the page of exports: the day on which an event's personal data go, what goes, and what went.

use super::second_organizer::second_organizer_hint;
use crate::prelude::*;
use model::keeping::{DataAmount, ForgottenRecord, KeepingFound};

#[derive(Clone, Debug)]
pub struct KeepingPart {
    pub found: KeepingFound,
    /// The day, as stored or as typed.
    pub day: String,
    /// Another organizer chose another day since the form was opened.
    pub stale: bool,
}

/// The section. Its forms post to `keeping/day` and `keeping/forget`.
pub(super) fn keeping_part(model: &KeepingPart) -> AnyView {
    let slug = this_event().slug;
    let body = match &model.found.record {
        Some(record) => gone(&slug, record, &model.found.going),
        None => kept(&slug, model),
    };
    section("keeping", "Keeping personal data").of(view! {
        {body}
        {stays()}
    })
}

fn kept(slug: &str, model: &KeepingPart) -> AnyView {
    let state = match model.found.at.facts.event.forget_on {
        None => view! {
            <p class="prose">"This event has no day on which personal data are removed. They are kept until you choose one."</p>
        },
        Some(day) => view! {
            <p class="prose">"The personal data of this event are removed on "<Time at=day/>", by the program that also sends mail and webhooks. The event’s page and the page on privacy name this day."</p>
        },
    };
    let provisional = model.found.at.facts.event.provisional.then(|| {
        view! {
            <Notice tone=Tone::Warn title="The results are provisional." text="Once the data are removed, the results stay provisional: nobody can make them final or say what winners have shown."/>
        }
    });
    view! {
        {state}
        {provisional}
        {day_form(slug, model)}
        {subsection("goes", "What is removed").of(view! {
            {amounts(&model.found.going)}
            <p class="prose">"Accounts that were made for this event are deleted, if nobody uses them otherwise."</p>
        })}
        {now_form(slug, model)}
    }
}

fn day_form(slug: &str, model: &KeepingPart) -> AnyView {
    let KeepingPart { found, day, stale } = model;
    if let Some(why) = &found.fixed {
        return view! { <Notice tone=Tone::Note title=words::refusal(why)/> };
    }
    let (stored, typed) = (found.at.facts.event.forget_on, day.clone());
    let (hint, when) = match &found.from {
        Ok(from) => (
            "The day begins at midnight UTC.",
            view! { "It can begin at "<Time at=*from/>" or later. By then all windows have closed, results are final, and questions about them are over. Without final results, it is 30 days after the last close. Leave the field empty to take the day back." },
        ),
        Err(why) => ("", show_moments(&words::refusal(why))),
    };
    let theirs = stale.then(|| {
        let now = stored.map_or_else(|| "no day".to_owned(), words::stamp);
        let yours = format!("Your choice, not saved: {}.", if typed.is_empty() { "no day" } else { &typed });
        view! { <Notice tone=Tone::Warn title=format!("Another organizer saved: {now}.") text=yours/> }
    });
    let seen = stored.map(words::iso).unwrap_or_default();
    let later = stored.map(|_| "A later day, or none, is saved at once.");
    view! {
        {theirs}
        <PostForm action=format!("/events/{slug}/manage/keeping/day") class="form" fresh=true>
            <input type="hidden" name="seen" value=seen/>
            <Field name="day" label="Day on which personal data are removed" kind="date" value=typed hint beside=Some(when) optional=true/>
            {second_organizer_hint(later)}
            <Button kind=Kind::Main>"Save the day"</Button>
        </PostForm>
    }
}

fn now_form(slug: &str, model: &KeepingPart) -> AnyView {
    let verb = format!("Remove the personal data of {}", this_event().name);
    let title = "Remove them now";
    match &model.found.early {
        Some(why) => subsection("forget", title).of(view! { <p class="prose">{show_moments(&words::refusal(why))}</p> }),
        // Few events do it before the day, and the page is long.
        None => disclosure(title).id("forget").open(!refused("confirm").is_empty()).of(view! {
            <PostForm action=format!("/events/{slug}/manage/keeping/forget") class="form">
                <Check name="confirm" label="I have read what is removed. I know that it cannot come back."/>
                {second_organizer_hint(None)}
                <Button kind=Kind::Danger hint="This cannot be undone. Save bundle.json first if you must keep a copy.">{verb}</Button>
            </PostForm>
        }),
    }
}

fn gone(slug: &str, record: &ForgottenRecord, went: &[DataAmount]) -> AnyView {
    let who = match record.by.as_str() {
        "system" => "on the day that was chosen".to_owned(),
        "" => "by an organizer".to_owned(),
        by => format!("by {by}"),
    };
    let (at, row, log) = (record.at, words::thousands(record.row), ManageTab::Audit.href(slug));
    let head = format!("/api/events/{slug}/audit-head?row={}", record.row);
    let file = format!("{slug}-forgotten-head.json");
    view! {
        <Notice tone=Tone::Good title="The personal data of this event are removed">
            <p>"On "<Time at/>", "{who}". The event is closed: nothing can be added."</p>
        </Notice>
        {subsection("went", "What was removed").of(view! {
            {amounts(went)}
            <p class="prose">"Row "{row}" of the "<a href=log>"audit log"</a>" holds this record."</p>
            <p class="prose">
                "Without names, the rows before it can be checked only together with a signed head of that row. "
                <a href=head download=file>"Save the signed head"</a>" and give it to others, with the log."
            </p>
        })}
    }
}

/// How many of each kind, without those of which there are none.
fn amounts(going: &[DataAmount]) -> AnyView {
    let lines = each(
        going.iter().filter(|amount| amount.number > 0),
        |DataAmount { kind, number }| view! { <dt>{words::thousands(*number)}</dt><dd>{kind_words(kind, *number)}</dd> },
    );
    if lines.is_empty() {
        return view! { <p class="prose">"Nothing: there are no personal data yet."</p> };
    }
    view! { <dl class="facts">{lines}</dl> }
}

/// Each kind: what one of it is called, what several are, and what is said of both.
const KINDS: &[(&str, &str, &str, &str)] = &[
    (
        "people",
        "person",
        "people",
        ": names, addresses and fixture ids. “A judge” or “A participant” takes their place.",
    ),
    ("review_comments", "comment", "comments", " of judges in reviews"),
    ("comments", "comment", "comments", " on projects, with their authors"),
    ("ballots", "ballot", "ballots", ". How many votes each project got stays."),
    ("voting_codes", "voting code", "voting codes", ""),
    ("invitations", "invitation", "invitations", ", with names and addresses"),
    ("guests", "name", "names", " given by guest judges"),
    ("mails", "mail", "mails", " to people of this event"),
    ("notices", "notice", "notices", " of organizers"),
    ("acknowledgements", "mark", "marks", " of who read a notice"),
    ("notes", "private note", "private notes", " of judges"),
    ("pictures", "picture", "pictures", " of projects, which may show people"),
    ("visits", "mark", "marks", " of missed visits"),
    ("calls", "judge’s call", "judges’ calls", " for help"),
    (
        "evidence",
        "flag, answer or note",
        "flags, answers and notes",
        " on projects. What the portal itself found stays.",
    ),
    ("first_threes", "answer", "answers", " to “the three that you like best”"),
    (
        "reasons",
        "reason",
        "reasons",
        " of conflicts, of stepping aside, of withdrawing a project, of what winners owe and of more time that no results name",
    ),
    (
        "questions",
        "question",
        "questions",
        " about the results, with the answers. Numbers, times and fingerprints stay.",
    ),
    ("answers", "answer", "answers", " to your own questions that not everybody reads"),
    ("remarks", "organizer’s remark or decision", "organizers’ remarks and decisions", " about prizes"),
    ("webhook_attempts", "attempt", "attempts", " of webhooks, with the answers"),
    ("log_rows", "row", "rows", " of the audit log: who acted, and from which network address"),
    ("runs", "run", "runs", ": the addresses of judges in what they read"),
];

/// A kind in words, behind its number.
fn kind_words(kind: &str, number: i64) -> String {
    match KINDS.iter().find(|(name, ..)| *name == kind) {
        Some((_, one, many, rest)) => format!("{}{rest}", if number == 1 { one } else { many }),
        None => kind.replace('_', " "),
    }
}

/// What stays, before and after.
fn stays() -> AnyView {
    disclosure("What stays").of(view! {
        <ul class="prose">
            <li>"Projects with their texts and links, without pictures, and the names of teams. They are public and signed."</li>
            <li>"Scores, runs, rankings, prizes, votes per project, and everything that was published or signed. This includes reasons for more time in the results."</li>
            <li>"The audit log: what happened when, and every hash. The row that records the removal seals what earlier rows still say."</li>
            <li>"Certificates are with the people they name. They can be checked as before."</li>
            <li>"Accounts with a password, a token or a role elsewhere. Only their part in this event is removed."</li>
            <li>"The organizers stay organizers of this event, so that somebody can read the record. Backups keep what they contain."</li>
        </ul>
        <p class="prose">"You can still check an export from before the removal. You can check a later one too, but it no longer shows who acted or which judge gave a score."</p>
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_agrees_with_its_number() {
        for (kind, one, many, rest) in KINDS {
            assert_ne!(one, many, "{kind}");
            assert_eq!(kind_words(kind, 1), format!("{one}{rest}"));
            assert_eq!(kind_words(kind, 12), format!("{many}{rest}"));
        }
    }
}
