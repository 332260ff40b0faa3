//! The feed of events and results.

use model::event::Announced;
use web::pages::feed::document;

fn event(slug: &str, name: &str, results_at: Option<&str>) -> Announced {
    Announced {
        slug: slug.to_owned(),
        name: name.to_owned(),
        description: "Boats & <b>more</b>".to_owned(),
        opened_at: "2026-11-01T00:00:00Z".parse().unwrap(),
        results_at: results_at.map(|at| at.parse().unwrap()),
        provisional: false,
    }
}

#[test]
fn the_newest_comes_first_and_no_text_is_markup() {
    let events = [event("old", "A \"B\"\u{ffff}", Some("2026-11-20T10:00:00Z")), event("new", "New", None)];
    let feed = document("https://portal.example", &events);
    let places = [
        "<updated>2026-11-20T10:00:00Z",
        "/events/old/results</id>",
        "A &quot;B&quot;</title>",
        "/events/new</id>",
    ];
    let found: Vec<_> =
        places.iter().map(|text| feed.find(*text).unwrap_or_else(|| panic!("{text}: {feed}"))).collect();
    assert!(found.is_sorted(), "{feed}");
    assert!(feed.contains("<summary>Boats &amp; &lt;b&gt;more&lt;/b&gt;</summary>"), "{feed}");
    assert_eq!(feed.matches("<entry>").count(), 3);
    assert!(document("https://portal.example", &[]).contains("<updated>1970-01-01T00:00:00Z"));
}
