//! Who is on the panel of a prize: a part of the prize's page.

use super::panel_invitations::{PanelInvitations, invitations_part};
use crate::components::long_lists::{FIRST, first_few};
use crate::prelude::*;
use model::prize::Panellist;

pub struct PanelPart {
    /// The event's judges and the people on the panel.
    pub people: Vec<Panellist>,
    /// How many of the panel gave no order yet.
    pub missing: usize,
    /// How many of them were nudged just now.
    pub written: Option<usize>,
    /// Who is invited to this panel only.
    pub invited: PanelInvitations,
    /// Why it stays as it is.
    pub closed: Option<String>,
    /// It was asked for, or an act on it leads here.
    pub asked: bool,
}

impl PanelPart {
    /// It comes before what it decides: somebody asked for it, or nobody is on it yet.
    pub(super) fn comes_first(&self) -> bool {
        self.asked || self.closed.is_none() && self.people.iter().all(|p| !p.chosen)
    }
}

/// The part; `prize` is the address of the prize's page.
pub(super) fn panel_part(model: PanelPart, prize: &str) -> AnyView {
    let (here, open) = (format!("{prize}/panel"), model.comes_first());
    let on = model.people.iter().filter(|p| p.chosen).count();
    let title = format!("Panel: {}", words::plural(on, "person", "people"));
    // A new link is shown once, so it is in view.
    let is_new = model.invited.link.is_some();
    let invited = model.closed.is_none().then(|| invitations_part(model.invited, &model.people, &here));
    let nudge = (model.closed.is_none() && model.missing > 0).then(|| {
        let label = format!("Nudge {} who gave no order", model.missing);
        view! { <ActButton action=format!("{here}/nudge")>{label}</ActButton> }
    });
    let written = model.written.map(|n| view! { <Notice tone=Tone::Good title=words::notices::posted(n)/> });
    let (above, below) = if is_new { (invited, None) } else { (None, invited) };
    let body = if let Some(why) = model.closed {
        view! { <Notice tone=Tone::Note title=why/> }
    } else if model.people.is_empty() {
        view! { <EmptyState title="No judges yet" text="A panel consists of judges of the event, or of people invited for this prize only."/> }
    } else {
        // Who is on it is in view.
        let (chosen, others): (Vec<_>, Vec<_>) = model.people.into_iter().partition(|p| p.chosen);
        let few = FIRST.max(chosen.len());
        let checks = each(chosen.into_iter().chain(others), |p| {
            let hint = match (p.chosen, p.ranked) {
                (false, _) => "",
                (true, 0) => "no order yet",
                (true, _) => "gave an order",
            };
            view! { <Check name="panel" value=p.person.to_string() label=p.name checked=p.chosen hint/> }
        });
        view! {
            <PostForm action=here class="form" fresh=true>
                {first_few(checks, few, ("", ""), ("person", "people"), |_, checks| view! { <div class="checks">{checks}</div> })}
                <Button hint="Who leaves the panel loses their order.">"Save panel"</Button>
            </PostForm>
        }
    };
    disclosure(view! { <h2>{title}</h2> }).open(open).of(view! {
        <div class="stack" id="panel">
            {written}
            <p class="prose">"Each panellist puts up to five eligible projects in order. Invited judges are listed once they join."</p>
            {above}
            {body}
            {nudge}
            {below}
        </div>
    })
}
