//! Teams: founding, joining, leaving, while submissions are open.

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::{context, entry};
use crate::store::audit::{self, Entry};
use crate::store::facts::Of;
use crate::store::{Conn, team};
use serde_json::json;
use shared::ids::TeamId;
use shared::refusal::{FieldErrors, Refusal};
use shared::rules::{act, may};
use shared::text;

/// Founds a team with the caller as its first member.
///
/// # Errors
/// 401, 404, 403 for who does not take part, 409 outside the window or with a team, 400 for the name.
pub async fn create(conn: &mut Conn, caller: &Caller, slug: &str, name: &str) -> Outcome<TeamId> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, Of::Slug(slug)).await?;
    let permit = may::<act::CreateTeam>(caller.actor.as_ref(), &at.facts, at.now)?;
    let mut errors = FieldErrors::default();
    let name = text::clean_line("name", "The name", name, text::NAME, &mut errors);
    if name.is_empty() {
        errors.add("name", "Give the team a name.");
    }
    errors.into_result()?;
    let id = team::insert(conn, &permit, at.event, &name).await?;
    team::insert_member(conn, &permit, at.event, id, person).await?;
    let after = Some(json!({ "members": 1 }));
    audit::append(conn, Entry { after, ..entry(caller, &at, "team.created", "team", id) }).await?;
    Ok(id)
}

/// Puts the caller on a team.
///
/// # Errors
/// 401, 404, 403, 409 where the team is full, the caller has one, or judges its project.
pub async fn join(conn: &mut Conn, caller: &Caller, slug: &str, id: TeamId) -> Outcome<()> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, Of::Slug(slug)).await?;
    if !team::exists(conn, at.event, id).await? {
        return Err(Refusal::not_found().into());
    }
    let permit = may::<act::JoinTeam>(caller.actor.as_ref(), &at.facts, at.now)?;
    team::insert_member(conn, &permit, at.event, id, person).await?;
    let after = Some(json!({ "person": person }));
    audit::append(conn, Entry { after, ..entry(caller, &at, "team.joined", "team", id) }).await
}

/// Takes the caller off their team.
///
/// # Errors
/// 401, 404, 403 without a team, 409 outside the window or as the last member of a team with a project.
pub async fn leave(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<()> {
    let person = caller.person().ok_or_else(Refusal::unauthenticated)?;
    let at = context(conn, caller, Of::Slug(slug)).await?;
    let permit = may::<act::LeaveTeam>(caller.actor.as_ref(), &at.facts, at.now)?;
    let id = at.facts.standing.team.ok_or_else(Refusal::not_found)?;
    team::delete_member(conn, &permit, at.event, person).await?;
    let before = Some(json!({ "person": person }));
    audit::append(conn, Entry { before, ..entry(caller, &at, "team.left", "team", id) }).await
}
