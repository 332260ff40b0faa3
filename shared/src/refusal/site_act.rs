//! What only site admins do.

/// What only site admins do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteAct {
    ReadMail,
    Import,
    /// Seeing the pages of site admins.
    Administer,
    CreateEvent,
    /// Letting an event ask no second organizer, where too few are left.
    SwitchOffSecondOrganizer,
}
