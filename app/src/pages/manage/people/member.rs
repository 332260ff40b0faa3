//! One member: what they have here, and what taking it away would mean.

use super::cards::{CardOffer, new_card};
use super::{PeopleTab, shown_address};
use crate::pages::manage::assignments::{HandPart, hand_part};
use crate::prelude::*;
use model::member::Member;
use words::people as said;

pub struct MemberPage {
    pub member: Member,
    /// Roles, each with what taking it away means, or why that cannot be done.
    pub roles: Vec<(MemberRole, Result<String, String>)>,
    /// The further roles that can be given now.
    pub grants: Vec<MemberRole>,
    /// What a judge reviews, or why that is withheld.
    pub reviews: Option<Result<HandPart, String>>,
    /// A judge's tracks and cap.
    pub limits: Option<LimitsForm>,
    /// A judge's card, or the sentence why none can be made.
    pub card: Option<Result<CardOffer, String>>,
    /// Names of the roles that a refused form would have taken away.
    pub to_remove: Vec<String>,
}

/// The form of a judge's tracks and cap.
pub struct LimitsForm {
    /// The event's tracks: number, name, and whether it is chosen.
    pub tracks: Vec<(i64, String, bool)>,
    /// The most reviews, as typed.
    pub review_cap: String,
    /// What the form was made from.
    pub was: String,
    /// What is stored, in words, where somebody else changed it meanwhile.
    pub stored: Option<String>,
    /// `Ok` if this organizer can change it, or the sentence why not.
    pub may: Result<(), String>,
}

pub fn member_page(model: MemberPage) -> AnyView {
    let member = model.member;
    let list = PeopleTab::Members.href(&this_event().slug);
    let here = format!("{list}/{}", member.person);
    let notice = format!("/events/{}/manage/notices?to=person:{}", this_event().slug, member.person);
    let moves = matches!(&model.reviews, Some(Ok(part)) if part.handover.is_some());
    let reviews = model.reviews.map(|part| hand_part(part, &member.name));
    let card = model.card.map(|card| {
        let body = match card {
            Ok(offer) => new_card(offer),
            Err(sentence) => view! { <Notice tone=Tone::Note title=sentence/> },
        };
        section("card", "Card").of(body)
    });
    let held: Vec<MemberRole> = model.roles.iter().map(|(role, _)| *role).collect();
    let (done, all) = (member.done, member.done + member.pending);
    let load = (all > 0).then(|| {
        view! { <dt>"Reviewed"</dt><dd>{format!("{done} of {all} assigned projects")}</dd> }
    });
    let team = member.team.map(|team| view! { <dt>"Team"</dt><dd>{team}</dd> });
    ManageTab::People.page(view! {
        <Crumbs above=vec![("People".to_owned(), list)]/>
        <h1>{member.name}</h1>
        <ErrorSummary heading="Nothing was changed"/>
        {one_part_at_a_time()}
        <dl class="facts">
            <dt>"Address"</dt><dd>{shown_address(&member.email).unwrap_or_else(|| "None: a guest".to_owned())}</dd>
            <dt>"Roles"</dt><dd>{said::role_list(&held)}</dd>
            {team}
            {load}
        </dl>
        <p><a href=notice>"Send a notice"</a></p>
        {reviews}
        {card}
        {model.limits.map(|form| limits(form, &here, moves))}
        {further_role(model.grants, &held, &here)}
        {removal(model.roles, &model.to_remove, &here)}
    })
}

