//! The style sheets against the views: every class that a view uses is defined, every class that is defined is used, no class
//! is defined by two files, and colours, fonts and breakpoints have one place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below a folder whose names end so, by their path from the repository's root.
fn files(folder: &str, end: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_str().unwrap().ends_with(end) {
                let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// The sheets' parts by name, each with its first comment and its code.
fn parts() -> BTreeMap<String, (String, String)> {
    let parts = files("style", ".css").into_iter().filter(|(name, _)| !name.contains("/sheets/"));
    let parts = parts.map(|(name, css)| {
        let comment = css.split_once("/*").and_then(|(_, rest)| rest.split_once("*/")).unwrap_or_default().0;
        let mut code = String::new();
        for piece in css.split("/*") {
            code.push_str(piece.split_once("*/").map_or("", |(_, after)| after));
        }
        (name.trim_start_matches("style/").to_owned(), (comment.to_owned(), code))
    });
    parts.collect()
}

/// The code that counts on paper: without the blocks of `@media screen`.
fn on_paper(code: &str) -> String {
    let (mut kept, mut rest) = (String::new(), code);
    while let Some((before, block)) = rest.split_once("@media screen") {
        kept.push_str(before);
        let mut depth = 0_i32;
        let end = block.char_indices().find(|(_, sign)| {
            depth += i32::from(*sign == '{') - i32::from(*sign == '}');
            *sign == '}' && depth == 0
        });
        rest = end.map_or("", |(at, _)| &block[at + 1..]);
    }
    kept + rest
}

fn lengths(code: &str, units: &[&str]) -> usize {
    let all = units.iter().flat_map(|unit| code.match_indices(*unit));
    all.filter(|(at, _)| code[..*at].ends_with(|c: char| c.is_ascii_digit())).count()
}

#[test]
fn nothing_on_paper_is_measured_by_the_window() {
    let found =
        lengths(&on_paper("a { x: 1vh } @media screen and (b) { c { x: 2vh } } d { x: 3vh }"), &["vh"]);
    assert_eq!(found, 2);
    // A ceremony is for projectors alone.
    for (name, (_, code)) in parts().into_iter().filter(|(name, _)| name != "pages/ceremony.css") {
        let print = code.split_once("@media print").map_or("", |(_, print)| print);
        let heights = lengths(&on_paper(&code), &["vh", "dvh", "svh", "lvh", "vb", "vmin", "vmax"]);
        let found = heights + lengths(print, &["vw", "vi"]);
        assert_eq!(
            found, 0,
            "{name}: what a window is on paper differs between engines: write @media screen"
        );
    }
}

/// Selectors and at-rules: what comes before each opening brace.
fn heads(code: &str) -> impl Iterator<Item = &str> {
    code.split('{').filter_map(|text| text.rsplit(['}', ';']).next()).map(str::trim)
}

/// The classes that selectors name, by part.
fn defined() -> BTreeMap<String, BTreeSet<String>> {
    let mut classes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, (_, code)) in parts() {
        for selector in heads(&code).filter(|head| !head.starts_with('@')) {
            for class in selector.split('.').skip(1) {
                let end =
                    class.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(class.len());
                classes.entry(class[..end].to_owned()).or_default().insert(name.clone());
            }
        }
    }
    classes
}

/// Classes that no sheet defines: the islands find their elements by them.
const HOOKS: [&str; 8] = ["acts", "bar", "island", "review-update", "scored", "scores", "what", "written"];

/// What views and scripts hold: Rust without its tests, and the small scripts.
fn views() -> BTreeMap<String, String> {
    let mut views = files("app/src", ".rs");
    for folder in ["app/islands/src", "app/words/src", "server/web/src/pages"] {
        views.extend(files(folder, ".rs"));
    }
    views.extend(files("style/assets", ".js"));
    views
        .into_iter()
        .map(|(name, text)| (name, text.split("#[cfg(test)]").next().unwrap().to_owned()))
        .collect()
}

/// The words of all `class="…"` and `.class("…")`, of markup in raw texts too. A `{` in one is what the code puts there.
fn used() -> BTreeMap<String, BTreeSet<String>> {
    let mut classes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in views() {
        let code: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        let given = ["class=\"", ".class(\""].into_iter().flat_map(|given| code.split(given).skip(1));
        for literal in given {
            for class in literal.split('"').next().unwrap().split_whitespace() {
                classes.entry(class.to_owned()).or_default().insert(name.clone());
            }
        }
    }
    classes
}

#[test]
fn every_class_of_a_view_is_defined() {
    let defined = defined();
    let unknown: Vec<_> = used()
        .into_iter()
        .filter(|(class, _)| !HOOKS.contains(&class.as_str()))
        .filter(|(class, _)| match class.split_once('{') {
            Some((start, _)) => !start.is_empty() && !defined.keys().any(|known| known.starts_with(start)),
            None => !defined.contains_key(class),
        })
        .collect();
    assert!(unknown.is_empty(), "no sheet defines {unknown:#?}");
}

#[test]
fn every_defined_class_is_used() {
    let views = views();
    let words: BTreeSet<&str> = views
        .values()
        .flat_map(|text| text.split(|c: char| !(c.is_ascii_alphanumeric() || "-{".contains(c))))
        .collect();
    let used = |class: &str| {
        words.contains(class)
            || words.iter().any(|word| {
                word.split_once('{')
                    .is_some_and(|(start, _)| start.ends_with('-') && class.starts_with(start))
            })
    };
    let dead: Vec<_> = defined().into_iter().filter(|(class, _)| !used(class)).collect();
    assert!(dead.is_empty(), "no view uses {dead:#?}");
}

/// The beginnings of names that a page's part may define, from `Classes: a, b.` in its first comment.
fn prefixes(comment: &str) -> Vec<String> {
    let names = comment.split_once("Classes:").map_or("", |(_, rest)| rest.split('.').next().unwrap());
    names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

#[test]
fn a_page_defines_only_classes_with_its_own_name() {
    let parts = parts();
    let own = |part: &str, class: &str| {
        prefixes(&parts[part].0).iter().any(|prefix| {
            class == prefix || class.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('-'))
        })
    };
    let pages: Vec<&String> = parts.keys().filter(|name| name.starts_with("pages/")).collect();
    for (class, places) in defined() {
        let owners: Vec<_> = pages.iter().filter(|page| own(page, &class)).collect();
        let shared = places.iter().any(|place| !place.starts_with("pages/") && !place.starts_with("tokens"));
        assert!(!owners.is_empty() || shared, ".{class} of {places:?} begins with no name of that page");
        // A part of a page may go on in a second file (`review.css`, `review-tally.css`), but only under one name.
        let names: BTreeSet<String> = owners
            .iter()
            .flat_map(|page| prefixes(&parts[page.as_str()].0))
            .filter(|prefix| class.starts_with(prefix.as_str()))
            .collect();
        assert!(owners.is_empty() || names.len() == 1, ".{class} could belong to {names:?}");
        assert!(owners.is_empty() || !shared, ".{class} is of a page and in {places:?}");
    }
}

#[test]
fn a_shared_class_is_defined_by_one_part() {
    // Contrast themes and paper change what is defined elsewhere; base.css and site.css name no component.
    let elsewhere = ["contrast.css", "print.css", "tokens-paper.css"];
    for (class, places) in defined() {
        let shared: Vec<_> = places
            .iter()
            .filter(|place| !place.starts_with("pages/") && !elsewhere.contains(&place.as_str()))
            .collect();
        // Inside of a component another may be arranged (`.notice .row`): its owner is the part that has it alone.
        let alone = |place: &str| {
            heads(&parts()[place].1)
                .any(|head| head.split(',').any(|selector| selector.trim() == format!(".{class}")))
        };
        let owners: Vec<_> = shared.iter().filter(|place| alone(place)).collect();
        assert!(owners.len() <= 1, ".{class} is defined by {owners:?}");
    }
}

#[test]
fn every_rule_is_in_a_layer_and_every_part_in_a_sheet() {
    let layers = ["tokens", "base", "components", "pages", "contrast", "print"];
    let sheets: String = files("style/sheets", ".css").into_values().collect();
    for (name, (comment, code)) in parts() {
        assert!(!comment.is_empty(), "{name} does not say what it holds");
        assert!(sheets.contains(&format!("@import \"{name}\";")), "{name} is in no sheet");
        let mut depth = 0_usize;
        for (at, sign) in code.char_indices().filter(|(_, sign)| "{}".contains(*sign)) {
            if sign == '}' {
                depth -= 1;
                continue;
            }
            let head = code[..at].rsplit(['{', '}', ';']).next().unwrap().trim();
            assert_eq!(
                depth == 0,
                layers.iter().any(|layer| head == format!("@layer {layer}")),
                "{name}: {head}"
            );
            depth += 1;
        }
    }
}

#[test]
fn colours_and_fonts_have_names_and_breakpoints_one_form() {
    let colours = [
        "oklch(", "rgb(", "hsl(", "#000", "#fff", " white", " black", "monospace", "sans-serif", "system-ui",
    ];
    let widths = [
        "(width < 30rem)",
        "(width < 40rem)",
        "(width >= 40rem)",
        "(width < 52rem)",
        "(width >= 52rem)",
        "(40rem <= width < 52rem)",
        "(width < 62rem)",
        "(width >= 62rem)",
        "(width >= 72rem)",
        "(width < 96rem)",
        "(width >= 96rem)",
    ];
    for (name, (_, code)) in parts() {
        for line in code.lines().filter(|_| !name.starts_with("tokens")) {
            let raw = colours.iter().find(|colour| line.contains(**colour) && !line.contains("white-space"));
            assert_eq!(raw, None, "{name}: {line}: tokens.css has a name for it");
        }
        for query in heads(&code).filter(|head| head.starts_with("@media") && head.contains("width")) {
            let rest = widths.iter().fold(query.to_owned(), |rest, known| rest.replace(known, ""));
            assert!(!rest.contains("width"), "{name}: {query}: tokens.css names the breakpoints");
        }
    }
}

#[test]
fn each_form_of_an_organizers_page_says_where_it_is_sent() {
    let mut forms = 0;
    for (name, code) in files("app/src/pages/manage", ".rs") {
        for form in ["<PostForm", "<ActButton"].iter().flat_map(|form| code.split(form).skip(1)) {
            let tag = form.split('>').next().unwrap_or_default();
            assert!(tag.contains("action"), "{name}: {tag}>");
            forms += 1;
        }
    }
    assert!(forms > 80, "{forms}");
}

/// Views that write out a fold or a section under a heading, and why `disclosure` and `section` cannot draw it.
const WRITTEN_OUT: [(&str, &str); 7] = [
    ("event.rs", "the heading is in a part of the section"),
    ("judge/timer.rs", "its script shows it and reads its minutes"),
    ("manage/board/calls.rs", "a change is said aloud, and without a call it is hidden"),
    ("manage/settings/criteria.rs", "it scrolls by itself, so it takes the focus"),
    ("manage/settings/tracks.rs", "the heading is the summary of a fold"),
    ("results/table.rs", "the summary has a second name for screen readers, and opens the row below"),
    ("verify_form.rs", "the verifier that is one file has it too, without Leptos"),
];

#[test]
fn folds_and_sections_under_a_heading_are_drawn_by_their_components() {
    let has = |code: &str, tag: &str, part: &str| {
        code.split(tag).skip(1).any(|rest| rest.split('>').next().unwrap_or_default().contains(part))
    };
    let views = views();
    let written: Vec<&str> = views
        .iter()
        .filter(|(_, code)| has(code, "<details", "disclosure") || has(code, "<section", "aria-labelledby"))
        .filter_map(|(name, _)| name.strip_prefix("app/src/pages/"))
        .collect();
    assert_eq!(written, WRITTEN_OUT.map(|(name, _)| name));
}

#[test]
fn what_is_typed_into_an_area_is_escaped_by_hand() {
    // Leptos does not escape between these tags: a text that is written there any other way can be a script.
    let mut areas = 0;
    for (name, view) in views() {
        let written = view.split("<textarea").skip(1).filter(|area| area.starts_with(char::is_whitespace));
        for (area, _) in written.filter_map(|area| area.split_once("</textarea>")) {
            let text = area.rsplit_once('>').map_or(area, |(_, text)| text).trim();
            areas += 1;
            assert!(text.starts_with("{typed(") || text == "{pasted}", "{name}: {text}");
        }
    }
    assert!(areas > 3, "{areas}");
}

/// Where views draw pictures, and the sheets of the pages around them.
const PICTURES: &[(&str, &[&str])] = &[
    ("event_strip.rs", &["events"]),
    ("gallery/rows.rs", &["events"]),
    ("judge/parts.rs", &["judge"]),
    ("manage/side_by_side.rs", &["manage"]),
    ("panel.rs", &["judge"]),
    ("project_pictures.rs", &["events", "submit"]),
    ("results/prizes.rs", &["results"]),
    ("vote.rs", &["vote"]),
];

#[test]
fn a_page_that_shows_pictures_has_their_style() {
    let views = files("app/src/pages", ".rs");
    let draws = |code: &str| code.contains("<ProjectPicture") || code.contains("picture_of(");
    let drawn: Vec<&str> = views
        .iter()
        .filter(|(_, code)| draws(code))
        .map(|(name, _)| name.trim_start_matches("app/src/pages/"))
        .collect();
    let known: Vec<&str> = PICTURES.iter().map(|(name, _)| *name).collect();
    assert_eq!(drawn, known);
    let sheets = files("style/sheets", ".css");
    for (view, of_it) in PICTURES {
        for sheet in *of_it {
            let css = &sheets[&format!("style/sheets/{sheet}.css")];
            assert!(css.contains("components/picture.css"), "{view} needs pictures in {sheet}.css");
        }
    }
}
