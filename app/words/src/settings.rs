//! What is wrong with a setting of an event, in a sentence that says what to do.

use super::amounts::plural;
use shared::refusal::SettingFault;
use shared::window::utc;

pub(super) fn fault(fault: &SettingFault) -> String {
    let said: &str = match fault {
        SettingFault::Zone => "Choose a time zone from the list, such as Europe/Berlin.",
        SettingFault::Time => "Enter a date and a time, such as 2026-11-20 18:00.",
        SettingFault::Day => "Enter a day, such as 2027-03-31.",
        SettingFault::TimeSkipped { zone, from, until } => &format!(
            "This time does not exist in {zone}: the clocks go from {from} straight to {until}. Enter {until} or later."
        ),
        SettingFault::TimeTwice { zone } => &format!(
            "This time comes twice in {zone}, since the clocks go back. Choose the first or the second."
        ),
        SettingFault::Whole { least, most } => &format!("Enter a whole number from {least} to {most}."),
        SettingFault::FloorHigh { most } => {
            &format!("Enter at most {most}: a project gets {}.", plural(*most, "review", "reviews"))
        }
        SettingFault::FloorFixed => {
            "Judging has opened, so this stays as it is: judges already work with it."
        }
        SettingFault::FirstThreeGiven => {
            "Judges have given their first three already, so the question stays."
        }
        SettingFault::EvidenceFixed => "Submissions have closed, so this stays as the teams have read it.",
        SettingFault::ManyNames { most } => &format!("Enter at most {most} names, one in each line."),
        SettingFault::ModeFixed => {
            "People have voted in this way already, so it stays until the event is over."
        }
        SettingFault::VotesFewer { now } => {
            &format!("People have voted already. You can raise this number, but not go below {now}.")
        }
        SettingFault::SlugFromName => {
            "No address can be made of this name. Enter one: a to z, 0 to 9 and hyphens."
        }
        SettingFault::SlugTaken { free: Some(free) } => {
            &format!("Another event has this address. {free} is free.")
        }
        SettingFault::SlugTaken { free: None } => "Another event has this address: choose another.",
        SettingFault::Key => {
            "Enter a key: a letter, then a to z, 0 to 9 or _, at most 40. It names the column in exports."
        }
        SettingFault::Weight => {
            "Enter a weight greater than 0, such as 1 or 2.5. Write a point before its decimals, and no more than 4 of them."
        }
        SettingFault::Score => "Enter a whole number.",
        SettingFault::ScoreOrder => "The highest score must be above the lowest.",
        SettingFault::ManyCriteria { most } => &format!("Keep at most {most} criteria."),
        SettingFault::ManyQuestions { most } => &format!("Ask at most {most} questions."),
        SettingFault::QuestionChoices { most } => &format!(
            "Write 2 to {most} choices, each on a line of its own. Other kinds of questions have none."
        ),
        SettingFault::QuestionAnswered => {
            "Teams have answered this question. The question, its kind and its choices stay."
        }
        SettingFault::QuestionWider => {
            "Teams were told that fewer people read the answers. Ask a new question with another key instead."
        }
        SettingFault::WindowConsent => "Tick the box to confirm what this change does.",
        SettingFault::ForgetBefore { from } => {
            &format!("Choose {} or later. Until then, the personal data are needed.", utc(*from))
        }
        SettingFault::ForgetPast => "Choose a day that is still to come.",
        SettingFault::ForgetConsent => "Tick the box to confirm what is removed.",
        SettingFault::SetupCode => {
            "This is not the setup code. It is in the server’s log, in the line that begins “setup code”."
        }
    };
    said.to_owned()
}
