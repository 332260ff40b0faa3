//! The ceremony: a part of the page of winners, and the page for the projector.

use crate::pages::prelude::*;
use app::pages::manage::ceremony::{CeremonyPart, CeremonyRow};
use app::pages::manage::projector::{Announced, Certainty, ProjectorPage, Slide, projector_page};
use app::pages::results::NINETY;
use model::prize::Prize;
use portal::publish::ceremony::{self, CeremonyFound, CeremonyPrize, Newer};
use shared::ceremony::{CeremonyTerms, RevealedPrize, Step, steps};
use shared::prize::{AwardRule, Decided};
use shared::wire::{ResultEntry, Results};
use words::{and_list, capital, plural, won_by};

/// Whether the page is asked for it.
pub(super) fn is_asked_for(query: &Query) -> bool {
    query.asked("ceremony").is_some()
}

pub(super) fn part<D: Desk>(found: CeremonyFound, sheet: &DeskContext<'_, D>) -> CeremonyPart {
    // Only its own form says from which version it was made.
    let form = sheet.form().filter(|form| form.sent("version").is_some());
    let ticked = |name: &str, stored| form.map_or(stored, |form| form.get(name) == "true");
    let waits = found.news.is_empty() && found.prizes.iter().any(|prize| prize.places.is_empty());
    CeremonyPart {
        intervals: ticked("intervals", found.terms.intervals),
        full_ranking: ticked("full_ranking", found.terms.full_ranking),
        version: found.version.to_string(),
        set_up: found.version > 0,
        news: found.news.iter().map(news).collect(),
        theirs: (form.is_some() && sheet.is_stale()).then(|| in_words(&found)),
        published_at: found.published_at,
        folded: (found.published_at.is_some() || waits) && form.is_none() && !is_asked_for(&sheet.at.query),
        prizes: (1..).zip(&found.prizes).map(|(turn, prize)| row(turn, prize, &found.terms, form)).collect(),
    }
}

fn row(turn: usize, prize: &CeremonyPrize, terms: &CeremonyTerms, form: Option<&Form>) -> CeremonyRow {
    let id = prize.prize.id;
    let typed = form.and_then(|form| form.sent(&format!("turn-{id}")));
    let ticked = |form: &Form| form.all("at_once").any(|typed| typed == id.to_string());
    CeremonyRow {
        id: id.0,
        name: prize.prize.terms.name.clone(),
        won: prize.places.iter().map(|p| p.winners.iter().map(|w| w.title.clone()).collect()).collect(),
        turn: typed.map_or_else(|| turn.to_string(), str::to_owned),
        at_once: form.map_or_else(|| terms.at_once.contains(&id), ticked),
        before_run: prize.before_run,
    }
}

fn news(news: &Newer) -> String {
    match news {
        Newer::Run(run) => format!("Run {run} is newer. The ranking may have changed."),
        Newer::Winners(prizes) => format!("Winners were confirmed: {}.", and_list(prizes)),
        Newer::Prizes(prizes) => format!("Prizes were added, which come first: {}.", and_list(prizes)),
    }
}

/// What another organizer saved.
fn in_words(desk: &CeremonyFound) -> String {
    let names: Vec<String> = desk.prizes.iter().map(|prize| prize.prize.terms.name.clone()).collect();
    let said = |yes, word: &str| if yes { word.to_owned() } else { format!("no {word}") };
    format!(
        "{}; {}, {}.",
        names.join(", then "),
        said(desk.terms.intervals, "intervals"),
        said(desk.terms.full_ranking, "ranking at the end"),
    )
}

/// `GET …/ceremony/show`: the projector's page at `?step=N`, or with `?view=notes` the presenter's. Without a step it leads back,
/// where something is newer than the ceremony.
pub async fn project(at: At) -> PageResult {
    let open = async |call: &mut Call<'_>| ceremony::project(call).await;
    let ((desk, ranking), event) = load(at.by(), open).await?;
    if at.query.asked("step").is_none() && (desk.version == 0 || !desk.news.is_empty()) {
        return Ok(see(&format!("/events/{}/manage/deliberation?ceremony=1#news", at.slug)));
    }
    let address = format!("{}/events/{}/results", at.state.base_url, at.slug);
    let model = ProjectorPage {
        slides: slides(&desk, ranking.as_ref(), event.name(), address),
        at: at.query.get("step").parse().unwrap_or(0),
        notes: at.query.get("view") == "notes",
        slug: at.slug.clone(),
    };
    let frame = Frame {
        stage: true,
        script: Some("ceremony.js"),
        ..Frame::new(
            format!("Ceremony of {}", event.name()),
            format!("/events/{}/manage/ceremony/show", at.slug),
        )
    };
    Ok(page(&at.state, &at.caller, frame, || projector_page(model)))
}

