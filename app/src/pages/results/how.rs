//! `/events/<slug>/results/how`: the ranking explained to somebody who doubts it.

use super::words::{NOT_CONVERGED, plain_means};
use crate::components::{Notice, Tone};
use crate::pages::event_head::{EventHead, EventTab, event_head};
use leptos::prelude::*;
use shared::calibration::PlainMeans;
use shared::percent::percents;
use shared::rubric::Criterion;

/// What the explanation names.
#[derive(Clone, Debug)]
pub struct HowPage {
    /// The event's head.
    pub head: EventHead,
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// The method of the ranking shown, `crossed-eb/v1`.
    pub method: String,
    /// The run's number.
    pub run: i32,
    /// SHA-256 (hex) of what the run read.
    pub input_digest: String,
    /// Why the ranking is that of the plain means; none where judges were compared.
    pub plain_means: Option<PlainMeans>,
    /// The calculation came to rest.
    pub converged: bool,
}

/// The page.
#[must_use]
pub fn how_page(model: HowPage) -> AnyView {
    let head = event_head(&model.head, Some(EventTab::Results));
    let results = format!("/events/{}/results", model.head.slug);
    let weights: Vec<i64> = model.criteria.iter().map(|c| c.weight.ten_thousandths()).collect();
    let shares: Vec<_> = model
        .criteria
        .iter()
        .zip(percents(&weights))
        .map(|(c, share)| {
            view! { <li>{format!("{}: {} to {}, {share} % of the total", c.name, c.min_value, c.max_value)}</li> }
        })
        .collect();
    let uncorrected = model.plain_means.map(|why| view! { <Notice tone=Tone::Note title=plain_means(why)/> });
    let cut_off = (!model.converged).then(|| view! { <Notice tone=Tone::Warn title=NOT_CONVERGED/> });
    view! {
        {head}
        <article class="how prose">
            <h1>"How this ranking was made"</h1>
            <p class="lead">
                "Judges differ, and not every judge sees every project. With a plain average a team gains by drawing generous judges. This ranking corrects for that as far as the reviews allow, and says how certain each place is."
            </p>
            {cut_off}
            {uncorrected}
            <section>
                <h2>"1. One number for each review"</h2>
                <p>
                    "Each score becomes its share of the criterion’s range, from 0 at the lowest score to 1 at the highest. A review’s total is the mean of these shares, weighted:"
                </p>
                <ul>{shares}</ul>
            </section>
            <section>
                <h2>"2. Three ways in which judges differ"</h2>
                <dl>
                    <dt>"Offset"</dt>
                    <dd>"Some give everybody more, some give everybody less."</dd>
                    <dt>"Scale"</dt>
                    <dd>"Some spread their scores over the whole range, some stay in the middle."</dd>
                    <dt>"Noise"</dt>
                    <dd>"Some agree with the others on what is good, some are less consistent."</dd>
                </dl>
                <p class="formula">"total = track’s level + judge’s offset + judge’s scale × project + noise"</p>
                <p>
                    "All projects and judges are estimated together, from every review at once: two judges are compared through the projects that both, or those who share a project with them, have scored. The fewer reviews a judge wrote, the closer we assume them to the average. Nobody sets any of this by hand."
                </p>
            </section>
            <section>
                <h2>"3. The calibrated score"</h2>
                <p>
                    "It is what an average judge would have given the project. A project with few reviews is moved toward the mean of all projects, since little is known about it. The scores of an inconsistent judge count for less; no review is thrown away."
                </p>
                <p>
                    "Where every judge reviewed every project, the ranking is that of the plain means. With one judge, fewer than three reviews or equal totals everywhere there is nothing to correct: the ranking is then that of the plain means, and the method below says raw-mean."
                </p>
            </section>
            <section>
                <h2>"4. How certain it is"</h2>
                <p>
                    "The line through each dot is the 90 % interval: 1.645 standard errors to both sides. The 90 % range of ranks comes from 1,000 rankings drawn from all that the reviews leave possible: the project’s place lies in the range in nine of ten. On trial data where the truth is known, the ranges held it in 87 to 96 of 100 cases."
                </p>
                <p>
                    "A bracket begins with the first project not yet in one. The next one joins while its range reaches up to that first project’s place, and the first one’s range reaches down to its own. A bracket’s edge is not a sharp line: neighbours on its two sides may be close as well, and their ranges say so."
                </p>
            </section>
            <section>
                <details>
                    <summary>"The formulas"</summary>
                    <p>"For project i in track t and judge j, with y the review’s total:"</p>
                    <ul class="formulas">
                        <li><span class="formula">"y = γ(t) + b(j) + s(j) · θ(i) + ε"</span>" γ is the track’s level, b the judge’s offset, s the judge’s scale (mean 1), θ the project, ε the noise."</li>
                        <li><span class="formula">"θ ~ N(0, σθ²), b ~ N(0, σb²), s ~ N(1, τ²), ε ~ N(0, 1/λ(j))"</span>" The variances are estimated from all reviews (empirical Bayes); weak priors keep them steady where there are few."</li>
                        <li><span class="formula">"θ̂(i) = Σ λs(y − γ − b) / (1/σθ² + Σ λs²)"</span>" The sum runs over the project’s reviews: precise judges weigh more, and 1/σθ² draws a project with few reviews toward the mean."</li>
                        <li><span class="formula">"calibrated(i) = γ(t) + mean of b + θ̂(i)"</span>" What an average judge would give; it is not cut off at 0 or 1."</li>
                        <li><span class="formula">"se(i) = √(Var θ̂(i) + Var(γ + mean b) + 2 Cov) · √(1 + 2/N)"</span>" From the joint posterior; the last factor pays for the estimated variances, with N projects."</li>
                        <li><span class="formula">"rank range = 5th to 95th percentile of 1,000 draws"</span>" Each draw takes offsets and projects from their joint posterior and ranks them. The generator is seeded from the digest below."</li>
                    </ul>
                    <p>"Judges may be reversed, erratic or flat: the organizers see such judges flagged and the ranking weighs them by their noise. Nobody’s review is dropped by hand."</p>
                </details>
            </section>
            <section>
                <h2>"5. What it can’t do"</h2>
                <ul>
                    <li>"It can’t tell a judge’s taste from a project’s worth where only one judge saw it."</li>
                    <li>"It can’t compare groups of projects that share no judge; organizers are told when that happens."</li>
                    <li>"It doesn’t know the project: if all judges missed something, so does the ranking."</li>
                </ul>
            </section>
            <section>
                <h2>"6. Check it"</h2>
                <p>
                    "The same reviews give the same ranking to the last digit, on any machine. The digest below is the SHA-256 of the totals that went in, one line for each review: project, judge, total. Changing one score changes it."
                </p>
                <dl class="facts">
                    <dt>"Method"</dt>
                    <dd>{model.method}</dd>
                    <dt>"Run"</dt>
                    <dd>{model.run}</dd>
                    <dt>"Digest"</dt>
                    <dd><code>{model.input_digest}</code></dd>
                </dl>
            </section>
            <p><a href=results>"Back to the results"</a></p>
        </article>
    }
    .into_any()
}
