//! What becomes of a row of a list of scores.

use super::faults::faults;
use super::list_file::{against, judge_unclear, more_cells, project_unclear, with_repeats};
use super::refusals::refusal;
use shared::refusal::Refusal;
use shared::score_file::{ScoreAct, ScoreLeftOut, ScoreLine};

/// What entering the row does, or why it is left out.
pub fn line(line: &ScoreLine) -> String {
    let verdict = match &line.verdict {
        Ok(ScoreAct::New) => "Submits the review".to_owned(),
        Ok(ScoreAct::Replaces) => "Replaces what is stored".to_owned(),
        Ok(ScoreAct::Assigns) => "Not assigned: assigns the project first".to_owned(),
        Err(left_out) => format!("Left out: {}", why(left_out)),
    };
    with_repeats(verdict, &line.repeated_in, ("Row", "Rows"))
}

fn why(left_out: &ScoreLeftOut) -> String {
    let why = match left_out {
        ScoreLeftOut::Same => "the same review is stored already",
        ScoreLeftOut::Repeated { row } => {
            return format!("row {row} names the same judge and project");
        }
        ScoreLeftOut::Judge(unclear) => judge_unclear(*unclear),
        ScoreLeftOut::Project(unclear) => project_unclear(*unclear),
        ScoreLeftOut::MoreCells { cells, columns } => {
            return format!("the row does not fit. {}", more_cells(*cells, *columns));
        }
        ScoreLeftOut::Against(said) => {
            return format!("{}. To enter the review, clear that cell", against(said));
        }
        ScoreLeftOut::OtherRange { column, criterion, least, most } => {
            return format!(
                "“{column}” has another range than the rubric. Enter scores from {least} to {most}, and call the column “{criterion}”"
            );
        }
        ScoreLeftOut::NotHere => {
            "this judge is invited and not here yet. Enter the scores once they have joined by link or card"
        }
        ScoreLeftOut::Barred => "a conflict, or the judge’s own team",
        ScoreLeftOut::Recused => "the judge stepped aside",
        ScoreLeftOut::Voided => "an organizer set this review aside",
        ScoreLeftOut::Wrong(wrong) => return faults_of(wrong),
    };
    why.to_owned()
}

fn faults_of(wrong: &Refusal) -> String {
    let all: Vec<String> = wrong.fields.0.values().flat_map(|of| faults(of)).collect();
    let all: Vec<&str> = all.iter().map(|fault| fault.trim_end_matches('.')).collect();
    if all.is_empty() { refusal(wrong) } else { all.join("; ") }
}
