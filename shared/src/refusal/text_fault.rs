//! What is wrong with a text, and which texts there are.

/// A text by its name: `the title`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextField {
    Title,
    Tagline,
    Summary,
    Description,
    Track,
    CodeAddress,
    DemoAddress,
    VideoAddress,
    /// What a picture shows, in words.
    PictureAlt,
    Tags,
    Tag,
    Comment,
    Reason,
    /// Something that winners owe: a line of a list.
    Duty,
    Note,
    Remark,
    Name,
    Guidance,
    /// A question: of the event's own, or about published results.
    Question,
    Choice,
    /// An answer to one of either.
    Answer,
    Room,
    Place,
    Venue,
    Sponsor,
    Statement,
    Notice,
    /// What a judge adds to a call for help.
    Call,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// A character that shows nothing.
    Control,
    /// Too many characters.
    Long { length: usize, longest: usize },
    /// More than one line.
    Lines,
    /// An address with too many characters.
    AddressLong { longest: usize },
    /// An address with a blank, a backslash or a hidden character.
    AddressBroken,
    /// An address with a name or a password before its host.
    AddressUser,
    /// No web address.
    NoAddress,
    /// An address without encryption.
    NoSecureAddress,
}

/// Something that needs a name or a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnamed {
    Title,
    Team,
    Person,
    Token,
    Comment,
    Remark,
    /// A sentence about a project.
    Sentence,
    Event,
    Track,
    Criterion,
    /// A question about published results.
    ResultsQuestion,
    /// The answer to one.
    ResultsAnswer,
    RemovalReason,
    /// A question of the event's own.
    Question,
    /// Why an organizer declines what another one asked for.
    Dissent,
    /// Why an event asks no second organizer any more.
    SwitchReason,
}
