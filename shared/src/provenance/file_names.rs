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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_its_event_by_its_end_alone() {
        for name in [
            "demo-audit.csv",
            "demo-audit (1).csv",
            "/tmp/other-audit.csv/demo-audit (12).csv",
            "C:\\x\\demo-audit.csv",
        ] {
            assert_eq!(slug_of(name, "-audit"), Some("demo"), "{name}");
        }
        for name in [
            "-audit.csv", "demo-audit", "demo-audit.txt", "demo-scores.csv", "demo-audit (1.csv",
            "demo-audit.csv/x.csv",
        ] {
            assert_eq!(slug_of(name, "-audit"), None, "{name}");
        }
        assert_eq!(slug_of("a (b)-audit (3).csv", "-audit"), Some("a (b)"));
    }
}
