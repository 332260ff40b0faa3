//! What a text field may hold. Lengths count Unicode scalar values after CRLF has become LF.

use crate::refusal::{Fault, FieldErrors, TextFault, TextField, Unnamed};
use crate::unicode::{Form, normal};
use std::collections::HashSet;

/// Longest title of a project.
pub const TITLE: usize = 200;
/// Longest tagline.
pub const TAGLINE: usize = 300;
/// Longest summary.
pub const SUMMARY: usize = 2_000;
/// Longest description.
pub const DESCRIPTION: usize = 60_000;
/// Longest comment of a review.
pub const REVIEW_COMMENT: usize = 5_000;
/// Longest comment on a project.
pub const COMMENT: usize = 2_000;
/// Longest name of a person, team or token.
pub const NAME: usize = 120;
/// Most characters of where an event takes place.
pub const VENUE: usize = 200;
/// Longest URL.
pub const URL: usize = 500;
/// Longest URL of a video.
pub const VIDEO_URL: usize = 300;
/// Longest text in place of a picture.
pub const PICTURE_ALT: usize = 300;
/// Longest tag.
pub const TAG: usize = 40;
/// Most tags of a project, counted after cleaning.
pub const TAGS: usize = 10;

/// Brings a text to NFC and its line ends to LF, and checks length and control characters; faults go to `field`. Every text that
/// people type comes in here. Without NFC, what looks the same is not found by a search and not the same name.
pub fn clean(field: &str, what: TextField, text: &str, longest: usize, errors: &mut FieldErrors) -> String {
    let text = normal(Form::Nfc, text).replace("\r\n", "\n").replace('\r', "\n");
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        errors.add(field, Fault::Text(what, TextFault::Control));
    }
    let length = text.chars().count();
    errors.add_if(length > longest, field, Fault::Text(what, TextFault::Long { length, longest }));
    text
}

/// A file's bytes without the byte order mark that some programs put before UTF-8.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Whether a text shows nothing: blanks, and characters that have no width or no ink.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Whether a character has no width or no ink.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character turns the direction of the text around it: embeddings, overrides and isolates. In a name or a
/// title they can only make it look like another one.
pub(crate) fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Cleans and checks a text as [`clean`] does, and trims it to one line: line ends and tabs are faults. Characters that
/// turn the direction of text are removed.
pub fn clean_line(
    field: &str,
    what: TextField,
    text: &str,
    longest: usize,
    errors: &mut FieldErrors,
) -> String {
    let text: String = text.chars().filter(|c| !turns_direction(*c)).collect();
    let text = clean(field, what, text.trim(), longest, errors);
    if text.contains(['\n', '\t', '\u{2028}', '\u{2029}']) {
        errors.add(field, Fault::Text(what, TextFault::Lines));
    }
    text
}

/// Cleans and checks a line as [`clean_line`] does, for a name of at most [`NAME`] characters that shows something; `missing` says what it names.
pub fn clean_name(
    field: &str,
    what: TextField,
    text: &str,
    missing: Unnamed,
    errors: &mut FieldErrors,
) -> String {
    let name = clean_line(field, what, text, NAME, errors);
    errors.add_if(is_blank(&name), field, missing);
    name
}

/// Small letters of other scripts, and the Latin ones that they look like. The final sigma is one letter with the other.
const LOOK_ALIKE: (&str, &str) = ("ςаеіјорсѕухԁһԛԝкмтαειοκρτχ", "σaeijopcsyxdhqwkmtaeiokptx");

/// The form in which names are compared: as they look, in lower case. Characters that show nothing are removed, and
/// several blanks count as one.
/// The database compares by `name_key`, which does the same.
pub fn name_key(name: &str) -> String {
    let visible: String = name.chars().filter(|c| c.is_whitespace() || !is_invisible(*c)).collect();
    let lower = normal(Form::Nfkc, &visible)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('İ', "I")
        .to_lowercase()
        .replace('ß', "ss")
        .replace("i\u{307}", "i");
    exchanged(&lower, LOOK_ALIKE)
}

