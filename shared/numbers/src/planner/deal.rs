//! The assignments while they are dealt.

use super::dice::Dice;
use super::numbered::Numbered;

/// Who judges what so far.
#[derive(Clone)]
pub(super) struct Deal<'a> {
    pub(super) input: &'a Numbered,
    /// The judges of each project: first the kept ones, then those dealt.
    pub(super) panels: Vec<Vec<usize>>,
    /// What each judge has, kept and dealt.
    pub(super) load: Vec<usize>,
    /// N_jk, judges × judges: how many projects two judges share.
    meets: Vec<u16>,
    /// For each project, how many of its judges do not know its track.
    outside: Vec<u16>,
    /// For each project, how many judges who do not know its track cost nothing.
    open: Vec<u16>,
}

impl<'a> Deal<'a> {
    /// What is kept.
    pub(super) fn of(input: &'a Numbered) -> Self {
        let (judges, projects) = (input.judges.len(), input.projects.len());
        let mut deal = Self {
            input,
            panels: vec![vec![]; projects],
            load: vec![0; judges],
            meets: vec![0; judges * judges],
            outside: vec![0; projects],
            open: vec![0; projects],
        };
        for (project, kept) in input.kept.iter().enumerate() {
            for &judge in kept {
                deal.add(project, judge);
            }
        }
        deal.load.clone_from(&input.kept_load);
        deal
    }

    pub(super) fn add(&mut self, project: usize, judge: usize) {
        let panel = std::mem::take(&mut self.panels[project]);
        for &other in &panel {
            self.meet(judge, other, 1);
        }
        self.panels[project] = panel;
        self.panels[project].push(judge);
        self.load[judge] += 1;
        self.outside[project] += self.input.mismatch(project, judge);
    }

    /// Leaves this share of each project's reviews open to all tracks, in percent; what is no whole review by lot.
    pub(super) fn leave_open(&mut self, percent: u32, dice: &mut Dice) {
        for (open, &wanted) in self.open.iter_mut().zip(&self.input.wanted) {
            let share = wanted * percent as usize;
            *open = (share / 100 + usize::from(dice.below(100) < share % 100)) as u16;
        }
    }

    /// What a further judge outside the project's track costs it: nothing as long as its open reviews are not used up.
    pub(super) fn counts_outside(&self, project: usize) -> bool {
        self.outside[project] >= self.open[project]
    }

    /// By how much the reviews outside the track that count grow, if `come` judges the project in place of `gone`.
    pub(super) fn cost_of_exchange(&self, project: usize, gone: usize, come: usize) -> i64 {
        let counted = |outside: i64| (outside - i64::from(self.open[project])).max(0);
        let before = i64::from(self.outside[project]);
        let (gone, come) = (self.input.mismatch(project, gone), self.input.mismatch(project, come));
        counted(before - i64::from(gone) + i64::from(come)) - counted(before)
    }

    /// Puts `judge` in place of the one at `slot` of the project's panel.
    pub(super) fn replace(&mut self, project: usize, slot: usize, judge: usize) {
        let panel = std::mem::take(&mut self.panels[project]);
        let before = panel[slot];
        for (_, &other) in panel.iter().enumerate().filter(|&(s, _)| s != slot) {
            self.meet(before, other, u16::MAX);
            self.meet(judge, other, 1);
        }
        self.panels[project] = panel;
        self.panels[project][slot] = judge;
        self.load[before] -= 1;
        self.load[judge] += 1;
        self.outside[project] += self.input.mismatch(project, judge);
        self.outside[project] -= self.input.mismatch(project, before);
    }

    /// Adds to N_jk on both sides; `u16::MAX` takes one away.
    fn meet(&mut self, a: usize, b: usize, by: u16) {
        let judges = self.load.len();
        for at in [a * judges + b, b * judges + a] {
            self.meets[at] = self.meets[at].wrapping_add(by);
        }
    }

    /// How often the judge meets each other.
    pub(super) fn meets(&self, judge: usize) -> &[u16] {
        let judges = self.load.len();
        &self.meets[judge * judges..(judge + 1) * judges]
    }

    pub(super) fn has_room(&self, judge: usize) -> bool {
        self.load[judge] < self.input.cap(judge)
    }

    /// Whether the judge may be given the project, room aside.
    pub(super) fn allows(&self, project: usize, judge: usize) -> bool {
        !self.input.barred.has(project, judge) && !self.panels[project].contains(&judge)
    }

    /// The dealt reviews, as project and place in its panel.
    pub(super) fn dealt(&self) -> Vec<(usize, usize)> {
        let slots = |i: usize| (self.input.kept[i].len()..self.panels[i].len()).map(move |slot| (i, slot));
        (0..self.panels.len()).flat_map(slots).collect()
    }

    /// The share of reviews outside the track that their judge reviews most, in thousandths; none with fewer than two
    /// tracks or without reviews.
    pub(super) fn crossing(&self) -> Option<u32> {
        let tracks = self.input.strangers.len();
        if tracks < 2 {
            return None;
        }
        let mut reviews = vec![0_usize; self.load.len() * tracks];
        for (project, panel) in self.panels.iter().enumerate() {
            for &judge in panel {
                reviews[judge * tracks + self.input.track_of[project]] += 1;
            }
        }
        let all: usize = reviews.iter().sum();
        let main: usize = reviews.chunks_exact(tracks).filter_map(|own| own.iter().max()).sum();
        (all > 0).then(|| ((all - main) * 1_000 / all) as u32)
    }
}
