//! The API's reference, drawn from the API's document.

use crate::prelude::*;

#[derive(Clone, Debug, Default)]
pub struct ApiDocsPage {
    /// What holds for all of it, a paragraph each. Words between backticks are code, here and in every text.
    pub about: Vec<String>,
    /// The operations, by subject.
    pub groups: Vec<ApiGroup>,
    /// The objects that operations take and give.
    pub objects: Vec<ApiObject>,
}

/// The operations on one subject.
#[derive(Clone, Debug, Default)]
pub struct ApiGroup {
    pub name: String,
    /// A sentence.
    pub about: String,
    pub operations: Vec<ApiOperation>,
}

/// What one method does at one path.
#[derive(Clone, Debug, Default)]
pub struct ApiOperation {
    /// Identifier, also of its place on the page.
    pub id: String,
    /// Method in capitals.
    pub method: String,
    /// Path with placeholders in braces.
    pub path: String,
    /// What it does, in a sentence.
    pub summary: String,
    /// More of it; may be empty.
    pub about: String,
    pub caller: String,
    /// Parameters of path and query.
    pub parameters: Vec<ApiField>,
    pub takes: Option<ApiBody>,
    /// What it gives, in each notation.
    pub gives: Vec<ApiBody>,
    /// A command that calls it.
    pub curl: String,
}

/// A body, sent or answered.
#[derive(Clone, Debug, Default)]
pub struct ApiBody {
    /// Status of an answer; empty for a request.
    pub status: String,
    /// A sentence on an answer; empty for a request.
    pub about: String,
    /// Media type.
    pub media: String,
    pub kind: ApiType,
    /// An example, as it travels.
    pub example: String,
}

/// A type in words (`list of `), and the object that it names, if any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiType {
    pub words: String,
    /// Name of one of [`ApiDocsPage::objects`].
    pub object: Option<String>,
    /// Words after it.
    pub more: String,
}

/// An object's member, or a parameter.
#[derive(Clone, Debug, Default)]
pub struct ApiField {
    pub name: String,
    pub kind: ApiType,
    /// `path`, `query`, `optional`, with commas; may be empty.
    pub notes: String,
    pub about: String,
}

#[derive(Clone, Debug, Default)]
pub struct ApiObject {
    /// Name, also of its place on the page.
    pub name: String,
    /// A sentence.
    pub about: String,
    pub fields: Vec<ApiField>,
}

pub fn api_docs_page(model: ApiDocsPage) -> AnyView {
    needs(Sheet::Docs);
    let about = each(model.about.iter(), |text| view! { <p>{prose(text)}</p> });
    let subjects = each(model.groups.iter(), |group| {
        view! { <a href=format!("#{}", place_of(group))>{capital(&group.name)}</a> }
    });
    view! {
        <article class="docs">
            <header class="stack">
                <h1>"The API"</h1>
                <div class="prose stack">{about}</div>
                <p>
                    "This reference is also available as "<a href="/api/schema">"OpenAPI 3.0 in YAML"</a>" or "
                    <a href="/api/schema?format=json">"in JSON"</a>". Create tokens on the page "
                    <a href="/me/tokens">"Access tokens"</a>"."
                </p>
            </header>
            <nav class="row" aria-label="Subjects">{subjects}<a href="#objects">"Objects"</a></nav>
            {each(model.groups, group)}
            {section("objects", "Objects").class("docs-group").of(view! {
                {each(model.objects, object)}
            })}
        </article>
    }
}

/// The id of a group's place on the page. The prefix keeps it apart from the names of objects.
fn place_of(group: &ApiGroup) -> String {
    format!("on-{}", group.name)
}

fn group(group: ApiGroup) -> AnyView {
    let id = place_of(&group);
    section(id.clone(), capital(&group.name)).class("docs-group").of(view! {
        <p class="quiet">{prose(&group.about)}</p>
        {each(group.operations, operation)}
    })
}

fn operation(o: ApiOperation) -> AnyView {
    let about = (!o.about.is_empty()).then(|| view! { <p>{prose(&o.about)}</p> });
    let parameters = (!o.parameters.is_empty()).then(|| {
        view! { <h4>"Parameters"</h4><dl class="docs-fields">{each(o.parameters, field)}</dl> }
    });
    let takes = o.takes.map(|body| view! { <h4>"Takes"</h4>{body_view(body)} });
    let summary = view! {
        <h3><code><strong>{o.method}</strong>" "{broken(&o.path)}</code></h3>
        <span>{prose(&o.summary)}</span>
    };
    disclosure(summary).class("disclosure docs-fold").id(o.id).of(view! {
        <div class="stack">
            {about}
            <p><span class="quiet">"Who may: "</span>{o.caller}"."</p>
            {parameters}
            {takes}
            <h4>"Gives"</h4>
            {each(o.gives, body_view)}
            <h4>"Call"</h4>
            <pre>{o.curl}</pre>
        </div>
    })
}

fn body_view(body: ApiBody) -> AnyView {
    let status = (!body.status.is_empty()).then(|| view! { <strong>{body.status}</strong>" " });
    let about = (!body.about.is_empty()).then(|| view! { {prose(&body.about)}" " });
    view! {
        <p>{status}{about}{kind(body.kind)}<span class="quiet">", "<code>{body.media}</code></span></p>
        <pre>{body.example}</pre>
    }
}

fn object(object: ApiObject) -> AnyView {
    let heading = view! { <h3>{object.name.clone()}</h3> };
    disclosure(heading).class("disclosure docs-fold").id(object.name).of(view! {
        <div class="stack">
            <p>{prose(&object.about)}</p>
            <dl class="docs-fields">{each(object.fields, field)}</dl>
        </div>
    })
}

fn field(field: ApiField) -> AnyView {
    let notes = (!field.notes.is_empty()).then(|| format!(", {}", field.notes));
    view! {
        <dt><code>{field.name}</code>" "<span class="quiet">{kind(field.kind)}{notes}</span></dt>
        <dd>{prose(&field.about)}</dd>
    }
}

fn kind(kind: ApiType) -> AnyView {
    let object = kind.object.map(|name| view! { <a href=format!("#{name}")>{name.clone()}</a> });
    // Without this, an empty text would show as a space.
    let more = (!kind.more.is_empty()).then_some(kind.more);
    view! { {kind.words}{object}{more} }
}

/// A text whose words between backticks are code.
fn prose(text: &str) -> Vec<AnyView> {
    let parts = text.split('`').enumerate();
    parts
        .map(|(at, part)| {
            if at % 2 == 1 {
                view! { <code>{part.to_owned()}</code> }
            } else {
                view! { {words::units_joined(part)} }
            }
        })
        .collect()
}

/// A path that may break after its slashes.
fn broken(path: &str) -> Vec<AnyView> {
    path.split_inclusive('/').map(|part| view! { {part.to_owned()}<wbr/> }).collect()
}
