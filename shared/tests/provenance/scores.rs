//! Exported scores: the ranking that was signed is computed from them again.

use crate::support;
use crate::support::*;
use shared::calibration::{Input, Outcome, Review, calibrate};
use shared::export::{ExportKind, guard};
use shared::provenance::{CheckContext, File, Kind, Payload, Report, Verdict, check_with, sign};
use shared::rubric::Total;

/// What an event exports, and what was signed of it.
pub(crate) struct Event {
    /// Review, and the moment it was submitted; empty for a draft.
    scores: Vec<(Review, &'static str)>,
    /// Id, track, status, the one it repeats.
    projects: Vec<(i64, String, &'static str, &'static str)>,
    /// Judge, project, status.
    assignments: Vec<(String, i64, &'static str)>,
    signed: String,
}

const WHEN: &str = "2026-11-20T15:00:00Z";

fn csv(kind: ExportKind, keys: &[String], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(kind.columns(keys)).unwrap();
    rows.for_each(|row| writer.write_record(row.iter().map(|cell| guard(cell).into_owned())).unwrap());
    writer.into_inner().unwrap()
}

impl Event {
    /// The golden event; its judges' addresses begin like formulas, as far as `odd` says.
    pub(crate) fn new(track: fn(i64) -> Option<i64>, odd: bool) -> Self {
        let (mut reviews, _) = calibrated();
        for review in &mut reviews {
            review.track = track(review.project);
            if odd {
                review.judge.insert(0, '=');
            }
        }
        let outcome = calibrate(&Input::new(reviews.clone(), false).unwrap()).unwrap();
        let mut ids: Vec<i64> = reviews.iter().map(|review| review.project).collect();
        ids.sort_unstable();
        ids.dedup();
        let name = |id| track(id).map_or(String::new(), |track| format!("+ Track {track}"));
        Self {
            signed: signed(&outcome),
            projects: ids.iter().map(|id| (*id, name(*id), "submitted", "")).collect(),
            assignments: reviews.iter().map(|r| (r.judge.clone(), r.project, "done")).collect(),
            scores: reviews.into_iter().map(|review| (review, WHEN)).collect(),
        }
    }

    fn scores(&self) -> Vec<u8> {
        let row = |(review, at): &(Review, &str)| {
            let total = review.total_micro;
            let comment = "She said \"=1+1\",\nand left";
            [
                "7",
                &review.judge,
                &review.project.to_string(),
                "-Lamp",
                at,
                &total.to_string(),
                &Total(total).to_string(),
                comment,
            ]
            .map(str::to_owned)
            .to_vec()
        };
        csv(ExportKind::Scores, &["quality".into()], self.scores.iter().map(row))
    }

    fn projects(&self) -> Vec<u8> {
        let row = |(id, track, status, repeats): &(i64, String, &str, &str)| {
            [&id.to_string(), "", "-Lamp", "Team", track, status, "", "", "", "", repeats]
                .map(str::to_owned)
                .to_vec()
        };
        csv(ExportKind::Projects, &[], self.projects.iter().map(row))
    }

    fn assignments(&self) -> Vec<u8> {
        let row = |(judge, project, status): &(String, i64, &str)| {
            ["1", judge, &project.to_string(), "-Lamp", status, "planned", WHEN].map(str::to_owned).to_vec()
        };
        csv(ExportKind::Assignments, &[], self.assignments.iter().map(row))
    }

    /// All files: scores, projects, assignments, the event, the signed results.
    pub(crate) fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        let event = json!({"slug": "demo", "name": "Demo", "tracks": [], "criteria": [
            {"key": "quality", "name": "Quality", "guidance": "", "weight": "1", "min_value": 0, "max_value": 1_000_000}]});
        vec![
            ("demo-scores.csv", self.scores()),
            ("demo-projects.csv", self.projects()),
            ("demo-assignments (1).csv", self.assignments()),
            ("event.json", event.to_string().into_bytes()),
            ("r.json", self.signed.clone().into_bytes()),
        ]
    }
}

fn signed(outcome: &Outcome) -> String {
    signed_as(1, outcome)
}

/// Signed as this run, with the titles and the team of the exports.
fn signed_as(run: i32, outcome: &Outcome) -> String {
    let head = row_of(&chain(3), 3);
    let mut payload = results(outcome, head);
    if let Payload::Results(document) = &mut payload {
        (document.results.run, document.results.publication) = (run, Some(run));
        for entry in &mut document.results.projects {
            (entry.title, entry.team) = ("-Lamp".into(), "Team".into());
        }
    }
    sign(&payload, &SECRET).unwrap()
}

fn check(files: &[(&str, Vec<u8>)]) -> Report {
    support::check(files, &keys())
}

fn tracks(project: i64) -> Option<i64> {
    [Some(70), None, Some(3)][(project % 3) as usize]
}

#[test]
fn a_ranking_is_computed_again_from_the_exports() {
    for event in [Event::new(|_| None, false), Event::new(tracks, true)] {
        let report = check(&event.files());
        assert!(report.all_hold() && report.verdict() == Verdict::Holds, "{report:#?}");
        let kinds: Vec<Kind> = report.files.iter().map(|file| file.kind).collect();
        assert_eq!(kinds, [Kind::Scores, Kind::Projects, Kind::Assignments, Kind::Event, Kind::Document]);
        let scores = &report.files[0];
        finds(scores, "Counts { reviews: 60, counting: 60, drafts: 0 }");
        finds(scores, "TotalsFollow");
        finds(scores, "ReviewsOfRun { run: 1, file: \"r.json\" }");
        finds(scores, "Computed { projects: 12,");
        finds(scores, "NotCovered");
        finds(&report.files[1], "ComputesWith { scores: \"demo-scores.csv\" }");
    }
}

#[test]
fn what_does_not_count_is_left_out() {
    let mut event = Event::new(tracks, false);
    let review =
        |project, judge: &str| Review { project, track: None, judge: judge.into(), total_micro: 1_000_000 };
    event.scores.insert(0, (review(1, "draft@example.org"), ""));
    for (project, judge, status, repeats, done) in [
        (901, "a@example.org", "submitted", "1", "done"),
        (902, "a@example.org", "draft", "", "done"),
        (1, "stepped-aside@example.org", "", "", "recused"),
    ] {
        event.scores.push((review(project, judge), WHEN));
        event.assignments.push((judge.into(), project, done));
        if !status.is_empty() {
            event.projects.push((project, String::new(), status, repeats));
        }
    }
    let report = check(&event.files());
    assert!(report.all_hold(), "{report:#?}");
    finds(&report.files[0], "Counts { reviews: 63, counting: 60, drafts: 1 }");
    // Without the exports that tell, these are other reviews, and it is said what to give.
    let files = event.files();
    let report = check(&[files[0].clone(), files[4].clone()]);
    assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged);
    finds(&report.files[0], "OtherReviews { run: 1, file: \"r.json\"");
    let text = "ProjectDiffers { project: 901, title: \"-Lamp\", reviews: ReadAndHere { read: None, here: Some((1, 1.0)) } }";
    finds(&report.files[0], text);
    finds(&report.files[0], "AddExports { projects: true, assignments: true }");
}

