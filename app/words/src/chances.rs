//! Chances to win.

/// What a chance rests on, for the pages that show chances.
pub const CHANCES_ASSUME: &str = "A chance assumes that the projects differ about as much as projects usually do. If the projects of \
                                  a small field hardly differ, chances are too high.";
