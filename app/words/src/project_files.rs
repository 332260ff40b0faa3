//! Lists of projects from elsewhere: why a file or a row is not taken, and what becomes of each row.

use super::amounts::{NAMED, and_list, and_more, plural, quoted};
use super::list_file::{merged_column, more_cells};
use shared::form_question::{FormQuestion, ShownTo};
use shared::joined_names::UnknownName;
use shared::project_files::{
    ChangedField, ColumnChoice, ColumnMeaning, FileNote, RowField, RowNote, RowRejection, Shape,
};
use std::collections::HashSet;

/// Whose list a file is.
pub fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Devpost => "Devpost’s project export",
        Shape::DoraHacks => "DoraHacks’ list of projects",
        Shape::Gavel => "Gavel’s list of projects: name, location and description, without a header",
        Shape::Jury => "Jury’s list of projects",
        Shape::Plain => "a table whose first row names its columns",
    }
}

/// Why a row cannot be taken.
pub fn row_fault(fault: &RowRejection) -> String {
    match fault {
        RowRejection::NoTitle => "It has no title.".to_owned(),
        RowRejection::Long { field, length, longest } => {
            format!("Its {} has {length} characters. At most {longest} are allowed.", field_words(*field).0)
        }
        RowRejection::Disagree { rows, field } => {
            format!(
                "Rows {} have the same number or address, but their {} differ. Keep the right row, or correct the others.",
                row_list(rows),
                field_words(*field).1
            )
        }
        RowRejection::Again { title } => format!("An earlier row is the same project, “{title}”."),
        RowRejection::OtherProject { title } => format!("Its number is that of “{title}” in this event."),
        RowRejection::TitleUnclear { teams } => format!(
            "This event has {} of this title by {}. Nothing else in the row says whether it is the same one. Name its team in the file.",
            if teams.len() == 1 { "a project" } else { "projects" },
            quoted(teams)
        ),
        RowRejection::MoreCells { cells, columns } => more_cells(*cells, *columns),
    }
}

/// Its name: of one, of many.
fn field_words(field: RowField) -> (&'static str, &'static str) {
    match field {
        RowField::Title => ("title", "titles"),
        RowField::Tagline => ("tagline", "taglines"),
        RowField::Summary => ("summary", "summaries"),
        RowField::Description => ("description", "descriptions"),
        RowField::Submitter => ("submitter", "submitters"),
    }
}

