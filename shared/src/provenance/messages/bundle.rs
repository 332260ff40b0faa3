//! What is found in a bundle.

use super::super::bundle::BundleFault;
use super::super::compare::{Difference, Quantity};
use crate::results_question::QuestionOutcome;
use chrono::{DateTime, Utc};

/// What is found in a bundle.
#[derive(Clone, Debug, PartialEq)]
pub enum BundleMessage {
    Fault(BundleFault),
    Whole { event: String },
    // The event has another name than in the signed ranking.
    EventRenamed { here: String, signed: String, file: String },
    // A member of the file is not what the newest row of the log says that names it.
    MemberNotAsLogged { member: String, row: i64 },
    // It is so only by rows after the last signed one.
    MemberNotConfirmed { member: String },
    // The file does not hold a comment that a row posted, or holds one that no row did.
    CommentNotAsLogged { row: Option<i64> },
    // A row of the log renamed it since, and a signed head covers that row or not.
    EventRenamedSince { here: String, signed: String, file: String, row: i64, is_signed: bool },
    // A signed head names row `row`, and the bundle holds no log.
    LogRemoved { row: i64 },
    NoLog,
    LogOfOtherEvent,
    // The file says that it was saved before the last row of its log was written.
    SavedBeforeLastRow { saved: DateTime<Utc>, written: DateTime<Utc> },
    RepeatedRun { run: i32 },
    LaterRunsNotChecked,
    RunComputed { run: i32, reviews: usize, projects: usize, judges: usize, digest: String },
    RunDiffers { run: i32, difference: Difference },
    // A run, or the signed ranking of one in `file`, says whether the portal dealt all its reviews, and the assignments say otherwise:
    // so many of them were not dealt.
    NotAsDealt { run: i32, file: Option<String>, by_others: usize },
    // What the file says about a run besides the ranking differs from what was signed.
    RunDiffersFromSigned { run: i32, file: String, difference: Difference },
    // A signed prize is not in the file: it was renamed, or the file was changed.
    PrizeMissing { prize: String, file: String },
    // A prize has other winners, another rule or another reason than was signed.
    PrizeDiffers { prize: String, file: String, signed: Vec<String>, here: Vec<String> },
    // A prize has winners, and the ranking was signed by a version that signed none where there were none yet, or never any.
    PrizeNotSigned { prize: String, file: String },
    // A row of the log gave the prize another name or sponsor since, and a signed head covers that row or not.
    PrizeChanged { prize: String, here: String, sponsor: String, file: String, row: i64, is_signed: bool },
    // The prize has other winners, another reason, rule or sponsor than the rows say; this one confirmed its winners.
    PrizeNotAsLogged { row: i64 },
    // A prize has winners that no row confirmed.
    PrizeNotLogged { prize: String },
    // Only rows after the last signed one say that the prize is as it is; this one confirmed its winners.
    PrizeNotConfirmed { row: i64 },
    PrizesEqualSigned { prizes: usize, file: String },
    EvidenceEqualsSigned { facts: u32, file: String },
    // The results sign no facts.
    EvidenceNotSigned { facts: usize, file: String },
    // Facts behind those that were signed.
    EvidenceUnsigned { facts: usize, file: String },
    // The first facts of the event are not those that were signed.
    EvidenceDiffers { file: String },
    // They are not those whose digest this row of the log has.
    EvidenceNotAsLogged { row: i64 },
    // So many came after those whose digest a row has, and no signed results are here.
    EvidenceNotLogged { facts: usize },
    // As `EvidenceDiffers`, and the event has forgotten what people wrote.
    EvidenceForgotten { file: String },
    // A question is not the one that was signed, or is missing on one side.
    QuestionNotAsSigned { number: i32, file: String },
    QuestionsEqualSigned { questions: usize, file: String },
    // A question is not what the log says; `row` raised it, and is none where no row did.
    QuestionNotAsLogged { number: i32, row: Option<i64> },
    QuestionsAsLogged { questions: usize },
    // A row that raised or answered it, or removed a text of it, came after the last signed one.
    QuestionNotConfirmed { number: i32 },
    // An import brought the question, so no row raised it.
    QuestionNotLogged { number: i32 },
    // What a question says; `about` is a project's title, and none for the ranking.
    QuestionSaid { number: i32, about: Option<String>, text: SaidText },
    AnswerSaid { number: i32, said: SaidAnswer, text: SaidText },
    // So many more questions are in the file.
    MoreQuestions { questions: usize },
    PublicationNotConfirmed { run: i32 },
    // The newest row of the log that publishes the run does not say what the file does: `row` is none where no row publishes it, and
    // `here` tells whether the file says that it was published.
    PublicationNotAsLogged { run: i32, row: Option<i64>, here: bool },
    // A project repeats another one in the file than in the log, or none.
    DuplicateNotAsLogged { project: i64, here: Option<i64>, logged: Option<i64> },
    // The flag was set or cleared by a row after the last signed one.
    DuplicateNotConfirmed { project: i64 },
    // No row names the flag, as in an event that an earlier version imported.
    DuplicateNotLogged { project: i64 },
    // A project was submitted at another moment in the file than in its row of the log, or not at all.
    SubmissionNotAsLogged { project: i64, row: i64, here: Option<DateTime<Utc>>, logged: DateTime<Utc> },
    // A project is withdrawn in the file and not by the log, or the other way round.
    WithdrawalNotAsLogged { project: i64, here: bool, row: Option<i64> },
    // A project was withdrawn at another time, or for another reason, than its row of the log says.
    WithdrawnOtherwise { project: i64, row: i64 },
    // Other assignments ended with the project than its row says.
    EndedNotAsLogged { project: i64, row: i64 },
    // A row after the last signed one withdrew or restored the project.
    WithdrawalNotConfirmed { project: i64 },
    // The file does not say which event it is of, so nothing that was signed is compared with it.
    EventUnnamed,
    // No site gives an event the address that the file gives it.
    SlugImpossible,
    // The signed rankings among the files are of another event.
    SignedOfOtherEvent { file: String },
    // So many projects have no id.
    ProjectsWithoutIds { projects: usize },
    // The file does not hold a project that something else names.
    ProjectMissing { project: i64, by: NamedBy },
    // Not as many projects as the rows of the log brought.
    ProjectsNotAsLogged { here: usize, logged: usize },
    // Only rows after the last signed one make them as many as the file holds.
    ProjectsNotConfirmed { here: usize, logged: usize },
    // The event is the finals of another one than its first row says, or of none.
    FinalsNotAsLogged,
    // The row of the import is of an earlier version, and does not say of which event these are the finals.
    FinalsNotLogged,
    // No row of the log submits a project that is submitted in the file.
    SubmissionNotLogged { project: i64 },
    // The row that submits it came after the last signed one.
    SubmissionNotConfirmed { project: i64 },
    // A run names a project that is a draft in the file, and that nobody withdrew.
    DraftOfRun { project: i64, run: i32 },
    // A project has another track in the file than when the run was made.
    TrackNotOfRun { project: i64, run: i32 },
    // The log names a run that the file does not hold.
    RunMissing { run: String, row: i64 },
    // No row of the log makes the run, or one makes it of something else.
    RunNotAsLogged { run: i32, row: Option<i64> },
    // Only a row after the last signed one makes the run.
    RunNotConfirmed { run: i32 },
    // The row that makes the run says something else of how it was made: its method, who saw which project, or how many were left out.
    RunMadeOtherwise { run: i32, row: i64, quantity: Quantity },
    // A run leaves a project out that it ranks.
    RankedAndLeftOut { run: i32, project: i64 },
    // The file says of its event that results were published at another moment than of its runs.
    PublishedAtDiffers { here: Option<DateTime<Utc>>, by_runs: Option<DateTime<Utc>> },
    // A team had more time to submit than was signed, or less, or for another reason.
    MoreTimeDiffers { team: String, file: String },
    // No row of the log gave a team this much more time to submit, for this reason.
    MoreTimeNotLogged { team: String },
    // A row gives a team more time, and no team of the file has it.
    MoreTimeLeftOut { row: i64 },
    // Only a row after the last signed one gave it.
    MoreTimeNotConfirmed { team: String },
    // The rubric is not the one that the newest row about it says.
    RubricNotAsLogged { row: i64 },
    // That row came after the last signed one.
    RubricNotConfirmed { row: i64 },
    // Signed roots of the log's tree are not compared, because the file does not hold the log's secret.
    RootNotCompared,
    // What no signature and no row of the log covers.
    NotCovered,
    // The run has its digest only by a row of forgetting that no trusted signed head holds.
    DigestNotConfirmed { run: i32 },
    // The bundle does not hold what a signed ranking was computed from.
    InputMissing { run: i32, file: String },
    NotSigned,
    AddSignedResults,
    ReviewsOfRun { run: i32 },
    ReviewsChangedSinceRun { run: i32 },
    // So many judges have the address of a deleted account in the file, and another in the run that read the same reviews.
    JudgesDeletedSinceRun { run: i32, judges: usize },
    NoRun,
    RecordMatches { judge: String, file: String },
    RecordDiffers { judge: String, file: String },
    RecordNotCompared { missing: MissingForRecord, file: String },
}

