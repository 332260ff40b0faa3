//! One project as a file has it.

use super::columns::Columns;
use super::header_columns::is_beside_a_team;
use super::known_columns::Column;
use super::lists_people;
use super::moments::moment;
use super::notes::{RowField, RowNote, RowRejection};
use super::texts::{line, name, paragraphs, quoted_names, shortened};
use crate::form_question::GivenAnswers;
use crate::joined_names::one_name;
use crate::list_file::{
    ListRow, in_english, is_damaged, is_error, place_answer, says_none, whole_number, without_zeros,
};
use crate::names::email_key;
use crate::people_list::{
    AT, LineFault, SEPARATORS, bare_name, is_cut, name_says_out, read_cell, remarks, says_name,
};
use crate::prelude::*;
use crate::text::name_key;

/// A project of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadProject {
    /// The rows that it was read from, as a spreadsheet numbers them.
    pub rows: Vec<usize>,
    /// What it is known by when the same file comes again, stored as the project's external id: what its source keeps, or its
    /// title and team after [`BY_TITLE`].
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
    /// Names of prizes that its team opted in for, as [`match_names`](crate::joined_names::match_names) reads them: an entry may hold
    /// several, joined by commas. None without such a column.
    pub prizes: Option<Vec<String>>,
    /// The team's members with an address, the submitter first.
    pub members: Vec<ListedMember>,
    /// How large the team is, members without an address included.
    pub team_size: usize,
    /// When it was submitted, as written: the whole column says how that is read.
    #[serde(skip)]
    pub(super) submitted: Option<String>,
    /// Whether a cell names members whose addresses are nowhere in its row.
    #[serde(skip)]
    pub(super) names_only: bool,
    /// Members whom the cells of the row name so far without an address.
    #[serde(skip)]
    unaddressed: Vec<String>,
    /// Members of whom a row of their own says that they do not come, each with what it says.
    #[serde(skip)]
    pub(super) absent: Vec<(String, String)>,
    /// Whether rows below it have further members of its team.
    #[serde(skip)]
    pub(super) goes_on: bool,
    /// Whether its row begins with a word for the sum of others.
    #[serde(skip)]
    sums_up: bool,
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
    /// What columns answer to questions of the event's own, as written. What is left empty is not in it, and an answer that exists stays.
    #[serde(default, skip_serializing_if = "GivenAnswers::is_empty")]
    pub answers: GivenAnswers,
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

/// How the key of a project begins that its source gives no number and no address.
pub const BY_TITLE: &str = "title:";
/// What stands in such a key before its team, before what tells it from others of the same title and team, and before a number that does.
/// Names are compared in small letters, so that none can hold these.
pub(super) const OF_TEAM: &str = "/TEAM:";
pub(super) const MARKED: &str = "/BY:";
pub(super) const NUMBERED: &str = "/NO:";
/// Longest room or place.
const PLACE: usize = 20;
/// Most notes about broken addresses of one project.
const MOST_NOTES: usize = 20;
/// Most members that a project brings. The largest teams of public hackathons have 12.
const MOST_MEMBERS: usize = 50;
/// Most characters of a cell of members that are read.
const MOST_OF_CELL: usize = 10_000;
/// Most characters of a key, which leaves room for what tells rows of one key apart.
const MOST_OF_KEY: usize = 440;

