//! What is wrong with a text, and which texts there are.

/// A text by its name: `the title`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextField {
    /// A project's title.
    Title,
    /// A project's tagline.
    Tagline,
    /// A project's summary.
    Summary,
    /// A description.
    Description,
    /// A project's track.
    Track,
    /// The address of a project's code.
    CodeAddress,
    /// The address of a project's demo.
    DemoAddress,
    /// The address of a project's video.
    VideoAddress,
    /// What a picture shows, in words.
    PictureAlt,
    /// A project's tags.
    Tags,
    /// One tag.
    Tag,
    /// A comment.
    Comment,
    /// A reason.
    Reason,
    /// Something that winners owe: a line of a list.
    Duty,
    /// A judge's note.
    Note,
    /// A remark.
    Remark,
    /// A name.
    Name,
    /// A criterion's guidance.
    Guidance,
    /// A question: of the event's own, or about published results.
    Question,
    /// One of a question's choices.
    Choice,
    /// An answer to one of either.
    Answer,
    /// A room.
    Room,
    /// A place in a room.
    Place,
    /// Where an event takes place.
    Venue,
    /// A prize's sponsor.
    Sponsor,
    /// What people agreed to.
    Statement,
    /// A notice.
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
    /// A project's title.
    Title,
    /// A team's name.
    Team,
    /// A person's own name.
    Person,
    /// A token's name.
    Token,
    /// A comment.
    Comment,
    /// A remark.
    Remark,
    /// A sentence about a project.
    Sentence,
    /// An event's name.
    Event,
    /// A track's name.
    Track,
    /// A criterion's name.
    Criterion,
    /// A question about published results.
    ResultsQuestion,
    /// The answer to one.
    ResultsAnswer,
    /// Why a text is removed.
    RemovalReason,
    /// A question of the event's own.
    Question,
    /// Why an organizer declines what another one asked for.
    Dissent,
    /// Why an event asks no second organizer any more.
    SwitchReason,
}
