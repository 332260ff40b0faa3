//! What a run found about the judges: a table that is also a chart of offsets, and a chart of scale
//! against noise. For organizers only.

use crate::components::charts::{Axis, Dot, RowMark, RowScale, Scatter};
use crate::prelude::*;
use shared::calibration::{Flag, JudgeOutcome};
use std::collections::BTreeSet;

/// A judge in a run, on the scale of totals (0 to 1).
pub struct JudgeRow {
    pub name: String,
    /// Address, which distinguishes two judges with one name; none if the account was deleted.
    pub email: Option<String>,
    /// What the run found.
    pub of: JudgeOutcome,
}

/// What a judge of a run is called, by the address that the run keeps.
pub fn judge_name(names: &BTreeMap<String, String>, email: &str) -> String {
    names.get(email).cloned().unwrap_or_else(|| "Judge who left".to_owned())
}

impl JudgeRow {
    /// 1.645 · noise / √reviews: how far chance alone moves the mean of this judge's reviews.
    fn chance(&self) -> f64 {
        1.645 * self.of.noise / f64::from(self.of.reviews.max(1)).sqrt()
    }

    fn worrying(&self) -> bool {
        self.of.flags.iter().any(|flag| *flag != Flag::Few)
    }
}

fn words(flag: Flag) -> &'static str {
    match flag {
        Flag::Reversed => "scores fall where other judges’ rise; perhaps the scale was read upside down",
        Flag::Erratic => "scores are less consistent than other judges’, by more than chance explains",
        Flag::Flat => "gave nearly every project the same total",
        Flag::WeakAgreement => "scores agree with other judges’ less than half as well as usual",
        Flag::Few => "fewer than three reviews",
    }
}

/// The judges of a run, from the most generous to the strictest. Without `own_noise` all judges share one noise: a sentence
/// then says it once, instead of a column and a chart that repeat it. Where nothing was `corrected`, nothing is known of them.
pub(super) fn judges(slug: &str, mut judges: Vec<JudgeRow>, corrected: bool, own_noise: bool) -> AnyView {
    judges.sort_by(|a, b| b.of.offset.total_cmp(&a.of.offset).then_with(|| a.email.cmp(&b.email)));
    let flagged = flagged(&judges);
    let scatter = if own_noise { scatter(&judges) } else { None };
    let pooled = judges.first().filter(|_| corrected && !own_noise).map(|judge| {
        format!(" The judges’ noise does not differ clearly, so it is {:.3} for all.", judge.of.noise)
    });
    let corrects = corrected.then_some("The ranking corrects for offset, scale and noise. ");
    let noise = own_noise.then(|| view! { <th scope="col" class="cell-num">"Noise"</th> });
    let axis = Axis::over(
        judges.iter().flat_map(|j| [j.of.offset - j.chance(), j.of.offset + j.chance(), 0.0]),
        4.0,
    );
    let shared = shared_names(&judges);
    let flags = judges.iter().any(|judge| !judge.of.flags.is_empty());
    let rows: Vec<_> = judges
        .into_iter()
        .map(|judge| {
            let named_twice = shared.contains(&judge.name);
            row(slug, judge, axis, (own_noise, flags), named_twice)
        })
        .collect();
    let columns = view! {
        <tr>
            <th scope="col">"Judge"</th>
            <th scope="col" class="cell-drawn">
                <span>"Stricter ← offset → kinder"</span>
                <RowScale axis/>
            </th>
            <th scope="col" class="cell-num">"Offset"</th>
            <th scope="col" class="cell-num">"Scale"</th>
            {noise}
            <th scope="col" class="cell-num">"Weight"</th>
            <th scope="col" class="cell-num">"Reviews"</th>
            {flags.then(|| view! { <th scope="col">"Flags"</th> })}
            <th scope="col" class="cell-act"><span class="sr-only">"Certificate"</span></th>
        </tr>
    };
    let judges = rows.len();
    let table = view! {
        <div class="table" role="region" aria-label="Judges" tabindex="0">
            <table class="judges-table">
                <thead>{columns}</thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <p class="quiet small prose">
            "The line through a dot shows how far chance alone can move the mean of that judge’s reviews (1.645 × noise / √reviews). "{corrects}"Weight compares one review of the judge with an ordinary review. A flag is a reason to talk to a judge; it removes no review."{pooled}
        </p>
        {scatter}
    };
    let summary = format!("Show {}", plural(judges, "judge", "judges"));
    view! { {flagged}{disclosure(summary).of(view! { <div class="stack">{table}</div> })} }
}

/// The flagged judges, a line for those with the same reasons.
fn flagged(judges: &[JudgeRow]) -> Option<AnyView> {
    let mut alike: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for judge in judges.iter().filter(|judge| judge.worrying()) {
        let flags = judge.of.flags.iter().filter(|flag| **flag != Flag::Few);
        let why: Vec<String> = flags.map(|flag| words(*flag).to_owned()).collect();
        match alike.iter_mut().find(|(of, _)| *of == why) {
            Some((_, names)) => names.push(judge.name.clone()),
            None => alike.push((why, vec![judge.name.clone()])),
        }
    }
    let lines = each(alike, |(why, names)| {
        view! { <li><Icon sign=Sign::Alert/><p><b>{and_list(&names)}</b>": "{and_list(&why)}". Talk to them before you publish."</p></li> }
    });
    let few = judges.iter().filter(|judge| judge.of.flags.contains(&Flag::Few)).count();
    let few = (few > 0).then(|| {
        let words = plural(few, "judge has", "judges have");
        view! { <li><Icon sign=Sign::Info/><p>{words}" fewer than three reviews, so little is known about them."</p></li> }
    });
    (!lines.is_empty() || few.is_some()).then(|| view! { <ul class="manage-matters">{lines}{few}</ul> })
}

