//! Public comments on a project.

use crate::prelude::*;

/// A comment on a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToSchema)]
pub struct NewComment {
    /// The text.
    #[schema(min_length = 1, max_length = 2000)]
    pub body: String,
}

impl NewComment {
    /// Reads the `body`.
    ///
    /// # Errors
    /// 400 where it is no text.
    pub fn read(fields: &impl Fields) -> Result<Self, Refusal> {
        let body = fields.faults().gather(|errors| fields.text("body", errors).unwrap_or_default())?;
        Ok(Self { body })
    }

    /// Cleans and checks the text.
    ///
    /// # Errors
    /// 400 for one that says nothing or is too long.
    pub fn checked(self) -> Result<Self, Refusal> {
        let mut errors = FieldErrors::default();
        let body = text::clean("body", TextField::Comment, self.body.trim(), text::COMMENT, &mut errors);
        errors.add_if(text::is_blank(&body), "body", Unnamed::Comment);
        errors.into_result().map(|()| Self { body })
    }
}
