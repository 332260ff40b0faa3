//! A verdict for each project of a list, from what the file says and what the event holds.

use super::places;
use crate::prelude::*;
use shared::form_question::GivenAnswers;
use shared::project_files::{
    ChangedField, FoundProject, Readiness, RowNote, RowRejection, match_prizes, verdict,
};
use shared::text::name_key;

/// The parts that [`StoredProject::texts`] are.
const TEXTS: [ChangedField; 7] = [
    ChangedField::Title,
    ChangedField::Tagline,
    ChangedField::Summary,
    ChangedField::Description,
    ChangedField::CodeAddress,
    ChangedField::DemoAddress,
    ChangedField::Tags,
];

/// Decides about every row. Rows come in their order: of two that want one place, the first gets it. `taken` are places of rows, each with
/// a field that takes the file's value, although somebody wrote another one here.
pub(super) fn decide_all(
    mut rows: Vec<UploadedRow>,
    taken: &HashSet<(i32, ChangedField)>,
    names: &EventNames,
) -> Vec<DecidedRow> {
    reject(&mut rows);
    let known = Known::of(names, places::refused(&rows, taken, names), taken);
    rows.into_iter().map(|row| known.decide(row, names)).collect()
}

/// Rejects rows that have the number of another project, or are the project of an earlier row.
fn reject(rows: &mut [UploadedRow]) {
    let mut taken = HashSet::new();
    for row in rows.iter_mut().filter(|row| row.standing == Readiness::Complete) {
        let fault = if let Some(title) = row.other_project.take() {
            RowRejection::OtherProject { title }
        } else if row.stored.as_ref().is_some_and(|project| !taken.insert(project.id)) {
            RowRejection::Again { title: row.title.clone() }
        } else {
            continue;
        };
        row.standing = Readiness::Rejected(vec![fault]);
    }
}

