//! What a plan of assignments could not meet, what would help, and whether its visits fit.

use super::amounts::{NAMED, and_list, and_more, plural};
use super::list_file::{against, judge_unclear, project_unclear, with_repeats};
use super::times::span;
use super::titles::name_few;
use chrono::TimeDelta;
use shared::assignment_file::{Action, AssignmentLine, LeftOut};
use shared::conflict::{ConflictKind, ConflictSource};
use shared::planner::{Help, Unmet, UntakenWork};
use shared::visiting_time::{Fit, RoundPace};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub struct PlanNames {
    pub judges: BTreeMap<i64, String>,
    pub projects: BTreeMap<i64, String>,
    pub tracks: BTreeMap<i64, String>,
}

impl PlanNames {
    pub fn judge(&self, id: i64) -> String {
        self.judges.get(&id).cloned().unwrap_or_else(|| format!("judge {id}"))
    }

    pub fn project(&self, id: i64) -> String {
        self.projects.get(&id).cloned().unwrap_or_else(|| format!("project {id}"))
    }

    fn track(&self, id: i64) -> String {
        self.tracks.get(&id).cloned().unwrap_or_else(|| format!("track {id}"))
    }
}

/// `3 reviews`.
fn reviews(n: u32) -> String {
    plural(n, "review", "reviews")
}

fn judges(n: u32) -> String {
    plural(n, "judge", "judges")
}

/// `.123`, as tables write shares below 1.
fn share(thousandths: u32) -> String {
    format!("0.{thousandths:03}")
}

pub fn unmet(unmet: &Unmet, names: &PlanNames) -> String {
    match unmet {
        Unmet::NoJudges => "Nobody judges the event yet.".to_owned(),
        Unmet::NoProjects => "No submitted project can be judged yet.".to_owned(),
        Unmet::FewJudges { projects, judges: has, wanted } => format!(
            "The event has {}, but {} should have {wanted} each.",
            judges(*has),
            plural(projects.len(), "project", "projects")
        ),
        Unmet::Capped { projects, missing } => format!(
            "The judges’ caps leave no room for {} of {}.",
            reviews(*missing),
            name_few(projects.iter().map(|id| names.project(*id)))
        ),
        Unmet::FewMayJudge { project, eligible, barred, wanted } => format!(
            "{} needs {}, but only {eligible} may judge it. Conflicts, teams and recusals keep {barred} away.",
            names.project(*project),
            judges(*wanted),
        ),
        Unmet::KeptDespiteConflict { project, judge } => {
            format!("{} already has {}, despite a conflict.", names.judge(*judge), names.project(*project))
        }
        Unmet::OverCap { judge, load, cap } => {
            format!("{} already has {load} projects, above a cap of {cap}.", names.judge(*judge))
        }
        Unmet::Parts { parts } => format!(
            "The reviews fall into {parts} parts that share no judge. Projects of different parts can’t be compared."
        ),
        Unmet::WeakTies { thousandths } => format!(
            "Few reviews connect the judges. How well they can be compared is {}; it should be at least 0.1.",
            share(*thousandths)
        ),
        Unmet::TracksApart { thousandths } => format!(
            "Each judge reviews hardly anything outside one track ({} of 100 reviews; it should be at least 5).",
            thousandths / 10
        ),
        Unmet::TracksOpened { percent } => format!(
            "{percent}\u{a0}% of the reviews ignore tracks. Without them, judges of different tracks could not be compared."
        ),
        Unmet::TrackWithoutJudge { track, projects } => format!(
            "No judge has the track {}, which has {}.",
            names.track(*track),
            plural(*projects, "project", "projects")
        ),
        Unmet::Idle { judges } => format!(
            "There is nothing left for {}: every project has its judges.",
            and_more(judges.iter().map(|id| names.judge(*id)), NAMED)
        ),
    }
}

