//! The texts of a document that is written already, for the steps that every page passes through last: no view has to think of them,
//! and none can forget them.

/// Elements whose text is left as it is: it has a direction of its own, is no text for readers, or is compared by an island.
const LEFT: [&str; 7] = ["bdi", "script", "style", "textarea", "svg", "leptos-island", "pre"];

/// The attribute of an element that is left as it is, since it is drawn by other means elsewhere, too, and must be the same there.
const AS_IS: &str = " data-as-is";

/// What a text is inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    /// A sentence of ours.
    Sentence,
    /// An element that holds characters only: another element would be shown as text.
    Characters,
    /// Code, which quotes what programs say.
    Code,
    /// A moment.
    Time,
}

impl Inside {
    fn of(element: &str) -> Self {
        match element {
            "title" | "option" => Self::Characters,
            "code" => Self::Code,
            "time" => Self::Time,
            _ => Self::Sentence,
        }
    }
}

/// Writes each text between two tags anew, but what people typed: that is in the elements above, or in one with `dir="auto"`. `write`
/// gets the text, what it is inside of, and where to write; `write_tag` gets each tag, but those of islands.
pub(crate) fn rewrite(
    html: &str,
    mut write: impl FnMut(&str, Inside, &mut String),
    mut write_tag: impl FnMut(&str, &mut String),
) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 16);
    let mut rest = html;
    // The element that is left as it is, and how many of its name are open.
    let mut left: Option<(&str, usize)> = None;
    let mut inside = Inside::Sentence;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        if left.is_some() {
            out.push_str(text);
        } else {
            write(text, inside, &mut out);
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
            None if closes => inside = Inside::Sentence,
            None if is_void(name) => {}
            None if LEFT.contains(&name) || tag.contains(" dir=\"auto\"") || tag.contains(AS_IS) => {
                left = Some((name, 1))
            }
            None => inside = Inside::of(name),
        }
        if matches!(left, Some(("script" | "style" | "textarea", _))) {
            // Their text may hold what looks like a tag.
            let end = rest.find("</").unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            out.push_str(text);
            rest = after;
        }
    }
    write(rest, inside, &mut out);
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
