//! How words, pictures and facts are read from the database. Ids are numbers there: see [`crate::ids`].

use crate::conflict::{ConflictKind, ConflictSource};
use crate::evidence::Fact;
use crate::invitation::{InvitationState, MemberRole};
use crate::mail::MailFailure;
use crate::picture::Picture;
use crate::prize::{AwardRule, Decided};
use crate::project_files::{ColumnChoice, Shape};
use crate::results_question::QuestionOutcome;
use crate::rules::{AssignmentStatus, ReviewRule, VotingMode};
use crate::visit::VisitMark;
use crate::webhook::attempt::AttemptFault;
use crate::webhook::message::WebhookFormat;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgHasArrayType, PgTypeInfo, PgValueRef};
use sqlx::types::Json;
use sqlx::{Decode, Postgres, Type};

/// Reads a type from a column of words. What is written comes from the same types; another word is an error, never a default.
macro_rules! words {
    ($($name:ident: $read:ident),+ $(,)?) => {$(
        impl Type<Postgres> for $name {
            fn type_info() -> PgTypeInfo {
                <str as Type<Postgres>>::type_info()
            }

            fn compatible(stored: &PgTypeInfo) -> bool {
                <str as Type<Postgres>>::compatible(stored)
            }
        }

        impl PgHasArrayType for $name {
            fn array_type_info() -> PgTypeInfo {
                String::array_type_info()
            }

            fn array_compatible(stored: &PgTypeInfo) -> bool {
                String::array_compatible(stored)
            }
        }

        impl<'r> Decode<'r, Postgres> for $name {
            fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
                let word = <&str as Decode<'r, Postgres>>::decode(value)?;
                Self::$read(word).ok_or_else(|| concat!(stringify!($name), " has no such word").into())
            }
        }
    )+};
}

words! {
    AssignmentStatus: from_name,
    AttemptFault: from_word,
    AwardRule: from_name,
    ColumnChoice: from_name,
    ConflictKind: from_name,
    ConflictSource: from_name,
    Decided: from_name,
    InvitationState: from_name,
    MailFailure: from_name,
    MemberRole: from_name,
    QuestionOutcome: from_name,
    ReviewRule: from_name,
    Shape: from_name,
    VisitMark: from_name,
    VotingMode: from_name,
    WebhookFormat: from_word,
}

impl Type<Postgres> for Picture {
    fn type_info() -> PgTypeInfo {
        <Json<Self> as Type<Postgres>>::type_info()
    }

    fn compatible(stored: &PgTypeInfo) -> bool {
        <Json<Self> as Type<Postgres>>::compatible(stored)
    }
}

impl<'r> Decode<'r, Postgres> for Picture {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        let Json(picture) = <Json<Self> as Decode<'r, Postgres>>::decode(value)?;
        Ok(picture)
    }
}

impl From<Json<Self>> for Fact {
    fn from(Json(fact): Json<Self>) -> Self {
        fact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_from_text_and_lists_of_them_from_lists_of_texts() {
        let text = <str as Type<Postgres>>::type_info();
        let texts = <Vec<String> as Type<Postgres>>::type_info();
        assert!(<MemberRole as Type<Postgres>>::compatible(&text));
        assert!(!<MemberRole as Type<Postgres>>::compatible(&texts));
        assert!(<Vec<MemberRole> as Type<Postgres>>::compatible(&texts));
        assert!(!<Vec<MemberRole> as Type<Postgres>>::compatible(&text));
    }
}
