//! The contents of a signed document, member by member, for comparing it with a printed sheet.
//!
//! The payloads are taken apart without `..`, so that a new member does not compile until it is shown here.

mod ranking;

use crate::amounts::{moment, plural};
use chrono::{DateTime, NaiveDate, Utc};
use shared::provenance::{
    AssignmentCounts, AuditHead, AuditHeadDocument, EventName, JudgeRecord, ParticipantRecord, Payload,
    PersonName, ProjectRecord, escape_hidden,
};
use std::fmt;

/// The contents of a document. Hidden characters in names and titles are shown by their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// What the document is: `Certificate of participation`.
    pub title: String,
    /// What to call it in a sentence: `certificate`.
    pub noun: String,
    /// The person or thing that it is about, set large as on the sheet.
    pub subject: String,
    /// What the subject did at the event, as on the sheet: `took part in`; empty if the event is the subject.
    pub did: String,
    /// The event's name; empty if the event is the subject.
    pub event: String,
    /// All other values, with their names.
    pub facts: Vec<Fact>,
    pub table: Option<Table>,
}

/// One value of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub label: String,
    /// The value as it was signed.
    pub value: String,
}

/// A list in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What is listed.
    pub caption: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// The contents of a payload.
pub fn of(payload: &Payload) -> Statement {
    match payload {
        Payload::Results(document) => ranking::results(document),
        Payload::Judge(document) => judge(document),
        Payload::Participant(document) => participant(document),
        Payload::AuditHead(document) => head(document),
    }
}

impl Statement {
    fn new(title: &str, noun: &str, subject: &str) -> Self {
        Self {
            title: title.into(),
            noun: noun.into(),
            subject: escape_hidden(subject.to_owned()),
            ..Self::default()
        }
    }

    fn of_person(title: &str, person: &PersonName, did: &str, event: &EventName) -> Self {
        let PersonName { name, email } = person;
        let EventName { slug, name: event } = event;
        let mut statement = Self::new(title, "certificate", name);
        statement.did = did.into();
        statement.event = escape_hidden(event.clone());
        statement.fact("E-mail", email);
        statement.fact("Event’s address", slug);
        statement
    }

    fn fact(&mut self, label: &str, value: impl Into<String>) {
        self.facts.push(Fact { label: escape_hidden(label.into()), value: escape_hidden(value.into()) });
    }

    fn list(&mut self, caption: &str, columns: &[&str], rows: Vec<Vec<String>>) {
        let rows = rows.into_iter().map(|row| row.into_iter().map(escape_hidden).collect()).collect();
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        self.table = Some(Table { caption: caption.into(), columns, rows });
    }
}

fn participant(document: &ParticipantRecord) -> Statement {
    let ParticipantRecord { issuer, issued_at, event, person, team, projects, provisional_until, audit_head } =
        document;
    let mut statement = Statement::of_person("Certificate of participation", person, "took part in", event);
    statement.fact("Team", team.as_deref().unwrap_or("none"));
    if projects.is_empty() {
        statement.fact("Projects", "none");
    } else {
        let rows = projects.iter().map(|project| {
            let ProjectRecord { id, title, submitted_at, rank, of } = project;
            let place = match (rank, of) {
                (Some(rank), Some(of)) => format!("{rank} of {of}"),
                (Some(rank), None) => rank.to_string(),
                (None, Some(of)) => format!("none of {of}"),
                (None, None) => "none".into(),
            };
            vec![place, format!("{title} (project {id})"), submitted_at.map_or_else(|| "no".into(), moment)]
        });
        statement.list("Projects", &["Rank", "Project", "Submitted"], rows.collect());
    }
    statement.state(*provisional_until, None);
    if let Some(head) = audit_head {
        statement.head(head);
    }
    statement.fact("Issued by", issuer);
    statement.fact("Signed", moment(*issued_at));
    statement
}

fn judge(document: &JudgeRecord) -> Statement {
    let JudgeRecord {
        issuer,
        issued_at,
        event,
        judge,
        assignments,
        first_submitted_on,
        last_submitted_on,
        reviews_digest,
    } = document;
    let AssignmentCounts { pending, done, recused } = *assignments;
    let projects = |count: u32| plural(count as usize, "project", "projects");
    let mut statement = Statement::of_person("Certificate of judging", judge, "was a judge of", event);
    statement.fact("Reviewed", projects(done));
    statement.fact("Not reviewed", projects(pending));
    statement.fact("Stepped aside from", projects(recused));
    let day = |on: &Option<NaiveDate>| on.map_or_else(|| "none".to_owned(), |on| on.to_string());
    statement.fact("First review on", day(first_submitted_on));
    statement.fact("Last review on", day(last_submitted_on));
    statement.fact("Digest of the reviews", reviews_digest);
    statement.fact("Issued by", issuer);
    statement.fact("Signed", moment(*issued_at));
    statement
}

fn head(document: &AuditHeadDocument) -> Statement {
    let AuditHeadDocument { issuer, issued_at, event, audit_head } = document;
    let subject = event.as_ref().map_or("Changes that belong to no event", |event| event.name.as_str());
    let mut statement = Statement::new("Signed head of the audit log", "signed head", subject);
    if let Some(EventName { slug, name: _ }) = event {
        statement.fact("Event’s address", slug);
    }
    statement.head(audit_head);
    statement.fact("Issued by", issuer);
    statement.fact("Signed", moment(*issued_at));
    statement
}

