//! When a project repeats an earlier one: the same repository, or nearly the same text.

mod repository;

pub(crate) use repository::is_on_forge;
pub use repository::{git_address, normal_repository};

use crate::digest::fnv1a;
use crate::text::name_key;

/// Words that both texts need before likeness says anything.
const FEWEST_WORDS: usize = 30;
/// Jaccard likeness of three-word shingles from which two texts count as the same.
const SAME_TEXT: f64 = 0.8;
/// The headings of Devpost's form, in words: every project there has them. The last but one ends with the project’s title.
const HEADINGS: [&[&str]; 8] = [
    &["inspiration"],
    &["what", "it", "does"],
    &["how", "we", "built", "it"],
    &["challenges", "we", "ran", "into"],
    &["accomplishments", "that", "we", "re", "proud", "of"],
    &["what", "we", "learned"],
    &["what", "s", "next", "for"],
    &["built", "with"],
];
/// Scripts that are written without spaces between words: Thai and Lao; Myanmar; Khmer; kana, Bopomofo and Han.
const UNSPACED: [std::ops::RangeInclusive<char>; 10] = [
    '\u{0E00}'..='\u{0EFF}',
    '\u{1000}'..='\u{109F}',
    '\u{1780}'..='\u{17FF}',
    '\u{3005}'..='\u{3007}',
    '\u{3040}'..='\u{312F}',
    '\u{31F0}'..='\u{31FF}',
    '\u{3400}'..='\u{4DBF}',
    '\u{4E00}'..='\u{9FFF}',
    '\u{F900}'..='\u{FAFF}',
    '\u{1B000}'..='\u{3FFFF}',
];

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
pub enum DuplicateReason {
    /// The same repository address.
    SameRepository,
    /// Nearly the same text.
    SameText,
}

impl Fingerprint {
    /// Rises with every change to how fingerprints are made: a stored one of another version says nothing.
    pub const VERSION: i16 = 4;

    /// Reads a project's address and texts (title, tagline, summary, description).
    pub fn of(repo_url: &str, texts: [&str; 4]) -> Self {
        // As they look: with letters of another script or characters of no width in its words, a copy reads the same.
        let text = name_key(&texts.join(" "));
        let words = without_headings(&words(&text));
        let mut shingles: Vec<u64> = words.windows(3).map(hash_of).collect();
        shingles.sort_unstable();
        shingles.dedup();
        Self { repo: normal_repository(repo_url), shingles, words: words.len() }
    }

    /// The parts to store: the normalised address of the repository, the number of words, and the
    /// shingles as eight bytes each, least significant first.
    pub fn to_parts(&self) -> (Option<&str>, usize, Vec<u8>) {
        (
            self.repo.as_deref(),
            self.words,
            self.shingles.iter().flat_map(|shingle| shingle.to_le_bytes()).collect(),
        )
    }

    /// What [`Self::to_parts`] gave.
    pub fn from_parts(repo: Option<String>, words: usize, shingles: &[u8]) -> Self {
        let (shingles, _) = shingles.as_chunks();
        Self { repo, words, shingles: shingles.iter().copied().map(u64::from_le_bytes).collect() }
    }

    /// The fewest and the most bytes of shingles that another project's text can have and still be nearly the same: what
    /// is common is at most all of the smaller one.
    pub fn bytes_alike(&self) -> (i32, i32) {
        let mine = (self.shingles.len() * 8) as f64;
        ((mine * SAME_TEXT).floor() as i32, (mine / SAME_TEXT).ceil() as i32)
    }

    /// Whether this project repeats `earlier`, and why.
    pub fn repeats(&self, earlier: &Self) -> Option<DuplicateReason> {
        if self.repo.is_some() && self.repo == earlier.repo {
            return Some(DuplicateReason::SameRepository);
        }
        (self.is_comparable(earlier) && self.likeness(earlier) >= SAME_TEXT)
            .then_some(DuplicateReason::SameText)
    }

    /// Whether both texts have enough words for their likeness to say anything.
    pub fn is_comparable(&self, other: &Self) -> bool {
        self.words >= FEWEST_WORDS && other.words >= FEWEST_WORDS
    }

