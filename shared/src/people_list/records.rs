//! Answers to a form, one below the other, as its mails and pages show them: `Name: Ada`, `Email: ada@x.org`, `Attending: Yes`. Each
//! record is about one person.

use super::{AT, PeopleList, table};
use crate::list_file::{LONGEST_HEADING, ListFault, heading, in_english};
use std::collections::{HashMap, HashSet};

/// Most questions of a form.
const MOST_ASKED: usize = 100;

/// A question with its answer, and the line on which it begins.
#[derive(Debug)]
struct Answer<'t> {
    line: usize,
    asked: &'t str,
    said: String,
}

/// Reads such a text as a table with a row for each record; `None` for any other.
pub(super) fn read(text: &str) -> Result<Option<PeopleList>, ListFault> {
    let found = records(text).and_then(|records| Some((written(&records)?, records)));
    let Some((rows, records)) = found else { return Ok(None) };
    let Some(mut list) = table::read(&rows)? else { return Ok(None) };
    for (line, read) in &mut list.lines {
        let record = line.checked_sub(2).and_then(|at| records.get(at)?.first());
        *line = record.map_or(*line, |first| first.line);
        if let Ok(person) = read {
            person.line = *line;
        }
    }
    Ok(Some(list))
}

/// The records of a text: a blank line parts them, or the question that comes first comes again.
fn records(text: &str) -> Option<Vec<Vec<Answer<'_>>>> {
    let (mut blocks, mut begins): (Vec<Vec<Answer<'_>>>, bool) = (Vec::new(), true);
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        match line.split_once([':', '：']).filter(|(asked, _)| is_question(asked)) {
            _ if line.is_empty() => begins = true,
            Some((asked, said)) => {
                if std::mem::take(&mut begins) {
                    blocks.push(Vec::new());
                }
                let answer = Answer { line: at + 1, asked: asked.trim(), said: said.trim().to_owned() };
                blocks.last_mut()?.push(answer);
            }
            None => go_on(&mut blocks.last_mut()?.last_mut()?.said, line)?,
        }
    }
    if are_records(&blocks) {
        return Some(blocks);
    }
    let first = heading(blocks.first()?.first()?.asked);
    let mut records: Vec<Vec<Answer<'_>>> = Vec::new();
    for answer in blocks.into_iter().flatten() {
        if heading(answer.asked) == first {
            records.push(Vec::new());
        }
        records.last_mut()?.push(answer);
    }
    Some(records).filter(|records| are_records(records))
}

fn is_question(asked: &str) -> bool {
    asked.len() <= LONGEST_HEADING && !asked.contains(AT) && !heading(asked).is_empty()
}

/// Adds a line to an answer, which may begin below its question. An address below another text is of somebody else.
fn go_on(said: &mut String, line: &str) -> Option<()> {
    if !said.is_empty() {
        if line.contains('@') {
            return None;
        }
        said.push(' ');
    }
    said.push_str(line);
    Some(())
}

fn are_records(records: &[Vec<Answer<'_>>]) -> bool {
    let has_email = |answer: &Answer<'_>| asks_for_email(answer) && answer.said.contains('@');
    records.iter().all(|record| is_record(record)) && records.iter().flatten().any(has_email)
}

fn asks_for_email(answer: &Answer<'_>) -> bool {
    in_english(answer.asked) == Some("email")
}

/// Whether answers are those of one person: each question is there once, one asks for the address, and no other answer has one.
fn is_record(record: &[Answer<'_>]) -> bool {
    let questions: HashSet<String> = record.iter().map(|answer| heading(answer.asked)).collect();
    let (emails, others): (Vec<_>, Vec<_>) = record.iter().partition(|answer| asks_for_email(answer));
    // `@ana` is what somebody is called elsewhere.
    let names_somebody = |answer: &&Answer<'_>| answer.said.find('@').is_some_and(|at| at > 0);
    questions.len() == record.len()
        && !others.is_empty()
        && !others.iter().any(names_somebody)
        && matches!(emails.as_slice(), [email] if email.said.matches('@').count() < 2)
}

/// The table of these records, with a column for each question; none where there are too many.
fn written(records: &[Vec<Answer<'_>>]) -> Option<String> {
    let (mut places, mut names) = (HashMap::new(), Vec::new());
    for answer in records.iter().flatten() {
        places.entry(heading(answer.asked)).or_insert_with(|| {
            names.push(answer.asked);
            names.len() - 1
        });
    }
    if names.len() > MOST_ASKED {
        return None;
    }
    let mut table = row(&names);
    for record in records {
        let mut cells = vec![""; names.len()];
        for answer in record {
            let cell = places.get(&heading(answer.asked)).and_then(|at| cells.get_mut(*at));
            if let Some(cell) = cell {
                *cell = &answer.said;
            }
        }
        table.push_str(&row(&cells));
    }
    Some(table)
}

fn row(cells: &[&str]) -> String {
    let quoted: Vec<String> = cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
    format!("{}\n", quoted.join(","))
}
