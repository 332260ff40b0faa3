//! `/events/<slug>/certificate/…`: a signed record as a sheet to print, with a QR code that holds it.

use super::event_head::event_head;
use crate::prelude::*;
use chrono::{Datelike, NaiveDate};
use model::record::Certificate;
use shared::provenance::{JudgeRecord, ParticipantRecord, Payload, ProjectRecord};
use words::badge::achievement;

/// Most modules on a side of a code that is printed 62 mm wide: each is 0.4 mm or more, which phones read from a hand's distance.
const WIDEST: u8 = 155;

struct Said {
    title: &'static str,
    name: String,
    did: AnyView,
    event: String,
    more: AnyView,
    holds: String,
}

/// A signed record to print, beside the signed document to keep: its name, and an address that holds it.
pub fn certificate_page(certificate: Certificate, (name, href): (String, String)) -> AnyView {
    needs(Sheet::Certificate);
    let head = event_head(None);
    let Certificate { payload, fingerprint, link, own, .. } = certificate;
    let said = match &payload {
        Payload::Judge(record) if record.assignments.done > 0 => judged(record),
        Payload::Participant(record) if !record.projects.is_empty() => took_part(record),
        Payload::Judge(_) => return nothing(head, NOTHING_JUDGED),
        _ => return nothing(head, NOTHING_SUBMITTED),
    };
    let in_log = payload.audit_head().is_some().then(|| {
        view! { <a href=proof_of_results(&this_event().slug) download>"Proof that its ranks are in the log"</a> }
    });
    // Only who owns it may take it to other programs.
    let badge = if own { badge(&payload) } else { None };
    let proof = proof(&payload, &link, &fingerprint, said.title, said.holds);
    let words = view! {
        <div class="certificate-words">
            <h1>{said.title}</h1>
            <p class=sized("certificate-name", &said.name, 32)>{said.name.clone()}</p>
            <div class="certificate-rule" aria-hidden="true"></div>
            {said.did}
            <p class=sized("certificate-event", &said.event, 60)>{said.event.clone()}</p>
            {said.more}
        </div>
    };
    view! {
        {head}
        <div class="certificate">
            <p class="row certificate-links">
                <a href=href download=name>"Signed record as a file"</a>
                <a href=link>"Check it now"</a>
                {in_log}
                <span class="quiet">"To print it or save it as a PDF, choose Print in your browser’s menu. Who scans the code reads the e-mail address in it: think of that before you post the sheet."</span>
            </p>
            {badge}
            <article class="certificate-sheet">{words}{proof}</article>
        </div>
    }
}

/// The file that proves that the published ranking is in the log that witnesses saw.
pub(super) fn proof_of_results(slug: &str) -> String {
    format!("/events/{slug}/log/results.tlog-proof")
}

/// The certificate for other programs: as a badge, and in a profile elsewhere.
fn badge(payload: &Payload) -> Option<AnyView> {
    let (event, name) = (payload.event()?, achievement(payload)?.name);
    let role = if matches!(payload, Payload::Judge(_)) { "judge" } else { "participant" };
    let (issued, page) = (payload.issued_at(), format!("{}/events/{}", payload.issuer(), event.slug));
    let profile = with_query(
        "https://www.linkedin.com/profile/add",
        &[
            ("startTask", "CERTIFICATION_NAME"),
            ("name", &name),
            ("organizationName", &event.name),
            ("issueYear", &issued.year().to_string()),
            ("issueMonth", &issued.month().to_string()),
            ("certUrl", &page),
        ],
    );
    Some(view! {
        <form method="get" action=format!("/api/{role}/badge") class="row certificate-links">
            <input type="hidden" name="event" value=event.slug.clone()/>
            <Check
                name="email"
                label="Include a hash of my e-mail address"
                hint="Anyone who knows your address can then check that the badge is yours."
            />
            <Button>"Save as Open Badge"</Button>
            <a href=profile rel="noopener">"Add to LinkedIn"</a>
        </form>
    })
}

/// The class of a text. A text longer than `usual` is set smaller, so that it fits on the sheet.
fn sized(class: &'static str, text: &str, usual: usize) -> String {
    if text.chars().count() > usual { format!("{class} certificate-long") } else { class.to_owned() }
}

/// How to check the certificate: the code, the same in words, the signer, and the seal.
fn proof(payload: &Payload, link: &str, fingerprint: &str, title: &'static str, holds: String) -> AnyView {
    let issuer = payload.issuer();
    let site = issuer.split_once("://").map_or(issuer, |(_, host)| host).to_owned();
    let (date, said) =
        (on_the_clock(payload.issued_at()).0.date_naive().to_string(), day(payload.issued_at()));
    let way = view! { <a href=format!("{issuer}/verify")>{site.clone()}"/verify"</a> };
    let facts = view! {
        <dl>
            <dt>"Issued by"</dt>
            <dd>{site}</dd>
            <dt>"Signed"</dt>
            <dd><time datetime=date>{said}</time></dd>
            <dt>"Key"</dt>
            <dd class="certificate-key">{groups(fingerprint)}</dd>
        </dl>
    };
    view! {
        <div class="certificate-proof">
            {code(link, title)}
            <div>
                <p><b>"Scan to check it, or open "{way}</b>" and choose the signed file."</p>
                {facts}
                <p class="quiet">{holds}</p>
            </div>
            <Seal/>
        </div>
    }
}

