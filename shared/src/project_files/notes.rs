//! What is said of a row: why it is not taken, and what of it is not.

use crate::joined_names::UnknownName;
use crate::prelude::*;

/// Why a row cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum RowRejection {
    /// It has no title.
    NoTitle,
    /// A text is too long.
    Long { field: RowField, length: usize, longest: usize },
    /// Rows of the same address, or the same name where the file has no addresses, say different things.
    Disagree { rows: Vec<usize>, field: RowField },
    /// Another row is the same project of the event.
    Again { title: String },
    /// Its number is that of another project of the event.
    OtherProject { title: String },
    /// Its title alone does not say which project of the event it is. These teams have one of this title.
    TitleUnclear { teams: Vec<String> },
    /// The row has more cells than its list has columns, so a cell may stand in the wrong column.
    MoreCells { cells: usize, columns: usize },
}

/// A part of a row that a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowField {
    /// Title.
    Title,
    /// One line.
    Tagline,
    /// A paragraph.
    Summary,
    /// The whole text.
    Description,
    /// The address of who submitted it.
    Submitter,
}

/// What was left out or changed on the way, for the preview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum RowNote {
    /// Only the first tags are kept.
    Tags { kept: usize, of: usize },
    /// Tags that are too long are left out.
    LongTags(Vec<String>),
    /// Links that have no field of their own are at the end of the description.
    MoreLinks(usize),
    /// Something that is no web address is left out.
    BrokenLink(String),
    /// A web address with a name or a password before its host is left out.
    LinkWithUser(String),
    /// Something that is no e-mail address: nobody is invited for it.
    BrokenEmail(String),
    /// A remark behind the address of a member, or a row of their own, says that they do not take part: nobody is invited for it.
    MemberOut(String),
    /// Another remark behind the address of a member is left out.
    MemberRemark(String),
    /// Whom a row or a remark calls a mentor, or something else that is no member, and what it says: nobody is invited for it.
    BesideTheTeam(String),
    /// Members whose address the file does not have.
    NoEmail(usize),
    /// More members than a project brings: only so many are kept.
    MembersCut(usize),
    /// So many links are left out, since there are more than a project takes.
    LinksCut(usize),
    /// A room or a place with too many characters is left out.
    LongPlace(String),
    /// An answer in place of a room or a place is left out: the column may say whether they have one.
    AnswerForPlace(String),
    /// A team's name with too many characters is left out.
    LongTeam(String),
    /// The team is larger than the event allows.
    LargeTeam { size: usize, most: usize },
    /// The event has no track of this name.
    UnknownTrack(UnknownName),
    /// The event has neither a prize nor a track of these names.
    UnknownPrizes(Vec<UnknownName>),
    /// The team opted in for several tracks, and a project is in one.
    MoreTracks(Vec<String>),
    /// The form of one of the event's own questions does not take this answer.
    UnfitAnswer { question: String, answer: String },
    /// Another project has this place.
    PlaceTaken(String),
    /// These rows agree in all they say, and are taken as one project.
    Joined(Vec<usize>),
    /// Other rows have the same title and team, and say something else, so each is a project of its own.
    SameTitleInFile(Vec<usize>),
    /// It reads like the last row of a sheet, which counts the others.
    Total,
    /// It has a title and nothing else, and other rows say more.
    TitleAlone,
    /// It reads like the kinds or units of the columns, below their names.
    Kinds,
    /// It reads like instructions to those who fill in the list.
    Instructions,
    /// A formula of a spreadsheet, where everybody would read a text.
    Formula(String),
    /// An organizer withdrew it, and it stays so. It does not get this place, where the list has one for it.
    StaysWithdrawn { place: Option<String> },
    /// A spreadsheet shows an error in place of a text, or made a day of its room or place. It is left out.
    Damaged(String),
    /// A text that everyone will read has somebody's e-mail address in it.
    PublicAddress(String),
    /// Projects of these rows name the same team, and each project has a team of its own.
    SameTeamInFile(Vec<usize>),
    /// Another team of the event has this name, so that of a new project gets a number.
    TeamTaken(String),
    /// The event has its team by this name, and the list by another.
    TeamDiffers(String),
    /// Rows of the same project name other places, which are left out.
    OtherPlaces(Vec<String>),
    /// Rows of the same project say this else of what has one value, and it is left out.
    OtherValues(Vec<String>),
    /// The file says this of its state, which is not simply that it was submitted.
    Status(String),
    /// Its status is empty, where other rows have a tick, a time or a word for what was submitted.
    Unticked,
    /// It is left out, and the event has it.
    StillTakesPart,
    /// When it was submitted cannot be read; the moment of the import is taken.
    BrokenTime(String),
    /// When it was submitted lies ahead; the moment of the import is taken.
    TimeAhead,
    /// Somebody is in the team of another project of the file as well.
    SeveralTeams { email: String, rows: Vec<usize> },
    /// Members who judge in this event.
    Judges(Vec<String>),
    /// The same, of those who declined the invitation to the team.
    JudgesDeclined(Vec<String>),
    /// A member who may judge the project: an organizer said why the list is wrong.
    Lifted { email: String, reason: String },
    /// Members who organize the event, and take part in it from the import on.
    Organizers(Vec<String>),
    /// Members who are on the panel of a prize.
    Panellists(Vec<String>),
    /// Members who judge or are on a panel, and get a conflict only for prizes without winners, since results are published.
    NoConflict(Vec<String>),
    /// Members who do not judge, and whom the import records, though the project stays as it is.
    Recorded(Vec<String>),
    /// Members who judge and are invited, though the project has been reviewed and stays as it is.
    InvitedAlone(Vec<String>),
    /// Members whose reviews of the project count.
    OwnReviews(Vec<String>),
    /// Members who are on another team of the event, or invited to the event otherwise.
    Elsewhere(Vec<String>),
    /// The event has it in this track, and the file names none of the event's for it.
    TrackStays(String),
    /// Prizes that its team opted in for, and that the file no longer names.
    PrizesGone(Vec<String>),
    /// Members who were invited from an earlier list, and whom this one no longer has.
    MembersGone(Vec<String>),
    /// The same of a reviewed project, which the import leaves alone.
    MembersStay(Vec<String>),
    /// The event has a project of this title in another team.
    SameTitle { team: String },
}
