//! What is said of the projects of a list: of each, and of several together.

use super::row_list;
use crate::amounts::{and_list, plural, quoted};
use shared::project_files::RowNote;
use std::collections::HashSet;

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
        RowNote::AnswerForPlace(answer) => {
            format!("“{answer}” is an answer, not a room or a place. It is left out. Write the room or the place into the file.")
        }
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
        RowNote::Organizers(emails) => format!(
            "{} {} this event, and {} part in it from the import on: until the results are published, they can’t read scores or do what could \
             change them. If the list is wrong, leave this row out, or correct it.",
            and_list(emails),
            if emails.len() == 1 { "organizes" } else { "organize" },
            if emails.len() == 1 { "takes" } else { "take" }
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
/// their titles and notes. What is said of the prizes and tracks of a file is left to [`missing_names`](super::missing_names).
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
        RowNote::AnswerForPlace(_) => "an answer in place of a room or a place, which is left out",
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
        RowNote::Organizers(_) => "members who organize this event, and take part in it from the import on",
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

#[cfg(test)]
mod tests {
    use super::*;
    use shared::joined_names::UnknownName;

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
