//! Duplicates: pairs of projects that are alike, and one of them side by side.

use crate::pages::desk::{self, PathId};
use crate::pages::prelude::*;
use app::pages::manage::duplicates::{DuplicatesPage, duplicates_page};
use model::project::{ComparedPair, DuplicatesFound};
use portal::event::contact;
use portal::submit::{compare_duplicates, duplicates};

/// `?all=1` lists all pairs, and `?q=` those of some titles or teams. `?pair=<later>-<first>` has these two side by side, and
/// `?decided=1`, which follows a decision, the first pair that nobody decided about.
pub struct Duplicates;

impl Desk for Duplicates {
    /// The pair of an act.
    type Id = Option<PairId>;
    type Found = ((Context, DuplicatesFound), Option<ComparedPair>);
    type Beside = ();
    const PATH: &'static str = "manage/projects/duplicates";

    async fn read(call: &mut Call<'_>, at: &At<Option<PairId>>) -> Outcome<Self::Found> {
        let (event, found) = compare_duplicates::for_page(call).await?;
        let asked = match (at.id, at.query.asked("pair")) {
            (None, Some(pair)) => Some(PairId::read(&[pair])?),
            (of_act, _) => of_act,
        };
        let next = at.query.asked("decided").and_then(|_| found.likely.first());
        let pair = asked.or_else(|| next.map(|pair| PairId(pair.later.id, pair.first.id)));
        let pair = match pair {
            Some(PairId(later, first)) => Some(compare_duplicates::compare(call, (later, first)).await?),
            None => None,
        };
        Ok(((event, found), pair))
    }

    fn title((_, pair): &Self::Found, event: &EventView) -> String {
        match pair {
            Some(pair) => format!("{} and {}", pair.later.title, pair.first.title),
            None => format!("Repeats in {}", event.name()),
        }
    }

    fn draw(((_, found), pair): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        duplicates_page(DuplicatesPage {
            found,
            search: sheet.at.query.search(),
            pair,
            decided: sheet.at.query.asked("decided").is_some(),
        })
    }
}

/// What the page needs and nobody has computed yet. It is written, so it comes before the page is read.
async fn prepare(at: &At<Option<PairId>>) -> Outcome<()> {
    at.by().write(compare_duplicates::prepare).await
}

/// `GET …/duplicates`.
pub async fn show(at: At<Option<PairId>>) -> PageResult {
    prepare(&at).await?;
    desk::show::<Duplicates>(at).await
}

/// `POST …/duplicates/contact`: the address that teams write to.
pub async fn set_contact(sent: Post<Duplicates>) -> PageResult {
    prepare(&sent.at).await?;
    let address = sent.get("contact").to_owned();
    sent.did(ActDone::ContactSaved, "", async |call, _| contact::set(call, &address).await).await
}

/// Two projects, as an address names them: `<later>-<first>`.
#[derive(Clone, Copy)]
pub struct PairId(ProjectId, ProjectId);

impl PathId for PairId {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        let [pair] = segments else { return Err(Refusal::not_found()) };
        let (later, first) = pair.split_once('-').ok_or_else(Refusal::not_found)?;
        Ok(Self(ProjectId(path::id(later)?), ProjectId(path::id(first)?)))
    }
}

/// `POST …/<later>-<first>/flag`: the later project repeats the first.
pub async fn flag(sent: Post<Duplicates>) -> PageResult {
    let flag = async |call: &mut Call<'_>, at: &At<Option<PairId>>| {
        let PairId(later, first) = at.one()?;
        duplicates::decide(call, later, Ok(Some(first))).await
    };
    sent.act_to("?decided=1", flag).await
}

/// `POST …/<later>-<first>/apart`: neither repeats the other.
pub async fn apart(sent: Post<Duplicates>) -> PageResult {
    let apart = async |call: &mut Call<'_>, at: &At<Option<PairId>>| {
        let PairId(later, first) = at.one()?;
        compare_duplicates::tell_apart(call, (later, first)).await
    };
    sent.act_to("?decided=1", apart).await
}
