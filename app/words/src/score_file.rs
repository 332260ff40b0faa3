//! What becomes of a row of a list of scores.

use super::faults::faults;
use super::list_file::more_cells;
use super::refusals::refusal;
use shared::list_file::ProjectUnclear;
use shared::refusal::Refusal;
use shared::score_file::{ScoreAct, ScoreLeftOut, ScoreLine};

/// What entering the row does, or why it is left out.
pub fn line(line: &ScoreLine) -> String {
    match &line.verdict {
        Ok(ScoreAct::New) => "Submits the review".to_owned(),
        Ok(ScoreAct::Replaces) => "Replaces what is stored".to_owned(),
        Ok(ScoreAct::Assigns) => "Not assigned: assigns the project first".to_owned(),
        Err(left_out) => format!("Left out: {}", why(left_out)),
    }
}

fn why(left_out: &ScoreLeftOut) -> String {
    let why = match left_out {
        ScoreLeftOut::Same => "the same review is stored already",
        ScoreLeftOut::Repeated => "an earlier row names the same judge and project",
        ScoreLeftOut::JudgeUnknown => "no judge of this event has this address or name",
        ScoreLeftOut::JudgeAmbiguous => "several judges have this name. Write the address",
        ScoreLeftOut::JudgesDisagree => {
            "the address and the name are of two judges. Correct one, or leave the name empty"
        }
        ScoreLeftOut::Project(ProjectUnclear::Unknown) => {
            "no project that can be judged has this number or title"
        }
        ScoreLeftOut::Project(ProjectUnclear::Ambiguous) => {
            "several projects have this title. Write the number"
        }
        ScoreLeftOut::Project(ProjectUnclear::Disagree) => {
            "the number and the title are of two projects. Correct one, or leave the title empty"
        }
        ScoreLeftOut::MoreCells { cells, columns } => {
            return format!("the row does not fit. {}", more_cells(*cells, *columns));
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
