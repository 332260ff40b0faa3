//! What organizers say before a prize is given.

use crate::prelude::*;

/// What an organizer says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// About which project; none for the prize as a whole.
    pub project: Option<ProjectId>,
    /// The words.
    pub body: String,
}

impl Remark {
    /// Reads a form: the `project`, empty for the prize as a whole, and the `body`.
    ///
    /// # Errors
    /// 400 for a project that is none.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let project = form.read("project", Fault::ForeignPart)?.map(ProjectId);
        Ok(Self { project, body: form.get("body").to_owned() })
    }

    /// Cleans and checks the words.
    #[must_use]
    pub fn checked(self, errors: &mut FieldErrors) -> Self {
        let body = text::clean("body", TextField::Remark, self.body.trim(), text::SUMMARY, errors);
        errors.add_if(text::is_blank(&body), "body", Unnamed::Remark);
        Self { body, ..self }
    }
}
