//! `/admin`: what site admins look after.

use super::{AdminTab, admin_head};
use crate::prelude::*;
use model::signing_key::KeyOverview;

pub fn admin_page(found: &KeyOverview) -> AnyView {
    let silent = (!found.signs).then(|| {
        view! {
            <Notice tone=Tone::Warn title="This server signs nothing">
                <p>"Its key is not the portal’s current key, so it can’t publish results. "<a href="/admin/keys">"Signing keys"</a>" shows how to fix this."</p>
            </Notice>
        }
    });
    let entries = [
        (AdminTab::Events, "Every event: what is happening, and creating one.".to_owned()),
        (AdminTab::People, "Accounts: find, deactivate, make a site admin, merge two.".to_owned()),
        (AdminTab::Mail, "Mails from the portal to people.".to_owned()),
        (
            AdminTab::Audit,
            format!(
                "{} about accounts, tokens and keys: everything outside events.",
                words::plural(found.rows, "row", "rows")
            ),
        ),
        (
            AdminTab::Keys,
            format!("{} to sign results and records.", words::plural(found.keys.keys.len(), "key", "keys")),
        ),
    ];
    let entries = entries.map(|(tab, text)| {
        let (href, label) = tab.link();
        view! { <li><a href=href>{label}</a><span class="quiet">{text}</span></li> }
    });
    view! {
        {admin_head(AdminTab::Overview)}
        <div class="manage">
            <h1>"Portal"</h1>
            {silent}
            <ul class="admin-entries" role="list">{entries.collect_view()}</ul>
            <p class="quiet">"You can also manage accounts, tokens, keys and imports from the command line: "<code>"evenhand --help"</code>"."</p>
        </div>
    }
}
