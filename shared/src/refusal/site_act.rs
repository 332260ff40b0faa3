//! What only site admins do.

/// What only site admins do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteAct {
    /// Reading the portal's mail.
    ReadMail,
    /// Importing a bundle.
    Import,
    /// Seeing the pages of site admins.
    Administer,
    /// Creating an event.
    CreateEvent,
    /// Letting an event ask no second organizer, where too few are left.
    SwitchOffSecondOrganizer,
}
