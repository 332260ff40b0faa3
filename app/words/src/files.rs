//! What is wrong with a file. A module of its own, since the verifier says these words in the browser too.

use shared::json_place::{JsonBreak, JsonPlace};
use shared::refusal::{EntryFault, FileEntry, FileRule};

/// What is wrong at one place of a file, and what to do.
pub(super) fn sentence(fault: &EntryFault) -> String {
    match fault {
        EntryFault::NotJson(found) => format!("The file is not JSON. {}", json_break(*found)),
        EntryFault::NotAnObject => "This must be an object.".into(),
        EntryFault::Format { found, wanted } => {
            format!("This file has the format “{found}”. This version of Evenhand reads {wanted}.")
        }
        EntryFault::MissingMember => "This is missing.".into(),
        EntryFault::UnknownMember => "The format has no member of this name.".into(),
        EntryFault::RepeatedMember => "This occurs here twice.".into(),
        EntryFault::Unfit { error } => format!("This does not fit: {}.", unfit(error)),
        EntryFault::Unchecked => "There may be more: the check ended after these.".into(),
        EntryFault::LongName => "A name or text at the top is too long.".into(),
        EntryFault::Deep { most } => format!("This is nested more than {most} levels deep."),
        EntryFault::Large { mebibytes } => format!("This is larger than {mebibytes}\u{a0}MiB."),
        EntryFault::LargeWithoutLog { mebibytes } => {
            format!(
                "Without its runs and its log, the file is larger than {mebibytes}\u{a0}MiB. If it has many pictures, export the event without them: “bundle.json without pictures” on the page of exports, ?pictures=0 in the API, or --without-pictures on the command line."
            )
        }
        EntryFault::ManyValues { most } => format!("This has more than {most} values."),
        EntryFault::ManyValuesInAll { most } => format!("The file has more than {most} values."),
        EntryFault::EmptyRef => "A ref cannot be empty.".into(),
        EntryFault::SameRef { list, first } => format!("{list}[{first}] has the same ref."),
        EntryFault::SameValue { list, first } => format!("{list}[{first}] has the same value."),
        EntryFault::NoSuchRef(entry) => format!("The file has no {} with this ref.", entry_name(*entry)),
        EntryFault::ExternalId { longest } => {
            format!("An external id has 1 to {longest} characters and no control characters.")
        }
        EntryFault::Range { from, to } => format!("This must be between {from} and {to}."),
        EntryFault::OneOf(words) => format!("This must be one of {}.", words.join(", ")),
        EntryFault::OnOtherTeam { first } => format!("This person is on teams[{first}] already."),
        EntryFault::Rule(rule) => rule_sentence(*rule).into(),
    }
}

/// Where a text is no JSON, and what to do.
pub(super) fn json_break(JsonBreak { place, is_cut }: JsonBreak) -> String {
    let place = json_place(place);
    if is_cut {
        return format!("It ends too early, at {place}. Copy or download it again as a whole.");
    }
    format!(
        "It is broken at {place}. Look there for a missing or extra comma, quotation mark or bracket, or copy it again."
    )
}

/// `line 3, column 7`.
pub(super) fn json_place(JsonPlace { line, column }: JsonPlace) -> String {
    format!("line {line}, column {column}")
}

/// What a reader of JSON says of a value that does not fit, without the words of its code.
pub(super) fn unfit(said: &str) -> String {
    let named = |what: &str| said.strip_prefix(what)?.strip_prefix(" `")?.split('`').next();
    let typed = said.strip_prefix("invalid type: ").or_else(|| said.strip_prefix("invalid value: "));
    if let Some((found, wanted)) = typed.and_then(|typed| typed.rsplit_once(", expected ")) {
        return format!("{} is where {} belongs", found_value(found), wanted_value(wanted));
    }
    if let Some(member) = named("missing field") {
        return format!("{member} is missing");
    }
    if let Some(member) = named("repeated field") {
        return format!("{member} occurs twice");
    }
    match (named("unknown variant"), said.split_once(", expected ")) {
        (Some(word), Some((_, words))) => {
            format!("“{word}” is not {}", words.replace('`', ""))
        }
        _ => said.to_owned(),
    }
}

fn found_value(found: &str) -> String {
    match found.split_once(' ') {
        Some(("integer" | "boolean", value)) => value.trim_matches('`').to_owned(),
        Some(("floating", value)) => value.trim_start_matches("point ").trim_matches('`').to_owned(),
        Some(("string", text)) => format!("“{}”", text.trim_matches('"')),
        _ if found == "map" => "an object".into(),
        _ if found == "sequence" => "a list".into(),
        _ => found.to_owned(),
    }
}

fn wanted_value(wanted: &str) -> &str {
    match wanted {
        "a sequence" => "a list",
        "a boolean" => "true or false",
        "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f64" => "a number",
        "a map" => "an object",
        object if object.starts_with("struct ") => "an object",
        as_is => as_is,
    }
}

fn entry_name(entry: FileEntry) -> &'static str {
    match entry {
        FileEntry::Person => "person",
        FileEntry::Team => "team",
        FileEntry::Project => "project",
    }
}

