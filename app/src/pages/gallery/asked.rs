//! What a visitor asked of the list, as each of the page's links repeats it.

use super::GalleryPage;
use crate::prelude::event_path;
use words::address::with_query;

pub(super) struct Asked {
    path: String,
    pub(super) q: String,
    pub(super) track: String,
    pub(super) tag: String,
    pub(super) sort: &'static str,
    pub(super) view: &'static str,
}

impl Asked {
    pub(super) fn of(model: &GalleryPage) -> Self {
        Self {
            path: event_path("/projects"),
            q: model.q.clone(),
            track: model.track.map(|id| id.to_string()).unwrap_or_default(),
            tag: model.tag.clone(),
            sort: model.order.name(),
            view: if model.as_list { "list" } else { "" },
        }
    }

    /// Where the form is sent.
    pub(super) fn path(&self) -> String {
        self.path.clone()
    }

    /// Whether something is left out of the list.
    pub(super) fn filtered(&self) -> bool {
        [&self.q, &self.track, &self.tag].iter().any(|text| !text.is_empty())
    }

    /// The same list with these changes. It begins at its first page unless they name another.
    pub(super) fn to(&self, changes: &[(&'static str, &str)]) -> String {
        let mut pairs = [
            ("q", self.q.as_str()),
            ("track", self.track.as_str()),
            ("tag", self.tag.as_str()),
            ("sort", self.sort),
            ("view", self.view),
            ("page", ""),
        ];
        for (name, value) in &mut pairs {
            if let Some((_, changed)) = changes.iter().find(|(changed, _)| *changed == *name) {
                *value = *changed;
            }
        }
        with_query(&self.path, &pairs)
    }

    /// All projects, shown in the same way.
    pub(super) fn all(&self) -> String {
        self.to(&[("q", ""), ("track", ""), ("tag", "")])
    }

    /// All projects with a tag, shown in the same way.
    pub(super) fn tagged(&self, tag: &str) -> String {
        self.to(&[("q", ""), ("track", ""), ("tag", tag)])
    }
}