/// Names that two judges have: only there the address is needed to tell them apart.
fn shared_names(judges: &[JudgeRow]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    judges.iter().filter(|judge| !seen.insert(&judge.name)).map(|judge| judge.name.clone()).collect()
}

/// The row of a judge, with the columns for the judge’s own noise and for flags where they are shown.
fn row(
    slug: &str,
    judge: JudgeRow,
    axis: Axis,
    (own_noise, flagged): (bool, bool),
    named_twice: bool,
) -> AnyView {
    let noise = own_noise.then(|| view! { <td class="cell-num">{format!("{:.3}", judge.of.noise)}</td> });
    let flags =
        judge.of.flags.iter().map(|flag| flag.word().replace('_', " ")).collect::<Vec<_>>().join(", ");
    let flags = flagged.then(|| view! { <td>{flags}</td> });
    let address = judge.email.as_deref().filter(|_| named_twice).map(address);
    let certificate = judge.email.as_deref().map(|email| certificate(slug, &judge.name, email));
    let sign = if judge.of.offset < 0.0 { "\u{2212}" } else { "+" };
    view! {
        <tr class=judge.worrying().then_some("judges-table-flagged")>
            <th scope="row" class="judges-table-name">{judge.name.clone()}{address}</th>
            <td class="cell-drawn">
                <RowMark
                    axis
                    value=judge.of.offset
                    low=judge.of.offset - judge.chance()
                    high=judge.of.offset + judge.chance()
                    from=0.0
                />
            </td>
            <td class="cell-num">{format!("{sign}{:.3}", judge.of.offset.abs())}</td>
            <td class="cell-num">{format!("{:.2}", judge.of.scale)}</td>
            {noise}
            <td class="cell-num">{format!("{:.2}", judge.of.weight)}</td>
            <td class="cell-num">{judge.of.reviews}</td>
            {flags}
            <td class="cell-act">{certificate}</td>
        </tr>
    }
}

fn address(email: &str) -> AnyView {
    // A long address breaks before its @ first.
    let (name, host) = email.split_at(email.find('@').unwrap_or(email.len()));
    view! { " "<small>{name.to_owned()}<wbr/>{host.to_owned()}</small> }
}

fn certificate(slug: &str, judge: &str, email: &str) -> AnyView {
    let href = with_query(&format!("/events/{slug}/certificate/judge"), &[("judge", email)]);
    view! { <a class="small" href=href>"Certificate"<span class="sr-only">{format!(" of {judge}")}</span></a> }
}

fn scatter(judges: &[JudgeRow]) -> Option<AnyView> {
    // Without fitted scales and noises all judges are equal, and there is nothing to draw.
    let differ = judges
        .windows(2)
        .any(|two| matches!(two, [a, b] if (a.of.scale - b.of.scale).abs() + (a.of.noise - b.of.noise).abs() > 1e-6));
    let dots = judges
        .iter()
        .map(|judge| Dot {
            x: judge.of.noise,
            y: judge.of.scale,
            name: if judge.worrying() { judge.name.clone() } else { String::new() },
        })
        .collect();
    differ.then(|| {
        view! {
            <figure>
                <figcaption>
                    <h3>"Scale against noise"</h3>
                    <p class="quiet small">"Higher: uses more of the scale. Further right: less consistent. Flagged judges are named where there is room; the table above has everybody."</p>
                </figcaption>
                <Scatter
                    dots
                    title="Each judge’s scale against their noise; flagged judges are named"
                    x_label="noise"
                    y_label="scale"
                    y_from=1.0
                />
            </figure>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(name: &str, email: &str, flags: Vec<Flag>) -> JudgeRow {
        JudgeRow {
            name: name.into(),
            email: Some(email.into()),
            of: JudgeOutcome {
                judge: email.into(),
                reviews: 3,
                offset: 0.0,
                scale: 1.0,
                noise: 0.1,
                weight: 1.0,
                flags,
            },
        }
    }

    #[test]
    fn an_address_is_shown_where_two_judges_have_one_name() {
        let judges = [("Ada", "a@x.example"), ("Bo", "b@x.example"), ("Ada", "c@x.example")];
        let judges = judges.map(|(name, email)| judge(name, email, Vec::new()));
        assert_eq!(shared_names(&judges).into_iter().collect::<Vec<_>>(), ["Ada"]);
    }

    #[test]
    fn judges_with_the_same_flags_share_a_line() {
        let judges = [
            judge("Ada", "a@x.example", vec![Flag::Flat, Flag::Few]),
            judge("Bo", "b@x.example", vec![Flag::Erratic]),
            judge("Cy", "c@x.example", vec![Flag::Flat]),
            judge("Di", "d@x.example", Vec::new()),
        ];
        let html = Owner::new().with(|| flagged(&judges).unwrap().to_html()).replace("<!>", "");
        assert_eq!(html.matches("Talk to them").count(), 2, "{html}");
        assert!(html.contains("<b>Ada and Cy</b>") && html.contains("<b>Bo</b>"), "{html}");
        assert!(html.contains("1 judge has fewer than three reviews"), "{html}");
        // The table and its drawing are folded, however few they are.
        let html = Owner::new().with(|| super::judges("demo", judges.into(), true, true).to_html());
        let (open, table) = html.split_once("<summary>Show 4 judges</summary>").unwrap();
        assert!(
            open.contains("Talk to them") && !open.contains("<table") && table.contains("<table"),
            "{html}"
        );
    }
}