#[test]
fn the_scores_alone_do_where_all_of_them_count() {
    let files = Event::new(|_| None, false).files();
    let report = check(&[files[0].clone(), files[4].clone()]);
    assert!(report.all_hold(), "{report:#?}");
    assert_eq!(report.verdict(), Verdict::CannotBeJudged, "the totals are taken as they stand");
    finds(&report.files[0], "TotalsNotChecked");
    // Without the signed results nothing is known, and nothing computed.
    let report = check(&files[..4]);
    assert!(report.files.iter().all(|file| file.verdict == Verdict::CannotBeJudged), "{report:#?}");
    finds(&report.files[0], "Scores(AddSignedResults)");
    finds(&report.files[1], "Supporting(NotSigned)");
}

#[test]
fn a_changed_score_is_told() {
    let mut event = Event::new(|_| None, false);
    let (review, _) = &mut event.scores[7];
    review.total_micro -= 10;
    let project = review.project;
    let report = check(&event.files());
    assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged, "{report:#?}");
    finds(&report.files[0], "OtherReviews {");
    finds(
        &report.files[0],
        &format!(
            "ProjectDiffers {{ project: {project}, title: \"-Lamp\", reviews: ReadAndHere {{ read: Some((5, "
        ),
    );
    let named = |report: &Report| format!("{report:?}").matches("ProjectDiffers {").count();
    assert_eq!(named(&report), 1, "the means of the others only are rounded: {report:#?}");
    assert_eq!(report.files[4].verdict, Verdict::Holds, "the document is what it was");

    // Of many only the first are named.
    event.scores.iter_mut().for_each(|(review, _)| review.total_micro /= 2);
    finds(&check(&event.files()).files[0], "MoreProjectsDiffer { projects: 9 }");

    // The score alone, or the total alone.
    let event = Event::new(|_| None, false);
    let text = String::from_utf8(event.scores()).unwrap();
    let row = text.split("\r\n").nth(4).unwrap();
    let cells: Vec<&str> = row.split(',').collect();
    for (at, to) in [(5, "17"), (6, "0.000017")] {
        let mut changed = cells.clone();
        changed[at] = to;
        let mut files = event.files();
        files[0].1 = text.replace(row, &changed.join(",")).into_bytes();
        let report = check(&files);
        assert_eq!(report.files[0].verdict, Verdict::DoesNotHold, "{report:#?}");
        assert_eq!(report.files[0].breaks_at.as_deref(), Some("row 4"), "{report:#?}");
        finds(&report.files[0], "TotalDiffers { row: 4,");
    }
}

