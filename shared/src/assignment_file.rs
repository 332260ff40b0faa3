//! Files of assignments that organizers bring: our own export, and HotCRP's list of bulk assignments. Columns go by name.
//!
//! | file | columns | means |
//! |---|---|---|
//! | ours | `judge_email`, `project_id`; also `judge`, their name, `project`, its title, and `status` | each pending or done line is an assignment; others are left out |
//! | HotCRP | `paper`, `action`, `email`; also `round` | `review`, `primary`, `secondary` and `pcreview` assign, `clearreview` and `noreview` take away, `conflict` declares a conflict |

use crate::known_names::{KnownNames, NameUnclear};
use crate::list_file::{
    Against, Header, ListFault, ListKind, ListRow, Rows, Unread, header_row, heading, unguarded,
};
use crate::people_list::AT;
use crate::planner::Pair;
use crate::prelude::*;

/// Most lines of a file.
pub const MOST_LINES: usize = 100_000;

/// The event that a file is read against.
#[derive(Clone, Debug, Default)]
pub struct AssignmentContext {
    /// Judges: those who are invited and not here yet have numbers below 0.
    pub judges: KnownNames,
    /// Projects that can be judged.
    pub projects: KnownNames,
    /// Conflicts, and judges' own teams.
    pub barred: BTreeSet<Pair>,
    /// What is assigned: whether the judge stepped aside, and whether it can go without losing a review.
    pub assigned: BTreeMap<Pair, (bool, bool)>,
    /// Pairs whose review is submitted.
    pub submitted: BTreeSet<Pair>,
}

/// A line of the file and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssignmentLine {
    /// Its row as a spreadsheet shows it; the header is 1.
    pub number: usize,
    /// The judge as written.
    pub email: String,
    /// The project as written.
    pub paper: String,
    /// What it asks for.
    pub action: Action,
    /// The judge; 0 where unknown, below where they are invited and not here yet.
    pub judge: i64,
    /// The project; 0 where unknown.
    pub project: i64,
    /// Whether it changes something, or why it is left out.
    pub verdict: Result<(), LeftOut>,
    /// It declares a conflict with a project whose review this judge submitted. That review counts no more.
    pub ends_review: bool,
    /// Other rows that name the same judge and project, and are left out.
    pub repeated_in: Vec<usize>,
}

/// A file that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssignmentList {
    /// Its lines.
    pub lines: Vec<AssignmentLine>,
    /// The names of the columns that are not used.
    pub unused: Vec<String>,
}

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Assign.
    Assign,
    /// Take away.
    Remove,
    /// Declare a conflict.
    Conflict,
}

/// Why a line is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// It holds already.
    Same,
    /// Another row names the same judge and project, and counts: the first that declares a conflict, or else the first.
    Repeated {
        /// That row.
        row: usize,
    },
    /// It names nobody who judges in the event, or not one alone.
    Judge(NameUnclear),
    /// It names no project of the event that can be judged, or not one alone.
    Project(NameUnclear),
    /// The status is not known.
    StatusUnknown,
    /// It has more cells than its list has columns, so a cell may stand in the wrong one.
    MoreCells,
    /// The action is not known.
    ActionUnknown,
    /// It would assign, and a column that is not read says that it does not count: a conflict, or `cancelled`.
    Against(Against),
    /// A conflict, or the judge's own team.
    Barred,
    /// The judge stepped aside.
    Recused,
    /// A review is begun.
    Reviewed,
    /// There is no such assignment.
    NotAssigned,
    /// A conflict is declared with a judge who is here.
    NotHere,
}

