//! The special case against R's lme4, whose values lie in `tests/golden`.

use crate::support::{GOLDEN, address, csv_rows, golden, golden_file};
use serde_json::Value;
use shared::calibration::reml::{self, ModelVariances};

struct Lme4 {
    variances: ModelVariances,
    mean: f64,
    mean_se: f64,
    /// Number, prediction, conditional standard deviation.
    projects: Vec<(usize, f64, f64)>,
    judges: Vec<(usize, f64, f64)>,
}

fn lme4(name: &str) -> Lme4 {
    let text = std::fs::read_to_string(golden_file(&format!("{name}.json"))).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    let number = |key: &str| json[key].as_f64().unwrap();
    let table = |what: &str| {
        let mut rows: Vec<_> = csv_rows(&format!("{name}_{what}.csv"))
            .iter()
            .map(|r| (r[0].parse().unwrap(), r[1].parse().unwrap(), r[2].parse().unwrap()))
            .collect();
        rows.sort_by_key(|r: &(usize, f64, f64)| r.0);
        rows
    };
    Lme4 {
        variances: ModelVariances {
            project: number("var_item"),
            judge: number("var_judge"),
            noise: number("var_resid"),
        },
        mean: number("mu"),
        mean_se: number("mu_se"),
        projects: table("items"),
        judges: table("judges"),
    }
}

fn close(what: &str, ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance, "{what}: {ours} against lme4's {theirs}");
}

#[test]
fn predictions_at_lme4s_variances_are_lme4s() {
    for name in GOLDEN {
        let theirs = lme4(name);
        let ours = reml::at(&golden(name), theirs.variances).unwrap();
        close(name, ours.mean, theirs.mean, 1e-9);
        close(name, ours.mean_se, theirs.mean_se, 1e-9);
        assert_eq!(ours.projects.len(), theirs.projects.len());
        assert_eq!(ours.judges.len(), theirs.judges.len());
        for (o, t) in ours.projects.iter().zip(&theirs.projects) {
            assert_eq!(o.0, t.0 as i64);
            close(name, o.1, t.1, 1e-9);
            close(name, o.2, t.2, 1e-9);
        }
        for (o, t) in ours.judges.iter().zip(&theirs.judges) {
            assert_eq!(o.0, address(t.0));
            close(name, o.1, t.1, 1e-9);
            close(name, o.2, t.2, 1e-9);
        }
    }
}

#[test]
fn our_own_optimum_is_lme4s() {
    for name in GOLDEN {
        let theirs = lme4(name).variances;
        let ours = reml::optimum(&golden(name)).unwrap().0;
        println!("{name}: {ours:?}");
        for (o, t) in [(ours.project, theirs.project), (ours.judge, theirs.judge), (ours.noise, theirs.noise)]
        {
            close(name, o / t, 1.0, 1e-6);
        }
    }
}
