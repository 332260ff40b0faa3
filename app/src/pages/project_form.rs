//! The form of a project: used where a new one is started and where one is edited.

use super::event_head::event_head;
use super::gallery::TrackChoice;
use super::project::duplicate_notice;
use super::project_pictures::{PictureDesk, picture_desk};
use super::project_wishes::{WishesDesk, wishes_desk, wishes_fields};
use crate::pages::island::Island;
use crate::prelude::*;
use islands::project_form::{
    AnswerState, DescriptionCount, ProjectChecklist, ProjectNotices, SummaryCount, begin_form,
};
use model::project::Original;
use shared::form_question::{ANSWER, FormQuestion, QuestionKind, ShownTo, TICKED};

#[derive(Clone, Debug)]
pub struct ProjectForm {
    /// The database's present.
    pub now: DateTime<Utc>,
    /// Where it is sent.
    pub action: String,
    /// What the fields show: stored, or as typed.
    pub values: ProjectValues,
    pub tracks: Vec<TrackChoice>,
    /// The event's own questions.
    pub questions: Vec<FormQuestion>,
    /// What the team asks for, where this form sends it along: that of a new project does.
    pub wishes: Option<WishesDesk>,
    /// Already submitted: saving keeps it so.
    pub submitted: bool,
    /// When submissions close; none never.
    pub closes: Option<DateTime<Utc>>,
    /// It may be saved now, or the sentence why not. Then the fields stay to be copied from, and nothing can be sent.
    pub may: Result<(), String>,
    /// The fields hold what was typed and refused, not what is stored.
    pub typed: bool,
    /// A print of what each field showed when it was given out: only what its editor changed is written.
    pub shown: Vec<(String, String)>,
    /// What somebody else saved meanwhile in fields that were changed here too.
    pub theirs: Vec<TeammateText>,
    /// The portal looks at what is submitted.
    pub evidence: bool,
    /// Submissions close within the hour.
    pub hurry: bool,
    /// What the browser keeps it under, and where it saves a draft; none where nothing can be saved.
    pub keeping: Option<Keeping>,
}

/// What the island of a form needs to know.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// Whose browser keeps it.
    pub person: i64,
    /// The project; none where the first save makes one.
    pub project: Option<i64>,
    /// The event's slug.
    pub event: String,
}

/// Somebody else's text in a field that was changed here too.
#[derive(Clone, Debug)]
pub struct TeammateText {
    pub field: String,
    /// Their text, as people read it.
    pub text: String,
    /// Its print: who keeps their own text says that they have seen this one.
    pub print: String,
}

/// The text of each field by its name, those of the event’s own questions too. All are as typed, so that a refused one can be shown again.
#[derive(Clone, Debug, Default)]
pub struct ProjectValues(pub BTreeMap<String, String>);

impl ProjectValues {
    fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }
}

pub struct EditPage {
    pub id: i64,
    /// Its stored title.
    pub title: String,
    /// The earlier project that it repeats.
    pub duplicate_of: Option<Original>,
    pub form: ProjectForm,
    /// What the team asks for, where the form does not send it along.
    pub wishes: Option<WishesDesk>,
    pub pictures: PictureDesk,
}

pub fn edit_page(model: EditPage) -> AnyView {
    needs(Sheet::Submit);
    let back = format!("/projects/{}", model.id);
    view! {
        {event_head(None)}
        <h1>"Edit "{model.title}</h1>
        {model.duplicate_of.as_ref().map(|of| duplicate_notice(of, true))}
        {model.form.may.is_ok().then(one_part_at_a_time)}
        {project_form(model.form)}
        {model.wishes.map(wishes_desk)}
        {picture_desk(model.pictures)}
        <p><a href=back>"See the project as others do"</a></p>
    }
}

