//! Text that people typed in a script from right to left is isolated inside our own sentences. Without it, a name of such a script
//! takes the signs and numbers beside it along, and the sentence reads in another order than it was written. Nothing else is changed.

use crate::texts::rewrite;

/// The characters that isolate a text as `<bdi>` does, for elements that hold characters only.
const ISOLATES: (&str, &str) = ("\u{2068}", "\u{2069}");
const ELEMENTS: (&str, &str) = ("<bdi>", "</bdi>");
/// Attributes that are read to people.
const READ: [&str; 6] =
    [" aria-label=\"", " title=\"", " alt=\"", " placeholder=\"", " label=\"", " data-label=\""];

/// A document with each text of a script from right to left isolated, unless its element has `dir="auto"`. Documents without such a
/// text, which are most, stay as they are.
pub(crate) fn isolate_typed(html: String) -> String {
    if !html.chars().any(is_right_to_left) {
        return html;
    }
    let write = |text: &str, characters, out: &mut String| {
        isolate_text(text, if characters { ISOLATES } else { ELEMENTS }, out);
    };
    rewrite(&html, write, isolate_attributes)
}

/// A tag with what is read of its attributes isolated.
fn isolate_attributes(tag: &str, out: &mut String) {
    let mut rest = tag;
    while rest.chars().any(is_right_to_left) {
        let found = READ.iter().filter_map(|name| rest.find(name).map(|at| at + name.len())).min();
        let Some(at) = found else { break };
        let (before, value) = rest.split_at(at);
        let (value, after) = value.split_at(value.find('"').unwrap_or(value.len()));
        out.push_str(before);
        isolate_text(value, ISOLATES, out);
        rest = after;
    }
    out.push_str(rest);
}

/// Isolates a text whole where most of it is in a script from right to left and it begins so, like a name; otherwise each run of such
/// a script.
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

/// Whether a character is a letter of a script that is written from right to left, or shows nothing and turns what is around it.
fn is_right_to_left(c: char) -> bool {
    // Nearly every character of a page.
    if c.is_ascii() {
        return false;
    }
    let is_mark = matches!(c, '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}' | '\u{2067}');
    is_mark
        || c.is_alphabetic()
            && matches!(c, '\u{5be}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
                | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_isolated_and_nothing_else_is_changed() {
        for (html, expected) in [
            ("<p>by Oak</p>", "<p>by Oak</p>"),
            (
                "<p>דן: 5 min, 2026-11-20 08:00:00 UTC</p>",
                "<p><bdi>דן</bdi>: 5 min, 2026-11-20 08:00:00 UTC</p>",
            ),
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
            ("<a title=\"a>דן\">דן</a>", "<a title=\"a>\u{2068}דן\u{2069}\"><bdi>דן</bdi></a>"),
            (
                "<input value=\"דן\" aria-label=\"Turn of דן\">",
                "<input value=\"דן\" aria-label=\"Turn of \u{2068}דן\u{2069}\">",
            ),
            ("<option>1<!>דן</option>דן", "<option>1<!>\u{2068}דן\u{2069}</option><bdi>דן</bdi>"),
            ("<p>Oak\u{200f}: 5 of 9</p>", "<p>Oak<bdi>\u{200f}</bdi>: 5 of 9</p>"),
            ("<p>Why: \u{202e}late. 5 of 9</p>", "<p>Why: <bdi>\u{202e}</bdi>late. 5 of 9</p>"),
            ("<bdi>דן<bdi>ג</bdi>ד</bdi>ה", "<bdi>דן<bdi>ג</bdi>ד</bdi><bdi>ה</bdi>"),
            ("<p>a<br>דן</p><!-- ד -->", "<p>a<br><bdi>דן</bdi></p><!-- ד -->"),
        ] {
            assert_eq!(isolate_typed(html.to_owned()), expected);
            assert_eq!(
                isolate_typed(isolate_typed(html.to_owned())).matches("<bdi>").count(),
                expected.matches("<bdi>").count()
            );
        }
    }
}
