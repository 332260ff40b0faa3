//! The fit that a run rests on.

use super::Watch;
use super::design::Design;
use super::fit::{self, Fit, Model};
use super::noise::Heterogeneity;
use super::outcome::Panels;
use super::panels;
use super::version::Version;

/// A design's fit, and what decided its form.
pub(super) struct Fitted {
    /// The design, with what panels say where that is used.
    pub(super) design: Design,
    /// Offsets alone where the ranking is the plain mean's; else with scales, and with noises where they differ.
    pub(super) fit: Fit,
    /// How much judges differ in noise, from the fit of offsets.
    pub(super) heterogeneity: Heterogeneity,
    /// Every judge reviewed every project, in one group and with one noise: the ranking is that of the plain means.
    pub(super) plain: bool,
    /// How who saw a project depends on its worth; none for a version that does not ask.
    pub(super) panels: Option<Panels>,
}

impl Fitted {
    /// (1) offsets only, (2) does noise differ between judges, (3) again with what (2) found, (4) once more where panels were
    /// chosen.
    pub(super) fn of(design: Design, dealt: bool, version: &Version, watch: Watch<'_>) -> Self {
        let settings = fit::settings(&design, version);
        let offsets_only = fit::fit(&design, &Model::OFFSETS, &settings, watch);
        let heterogeneity = Heterogeneity::of(&design, &offsets_only, version);
        let nu = heterogeneity.nu();
        let plain = design.complete && design.groups == 1 && nu.is_none();
        let model = Model { scale: true, noise: nu };
        let again = |design: &Design| fit::unfinished(design, &model, &settings, watch);
        let fit = if plain { offsets_only } else { again(&design) };
        let looked = version.panels.then(|| panels::look(&design, &fit, dealt, again));
        let (with_panels, panels) = looked.unzip();
        let (design, mut fit) = with_panels.flatten().unwrap_or((design, fit));
        fit.finish(&design);
        Self { design, fit, heterogeneity, plain, panels }
    }
}
