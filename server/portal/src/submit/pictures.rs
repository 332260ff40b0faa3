//! Pictures of a project: its team adds, describes, orders and removes them while submissions are open, organizers remove them at
//! any time, and all who see the project see them.

use super::save_project::own;
use super::{picture_files, projects};
use crate::prelude::*;
use shared::picture::{MOST, Picture, PictureBytes, ProjectPicture};
use shared::refusal::PictureFault;
use store::heavy;
use store::{picture, project, team};
use tokio::sync::{AcquireError, Semaphore, SemaphorePermit};

/// How long a picture waits for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// Places for people of whom a picture waits. Two people with the same place wait for each other.
const PLACES: u8 = 64;

/// Whose picture this process decodes.
static TURNS: Turns = Turns::new();

/// Turns to be decoded. Of one person, one picture waits or is decoded; their others wait outside the queue, so nobody waits
/// behind several of somebody else.
struct Turns {
    /// One picture is decoded at once: it takes up to 400 MB for a moment.
    all: Semaphore,
    of_person: [Semaphore; PLACES as usize],
}

/// A picture's turn, until it is dropped.
struct Turn {
    _all: SemaphorePermit<'static>,
    _of_person: SemaphorePermit<'static>,
}

impl Turns {
    const fn new() -> Self {
        let of_person = [const { Semaphore::const_new(1) }; PLACES as usize];
        Self { all: Semaphore::const_new(1), of_person }
    }

    async fn take(&'static self, person: PersonId) -> Outcome<Turn> {
        let place = usize::try_from(person.0.rem_euclid(i64::from(PLACES))).unwrap_or_default();
        let turn = async {
            let of_person = self.of_person[place].acquire().await?;
            Ok::<Turn, AcquireError>(Turn { _all: self.all.acquire().await?, _of_person: of_person })
        };
        let turn = tokio::time::timeout(LONGEST_WAIT, turn).await;
        let turn = turn.map_err(|_| Failure::Busy("other pictures wait to be decoded".into()))?;
        turn.map_err(Failure::broken)
    }
}

#[derive(Clone, Debug)]
pub struct SentPicture {
    /// The file.
    pub bytes: Vec<u8>,
    /// What its sender calls it; may be empty.
    pub name: String,
    /// What it shows, empty where it only decorates; or what is wrong with what was said of it.
    pub alt: Result<String, PictureFault>,
}

/// A picture whose files are made: it can be stored.
#[derive(Clone, Debug)]
pub struct MadePicture {
    alt: String,
    files: Vec<PictureBytes>,
}

/// Whether the caller may add a picture now; asked before a large body is taken in.
/// Errors: 401; 404 where the project is not visible; 403 for another team; 409 outside the window.
pub async fn check(call: &mut Call<'_>, id: ProjectId) -> Outcome<()> {
    call.caller.signed_in()?;
    let (at, _) = projects::read(call, id).await?;
    call.ask::<act::EditProject>(&at)?;
    Ok(())
}