pub fn help(help: &Help, names: &PlanNames) -> String {
    match help {
        Help::RaiseCaps { reviews: n } => format!("Raise judges’ caps by {} in all.", reviews(*n)),
        Help::InviteJudges { judges: n, each: 0 } => {
            format!("Invite at least {}. Invited judges count at once.", judges(*n))
        }
        Help::InviteJudges { judges: n, each } => {
            format!("Invite {}, with {each} projects each.", judges(*n))
        }
        Help::FewerReviews { each } => {
            format!("Ask for {} for each project: every project has that many in this plan.", reviews(*each))
        }
        Help::MoreReviews { each } => format!("Ask for {} for each project.", reviews(*each)),
        Help::FreeJudges { judges: n } => format!("Find {} without a conflict with it.", judges(*n)),
        Help::Recuse => "Recuse the judge from the project.".to_owned(),
        Help::LowerExpertise => "Let tracks count for less.".to_owned(),
        Help::GiveTrack => "Give the track to a judge, or invite one who knows it.".to_owned(),
        Help::Review { judge, project } => format!(
            "Give {} to {}: that review would join two parts.",
            names.project(*project),
            names.judge(*judge)
        ),
        Help::MoveWork => {
            "Move pending work of other judges to them. While judging is open, the board does it in one press."
                .to_owned()
        }
    }
}

/// Why nobody who is here takes reviews over, by kinds, without a stop; none where somebody can.
pub fn untaken(UntakenWork { barred, given, full }: UntakenWork) -> Option<String> {
    let kinds = [
        (given, "because all other judges have the project already"),
        (full, "because no other judge has room"),
        (barred, "because of conflicts of interest, own teams and recusals"),
    ];
    let kinds = kinds.into_iter().filter(|(n, _)| *n > 0);
    let said: Vec<String> =
        kinds.map(|(n, why)| format!("{} {why}", plural(n, "review", "reviews"))).collect();
    (!said.is_empty()).then(|| and_list(&said))
}

/// Whether the visits fit into the time.
pub fn fit(fit: &Fit) -> String {
    let time = length(fit.minutes);
    if fit.longest == 0 {
        return "No visit is left".to_owned();
    }
    if fit.over == 0 {
        return format!("The visits fit into the {time} for judging");
    }
    let over = plural(fit.over, "judge has", "judges have");
    if fit.fitting == 0 {
        return format!("The visits do not fit: {over} visits left, but {time} allow none");
    }
    let visits = plural(fit.fitting, "visit", "visits");
    format!("The visits do not fit: {over} more than the {visits} that {time} allow")
}

/// What the longest round takes.
pub fn round(fit: &Fit, visit: u32, pace: RoundPace) -> String {
    if fit.longest == 0 {
        return format!("{} are left for judging.", length(fit.minutes));
    }
    let mut parts = vec![format!("{} of {}", plural(fit.longest, "visit", "visits"), length(visit))];
    if fit.longest > 1 && pace.moving > 0 {
        parts.push(format!("{} of {}", plural(fit.longest - 1, "way", "ways"), length(pace.moving)));
    }
    if pace.breaks > 0 {
        parts.push(format!("{} of breaks", length(pace.breaks)));
    }
    format!("The longest round takes {}: {}.", length(fit.needed), and_list(&parts))
}

fn length(minutes: u32) -> String {
    if minutes == 0 { "0\u{a0}min".to_owned() } else { span(TimeDelta::minutes(minutes.into())) }
}

pub fn conflict_kind(kind: ConflictKind) -> &'static str {
    match kind {
        ConflictKind::OwnTeam => "Own team, now or before",
        ConflictKind::Employer => "Same employer or school",
        ConflictKind::Mentor => "Mentored the team",
        ConflictKind::Family => "Family or friends",
        ConflictKind::Other => "Other",
    }
}

/// How a conflict came to be known.
pub fn conflict_source(source: ConflictSource) -> &'static str {
    match source {
        ConflictSource::Organizer => "Organizer",
        ConflictSource::Judge => "Judge",
        ConflictSource::Portal => "Found by the portal",
        ConflictSource::Import => "Imported",
    }
}

/// What a line of a file of assignments does, or why it is left out.
pub fn line(line: &AssignmentLine) -> String {
    let does = match (&line.verdict, line.action) {
        (Err(left_out), action) => format!("Left out: {}", why(left_out, action)),
        (Ok(()), Action::Assign) => "Assigns the project".to_owned(),
        (Ok(()), Action::Remove) => "Takes the project away".to_owned(),
        (Ok(()), Action::Conflict) if line.ends_review => {
            "Declares a conflict: the judge’s submitted review no longer counts".to_owned()
        }
        (Ok(()), Action::Conflict) => "Declares a conflict".to_owned(),
    };
    with_repeats(does, &line.repeated_in, ("Line", "Lines"))
}

