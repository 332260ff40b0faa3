//! The ceremony: in which order prizes are revealed, and in which steps.

use crate::prelude::*;
use crate::refusal::PrizeFault;
use std::ops::Range;

/// Ranks on one step, where the ceremony ends with the ranking. More would be too small to read from the back of a hall.
pub const RANKS_PER_STEP: usize = 8;
/// Most projects of the ranking that a ceremony shows: the rest are on the results page.
pub const MOST_RANKS: usize = 80;

/// How an organizer wants the winners to be announced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CeremonyTerms {
    /// The prizes in the order in which they are revealed.
    pub prizes: Vec<PrizeId>,
    /// Those whose winners are named in one step.
    pub at_once: Vec<PrizeId>,
    /// Each reveal shows how certain the place is.
    pub intervals: bool,
    /// The ceremony ends with the ranking.
    pub full_ranking: bool,
}

impl CeremonyTerms {
    /// Reads a form: `turn-<prize>` for each prize, `at_once`, `intervals`, `full_ranking`. Prizes with the same turn stay in the
    /// order of the form.
    ///
    /// # Errors
    /// 400 with every turn that is none.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let fields: Vec<(&str, &str)> = form.with_prefix("turn-").collect();
        let (mut errors, mut turns) = (FieldErrors::default(), Vec::new());
        for (id, typed) in &fields {
            let turn = typed.trim().parse().ok().filter(|turn| (1..=fields.len()).contains(turn));
            match (id.parse().map(PrizeId), turn) {
                (Ok(id), Some(turn)) => turns.push((turn, id)),
                _ => errors.add(&format!("turn-{id}"), Fault::Prize(PrizeFault::Turn { most: fields.len() })),
            }
        }
        errors.into_result()?;
        turns.sort_by_key(|(turn, _)| *turn);
        let at_once = form.all("at_once").filter_map(|id| id.parse().ok().map(PrizeId));
        Ok(Self {
            prizes: turns.into_iter().map(|(_, id)| id).collect(),
            at_once: at_once.collect(),
            intervals: form.ticked("intervals"),
            full_ranking: form.ticked("full_ranking"),
        })
    }
}

/// The order in which the event's prizes are revealed: as chosen, after those that were added since. An organizer lists the main
/// prize first, so without a choice the last of the list comes first.
pub fn reveal_order(listed: &[PrizeId], chosen: &[PrizeId]) -> Vec<PrizeId> {
    let known: HashSet<PrizeId> = chosen.iter().copied().collect();
    let added = listed.iter().rev().copied().filter(|id| !known.contains(id));
    added.chain(chosen.iter().copied().filter(|id| listed.contains(id))).collect()
}

/// Winners of a prize that are named together, because the prize's rule does not tell them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedPlace<T> {
    /// The place among the winners of this prize, from 1.
    pub place: usize,
    /// Who has it.
    pub winners: Vec<T>,
}

/// The winners by place, the first one first. Neighbours with the same standing share a place; without a standing, nobody does.
pub fn places<T, K: PartialEq>(winners: Vec<(T, Option<K>)>) -> Vec<SharedPlace<T>> {
    let mut places: Vec<SharedPlace<T>> = Vec::new();
    let mut before: Option<K> = None;
    for (index, (winner, standing)) in winners.into_iter().enumerate() {
        match places.last_mut().filter(|_| standing.is_some() && standing == before) {
            Some(last) => last.winners.push(winner),
            None => places.push(SharedPlace { place: index + 1, winners: vec![winner] }),
        }
        before = standing;
    }
    places
}

/// What one press of the key shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum Step {
    /// The event's name.
    Title,
    /// A prize, before its winners.
    Prize(usize),
    /// One place of a prize.
    Place { prize: usize, place: usize },
    /// All winners of a prize.
    Winners(usize),
    /// Part of the ranking.
    Ranking(Range<usize>),
    /// The end.
    End,
}

/// A prize as the steps need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevealedPrize {
    /// How many places were won; a prize with none is left out.
    pub places: usize,
    /// All are named in one step.
    pub at_once: bool,
}

/// All steps. Places are revealed from the last to the first, and so is the ranking.
pub fn steps(prizes: &[RevealedPrize], ranked: usize) -> Vec<Step> {
    let mut steps = vec![Step::Title];
    for (prize, revealed) in prizes.iter().enumerate().filter(|(_, prize)| prize.places > 0) {
        steps.push(Step::Prize(prize));
        if !revealed.at_once {
            steps.extend((0..revealed.places).rev().map(|place| Step::Place { prize, place }));
        }
        if revealed.at_once || revealed.places > 1 {
            steps.push(Step::Winners(prize));
        }
    }
    let shown = ranked.min(MOST_RANKS);
    let starts: Vec<usize> = (0..shown).step_by(RANKS_PER_STEP).collect();
    steps.extend(starts.into_iter().rev().map(|from| Step::Ranking(from..shown.min(from + RANKS_PER_STEP))));
    steps.push(Step::End);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(list: &[i64]) -> Vec<PrizeId> {
        list.iter().copied().map(PrizeId).collect()
    }

    #[test]
    fn the_last_prize_comes_first_unless_an_organizer_chose_an_order() {
        assert_eq!(reveal_order(&ids(&[1, 2, 3]), &[]), ids(&[3, 2, 1]));
        assert_eq!(reveal_order(&ids(&[1, 2, 3]), &ids(&[2, 3, 1])), ids(&[2, 3, 1]));
        // Prize 9 was removed since, and 4 was added.
        assert_eq!(reveal_order(&ids(&[1, 2, 4]), &ids(&[2, 9, 1])), ids(&[4, 2, 1]));
    }

    #[test]
    fn equal_neighbours_share_a_place() {
        let shared = places(vec![("a", Some(1)), ("b", Some(2)), ("c", Some(2)), ("d", Some(4))]);
        let shared: Vec<_> = shared.iter().map(|p| (p.place, p.winners.as_slice())).collect();
        assert_eq!(shared, [(1, &["a"][..]), (2, &["b", "c"]), (4, &["d"])]);
        let chosen = places(vec![("a", None::<u32>), ("b", None)]);
        assert_eq!(chosen.iter().map(|p| p.place).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn places_are_revealed_from_the_last_to_the_first() {
        let prizes = [
            RevealedPrize { places: 1, at_once: false },
            RevealedPrize { places: 0, at_once: false },
            RevealedPrize { places: 3, at_once: true },
            RevealedPrize { places: 2, at_once: false },
        ];
        assert_eq!(
            steps(&prizes, 10),
            [
                Step::Title,
                Step::Prize(0),
                Step::Place { prize: 0, place: 0 },
                Step::Prize(2),
                Step::Winners(2),
                Step::Prize(3),
                Step::Place { prize: 3, place: 1 },
                Step::Place { prize: 3, place: 0 },
                Step::Winners(3),
                Step::Ranking(8..10),
                Step::Ranking(0..8),
                Step::End,
            ]
        );
    }

    #[test]
    fn a_long_ranking_is_cut() {
        let all = steps(&[], 10_000);
        assert_eq!(all.len(), 2 + MOST_RANKS / RANKS_PER_STEP);
        assert_eq!(all[1], Step::Ranking(MOST_RANKS - RANKS_PER_STEP..MOST_RANKS));
    }
}
