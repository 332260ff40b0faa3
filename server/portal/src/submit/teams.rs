//! Teams: founding, joining by a link, leaving, while submissions are open. Anybody with a confirmed address may
//! take part: founding or joining a team makes them a participant of the event.

use crate::prelude::*;
use store::{more_time, project, team, visit, winner_duty};

/// What the team's page shows.
/// Errors: 401, 404 where there is no such event.
pub async fn open(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<TeamView> {
    caller.account()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let team = match at.facts.standing.team {
        Some(id) => Some(own(conn, caller, &at, id).await?),
        None => None,
    };
    let enter_refused = caller.ask::<act::CreateTeam>(&at).err();
    Ok(TeamView { at, team, enter_refused })
}

async fn own(conn: &mut Conn, caller: &Caller, at: &Context, id: TeamId) -> Outcome<OwnTeam> {
    let found = team::find(conn, id).await?.ok_or_else(Refusal::not_found)?;
    let members = team::members(conn, at.event, id).await?;
    // The database enforces this; the page says it before somebody tries.
    let last = (members.len() == 1 && found.projects > 0).then(|| Reason::LastMember.into());
    Ok(OwnTeam {
        change_refused: caller.ask::<act::RenameTeam>(at).err(),
        leave_refused: caller.ask::<act::LeaveTeam>(at).err().or(last),
        team: found,
        members,
        visits: visits(conn, caller, at, id).await?,
        more_time: match at.facts.event.more_time(at.facts.standing.more_time) {
            Some(_) => more_time::of_team(conn, at.event, id)
                .await?
                .filter(|given| given.is_longer(at.facts.event.submissions.close)),
            None => None,
        },
        duties: if results_view(None, &at.facts, at.now).is_ok() {
            winner_duty::of_team(conn, at.event, id).await?
        } else {
            Vec::new()
        },
    })
}

/// The visits to each project of the caller's own team, as each project's page shows them.
async fn visits(
    conn: &mut Conn,
    caller: &Caller,
    at: &Context,
    id: TeamId,
) -> Outcome<Vec<(Project, ProjectVisits)>> {
    let mut visits = Vec::new();
    for own in project::of_team(conn, at.event, id).await? {
        if own.withdrawn {
            continue;
        }
        let facts = Facts { project: Some(own.facts(id)), ..at.facts.clone() };
        let Ok(permit) = may::<act::SeeOwnVisits>(caller.actor.as_ref(), &facts, at.now) else { continue };
        let found = project::find(conn, own.id).await?.ok_or_else(Refusal::not_found)?;
        visits.push((found, visit::of_project(conn, &permit).await?));
    }
    Ok(visits)
}

/// Founds a team with the caller as its first member.
/// Errors: 401, 404, 403 for a caller who cannot take part, 409 outside the window or with a team, 400 for the name.
pub async fn create(conn: &mut Conn, caller: &Caller, slug: &str, name: &str) -> Acted<TeamId> {
    caller.account()?;
    let (at, permit) = caller.open::<act::CreateTeam>(conn, slug).await?;
    let name = clean_name(name)?;
    let new = team::enroll(conn, &permit).await?;
    let id = team::insert(conn, &permit, &name).await?;
    team::insert_member(conn, &permit, id).await?;
    let after = Some(json!({ "members": 1, "new_participant": new }));
    Ok(Done::logged(id, entry(caller, &at, "team.created", "team", id).after(after)))
}

fn clean_name(name: &str) -> Result<String, Refusal> {
    FieldErrors::default()
        .gather(|errors| text::clean_name("name", TextField::Name, name, Unnamed::Team, errors))
}

/// What the page of a join link shows.
/// Errors: 401, 404 where the link leads to no team of the event.
pub async fn invitation(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    code: &str,
) -> Outcome<(Context, TeamInvitation)> {
    caller.account()?;
    let (at, team) = linked(conn, caller, slug, code).await?;
    let members = team::member_names(conn, at.event, team.id).await?;
    let mine = at.facts.standing.team == Some(team.id);
    let refused = caller.ask::<act::JoinTeam>(&at).err();
    Ok((at, TeamInvitation { team, members, mine, refused }))
}

/// The names of the team and the event to which a link leads, for a caller who is not signed in: the link is the
/// proof that they may know them.
/// Errors: 404 where the link leads to no team of the event.
pub async fn invited_to(conn: &mut Conn, slug: &str, code: &str) -> Outcome<(String, String)> {
    let at = context(conn, &Caller::default(), EventKey::Slug(slug)).await?;
    let team = find(conn, &at, code).await?;
    Ok((team.name, at.facts.event.name))
}

/// The team of a link, and the event as the rule about joining it sees it: who joins has the team's time.
async fn linked(conn: &mut Conn, caller: &Caller, slug: &str, code: &str) -> Outcome<(Context, NamedTeam)> {
    let mut at = context(conn, caller, EventKey::Slug(slug)).await?;
    let team = find(conn, &at, code).await?;
    if at.facts.standing.team.is_none() {
        let given = more_time::of_team(conn, at.event, team.id).await?;
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
pub async fn join(conn: &mut Conn, caller: &Caller, slug: &str, code: &str) -> Acted {
    let person = caller.account()?;
    let (at, team) = linked(conn, caller, slug, code).await?;
    let permit = caller.ask::<act::JoinTeam>(&at)?;
    let new = team::enroll(conn, &permit).await?;
    team::insert_member(conn, &permit, team.id).await?;
    let after = Some(json!({ "person": person, "new_participant": new }));
    Ok(Done::logged((), entry(caller, &at, "team.joined", "team", team.id).after(after)))
}

/// Makes a link by which others join the caller's team, and returns its code; an older link ends.
/// Errors: 401, 404, 403 without a team, 409 outside the window.
pub async fn invite(conn: &mut Conn, caller: &Caller, slug: &str) -> Acted<String> {
    caller.account()?;
    let (at, permit) = caller.open::<act::InviteToTeam>(conn, slug).await?;
    let id = permit.ids();
    let code = secrets::random()?;
    team::set_join_code(conn, &permit, &secrets::hash(&code)).await?;
    Ok(Done::logged(code, entry(caller, &at, "team.link_made", "team", id)))
}

/// Gives the caller's team another name.
/// Errors: 401, 404, 403 without a team, 409 outside the window or where the name is taken, 400 for the name.
pub async fn rename(conn: &mut Conn, caller: &Caller, slug: &str, name: &str) -> Acted {
    caller.account()?;
    let (at, permit) = caller.open::<act::RenameTeam>(conn, slug).await?;
    let id = permit.ids();
    let name = clean_name(name)?;
    team::rename(conn, &permit, &name).await?;
    Ok(Done::logged((), entry(caller, &at, "team.renamed", "team", id)))
}

/// Takes the caller off their team. A team that is left empty goes.
/// Errors: 401, 404, 403 without a team, 409 outside the window or as the last member of a team with a project.
pub async fn leave(conn: &mut Conn, caller: &Caller, slug: &str) -> Acted {
    let person: PersonId = caller.account()?;
    let (at, permit) = caller.open::<act::LeaveTeam>(conn, slug).await?;
    let (_, id, _) = permit.ids();
    // The form was sent twice at once, and the other one was first.
    if !team::delete_member(conn, &permit).await? {
        return Ok(Done::unlogged(()));
    }
    let removed = team::delete_if_empty(conn, &permit).await?;
    let before = Some(json!({ "person": person }));
    let after = Some(json!({ "team_removed": removed }));
    Ok(Done::logged((), entry(caller, &at, "team.left", "team", id).before(before).after(after)))
}
