//! The fit of large events, in time and memory near-linear in reviews.
//!
//! Nothing of the size of judges × judges is built. The system for `c` is solved by preconditioned conjugate gradients
//! ([`system`]). Traces and variances are means over samples of the posterior, which come from the same system with noise in
//! place of the data (perturbation; Papandreou & Yuille 2010). The fit uses the same noise in every round, so that its
//! rounds settle; each draw has noise of its own.
//!
//! Stopping rules: conjugate gradients end when the residual, measured by the preconditioner, is at most 1e-8 of the right
//! side (1e-5 in draws, 1e-6 in influence), or after 500 steps. Rounds end when no variance moves by more than 1e-4 and no project by more than
//! 1e-3 standard deviations ([`LARGE`](super::fit::LARGE)). λ₂ ends when a step changes it by less than 1e-7 of itself
//! ([`lambda2`]).

mod lambda2;
mod samples;
mod system;

pub(super) use lambda2::fiedler;
pub(super) use samples::{Sample, SampledDraws, Solver, means_from, samples, solve_many, solve_one};
pub(super) use system::{add, add_scaled};

/// How many right sides are solved side by side.
const LANES: usize = 8;

/// One number for each right side.
pub(super) type Lanes = [f64; LANES];

#[cfg(test)]
mod tests {
    use super::solve_one;
    use crate::calibration::design::Design;
    use crate::calibration::draws::Drawn;
    use crate::calibration::fit::{Fit, Model, RUN, SPARSE, fit, unfinished};
    use crate::calibration::normals::Normals;
    use crate::calibration::posterior::Means;
    use crate::calibration::{Input, Review, UNWATCHED};

    /// 400 projects, 80 judges, five reviews each, in two tracks.
    fn design() -> Design {
        let mut normals = Normals::new(&[1; 32], 0);
        let worth: Vec<f64> = (0..400).map(|_| 0.1 * normals.next()).collect();
        let offset: Vec<f64> = (0..80).map(|_| 0.06 * normals.next()).collect();
        let reviews =
            (0..400_usize).flat_map(|i| (0..5_usize).map(move |r| (i, (i * 7 + r * (11 + i / 80)) % 80)));
        let mut reviews: Vec<Review> = reviews
            .map(|(i, j)| Review {
                project: i as i64,
                track: Some((i % 2) as i64),
                judge: format!("judge{j:02}"),
                total_micro: ((0.6 + worth[i] + offset[j] + 0.1 * normals.next()).clamp(0.0, 1.0) * 1e6)
                    as i64,
            })
            .collect();
        reviews.sort_by(|a, b| (a.project, &a.judge).cmp(&(b.project, &b.judge)));
        reviews.dedup_by(|a, b| a.project == b.project && a.judge == b.judge);
        Design::of(&Input::new(reviews, true).unwrap())
    }

    fn near(what: &str, dense: f64, sparse: f64, within: f64) {
        assert!((dense - sparse).abs() <= within, "{what}: {dense} dense, {sparse} sparse");
    }

    fn both(model: &Model) -> (Design, Fit, Fit) {
        let design = design();
        let dense = fit(&design, model, &RUN, UNWATCHED);
        let sparse = fit(&design, model, &SPARSE, UNWATCHED);
        assert!(dense.converged && sparse.converged && sparse.covariance.is_none());
        (design, dense, sparse)
    }

    #[test]
    fn it_fits_what_the_dense_method_fits() {
        for model in [Model::OFFSETS, Model { scale: true, noise: Some(8.0) }] {
            let (_, dense, sparse) = both(&model);
            let (a, b) = (&dense.params, &sparse.params);
            near("projects", a.project, b.project, 0.01 * a.project);
            near("judges", a.judge, b.judge, 0.03 * a.judge);
            near("levels", a.group, b.group, 0.1 * a.group);
            near("noise", a.noise, b.noise, 0.01 * a.noise);
            let sd = a.project.sqrt();
            let pairs = || dense.means.theta.iter().zip(&sparse.means.theta);
            for (a, b) in pairs() {
                near("a project", *a, *b, 0.05 * sd);
            }
            let mean = pairs().map(|(a, b)| (a - b).abs()).sum::<f64>() / 400.0;
            near("projects on average", mean, 0.0, 0.01 * sd);
            for (a, b) in dense.moments.df.iter().zip(&sparse.moments.df) {
                near("degrees of freedom", *a, *b, 0.1 * a);
            }
        }
    }

    #[test]
    fn it_solves_what_the_dense_method_solves() {
        // Two tracks and a coefficient of panels, so that C holds all that it may hold.
        let design = design().with_panel((0..400_i32).map(|i| f64::from(i % 7) - 3.0).collect());
        let params = fit(&design, &Model { scale: true, noise: Some(8.0) }, &RUN, UNWATCHED).params;
        let right: Vec<f64> = (0..design.size()).map(|a| 1.0 + (a % 5) as f64).collect();
        let mut dense = right.clone();
        Means::solve(&design, &params).1.solve(&mut dense);
        let largest = dense.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        for (dense, sparse) in dense.iter().zip(solve_one(&design, &params, &right)) {
            near("a place of c", *dense, sparse, 1e-6 * largest);
        }
    }

    #[test]
    fn a_fit_that_is_not_finished_has_its_parameters_means_and_residuals() {
        let design = design();
        let early = unfinished(&design, &Model::OFFSETS, &SPARSE, UNWATCHED);
        let done = fit(&design, &Model::OFFSETS, &SPARSE, UNWATCHED);
        assert!(early.unfinished.is_some() && done.unfinished.is_none());
        assert_eq!((early.params.project, early.rounds), (done.params.project, done.rounds));
        assert_eq!(early.means.c, done.means.c);
        for (early, done) in early.moments.residual.iter().zip(&done.moments.residual) {
            near("a residual", *early, *done, 1e-7);
        }
        assert_ne!(early.moments.df, done.moments.df, "these rest on more samples");
    }

    #[test]
    fn its_draws_are_those_of_the_dense_posterior() {
        let (design, dense, sparse) = both(&Model::OFFSETS);
        let order: Vec<usize> = (0..400).collect();
        let draw = |fit| Drawn::of((&design, fit), &[9; 32], &order, &[1, 10], UNWATCHED);
        let (a, b) = (draw(&dense), draw(&sparse));
        assert!(a.variances.is_empty());
        for i in 0..400 {
            near("low end", f64::from(a.intervals[i][0]), f64::from(b.intervals[i][0]), 25.0);
            near("high end", f64::from(a.intervals[i][1]), f64::from(b.intervals[i][1]), 25.0);
            near("among ten", f64::from(a.among[1][i]), f64::from(b.among[1][i]), 90.0);
        }
        let mean = b.variances.iter().sum::<f64>() / 400.0;
        let known = dense.moments.var_theta.iter().sum::<f64>() / 400.0;
        assert!(mean > 0.5 * known && mean < 2.0 * known, "{mean} beside {known}");
    }
}
