//! Specimens of what is pressed, typed into and answered: buttons, fields, notices.

use super::{LONG, section, specimen};
use crate::prelude::*;

pub(super) fn sections() -> AnyView {
    view! { {buttons()}{fields()}{scores()}{notices()} }
}

fn buttons() -> AnyView {
    section(
        "buttons",
        "Buttons",
        vec![
            specimen("Main: one a page", view! { <Button kind=Kind::Main>"Submit project"</Button> }),
            specimen("Quiet", view! { <Button>"Save draft"</Button> }),
            specimen("Dangerous", view! { <Button kind=Kind::Danger>"Withdraw review"</Button> }),
            specimen("Low, for rows of tables", view! { <Button tight=true>"Revoke"</Button> }),
            specimen("A link", view! { <ButtonLink href="#buttons">"See all events"</ButtonLink> }),
            specimen(
                "Focused",
                view! { <div class="row styleguide-focused"><Button>"Save draft"</Button><a href="#buttons">"A link"</a></div> },
            ),
            specimen(
                "Disabled",
                view! {
                    <div class="row">
                        <Button kind=Kind::Main disabled=true>"Submit project"</Button>
                        <Button disabled=true>"Save draft"</Button>
                        <Button kind=Kind::Danger disabled=true>"Withdraw review"</Button>
                    </div>
                },
            ),
        ],
    )
}

fn fields() -> AnyView {
    let tracks = || vec![Choice::new("", "No track"), Choice::new("1", "Moving around")];
    section(
        "fields",
        "Fields",
        vec![
            specimen("Empty", view! { <Field name="empty" label="Title" hint="At most 200 characters."/> }),
            specimen("Filled in", view! { <Field name="filled" label="Title" value="Late Tram Ledger"/> }),
            specimen("Optional", view! { <Field name="optional" label="Tagline" optional=true/> }),
            specimen(
                "Refused",
                view! { <Field name="refused" label="Title" value="" error="Enter a title."/> },
            ),
            specimen(
                "Only to read",
                view! { <Field name="read" label="Title" value="Late Tram Ledger" readonly=true/> },
            ),
            specimen(
                "Short",
                view! { <Field name="short" label="Votes" kind="number" value="3" short=true/> },
            ),
            specimen("A long value", view! { <Field name="long" label=LONG value=LONG/> }),
            specimen(
                "Several lines",
                view! { <Area name="area" label="Summary" value="What it does.\n\nAnd for whom." limit=2000/> },
            ),
            specimen(
                "Several lines, refused",
                view! { <Area name="area-refused" label="Summary" value="Too long" limit=5 error="Shorten the summary to 5 characters."/> },
            ),
            specimen(
                "Several lines, only to read",
                view! { <Area name="area-read" label="Summary" value="What it does." readonly=true/> },
            ),
            specimen(
                "One of a few",
                view! { <Select name="select" label="Track" choices=tracks() value="1" short=true/> },
            ),
            specimen(
                "One of a few, refused",
                view! { <Select name="select-refused" label="Track" choices=tracks() error="Choose a track." short=true/> },
            ),
            specimen(
                "One of a few, disabled",
                view! { <Select name="select-disabled" label="Track" choices=tracks() disabled=true short=true/> },
            ),
            specimen(
                "A box to tick",
                view! { <Check name="check" label="I have read the warnings above." hint="You cannot undo this."/> },
            ),
            specimen(
                "A ticked box",
                view! { <Check name="checked" label="I have read the warnings above." checked=true/> },
            ),
            specimen(
                "A box that must be ticked",
                view! { <Check name="check-refused" label="I have read the warnings above." error="Tick the box to publish."/> },
            ),
            specimen("The errors above a form", refused_form()),
        ],
    )
}

fn refused_form() -> impl IntoView {
    let errors =
        FormErrors::from_iter([("refused", "Enter a title."), ("select-refused", "Choose a track.")]);
    view! { <ErrorSummary errors focused=false/> }
}

/// The scores are drawn by the review's form. Here is what their style sheet covers.
fn scores() -> AnyView {
    let scale = |name: &'static str, most: i64, chosen: Option<i64>, disabled: bool| {
        let class = if most > 6 { "scale scale-many" } else { "scale" };
        let radios = each(1..=most, |score| {
            let checked = chosen == Some(score);
            let end = [(1, "weak"), (most, "strong")].into_iter().find(|(end, _)| *end == score);
            let end = end.map(|(_, word)| view! { <small aria-hidden="true">{word}</small> });
            view! { <label><input type="radio" name=name value=score.to_string() checked=checked/><span>{score}{end}</span></label> }
        });
        view! { <fieldset disabled=disabled><legend>"Benefit to people"</legend><div class=class>{radios}</div></fieldset> }
    };
    section(
        "scores",
        "Scores",
        vec![
            specimen("Nothing chosen", scale("scale-none", 5, None, false)),
            specimen("Chosen", scale("scale-chosen", 5, Some(4), false)),
            specimen("Many values", scale("scale-wide", 10, Some(7), false)),
            specimen("Locked", scale("scale-locked", 5, Some(4), true)),
            specimen(
                "A number, for a wide range",
                view! {
                    <div class="stepper">
                        <input type="number" inputmode="numeric" name="stepper" min="0" max="100" value="64" aria-label="Polish, 0 to 100"/>
                        <span class="field-hint">"0 to 100"</span>
                    </div>
                },
            ),
        ],
    )
}

fn notices() -> AnyView {
    let pills = [
        (Tone::Plain, Sign::Clock, "Pending"),
        (Tone::Note, Sign::Info, "Preview"),
        (Tone::Good, Sign::Check, "Submitted"),
        (Tone::Warn, Sign::Pencil, "Draft"),
        (Tone::Bad, Sign::Cross, "Revoked"),
    ];
    let pills: Vec<_> = pills.map(|(tone, sign, word)| view! { <Pill tone sign word/> }).into();
    section(
        "notices",
        "Statuses and notices",
        vec![
            specimen("Statuses", view! { <div class="row">{pills}</div> }),
            specimen(
                "To know",
                view! { <Notice tone=Tone::Note title="Judging has not begun."><p>"It opens on 20 November."</p></Notice> },
            ),
            specimen(
                "Done",
                view! { <Notice tone=Tone::Good title="Review submitted."><p>"Next: "<a href="#notices">"Glare Check"</a></p></Notice> },
            ),
            specimen(
                "Careful",
                view! { <Notice tone=Tone::Warn title="Submissions close in 12\u{a0}min."/> },
            ),
            specimen(
                "Refused",
                view! { <Notice tone=Tone::Bad title="This was not saved."><p>"Judging has closed."</p></Notice> },
            ),
            specimen("A long word", view! { <Notice tone=Tone::Note title=LONG/> }),
            specimen(
                "Nothing yet",
                view! {
                    <EmptyState title="No projects yet" text="Your projects appear here once an organizer assigns them.">
                        <ButtonLink href="#notices">"See all events"</ButtonLink>
                    </EmptyState>
                },
            ),
            specimen("Nothing, and nothing to do", view! { <EmptyState title="Nothing needs you now"/> }),
            specimen(
                "A question of its own",
                view! {
                    <div class="confirm stack">
                        <p>"You are invited to "{LONG}"."</p>
                        <div class="row"><Button>"Join "{LONG}</Button><a href="#notices">"Not now"</a></div>
                    </div>
                },
            ),
        ],
    )
}
