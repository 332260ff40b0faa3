//! The fit that a run rests on.

use super::Watch;
use super::design::Design;
use super::fit::{self, Fit, Model};
use super::noise::Heterogeneity;

/// A design's fit, and what decided its form.
pub(super) struct Fitted {
    /// Offsets alone where the ranking is the plain mean's; else with scales, and with noises where they differ.
    pub(super) fit: Fit,
    /// How much judges differ in noise, from the fit of offsets.
    pub(super) heterogeneity: Heterogeneity,
    /// Every judge reviewed every project, in one group and with one noise: the ranking is that of the plain means.
    pub(super) plain: bool,
}

impl Fitted {
    /// (1) offsets only, (2) does noise differ between judges, (3) again with what (2) found.
    pub(super) fn of(design: &Design, watch: Watch<'_>) -> Self {
        let settings = fit::settings(design);
        let offsets_only = fit::fit(design, &Model::OFFSETS, settings, watch);
        let heterogeneity = Heterogeneity::of(design, &offsets_only);
        let nu = heterogeneity.nu();
        let plain = design.complete && design.groups == 1 && nu.is_none();
        let fit = if plain {
            offsets_only
        } else {
            fit::fit(design, &Model { scale: true, noise: nu }, settings, watch)
        };
        Self { fit, heterogeneity, plain }
    }
}
