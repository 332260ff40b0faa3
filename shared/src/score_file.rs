//! Lists of scores that organizers bring: a row for each review, whoever gave it. Columns go by name, and those of the rubric by the keys or
//! the names of its criteria, so that our own `scores.csv` goes back in.

mod columns;

use crate::known_names::{KnownNames, NameUnclear};
use crate::list_file::{Against, Header, ListFault, ListRow, Rows, Unread, header_row, unguarded};
use crate::planner::Pair;
use crate::prelude::*;
use crate::review::{ReviewChanges, check};
use crate::rubric::{Criterion, Scores};
use columns::Columns;

/// Most rows of a list.
pub const MOST_ROWS: usize = 5_000;

/// The event that a list is read against.
#[derive(Clone, Debug, Default)]
pub struct ScoreContext {
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// Judges; also those who are invited and have not come yet, by negative numbers.
    pub judges: KnownNames,
    /// Projects that can be judged.
    pub projects: KnownNames,
    /// Conflicts, and judges' own teams.
    pub barred: BTreeSet<Pair>,
    /// What is assigned, and what is stored for it.
    pub assigned: BTreeMap<Pair, AssignedReview>,
}

/// An assignment, and its review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssignedReview {
    /// The judge stepped aside.
    pub recused: bool,
    /// An organizer set the review aside.
    pub voided: bool,
    /// The stored review; none where nothing is stored.
    pub stored: Option<StoredReview>,
}

/// A review as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredReview {
    /// Criterion key to integer.
    pub scores: Scores,
    /// May be empty.
    pub comment: String,
    /// It is no draft.
    pub submitted: bool,
}

/// A list that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreList {
    /// Its rows.
    pub lines: Vec<ScoreLine>,
    /// The names of the columns that are not used.
    pub unused: Vec<String>,
}

impl ScoreList {
    /// How many rows do this.
    pub fn number(&self, act: ScoreAct) -> usize {
        self.lines.iter().filter(|line| line.verdict.as_ref() == Ok(&act)).count()
    }

    /// How many rows are left out.
    pub fn left_out(&self) -> usize {
        self.lines.iter().filter(|line| line.verdict.is_err()).count()
    }
}

/// A row of the list, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// Its row as a spreadsheet shows it; the header is 1.
    pub number: usize,
    /// The judge as written.
    pub judge: String,
    /// The project as written.
    pub project: String,
    /// Who and what; none where one of them is not known.
    pub pair: Option<Pair>,
    /// The review: scores by the keys of their criteria. A comment that is empty leaves the stored one.
    pub changes: ReviewChanges,
    /// What entering it does, or why it is left out.
    pub verdict: Result<ScoreAct, ScoreLeftOut>,
    /// Later rows that name the same judge and project, and are left out.
    pub repeated_in: Vec<usize>,
}

/// What entering a row does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreAct {
    /// Submits a review of which nothing is stored.
    New,
    /// Replaces a stored review, or a draft.
    Replaces,
    /// Assigns the project to the judge first.
    Assigns,
}

/// Why a row is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum ScoreLeftOut {
    /// The same review is stored already.
    Same,
    /// This earlier row names the same judge and project.
    Repeated { row: usize },
    /// It names nobody who judges in the event, or not one alone.
    Judge(NameUnclear),
    /// It names no project of the event that can be judged, or not one alone.
    Project(NameUnclear),
    /// The row has more cells, up to the last that says something, than its list has columns, so a score may stand in the wrong column.
    MoreCells { cells: usize, columns: usize },
    /// A column that is not read says that the row does not count: a conflict, `absent`, or that it is a draft.
    Against(Against),
    /// The row has a score in a column whose name has another range than the rubric.
    OtherRange { column: String, criterion: String, least: i64, most: i64 },
    /// The judge is invited, and has not come yet.
    NotHere,
    /// A conflict, or the judge's own team.
    Barred,
    /// The judge stepped aside.
    Recused,
    /// An organizer set the review aside.
    Voided,
    /// The review is wrong: a score is missing or out of range, the comment is too long.
    Wrong(Refusal),
}

