//! Typed identifiers: the compiler refuses a project's number where an assignment's is needed.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "sqlx", derive(sqlx::Type), sqlx(transparent))]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }
    };
}

id!(/** A person with an account. */ PersonId);
id!(/** An event. */ EventId);
id!(/** A track of one event. */ TrackId);
id!(/** A team of one event. */ TeamId);
id!(/** A project of one team. */ ProjectId);
id!(/** One judge's task for one project. */ AssignmentId);
id!(/** A comment on one project. */ CommentId);
id!(/** A picture of one project. */ PictureId);
id!(/** A prize of one event. */ PrizeId);
id!(/** A single-use code for the community vote of one event. */ CodeId);
id!(/** Somebody asked into one event in one role. */ InvitationId);
id!(/** Somebody who gave their name by the guest link of one event. */ GuestId);
