//! The forms that start a project and edit one.

use super::desk::show;
use super::event::tracks;
use crate::pages::prelude::*;
use app::pages::project_form::{EditPage, Keeping, ProjectForm, ProjectValues, TeammateText, edit_page};
use app::pages::project_pictures::{PictureDesk, RefusedPicture};
use app::pages::project_wishes::WishesDesk;
use app::pages::submit::submit_page;
use model::prize::Prize;
use model::project::{Project, VisibleProject};
use portal::idempotency::{self, IdempotencyKey};
use portal::submit::save_project::{self, EditableProject};
use portal::submit::teams;
use portal::submit::wishes;

use chrono::TimeDelta;
use shared::form_question::FormQuestion;
use shared::project::{LINKS, ProjectTexts};
use shared::teammates::{self, FieldChange};
use shared::wishes::Wishes;
use std::collections::HashMap;

/// How long before the close the form says so.
const HURRY: TimeDelta = TimeDelta::hours(1);

/// A team's submissions, and the form for a new one.
pub struct Submit;

impl Desk for Submit {
    type Id = ();
    type Found = (OpenedEvent, Vec<Prize>);
    type Beside = ();

    const PATH: &'static str = "submit";
    const TITLE: &'static str = "Submit to";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Self::Found> {
        let opened = event_view::open(call).await?;
        let prizes = wishes::open_prizes(call.conn, &opened.at).await?;
        Ok((opened, prizes))
    }

    fn draw((opened, prizes): Self::Found, around: DeskContext<'_, Self>) -> AnyView {
        let OpenedEvent { at, event, mine } = opened;
        let may = forms::allowed(mine.create_refused);
        // A form that was refused comes back filled in, whatever the reason.
        let form = match (&may, around.form()) {
            (Err(sentence), None) => Err(sentence.clone()),
            (_, typed) => {
                let action = Self::path(around.at);
                let caller = &around.at.caller;
                let open = may.is_ok();
                let desk = wishes_desk((prizes, &Wishes::default()), at.facts.event.blind, typed);
                let wishes = Some(WishesDesk { open, ..desk });
                let form = project_form(caller, (&event, &at), action, None, may, typed);
                Ok(Box::new(ProjectForm { wishes, ..form }))
            }
        };
        submit_page(mine.team, &mine.projects, form)
    }

    fn frame((opened, _): &Self::Found, around: &DeskContext<'_, Self>, frame: Frame) -> Frame {
        let may = forms::allowed(opened.mine.create_refused.clone());
        Frame { islands: may.is_ok(), ..frame }.errors(unsaid(around.refused, &may))
    }
}

/// `GET /events/<slug>/submit`.
pub async fn new(at: At) -> PageResult {
    let own = at.by().read(teams::open).await?;
    if own.team.is_none() {
        return Ok(see(&format!("/events/{}/team", at.slug)));
    }
    show::<Submit>(at).await
}

/// `POST /events/<slug>/submit`.
pub async fn new_post(sent: Post<Submit>) -> PageResult {
    let (changes, submit) = (teammates::of_form(&sent.form), sent.ticked("submit"));
    let At { state, caller, slug, .. } = &sent.at;
    let key = sent.form.key(&Submit::path(&sent.at));
    let asked = Wishes::of_project_form(&sent.form);
    let create = async |call: &mut Call<'_>| {
        let saved = save_project::create(call, changes).await?;
        wishes::set_with(call, saved, asked).await
    };
    match state.by(caller).at(slug).write_once(key.clone(), create).await {
        Ok(saved) => Ok(see(&after(saved.project.id, submit))),
        Err(Failure::Refused(refusal)) if refusal.code() == Code::KeyReused => {
            made_before(sent, key, refusal).await
        }
        Err(failure) => sent.again(failure).await,
    }
}

/// The project's page, which says what was done.
fn after(id: ProjectId, submit: bool) -> String {
    format!("/projects/{id}?done={}", if submit { "submitted" } else { "saved" })
}

