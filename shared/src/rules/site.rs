//! The portal as a whole: what site admins do.

use crate::refusal::SiteAct;

acts! {
    /// Read the mails that belong to no event.
    ReadMail on Site => |asked| asked.site_admin(SiteAct::ReadMail);
    /// Bring a bundle in as a new event.
    ImportBundle on Site => |asked| asked.site_admin(SiteAct::Import);
    /// See the site admins' pages: the log of what belongs to no event, the signing keys.
    Administer on Site => |asked| asked.site_admin(SiteAct::Administer);
}
