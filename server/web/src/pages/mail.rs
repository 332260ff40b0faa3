//! The portal's mail, for site admins.

use crate::pages::prelude::*;
use app::pages::mail::{mail_page, mails_page};
use portal::account::mails;

/// `GET /admin/mail`; `?before=<id>` shows older ones.
pub async fn list(at: At<(), Private>) -> PageResult {
    let before = at.query.get("before").parse().ok();
    let found = at.by().read(async |call| mails::list(call, before).await).await?;
    Ok(at.page(Frame::new("Mail", "/admin/mail"), None, || mails_page(found, before))?)
}

/// To whom and about what, and the button that opens it.
pub struct OneMail;

impl Page for OneMail {
    type Area = Private;
    type Id = i64;
    /// Its text, where it was opened.
    type Beside = Option<String>;

    fn address(at: &PageRequest<Self>) -> String {
        format!("/admin/mail/{}", at.id)
    }

    async fn draw(
        at: &PageRequest<Self>,
        refused: Option<&RefusedForm>,
        text: Option<String>,
    ) -> Outcome<Response> {
        let mail = at.by().read(async |call| mails::find(call, at.id).await).await?;
        let frame = Frame::new(mail.subject.clone(), "/admin/mail");
        at.page(frame, refused, || mail_page(mail, text))
    }
}

/// `POST /admin/mail/<id>`: opens it.
pub async fn open(sent: Post<OneMail>) -> PageResult {
    let at = &sent.at;
    let mail = at.by().write(async |call| mails::open(call, at.id).await).await?;
    show_with::<OneMail>(at, Some(mail.body)).await
}