#[test]
fn reviews_by_other_addresses_have_the_same_means() {
    let mut event = Event::new(|_| None, false);
    let gone = event.scores[0].0.judge.clone();
    let reviews = event.scores.iter_mut().map(|(review, _)| &mut review.judge);
    reviews.filter(|judge| **judge == gone).for_each(|judge| *judge = "judge-1@forgotten.invalid".into());
    let judges = event.assignments.iter_mut().map(|(judge, ..)| judge);
    judges.filter(|judge| **judge == gone).for_each(|judge| *judge = "judge-1@forgotten.invalid".into());
    let report = check(&event.files());
    assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged, "{report:#?}");
    finds(&report.files[0], "OtherReviews {");
    finds(&report.files[0], "SameMeans");
    assert!(!has(&report.files[0], "ProjectDiffers"), "{report:#?}");
}

#[test]
fn one_row_with_another_title_is_told() {
    let event = Event::new(|_| None, false);
    let text = String::from_utf8(event.scores()).unwrap();
    for at in [1, 60] {
        let mut lines: Vec<String> = text.split_inclusive("\r\n").map(str::to_owned).collect();
        lines[at] = lines[at].replace("'-Lamp", "Other");
        let mut files = event.files();
        files[0].1 = lines.concat().into_bytes();
        let report = check(&files);
        assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged, "row {at}: {report:#?}");
        finds(&report.files[0], "Renamed {");
    }
}

#[test]
fn a_project_with_another_title_or_team_is_told_in_the_export_of_the_projects() {
    let event = Event::new(|_| None, false);
    let text = String::from_utf8(event.projects()).unwrap();
    for (here, other) in [("'-Lamp", "Other"), (",Team,", ",Others,")] {
        let mut lines: Vec<String> = text.split_inclusive("\r\n").map(str::to_owned).collect();
        lines[3] = lines[3].replace(here, other);
        let mut files = event.files();
        files[1].1 = lines.concat().into_bytes();
        let report = check(&files);
        assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged, "{other}: {report:#?}");
        assert_eq!(report.files[1].verdict, Verdict::CannotBeJudged, "{other}: {report:#?}");
        finds(&report.files[0], "Renamed {");
    }
}

#[test]
fn projects_have_columns_for_the_events_own_questions() {
    let event = Event::new(tracks, true);
    let text = String::from_utf8(event.projects()).unwrap();
    let with = |column: &str| {
        let mut lines = text.lines();
        let header = format!("{},{column}", lines.next().unwrap());
        let rows = lines.map(|line| format!("{line},\"Yes, I did\""));
        std::iter::once(header).chain(rows).map(|line| line + "\r\n").collect::<String>().into_bytes()
    };
    let mut files = event.files();
    files[1].1 = with("answer_tried");
    let report = check(&files);
    assert!(report.all_hold() && report.files[1].kind == Kind::Projects, "{report:#?}");
    files[1].1 = with("tried");
    assert_eq!(check(&files).files[1].kind, Kind::Unknown);
}

#[test]
fn a_ranking_that_the_scores_do_not_compute_to_does_not_hold() {
    let event = Event::new(|_| None, false);
    let (_, mut outcome) = calibrated();
    (outcome.projects[4].rank_interval, outcome.projects[6].se) = ([1, 2], 0.5);
    let mut files = event.files();
    files[4].1 = signed(&outcome).into_bytes();
    let finding = check(&files).files.remove(0);
    assert_eq!(finding.verdict, Verdict::DoesNotHold);
    assert_eq!(finding.breaks_at, Some(format!("project {}", outcome.projects[4].project)));
    finds(&finding, "DiffersFromSigned { file: \"r.json\"");
}

