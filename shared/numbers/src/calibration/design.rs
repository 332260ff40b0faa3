//! The reviews as the model sees them: projects, judges and groups numbered from 0.

use super::input::Input;
use super::outcome::Grouping;
use std::collections::BTreeMap;
use std::ops::Range;

/// Who reviewed what, in the input's order (project id, then judge e-mail).
#[derive(Clone)]
pub(super) struct Design {
    /// Project ids, ascending; only projects with a usable review.
    pub(super) projects: Vec<i64>,
    /// Judge e-mails, ascending by bytes; only judges with a usable review.
    pub(super) judges: Vec<String>,
    /// Review `k` is by this judge.
    pub(super) judge_of: Vec<usize>,
    /// Review `k` gave this total, less `centre`.
    pub(super) y: Vec<f64>,
    /// Sum of `y` over a project, from exact integers, so that equal sums are equal bits.
    pub(super) sum_of: Vec<f64>,
    /// Plain mean of a project's totals.
    pub(super) raw_mean: Vec<f64>,
    /// Reviews per judge (n_j).
    pub(super) load: Vec<usize>,
    /// The group of each project, numbered by first appearance.
    pub(super) group_of: Vec<usize>,
    /// How many groups there are.
    pub(super) groups: usize,
    /// Which part of the review graph each project lies in, numbered by first appearance.
    pub(super) part_of: Vec<usize>,
    /// The same for judges.
    pub(super) part_of_judge: Vec<usize>,
    /// How many parts there are.
    pub(super) parts: usize,
    /// What was taken off every total: their mean with two or more groups, else 0.
    pub(super) centre: f64,
    /// s_y² = Σ(y−ȳ)²/n; exactly 0 when all totals are equal.
    pub(super) variance: f64,
    /// Whether every judge reviewed every project.
    pub(super) complete: bool,
    /// m_i, how generous the judges of each project are; empty where ζ is not fitted.
    pub(super) panel: Vec<f64>,
    starts: Vec<usize>,
}

impl Design {
    /// Numbers the reviews of an input that holds at least one.
    pub(super) fn of(input: &Input) -> Self {
        let reviews = input.reviews();
        let mut judge_number: BTreeMap<&str, usize> = reviews.iter().map(|r| (r.judge.as_str(), 0)).collect();
        for (number, slot) in judge_number.values_mut().enumerate() {
            *slot = number;
        }
        let judge_of: Vec<usize> = reviews.iter().map(|r| judge_number[r.judge.as_str()]).collect();
        let judges: Vec<String> = judge_number.keys().map(|&j| j.to_owned()).collect();
        let mut load = vec![0; judges.len()];
        for &j in &judge_of {
            load[j] += 1;
        }

        let (mut projects, mut tracks, mut starts) = (vec![], vec![], vec![]);
        for (k, r) in reviews.iter().enumerate() {
            if projects.last() != Some(&r.project) {
                projects.push(r.project);
                tracks.push(r.track);
                starts.push(k);
            }
        }
        starts.push(reviews.len());

        let (part_of, part_of_judge, parts) = parts(&starts, &judge_of, judges.len());
        let (group_of, groups) =
            if input.grouping() == Grouping::Parts { (part_of.clone(), parts) } else { numbered(&tracks) };

        let n = reviews.len() as f64;
        let mean = reviews.iter().map(|r| r.total_micro).sum::<i64>() as f64 / 1e6 / n;
        let totals: Vec<f64> = reviews.iter().map(|r| r.total_micro as f64 / 1e6).collect();
        let all_equal = reviews.windows(2).all(|w| w[0].total_micro == w[1].total_micro);
        let variance =
            if all_equal { 0.0 } else { totals.iter().map(|y| (y - mean) * (y - mean)).sum::<f64>() / n };
        let centre = if groups > 1 { mean } else { 0.0 };
        let (mut sum_of, mut raw_mean) = (vec![], vec![]);
        for bounds in starts.windows(2) {
            let own = &reviews[bounds[0]..bounds[1]];
            let sum = own.iter().map(|r| r.total_micro).sum::<i64>() as f64 / 1e6;
            let count = own.len() as f64;
            sum_of.push(sum - count * centre);
            raw_mean.push(sum / count);
        }
        Self {
            complete: reviews.len() == projects.len() * judges.len(),
            y: totals.iter().map(|y| y - centre).collect(),
            projects,
            judges,
            judge_of,
            sum_of,
            raw_mean,
            load,
            group_of,
            groups,
            part_of,
            part_of_judge,
            parts,
            centre,
            variance,
            panel: vec![],
            starts,
        }
    }

    /// The same reviews, where who saw a project says something of it.
    pub(super) fn with_panel(&self, panel: Vec<f64>) -> Self {
        Self { panel, ..self.clone() }
    }

    /// The places of `c`: judges first, then groups, then ζ where it is fitted.
    pub(super) fn size(&self) -> usize {
        self.judges.len() + self.groups + usize::from(!self.panel.is_empty())
    }

    /// The places of `c` that make up the level of project `i`, each with its factor: the group's γ, and ζ where it is fitted.
    pub(super) fn levels(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + use<> {
        let group = self.judges.len() + self.group_of[i];
        let zeta = self.panel.get(i).map(|m| (self.judges.len() + self.groups, *m));
        std::iter::once((group, 1.0)).chain(zeta)
    }

    /// The level of project `i`, γ_t(i) + ζ·m_i, by the values at the places of `c`.
    pub(super) fn level(&self, i: usize, c: &[f64]) -> f64 {
        let level = c[self.judges.len() + self.group_of[i]];
        self.panel.get(i).map_or(level, |m| level + m * c[self.judges.len() + self.groups])
    }

    pub(super) fn reviews_of(&self, i: usize) -> Range<usize> {
        self.starts[i]..self.starts[i + 1]
    }

    /// Number of reviews, n.
    pub(super) fn n(&self) -> f64 {
        self.y.len() as f64
    }
}

/// Numbers distinct values by first appearance.
fn numbered<T: Ord + Copy>(values: &[T]) -> (Vec<usize>, usize) {
    let mut seen = BTreeMap::new();
    let numbers = values
        .iter()
        .map(|&v| {
            let next = seen.len();
            *seen.entry(v).or_insert(next)
        })
        .collect();
    (numbers, seen.len())
}

/// Connected parts of the graph of projects and judges, by union-find.
fn parts(starts: &[usize], judge_of: &[usize], judges: usize) -> (Vec<usize>, Vec<usize>, usize) {
    let projects = starts.len() - 1;
    let mut parent: Vec<usize> = (0..projects + judges).collect();
    for i in 0..projects {
        for &j in &judge_of[starts[i]..starts[i + 1]] {
            let (a, b) = (root(&mut parent, i), root(&mut parent, projects + j));
            parent[a.max(b)] = a.min(b);
        }
    }
    let roots: Vec<usize> = (0..projects + judges).map(|x| root(&mut parent, x)).collect();
    // Every judge has a review, so each part is first met at a project.
    let (mut part, count) = numbered(&roots);
    let of_judges = part.split_off(projects);
    (part, of_judges, count)
}

/// Where the part of `x` begins, in union-find.
pub(crate) fn root(parent: &mut [usize], mut x: usize) -> usize {
    while parent[x] != x {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    x
}
