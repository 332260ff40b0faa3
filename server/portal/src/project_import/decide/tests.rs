//! What becomes of rows: what they bring, what they change, and what stays as it is here.

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
        foreign_number: false,
        unsure: Vec::new(),
        team_size: 1,
        notes: Vec::new(),
        stored: None,
        same_title: None,
        judges: Vec::new(),
        declined: Vec::new(),
        lifted: Vec::new(),
        panellists: Vec::new(),
        organizers: Vec::new(),
    }
}

fn one(name: &str) -> UnknownName {
    UnknownName { name: name.to_owned(), parts: Vec::new() }
}

fn names() -> EventNames {
    EventNames {
        tracks: vec![(TrackId(1), "Health".into()), (TrackId(2), "Arts, Music".into())],
        prizes: vec![(7, "Best Use of AI".into()), (8, "Health".into())],
        places: vec![(ProjectId(5), "Hall".into(), "A1".into())],
        max_team_size: 4,
        questions: Vec::new(),
        published: false,
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
        untied: Vec::new(),
        unrecorded: Vec::new(),
        invited: Vec::new(),
        reviewers: Vec::new(),
    }
}

#[test]
fn only_members_who_are_new_are_to_be_invited() {
    let known = StoredProject { new_members: 1, ..stored(5) };
    let rows = vec![
        UploadedRow { members: 3, ..row(0, "Kite") },
        UploadedRow { members: 3, stored: Some(known), ..row(1, "Lamp") },
    ];
    let members: Vec<i64> = decide_all(rows, &names()).into_iter().map(|decided| decided.members).collect();
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
    assert_eq!(decided.notes, [RowNote::UnknownPrizes(vec![one("Duck")])]);
    let unknown = UploadedRow { track: Some("Space".into()), team_size: 6, ..row(0, "Lamp") };
    let decided = decide_all(vec![unknown], &names()).remove(0);
    let expected = [RowNote::UnknownTrack(one("Space")), RowNote::LargeTeam { size: 6, most: 4 }];
    assert_eq!(
        (decided.track, decided.notes.as_slice(), decided.verdict),
        (None, &expected[..], RowVerdict::New)
    );
}

#[test]
fn what_commas_never_part_in_a_list_may_be_one_prize() {
    let asked =
        |position, prizes: &str| UploadedRow { prizes: Some(vec![prizes.into()]), ..row(position, prizes) };
    let rows =
        vec![asked(0, "Duck, Best use of data, maps and tea"), asked(1, "Duck"), asked(2, "Duck, Sea")];
    let notes: Vec<Vec<RowNote>> =
        decide_all(rows, &names()).into_iter().map(|decided| decided.notes).collect();
    let data = UnknownName::cut("Best use of data, maps and tea", &[',']);
    assert_eq!(data.parts, ["Best use of data", "maps and tea"]);
    let unknown = |names: &[UnknownName]| vec![RowNote::UnknownPrizes(names.to_vec())];
    assert_eq!(
        notes,
        [unknown(&[one("Duck"), data]), unknown(&[one("Duck")]), unknown(&[one("Duck"), one("Sea")])]
    );
}

#[test]
fn a_track_that_a_list_no_longer_names_is_kept_and_said() {
    let again = |track: Option<&str>, prize: Option<&str>| UploadedRow {
        track: track.map(str::to_owned),
        prizes: prize.map(|prize| vec![prize.to_owned()]),
        stored: Some(stored(5)),
        ..row(0, "Lamp")
    };
    let is_said = |rows: Vec<UploadedRow>| {
        decide_all(rows, &names()).remove(0).notes.contains(&RowNote::TrackStays("Health".into()))
    };
    assert!(is_said(vec![again(Some(""), None)]));
    assert!(!is_said(vec![again(Some("Health"), None)]) && !is_said(vec![again(None, None)]));
    // Among prizes there are tracks where another row names one.
    let boat = UploadedRow { prizes: Some(vec!["Arts, Music".into()]), ..row(1, "Boat") };
    assert!(is_said(vec![again(None, Some("Best Use of AI")), boat]));
    assert!(!is_said(vec![again(None, Some("Best Use of AI"))]));
}

