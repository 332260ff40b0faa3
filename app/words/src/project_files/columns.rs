//! What the columns of a list hold.

use shared::form_question::{FormQuestion, ShownTo};
use shared::project_files::{ColumnChoice, ColumnMeaning};

/// What an organizer says that a column holds, in an event that asks these questions: an answer, with those who read it.
pub fn column_choice(choice: &ColumnChoice, asked: &[FormQuestion]) -> String {
    let fixed = match choice {
        ColumnChoice::Answer(key) => {
            let question = asked.iter().find(|question| question.key == *key);
            return question.map_or_else(String::new, |question| {
                let readers = match question.shown_to {
                    ShownTo::Organizers => "organizers read it",
                    ShownTo::Judges => "judges read it, too",
                    ShownTo::All => "everyone reads it",
                };
                format!("Answer to “{}”: {readers}", question.label)
            });
        }
        ColumnChoice::Nothing => ColumnMeaning::Nothing,
        ColumnChoice::Status => ColumnMeaning::Status,
        ColumnChoice::Title => ColumnMeaning::Title,
        ColumnChoice::Team => ColumnMeaning::Team,
        ColumnChoice::Tagline => ColumnMeaning::Tagline,
        ColumnChoice::Summary => ColumnMeaning::Summary,
        ColumnChoice::Description => ColumnMeaning::Description,
        ColumnChoice::Code => ColumnMeaning::Code,
        ColumnChoice::Demo => ColumnMeaning::Demo,
        ColumnChoice::Room => ColumnMeaning::Room,
        ColumnChoice::Track => ColumnMeaning::Track,
        ColumnChoice::Prizes => ColumnMeaning::Prizes,
        ColumnChoice::Tags => ColumnMeaning::Tags,
        ColumnChoice::Link => ColumnMeaning::Links,
        ColumnChoice::Members => ColumnMeaning::Members,
        ColumnChoice::Place => ColumnMeaning::Place,
    };
    column_meaning(fixed).to_owned()
}

/// What a column is read as.
pub fn column_meaning(meaning: ColumnMeaning) -> &'static str {
    match meaning {
        ColumnMeaning::Title => "Title",
        ColumnMeaning::Number => "Number or address in its source",
        ColumnMeaning::Status => "Whether it was submitted",
        ColumnMeaning::SubmittedAt => "Time of submission",
        ColumnMeaning::Tagline => "Tagline",
        ColumnMeaning::Summary => "Summary",
        ColumnMeaning::Description => "Description",
        ColumnMeaning::Links => "Links",
        ColumnMeaning::Code => "Address of the code",
        ColumnMeaning::Demo => "Address of the demo",
        ColumnMeaning::Video => "Address of the video",
        ColumnMeaning::Track => "Track",
        ColumnMeaning::Prizes => "Prizes or tracks",
        ColumnMeaning::Tags => "Tags",
        ColumnMeaning::Room => "Room",
        ColumnMeaning::Place => "Place",
        ColumnMeaning::Team => "Team",
        ColumnMeaning::TeamSize => "Size of the team",
        ColumnMeaning::Members => "Members’ e-mail addresses",
        ColumnMeaning::MemberNames => "Members’ names",
        ColumnMeaning::Answer => "Answers to a question of yours",
        ColumnMeaning::Nothing => "Not used",
    }
}
