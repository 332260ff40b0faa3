//! The macro that declares the acts of a noun.

/// The ids of a permit for an act on this, unless the act names others.
#[rustfmt::skip]
macro_rules! permit_ids {
    (Site) => { () };
    (NewPortal) => { () };
    (Event) => { crate::ids::EventId };
    (Link) => { crate::ids::EventId };
    (Codes) => { crate::ids::EventId };
    (Project) => { crate::ids::ProjectId };
    (Role) => { crate::ids::EventId };
    (Window) => { crate::ids::EventId };
    (Prize) => { crate::ids::PrizeId };
    (Comment) => { crate::ids::CommentId };
    (OwnAssignment) => { crate::ids::AssignmentId };
    (Assignment) => { crate::ids::AssignmentId };
    ($subject:ident $ids:ty) => { $ids };
}

/// Declares the acts of a noun, each with what it is on, whether it could touch a review
/// ([`OnReviews`](crate::rules::OnReviews)), and its rule: a type for its permits, and a line of the table. A
/// permit is bound to what the act is on, or to the ids that `by` names.
macro_rules! acts {
    ($($(#[$doc:meta])* $name:ident on $subject:ident $(by $ids:ty)?, $answer:ident $(($cases:literal))? => $rule:expr;)*) => {
        /// The acts of this noun.
        pub(super) const ACTS: &[crate::rules::acts::Act] =
            &[$(<acts::$name as crate::rules::permit::Rule>::ACT,)*];

        /// The acts as types.
        pub(super) mod acts {
            $($(#[$doc])* #[derive(Clone, Copy, Debug)] pub struct $name;)*
        }

        $(impl crate::rules::permit::Rule for acts::$name {
            const ACT: crate::rules::acts::Act = crate::rules::acts::Act {
                name: stringify!($name),
                on: crate::rules::acts::SubjectKind::$subject,
                on_reviews: crate::rules::acts::OnReviews::$answer $(($cases))?,
                rule: $rule,
            };
            type Ids = permit_ids!($subject $($ids)?);
        })*
    };
}
