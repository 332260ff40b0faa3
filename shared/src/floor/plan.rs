//! A plan of the floor: every project gets a place, in one act.

use super::{Place, Spot};
use crate::prelude::*;

/// A project that gets a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorGuest {
    /// Which.
    pub project: ProjectId,
    /// Its title.
    pub title: String,
    /// When it was submitted.
    pub submitted_at: DateTime<Utc>,
    /// The group that it is placed with: the position of its track or of its first prize. Groups follow each other.
    pub group: Option<i64>,
    /// Its team asked for power.
    pub power: bool,
    /// Its team asked for a quiet place.
    pub quiet: bool,
    /// Where it is now.
    pub now: Place,
}

/// In which order projects of a group are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloorOrder {
    /// By title.
    #[default]
    Title,
    /// By the moment of submission.
    Submission,
}

named! { FloorOrder: Title = "title", Submission = "submission" }

/// How the floor is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloorSettings {
    /// The order within a group.
    pub order: FloorOrder,
    /// Places left free between two groups.
    pub gap: usize,
    /// Projects that have a place keep it.
    pub keep: bool,
}

/// The plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FloorPlan {
    /// Each project with its place, in the order in which they were placed. Those that keep theirs come first.
    pub placed: Vec<(ProjectId, Place)>,
    /// Projects for which no place was left, in their order.
    pub without: Vec<ProjectId>,
    /// Projects that did not get what their team asked for: power, quiet.
    pub unmet: Vec<(ProjectId, bool, bool)>,
}

/// Gives each project a place. Those that ask for power or quiet choose first, from the places that have it; such places go
/// to others only when nothing else is left. All others fill the rest group by group in the order of the places, with a gap
/// between groups.
pub fn plan(guests: &[FloorGuest], spots: &[Spot], settings: FloorSettings) -> FloorPlan {
    let mut plan = FloorPlan::default();
    let (kept, mut guests): (Vec<_>, Vec<_>) =
        guests.iter().partition(|guest| settings.keep && !guest.now.is_none());
    let mut taken: HashSet<_> = kept.iter().filter_map(|guest| guest.now.key()).collect();
    plan.placed.extend(kept.iter().map(|guest| (guest.project, guest.now.clone())));
    let mut free: Vec<Option<&Spot>> =
        spots.iter().filter(|spot| spot.place.key().is_none_or(|key| taken.insert(key))).map(Some).collect();
    guests.sort_by(|a, b| order(a, b, settings.order));
    let (asking, others): (Vec<_>, Vec<_>) = guests.into_iter().partition(|guest| guest.power || guest.quiet);
    for guest in &asking {
        match choose(guest, &mut free) {
            Some(spot) => {
                let (power, quiet) = (guest.power && !spot.power, guest.quiet && !spot.quiet);
                if power || quiet {
                    plan.unmet.push((guest.project, power, quiet));
                }
                plan.placed.push((guest.project, spot.place.clone()));
            }
            None => plan.without.push(guest.project),
        }
    }
    fill(&others, &mut free, settings.gap, &mut plan);
    plan
}

fn order(a: &FloorGuest, b: &FloorGuest, by: FloorOrder) -> std::cmp::Ordering {
    let within = match by {
        FloorOrder::Title => super::natural_order(&a.title, &b.title),
        FloorOrder::Submission => a.submitted_at.cmp(&b.submitted_at),
    };
    // Who is in no group comes after all groups.
    (a.group.is_none(), a.group)
        .cmp(&(b.group.is_none(), b.group))
        .then(within)
        .then(a.project.cmp(&b.project))
}

/// Takes the first of the free places that has most of what is asked for, and least of what is not.
fn choose<'s>(guest: &FloorGuest, free: &mut [Option<&'s Spot>]) -> Option<&'s Spot> {
    let rank = |spot: &Spot| {
        let missing = u8::from(guest.power && !spot.power) + u8::from(guest.quiet && !spot.quiet);
        let wasted = u8::from(!guest.power && spot.power) + u8::from(!guest.quiet && spot.quiet);
        (missing, wasted)
    };
    let best = free.iter_mut().filter(|spot| spot.is_some()).min_by_key(|spot| spot.map(rank))?;
    best.take()
}