fn slides(desk: &CeremonyFound, ranking: Option<&Results>, event: &str, address: String) -> Vec<Slide> {
    let entries = ranking.map_or(&[][..], |ranking| &ranking.projects);
    let shown = if desk.terms.full_ranking { entries.len() } else { 0 };
    let at_once = |prize: &CeremonyPrize| desk.terms.at_once.contains(&prize.prize.id);
    let revealed: Vec<RevealedPrize> = desk
        .prizes
        .iter()
        .map(|prize| RevealedPrize { places: prize.places.len(), at_once: at_once(prize) })
        .collect();
    let prize = |index: usize| desk.prizes.get(index);
    let slide = |step: Step| {
        Some(match step {
            Step::Title => Slide::Title(event.to_owned()),
            Step::Prize(index) => introduction(prize(index)?),
            Step::Place { prize: index, place } => {
                let prize = prize(index)?;
                let shared = prize.places.get(place)?;
                let ranking = ranking.filter(|_| desk.terms.intervals);
                let winners = announced(prize, place, ranking);
                Slide::Place {
                    prize: prize.prize.terms.name.clone(),
                    label: label(shared.place, winners.len(), prize.places.len()),
                    winners,
                    reason: prize.prize.reason.clone(),
                }
            }
            Step::Winners(index) => {
                let prize = prize(index)?;
                // Winners that are named at once have no order, unless the rule gave them one.
                let ordered = !at_once(prize) || prize.prize.terms.rule != AwardRule::Choice;
                let places = prize.places.iter().enumerate().map(|(nth, shared)| {
                    let winners = announced(prize, nth, None);
                    let label = label(shared.place, winners.len(), prize.places.len());
                    (if ordered { label } else { String::new() }, winners)
                });
                Slide::Winners {
                    prize: prize.prize.terms.name.clone(),
                    places: places.collect(),
                    reason: prize.prize.reason.clone(),
                }
            }
            Step::Ranking(range) => {
                let rows = entries.get(range)?.iter();
                Slide::Ranking(rows.map(|e| (e.rank, e.title.clone(), e.team.clone())).collect())
            }
            Step::End => Slide::End { address: address.clone(), provisional_until: desk.provisional_until },
        })
    };
    steps(&revealed, shown).into_iter().filter_map(slide).collect()
}

fn introduction(prize: &CeremonyPrize) -> Slide {
    let terms = &prize.prize.terms;
    let won = prize.places.iter().map(|place| place.winners.len()).sum::<usize>();
    let winners = plural(i64::try_from(won).unwrap_or(i64::MAX), "winner", "winners");
    let how = won_by(terms.rule, prize.prize.decided, false);
    Slide::Prize {
        name: terms.name.clone(),
        sponsor: terms.sponsor.clone(),
        how: if won == 1 { capital(how) } else { format!("{winners}, {how}") },
        description: terms.description.clone(),
    }
}

/// `Winner`, or `Second place, shared`.
fn label(place: usize, winners: usize, places: usize) -> String {
    let shared = if winners > 1 { ", shared" } else { "" };
    match (places, place) {
        (1, _) if winners > 1 => "Winners".to_owned(),
        (1, _) => "Winner".to_owned(),
        (_, 1) => format!("First place{shared}"),
        (_, 2) => format!("Second place{shared}"),
        (_, 3) => format!("Third place{shared}"),
        (_, place) => format!("Place {place}{shared}"),
    }
}

/// Who has a place of a prize; with a ranking, how certain that is where the ranking decided it.
fn announced(prize: &CeremonyPrize, place: usize, ranking: Option<&Results>) -> Vec<Announced> {
    let Prize { terms, decided, .. } = &prize.prize;
    let ranking = ranking.filter(|_| terms.rule == AwardRule::Rank && *decided == Decided::ByRule);
    let winners = prize.places.get(place).map_or(&[][..], |place| &place.winners);
    let one = |winner: &model::prize::Winner| Announced {
        title: winner.title.clone(),
        team: winner.team.clone(),
        certainty: ranking.and_then(|ranking| {
            let entry = ranking.projects.iter().find(|entry| entry.project == winner.project)?;
            Some(certainty(entry, &ranking.projects))
        }),
    };
    winners.iter().map(one).collect()
}

/// The estimates of more projects than this would be a grey bar.
const DRAWN: usize = 120;

fn certainty(entry: &ResultEntry, all: &[ResultEntry]) -> Certainty {
    let half = NINETY * entry.se;
    let others: Vec<f64> = all.iter().take(DRAWN).map(|other| other.calibrated).collect();
    let mut interval = [entry.calibrated - half, entry.calibrated, entry.calibrated + half];
    let low = others.iter().copied().chain(interval).fold(f64::INFINITY, f64::min);
    let high = others.iter().copied().chain(interval).fold(f64::NEG_INFINITY, f64::max);
    let share = |value: f64| (value - low) / (high - low).max(f64::EPSILON);
    interval = interval.map(share);
    let [from, to] = entry.rank_interval;
    let words = if from == to {
        format!("Rank {from} with a chance of at least 90\u{a0}%")
    } else {
        format!("Between rank {from} and rank {to} with a chance of 90\u{a0}%")
    };
    Certainty { words, interval, others: others.into_iter().map(share).collect() }
}
