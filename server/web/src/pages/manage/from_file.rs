//! What organizers bring in from a file. Each form posts where what it brings in is.

use super::assignments::file::AssignmentFile;
use super::assignments::scores::Scores;
use super::floor::file::PlacesFile;
use super::project_import::{Import, Preview};
use crate::pages::desk;
use crate::pages::prelude::*;
use app::pages::manage::from_file::FromFile;

/// `GET …/manage/from-file`; `what` is in the file. `?list=` is a list of projects that was read, by its digest.
pub async fn show(at: At) -> PageResult {
    let list = at.query.asked("list").map(str::to_owned);
    match (FromFile::named(at.query.get("what")), list) {
        (FromFile::Projects, Some(list)) => desk::show::<Preview>(at.to(list)).await,
        (FromFile::Projects, None) => desk::show::<Import>(at).await,
        (FromFile::Places, _) => desk::show::<PlacesFile>(at).await,
        (FromFile::Assignments, _) => desk::show::<AssignmentFile>(at).await,
        (FromFile::Scores, _) => desk::show::<Scores>(at).await,
    }
}