/// Makes the files of a person's picture, one picture at a time.
/// Errors: busy where others wait for too long. What is wrong with the picture, or was as it was sent, is in the value.
pub async fn prepare(person: PersonId, sent: Sent<SentPicture>) -> Outcome<Sent<MadePicture>> {
    let sent = match sent {
        Ok(sent) => sent,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let turn = TURNS.take(person).await?;
    heavy::run(move || {
        // The job has the turn: a request that ends before it must not let another one begin.
        let _turn = turn;
        let mut errors = FieldErrors::default();
        let alt = match sent.alt {
            Ok(alt) => clean_alt(&alt, &mut errors),
            Err(fault) => {
                errors.add("alt", fault);
                String::new()
            }
        };
        let files = if sent.bytes.is_empty() {
            Err(PictureFault::Missing)
        } else {
            picture_files::make(&sent.bytes, &sent.name)
        };
        let files = files.map_err(|fault| errors.add("picture", fault)).unwrap_or_default();
        errors.into_result().map(|()| MadePicture { alt, files })
    })
    .await
}

fn clean_alt(alt: &str, errors: &mut FieldErrors) -> String {
    let alt = text::clean_line("alt", TextField::PictureAlt, alt, text::PICTURE_ALT, errors);
    // Signs that nobody sees are no text, and would name the picture with nothing.
    errors.add_if(!alt.is_empty() && text::is_blank(&alt), "alt", PictureFault::AltMissing);
    alt
}

/// A project of the caller's team, locked, and the permit to change it.
async fn editable(
    call: &mut Call<'_>,
    id: ProjectId,
) -> Outcome<(Context, Permit<act::EditProject>, Project)> {
    // Asked before the lock: a caller who may not write does not wait for it.
    check(call, id).await?;
    project::lock(call.conn, id).await?;
    let mut at = context(call, EventKey::Project(id)).await?;
    let stored = project::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    at.facts.project = Some(stored.facts());
    let permit = call.ask::<act::EditProject>(&at)?;
    Ok((at, permit, stored))
}

/// The project as it is saved by now, as its team sees it.
async fn saved(conn: &mut Conn, at: &Context, id: ProjectId) -> Outcome<VisibleProject> {
    let project = project::find(conn, id).await?.ok_or_else(Refusal::not_found)?;
    let members = Some(team::member_names(conn, at.event, project.team_id).await?);
    Ok(own(project, members))
}

/// Adds a picture behind the others. One that the project has already is not added again.
/// Errors: as [`check`]; 400 for a picture that cannot be taken, and for a fifth one.
pub async fn add(call: &mut Call<'_>, id: ProjectId, sent: Sent<MadePicture>) -> Acted<VisibleProject> {
    let (at, permit, stored) = editable(call, id).await?;
    let MadePicture { alt, files } = sent?;
    let Some(new) = Picture::of(alt, &files) else {
        return Err(Refusal::field("picture", PictureFault::Missing).into());
    };
    // A form that was sent twice, or once more with another text.
    let known = (1..).zip(&stored.pictures).find(|(_, known)| known.picture.files == new.files);
    if let Some((place, known)) = known {
        let row = describe(call, &at, &permit, (place, known), new.alt).await?;
        return Ok(logged_as(saved(call.conn, &at, id).await?, row));
    }
    require_field(stored.pictures.len() < MOST, "picture", PictureFault::Many)?;
    picture::insert(call.conn, &permit, at.event, &new.alt, &files).await?;
    let after = Some(logged(&new, stored.pictures.len() + 1));
    let entry = call.entry(&at, "picture.added", "project", id).after(after);
    Ok(Done::logged(saved(call.conn, &at, id).await?, entry))
}

/// What is sent to change a picture. What is left out stays.
#[derive(Clone, Debug, Default)]
pub struct PictureEdit {
    /// What it shows. Empty says that it only decorates.
    pub alt: Option<String>,
    /// Put it before the others.
    pub first: bool,
}

/// Describes a picture anew, or puts it first.
/// Errors: as [`check`]; 404 where the project has no such picture; 400 for the text.
pub async fn change(
    call: &mut Call<'_>,
    id: ProjectId,
    picture: PictureId,
    sent: Sent<PictureEdit>,
) -> Acted<VisibleProject> {
    let (at, permit, stored) = editable(call, id).await?;
    let (place, known) = find(&stored, picture)?;
    let PictureEdit { alt, first } = sent?;
    let mut rows = Vec::new();
    if let Some(alt) = alt {
        let alt = FieldErrors::default().gather(|errors| clean_alt(&alt, errors))?;
        rows.extend(describe(call, &at, &permit, (place, known), alt).await?);
    }
    if first && place > 1 {
        picture::put_first(call.conn, &permit, picture).await?;
        let before = Some(logged(&known.picture, place));
        let after = Some(logged(&known.picture, 1));
        rows.push(call.entry(&at, "picture.moved", "project", id).before(before).after(after));
    }
    Ok(logged_as(saved(call.conn, &at, id).await?, rows))
}

/// Describes a picture anew where its text differs, and returns the row of that.
async fn describe(
    call: &mut Call<'_>,
    at: &Context,
    permit: &Permit<act::EditProject>,
    (place, known): (usize, &ProjectPicture),
    alt: String,
) -> Outcome<Option<Entry>> {
    if alt == known.picture.alt {
        return Ok(None);
    }
    picture::describe(call.conn, permit, known.id, &alt).await?;
    let before = Some(logged(&known.picture, place));
    let after = Some(logged(&Picture { alt, ..known.picture.clone() }, place));
    let project = ProjectId(permit.ids().0);
    Ok(Some(call.entry(at, "picture.described", "project", project).before(before).after(after)))
}

fn logged_as<T>(done: T, rows: impl IntoIterator<Item = Entry>) -> Done<T> {
    rows.into_iter().fold(Done::unlogged(done), |done, row| done.and(Done::logged((), row)))
}

/// Removes a picture with its files: its team while submissions are open, an organizer at any time.
/// Errors: 401; 404 where the project is not visible, or has no such picture; 403 for anybody else; 409 for its team outside the window.
pub async fn remove(call: &mut Call<'_>, id: ProjectId, picture: PictureId) -> Acted<VisibleProject> {
    call.caller.signed_in()?;
    // Asked before the lock: a caller who may not write does not wait for it.
    let (at, _) = projects::read(call, id).await?;
    call.ask::<act::RemovePicture>(&at)?;
    project::lock(call.conn, id).await?;
    let (at, stored) = projects::read(call, id).await?;
    let permit = call.ask::<act::RemovePicture>(&at)?;
    let (place, known) = find(&stored, picture)?;
    if at.facts.own_project() {
        picture::delete(call.conn, &permit, picture).await?;
    } else {
        picture::take_down(call.conn, &permit, picture).await?;
    }
    let before = Some(logged(&known.picture, place));
    let entry = call.entry(&at, "picture.removed", "project", id).before(before);
    Ok(Done::logged(projects::read_with_members(call, id).await?, entry))
}

fn find(project: &Project, id: PictureId) -> Result<(usize, &ProjectPicture), Refusal> {
    let mut known = (1..).zip(&project.pictures);
    known.find(|(_, known)| known.id == id).ok_or_else(Refusal::not_found)
}

/// A picture as the log keeps it: by the digest of its largest file. What it shows is a text that may name people.
fn logged(picture: &Picture, place: usize) -> serde_json::Value {
    let digest = picture.files.last().map(|file| &file.digest);
    json!({ "place": place, "sha256": digest, "width": picture.width, "height": picture.height, "described": !picture.alt.is_empty() })
}

/// A file of a picture, for somebody who sees its project.
#[derive(Clone, Debug)]
pub struct OpenedFile {
    /// Everybody sees it.
    pub public: bool,
    /// Its bytes, unless the caller has them already.
    pub bytes: Vec<u8>,
}

/// Opens a file by the SHA-256 of its bytes. Whose caller `has` it already only learns whether they still see it.
/// Errors: 404 where there is none, or no project that the caller sees has it.
pub async fn open_file(call: &mut Call<'_>, digest: &[u8], has: bool) -> Outcome<OpenedFile> {
    // A page has many pictures, and nearly all are of submitted projects in open events, which the rules show to everybody: one
    // statement does.
    if let Some(bytes) = picture::public_file(call.conn, digest, has).await? {
        return Ok(OpenedFile { public: true, bytes });
    }
    let project = picture::draft_of_file(call.conn, digest, call.caller.person()).await?;
    let (at, project) = projects::read(call, project.ok_or_else(Refusal::not_found)?).await?;
    let bytes = if has {
        Vec::new()
    } else {
        picture::file(call.conn, digest).await?.ok_or_else(Refusal::not_found)?
    };
    Ok(OpenedFile { public: project.is_submitted() && !at.facts.event.draft, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_picture_of_a_person_waits_and_none_for_ever() {
        static TURNS: Turns = Turns::new();
        let take = |person| tokio::spawn(TURNS.take(PersonId(person)));
        let first = TURNS.take(PersonId(1)).await.unwrap();
        let (second, third) = (take(1), take(1));
        tokio::task::yield_now().await;
        let other = take(2);
        tokio::task::yield_now().await;
        drop(first);
        let other = other.await.unwrap().unwrap();
        assert!(!second.is_finished(), "who came later, but has no other picture, is first");
        drop(other);
        let second = second.await.unwrap().unwrap();
        assert!(matches!(third.await.unwrap(), Err(Failure::Busy(_))), "it waited long enough");
        drop(second);
        assert!(TURNS.take(PersonId(1)).await.is_ok());
    }
}
