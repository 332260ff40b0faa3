//! Rows of one submission become one project: Devpost's export by prize has a row for each prize.
//!
//! What a source keeps, a number or an address, says that two rows are one project. A title does not: rows of one title stay
//! two projects unless they agree in all that tells projects apart.

use super::notes::{RowField, RowNote, RowRejection};
use super::project::{BY_TITLE, ImportContent, MARKED, NUMBERED, ReadProject, Readiness};
use super::texts::shortened;
use crate::audit::sha256_hex;
use crate::text::name_key;
use std::collections::{HashMap, HashSet};

/// Joins rows of one project, and gives every project a key of its own.
pub(super) fn merge(read: Vec<ReadProject>) -> Vec<ReadProject> {
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    let mut projects: Vec<ReadProject> = Vec::with_capacity(read.len());
    for project in read {
        let by_title = project.key.starts_with(BY_TITLE);
        let same = places.entry(project.key.clone()).or_default();
        // A flood of rows of one title is compared with the latest of them only, or it would take minutes.
        let one = same
            .iter()
            .rev()
            .take(COMPARED)
            .copied()
            .find(|at| !by_title || projects.get(*at).is_some_and(|first| agree(first, &project)));
        match one.and_then(|at| projects.get_mut(at)) {
            Some(first) => join(first, project),
            None => {
                same.push(projects.len());
                projects.push(project);
            }
        }
    }
    for same in places.into_values().filter(|same| same.len() > 1) {
        tell_apart(&mut projects, &same);
    }
    let by_title = |project: &&mut ReadProject| {
        (project.key.starts_with(BY_TITLE) || project.goes_on)
            && project.standing == Readiness::Complete
            && project.rows.len() > 1
    };
    projects.iter_mut().filter(by_title).for_each(|project| {
        project.notes.push(RowNote::Joined(project.rows.clone()));
    });
    let emails = |project: &ReadProject| project.members.iter().map(|member| member.email.clone()).collect();
    note_shared(&mut projects, emails, |email, rows| RowNote::SeveralTeams { email, rows });
    let team = |project: &ReadProject| project.content.team.as_deref().map(name_key).into_iter().collect();
    note_shared(&mut projects, team, |_, rows| RowNote::SameTeamInFile(rows));
    for project in &mut projects {
        // What has the same title too says so already.
        if project.notes.iter().any(|note| matches!(note, RowNote::SameTitleInFile(_))) {
            project.notes.retain(|note| !matches!(note, RowNote::SameTeamInFile(_)));
        }
    }
    projects
}

/// Most projects of one title that a row is compared with.
const COMPARED: usize = 50;

/// Whether two rows of one title say the same of everything that tells projects apart.
fn agree(a: &ReadProject, b: &ReadProject) -> bool {
    let people = |project: &ReadProject| {
        let mut emails: Vec<&str> = project.members.iter().map(|member| member.email.as_str()).collect();
        emails.sort_unstable();
        emails.iter().map(|email| (*email).to_owned()).collect::<Vec<_>>()
    };
    let (x, y) = (&a.content, &b.content);
    a.standing == b.standing
        && (&x.team, &x.room, &x.place) == (&y.team, &y.room, &y.place)
        && (repository(x), &x.demo_url, &x.description) == (repository(y), &y.demo_url, &y.description)
        && people(a) == people(b)
}

/// The address of its code in the form in which links are compared.
fn repository(content: &ImportContent) -> Option<String> {
    content.repo_url.as_deref().map(super::links::link_key)
}

/// Gives projects of one title and team keys of their own, by what a later list most likely says again. Their order in the file
/// says nothing: a list that is sorted otherwise would give one project the texts and members of the other.
fn tell_apart(projects: &mut [ReadProject], same: &[usize]) {
    let is_complete =
        |at: &usize| projects.get(*at).is_some_and(|project| project.standing == Readiness::Complete);
    let (taken, left): (Vec<usize>, Vec<usize>) = same.iter().copied().partition(is_complete);
    let facts: Vec<Facts> = taken.iter().filter_map(|at| projects.get(*at)).map(facts).collect();
    let marks = if taken.len() > 1 { marks(&facts) } else { Vec::new() };
    for (at, mark) in taken.iter().zip(marks) {
        let others = rows_of(projects, &taken, *at);
        let Some(project) = projects.get_mut(*at) else { continue };
        project.key.push_str(MARKED);
        project.key.push_str(&mark);
        project.notes.push(RowNote::SameTitleInFile(others));
    }
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for at in taken.iter().chain(&left) {
        let Some(project) = projects.get_mut(*at) else { continue };
        let number = numbers.entry(project.key.clone()).or_default();
        *number += 1;
        if *number > 1 {
            project.key.push_str(&format!("{NUMBERED}{number}"));
        }
    }
}

