//! What a publication tells teams: what its provisional winners owe, and what it corrects.

use crate::notices;
use crate::prelude::*;
use crate::prizes::duties::{projects, won};
use crate::zone_of;
use shared::notice::LENGTH;
use store::{prize, run_input, settings};
use words::{plural, quoted};

/// What a publication is about, for those whom it concerns.
#[derive(Clone, Copy)]
pub(super) struct PublicationNews<'n> {
    /// Until when its winners are provisional, and what they owe; none where it is final.
    pub(super) provisional: Option<&'n (DateTime<Utc>, Vec<String>)>,
    /// What it corrects; none for the first one.
    pub(super) corrects: Option<Corrected<'n>>,
}

#[derive(Clone, Copy)]
pub(super) struct Corrected<'n> {
    /// Who had won.
    pub(super) had: &'n BTreeSet<(ProjectId, PrizeId)>,
    /// The run that was public and the one that is now, where that is another.
    pub(super) runs: Option<[&'n StoredRun; 2]>,
}

/// What changes for a project.
#[derive(Default)]
struct Change {
    /// It won no prize before.
    is_new: bool,
    /// It wins one now.
    wins: bool,
    /// The prizes that it did not have, and those that it has no more.
    won: Vec<String>,
    lost: Vec<String>,
    /// Its rank before and now, where that differs.
    ranks: Option<[Option<u32>; 2]>,
}

impl Change {
    /// What its team is told. New winners of provisional results owe something; the `short` words fit into a notice however long names are.
    fn words(&self, title: &str, owed: Option<&[String; 2]>, (corrects, short): (bool, bool)) -> String {
        let prizes = |all: &[String]| if short { plural(all.len(), "prize", "prizes") } else { quoted(all) };
        let mut said = Vec::new();
        match owed.filter(|_| self.wins && self.is_new) {
            Some(owed) => said.push(format!("is a provisional winner. {}", owed[usize::from(short)])),
            None if !self.won.is_empty() => said.push(format!("now wins {}.", prizes(&self.won))),
            None => {}
        }
        if !self.lost.is_empty() && self.wins {
            said.push(format!("no longer wins {}.", prizes(&self.lost)));
        } else if !self.lost.is_empty() {
            said.push("is no longer a winner.".to_owned());
        }
        match self.ranks {
            Some([Some(before), Some(now)]) => said.push(format!("is now rank {now} and was rank {before}.")),
            Some([None, Some(now)]) => said.push(format!("is now ranked, at rank {now}.")),
            Some([_, None]) => said.push("is no longer ranked.".to_owned()),
            None => {}
        }
        let mut text = format!("“{title}” {}", said.join(" It "));
        if corrects {
            text.push_str(" The corrected results say why.");
        }
        if !self.lost.is_empty() && !self.wins && owed.is_some() {
            text.push_str(" It owes the organizers nothing any more.");
        }
        text
    }
}

/// Tells each team once what a publication changes for it: by a notice, and where a prize is concerned by mail, too. Those of new provisional
/// winners are told what they owe and until when, others which prizes came or went, and what became of a rank. A team for which nothing
/// changes is told nothing, and so is everybody where the first publication is final. The command line writes to nobody.
pub(super) async fn tell(
    call: &mut Call<'_>,
    base_url: &str,
    at: &Context,
    news: PublicationNews<'_>,
) -> Acted {
    let mut done = Done::unlogged(());
    let corrects = news.corrects.is_some();
    if call.caller.person().is_none() || (news.provisional.is_none() && !corrects) {
        return Ok(done);
    }
    // The row of a notice locks the head of the log, and that of a publication the event: others lock them the other way round.
    settings::lock(call.conn, at.event).await?;
    let changes = changes(call.conn, at, news.corrects).await?;
    let owed = match news.provisional {
        Some((until, owed)) => Some(owed_words(&zone_of(call.conn, &at.slug).await?.words(*until), owed)),
        None => None,
    };
    let names = run_input::names(call.conn, at.event).await?;
    for (project, change) in changes {
        let Some(ProjectName { title, team_id, .. }) = names.get(&project) else { continue };
        let [all, short] = [false, true].map(|short| change.words(title, owed.as_ref(), (corrects, short)));
        // A notice is short; the page of the team has all of it.
        let text = if all.chars().count() > LENGTH { short } else { all };
        let mail = !change.won.is_empty() || !change.lost.is_empty();
        done = done.and(notices::tell_team(call, base_url, at, (*team_id, text), mail).await?);
    }
    Ok(done)
}

/// What new winners owe until then: all of it, and where that is too long for a notice.
fn owed_words(until: &str, owed: &[String]) -> [String; 2] {
    let list = plural(owed.len(), "thing", "things");
    let begin = format!("Show the organizers {list} by {until}: ");
    [format!("{begin}{}.", owed.join("; ")), format!("{begin}your team’s page lists them.")]
}

