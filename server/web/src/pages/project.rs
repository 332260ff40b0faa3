//! A project's page.

use super::event_head::event_response;
use super::render::render_ahead;
use crate::pages::prelude::*;
use app::pages::evidence::EvidenceBox;
use app::pages::project::{Comments, Done, ProjectPage, project_page};
use app::pages::project_visits::ProjectVisits;
use model::comment::Comment;
use portal::judge::evidence;
use portal::limits::Limit;
use portal::submit::comments;
use portal::submit::evidence::OwnEvidence;
use portal::submit::projects;
use shared::comment::NewComment;
use shared::evidence::{NewWritten, WrittenKind};

/// `?done=` follows what its team did: `submitted` or `saved`.
pub struct OneProject;

impl Page for OneProject {
    type Area = String;
    type Id = ProjectId;
    type Beside = ();

    fn address(at: &At<ProjectId>) -> String {
        format!("/projects/{}", at.id)
    }

    async fn draw(at: &At<ProjectId>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let At { state, caller, id, query, .. } = at;
        let (id, done) = (*id, query.get("done"));
        let mut said = None;
        let operation = async |call: &mut Call<'_>| {
            let opened = projects::open(call, id).await?;
            said = comments::conversation(call, &opened.at, id).await?;
            with_event(call.conn, opened).await
        };
        let ((of, event), view) = load(at.by(), operation).await?;
        let (at, project) = (of.at, of.project);
        render_ahead(&project.description).await?;
        let visits = of.visits.map(|visits| ProjectVisits::of(visits, &at, &project));
        let script = visits.as_ref().and_then(|visits| visits.judging.script());
        let public = project.submitted_at.is_some() && !at.facts.event.draft;
        let described = || words::outside::project(&project.tagline, &project.summary, &at.facts.event.name);
        let description = public.then(described);
        let frame =
            Frame { script, description, ..Frame::new(project.title.clone(), format!("/projects/{id}")) };
        // What is wrong with a comment, or with an answer, is wrong with its text.
        let field = |refused: &RefusedForm| if is_answer(refused) { "sentence" } else { "body" };
        let said_no = refused.map(|refused| (field(refused), forms::sentence(&refused.refusal)));
        let frame = frame.refused_form(refused).errors(said_no.into_iter().collect());
        let track = project.track.and_then(|track| event.track_name(track)).map(str::to_owned);
        let slug = &event.slug;
        let manage = (of.organizes && project.status() != "draft")
            .then(|| format!("/events/{slug}/manage/projects/{id}"));
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
            evidence: of.evidence.map(|own| answer_box(own, refused)),
            comments: said.map(|said| Comments {
                list: said.comments,
                may: said.may.map_err(|refusal| caller.actor.map(|_| words::refusal(&refusal))),
            }),
            visits,
            reader: of.reader,
        };
        Ok(event_response(state, caller, &view, frame, || project_page(model)))
    }
}

/// `GET /projects/<id>`.
pub async fn show(PublicRequest(at): PublicRequest<ProjectId>) -> PageResult {
    Ok(answer::public(OneProject::draw(&at, None, ()).await?))
}

/// `POST /projects/<id>/comments`: adds the comment `body`.
pub async fn comment(sent: Post<OneProject>) -> PageResult {
    // Counted here and not by the route, so that the form comes back with what was typed.
    let subject = format!("person {}", sent.at.caller.signed_in()?.person);
    if let Some(exceeded) = sent.at.state.counters().count(Limit::Comments, &subject).await? {
        return sent.again(exceeded.refusal()).await;
    }
    let new = NewComment::read(&*sent.form);
    let post = async |call: &mut Call<'_>, at: &At<ProjectId>| comments::post(call, at.id, new).await;
    let next =
        async |at: At<ProjectId>, new: Comment| Ok(see(&format!("/projects/{}#comment-{}", at.id, new.id)));
    sent.once(post, next).await
}

/// `POST /projects/<id>/answer`: the team's one `sentence` about what is found.
pub async fn answer(sent: Post<OneProject>) -> PageResult {
    let new = NewWritten::read(&*sent.form, Some(WrittenKind::Answer));
    let write = async |call: &mut Call<'_>, at: &At<ProjectId>| evidence::write(call, at.id, new).await;
    sent.once(write, async |at: At<ProjectId>, _| Ok(see(&format!("/projects/{}#evidence", at.id)))).await
}

/// `POST /projects/<id>/comments/<comment>/remove`.
pub async fn remove_comment(at: At<(ProjectId, CommentId)>, _: PostedForm) -> PageResult {
    let At { state, caller, id: (id, comment), .. } = at;
    state.by(&caller).write(async |call| comments::remove(call, id, comment).await).await?;
    Ok(see(&format!("/projects/{id}#comments")))
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

/// What the project's state bears out of what the address says.
fn done_of(done: &str, submitted: bool, close: Option<DateTime<Utc>>) -> Option<Done> {
    match (done, submitted) {
        ("submitted", true) => Some(Done::Submitted(close)),
        ("saved", true) => Some(Done::Changed),
        ("saved", false) => Some(Done::Draft),
        _ => None,
    }
}
