//! A verdict for each project of a list, from what the file says and what the event holds.

use super::differences::{Difference, Given, fields_of};
use super::places;
use crate::prelude::*;
use shared::form_question::GivenAnswers;
use shared::joined_names::{NameMatches, Together, UnknownName, match_names};
use shared::project_files::{ChangedField, FoundProject, Readiness, RowNote, RowRejection, verdict};
use shared::text::name_key;

/// Decides about every row. Rows come in their order: of two that want one place, the first gets it. `taken` are places of rows, each with
/// a field that takes the file's value, although somebody wrote another one here.
pub(super) fn decide_all(
    mut rows: Vec<UploadedRow>,
    taken: &HashSet<(i32, ChangedField)>,
    names: &EventNames,
) -> Vec<DecidedRow> {
    let listed = reject(&mut rows);
    let mut known = Known { listed, ..Known::of(names, places::refused(&rows, taken, names), taken) };
    for prizes in rows.iter().filter_map(|row| row.prizes.as_deref()) {
        let matched = match_names(prizes, &known.names);
        known.together.look(&matched.unknown);
        let names_a_track = known.name_a_track(&matched);
        known.prizes_name_tracks |= names_a_track;
    }
    rows.into_iter().map(|row| known.decide(row, names)).collect()
}

/// Rejects rows that have the number of another project, may be several by their title, or are the project of an earlier row. Gives the
/// projects of the others.
fn reject(rows: &mut [UploadedRow]) -> HashSet<ProjectId> {
    let mut taken = HashSet::new();
    for row in rows.iter_mut().filter(|row| row.standing == Readiness::Complete) {
        let fault = if let Some(title) = row.other_project.take() {
            RowRejection::OtherProject { title }
        } else if !row.unsure.is_empty() {
            RowRejection::TitleUnclear { teams: std::mem::take(&mut row.unsure) }
        } else if row.stored.as_ref().is_some_and(|project| !taken.insert(project.id)) {
            RowRejection::Again { title: row.title.clone() }
        } else {
            continue;
        };
        row.standing = Readiness::Rejected(vec![fault]);
    }
    taken
}

/// A digest of all that a preview shows and an import would do.
pub(super) fn seen(rows: &[DecidedRow]) -> String {
    let mut text = String::new();
    for row in rows {
        text.push_str(&format!(
            "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}\n",
            row.position,
            row.project,
            row.verdict,
            row.changes,
            row.kept,
            row.notes,
            row.track,
            row.prizes,
            row.place,
            row.answers,
            row.tied,
            row.recorded
        ));
    }
    sha256_hex(text.as_bytes())
}

/// What names mean in this event, and which rows do not get the places that they ask for.
struct Known<'n> {
    /// Every name of a track or a prize, each once.
    names: Vec<&'n str>,
    tracks: HashMap<String, TrackId>,
    prizes: HashMap<String, i64>,
    refused: HashSet<i32>,
    taken: &'n HashSet<(i32, ChangedField)>,
    /// The projects that a row of the list brings.
    listed: HashSet<ProjectId>,
    /// Whether the list has tracks among its prizes.
    prizes_name_tracks: bool,
    /// Which unknown names of its prizes never come apart.
    together: Together,
}

impl<'n> Known<'n> {
    fn of(event: &'n EventNames, refused: HashSet<i32>, taken: &'n HashSet<(i32, ChangedField)>) -> Self {
        let tracks = event.tracks.iter().map(|(id, name)| (name_key(name), *id));
        let prizes = event.prizes.iter().map(|(id, name)| (name_key(name), *id));
        let names =
            event.tracks.iter().map(|(_, name)| name).chain(event.prizes.iter().map(|(_, name)| name));
        let mut seen = HashSet::new();
        Self {
            names: names.filter(|name| seen.insert(name_key(name))).map(String::as_str).collect(),
            tracks: tracks.collect(),
            prizes: prizes.collect(),
            refused,
            taken,
            listed: HashSet::new(),
            prizes_name_tracks: false,
            together: Together::default(),
        }
    }

