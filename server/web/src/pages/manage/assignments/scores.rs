//! Reviews of several judges from a list.

use crate::pages::desk::show_found;
use crate::pages::prelude::*;
use app::pages::manage::assignments::scores::{ScoresPage, scores_page};
use app::pages::manage::from_file::FromFile;
use portal::judge::score_file::{self, ScoreChoice, ScorePreview, ScoreSheet};

/// The page with a verdict for each row of a list; or before a list was read, or after one that cannot be.
pub struct Scores;

impl Desk for Scores {
    type Id = ();
    type Found = Result<(ScorePreview, String), ScoreSheet>;
    type Beside = ();

    fn path(at: &At) -> String {
        FromFile::Scores.href(&at.slug)
    }

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Self::Found> {
        score_file::open(call).await.map(Err)
    }

    fn title(_: &Self::Found, event: &EventView) -> String {
        format!("Scores of {} from a list", event.name())
    }

    fn draw(found: Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let ScoreChoice { replace, assign } = sheet.form().map(choice).unwrap_or_default();
        let (text, criteria, list, digest, refused) = match found {
            Ok((found, text)) => (text, found.criteria, Some(found.list), found.digest, found.refused),
            Err(found) => {
                let text = sheet.typed("file").unwrap_or_default();
                (text, found.criteria, None, String::new(), found.refused)
            }
        };
        let entered = sheet.at.query.get("entered").parse::<usize>().ok().filter(|_| list.is_none());
        let (choice, may) = ([replace, assign], forms::allowed(refused));
        scores_page(ScoresPage { text, criteria, list, digest, choice, entered, may })
    }
}

fn choice(form: &Form) -> ScoreChoice {
    ScoreChoice { replace: form.ticked("replace"), assign: form.ticked("assign") }
}

/// `POST …/assignments/scores`: judges the rows of the file `files`, or of the text `file`; with the `digest` that was shown, enters the
/// reviews, with `replace` also over stored ones, with `assign` also of projects that are not assigned.
pub async fn post(sent: Post<Scores>) -> PageResult {
    let (at, chosen) = (&sent.at, choice(&sent.form));
    let text = sent.form.list("files", "file").map(str::to_owned);
    let check = async |call: &mut Call<'_>| score_file::read(call, text.clone()).await;
    let typed = text.clone().unwrap_or_default();
    let Some(digest) = sent.form.sent("digest") else {
        let found = at.by().read(check).await;
        return sent.then(found, async |at, found| show_found::<Scores>(&at, Ok((found, typed))).await).await;
    };
    let enter = async |call: &mut Call<'_>| score_file::enter(call, text.clone(), Some(digest), chosen).await;
    match at.by().write(enter).await {
        Ok(number) => Ok(see(&format!("{}&entered={number}", Scores::path(at)))),
        Err(failure) => {
            let found = at.by().read(check).await?;
            sent.again_found(failure, Ok((found, typed))).await
        }
    }
}
