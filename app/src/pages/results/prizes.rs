//! The winners of the prizes, with which the results begin: each with its line, its picture if it has one, and where the ranking decided,
//! its mark.

use super::table::{axis, mark, range};
use crate::components::charts::Axis;
use crate::prelude::*;
use model::prize::WinnerFace;
use shared::prize::{AwardRule, Decided};
use shared::wire::{AwardedPrize, PrizeWinner, ResultEntry, Results};
use words::{REPEATS, won_by};

/// What the winners of all prizes share.
struct Shown<'a> {
    ranking: &'a [ResultEntry],
    faces: &'a BTreeMap<ProjectId, WinnerFace>,
    axis: Axis,
}

pub(super) fn prizes(results: &Results, faces: &BTreeMap<ProjectId, WinnerFace>) -> Option<AnyView> {
    let shown = Shown { ranking: &results.projects, faces, axis: axis(&results.projects) };
    let rows = each(results.prizes.iter(), |prize| one(prize, &shown));
    (!rows.is_empty()).then(|| {
        section("prizes", "Winners").class("winners").of(view! {
            <dl>{rows}</dl>
        })
    })
}

fn one(prize: &AwardedPrize, shown: &Shown<'_>) -> AnyView {
    let rule = AwardRule::from_name(&prize.rule);
    let decided = Decided::from_name(&prize.decided).unwrap_or_default();
    let ranked = rule == Some(AwardRule::Rank) && decided == Decided::ByRule;
    let winners = each(prize.winners.iter(), |won| winner(won, ranked, shown));
    let repeats = prize.winners.iter().any(|won| won.repeats);
    let how = rule.map(|rule| won_by(rule, decided, repeats)).unwrap_or_default();
    let sponsor =
        if prize.sponsor.is_empty() { String::new() } else { format!(". Given by {}", prize.sponsor) };
    let reason = prize.reason.clone();
    let reason = (!reason.is_empty()).then(|| {
        disclosure(view! { "Why"<span class="sr-only">" "{prize.name.clone()}</span> })
            .class("disclosure winners-why")
            .of(view! {
                <Paragraphs text=reason/>
            })
    });
    view! {
        <div>
            <dt>{prize.name.clone()}<small>{format!("{}{sponsor}", capital(how))}</small></dt>
            <dd><ul>{winners}</ul>{reason}</dd>
        </div>
    }
}

fn winner(won: &PrizeWinner, by_rank: bool, shown: &Shown<'_>) -> AnyView {
    let href = format!("/projects/{}", won.project);
    let face = shown.faces.get(&won.project);
    let picture = face.map(|face| view! { <ProjectPicture picture=face.picture.clone() sizes="9rem"/> });
    let tagline = face
        .filter(|face| !face.tagline.is_empty())
        .map(|face| view! { <p class="winners-line">{face.tagline.clone()}</p> });
    // Of a prize that a panel, a vote or a person gave, the ranking decided nothing.
    let ranked = shown.ranking.iter().find(|entry| entry.project == won.project);
    let place = ranked.filter(|_| by_rank).map(|entry| {
        let said = format!("{:.3}, rank {}, range {}", entry.calibrated, entry.rank, range(entry));
        view! { <p class="winners-place">{mark(entry, shown.axis)}<small>{said}</small></p> }
    });
    let team = words::other_team(&won.team, &won.title).to_owned();
    let repeats =
        won.repeats.then(|| view! { <p class="winners-line">{format!("{}.", capital(REPEATS))}</p> });
    view! {
        <li>
            {picture}
            <div><a href=href>{won.title.clone()}</a>" "<small>{team}</small>{tagline}{place}{repeats}</div>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::results::sample;
    use shared::ids::PrizeId;

    #[test]
    fn a_reason_is_folded_so_that_the_ranking_follows_soon() {
        let ranking = [sample::entry(1)];
        let shown = Shown { ranking: &ranking, faces: &BTreeMap::new(), axis: axis(&ranking) };
        let prize = |reason: &str| AwardedPrize {
            id: PrizeId(1),
            name: "Oddest".into(),
            sponsor: String::new(),
            rule: "choice".into(),
            decided: String::new(),
            reason: reason.into(),
            winners: Vec::new(),
        };
        assert!(!one(&prize(""), &shown).to_html().contains("<details"));
        let html = one(&prize("It dances."), &shown).to_html();
        let (_, folded) = html.split_once("<details class=\"disclosure winners-why\">").expect("the reason");
        assert!(folded.contains("It dances."), "{html}");
    }

    #[test]
    fn a_mark_is_shown_where_the_ranking_decided() {
        let lamp = ResultEntry {
            project: ProjectId(7),
            calibrated: 0.731,
            rank_interval: [1, 3],
            ..sample::entry(1)
        };
        let ranking = [lamp];
        let face = WinnerFace { tagline: "Light for all".into(), picture: None };
        let faces = BTreeMap::from([(ProjectId(7), face)]);
        let shown = Shown { ranking: &ranking, faces: &faces, axis: axis(&ranking) };
        let won = PrizeWinner {
            project: ProjectId(7),
            title: "Lamp".into(),
            team: "Lights".into(),
            repeats: false,
        };
        let by_rank = winner(&won, true, &shown).to_html();
        assert!(by_rank.contains("0.731, rank 1, range 1–3") && by_rank.contains("row-mark"), "{by_rank}");
        // Without a picture no box is drawn in its place.
        assert!(by_rank.contains("Light for all") && !by_rank.contains("\"picture"), "{by_rank}");
        let by_panel = winner(&won, false, &shown).to_html();
        assert!(!by_panel.contains("row-mark") && by_panel.contains("Light for all"), "{by_panel}");
    }

    #[test]
    fn what_the_ranking_did_not_decide_has_no_mark_and_says_who_did() {
        let ranking = [ResultEntry { project: ProjectId(7), ..sample::entry(1) }];
        let shown = Shown { ranking: &ranking, faces: &BTreeMap::new(), axis: axis(&ranking) };
        let html = |decided: &str, repeats: bool| {
            let won =
                PrizeWinner { project: ProjectId(7), title: "Lamp".into(), team: "Lights".into(), repeats };
            let prize = AwardedPrize {
                id: PrizeId(1),
                name: "Best".into(),
                sponsor: String::new(),
                rule: "rank".into(),
                decided: decided.into(),
                reason: String::new(),
                winners: vec![won],
            };
            one(&prize, &shown).to_html()
        };
        let by_rule = html("", false);
        assert!(by_rule.contains("The best of the ranking<") && by_rule.contains("row-mark"), "{by_rule}");
        for (decided, words) in [
            ("organizers", "Chosen by the organizers"),
            ("earlier_ranking", "The best of an earlier ranking"),
        ] {
            let html = html(decided, false);
            assert!(html.contains(words) && !html.contains("row-mark"), "{html}");
        }
        let repeat = html("", true);
        assert!(
            repeat.contains("before a repeat was found") && repeat.contains("Flagged as a repeat"),
            "{repeat}"
        );
    }
}
