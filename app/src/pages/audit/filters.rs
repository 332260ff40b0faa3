//! The filters of a log: words, who, what, when. All of them are in the address.

use crate::prelude::*;

/// The filters, and the values to choose from.
#[derive(Clone, Debug, Default)]
pub struct AuditFilters {
    /// The words searched for (`q`).
    pub q: String,
    /// Part of the actor (`actor`).
    pub actor: String,
    /// The action (`action`).
    pub action: String,
    /// What was changed (`object`).
    pub object: String,
    /// From when, as the field has it, in UTC (`from`).
    pub from: String,
    /// Until when, as the field has it, in UTC (`to`).
    pub to: String,
    pub actions: Vec<String>,
    /// Things in the log.
    pub objects: Vec<String>,
}

impl AuditFilters {
    fn pairs(&self) -> [(&'static str, &str); 6] {
        [
            ("q", &self.q),
            ("actor", &self.actor),
            ("action", &self.action),
            ("object", &self.object),
            ("from", &self.from),
            ("to", &self.to),
        ]
    }

    pub(super) fn asked(&self) -> bool {
        self.pairs().iter().any(|(_, value)| !value.is_empty())
    }

    /// A filter other than words is set.
    fn narrowed(&self) -> bool {
        self.pairs().iter().skip(1).any(|(_, value)| !value.is_empty())
    }

    /// The page with the same filters, and these numbers.
    pub(super) fn address(&self, path: &str, numbers: &[(&str, i64)]) -> String {
        let numbers: Vec<_> = numbers.iter().map(|(name, n)| (*name, n.to_string())).collect();
        let pairs = self.pairs().into_iter().chain(numbers.iter().map(|(name, n)| (*name, n.as_str())));
        with_query(path, &pairs.collect::<Vec<_>>())
    }

    /// The page with the same filters, and this actor.
    pub(super) fn of_actor(&self, path: &str, actor: &str) -> String {
        Self { actor: actor.to_owned(), ..self.clone() }.address(path, &[])
    }
}

pub(super) fn form(filters: &AuditFilters, path: &str) -> AnyView {
    let choices = |values: &[String], chosen: &str| {
        let unknown = Some(chosen).filter(|c| !c.is_empty() && !values.iter().any(|v| v == c));
        each(values.iter().map(String::as_str).chain(unknown), |value| Choice::new(value, value))
    };
    let actions = choices(&filters.actions, &filters.action);
    let objects = choices(&filters.objects, &filters.object);
    let clear = filters.asked().then(|| view! { <a href=path.to_owned()>"Show all"</a> });
    view! {
        <search class="filters">
            <form class="row" action=path.to_owned()>
                <Field name="q" label="Search" kind="search" value=filters.q.clone()/>
                <Button>"Search"</Button>
                {clear}
                {disclosure("By person, action and time").open(filters.narrowed()).of(view! {
                    <div class="row">
                        <Field name="actor" label="Who" value=filters.actor.clone()/>
                        <Select name="action" label="Action" none="All actions" choices=actions value=filters.action.clone()/>
                        <Select name="object" label="Done to" none="Everything" choices=objects value=filters.object.clone()/>
                        <Field name="from" label="From (UTC)" kind="datetime-local" hint="In some browsers you type the time." value=filters.from.clone()/>
                        <Field name="to" label="Before (UTC)" kind="datetime-local" value=filters.to.clone()/>
                    </div>
                })}
            </form>
        </search>
    }
}