/// A digest of all that a preview shows and an import would do.
pub(super) fn seen(rows: &[DecidedRow]) -> String {
    let mut text = String::new();
    for row in rows {
        text.push_str(&format!(
            "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}\n",
            row.position,
            row.project,
            row.verdict,
            row.changes,
            row.kept,
            row.notes,
            row.track,
            row.prizes,
            row.place,
            row.answers
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
        }
    }

    fn decide(&self, row: UploadedRow, event: &EventNames) -> DecidedRow {
        let UploadedRow { position, rows, key, title, standing, mut notes, stored, .. } = row;
        let (mut track, mut prizes, mut place, mut refused_place) = (None, None, None, None);
        let mut answers = GivenAnswers::new();
        if standing == Readiness::Draft && stored.as_ref().is_some_and(|project| project.takes_part) {
            notes.push(RowNote::StillTakesPart);
        }
        if standing == Readiness::Complete {
            (track, prizes) = self.wishes(row.track.as_deref(), row.prizes.as_deref(), &mut notes, event);
            answers = taken_answers(&row.answers, event, &mut notes);
            notes.extend((!row.judges.is_empty()).then_some(RowNote::Judges(row.judges)));
            notes.extend((!row.elsewhere.is_empty()).then_some(RowNote::Elsewhere(row.elsewhere)));
            notes.extend((row.ahead && stored.is_none()).then_some(RowNote::TimeAhead));
            notes.extend(row.same_title.map(|team| RowNote::SameTitle { team }));
            notes.extend(note_team(row.team.as_deref(), row.known_team, stored.is_some()));
            // Its team has got its name already.
            notes.retain(|note| stored.is_none() || !matches!(note, RowNote::SameTeamInFile(_)));
            place = places::with_stored_parts(row.place, stored.as_ref());
            if let Some(place) = place.take_if(|_| stored.as_ref().is_some_and(places::is_withdrawn)) {
                notes.push(RowNote::PlaceOfWithdrawn(places::in_words(&place)));
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
        let reviewed = stored.as_ref().is_some_and(|project| project.reviewed);
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
        let found = stored.as_ref().map(|_| FoundProject {
            reviewed,
            differs: fields_of(&changes),
            keeps: !kept.is_empty(),
        });
        // Who is on the team, or was invited by an earlier list, is not invited again.
        let members = stored.as_ref().map_or(row.members, |project| project.new_members);
        let known = stored.as_ref().is_some_and(|project| project.has_external_id);
        DecidedRow {
            position,
            rows,
            key: (!known).then_some(key),
            title,
            project: stored.map(|project| project.id),
            verdict: verdict(&standing, found),
            changes: changes.into_iter().map(|difference| difference.change).collect(),
            kept: kept.into_iter().map(|difference| difference.change).collect(),
            notes,
            track,
            prizes,
            place,
            refused_place,
            answers,
            members,
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
                None => notes.push(RowNote::UnknownTrack(name.to_owned())),
            }
        }
        let matched = match_prizes(prizes.unwrap_or_default(), &self.names);
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
            notes.push(RowNote::UnknownPrizes(matched.unknown));
        }
        (track, prizes.map(|_| found))
    }

    /// The first track of a cell that names several of the event and nothing else, and the names of the others.
    fn several_tracks(&self, cell: &str) -> Option<(TrackId, Vec<String>)> {
        let parts: Vec<String> = cell.split([';', '|']).map(|name| name.trim().to_owned()).collect();
        let matched = match_prizes(&parts, &self.names);
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
        notes.push(RowNote::MembersGone(stored.gone_members.clone()));
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

/// What a list gives a project, besides its texts.
struct Given<'g> {
    track: Option<TrackId>,
    prizes: Option<&'g [i64]>,
    place: Option<&'g (String, String)>,
    answers: &'g GivenAnswers,
}

/// What a list says else of a project.
struct Difference {
    change: ListedChange,
    /// Whether somebody wrote here what the project has, after a list had given it something else.
    by_hand: bool,
    /// The keys of the questions whose answers these are.
    answers: Vec<String>,
}

/// The fields, each once: some answers may be written here, and others not.
fn fields_of(changes: &[Difference]) -> Vec<ChangedField> {
    let mut fields: Vec<ChangedField> = changes.iter().map(|difference| difference.change.field).collect();
    fields.dedup();
    fields
}

impl Given<'_> {
    /// Whatever an import writes that is another value in the project, in the order of the fields, and nothing that it does not write.
    fn differences(&self, stored: &StoredProject, event: &EventNames) -> Vec<Difference> {
        let by_hand = |word: &str| stored.by_hand.iter().any(|field| field == word);
        let of = |field: ChangedField, from_to: Option<ListedText>| Difference {
            change: ListedChange { field, from_to },
            by_hand: by_hand(field.name()),
            answers: Vec::new(),
        };
        let from_to = |was: String, says: String| Some(ListedText { was, says });
        let texts = TEXTS.into_iter().zip(&stored.texts);
        let mut all: Vec<Difference> =
            texts.filter_map(|(field, text)| Some(of(field, Some(text.clone()?)))).collect();
        if let Some(track) = self.track.filter(|track| Some(*track) != stored.track) {
            let name = |id: Option<TrackId>| {
                event.tracks.iter().find(|(track, _)| Some(*track) == id).map(|(_, name)| name.clone())
            };
            let (was, says) = (name(stored.track), name(Some(track)));
            all.push(of(ChangedField::Track, from_to(was.unwrap_or_default(), says.unwrap_or_default())));
        }
        if let Some(prizes) = self.prizes.filter(|prizes| *prizes != stored.prizes) {
            let names = |ids: &[i64]| {
                let named = event.prizes.iter().filter(|(id, _)| ids.contains(id));
                named.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
            };
            all.push(of(ChangedField::Prizes, from_to(names(&stored.prizes), names(prizes))));
        }
        if let Some(place) = self.place.filter(|place| **place != stored.place) {
            let from_to = from_to(places::in_words(&stored.place), places::in_words(place));
            all.push(Difference { by_hand: places::is_by_hand(stored), ..of(ChangedField::Place, from_to) });
        }
        for kept in [false, true] {
            let differs = |key: &String, answer: &String| {
                stored.answers.get(key) != Some(answer) && by_hand(&format!("answer:{key}")) == kept
            };
            let answers: Vec<String> = self
                .answers
                .iter()
                .filter(|(key, answer)| differs(key, answer))
                .map(|(key, _)| key.clone())
                .collect();
            if !answers.is_empty() {
                let said = |given: &GivenAnswers| {
                    let asked = event.questions.iter().filter(|question| answers.contains(&question.key));
                    let said = asked.filter_map(|question| {
                        Some(format!("{}: {}", question.label, given.get(&question.key)?))
                    });
                    said.collect::<Vec<_>>().join("; ")
                };
                let from_to = from_to(said(&stored.answers), said(self.answers));
                all.push(Difference {
                    by_hand: kept,
                    answers: answers.clone(),
                    ..of(ChangedField::Answers, from_to)
                });
            }
        }
        let others = [
            (ChangedField::Status, !stored.submitted),
            (ChangedField::Members, stored.new_members > 0),
            (ChangedField::MembersGone, !stored.gone_members.is_empty()),
        ];
        let others = others.into_iter().filter(|(_, differs)| *differs);
        all.extend(others.map(|(field, _)| of(field, None)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::form_question::{FormQuestion, QuestionKind};
    use shared::project_files::RowVerdict;

    fn decide_all(rows: Vec<UploadedRow>, names: &EventNames) -> Vec<DecidedRow> {
        super::decide_all(rows, &HashSet::new(), names)
    }

    fn row(position: i32, title: &str) -> UploadedRow {
        UploadedRow {
            position,
            rows: vec![position + 2],
            key: format!("title:{title}"),
            title: title.to_owned(),
            team: None,
            known_team: None,
            standing: Readiness::Complete,
            track: None,
            prizes: None,
            place: (String::new(), String::new()),
            answers: GivenAnswers::new(),
            members: 0,
            elsewhere: Vec::new(),
            ahead: false,
            other_project: None,
            team_size: 1,
            notes: Vec::new(),
            stored: None,
            same_title: None,
            judges: Vec::new(),
        }
    }

    fn names() -> EventNames {
        EventNames {
            tracks: vec![(TrackId(1), "Health".into()), (TrackId(2), "Arts, Music".into())],
            prizes: vec![(7, "Best Use of AI".into()), (8, "Health".into())],
            places: vec![(ProjectId(5), "Hall".into(), "A1".into())],
            max_team_size: 4,
            questions: Vec::new(),
        }
    }

    fn stored(id: i64) -> StoredProject {
        StoredProject {
            id: ProjectId(id),
            has_external_id: true,
            submitted: true,
            takes_part: true,
            reviewed: false,
            track: Some(TrackId(1)),
            prizes: vec![8],
            place: ("Hall".into(), "A1".into()),
            answers: GivenAnswers::new(),
            texts: Default::default(),
            by_hand: Vec::new(),
            new_members: 0,
            gone_members: Vec::new(),
        }
    }

    #[test]
    fn only_members_who_are_new_are_to_be_invited() {
        let known = StoredProject { new_members: 1, ..stored(5) };
        let rows = vec![
            UploadedRow { members: 3, ..row(0, "Kite") },
            UploadedRow { members: 3, stored: Some(known), ..row(1, "Lamp") },
        ];
        let members: Vec<i64> =
            decide_all(rows, &names()).into_iter().map(|decided| decided.members).collect();
        assert_eq!(members, [3, 1]);
    }

    #[test]
    fn opt_in_prizes_become_prizes_and_a_track() {
        let asked = UploadedRow {
            prizes: Some(vec!["Arts, Music, best use of AI, Health, Duck".into()]),
            ..row(0, "Lamp")
        };
        let decided = decide_all(vec![asked], &names()).remove(0);
        assert_eq!((decided.track, decided.prizes), (Some(TrackId(2)), Some(vec![7, 8])));
        assert_eq!(decided.notes, [RowNote::UnknownPrizes(vec!["Duck".into()])]);
        let unknown = UploadedRow { track: Some("Space".into()), team_size: 6, ..row(0, "Lamp") };
        let decided = decide_all(vec![unknown], &names()).remove(0);
        let expected = [RowNote::UnknownTrack("Space".into()), RowNote::LargeTeam { size: 6, most: 4 }];
        assert_eq!(
            (decided.track, decided.notes.as_slice(), decided.verdict),
            (None, &expected[..], RowVerdict::New)
        );
    }

    #[test]
    fn a_cell_may_name_several_tracks() {
        let of = |track: &str| {
            let decided =
                decide_all(vec![UploadedRow { track: Some(track.into()), ..row(0, "Lamp") }], &names());
            decided.into_iter().map(|row| (row.track, row.notes)).collect::<Vec<_>>().remove(0)
        };
        for both in ["Arts, Music; Health", "arts, music, Health"] {
            assert_eq!(
                of(both),
                (Some(TrackId(2)), vec![RowNote::MoreTracks(vec!["Health".into()])]),
                "{both}"
            );
        }
        for other in ["Health; Space", "Health; Best Use of AI"] {
            assert_eq!(of(other), (None, vec![RowNote::UnknownTrack(other.into())]));
        }
    }

    #[test]
    fn a_place_has_one_project() {
        let wants = |position, place: &str| UploadedRow {
            place: ("hall".into(), place.into()),
            ..row(position, place)
        };
        let own = UploadedRow { stored: Some(stored(5)), ..wants(3, "A1") };
        let rows = decide_all(vec![wants(0, "A1"), wants(1, "A2"), wants(2, "a2"), own], &names());
        let places: Vec<bool> = rows.iter().map(|row| row.place.is_some()).collect();
        assert_eq!(places, [false, true, false, true]);
        assert_eq!(rows[2].notes, [RowNote::PlaceTaken("hall, a2".into())]);
    }

    #[test]
    fn projects_exchange_their_places_and_one_that_cannot_go_keeps_its_own() {
        let names = EventNames {
            places: [(5, "A1"), (6, "A2"), (7, "A3"), (8, "A4")]
                .map(|(id, place)| (ProjectId(id), "Hall".to_owned(), place.to_owned()))
                .to_vec(),
            ..names()
        };
        let moved = |id, from: &str, to: &str| UploadedRow {
            place: ("hall".into(), to.into()),
            stored: Some(StoredProject { place: ("Hall".into(), from.into()), ..stored(id) }),
            ..row(i32::try_from(id).unwrap(), to)
        };
        let places = |rows: Vec<UploadedRow>| {
            let place = |row: DecidedRow| row.place.map(|(_, place)| place).unwrap_or_default();
            decide_all(rows, &names).into_iter().map(place).collect::<Vec<_>>()
        };
        assert_eq!(places(vec![moved(5, "A1", "A2"), moved(6, "A2", "A1")]), ["A2", "A1"]);
        assert_eq!(
            places(vec![moved(5, "A1", "A2"), moved(6, "A2", "A3"), moved(7, "A3", "A9")]),
            ["A2", "A3", "A9"]
        );
        // Nobody leaves A4, so nobody can follow.
        assert_eq!(
            places(vec![moved(5, "A1", "A2"), moved(6, "A2", "A3"), moved(7, "A3", "A4")]),
            ["", "", ""]
        );
        let mut reviewed = moved(6, "A2", "A1");
        reviewed.stored.iter_mut().for_each(|project| project.reviewed = true);
        assert_eq!(places(vec![moved(5, "A1", "A2"), reviewed]), ["", ""]);
        let new = UploadedRow { place: ("Hall".into(), "A1".into()), ..row(9, "New") };
        assert_eq!(places(vec![new, moved(5, "A1", "A2"), moved(6, "A2", "A5")]), ["A1", "A2", "A5"]);
    }

    #[test]
    fn a_team_that_the_event_names_otherwise_is_said() {
        let notes = |listed: &str, known: &str, stored| {
            let (team, known_team) = (Some(listed.into()), Some(known.into()));
            decide_all(vec![UploadedRow { team, known_team, stored, ..row(0, "Lamp") }], &names())
                .remove(0)
                .notes
        };
        assert_eq!(notes("oak", "Oak", None), [RowNote::TeamTaken("Oak".into())]);
        let again =
            |stored| UploadedRow { notes: vec![RowNote::SameTeamInFile(vec![3])], stored, ..row(0, "Lamp") };
        let told = decide_all(vec![again(None), again(Some(stored(5)))], &names());
        assert_eq!(told.iter().map(|row| row.notes.len()).collect::<Vec<_>>(), [1, 0]);
        for same in ["Oak", "OAK", "Oak 2"] {
            assert!(notes("Oak", same, Some(stored(5))).is_empty(), "{same}");
        }
        for other in ["Elm", "Oak 2 B", "Oaks", "Oak Tree"] {
            assert_eq!(notes("Oak", other, Some(stored(5))), [RowNote::TeamDiffers(other.into())]);
        }
    }

    #[test]
    fn a_list_without_rooms_moves_nothing_out_of_its_room() {
        let of = |room: &str, place: &str| {
            let row =
                UploadedRow { place: (room.into(), place.into()), stored: Some(stored(5)), ..row(0, "Lamp") };
            let decided = decide_all(vec![row], &names()).remove(0);
            (decided.place.unwrap_or_default(), decided.verdict)
        };
        let at = |room: &str, place: &str| (room.to_owned(), place.to_owned());
        assert_eq!(of("", "A1"), (at("Hall", "A1"), RowVerdict::Same));
        assert_eq!(of("Hall", ""), (at("Hall", "A1"), RowVerdict::Same));
        assert_eq!(of("hall", "").0, at("hall", "A1"));
        assert_eq!(of("", "A2"), (at("Hall", "A2"), RowVerdict::Changed(vec![ChangedField::Place])));
        assert_eq!(of("Gym", ""), (at("Gym", ""), RowVerdict::Changed(vec![ChangedField::Place])));
    }

    #[test]
    fn an_answer_is_taken_as_the_form_takes_it_and_another_is_said() {
        let shirt = FormQuestion {
            key: "shirt".into(),
            label: "T-shirt".into(),
            kind: QuestionKind::Choice,
            choices: vec!["S".into(), "M".into()],
            ..FormQuestion::default()
        };
        let names = EventNames { questions: vec![shirt], ..names() };
        let of = |answer: &str, stored| {
            let answers = GivenAnswers::from([("shirt".to_owned(), answer.to_owned())]);
            decide_all(vec![UploadedRow { answers, stored, ..row(0, "Lamp") }], &names).remove(0)
        };
        let given = |answer: &str| GivenAnswers::from([("shirt".to_owned(), answer.to_owned())]);
        assert_eq!(of("m", None).answers, given("M"));
        let odd = of("XXL", None);
        let note = RowNote::UnfitAnswer { question: "T-shirt".into(), answer: "XXL".into() };
        assert_eq!((odd.answers, odd.notes), (GivenAnswers::new(), vec![note]));
        let has = |answer| Some(StoredProject { answers: given(answer), ..stored(5) });
        assert_eq!(of("M", has("M")).verdict, RowVerdict::Same);
        assert_eq!(of("M", has("S")).verdict, RowVerdict::Changed(vec![ChangedField::Answers]));
    }

    #[test]
    fn who_is_on_another_team_is_named() {
        let there = UploadedRow { elsewhere: vec!["ana@oak.example".into()], ..row(0, "Lamp") };
        let decided = decide_all(vec![there], &names()).remove(0);
        assert_eq!(decided.notes, [RowNote::Elsewhere(vec!["ana@oak.example".into()])]);
    }

    #[test]
    fn a_project_that_the_list_takes_out_and_the_event_has_is_named() {
        let out = |takes_part| {
            let stored = StoredProject { takes_part, ..stored(5) };
            let row = UploadedRow { standing: Readiness::Draft, stored: Some(stored), ..row(0, "Lamp") };
            let decided = decide_all(vec![row], &names()).remove(0);
            (decided.verdict, decided.notes)
        };
        assert_eq!(out(true), (RowVerdict::Draft, vec![RowNote::StillTakesPart]));
        assert_eq!(out(false), (RowVerdict::Draft, Vec::new()));
    }

    #[test]
    fn a_row_with_the_number_of_another_project_is_not_taken() {
        let other = UploadedRow { other_project: Some("Boat".into()), ..row(0, "Lamp") };
        let decided = decide_all(vec![other], &names()).remove(0);
        let fault = RowRejection::OtherProject { title: "Boat".into() };
        assert_eq!(decided.verdict, RowVerdict::Rejected(vec![fault]));
    }

    #[test]
    fn a_row_that_is_not_taken_takes_no_place_from_another() {
        let at = |row: UploadedRow| UploadedRow { place: ("Hall".into(), "A2".into()), ..row };
        let other = UploadedRow { other_project: Some("Boat".into()), ..row(0, "Lamp") };
        let again = UploadedRow { stored: Some(stored(5)), ..row(2, "Kite") };
        let first = UploadedRow { stored: Some(stored(5)), ..row(1, "Kite") };
        let rows = decide_all(vec![at(other), first, at(again), at(row(3, "Tide"))], &names());
        assert_eq!(rows[3].place, Some(("Hall".into(), "A2".into())));
        assert!(rows.iter().all(|row| row.notes.is_empty()), "{rows:?}");
        let reviewed = StoredProject { reviewed: true, ..stored(5) };
        let reviewed = UploadedRow { stored: Some(reviewed), ..row(0, "Kite") };
        let rows = decide_all(vec![at(reviewed), at(row(1, "Tide"))], &names());
        assert_eq!(rows[0].verdict, RowVerdict::Reviewed(vec![ChangedField::Place]));
        assert_eq!((&rows[0].place, &rows[1].place), (&None, &Some(("Hall".into(), "A2".into()))));
    }

    #[test]
    fn a_time_that_lies_ahead_is_said_where_it_would_count() {
        let ahead = |stored| UploadedRow { ahead: true, stored, ..row(0, "Lamp") };
        let notes = |stored| decide_all(vec![ahead(stored)], &names()).remove(0).notes;
        assert_eq!((notes(None), notes(Some(stored(5)))), (vec![RowNote::TimeAhead], Vec::new()));
    }

    #[test]
    fn what_the_event_has_is_the_same_or_changed_and_only_once() {
        let asked = |prizes: &str| UploadedRow {
            prizes: Some(vec![prizes.into()]),
            stored: Some(stored(5)),
            ..row(0, "Lamp")
        };
        let of = |row| decide_all(vec![row], &names()).remove(0);
        assert_eq!(of(asked("Health")).verdict, RowVerdict::Same);
        let more = of(asked("Best Use of AI"));
        assert_eq!(
            (more.verdict, more.prizes),
            (RowVerdict::Changed(vec![ChangedField::Prizes]), Some(vec![7]))
        );
        assert_eq!(more.notes, [RowNote::PrizesGone(vec!["Health".into()])]);
        let gone = StoredProject { gone_members: vec!["bo@elm.example".into()], ..stored(5) };
        let gone = of(UploadedRow { stored: Some(gone), ..row(0, "Lamp") });
        assert_eq!(gone.verdict, RowVerdict::Changed(vec![ChangedField::MembersGone]));
        assert_eq!(gone.notes, [RowNote::MembersGone(vec!["bo@elm.example".into()])]);
        let twice = decide_all(vec![asked("Health"), asked("Health")], &names());
        assert_eq!(
            twice[1].verdict,
            RowVerdict::Rejected(vec![RowRejection::Again { title: "Lamp".into() }])
        );
    }

    #[test]
    fn what_somebody_wrote_here_stays_unless_the_files_value_is_taken() {
        let by_hand = |fields: &[&str]| StoredProject {
            by_hand: fields.iter().map(|field| (*field).to_owned()).collect(),
            texts: std::array::from_fn(|at| {
                (at == 0).then(|| ListedText { was: "Lantern".into(), says: "Lamp".into() })
            }),
            ..stored(5)
        };
        let asked = |stored| UploadedRow {
            track: Some("Arts, Music".into()),
            prizes: Some(vec!["Best Use of AI".into()]),
            place: ("Hall".into(), "A9".into()),
            stored: Some(stored),
            ..row(0, "Lamp")
        };
        let all = [ChangedField::Title, ChangedField::Track, ChangedField::Prizes, ChangedField::Place];
        let fields = |changes: &[ListedChange]| -> Vec<ChangedField> {
            changes.iter().map(|change| change.field).collect()
        };
        let new = decide_all(vec![asked(by_hand(&[]))], &names()).remove(0);
        assert_eq!((new.verdict, fields(&new.changes)), (RowVerdict::Changed(all.to_vec()), all.to_vec()));
        let hand = by_hand(&["title", "track", "prizes", "place"]);
        let kept = decide_all(vec![asked(hand.clone())], &names()).remove(0);
        assert_eq!((kept.verdict, fields(&kept.kept)), (RowVerdict::Kept, all.to_vec()));
        assert_eq!((kept.track, kept.prizes, kept.place), (None, None, None));
        assert!(kept.notes.is_empty(), "{:?}", kept.notes);
        // Each is taken by itself.
        for field in all {
            let taken = HashSet::from([(0, field)]);
            let row = super::decide_all(vec![asked(hand.clone())], &taken, &names()).remove(0);
            assert_eq!((row.verdict, row.kept.len()), (RowVerdict::Changed(vec![field]), all.len() - 1));
            let place = (field == ChangedField::Place).then(|| ("Hall".to_owned(), "A9".to_owned()));
            assert_eq!(row.place, place);
        }
        // Who judges have begun to review is left alone, whoever wrote what.
        let reviewed = StoredProject { reviewed: true, ..hand };
        let row = decide_all(vec![asked(reviewed)], &names()).remove(0);
        assert_eq!((row.verdict, row.kept.len()), (RowVerdict::Reviewed(all.to_vec()), 0));
    }

    #[test]
    fn a_project_that_somebody_moved_here_keeps_its_place_from_others() {
        let moved = StoredProject { by_hand: vec!["place".into()], ..stored(5) };
        let back = UploadedRow { place: ("Hall".into(), "A2".into()), stored: Some(moved), ..row(0, "Lamp") };
        let new = UploadedRow { place: ("Hall".into(), "A1".into()), ..row(1, "Tide") };
        let rows = decide_all(vec![back.clone(), new.clone()], &names());
        assert_eq!((&rows[0].place, &rows[1].place), (&None, &None), "Lamp stays at A1");
        assert_eq!(rows[1].notes, [RowNote::PlaceTaken("Hall, A1".into())]);
        let taken = HashSet::from([(0, ChangedField::Place)]);
        let rows = super::decide_all(vec![back, new], &taken, &names());
        assert!(rows.iter().all(|row| row.place.is_some()), "{rows:?}");
    }

    #[test]
    fn what_is_withdrawn_gets_no_place_and_takes_none() {
        let withdrawn = StoredProject { takes_part: false, place: Default::default(), ..stored(5) };
        let at = |row: UploadedRow| UploadedRow { place: ("Hall".into(), "A2".into()), ..row };
        let lamp = at(UploadedRow { stored: Some(withdrawn), ..row(0, "Lamp") });
        let rows = decide_all(vec![lamp, at(row(1, "Tide"))], &names());
        assert_eq!((&rows[0].verdict, &rows[0].place), (&RowVerdict::Same, &None));
        assert_eq!(rows[0].notes, [RowNote::PlaceOfWithdrawn("Hall, A2".into())]);
        assert_eq!(rows[1].place, Some(("Hall".into(), "A2".into())));
        // One that came back has no place, so it gets the one of the list, whoever moved it before.
        let back = StoredProject { place: Default::default(), by_hand: vec!["place".into()], ..stored(5) };
        let rows = decide_all(vec![at(UploadedRow { stored: Some(back), ..row(0, "Lamp") })], &names());
        assert_eq!(rows[0].verdict, RowVerdict::Changed(vec![ChangedField::Place]));
    }

    #[test]
    fn answers_that_somebody_gave_here_stay_and_the_others_change() {
        let question =
            |key: &str| FormQuestion { key: key.into(), label: key.into(), ..FormQuestion::default() };
        let names = EventNames { questions: vec![question("diet"), question("shirt")], ..names() };
        let given = |pairs: &[(&str, &str)]| -> GivenAnswers {
            pairs.iter().map(|(key, answer)| ((*key).to_owned(), (*answer).to_owned())).collect()
        };
        let here = StoredProject {
            answers: given(&[("diet", "Nuts"), ("shirt", "S")]),
            by_hand: vec!["answer:diet".into()],
            ..stored(5)
        };
        let answers = given(&[("diet", "No nuts"), ("shirt", "M")]);
        let row = UploadedRow { answers, stored: Some(here), ..row(0, "Lamp") };
        let decided = decide_all(vec![row.clone()], &names).remove(0);
        assert_eq!(decided.answers, given(&[("shirt", "M")]));
        let shown = |changes: &[ListedChange]| {
            changes
                .iter()
                .filter_map(|change| Some(change.from_to.as_ref()?.says.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            (shown(&decided.changes), shown(&decided.kept)),
            (vec!["shirt: M".to_owned()], vec!["diet: No nuts".to_owned()])
        );
        let taken = HashSet::from([(0, ChangedField::Answers)]);
        let decided = super::decide_all(vec![row], &taken, &names).remove(0);
        assert_eq!(decided.answers, given(&[("diet", "No nuts"), ("shirt", "M")]));
        assert_eq!(decided.verdict, RowVerdict::Changed(vec![ChangedField::Answers]));
    }
}