pub(super) fn project_form(form: ProjectForm) -> AnyView {
    let closed = form.may.is_err();
    let refusal = form.may.as_ref().err().map(|sentence| refusal(sentence.clone(), form.typed));
    let hurry = (form.hurry && !closed).then(|| hurry(&form));
    let draft = !closed && !form.submitted;
    let needed: Vec<&FormQuestion> =
        form.questions.iter().filter(|question| question.required && draft).collect();
    let needed_fields: Vec<String> = needed.iter().map(|question| question.field()).collect();
    let tracks = !form.tracks.is_empty();
    begin_form(&form.action, tracks, needed_fields.clone(), |name| form.values.get(name));
    let checklist = draft.then(|| view! { <ProjectChecklist/> });
    let needed = each(needed, |question| {
        let href = format!("#{}", question.field());
        view! { <li><a href=href><bdi>{question.label.clone()}</bdi></a><AnswerState/></li> }
    });
    let needed = (!needed.is_empty())
        .then(|| view! { <div class="project-form-needed"><p>"The organizers also need these answers:"</p><ul>{needed}</ul></div> });
    let shown = each(
        form.shown.iter(),
        |(field, print)| view! { <input type="hidden" name=format!("was_{field}") value=print.clone()/> },
    );
    let buttons = (!closed).then(|| buttons(form.submitted, form.closes, form.now));
    let summary = view! { <ErrorSummary/> };
    let evidence = (form.evidence && !closed).then(|| {
        view! { <p class="quiet prose">"At the close, the portal looks at this submission. It asks a public repository when its commits are from, and how many people wrote them. It looks for text that is addressed to judges or machines, and for links that lead nowhere. If the organizers of two events agree, it looks for the same work in the earlier one. It keeps no names or addresses of people. Your team sees what was found and can answer."</p> }
    });
    let action = form.action.clone();
    let (keeping, submitted, typed) = (form.keeping.clone(), form.submitted, form.typed);
    let answers: Vec<String> = form.questions.iter().map(FormQuestion::field).collect();
    let fields = fields(form, closed);
    let notices = (keeping.is_some() && !closed).then(|| view! { <ProjectNotices/> });
    let drawn = view! {
        <PostForm action once=true fresh=true class="form project-form">
            {shown}
            {fields}
            {checklist}
            {needed}
            {notices}
            {buttons}
        </PostForm>
    };
    let drawn = match keeping {
        Some(keeping) => {
            let own = (filled(answers.join(" ")), filled(needed_fields.join(" ")));
            kept(&keeping, (submitted, typed), own, drawn)
        }
        None => drawn,
    };
    view! { {summary}{refusal}{hurry}{evidence}{drawn} }
}

/// The form in its island. A draft is saved quietly; what is submitted is public, and there only the button saves.
fn kept(
    keeping: &Keeping,
    (submitted, typed): (bool, bool),
    (answers, needed): (Option<String>, Option<String>),
    drawn: AnyView,
) -> AnyView {
    let kept = islands::kept_prefix(&keeping.person.to_string(), "draft");
    let (key, path) = match keeping.project {
        Some(id) => (format!("{kept}-p{id}"), format!("/api/projects/{id}")),
        // No slug contains an underscore, so the two kinds of names cannot collide.
        None => (format!("{kept}-new_{}", keeping.event), format!("/api/events/{}/projects", keeping.event)),
    };
    let person = keeping.person.to_string();
    let quiet = (!submitted).then_some("");
    let new = keeping.project.is_none().then_some("");
    let unsaved = typed.then_some("");
    view! {
        <Island module="project">
            <div id="draft" data-key=key data-kept=kept data-person=person data-path=path data-answers=answers data-needed=needed data-new=new data-quiet=quiet data-unsaved=unsaved>{drawn}</div>
        </Island>
    }
}

fn fields(form: ProjectForm, closed: bool) -> AnyView {
    let ProjectForm { values, tracks, theirs, questions, wishes, .. } = form;
    let text = |field: &str| values.get(field).to_owned();
    let other = |field: &str| theirs.iter().find(|t| t.field == field).map(choose);
    // An element of its own: an island right after a text cannot be hydrated.
    let summary = Some(view! { <span><SummaryCount/></span> });
    let description = Some(view! { <span><DescriptionCount/></span> });
    let track = (!tracks.is_empty()).then(|| {
        let choices = each(tracks, |track| Choice::new(track.id.to_string(), track.name));
        view! {
            <Select name="track" label="Track" none="No track" choices value=text("track") disabled=closed short=true optional=true/>
            {other("track")}
        }
    });
    let own = each(questions, |question| {
        let name = question.field();
        view! { {own_question(question, text(&name), closed)}{other(&name)} }
    });
    view! {
        <div class="form-fields">
            <Field name="title" label="Title" value=text("title") readonly=closed hint="At most 200 characters."/>
            {other("title")}
            <Field name="tagline" label="Tagline" value=text("tagline") readonly=closed hint="One line that makes people want to read on." optional=true/>
            {other("tagline")}
            <Area name="summary" label="Summary" value=text("summary") readonly=closed hint="What it does and for whom. Judges read this first." count=summary rows=4 optional=true/>
            {other("summary")}
            <Area name="description" label="Description" value=text("description") readonly=closed hint="The whole story: how it works, what was hard, what is next. Markdown works: # heading, - list, [link](https://…)." count=description rows=10 optional=true/>
            {other("description")}
            {track}
            <Field name="repo_url" label="Code" kind="url" value=text("repo_url") readonly=closed hint="The repository’s address. If two projects use one repository, only the earlier is ranked." optional=true/>
            {other("repo_url")}
            <Field name="demo_url" label="Demo" kind="url" value=text("demo_url") readonly=closed hint="Where people can try it." optional=true/>
            {other("demo_url")}
            <Field name="video_url" label="Video" kind="url" value=text("video_url") readonly=closed hint="On YouTube, Vimeo or another site: an address that begins with https://. It opens there." optional=true/>
            {other("video_url")}
            <Field name="tags" label="Tags" value=text("tags") readonly=closed hint="Up to ten, with commas between: rust, maps, accessibility" optional=true/>
            {other("tags")}
            {own}
        </div>
        {wishes.map(wishes_fields)}
    }
}