/// Letters without an accent that could be taken away, and what people type for them. The final sigma is one letter with the other.
const TYPED_FOR: (&str, &str) = ("łøđðħıŧς", "loddhitσ");

/// The form in which texts are searched: in lower case, without accents and what shows nothing. The database searches by `search_key`, which
/// does the same.
pub fn search_key(text: &str) -> String {
    let is_accent = |c: char| matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}');
    let bare: String =
        normal(Form::Nfkd, text).chars().filter(|c| !is_accent(*c) && !is_invisible(*c)).collect();
    as_typed(&bare.to_lowercase())
}

/// Tells whether a text has all the words that are searched for.
pub fn finder(asked: &str) -> impl Fn(&str) -> bool + use<> {
    let asked = search_key(asked);
    move |text| {
        let text = search_key(text);
        asked.split_whitespace().all(|word| text.contains(word))
    }
}

/// A text in lower case with the letters that people type for some that have no accent to take away.
pub(crate) fn as_typed(text: &str) -> String {
    exchanged(text, TYPED_FOR)
}

/// A text with each of these characters replaced by the one at the same place behind it. None of them is ASCII, as most texts are.
pub(crate) fn exchanged(text: &str, (of, by): (&str, &str)) -> String {
    let other = |c: char| of.chars().zip(by.chars()).find_map(|(of, by)| (of == c).then_some(by));
    text.chars().map(|c| if c.is_ascii() { c } else { other(c).unwrap_or(c) }).collect()
}

/// Checks an `http` or `https` address that somebody typed; an empty one is allowed. One without its scheme gets `https://`.
pub fn clean_url(field: &str, what: TextField, text: &str, errors: &mut FieldErrors) -> String {
    clean_address(field, what, &typed_address(text), is_web_address, errors)
}

/// An address that somebody typed, with its scheme. What is none stays as it is.
pub fn typed_address(text: &str) -> String {
    with_scheme(text.trim()).unwrap_or_else(|| text.to_owned())
}

/// Checks the address of a video: `https` only, or empty.
pub fn clean_video_url(
    field: &str,
    text: &str,
    is_address: fn(&str) -> bool,
    errors: &mut FieldErrors,
) -> String {
    let what = TextField::VideoAddress;
    let text = clean_address(field, what, text, is_address, errors);
    if text.chars().count() > VIDEO_URL {
        errors.add(field, Fault::Text(what, TextFault::AddressLong { longest: VIDEO_URL }));
    } else if text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http:")) {
        errors.add(field, Fault::Text(what, TextFault::NoSecureAddress));
    }
    text
}

/// Checks an address: empty, or one that `is_address` accepts.
pub(crate) fn clean_address(
    field: &str,
    what: TextField,
    text: &str,
    is_address: fn(&str) -> bool,
    errors: &mut FieldErrors,
) -> String {
    let text = text.trim();
    if text.is_empty() {
        return String::new();
    }
    if text.chars().count() > URL {
        errors.add(field, Fault::Text(what, TextFault::AddressLong { longest: URL }));
    } else if text.chars().any(|c| c.is_control() || c.is_whitespace() || is_invisible(c) || c == '\\') {
        errors.add(field, Fault::Text(what, TextFault::AddressBroken));
    } else if begins_like_web_address(text) && has_user(text) {
        errors.add(field, Fault::Text(what, TextFault::AddressUser));
    } else if !is_address(text) {
        errors.add(field, Fault::Text(what, TextFault::NoAddress));
    }
    text.to_owned()
}

/// Whether a text is an `http` or `https` address, as browsers read addresses.
pub fn is_web_address(text: &str) -> bool {
    begins_like_web_address(text)
        && !has_user(text)
        && url::Url::parse(text).is_ok_and(|url| url.host_str().is_some_and(|host| !host.is_empty()))
}

