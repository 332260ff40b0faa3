//! Passwords that people try first: runs of keys, repeats, and one or two common words with numbers around them.

/// Rows of keys and orders of characters. A password made of runs of them is tried early.
const ROWS: [&str; 9] = [
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
];

/// Words that the commonest passwords are made of, a line each. What belongs to this portal is among them.
const WORDS: &str = include_str!("lists/common_words.txt");

/// Most words of a password that is refused for them. Three words that do not belong together are a good password.
const WORDS_TOGETHER: usize = 2;

/// Whether a password is among those that are tried first.
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let mut different: Vec<char> = lower.chars().collect();
    different.sort_unstable();
    different.dedup();
    different.len() < 4 || is_runs(&lower) || is_words(&lower)
}

/// Whether it is made of runs of three keys or more, but for one character.
fn is_runs(lower: &str) -> bool {
    let backwards = ROWS.map(|row| row.chars().rev().collect::<String>());
    let rows: Vec<&str> = ROWS.iter().copied().chain(backwards.iter().map(String::as_str)).collect();
    let letters: Vec<char> = lower.chars().collect();
    let (mut at, mut alone) = (0, 0);
    while at < letters.len() {
        let run = |length: usize| {
            let part: String = letters.iter().skip(at).take(length).collect();
            rows.iter().any(|row| row.contains(&part))
        };
        match (3..=letters.len() - at).rev().find(|length| run(*length)) {
            Some(length) => at += length,
            None => {
                alone += 1;
                at += 1;
            }
        }
    }
    alone <= 1
}

/// Whether it is one or two common words, once or several times, with numbers and signs around them or for letters.
fn is_words(lower: &str) -> bool {
    let plain = |c: char| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    let core = lower.trim_matches(|c: char| !c.is_alphabetic());
    // A sign at an end may be a letter: "p@ssw0rd" and "$ecret".
    let whole = lower.trim_end_matches(|c: char| !c.is_alphabetic());
    [core, whole].iter().any(|text| {
        let text: String = text.chars().map(plain).collect();
        // What comes again adds nothing.
        let once = (1..=text.len()).find(|n| {
            text.is_char_boundary(*n)
                && text.len().is_multiple_of(*n)
                && text[..*n].repeat(text.len() / n) == text
        });
        let text = once.map_or(text.as_str(), |n| &text[..n]);
        !text.is_empty() && fewest_words(text).is_some_and(|words| words <= WORDS_TOGETHER)
    })
}

/// The fewest common words that make up a text; none where there are others in it.
fn fewest_words(text: &str) -> Option<usize> {
    let mut fewest: Vec<Option<usize>> = vec![None; text.len() + 1];
    fewest[0] = Some(0);
    for at in 0..text.len() {
        let Some(so_far) = fewest[at] else { continue };
        for word in WORDS.lines().filter(|word| text.get(at..).is_some_and(|rest| rest.starts_with(*word))) {
            let end = at + word.len();
            fewest[end] = Some(fewest[end].map_or(so_far + 1, |known| known.min(so_far + 1)));
        }
    }
    fewest[text.len()]
}

#[cfg(test)]
mod tests {
    use super::is_common;

    #[test]
    fn what_is_tried_first_is_common_and_a_few_words_are_not() {
        for tried in [
            "1234567890", "0987654321", "123123123123", "aaaaaaaaaa", "1212121212", "qwertyuiop",
            "QWERTYUIOP1", "1q2w3e4r5t", "1qaz2wsx3edc", "abcdefghij", "asdfghjkl1", "zxcvbnm123",
            "abc123abc123", "qwerty12345", "password123", "Password1!", "P@ssw0rd2024", "passwordpassword",
            "iloveyou12", "letmein2026", "welcome1234", "adminadmin1", "evenhand2026", "sunshine123",
            "12345password", "mypassword1", "iloveyou123456", "qwertz123456", "monkeydragon",
        ] {
            assert!(is_common(tried), "{tried}");
        }
        for good in [
            "long enough",
            "three cups of tea",
            "a long password",
            "correcthorsebattery",
            "judge1-demo-password",
            "tr4ffic-lamp!9",
            "lovely green door",
            "vXk2-p8qL-wZ5m",
            "\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{9577}\u{3044}\u{8a00}\u{8449}\u{3067}\u{3059}",
        ] {
            assert!(!is_common(good), "{good}");
        }
    }
}
