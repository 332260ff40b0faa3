//! What is wrong with a field, in a sentence that says what to do.

use super::files::json_break;
use super::{files, scores, texts};
use shared::refusal::{AnswerFault, Fault, JsonType, RequestFault, Unique, Unnamed, ValueRule};

pub(super) const CODE_UNKNOWN: &str =
    "This event has no such code. A code has ten characters, letters and digits: compare it with the paper.";

pub(super) const NO_RESULTS: &str = "This event has no published results, or there is no such event.";

/// The sentences for a field's faults.
pub fn faults(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(fault).collect()
}

pub fn fault(fault: &Fault) -> String {
    let said: &str = match fault {
        Fault::Text(field, wrong) => &texts::sentence(*field, wrong),
        Fault::Missing(what) => missing(*what),
        Fault::Answer(wrong) => answer(*wrong),
        Fault::Score(wrong) => &scores::phrase(wrong),
        Fault::Request(wrong) => &request(wrong),
        Fault::File(wrong) => &files::sentence(wrong),
        Fault::Sentence(sentence) => sentence,
        Fault::More => "There are more problems of this kind.",
        Fault::TagSeparator => "Tags can’t contain commas or semicolons.",
        Fault::TooManyTags { tags, most } => &format!("There are {tags} tags: keep at most {most}."),
        Fault::Floor(wrong) => &super::floor::sentence(wrong),
        Fault::Prize(wrong) => &super::prizes::sentence(wrong),
        Fault::Picture(wrong) => &super::pictures::sentence(wrong),
        Fault::TrackForeign => "Choose a track of this event.",
        Fault::EditedMeanwhile(field) => {
            &format!("Somebody else changed the {} too: choose what stays.", texts::name(*field))
        }
        Fault::ChoiceNotWhole => "Each choice must be a project’s id, a whole number.",
        Fault::Email => "Enter an e-mail address, such as ada@example.org.",
        Fault::PasswordShort { shortest } => &format!("Use at least {shortest} characters."),
        Fault::PasswordLong { longest } => &format!("Use at most {longest} characters."),
        Fault::PasswordCommon => {
            "This password is among the first that people try. Use a few words that don’t belong together."
        }
        Fault::PasswordWrong => "The current password is wrong. Enter it again.",
        Fault::NameAndPassword => "Choose a name and a password.",
        Fault::NewSlug => {
            "Give the new event’s slug: a-z, 0-9 and -, at most 63 characters, not import or new."
        }
        Fault::CodeUnknown => CODE_UNKNOWN,
        Fault::CodesNotWhole => "Enter how many codes to make, as a whole number.",
        Fault::CodesRange { most } => &format!("Make 1 to {most} codes at a time."),
        Fault::CapNotWhole => "Enter a whole number from 0, or leave the field empty.",
        Fault::NoCardChosen => "Choose at least one judge.",
        Fault::RoleMissing => "Choose at least one role.",
        Fault::ReplacementUnconfirmed => "Tick the box to confirm that the paper replaces the stored review.",
        Fault::Webhook(wrong) => super::webhook::fault(*wrong),
        Fault::FinalistsMissing => "Tick at least one finalist.",
        Fault::GoneMissing => "Tick at least one project.",
        Fault::AudienceMissing => "Choose whom the notice is for.",
        Fault::NoticeMissing => "Write the notice.",
        Fault::WithdrawalReasonMissing => "Say why the project is withdrawn: its team reads it.",
        Fault::MoreTimeReasonMissing => {
            "Say why the team gets more time. The published results give the reason."
        }
        Fault::OutcomeMissing => "Say whether you accept or reject the question, or corrected the results.",
        Fault::PublicationUnknown => {
            "Choose the publication that corrected the results. It came after the question."
        }
        Fault::QuestionPartMissing => "Choose the question or its answer.",
        Fault::TeamMissing => "Choose a team of this event.",
        Fault::MoreTimeTooEarly => {
            "Choose a time that is still to come, and later than the close for everybody."
        }
        Fault::MoreTimeTooLate => {
            "Choose a time before judging closes. No judge sees what a team sends later."
        }
        Fault::VoidReasonMissing => "Say why the review is set aside. The judge and the organizers read it.",
        Fault::ConsentMissing => "Tick the box to confirm that you have read the warnings.",
        Fault::AgreementMissing => "Tick the box to confirm that they agreed.",
        Fault::StatementMissing => "Enter the sentence that judges and teams agreed to.",
        Fault::ConsentOutdated => {
            "A warning came up after you opened this page. Read it, then tick the box again."
        }
        Fault::ReasonNeedless => "The first publication corrects nothing. Leave the reason empty.",
        Fault::ReasonMissing => "Say why the published results are corrected.",
        Fault::TimePast => "Choose a time that is still to come.",
        Fault::DutiesRange { most } => {
            &format!("List 1 to {most} things that winners owe, each on a line of its own.")
        }
        Fault::DutyUnknown => "Choose something that a winner owes.",
        Fault::DutyReasonMissing => "Say why it is refused: the team reads it.",
        Fault::ReasonUnfinishedMissing => "Say why you publish although the calculation was stopped early.",
        Fault::ProjectNotSubmitted => "Choose a submitted project of this event.",
        Fault::OriginalMissing => "Choose the project that this one repeats.",
        Fault::OriginalUnknown => "Choose another submitted project of this event.",
        Fault::OriginalRepeats { title } => {
            &format!("“{title}” is flagged as a repeat of this project. Clear that flag first.")
        }
        Fault::Setting(wrong) => &super::settings::fault(wrong),
        Fault::List(wrong) => &super::list_file::sentence(wrong),
        Fault::Rule(rule) => value_rule(*rule),
        Fault::Shared(what) => shared(*what),
        Fault::JudgeMissing => "Choose a judge of this event.",
        Fault::ProjectMissing => "Choose a project of this event.",
        Fault::FlagReasonMissing => "Choose what the flag is about.",
        Fault::ConflictKindMissing => "Choose what kind of conflict it is.",
        Fault::LiftReasonMissing => "Say why the list is wrong: the preview of later lists shows it.",
        Fault::Word { field, words } => &format!("“{field}” must be {}.", one_of(words)),
        Fault::NumberRange { from, to } => &format!("Enter a whole number from {from} to {to}."),
        Fault::NoUsableLine => "No line of this file would change anything.",
        Fault::ForeignPart => {
            "This names something that is not part of this event. Choose something that is."
        }
        Fault::Unstorable => "The text contains a character that can’t be stored. Remove it.",
    };
    said.to_owned()
}

