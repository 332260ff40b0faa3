//! What a mark on a visit says.

use shared::visit::VisitMark;

/// The word for a mark on a judge's own pages.
pub fn mark(mark: VisitMark) -> &'static str {
    match mark {
        VisitMark::Absent => "absent",
        VisitMark::Busy => "busy",
        VisitMark::CannotDemo => "can’t demo",
    }
}

/// What happened, for the team.
pub fn missed(mark: VisitMark) -> &'static str {
    match mark {
        VisitMark::Absent => "A judge came and found nobody",
        VisitMark::Busy => "A judge came while you were busy",
        VisitMark::CannotDemo => "A judge came, and you could not show your project",
    }
}
