//! CSV exports: the eight kinds, their columns, and the guard against formulas.

use crate::prelude::ToSchema;
use std::borrow::Cow;

/// What can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum ExportKind {
    /// One row per membership.
    Registrations,
    /// One row per team member.
    Teams,
    /// One row per project, drafts included.
    Projects,
    /// One row per assignment.
    Assignments,
    /// One row per review, drafts included.
    Scores,
    /// One row per project of the latest run.
    Results,
    /// One row per judge of the latest run.
    Judges,
    /// One row per audit row of the event.
    Audit,
}

named! { ExportKind:
    Registrations = "registrations", Teams = "teams", Projects = "projects", Assignments = "assignments",
    Scores = "scores", Results = "results", Judges = "judges", Audit = "audit",
}

/// What the columns of answers to an event's own questions begin with, before the question's key. They come last in the projects.
pub const ANSWER_COLUMN: &str = "answer_";

impl ExportKind {
    /// Whether it reveals judges' scores. A conflicted organizer may not have such a file before publication.
    pub fn tells_scores(self) -> bool {
        matches!(self, Self::Scores | Self::Results | Self::Judges | Self::Audit)
    }

    /// The columns; criterion keys come before `weighted_0_1` in the scores.
    pub fn columns(self, criterion_keys: &[String]) -> Vec<String> {
        let fixed: &[&str] = match self {
            Self::Registrations => &["user_email", "name", "role", "tracks"],
            Self::Teams => &["team_id", "external_id", "team", "member_email", "joined_at"],
            Self::Projects => &[
                "project_id", "external_id", "title", "team", "track", "status", "submitted_at", "repo_url",
                "demo_url", "tags", "duplicate_of",
            ],
            Self::Assignments => {
                &["assignment_id", "judge_email", "project_id", "project", "status", "source", "created_at"]
            }
            Self::Scores => &["review_id", "judge_email", "project_id", "project", "submitted_at"],
            Self::Results => &[
                "run", "rank", "rank_low", "rank_high", "raw_rank", "project_id", "project", "reviews",
                "raw_mean", "calibrated", "se", "excluded", "input_digest",
            ],
            Self::Judges => &["run", "judge_email", "reviews", "offset", "scale", "noise", "flag"],
            Self::Audit => &[
                "seq", "ts", "actor", "action", "object_type", "object_id", "ip", "before", "after",
                "prev_hash", "row_hash",
            ],
        };
        let mut columns: Vec<String> = fixed.iter().map(|c| (*c).to_owned()).collect();
        if self == Self::Scores {
            columns.extend(criterion_keys.iter().cloned());
            columns.extend(["weighted_0_1".to_owned(), "comment".to_owned()]);
        }
        columns
    }
}

/// Puts a single quote before a cell that a spreadsheet would run as a formula: one that starts with
/// `=`, `+`, `-` or `@` and is not a number (`^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$`).
pub fn guard(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@']) && !is_number(cell) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The cell's value without the quote that [`guard`] put before it; `None` if it put none there.
pub(crate) fn behind_guard(cell: &str) -> Option<&str> {
    cell.strip_prefix('\'').filter(|value| guard(value) != *value)
}

fn is_number(cell: &str) -> bool {
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let unsigned = |t: &'_ str| t.strip_prefix(['+', '-']).unwrap_or(t).len();
    let cell = &cell[cell.len() - unsigned(cell)..];
    let (mantissa, exponent) = match cell.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(&exponent[exponent.len() - unsigned(exponent)..])),
        None => (cell, None),
    };
    let whole_and_part = match mantissa.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(mantissa),
    };
    whole_and_part && exponent.is_none_or(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_get_a_quote_and_numbers_do_not() {
        for formula in ["=1+1", "+cmd", "-x", "@SUM(A1)", "-", "+1-1", "-1e", "-.5", "-1."] {
            assert_eq!(guard(formula), format!("'{formula}"), "{formula}");
        }
        for plain in ["", "a=b", "-1", "+2.50", "-1e-3", "1E+9", "'=1", "plain"] {
            assert_eq!(guard(plain), plain, "{plain}");
        }
    }

    #[test]
    fn scores_have_a_column_for_each_criterion_before_the_total() {
        let columns = ExportKind::Scores.columns(&["impact".into()]);
        assert_eq!(columns[4..], ["submitted_at", "impact", "weighted_0_1", "comment"]);
    }
}
