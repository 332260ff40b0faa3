//! What is wrong with a file. A module of its own, since the verifier says these words in the browser too.

use shared::refusal::{EntryFault, FileEntry, FileRule};

/// What is wrong at one place of a file, and what to do.
pub(super) fn sentence(fault: &EntryFault) -> String {
    match fault {
        EntryFault::NotJson { error } => format!("The file is not JSON: {error}."),
        EntryFault::NotAnObject => "This must be an object.".into(),
        EntryFault::Format { found, wanted } => {
            format!("This file has the format “{found}”. This version of Evenhand reads {wanted}.")
        }
        EntryFault::MissingMember => "This is missing.".into(),
        EntryFault::UnknownMember => "The format has no member of this name.".into(),
        EntryFault::RepeatedMember => "This occurs here twice.".into(),
        EntryFault::Unfit { error } => format!("This does not fit: {error}."),
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
