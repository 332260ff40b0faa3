//! Evenings that play themselves: `script/evenings`. Forty people do more than a hundred kinds of acts in an event of their own, with
//! malformed, late, doubled and racing ones among them, against a portal that this program starts. An auditor predicts each answer from
//! the rules of `shared`; afterwards it makes the event again from its log alone, and compares it with the tables, the exports and the API.
//!
//! `evenings BINARY [ACTS, default 300] [SEED, default 1]`. Each evening has a seed, which makes its acts; races may end in either order.

mod act;
mod audit;
mod compare;
mod deeds;
mod dice;
mod effects;
mod generate;
mod http;
mod opening;
mod play;
mod portal;
mod reading;
mod rebuild;
mod site;
mod tables;
mod things;
mod unplayed;
mod verdict;
mod world;

use act::Act;
use anyhow::{Context, Result};
use dice::Dice;
use play::Play;
use portal::Portal;
use site::Site;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Acts of one evening.
const EVENING: usize = 400;

/// What came of all evenings.
#[derive(Default)]
struct Told {
    acts: usize,
    contradictions: usize,
    kinds: BTreeMap<String, (usize, usize)>,
}

fn main() -> Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let binary = PathBuf::from(words.first().context("evenings BINARY [ACTS] [SEED]")?);
    let number = |at: usize, usual: &str| words.get(at).map_or(usual, String::as_str).parse::<u64>();
    let acts = usize::try_from(number(1, "300")?)?;
    let seed = number(2, "1")?;
    let began = Instant::now();
    let portal = Portal::start(&binary)?;
    let mut told = Told::default();
    let mut evening = 0;
    while told.acts < acts {
        let seed_of = seed + u64::try_from(evening)?;
        play_one(&portal, evening, seed_of, EVENING.min(acts - told.acts), &mut told)
            .with_context(|| format!("the evening of seed {seed_of}"))?;
        evening += 1;
    }
    for (kind, (sent, done)) in &told.kinds {
        eprintln!("   {kind:16} {sent:6} sent, {done:6} done");
    }
    eprintln!("   not played: {}", unplayed::UNPLAYED.join(", "));
    let seconds = began.elapsed().as_secs();
    eprintln!(
        "   {} acts in {evening} evenings, {seconds} s, from seed {seed}: {} contradictions",
        told.acts, told.contradictions
    );
    Ok(if told.contradictions == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays one evening, and prints what contradicts.
fn play_one(portal: &Portal, evening: usize, seed: u64, acts: usize, told: &mut Told) -> Result<()> {
    let mut dice = Dice::new(seed);
    let site = Site::of(portal, &opening::emails(evening))?;
    let slug = format!("evening-{evening}");
    let opened = opening::open(&site, &slug, &mut dice)?;
    let mut play = Play::of(&site, opened.world);
    play::go(&mut play, &mut dice, acts)?;
    for act in generate::last(play.world(), &mut dice) {
        play.alone(&act, false)?;
    }
    let found = audit::audit(&mut play, &opened.file)?;
    play.contradictions.extend(found.into_iter().map(|what| format!("afterwards: {what}")));
    forget(&mut play)?;
    for contradiction in &play.contradictions {
        eprintln!("   seed {seed}, {acts} acts: {contradiction}");
    }
    told.acts += play.number;
    told.contradictions += play.contradictions.len();
    for (kind, (sent, done)) in &play.kinds {
        let counted = told.kinds.entry(kind.clone()).or_default();
        *counted = (counted.0 + sent, counted.1 + done);
    }
    Ok(())
}

/// The event's personal data go, as one organizer asks and another one confirms, and it is closed.
fn forget(play: &mut Play<'_>) -> Result<()> {
    let (who, second) = (play::ORGANIZER, play::SECOND);
    let forget = Act::Forget { who, confirmed: true };
    for act in deeds::named("AskSecond", who, 0, "").iter().chain([&forget]) {
        play.alone(act, false)?;
    }
    let waiting = play.site.get(who, &format!("/api/events/{}/confirmations", play.world().slug))?.json()?;
    let waits = waiting[0]["id"].as_i64().unwrap_or_default();
    for act in
        deeds::named("Confirm", second, waits, r#"{"sentence": "They agreed."}"#).iter().chain([&forget])
    {
        play.alone(act, false)?;
    }
    let Some(project) = play.world().projects.keys().next().copied() else { return Ok(()) };
    play.alone(&Act::Say { who: Some(who), project, body: r#"{"body": "Too late."}"#.to_owned() }, false)?;
    play.alone(&Act::Vote { who: Some(who), body: r#"{"choices": []}"#.to_owned() }, false)?;
    play.alone(&Act::Plan { who }, false)
}