/// The form made a project before, in a save of its own or before its sender went back: what it says now is a change to that
/// project, and its sender looks at both before anything is saved.
async fn made_before(sent: Post<Submit>, key: Option<IdempotencyKey>, refusal: Refusal) -> PageResult {
    let At { state, caller, .. } = &sent.at;
    let made: Option<VisibleProject> = match (caller.person(), key) {
        (Some(person), Some(key)) => {
            state.read(async |c| idempotency::answered(c, person, &key).await).await?
        }
        _ => None,
    };
    let Some(made) = made else { return sent.again(refusal).await };
    let status = answer::status(&refusal);
    let at = sent.at.to(made.project.id);
    let (refusal, address) = (Reason::MadeBefore.into(), Edit::address(&at));
    let refused = RefusedForm { form: sent.form, refusal, address };
    let mut page = Edit::draw(&at, Some(&refused), None).await?;
    *page.status_mut() = status;
    Ok(page)
}

/// The page that edits a project, with a form of its texts, of what its team asks for, or of a picture that was refused. The form of its texts
/// holds what the team asks for where it sent that along, as that of a new project does. `?asked=1` follows a save of what the team asks for.
pub struct Edit;

impl Page for Edit {
    type Area = String;
    type Id = ProjectId;
    type Beside = Option<(RefusedPicture, Refusal)>;

    fn address(at: &At<ProjectId>) -> String {
        format!("/projects/{}/edit", at.id)
    }

    async fn draw(
        at: &At<ProjectId>,
        refused: Option<&RefusedForm>,
        picture: Self::Beside,
    ) -> Outcome<Response> {
        let (state, caller, id) = (&at.state, &at.caller, at.id);
        let operation = async |call: &mut Call<'_>| {
            let opened = save_project::open(call, id).await?;
            with_event(call.conn, opened).await
        };
        let model = |(opened, event): (EditableProject, Event), _: &EventView| {
            let EditableProject { at: within, project: stored, refused: closed, repeats, prizes, wishes } =
                opened;
            let may = forms::allowed(closed);
            let (title, action) = (stored.title.clone(), Self::address(at));
            let frame = Frame::new(format!("Edit {title}"), action.clone());
            let why = refused.map(|r| &r.refusal).or(picture.as_ref().map(|(_, refusal)| refusal));
            let frame = frame.refused(why).errors(unsaid(refused, &may));
            let asked = refused.filter(|refused| refused.address == wishes_address(id));
            let asked = asked.map(|refused| &refused.form);
            let typed = refused.filter(|_| asked.is_none()).map(|refused| &refused.form);
            let along = typed.filter(|form| form.ticked("wishes"));
            let form = project_form(caller, (&event, &within), action, Some(&stored), may, typed);
            let islands = form.keeping.is_some();
            let pictures = PictureDesk {
                project: id.0,
                pictures: stored.pictures,
                open: form.may.is_ok(),
                refused: picture.map(|(form, _)| form),
            };
            let wishes = WishesDesk {
                action: wishes_address(id),
                open: form.may.is_ok(),
                saved: at.query.get("asked") == "1",
                ..wishes_desk((prizes, &wishes), within.facts.event.blind, asked.or(along))
            };
            let (inside, wishes) = if along.is_some() { (Some(wishes), None) } else { (None, Some(wishes)) };
            let form = ProjectForm { wishes: inside, ..form };
            let page = EditPage { id: id.0, title, duplicate_of: repeats, form, wishes, pictures };
            (Frame { islands, ..frame }, page)
        };
        event_page(state, at.by(), operation, model, edit_page).await
    }
}

/// `POST /projects/<id>/edit`.
pub async fn edit(sent: Post<Edit>) -> PageResult {
    let changes = teammates::of_form(&sent.form);
    let next = after(sent.at.id, sent.ticked("submit"));
    let asked = Wishes::of_project_form(&sent.form);
    let save = async |call: &mut Call<'_>, at: &At<ProjectId>| {
        let saved = save_project::edit(call, at.id, changes).await?;
        wishes::set_with(call, saved, asked).await
    };
    sent.lead(&next, save).await
}

/// Where what a team asks for is sent.
fn wishes_address(id: ProjectId) -> String {
    format!("/projects/{id}/prizes")
}

/// `POST /projects/<id>/prizes`: what the team asks for.
pub async fn wish(sent: Post<Edit>) -> PageResult {
    let asked = Wishes::of_form(&sent.form);
    sent.act_to("?asked=1#wishes", async |call, at| wishes::set(call, at.id, asked).await).await
}

