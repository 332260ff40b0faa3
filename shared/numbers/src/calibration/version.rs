//! The versions of the model that can be computed. Each differs from the one before by a few constants, so that a ranking that was
//! signed long ago is still computed as what it was.

/// A version of the model.
#[derive(Debug, PartialEq)]
pub struct Version {
    /// What a run's `method` says when the model was fitted.
    pub method: &'static str,
    /// Where the prior of σθ² lies, in units of s_y².
    pub(super) project_prior: f64,
    /// How often judges' and projects' spreads are fitted to one another before judges' noises are compared; with 0, only the
    /// projects' spreads are taken out.
    pub(super) spread_rounds: u32,
    /// Whether it asks how who saw a project depends on its worth.
    pub(super) panels: bool,
    /// Whether it says what single reviews and judges change in events of any size.
    pub(super) sampled_influence: bool,
}

impl Version {
    /// The version of before: what was published with it can still be computed.
    pub const V2: Self = Self {
        method: "crossed-eb/v2",
        project_prior: 0.45,
        spread_rounds: 0,
        panels: false,
        sampled_influence: false,
    };
    /// The version that runs are made with.
    pub const V3: Self = Self {
        method: "crossed-eb/v3",
        project_prior: 0.25,
        spread_rounds: 12,
        panels: true,
        sampled_influence: true,
    };
    /// The version that runs are made with.
    pub const CURRENT: &'static Self = &Self::V3;

    /// The version of a run's `method`: the current one for plain means, and where the method is not known.
    pub fn of(method: &str) -> &'static Self {
        if method == Self::V2.method { &Self::V2 } else { Self::CURRENT }
    }
}