/// Whether an address has a name or a password before its host, however empty. `https://github.com@evil.example` reads like one site and
/// leads to another.
pub(crate) fn has_user(text: &str) -> bool {
    // Browsers skip further slashes, and take a backslash for one.
    let slash = ['/', '\\'];
    let rest = text.split_once(':').map_or("", |(_, rest)| rest).trim_start_matches(slash);
    rest.split(['/', '\\', '?', '#']).next().unwrap_or_default().contains('@')
}

/// Endings of files that people attach, and name in place of an address, and endings of names of programs. A host that ends so needs its scheme.
const FILES: &str = "apk avi csv doc docx exe gif heic html ipynb jpeg jpg js json mkv mov mp3 mp4 pdf png ppt pptx rar svg txt wav webm webp \
    xls xlsx zip";

/// Whether a text is the name of a file: `demo.mp4`. It looks like a host.
pub(crate) fn is_file_name(text: &str) -> bool {
    let end = text.rsplit_once('.').filter(|_| !text.contains('/')).map(|(_, end)| end);
    end.is_some_and(|end| FILES.split(' ').any(|file| end.eq_ignore_ascii_case(file)))
}

/// An address of the web, with `https://` before one that begins like a host, as people type it.
/// `git@host:path` becomes the page of the same repository.
pub(crate) fn with_scheme(text: &str) -> Option<String> {
    if begins_like_web_address(text) {
        return Some(text.to_owned());
    }
    let page = match text.strip_prefix("git@") {
        Some(remote) => {
            let (host, path) = remote.split_once(':')?;
            format!("{host}/{}", path.trim_end_matches(".git"))
        }
        None => text.to_owned(),
    };
    (begins_like_host(&page) && !is_file_name(&page)).then(|| format!("https://{page}"))
}

/// Whether a text begins with a host that has a dot, and a port or none. What stands between a name and a host, `ada:secret@`, is neither.
fn begins_like_host(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = host.split_once(':').unwrap_or((host, ""));
    let Some((_, top)) = host.rsplit_once('.') else { return false };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    // `xn--` begins the form of a name in other letters.
    (top.chars().count() >= 2 && top.chars().all(char::is_alphabetic) || top.starts_with("xn--"))
        && host.chars().all(plain)
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && !host.starts_with('.')
        && !host.contains("..")
}

/// Whether a text begins like an `http` or `https` address does.
pub(crate) fn begins_like_web_address(text: &str) -> bool {
    let begins = |with: &str| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    begins("http://") || begins("https://")
}

