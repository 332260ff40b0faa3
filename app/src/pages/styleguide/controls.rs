//! Specimens of what is pressed, typed into and answered: buttons, fields, notices.

use super::{LONG, Specimen};
use crate::prelude::*;

pub(super) fn sections() -> AnyView {
    view! { {buttons()}{fields()}{scores()}{notices()} }
}

fn buttons() -> AnyView {
    section("buttons", "Buttons").of(view! {
        <Specimen name="Main: one a page"><Button kind=Kind::Main>"Submit project"</Button></Specimen>
        <Specimen name="Quiet"><Button>"Save draft"</Button></Specimen>
        <Specimen name="Dangerous"><Button kind=Kind::Danger>"Withdraw review"</Button></Specimen>
        <Specimen name="Low, for rows of tables"><Button tight=true>"Revoke"</Button></Specimen>
        <Specimen name="A link"><ButtonLink href="#buttons">"See all events"</ButtonLink></Specimen>
        <Specimen name="Focused">
            <div class="row styleguide-focused"><Button>"Save draft"</Button><a href="#buttons">"A link"</a></div>
        </Specimen>
        <Specimen name="Disabled">
            <div class="row">
                <Button kind=Kind::Main disabled=true>"Submit project"</Button>
                <Button disabled=true>"Save draft"</Button>
                <Button kind=Kind::Danger disabled=true>"Withdraw review"</Button>
            </div>
        </Specimen>
    })
}

fn tracks() -> Vec<Choice> {
    vec![Choice::new("", "No track"), Choice::new("1", "Moving around")]
}

fn fields() -> AnyView {
    let errors =
        FormErrors::from_iter([("refused", "Enter a title."), ("select-refused", "Choose a track.")]);
    section("fields", "Fields").of(view! {
        <Specimen name="Empty"><Field name="empty" label="Title" hint="At most 200 characters."/></Specimen>
        <Specimen name="Filled in"><Field name="filled" label="Title" value="Late Tram Ledger"/></Specimen>
        <Specimen name="Optional"><Field name="optional" label="Tagline" optional=true/></Specimen>
        <Specimen name="Refused"><Field name="refused" label="Title" value="" error="Enter a title."/></Specimen>
        <Specimen name="Only to read"><Field name="read" label="Title" value="Late Tram Ledger" readonly=true/></Specimen>
        <Specimen name="Short"><Field name="short" label="Votes" kind="number" value="3" short=true/></Specimen>
        <Specimen name="A long value"><Field name="long" label=LONG value=LONG/></Specimen>
        <Specimen name="Several lines">
            <Area name="area" label="Summary" value="What it does.\n\nAnd for whom." limit=2000/>
        </Specimen>
        <Specimen name="Several lines, refused">
            <Area name="area-refused" label="Summary" value="Too long" limit=5 error="Shorten the summary to 5 characters."/>
        </Specimen>
        <Specimen name="Several lines, only to read">
            <Area name="area-read" label="Summary" value="What it does." readonly=true/>
        </Specimen>
        <Specimen name="One of a few"><Select name="select" label="Track" choices=tracks() value="1" short=true/></Specimen>
        <Specimen name="One of a few, refused">
            <Select name="select-refused" label="Track" choices=tracks() error="Choose a track." short=true/>
        </Specimen>
        <Specimen name="One of a few, disabled">
            <Select name="select-disabled" label="Track" choices=tracks() disabled=true short=true/>
        </Specimen>
        <Specimen name="A box to tick">
            <Check name="check" label="I have read the warnings above." hint="You cannot undo this."/>
        </Specimen>
        <Specimen name="A ticked box"><Check name="checked" label="I have read the warnings above." checked=true/></Specimen>
        <Specimen name="A box that must be ticked">
            <Check name="check-refused" label="I have read the warnings above." error="Tick the box to publish."/>
        </Specimen>
        <Specimen name="The errors above a form"><ErrorSummary errors focused=false/></Specimen>
    })
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
    section("scores", "Scores").of(view! {
        <Specimen name="Nothing chosen">{scale("scale-none", 5, None, false)}</Specimen>
        <Specimen name="Chosen">{scale("scale-chosen", 5, Some(4), false)}</Specimen>
        <Specimen name="Many values">{scale("scale-wide", 10, Some(7), false)}</Specimen>
        <Specimen name="Locked">{scale("scale-locked", 5, Some(4), true)}</Specimen>
        <Specimen name="A number, for a wide range">
            <div class="stepper">
                <input type="number" inputmode="numeric" name="stepper" min="0" max="100" value="64" aria-label="Polish, 0 to 100"/>
                <span class="field-hint">"0 to 100"</span>
            </div>
        </Specimen>
    })
}

fn notices() -> AnyView {
    let pills = [
        (Tone::Plain, Sign::Clock, "Pending"),
        (Tone::Note, Sign::Info, "Preview"),
        (Tone::Good, Sign::Check, "Submitted"),
        (Tone::Warn, Sign::Pencil, "Draft"),
        (Tone::Bad, Sign::Cross, "Revoked"),
    ];
    let pills = each(pills, |(tone, sign, word)| view! { <Pill tone sign word/> });
    section("notices", "Statuses and notices").of(view! {
        <Specimen name="Statuses"><div class="row">{pills}</div></Specimen>
        <Specimen name="To know">
            <Notice tone=Tone::Note title="Judging has not begun." text="It opens on 20 November."/>
        </Specimen>
        <Specimen name="Done">
            <Notice tone=Tone::Good title="Review submitted."><p>"Next: "<a href="#notices">"Glare Check"</a></p></Notice>
        </Specimen>
        <Specimen name="Careful"><Notice tone=Tone::Warn title="Submissions close in 12\u{a0}min."/></Specimen>
        <Specimen name="Refused">
            <Notice tone=Tone::Bad title="This was not saved." text="Judging has closed."/>
        </Specimen>
        <Specimen name="A long word"><Notice tone=Tone::Note title=LONG/></Specimen>
        <Specimen name="Nothing yet">
            <EmptyState title="No projects yet" text="Your projects appear here once an organizer assigns them.">
                <ButtonLink href="#notices">"See all events"</ButtonLink>
            </EmptyState>
        </Specimen>
        <Specimen name="Nothing, and nothing to do"><EmptyState title="Nothing needs you now"/></Specimen>
        <Specimen name="A question of its own">
            <div class="confirm stack">
                <p>"You are invited to "{LONG}"."</p>
                <div class="row"><Button>"Join "{LONG}</Button><a href="#notices">"Not now"</a></div>
            </div>
        </Specimen>
    })
}
