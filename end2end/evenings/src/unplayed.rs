//! What no evening plays yet.

/// Acts of the rules that no evening asks about.
pub(crate) const UNPLAYED: &[&str] = &["MergeAccounts", "PublishOpenData", "ReadFlags"];

#[cfg(test)]
mod tests {
    use super::*;
    use shared::rules::Act;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn each_act_of_the_rules_is_played_or_listed_here() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/deeds");
        let files = fs::read_dir(folder).unwrap();
        let mut source: String =
            files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
        source.push_str(include_str!("verdict.rs"));
        let paths = source.split(|c: char| !c.is_ascii_alphanumeric() && c != ':');
        let asked: BTreeSet<&str> =
            paths.filter_map(|path| path.split("::").skip_while(|part| *part != "act").nth(1)).collect();
        let all = Act::BY_NOUN.iter().flat_map(|acts| acts.iter()).map(|act| act.name);
        let unplayed: BTreeSet<&str> = all.filter(|name| !asked.contains(name)).collect();
        assert_eq!(unplayed, UNPLAYED.iter().copied().collect());
    }
}
