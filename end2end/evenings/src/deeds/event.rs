//! What organizers choose for the event: whom teams write to, its tracks, the room of its guests, and whether they go on.

use super::{By, Deed, Doing, FORM};
use crate::things::{EVENT, Things, of_event, set};
use crate::verdict::{Refused, Verdict};
use crate::world::World;
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::bundle::Bundle;
use shared::event_settings::{MOST_TRACKS, TypedTrack, is_tracks_of, read_tracks};
use shared::names::is_email;
use shared::refusal::{Fault, FieldErrors, Reason, Refusal, require, require_field};
use shared::rules::{Rule, act};

pub(super) static DEEDS: &[Deed] = &[
    Deed {
        name: "SetContact",
        path: "/events/{slug}/manage/projects/duplicates/contact",
        bodies: &["contact=desk%40x.example", "contact=+help%40x.example+", "contact=", "contact=the+desk"],
        rule: act::SetContact::ACT,
        then: set_contact,
        ..FORM
    },
    Deed {
        name: "OpenEvent",
        path: "/api/events/{slug}/open",
        bodies: &["{}"],
        rule: act::OpenEvent::ACT,
        // It is open already.
        then: |_, _| Ok(200),
        ..FORM
    },
    Deed {
        name: "StopOrganizing",
        by: By::Newcomer,
        path: "/events/{slug}/manage/settings/leave",
        rule: act::StopOrganizing::ACT,
        then: leave,
        ..FORM
    },
    Deed {
        name: "ChooseForgetDay",
        path: "/events/{slug}/manage/keeping/day",
        // None is ever chosen, so that windows can move.
        bodies: &[
            "day=&seen=",
            "day=soon&seen=",
            "day=2019-11-24&seen=",
            "day=&seen=2099-11-24T00%3A00%3A00Z",
        ],
        rule: act::ChooseForgetDay::ACT,
        then: choose_day,
        ..FORM
    },
    Deed {
        name: "OpenRoom",
        path: "/events/{slug}/manage/people/guests/open",
        rule: act::ManageGuestLink::ACT,
        then: open_room,
        ..FORM
    },
    Deed {
        name: "CloseRoom",
        path: "/events/{slug}/manage/people/guests/close",
        rule: act::ManageGuestLink::ACT,
        then: close_room,
        ..FORM
    },
    Deed {
        name: "RenameTrack",
        path: "/events/{slug}/manage/settings/criteria",
        bodies: &[
            "tracks_version={tracks}&tracks_0_id={track}&tracks_0_name=Sea+of+act+{n}",
            "tracks_version={tracks}&tracks_0_id={track}&tracks_0_name=",
            "tracks_version=none&tracks_0_id={track}&tracks_0_name=Sea",
        ],
        then: rename_track,
        ..FORM
    },
    Deed {
        name: "EditCriteria",
        path: "/events/{slug}/manage/settings/criteria",
        bodies: &["criteria_version=none&criteria_0_name=Quality"],
        rule: act::EditCriteria::ACT,
        // Nobody has seen such criteria.
        then: |_, _| Err(Refusal::from(Reason::SettingsChanged).into()),
        ..FORM
    },
    Deed {
        name: "DeclareParts",
        path: "/events/{slug}/manage/calibration/declare-parts",
        bodies: &["run=1"],
        rule: act::DeclareParts::ACT,
        // The event has a track.
        then: |_, _| Err(Refusal::from(Reason::PartsOutdated).into()),
        ..FORM
    },
];

fn set_contact(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let form = doing.form();
    let address = Some(form.get("contact").trim()).filter(|address| !address.is_empty());
    require_field(address.is_none_or(is_email), "contact", Fault::Email)?;
    set(&mut world.things, EVENT, &json!({ "contact": address, "has_contact": address.is_some() }));
    Ok(303)
}

/// Two organizers who take no part stay.
fn leave(world: &mut World, doing: &Doing<'_>) -> Verdict {
    world.cast[doing.who].organizer = false;
    Ok(303)
}

fn choose_day(_: &mut World, doing: &Doing<'_>) -> Verdict {
    let form = doing.form();
    require(form.get("seen").is_empty(), Reason::ForgetDayChanged)?;
    if form.get("day").is_empty() { Ok(303) } else { Err(Refused::Found(400)) }
}

