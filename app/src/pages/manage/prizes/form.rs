//! The fields of a prize.

use crate::pages::manage::settings::{Fold, FormLine, form_line};
use crate::prelude::*;
use shared::prize::TypedPrize;
use shared::text;

/// Why some fields of a prize stay, for an organizer who takes part.
pub(super) const NOT_YOURS: &str = "Until the results are final, only organizers who take no part can remove a prize, or change more than its description.";
/// The same, once it has winners.
pub(super) const HAS_WINNERS: &str =
    "A prize with winners can’t be removed, and its rule, eligibility and number of winners stay.";
/// The same, once they are published.
pub(super) const HAS_PUBLIC_WINNERS: &str =
    "A prize with published winners can’t be removed, and nothing but its description can change.";

/// How the fields of a prize are shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    /// What decides who wins can be read, and is sent as it is.
    pub(super) fixed: bool,
    /// What people quote, its name and its sponsor, can be read, and is sent as it is.
    pub(super) named: bool,
    /// What seldom changes is in view.
    pub(super) open: bool,
    /// Its name has the focus.
    pub(super) focused: bool,
}

/// The fields as a line, whose names begin with `line`; `more` follows what is in view, and `last` what is folded.
pub(super) fn prize_fields(
    (line, legend): (&str, &str),
    typed: TypedPrize,
    tracks: &[(i64, String)],
    look: Look,
    more: Option<AnyView>,
    last: Option<AnyView>,
) -> FormLine {
    let field = |name: &str| format!("{line}{name}");
    let Look { fixed, named, open, focused } = look;
    let stored = typed.id.map(|id| {
        view! {
            <input type="hidden" name=field("id") value=id.to_string()/>
            <input type="hidden" name=field("made_from") value=typed.made_from/>
        }
    });
    // A browser does not send what is disabled.
    let sent = fixed.then(|| {
        view! {
            <input type="hidden" name=field("eligibility") value=typed.eligibility.clone()/>
            <input type="hidden" name=field("rule") value=typed.rule.clone()/>
        }
    });
    let eligible =
        [Choice::new("all", "All projects"), Choice::new("opt-in", "Projects whose teams ask for it")];
    let of_tracks =
        tracks.iter().map(|(id, name)| Choice::new(format!("track-{id}"), format!("Track {name}")));
    let eligible: Vec<_> = eligible.into_iter().chain(of_tracks).collect();
    let rules = vec![
        Choice::new("rank", "Best in the ranking"),
        Choice::new("panel", "A panel puts them in order"),
        Choice::new("vote", "Most community votes"),
        Choice::new("choice", "An organizer chooses, with a reason"),
    ];
    let cells = view! {
        {stored}
        {sent}
        <Field name=field("name") label="Name" readonly=named value=typed.name focused=focused/>
        <Field name=field("winners") label="Number of winners" kind="number" readonly=fixed value=typed.winners/>
        <Select name=field("rule") label="How the winners are found" choices=rules disabled=fixed value=typed.rule/>
        {more}
    };
    let fields = view! {
        <Field name=field("sponsor") label="Sponsor" optional=true readonly=named value=typed.sponsor/>
        <Area name=field("description") label="Description" optional=true rows=3 limit=text::SUMMARY value=typed.description/>
        <Select name=field("eligibility") label="Which projects can win" choices=eligible disabled=fixed value=typed.eligibility hint="Drafts and repeats never win. Teams ask for prizes until submissions close."/>
        {last}
    };
    let folded = ["sponsor", "description", "eligibility"].map(field);
    let fold = Fold::of(
        "Sponsor, description, which projects can win",
        &folded.each_ref().map(String::as_str),
        fields,
    );
    let open = open || fold.open;
    form_line("settings-cells-prize", legend, cells, Some(Fold { open, ..fold }))
}
