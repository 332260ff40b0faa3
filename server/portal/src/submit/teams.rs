//! Teams: founding, joining by a link, leaving, while submissions are open. Anybody with a confirmed address may
//! take part: founding or joining a team makes them a participant of the event.

use crate::prelude::*;
use store::{more_time, project, team, visit, winner_duty};

/// What the team's page shows.
/// Errors: 401, 404 where there is no such event.
pub async fn open(call: &mut Call<'_>) -> Outcome<TeamView> {
    call.caller.account()?;
    let at = call.context().await?;
    let team = match at.facts.standing.team {
        Some(id) => Some(own(call, &at, id).await?),
        None => None,
    };
    let enter_refused = call.ask::<act::CreateTeam>(&at).err();
    Ok(TeamView { at, team, enter_refused })
}

async fn own(call: &mut Call<'_>, at: &Context, id: TeamId) -> Outcome<OwnTeam> {
    let found = team::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    let members = team::members(call.conn, at.event, id).await?;
    // The database enforces this; the page says it before somebody tries.
    let last = (members.len() == 1 && found.projects > 0).then(|| Reason::LastMember.into());
    let projects = project::of_team(call.conn, at.event, id).await?;
    Ok(OwnTeam {
        change_refused: call.ask::<act::RenameTeam>(at).err(),
        leave_refused: call.ask::<act::LeaveTeam>(at).err().or(last),
        team: found,
        members,
        visits: visits(call, at, id, &projects).await?,
        unranked: projects.into_iter().filter(|project| project.withdrawn || project.flagged).collect(),
        more_time: match at.facts.event.more_time(at.facts.standing.more_time) {
            Some(_) => more_time::of_team(call.conn, at.event, id)
                .await?
                .filter(|given| given.is_longer(at.facts.event.submissions.close)),
            None => None,
        },
        duties: if results_view(None, &at.facts, at.now).is_ok() {
            winner_duty::of_team(call.conn, at.event, id).await?
        } else {
            Vec::new()
        },
    })
}

/// The visits to each project of the caller's own team, as each project's page shows them.
async fn visits(
    call: &mut Call<'_>,
    at: &Context,
    id: TeamId,
    projects: &[TeamProject],
) -> Outcome<Vec<(Project, ProjectVisits)>> {
    let mut visits = Vec::new();
    for own in projects.iter().filter(|project| !project.withdrawn) {
        let facts = Facts { project: Some(own.facts(id)), ..at.facts.clone() };
        let Ok(permit) = may::<act::SeeOwnVisits>(call.caller.actor.as_ref(), &facts, at.now) else {
            continue;
        };
        let found = project::find(call.conn, own.id).await?.ok_or_else(Refusal::not_found)?;
        visits.push((found, visit::of_project(call.conn, &permit).await?));
    }
    Ok(visits)
}

/// Founds a team with the caller as its first member.
/// Errors: 401, 404, 403 for a caller who cannot take part, 409 outside the window or with a team, 400 for the name.
pub async fn create(call: &mut Call<'_>, name: &str) -> Acted<TeamId> {
    call.caller.account()?;
    let (at, permit) = call.open::<act::CreateTeam>().await?;
    let name = clean_name(name)?;
    let new = team::enroll(call.conn, &permit).await?;
    let id = team::insert(call.conn, &permit, &name).await?;
    team::insert_member(call.conn, &permit, id).await?;
    let after = Some(json!({ "members": 1, "new_participant": new }));
    Ok(Done::logged(id, call.entry(&at, "team.created", "team", id).after(after)))
}

fn clean_name(name: &str) -> Result<String, Refusal> {
    FieldErrors::default()
        .gather(|errors| text::clean_name("name", TextField::Name, name, Unnamed::Team, errors))
}

/// What the page of a join link shows.
/// Errors: 401, 404 where the link leads to no team of the event.
pub async fn invitation(call: &mut Call<'_>, code: &str) -> Outcome<(Context, TeamInvitation)> {
    call.caller.account()?;
    let (at, team) = linked(call, code).await?;
    let members = team::member_names(call.conn, at.event, team.id).await?;
    let mine = at.facts.standing.team == Some(team.id);
    let refused = call.ask::<act::JoinTeam>(&at).err();
    Ok((at, TeamInvitation { team, members, mine, refused }))
}