fn why(left_out: &LeftOut, action: Action) -> String {
    let why = match left_out {
        LeftOut::Same if action == Action::Conflict => "the conflict is declared already",
        LeftOut::Same => "assigned already",
        LeftOut::Repeated { row } => return format!("line {row} names the same judge and project"),
        LeftOut::Judge(unclear) => judge_unclear(*unclear),
        LeftOut::Project(unclear) => project_unclear(*unclear),
        LeftOut::StatusUnknown => "the status is not known. Use pending, done or recused",
        LeftOut::MoreCells => "it has more cells than columns. Put a text with a comma in quotation marks",
        LeftOut::ActionUnknown => {
            "this action is not known. Write review, clearreview or conflict into a column “action”"
        }
        LeftOut::Against(said) => {
            return format!("{}. To assign the project, clear that cell", against(said));
        }
        LeftOut::Barred => "a conflict, or the judge’s own team",
        LeftOut::Recused => "the judge stepped aside",
        LeftOut::Reviewed => "a review has begun, so the assignment stays",
        LeftOut::NotAssigned => "there is no such assignment",
        LeftOut::NotHere => "you can declare a conflict once the judge is here",
    };
    why.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::list_file::Against;

    #[test]
    fn a_row_that_says_that_it_does_not_count_is_named_with_the_cell_that_says_so() {
        let said = |column: &str| {
            let against = Against { column: column.into(), said: "cancelled".into() };
            why(&LeftOut::Against(against), Action::Assign)
        };
        assert_eq!(
            said("State"),
            "the row says “cancelled” in “State”. To assign the project, clear that cell"
        );
        assert_eq!(said(""), "the row says “cancelled”. To assign the project, clear that cell");
    }

    #[test]
    fn both_lines_of_one_judge_and_project_name_the_other() {
        let of = |number, action, verdict, repeated_in| AssignmentLine {
            number,
            email: "ada@x.org".into(),
            paper: "12".into(),
            action,
            judge: 1,
            project: 12,
            verdict,
            ends_review: false,
            repeated_in,
        };
        let left_out = of(2, Action::Assign, Err(LeftOut::Repeated { row: 3 }), Vec::new());
        assert_eq!(line(&left_out), "Left out: line 3 names the same judge and project");
        let counts = |others| line(&of(3, Action::Conflict, Ok(()), others));
        assert_eq!(
            counts(vec![2]),
            "Declares a conflict. Line 2 names the same judge and project, and is left out"
        );
        assert_eq!(
            counts(vec![2, 5]),
            "Declares a conflict. Lines 2 and 5 name the same judge and project, and are left out"
        );
    }

    #[test]
    fn whether_visits_fit_is_said_with_what_a_round_is_made_of() {
        let pace = RoundPace { moving: 2, breaks: 15 };
        let said = |visits: &[u32], minutes| {
            let found = pace.fit(visits, 6, minutes);
            [fit(&found), round(&found, 6, pace)].map(|text| text.replace('\u{a0}', " "))
        };
        assert_eq!(
            said(&[13, 12], 120),
            [
                "The visits fit into the 2 h for judging",
                "The longest round takes 1 h 57 min: 13 visits of 6 min, 12 ways of 2 min and 15 min of breaks."
            ]
        );
        assert_eq!(
            said(&[13, 12], 110)[0],
            "The visits do not fit: 1 judge has more than the 12 visits that 1 h 50 min allow"
        );
        assert_eq!(said(&[0], 110), ["No visit is left", "1 h 50 min are left for judging."]);
        assert_eq!(said(&[1], 0)[0], "The visits do not fit: 1 judge has visits left, but 0 min allow none");
    }

    #[test]
    fn what_nobody_takes_is_said_by_its_kinds() {
        let said = |barred, given, full| untaken(UntakenWork { barred, given, full });
        assert_eq!(said(0, 0, 0), None);
        assert_eq!(
            said(1, 0, 9).as_deref(),
            Some(
                "9 reviews because no other judge has room and 1 review because of conflicts of interest, own teams and recusals"
            )
        );
    }

    #[test]
    fn a_shortage_names_projects_and_numbers() {
        let names =
            PlanNames { projects: (1..14).map(|n| (n, format!("P{n}"))).collect(), ..PlanNames::default() };
        let capped = Unmet::Capped { projects: (1..14).collect(), missing: 12 };
        assert_eq!(
            super::unmet(&capped, &names),
            "The judges’ caps leave no room for 12 reviews of P1, P2, P3, P4, P5, P6, P7, P8, P9, P10 and 3 more."
        );
        assert_eq!(
            help(&Help::InviteJudges { judges: 1, each: 20 }, &names),
            "Invite 1 judge, with 20 projects each."
        );
    }
}