/// The text of a question or of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaidText {
    pub at: Option<DateTime<Utc>>,
    /// Empty where it was removed.
    pub words: String,
    /// Why it was removed; may be empty.
    pub removed: String,
}

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SaidAnswer {
    pub outcome: QuestionOutcome,
    /// The publication that corrected the results.
    pub publication: Option<i32>,
}

/// What names a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedBy {
    Signed { file: String },
    Run { run: i32 },
    Row { row: i64 },
}

/// What a bundle lacks for comparing a judge's record with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingForRecord {
    Judge,
    Salt,
    ProjectIds,
}

/// What is found by comparing the reviews in a bundle with the log in the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewMessage {
    // Row `row` submits a review that the file does not hold.
    Missing { row: i64, assignment: i64 },
    // So many reviews cannot be compared with the log, because the file names assignments without ids.
    WithoutIds { reviews: usize },
    AsLogged { reviews: usize },
    NotLogged { reviews: usize },
    // So many reviews are as the log says only by rows after the last signed one.
    NotConfirmed { reviews: usize },
    // The row of the import has their digests.
    AsImported { reviews: usize },
    // The digest in the row of the import is not that of the reviews which no row changed since.
    NotAsImported,
    // The reviews are those of the import. Their judges have other addresses, by which a run read them.
    JudgesAsRead { run: i32 },
    // The reviews are those of the import. Who gave them is not, or is known by other addresses.
    JudgesNotAsImported,
    // Who gave the reviews is not what the row of forgetting says.
    JudgesNotAsForgotten,
    // As `NotLogged`, but their totals are those that a run read.
    ScoresNotLogged { reviews: usize },
    OtherProject { assignment: i64, logged: i64, here: i64 },
    // How it came to be.
    OtherSource { assignment: i64, logged: String, here: String },
    // When it was handed out.
    OtherMoment { assignment: i64, row: i64 },
    NeverLogged { assignment: i64 },
    Changed { assignment: i64, row: i64, change: ReviewChange },
    // So many reviews were submitted by an address that nobody in the file has.
    JudgesNotAsLogged { reviews: usize },
    // The file has so many people as deleted accounts, and no row up to the last signed one does.
    DeletionsNotLogged { people: usize },
    // So many reviews were entered by organizers, and no row says the address of their judge.
    JudgesNotLogged { reviews: usize },
    // Two assignments are one judge's in the file and two judges' in the log, or the other way round.
    JudgesMixed { assignment: i64, other: i64 },
    // The reviews of a project, by the rubric in the file, are not those that the last run read, and the log shows no change.
    ChangedSinceRun { project: i64, run: i32 },
}

/// How a review differs from its newest row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewChange {
    Status { here: String, logged: String },
    // Whether it was set aside.
    SetAside { logged: bool },
    Score { criterion: String, here: Option<i64>, logged: Option<i64> },
    // Whether it has a comment.
    Comment { logged: bool },
    // Whether an organizer entered it for the judge.
    Entered { logged: bool },
    // Who entered it.
    EnteredBy { here: String, logged: String },
    // Whether an organizer took the judge off it.
    TakenOff { logged: bool },
    Judge { here: String, logged: String },
    SubmittedAt { here: DateTime<Utc>, logged: DateTime<Utc> },
}