#[test]
fn a_cell_may_name_several_tracks() {
    let of = |track: &str| {
        let decided = decide_all(vec![UploadedRow { track: Some(track.into()), ..row(0, "Lamp") }], &names());
        decided.into_iter().map(|row| (row.track, row.notes)).collect::<Vec<_>>().remove(0)
    };
    for both in ["Arts, Music; Health", "arts, music, Health"] {
        assert_eq!(of(both), (Some(TrackId(2)), vec![RowNote::MoreTracks(vec!["Health".into()])]), "{both}");
    }
    for other in ["Health; Space", "Health; Best Use of AI"] {
        assert_eq!(of(other), (None, vec![RowNote::UnknownTrack(UnknownName::cut(other, &[';']))]));
    }
}

#[test]
fn a_place_has_one_project() {
    let wants =
        |position, place: &str| UploadedRow { place: ("hall".into(), place.into()), ..row(position, place) };
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
    assert_eq!(places(vec![moved(5, "A1", "A2"), moved(6, "A2", "A3"), moved(7, "A3", "A4")]), ["", "", ""]);
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
        decide_all(vec![UploadedRow { team, known_team, stored, ..row(0, "Lamp") }], &names()).remove(0).notes
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
    // Another row of the list brings it: a team sent in what it had as a draft, too.
    let sent = UploadedRow { stored: Some(stored(5)), ..row(1, "Lamp") };
    let draft = UploadedRow { position: 0, standing: Readiness::Draft, ..sent.clone() };
    let rows = decide_all(vec![draft, sent], &names());
    assert!(rows.iter().all(|row| row.notes.is_empty()), "{rows:?}");
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
    assert_eq!((more.verdict, more.prizes), (RowVerdict::Changed(vec![ChangedField::Prizes]), Some(vec![7])));
    assert_eq!(more.notes, [RowNote::PrizesGone(vec!["Health".into()])]);
    let gone = StoredProject { gone_members: vec!["bo@elm.example".into()], ..stored(5) };
    let gone = of(UploadedRow { stored: Some(gone), ..row(0, "Lamp") });
    assert_eq!(gone.verdict, RowVerdict::Changed(vec![ChangedField::MembersGone]));
    assert_eq!(gone.notes, [RowNote::MembersGone(vec!["bo@elm.example".into()])]);
    let alone = StoredProject { reviewed: true, gone_members: vec!["bo@elm.example".into()], ..stored(5) };
    let alone = of(UploadedRow { stored: Some(alone), ..row(0, "Lamp") });
    assert_eq!(alone.notes, [RowNote::MembersStay(vec!["bo@elm.example".into()])]);
    assert!(!alone.writes());
    let twice = decide_all(vec![asked("Health"), asked("Health")], &names());
    assert_eq!(twice[1].verdict, RowVerdict::Rejected(vec![RowRejection::Again { title: "Lamp".into() }]));
}

#[test]
fn members_who_judge_are_tied_to_a_project_that_stays_as_it_is() {
    let ada = || vec!["ada@elm.example".to_owned()];
    let of = |reviewed, new_members, untied: Vec<String>, invited| {
        let stored = StoredProject { reviewed, new_members, untied, invited, reviewers: ada(), ..stored(5) };
        let row = UploadedRow { stored: Some(stored), judges: ada(), ..row(0, "Lamp") };
        decide_all(vec![row], &names()).remove(0)
    };
    let alone = of(true, 3, ada(), ada());
    let told = [RowNote::Judges(ada()), RowNote::InvitedAlone(ada()), RowNote::OwnReviews(ada())];
    assert_eq!((alone.notes.as_slice(), &alone.tied, alone.writes()), (&told[..], &ada(), true));
    assert_eq!(alone.verdict, RowVerdict::Reviewed(vec![ChangedField::Members]));
    assert!(!of(true, 3, Vec::new(), Vec::new()).writes(), "who is tied already is not invited again");
    assert_eq!(of(false, 3, ada(), ada()).tied, Vec::<String>::new(), "all members are invited");
    // Who is invited elsewhere gets the conflict alone, whether the project was reviewed or not.
    for reviewed in [true, false] {
        let kept = of(reviewed, 0, ada(), Vec::new());
        assert_eq!((kept.verdict.clone(), kept.writes(), &kept.tied), (RowVerdict::Same, true, &ada()));
        assert!(!kept.notes.contains(&RowNote::InvitedAlone(ada())));
    }
    // Who does not judge is recorded where the project stays as it is, and comes with the row where it does not.
    let of = |new_members| {
        let stored = StoredProject { new_members, unrecorded: ada(), ..stored(5) };
        decide_all(vec![UploadedRow { stored: Some(stored), ..row(0, "Lamp") }], &names()).remove(0)
    };
    let (stays, changes) = (of(0), of(1));
    assert_eq!((stays.notes, &stays.recorded), (vec![RowNote::Recorded(ada())], &ada()));
    assert_eq!((changes.notes, changes.recorded), (Vec::new(), Vec::new()));
    let elsewhere = UploadedRow { judges: ada(), elsewhere: ada(), panellists: ada(), ..row(0, "Lamp") };
    let told = [RowNote::Judges(ada()), RowNote::Panellists(ada()), RowNote::Elsewhere(ada())];
    assert_eq!(decide_all(vec![elsewhere], &names()).remove(0).notes, told);
    let answered = UploadedRow {
        declined: ada(),
        lifted: vec![("bo@elm.example".into(), "Their namesake.".into())],
        ..row(0, "Lamp")
    };
    let lifted = RowNote::Lifted { email: "bo@elm.example".into(), reason: "Their namesake.".into() };
    assert_eq!(
        decide_all(vec![answered], &names()).remove(0).notes,
        [RowNote::JudgesDeclined(ada()), lifted]
    );
}