/// A question of the event's own.
fn own_question(question: FormQuestion, value: String, closed: bool) -> AnyView {
    let name = question.field();
    let FormQuestion { label, kind, choices, required, shown_to, .. } = question;
    let optional = !required;
    let needed = if required { "Needed to submit. " } else { "" };
    let hint = format!("{needed}{}", readers(shown_to));
    let offered: Vec<Choice> = match kind {
        QuestionKind::Text => {
            return view! { <Area name label value hint rows=2 limit=ANSWER optional=optional readonly=closed/> };
        }
        QuestionKind::Choice => {
            choices.into_iter().map(|choice| Choice::new(choice.clone(), choice)).collect()
        }
        QuestionKind::Tick => vec![Choice::new(TICKED, "Yes")],
    };
    // One that was given before the choices changed.
    let given = Choice::new(value.clone(), value.clone());
    let given =
        Some(given).filter(|given| !value.is_empty() && offered.iter().all(|c| c.value != given.value));
    let choices: Vec<Choice> = offered.into_iter().chain(given).collect();
    view! { <Select name label none="No answer" choices value hint optional=optional disabled=closed/> }
}

/// Who reads an answer, in a sentence.
fn readers(shown_to: ShownTo) -> &'static str {
    match shown_to {
        ShownTo::Organizers => "Your team and the organizers read the answer.",
        ShownTo::Judges => "Your team, the organizers and the judges read the answer.",
        ShownTo::All => "Everyone who sees the project reads the answer.",
    }
}

/// Somebody else's text beside one's own, and the question which of the two stays.
fn choose(theirs: &TeammateText) -> AnyView {
    let TeammateText { field, text, print } = theirs.clone();
    let name = format!("keep_{field}");
    let text = if text.is_empty() {
        view! { <p class="quiet">"Nothing: they left it empty."</p> }
    } else {
        view! { <Paragraphs text/> }
    };
    view! {
        <fieldset class="project-form-theirs">
            <legend>"Somebody else saved this meanwhile"</legend>
            <div class="stack">{text}</div>
            <label class="check"><input type="radio" name=name.clone() value=print/><span>"Keep mine, as shown above"</span></label>
            <label class="check"><input type="radio" name=name value="theirs"/><span>"Keep theirs"</span></label>
        </fieldset>
    }
}

/// The close is near: when, and what that means.
fn hurry(form: &ProjectForm) -> Option<AnyView> {
    let at = form.closes?;
    let now = form.now;
    let after = if form.submitted {
        "What is saved by then is what judges see."
    } else {
        "A draft that is not submitted by then is not judged."
    };
    Some(view! {
        <Notice tone=Tone::Warn>
            <p><strong>"Submissions close "<Countdown at now/></strong>", "<Time at/>". "{after}</p>
        </Notice>
    })
}

fn refusal(sentence: String, typed: bool) -> AnyView {
    let after = if typed {
        "What you typed is below, to copy. It was not saved."
    } else {
        "This is what was saved last."
    };
    view! { <Notice tone=Tone::Bad title=sentence><p>{after}</p></Notice> }
}

fn buttons(submitted: bool, closes: Option<DateTime<Utc>>, now: DateTime<Utc>) -> AnyView {
    let close = match closes {
        Some(at) => view! {
            "Submissions close "
            <strong><Countdown at now/></strong>
            ", " <Time at/> "."
        },
        None => view! { "Submissions have no closing time." },
    };
    if submitted {
        return view! {
            <div class="acts stack">
                <p class="quiet">"This project is submitted. Saved changes are public at once. "{close}</p>
                <Button kind=Kind::Main name="submit" value="false">"Save changes"</Button>
            </div>
        };
    }
    view! {
        <div class="acts stack">
            <p class="quiet">
                "Your team and the organizers see a draft, and nobody judges it. Everyone sees a submitted project: you can change it, but not take it back. "
                {close}
            </p>
            // Enter in a text field presses a form's first button: it must not be the one that cannot be taken back.
            <div class="row">
                <Button name="submit" value="false">"Save draft"</Button>
                <Button kind=Kind::Main name="submit" value="true">"Submit project"</Button>
            </div>
        </div>
    }
}