    fn name_a_track(&self, matched: &NameMatches) -> bool {
        let mut names = matched.found.iter().filter_map(|at| self.names.get(*at));
        names.any(|name| self.tracks.contains_key(&name_key(name)))
    }

    fn decide(&self, row: UploadedRow, event: &EventNames) -> DecidedRow {
        let UploadedRow { position, rows, key, title, standing, mut notes, stored, .. } = row;
        let (mut track, mut prizes, mut place, mut refused_place) = (None, None, None, None);
        let mut answers = GivenAnswers::new();
        let reviewed = stored.as_ref().is_some_and(|project| project.reviewed);
        let is_out = |project: &StoredProject| project.takes_part && !self.listed.contains(&project.id);
        if standing == Readiness::Draft && stored.as_ref().is_some_and(is_out) {
            notes.push(RowNote::StillTakesPart);
        }
        if standing == Readiness::Complete {
            (track, prizes) = self.wishes(row.track.as_deref(), row.prizes.as_deref(), &mut notes, event);
            let says_tracks = row.track.is_some() || (row.prizes.is_some() && self.prizes_name_tracks);
            let kept = stored.as_ref().and_then(|project| project.track);
            let kept = kept.filter(|_| says_tracks && track.is_none());
            let kept = event.tracks.iter().find(|(id, _)| Some(*id) == kept);
            notes.extend(kept.map(|(_, name)| RowNote::TrackStays(name.clone())));
            answers = taken_answers(&row.answers, event, &mut notes);
            notes.extend(note_judges(event.published, row.judges, row.declined, row.panellists));
            let organizers = Some(row.organizers).filter(|named| !named.is_empty() && !event.published);
            notes.extend(organizers.map(RowNote::Organizers));
            notes.extend(row.lifted.into_iter().map(|(email, reason)| RowNote::Lifted { email, reason }));
            notes.extend((!row.elsewhere.is_empty()).then_some(RowNote::Elsewhere(row.elsewhere)));
            notes.extend((row.ahead && stored.is_none()).then_some(RowNote::TimeAhead));
            notes.extend(row.same_title.map(|team| RowNote::SameTitle { team }));
            notes.extend(note_team(row.team.as_deref(), row.known_team, stored.is_some()));
            // Its team has got its name already.
            notes.retain(|note| stored.is_none() || !matches!(note, RowNote::SameTeamInFile(_)));
            place = places::with_stored_parts(row.place, stored.as_ref());
            if stored.as_ref().is_some_and(places::is_withdrawn) {
                notes.push(RowNote::StaysWithdrawn { place: place.take().as_ref().map(places::in_words) });
            }
            refused_place = place.take_if(|_| self.refused.contains(&position));
            notes.extend(refused_place.as_ref().map(|place| RowNote::PlaceTaken(places::in_words(place))));
            let size = usize::try_from(row.team_size).unwrap_or_default();
            if size > event.max_team_size {
                notes.push(RowNote::LargeTeam { size, most: event.max_team_size });
            }
        }
        let given = Given { track, prizes: prizes.as_deref(), place: place.as_ref(), answers: &answers };
        let differences = stored.as_ref().map(|project| given.differences(project, event));
        let stays = |difference: &Difference| {
            let taken = self.taken.contains(&(position, difference.change.field));
            difference.by_hand && !reviewed && !taken
        };
        let (kept, changes): (Vec<Difference>, Vec<Difference>) =
            differences.unwrap_or_default().into_iter().partition(stays);
        let keeps = |field| kept.iter().any(|difference| difference.change.field == field);
        let kept_answers: Vec<&String> = kept.iter().flat_map(|difference| &difference.answers).collect();
        answers.retain(|key, _| !kept_answers.contains(&key));
        track = track.filter(|_| !keeps(ChangedField::Track));
        prizes = prizes.filter(|_| !keeps(ChangedField::Prizes));
        // What has been reviewed stays where it is.
        place = place.filter(|_| !reviewed && !keeps(ChangedField::Place));
        if standing == Readiness::Complete {
            note_gone(stored.as_ref(), prizes.as_deref(), &mut notes, event);
        }
        let complete = stored.as_ref().filter(|_| standing == Readiness::Complete);
        let found = stored.as_ref().map(|_| FoundProject {
            reviewed,
            differs: fields_of(&changes),
            keeps: !kept.is_empty(),
        });
        let verdict = verdict(&standing, found);
        // Where the row is imported, all its members come with it.
        let alone = complete.filter(|_| !verdict.writes());
        let tied = alone.map(|project| project.untied.clone()).unwrap_or_default();
        let recorded = alone.map(|project| project.unrecorded.clone()).unwrap_or_default();
        let invited = alone.map(|project| project.invited.clone()).unwrap_or_default();
        notes.extend((!recorded.is_empty()).then(|| RowNote::Recorded(recorded.clone())));
        notes.extend((!invited.is_empty()).then(|| RowNote::InvitedAlone(invited.clone())));
        let own = complete.filter(|_| !event.published).map(|project| project.reviewers.clone());
        let own = own.unwrap_or_default();
        notes.extend((!own.is_empty()).then_some(RowNote::OwnReviews(own)));
        // Who is on the team, or was invited by an earlier list, is not invited again.
        let members = stored.as_ref().map_or(row.members, |project| project.new_members);
        let known = stored.as_ref().is_some_and(|project| project.has_external_id);
        DecidedRow {
            position,
            rows,
            key: (!known).then_some(key),
            title,
            project: stored.map(|project| project.id),
            verdict,
            changes: changes.into_iter().map(|difference| difference.change).collect(),
            kept: kept.into_iter().map(|difference| difference.change).collect(),
            notes,
            track,
            prizes,
            place,
            refused_place,
            answers,
            members,
            tied,
            recorded,
            invited,
        }
    }

