//! What an organizer asks to be made public.

use crate::award::prizes_of;
use crate::fields::JsonFields;
use crate::prelude::*;
use crate::provisional::TypedProvisional;
use crate::refusal::RequestFault;

/// What an organizer asks to be made public.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// The run; `None`: the latest.
    pub run: Option<i32>,
    /// Why it corrects the published one, or why a fit that was stopped early is published; else empty.
    pub reason: String,
    /// The organizer has read the warnings that need consent.
    pub consent: bool,
    /// The kinds of warnings that the form showed; empty where it does not say. A warning that came up since then is not
    /// covered by the consent.
    pub warned: Vec<String>,
    /// Prizes by rank that go to the first of this run, in place of those of another.
    pub follow: Vec<PrizeId>,
    /// Winners are provisional at first. A correction stays what it corrects.
    pub provisional: Option<TypedProvisional>,
}

impl Wish {
    /// Reads a form.
    ///
    /// # Errors
    /// 400 for a `run` or a prize to `follow` that is none.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        Ok(Self {
            run: form.read("run", RequestFault::Run)?,
            reason: form.get("reason").to_owned(),
            consent: form.ticked("consent"),
            warned: form.all("warned").map(str::to_owned).collect(),
            follow: form.ids("follow")?,
            // Its time is one of the event's clocks, which whoever reads the form knows.
            provisional: form
                .ticked("provisional")
                .then(|| TypedProvisional { until: None, owed: form.get("owed").to_owned() }),
        })
    }

    /// Reads an object of the API: provisional, where it says `until` when, or what winners owe.
    ///
    /// # Errors
    /// 400 for members that are none of these.
    pub fn of_json(of: &JsonFields<'_>) -> Result<Self, Refusal> {
        let mut errors = of.faults();
        let run = of.number("run", RequestFault::Run.into(), &mut errors).flatten();
        let follow = prizes_of(of, "follow", &mut errors);
        let (until, owed) = (of.moment("until", &mut errors), of.words("owed", &mut errors));
        let provisional = (until.is_some() || owed.is_some())
            .then(|| TypedProvisional { until, owed: owed.unwrap_or_default().join("\n") });
        let wish = Self {
            // No run has a number that does not fit.
            run: run.map(|run| i32::try_from(run).unwrap_or_default()),
            reason: of.text("reason", &mut errors).unwrap_or_default(),
            consent: of.flag("consent", &mut errors),
            warned: of.words("warned", &mut errors).unwrap_or_default(),
            follow,
            provisional,
        };
        errors.into_result().map(|()| wish)
    }
}
