//! A participant's team, and the link that leads onto it.

use crate::pages::prelude::*;
use app::pages::project_visits::VisitStage;
use app::pages::team::{join_page, team_page};
use model::team::{TeamInvitation, TeamView};
use portal::submit::teams;

pub struct Team;

impl Desk for Team {
    type Id = ();
    type Found = (TeamView, Event);
    /// The code of a link that was made just now; it is none where the form made it before.
    type Beside = Option<Option<String>>;

    const PATH: &'static str = "team";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<(TeamView, Event)> {
        let found = teams::open(call).await?;
        with_event(call.conn, found).await
    }

    fn title((found, _): &(TeamView, Event), _: &EventView) -> String {
        found.team.as_ref().map_or("Your team".to_owned(), |own| own.team.name.clone())
    }

    fn draw((found, event): (TeamView, Event), around: DeskContext<'_, Self>) -> AnyView {
        let link =
            |code: String| format!("{}{}/join/{code}", around.at.state.base_url, Self::path(around.at));
        team_page(found, event.max_team_size.into(), around.beside.map(|code| code.map(link)))
    }

    fn frame((found, _): &(TeamView, Event), around: &DeskContext<'_, Self>, frame: Frame) -> Frame {
        let visited = found.team.as_ref().is_some_and(|own| !own.visits.is_empty());
        let frame = Frame { script: VisitStage::of(&found.at).script().filter(|_| visited), ..frame };
        match around.refused.map(|refused| &refused.refusal) {
            // A refused name is an error of its field.
            Some(refusal) if refusal.code() == Code::TeamNameTaken => {
                frame.errors([("name", words::refusal(refusal))].into_iter().collect())
            }
            _ => frame,
        }
    }
}

/// `POST …/create`: founds the team `name`.
pub async fn create(sent: Post<Team>) -> PageResult {
    let name = sent.get("name").to_owned();
    sent.once(async |call, _| teams::create(call, &name).await, async |at, _| Ok(see(&Team::path(&at)))).await
}

/// `POST …/rename`: to `name`.
pub async fn rename(sent: Post<Team>) -> PageResult {
    let name = sent.get("name").to_owned();
    sent.act(async |call, _| teams::rename(call, &name).await).await
}

/// `POST …/leave`.
pub async fn leave(sent: Post<Team>) -> PageResult {
    sent.act(async |call, _| teams::leave(call).await).await
}

/// `POST …/link`: makes the link that leads onto the team. The answer shows it, since it is not stored.
pub async fn make_link(sent: Post<Team>) -> PageResult {
    let make = async |call: &mut Call<'_>, _: &At| teams::invite(call).await;
    sent.once_shown(make, async |at, code| show_with::<Team>(&at, Some(code)).await).await
}

/// The page of a link. Only its button joins: programs that read mail follow links.
pub struct Join;

impl Desk for Join {
    type Id = String;
    type Found = (Context, TeamInvitation);
    type Beside = ();

    /// Joining leads to the team's page.
    const PATH: &'static str = "team";

    async fn read(call: &mut Call<'_>, at: &At<String>) -> Outcome<Self::Found> {
        teams::invitation(call, &at.id).await
    }

    fn title((_, found): &Self::Found, _: &EventView) -> String {
        format!("Join {}", found.team.name)
    }

    fn draw((_, found): Self::Found, _: DeskContext<'_, Self>) -> AnyView {
        join_page(found)
    }
}

/// `POST /events/<slug>/team/join/<code>`.
pub async fn join(sent: Post<Join>) -> PageResult {
    sent.act(async |call, at| teams::join(call, &at.id).await).await
}
