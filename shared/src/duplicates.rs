//! When a project repeats an earlier one: the same repository, or nearly the same text.

use unicode_normalization::UnicodeNormalization;

/// Words that both texts need before likeness says anything.
const FEWEST_WORDS: usize = 30;
/// Jaccard likeness of three-word shingles from which two texts count as the same.
const SAME_TEXT: f64 = 0.8;
/// Forges whose paths do not tell upper from lower case.
const FORGES: [&str; 5] = ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitea.com"];

/// A project as the check sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    repo: Option<String>,
    /// Each once, in order.
    shingles: Vec<u64>,
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
    /// Rises with every change to how fingerprints are made: a stored one of another version says nothing.
    pub const VERSION: i16 = 1;

    /// Reads a project's address and texts (title, tagline, summary, description).
    #[must_use]
    pub fn of(repo_url: &str, texts: [&str; 4]) -> Self {
        let text: String = texts.join(" ").nfkc().collect::<String>().to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let mut shingles: Vec<u64> = words.windows(3).map(fnv).collect();
        shingles.sort_unstable();
        shingles.dedup();
        Self { repo: normal_repository(repo_url), shingles, words: words.len() }
    }

    /// The parts to store: the repository's address without what does not tell it apart, the number of words, and the
    /// shingles as eight bytes each, least significant first.
    #[must_use]
    pub fn to_parts(&self) -> (Option<&str>, usize, Vec<u8>) {
        (
            self.repo.as_deref(),
            self.words,
            self.shingles.iter().flat_map(|shingle| shingle.to_le_bytes()).collect(),
        )
    }

    /// What [`Self::to_parts`] gave.
    #[must_use]
    pub fn from_parts(repo: Option<String>, words: usize, shingles: &[u8]) -> Self {
        let (shingles, _) = shingles.as_chunks();
        Self { repo, words, shingles: shingles.iter().copied().map(u64::from_le_bytes).collect() }
    }

    /// The fewest and the most bytes of shingles that another project's text can have and still be nearly the same: what
    /// is common is at most all of the smaller one.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "counts of words in a text of 60,000 characters"
    )]
    pub fn bytes_alike(&self) -> (i32, i32) {
        let mine = (self.shingles.len() * 8) as f64;
        ((mine * SAME_TEXT).floor() as i32, (mine / SAME_TEXT).ceil() as i32)
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
fn likeness(a: &[u64], b: &[u64]) -> f64 {
    let (mut at, mut common) = (b.iter().peekable(), 0);
    for shingle in a {
        while at.next_if(|other| *other < shingle).is_some() {}
        common += usize::from(at.next_if_eq(&shingle).is_some());
    }
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

    #[test]
    fn a_stored_fingerprint_is_the_same() {
        let words: Vec<String> = (0..60).map(|n| format!("word{}", n % 40)).collect();
        let made = Fingerprint::of("https://github.com/Team/Lamp", ["", "", "", &words.join(" ")]);
        let (repo, words, shingles) = made.to_parts();
        assert_eq!((repo, words, shingles.len()), (Some("github.com/team/lamp"), 60, 8 * 40));
        assert_eq!(Fingerprint::from_parts(repo.map(str::to_owned), words, &shingles), made);
    }

    #[test]
    fn texts_outside_the_bounds_in_length_are_never_the_same() {
        let words: Vec<String> = (0..100).map(|n| format!("word{n}")).collect();
        let with = |n: usize| Fingerprint::of("", ["", "", "", &words[..n].join(" ")]);
        let (low, high) = with(80).bytes_alike();
        for n in 30..=100 {
            let bytes = with(n).to_parts().2.len() as i32;
            assert!((low..=high).contains(&bytes) || with(80).repeats(&with(n)).is_none(), "{n}");
        }
        assert!(with(80).repeats(&with(98)).is_some() && with(80).repeats(&with(66)).is_some());
    }
}