fn open_room(world: &mut World, _: &Doing<'_>) -> Verdict {
    set(&mut world.things, EVENT, &json!({ "room": true }));
    Ok(303)
}

fn close_room(world: &mut World, _: &Doing<'_>) -> Verdict {
    if of_event(&world.things, "room") == Some(&json!(true)) {
        set(&mut world.things, EVENT, &json!({ "room": false }));
    }
    Ok(303)
}

/// The name of the only track, with which the event began unless somebody changed it.
fn track(world: &World) -> &str {
    of_event(&world.things, "tracks").and_then(|tracks| tracks[0].as_str()).unwrap_or("Sea")
}

/// Names the tracks as they are, for a form.
pub(crate) fn tracks_version(world: &World) -> String {
    let name = track(world);
    shared::event_settings::tracks_version(world.tracks.iter().map(|id| (id.0, name)))
}

/// What nobody changed is not saved.
fn rename_track(world: &mut World, doing: &Doing<'_>) -> Verdict {
    let form = doing.form();
    let (typed, version) = (TypedTrack::lines_of_form(&form, MOST_TRACKS), form.get("tracks_version"));
    if is_tracks_of(&typed, version) {
        return Ok(303);
    }
    doing.may::<act::EditTracks>(world)?;
    require(version == tracks_version(world), Reason::SettingsChanged)?;
    let tracks = FieldErrors::default().gather(|errors| read_tracks(&typed, errors))?;
    let names: Vec<String> = tracks.into_iter().map(|track| track.name).collect();
    set(&mut world.things, EVENT, &json!({ "tracks": names }));
    Ok(303)
}

pub(super) fn logged(things: &mut Things, row: &AuditRow, after: &Value) {
    let members = match row.action.as_str() {
        "event.contact_changed" => json!({ "has_contact": after["contact"] }),
        "guest_link.opened" => json!({ "room": true }),
        "guest_link.closed" => json!({ "room": false }),
        "track.edited" => json!({ "tracks": after["tracks"] }),
        _ => return,
    };
    set(things, EVENT, &members);
}

pub(super) fn stored(things: &mut Things, file: &Bundle) {
    let event = &file.event;
    let tracks: Vec<&str> = event.tracks.iter().map(|track| track.name.as_str()).collect();
    let contact = &event.contact_email;
    let members = json!({ "contact": contact, "has_contact": contact.is_some(), "tracks": tracks });
    set(things, EVENT, &members);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::played;
    use crate::world::{Member, empty, member};
    use shared::ids::TrackId;

    #[test]
    fn a_track_is_renamed_from_the_version_that_was_seen() {
        let organizer = |person| Member { organizer: true, ..member(person) };
        let cast = vec![organizer(7), organizer(8), member(9)];
        let mut world = World { cast, tracks: vec![TrackId(4)], ..empty() };
        let seen = tracks_version(&world);
        let typed = |name: &str| format!("tracks_version={seen}&tracks_0_id=4&tracks_0_name={name}");
        let mut play = |name: &str, who, body: &str| played(&mut world, name, (who, 0, 0), body);
        assert_eq!((play("RenameTrack", 0, &typed("")), play("RenameTrack", 2, "")), (Err(400), Err(403)));
        assert_eq!(play("RenameTrack", 0, &typed("Sea")), Ok(303), "nothing is changed");
        assert_eq!(play("RenameTrack", 0, &typed("Air")), Ok(303));
        assert_eq!(play("RenameTrack", 0, &typed("Fire")), Err(409), "made from the one before");
        assert_eq!((play("SetContact", 0, "contact=desk"), play("CloseRoom", 0, "")), (Err(400), Ok(303)));
        assert_eq!((play("OpenRoom", 0, ""), play("CloseRoom", 0, "")), (Ok(303), Ok(303)));
        assert_eq!((play("StopOrganizing", 2, ""), play("StopOrganizing", 1, "")), (Err(403), Ok(303)));
        assert_eq!(play("OpenRoom", 1, ""), Err(403), "no organizer any more");
        assert_eq!(world.things[&EVENT], json!({ "tracks": ["Air"], "room": false }));
    }
}
