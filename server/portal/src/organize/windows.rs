//! An event's windows, changed by its organizers. What touches people now is confirmed first, and logged as what it is.

use crate::prelude::*;
use shared::event_windows::{WindowEffect, Windows, consent, stage_field};
use shared::rules::VotingMode;
use shared::window::{Stage, Window};

/// What a change does to people now, and so is confirmed first. In a draft it does nothing to anybody.
pub fn weighty(stored: &EventSettings, new: &Windows, now: DateTime<Utc>) -> Vec<WindowEffect> {
    if stored.draft {
        return Vec::new();
    }
    let [teams, reviews, ballots] = stored.begun;
    let votes = stored.terms.voting_mode != VotingMode::Off;
    let is_weighty = |effect: &WindowEffect| match effect.stage {
        Stage::Submissions => effect.is_weighty(teams),
        Stage::Judging => effect.is_weighty(reviews),
        // Without a vote its window has no effect.
        Stage::Voting => votes && effect.is_weighty(ballots),
    };
    stored.windows.effects(new, now).into_iter().filter(is_weighty).collect()
}

/// Asks whether the caller may change the stored windows of a locked event to new ones.
/// Errors: 403.
pub(super) fn permit(
    caller: &Caller,
    at: &Context,
    stored: &EventSettings,
    new: &Windows,
) -> Result<Permit<act::MoveWindows>, Refusal> {
    for effect in stored.windows.effects(new, at.now) {
        let mut facts = Facts { stage: Some(effect.stage), ..at.facts.clone() };
        let event = &mut facts.event;
        // As it is now: it may have been moved while this waited for the lock.
        *match effect.stage {
            Stage::Submissions => &mut event.submissions,
            Stage::Judging => &mut event.judging,
            Stage::Voting => &mut event.voting,
        } = effect.old;
        may::<act::MoveWindows>(caller.actor.as_ref(), &facts, at.now)?;
    }
    caller.ask(at)
}

/// Asks whether the caller may begin, change or end a vote with this window: how people vote, and how many projects they choose. It has
/// the effect of moving the window.
/// Errors: 403.
pub(super) fn may_change_vote(caller: &Caller, at: &Context, window: Window) -> Result<(), Refusal> {
    let mut facts = Facts { stage: Some(Stage::Voting), ..at.facts.clone() };
    (facts.event.voting, facts.event.voting_mode) = (window, VotingMode::Account);
    may::<act::MoveWindows>(caller.actor.as_ref(), &facts, at.now)?;
    Ok(())
}

/// Logs how the windows change. `confirmed` names the weighty effects that the organizer has confirmed.
/// Errors: 422 where the change has an effect that was not confirmed.
pub(super) fn log_change(
    caller: &Caller,
    (at, stored): (&Context, &EventSettings),
    (new, confirmed): (&Windows, &str),
) -> Acted {
    let weighty = weighty(stored, new, at.now);
    if !weighty.is_empty() && confirmed != consent(&weighty) {
        return Err(Reason::WindowsUnconfirmed.at("confirm", SettingFault::WindowConsent).into());
    }
    let logged = |stage, window: Window| -> Value {
        json!({ "stage": stage_field(stage), "open": window.open, "close": window.close })
    };
    let rows = stored.windows.effects(new, at.now).into_iter().map(|effect| {
        // A window without weight is set, whatever the clock says of it.
        let action = if weighty.contains(&effect) { effect.change.action() } else { "window.set" };
        entry(caller, at, action, "event", at.event)
            .before(logged(effect.stage, effect.old))
            .after(logged(effect.stage, effect.new))
    });
    Ok(rows.fold(Done::unlogged(()), |done, row| done.and(Done::logged((), row))))
}

/// Each window closes after it opens.
pub(super) fn check(windows: &Windows) -> Result<(), Refusal> {
    FieldErrors::default().gather(|errors| windows.check(errors))
}