#[test]
fn an_organizer_whom_a_list_names_is_told_before_the_import_that_they_take_part() {
    let ada = || vec!["ada@elm.example".to_owned()];
    let of = |standing, published| {
        let row = UploadedRow { organizers: ada(), standing, ..row(0, "Lamp") };
        decide_all(vec![row], &EventNames { published, ..names() }).remove(0).notes
    };
    assert_eq!(of(Readiness::Complete, false), [RowNote::Organizers(ada())]);
    // Nothing is withheld from them any more, and a row that is left out names nobody.
    assert_eq!((of(Readiness::Complete, true), of(Readiness::Draft, false)), (Vec::new(), Vec::new()));
}

#[test]
fn a_list_that_comes_after_the_results_says_that_it_declares_no_conflict() {
    let published = EventNames { published: true, ..names() };
    let [ada, bo, cy] = ["ada", "bo", "cy"].map(|name| vec![format!("{name}@elm.example")]);
    let stored = StoredProject { reviewers: ada.clone(), ..stored(5) };
    let named = UploadedRow {
        judges: ada.clone(),
        declined: bo.clone(),
        panellists: cy.clone(),
        stored: Some(stored),
        ..row(0, "Lamp")
    };
    let notes = decide_all(vec![named], &published).remove(0).notes;
    assert_eq!(notes, [RowNote::NoConflict([ada, bo, cy].concat())]);
    assert!(decide_all(vec![row(0, "Lamp")], &published).remove(0).notes.is_empty());
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
    // A project that judges have begun to review keeps all its values.
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
    let lamp = UploadedRow { stored: Some(withdrawn), ..row(0, "Lamp") };
    let alone = decide_all(vec![lamp.clone()], &names()).remove(0);
    assert_eq!(
        (alone.verdict, alone.notes),
        (RowVerdict::Same, vec![RowNote::StaysWithdrawn { place: None }])
    );
    let rows = decide_all(vec![at(lamp), at(row(1, "Tide"))], &names());
    assert_eq!((&rows[0].verdict, &rows[0].place), (&RowVerdict::Same, &None));
    assert_eq!(rows[0].notes, [RowNote::StaysWithdrawn { place: Some("Hall, A2".into()) }]);
    assert_eq!(rows[1].place, Some(("Hall".into(), "A2".into())));
    // A project that came back has no place, so it gets the list's, also where somebody had moved it here.
    let back = StoredProject { place: Default::default(), by_hand: vec!["place".into()], ..stored(5) };
    let rows = decide_all(vec![at(UploadedRow { stored: Some(back), ..row(0, "Lamp") })], &names());
    assert_eq!(rows[0].verdict, RowVerdict::Changed(vec![ChangedField::Place]));
}

#[test]
fn answers_that_somebody_gave_here_stay_and_the_others_change() {
    let question = |key: &str| FormQuestion { key: key.into(), label: key.into(), ..FormQuestion::default() };
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
        changes.iter().filter_map(|change| Some(change.from_to.as_ref()?.says.clone())).collect::<Vec<_>>()
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
