//! `/events/<slug>/results/how`: an explanation of the ranking for sceptical readers.

mod drawing;
mod questions;

use super::sentences::{NOT_CONVERGED, THREE_JUDGES, made_from, plain_means};
use crate::pages::event_head::{EventTab, event_head};
use crate::prelude::*;
use drawing::drawing;
use questions::questions;
use shared::calibration::PlainMeans;
use shared::percent::percents;
use shared::wire::Results;

/// What the explanation names.
pub struct HowPage {
    /// The rubric, in its order.
    pub criteria: Vec<Criterion>,
    /// The ranking that is explained.
    pub results: Results,
    /// Why it is that of the plain means; none where judges were compared.
    pub plain_means: Option<PlainMeans>,
    /// The strictest and the most generous judge's offset; none where there are too few judges to say it.
    pub offsets: Option<[f64; 2]>,
    /// The scores are public without names.
    pub open_data: bool,
    /// The judges' noises differ, and reviews weigh by them.
    pub own_noise: bool,
    /// Further reviews went where they helped most, and some projects have more than others.
    pub by_need: bool,
}

pub fn how_page(model: HowPage) -> AnyView {
    needs(Sheet::Results);
    let uncorrected = model.plain_means.map(|why| view! { <Notice tone=Tone::Note title=plain_means(why)/> });
    let data = model.open_data.then(|| {
        view! { <p><a href=event_path("/open-data")>"Scores without names"</a>" of this event are public, for anybody to study."</p> }
    });
    let by_need = model.by_need.then(by_need);
    let few = (model.results.judges == 3).then(|| view! { <li>{THREE_JUDGES}</li> });
    let cut_off = (!model.results.converged).then(|| view! { <Notice tone=Tone::Warn title=NOT_CONVERGED/> });
    view! {
        {event_head(Some(EventTab::Results))}
        <article class="how">
            <h1>"How this ranking was made"</h1>
            <p class="lead prose">
                "Judges differ, and not every judge sees every project. With a plain average, a team with generous judges has an advantage. This ranking corrects for that as far as the reviews allow, and says how certain each place is."
            </p>
            {cut_off}
            {uncorrected}
            {drawing()}
            <div class="how-columns">
                <div class="prose">
                    {questions(&model)}
                    {by_need}
                    {in_detail(&model)}
                    <section>
                        <h2>"What it can’t do"</h2>
                        <ul>
                            <li>"It can’t separate a judge’s taste from a project’s quality if only one judge saw the project."</li>
                            <li>"It can’t compare groups of projects that share no judge. The results page says so when that happens."</li>
                            {few}
                            <li>"It knows only the reviews. If all judges missed something, the ranking misses it too."</li>
                        </ul>
                    </section>
                </div>
                {numbers(&model)}
            </div>
            {data}
            <p><a href="/play">"Try it yourself"</a>" on a small made-up event: make a judge strict or erratic, or give one a friend, and see what happens to the ranking."</p>
            <p><a href=event_path("/results")>"Back to the results"</a></p>
        </article>
    }
}

/// What the ranking was computed from, to check it by.
fn numbers(model: &HowPage) -> AnyView {
    let results = &model.results;
    let offsets = model.offsets.filter(|_| model.plain_means.is_none()).map(|[low, high]| {
        let signed = |x: f64| format!("{}{:.2}", if x < 0.0 { "\u{2212}" } else { "+" }, x.abs());
        view! {
            <dt>"Judges’ offsets"</dt>
            <dd>{format!("{} to {}", signed(low), signed(high))}</dd>
        }
    });
    view! {
        <aside class="how-numbers">
            <h2>"This ranking"</h2>
            <p>{made_from(results)}</p>
            <dl class="facts">
                {offsets}
                <dt>"Method"</dt>
                <dd>{results.method.clone()}</dd>
                <dt>"Run"</dt>
                <dd>{results.run}</dd>
                <dt>"Digest"</dt>
                <dd><code>{results.input_digest.clone()}</code></dd>
            </dl>
            <p class="small quiet">
                "The same reviews give the same ranking to the last digit, on any machine. The digest is the SHA-256 of the totals that were used, one line for each review: project, judge, total. If one score changes, the digest changes."
            </p>
            <p><a href="/verify">"Check a signed ranking"</a></p>
        </aside>
    }
}

