//! `/events/<slug>/manage/prizes/<id>/panel`: who is on the panel of a prize.

use super::panel_invitations::{PanelInvitations, invitations_section};
use crate::prelude::*;
use model::prize::Panellist;

#[derive(Clone, Debug)]
pub struct PanelPage {
    /// The prize.
    pub id: i64,
    pub name: String,
    /// The event's judges and the people on the panel.
    pub people: Vec<Panellist>,
    /// Who is invited to this panel only.
    pub invited: PanelInvitations,
    /// Its winners are confirmed, so the panel stays as it is.
    pub closed: bool,
}

pub fn panel_page(model: PanelPage) -> AnyView {
    let head = manage_head(ManageTab::Prizes);
    let base = ManageTab::Prizes.href(&this_event().slug);
    let here = format!("{base}/{}", model.id);
    let invited =
        (!model.closed).then(|| invitations_section(model.invited, &model.people, &format!("{here}/panel")));
    let body = if model.closed {
        view! { <Notice tone=Tone::Note title="The winners of this prize are confirmed, so its panel is closed."/> }
    } else if model.people.is_empty() {
        view! { <EmptyState title="No judges yet" text="A panel is some judges of the event, or people invited for this prize only."/> }
    } else {
        let checks = each(model.people, |p| {
            let hint = match (p.chosen, p.ranked) {
                (false, _) => "",
                (true, 0) => "no order yet",
                (true, _) => "gave an order",
            };
            view! { <Check name="panel" value=p.person.to_string() label=p.name checked=p.chosen hint/> }
        });
        view! {
            <PostForm action=format!("{here}/panel") class="form" fresh=true>
                {checks}
                <Button kind=Kind::Main>"Save panel"</Button>
                <p class="field-hint">"Who leaves the panel takes their order with them."</p>
            </PostForm>
        }
    };
    view! {
        {head}
        <div class="manage">
            <Crumbs above=vec![("Prizes".to_owned(), base), (model.name.clone(), here)]/>
            <h1>"Panel of “"{model.name}"”"</h1>
            <ErrorSummary heading="The panel was not changed"/>
            <p class="prose">"Each panellist sees the eligible projects only, and puts up to five of them in order. They find the prize on their judging page, or under Panel if they do not judge."</p>
            {body}
            {invited}
        </div>
    }
}