/// Trims, lowers and de-duplicates tags, keeping their order, and checks number and length.
pub fn clean_tags<'a>(tags: impl IntoIterator<Item = &'a str>, errors: &mut FieldErrors) -> Vec<String> {
    let (mut kept, mut seen) = (Vec::new(), HashSet::new());
    for tag in tags {
        let tag = clean_line("tags", TextField::Tag, &tag.to_lowercase(), TAG, errors);
        errors.add_if(tag.contains([',', ';']), "tags", Fault::TagSeparator);
        if !is_blank(&tag) && seen.insert(tag.clone()) {
            kept.push(tag);
        }
    }
    errors.add_if(kept.len() > TAGS, "tags", Fault::TooManyTags { tags: kept.len(), most: TAGS });
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(f: impl FnOnce(&mut FieldErrors)) -> usize {
        let mut errors = FieldErrors::default();
        f(&mut errors);
        errors.0.values().map(Vec::len).sum()
    }

    #[test]
    fn a_text_comes_in_as_it_looks() {
        let mut errors = FieldErrors::default();
        let line = clean_line("name", TextField::Name, "Cafe\u{301} Mu\u{308}nster", NAME, &mut errors);
        assert_eq!(line, "Caf\u{e9} M\u{fc}nster");
        assert_eq!(
            clean("comment", TextField::Comment, &"e\u{301}".repeat(5), 5, &mut errors),
            "\u{e9}".repeat(5)
        );
        assert_eq!(clean_tags(["Cafe\u{301}", "caf\u{e9}"], &mut errors), ["caf\u{e9}"]);
        assert!(errors.0.is_empty());
    }

    #[test]
    fn no_letter_of_ascii_is_exchanged() {
        for (of, by) in [LOOK_ALIKE, TYPED_FOR] {
            assert!(!of.bytes().any(|byte| byte.is_ascii()), "{of}");
            assert_eq!(of.chars().count(), by.chars().count(), "{of}");
        }
    }

    #[test]
    fn line_ends_count_once() {
        let mut errors = FieldErrors::default();
        assert_eq!(clean("comment", TextField::Comment, "a\r\nb\rc", 5, &mut errors), "a\nb\nc");
        assert!(errors.0.is_empty());
        assert_eq!(messages(|e| drop(clean("comment", TextField::Comment, "a\r\nb\rcd", 5, e))), 1);
        assert_eq!(messages(|e| drop(clean("comment", TextField::Comment, "\0", 5, e))), 1);
    }

    #[test]
    fn a_name_shows_something_and_turns_no_text_around() {
        let name = |text: &str| {
            let mut errors = FieldErrors::default();
            (clean_name("name", TextField::Name, text, Unnamed::Person, &mut errors), errors.0.len())
        };
        for empty in
            ["", " ", "\u{200b}", "\u{2800}", "\u{3164}", "\u{202e}", "\u{feff}\u{2066}", "\u{e0041}"]
        {
            assert_eq!(name(empty).1, 1, "{empty:?}");
        }
        assert_eq!(name(" \u{202e}Ada\u{202c} "), ("Ada".to_owned(), 0));
        // Joiners are letters' business: Persian words and emoji need them.
        for kept in ["می\u{200c}خواهم", "\u{1f469}\u{200d}\u{1f4bb}"] {
            assert_eq!(name(kept), (kept.to_owned(), 0));
        }
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for same in [
            "Tramontana\u{200b}", " tramontana", "TRAMONTANA", "Tra\u{ad}montana", "Tramontana\u{2800}",
            "Tramontana\u{e0041}",
        ] {
            assert_eq!(name_key(same), name_key("Tramontana"), "{same:?}");
        }
        assert_eq!(name_key("Cafe\u{301}  Noir"), name_key("Café Noir"));
        assert_eq!(name_key("İZMİR"), name_key("izmir"));
        assert_ne!(name_key("Tramontana 2"), name_key("Tramontana"));
    }

    #[test]
    fn a_search_finds_letters_however_they_are_typed() {
        for (typed, text) in [
            ("munster", "Mu\u{308}nster"),
            ("MÜNSTER", "Münster"),
            ("lodz", "Łódź"),
            ("istanbul", "İstanbul"),
            ("ISTANBUL", "\u{131}stanbul"),
            ("ΣΟΦΟΣ", "σοφός"),
            ("שלום", "שָׁלוֹם"),
            ("مدرسة", "مَدْرَسَة"),
            ("میخواهم", "می\u{200c}خواهم"),
            ("hyphen", "hy\u{ad}phen"),
            ("葛飾", "葛\u{e0100}飾"),
        ] {
            assert_eq!(search_key(typed), search_key(text), "{typed} {text}");
        }
        assert!(finder("lodz cafe\u{301}")("Café Münster, Łódź") && !finder("cafe x")("Café"));
        // Vowels of Thai and Hindi are letters, though Unicode calls them marks.
        assert_ne!(search_key("กิน"), search_key("กน"));
        assert_ne!(search_key("की"), search_key("क"));
    }

    #[test]
    fn tags_are_trimmed_lowered_and_unique() {
        let mut errors = FieldErrors::default();
        assert_eq!(clean_tags([" Rust ", "rust", "", "WASM"], &mut errors), ["rust", "wasm"]);
        assert!(errors.0.is_empty());
        let many: Vec<String> = (0..11).map(|n| n.to_string()).collect();
        assert_eq!(messages(|e| drop(clean_tags(many.iter().map(String::as_str), e))), 1);
        assert_eq!(messages(|e| drop(clean_tags(["x".repeat(41).as_str()], e))), 1);
        // As many as a body holds: each is looked up, not compared with every other, which takes minutes.
        let flood: Vec<String> = (0..300_000).map(|n| format!("{n:x}")).collect();
        assert_eq!(messages(|e| drop(clean_tags(flood.iter().map(String::as_str), e))), 1);
    }

    #[test]
    fn a_video_is_at_a_secure_address() {
        let video = |text: &str| messages(|e| drop(clean_video_url("video_url", text, is_web_address, e)));
        for good in [
            "",
            "https://vimeo.com/1",
            "HTTPS://youtu.be/x",
            &format!("https://a.example/{}", "x".repeat(282)),
        ] {
            assert_eq!(video(good), 0, "{good}");
        }
        for bad in [
            "http://vimeo.com/1",
            "ftp://a.example",
            "video",
            &format!("https://a.example/{}", "x".repeat(283)),
        ] {
            assert_eq!(video(bad), 1, "{bad}");
        }
    }

    #[test]
    fn an_address_is_on_the_web() {
        for good in ["", "https://a.example", "HTTP://a.example/x?y#z"] {
            assert_eq!(
                messages(|e| drop(clean_url("repo_url", TextField::CodeAddress, good, e))),
                0,
                "{good}"
            );
        }
        for bad in [
            "javascript:alert(1)", "ftp://a.example", "https://", "https://a b", "http:\\\\a",
            "https://a/\u{200b}",
        ] {
            assert_eq!(messages(|e| drop(clean_url("repo_url", TextField::CodeAddress, bad, e))), 1, "{bad}");
        }
    }

    #[test]
    fn an_address_has_no_name_and_no_password_before_its_host() {
        for hiding in [
            "https://github.com@evil.example",
            "HTTP://ada:secret@lamp.example/x",
            "https://@lamp.example",
            "https:///github.com@evil.example",
            "https://github.com:443@evil.example/?x#y",
        ] {
            let mut errors = FieldErrors::default();
            drop(clean_url("repo_url", TextField::CodeAddress, hiding, &mut errors));
            drop(clean_video_url("video_url", hiding, is_web_address, &mut errors));
            for field in ["repo_url", "video_url"] {
                let said = format!("{:?}", errors.0.get(field).and_then(|faults| faults.first()));
                assert!(said.contains("AddressUser"), "{hiding}: {said}");
            }
            assert!(!is_web_address(hiding), "{hiding}");
        }
        for plain in
            ["https://medium.example/@ada/lamp", "https://a.example?to=ada@x.org", "https://a.example#@"]
        {
            assert!(is_web_address(plain), "{plain}");
        }
    }

    #[test]
    fn an_address_without_its_scheme_gets_one() {
        for bare in [
            "github.com/oak/lamp", "www.lamp.example", "lamp.example:8080/x", "lamp.example?x=1",
            "bücher.example", "oak.xn--p1ai",
        ] {
            assert_eq!(with_scheme(bare), Some(format!("https://{bare}")));
        }
        for clone in ["git@github.com:oak/lamp.git", "git@github.com:oak/lamp"] {
            assert_eq!(with_scheme(clone).as_deref(), Some("https://github.com/oak/lamp"));
        }
        for none in [
            "git@github.com",
            "git@oak:lamp",
            "n/a",
            "soon",
            "a b.c",
            "v1.2",
            "ana@oak.example",
            ".example",
            "x..example",
            "C++",
            "demo.MP4",
            "Next.js",
            "javascript:alert(1)",
            "javascript.example:alert(1)",
            "mailto:ana@oak.example",
            "ada.oak:secret@lamp.example",
            "localhost:8080",
            "127.0.0.1",
            "",
        ] {
            assert_eq!(with_scheme(none), None, "{none}");
        }
        // As long as a form may be.
        let nested = format!("{}x.example{}", "git@".repeat(200_000), ":x".repeat(200_000));
        assert_eq!(with_scheme(&nested), None);
        let mut errors = FieldErrors::default();
        let typed = clean_url("repo_url", TextField::CodeAddress, " Sundial.example/try ", &mut errors);
        assert_eq!((typed.as_str(), errors.0.len()), ("https://Sundial.example/try", 0));
    }
}
