//! What an export's file name says.

/// The event in an export's name: with the end `-audit`, `demo` of `demo-audit.csv` or `demo-audit (1).csv`.
pub(super) fn slug_of<'n>(name: &'n str, end: &str) -> Option<&'n str> {
    let file = name.rsplit(['/', '\\']).next()?.strip_suffix(".csv")?;
    let stem = match file.rsplit_once(" (") {
        Some((stem, copy)) if copy.ends_with(')') => stem,
        _ => file,
    };
    stem.strip_suffix(end).filter(|slug| !slug.is_empty())
}