/// The names of the team and the event to which a link leads, for a caller who is not signed in: the link is the
/// proof that they may know them.
/// Errors: 404 where the link leads to no team of the event.
pub async fn invited_to(conn: &mut Conn, slug: &str, code: &str) -> Outcome<(String, String)> {
    let at = Call::of(conn, &Caller::default()).at(slug).context().await?;
    let team = find(conn, &at, code).await?;
    Ok((team.name, at.facts.event.name))
}

/// The team of a link, and the event as the rule about joining it sees it: who joins has the team's time.
async fn linked(call: &mut Call<'_>, code: &str) -> Outcome<(Context, NamedTeam)> {
    let mut at = call.context().await?;
    let team = find(call.conn, &at, code).await?;
    if at.facts.standing.team.is_none() {
        let given = more_time::of_team(call.conn, at.event, team.id).await?;
        at.facts.standing.more_time = given.map(|given| given.until);
    }
    Ok((at, team))
}

async fn find(conn: &mut Conn, at: &Context, code: &str) -> Outcome<NamedTeam> {
    let found = team::by_join_code(conn, at.event, &secrets::hash(code)).await?;
    Ok(found.ok_or_else(Refusal::not_found)?)
}

/// Puts the caller on the team to which a link leads.
/// Errors: 401, 404, 403, 409 where the team is full, the caller has one, or judges its project.
pub async fn join(call: &mut Call<'_>, code: &str) -> Acted {
    let person = call.caller.account()?;
    let (at, team) = linked(call, code).await?;
    let permit = call.ask::<act::JoinTeam>(&at)?;
    let new = team::enroll(call.conn, &permit).await?;
    team::insert_member(call.conn, &permit, team.id).await?;
    let after = Some(json!({ "person": person, "new_participant": new }));
    Ok(Done::logged((), call.entry(&at, "team.joined", "team", team.id).after(after)))
}

/// Makes a link by which others join the caller's team, and returns its code; an older link ends.
/// Errors: 401, 404, 403 without a team, 409 outside the window.
pub async fn invite(call: &mut Call<'_>) -> Acted<String> {
    call.caller.account()?;
    let (at, permit) = call.open::<act::InviteToTeam>().await?;
    let id = permit.ids();
    let code = secrets::random()?;
    team::set_join_code(call.conn, &permit, &secrets::hash(&code)).await?;
    Ok(Done::logged(code, call.entry(&at, "team.link_made", "team", id)))
}

/// Gives the caller's team another name.
/// Errors: 401, 404, 403 without a team, 409 outside the window or where the name is taken, 400 for the name.
pub async fn rename(call: &mut Call<'_>, name: &str) -> Acted {
    call.caller.account()?;
    let (at, permit) = call.open::<act::RenameTeam>().await?;
    let id = permit.ids();
    let name = clean_name(name)?;
    team::rename(call.conn, &permit, &name).await?;
    Ok(Done::logged((), call.entry(&at, "team.renamed", "team", id)))
}

/// Takes the caller off their team. A team that is left empty goes.
/// Errors: 401, 404, 403 without a team, 409 outside the window or as the last member of a team with a project.
pub async fn leave(call: &mut Call<'_>) -> Acted {
    let person: PersonId = call.caller.account()?;
    let (at, permit) = call.open::<act::LeaveTeam>().await?;
    let (_, id, _) = permit.ids();
    // The form was sent twice at once, and the other one was first.
    if !team::delete_member(call.conn, &permit).await? {
        return Ok(Done::unlogged(()));
    }
    let removed = team::delete_if_empty(call.conn, &permit).await?;
    let before = Some(json!({ "person": person }));
    let after = Some(json!({ "team_removed": removed }));
    Ok(Done::logged((), call.entry(&at, "team.left", "team", id).before(before).after(after)))
}
