//! How many reviews are needed, in words and as a table.

use super::query::value;
use shared::planner::reviews_needed::{Answer, EventSize, ExpectedPlaces, Row, SizeFault, TypedSize};
use words::amounts::{plural, thousands};

/// An ordinary event.
pub fn usual_size() -> TypedSize {
    let [projects, judges, visit, hours] = ["60", "15", "8", "2"].map(str::to_owned);
    TypedSize { projects, judges, visit, hours }
}

/// What the form asks; what the query does not name is as in `usual`.
pub fn typed_size(query: &str, usual: TypedSize) -> TypedSize {
    let typed = |name: &str, usual: String| value(query, name).unwrap_or(usual);
    TypedSize {
        projects: typed("projects", usual.projects),
        judges: typed("judges", usual.judges),
        visit: typed("visit", usual.visit),
        hours: typed("hours", usual.hours),
    }
}

/// The field that is wrong, and what to enter.
pub fn fault(fault: SizeFault) -> (&'static str, String) {
    let whole = |noun: &str, (from, to): (u32, u32)| {
        format!("{noun}: enter a whole number from {from} to {}.", thousands(to))
    };
    match fault {
        SizeFault::Projects => ("projects", whole("Projects", EventSize::PROJECTS)),
        SizeFault::Judges => ("judges", whole("Judges", EventSize::JUDGES)),
        SizeFault::Visit => ("visit", whole("Minutes for each project", EventSize::VISIT)),
        SizeFault::Hours => {
            let (from, to) = EventSize::TIME;
            let hours = |minutes: u32| f64::from(minutes) / 60.0;
            ("hours", format!("Hours of judging: enter a number from {} to {}.", hours(from), hours(to)))
        }
    }
}

/// The answer as HTML.
pub fn draw_needed(size: EventSize, answer: &Answer) -> String {
    let mut html = String::from(r#"<section class="stack" aria-labelledby="own">"#);
    html.push_str(&own(size, answer));
    html.push_str("</section>");
    html.push_str(&rows(answer));
    html.push_str(&format!(
        r#"<p class="prose small quiet">These are averages of {} simulated events of this size. In them, projects differ, some judges are stricter, and reviews vary by chance, about as much as in most events. Reviews are dealt evenly, each judge meets many others, and the ranking is calibrated. Your event will differ: compare the rows, and do not read a figure as a promise.</p>"#,
        answer.events
    ));
    html
}

fn percent(share: f64) -> String {
    format!("{:.0}\u{a0}%", share * 100.0)
}

/// What the judges and the time give.
fn own(size: EventSize, answer: &Answer) -> String {
    let Answer { visits, each, one_more, .. } = *answer;
    let title = match (each, one_more) {
        (0, 0) => "No review".to_owned(),
        (0, _) => "Some projects would have no review".to_owned(),
        (each, 0) => format!("{} for each project", plural(each, "review", "reviews")),
        (each, _) => format!("{each} or {} reviews for each project", each + 1),
    };
    let time = if visits == 0 {
        "A visit takes longer than the judging.".to_owned()
    } else {
        format!("Each judge has time for {}.", plural(visits, "project", "projects"))
    };
    let dealt = match (each, one_more) {
        (_, 0) => String::new(),
        (0, n) => {
            format!(" {} would have a review, {} none.", thousands(n), thousands(size.projects - n))
        }
        (each, n) => {
            let fewer = plural(size.projects - n, "project has", "projects have");
            let more = plural(n, "has", "have");
            format!(" {fewer} {}, {more} {}.", plural(each, "review", "reviews"), each + 1)
        }
    };
    let expected = match answer.own {
        Some(expected) => sentences(expected, size.projects),
        None => help(answer),
    };
    format!(r#"<h2 id="own">{title}</h2><p class="prose">{time}{dealt}</p>{expected}"#)
}

fn sentences(expected: ExpectedPlaces, projects: u32) -> String {
    let ExpectedPlaces { best_first, best_in_three, within } = expected;
    let within = match within {
        0 => "on its true place".to_owned(),
        n => format!("within {} of its true place", plural(n, "place", "places")),
    };
    let three = if projects > 3 {
        format!(" It is among the first three with a chance of <strong>{}</strong>.", percent(best_in_three))
    } else {
        String::new()
    };
    format!(
        r#"<p class="prose">The best project comes first with a chance of <strong>{}</strong>.{three} Nine of ten times, a project is ranked {within}.</p>"#,
        percent(best_first),
    )
}

/// What would give every project a review.
fn help(answer: &Answer) -> String {
    let Some(one) = answer.rows.first() else { return String::new() };
    let judges = one
        .judges
        .map_or(String::new(), |judges| format!(", or {} in this time", plural(judges, "judge", "judges")));
    format!(
        r#"<p class="prose">One review for each project takes {} for each judge{judges}. Fewer minutes for each project help too.</p>"#,
        hours(one.time)
    )
}

/// `45 min`, `2 h 40 min`.
fn hours(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes}\u{a0}min"),
        (hours, 0) => format!("{hours}\u{a0}h"),
        (hours, minutes) => format!("{hours}\u{a0}h {minutes}\u{a0}min"),
    }
}

