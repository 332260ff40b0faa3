//! The parts around the form of a review: links to the neighbours, the project, what just happened,
//! and stepping aside.

use super::list::{just_submitted, pull_form, window_words};
use super::model::{Answer, Recusal, ReviewPage, Saving};
use super::path;
use crate::pages::project::answers_shown;
use crate::prelude::*;
use shared::conflict::ConflictKind;
use shared::form_question::ShownTo;
use words::plan::conflict_kind;

pub(super) fn steps(model: &ReviewPage) -> AnyView {
    let step = |to: Option<AssignmentId>, sign: Sign, label: &'static str, rel: &'static str| match to {
        Some(to) => view! { <a href=path(to) rel=rel aria-label=label><Icon sign/></a> },
        None => view! { <span class="review-steps-end"><Icon sign/></span> },
    };
    let left = model.judging.close.filter(|_| model.judging.is_open(model.now)).map(|close| {
        // Without scripting the closing time, which stays true; with it, the time left.
        view! {
            <span
                class="review-steps-left"
                data-left=(close - model.now).num_seconds().to_string()
                data-words="# left"
                data-over="Judging has closed"
            >
                "closes "<Time at=close form=TimeForm::Short(model.now)/>
            </span>
        }
    });
    view! {
        <nav class="review-steps" aria-label="Your projects">
            {step(model.previous, Sign::Back, "Previous project", "prev")}
            <a href="/judge">{model.position}" of "{model.of}</a>
            {step(model.next, Sign::Onward, "Next project", "next")}
            {left}
        </nav>
    }
}

/// What is judged. Its text is folded away on a phone, so that the scores come first there. Beside the form on a wide screen it is
/// open. One text serves both: the summary is a sibling that the sheet looks at, since no sheet can open a `details`.
pub(super) fn project(model: &ReviewPage) -> AnyView {
    let project = &model.project;
    let hidden = project.team.is_empty();
    let team = if hidden {
        "Team hidden until you submit"
    } else {
        words::other_team(&project.team, &project.title)
    };
    let from = words::joined(&[&place_words(&project.place), team, &model.track], " · ");
    let counts = model.counts_looks;
    let link = |label: &'static str, url: &str, field: &'static str| {
        let look = counts.then_some(field);
        (!url.is_empty()).then(|| view! { <HostLink label url=url.to_owned() look/> })
    };
    let counted = counts.then(|| {
        view! { <p class="quiet small">"This device counts which of these you open before you submit. After judging, organizers see the numbers of at least three judges together."<noscript>" Without scripting, nothing is counted."</noscript></p> }
    });
    let tagline =
        (!project.tagline.is_empty()).then(|| view! { <p class="lead">{project.tagline.clone()}</p> });
    let summary = (!project.summary.is_empty()).then(|| view! { <Paragraphs text=project.summary.clone()/> });
    let story =
        (!project.description.is_empty()).then(|| view! { <Markdown text=project.description.clone()/> });
    let picture = project.first_picture().map(|picture| {
        view! { <ProjectPicture picture=Some(picture) sizes="(width >= 62rem) 26rem, 100vw"/> }
    });
    let answers = answers_shown(&project.answers, ShownTo::Judges);
    let told = [&tagline, &summary, &story, &answers].into_iter().any(Option::is_some);
    let about = (told || picture.is_some()).then(|| {
        let fold = disclosure("About").class("disclosure review-fold").of(view! {});
        // On a wide screen it scrolls by itself, so it has to take the focus.
        let text = view! {
            <div class="review-about stack" role="region" aria-label="About the project" tabindex="0">
                {tagline}{picture}{summary}{story}{answers}
            </div>
        };
        (fold, text)
    });
    let (fold, text) = about.unzip();
    view! {
        <header>
            <h1><a href=format!("/projects/{}", project.id)>{project.title.clone()}</a></h1>
            <div class="row review-from"><p>{from}</p>{fold}</div>
            <p class="review-links">{link("Demo", &project.demo_url, "demo_url")}{link("Video", &project.video_url, "video_url")}{link("Code", &project.repo_url, "repo_url")}</p>
            {counted}
        </header>
        {text}
    }
}