/// What is ticked: as stored, or as in a form that was refused.
fn wishes_desk((prizes, wishes): (Vec<Prize>, &Wishes), blind: bool, form: Option<&Form>) -> WishesDesk {
    let ticked = |name: &str, stored: bool| form.map_or(stored, |form| form.ticked(name));
    let among = |name: &str, value: &str, stored: bool| {
        form.map_or(stored, |form| form.all(name).any(|typed| typed == value))
    };
    let prizes = prizes.into_iter().map(|Prize { id, terms, .. }| {
        let asked = among("prizes", &id.to_string(), wishes.prizes.contains(&id));
        (id.0, terms.name, terms.description, asked)
    });
    let names_us = |link: &str| among("names_us", link, wishes.names_us.iter().any(|named| named == link));
    WishesDesk {
        prizes: prizes.collect(),
        power: ticked("power", wishes.power),
        quiet: ticked("quiet", wishes.quiet),
        links: blind.then(|| LINKS.map(|link| (link, names_us(link)))),
        ..WishesDesk::default()
    }
}

/// What a form was refused for. Where nothing can be saved any more, the notice says why already.
fn unsaid(refused: Option<&RefusedForm>, may: &Result<(), String>) -> FormErrors {
    let refusal = refused.map(|refused| &refused.refusal);
    refusal
        .filter(|why| may.as_ref().err() != Some(&words::refusal(why)))
        .map(forms::errors)
        .unwrap_or_default()
}

fn project_form(
    caller: &Caller,
    (event, at): (&Event, &Context),
    action: String,
    stored: Option<&Project>,
    may: Result<(), String>,
    typed: Option<&Form>,
) -> ProjectForm {
    let texts = stored.map(Project::texts).unwrap_or_default();
    let fields = Fields::of(&texts, &event.form_questions, typed);
    let keeping = caller.person().filter(|_| may.is_ok()).map(|person| Keeping {
        person: person.0,
        project: stored.map(|s| s.id.0),
        event: event.slug.clone(),
    });
    let (now, closes) = (at.now, at.facts.submissions().close);
    ProjectForm {
        now,
        action,
        values: fields.values,
        tracks: tracks(event, &HashMap::new()),
        questions: event.form_questions.clone(),
        wishes: None,
        submitted: stored.is_some_and(|s| s.is_submitted()),
        keeping,
        evidence: event.evidence,
        hurry: closes.is_some_and(|at| at - now <= HURRY),
        closes,
        may,
        typed: typed.is_some(),
        shown: fields.shown,
        theirs: fields.theirs.into_iter().map(|t| TeammateText { text: readable(event, &t), ..t }).collect(),
    }
}

/// What the fields show, and what is said beside them.
#[derive(Default)]
struct Fields {
    values: ProjectValues,
    shown: Vec<(String, String)>,
    theirs: Vec<TeammateText>,
}

impl Fields {
    /// As stored; where a form came back, its fields as typed, but for those that its editor left alone.
    fn of(stored: &ProjectTexts, asked: &[FormQuestion], form: Option<&Form>) -> Self {
        let mut fields = Self::default();
        for (field, _) in teammates::fields(asked.iter().map(|question| &question.key)) {
            let text = teammates::text_of(stored, &field);
            let print = teammates::fingerprint(&text);
            let Some((form, typed)) = form.and_then(|form| Some((form, form.sent(&field)?))) else {
                fields.set(field, text, print);
                continue;
            };
            let was = form.sent(&format!("was_{field}"));
            match teammates::change_of(was, typed, &text) {
                // Tags and addresses come back as they were typed, also where they mean what is stored.
                FieldChange::NotMine if was == Some(&teammates::fingerprint(typed)) => {
                    fields.set(field, text, print)
                }
                FieldChange::Both => {
                    fields.theirs.push(TeammateText { field: field.clone(), text, print });
                    fields.set(field, typed.to_owned(), was.unwrap_or_default().to_owned());
                }
                FieldChange::Mine | FieldChange::NotMine => fields.set(field, typed.to_owned(), print),
            }
        }
        fields
    }

    fn set(&mut self, field: String, text: String, print: String) {
        self.values.0.insert(field.clone(), text);
        self.shown.push((field, print));
    }
}

/// A teammate's text as people read it: a track by its name.
fn readable(event: &Event, theirs: &TeammateText) -> String {
    let track = |id: &str| event.tracks.iter().find(|t| t.id.to_string() == id).map(|t| t.name.clone());
    if theirs.field == "track" { track(&theirs.text).unwrap_or_default() } else { theirs.text.clone() }
}
