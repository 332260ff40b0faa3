//! Text that people typed in a script from right to left, inside our own sentences. Without isolation, a name of such a script
//! takes the signs and numbers beside it along, and the sentence reads in another order than it was written.
//!
//! Every page passes through [`isolate`] as its last step, as every text passes through escaping: no view has to think of it, and
//! none can forget it.

/// Elements whose text is left as it is: it has a direction of its own, is no text for readers, or is compared by an island.
const LEFT: [&str; 7] = ["bdi", "script", "style", "textarea", "svg", "leptos-island", "pre"];
/// Elements that hold characters only, where `<bdi>` would be shown.
const PLAIN: [&str; 2] = ["title", "option"];
/// The characters that isolate a text as `<bdi>` does, for elements that hold characters only.
const ISOLATES: (&str, &str) = ("\u{2068}", "\u{2069}");
const ELEMENTS: (&str, &str) = ("<bdi>", "</bdi>");

/// A document with each text of a script from right to left isolated, unless its element has `dir="auto"`. Documents without such a
/// text, which are most, stay as they are.
#[must_use]
pub(crate) fn isolate(html: String) -> String {
    if !html.chars().any(is_right_to_left) {
        return html;
    }
    let mut out = String::with_capacity(html.len() + html.len() / 16);
    let mut rest = html.as_str();
    // The element that is left as it is, and how many of its name are open.
    let mut left: Option<(&str, usize)> = None;
    let mut marks = ELEMENTS;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        if left.is_some() {
            out.push_str(text)
        } else {
            isolate_text(text, marks, &mut out)
        }
        let end = end_of_tag(tag);
        let (tag, after) = tag.split_at(end);
        out.push_str(tag);
        rest = after;
        let (name, closes) = name_of(tag);
        match &mut left {
            Some((open, depth)) if *open == name => {
                *depth = if closes { *depth - 1 } else { *depth + 1 };
                if *depth == 0 {
                    left = None;
                }
            }
            Some(_) => {}
            None if closes || is_void(name) => marks = ELEMENTS,
            None if LEFT.contains(&name) || tag.contains(" dir=\"auto\"") => left = Some((name, 1)),
            None => marks = if PLAIN.contains(&name) { ISOLATES } else { ELEMENTS },
        }
        if matches!(left, Some(("script" | "style" | "textarea", _))) {
            // Their text may hold what looks like a tag.
            let end = rest.find("</").unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            out.push_str(text);
            rest = after;
        }
    }
    isolate_text(rest, marks, &mut out);
    out
}

/// Where a tag or a comment ends. A value of an attribute may hold the sign that ends tags.
fn end_of_tag(tag: &str) -> usize {
    if tag.starts_with("<!--") {
        return tag.find("-->").map_or(tag.len(), |at| at + 3);
    }
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    tag.len()
}

/// The name of a tag's element, and whether the tag closes it.
fn name_of(tag: &str) -> (&str, bool) {
    let inner = tag.trim_start_matches('<');
    let (inner, closes) = inner.strip_prefix('/').map_or((inner, false), |inner| (inner, true));
    let end = inner.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(inner.len());
    (&inner[..end], closes)
}

/// Elements without an end, and comments.
fn is_void(name: &str) -> bool {
    matches!(name, "br" | "hr" | "img" | "input" | "link" | "meta" | "wbr" | "source" | "col" | "embed")
        || name.starts_with('!')
}

/// Isolates the whole text where most of it is in a script from right to left and it begins so, like a lone name; otherwise each
/// run of such a script.
fn isolate_text(text: &str, (open, close): (&str, &str), out: &mut String) {
    if !text.chars().any(is_right_to_left) {
        out.push_str(text);
        return;
    }
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let mostly = text.chars().filter(|c| is_right_to_left(*c)).count() * 2 >= letters;
    let mut rest = text;
    while let Some(begin) = rest.find(is_right_to_left) {
        let (before, run) = rest.split_at(begin);
        // A quotation mark or a number before the name belongs to it, unless a letter of another script comes first.
        let whole = mostly && rest.len() == text.len() && !before.chars().any(char::is_alphabetic);
        let (before, run) = if whole { ("", rest.trim_start()) } else { (before, run) };
        let lead = if whole { &rest[..rest.len() - run.len()] } else { before };
        let end = if whole { run.trim_end().len() } else { end_of_run(run) };
        let (run, after) = run.split_at(end);
        for part in [lead, open, run, close] {
            out.push_str(part);
        }
        rest = after;
    }
    out.push_str(rest);
}

/// Where the last letter of a run from right to left ends: the next letter of another script comes after it.
fn end_of_run(text: &str) -> usize {
    let mut end = 0;
    let mut entity = false;
    for (at, c) in text.char_indices() {
        match c {
            c if is_right_to_left(c) => end = at + c.len_utf8(),
            // `&amp;` is a sign, not letters.
            '&' => entity = true,
            ';' => entity = false,
            c if c.is_alphabetic() && !entity => break,
            _ => {}
        }
    }
    end
}

/// Whether a character is a letter of a script that is written from right to left.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{5be}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
        && c.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_isolated_and_nothing_else_is_changed() {
        for (html, expected) in [
            ("<p>by Oak</p>", "<p>by Oak</p>"),
            ("<p>21 Nov<!> · <!>בית</p>", "<p>21 Nov<!> · <!><bdi>בית</bdi></p>"),
            ("<b>بيت التقنية 3</b>, Cairo", "<b><bdi>بيت التقنية 3</bdi></b>, Cairo"),
            ("<p>“בית” by דן &amp; גל, 3 of 4</p>", "<p><bdi>“בית” by דן &amp; גל, 3 of 4</bdi></p>"),
            ("<p>“בית” is flagged as a repeat.</p>", "<p>“<bdi>בית</bdi>” is flagged as a repeat.</p>"),
            (
                "<p>Lamp by דן &amp; גל, and בית.</p>",
                "<p>Lamp by <bdi>דן &amp; גל</bdi>, and <bdi>בית</bdi>.</p>",
            ),
            ("<p dir=\"auto\">נ: <b>דן</b></p> דן", "<p dir=\"auto\">נ: <b>דן</b></p> <bdi>דן</bdi>"),
            ("<title>בית · X</title><i>דן</i>", "<title>\u{2068}בית · X\u{2069}</title><i><bdi>דן</bdi></i>"),
            ("<textarea>דן<b></textarea>דן", "<textarea>דן<b></textarea><bdi>דן</bdi>"),
            ("<a title=\"a>דן\">דן</a>", "<a title=\"a>דן\"><bdi>דן</bdi></a>"),
            ("<bdi>דן<bdi>ג</bdi>ד</bdi>ה", "<bdi>דן<bdi>ג</bdi>ד</bdi><bdi>ה</bdi>"),
            ("<p>a<br>דן</p><!-- ד -->", "<p>a<br><bdi>דן</bdi></p><!-- ד -->"),
        ] {
            assert_eq!(isolate(html.to_owned()), expected);
            assert_eq!(
                isolate(isolate(html.to_owned())).matches("<bdi>").count(),
                expected.matches("<bdi>").count()
            );
        }
    }
}