impl ReadProject {
    /// The parts that all shapes share; the rest is for the shape to fill.
    pub(super) fn begin(columns: &Columns, row: &ListRow<'_>) -> Self {
        let mut project = Self {
            rows: vec![row.number],
            key: String::new(),
            id: None,
            standing: Readiness::Complete,
            content: ImportContent::default(),
            track: None,
            prizes: None,
            members: Vec::new(),
            team_size: 0,
            submitted: None,
            names_only: false,
            unaddressed: Vec::new(),
            absent: Vec::new(),
            goes_on: false,
            sums_up: row.filled().next().is_some_and(|(_, cell)| sums_up(cell)),
            notes: Vec::new(),
        };
        let optional = |column| columns.have(column).then(|| columns.one(row, column));
        project.notes.extend(columns.formula(row).map(|cell| RowNote::Formula(shortened(&line(cell)))));
        project.content = ImportContent {
            title: optional(Column::Title).map(line).filter(|title| !is_error(title)).unwrap_or_default(),
            tagline: optional(Column::Tagline).map(line).and_then(|text| project.whole(text)),
            summary: optional(Column::Summary).map(paragraphs).and_then(|text| project.whole(text)),
            description: optional(Column::Description).map(paragraphs).and_then(|text| project.whole(text)),
            ..ImportContent::default()
        };
        let named = |column| optional(column).map(|cell| columns.behind_name(column, cell));
        // Of a project that is in several, the organizer is asked.
        let tracks: Vec<&str> =
            columns.all(row, Column::Track).map(|cell| columns.behind_name(Column::Track, cell)).collect();
        let track = columns.have(Column::Track).then(|| name(&tracks.join("; ")));
        project.track = track.and_then(|track| project.whole(track));
        project.content.team = named(Column::Team).and_then(|team| project.short_team(team));
        project.content.room = named(Column::Room).and_then(|room| project.short_place(room));
        // Rooms are numbered by floor, so `2.00` is a room beside `2.01`.
        let place = named(Column::Place).map(without_zeros);
        project.content.place = place.and_then(|place| project.short_place(place));
        for (question, cell) in columns.answers(row) {
            project.content.answers.entry(question.clone()).or_insert_with(|| paragraphs(cell));
        }
        let tags = columns.have(Column::Tags).then(|| columns.all(row, Column::Tags).collect::<Vec<_>>());
        let tags = tags.map(|tags| {
            let names =
                |cell: &str| quoted_names(cell).map_or_else(|| cell.to_owned(), |names| names.join(","));
            tags.into_iter().map(names).collect::<Vec<_>>().join(",")
        });
        project.read_tags(tags.as_deref());
        let submitted = columns.one(row, Column::SubmittedAt);
        project.submitted = Some(submitted.to_owned()).filter(|submitted| !submitted.is_empty());
        if columns.have(Column::Prizes) || columns.have(Column::Prize) {
            let joined = columns.all(row, Column::Prizes);
            let joined = joined.flat_map(|names| {
                quoted_names(names)
                    .unwrap_or_else(|| names.split([';', '|', '\n']).map(str::to_owned).collect())
            });
            let joined = joined.map(|names| name(columns.behind_name(Column::Prizes, names.trim())));
            let one = columns.all(row, Column::Prize).map(|name| one_name(&line(name)));
            let named = joined.chain(one).filter(|prize| !says_none(prize));
            project.prizes = Some(named.filter_map(|prize| project.whole(prize)).collect());
        }
        project
    }

    /// Reads when it was submitted.
    pub(super) fn read_submitted(&mut self, day_first: bool) {
        let Some(written) = self.submitted.take() else { return };
        self.content.submitted_at = moment(&written, day_first);
        if self.content.submitted_at.is_none() && self.standing == Readiness::Complete {
            self.notes.push(RowNote::BrokenTime(shortened(&line(&written))));
        }
    }

    /// What it is called, and by whom it is.
    pub(super) fn title_and_team(&self) -> (&str, &str) {
        (&self.content.title, self.content.team.as_deref().unwrap_or_default())
    }

    /// A text, unless a spreadsheet shows an error in its place. A text that begins with a sign of a formula gets one, too.
    fn whole(&mut self, text: String) -> Option<String> {
        if !is_error(&text) {
            return Some(text);
        }
        self.note_once(RowNote::Damaged(text));
        None
    }

    /// Says something that is said once, however often it is true.
    pub(super) fn note_once(&mut self, note: RowNote) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn short_team(&mut self, text: &str) -> Option<String> {
        let text = self.whole(name(text))?;
        if text.chars().count() > text::NAME {
            self.notes.push(RowNote::LongTeam(shortened(&text)));
            return None;
        }
        Some(text).filter(|team| !text::is_blank(team))
    }

    /// Takes what a cell says of members: people with an address, or names alone.
    pub(super) fn read_members(&mut self, cell: &str) {
        if !cell.contains(AT) {
            // A number is the size of the team.
            let names = cell.split(|c: char| "\n/&".contains(c) || SEPARATORS.contains(&c)).map(line);
            self.unaddressed.extend(names.filter(|name| name.contains(char::is_alphabetic)));
            return;
        }
        self.read_people("", cell);
    }

