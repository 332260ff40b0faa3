//! A project's page.

use super::event_head::event_response;
use super::render::render_ahead;
use crate::pages::prelude::*;
use app::pages::place_words;
use app::pages::{self as view, VisitStage};
use app::pages::{Comments, Done, EvidenceBox, ProjectPage, project_page};
use model::assignment::ProjectVisits;
use model::project::Project;
use portal::judge::evidence;
use portal::limits::Limit;
use portal::submit::comments::{self, Conversation};
use portal::submit::evidence::OwnEvidence;
use portal::submit::projects;

use shared::comment::NewComment;
use shared::evidence::{NewWritten, Written};

/// `GET /projects/<id>`; `?done=` follows what its team did: `submitted` or `saved`.
pub async fn show(Anyone(At { state, caller, id, query, .. }): Anyone<ProjectId>) -> PageResult {
    Ok(answer::public(show_page(&state, &caller, id, query.get("done"), None).await?))
}

/// `POST /projects/<id>/comments`: adds the comment `body`.
pub async fn comment(
    At { state, caller, id, .. }: At<ProjectId>,
    Posted { actor, form, .. }: Posted,
) -> PageResult {
    // Counted here and not by the route, so that the form comes back with what was typed.
    if let Some(exceeded) =
        state.counters().count(Limit::Comments, &format!("person {}", actor.person)).await?
    {
        let refused = RefusedForm { form, refusal: exceeded.refusal() };
        return Ok(show_page(&state, &caller, id, "", Some(refused)).await?);
    }
    let new = NewComment::read(&*form);
    let key = form.key(&format!("/projects/{id}"));
    let post = async |c: &mut _| comments::post(c, &caller, id, new).await;
    match state.write_once(&caller, key, post).await {
        Ok(comment) => Ok(see(&format!("/projects/{id}#comment-{}", comment.id))),
        Err(failure) => {
            let again =
                async |refusal| show_page(&state, &caller, id, "", Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /projects/<id>/answer`: the team's one `sentence` about what is found.
pub async fn answer(At { state, caller, id, .. }: At<ProjectId>, Posted { form, .. }: Posted) -> PageResult {
    let new = NewWritten::read(&*form, Some(Written::Answer));
    let key = form.key(&format!("/projects/{id}/answer"));
    let write = async |c: &mut _| evidence::write(c, &caller, id, new).await;
    match state.write_once(&caller, key, write).await {
        Ok(_) => Ok(see(&format!("/projects/{id}#evidence"))),
        Err(failure) => {
            let again =
                async |refusal| show_page(&state, &caller, id, "", Some(RefusedForm { form, refusal })).await;
            forms::show_again(failure, again).await
        }
    }
}

/// `POST /projects/<id>/comments/<comment>/remove`.
pub async fn remove_comment(at: At<(ProjectId, CommentId)>, _: Posted) -> PageResult {
    let At { state, caller, id: (id, comment), .. } = at;
    state.write(async |c| comments::remove(c, &caller, id, comment).await).await?;
    Ok(see(&format!("/projects/{id}#comments")))
}

async fn show_page(
    state: &State,
    caller: &Caller,
    id: ProjectId,
    done: &str,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let mut said = None;
    let operation = async |c: &mut _| {
        let opened = projects::open(c, caller, id).await?;
        said = comments::conversation(c, caller, &opened.at, id).await?;
        with_event(c, opened).await
    };
    let ((of, event), view) = load(state, caller, operation).await?;
    let (at, project) = (of.at, of.project);
    render_ahead(&project.description).await?;
    let visits = of.visits.map(|visits| team_visits(visits, &at, &project));
    let script = visits.as_ref().and_then(|visits| follows(visits.judging));
    let public = project.submitted_at.is_some() && !at.facts.event.draft;
    let described = || words::outside::project(&project.tagline, &project.summary, &at.facts.event.name);
    let description = public.then(described);
    let frame = Frame { script, description, ..Frame::new(project.title.clone(), format!("/projects/{id}")) };
    // What is wrong with a comment, or with an answer, is wrong with its text.
    let field = |refused: &RefusedForm| if is_answer(refused) { "sentence" } else { "body" };
    let said_no = refused.as_ref().map(|refused| (field(refused), forms::sentence(&refused.refusal)));
    let frame = frame.refused_form(refused.as_ref()).errors(said_no.into_iter().collect());
    let track = project.track.and_then(|track| event.track_name(track)).map(str::to_owned);
    let slug = &event.slug;
    let manage =
        (of.organizes && project.status() != "draft").then(|| format!("/events/{slug}/manage/projects/{id}"));
    let close = at.facts.submissions().close;
    let model = ProjectPage {
        now: at.now,
        take_down: of.takes_pictures_down,
        track,
        members: of.members,
        duplicate_of: of.repeats,
        manage,
        done: of.edit.as_ref().and_then(|_| done_of(done, project.submitted_at.is_some(), close)),
        edit: of.edit.map(|may| may.map_err(|refusal| words::refusal(&refusal))),
        project,
        standing: of.standing,
        code_at_close: of.code_at_close,
        feedback: of.feedback,
        evidence: of.evidence.map(|own| answer_box(own, refused.as_ref())),
        comments: said.map(|said| conversation(caller, said, refused)),
        visits,
        reader: of.reader,
    };
    Ok(event_response(state, caller, &view, frame, || project_page(model)))
}

/// What is found about a project, and no form of it refused.
pub(super) fn evidence_box(OwnEvidence { facts, refused }: OwnEvidence) -> EvidenceBox {
    let (reason, sentence) = (String::new(), String::new());
    EvidenceBox { facts, may: refused.is_none(), reason, sentence, errors: FormErrors::none() }
}

/// A team's answer comes in a field of its own.
fn is_answer(refused: &RefusedForm) -> bool {
    refused.form.sent("sentence").is_some()
}

fn answer_box(own: OwnEvidence, refused: Option<&RefusedForm>) -> EvidenceBox {
    let found = evidence_box(own);
    let Some(refused) = refused.filter(|refused| is_answer(refused)) else { return found };
    let errors = forms::errors(&refused.refusal);
    EvidenceBox { sentence: refused.typed("sentence").unwrap_or_default(), errors, ..found }
}

/// The script that keeps the visits current while judges may come.
pub(super) fn follows(judging: VisitStage) -> Option<&'static str> {
    matches!(judging, VisitStage::Open(_)).then_some("own-visits.js")
}

/// What judging means for a team now.
pub(super) fn stage(at: &Context) -> VisitStage {
    let judging = at.facts.event.judging;
    if judging.is_over(at.now) { VisitStage::Over } else { VisitStage::Open(judging.close) }
}

/// How far the visits are, for the team.
pub(super) fn team_visits(visits: ProjectVisits, at: &Context, project: &Project) -> view::ProjectVisits {
    view::ProjectVisits {
        project: project.id.0,
        title: String::new(),
        come: visits.come,
        to_come: visits.to_come,
        missed: visits.missed.into_iter().map(|visit| (visit.mark, visit.at)).collect(),
        judging: stage(at),
        place: place_words(&project.place),
        draft: project.submitted_at.is_none(),
        flagged: project.duplicate_of.is_some(),
    }
}

/// What the project's state bears out of what the address says.
fn done_of(done: &str, submitted: bool, close: Option<DateTime<Utc>>) -> Option<Done> {
    match (done, submitted) {
        ("submitted", true) => Some(Done::Submitted(close)),
        ("saved", true) => Some(Done::Changed),
        ("saved", false) => Some(Done::Draft),
        _ => None,
    }
}

fn conversation(caller: &Caller, said: Conversation, refused: Option<RefusedForm>) -> Comments {
    let body = refused.as_ref().and_then(|refused| refused.typed("body")).unwrap_or_default();
    let signed_in = caller.actor.is_some();
    Comments {
        list: said.comments,
        may: said.may.map_err(|refusal| signed_in.then(|| words::refusal(&refusal))),
        body,
    }
}
