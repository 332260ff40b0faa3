//! Bundles.

use super::super::amounts::{and_list, moment, plural};
use super::super::{files, scores, texts};
use super::compare::{difference, quantity_name};
use shared::provenance::messages::{BundleMessage, MissingForRecord, NamedBy, SaidAnswer, SaidText};
use shared::refusal::Fault;
use shared::results_question::QuestionOutcome;

pub(super) fn bundle(message: &BundleMessage) -> String {
    match message {
        BundleMessage::Fault(fault) => {
            let sentences: Vec<String> = fault.faults.iter().map(field_fault).collect();
            format!("{}: {}", fault.place, sentences.join(" "))
        }
        BundleMessage::Whole { event } => {
            format!("The file is a bundle of {event} and keeps every rule of the format.")
        }
        BundleMessage::EventRenamed { here, signed, file } => {
            format!("The event is called “{here}” here and “{signed}” in {file}.")
        }
        BundleMessage::EventRenamedSince { here, signed, file, row, is_signed } => {
            let said = format!("{file} calls the event “{signed}”. Row {row} of the log renamed it “{here}” later.");
            said + unless_signed(*is_signed)
        }
        BundleMessage::MemberNotAsLogged { member, row } => {
            format!("Row {row} of the log says something else of {member} than the file.")
        }
        BundleMessage::MemberNotConfirmed { member } => format!(
            "Rows after the last signed one of the log changed {member}. Add a later signed head."
        ),
        BundleMessage::CommentNotAsLogged { row: Some(row) } => {
            format!("Row {row} of the log posted a comment that the file does not hold as it was.")
        }
        BundleMessage::CommentNotAsLogged { row: None } => {
            "No row of the log posted this comment by this person.".into()
        }
        BundleMessage::LogRemoved { row } => {
            format!("The file holds no audit log, but a signed head names row {row}. The log was removed.")
        }
        BundleMessage::NoLog => "The file holds no audit log. Every export of an event holds one.".into(),
        BundleMessage::LogOfOtherEvent => {
            "The first row of the audit log does not begin this event’s log.".into()
        }
        BundleMessage::SavedBeforeLastRow { saved, written } => format!(
            "The file says that it was saved on {}, but the last row of its log was written later, on {}. The file was changed, or a clock \
             was wrong. Download it again.",
            moment(*saved),
            moment(*written)
        ),
        BundleMessage::RepeatedRun { run } => format!("Run {run} occurs twice in the file."),
        BundleMessage::LaterRunsNotChecked => "Later runs were not checked.".into(),
        BundleMessage::RunComputed { run, reviews, projects, judges, digest } => format!(
            "We computed run {run} again from {}. Every number for {} and {} matches. Input digest: {digest}.",
            plural(*reviews, "review", "reviews"),
            plural(*projects, "project", "projects"),
            plural(*judges, "judge", "judges")
        ),
        BundleMessage::RunDiffers { run, difference: found } => {
            format!("Run {run} does not match its own input. {}", difference(found))
        }
        BundleMessage::NotAsDealt { run, file, by_others } => {
            let whose =
                file.as_ref().map_or_else(|| format!("Run {run}"), |file| format!("Run {run} in {file}"));
            match by_others {
                0 => format!(
                    "{whose} says that the portal did not deal all its reviews, but the assignments in the file say that it did."
                ),
                some => format!(
                    "{whose} says that the portal dealt all its reviews. But by the assignments in the file, people or a file \
                     chose the judge of {}.",
                    plural(*some, "review", "reviews")
                ),
            }
        }
        BundleMessage::RunDiffersFromSigned { run, file, difference: found } => {
            format!("Run {run} differs from what {file} says about it. {}", difference(found))
        }
        BundleMessage::PrizeMissing { prize, file } => {
            format!("{file} names the prize “{prize}”, which this file does not hold.")
        }
        BundleMessage::PrizeDiffers { prize, file, signed, here } => {
            let names = |winners: &[String]| match winners {
                [] => "nobody".to_owned(),
                some => and_list(some),
            };
            let (signed, here) = (names(signed), names(here));
            if signed == here {
                return format!("{file} gives another rule, reason or sponsor for the prize “{prize}”.");
            }
            format!("The prize “{prize}” went to {signed} in {file}. This file gives it to {here}.")
        }
        BundleMessage::PrizeChanged { prize, here, sponsor, file, row, is_signed } => {
            let sponsor = match sponsor.as_str() {
                "" => "no sponsor".to_owned(),
                name => format!("the sponsor “{name}”"),
            };
            let said = format!(
                "Row {row} of the log changed the prize “{prize}” of {file} later: it is called “{here}” and has {sponsor}."
            );
            said + unless_signed(*is_signed)
        }
        BundleMessage::PrizeNotAsLogged { row } => format!(
            "Row {row} of the log confirmed the winners of a prize. No prize in the file has these winners for this reason, and what \
             the log says of its rule and sponsor."
        ),
        BundleMessage::PrizeNotLogged { prize } => {
            format!("No row of the log confirmed these winners of the prize “{prize}”.")
        }
        BundleMessage::PrizeNotConfirmed { row } => format!(
            "The winners of row {row} depend on rows after the last signed one of the log. Add a later signed head."
        ),
        BundleMessage::EvidenceEqualsSigned { facts, file } => {
            format!(
                "{} on the projects match the digest in {file}.",
                plural(*facts as usize, "fact", "facts")
            )
        }
        BundleMessage::EvidenceNotSigned { facts, file } => format!(
            "{file} signs no facts on the projects, so nothing proves the {} in this file.",
            plural(*facts, "fact", "facts")
        ),
        BundleMessage::EvidenceUnsigned { facts, file } => {
            format!(
                "{} after {file} was signed. Nothing here proves what came later.",
                plural(*facts, "fact on the projects came", "facts on the projects came")
            )
        }
        BundleMessage::EvidenceDiffers { file } => {
            format!("The facts on the projects are not those whose digest is in {file}.")
        }
        BundleMessage::EvidenceNotAsLogged { row } => {
            format!("The facts on the projects are not those whose digest is in row {row} of the log.")
        }
        BundleMessage::EvidenceNotLogged { facts } => format!(
            "{} after the last row of the log that covers any. Nothing here proves what came later.",
            plural(*facts, "fact on the projects came", "facts on the projects came")
        ),
        BundleMessage::EvidenceForgotten { file } => {
            format!("What people wrote on projects was removed, so we cannot compare the facts with {file}.")
        }
        BundleMessage::PrizeNotSigned { prize, file } => {
            format!("{file} says nothing of prizes, so the winners of “{prize}” cannot be checked.")
        }
        BundleMessage::PrizesEqualSigned { prizes, file } => {
            format!("The winners of {} are those in {file}.", plural(*prizes, "prize", "prizes"))
        }
        BundleMessage::QuestionNotAsSigned { number, file } => {
            format!("Question {number}, its answer or their times are not those in {file}.")
        }
        BundleMessage::QuestionsEqualSigned { questions, file } => {
            format!(
                "{} and the answers signed in {file} are here as they were.",
                plural(*questions, "question", "questions")
            )
        }
        BundleMessage::QuestionNotAsLogged { number, row: Some(row) } => {
            format!("Question {number} or its answer differs from the log, from row {row} on.")
        }
        BundleMessage::QuestionNotAsLogged { number, row: None } => {
            format!("No row of the log says that question {number} was asked.")
        }
        BundleMessage::QuestionsAsLogged { questions } => {
            format!("{} and the answers are as the log says.", plural(*questions, "question", "questions"))
        }
        BundleMessage::QuestionNotConfirmed { number } => format!(
            "Question {number} was asked, answered or removed after the last signed row of the log. Add a later signed head."
        ),
        BundleMessage::QuestionNotLogged { number } => {
            format!(
                "Question {number} came with an import. The log of this event does not say when it was asked."
            )
        }
        BundleMessage::QuestionSaid { number, about, text } => {
            let about = about.as_ref().map_or_else(|| "the ranking".to_owned(), |title| format!("“{title}”"));
            let at = text.at.map(|at| format!(", asked {}", moment(at))).unwrap_or_default();
            format!("Question {number}, about {about}{at}: {}", in_words(text))
        }
        BundleMessage::AnswerSaid { number, said: SaidAnswer { outcome, publication }, text } => {
            let came_to = match (outcome, publication) {
                (QuestionOutcome::Accepted, _) => "accepted".to_owned(),
                (QuestionOutcome::Rejected, _) => "rejected".to_owned(),
                (QuestionOutcome::Corrected, None) => "results corrected".to_owned(),
                (QuestionOutcome::Corrected, Some(by)) => format!("results corrected by publication {by}"),
            };
            let at = text.at.map(|at| format!(" of {}", moment(at))).unwrap_or_default();
            format!("Answer{at} to question {number}: {came_to}. {}", in_words(text))
        }
        BundleMessage::MoreQuestions { questions } => {
            format!("{} in the file.", plural(*questions, "more question is", "more questions are"))
        }
        BundleMessage::PublicationNotConfirmed { run } => format!(
            "The file says that run {run} was published, but the signed results of that publication are not among these files. Add them."
        ),
        BundleMessage::PublicationNotAsLogged { run, row: None, .. } => {
            format!("The file says that run {run} was published, but no row of the log says so.")
        }
        BundleMessage::PublicationNotAsLogged { run, row: Some(row), here: false } => {
            format!("Row {row} of the log publishes run {run}, but the file says that it was not published.")
        }
        BundleMessage::PublicationNotAsLogged { run, row: Some(row), here: true } => format!(
            "Row {row} of the log gives another time, reason or input for the publication of run {run}."
        ),
        BundleMessage::DuplicateNotAsLogged { project, here, logged } => {
            let says = |of: &Option<i64>| match of {
                Some(of) => format!("a repeat of project {of}"),
                None => "no repeat".to_owned(),
            };
            format!("Project {project} is {} in the file and {} in the log.", says(here), says(logged))
        }
        BundleMessage::DuplicateNotConfirmed { project } => format!(
            "A row after the last signed one changed whether project {project} is a repeat. Add a later signed head."
        ),
        BundleMessage::DuplicateNotLogged { project } => format!(
            "The log does not say that project {project} is a repeat. Earlier versions did not log the repeats that an import brought."
        ),
        BundleMessage::SubmissionNotAsLogged { project, row, here, logged } => {
            let logged = moment(*logged);
            match here {
                Some(here) => format!(
                    "Project {project} was submitted on {} in the file and on {logged} in row {row} of the log.",
                    moment(*here)
                ),
                None => format!(
                    "Project {project} is not submitted in the file, but row {row} of the log says that it was, on {logged}."
                ),
            }
        }
        BundleMessage::WithdrawalNotAsLogged { project, here: true, row: None } => {
            format!("Project {project} is withdrawn in the file, but no row of the log withdraws it.")
        }
        BundleMessage::WithdrawalNotAsLogged { project, here, row } => {
            let row = row.map_or_else(|| "the log".to_owned(), |row| format!("row {row} of the log"));
            let (file, logged) = if *here { ("withdrawn", "restored") } else { ("not withdrawn", "withdrawn") };
            format!("Project {project} is {file} in the file and {logged} in {row}.")
        }
        BundleMessage::WithdrawnOtherwise { project, row } => format!(
            "Project {project} was withdrawn at another time, or for another reason, than row {row} of the log says."
        ),
        BundleMessage::EndedNotAsLogged { project, row } => format!(
            "Other assignments ended with project {project} in the file than row {row} of the log names."
        ),
        BundleMessage::WithdrawalNotConfirmed { project } => format!(
            "A row after the last signed one withdrew or restored project {project}. Add a later signed head."
        ),
        BundleMessage::EventUnnamed => {
            "The file does not name its event (slug), so it was compared with no signed document. Every export names its event."
                .into()
        }
        BundleMessage::SlugImpossible => {
            "No event has the address that the file gives this one (slug). It is 1 to 63 of a-z, 0-9 and -, and does not begin with -.".into()
        }
        BundleMessage::SignedOfOtherEvent { file } => {
            format!("{file} is about another event, so nothing in this file was compared with it.")
        }
        BundleMessage::ProjectsWithoutIds { projects } => format!(
            "{} in the file {} no id, so the file cannot be compared with what was signed and logged. Every export gives the ids.",
            plural(*projects, "project", "projects"),
            if *projects == 1 { "has" } else { "have" }
        ),
        BundleMessage::ProjectMissing { project, by } => {
            let by = match by {
                NamedBy::Signed { file } => file.clone(),
                NamedBy::Run { run } => format!("Run {run}"),
                NamedBy::Row { row } => format!("Row {row} of the log"),
            };
            format!("{by} names project {project}, which this file does not hold.")
        }
        BundleMessage::ProjectsNotAsLogged { here, logged } => format!(
            "The file holds {}, but the rows of its log brought {logged}.",
            plural(*here, "project", "projects")
        ),
        BundleMessage::ProjectsNotConfirmed { here, logged } => format!(
            "The file holds {}, but the signed rows of its log brought {logged}. Add a later signed head.",
            plural(*here, "project", "projects")
        ),
        BundleMessage::FinalsNotAsLogged => {
            "The file and the first row of its log name different events of which these are the finals.".into()
        }
        BundleMessage::FinalsNotLogged => {
            "An earlier version imported the event, so no row of the log says of which event these are the finals.".into()
        }
        BundleMessage::SubmissionNotLogged { project } => {
            format!("Project {project} is submitted in the file, but no row of the log submits it.")
        }
        BundleMessage::SubmissionNotConfirmed { project } => format!(
            "Project {project} was submitted or imported after the last signed row of the log. Add a later signed head."
        ),
        BundleMessage::DraftOfRun { project, run } => {
            format!("Run {run} names project {project}, which is a draft in the file.")
        }
        BundleMessage::TrackNotOfRun { project, run } => {
            format!("The track of project {project} in the file is not the one that run {run} used.")
        }
        BundleMessage::RunMissing { run, row } => {
            format!("Row {row} of the log names run {run}, which this file does not hold.")
        }
        BundleMessage::RunNotAsLogged { run, row: Some(row) } => {
            format!("Run {run} read other reviews in the file than in row {row} of the log.")
        }
        BundleMessage::RunNotAsLogged { run, row: None } => {
            format!("The file holds run {run}, but no row of the log made it.")
        }
        BundleMessage::RunNotConfirmed { run } => format!(
            "The row of the log that made run {run} comes after the last signed one. Add a later signed head."
        ),
        BundleMessage::RunMadeOtherwise { run, row, quantity } => {
            format!("Run {run} and row {row} of the log differ in the {}.", quantity_name(*quantity))
        }
        BundleMessage::RankedAndLeftOut { run, project } => {
            format!("Run {run} ranks project {project}, but says that it left this project out.")
        }
        BundleMessage::PublishedAtDiffers { here, by_runs } => {
            let [here, by_runs] = [here, by_runs]
                .map(|at| at.map_or_else(|| "never".to_owned(), |at| format!("on {}", moment(at))));
            format!("The event and its runs differ about when results were last published: {here}, and {by_runs}.")
        }
        BundleMessage::MoreTimeDiffers { team, file } => format!(
            "The file and {file} differ about more time to submit for the team “{team}”."
        ),
        BundleMessage::MoreTimeNotLogged { team } => format!(
            "No row of the log gives the team “{team}” this much more time to submit, for this reason."
        ),
        BundleMessage::MoreTimeLeftOut { row } => format!(
            "Row {row} of the log gives a team more time to submit, which no team in the file has."
        ),
        BundleMessage::MoreTimeNotConfirmed { team } => format!(
            "Only a row after the last signed one gave the team “{team}” more time to submit. Add a later signed head."
        ),
        BundleMessage::RubricNotAsLogged { row } => {
            format!("The criteria in the file are not those in row {row} of the log.")
        }
        BundleMessage::RubricNotConfirmed { row } => format!(
            "Row {row} of the log, which changed the criteria, came after the last signed one. Add a later signed head."
        ),
        BundleMessage::RootNotCompared => {
            "The file does not hold the secret of the log (log_secret), so the signed root of the log’s tree was not compared. The \
             hashes of the rows were."
                .into()
        }
        BundleMessage::NotCovered => {
            "No signature covers the words of an event’s description, of its prizes and of a rubric that was never changed, the address \
             that teams write to, names, roles, limits and ids of people and their addresses unless they reviewed, names of teams \
             that are not ranked, members and ids of teams, answers, asked-for prizes, ids and pictures of projects, when projects that \
             an import or finals brought were submitted, when and why those were withdrawn, who wrote evidence, who asked, when and \
             why reviews were set aside, which were set aside or ended with a project before an import, who entered them before it, \
             why judges stepped aside, the words of comments of reviews, drafts, assignments without a submitted review, open invitations, \
             ballots and when the file was saved after its last row. Where no row of the log says them, it does not cover the event’s settings and times, tracks, prizes without winners, \
             titles, texts, links, tags, tracks, needs and places of projects, until when questions are answered, comments, conflicts of \
             interest, and when and how assignments were handed out either. This check cannot show whether they were changed."
                .into()
        }
        BundleMessage::DigestNotConfirmed { run } => format!(
            "Run {run} matches its input only if the log’s row about removed personal data is genuine. \
             No signed head among these files confirms that row."
        ),
        BundleMessage::InputMissing { run, file } => format!(
            "The file lacks the input of run {run} in {file}, so that ranking was not computed again."
        ),
        BundleMessage::NotSigned => {
            "Bundles are not signed. A bundle alone cannot prove what the site published.".into()
        }
        BundleMessage::AddSignedResults => "To confirm what was published, add the signed results.".into(),
        BundleMessage::ReviewsOfRun { run } => {
            format!("For each review that counts in the file, project, judge and total are those that run {run} read.")
        }
        BundleMessage::ReviewsChangedSinceRun { run } => format!(
            "The reviews in the file are not those that run {run} read. Reviews may change after a run."
        ),
        BundleMessage::JudgesDeletedSinceRun { run, judges } => format!(
            "Of {}, the file has the address of a deleted account. Run {run} read the same reviews of another address, by which they are compared.",
            plural(*judges, "judge", "judges")
        ),
        BundleMessage::NoRun => "The file holds no run, so there is no ranking to compute again.".into(),
        BundleMessage::RecordMatches { judge, file } => {
            format!("The reviews of {judge} in this file are the ones in {file}.")
        }
        BundleMessage::RecordDiffers { judge, file } => format!(
            "The reviews of {judge} in this file are not the ones in {file}. They may have changed after it was signed."
        ),
        BundleMessage::RecordNotCompared { missing, file } => {
            let missing = match missing {
                MissingForRecord::Judge => "does not hold that judge",
                MissingForRecord::Salt => "holds no salt for that judge’s record",
                MissingForRecord::ProjectIds => "holds projects without ids",
            };
            format!("This file cannot be compared with {file}, because it {missing}.")
        }
    }
}

