//! The portal as a whole: what site admins do.

use super::prelude::*;
use crate::refusal::SiteAct;

acts! {
    /// Read the mails that belong to no event.
    ReadMail on Site, Yes => |asked| asked.site_admin(SiteAct::ReadMail);
    /// Bring a bundle in as a new event.
    ImportBundle on Site, No => |asked| asked.site_admin(SiteAct::Import);
    /// See the site admins' pages: the log of what belongs to no event, the signing keys.
    Administer on Site, Yes => |asked| asked.site_admin(SiteAct::Administer);
    /// Deactivate accounts, make site admins, and merge two accounts of one person.
    ManageAccounts on Site, Yes => |asked| asked.site_admin(SiteAct::Administer);
    /// Make the portal's first account, with the code from the server's log.
    MakeFirstAccount on NewPortal, No => |asked| found(asked.facts.portal.empty);
}