/// Reads a list against an event.
///
/// # Errors
/// [`ListFault`] where no row can be judged.
pub fn read(text: &str, world: &ScoreContext) -> Result<ScoreList, ListFault> {
    let mut rows = Rows::new(text, MOST_ROWS + 1);
    let is_header = |row: &ListRow<'_>| Columns::of(&Header::of(row), &world.criteria).is_ok();
    let header = Header::of(&header_row(&mut rows, is_header)?);
    let columns = Columns::of(&header, &world.criteria)?;
    let used = columns.used();
    let unread = Unread::of(&header, &used);
    let (mut lines, mut rows_of): (Vec<ScoreLine>, BTreeMap<Pair, Vec<usize>>) =
        (Vec::new(), BTreeMap::new());
    while let Some(row) = rows.next_row()? {
        if header.is_repeated(&row)? {
            continue;
        }
        let cell = |at: Option<usize>| at.map(|at| unguarded(row.cell(at)).to_owned()).unwrap_or_default();
        let (judge, id, title) = (cell(Some(columns.judge)), cell(columns.project_id), cell(columns.title));
        let changes = columns.changes(&row);
        let against = unread.against(&row).or_else(|| unread.draft(&row));
        let left_out = against.map(ScoreLeftOut::Against).or_else(|| columns.other_range(&header, &row));
        let pair = match (header.overflow(&row), left_out) {
            (Some((cells, columns)), _) => Err(ScoreLeftOut::MoreCells { cells, columns }),
            (None, Some(left_out)) => Err(left_out),
            (None, None) => {
                let found = world.judges.find(&judge, &cell(columns.judge_name)).map_err(ScoreLeftOut::Judge);
                let project = world.projects.find(&id, &title).map_err(ScoreLeftOut::Project);
                found.and_then(|judge| Ok(Pair { project: project?, judge }))
            }
        };
        let verdict = pair.clone().and_then(|pair| {
            let same = rows_of.entry(pair).or_default();
            same.push(row.number);
            match same.first() {
                Some(&first) if first != row.number => Err(ScoreLeftOut::Repeated { row: first }),
                _ => judged(world, pair, changes.clone()),
            }
        });
        let project = if title.is_empty() { id } else { title };
        lines.push(ScoreLine {
            number: row.number,
            judge,
            project,
            pair: pair.ok(),
            changes,
            verdict,
            repeated_in: Vec::new(),
        });
    }
    for line in &mut lines {
        if let Some([first, later @ ..]) = line.pair.and_then(|pair| rows_of.get(&pair)).map(Vec::as_slice)
            && *first == line.number
        {
            line.repeated_in = later.to_vec();
        }
    }
    ensure(!lines.is_empty(), ListFault::NoRows)?;
    Ok(ScoreList { lines, unused: header.unused(&used) })
}