const NOTHING_JUDGED: &str =
    "A certificate of judging is made from your submitted reviews. It appears here after the first one.";
const NOTHING_SUBMITTED: &str = "A certificate of participation lists the projects that your team submitted. It appears here after the first one.";

fn nothing(head: AnyView, text: &'static str) -> AnyView {
    view! { {head}<h1>"Certificate"</h1><EmptyState title="Nothing to certify yet" text/> }
}

fn judged(record: &JudgeRecord) -> Said {
    let counts = record.assignments;
    let of = counts.pending + counts.done + counts.recused;
    let reviewed = words::plural(counts.done, "project", "projects");
    let rest = [(counts.pending, "not reviewed"), (counts.recused, "stepped aside from")];
    let rest: Vec<String> =
        rest.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let rest = (!rest.is_empty()).then(|| {
        let given = words::plural(of, "project was", "projects were");
        view! { <p class="quiet">{format!("{given} assigned: {} reviewed, {}.", counts.done, words::and_list(&rest))}</p> }
    });
    let when = record.first_submitted_on.zip(record.last_submitted_on);
    let when = when.map(|(first, last)| view! { <p>{days(first, last)}</p> });
    Said {
        title: "Certificate of judging",
        name: record.judge.name.clone(),
        did: view! { <p>"reviewed "<strong>{reviewed}</strong>" as a judge of"</p> },
        event: record.event.name.clone(),
        more: view! { {when}{rest} },
        holds: format!(
            "The code contains the whole signed record: the name, the address {}, how many projects and when. It contains no scores and no comments.",
            record.judge.email
        ),
    }
}

fn took_part(record: &ParticipantRecord) -> Said {
    let team = record.team.clone().map(|team| view! { <p>"with the team "<strong>{team}</strong></p> });
    let provisional = record.provisional_until.map(|until| {
        view! { <p><strong>{format!("The results are provisional until {}.", day(until))}</strong>" The check says what became of them."</p> }
    });
    let made = if record.projects.len() > 3 {
        "certificate-projects certificate-long certificate-many"
    } else {
        "certificate-projects"
    };
    let projects = each(record.projects.iter(), project);
    Said {
        title: "Certificate of participation",
        name: record.person.name.clone(),
        did: view! { <p>"took part in"</p> },
        event: record.event.name.clone(),
        more: view! { {team}<ul class=made>{projects}</ul>{provisional} },
        holds: format!(
            "The code contains the whole signed record: the name, the address {}, the team, its projects{}.",
            record.person.email,
            if record.projects.iter().any(|p| p.rank.is_some()) { " and their ranks" } else { "" }
        ),
    }
}

fn project(project: &ProjectRecord) -> AnyView {
    let rank = project.rank.zip(project.of).map(|(rank, of)| {
        let of = words::thousands(of);
        view! { <b>{format!("Rank {} of {of}", words::thousands(rank))}</b>", " }
    });
    let when = project.submitted_at.map(|at| format!("submitted on {}", day(at)));
    view! { <li><span class=sized("certificate-title", &project.title, 80)>{project.title.clone()}</span><small>{rank}{when}</small></li> }
}

/// The code, or why there is none.
fn code(link: &str, title: &str) -> AnyView {
    match Qr::of(link, WIDEST) {
        Some(code) => {
            let title = format!("QR code: {title}, signed, with the address of the page that checks it");
            view! { <QrCodeOf code title/> }
        }
        None => view! {
            <p class="certificate-no-code">"This record is too long for a QR code. Use the signed file or the link at the top instead."</p>
        },
    }
}

/// The groups of a fingerprint. A line can break between groups only.
fn groups(fingerprint: &str) -> Vec<AnyView> {
    fingerprint.split(' ').map(|four| view! { <span>{four.to_owned()}</span>" " }).collect()
}

/// The day on the clocks of the event's place.
fn day(at: DateTime<Utc>) -> String {
    date(on_the_clock(at).0.date_naive())
}

fn date(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// `on 3 March 2026`, `from 3 to 4 March 2026`, `from 28 February to 1 March 2026`.
fn days(a: NaiveDate, b: NaiveDate) -> String {
    if a == b {
        return format!("on {}", date(b));
    }
    let form = match (a.year() == b.year(), a.month() == b.month()) {
        (true, true) => "%-d",
        (true, false) => "%-d %B",
        _ => "%-d %B %Y",
    };
    format!("from {} to {}", a.format(form), date(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_said_once() {
        let on = |text: &str| text.parse::<NaiveDate>().unwrap();
        let (a, b, c, d) = (on("2025-12-31"), on("2026-02-28"), on("2026-03-03"), on("2026-03-04"));
        assert_eq!(days(c, c), "on 3 March 2026");
        assert_eq!(days(c, d), "from 3 to 4 March 2026");
        assert_eq!(days(b, c), "from 28 February to 3 March 2026");
        assert_eq!(days(a, b), "from 31 December 2025 to 28 February 2026");
    }
}
