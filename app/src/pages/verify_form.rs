//! What is given to be checked, as HTML: the page and the one-file verifier show the same.

use islands::icon_paths::{ALERT, LOCK, MARK};
use islands::verify::html::{Icon, Text};
use shared::provenance::{KeyStatus, PageKeys, PublicKey, Report};
use std::fmt::{Display, Formatter, Result};

/// What the page is called.
pub const TITLE: &str = "Check a record";
/// What it is for.
pub const LEAD: &str = "Check whether a certificate, ranking, log or event file is genuine.";

/// The form, the place of its answer, and the keys it checks by.
#[derive(Clone, Debug)]
pub struct Form<'m> {
    /// The keys of the site, and its address.
    pub keys: &'m PageKeys,
    /// A signed document that the page was opened with: its name, and its text.
    pub given: Option<(&'m str, &'m str)>,
    pub pasted: &'m str,
    /// The event of audit exports, as typed.
    pub slug: &'m str,
    /// Why nothing was checked.
    pub wrong: &'m str,
    pub report: Option<&'m Report>,
    /// Where it is.
    pub place: Place<'m>,
}

/// Where the form is.
#[derive(Clone, Copy, Debug)]
pub enum Place<'m> {
    /// On the site's page, whose assets have this version; without it there is no script, and the server checks.
    Page(Option<&'m str>),
    /// In a file by itself, saved from the site.
    File,
}

const HERE: &str = "Nothing leaves this device: the check runs in this page, and needs no network.";

/// What follows the # of a link is never sent, so without scripting nobody can read it. The style hides this where scripting is on.
const NO_SCRIPT: &str = r#"<p class="verify-unread">Did you open the link of a certificate, or scan its QR code? Without scripting this page cannot read it. Copy the whole link from the address bar, paste it below, and press Check.</p>"#;