/// Fills the plain places in their order, with a gap between groups, then those with power or quiet that nobody asked for.
fn fill(others: &[&FloorGuest], free: &mut [Option<&Spot>], gap: usize, plan: &mut FloorPlan) {
    let plain = |spot: &&Spot| !spot.power && !spot.quiet;
    let mut rest: Vec<&Spot> = free.iter().flatten().copied().filter(plain).collect();
    let spare: Vec<&Spot> = free.iter().flatten().copied().filter(|spot| !plain(spot)).collect();
    rest.reverse();
    let mut spare = spare.into_iter();
    let mut last = None;
    for guest in others {
        if last.is_some_and(|group| group != guest.group) {
            rest.truncate(rest.len().saturating_sub(gap));
        }
        last = Some(guest.group);
        match rest.pop().or_else(|| spare.next()) {
            Some(spot) => plan.placed.push((guest.project, spot.place.clone())),
            None => plan.without.push(guest.project),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_spots;
    use super::*;

    fn guest(id: i64, group: Option<i64>) -> FloorGuest {
        FloorGuest {
            project: ProjectId(id),
            title: format!("P{id}"),
            submitted_at: DateTime::UNIX_EPOCH - chrono::TimeDelta::seconds(id),
            group,
            power: false,
            quiet: false,
            now: Place::default(),
        }
    }

    fn said(plan: &FloorPlan) -> String {
        let mut placed: Vec<_> = plan.placed.iter().map(|(p, at)| format!("{p}:{}", at.place)).collect();
        placed.extend(plan.without.iter().map(|p| format!("{p}:-")));
        placed.join(" ")
    }

    #[test]
    fn groups_follow_each_other_with_a_gap_and_titles_in_natural_order() {
        let guests = [guest(10, Some(2)), guest(2, Some(2)), guest(3, Some(1)), guest(4, None)];
        let spots = read_spots("1-7", "", "").unwrap();
        let settings = FloorSettings { gap: 1, ..FloorSettings::default() };
        assert_eq!(said(&plan(&guests, &spots, settings)), "3:1 2:3 10:4 4:6");
        let by_time = FloorSettings { order: FloorOrder::Submission, ..settings };
        assert_eq!(said(&plan(&guests, &spots, by_time)), "3:1 10:3 2:4 4:6");
        let few = read_spots("1-4", "", "").unwrap();
        assert_eq!(said(&plan(&guests, &few, settings)), "3:1 2:3 10:4 4:-");
    }

    #[test]
    fn power_and_quiet_are_kept_for_those_who_asked() {
        let mut guests = vec![guest(1, None), guest(2, None), guest(3, None), guest(4, None)];
        (guests[2].power, guests[3].power, guests[3].quiet) = (true, true, true);
        let spots = read_spots("1-4", "1-2", "2").unwrap();
        let whole = plan(&guests, &spots, FloorSettings::default());
        assert_eq!((said(&whole).as_str(), whole.unmet.len()), ("3:1 4:2 1:3 2:4", 0));
        let spots = read_spots("1-3", "1", "").unwrap();
        let short = plan(&guests, &spots, FloorSettings::default());
        assert_eq!(said(&short), "3:1 4:2 1:3 2:-");
        assert_eq!(short.unmet, [(ProjectId(4), true, true)]);
        let spots = read_spots("1-2", "1-2", "").unwrap();
        assert_eq!(
            said(&plan(&guests[..2], &spots, FloorSettings::default())),
            "1:1 2:2",
            "nobody asked for it"
        );
    }

    #[test]
    fn who_has_a_place_keeps_it() {
        let mut guests = vec![guest(1, None), guest(2, None)];
        guests[1].now = Place::new("", "1");
        let spots = read_spots("1-2", "", "").unwrap();
        let keep = FloorSettings { keep: true, ..FloorSettings::default() };
        assert_eq!(said(&plan(&guests, &spots, keep)), "2:1 1:2");
        assert_eq!(said(&plan(&guests, &spots, FloorSettings::default())), "1:1 2:2");
    }

    #[test]
    fn no_place_is_given_twice_and_nobody_is_forgotten() {
        for seed in 0..200_u64 {
            let bit = |n: u64| (seed.wrapping_mul(0x9e37_79b9) >> (n % 31)) & 1 == 1;
            let guests: Vec<_> = (0..12_i64)
                .map(|id| FloorGuest {
                    power: bit(id.cast_unsigned()),
                    quiet: bit(id.cast_unsigned() * 3),
                    now: if bit(id.cast_unsigned() + 5) {
                        Place::new("", id.to_string())
                    } else {
                        Place::default()
                    },
                    ..guest(id, bit(id.cast_unsigned() + 9).then_some(id % 3))
                })
                .collect();
            let spots = read_spots(&format!("0-{}", seed % 16), "0", "0").unwrap();
            let plan = plan(
                &guests,
                &spots,
                FloorSettings { gap: seed as usize % 3, keep: bit(2), ..FloorSettings::default() },
            );
            let places: HashSet<_> = plan.placed.iter().map(|(_, place)| place.key()).collect();
            let people: HashSet<_> = plan.placed.iter().map(|(p, _)| p).chain(&plan.without).collect();
            assert_eq!((places.len(), people.len()), (plan.placed.len(), guests.len()), "seed {seed}");
        }
    }
}
