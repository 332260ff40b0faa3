//! `/judge/assignments/<id>`: one project, one judge, one review.

use super::call::call_bar;
use super::flag::judge_section;
use super::list::window_mark;
use super::model::{Answer, Recusal, ReviewPage, Saving};
use super::note::note_form;
use super::parts::{notice, onward, project, recuse, steps, withdraw};
use super::path;
use super::timer::timer;
use super::visit::visit_bar;
use crate::pages::island::Island;
use crate::pages::review_fields::{Attempt, ReviewFields, review_fields};
use crate::prelude::*;
use islands::review_form::{DRAFT_SAVED, SET_ASIDE, SUBMITTED, WITHDRAWN, fault};
use shared::window::kept_for;

/// The page. Its form fields: `score_<key>`, `comment`, `submit` (`true` or `false`); the form to step
/// aside posts `conflict` and `reason` to `<path>/recuse`, that of the visit `kind` to `<path>/visit`,
/// that of the private note `note` to `<path>/note`, a flag `reason` and `sentence` to `<path>/flag`, and the call for help `said` to `/judge/call`.
pub fn review_page(model: ReviewPage) -> AnyView {
    needs(Sheet::Judge);
    let errors = errors(&model);
    let notice = notice(&model);
    let (steps, project) = (steps(&model), project(&model));
    let (recuse, visit) = (recuse(&model), visit_bar(&model));
    let (note, timer) = (note_form(&model), timer(&model));
    let evidence = model.evidence.clone();
    let evidence = evidence.map(|of| judge_section(of, format!("{}/flag", path(model.assignment))));
    let call = call_bar(&model.event_slug, Some(model.assignment), false, model.call.clone());
    let valid = kept_for([model.judging], model.now).num_seconds().to_string();
    let window = window_mark(model.judging, model.draft);
    let parts = (model.saving == Saving::Open).then(one_part_at_a_time);
    let first = model.criteria.first().filter(|_| model.saving == Saving::Open);
    let skip = first.map(|criterion| {
        view! { <a class="skip-link" href=format!("#score_{}", criterion.key)>"Skip to the scores"</a> }
    });
    view! {
        <div class="review" data-valid=valid data-window=window>
            {skip}
            {steps}
            {notice}
            <ErrorSummary errors/>
            <div class="review-desk">
                <div class="review-project">{project}</div>
                <div class="review-work">{timer}{form(model)}{parts}{visit}{call}{note}{evidence}{recuse}</div>
            </div>
        </div>
    }
}

fn errors(model: &ReviewPage) -> FormErrors {
    let Some((_, refusal)) = &model.refused else {
        let note = (!model.note.error.is_empty()).then(|| ("note".to_owned(), model.note.error.clone()));
        let flag = model.evidence.iter().flat_map(|of| &of.errors.0);
        let flag = flag.map(|error| (flag_field(&error.field).to_owned(), error.message.clone()));
        return note.into_iter().chain(flag).collect();
    };
    // In the order of the form, then whatever names no field of it.
    let place = |key: &str| model.criteria.iter().position(|c| c.key == key);
    let mut all: Vec<(usize, String, String)> = Vec::new();
    for (key, faults) in &refusal.fields.0 {
        let (at, field) = match (place(key), key.as_str()) {
            (Some(at), _) => (at, format!("score_{key}")),
            (None, "comment") => (model.criteria.len(), "comment".to_owned()),
            _ => (usize::MAX, String::new()),
        };
        for message in words::faults(faults) {
            // A score that is not a number is reported under "scores". Here it belongs to its criterion.
            let here = (key == "scores").then(|| blamed(model, &message)).flatten();
            let (at, field) = here.unwrap_or_else(|| (at, field.clone()));
            all.push((at, field, message));
        }
    }
    all.sort_by_key(|(at, ..)| *at);
    all.into_iter().map(|(_, field, message)| (field, message)).collect()
}

/// The id of a field of the flag's form: that of stepping aside has a reason, too.
fn flag_field(name: &str) -> &str {
    if name == "reason" { "flag-reason" } else { name }
}

fn blamed(model: &ReviewPage, message: &str) -> Option<(usize, String)> {
    let says = |c: &Criterion| fault(c, model.scores.get(&c.key)?).filter(|fault| fault == message);
    let at = model.criteria.iter().position(|c| says(c).is_some())?;
    Some((at, format!("score_{}", model.criteria.get(at)?.key)))
}

fn form(model: ReviewPage) -> AnyView {
    let typed =
        model.criteria.iter().map(|c| model.scores.get(&c.key).cloned().unwrap_or_default()).collect();
    let set_aside = match model.recusal {
        Recusal::SetAside { at, .. } => Some(at),
        _ => None,
    };
    let stored = match (model.submitted_at, model.saved_at) {
        _ if model.refused.is_some() => "Not saved",
        _ if set_aside.is_some() => SET_ASIDE,
        (Some(_), _) => SUBMITTED,
        (None, Some(_)) if model.answer == Answer::Withdrawn => WITHDRAWN,
        (None, Some(_)) => DRAFT_SAVED,
        (None, None) => "",
    };
    let stored_at = (set_aside.or(model.submitted_at).or(model.saved_at), model.now);
    let attempt = match model.refused {
        Some((true, _)) => Attempt::Submit,
        Some((false, _)) => Attempt::Draft,
        None => Attempt::None,
    };
    let locked = model.saving != Saving::Open;
    let (withdraw, onward) = (withdraw(&model), onward(&model));
    // An update stays: the judge came back for it.
    let lead_on = model.submitted_at.is_none().then_some(model.lead_on);
    let fields = review_fields(ReviewFields {
        criteria: model.criteria,
        typed,
        comment: model.comment,
        stored,
        stored_at: Some(stored_at),
        submitted: model.submitted_at.is_some(),
        assignment: model.assignment.0,
        person: model.person,
        base_version: model.base_version,
        attempt,
        locked,
        onward,
        lead_on,
    });
    if locked {
        // Nothing to fill in, but the island shows what this device still keeps.
        return view! { <Island module="evenhand">{fields}</Island> };
    }
    view! {
        <Island module="evenhand">
            <PostForm action=path(model.assignment) fresh=true>{fields}{withdraw}</PostForm>
        </Island>
    }
}