/// What was left out or changed on the way.
pub fn note(note: &RowNote) -> String {
    let members = |n: usize| plural(n, "member", "members");
    match note {
        RowNote::Tags { kept, of } => format!("The first {kept} of {of} tags are kept."),
        RowNote::LongTags(tags) => format!("Too long for a tag, and left out: {}.", tags.join(", ")),
        RowNote::MoreLinks(1) => "One more link is at the end of the description.".to_owned(),
        RowNote::MoreLinks(links) => format!("{links} more links are at the end of the description."),
        RowNote::BrokenLink(link) => format!("“{link}” is not a web address, and is left out."),
        RowNote::LinkWithUser(link) => {
            format!("“{link}” has a name or a password before its host, and is left out. Remove it, and the @ behind it.")
        }
        RowNote::BrokenEmail(email) => {
            format!("“{email}” is not an e-mail address. Nobody is invited for it.")
        }
        RowNote::MemberOut(said) => format!("The file says “{said}”. This member is not invited."),
        RowNote::MemberRemark(said) => {
            format!("The file says “{said}”. What is in parentheses is left out, and the member is invited.")
        }
        RowNote::NoEmail(missing) => {
            format!("The file has no e-mail address for {} of this team.", members(*missing))
        }
        RowNote::MembersCut(kept) => {
            format!("A project brings at most {}. The others are left out.", members(*kept))
        }
        RowNote::LinksCut(links) => {
            format!("{} left out, since a project takes no more.", plural(*links, "link is", "links are"))
        }
        RowNote::LongTeam(team) => format!("“{team}” is too long for a team’s name, and is left out."),
        RowNote::LongPlace(place) => format!("“{place}” is too long for a place, and is left out."),
        RowNote::LargeTeam { size, most } => format!(
            "The team has {}. This event allows {most}, so the first {most} who accept can join.",
            members(*size)
        ),
        RowNote::UnknownTrack(track) => format!("This event has no track “{}”.", track.name),
        RowNote::UnknownPrizes(names) => {
            let names: Vec<String> = names.iter().map(|unknown| unknown.name.clone()).collect();
            format!("This event has no prize or track of this name: {}.", quoted(&names))
        }
        RowNote::MoreTracks(names) => {
            format!("A project is in one track only, so these are left out: {}.", quoted(names))
        }
        RowNote::UnfitAnswer { question, answer } => {
            format!("“{question}” does not take the answer “{answer}”, so it is left out.")
        }
        RowNote::PlaceTaken(place) => format!("Another project has the place {place}, so this one does not get it."),
        RowNote::Joined(rows) => format!("Rows {} are taken as one project.", row_list(rows)),
        RowNote::SameTitleInFile(rows) => {
            let (row, has) = if rows.len() == 1 { ("Row", "has") } else { ("Rows", "have") };
            format!(
                "{row} {} {has} the same title and team. If they are one project, put its members into one row.",
                row_list(rows)
            )
        }
        RowNote::Total => "It reads like a row that counts the others. If so, leave it out.".to_owned(),
        RowNote::TitleAlone => {
            "It has a title and nothing else. If it is a heading or a remark, leave it out.".to_owned()
        }
        RowNote::Kinds => {
            "It reads like the kinds or units of the columns, not like a project. If so, leave it out.".to_owned()
        }
        RowNote::Instructions => {
            "It reads like instructions to those who fill in the list, not like a project. If so, leave it out.".to_owned()
        }
        RowNote::Formula(formula) => format!(
            "“{formula}” reads like a formula of a spreadsheet. If it is one, export the sheet as CSV, so that the file has what the formula \
             shows."
        ),
        RowNote::StaysWithdrawn { place: Some(place) } => {
            format!("It is withdrawn, so it does not get the place {place}. Restore it on its page first.")
        }
        RowNote::StaysWithdrawn { place: None } => {
            "It is withdrawn, and stays withdrawn. Restore it on its page if it takes part again.".to_owned()
        }
        RowNote::Damaged(text) => format!(
            "A spreadsheet put “{text}” in place of something else. It is left out. Correct it in the file."
        ),
        RowNote::PublicAddress(address) => {
            format!("Everyone would read the address in “{address}”. If it is in the wrong column, correct the row.")
        }
        RowNote::SameTeamInFile(rows) => {
            let (row, names) = if rows.len() == 1 { ("Row", "names") } else { ("Rows", "name") };
            format!(
                "{row} {} {names} the same team. Each project has a team of its own, so the later name gets a number.",
                row_list(rows)
            )
        }
        RowNote::TeamTaken(team) => {
            format!(
                "A team of this event is called “{team}” already, so the new team’s name gets a number. If the event has this project, give it the same title in the file."
            )
        }
        RowNote::TeamDiffers(team) => format!(
            "The event calls its team “{team}”. The import keeps that name. You can correct it on the project’s page."
        ),
        RowNote::OtherPlaces(places) => {
            format!(
                "Its rows name several places. The first is taken, and these are left out: {}.",
                quoted(places)
            )
        }
        RowNote::BesideTheTeam(said) => {
            format!("The file says “{said}”. This person is not invited to the team.")
        }
        RowNote::OtherValues(values) => format!(
            "Its rows say different things. What the first says is taken, and this is left out: {}.",
            quoted(values)
        ),
        RowNote::Status(status) => format!("Its status in the file is “{status}”."),
        RowNote::Unticked => {
            "Its status is empty, and other rows say that they were submitted. If it was not, leave it out.".to_owned()
        }
        RowNote::StillTakesPart => {
            "The event has this project, and the import keeps it. Withdraw it on its page if it no longer takes part.".to_owned()
        }
        RowNote::BrokenTime(time) => {
            format!("“{time}” is not a time that can be read. The moment of the import is taken.")
        }
        RowNote::TimeAhead => {
            "Its time of submission lies ahead. The moment of the import is taken. Add the time zone to the time.".to_owned()
        }
        RowNote::SeveralTeams { email, rows } => {
            format!("{email} is in the team of row {} too. A person can be in one team.", row_list(rows))
        }
        RowNote::Judges(emails) => format!(
            "{} also {} in this event, and can’t judge this project.",
            and_list(emails),
            if emails.len() == 1 { "judges" } else { "judge" }
        ),
        RowNote::JudgesDeclined(emails) => format!(
            "{} {} declined the invitation to this team, and still can’t judge this project. If the list is wrong, remove the conflict under Assignments.",
            and_list(emails),
            if emails.len() == 1 { "has" } else { "have" }
        ),
        RowNote::Lifted { email, reason } => format!(
            "{email} may judge this project, and gets no invitation to its team. An organizer wrote: “{reason}”"
        ),
        RowNote::Panellists(emails) => format!(
            "{} {} on the panel of a prize. Nobody on a panel chooses a project of their own team.",
            and_list(emails),
            if emails.len() == 1 { "is" } else { "are" }
        ),
        RowNote::NoConflict(emails) => format!(
            "{} {} in this event. Results are published, so the list declares a conflict of interest only for the panel of a prize that has no \
             winners yet.",
            and_list(emails),
            if emails.len() == 1 { "is a judge or on a panel" } else { "are judges or on panels" }
        ),
        RowNote::Recorded(emails) => format!(
            "{} {} recorded as {} of its team, and can’t judge this project.",
            and_list(emails),
            if emails.len() == 1 { "is" } else { "are" },
            if emails.len() == 1 { "a member" } else { "members" }
        ),
        RowNote::InvitedAlone(emails) => format!(
            "The project stays as it is, but {} {} an invitation to its team.",
            and_list(emails),
            if emails.len() == 1 { "gets" } else { "get" }
        ),
        RowNote::OwnReviews(emails) => format!(
            "{} {} with the import.",
            and_list(emails),
            if emails.len() == 1 {
                "has reviewed this project already. The review stops counting"
            } else {
                "have reviewed this project already. Their reviews stop counting"
            }
        ),
        RowNote::Elsewhere(emails) => format!(
            "{} {} on another team of this event, or invited already, and {} no invitation to this one.",
            and_list(emails),
            if emails.len() == 1 { "is" } else { "are" },
            if emails.len() == 1 { "gets" } else { "get" }
        ),
        RowNote::TrackStays(name) => {
            format!("The file names no track of this event for it. It stays in “{name}”.")
        }
        RowNote::PrizesGone(names) => format!("The file no longer names {}.", quoted(names)),
        RowNote::MembersGone(emails) => {
            format!("The file no longer has {}. The invitation is withdrawn.", and_list(emails))
        }
        RowNote::MembersStay(emails) => {
            format!("The file no longer has {}. The invitation stays, since judges review the project.", and_list(emails))
        }
        RowNote::SameTitle { team } => format!(
            "The event has a project of this title by “{team}”. If it is the same one, name that team in the file."
        ),
    }
}

