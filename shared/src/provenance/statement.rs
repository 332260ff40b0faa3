//! What a signed document says, member by member: for comparing it with a printed sheet, line by line.
//!
//! The payloads are taken apart without `..`: a member that is added to one does not compile until it is shown here.

use super::documents::{
    AuditHead, AuditHeadDocument, EventName, Payload, PersonName, SignedEntry, SignedRanking, SignedResults,
};
use super::records::{AssignmentCounts, JudgeRecord, ParticipantRecord, ProjectRecord};
use super::report_document::{many, moment};
use super::visible::escape_hidden;
use chrono::NaiveDate;
use serde::Serialize;
use std::fmt;

/// What a document says. Hidden characters in names and titles are shown by their number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// What the document is: `Certificate of participation`.
    pub title: String,
    /// What to call it in a sentence: `certificate`.
    pub noun: String,
    /// Whom or what it is about, set large as on the sheet.
    pub subject: String,
    /// What the subject has to do with the event, as on the sheet: `took part in`; empty where the event is the subject.
    pub did: String,
    /// The event's name; empty where the event is the subject.
    pub event: String,
    /// All else, by what it is called.
    pub facts: Vec<Fact>,
    /// What is listed in it.
    pub table: Option<Table>,
}

/// One value of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// As it was signed.
    pub value: String,
}

/// A list in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// What is listed.
    pub caption: String,
    /// What the cells of a row are.
    pub columns: Vec<String>,
    /// The rows, all of them.
    pub rows: Vec<Vec<String>>,
}

impl Statement {
    /// What a payload says.
    pub(super) fn of(payload: &Payload) -> Self {
        match payload {
            Payload::Results(document) => results(document),
            Payload::Judge(document) => judge(document),
            Payload::Participant(document) => participant(document),
            Payload::AuditHead(document) => head(document),
        }
    }

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
        statement.fact("Event's address", slug);
        statement
    }

    fn fact(&mut self, label: &str, value: impl Into<String>) {
        self.facts.push(Fact { label: label.into(), value: escape_hidden(value.into()) });
    }

    fn list(&mut self, caption: &str, columns: &[&str], rows: Vec<Vec<String>>) {
        let rows = rows.into_iter().map(|row| row.into_iter().map(escape_hidden).collect()).collect();
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        self.table = Some(Table { caption: caption.into(), columns, rows });
    }
}

fn participant(document: &ParticipantRecord) -> Statement {
    let ParticipantRecord { issuer, issued_at, event, person, team, projects } = document;
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
    let projects = |count: u32| many(count as usize, "project", "projects");
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

fn results(document: &SignedResults) -> Statement {
    let SignedResults { issuer, issued_at, event, results, supersedes, audit_head } = document;
    let SignedRanking {
        event: slug,
        published_at,
        run,
        input_digest,
        method,
        reason,
        supersedes: replaced,
        judges,
        duplicates,
        unreviewed,
        projects,
    } = results;
    let mut statement = Statement::new("Published ranking", "signed ranking", &event.name);
    statement.fact("Event's address", &event.slug);
    if *slug != event.slug {
        statement.fact("Event's address in the ranking", slug);
    }
    statement.fact("Published", published_at.map_or_else(|| "no date".into(), moment));
    statement.fact("Calibration run", run.to_string());
    let run_or_none = |run: &Option<i32>| run.map_or_else(|| "none".into(), |run| format!("run {run}"));
    statement.fact("Corrects", run_or_none(supersedes));
    if replaced != supersedes {
        statement.fact("Corrects, says the ranking", run_or_none(replaced));
    }
    statement.fact("Reason of the correction", reason.as_deref().unwrap_or("none"));
    statement.fact("Judges", judges.to_string());
    statement.fact("Left out as duplicates", many(*duplicates as usize, "project", "projects"));
    statement.fact("Left out without a review", many(*unreviewed as usize, "project", "projects"));
    statement.fact("Method", method);
    statement.fact("Digest of the reviews", input_digest);
    statement.head(audit_head);
    statement.fact("Issued by", issuer);
    statement.fact("Signed", moment(*issued_at));
    let columns = [
        "Rank",
        "Project",
        "Team",
        "Calibrated",
        "90 % range",
        "Standard error",
        "Reviews",
        "Plain mean",
        "Rank by plain mean",
        "Project id",
    ];
    statement.list("Ranking", &columns, projects.iter().map(entry).collect());
    statement
}

fn entry(entry: &SignedEntry) -> Vec<String> {
    let SignedEntry {
        rank,
        raw_rank,
        project,
        title,
        team,
        calibrated,
        se,
        raw_mean,
        reviews,
        rank_interval: [low, high],
    } = entry;
    vec![
        rank.to_string(),
        title.clone(),
        team.clone(),
        format!("{calibrated:.6}"),
        if low == high { low.to_string() } else { format!("{low} to {high}") },
        format!("{se:.6}"),
        reviews.to_string(),
        format!("{raw_mean:.6}"),
        raw_rank.to_string(),
        project.to_string(),
    ]
}

fn head(document: &AuditHeadDocument) -> Statement {
    let AuditHeadDocument { issuer, issued_at, event, audit_head } = document;
    let subject = event.as_ref().map_or("What belongs to no event", |event| event.name.as_str());
    let mut statement = Statement::new("Signed head of the audit log", "signed head", subject);
    if let Some(EventName { slug, name: _ }) = event {
        statement.fact("Event's address", slug);
    }
    statement.head(audit_head);
    statement.fact("Issued by", issuer);
    statement.fact("Signed", moment(*issued_at));
    statement
}

impl Statement {
    fn head(&mut self, head: &AuditHead) {
        let AuditHead { seq, row_hash } = head;
        self.fact("Audit log up to", format!("row {seq}"));
        self.fact("Hash of that row", row_hash);
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
