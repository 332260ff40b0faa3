//! The checks on pictures of projects.

use super::format::BundlePicture;
use super::lookup::Lookup;
use super::places::Places;
use crate::picture::MOST;
use crate::prelude::*;

pub(super) fn pictures(
    places: &mut Places,
    pictures: &mut [BundlePicture],
    known: &Lookup,
    are_files: fn(&[String]) -> bool,
) {
    let mut of_project: HashMap<usize, usize> = HashMap::new();
    for (at, shown) in pictures.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        let place = |member: &str| format!("pictures[{at}].{member}");
        let project = known.projects.find(places, place("project"), FileEntry::Project, &shown.project);
        if let Some(project) = project {
            let number = of_project.entry(project).or_default();
            *number += 1;
            places.add_if(*number > MOST, place("project"), FileRule::ManyPictures);
        }
        places.line(&place("alt"), TextField::PictureAlt, &mut shown.alt, text::PICTURE_ALT);
        if text::is_blank(&shown.alt) {
            shown.alt.clear();
        }
        places.add_if(!are_files(&shown.files), place("files"), FileRule::BrokenPicture);
    }
}