/// Where a judge goes on to from a submitted review; none before, and after an update that was refused.
pub(super) fn onward(model: &ReviewPage) -> Option<(String, String)> {
    if model.submitted_at.is_none() || model.refused.is_some() {
        return None;
    }
    Some(model.next_to_score.as_ref().map_or_else(
        || ("/judge".to_owned(), "All your projects".to_owned()),
        |next| (path(next.assignment), format!("Next: {}", next.title)),
    ))
}

/// What just happened, or why nothing can be saved.
pub(super) fn notice(model: &ReviewPage) -> AnyView {
    view! { {model.came_from.clone().map(just_submitted)}{notice_here(model)} }
}

fn notice_here(model: &ReviewPage) -> AnyView {
    if let Some((_, refusal)) = &model.refused {
        if !refusal.fields.0.is_empty() {
            return view! {};
        }
        if let Some((scores, comment)) = &model.elsewhere {
            return elsewhere(model, &words::refusal(refusal), scores, comment);
        }
        let (detail, kept) = (words::refusal(refusal), kept(model));
        return view! {
            <Notice tone=Tone::Bad title="This was not saved.">
                <p>{show_moments(&detail)}</p>
                {kept}
                <p>"Your text is below, to copy."</p>
            </Notice>
        };
    }
    if let Saving::Refused(sentence) = &model.saving {
        let kept = kept(model);
        return view! { <Notice tone=Tone::Note title=sentence.clone()>{kept}</Notice> };
    }
    if let (Answer::Marked, Some(visit)) = (model.answer, model.visit.marked) {
        let next = model.next_to_score.clone().map(|next| {
            let href = path(next.assignment);
            let words = if model.may_pull { "Go back to " } else { "Next: " };
            view! { <p>{words}<a href=href>{next.title}</a></p> }
        });
        let pull = model.may_pull.then(|| pull_form(&model.event_slug, model.by_need, false, Kind::Quiet));
        return view! {
            <Notice tone=Tone::Good title=format!("Marked “{}”.", words::visit::mark(visit.mark))>
                <p>"The project is now at the end of your list. Its team sees that a judge missed them, not who."</p>
                {pull}
                {next}
            </Notice>
        };
    }
    if model.answer == Answer::None && !model.entered_by.is_empty() {
        return view! {
            <Notice tone=Tone::Note title=format!("{} entered this review for you, from paper.", model.entered_by) text="Compare it with what you wrote. You can correct it while judging is open. Your save then replaces it."/>
        };
    }
    if !matches!(model.answer, Answer::Saved | Answer::Withdrawn) {
        return view! {};
    }
    let pull = (model.may_pull && model.submitted_at.is_some())
        .then(|| pull_form(&model.event_slug, model.by_need, false, Kind::Quiet));
    let onward = match (model.next_to_score.clone(), model.submitted_at) {
        (None, _) => {
            view! { <p>"All your reviews are in. "<a href="/judge">"All your projects"</a></p>{pull} }
        }
        // The bar at the foot leads on.
        (Some(_), Some(_)) => view! {},
        (Some(next), None) => {
            let href = path(next.assignment);
            view! { <p>"Next: "<a href=href>{next.title}</a></p> }
        }
    };
    let title = match (model.submitted_at, model.answer) {
        (Some(_), _) => "Review submitted.",
        (None, Answer::Withdrawn) => "Your review is withdrawn. It does not count until you submit it again.",
        (None, _) => "Draft saved.",
    };
    // The island hides it once more was typed than was saved.
    view! { <div id="answer"><Notice tone=Tone::Good title>{onward}</Notice></div> }
}

