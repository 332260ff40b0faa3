//! Bringing a bundle in as a new event: everything or nothing.

use crate::detail::detail;
use crate::prelude::*;
use crate::submit::picture_files::decodes;
use crate::zone::Zone;
use sha2::{Digest as _, Sha256};
use shared::bundle::{Bundle, Checked, Imported, Skim};
use shared::digest::hex;
use shared::names::Slug;
use shared::picture::read_files;
use shared::refusal::FileRule;
use store::bundle;

/// A file that was read and holds together.
#[derive(Debug)]
pub struct File {
    pub checked: Checked,
    /// SHA-256 of its bytes, in hex.
    pub sha256: String,
}

/// Most MiB of a file that are kept while it comes in: all but its runs and its log.
const MOST: usize = 64;

/// Most pixels of all pictures of a file, in millions. Decoding so many takes a core some minutes.
const MOST_MEGAPIXELS: u64 = 10_000;

/// A file that comes in by parts.
#[derive(Debug)]
pub struct Incoming {
    kept: Skim,
    digest: Sha256,
}

impl Default for Incoming {
    fn default() -> Self {
        Self { kept: Skim::new(MOST), digest: Sha256::new() }
    }
}

impl Incoming {
    /// Takes the next part.
    /// Errors: 400 for what is refused before the whole file is there.
    pub fn take(&mut self, part: &[u8]) -> Result<(), Refusal> {
        self.digest.update(part);
        self.kept.take(part)
    }

    /// Bytes that are kept so far.
    pub fn kept(&self) -> usize {
        self.kept.kept()
    }

    /// Reads the file and decodes its pictures. It takes up to a second for the largest, and minutes with many pictures, so it
    /// belongs on a blocking thread and before the transaction.
    /// Errors: 400 with a message for each place of the file that is wrong.
    pub fn finish(self) -> Sent<File> {
        let file = self.finish_own()?;
        decode_pictures(file.checked.bundle())?;
        Ok(file)
    }

    /// As [`Self::finish`], for a file that this program made: its pictures are not decoded.
    fn finish_own(self) -> Sent<File> {
        let checked = shared::bundle::read(&self.kept.finish())?;
        Ok(File { checked, sha256: hex(&self.digest.finalize()) })
    }
}

/// Reads a file that is in memory: see [`Incoming::finish`].
/// Errors: 400 with a message for each place of the file that is wrong.
pub fn read(bytes: &[u8]) -> Sent<File> {
    incoming(bytes)?.finish()
}

/// Reads a file that this program made. Its pictures are not decoded.
/// Errors: 400 with a message for each place of the file that is wrong.
pub(super) fn read_own(bytes: &[u8]) -> Sent<File> {
    incoming(bytes)?.finish_own()
}

fn incoming(bytes: &[u8]) -> Result<Incoming, Refusal> {
    let mut file = Incoming::default();
    file.take(bytes)?;
    Ok(file)
}

/// Browsers get the files as they are, so each must be a picture to its end: its head was checked with the bundle, the rest is here.
fn decode_pictures(bundle: &Bundle) -> Result<(), Refusal> {
    let mut errors = FieldErrors::default();
    let mut pixels = 0;
    for (at, shown) in bundle.pictures.iter().enumerate() {
        let files = read_files(&shown.files).unwrap_or_default();
        pixels += files.iter().map(|file| u64::from(file.width) * u64::from(file.height)).sum::<u64>();
        if pixels > MOST_MEGAPIXELS * 1_000_000 {
            errors.add("pictures", FileRule::ManyPixels);
            break;
        }
        if !files.iter().all(decodes) {
            errors.add(&format!("pictures[{at}].files"), FileRule::BrokenPicture);
        }
    }
    errors.into_result()
}

/// Asks the rule; an adapter does so too before it takes a large body in.
/// Errors: 401 for nobody, 403 for anybody but a site admin.
pub fn permit(caller: &Caller) -> Result<Permit<act::ImportBundle>, Refusal> {
    // The rule looks at no event, and knows no time.
    may::<act::ImportBundle>(caller.actor.as_ref(), &Facts::default(), DateTime::<Utc>::MIN_UTC)
}

/// Makes a new event of the file. People are found by their address, else made without a password; time
/// windows do not bind, since the event is made in this very transaction. Other events stay as they are.
/// Errors: 401, 403; 409 where the slug is taken; 400 for a slug or a file that does not do.
pub async fn import(call: &mut Call<'_>, sent: Sent<File>) -> Acted<Imported> {
    let permit = permit(call.caller)?;
    if Slug::parse(call.slug).is_some() && bundle::slug_taken(call.conn, call.slug).await? {
        return Err(Reason::SlugTaken.into());
    }
    let file = with_slug(call.slug, sent)?;
    let event = bundle::insert_event(call.conn, &permit, call.slug, &file.checked.bundle().event).await?;
    bundle::fill(call.conn, event, &file.checked).await.map_err(of_the_file)?;
    let imported = count(call.slug, &file.checked);
    let mut after = json!({
        "file_sha256": file.sha256, "people": imported.people, "teams": imported.teams,
        "projects": imported.projects, "assignments": imported.assignments, "reviews": imported.reviews,
        "finals_of": file.checked.bundle().event.finals_of,
    });
    // What came along has no rows of its own, so this one says what a verifier compares it with.
    if let (Some(members), Value::Object(record)) =
        (after.as_object_mut(), bundle::record(call.conn, event).await?)
    {
        members.extend(record);
    }
    let entry = Entry {
        event: Some(event),
        after: Some(after),
        ..call.entry_outside("event.imported", "event", event)
    };
    Ok(Done::logged(imported, entry))
}

/// The faults of the slug and of the file together.
fn with_slug(slug: &str, sent: Sent<File>) -> Result<File, Refusal> {
    let mut errors = FieldErrors::default();
    errors.add_if(Slug::parse(slug).is_none(), "slug", Fault::NewSlug);
    match sent {
        Ok(file) => {
            let zone = file.checked.bundle().event.time_zone.as_deref();
            if zone.is_some_and(|name| Zone::parse(name).is_none()) {
                errors.add("event.time_zone", SettingFault::Zone);
            }
            errors.into_result().map(|()| file)
        }
        Err(refusal) => {
            errors.0.extend(refusal.fields.0);
            Err(Refusal::fields(errors))
        }
    }
}

/// A rule of the database that the checks before did not know is still the file's fault.
fn of_the_file(failure: Failure) -> Failure {
    match failure {
        Failure::Refused(refusal) => Refusal::field("bundle", Fault::Sentence(detail(&refusal))).into(),
        other => other,
    }
}

fn count(slug: &str, checked: &Checked) -> Imported {
    let bundle = checked.bundle();
    Imported {
        event: slug.to_owned(),
        projects: bundle.projects.len(),
        teams: bundle.teams.len(),
        people: bundle.people.len(),
        assignments: bundle.assignments.len(),
        reviews: bundle.assignments.iter().filter(|a| a.review.is_some()).count(),
    }
}