fn limits(form: LimitsForm, here: &str, moves: bool) -> AnyView {
    // Where work is moved, that is the page's main act.
    let kind = if moves { Kind::Quiet } else { Kind::Main };
    let body = match form.may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence/> },
        Ok(()) => {
            let stored = form.stored.map(|stored| {
                view! { <Notice tone=Tone::Warn title="Somebody else changed this judge"><p>{format!("Stored now: {stored}.")}</p></Notice> }
            });
            let tracks = each(form.tracks, |(id, name, checked)| {
                view! { <Check name="track" value=id.to_string() label=name checked/> }
            });
            let tracks = (!tracks.is_empty()).then(|| {
                view! { <fieldset class="stack"><legend>"Tracks"</legend><p class="field-hint">"The planner prefers projects of these tracks."</p>{tracks}</fieldset> }
            });
            view! {
                {stored}
                <PostForm action=format!("{here}/limits") class="form" fresh=true>
                    <input type="hidden" name="was" value=form.was/>
                    {tracks}
                    <Field name="review_cap" label="Most reviews" value=form.review_cap short=true optional=true hint="The planner never gives this judge more."/>
                    <Button kind>"Save"</Button>
                </PostForm>
            }
        }
    };
    section("limits", "As a judge").of(body)
}

fn further_role(grants: Vec<MemberRole>, held: &[MemberRole], here: &str) -> Option<AnyView> {
    let choices: Vec<Choice> =
        grants.into_iter().map(|role| Choice::new(role.name(), said::role(role))).collect();
    let seconds = held.contains(&MemberRole::Organizer) && this_event().second_organizer;
    let confirms = if seconds {
        " Until they are final, such an organizer can’t confirm what others ask for."
    } else {
        ""
    };
    let hint = format!(
        "The person has it at once. Nobody ever judges a project of their own team. An organizer who takes part sees no scores until the \
         results are published.{confirms}"
    );
    (!choices.is_empty()).then(|| {
        section("further", "Add a role").of(view! {
            <PostForm action=format!("{here}/grant") class="form">
                <Select name="role" label="Role" choices short=true hint/>
                <Button>"Add the role"</Button>
            </PostForm>
        })
    })
}

/// Taking roles away: with several that can go, one form for all of them.
fn removal(roles: Vec<(MemberRole, Result<String, String>)>, chosen: &[String], here: &str) -> AnyView {
    let (mut free, mut kept) = (Vec::new(), Vec::new());
    for (role, may) in roles {
        match may {
            Ok(means) => free.push((role, means)),
            Err(why) => kept.push(stays(role, &why)),
        }
    }
    let action = format!("{here}/remove");
    let form = match free.as_slice() {
        [] => None,
        [(role, means)] => {
            let (name, means) = (role.name(), means.clone());
            let verb = format!("Remove as {}", said::role(*role).to_lowercase());
            Some(view! {
                <p class="prose">{means}</p>
                <PostForm action class="form">
                    <input type="hidden" name="role" value=name/>
                    <Button kind=Kind::Danger>{verb}</Button>
                </PostForm>
            })
        }
        several => {
            let boxes: Vec<_> = several.iter().map(|(role, means)| role_box(*role, means, chosen)).collect();
            let error = refused("roles");
            let wrong = (!error.is_empty()).then(|| view! { <p class="field-error">{error}</p> });
            Some(view! {
                <PostForm action class="form">
                    <fieldset class="stack" id="roles"><legend>"Roles to take away"</legend>{wrong}{boxes}</fieldset>
                    <Button kind=Kind::Danger>"Take the chosen roles away"</Button>
                </PostForm>
            })
        }
    };
    // A refused form is shown open, so that its message has its place.
    let open = !refused("roles").is_empty()
        || free.iter().any(|(role, _)| chosen.iter().any(|name| name == role.name()));
    disclosure(view! { <h2 id="remove">"Take roles away"</h2> }).open(open).of(view! {
        <div class="stack">{form}{kept}</div>
    })
}

fn role_box(role: MemberRole, means: &str, chosen: &[String]) -> AnyView {
    let checked = chosen.iter().any(|name| name == role.name());
    view! {
        <label class="check">
            <input type="checkbox" name="role" value=role.name() checked=checked/>
            <span>{said::role(role)}" "<small class="field-hint">{means.to_owned()}</small></span>
        </label>
    }
}

/// Why a role cannot be taken away.
fn stays(role: MemberRole, why: &str) -> AnyView {
    let why = crate::components::show_moments(&words::complete_sentence(why));
    view! { <p class="quiet"><strong>{said::role(role)}</strong>" stays. "{why}</p> }
}