impl Display for Form<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(r#"<div class="verify stack">"#)?;
        let report = self.report.map(islands::verify::draw).unwrap_or_default();
        write!(f, r#"<div id="answer">{report}</div>"#)?;
        // Beside an answer the tool is folded away.
        let open = if report.is_empty() || !self.wrong.is_empty() { " open" } else { "" };
        write!(
            f,
            r#"<details class="verify-tool disclosure" id="tool"{open}><summary>Check something else</summary>"#
        )?;
        self.open(f)?;
        self.fields(f)?;
        f.write_str("</form></details>")?;
        self.site_keys(f)?;
        if let Some((name, text)) = self.given {
            let (name, text) = (Text(name), in_script(text));
            write!(f, r#"<script type="application/json" id="given" data-name="{name}">{text}</script>"#)?;
        }
        f.write_str("</div>")
    }
}

impl Form<'_> {
    /// The form's own element. It contains what the script needs, so that no script is written into the page.
    fn open(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(r#"<form id="verify" class="form" novalidate"#)?;
        match self.place {
            Place::Page(None) => {
                f.write_str(r#" method="post" action="/verify" enctype="multipart/form-data">"#)
            }
            Place::Page(Some(version)) => {
                let v = Text(version);
                write!(
                    f,
                    r#" method="post" action="/verify" enctype="multipart/form-data" data-worker="/assets/verify-worker.js?v={v}" data-glue="/pkg/verify.js?v={v}" data-module="/pkg/verify.wasm?v={v}">"#
                )
            }
            Place::File => f.write_str(">"),
        }
    }

    fn fields(&self, f: &mut Formatter<'_>) -> Result {
        let Self { wrong, .. } = self;
        let (invalid, error) = if wrong.is_empty() {
            (String::new(), String::new())
        } else {
            let shown = format!(
                r#"<p class="field-error" id="files-error">{}<span>{}</span></p>"#,
                Icon(ALERT),
                Text(wrong)
            );
            (r#" aria-invalid="true""#.to_owned(), shown)
        };
        let described = if wrong.is_empty() { "files-hint where" } else { "files-hint files-error where" };
        let sent = match self.place {
            Place::Page(_) => {
                "Your files are sent to this site, checked, and not kept. All together may have 64\u{a0}MiB. The command evenhand verify takes larger files."
            }
            Place::File => HERE,
        };
        if let Place::Page(_) = self.place {
            f.write_str(NO_SCRIPT)?;
        }
        let (pasted, slug) = (Text(self.pasted), Text(self.slug));
        write!(
            f,
            r#"<div class="field verify-drop"><svg class="mark" viewBox="0 0 48 20" aria-hidden="true"><path d="{MARK}"/><circle cx="28" cy="10" r="6.5"/></svg><label for="files">Drop files here, or choose them</label><p class="field-hint" id="files-hint">Certificates, badges and their status list, signed results, exports, bundles and key files. Add files that belong together: one can prove another.</p>{error}<input type="file" id="files" name="files" multiple aria-describedby="{described}"{invalid}><p class="field-hint" id="where">{lock}<span data-here="{HERE}">{sent}</span></p></div>
<div class="field"><label for="pasted">Or paste <small>a document, or the link of a certificate</small></label><textarea id="pasted" name="pasted" rows="4" spellcheck="false" autocomplete="off">
{pasted}</textarea></div>
<details class="disclosure"{open}><summary>My log file was renamed</summary><div class="field short"><label for="slug">Event of the log <small>(optional)</small></label><p class="field-hint" id="slug-hint">The last part of the event’s address, such as demo in demo-audit.csv.</p><input type="text" id="slug" name="slug" value="{slug}" aria-describedby="slug-hint" autocomplete="off" autocapitalize="none" spellcheck="false"></div></details>
<div class="row"><button class="button main">Check</button><button type="button" class="button quiet" id="stop" hidden>Stop</button><p id="status" role="status"></p><p id="progress" class="small quiet"></p></div>"#,
            lock = Icon(LOCK),
            open = if self.slug.is_empty() { "" } else { " open" },
        )
    }

    /// The keys that are trusted here, for the eye and for the script.
    fn site_keys(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(r#"<section class="verify-trusted stack" aria-labelledby="keys-title"><h2 id="keys-title">Keys trusted here</h2>"#)?;
        match self.place {
            Place::Page(_) => f.write_str(
                r#"<p>These are the keys of this site, which <a href="/.well-known/evenhand-signing-key">anybody can save</a>. A key file that comes with a document proves nothing, because a forger can make both. To be certain, compare the fingerprint with one that you have from somebody you trust.</p>"#,
            )?,
            Place::File => write!(
                f,
                r"<p>These are the keys of {}, as they were when this file was saved. The person who gave you this file could have put in other keys. Compare the fingerprint with one that you have from somebody you trust.</p>",
                Text(self.keys.issuer.as_deref().unwrap_or_default())
            )?,
        }
        f.write_str(r#"<ul class="verify-keys">"#)?;
        self.keys.set.keys.iter().try_for_each(|key| entry(f, key))?;
        f.write_str("</ul>")?;
        if let Place::Page(Some(_)) = self.place {
            f.write_str(
                r#"<p><a href="/verify/evenhand-verify.html" download>Save this check as one file</a>, to use from disk without this site or any network.</p>"#,
            )?;
        }
        // In a data block no markup counts but what would end it.
        let keys = in_script(&serde_json::to_string(self.keys).unwrap_or_default());
        write!(f, r#"<script type="application/json" id="keys">{keys}</script></section>"#)
    }
}

/// One key, its fingerprint in groups.
fn entry(f: &mut Formatter<'_>, key: &PublicKey) -> Result {
    let words = match key.status {
        KeyStatus::Current => "signs now",
        KeyStatus::Retired => "no longer signs; what it signed until then still holds",
        KeyStatus::Revoked => "what it signed proves nothing",
    };
    let day = |at: chrono::DateTime<chrono::Utc>| at.format("%Y-%m-%d").to_string();
    let span = match (key.created_at, key.retired_at) {
        (Some(from), Some(to)) => format!(", {} to {}", day(from), day(to)),
        (Some(from), None) => format!(", since {}", day(from)),
        (None, Some(to)) => format!(", until {}", day(to)),
        (None, None) => String::new(),
    };
    write!(
        f,
        r#"<li><code class="verify-fingerprint">{}</code><p class="small quiet">{}: {words}{span}</p></li>"#,
        Text(&key.fingerprint()),
        key.status.word()
    )
}

/// JSON that is safe inside a script element: `<` occurs in its strings alone, where it may be escaped.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}