/// Reads a file against an event.
///
/// # Errors
/// [`ListFault`] where no line can be judged.
pub fn read(text: &str, world: &AssignmentContext) -> Result<AssignmentList, ListFault> {
    let mut rows = Rows::new(text, MOST_LINES + 1);
    let pair = |header: &Header| {
        let judge = header.find(&["judgeemail", "email", "emailaddress"]);
        let judge = judge.or_else(|| header.find(&["judge", "reviewer"]));
        let project = header.find(&["projectid", "paper"]);
        Some((judge?, project.or_else(|| header.find(&["project", "projecttitle"]))?))
    };
    let header = Header::of(&header_row(&mut rows, |row| pair(&Header::of(row)).is_some())?);
    let (email, paper) = pair(&header).ok_or_else(|| header.lacks(ListKind::Assignments))?;
    let email = judges_addresses(&header, &rows).unwrap_or(email);
    let name = header.find(&["judge", "reviewer"]).filter(|at| *at != email);
    let (action, status) = (header.find(&["action"]), header.find(&["status"]));
    let title = header.find(&["project", "projecttitle", "title"]);
    // Some titles are numbers.
    let titles_alone = title == Some(paper);
    let used = [Some(email), name, Some(paper), title, action, status.filter(|_| action.is_none())];
    let unused = header.unused(&used);
    let unread = Unread::of(&header, &used);
    let mut lines: Vec<AssignmentLine> = Vec::new();
    let mut rows_of: BTreeMap<Pair, Vec<(Action, usize)>> = BTreeMap::new();
    while let Some(row) = rows.next_row()? {
        if header.is_repeated(&row)? {
            continue;
        }
        let cell = |at: usize| unguarded(row.cell(at)).to_owned();
        let (email, paper) = (cell(email), cell(paper));
        let judge = world.judges.find(&email, &name.map(cell).unwrap_or_default());
        let number = if titles_alone { "" } else { paper.as_str() };
        let project = world.projects.find(number, &title.map(cell).unwrap_or_default());
        let pair = Pair { project: project.unwrap_or(0), judge: judge.unwrap_or(0) };
        let asked = match (action.map(cell), status.map(cell)) {
            _ if header.overflow(&row).is_some() => Err(LeftOut::MoreCells),
            (None, status) => known_status(&status.unwrap_or_default()),
            (Some(action), _) => known_action(&action),
        };
        // It would assign the project to the one judge who must not have it, or who gives it back.
        let asked = match asked {
            Ok(Action::Assign) => says_otherwise(&unread, &row).map_or(asked, |it| Err(LeftOut::Against(it))),
            asked => asked,
        };
        let action = *asked.as_ref().unwrap_or(&Action::Assign);
        let verdict = asked.and_then(|asked| {
            judge.map_err(LeftOut::Judge)?;
            project.map_err(LeftOut::Project)?;
            rows_of.entry(pair).or_default().push((asked, row.number));
            Ok(())
        });
        let (number, Pair { project, judge }) = (row.number, pair);
        let (ends_review, repeated_in) = (false, Vec::new());
        lines.push(AssignmentLine {
            number,
            email,
            paper,
            action,
            judge,
            project,
            verdict,
            ends_review,
            repeated_in,
        });
    }
    for line in lines.iter_mut().filter(|line| line.verdict.is_ok()) {
        let pair = Pair { project: line.project, judge: line.judge };
        decide(line, world, rows_of.get(&pair).map(Vec::as_slice).unwrap_or_default());
    }
    if lines.is_empty() { Err(ListFault::NoRows) } else { Ok(AssignmentList { lines, unused }) }
}

/// The column of judges that has their addresses. The one beside it may be of whoever filled in the form.
fn judges_addresses(header: &Header, rows: &Rows<'_>) -> Option<usize> {
    let judges = header.find(&["judge", "reviewer"]).filter(|_| header.find(&["judgeemail"]).is_none())?;
    rows.ahead().any(|row| row.cell(judges).contains(AT)).then_some(judges)
}

/// What a row says in columns that are not read of that it assigns nothing: a word of a conflict, `cancelled`, or an action of HotCRP,
/// which knows several names for its column.
fn says_otherwise(unread: &Unread, row: &ListRow<'_>) -> Option<Against> {
    let takes_away = |cell: &str| matches!(known_action(cell), Ok(Action::Remove | Action::Conflict));
    unread.against(row).or_else(|| unread.saying(row, takes_away))
}

/// What our own file says of an assignment. A word that is not known is never taken for one that assigns.
fn known_status(status: &str) -> Result<Action, LeftOut> {
    match heading(status).as_str() {
        "pending" | "done" => Ok(Action::Assign),
        "recused" => Err(LeftOut::Recused),
        "" if status.is_empty() => Ok(Action::Assign),
        _ => Err(LeftOut::StatusUnknown),
    }
}

