//! What the page knows of its form: the fields, how far saving is, and the copy that this device keeps of what is not saved.

use super::copies::ProjectCopy;
use super::merge::{Field, Fields};
use super::page_form::PageForm;
use super::saving::{Attempt, Saving};
use crate::browser::now;
use crate::local_copy::{self, NamedCopy};
use crate::tab_calls;

pub(super) struct ProjectForm {
    pub(super) page: PageForm,
    pub(super) fields: Fields,
    pub(super) saving: Saving,
    /// Where it is saved: a path of the API.
    pub(super) path: String,
    /// What the names of all copies of this form begin with.
    pub(super) prefix: String,
    /// The form of a project came back refused. Only the page that the server rendered knows what it had held, so the
    /// form is sent as a page again.
    pub(super) unsaved: bool,
    /// The form is being sent as a page, or the page was left: no answer counts any more.
    pub(super) left: bool,
    /// This device keeps what is typed.
    pub(super) kept: bool,
    /// All was to be forgotten at the sign-out: nothing is kept until the next key.
    pub(super) forgotten: bool,
    /// The copy that is offered beside the form.
    pub(super) other: Option<NamedCopy<ProjectCopy>>,
}

impl ProjectForm {
    pub(super) fn find() -> Option<Self> {
        let page = PageForm::find()?;
        let (new, unsaved) = (page.has("data-new"), page.has("data-unsaved"));
        let field = if new && unsaved { Field::unsaved } else { Field::rendered };
        let fields = page.rendered().into_iter().map(|(name, text)| field(name, text)).collect();
        Some(Self {
            fields: Fields(fields),
            saving: Saving::begin_form(new, page.has("data-quiet")),
            path: page.attribute("data-path"),
            prefix: page.attribute("data-key"),
            unsaved: unsaved && !new,
            left: false,
            kept: true,
            forgotten: false,
            other: None,
            page,
        })
    }

    /// The name under which this tab keeps its copy.
    pub(super) fn copy_name(&self) -> String {
        local_copy::name(&self.prefix, &tab_calls::name())
    }

    pub(super) fn read(&mut self) {
        self.page.read(&mut self.fields);
    }

    /// Keeps what is not saved, and forgets what is.
    pub(super) fn keep(&mut self) {
        if self.forgotten {
            return;
        }
        if !self.unsaved && self.saving.all_saved(&self.fields) {
            self.kept = true;
            return local_copy::forget(&self.copy_name());
        }
        let copy = ProjectCopy {
            at: now(),
            once: self.page.hidden("once"),
            wish: self.saving.wish,
            fields: self.fields.kept(self.unsaved),
            trying: self.saving.unanswered(),
            posted: self.left,
        };
        self.kept = local_copy::write(&self.copy_name(), &copy);
    }

    /// Records that the form goes out as a page, as without scripting. Its copy stays, since the page may not arrive.
    pub(super) fn leave_to_page(&mut self, submit: bool) {
        let sent = self.fields.0.iter().filter(|field| self.unsaved || field.typed != field.saved);
        let values = sent.map(|field| (field.name.clone(), field.typed.clone(), field.was.clone())).collect();
        self.saving.trying = Some(Attempt { values, submit });
        self.left = true;
        self.keep();
    }
}