/// `yes, no or later`.
fn one_of(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

fn answer(wrong: AnswerFault) -> &'static str {
    match wrong {
        AnswerFault::Missing => "Answer this question before you submit.",
        AnswerFault::Choice => "Choose one of the answers that are offered.",
        AnswerFault::Tick => "Answer “yes”, or leave it empty.",
        AnswerFault::Unknown => "This event does not ask this question. Leave it out.",
    }
}

fn shared(what: Unique) -> &'static str {
    match what {
        Unique::TrackName => "Two tracks cannot share a name. Rename one of them.",
        Unique::CriterionKey => "Two criteria cannot share a key. Change one of them.",
        Unique::QuestionKey => "Two questions cannot share a key. Change one of them.",
        Unique::PrizeName => "Two prizes cannot share a name. Rename one of them.",
        Unique::Place => {
            "Two projects cannot share a place in the same room. Choose another place for one of them."
        }
        Unique::ExternalId => "Two entries of an event cannot share an external id. Change one of them.",
    }
}

fn value_rule(rule: ValueRule) -> &'static str {
    match rule {
        ValueRule::Length => "This text is empty or too long. Enter a text, or shorten it.",
        ValueRule::Shape => "This value has the wrong format. Check how it is written.",
        ValueRule::Range => "This value is out of range.",
        ValueRule::Order => "The close must come after the opening.",
        ValueRule::Together => "This value does not fit the others. Check them together.",
    }
}

fn json(wanted: JsonType) -> &'static str {
    match wanted {
        JsonType::Text => "a string",
        JsonType::Flag => "true or false",
        JsonType::Texts => "a list of strings",
        JsonType::NumberOrNull => "a whole number or null",
        JsonType::List => "a list",
        JsonType::Object => "an object",
    }
}

fn missing(what: Unnamed) -> &'static str {
    match what {
        Unnamed::Title => "Give the project a title.",
        Unnamed::Team => "Give the team a name.",
        Unnamed::Person => "Enter your name, as others will see it.",
        Unnamed::Token => "Give the token a name that says what uses it.",
        Unnamed::Comment => "Write a comment before you send it.",
        Unnamed::Remark => "Write a remark before you add it.",
        Unnamed::Sentence => "Write a sentence before you send it.",
        Unnamed::Event => "Give the event a name.",
        Unnamed::Track => "Give the track a name, or remove it.",
        Unnamed::Criterion => "Give the criterion a name, or remove it.",
        Unnamed::ResultsQuestion => "Write your question before you send it.",
        Unnamed::ResultsAnswer => "Write the answer before you publish it.",
        Unnamed::RemovalReason => "Say why the text is removed: everybody reads it.",
        Unnamed::Question => "Write the question, or remove it.",
        Unnamed::Dissent => "Say why you decline it. The organizer who asked reads it.",
        Unnamed::SwitchReason => "Say why you switch it off: the log keeps it.",
    }
}

fn request(fault: &RequestFault) -> String {
    let said: &str = match fault {
        RequestFault::NoJson => "Send a JSON object with Content-Type: application/json.",
        RequestFault::BadJson(found) => &format!("The body is not JSON. {}", json_break(*found)),
        RequestFault::Twice { member: None } => "This field came twice: send it once.",
        RequestFault::Twice { member: Some(member) } => &format!("{member} came twice: send it once."),
        RequestFault::Type { wanted } => &format!("This must be {}.", json(*wanted)),
        RequestFault::ListMissing => "Send this field: a list.",
        RequestFault::Late { seconds } => &format!("The body did not come within {seconds} seconds."),
        RequestFault::Cut => "The body ended before all of it came.",
        RequestFault::NoForm => "This form can’t be read. Send it from this page.",
        RequestFault::NoResults => NO_RESULTS,
        RequestFault::NoFile => "Choose a file, or paste something.",
        RequestFault::TooManyFiles { most } => {
            &format!("These are more than {most} files. Check fewer at once.")
        }
        RequestFault::TooMany { most } => &format!("This has too many parts. Send at most {most} at once."),
        RequestFault::IdempotencyKey { longest } => {
            &format!("This header must be sent once, with 1 to {longest} visible ASCII characters.")
        }
        RequestFault::AfterId => "Give the id of the last entry that you have.",
        RequestFault::AfterSlug => "Give the slug of the last event that you have.",
        RequestFault::Limit { most } => &format!("Ask for 1 to {most} entries."),
        RequestFault::NoNextPage => "The next page has no address.",
        RequestFault::EventSlug => "Name an event by its slug.",
        RequestFault::JudgeAmbiguous => {
            "This fixture id names different people in your events: add event=<slug>."
        }
        RequestFault::Row => "Give the number of a row, from 1.",
        RequestFault::Run => "Name a run by its number.",
        RequestFault::NoProposal => {
            "Give method and path of a write that can be proposed, such as POST and /api/projects/12/comments."
        }
    };
    said.to_owned()
}