/// What was saved in another window, beside what the form shows: the judge chooses.
fn elsewhere(model: &ReviewPage, detail: &str, scores: &BTreeMap<String, String>, comment: &str) -> AnyView {
    let there: Vec<String> = model
        .criteria
        .iter()
        .map(|c| format!("{} {}", c.name, scores.get(&c.key).map_or("not scored", String::as_str)))
        .collect();
    let comment = (!comment.is_empty()).then(|| view! { <blockquote>{comment.to_owned()}</blockquote> });
    let (detail, there, href) = (detail.to_owned(), there.join(", "), path(model.assignment));
    view! {
        <Notice tone=Tone::Warn title="Nothing was written over.">
            <p>{show_moments(&detail)}</p>
            <p>{format!("Saved there: {there}.")}</p>
            {comment}
            <p>
                "Your text is below. Save it to replace that version, or "
                <a href=href>"keep the saved one"</a>"."
            </p>
        </Notice>
    }
}

/// What the portal holds of this review.
fn kept(model: &ReviewPage) -> AnyView {
    if let Recusal::SetAside { reason, at, submitted_at } = &model.recusal {
        let submitted = submitted_at.map(|at| view! { "You submitted it "<Time at/>". " });
        let reason = reason.clone().map(|reason| view! { " The organizer’s reason: "<q>{reason}</q> });
        return view! { <p>{submitted}"It was set aside "<Time at=*at/>"."{reason}</p> };
    }
    match (model.submitted_at, model.saved_at) {
        (Some(at), _) => view! { <p>"Your review was submitted "<Time at/>" and counts."</p> },
        (None, Some(at)) => {
            view! { <p>"Your last draft, saved "<Time at/>", is kept, but it was not submitted."</p> }
        }
        // Nothing could be saved before.
        (None, None) if model.judging.phase(model.now) == Phase::NotYet => view! {},
        (None, None) => view! { <p>"Nothing was saved for this project."</p> },
    }
}

/// Withdrawing a submitted review: below the bar, out of a thumb's reach, and with a question.
pub(super) fn withdraw(model: &ReviewPage) -> Option<AnyView> {
    model.submitted_at?;
    Some(disclosure("Withdraw this review").class("disclosure review-aside").of(view! {
        <p>
            "Your review will not count until you submit it again. Your scores and your comment are kept as a draft."
            {model.published.then_some(" The published results do not change.")}
        </p>
        <Button kind=Kind::Danger name="submit" value="false">"Withdraw review"</Button>
    }))
}

/// What a judge chooses from when they step aside.
fn conflict_choices() -> Vec<Choice> {
    let conflict = |kind| format!("Conflict of interest: {}", conflict_kind(kind));
    each(ConflictKind::ALL, |kind| Choice::new(kind.name(), conflict(kind)))
}

pub(super) fn recuse(model: &ReviewPage) -> AnyView {
    match &model.recusal {
        // The notice above the form says it.
        Recusal::Closed | Recusal::SetAside { .. } => view! {},
        Recusal::Done { taken_off: true, .. } => view! {
            <p class="quiet small">"An organizer took you off this project, and can give it back to you."</p>
        },
        Recusal::Done { reason, .. } => {
            let reason = (!reason.is_empty()).then(|| format!(" Your reason: {reason}"));
            view! {
                <p class="quiet small">
                    "You stepped aside from this project. An organizer can give it back to you."{reason}
                </p>
            }
        }
        Recusal::Open { conflict, reason, error } => {
            let (reason, error, wrong) = (reason.clone(), error.clone(), !error.is_empty());
            let conflict = conflict.clone();
            let submitted = model.submitted_at.is_some();
            disclosure("Step aside from this project").class("disclosure review-aside").open(wrong).of(
                view! {
                    <PostForm action=format!("{}/recuse", path(model.assignment)) class="form">
                        <p>
                            "You will not score this project, and only an organizer can give it back to you."
                            {submitted.then_some(" Your submitted review will no longer count.")}
                        </p>
                        <Select
                            name="conflict"
                            label="Why"
                            none="Another reason, no conflict of interest"
                            choices=conflict_choices()
                            value=conflict
                            short=true
                        />
                        <Area
                            name="reason"
                            label="Reason"
                            hint="Organizers read it; the team does not."
                            optional=true
                            limit=2000
                            rows=2
                            value=reason
                            error
                        />
                        <Button kind=Kind::Danger>"Step aside"</Button>
                    </PostForm>
                    <p class="quiet small">{window_words(model.judging, model.now)}</p>
                },
            )
        }
    }
}