fn known_action(action: &str) -> Result<Action, LeftOut> {
    match action.to_ascii_lowercase().as_str() {
        "" | "review" | "primary" | "primaryreview" | "secondary" | "secondaryreview" | "pcreview"
        | "assign" => Ok(Action::Assign),
        "clearreview" | "noreview" | "unassign" => Ok(Action::Remove),
        "conflict" => Ok(Action::Conflict),
        _ => Err(LeftOut::ActionUnknown),
    }
}

/// Says what becomes of a line, among all `rows` of its judge and project. A conflict counts wherever it stands among them: the project
/// must not go to that judge.
fn decide(line: &mut AssignmentLine, world: &AssignmentContext, rows: &[(Action, usize)]) {
    let saying = |wanted| rows.iter().find(|(action, _)| *action == wanted);
    let conflict = saying(Action::Conflict);
    // None is declared with somebody who is not here, and the line says so. What takes the project from them counts.
    let taken = conflict.filter(|_| line.judge < 0).and(saying(Action::Remove));
    let counts = taken.or(conflict).or(rows.first()).map_or(line.number, |(_, row)| *row);
    let pair = Pair { project: line.project, judge: line.judge };
    if counts != line.number {
        let says_why = taken.is_some() && line.action == Action::Conflict;
        let repeated = Err(LeftOut::Repeated { row: counts });
        line.verdict = if says_why { judged(world, pair, line.action) } else { repeated };
        return;
    }
    line.verdict = judged(world, pair, line.action);
    line.ends_review =
        line.verdict.is_ok() && line.action == Action::Conflict && world.submitted.contains(&pair);
    line.repeated_in = rows.iter().map(|(_, row)| *row).filter(|row| *row != counts).collect();
}

