//! Chances to win, and whether the run that they come from still says what the reviews say.

/// What a chance rests on, for the pages that show chances.
pub const CHANCES_ASSUME: &str = "A chance assumes that the projects differ about as much as projects usually do. If the projects of \
                                  a small field hardly differ, chances are too high.";

/// That another run would say something else by now, wherever a run is shown.
pub fn outdated_run(run: i32) -> String {
    format!("Reviews, projects or prizes changed after run {run}.")
}