/// What is so of projects of a file, each once for all of them; of what many share the most projects first. `rows` are
/// their titles and notes. What is said of the prizes and tracks of a file is left to [`missing_names`].
pub fn notes_together(rows: &[(&str, &[RowNote])]) -> Vec<String> {
    let mut kinds: Vec<(Kind, Vec<&str>)> = Vec::new();
    for &(title, notes) in rows {
        let mut said: Vec<Kind> = notes.iter().filter_map(kind).collect();
        said.sort_unstable();
        said.dedup();
        for kind in said {
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, titles)) => titles.push(title),
                None => kinds.push((kind, vec![title])),
            }
        }
    }
    kinds.sort_by_key(|(_, titles)| std::cmp::Reverse(titles.len()));
    let sentence = |((verbs, what, remedy), mut titles): (Kind, Vec<&str>)| {
        let projects = plural(titles.len(), "project", "projects");
        let verb = if titles.len() == 1 { verbs[0] } else { verbs[1] };
        let mut named = HashSet::new();
        titles.retain(|title| named.insert(*title));
        let titles: Vec<String> = titles.into_iter().map(str::to_owned).collect();
        format!("{projects} {verb} {what}: {}.{remedy}", quoted(&titles))
    };
    kinds.into_iter().map(sentence).collect()
}

