//! One project as a file has it.

use super::columns::{Column, Columns};
use super::table::Row;
use crate::names::{email_key, is_email};
use crate::text;
use chrono::{DateTime, Datelike, NaiveDateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A project of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadProject {
    /// The rows that it was read from, as a spreadsheet numbers them.
    pub rows: Vec<usize>,
    /// What it is known by when the same file comes again, stored as the project's external id.
    pub key: String,
    /// Its number in this portal, where the file is one of ours.
    #[serde(rename = "project_id")]
    pub id: Option<i64>,
    /// Whether it can be taken.
    pub standing: Readiness,
    /// What is taken.
    pub content: ImportContent,
    /// Name of the track that the file puts it in.
    pub track: Option<String>,
    /// Names of prizes that its team opted in for; an entry may hold several, joined by commas.
    pub prizes: Vec<String>,
    /// The team's members with an address, the submitter first.
    pub members: Vec<ListedMember>,
    /// How large the team is, members without an address included.
    pub team_size: usize,
    /// What was left out or changed on the way.
    pub notes: Vec<RowNote>,
}

/// What an import writes. What is `None` has no column in the file, and stays as it is in a project that exists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportContent {
    /// Title.
    pub title: String,
    /// One line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tagline: Option<String>,
    /// A paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The whole text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where the code is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repo_url: Option<String>,
    /// Where it can be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demo_url: Option<String>,
    /// Clean tags, ten at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// When it was submitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted_at: Option<DateTime<Utc>>,
    /// Name of its team; a new team gets the project's title without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Its room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Its place in the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// A member of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedMember {
    /// Name; may be empty.
    pub name: String,
    /// Address.
    pub email: String,
}

/// Whether a project of a file can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    /// It is submitted and complete.
    Complete,
    /// Its team did not submit it.
    Draft,
    /// It cannot be taken.
    Rejected(Vec<RowRejection>),
}

/// Why a row cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowRejection {
    /// It has no title.
    NoTitle,
    /// A text is too long.
    Long {
        /// Which.
        field: RowField,
        /// How many characters it has.
        length: usize,
        /// How many it may have.
        longest: usize,
    },
    /// Rows of the same address, or the same name where the file has no addresses, say different things.
    Disagree {
        /// All of these rows.
        rows: Vec<usize>,
        /// In what.
        field: RowField,
    },
    /// Another row is the same project of the event.
    Again {
        /// Its title there.
        title: String,
    },
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
pub enum RowNote {
    /// Only the first tags are kept.
    Tags {
        /// How many are kept.
        kept: usize,
        /// How many there were.
        of: usize,
    },
    /// Tags that are too long are left out.
    LongTags(Vec<String>),
    /// Links that have no field of their own are at the end of the description.
    MoreLinks(usize),
    /// Something that is no web address is left out.
    BrokenLink(String),
    /// Something that is no e-mail address: nobody is invited for it.
    BrokenEmail(String),
    /// Members whose address the file does not have.
    NoEmail(usize),
    /// A room or a place with too many characters is left out.
    LongPlace(String),
    /// The team is larger than the event allows.
    LargeTeam {
        /// How many members it has.
        size: usize,
        /// How many it may have.
        most: usize,
    },
    /// The event has no track of this name.
    UnknownTrack(String),
    /// The event has neither a prize nor a track of these names.
    UnknownPrizes(Vec<String>),
    /// The team opted in for several tracks, and a project is in one.
    MoreTracks(Vec<String>),
    /// Another project has this place.
    PlaceTaken(String),
}

/// Longest room or place.
const PLACE: usize = 20;
/// Most notes about broken addresses of one project.
const MOST_NOTES: usize = 20;
/// Most members that a project brings. The largest teams of public hackathons have 12.
const MOST_MEMBERS: usize = 50;
/// Most characters of something broken that a note repeats.
const SHOWN: usize = 80;

impl ReadProject {
    /// The parts that all shapes share; the rest is for the shape to fill.
    pub(super) fn begin(columns: &Columns, row: &Row) -> Self {
        let mut project = Self {
            rows: vec![row.number],
            key: String::new(),
            id: None,
            standing: Readiness::Complete,
            content: ImportContent::default(),
            track: columns.have(Column::Track).then(|| line(columns.one(row, Column::Track))),
            prizes: Vec::new(),
            members: Vec::new(),
            team_size: 0,
            notes: Vec::new(),
        };
        let optional = |column| columns.have(column).then(|| columns.one(row, column));
        project.content = ImportContent {
            title: line(columns.one(row, Column::Title)),
            tagline: optional(Column::Tagline).map(line),
            summary: optional(Column::Summary).map(paragraphs),
            description: optional(Column::Description).map(paragraphs),
            submitted_at: optional(Column::SubmittedAt).and_then(moment),
            team: optional(Column::Team).map(line).filter(|team| !team.is_empty()),
            ..ImportContent::default()
        };
        project.content.room = optional(Column::Room).and_then(|room| project.short_place(room));
        project.content.place = optional(Column::Place).and_then(|place| project.short_place(place));
        project.read_tags(optional(Column::Tags));
        project
    }

    fn short_place(&mut self, text: &str) -> Option<String> {
        let text = line(text);
        if text.chars().count() > PLACE {
            self.notes.push(RowNote::LongPlace(shortened(&text)));
            return None;
        }
        Some(text).filter(|text| !text.is_empty())
    }

