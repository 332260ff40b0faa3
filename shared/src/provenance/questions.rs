//! The questions of a bundle about its results, beside the log in the same file and what was signed.

use super::documents::{Payload, SignedQuestion};
use super::findings::Finding;
use super::messages::{BundleMessage as Found, SaidAnswer, SaidText};
use super::report_log::{FoundChain, is_signed};
use super::review_log::SAVING;
use super::said_members::SaidMember;
use super::verified::VerifiedDocument;
use crate::audit::{AuditRow, sha256_hex};
use crate::bundle::{Bundle, BundleQuestion};
use crate::object;
use crate::prelude::*;
use crate::results_question::QuestionOutcome;

/// What the log says of one question: the rows that raised and answered it, and which of its texts were removed, and why. It is raised and
/// answered once, so later rows change nothing.
#[derive(Default)]
struct LoggedQuestion<'l> {
    raised: Option<(&'l AuditRow, Raised)>,
    answered: Option<(&'l AuditRow, Answered)>,
    removed: Vec<(&'l AuditRow, Removed)>,
}

impl<'l> LoggedQuestion<'l> {
    /// All rows by which it is as it is.
    fn rows(&self) -> impl Iterator<Item = &'l AuditRow> + '_ {
        let raised = self.raised.as_ref().map(|(row, _)| *row);
        let answered = self.answered.as_ref().map(|(row, _)| *row);
        raised.into_iter().chain(answered).chain(self.removed.iter().map(|(row, _)| *row))
    }
}

/// What the row of a question says.
#[derive(Deserialize)]
struct Raised {
    project: Option<i64>,
    question_sha256: String,
}

/// What the row of a removed text says.
#[derive(Deserialize)]
struct Removed {
    part: String,
    reason_sha256: String,
}

/// What the row of an answer says.
#[derive(Deserialize, PartialEq)]
struct Answered {
    outcome: QuestionOutcome,
    answer_sha256: String,
    publication: Option<i32>,
}

/// Compares each question with its rows in the log, and with the signed results of the event. What has a row up to the one that
/// published results is in them. That texts have their digests is a rule of the format, and one that is gone has its row, too.
pub(super) fn report_questions(
    finding: &mut Finding,
    event: &Bundle,
    log: Option<FoundChain<'_>>,
    documents: &[&VerifiedDocument<'_>],
) {
    let ids = event.project_ids();
    let here: BTreeMap<i32, SignedQuestion> =
        event.questions.iter().filter_map(|q| Some((q.number, as_signed(q, &ids)?))).collect();
    // The log of another event says nothing of these.
    let log = log.filter(|log| log.chain.rows() > 0 && log.is_of_event());
    let rows = log.map(logged).unwrap_or_default();
    for document in documents {
        let Payload::Results(signed) = document.payload else { continue };
        let file = || document.name.to_owned();
        let known: BTreeMap<i32, &SignedQuestion> = signed.questions.iter().map(|q| (q.number, q)).collect();
        let upto = signed.audit_head.seq;
        // The file is older than what was signed: the report on its log says so.
        if log.is_some_and(|log| log.ends_before(upto)) {
            continue;
        }
        let left_out = rows.iter().find(|(number, row)| {
            let signed = known.get(*number);
            let raised = row.raised.as_ref().is_some_and(|(row, _)| row.seq <= upto);
            let answered = row.answered.as_ref().is_some_and(|(row, _)| row.seq <= upto);
            (raised && signed.is_none()) || (answered && signed.is_none_or(|signed| signed.outcome.is_none()))
        });
        // Every question that was asked until then is in the results, and none besides.
        let published = signed.results.published_at.unwrap_or(signed.issued_at);
        let asked_before = |asked: &SignedQuestion| {
            asked.raised_at.checked_add_signed(SAVING).is_some_and(|at| at < published)
        };
        let more = here.iter().find(|(number, asked)| !known.contains_key(*number) && asked_before(asked));
        let other = known
            .iter()
            .find(|(number, signed)| here.get(*number).is_none_or(|here| !is_later_state(here, signed)));
        let wrong = other.map(|(number, _)| *number).or_else(|| left_out.map(|(number, _)| *number));
        let wrong = wrong.or_else(|| more.map(|(number, _)| *number));
        if let Some(number) = wrong {
            return finding.fail(place(event, number), Found::QuestionNotAsSigned { number, file: file() });
        }
        if !known.is_empty() {
            finding.pass(Found::QuestionsEqualSigned { questions: known.len(), file: file() });
        }
    }
    let Some(log) = log else { return };
    let corrections = corrections(log);
    // An import is the first row. Anybody could have appended another one.
    let import = log.chain.audit_rows().next().filter(|row| row.action == "event.imported");
    // What was asked after the import has a row.
    let came_along = |asked: &SignedQuestion| {
        let at = import.and_then(|row| row.ts.parse::<DateTime<Utc>>().ok());
        at.is_some_and(|at| asked.raised_at <= at)
    };
    for number in here.keys().chain(rows.keys()).copied().collect::<BTreeSet<i32>>() {
        let row = rows.get(&number);
        let asked = event.questions.iter().find(|question| question.number == number);
        // Forgetting takes every text away, and why one was removed.
        let has_words = |asked: &BundleQuestion| {
            [&asked.question, &asked.answer, &asked.removed].iter().any(|text| !text.is_empty())
        };
        if let Some((forgetting, _)) = log.forgetting().filter(|_| asked.is_some_and(has_words)) {
            let row = forgetting.rows.checked_add(1);
            return finding.fail(place(event, number), Found::QuestionNotAsLogged { number, row });
        }
        // Rows may have answered it here, or removed its texts. None of those says what was asked.
        let is_raised = row.is_some_and(|row| row.raised.is_some());
        if !is_raised && here.get(&number).is_some_and(came_along) {
            finding.leave_open(Found::QuestionNotLogged { number });
            if row.is_none() {
                continue;
            }
        }
        let same = here.get(&number).zip(row).is_some_and(|(here, row)| {
            is_as_logged(here, row, came_along(here)) && is_corrected(here, row, &corrections)
        });
        let forgotten = log.forgetting().is_some();
        let whole = asked.zip(row).is_some_and(|(asked, row)| forgotten || has_texts(asked, row));
        if !same || !whole {
            let row = row.and_then(|row| Some(row.raised.as_ref()?.0.seq));
            return finding.fail(place(event, number), Found::QuestionNotAsLogged { number, row });
        }
    }
    let upto = log.signed_up_to();
    let unconfirmed = rows.iter().find(|(_, logged)| logged.rows().any(|row| !is_signed(row.seq, upto)));
    if let Some((number, _)) = unconfirmed {
        finding.cannot_tell(Found::QuestionNotConfirmed { number: *number });
    }
    let questions = rows.values().filter(|row| row.raised.is_some()).count();
    if questions > 0 {
        finding.pass(Found::QuestionsAsLogged { questions });
    }
}

/// Until when questions are to be answered, as the newest rows up to this one say.
pub(super) fn said_times(event: &Bundle, log: FoundChain<'_>, upto: i64) -> Vec<SaidMember> {
    #[derive(Deserialize)]
    struct Due {
        answer_by: DateTime<Utc>,
    }
    let rows = log
        .chain
        .audit_rows()
        .filter(|row| row.seq <= upto && matches!(row.action.as_str(), "question.raised" | "question.owned"));
    let said: HashMap<i32, (i64, Due)> = rows
        .filter_map(|row| {
            Some((row.object_id.parse().ok()?, (row.seq, serde_json::from_str(&row.after).ok()?)))
        })
        .collect();
    let member = |(at, asked): (usize, &BundleQuestion)| {
        let (row, Due { answer_by }) = said.get(&asked.number)?;
        let (place, same) = (format!("questions[{at}].answer_by"), asked.answer_by == Some(*answer_by));
        Some(SaidMember { place, row: *row, same })
    };
    event.questions.iter().enumerate().filter_map(member).collect()
}

/// Most questions whose words are shown.
const MOST_SHOWN: usize = 200;

/// Says what was asked and answered, in the file's words, so that nobody has to look for them in it. Reading the file has checked each text
/// against its digest.
pub(super) fn say_questions(finding: &mut Finding, event: &Bundle) {
    for asked in event.questions.iter().take(MOST_SHOWN) {
        let title = |of: &String| Some(event.projects.iter().find(|p| p.reference == *of)?.title.clone());
        // Both texts have one reason. It belongs to the text that is gone, which is empty.
        let text = |at, words: &String| {
            let removed = if words.is_empty() { asked.removed.clone() } else { String::new() };
            SaidText { at, words: words.clone(), removed }
        };
        let (number, about) = (asked.number, asked.project.as_ref().and_then(title));
        finding.note(Found::QuestionSaid { number, about, text: text(asked.raised_at, &asked.question) });
        if let Some(outcome) = asked.outcome {
            let said = SaidAnswer { outcome, publication: asked.publication };
            finding.note(Found::AnswerSaid { number, said, text: text(asked.answered_at, &asked.answer) });
        }
    }
    let more = event.questions.len().saturating_sub(MOST_SHOWN);
    if more > 0 {
        finding.note(Found::MoreQuestions { questions: more });
    }
}

/// The rows of each question, by its number.
fn logged(log: FoundChain<'_>) -> BTreeMap<i32, LoggedQuestion<'_>> {
    let mut all: BTreeMap<i32, LoggedQuestion<'_>> = BTreeMap::new();
    for row in log.chain.audit_rows() {
        let Ok(number) = row.object_id.parse() else { continue };
        match row.action.as_str() {
            "question.raised" => {
                let raised = serde_json::from_str(&row.after).ok().map(|said| (row, said));
                let of = all.entry(number).or_default();
                of.raised = of.raised.take().or(raised);
            }
            "question.answered" => {
                let answered = serde_json::from_str(&row.after).ok().map(|said| (row, said));
                let of = all.entry(number).or_default();
                of.answered = of.answered.take().or(answered);
            }
            "question.removed" => {
                let removed = serde_json::from_str(&row.after).ok().map(|said| (row, said));
                all.entry(number).or_default().removed.extend(removed);
            }
            _ => {}
        }
    }
    all
}

/// The publications that corrected the results, each with its row.
fn corrections(log: FoundChain<'_>) -> Vec<(i32, i64)> {
    #[derive(Deserialize)]
    struct Corrected {
        publication: i32,
    }
    let rows = log.chain.audit_rows().filter(|row| row.action == "results.corrected");
    let corrected = |row: &AuditRow| {
        let Corrected { publication } = serde_json::from_str(&row.after).ok()?;
        Some((publication, row.seq))
    };
    rows.filter_map(corrected).collect()
}

/// Whether the publication that an answer names corrected the results between the question and the answer.
fn is_corrected(here: &SignedQuestion, row: &LoggedQuestion<'_>, corrections: &[(i32, i64)]) -> bool {
    let Some((publication, (answered, _))) = here.publication.zip(row.answered.as_ref()) else { return true };
    let raised = row.raised.as_ref().map_or(0, |(row, _)| row.seq);
    corrections.iter().any(|(number, seq)| *number == publication && (raised..answered.seq).contains(seq))
}

/// A question of a bundle as it would be signed.
fn as_signed(question: &BundleQuestion, ids: &HashMap<&str, i64>) -> Option<SignedQuestion> {
    Some(object! { SignedQuestion from question: number, outcome, answered_at, publication;
        project: question.project.as_deref().and_then(|project| ids.get(project).copied()),
        raised_at: question.raised_at?,
        question_sha256: question.question_sha256.clone(),
        answer_sha256: question.answer_sha256.clone()
    })
}

/// Whether a question is the one that was signed, which may have its answer since.
fn is_later_state(here: &SignedQuestion, signed: &SignedQuestion) -> bool {
    let SignedQuestion { outcome, answered_at, answer_sha256, publication, .. } = signed.clone();
    let then = if signed.outcome.is_some() {
        here.clone()
    } else {
        SignedQuestion { outcome, answered_at, answer_sha256, publication, ..here.clone() }
    };
    then == *signed
}

/// Whether a question is what its rows say. One that came along with an import can be answered by a row, and was raised by none.
fn is_as_logged(here: &SignedQuestion, row: &LoggedQuestion<'_>, came_along: bool) -> bool {
    let raised = row.raised.as_ref().map_or(came_along, |(row, said)| {
        said.question_sha256 == here.question_sha256
            && said.project == here.project
            && is_dated(row, here.raised_at)
    });
    let answer = here.outcome.zip(here.answer_sha256.clone()).zip(here.answered_at);
    let answered = match (&row.answered, answer) {
        (Some((row, said)), Some(((outcome, answer_sha256), answered_at))) => {
            let publication = here.publication;
            *said == Answered { outcome, answer_sha256, publication } && is_dated(row, answered_at)
        }
        (None, None) => true,
        // An import may bring the answer along.
        (None, Some(_)) => row.raised.is_none(),
        (Some(_), None) => false,
    };
    raised && answered
}

/// Whether a question has the texts that its rows raised and answered, but for those that a row removed, and the last reason for that. What
/// an import brought can have lost its texts before.
fn has_texts(here: &BundleQuestion, row: &LoggedQuestion<'_>) -> bool {
    let has = |is_logged: bool, text: &str, part: &str| {
        !is_logged || text.is_empty() == row.removed.iter().any(|(_, removed)| removed.part == part)
    };
    let why = match row.removed.last() {
        Some((_, removed)) => sha256_hex(here.removed.as_bytes()) == removed.reason_sha256,
        None => here.removed.is_empty() || row.raised.is_none(),
    };
    why && has(row.raised.is_some(), &here.question, "question")
        && has(row.answered.is_some(), &here.answer, "answer")
}

/// Whether a row was written when the file says.
fn is_dated(row: &AuditRow, here: DateTime<Utc>) -> bool {
    row.ts.parse::<DateTime<Utc>>().is_ok_and(|logged| (here - logged).abs() <= SAVING)
}

fn place(event: &Bundle, number: i32) -> Option<String> {
    let at = event.questions.iter().position(|question| question.number == number);
    Some(at.map_or_else(|| "questions".to_owned(), |at| format!("questions[{at}]")))
}
