//! Duplicates: pairs of projects that are alike, and two of them side by side.

use crate::pages::desk::{self, PathId};
use crate::pages::prelude::*;
use app::pages::manage::{DuplicatesPage, PairLine, PairPage, PairState, duplicates_page, pair_page};
use portal::event::contact;
use portal::submit::compare_duplicates::{self, ComparedPair, DuplicatesFound, FoundPair};
use portal::submit::duplicates;
use shared::duplicates::Why;

/// `?all=1` lists all pairs, and `?q=` those of some titles or teams.
pub struct Duplicates;

impl Desk for Duplicates {
    type Id = ();
    type Found = DuplicatesFound;
    type Beside = ();
    const PATH: &'static str = "manage/projects/duplicates";
    const TITLE: &'static str = "Repeats in";

    async fn read(c: &mut Conn, at: &At) -> Outcome<DuplicatesFound> {
        compare_duplicates::for_page(c, &at.caller, &at.slug).await
    }

    fn draw(desk: DuplicatesFound, sheet: Around<'_, Self>) -> AnyView {
        let lines = |pairs: Vec<FoundPair>| pairs.into_iter().map(line).collect();
        duplicates_page(DuplicatesPage {
            flagged: lines(desk.flagged),
            likely: lines(desk.likely),
            more: desk.more,
            cleared: lines(desk.cleared),
            refused: desk.refused.map(|refusal| words::refusal(&refusal)),
            contact: sheet.typed("contact").or(desk.contact).unwrap_or_default(),
            search: sheet.at.query.search(),
        })
    }
}

/// What the page needs and nobody has computed yet. It is written, so it comes before the page is read.
async fn prepare(at: &At) -> Outcome<()> {
    at.state.write(async |c| compare_duplicates::prepare(c, &at.caller, &at.slug).await).await
}

/// `GET …/duplicates`.
pub async fn show(at: At) -> PageResult {
    prepare(&at).await?;
    desk::show::<Duplicates>(at).await
}

/// `POST …/duplicates/contact`: the address that teams write to.
pub async fn set_contact(sent: Post<Duplicates>) -> PageResult {
    prepare(&sent.at).await?;
    let address = sent.get("contact").to_owned();
    sent.act(async |c, at| contact::set(c, &at.caller, &at.slug, &address).await).await
}

fn line(pair: FoundPair) -> PairLine {
    let FoundPair { later, first, alike, by_hand, changed } = pair;
    PairLine { by_hand, later, first, alike: alike.map(in_words), changed }
}

/// In what two projects are alike.
fn in_words((why, share): (Why, f64)) -> String {
    let percent = percent(share);
    match why {
        Why::SameRepository if share < 0.005 => "the same repository address".to_owned(),
        Why::SameRepository => format!("the same repository address, {percent} of the text"),
        Why::SameText => format!("{percent} of the text"),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share from 0 to 1")]
fn percent(share: f64) -> String {
    format!("{}\u{a0}%", (share * 100.0).round() as u32)
}

/// Two projects side by side: `…/duplicates/<later>-<first>`.
pub struct Pair;

#[derive(Clone, Copy)]
pub struct PairId(ProjectId, ProjectId);

impl PathId for PairId {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        let [pair] = segments else { return Err(Refusal::not_found()) };
        let (later, first) = pair.split_once('-').ok_or_else(Refusal::not_found)?;
        Ok(Self(ProjectId(path::id(later)?), ProjectId(path::id(first)?)))
    }
}

impl Desk for Pair {
    type Id = PairId;
    type Found = ComparedPair;
    type Beside = ();

    fn path(at: &At<PairId>) -> String {
        let PairId(later, first) = at.id;
        format!("{}/{later}-{first}", Duplicates::path(&at.clone().to(())))
    }

    async fn read(c: &mut Conn, at: &At<PairId>) -> Outcome<ComparedPair> {
        let PairId(later, first) = at.id;
        compare_duplicates::compare(c, &at.caller, &at.slug, (later, first)).await
    }

    fn title(found: &ComparedPair, _: &EventView) -> String {
        format!("{} and {}", found.later.title, found.first.title)
    }

    fn draw(found: ComparedPair, _: Around<'_, Self>) -> AnyView {
        let state = if found.later.duplicate_of == Some(found.first.id) {
            PairState::Flagged
        } else if let Some(cleared) = &found.cleared {
            PairState::Apart { at: cleared.at, changed: cleared.changed }
        } else {
            PairState::Undecided { other: found.later.duplicate_of.map(|of| of.0) }
        };
        pair_page(PairPage {
            state,
            alike: found.alike.map(in_words),
            later: found.later,
            first: found.first,
            may: forms::allowed(found.refused),
        })
    }
}

/// `POST …/<later>-<first>/flag`: the later project repeats the first.
pub async fn flag(sent: Post<Pair>) -> PageResult {
    let (desk, PairId(later, first)) = (Duplicates::path(&sent.at.clone().to(())), sent.at.id);
    let flag = async |c: &mut Conn, at: &At<PairId>| {
        duplicates::decide(c, &at.caller, &at.slug, later, Ok(Some(first))).await
    };
    sent.lead(&desk, flag).await
}

/// `POST …/<later>-<first>/apart`: neither repeats the other.
pub async fn apart(sent: Post<Pair>) -> PageResult {
    let (desk, PairId(later, first)) = (Duplicates::path(&sent.at.clone().to(())), sent.at.id);
    let apart = async |c: &mut Conn, at: &At<PairId>| {
        compare_duplicates::tell_apart(c, &at.caller, &at.slug, (later, first)).await
    };
    sent.lead(&desk, apart).await
}
