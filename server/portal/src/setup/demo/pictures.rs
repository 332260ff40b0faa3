//! The pictures of the demo's projects. `end2end/demo-pictures.mjs` drew them.

use super::script::Project;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use shared::bundle::BundlePicture;

/// The files of the drawings, from narrow to wide.
macro_rules! drawings {
    ($($name:literal),* $(,)?) => {
        &[$(($name, [
            include_bytes!(concat!("../../../demo/pictures/", $name, "-320.webp")),
            include_bytes!(concat!("../../../demo/pictures/", $name, "-640.webp")),
            include_bytes!(concat!("../../../demo/pictures/", $name, "-1280.webp")),
        ])),*]
    };
}

const DRAWINGS: &[(&str, [&[u8]; 3])] = drawings![
    "stop-by-touch", "stop-by-touch-strip", "stop-by-touch-hand", "doorbell-you-feel", "steady-spoon-jig",
    "braille-proof", "quiet-hours", "swallow-notes", "where-is-the-hoist", "blister-clock", "invoice-tides",
    "form-fitter", "who-said-aye", "kerbside", "late-tram-ledger", "shade-hours",
];

/// The pictures of projects in the order of the file, whose refs count from `r0`.
pub(super) fn of<'p>(projects: impl Iterator<Item = &'p Project>) -> Vec<BundlePicture> {
    let pictures = projects.enumerate().flat_map(|(at, project)| {
        project.pictures.iter().filter_map(move |drawing| {
            let (_, files) = DRAWINGS.iter().find(|(name, _)| *name == drawing.file)?;
            Some(BundlePicture {
                project: format!("r{at}"),
                alt: drawing.alt.clone(),
                files: files.iter().map(|file| STANDARD.encode(file)).collect(),
            })
        })
    });
    pictures.collect()
}

#[cfg(test)]
mod tests {
    use super::super::script::Stage;
    use super::*;
    use crate::submit::picture_files::decodes;
    use std::collections::BTreeSet;

    #[test]
    fn every_drawing_is_of_a_project_and_is_kept_as_it_is() {
        let mut used = BTreeSet::new();
        for stage in Stage::ALL {
            let script = stage.script().unwrap();
            let drawn = script.teams.iter().flat_map(|team| &team.projects).flat_map(|p| &p.pictures);
            used.extend(drawn.map(|drawing| drawing.file.clone()));
        }
        let known: BTreeSet<String> = DRAWINGS.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(used, known);
        for (name, files) in DRAWINGS {
            let encoded: Vec<String> = files.iter().map(|file| STANDARD.encode(file)).collect();
            let files = shared::picture::read_files(&encoded);
            assert!(files.is_some_and(|files| files.iter().all(decodes)), "{name}");
        }
    }
}
