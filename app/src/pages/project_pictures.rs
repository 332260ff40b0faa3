//! The pictures of a project: on its page, and below its form.

use crate::components::picture::picture_of;
use crate::prelude::*;
use shared::picture::{MOST, ProjectPicture};

/// What is said of a picture that shows nothing by itself.
const DECORATES: &str = "It only decorates";

/// The pictures of a project, to be added, described, put in order and removed.
#[derive(Clone, Debug, Default)]
pub struct PictureDesk {
    pub project: i64,
    /// The pictures in their order.
    pub pictures: Vec<ProjectPicture>,
    /// They can be changed now. Why not, the form above says.
    pub open: bool,
    pub refused: Option<RefusedPicture>,
}

#[derive(Clone, Debug)]
pub struct RefusedPicture {
    /// Which picture; none is a new one.
    pub picture: Option<i64>,
    /// What it shows, as typed.
    pub alt: String,
    /// The box was ticked.
    pub decorates: bool,
    /// What was refused, by the ids of the fields.
    pub errors: FormErrors,
}

/// The section below the form.
pub(super) fn picture_desk(desk: PictureDesk) -> AnyView {
    if !desk.open && desk.pictures.is_empty() {
        return view! {};
    }
    let errors = desk.refused.as_ref().map_or_else(FormErrors::none, |refused| refused.errors.clone());
    let list = each(desk.pictures.iter().enumerate(), |(at, shown)| row(&desk, at, shown));
    let list = (!list.is_empty()).then(|| view! { <ol class="project-form-pictures">{list}</ol> });
    // What was typed for one too many comes back with its form.
    let typed = desk.refused.as_ref().is_some_and(|refused| refused.picture.is_none());
    let add = (desk.open && (desk.pictures.len() < MOST || typed)).then(|| add(&desk));
    let full = (desk.open && desk.pictures.len() >= MOST && !typed).then(
        || view! { <p class="quiet">"A project has at most four pictures. To add another, remove one first."</p> },
    );
    let about = desk.open.then(|| {
        view! { <p class="quiet prose">"Up to four pictures. Lists show the first one. What a camera notes in a file, such as the place, is removed."</p> }
    });
    section("pictures-title", "Pictures").id("pictures").of(view! {
        {about}
        <ErrorSummary errors heading="The pictures were not changed"/>
        {list}
        {add}
        {full}
    })
}

fn row(desk: &PictureDesk, at: usize, shown: &ProjectPicture) -> AnyView {
    let id = shown.id.0;
    let typed = desk.refused.as_ref().filter(|refused| refused.picture == Some(id));
    let alt = typed.map_or_else(|| shown.picture.alt.clone(), |typed| typed.alt.clone());
    let decorates = typed.map_or(shown.picture.alt.is_empty(), |typed| typed.decorates);
    let field = format!("alt-{id}");
    let error = typed.map(|typed| typed.errors.of(&field)).unwrap_or_default();
    let which = move || view! { <span class="sr-only">{format!(" (picture {})", at + 1)}</span> };
    let first = (at > 0).then(|| view! { <Button name="do" value="first">"Show first"{which()}</Button> });
    let form = desk.open.then(|| {
        view! {
            <PostForm action=format!("/projects/{}/edit/pictures/{id}", desk.project) class="form">
                <Field name="alt" id=field label="What it shows" value=alt error/>
                <Check name="decorates" value=id.to_string() label=DECORATES checked=decorates/>
                <div class="row">
                    <Button name="do" value="describe">"Save description"{which()}</Button>
                    {first}
                    <Button name="do" value="remove" kind=Kind::Danger>"Remove picture"{which()}</Button>
                </div>
            </PostForm>
        }
    });
    view! { <li>{picture_of("picture", &shown.picture, "16rem".to_owned(), false)}{form}</li> }
}

fn add(desk: &PictureDesk) -> AnyView {
    let typed = desk.refused.as_ref().filter(|refused| refused.picture.is_none());
    let error = |field: &str| typed.map(|typed| typed.errors.of(field)).unwrap_or_default();
    let alt = typed.map(|typed| typed.alt.clone()).unwrap_or_default();
    let decorates = typed.is_some_and(|typed| typed.decorates);
    let (of_file, of_alt) = (error("picture"), error("alt"));
    let accept = "image/png,image/jpeg,image/webp";
    view! {
        <PostForm action=format!("/projects/{}/edit/pictures", desk.project) class="form" files=true>
            <Field name="picture" label="Add a picture" kind="file" accept error=of_file hint="PNG, JPEG or WebP, at most 8\u{a0}MiB."/>
            <Field name="alt" label="What it shows" value=alt error=of_alt hint="For people who cannot see it: “The kiosk at night, lit by its own panel”."/>
            <Check name="decorates" label=DECORATES checked=decorates/>
            <Button>"Add the picture"</Button>
        </PostForm>
    }
}

/// The pictures on a project's page: the first one large, each with a link to all of it. Below them is a form for each,
/// for an organizer who may take them down.
pub(super) fn pictures_shown(project: i64, pictures: &[ProjectPicture], take_down: bool) -> Option<AnyView> {
    let (first, more) = pictures.split_first()?;
    let first = linked(first, 1, "project-pictures-large", "(min-width: 52rem) 38rem, 92vw", true);
    let more = each((2..).zip(more), |(at, shown)| {
        view! { <li>{linked(shown, at, "picture", "(min-width: 52rem) 12rem, 30vw", false)}</li> }
    });
    let more = (!more.is_empty()).then(|| view! { <ul class="project-pictures-more">{more}</ul> });
    let removals = take_down.then(|| removals(project, pictures));
    Some(view! { <section class="project-pictures" aria-label="Pictures">{first}{more}{removals}</section> })
}

fn linked(
    shown: &ProjectPicture,
    at: usize,
    class: &'static str,
    sizes: &'static str,
    eager: bool,
) -> AnyView {
    let href = shown.picture.files.last().map(shared::picture::PictureFile::address);
    let label = match shown.picture.alt.as_str() {
        "" => format!("Picture {at}, in full"),
        alt => format!("{alt} (picture {at}, in full)"),
    };
    view! { <a href=href aria-label=label>{picture_of(class, &shown.picture, sizes.to_owned(), eager)}</a> }
}

/// The forms by which an organizer takes pictures down, folded away.
fn removals(project: i64, pictures: &[ProjectPicture]) -> AnyView {
    let forms = each((1..).zip(pictures), |(at, shown)| {
        view! {
            <ActButton action=format!("/projects/{project}/pictures/{}/remove", shown.id) kind=Kind::Danger tight=true>{format!("Remove picture {at}")}</ActButton>
        }
    });
    disclosure("Take a picture down").of(view! {
        <p>"Nobody sees it any more, and you can’t undo this. The team can add another one only while submissions are open."</p>
        <div class="row">{forms}</div>
    })
}
