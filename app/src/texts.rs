//! The texts of a document that is written already, for the step that every page passes through last: no view has to think of it,
//! and none can forget it.

/// Elements whose text is left as it is: it has a direction of its own, is no text for readers, or is compared by an island.
const LEFT: [&str; 7] = ["bdi", "script", "style", "textarea", "svg", "leptos-island", "pre"];

/// The attributes of an element whose text is left as it is: it has a direction of its own, or is drawn by other means elsewhere, too,
/// and must be the same there.
const LEFT_BY: [(&str, &str); 2] = [("dir", "auto"), ("data-as-is", "")];

/// Elements that hold characters only: another element would be shown as text.
const CHARACTERS: [&str; 2] = ["title", "option"];

/// Writes each text between two tags anew, but what people typed: that is in the elements above, or in one with `dir="auto"`. `write`
/// gets the text, whether its element holds characters only, and where to write; `write_tag` gets each tag, but those of islands.
pub(crate) fn rewrite(
    html: &str,
    mut write: impl FnMut(&str, bool, &mut String),
    mut write_tag: impl FnMut(&str, &mut String),
) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 16);
    let mut rest = html;
    // The element that is left as it is, and how many of its name are open.
    let mut left: Option<(&str, usize)> = None;
    let mut characters = false;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        if left.is_some() {
            out.push_str(text);
        } else {
            write(text, characters, &mut out);
        }
        let end = end_of_tag(tag);
        let (tag, after) = tag.split_at(end);
        if matches!(left, Some(("leptos-island", _))) {
            out.push_str(tag);
        } else {
            write_tag(tag, &mut out);
        }
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
            None if closes => characters = false,
            None if is_void(name) => {}
            None if LEFT.contains(&name) || is_left(tag) => left = Some((name, 1)),
            None => characters = CHARACTERS.contains(&name),
        }
        if matches!(left, Some(("script" | "style" | "textarea", _))) {
            // Their text may hold what looks like a tag.
            let end = rest.find("</").unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            out.push_str(text);
            rest = after;
        }
    }
    write(rest, characters, &mut out);
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

/// Whether an attribute says that the element is left as it is. What somebody typed is the value of an attribute and never one itself.
fn is_left(tag: &str) -> bool {
    attributes(tag).any(|attribute| LEFT_BY.contains(&attribute))
}

/// The attributes of a tag, each with its value; empty without one.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let inner = tag.trim_start_matches('<').trim_end_matches('>');
    let mut rest = inner.find(char::is_whitespace).map_or("", |end| &inner[end..]);
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix('=') {
            Some(value) => split_value(value),
            None => ("", after),
        };
        rest = after;
        (!name.is_empty()).then_some((name, value))
    })
}

/// The value that a text begins with, without its quotes, and what follows.
fn split_value(text: &str) -> (&str, &str) {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    match quote {
        Some(quote) => text[1..].split_once(quote).unwrap_or((&text[1..], "")),
        None => text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_leaves_an_element_and_what_is_typed_in_a_value_does_not() {
        for (html, expected) in [
            ("<p data-as-is>a</p>b", "<p data-as-is>a</p>B"),
            ("<p id=\"x\" dir=\"auto\">a<i>b</i></p>c", "<p id=\"x\" dir=\"auto\">a<i>b</i></p>C"),
            ("<p title=\"x data-as-is\">a</p>", "<p title=\"x data-as-is\">A</p>"),
            ("<p title=\" data-as-is \" id=y>a</p>", "<p title=\" data-as-is \" id=y>A</p>"),
            ("<p title='it has dir=\"auto\"'>a</p>", "<p title='it has dir=\"auto\"'>A</p>"),
            ("<p title=\"a > b\" data-as-is>a</p>", "<p title=\"a > b\" data-as-is>a</p>"),
            ("<p data-as-is-not dir=\"ltr\">a</p>", "<p data-as-is-not dir=\"ltr\">A</p>"),
            ("<p title=x data-as-is=\"\">a</p>", "<p title=x data-as-is=\"\">a</p>"),
        ] {
            let shout = |text: &str, _: bool, out: &mut String| out.push_str(&text.to_uppercase());
            assert_eq!(rewrite(html, shout, |tag, out| out.push_str(tag)), expected);
        }
    }
}