/// A verb for one project and for several, what follows it, and what may be done.
type Kind = ([&'static str; 2], &'static str, &'static str);

/// What a note says of a project, without what is its own.
fn kind(note: &RowNote) -> Option<Kind> {
    let what = match note {
        RowNote::Tags { .. } => "more tags than are kept",
        RowNote::LongTags(_) => "tags that are too long and are left out",
        RowNote::MoreLinks(_) => "links that go to the end of the description",
        RowNote::BrokenLink(_) => "links that are not web addresses and are left out",
        RowNote::LinkWithUser(_) => "links with a name or a password before the host, which are left out",
        RowNote::BrokenEmail(_) => "e-mail addresses that can’t be read, so nobody is invited for them",
        RowNote::MemberOut(_) => "members who do not take part, as the file says, and are not invited",
        RowNote::MemberRemark(_) => "remarks behind the addresses of members, which are left out",
        RowNote::NoEmail(_) => "members without an e-mail address in the file, who are not invited",
        RowNote::MembersCut(_) => "more members than a project brings, who are left out",
        RowNote::LinksCut(_) => "more links than are kept",
        RowNote::LongTeam(_) => "too long a name for a team, which is left out",
        RowNote::LongPlace(_) => "too long a name for a place, which is left out",
        RowNote::LargeTeam { .. } => "more members than this event allows in a team",
        // The last is said of projects that are not imported.
        RowNote::UnknownTrack(_) | RowNote::UnknownPrizes(_) | RowNote::StillTakesPart => return None,
        RowNote::MoreTracks(_) => "several tracks, of which one is kept",
        RowNote::UnfitAnswer { .. } => "answers that their questions do not take, which are left out",
        RowNote::PlaceTaken(_) => "a place that is taken, which is left out",
        RowNote::Joined(_) => {
            return Some((["is", "are"], "in several rows of the file, and imported once", ""));
        }
        RowNote::SameTitleInFile(_) => {
            return Some((
                ["shares", "share"],
                "title and team with other rows of the file",
                " Each of these rows becomes a project of its own. If the file has a row for each person, put all members of a project \
                 into one row.",
            ));
        }
        RowNote::Total => return Some((["reads", "read"], "like a row that counts the others", "")),
        RowNote::TitleAlone => "a title and nothing else, like a heading or a remark",
        RowNote::Kinds => {
            return Some((
                ["reads", "read"],
                "like the kinds or units of the columns",
                " Leave out each row that is not a project.",
            ));
        }
        RowNote::Instructions => {
            return Some((
                ["reads", "read"],
                "like instructions to those who fill in the list",
                " Leave out each row that is not a project.",
            ));
        }
        RowNote::Formula(_) => "a text that reads like a formula of a spreadsheet",
        RowNote::StaysWithdrawn { .. } => {
            return Some((["is", "are"], "withdrawn in this event, and the import keeps that", ""));
        }
        RowNote::Damaged(_) => "something that a spreadsheet replaced, which is left out",
        RowNote::PublicAddress(_) => "an e-mail address where everyone reads it",
        RowNote::SameTeamInFile(_) | RowNote::TeamTaken(_) => "a team with the name of another team",
        RowNote::TeamDiffers(_) => "another name of its team than the event has",
        RowNote::OtherPlaces(_) => "several places, of which the first is kept",
        RowNote::BesideTheTeam(_) => "mentors or others beside the team, who are not invited",
        RowNote::OtherValues(_) => "several rows that differ, of which the first counts",
        RowNote::Status(_) => "a status that is worth a look",
        RowNote::Unticked => {
            return Some((
                ["has", "have"],
                "an empty status, where other rows say that they were submitted",
                " Leave out what was not submitted.",
            ));
        }
        RowNote::BrokenTime(_) => "a time of submission that can’t be read",
        RowNote::TimeAhead => "a time of submission that lies ahead",
        RowNote::SeveralTeams { .. } => "members who are in another team of the file too",
        RowNote::Judges(_) | RowNote::JudgesDeclined(_) => "members who judge in this event",
        RowNote::Lifted { .. } => {
            "members who may judge them, since an organizer said that the list is wrong"
        }
        RowNote::Panellists(_) => "members who are on the panel of a prize",
        RowNote::NoConflict(_) => {
            "members who judge or are on a panel, and get a conflict only for prizes without winners, since results are published"
        }
        RowNote::Recorded(_) => "members who are recorded, and can’t judge their own project",
        RowNote::InvitedAlone(_) => "members who are invited, though the project stays as it is",
        RowNote::OwnReviews(_) => "members who have reviewed the project already",
        RowNote::Elsewhere(_) => "members who are on another team or invited already",
        RowNote::TrackStays(_) => "a track that the file does not name, which is kept",
        RowNote::PrizesGone(_) => "prizes that the file no longer names",
        RowNote::MembersGone(_) | RowNote::MembersStay(_) => "invited members whom the file no longer names",
        RowNote::SameTitle { .. } => "the title of another project in this event",
    };
    Some((["has", "have"], what, ""))
}

fn row_list(rows: &[usize]) -> String {
    and_more(rows.iter().map(ToString::to_string), NAMED)
}

/// What is so in a whole file.
pub fn file_note(note: &FileNote) -> String {
    match note {
        FileNote::NoTitles => "The first row is read as the names of the columns, but none of them is known as a name for titles. \
                               Say below which column holds them."
            .to_owned(),
        FileNote::HeaderBelow(row) => {
            format!("Row {row} names the columns. The rows above it are not read.")
        }
        FileNote::NamesDoubted => "The cells do not fit the names of their columns, so these names are not used. Say below \
                                   what each column holds."
            .to_owned(),
        FileNote::Merged(column) => merged_column(column),
        FileNote::SameNames(names) => format!(
            "Several columns have the same name: {}. Not all of them are read. Say below what each holds.",
            quoted(names)
        ),
        FileNote::NamesOnly(rows) => format!(
            "{} members by name, without an e-mail address. Nobody is invited for a name.",
            plural(*rows, "row names", "rows name")
        ),
        FileNote::NoMembers => {
            "No column that is read holds e-mail addresses of members, so nobody is invited.".to_owned()
        }
        FileNote::ForeignNumbers(rows) => format!(
            "{} of another project in this event, and no row has that of its own. So the numbers are taken for those of another site. If \
             they are this event’s, correct the numbers in the file before you import it.",
            plural(*rows, "row has the number", "rows have the number")
        ),
        FileNote::OthersNumbers(rows) => format!(
            "{} of another project in this event. Correct the numbers in the file. If the list counts its own projects, say below that the \
             column of numbers is not used.",
            plural(*rows, "row has the number", "rows have the number")
        ),
        FileNote::LostLetters(word) => format!(
            "A program lost letters before the list came here, as in “{word}”. Export the list once more as UTF-8, or correct it."
        ),
        FileNote::NoZone => "Times without a time zone are read as UTC.".to_owned(),
        FileNote::DayFirst => "Times are read with the day before the month, as some rows show.".to_owned(),
    }
}

/// What of one kind, such as `track` and `tracks`, a `file` or `list` names that the event does not have, with how many rows name each, the
/// most frequent first.
pub fn missing_names(
    list: &str,
    names: &[(UnknownName, usize)],
    (one, many): (&str, &str),
) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let mut names: Vec<&(UnknownName, usize)> = names.iter().collect();
    names.sort_by_key(|named| std::cmp::Reverse(named.1));
    let shown = and_more(names.iter().map(|(unknown, rows)| format!("“{}” ({rows})", unknown.name)), NAMED);
    let counted = plural(names.len(), one, many);
    Some(format!("The {list} names {counted} that this event does not have: {shown}."))
}

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
        ColumnMeaning::Track => "Tracks or prizes",
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

/// What changes in a project: `title, tags and members`.
pub fn changed(fields: &[ChangedField]) -> String {
    let names = fields.iter().map(|field| match field {
        ChangedField::Title => "title",
        ChangedField::Tagline => "tagline",
        ChangedField::Summary => "summary",
        ChangedField::Description => "description",
        ChangedField::CodeAddress => "code’s address",
        ChangedField::DemoAddress => "demo’s address",
        ChangedField::Tags => "tags",
        ChangedField::Track => "track",
        ChangedField::Prizes => "prizes",
        ChangedField::Place => "place",
        ChangedField::Answers => "answers to your questions",
        ChangedField::Status => "status: submitted by now",
        ChangedField::Members => "members to invite",
        ChangedField::MembersGone => "members who are no longer listed",
    });
    and_list(&names.map(str::to_owned).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_many_projects_share_is_said_once() {
        let names: Vec<String> = (1..=47).map(|n| format!("Lamp {n}")).collect();
        let without = [RowNote::NoEmail(2), RowNote::UnknownPrizes(vec![UnknownName::cut("Duck", &[])])];
        let mut rows: Vec<(&str, &[RowNote])> = Vec::new();
        let links = [RowNote::BrokenLink("x".into()), RowNote::BrokenLink("y".into())];
        rows.push(("Kite", &links[..]));
        rows.extend(names.iter().map(|name| (name.as_str(), &without[..])));
        assert_eq!(
            notes_together(&rows),
            [
                "47 projects have members without an e-mail address in the file, who are not invited: “Lamp 1”, \
                 “Lamp 2”, “Lamp 3”, “Lamp 4”, “Lamp 5”, “Lamp 6”, “Lamp 7”, “Lamp 8”, “Lamp 9”, “Lamp 10” and 37 more.",
                "1 project has links that are not web addresses and are left out: “Kite”.",
            ]
        );
    }

    #[test]
    fn what_is_left_out_of_withdrawn_projects_is_said_of_several() {
        let withdrawn = [RowNote::StaysWithdrawn { place: Some("Hall, A2".into()) }];
        assert_eq!(
            notes_together(&[("Kite", &withdrawn[..]), ("Lamp", &withdrawn[..])]),
            ["2 projects are withdrawn in this event, and the import keeps that: “Kite” and “Lamp”."]
        );
    }

    #[test]
    fn a_list_with_a_row_for_each_person_is_said_plainly() {
        let same = [RowNote::SameTitleInFile(vec![3])];
        let rows: Vec<(&str, &[RowNote])> =
            ["Kite", "Kite", "Lamp", "Lamp"].map(|title| (title, &same[..])).to_vec();
        assert_eq!(
            notes_together(&rows),
            [
                "4 projects share title and team with other rows of the file: “Kite” and “Lamp”. Each of these rows becomes a project of its \
              own. If the file has a row for each person, put all members of a project into one row."
            ]
        );
    }
}
