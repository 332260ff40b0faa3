//! What organizers bring in from a file. Each form posts where what it brings in is.

use super::assignments::file::AssignmentFile;
use super::assignments::scores::Scores;
use super::floor::file::PlacesFile;
use super::project_import::Import;
use crate::pages::desk;
use crate::pages::prelude::*;
use app::pages::manage::FromFile;

/// `GET …/manage/from-file`; `what` is in the file.
pub async fn show(at: At) -> PageResult {
    match FromFile::named(at.query.get("what")) {
        FromFile::Projects => desk::show::<Import>(at).await,
        FromFile::Places => desk::show::<PlacesFile>(at).await,
        FromFile::Assignments => desk::show::<AssignmentFile>(at).await,
        FromFile::Scores => desk::show::<Scores>(at).await,
    }
}
