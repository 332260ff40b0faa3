//! What a submission needs and what makes it a good one.

/// A line: where it leads to, another field that does as well, what it asks for, and whether nothing is saved without it.
type Line = (&'static str, &'static str, &'static str, bool);

/// The lines. The last is there for events that have tracks.
pub(super) const LINES: [Line; 5] = [
    ("title", "title", "A title", true),
    ("tagline", "tagline", "A tagline", false),
    ("summary", "summary", "A summary", false),
    ("repo_url", "demo_url", "A link to the code or a demo", false),
    ("track", "track", "A track", false),
];

/// Which lines are done with these values.
pub(super) fn done<'t>(value: impl Fn(&str) -> &'t str) -> [bool; LINES.len()] {
    LINES.map(|(field, other, ..)| [field, other].iter().any(|name| !value(name).trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_one_of_two_and_blanks_are_nothing() {
        let value = |name: &str| match name {
            "title" => "Lamp",
            "tagline" => " \n",
            "demo_url" => "https://lamp.example",
            _ => "",
        };
        assert_eq!(done(value), [true, false, false, true, false]);
    }
}