/// How a score becomes a place, step by step.
fn in_detail(model: &HowPage) -> AnyView {
    let weights: Vec<i64> = model.criteria.iter().map(|c| c.weight.ten_thousandths()).collect();
    let shares = each(model.criteria.iter().zip(percents(&weights)), |(c, share)| {
        view! { <li>{format!("{}: {} to {}, {share}\u{a0}% of the total", c.name, c.min_value, c.max_value)}</li> }
    });
    let who_saw = model.results.panels.map(|panels| view! { <p>{words::panels(&panels)}</p> });
    let weights = if model.own_noise {
        "Judges differ in how consistent they are here, so the scores of an inconsistent judge count for less."
    } else {
        "The judges do not differ enough in how consistent they are, so none counts for less because of it."
    };
    view! {
        <section>
            <h2>"Step by step"</h2>
            <section>
                <h3>"1. One number for each review"</h3>
                <p>
                    "Each score becomes its share of the criterion’s range, from 0 at the lowest score to 1 at the highest. A review’s total is the mean of these shares, weighted:"
                </p>
                <ul>{shares}</ul>
            </section>
            <section>
                <h3>"2. Three ways in which judges differ"</h3>
                <dl>
                    <dt>"Offset"</dt>
                    <dd>"Some judges give higher scores, some give lower ones."</dd>
                    <dt>"Scale"</dt>
                    <dd>"Some use the whole range of scores, some stay near the middle."</dd>
                    <dt>"Noise"</dt>
                    <dd>"Some agree with the other judges, some are less consistent."</dd>
                </dl>
                <p class="how-formula">"total = track’s level + judge’s offset + judge’s scale × project + noise"</p>
                <p>
                    "All projects and judges are estimated together. Two judges are compared through projects that both scored, or through other judges who share a project with each of them. The fewer reviews a judge wrote, the closer to the average we assume them to be. Nobody sets any of this by hand."
                </p>
            </section>
            <section>
                <h3>"3. The calibrated score"</h3>
                <p>
                    "It is what an average judge would have given the project. A project with few reviews is moved towards the mean of all projects, since little is known about it. "{weights}" No review is left out."
                </p>
                {who_saw}
                <p>
                    "If every judge reviewed every project and no judge is much less consistent than the others, the ranking follows the plain means. With one judge, fewer than three reviews or equal totals everywhere, there is nothing to correct. The ranking then follows the plain means too, and the method is called raw-mean."
                </p>
            </section>
            <section>
                <h3>"4. How certain it is"</h3>
                <p>
                    "The line through each dot is the 90\u{a0}% interval: 1.645 standard errors to each side. The 90\u{a0}% range of ranks comes from 1,000 rankings that fit the reviews. The project’s place lies in its range in nine of ten of them. On trial data with a known truth, the ranges contained the true place in 87 to 97 of 100 cases. They were too narrow where all judges drifted in the course of the event, or gave nearly the same score to everything."
                </p>
                <p>
                    "The chance to be first is the share of these 1,000 rankings in which the project is first. On trial data, projects with a claimed chance of 40\u{a0}% were in fact the best in about 40 of 100 cases. "{words::CHANCES_ASSUME}
                </p>
                <p>
                    "Projects in one bracket are too close to call. A bracket starts with the first project that is in no bracket yet. The next project joins if its range includes the first project’s place, and the first project’s range includes its place. The edge of a bracket is not a sharp line: projects on either side can be close too. Compare their ranges."
                </p>
            </section>
            <section>
                <details>
                    <summary>"The formulas"</summary>
                    <p>"For project i in track t and judge j, with y the review’s total:"</p>
                    <ul class="how-formulas">
                        <li><span class="how-formula">"y = γ(t) + b(j) + s(j) · θ(i) + ε"</span>" γ is the track’s level, b the judge’s offset, s the judge’s scale (mean 1), θ the project, ε the noise."</li>
                        <li><span class="how-formula">"+ ζ · m(i)"</span>" Only where the portal did not choose all judges and it is clear: m(i) is how generous the project’s judges are, by what they gave to other projects. ζ says how a project’s worth goes with it. Where it is used, γ(t) below means γ(t) + ζ · m(i)."</li>
                        <li><span class="how-formula">"θ ~ N(0, σθ²), b ~ N(0, σb²), s ~ N(1, τ²), ε ~ N(0, 1/λ(j))"</span>" The variances are estimated from all reviews (empirical Bayes). Weak priors keep them steady when there are few reviews."</li>
                        <li><span class="how-formula">"θ̂(i) = Σ λs(y − γ − b) / (1/σθ² + Σ λs²)"</span>" The sum runs over the project’s reviews. Precise judges weigh more, and 1/σθ² moves a project with few reviews towards the mean."</li>
                        <li><span class="how-formula">"calibrated(i) = γ(t) + mean of b + θ̂(i)"</span>" What an average judge would give. It can be below 0 or above 1."</li>
                        <li><span class="how-formula">"se(i) = √(Var θ̂(i) + Var(γ + mean b) + 2 Cov) · √(1 + 2/N)"</span>" From the joint posterior. The last factor accounts for the estimated variances, with N projects."</li>
                        <li><span class="how-formula">"rank range = 5th to 95th percentile of 1,000 draws"</span>" Each draw takes offsets and projects from their joint posterior and ranks them. The generator is seeded from the digest."</li>
                    </ul>
                    <p>"Organizers see a flag on judges whose scores are reversed, erratic or flat. A flag drops no review."</p>
                </details>
            </section>
        </section>
    }
}

/// Why contenders have more reviews than others.
fn by_need() -> AnyView {
    view! {
        <section>
            <h2>"Why some projects have more reviews"</h2>
            <p>
                "First, every project went to the same number of judges. Then judges who had finished could ask for another project. They got the one where a review would help most: it had few reviews, and its chance to win a prize was far from 0 and from 100\u{a0}%. One in four was drawn by lot. Judges were not told why they got a project. The organizers chose this rule before judging opened."
            </p>
            <p>
                "More reviews do not raise a score. They make it more certain, so the winners are named more reliably. Projects that were far from a prize have fewer reviews, so their ranges are wider."
            </p>
            <p>
                "The audit log names, for each of these assignments, the reviews that it was computed from. The same reviews give the same assignment again."
            </p>
        </section>
    }
}
