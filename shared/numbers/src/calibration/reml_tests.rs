//! The special case that other programs can check: offsets only, one group, no priors. Then the fit is plain REML for
//! `y_ij = μ + θ_i + b_j + ε_ij`, as `lmer(y ~ 1 + (1|project) + (1|judge))` in R, whose values lie in `shared/tests/golden`.

use super::UNWATCHED;
use super::design::Design;
use super::fit::{self, Model};
use super::input::{Input, Review};
use super::moments::Moments;
use super::posterior::{Covariance, Means, Params, support};

/// A simulated set: its name, the reviews, what lme4 says of it as a whole, of its projects and of its judges.
type GoldenSet = [&'static str; 5];

macro_rules! golden_sets {
    ($($name:literal),+) => {
        [$([
            $name,
            include_str!(concat!("../../../tests/golden/", $name, ".data.csv")),
            include_str!(concat!("../../../tests/golden/", $name, ".json")),
            include_str!(concat!("../../../tests/golden/", $name, "_items.csv")),
            include_str!(concat!("../../../tests/golden/", $name, "_judges.csv")),
        ]),+]
    };
}

const SETS: [GoldenSet; 4] =
    golden_sets!["sim_tiny_12", "sim_100x25", "sim_100x25_unbalanced", "sim_1000x250"];

/// Two numbers and a value, or a number and two values, without the head.
fn rows(csv: &str) -> Vec<[f64; 3]> {
    let row = |line: &str| {
        let mut cells = line.split(',').map(|cell| cell.parse::<f64>().unwrap());
        [(); 3].map(|()| cells.next().unwrap())
    };
    csv.lines().skip(1).map(row).collect()
}

/// By number.
fn in_order(csv: &str) -> Vec<[f64; 3]> {
    let mut rows = rows(csv);
    rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
    rows
}

fn number(json: &str, key: &str) -> f64 {
    let (_, rest) = json.split_once(&format!("\"{key}\": ")).unwrap();
    rest.split(',').next().unwrap().parse().unwrap()
}

/// lme4's variances: between projects, between judges, of a review.
fn variances(json: &str) -> [f64; 3] {
    ["var_item", "var_judge", "var_resid"].map(|key| number(json, key))
}

fn address(judge: f64) -> String {
    format!("judge{judge:05}@example.org")
}

/// The reviews in one group, uncentred.
fn design(data: &str) -> Design {
    let review = |[project, judge, total]: [f64; 3]| Review {
        project: project as i64,
        track: None,
        judge: address(judge),
        total_micro: (total * 1e6).round() as i64,
    };
    let input = Input::new(rows(data).into_iter().map(review).collect(), false).unwrap();
    let mut design = Design::of(&input);
    let centre = std::mem::replace(&mut design.centre, 0.0);
    for y in &mut design.y {
        *y += centre;
    }
    for i in 0..design.projects.len() {
        design.sum_of[i] = design.y[design.reviews_of(i)].iter().sum();
    }
    design.group_of.fill(0);
    design.groups = 1;
    design
}

fn close(what: &str, ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance, "{what}: {ours} against lme4's {theirs}");
}

#[test]
fn predictions_at_lme4s_variances_are_lme4s() {
    for [name, data, json, projects, judges] in SETS {
        let design = design(data);
        let [project, judge, noise] = variances(json);
        let params = Params {
            project,
            judge,
            // One group: its level has a flat prior.
            group: project,
            panel: project,
            noise,
            scale: 0.0,
            s: vec![1.0; design.judges.len()],
            lambda: vec![1.0 / noise; design.judges.len()],
            plain: true,
        };
        let (means, factor) = Means::solve(&design, &params);
        let post = Covariance::of(factor, means.size);
        let moments = Moments::of(&design, &params, &means, &post);
        let mu = design.judges.len();
        let var_mu = post.cov(mu, mu);
        close(name, means.c[mu], number(json, "mu"), 1e-9);
        close(name, var_mu.sqrt(), number(json, "mu_se"), 1e-9);
        // Our variances integrate over μ; lme4's condition on it, hence Var − Cov²/Var(μ).
        let given_mu = |var: f64, cov: f64| (var - cov * cov / var_mu).max(0.0).sqrt();
        let mut w = vec![];
        let theirs = in_order(projects);
        assert_eq!(design.projects.len(), theirs.len());
        for (i, [number, blup, deviation]) in theirs.into_iter().enumerate() {
            support(&design, &params, i, &mut w);
            let cov = -w.iter().map(|&(a, wa)| wa * post.cov(a, mu)).sum::<f64>() / means.d[i];
            assert_eq!(design.projects[i], number as i64);
            close(name, means.theta[i], blup, 1e-9);
            close(name, given_mu(moments.var_theta[i], cov), deviation, 1e-9);
        }
        let theirs = in_order(judges);
        assert_eq!(mu, theirs.len());
        for (j, [number, blup, deviation]) in theirs.into_iter().enumerate() {
            assert_eq!(design.judges[j], address(number));
            close(name, means.c[j], blup, 1e-9);
            close(name, given_mu(post.cov(j, j), post.cov(j, mu)), deviation, 1e-9);
        }
    }
}

#[test]
fn our_own_optimum_is_lme4s() {
    for [name, data, json, ..] in SETS {
        let Params { project, judge, noise, .. } =
            fit::fit(&design(data), &Model::OFFSETS, &fit::REML, UNWATCHED).params;
        for (ours, theirs) in [project, judge, noise].into_iter().zip(variances(json)) {
            close(name, ours / theirs, 1.0, 1e-6);
        }
    }
}
