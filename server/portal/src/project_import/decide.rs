//! A verdict for each project of a list, from what the file says and what the event holds.

use super::places;
use crate::prelude::*;
use shared::form_question::GivenAnswers;
use shared::project_files::{
    ChangedField, FoundProject, Readiness, RowNote, RowRejection, match_prizes, verdict,
};
use shared::text::name_key;

/// The parts that [`StoredProject::differs`] stands for.
const TEXTS: [ChangedField; 7] = [
    ChangedField::Title,
    ChangedField::Tagline,
    ChangedField::Summary,
    ChangedField::Description,
    ChangedField::CodeAddress,
    ChangedField::DemoAddress,
    ChangedField::Tags,
];

/// Decides about every row. Rows come in their order: of two that want one place, the first gets it.
pub(super) fn decide_all(mut rows: Vec<UploadedRow>, names: &EventNames) -> Vec<DecidedRow> {
    reject(&mut rows);
    let known = Known::of(names, places::refused(&rows, names));
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
            "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?}\n",
            row.position, row.project, row.verdict, row.notes, row.track, row.prizes, row.place, row.answers
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
}

impl<'n> Known<'n> {
    fn of(event: &'n EventNames, refused: HashSet<i32>) -> Self {
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
        }
    }

    fn decide(&self, row: UploadedRow, event: &EventNames) -> DecidedRow {
        let UploadedRow { position, rows, key, title, standing, mut notes, stored, .. } = row;
        let (mut track, mut prizes, mut place) = (None, None, None);
        let mut answers = GivenAnswers::new();
        if standing == Readiness::Draft && stored.as_ref().is_some_and(|project| project.takes_part) {
            notes.push(RowNote::StillTakesPart);
        }
        if standing == Readiness::Complete {
            (track, prizes) = self.wishes(row.track.as_deref(), row.prizes.as_deref(), &mut notes, event);
            note_gone(stored.as_ref(), prizes.as_deref(), &mut notes, event);
            answers = taken_answers(&row.answers, event, &mut notes);
            notes.extend((!row.judges.is_empty()).then_some(RowNote::Judges(row.judges)));
            notes.extend((!row.elsewhere.is_empty()).then_some(RowNote::Elsewhere(row.elsewhere)));
            notes.extend((row.ahead && stored.is_none()).then_some(RowNote::TimeAhead));
            notes.extend(row.same_title.map(|team| RowNote::SameTitle { team }));
            notes.extend(note_team(row.team.as_deref(), row.known_team, stored.is_some()));
            // Its team has got its name already.
            notes.retain(|note| stored.is_none() || !matches!(note, RowNote::SameTeamInFile(_)));
            place = places::with_stored_parts(row.place, stored.as_ref());
            if let Some((room, table)) = place.take_if(|_| self.refused.contains(&position)) {
                let shown = if room.is_empty() { table } else { format!("{room}, {table}") };
                notes.push(RowNote::PlaceTaken(shown));
            }
            let size = usize::try_from(row.team_size).unwrap_or_default();
            if size > event.max_team_size {
                notes.push(RowNote::LargeTeam { size, most: event.max_team_size });
            }
        }
        let found = stored.as_ref().map(|project| FoundProject {
            reviewed: project.reviewed,
            differs: differences(project, track, prizes.as_deref(), place.as_ref(), &answers),
        });
        // What has been reviewed stays where it is.
        let place = place.filter(|_| found.as_ref().is_none_or(|found| !found.reviewed));
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
            notes,
            track,
            prizes,
            place,
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

fn differences(
    stored: &StoredProject,
    track: Option<TrackId>,
    prizes: Option<&[i64]>,
    place: Option<&(String, String)>,
    answers: &GivenAnswers,
) -> Vec<ChangedField> {
    let texts = TEXTS.into_iter().zip(stored.differs).filter(|(_, differs)| *differs).map(|(field, _)| field);
    let others = [
        (ChangedField::Track, track.is_some() && track != stored.track),
        (ChangedField::Prizes, prizes.is_some_and(|prizes| prizes != stored.prizes)),
        (ChangedField::Place, place.is_some_and(|place| *place != stored.place)),
        (ChangedField::Answers, answers.iter().any(|(key, answer)| stored.answers.get(key) != Some(answer))),
        (ChangedField::Status, !stored.submitted),
        (ChangedField::Members, stored.new_members > 0),
        (ChangedField::MembersGone, !stored.gone_members.is_empty()),
    ];
    texts.chain(others.into_iter().filter(|(_, differs)| *differs).map(|(field, _)| field)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::form_question::{FormQuestion, QuestionKind};

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
            differs: [false; 7],
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
}