/// What other numbers of reviews give and take.
fn rows(answer: &Answer) -> String {
    let mut html = String::from(
        r#"<section class="stack" aria-labelledby="others"><h2 id="others">What more or fewer reviews give</h2><div class="table table-stacks" role="region" aria-label="Numbers of reviews, table" tabindex="0"><table><thead><tr><th scope="col">Reviews of each project</th><th scope="col" class="cell-num">Best comes first</th><th scope="col" class="cell-num">Best in the first three</th><th scope="col" class="cell-num">Nine of ten within</th><th scope="col" class="cell-num">Time of each judge</th><th scope="col" class="cell-num">Judges in your time</th></tr></thead><tbody>"#,
    );
    for row in &answer.rows {
        let Row { each, time, judges, expected } = *row;
        let yours = answer.one_more == 0 && answer.each == each;
        let each = if yours { format!("<strong>{each} (yours)</strong>") } else { each.to_string() };
        let judges = judges.map_or_else(|| "–".to_owned(), thousands);
        html.push_str(&format!(
            r#"<tr><th scope="row" data-label="Reviews of each project:">{each}</th><td class="cell-num" data-label="Best comes first:">{}</td><td class="cell-num" data-label="Best in the first three:">{}</td><td class="cell-num" data-label="Nine of ten within:">{}</td><td class="cell-num" data-label="Time of each judge:">{}</td><td class="cell-num" data-label="Judges in your time:">{judges}</td></tr>"#,
            percent(expected.best_first),
            percent(expected.best_in_three),
            plural(expected.within, "place", "places"),
            hours(time),
        ));
    }
    html.push_str("</tbody></table></div></section>");
    html
}

#[cfg(test)]
mod tests {

    fn said(query: &str) -> String {
        super::super::answer(super::super::NEEDED, query)
    }

    #[test]
    fn an_event_is_told_what_its_time_gives() {
        let html = said("projects=60&judges=15&visit=10&hours=2%2C5");
        assert!(html.contains("3 or 4 reviews for each project"), "{html}");
        assert!(
            html.contains("Each judge has time for 15 projects. 15 projects have 3 reviews, 45 have 4."),
            "{html}"
        );
        assert!(html.contains("2\u{a0}h 40\u{a0}min"), "four reviews take 16 visits: {html}");
        assert_eq!(html.matches("<tr>").count(), 9);
    }

    #[test]
    fn too_little_time_says_what_would_help() {
        let html = said("projects=60&judges=15&visit=10&hours=0.5");
        assert!(html.contains("Some projects would have no review"), "{html}");
        assert!(html.contains("takes 40\u{a0}min for each judge, or 20 judges in this time"), "{html}");
        let html = said("projects=60&judges=15&visit=60&hours=0.5");
        assert!(html.contains("A visit takes longer than the judging."), "{html}");
    }

    #[test]
    fn wrong_numbers_are_named_with_the_remedy() {
        let html = said("projects=2&judges=x&visit=10&hours=0");
        assert!(html.contains("Projects: enter a whole number from 3 to 1000."), "{html}");
        assert!(html.contains("Judges: enter a whole number from 2 to 200."), "{html}");
        assert!(html.contains("Hours of judging: enter a number from 0.25 to 100."), "{html}");
        assert!(!html.contains("Minutes"), "{html}");
    }
}