fn rule_sentence(rule: FileRule) -> &'static str {
    match rule {
        FileRule::EventName => "Give the event a name.",
        FileRule::Name => "Give a name.",
        FileRule::ProjectTitle => "Give the project a title.",
        FileRule::Email => "Give one e-mail address, such as ada@example.org.",
        FileRule::WindowOrder => "A window closes after it opens.",
        FileRule::ForgetDay => {
            "Personal data can go once every window and the time of questions are over. Give a later day, or leave it out."
        }
        FileRule::CriterionKey => {
            "A key begins with a-z, has at most 40 of a-z, 0-9 and _, and is not the name of a fixed column."
        }
        FileRule::ScoreOrder => "This must be greater than min_value.",
        FileRule::ScoreBounds => "The range must lie between -2147483648 and 2147483647.",
        FileRule::RepeatedRole => "This role occurs here twice.",
        FileRule::RepeatedAddress => "This address occurs here twice.",
        FileRule::RepeatedTrack => "This track occurs here twice.",
        FileRule::TrackUnknown => "Choose a track of this event.",
        FileRule::NegativeCap => "A cap is 0 or more.",
        FileRule::RecordSalt => "A salt has 32 hex digits in lower case.",
        FileRule::SubmittedWithoutTime => "A submitted project needs the time of its submission.",
        FileRule::WithdrawalIncomplete => {
            "A withdrawn project is a draft with withdrawn_at, withdrawal_reason and withdrawn_submitted_at."
        }
        FileRule::EndedNotRecused => {
            "Assignments end only with a withdrawn project. One that ended or was taken off has the status recused."
        }
        FileRule::MoreTimeIncomplete => "More time has an end and a reason: give both, or leave both out.",
        FileRule::DraftWithTime => "A draft has no time of submission: give null.",
        FileRule::RepeatsItself => "A project cannot repeat itself.",
        FileRule::DuplicateCircle => {
            "These projects repeat each other in a circle. The first of them must repeat none."
        }
        FileRule::CommentOnDraft => "A draft has no comments.",
        FileRule::EmptyComment => "A comment cannot be empty.",
        FileRule::TextDigest => "This is not the fingerprint of the text.",
        FileRule::RepeatedChoice => "Choose each project once.",
        FileRule::ChoiceNotSubmitted => "Choose among the submitted projects of this event.",
        FileRule::ChoiceOfOwnTeam => "Nobody can vote for a project of their own team.",
        FileRule::NotAJudge => "Only a judge of the event can be given a project.",
        FileRule::OwnTeam => "Nobody can judge their own team.",
        FileRule::DoneWithoutReview => "A done assignment needs a complete submitted review.",
        FileRule::DoneNotSubmitted => "The review of a done assignment must be submitted.",
        FileRule::VoidIncomplete => {
            "A review that is set aside needs the status recused, a recused_reason and voided_submitted_at."
        }
        FileRule::SubmittedNotDone => "Only the review of a done assignment is submitted: give null.",
        FileRule::CriterionUnknown => "This event has no such criterion.",
        FileRule::DraftWithPlace => "Only submitted projects have a place.",
        FileRule::TrackAndOptIn => "A prize is for a track, or for teams that ask for it.",
        FileRule::PrizeUnknown => "The file has no prize with this name.",
        FileRule::RepeatedPrize => "Name each prize once.",
        FileRule::RepeatedWinner => "A project wins a prize once.",
        FileRule::ManyPictures => "A project has at most four pictures.",
        FileRule::BrokenPicture => {
            "Give one to three WebP files in base64, from narrow to wide, as an export writes them."
        }
        FileRule::ManyPixels => {
            "All pictures together have more pixels than an import decodes. Export the event without pictures, and import that."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_json_is_said_with_its_place_and_what_to_do() {
        let said = |is_cut| json_break(JsonBreak { place: JsonPlace { line: 3, column: 7 }, is_cut });
        assert_eq!(
            said(false),
            "It is broken at line 3, column 7. Look there for a missing or extra comma, quotation mark or bracket, or copy it again."
        );
        assert_eq!(
            said(true),
            "It ends too early, at line 3, column 7. Copy or download it again as a whole."
        );
    }

    #[test]
    fn a_value_that_does_not_fit_is_said_without_the_words_of_code() {
        for (error, said) in [
            (serde_json::from_str::<String>("3").unwrap_err(), "3 is where a string belongs"),
            (serde_json::from_str::<u32>("\"b\"").unwrap_err(), "“b” is where a whole number belongs"),
            (serde_json::from_str::<u32>("1.5").unwrap_err(), "1.5 is where a whole number belongs"),
            (serde_json::from_str::<u32>("-1").unwrap_err(), "-1 is where a whole number belongs"),
            (serde_json::from_str::<f64>("true").unwrap_err(), "true is where a number belongs"),
            (serde_json::from_str::<Vec<u8>>("{}").unwrap_err(), "an object is where a list belongs"),
            (serde_json::from_str::<bool>("null").unwrap_err(), "null is where true or false belongs"),
        ] {
            let error = error.to_string();
            assert_eq!(unfit(error.split(" at line ").next().unwrap()), said);
        }
        for (error, said) in [
            ("missing field `event`", "event is missing"),
            ("repeated field `event`", "event occurs twice"),
            ("unknown variant `x`, expected `a` or `b`", "“x” is not a or b"),
            ("unknown variant `x`, expected one of `a`, `b`, `c`", "“x” is not one of a, b, c"),
            ("expected 64 lowercase hex digits", "expected 64 lowercase hex digits"),
        ] {
            assert_eq!(unfit(error), said);
        }
    }
}