impl Statement {
    /// Whether results are provisional, or final after that.
    fn state(&mut self, provisional_until: Option<DateTime<Utc>>, final_of: Option<i32>) {
        if let Some(until) = provisional_until {
            self.fact("Provisional until", moment(until));
        }
        if let Some(number) = final_of {
            self.fact("Makes final", format!("publication {number}"));
        }
    }

    fn head(&mut self, head: &AuditHead) {
        let AuditHead { seq, row_hash, root } = head;
        self.fact("Audit log up to", format!("row {seq}"));
        self.fact("Hash of that row", row_hash);
        if let Some(root) = root {
            self.fact("Root of the log’s tree", root);
        }
    }
}

impl fmt::Display for Statement {
    /// Plain text for a terminal, indented by four, without a line break at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, noun: _, subject, did, event, facts, table } = self;
        write!(f, "    {title}: {subject}")?;
        if !event.is_empty() {
            write!(f, " {did} {event}")?;
        }
        let width = |texts: &mut dyn Iterator<Item = &String>| texts.map(|t| t.chars().count()).max();
        let labels = width(&mut facts.iter().map(|fact| &fact.label)).unwrap_or(0);
        for Fact { label, value } in facts {
            write!(f, "\n    {label:labels$}  {value}")?;
        }
        let Some(Table { caption, columns, rows }) = table else { return Ok(()) };
        write!(f, "\n    {caption}:")?;
        let lines = || std::iter::once(columns).chain(rows);
        let widths: Vec<usize> = (0..columns.len())
            .map(|at| width(&mut lines().filter_map(|line| line.get(at))).unwrap_or(0))
            .collect();
        for line in lines() {
            let cells: Vec<String> =
                line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            write!(f, "\n      {}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use shared::provenance::{DocumentCheck, SignedPrize, SignedWinner, verify};

    fn payloads() -> Vec<Payload> {
        let (documents, keys) = vectors::mutated::documents();
        let payload = |document: &String| match verify(document.as_bytes(), &keys) {
            DocumentCheck::Valid { payload, .. } => *payload,
            other => panic!("{other:?}"),
        };
        documents.iter().map(payload).map(with_a_prize).collect()
    }

    /// The vectors' ranking is older than signed prizes.
    fn with_a_prize(mut payload: Payload) -> Payload {
        if let Payload::Results(document) = &mut payload {
            let winner =
                SignedWinner { project: 907, title: "Kettle".into(), team: "Steam".into(), repeats: true };
            document.results.provisional_until = document.results.published_at;
            document.results.owed = vec!["Public code".into(), "A licence".into()];
            let prize = SignedPrize {
                id: Some(31),
                name: "Oddest".into(),
                sponsor: "Lumen".into(),
                rule: "panel".into(),
                decided: "organizers".into(),
                reason: "It whistles.".into(),
                winners: vec![winner],
            };
            // A later version may know other words.
            let drawn = SignedPrize {
                id: Some(32),
                name: "Luckiest".into(),
                decided: "drawn-lots".into(),
                ..prize.clone()
            };
            document.results.prizes.extend([prize, drawn]);
        }
        payload
    }

    /// Every text and number in a payload, as a statement shows it.
    fn leaves(value: &Value) -> Vec<String> {
        match value {
            Value::Object(members) => members
                .iter()
                .filter(|(name, _)| *name != "type")
                .flat_map(|(_, value)| leaves(value))
                .collect(),
            Value::Array(entries) => entries.iter().flat_map(leaves).collect(),
            Value::String(text) => vec![match text.parse() {
                Ok(at) => moment(at),
                Err(_) => text.clone(),
            }],
            Value::Number(number) => vec![match number.as_i64() {
                Some(whole) => whole.to_string(),
                None => format!("{:.6}", number.as_f64().unwrap()),
            }],
            Value::Bool(_) | Value::Null => Vec::new(),
        }
    }

    #[test]
    fn every_member_of_a_document_is_shown() {
        for payload in payloads() {
            let shown = of(&payload).to_string();
            let leaves = leaves(&serde_json::to_value(&payload).unwrap());
            assert!(leaves.len() > 5, "{payload:?}");
            for leaf in leaves {
                assert!(shown.contains(&leaf), "{leaf} of {}:\n{shown}", payload.kind());
            }
        }
        let text = of(&payloads()[2]).to_string();
        assert!(text.starts_with("    Certificate of participation: Grace took part in Demo\n"), "{text}");
        assert!(text.contains("\n      1 of 8  Lamp (project 3)  2026-11-18 11:06:40 UTC\n"), "{text}");
    }

    #[test]
    fn a_name_cannot_hide_anything() {
        let Some(Payload::Participant(mut record)) = payloads().into_iter().nth(2) else {
            panic!("a record")
        };
        record.projects[0].title = "Lamp\u{202e}8 fo 1\nRank 1 of 1".into();
        let text = of(&Payload::Participant(record)).to_string();
        assert!(text.contains("Lamp\\u{202e}8 fo 1\\u{a}Rank 1 of 1"), "{text}");
    }
}