/// The first rows of the other projects.
fn rows_of(projects: &[ReadProject], all: &[usize], but: usize) -> Vec<usize> {
    let others =
        all.iter().filter(|at| **at != but).filter_map(|at| projects.get(*at)?.rows.first().copied());
    others.take(MOST_NAMED).collect()
}

/// What tells projects of one title apart, the most lasting first; of the last ones none does alone.
type Facts = [Option<String>; 6];

/// How many facts may tell projects apart alone.
const ALONE: usize = 4;

fn facts(project: &ReadProject) -> Facts {
    let content = &project.content;
    let said = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let place = content
        .place
        .as_ref()
        .map(|place| format!("{},{place}", content.room.as_deref().unwrap_or_default()));
    let mut members: Vec<&str> = project.members.iter().map(|member| member.email.as_str()).collect();
    members.sort_unstable();
    [
        repository(content).filter(|repository| !repository.is_empty()),
        project.members.first().map(|member| member.email.clone()),
        place.or_else(|| said(&content.room)),
        said(&content.demo_url),
        Some(members.join(" ")),
        said(&content.description),
    ]
}

/// A mark of each project: the first fact that all have and no two share, or else all facts together.
fn marks(facts: &[Facts]) -> Vec<String> {
    let of_fact = |fact: usize| -> Option<Vec<String>> {
        let marks: Option<Vec<String>> =
            facts.iter().map(|facts| facts.get(fact)?.as_deref().map(begins)).collect();
        marks.filter(|marks| marks.iter().collect::<HashSet<_>>().len() == marks.len())
    };
    let all = |facts: &Facts| {
        let said: Vec<&str> = facts.iter().map(|fact| fact.as_deref().unwrap_or_default()).collect();
        begins(&sha256_hex(said.join("\n").as_bytes()))
    };
    (0..ALONE).find_map(of_fact).unwrap_or_else(|| facts.iter().map(all).collect())
}

/// As much of a fact as a key has room for, in small letters as all of the key.
fn begins(fact: &str) -> String {
    fact.chars().take(40).collect::<String>().to_lowercase()
}

/// Says on each row what others name too: `named` gives it, and `note` is made of it and of the first rows of the others.
fn note_shared(
    projects: &mut [ReadProject],
    named: impl Fn(&ReadProject) -> Vec<String>,
    note: impl Fn(String, Vec<usize>) -> RowNote,
) {
    let mut of: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    for (at, project) in
        projects.iter().enumerate().filter(|(_, project)| project.standing == Readiness::Complete)
    {
        let row = project.rows.first().copied().unwrap_or_default();
        for name in named(project) {
            of.entry(name).or_default().push((at, row));
        }
    }
    let mut several: Vec<_> = of.into_iter().filter(|(_, places)| places.len() > 1).collect();
    several.sort();
    for (name, places) in several {
        for (at, _) in &places {
            let others = places.iter().filter(|(other, _)| other != at).map(|(_, row)| *row);
            let rows = others.take(MOST_NAMED).collect();
            if let Some(project) = projects.get_mut(*at) {
                project.notes.push(note(name.clone(), rows));
            }
        }
    }
}

/// Most other rows that a note names.
const MOST_NAMED: usize = 10;

fn join(first: &mut ReadProject, again: ReadProject) {
    let rows = again.rows.clone();
    if let Readiness::Rejected(faults) = &mut first.standing {
        for fault in faults {
            if let RowRejection::Disagree { rows: all, .. } = fault {
                all.extend(&rows);
            }
        }
        first.rows.extend(rows);
        return;
    }
    match (&first.standing, &again.standing) {
        (Readiness::Complete, Readiness::Complete) => {}
        // Of a draft and a submission the submission counts, and a row with a fault rejects all.
        (Readiness::Draft, _) | (_, Readiness::Rejected(_)) => {
            let before = std::mem::replace(first, again);
            first.rows = before.rows.into_iter().chain(rows).collect();
            return;
        }
        (_, Readiness::Draft) => {
            first.rows.extend(rows);
            return;
        }
        (Readiness::Rejected(_), _) => return,
    }
    first.rows.extend(rows);
    if let Some(field) = difference(first, &again) {
        first.standing =
            Readiness::Rejected(vec![RowRejection::Disagree { rows: first.rows.clone(), field }]);
        first.drop_texts();
        return;
    }
    join_places(first, &again);
    join_values(first, &again);
    if let Some(more) = again.prizes {
        let prizes = first.prizes.get_or_insert_default();
        for prize in more {
            if !prizes.contains(&prize) {
                prizes.push(prize);
            }
        }
    }
    for member in again.members {
        if !first.members.iter().any(|known| known.email == member.email) {
            first.members.push(member);
        }
    }
    first.team_size = first.team_size.max(again.team_size).max(first.members.len());
    let left_out = |note: &RowNote| matches!(note, RowNote::MemberOut(_) | RowNote::BesideTheTeam(_));
    again.notes.into_iter().filter(left_out).for_each(|note| first.note_once(note));
}