/// What differs from what a publication corrects, by project. Where it corrects nothing, all winners are new.
async fn changes(
    conn: &mut Conn,
    at: &Context,
    corrects: Option<Corrected<'_>>,
) -> Outcome<BTreeMap<ProjectId, Change>> {
    let now = won(conn, at.event).await?;
    let nobody = BTreeSet::new();
    let had = corrects.map_or(&nobody, |corrected| corrected.had);
    let prizes = prize::list(conn, at.event).await?.into_iter().map(|prize| (prize.id, prize.terms.name));
    let prizes: BTreeMap<PrizeId, String> = prizes.collect();
    let mut changes: BTreeMap<ProjectId, Change> = BTreeMap::new();
    for (project, prize) in now.difference(had) {
        changes.entry(*project).or_default().won.extend(prizes.get(prize).cloned());
    }
    for (project, prize) in had.difference(&now) {
        changes.entry(*project).or_default().lost.extend(prizes.get(prize).cloned());
    }
    if let Some([before, after]) = corrects.and_then(|corrected| corrected.runs) {
        let (before, after) = (ranks(before), ranks(after));
        for project in before.keys().chain(after.keys()) {
            let ranks = [before.get(project).copied(), after.get(project).copied()];
            if ranks[0] != ranks[1] {
                changes.entry(*project).or_default().ranks = Some(ranks);
            }
        }
    }
    let (winners, before) = (projects(&now), projects(had));
    for (project, change) in &mut changes {
        change.wins = winners.contains(project);
        change.is_new = !before.contains(project);
    }
    Ok(changes)
}

fn ranks(run: &StoredRun) -> BTreeMap<ProjectId, u32> {
    run.outcome.projects.iter().map(|p| (ProjectId(p.project), p.rank)).collect()
}

/// Tells the teams of all winners that the results are final, by a notice and by mail. The command line writes to nobody.
pub(super) async fn tell_final(call: &mut Call<'_>, base_url: &str, at: &Context) -> Acted {
    let mut done = Done::unlogged(());
    if call.caller.person().is_none() {
        return Ok(done);
    }
    // As in [`tell`].
    settings::lock(call.conn, at.event).await?;
    let names = run_input::names(call.conn, at.event).await?;
    for project in projects(&won(call.conn, at.event).await?) {
        let Some(ProjectName { title, team_id, .. }) = names.get(&project) else { continue };
        let text = format!("“{title}” has won. The results are final.");
        done = done.and(notices::tell_team(call, base_url, at, (*team_id, text), true).await?);
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prizes(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_team_is_told_what_changed_and_nothing_else() {
        let owed = ["Show it.", "Show it."].map(str::to_owned);
        let told = |change: &Change, owed: Option<&[String; 2]>| change.words("Lamp", owed, (true, false));
        let swap = Change {
            wins: true,
            won: prizes(&["Oddest"]),
            lost: prizes(&["Best", "Boldest"]),
            ranks: Some([Some(1), Some(2)]),
            ..Change::default()
        };
        assert_eq!(
            told(&swap, None),
            "“Lamp” now wins “Oddest”. It no longer wins “Best” and “Boldest”. It is now rank 2 and was rank 1. \
             The corrected results say why."
        );
        let lost = Change { lost: prizes(&["Best"]), ..Change::default() };
        assert_eq!(told(&lost, None), "“Lamp” is no longer a winner. The corrected results say why.");
        assert!(told(&lost, Some(&owed)).ends_with("It owes the organizers nothing any more."));
        let new = Change { is_new: true, wins: true, won: prizes(&["Best"]), ..Change::default() };
        let first = new.words("Lamp", Some(&owed), (false, false));
        assert_eq!(first, "“Lamp” is a provisional winner. Show it.");
        assert_eq!(told(&new, None), "“Lamp” now wins “Best”. The corrected results say why.");
        let gone = Change { ranks: Some([Some(4), None]), ..Change::default() };
        assert_eq!(told(&gone, None), "“Lamp” is no longer ranked. The corrected results say why.");
    }

    #[test]
    fn short_words_fit_into_a_notice() {
        let names: Vec<String> = (0..50).map(|n| format!("{n}{}", "x".repeat(118))).collect();
        let owed = owed_words("1 Jan 2099, 10:00 UTC+05:45", &prizes(&["Public code"]));
        let ranks = Some([Some(1_000), Some(1_001)]);
        for (is_new, wins) in [(false, true), (true, true), (false, false)] {
            let won = if wins { names.clone() } else { Vec::new() };
            let change = Change { is_new, wins, won, lost: names.clone(), ranks };
            for owed in [None, Some(&owed)] {
                let text = change.words(&"t".repeat(200), owed, (true, true));
                assert!(text.chars().count() <= LENGTH, "{text}");
            }
        }
    }
}