    /// The share of three-word shingles that both texts have, from 0 to 1.
    pub fn likeness(&self, other: &Self) -> f64 {
        likeness(&self.shingles, &other.shingles)
    }
}

/// A hash of some words, with an end after each: otherwise `ab c` and `a bc` would be the same.
fn hash_of(words: &[&str]) -> u64 {
    fnv1a(words.iter().flat_map(|word| word.bytes().chain([0])))
}

fn likeness(a: &[u64], b: &[u64]) -> f64 {
    let (mut at, mut common) = (b.iter().peekable(), 0);
    for shingle in a {
        while at.next_if(|other| *other < shingle).is_some() {}
        common += usize::from(at.next_if_eq(&shingle).is_some());
    }
    let all = a.len() + b.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

/// The words of a text. In scripts without spaces each character is one: otherwise such a text would be a single word, and no
/// repeat of it would be found.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let unspaced = |c: char| UNSPACED.iter().any(|script| script.contains(&c));
    let mut words = Vec::new();
    for run in text.split(|c: char| !c.is_alphanumeric()) {
        let mut begin = 0;
        for (at, c) in run.char_indices().filter(|(_, c)| unspaced(*c)) {
            words.extend(run.get(begin..at));
            begin = at + c.len_utf8();
            words.extend(run.get(at..begin));
        }
        words.extend(run.get(begin..));
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words without those of [`HEADINGS`], wherever they are: some lists have a whole description in one line.
fn without_headings<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut kept = Vec::with_capacity(words.len());
    let mut rest = words;
    while let [word, after @ ..] = rest {
        let heading = HEADINGS.iter().find(|heading| rest.starts_with(heading));
        rest = match heading {
            Some(heading) => rest.get(heading.len()..).unwrap_or_default(),
            None => {
                kept.push(*word);
                after
            }
        };
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repo(url: &str) -> Fingerprint {
        Fingerprint::of(url, [""; 4])
    }

    #[test]
    fn spellings_of_one_repository_are_the_same() {
        let spellings: [&[&str]; 3] = [
            &[
                "https://github.com/Team/Lamp",
                "http://www.GitHub.com/team/lamp.git",
                "https://github.com/team/Lamp.GIT/",
                "https://github.com/TEAM/lamp?tab=x#y",
                "https://github.com/team/lamp/tree/main",
                "https://github.com/team/lamp/issues/3",
                "https://github.com//team//lamp",
                "https://github.com./team/l%61mp",
                "http://github.com:443/team/lamp",
            ],
            &[
                "https://gitlab.com/group/part/lamp",
                "https://gitlab.com/Group/part/lamp.git",
                "https://gitlab.com/group/part/lamp/-/tree/main",
                "https://gitlab.com/group/part/lamp/blob/main/README.md",
            ],
            &[
                "https://code.example/~ada/lamp?p=1",
                "http://CODE.example/%7Eada/lamp.git/?p=1",
                "https://www.code.example:443/%7eada/l%61mp?p=%31#readme",
            ],
        ];
        for spellings in spellings {
            let first = repo(spellings[0]);
            for same in spellings {
                assert_eq!(repo(same).repeats(&first), Some(DuplicateReason::SameRepository), "{same}");
            }
        }
    }

    #[test]
    fn other_repositories_differ() {
        for (one, other) in [
            ("https://github.com/team/lamp", "https://github.com/team/lamp2"),
            ("https://github.com/team/lamp", "https://code.example/team/lamp"),
            ("https://gitlab.com/group/part/lamp", "https://gitlab.com/group/part/boat"),
            ("https://drive.google.com/open?id=A", "https://drive.google.com/open?id=B"),
            ("https://git.example/web?p=a.git", "https://git.example/web?p=b.git"),
            ("https://code.example/A", "https://code.example/a"),
            ("https://code.example/a%2Fb", "https://code.example/a/b"),
        ] {
            assert_eq!(repo(one).repeats(&repo(other)), None, "{one} and {other}");
            assert!(normal_repository(one).is_some() && normal_repository(other).is_some());
        }
    }

    #[test]
    fn an_address_of_no_repository_matches_nothing() {
        for nothing in [
            "",
            "lamp",
            "https://github.com",
            "https://github.com/",
            "https://github.com/team",
            "https://github.com/team/.git",
            "https://gitlab.com/group/",
            "https://my-lamp.example",
            "https://my-lamp.example/?ref=hackathon",
            "https://my-lamp.example/#/start",
        ] {
            assert_eq!(normal_repository(nothing), None, "{nothing}");
            assert_eq!(repo(nothing).repeats(&repo(nothing)), None, "{nothing}");
        }
    }

    #[test]
    fn in_scripts_without_spaces_characters_are_words() {
        let with = |text: &str| Fingerprint::of("", ["", "", "", text]);
        for text in [
            "このランプは部屋が暗くなると自動的に点灯し、誰もいなくなると静かに消える小さな装置です。",
            "这盏灯在房间变暗时自动点亮，在没有人的时候安静地熄灭，是一个小巧而省电的装置，适合每个家庭。",
            "โคมไฟนี้จะติดเองเมื่อห้องมืดและดับเองเมื่อไม่มีใครอยู่ในห้องเป็นอุปกรณ์ขนาดเล็กสำหรับทุกบ้าน",
        ] {
            assert_eq!(
                with(&format!("{text}新")).repeats(&with(text)),
                Some(DuplicateReason::SameText),
                "{text}"
            );
            let short: String = text.chars().take(20).collect();
            assert_eq!(with(&short).repeats(&with(&short)), None, "{short}");
            let backwards: String = text.chars().rev().collect();
            assert_eq!(with(&backwards).repeats(&with(text)), None, "{text}");
        }
        assert_eq!(words("2つのlampと灯 ok"), ["2", "つ", "の", "lamp", "と", "灯", "ok"]);
    }

    #[test]
    fn near_identical_texts_repeat_and_short_ones_do_not() {
        let words: Vec<String> = (0..60).map(|n| format!("word{n}")).collect();
        let long = words.join(" ");
        let with = |text: &str| Fingerprint::of("", ["", "", "", text]);
        let changed = format!("{long} and");
        assert_eq!(with(&changed.to_uppercase()).repeats(&with(&long)), Some(DuplicateReason::SameText));
        for looks_the_same in
            [long.replace('r', "r\u{200b}"), long.replace('o', "о"), long.replace('d', "d\u{e0041}")]
        {
            let reason = with(&looks_the_same).repeats(&with(&long));
            assert_eq!(reason, Some(DuplicateReason::SameText), "{looks_the_same}");
        }
        assert_eq!(with(&words[..20].join(" ")).repeats(&with(&words[..20].join(" "))), None);
        let half = format!(
            "{} {}",
            words[..30].join(" "),
            (0..30).map(|n| format!("other{n}")).collect::<Vec<_>>().join(" ")
        );
        assert_eq!(with(&half).repeats(&with(&long)), None);
    }

    #[test]
    fn the_headings_of_a_form_are_no_text_of_a_project() {
        let filled = |name: &str| {
            let headings = [
                "Inspiration",
                "What it does",
                "How we built it",
                "Challenges we ran into",
                "Accomplishments that we’re proud of",
                "What we learned",
                &format!("What's next for {name}"),
                "Built With",
            ];
            let parts = headings.iter().enumerate();
            let text: String = parts
                .map(|(n, heading)| format!("## {heading}\n{name} has {name}{n} and {name}{} too.\n", n + 20))
                .collect();
            Fingerprint::of("", [name, "", "", &text])
        };
        let (lamp, kite) = (filled("Lamp"), filled("Kite"));
        assert!(lamp.is_comparable(&kite), "enough words are left");
        assert_eq!(lamp.likeness(&kite), 0.0);
        assert_eq!(lamp.likeness(&filled("Lamp")), 1.0);
        let headings_only = "Inspiration What it does How we built it Challenges we ran into ".repeat(5);
        let empty = Fingerprint::of("", ["Lamp", "", "", &headings_only]);
        assert_eq!(empty.repeats(&empty), None, "a form that nobody filled in says nothing");
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