    /// The track and the prizes that a file names. Devpost has no tracks: a track is an opt-in prize there.
    fn wishes(
        &self,
        track: Option<&str>,
        prizes: Option<&[String]>,
        notes: &mut Vec<RowNote>,
        event: &EventNames,
    ) -> (Option<TrackId>, Option<Vec<i64>>) {
        let named = track.filter(|name| !name.is_empty());
        let mut track = named.and_then(|name| self.tracks.get(&name_key(name)).copied());
        let mut more: Vec<String> = Vec::new();
        if let (Some(name), None) = (named, track) {
            match self.several_tracks(name) {
                Some((first, others)) => (track, more) = (Some(first), others),
                None => notes.push(RowNote::UnknownTrack(UnknownName::cut(name, &[';', '|', ',']))),
            }
        }
        let matched = match_names(prizes.unwrap_or_default(), &self.names);
        let keys: Vec<String> =
            matched.found.iter().filter_map(|at| self.names.get(*at)).map(|name| name_key(name)).collect();
        let mut found: Vec<i64> = keys.iter().filter_map(|key| self.prizes.get(key).copied()).collect();
        found.sort_unstable();
        found.dedup();
        let mut tracks = keys.iter().filter_map(|key| self.tracks.get(key).copied());
        if track.is_none() {
            track = tracks.next();
        }
        let others = tracks.filter(|other| Some(*other) != track).filter_map(|id| {
            event.tracks.iter().find(|(track, _)| *track == id).map(|(_, name)| name.clone())
        });
        // A track with a prize of the same name: the team is in for the prize.
        for name in others.filter(|name| !self.prizes.contains_key(&name_key(name))) {
            if !more.contains(&name) {
                more.push(name);
            }
        }
        if !more.is_empty() {
            notes.push(RowNote::MoreTracks(more));
        }
        if !matched.unknown.is_empty() {
            notes.push(RowNote::UnknownPrizes(self.together.names(&matched.unknown)));
        }
        (track, prizes.map(|_| found))
    }