/// Keeps what the first row says of what has one value, takes from later rows what it does not say, and says what is left out.
fn join_values(first: &mut ReadProject, again: &ReadProject) {
    let (kept, other) = (&mut first.content, &again.content);
    let mut left: Vec<String> = Vec::new();
    let texts = [
        (&mut kept.team, &other.team),
        (&mut first.track, &again.track),
        (&mut kept.tagline, &other.tagline),
        (&mut kept.summary, &other.summary),
    ];
    for (kept, other) in texts {
        left.extend(join_value(kept, other.as_ref(), name_key));
    }
    for (kept, other) in [(&mut kept.repo_url, &other.repo_url), (&mut kept.demo_url, &other.demo_url)] {
        left.extend(join_value(kept, other.as_ref(), super::links::link_key));
    }
    for (question, answer) in &other.answers {
        let mut said = kept.answers.remove(question);
        left.extend(join_value(&mut said, Some(answer), name_key));
        kept.answers.extend(said.map(|said| (question.clone(), said)));
    }
    match (kept.tags.as_ref().filter(|tags| !tags.is_empty()), &other.tags) {
        (None, Some(_)) => kept.tags.clone_from(&other.tags),
        (Some(tags), Some(others)) if !others.is_empty() && tags != others => left.push(others.join(", ")),
        _ => {}
    }
    let left = left.iter().map(|text| shortened(text));
    let known = first.notes.iter_mut().find_map(|note| match note {
        RowNote::OtherValues(values) => Some(values),
        _ => None,
    });
    match known {
        Some(values) => {
            for text in left {
                if !values.contains(&text) && values.len() < MOST_NAMED {
                    values.push(text);
                }
            }
        }
        None => {
            let values: Vec<String> = left.take(MOST_NAMED).collect();
            first.notes.extend((!values.is_empty()).then_some(RowNote::OtherValues(values)));
        }
    }
}

/// Keeps a value, or takes the other where there is none; what is left out, where the two differ.
fn join_value(
    kept: &mut Option<String>,
    other: Option<&String>,
    key: impl Fn(&str) -> String,
) -> Option<String> {
    let other = other.filter(|text| !text.is_empty())?;
    match kept {
        Some(kept) if !kept.is_empty() => (key(kept) != key(other)).then(|| other.clone()),
        _ => {
            *kept = Some(other.clone());
            None
        }
    }
}

/// Keeps the first place that rows of a project name, and says which others there are.
fn join_places(first: &mut ReadProject, again: &ReadProject) {
    let place = |project: &ReadProject| {
        let parts = [&project.content.room, &project.content.place].into_iter().flatten();
        parts.cloned().collect::<Vec<_>>().join(", ")
    };
    let (kept, other) = (place(first), place(again));
    if kept.is_empty() {
        (first.content.room, first.content.place) = (again.content.room.clone(), again.content.place.clone());
    } else if !other.is_empty() && other != kept {
        let others = first.notes.iter_mut().find_map(|note| match note {
            RowNote::OtherPlaces(others) => Some(others),
            _ => None,
        });
        match others {
            Some(others) if others.contains(&other) || others.len() == MOST_NAMED => {}
            Some(others) => others.push(other),
            None => first.notes.push(RowNote::OtherPlaces(vec![other])),
        }
    }
}

/// The first field in which two rows of one submission differ.
fn difference(first: &ReadProject, again: &ReadProject) -> Option<RowField> {
    let submitter = |project: &ReadProject| project.members.first().map(|member| member.email.clone());
    // Rows that have nothing but their title to be known by were found by its key.
    let titles = [first, again].map(|project| project.content.title.as_str());
    let [is_first, is_again] =
        if first.key.starts_with(BY_TITLE) { titles.map(name_key) } else { titles.map(str::to_owned) };
    if is_first != is_again {
        Some(RowField::Title)
    } else if first.content.description != again.content.description {
        Some(RowField::Description)
    } else if submitter(first) != submitter(again) {
        Some(RowField::Submitter)
    } else {
        None
    }
}
