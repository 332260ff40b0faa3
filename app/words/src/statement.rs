//! The contents of a signed document, member by member, for comparing it with a printed sheet.
//!
//! The payloads are taken apart without `..`, so that a new member does not compile until it is shown here.

use super::amounts::{moment, plural};
use chrono::{DateTime, NaiveDate, Utc};
use shared::calibration::Chance;
use shared::provenance::{
    AssignmentCounts, AuditHead, AuditHeadDocument, EventName, EvidenceDigest, JudgeRecord,
    ParticipantRecord, Payload, PersonName, ProjectRecord, SignedCorrection, SignedEntry, SignedMoreTime,
    SignedPrize, SignedQuestion, SignedRanking, SignedResults, SignedWinner, escape_hidden,
};
use shared::strictness::Strictness;
use shared::wire::WinnersWithout;
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
    /// The list in it.
    pub table: Option<Table>,
}

/// One value of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name.
    pub label: String,
    /// The value as it was signed.
    pub value: String,
}

/// A list in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What is listed.
    pub caption: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// All rows.
    pub rows: Vec<Vec<String>>,
}

/// The contents of a payload.
pub fn of(payload: &Payload) -> Statement {
    match payload {
        Payload::Results(document) => results(document),
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

fn results(document: &SignedResults) -> Statement {
    let SignedResults { issuer, issued_at, event, results, supersedes, audit_head, evidence, questions } =
        document;
    let SignedRanking {
        event: slug,
        published_at,
        publication,
        run,
        input_digest,
        method,
        reason,
        supersedes: replaced,
        provisional_until,
        owed,
        final_of,
        judges,
        duplicates,
        unreviewed,
        converged,
        panels,
        contenders,
        winners_without,
        prizes,
        corrections,
        more_time,
        projects,
    } = results;
    let mut statement = Statement::new("Published ranking", "signed ranking", &event.name);
    statement.fact("Event’s address", &event.slug);
    if *slug != event.slug {
        statement.fact("Event’s address in the ranking", slug);
    }
    statement.fact("Published", published_at.map_or_else(|| "no date".into(), moment));
    if let Some(number) = publication {
        statement.fact("Publication", number.to_string());
    }
    statement.state(*provisional_until, *final_of);
    for (number, duty) in (1..).zip(owed) {
        statement.fact(&format!("Winners owe, {number}"), duty);
    }
    statement.fact("Calibration run", run.to_string());
    let run_or_none = |run: &Option<i32>| run.map_or_else(|| "none".into(), |run| format!("run {run}"));
    statement.fact("Corrects", run_or_none(supersedes));
    if replaced != supersedes {
        statement.fact("Corrects, by the ranking", run_or_none(replaced));
    }
    let why = if supersedes.is_none() && *converged == Some(false) {
        "Reason for publishing an unfinished calculation"
    } else {
        "Reason for the correction"
    };
    statement.fact(why, reason.as_deref().unwrap_or("none"));
    statement.fact("Judges", judges.to_string());
    statement.fact("Left out as duplicates", plural(*duplicates as usize, "project", "projects"));
    statement.fact("Left out without a review", plural(*unreviewed as usize, "project", "projects"));
    statement.fact("Method", method);
    if let Some(converged) = converged {
        statement.fact("The calculation finished", if *converged { "yes" } else { "no, it was stopped" });
    }
    if let Some(panels) = panels {
        statement.fact("Who saw which project", crate::panels(panels));
    }
    if !contenders.is_empty() {
        let ids: Vec<String> = contenders.iter().map(ToString::to_string).collect();
        statement.fact("Could be first (95\u{a0}%)", format!("projects {}", ids.join(", ")));
    }
    for WinnersWithout { places, reviews, judges } in winners_without {
        let without = |n: u32, one: &str, many: &str| plural(n as usize, one, many);
        let label = format!("First {places} would change without");
        let value = format!(
            "any of {}, any of {}",
            without(*reviews, "review", "reviews"),
            without(*judges, "judge", "judges")
        );
        statement.fact(&label, value);
    }
    for prize in prizes {
        statement.fact(&format!("Prize: {}", prize.name), won(prize));
    }
    for SignedCorrection { run, published_at, reason } in corrections {
        statement.fact(&format!("Corrected {}", moment(*published_at)), format!("run {run}: {reason}"));
    }
    for SignedMoreTime { team, until, reason } in more_time {
        statement
            .fact(&format!("More time to submit: {team}"), format!("until {}: {reason}", moment(*until)));
    }
    for SignedQuestion {
        number,
        project,
        raised_at,
        question_sha256,
        outcome,
        answered_at,
        answer_sha256,
        publication,
    } in questions
    {
        let about = project.map_or_else(|| "the ranking".to_owned(), |id| format!("project {id}"));
        let mut said = format!("about {about}, asked {}, fingerprint {question_sha256}", moment(*raised_at));
        if let (Some(outcome), Some(at), Some(digest)) = (outcome, answered_at, answer_sha256) {
            said += &format!("; {} {}, fingerprint {digest}", outcome.name(), moment(*at));
        }
        if let Some(number) = publication {
            said += &format!("; by publication {number}");
        }
        statement.fact(&format!("Question {number}"), said);
    }
    statement.fact("Digest of the reviews", input_digest);
    if let Some(EvidenceDigest { facts, digest }) = evidence {
        statement.fact("Evidence", format!("{}, digest {digest}", plural(*facts as usize, "fact", "facts")));
    }
    statement.head(audit_head);
    statement.fact("Issued by", issuer);
    statement.fact("Signed", moment(*issued_at));
    let columns = [
        "Rank",
        "Project",
        "Team",
        "Calibrated",
        "90\u{a0}% range",
        "Standard error",
        "Reviews",
        "Plain mean",
        "Rank by plain mean",
        "Project id",
        "Chances",
        "Its judges",
    ];
    statement.list("Ranking", &columns, projects.iter().map(entry).collect());
    statement
}

/// `Lamp by Lights (project 12), Tide by Waves (project 7); by panel, given by Lumen; reason: …`
fn won(SignedPrize { id, name: _, sponsor, rule, reason, winners }: &SignedPrize) -> String {
    let winner = |SignedWinner { project, title, team }: &SignedWinner| {
        format!("{title} by {team} (project {project})")
    };
    let mut won = winners.iter().map(winner).collect::<Vec<_>>().join(", ");
    won.push_str("; by ");
    won.push_str(rule);
    for (what, text) in [(", given by ", sponsor), ("; reason: ", reason)] {
        if !text.is_empty() {
            won.push_str(what);
            won.push_str(text);
        }
    }
    won.extend(id.map(|id| format!("; prize {id}")));
    won
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
        chances,
        better_than_next,
        strictness,
    } = entry;
    let mut shares: Vec<String> = chances
        .iter()
        .map(|Chance { places, chance }| format!("{chance:.6} in the first {places}"))
        .collect();
    shares.extend(better_than_next.map(|chance| format!("{chance:.6} better than the next")));
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
        shares.join(", "),
        strictness.map(judges_are).unwrap_or_default(),
    ]
}

fn judges_are(strictness: Strictness) -> String {
    match strictness {
        Strictness::Stricter => "stricter",
        Strictness::Average => "average",
        Strictness::MoreGenerous => "more generous",
    }
    .to_owned()
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
    use shared::provenance::{DocumentCheck, verify};

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
            let winner = SignedWinner { project: 907, title: "Kettle".into(), team: "Steam".into() };
            document.results.provisional_until = document.results.published_at;
            document.results.owed = vec!["Public code".into(), "A licence".into()];
            document.results.prizes.push(SignedPrize {
                id: Some(31),
                name: "Oddest".into(),
                sponsor: "Lumen".into(),
                rule: "panel".into(),
                reason: "It whistles.".into(),
                winners: vec![winner],
            });
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