    /// The first track of a cell that names several of the event and nothing else, and the names of the others.
    fn several_tracks(&self, cell: &str) -> Option<(TrackId, Vec<String>)> {
        let parts: Vec<String> = cell.split([';', '|']).map(|name| name.trim().to_owned()).collect();
        let matched = match_names(&parts, &self.names);
        let names: Vec<&str> = matched.found.iter().filter_map(|at| self.names.get(*at).copied()).collect();
        let tracks: Option<Vec<TrackId>> =
            names.iter().map(|name| self.tracks.get(&name_key(name)).copied()).collect();
        let first = *tracks.filter(|_| matched.unknown.is_empty())?.first()?;
        Some((first, names.iter().skip(1).map(|name| (*name).to_owned()).collect()))
    }
}

/// Says that a new team's name is taken, or that a project's team has another name than in the list.
fn note_team(listed: Option<&str>, known: Option<String>, stored: bool) -> Option<RowNote> {
    let (listed, known) = (listed?, known?);
    if !stored {
        return Some(RowNote::TeamTaken(known));
    }
    // An earlier list may have brought a team of this name, which got a number.
    let key = name_key(&known);
    let rest = key.strip_prefix(&name_key(listed));
    let is_number = |rest: &str| rest.strip_prefix(' ').is_some_and(|number| number.parse::<u32>().is_ok());
    let is_it = rest.is_some_and(|rest| rest.is_empty() || is_number(rest));
    (!is_it).then_some(RowNote::TeamDiffers(known))
}

/// The notes on members who judge, who also declined the invitation to the team, and who are on a panel. Once results are published, a list
/// declares a conflict only of who is on the panel of a prize without winners.
fn note_judges(
    published: bool,
    judges: Vec<String>,
    declined: Vec<String>,
    panellists: Vec<String>,
) -> Vec<RowNote> {
    let some = |emails: &Vec<String>| !emails.is_empty();
    if published {
        let named = [judges, declined, panellists].concat();
        return Some(named).filter(some).map(RowNote::NoConflict).into_iter().collect();
    }
    let judges = Some(judges).filter(some).map(RowNote::Judges);
    let declined = Some(declined).filter(some).map(RowNote::JudgesDeclined);
    let panellists = Some(panellists).filter(some).map(RowNote::Panellists);
    [judges, declined, panellists].into_iter().flatten().collect()
}

/// Says what the project has and the list has no longer. Members who are invited still are withdrawn with the import.
fn note_gone(
    stored: Option<&StoredProject>,
    prizes: Option<&[i64]>,
    notes: &mut Vec<RowNote>,
    event: &EventNames,
) {
    let Some(stored) = stored else { return };
    if let Some(asked) = prizes {
        let gone = event.prizes.iter().filter(|(id, _)| stored.prizes.contains(id) && !asked.contains(id));
        let gone: Vec<String> = gone.map(|(_, name)| name.clone()).collect();
        notes.extend((!gone.is_empty()).then_some(RowNote::PrizesGone(gone)));
    }
    if !stored.gone_members.is_empty() {
        let of_members = if stored.reviewed { RowNote::MembersStay } else { RowNote::MembersGone };
        notes.push(of_members(stored.gone_members.clone()));
    }
}

/// The answers to the event's own questions, each as its form would send it. What the form does not take is left out.
fn taken_answers(listed: &GivenAnswers, event: &EventNames, notes: &mut Vec<RowNote>) -> GivenAnswers {
    let mut taken = GivenAnswers::new();
    for question in &event.questions {
        let Some(written) = listed.get(&question.key) else { continue };
        match question.answer_of_cell(written) {
            Some(answer) if answer.is_empty() => {}
            Some(answer) => drop(taken.insert(question.key.clone(), answer)),
            None => notes.push(RowNote::UnfitAnswer {
                question: question.label.clone(),
                answer: written.chars().take(NOTED).collect(),
            }),
        }
    }
    taken
}

/// Most characters of an answer that a note repeats.
const NOTED: usize = 80;

#[cfg(test)]
mod tests;
