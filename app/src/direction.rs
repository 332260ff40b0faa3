//! Text that people typed in a script from right to left is isolated inside our own sentences. Without it, a name of such a script
//! takes the signs and numbers beside it along, and the sentence reads in another order than it was written. A moment in a sentence
//! becomes a `<time>` on the clocks of the page's place, so that the browser can add its own.

use crate::components::{Time, first_moment};
use crate::prelude::*;
use crate::texts::{Inside, rewrite};

/// The characters that isolate a text as `<bdi>` does, for elements that hold characters only.
const ISOLATES: (&str, &str) = ("\u{2068}", "\u{2069}");
const ELEMENTS: (&str, &str) = ("<bdi>", "</bdi>");
/// Attributes that are read to people.
const READ: [&str; 6] =
    [" aria-label=\"", " title=\"", " alt=\"", " placeholder=\"", " label=\"", " data-label=\""];

/// A document with each text of a script from right to left isolated, unless its element has `dir="auto"`, and each moment of a
/// sentence as a `<time>`. Call it where the page is built, for the clocks of its place. Documents without such a text, which are
/// most, stay as they are.
#[must_use]
pub(crate) fn finish(html: String) -> String {
    if !html.chars().any(is_right_to_left) && !has_bare_moment(&html) {
        return html;
    }
    let write = |text: &str, inside, out: &mut String| match inside {
        Inside::Sentence => write_text(text, out),
        Inside::Characters => isolate_text(text, ISOLATES, out),
        Inside::Code => isolate_text(text, ELEMENTS, out),
        Inside::Time => out.push_str(text),
    };
    rewrite(&html, write, isolate_attributes)
}

/// Whether there may be a moment that is not in a `<time>` yet.
fn has_bare_moment(html: &str) -> bool {
    html.match_indices(" UTC").any(|(at, zone)| {
        html[..at].ends_with(|c: char| c.is_ascii_digit()) && !html[at + zone.len()..].starts_with("</time>")
    })
}

/// A text with its moments as `<time>`, and the rest isolated.
fn write_text(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some((begin, end, at)) = first_moment(rest) {
        isolate_runs(&rest[..begin], false, ELEMENTS, out);
        out.push_str(&view! { <Time at/> }.to_html());
        rest = &rest[end..];
    }
    isolate_runs(rest, rest.len() == text.len(), ELEMENTS, out);
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

/// A whole text with what is from right to left isolated.
fn isolate_text(text: &str, marks: (&str, &str), out: &mut String) {
    isolate_runs(text, true, marks, out);
}

/// Isolates a `lone` text where most of it is in a script from right to left and it begins so, like a name; otherwise each run of
/// such a script.
fn isolate_runs(text: &str, lone: bool, (open, close): (&str, &str), out: &mut String) {
    if !text.chars().any(is_right_to_left) {
        out.push_str(text);
        return;
    }
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let mostly = lone && text.chars().filter(|c| is_right_to_left(*c)).count() * 2 >= letters;
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
            ("<a title=\"a>דן\">דן</a>", "<a title=\"a>\u{2068}דן\u{2069}\"><bdi>דן</bdi></a>"),
            (
                "<input value=\"דן\" aria-label=\"Turn of דן\">",
                "<input value=\"דן\" aria-label=\"Turn of \u{2068}דן\u{2069}\">",
            ),
            ("<option>1<!>דן</option>דן", "<option>1<!>\u{2068}דן\u{2069}</option><bdi>דן</bdi>"),
            ("<bdi>דן<bdi>ג</bdi>ד</bdi>ה", "<bdi>דן<bdi>ג</bdi>ד</bdi><bdi>ה</bdi>"),
            ("<p>a<br>דן</p><!-- ד -->", "<p>a<br><bdi>דן</bdi></p><!-- ד -->"),
        ] {
            assert_eq!(finish(html.to_owned()), expected);
            assert_eq!(
                finish(finish(html.to_owned())).matches("<bdi>").count(),
                expected.matches("<bdi>").count()
            );
        }
    }

    #[test]
    fn a_moment_in_a_sentence_becomes_a_time_and_one_in_code_does_not() {
        let time = "<time datetime=\"2026-11-20T08:00:00Z\">20 Nov 2026, 08:00 UTC</time>";
        for (html, expected) in [
            (
                "<p>Closed at 2026-11-20 08:00:00 UTC, דן.</p>",
                format!("<p>Closed at {time}, <bdi>דן</bdi>.</p>"),
            ),
            ("<p>דן 20 Nov 2026, 08:00 UTC</p>", format!("<p><bdi>דן</bdi> {time}</p>")),
            (time, time.to_owned()),
            ("<code>2026-11-20 08:00:00 UTC</code>", "<code>2026-11-20 08:00:00 UTC</code>".to_owned()),
            (
                "<p title=\"2026-11-20 08:00:00 UTC\">at 08:00 UTC</p>",
                "<p title=\"2026-11-20 08:00:00 UTC\">at 08:00 UTC</p>".to_owned(),
            ),
        ] {
            assert_eq!(finish(html.to_owned()).replace("</time><!>", "</time>"), expected);
        }
    }
}