fn judged(world: &AssignmentContext, pair: Pair, action: Action) -> Result<(), LeftOut> {
    let barred = world.barred.contains(&pair);
    match (action, world.assigned.get(&pair)) {
        (Action::Conflict, _) if barred => Err(LeftOut::Same),
        (Action::Conflict, _) if pair.judge < 0 => Err(LeftOut::NotHere),
        (Action::Conflict, _) => Ok(()),
        (Action::Assign, Some((true, _))) => Err(LeftOut::Recused),
        (Action::Assign, Some(_)) => Err(LeftOut::Same),
        (Action::Assign, None) if barred => Err(LeftOut::Barred),
        (Action::Assign, None) => Ok(()),
        (Action::Remove, None) => Err(LeftOut::NotAssigned),
        (Action::Remove, Some((true, _))) => Err(LeftOut::Recused),
        (Action::Remove, Some((_, false))) => Err(LeftOut::Reviewed),
        (Action::Remove, Some((_, true))) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world() -> AssignmentContext {
        let pair = |project, judge| Pair { project, judge };
        AssignmentContext {
            judges: KnownNames::of_people([(1, "ada@x.org", "Ada"), (2, "bob@x.org", "Bob")]),
            projects: KnownNames::of_projects([(10, "Lamp"), (11, "Tide"), (12, "Fog, dense")]),
            barred: [pair(11, 1)].into(),
            assigned: [
                (pair(10, 1), (false, false)),
                (pair(10, 2), (false, true)),
                (pair(12, 2), (true, false)),
            ]
            .into(),
            submitted: [pair(10, 1)].into(),
        }
    }

    fn verdicts(text: &str) -> Vec<(Action, Result<(), LeftOut>)> {
        read(text, &world()).unwrap().lines.into_iter().map(|l| (l.action, l.verdict)).collect()
    }

    #[test]
    fn a_sheet_may_have_a_title_and_numbers_with_a_zero_behind_them() {
        let list = "Assignments\n\njudge_email,project_id\nada@x.org,12.0\nbob@x.org,#11\n";
        assert_eq!(verdicts(list), [(Action::Assign, Ok(())), (Action::Assign, Ok(()))]);
    }

    #[test]
    fn a_sheet_may_be_in_any_language_and_have_its_header_on_each_page() {
        let header = "Correo electrónico del juez;Id del proyecto";
        let list = format!("{header}\nada@x.org;12\n{header}\nbob@x.org;11\n");
        assert_eq!(verdicts(&list), [(Action::Assign, Ok(())), (Action::Assign, Ok(()))]);
        let second = "judge_email,project_id\nada@x.org,12\nproject_id,judge_email\n11,bob@x.org\n";
        assert_eq!(read(second, &world()), Err(ListFault::SecondTable { row: 3 }));
    }

    #[test]
    fn judges_and_projects_may_be_called_by_their_names() {
        for header in ["Judge,Project", "Jurymitglied,Projektname", "Reviewer,Project title"] {
            let list = format!("{header}\nAda,\"Fog, dense\"\nbob@x.org,tide\nBob,11\nEve,Lamp\n");
            let unknown = Err(LeftOut::Judge(NameUnclear::Unknown));
            let expected = [Ok(()), Ok(()), Err(LeftOut::Repeated { row: 3 }), unknown];
            assert_eq!(verdicts(&list), expected.map(|verdict| (Action::Assign, verdict)), "{header}");
            assert!(read(&list, &world()).unwrap().unused.is_empty(), "{header}");
        }
        // A list of people is none of assignments.
        assert!(read("Name,Email,Title\nAda,ada@x.org,Engineer\n", &world()).is_err());
    }

    #[test]
    fn columns_that_are_not_used_are_named() {
        let unused = |text: &str| read(text, &world()).unwrap().unused;
        assert_eq!(unused("paper,action,email,round\n12,primary,ada@x.org,R1\n"), ["round"]);
        assert_eq!(unused("judge_email,project_id,Status,,Table\nada@x.org,12,pending,,4\n"), ["Table"]);
        assert_eq!(unused("email,paper,action,status\nada@x.org,12,review,done\n"), ["status"]);
        assert!(unused("email,paper\nada@x.org,12\n").is_empty());
    }

    #[test]
    fn our_own_export_goes_back_in() {
        let file = "\u{feff}assignment_id,judge_email,project_id,project,status,source,created_at\r\n\
                    1,ada@x.org,10,Lamp,done,planned,2026-11-01T10:00:00Z\r\n\
                    2,ADA@x.org,12,\"Fog, dense\",pending,planned,2026-11-01T10:00:00Z\r\n\
                    3,bob@x.org,12,Fog,recused,planned,2026-11-01T10:00:00Z\r\n";
        let assign = |verdict| (Action::Assign, verdict);
        let expected = vec![assign(Err(LeftOut::Same)), assign(Ok(())), assign(Err(LeftOut::Recused))];
        assert_eq!(verdicts(file), expected);
    }

    #[test]
    fn a_line_that_is_not_plain_assigns_nobody() {
        let file = "judge_email,project_id,project,status\n\
                    ada@x.org,12,Lamp,pending\n\
                    ada@x.org,12,\"Fog, dense\",cancelled\n\
                    ada@x.org,12,\"Fog, dense\",Recused\n\
                    ada@x.org,12,Fog, dense,pending\n\
                    ada@x.org,12,\"Fog, dense\",Pending\n";
        let expected = [
            Err(LeftOut::Project(NameUnclear::Disagree)),
            Err(LeftOut::StatusUnknown),
            Err(LeftOut::Recused),
            Err(LeftOut::MoreCells),
            Ok(()),
        ];
        assert_eq!(verdicts(file), expected.map(|verdict| (Action::Assign, verdict)));
    }

    #[test]
    fn who_has_a_conflict_in_any_words_gets_nothing_assigned() {
        for list in [
            "paper,email,conflict\n12,ada@x.org,yes\n",
            "paper,email,type\n12,ada@x.org,Conflict\n",
            "Projektnummer;E-Mail;Bemerkung\n12;ada@x.org;Konflikt: Kollege\n",
        ] {
            assert!(matches!(&verdicts(list)[..], [(Action::Assign, Err(LeftOut::Against(_)))]), "{list}");
        }
        for none in ["", "no", "None", "-"] {
            let list = format!("paper,email,conflict of interest\n12,ada@x.org,{none}\n");
            assert_eq!(verdicts(&list), [(Action::Assign, Ok(()))], "{none}");
        }
    }

    #[test]
    fn a_row_that_says_in_any_column_that_it_does_not_count_assigns_nobody() {
        for (list, column, said) in [
            ("paper,type,email\n12,clearreview,ada@x.org\n", "type", "clearreview"),
            ("paper,assignment,email\n12,noreview,ada@x.org\n", "assignment", "noreview"),
            ("judge,project_id,assigned\nada@x.org,12,no\n", "assigned", "no"),
            ("judge,project_id,state\nada@x.org,12,cancelled\n", "state", "cancelled"),
            ("judge,project_id,removed\nada@x.org,12,x\n", "removed", "x"),
            ("paper,action,email,status\n12,review,ada@x.org,declined\n", "status", "declined"),
        ] {
            let against = Against { column: column.into(), said: said.into() };
            assert_eq!(verdicts(list), [(Action::Assign, Err(LeftOut::Against(against)))], "{list}");
        }
        for list in [
            "judge,project_id,assigned\nada@x.org,12,yes\n",
            "judge,project_id,removed\nada@x.org,12,\n",
            "judge,project_id,needs power\nada@x.org,12,no\n",
            "judge,project_id,team\nada@x.org,12,Void\n",
            "judge,project_id,track\nada@x.org,12,Conflict\n",
        ] {
            assert_eq!(verdicts(list), [(Action::Assign, Ok(()))], "{list}");
        }
        let both = "paper,action,email,reason\n10,clearreview,bob@x.org,declined\n";
        assert_eq!(verdicts(both), [(Action::Remove, Ok(()))]);
    }

    #[test]
    fn whoever_filled_in_the_form_is_not_the_judge_whom_it_names() {
        let form = "Email Address,Judge,Project ID\nbob@x.org,ada@x.org,12\n";
        assert_eq!(read(form, &world()).unwrap().lines[0].judge, 1);
        let named = "Email Address,Judge,Project ID\nada@x.org,Ada,12\n";
        assert_eq!(read(named, &world()).unwrap().lines[0].judge, 1);
    }

    #[test]
    fn a_row_whose_cells_name_two_judges_or_two_projects_assigns_nobody() {
        let file = "judge_email,judge,project_id,project\n\
                    bob@x.org,Ada,12,\"Fog, dense\"\n\
                    ada@x.org,Ada,12,Tide\n\
                    ada@x.org,Dr. A. Lovelace,12,\"Fog, dense\"\n";
        let expected = [
            Err(LeftOut::Judge(NameUnclear::Disagree)),
            Err(LeftOut::Project(NameUnclear::Disagree)),
            Ok(()),
        ];
        assert_eq!(verdicts(file), expected.map(|verdict| (Action::Assign, verdict)));
        assert!(read(file, &world()).unwrap().unused.is_empty());
        // Of a form, the address may be that of whoever filled it in.
        let form = "Email Address,Judge,Project ID\nbob@x.org,Ada,12\n";
        assert_eq!(verdicts(form), [(Action::Assign, Err(LeftOut::Judge(NameUnclear::Disagree)))]);
    }

    #[test]
    fn hotcrps_actions_assign_take_away_and_declare() {
        let file = "paper,action,email,round\n\
                    12,primary,ada@x.org,R1\n\
                    10,clearreview,bob@x.org,\n\
                    10,clearreview,ada@x.org,\n\
                    12,conflict,bob@x.org,\n\
                    11,review,ada@x.org,\n\
                    12,lead,ada@x.org,\n\
                    12,review,ada@x.org,\n\
                    99,review,ada@x.org,\n\
                    12,review,eve@x.org,\n\
                    \n";
        let expected = vec![
            (Action::Assign, Ok(())),
            (Action::Remove, Ok(())),
            (Action::Remove, Err(LeftOut::Reviewed)),
            (Action::Conflict, Ok(())),
            (Action::Assign, Err(LeftOut::Barred)),
            (Action::Assign, Err(LeftOut::ActionUnknown)),
            (Action::Assign, Err(LeftOut::Repeated { row: 2 })),
            (Action::Assign, Err(LeftOut::Project(NameUnclear::Unknown))),
            (Action::Assign, Err(LeftOut::Judge(NameUnclear::Unknown))),
        ];
        assert_eq!(verdicts(file), expected);
    }

    #[test]
    fn a_conflict_counts_wherever_it_stands_among_lines_of_one_judge_and_project() {
        type Said = (Result<(), LeftOut>, Vec<usize>);
        let lines = |actions: &[&str]| -> Vec<Said> {
            let rows: String = actions.iter().map(|action| format!("12,{action},ada@x.org\n")).collect();
            let read = read(&format!("paper,action,email\n{rows}"), &world()).unwrap();
            read.lines.into_iter().map(|line| (line.verdict, line.repeated_in)).collect()
        };
        let left_out = |row| -> Said { (Err(LeftOut::Repeated { row }), Vec::new()) };
        assert_eq!(lines(&["review", "conflict"]), [left_out(3), (Ok(()), vec![2])]);
        assert_eq!(lines(&["conflict", "review"]), [(Ok(()), vec![3]), left_out(2)]);
        let several = lines(&["review", "clearreview", "conflict", "conflict"]);
        assert_eq!(several, [left_out(4), left_out(4), (Ok(()), vec![2, 3, 5]), left_out(4)]);
        // Without one, the first counts; a line that is left out anyway is no other.
        assert_eq!(lines(&["review", "noreview"]), [(Ok(()), vec![3]), left_out(2)]);
        let unknown = (Err(LeftOut::ActionUnknown), Vec::new());
        assert_eq!(lines(&["lead", "review"]), [unknown, (Ok(()), Vec::new())]);
        // What is assigned or declared already says so, with the others.
        let file = "paper,action,email\n10,review,ada@x.org\n10,conflict,ada@x.org\n11,conflict,ada@x.org\n11,review,ada@x.org\n";
        let read = read(file, &world()).unwrap();
        let said: Vec<_> = read.lines.iter().map(|line| (&line.verdict, line.ends_review)).collect();
        let (repeated, again) = (Err(LeftOut::Repeated { row: 3 }), Err(LeftOut::Repeated { row: 4 }));
        let same = Err(LeftOut::Same);
        assert_eq!(said, [(&repeated, false), (&Ok(()), true), (&same, false), (&again, false)]);
        assert_eq!(read.lines[2].repeated_in, [5]);
    }

    #[test]
    fn a_conflict_with_a_judge_who_is_not_here_says_so_where_the_project_is_taken_away() {
        let mut world = world();
        world.judges = KnownNames::of_people([(-3, "cy@x.org", "Cy")]);
        world.assigned.insert(Pair { project: 12, judge: -3 }, (false, true));
        let file = "paper,action,email\n12,conflict,cy@x.org\n12,review,cy@x.org\n12,clearreview,cy@x.org\n";
        let read = read(file, &world).unwrap();
        let verdicts: Vec<_> = read.lines.iter().map(|line| line.verdict.clone()).collect();
        assert_eq!(verdicts, [Err(LeftOut::NotHere), Err(LeftOut::Repeated { row: 4 }), Ok(())]);
        assert_eq!(read.lines[2].repeated_in, [2, 3]);
    }

    #[test]
    fn our_export_saved_by_any_spreadsheet_goes_back_in() {
        let file = "assignment_id,judge_email,project_id,project,status,source,created_at\n1,ada@x.org,12,\"Fog, dense\",pending,planned,\n";
        for separator in [";", "\t"] {
            let moved = format!("Fog{separator} dense");
            let file = file.replace(',', separator).replace(&moved, "Fog, dense");
            for end in ["\n", "\r\n", "\r"] {
                assert_eq!(
                    verdicts(&file.replace('\n', end)),
                    [(Action::Assign, Ok(()))],
                    "{separator:?} {end:?}"
                );
            }
        }
    }

    #[test]
    fn a_judge_is_named_as_mail_programs_do() {
        let file = "judge_email|project_id\nAda L. <ada@x.org>|12\nmailto:Bob@x.org\u{200b}|11\nada@x.org; bob@x.org|11\n";
        let assign = |verdict| (Action::Assign, verdict);
        let expected = [assign(Ok(())), assign(Ok(())), assign(Err(LeftOut::Judge(NameUnclear::Unknown)))];
        assert_eq!(verdicts(file), expected);
    }

    #[test]
    fn a_conflict_says_that_it_ends_a_review() {
        let file =
            "paper,action,email\n10,conflict,ada@x.org\n12,conflict,bob@x.org\n10,clearreview,bob@x.org\n";
        let ends: Vec<bool> =
            read(file, &world()).unwrap().lines.into_iter().map(|line| line.ends_review).collect();
        assert_eq!(ends, [true, false, false]);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named_as_a_whole() {
        assert_eq!(read("", &world()), Err(ListFault::Empty));
        let names = ["name", "place"].map(str::to_owned).into();
        assert_eq!(
            read("name,place\nx,y\n", &world()),
            Err(ListFault::Columns { list: ListKind::Assignments, names })
        );
        assert_eq!(read("email,paper\n\"ada,10\n", &world()), Err(ListFault::OpenQuote { row: 2 }));
    }
}