#[test]
fn tracks_decide_where_there_are_some() {
    let event = Event::new(tracks, false);
    let files = event.files();
    let without = check(&[files[0].clone(), files[2].clone(), files[4].clone()]);
    assert_eq!(without.files[0].verdict, Verdict::CannotBeJudged, "{without:#?}");
    finds(&without.files[0], "DependsOnTracks { file: \"r.json\" }");
    let mut moved = event;
    moved.projects[0].1 = "Elsewhere".into();
    let moved = check(&moved.files());
    assert_eq!(moved.files[0].verdict, Verdict::DoesNotHold, "{moved:#?}");
    finds(&moved.files[0], "TrackMayHaveChanged");
}

#[test]
fn a_ranking_does_not_depend_on_the_numbers_of_tracks() {
    let outcome = |number: fn(i64) -> i64| {
        let (mut reviews, _) = calibrated();
        reviews.iter_mut().for_each(|review| review.track = Some(number(review.project % 3)));
        calibrate(&Input::new(reviews, true).unwrap()).unwrap()
    };
    assert_eq!(outcome(|track| track), outcome(|track| 100 - 7 * track));
}

#[test]
fn only_the_same_events_files_are_put_together() {
    let event = Event::new(|_| None, false);
    let mut files = event.files();
    files[0].0 = "other-scores.csv";
    let report = check(&files);
    assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged, "{report:#?}");
    finds(&report.files[0], "Scores(AddSignedResults)");
    // A name that tells nothing is held against all there is.
    files[0].0 = "scores (copy).csv";
    assert!(check(&files).all_hold());
}

#[test]
fn a_file_that_does_not_read_names_its_row() {
    let event = Event::new(|_| None, false);
    let [scores, projects, assignments] = [event.scores(), event.projects(), event.assignments()]
        .map(|bytes| String::from_utf8(bytes).unwrap());
    let twice = |text: &str| format!("{text}{}\r\n", text.trim_end().rsplit("\r\n").next().unwrap());
    for (text, place) in [
        (format!("{scores}1,a,1\r\n"), Some("row 61")),
        (format!("{scores}1,a,01,x,{WHEN},1,0.000001,\r\n"), Some("row 61")),
        (format!("{scores}1,a,1,x,{WHEN},1,1.000001,\r\n"), Some("row 61")),
        (format!("{scores}1,a,1,x,{WHEN},1,.5,\r\n"), Some("row 61")),
        (format!("{scores}1,a,1,x,{WHEN},half,0.500000,\r\n"), Some("row 61")),
        (format!("{scores}\"1"), Some("row 61")),
        (twice(&projects), Some("row 13")),
        (twice(&assignments), Some("row 61")),
    ] {
        let finding = check(&[("x.csv", text.clone().into_bytes())]).files.remove(0);
        assert_eq!((finding.kind, finding.verdict), (Kind::Export, Verdict::DoesNotHold), "{text}");
        assert_eq!(finding.breaks_at.as_deref(), place, "{finding:?}");
    }
    let repeated = check(&[("demo-scores.csv", twice(&scores).into_bytes())]);
    finds(&repeated.files[0], "NotOneEvent(Repeated");
    let event = check(&[("e.json", br#"{"slug":"demo","criteria":[{"key":1}]}"#.to_vec())]).files.remove(0);
    assert_eq!((event.kind, event.verdict), (Kind::Export, Verdict::DoesNotHold));
}

#[test]
fn a_check_for_others_computes_only_so_much_from_exports() {
    let event = Event::new(|_| None, false);
    let owned = event.files();
    let files: Vec<File<'_>> = owned.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let keys = keys();
    let within = |reviews| check_with(&files, &CheckContext { reviews, ..CheckContext::of(&keys) });
    let report = within(109);
    assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged);
    finds(&report.files[0], "TooMuchToCompute { run: 1, file: Some(\"r.json\") }");
    assert!(within(150).all_hold());
}

#[test]
fn a_correction_matches_where_the_first_run_does_not() {
    let event = Event::new(|_| None, false);
    let (_, mut first) = calibrated();
    first.input_digest = "0".repeat(64);
    let mut files = event.files();
    files.push(("first.json", signed_as(0, &first).into_bytes()));
    let report = check(&files);
    assert!(report.all_hold(), "{report:#?}");
    finds(&report.files[0], "OtherReviews { run: 0, file: \"first.json\"");
}
