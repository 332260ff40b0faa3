//! Extrapolation of the offsets-only fit: two rounds on log variances make one longer step
//! (SQUAREM, Varadhan & Roland 2008, scheme S3).

use super::posterior::Params;

/// The logs of the variances at the start of the last rounds.
#[derive(Default)]
pub(super) struct Squarem {
    trail: Vec<[f64; 4]>,
}

/// Steps are at most this long in units of one round, and this long in log variance.
const MAX_STRETCH: f64 = 20.0;
const MAX_LOG_STEP: f64 = 3.0;

impl Squarem {
    /// Takes the round from `before` to `after`; gives back `after`, or after every second round
    /// the point that the two rounds lead to.
    pub(super) fn step(&mut self, before: &Params, after: Params, floor: f64) -> Params {
        self.trail.push(logs(before));
        let [x0, x1] = self.trail[..] else { return after };
        self.trail.clear();
        let x2 = logs(&after);
        let (mut rr, mut vv) = (0.0, 0.0);
        for k in 0..4 {
            let r = x1[k] - x0[k];
            let v = x2[k] - x1[k] - r;
            rr += r * r;
            vv += v * v;
        }
        if vv <= 1e-300 {
            return after;
        }
        let stretch = (rr / vv).sqrt().clamp(1.0, MAX_STRETCH);
        let mut ahead = [0.0; 4];
        for k in 0..4 {
            let r = x1[k] - x0[k];
            let v = x2[k] - x1[k] - r;
            let step = 2.0 * stretch * r + stretch * stretch * v;
            ahead[k] = libm::exp(x0[k] + step.clamp(-MAX_LOG_STEP, MAX_LOG_STEP)).max(floor);
        }
        let [project, judge, group, noise] = ahead;
        let mut next = Params { project, judge, group, noise, ..after };
        next.lambda.fill(1.0 / noise);
        next
    }
}

fn logs(p: &Params) -> [f64; 4] {
    [libm::log(p.project), libm::log(p.judge), libm::log(p.group), libm::log(p.noise)]
}