    /// Looks whether the members whom a row names without an address have one in its other cells. Those of its list of addresses begin
    /// at the place `from`; who has no name there may be any of them, unless each has a column of their own.
    pub(super) fn look_for_addresses(&mut self, from: usize, parted: bool) {
        let named = std::mem::take(&mut self.unaddressed);
        let says = |member: &ListedMember, name: &str| {
            name_key(&member.name) == name_key(name) || says_name(&member.email, name)
        };
        let is_free =
            |member: &&ListedMember| member.name.is_empty() && !named.iter().any(|name| says(member, name));
        let free = if parted { 0 } else { self.members.iter().skip(from).filter(is_free).count() };
        let is_without = |name: &&String| !self.members.iter().any(|member| says(member, name));
        self.names_only |= named.iter().filter(is_without).count() > free;
    }

    /// Invites nobody of whom a row of their own says that they do not come. What it says is about them, and not about the project.
    pub(super) fn leave_out_absent(&mut self) {
        for (email, said) in std::mem::take(&mut self.absent) {
            let listed = self.members.len();
            self.members.retain(|member| member.email != email);
            if self.members.len() < listed {
                self.team_size = self.team_size.saturating_sub(1);
                self.notes.retain(|note| !matches!(note, RowNote::Status(status) if *status == said));
                self.note_broken(LineFault::State { text: shortened(&format!("{email} ({said})")) });
            }
        }
    }

    /// Says why nobody is invited for a part of a cell.
    fn note_broken(&mut self, fault: LineFault) {
        let note = match fault {
            LineFault::NotAnAddress { text } | LineFault::NoDomain { text } | LineFault::Name { text } => {
                RowNote::BrokenEmail(text)
            }
            LineFault::State { text } => RowNote::MemberOut(text),
            _ => return,
        };
        if self.notes.len() < MOST_NOTES {
            self.notes.push(note);
        }
    }

    fn short_place(&mut self, text: &str) -> Option<String> {
        let text = line(text);
        if is_damaged(&text) {
            self.notes.push(RowNote::Damaged(text));
            return None;
        }
        if place_answer(&text).is_some() {
            self.note_once(RowNote::AnswerForPlace(text));
            return None;
        }
        if text.chars().count() > PLACE {
            self.notes.push(RowNote::LongPlace(shortened(&text)));
            return None;
        }
        Some(text).filter(|text| !text.is_empty())
    }