    fn read_tags(&mut self, joined: Option<&str>) {
        let Some(joined) = joined else { return };
        let all = joined.split([',', ';', '\n']).map(line).filter(|tag| !tag.is_empty());
        let (fitting, long): (Vec<String>, Vec<String>) =
            all.partition(|tag| tag.chars().count() <= text::TAG);
        if !long.is_empty() {
            self.notes.push(RowNote::LongTags(long.iter().take(3).map(|tag| shortened(tag)).collect()));
        }
        let mut seen = HashSet::new();
        let mut tags: Vec<String> = fitting.iter().map(|tag| tag.to_lowercase()).collect();
        // Some letters get longer in lower case.
        tags.retain(|tag| {
            !text::is_blank(tag) && tag.chars().count() <= text::TAG && seen.insert(tag.clone())
        });
        if tags.len() > text::TAGS {
            self.notes.push(RowNote::Tags { kept: text::TAGS, of: tags.len() });
            tags.truncate(text::TAGS);
        }
        self.content.tags = Some(tags);
    }

    /// Adds a member, unless the address is there already or is none.
    pub(super) fn add_member(&mut self, name: &str, email: &str) {
        let email = email_key(email);
        if email.is_empty()
            || self.members.len() == MOST_MEMBERS
            || self.members.iter().any(|member| member.email == email)
        {
            return;
        }
        if is_email(&email) {
            let name = line(name).chars().take(text::NAME).collect();
            self.members.push(ListedMember { name, email });
        } else if self.notes.len() < MOST_NOTES {
            self.notes.push(RowNote::BrokenEmail(shortened(&email)));
        }
    }

    /// Checks what was read; texts that are too long reject it.
    pub(super) fn checked(mut self, draft: bool) -> Self {
        if self.key.is_empty() {
            self.key = format!("title:{}", text::name_key(&self.content.title));
        }
        self.key = self.key.chars().filter(|c| !c.is_control()).take(text::URL).collect();
        self.team_size = self.team_size.max(self.members.len());
        let content = &self.content;
        let texts = [
            (RowField::Title, Some(&content.title), text::TITLE),
            (RowField::Tagline, content.tagline.as_ref(), text::TAGLINE),
            (RowField::Summary, content.summary.as_ref(), text::SUMMARY),
            (RowField::Description, content.description.as_ref(), text::DESCRIPTION),
        ];
        let mut faults = Vec::new();
        if text::is_blank(&content.title) {
            faults.push(RowRejection::NoTitle);
        }
        for (field, text, longest) in texts {
            let length = text.map_or(0, |text| text.chars().count());
            if length > longest {
                faults.push(RowRejection::Long { field, length, longest });
            }
        }
        self.standing = match (faults.is_empty(), draft) {
            (_, true) => Readiness::Draft,
            (true, false) => Readiness::Complete,
            (false, false) => Readiness::Rejected(faults),
        };
        if self.standing != Readiness::Complete {
            self.drop_texts();
        }
        self
    }

    /// What is not taken need not be kept.
    pub(super) fn drop_texts(&mut self) {
        let title = self.content.title.chars().take(text::TITLE).collect();
        self.content = ImportContent { title, ..ImportContent::default() };
        self.members.clear();
        self.notes.clear();
    }
}

/// A text on one line, without characters that show nothing or turn the text around.
pub(super) fn line(text: &str) -> String {
    let visible: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !text::turns_direction(*c)).collect::<String>().trim().to_owned()
}

/// A text with its line ends as LF and without control characters.
pub(super) fn paragraphs(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.trim().chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\r' => {
                let _ = characters.next_if_eq(&'\n');
                plain.push('\n');
            }
            '\n' | '\t' => plain.push(c),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    plain
}

/// The beginning of a text, for a note.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// How the files write moments, besides RFC 3339. None names a zone, so UTC is taken.
const MOMENTS: [&str; 5] =
    ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%m/%d/%Y %H:%M:%S", "%m/%d/%Y %H:%M", "%Y/%m/%d %H:%M:%S"];

/// A moment; `None` where it cannot be read, which leaves the moment of the import.
fn moment(text: &str) -> Option<DateTime<Utc>> {
    let bare = text.trim().trim_end_matches("UTC").trim();
    let read = DateTime::parse_from_rfc3339(bare).map(|at| at.to_utc()).ok();
    let without_zone = || MOMENTS.iter().find_map(|form| NaiveDateTime::parse_from_str(bare, form).ok());
    let read = read.or_else(|| without_zone().map(|at| at.and_utc()));
    read.filter(|at| (2000..2200).contains(&at.year()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_in_the_forms_of_the_files() {
        let noon = "2026-03-04T12:00:00Z".parse::<DateTime<Utc>>().unwrap();
        for text in [
            "2026-03-04T12:00:00Z",
            "2026-03-04T13:00:00+01:00",
            "2026-03-04 12:00:00 UTC",
            "03/04/2026 12:00:00",
            "2026/03/04 12:00:00",
        ] {
            assert_eq!(moment(text), Some(noon), "{text}");
        }
        for text in ["", "yesterday", "0001-01-01 00:00:00", "2026-13-01 00:00:00", "262143-01-01T00:00:00Z"]
        {
            assert_eq!(moment(text), None, "{text}");
        }
    }

    #[test]
    fn texts_lose_what_cannot_be_stored() {
        assert_eq!(line(" Solar\u{0}\r\n Kiosk\u{202e} \u{7} "), "Solar Kiosk");
        assert_eq!(paragraphs("a\r\nb\rc\u{b}\u{0}\td\n"), "a\nb\nc\td");
    }
}