fn judged(world: &ScoreContext, pair: Pair, changes: ReviewChanges) -> Result<ScoreAct, ScoreLeftOut> {
    ensure(pair.judge > 0, ScoreLeftOut::NotHere)?;
    let assigned = world.assigned.get(&pair);
    ensure(!assigned.is_some_and(|assigned| assigned.voided), ScoreLeftOut::Voided)?;
    ensure(!assigned.is_some_and(|assigned| assigned.recused), ScoreLeftOut::Recused)?;
    ensure(!world.barred.contains(&pair), ScoreLeftOut::Barred)?;
    let stored = assigned.and_then(|assigned| assigned.stored.as_ref());
    let (scores, comment) = stored.map(|s| (s.scores.clone(), s.comment.clone())).unwrap_or_default();
    let review = check(changes, &world.criteria, scores, comment).map_err(ScoreLeftOut::Wrong)?;
    match stored {
        Some(s) if s.submitted && s.scores == review.scores && s.comment == review.comment => {
            Err(ScoreLeftOut::Same)
        }
        Some(_) => Ok(ScoreAct::Replaces),
        None if assigned.is_some() => Ok(ScoreAct::New),
        None => Ok(ScoreAct::Assigns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list_file::ListKind;
    use crate::rubric::Weight;

    fn criterion(key: &str, name: &str, most: i64) -> Criterion {
        Criterion {
            key: key.into(),
            name: name.into(),
            guidance: String::new(),
            weight: Weight::parse("1").unwrap(),
            min_value: 0,
            max_value: most,
        }
    }

    fn pair(judge: i64, project: i64) -> Pair {
        Pair { project, judge }
    }

    fn world() -> ScoreContext {
        let stored = |quality, submitted| {
            let scores = [("quality".to_owned(), quality), ("impact".to_owned(), 7)].into();
            Some(StoredReview { scores, comment: "Bright.".into(), submitted })
        };
        let assigned = |stored| AssignedReview { stored, ..AssignedReview::default() };
        ScoreContext {
            criteria: vec![criterion("quality", "Quality of work", 5), criterion("impact", "Impact", 10)],
            judges: KnownNames::of_people([
                (1, "ada@x.org", "Ada"),
                (2, "bo@x.org", "Bo"),
                (3, "bo@y.org", "Bo"),
                (-4, "cy@x.org", "Cy"),
            ]),
            projects: KnownNames::of_projects([
                (10, "Lamp"),
                (11, "Tide"),
                (12, "Twin"),
                (13, "Twin"),
                (14, "Mast"),
            ]),
            barred: [pair(1, 14)].into(),
            assigned: [
                (pair(1, 10), assigned(stored(4, true))),
                (pair(1, 11), assigned(None)),
                (pair(2, 10), assigned(stored(4, false))),
                (pair(2, 11), AssignedReview { recused: true, ..AssignedReview::default() }),
                (pair(2, 12), AssignedReview { recused: true, voided: true, stored: None }),
            ]
            .into(),
        }
    }

    fn verdicts(text: &str) -> Vec<Result<ScoreAct, ScoreLeftOut>> {
        read(text, &world()).unwrap().lines.into_iter().map(|line| line.verdict).collect()
    }

    #[test]
    fn each_row_says_what_entering_it_does() {
        let list = "judge,project,quality,impact,comment\n\
                    ada@x.org,Lamp,4,7,Bright.\n\
                    Ada,11,3,7,\n\
                    ADA@x.org,tide,3,7,\n\
                    bo@x.org,Lamp,4,7,\n\
                    bo@x.org,Tide,4,7,\n\
                    bo@x.org,12,4,7,\n\
                    bo@y.org,Lamp,1,1,\n\
                    Bo,Lamp,4,7,\n\
                    eve@x.org,Lamp,4,7,\n\
                    ada@x.org,Twin,4,7,\n\
                    ada@x.org,Fog,4,7,\n\
                    ada@x.org,Mast,4,7,\n\
                    Cy,Lamp,4,7,\n\
                    cy@x.org,Tide,9,99,\n";
        let expected = vec![
            Err(ScoreLeftOut::Same),
            Ok(ScoreAct::New),
            Err(ScoreLeftOut::Repeated { row: 3 }),
            Ok(ScoreAct::Replaces),
            Err(ScoreLeftOut::Recused),
            Err(ScoreLeftOut::Voided),
            Ok(ScoreAct::Assigns),
            Err(ScoreLeftOut::Judge(NameUnclear::Ambiguous)),
            Err(ScoreLeftOut::Judge(NameUnclear::Unknown)),
            Err(ScoreLeftOut::Project(NameUnclear::Ambiguous)),
            Err(ScoreLeftOut::Project(NameUnclear::Unknown)),
            Err(ScoreLeftOut::Barred),
            Err(ScoreLeftOut::NotHere),
            Err(ScoreLeftOut::NotHere),
        ];
        assert_eq!(verdicts(list), expected);
        let list = read(list, &world()).unwrap();
        assert_eq!((list.number(ScoreAct::New), list.number(ScoreAct::Assigns), list.left_out()), (1, 1, 11));
        // Both rows of one review say so.
        let again = list.lines.iter().filter(|line| !line.repeated_in.is_empty());
        let again: Vec<_> = again.map(|line| (line.number, line.repeated_in.as_slice())).collect();
        assert_eq!(again, [(3, &[4][..])]);
    }

    #[test]
    fn a_sheet_may_have_a_title_and_numbers_with_a_zero_behind_them() {
        let list = "Scores of Saturday,,,\n,,,\njudge,project,quality,impact\nAda,11.0,3.0,\"7,0\"\n";
        assert_eq!(verdicts(list), [Ok(ScoreAct::New)]);
    }

    #[test]
    fn a_sheet_may_be_in_any_language_and_have_its_header_on_each_page() {
        for header in ["Juge;Projet;Quality;Impact", "Jurymitglied;Projektname;quality;impact"] {
            let list = format!("{header}\nAda;Tide;3;7,0\n{header}\nbo@y.org;Lamp;1;1\n");
            assert_eq!(verdicts(&list), [Ok(ScoreAct::New), Ok(ScoreAct::Assigns)], "{header}");
        }
        let list = "judge,project,quality,impact\nAda,Tide,3,7\n\nproject,judge,comment\nLamp,Bo,Bright\n";
        assert_eq!(read(list, &world()), Err(ListFault::SecondTable { row: 4 }));
        // What a spreadsheet made of 3/4 is no score.
        let day = verdicts("judge,project,quality,impact\nAda,Tide,03-Apr,7\n");
        assert!(
            matches!(&day[..], [Err(ScoreLeftOut::Wrong(refusal))] if refusal.status() == 400),
            "{day:?}"
        );
    }

    #[test]
    fn names_that_differ_in_marks_and_signs_alone_are_told_apart() {
        for [one, other] in [["ขาว", "ข่าว"], ["C++", "C#"]] {
            let mut named = world();
            named.criteria[0].name = one.into();
            named.criteria[1].name = other.into();
            // The first goes to 5 and the second to 10: exchanged, they would not fit.
            let read = read(&format!("judge,project,{other},{one}\nAda,Tide,7,3\n"), &named).unwrap();
            assert_eq!(read.number(ScoreAct::New), 1, "{one} {other}");
        }
    }

    #[test]
    fn a_row_that_says_in_any_column_that_it_does_not_count_is_left_out() {
        for (column, said) in [
            ("absent", "yes"),
            ("Conflict of interest", "employer"),
            ("status", "Draft"),
            ("Draft", "yes"),
            ("Entwurf?", "x"),
            ("Submitted", "no"),
            ("status", "void"),
            ("Presence", "no show"),
            ("Befangen?", "ja"),
        ] {
            let list = format!("judge,project,quality,impact,{column}\nAda,Tide,3,7,{said}\n");
            let against = ScoreLeftOut::Against(Against { column: column.into(), said: said.into() });
            assert_eq!(verdicts(&list), [Err(against)], "{list}");
        }
        for (column, said) in [
            ("absent", ""),
            ("absent", "no"),
            ("Conflict of interest", "none"),
            ("status", "submitted"),
            ("Draft", "no"),
            ("Draft", ""),
            ("Submitted", "yes"),
            ("Submitted", "2 Nov 2026 14:05"),
        ] {
            let list = format!("judge,project,quality,impact,{column}\nAda,Tide,3,7,{said}\n");
            assert_eq!(verdicts(&list), [Ok(ScoreAct::New)], "{list}");
        }
    }

    #[test]
    fn a_rubric_of_one_criterion_needs_no_name_for_it() {
        let mut one = world();
        one.criteria.truncate(1);
        for header in ["judge,project,score", "Juez,Proyecto,Puntuación", "審査員,プロジェクト,得点"]
        {
            let read = read(&format!("{header}\nAda,Tide,3\n"), &one).unwrap();
            assert_eq!(read.number(ScoreAct::New), 1, "{header}");
        }
        assert!(read("judge,project,score\nAda,Tide,3\n", &world()).is_err(), "of two, nobody knows which");
    }

    #[test]
    fn a_form_names_a_criterion_with_its_range_or_in_a_grid() {
        for header in [
            "Timestamp,Email Address,Which project are you judging?,Quality of work (0-5),Impact [0-10]",
            "Timestamp,E-Mail,Project,Your scores [Quality of work],Your scores [Impact]",
        ] {
            let list = format!("{header}\n2026-11-27,ada@x.org,Tide,3,7\n");
            assert_eq!(verdicts(&list), [Ok(ScoreAct::New)], "{header}");
        }
        // Of ten, 4 is another score than of five.
        for header in
            ["quality (0-10),impact", "quality,Impact [1 to 10]", "Quality of work (0–100 points),impact"]
        {
            let other = format!("judge,project,{header}\nAda,Tide,3,4\n");
            assert!(matches!(&verdicts(&other)[..], [Err(ScoreLeftOut::OtherRange { .. })]), "{header}");
        }
        let other = |column: &str, criterion: &str, most| ScoreLeftOut::OtherRange {
            column: column.into(),
            criterion: criterion.into(),
            least: 0,
            most,
        };
        // So it is where no column fits. A row without such a score lacks one.
        let all = "judge,project,quality (0-100),Impact (0-100)\nAda,Tide,3,4\nAda,Tide,,\n";
        let all = verdicts(all);
        assert_eq!(all[0], Err(other("quality (0-100)", "Quality of work", 5)));
        assert!(matches!(all[1], Err(ScoreLeftOut::Wrong(_))));
        // A score that is stored already does not take its place.
        let stored = "judge,project,quality,Impact [1 to 5]\nAda,Lamp,3,4\n";
        assert_eq!(verdicts(stored), [Err(other("Impact [1 to 5]", "Impact", 10))]);
        let remarks = "judge,project,quality (weight 2; 10 min),Impact (0 to 10 points)\nAda,Tide,3,4\n";
        assert_eq!(verdicts(remarks), [Ok(ScoreAct::New)]);
        let shared = "judge,project,Impact [quality]\nAda,Tide,3\n";
        assert!(read(shared, &world()).is_err(), "one column names two criteria");
        // Of two columns for one criterion, nobody knows which holds its score, so it has none.
        for header in [
            "quality,Score [Impact],Remark [Impact]",
            "quality,Impact,Impact",
            "quality,Quality of work,impact",
        ] {
            let twice = format!("judge,project,{header}\nAda,Tide,3,4,7\n");
            assert!(
                matches!(&verdicts(&twice)[..], [Err(ScoreLeftOut::Wrong(refusal))] if refusal.status() == 422),
                "{header}"
            );
        }
    }

    #[test]
    fn a_judge_is_named_as_mail_programs_do() {
        let list = "judge|project|quality|impact\nAda Judge <ada@x.org>|Tide|3|7\nmailto:BO@y.org|Lamp|1|1\n";
        assert_eq!(verdicts(list), [Ok(ScoreAct::New), Ok(ScoreAct::Assigns)]);
        // Names and titles are those that look like it, as in the other lists.
        assert_eq!(verdicts("judge,project,quality,impact\nＡｄа,Ti\u{200b}de,3,7\n"), [Ok(ScoreAct::New)]);
    }

    #[test]
    fn whoever_filled_in_the_form_is_not_the_judge_whom_it_names() {
        for judge in ["Judge", "Judge name", "Jurymitglied"] {
            for row in ["bo@y.org,Ada", "eve@x.org,Ada", ",ada@x.org"] {
                let list = format!("Email Address,{judge},Project,quality,impact\n{row},Tide,3,7\n");
                assert_eq!(read(&list, &world()).unwrap().lines[0].pair, Some(pair(1, 11)), "{list}");
            }
        }
        let list = "judge_email,judge,project,quality,impact\n\
                    bo@y.org,Ada,Tide,3,7\nada@x.org,Bo,Tide,3,7\nada@x.org,Ada,Tide,3,7\nbo@y.org,Bo Ek,Tide,3,7\n";
        let disagree = Err(ScoreLeftOut::Judge(NameUnclear::Disagree));
        assert_eq!(
            verdicts(list),
            // A name of two judges is no third one's.
            [disagree.clone(), disagree, Ok(ScoreAct::New), Ok(ScoreAct::Assigns)]
        );
        assert!(read(list, &world()).unwrap().unused.is_empty());
    }

    #[test]
    fn scores_are_those_of_paper_complete_whole_and_in_range() {
        let list = "judge,project,Quality of work,Impact\n\
                    ada@x.org,Tide,6,7\nbo@y.org,Tide,4,\nbo@y.org,Lamp,4.5,7\n";
        let verdicts = verdicts(list);
        let statuses: Vec<u16> = verdicts
            .into_iter()
            .map(|verdict| match verdict {
                Err(ScoreLeftOut::Wrong(refusal)) => refusal.status(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(statuses, [422, 422, 400]);
    }

    #[test]
    fn a_row_whose_cells_contradict_each_other_is_left_out() {
        let list = "judge,project_id,project,quality,impact,comment\n\
                    ada@x.org,11,Lamp,3,7,\n\
                    ada@x.org,11,Tide,3,7,Calm, deep\n\
                    ada@x.org,11,Tide,3,7,Calm\n";
        let more = ScoreLeftOut::MoreCells { cells: 7, columns: 6 };
        let expected = [Err(ScoreLeftOut::Project(NameUnclear::Disagree)), Err(more), Ok(ScoreAct::New)];
        assert_eq!(verdicts(list), expected);
    }

    #[test]
    fn our_own_export_goes_back_in_from_any_spreadsheet() {
        let list = "review_id,judge_email,project_id,project,submitted_at,quality,impact,weighted_0_1,comment\n\
                    1,ada@x.org,11,Tide,,3,7,0.5,\"Calm, deep\"\n";
        for separator in [";", "\t"] {
            let list = list.replace(',', separator).replace("Calm; deep", "Calm, deep");
            let found = read(&list, &world()).unwrap();
            assert_eq!(found.unused, ["review_id", "submitted_at", "weighted_0_1"]);
            let line = &found.lines[0];
            assert_eq!((line.pair, &line.verdict), (Some(pair(1, 11)), &Ok(ScoreAct::New)));
            assert_eq!((line.number, line.changes.scores.as_ref().map(Vec::len)), (2, Some(2)));
        }
    }

    #[test]
    fn a_list_without_its_columns_is_named_as_a_whole() {
        for header in ["judge,project", "judge,quality", "project,quality"] {
            let fault = read(&format!("{header}\nx,y\n"), &world()).unwrap_err();
            assert!(
                matches!(fault, ListFault::Columns { list: ListKind::Scores, .. }),
                "{header}: {fault:?}"
            );
        }
        assert_eq!(read("judge,project,quality\n", &world()), Err(ListFault::NoRows));
    }
}
