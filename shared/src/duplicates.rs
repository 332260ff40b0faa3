//! When a project repeats an earlier one: the same repository, or nearly the same text.

use std::collections::HashSet;
use unicode_normalization::UnicodeNormalization;

/// Words that both texts need before likeness says anything.
const FEWEST_WORDS: usize = 30;
/// Jaccard likeness of three-word shingles from which two texts count as the same.
const SAME_TEXT: f64 = 0.8;
/// Forges whose paths do not tell upper from lower case.
const FORGES: [&str; 5] = ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitea.com"];

/// A project as the check sees it.
#[derive(Clone, Debug)]
pub struct Fingerprint {
    repo: Option<String>,
    shingles: HashSet<u64>,
    words: usize,
}

/// Why a project counts as a repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The same repository address.
    SameRepository,
    /// Nearly the same text.
    SameText,
}

impl Why {
    /// The reason in words.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::SameRepository => "the same repository address",
            Self::SameText => "nearly the same text",
        }
    }
}

impl Fingerprint {
    /// Reads a project's address and texts (title, tagline, summary, description).
    #[must_use]
    pub fn of(repo_url: &str, texts: [&str; 4]) -> Self {
        let text: String = texts.join(" ").nfkc().collect::<String>().to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let shingles = words.windows(3).map(fnv).collect();
        Self { repo: normal_repository(repo_url), shingles, words: words.len() }
    }

    /// Whether this project repeats `earlier`, and why.
    #[must_use]
    pub fn repeats(&self, earlier: &Self) -> Option<Why> {
        if self.repo.is_some() && self.repo == earlier.repo {
            return Some(Why::SameRepository);
        }
        let enough = self.words >= FEWEST_WORDS && earlier.words >= FEWEST_WORDS;
        (enough && likeness(&self.shingles, &earlier.shingles) >= SAME_TEXT).then_some(Why::SameText)
    }
}

/// FNV-1a, 64 bits: stable everywhere, unlike the standard library's hasher.
fn fnv(words: &[&str]) -> u64 {
    words
        .iter()
        .flat_map(|w| w.bytes().chain([0]))
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[expect(clippy::cast_precision_loss, reason = "counts of words in a text of 60,000 characters")]
fn likeness(a: &HashSet<u64>, b: &HashSet<u64>) -> f64 {
    let common = a.intersection(b).count();
    let all = a.len() + b.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

/// A repository's address without what does not tell repositories apart: scheme, `www.`, case of the
/// host and on known forges of the path, `.git`, trailing slashes, query and fragment. `None` for an
/// empty or unreadable one, which matches nothing.
#[must_use]
pub fn normal_repository(repo_url: &str) -> Option<String> {
    let url = url::Url::parse(repo_url.trim()).ok()?;
    let host = url.host_str()?.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let path = url.path().trim_end_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path).trim_end_matches('/');
    let path = if FORGES.contains(&host) { path.to_lowercase() } else { path.to_owned() };
    let port = url.port().map(|p| format!(":{p}")).unwrap_or_default();
    Some(format!("{host}{port}{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repo(url: &str) -> Fingerprint {
        Fingerprint::of(url, [""; 4])
    }

    #[test]
    fn spellings_of_one_repository_are_the_same() {
        let first = repo("https://github.com/Team/Lamp");
        for same in [
            "http://www.GitHub.com/team/lamp.git",
            "https://github.com/team/lamp/",
            "https://github.com/TEAM/lamp?tab=x#y",
        ] {
            assert_eq!(repo(same).repeats(&first), Some(Why::SameRepository), "{same}");
        }
        for other in ["https://github.com/team/lamp2", "https://code.example/team/lamp", ""] {
            assert_eq!(repo(other).repeats(&first), None, "{other}");
        }
        assert_eq!(repo("").repeats(&repo("")), None);
        assert_eq!(repo("https://code.example/A").repeats(&repo("https://code.example/a")), None);
    }

    #[test]
    fn near_identical_texts_repeat_and_short_ones_do_not() {
        let words: Vec<String> = (0..60).map(|n| format!("word{n}")).collect();
        let long = words.join(" ");
        let with = |text: &str| Fingerprint::of("", ["", "", "", text]);
        let changed = format!("{long} and");
        assert_eq!(with(&changed.to_uppercase()).repeats(&with(&long)), Some(Why::SameText));
        assert_eq!(with(&words[..20].join(" ")).repeats(&with(&words[..20].join(" "))), None);
        let half = format!(
            "{} {}",
            words[..30].join(" "),
            (0..30).map(|n| format!("other{n}")).collect::<Vec<_>>().join(" ")
        );
        assert_eq!(with(&half).repeats(&with(&long)), None);
    }
}
