//! The made-up event: plain means and calibrated ranks beside the truth.

use super::query::value;
use shared::made_up_event::{
    Controls, ERRATIC, FAVOURITE, FRIEND, JUDGES, MadeUpEvent, PROJECTS, Ranked, STRICT,
};
use words::amounts::plural;

/// What the form asks. What is no number counts as not asked.
pub fn controls(query: &str) -> Controls {
    let usual = Controls::default();
    let number =
        |name: &str, usual: u32| value(query, name).and_then(|v| v.trim().parse().ok()).unwrap_or(usual);
    let controls = Controls {
        strict: number("strict", usual.strict),
        erratic: number("erratic", usual.erratic),
        boost: number("boost", usual.boost),
        luck: number("luck", usual.luck),
    };
    controls.bounded()
}

/// The answer as HTML.
pub fn draw_made_up(controls: Controls, event: &MadeUpEvent) -> String {
    format!("{}{}{}", verdict(controls, event), rankings(event), scores(controls, event))
}

/// Both rankings in sentences.
fn verdict(controls: Controls, event: &MadeUpEvent) -> String {
    let [plain, calibrated] = event.away;
    let summary = match plain.cmp(&calibrated) {
        std::cmp::Ordering::Greater => "The calibrated ranking is closer to the truth here.",
        std::cmp::Ordering::Less => "The plain means are closer to the truth here.",
        std::cmp::Ordering::Equal => "Both rankings are equally close to the truth here.",
    };
    let [all_plain, all_calibrated] = event.away_on_average.map(|n| f64::from(n) / 100.0);
    let friend = if controls.boost > 0 { friend(event) } else { String::new() };
    format!(
        r#"<section class="stack" aria-labelledby="verdict"><h2 id="verdict">{summary}</h2><p class="prose">Add up how many places each project is away from its true place: plain means give <strong>{plain}</strong>, the calibration <strong>{calibrated}</strong>. On average over all {} positions of the last slider, plain means give {all_plain:.1} and the calibration {all_calibrated:.1}.</p>{friend}</section>"#,
        Controls::LUCKS
    )
}

/// What the friend's points do: no method takes them out.
fn friend(event: &MadeUpEvent) -> String {
    let [mean_before, before] = event.without_boost;
    let [mean_after, after] = event.projects.get(FAVOURITE).map_or([0; 2], |p| [p.mean_rank, p.rank]);
    let listed = if event.boost_listed {
        "The organizers are shown this review, because it lies far from what all others predict. They decide what to do."
    } else {
        "The organizers are not shown this review: it is not far enough from what all others predict."
    };
    format!(
        r#"<p class="prose">{}’s points move {} from place {mean_before} to {mean_after} by plain means, and from {before} to {after} by the calibration. No calculation can tell a friend from an honest admirer. {listed}</p>"#,
        JUDGES[FRIEND], PROJECTS[FAVOURITE].0
    )
}

/// A rank, and how far it is from the truth.
fn place(rank: u32, truth: u32) -> String {
    if rank == truth {
        return format!("<strong>{rank}</strong>");
    }
    let direction = if rank > truth { "too low" } else { "too high" };
    format!(r#"{rank}<br><small class="quiet">{} {direction}</small>"#, rank.abs_diff(truth))
}

fn rankings(event: &MadeUpEvent) -> String {
    let mut html = String::from(
        r#"<section class="stack" aria-labelledby="rankings"><h2 id="rankings">The rankings</h2><div class="table" role="region" aria-label="Rankings, table" tabindex="0"><table><thead><tr><th scope="col">Project</th><th scope="col" class="cell-num">True</th><th scope="col" class="cell-num">Plain means</th><th scope="col" class="cell-num">Calibrated</th><th scope="col" class="cell-num">90&nbsp;% range</th></tr></thead><tbody>"#,
    );
    for ((truth, (name, _)), project) in (1..).zip(PROJECTS).zip(&event.projects) {
        let Ranked { mean, mean_rank, calibrated, rank, range: [low, high] } = *project;
        html.push_str(&format!(
            r#"<tr><th scope="row">{name}</th><td class="cell-num">{truth}</td><td class="cell-num" title="{mean:.1} points">{}</td><td class="cell-num" title="{calibrated:.1} points">{}</td><td class="cell-num">{low}–{high}</td></tr>"#,
            place(mean_rank, truth),
            place(rank, truth)
        ));
    }
    html.push_str("</tbody></table></div></section>");
    html
}

fn scores(controls: Controls, event: &MadeUpEvent) -> String {
    let mut html = String::from(
        r#"<section class="stack" aria-labelledby="scores"><h2 id="scores">The scores</h2><div class="table" role="region" aria-label="Scores, table" tabindex="0"><table><thead><tr><th scope="col">Project</th><th scope="col" class="cell-num">True</th>"#,
    );
    for (judge, name) in JUDGES.iter().enumerate() {
        let what = match judge {
            STRICT if controls.strict > 0 => "strict",
            ERRATIC if controls.erratic > 0 => "erratic",
            FRIEND if controls.boost > 0 => "a friend",
            _ => "",
        };
        html.push_str(&format!(
            r#"<th scope="col" class="cell-num">{name}<br><small class="quiet">{what}</small></th>"#
        ));
    }
    html.push_str("</tr></thead><tbody>");
    for ((name, worth), given) in PROJECTS.iter().zip(&event.scores) {
        html.push_str(&format!(r#"<tr><th scope="row">{name}</th><td class="cell-num">{worth}</td>"#));
        for score in given {
            let score = score.map_or_else(|| "–".to_owned(), |score| score.to_string());
            html.push_str(&format!(r#"<td class="cell-num">{score}</td>"#));
        }
        html.push_str("</tr>");
    }
    let seen = plural(event.scores.iter().flatten().flatten().count() as u64, "review", "reviews");
    html.push_str(&format!(
        r#"</tbody></table></div><p class="prose small quiet">{seen}, in points of 100. A dash: this judge did not see the project.</p></section>"#
    ));
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_not_asked() {
        assert_eq!(controls("strict=a&erratic=&boost=-1&luck=9999999999"), Controls::default());
        let asked = controls("strict=1&erratic=2&boost=3&luck=4");
        assert_eq!(asked, Controls { strict: 1, erratic: 2, boost: 3, luck: 4 });
    }

    #[test]
    fn the_page_tells_truth_means_and_calibrated_ranks() {
        let html = super::super::answer(super::super::MADE_UP, "strict=30&erratic=0&boost=40&luck=2");
        for said in ["Aurora", "too low", "Ines", "strict", "a friend", "No calculation can tell a friend"] {
            assert!(html.contains(said), "{said}: {html}");
        }
        assert!(!html.contains("erratic"), "{html}");
        assert!(!super::super::answer(super::super::MADE_UP, "boost=0").contains("No calculation"));
    }
}
