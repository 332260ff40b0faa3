//! A project in the gallery: as a card, or as a row of a list.

use super::asked::Asked;
use crate::prelude::*;
use model::project::ListedProject;

/// Cards whose pictures are seen before anybody scrolls.
const SEEN_FIRST: usize = 3;
/// A card has room for so many tags.
const TAGS_OF_A_CARD: usize = 3;

/// The title comes before the picture for those who hear the page, and after it for those who see it.
pub(super) fn card(project: ListedProject, track: Option<String>, asked: &Asked, at: usize) -> AnyView {
    let tagline = (!project.tagline.is_empty()).then(|| view! { <p>{project.tagline.clone()}</p> });
    let tags = tags(project.tags.iter().take(TAGS_OF_A_CARD), asked);
    let (picture, eager) = (project.picture.clone(), at < SEEN_FIRST);
    view! {
        <li>
            <h2><a href=format!("/projects/{}", project.id)>{project.title.clone()}</a></h2>
            <ProjectPicture picture eager sizes="(width < 40rem) 40vw, 20rem"/>
            {tagline}
            {byline(project, track)}
            {tags}
        </li>
    }
}

pub(super) fn row(project: ListedProject, track: Option<String>, asked: &Asked) -> AnyView {
    let tagline = (!project.tagline.is_empty()).then(|| view! { <p>{project.tagline.clone()}</p> });
    view! {
        <li>
            <h2><a href=format!("/projects/{}", project.id)>{project.title.clone()}</a></h2>
            {tagline}
            {tags(project.tags.iter(), asked)}
            {byline(project, track)}
        </li>
    }
}

fn tags<'t>(tags: impl Iterator<Item = &'t String>, asked: &Asked) -> Option<AnyView> {
    let tags = each(tags, |tag| view! { <li><Tag word=tag.clone() href=asked.tagged(tag)/></li> });
    (!tags.is_empty()).then(|| view! { <ul class="tags">{tags}</ul> })
}

fn byline(project: ListedProject, track: Option<String>) -> AnyView {
    let is_draft = project.submitted_at.is_none();
    let draft = is_draft.then(|| view! { <Pill tone=Tone::Warn sign=Sign::Pencil word="Draft"/> });
    let duplicate = project.duplicate.then(|| view! { <Pill sign=Sign::Copies word="Repeat"/> });
    let team = words::other_team(&project.team, &project.title).to_owned();
    view! {
        <p class="byline">{team}{track.map(|track| view! { <span class="quiet">{track}</span> })}{draft}{duplicate}</p>
    }
}