/// What is missing where no signed head covers a row.
fn unless_signed(is_signed: bool) -> &'static str {
    if is_signed { "" } else { " No signed head covers that row. Add a later signed head." }
}

/// What was said, on one line; or why it is gone.
fn in_words(SaidText { words, removed, .. }: &SaidText) -> String {
    match (words.as_str(), removed.as_str()) {
        ("", "") => "The text was removed.".to_owned(),
        ("", why) => format!("An organizer removed the text. Why: “{why}”"),
        (said, _) => format!("“{}”", said.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

/// A fault of one field, of those that a file can have. `words::fault` says the others, which the verifier's WASM does not need.
fn field_fault(fault: &Fault) -> String {
    match fault {
        Fault::Text(field, wrong) => texts::sentence(*field, wrong),
        Fault::Score(wrong) => scores::phrase(wrong),
        Fault::File(wrong) => files::sentence(wrong),
        Fault::TagSeparator => "Tags can’t contain commas or semicolons.".into(),
        Fault::TooManyTags { tags, most } => format!("There are {tags} tags: keep at most {most}."),
        Fault::More => "There are more problems of this kind.".into(),
        _ => "This value does not fit.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_and_answered_is_read_on_a_line_each() {
        let at = "2026-11-20T10:00:00Z".parse().ok();
        let text = SaidText { at, words: "Why is Tide\nsecond?".into(), removed: String::new() };
        let asked = BundleMessage::QuestionSaid { number: 2, about: Some("Tide".into()), text };
        let read = "Question 2, about “Tide”, asked 2026-11-20 10:00:00 UTC: “Why is Tide second?”";
        assert_eq!(bundle(&asked), read);
        let said = SaidAnswer { outcome: QuestionOutcome::Corrected, publication: Some(3) };
        let answer = |words: &str, removed: &str| {
            let text = SaidText { at: None, words: words.into(), removed: removed.into() };
            bundle(&BundleMessage::AnswerSaid { number: 2, said, text })
        };
        let begin = "Answer to question 2: results corrected by publication 3.";
        assert_eq!(answer("It was wrong.", ""), format!("{begin} “It was wrong.”"));
        let gone = answer("", "It named a person.");
        assert_eq!(gone, format!("{begin} An organizer removed the text. Why: “It named a person.”"));
        assert_eq!(answer("", ""), format!("{begin} The text was removed."));
    }
}