    fn read_tags(&mut self, joined: Option<&str>) {
        let Some(joined) = joined else { return };
        let all = joined.split([',', ';', '\n']).map(line).filter(|tag| !tag.is_empty());
        let all = all.filter_map(|tag| self.whole(tag));
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

    /// Adds a member whose name has a column of its own. An address may stand with a name, as mail programs write it.
    pub(super) fn read_member(&mut self, name: &str, cell: &str) {
        if cell.is_empty() {
            self.unaddressed.extend(Some(name.to_owned()).filter(|name| !name.is_empty()));
            return;
        }
        if !cell.contains(AT) || (!name.is_empty() && is_cut(cell)) {
            self.note_broken(LineFault::NotAnAddress { text: shortened(cell) });
            return;
        }
        if name_says_out(name) {
            self.note_broken(LineFault::State { text: shortened(&line(name)) });
            return;
        }
        self.read_people(name, cell);
    }

    /// Adds the people of a cell. A name that has a column of its own comes before the one in the cell.
    fn read_people(&mut self, name: &str, cell: &str) {
        let cell = self.beginning(cell);
        let people: Vec<_> = read_cell(&cell).collect();
        // Of several, nobody knows whose name it is.
        let several = people.iter().filter(|read| read.is_ok()).count() > 1;
        let name = if several { "" } else { name };
        let remarks = remarks(&cell);
        for read in people {
            match read {
                Ok(person) => {
                    let remark = remarks.iter().find(|remark| remark.email == person.email);
                    if let Some(remark) = remark {
                        let said = || shortened(&line(&format!("{} ({})", remark.email, remark.text)));
                        if is_beside_a_team(&remark.text) {
                            self.note_once(RowNote::BesideTheTeam(said()));
                            continue;
                        }
                        if !remark.is_name && self.notes.len() < MOST_NOTES {
                            self.note_once(RowNote::MemberRemark(said()));
                        }
                    }
                    self.add_member(if name.is_empty() { &person.name } else { name }, &person.email)
                }
                Err(LineFault::NoAddress { text }) => self.unaddressed.push(text),
                Err(fault) => self.note_broken(fault),
            }
        }
    }

    /// What is read of a cell of members.
    fn beginning(&mut self, cell: &str) -> String {
        if cell.chars().count() > MOST_OF_CELL {
            self.note_cut();
        }
        cell.chars().take(MOST_OF_CELL).collect()
    }

    fn note_cut(&mut self) {
        self.note_once(RowNote::MembersCut(MOST_MEMBERS));
    }

    /// Adds a member, unless the address is there already.
    fn add_member(&mut self, name: &str, email: &str) {
        let email = email_key(email);
        if self.members.iter().any(|member| member.email == email) {
            return;
        }
        if self.members.len() == MOST_MEMBERS {
            self.note_cut();
            return;
        }
        let name = bare_name(&line(name)).chars().take(text::NAME).collect();
        self.members.push(ListedMember { name, email });
    }

    /// What everyone will read of it.
    fn public_texts(&self) -> impl Iterator<Item = &String> {
        let content = &self.content;
        let names = [&content.team, &self.track, &content.room, &content.place];
        let long = [&content.tagline, &content.summary, &content.description];
        let lists = [&content.tags, &self.prizes].into_iter().flatten().flatten();
        names.into_iter().chain(long).flatten().chain(lists).chain([&content.title])
    }

    /// Checks what was read; texts that are too long reject it.
    pub(super) fn checked(mut self, draft: bool) -> Self {
        if self.key.is_empty() {
            let title = text::name_key(&self.content.title);
            let team = self.content.team.as_ref().map(|team| [OF_TEAM, &text::name_key(team)].concat());
            self.key = [BY_TITLE, &title, &team.unwrap_or_default()].concat();
        }
        self.key = self.key.chars().filter(|c| !c.is_control()).take(MOST_OF_KEY).collect();
        self.team_size = self.team_size.max(self.members.len());
        let content = &self.content;
        let says = [&content.team, &content.description, &content.repo_url, &content.demo_url];
        // How many teams there are is no team.
        let says_nothing = |text: &String| text.is_empty() || whole_number(text).is_some();
        if (self.sums_up || sums_up(&content.title))
            && self.members.is_empty()
            && says.into_iter().flatten().all(says_nothing)
        {
            self.notes.push(RowNote::Total);
        }
        let address = self.public_texts().find(|text| lists_people(text)).map(|text| shortened(text));
        self.notes.extend(address.map(RowNote::PublicAddress));
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

    /// Says that it has a title alone, as the heading of a group of rows or a remark has.
    pub(super) fn note_bare(&mut self) {
        if self.standing == Readiness::Complete && !self.notes.contains(&RowNote::Total) {
            self.notes.push(RowNote::TitleAlone);
        }
    }

    /// Says that it has no tick, where others have one for what was submitted.
    pub(super) fn note_unticked(&mut self) {
        let is_none = |note: &RowNote| matches!(note, RowNote::Total | RowNote::TitleAlone);
        if self.standing == Readiness::Complete && !self.notes.iter().any(is_none) {
            self.notes.push(RowNote::Unticked);
        }
    }

    /// Says that it reads like something else than a project.
    pub(super) fn note_other(&mut self, what: RowNote) {
        if self.standing == Readiness::Complete {
            self.notes.push(what);
        }
    }

    /// Does not take it, for this reason. A draft is left out anyway.
    pub(super) fn reject(&mut self, fault: RowRejection) {
        match &mut self.standing {
            Readiness::Draft => return,
            Readiness::Rejected(faults) => faults.push(fault),
            Readiness::Complete => self.standing = Readiness::Rejected(vec![fault]),
        }
        self.drop_texts();
    }

    /// What is not taken need not be kept.
    pub(super) fn drop_texts(&mut self) {
        let title = self.content.title.chars().take(text::TITLE).collect();
        self.content = ImportContent { title, ..ImportContent::default() };
        self.members.clear();
        self.notes.retain(|note| matches!(note, RowNote::Status(_)));
    }
}

/// Whether a text begins with a word for the sum of others.
fn sums_up(text: &str) -> bool {
    let first = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    in_english(&first.to_lowercase()) == Some("total")
}
