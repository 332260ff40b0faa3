//! The portal as a whole: what site admins do.

acts! {
    /// Read the mails that belong to no event.
    ReadMail on Site => |asked| asked.site_admin("only a site admin reads the portal's mail");
    /// Bring a bundle in as a new event.
    ImportBundle on Site => |asked| asked.site_admin("only a site admin can import a bundle");
    /// See the site admins' pages: the log of what belongs to no event, the signing keys.
    Administer on Site => |asked| asked.site_admin("site admins only");
}
