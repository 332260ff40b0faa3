//! Who judges what in the demo: three judges a project, about as many projects a judge, and every two
//! judges joined by projects in common, so that all can be compared.

pub(super) const PER_PROJECT: usize = 3;

/// For each project, given by its track, the judges it gets; judges are given by the tracks they know. In
/// each round every project takes the judge with the least to do, rather one who has not met the others on
/// this project elsewhere, and rather one who knows the track.
pub(super) fn panels(tracks: &[Option<usize>], judges: &[&[usize]]) -> Vec<Vec<usize>> {
    let mut panels = vec![Vec::new(); tracks.len()];
    let mut load = vec![0_usize; judges.len()];
    let mut met = vec![vec![0_usize; judges.len()]; judges.len()];
    for _ in 0..PER_PROJECT.min(judges.len()) {
        for (panel, track) in panels.iter_mut().zip(tracks) {
            let free = (0..judges.len()).filter(|judge| !panel.contains(judge));
            let cost = |judge: &usize| {
                let meetings: usize = panel.iter().map(|other| met[*judge][*other]).sum();
                (
                    2 * (load[*judge] + 2 * meetings)
                        + usize::from(track.is_some_and(|t| !judges[*judge].contains(&t))),
                    *judge,
                )
            };
            let Some(judge) = free.min_by_key(cost) else { continue };
            for other in panel.iter() {
                met[judge][*other] += 1;
                met[*other][judge] += 1;
            }
            load[judge] += 1;
            panel.push(judge);
        }
    }
    panels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_even_and_join_all_judges() {
        let tracks: Vec<Option<usize>> = (0..25).map(|n| Some(n % 4).filter(|t| *t < 3)).collect();
        let judges: [&[usize]; 9] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[0, 2], &[0], &[1], &[2]];
        let panels = panels(&tracks, &judges);
        let mut load = [0; 9];
        for panel in &panels {
            assert_eq!(panel.len(), PER_PROJECT);
            panel.iter().for_each(|j| load[*j] += 1);
            assert!(panel[0] != panel[1] && panel[1] != panel[2] && panel[0] != panel[2]);
        }
        assert!(load.iter().max().unwrap() - load.iter().min().unwrap() <= 1, "{load:?}");
        let mut reached = vec![0];
        while let Some(next) = (0..9).find(|j| {
            !reached.contains(j)
                && panels.iter().any(|p| p.contains(j) && p.iter().any(|o| reached.contains(o)))
        }) {
            reached.push(next);
        }
        assert_eq!(reached.len(), 9);
    }
}
