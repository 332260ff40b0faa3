//! The fields of a prize.

use crate::components::{Area, Choice, Field, Select};
use crate::pages::manage::settings::{Fold, form_line, form_lines};
use crate::prelude::*;
use shared::prize::MOST_WINNERS;
use shared::text;

/// What is in the fields, as typed.
#[derive(Clone, Debug, Default)]
pub struct PrizeValues {
    pub name: String,
    pub sponsor: String,
    pub description: String,
    pub winners: String,
    /// `all`, `opt-in`, or `track-` and the number of a track.
    pub eligibility: String,
    /// `rank`, `panel`, `vote` or `choice`.
    pub rule: String,
}

/// The fields: a line, with the rest folded below it unless it is `open`. Without `decides`, those that decide who wins can be read, and
/// are sent as they are.
pub(super) fn prize_fields(
    legend: &str,
    values: PrizeValues,
    tracks: Vec<(i64, String)>,
    (decides, open): (bool, bool),
) -> AnyView {
    // A browser does not send what is disabled.
    let fixed = (!decides).then(|| {
        let (eligibility, rule) = (values.eligibility.clone(), values.rule.clone());
        view! {
            <input type="hidden" name="eligibility" value=eligibility/>
            <input type="hidden" name="rule" value=rule/>
        }
    });
    let eligible =
        [Choice::new("all", "All projects"), Choice::new("opt-in", "Projects whose teams ask for it")];
    let of_tracks =
        tracks.into_iter().map(|(id, name)| Choice::new(format!("track-{id}"), format!("Track {name}")));
    let eligible: Vec<_> = eligible.into_iter().chain(of_tracks).collect();
    let rules = vec![
        Choice::new("rank", "Best in the ranking"),
        Choice::new("panel", "A panel puts them in order"),
        Choice::new("vote", "Most community votes"),
        Choice::new("choice", "An organizer chooses, with a reason"),
    ];
    let cells = view! {
        {fixed}
        <Field name="name" label="Name" value=values.name/>
        <Field name="winners" label="Number of winners" kind="number" readonly=!decides value=values.winners hint=format!("1 to {MOST_WINNERS}.")/>
        <Select name="rule" label="How the winners are found" choices=rules disabled=!decides value=values.rule/>
    };
    let fields = view! {
        <Field name="sponsor" label="Sponsor" optional=true value=values.sponsor/>
        <Area name="description" label="Description" optional=true rows=3 limit=text::SUMMARY value=values.description/>
        <Select name="eligibility" label="Which projects can win" choices=eligible disabled=!decides value=values.eligibility hint="Drafts and repeats never win. Teams ask for prizes until submissions close."/>
    };
    let fold = Fold::of(
        "Sponsor, description, which projects can win",
        &["sponsor", "description", "eligibility"],
        fields,
    );
    let open = open || fold.open;
    let line = form_line("settings-cells-prize", legend, cells, Some(Fold { open, ..fold }));
    form_lines(vec![line])
}
