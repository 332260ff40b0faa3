//! What the parts of a page ask of the page around them, while it is being built: its path, whether mail is sent, and the sheets, scripts
//! and modules that they need.

use leptos::prelude::use_context;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// A style sheet beside the common one. A page names those that it needs with [`needs`] while its body is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sheet {
    /// The ceremony on a projector.
    Ceremony,
    Certificate,
    /// The API's reference.
    Docs,
    /// The public pages of events and projects.
    Events,
    /// The judge's list of tasks, and the review.
    Judge,
    /// The organizer's and the site admin's pages.
    Manage,
    /// What is printed for the floor.
    Paper,
    /// The ranking.
    Results,
    /// Simulated events.
    Simulation,
    /// The style guide.
    Styleguide,
    /// The form of a project, and the list of one's own.
    Submit,
    /// The page that checks records.
    Verify,
    /// The community vote.
    Vote,
}

impl Sheet {
    /// Its name among the assets.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Ceremony => "ceremony.css",
            Self::Certificate => "certificate.css",
            Self::Docs => "docs.css",
            Self::Events => "events.css",
            Self::Judge => "judge.css",
            Self::Manage => "manage.css",
            Self::Paper => "paper.css",
            Self::Results => "results.css",
            Self::Simulation => "simulation.css",
            Self::Styleguide => "styleguide.css",
            Self::Submit => "submit.css",
            Self::Verify => "verify.css",
            Self::Vote => "vote.css",
        }
    }
}

/// What the page's body has asked for so far. Scripts and modules go by their names among the assets and in `/pkg/`.
#[derive(Default)]
pub(crate) struct Needed {
    pub(crate) sheets: BTreeSet<Sheet>,
    pub(crate) scripts: BTreeSet<&'static str>,
    pub(crate) modules: BTreeSet<&'static str>,
}

/// The page that is being built, as its parts find it.
#[derive(Clone)]
pub(crate) struct PageContext {
    path: String,
    sends_mail: bool,
    needed: Arc<Mutex<Needed>>,
}

impl PageContext {
    pub(crate) fn new(path: String, sends_mail: bool) -> Self {
        Self { path, sends_mail, needed: Arc::default() }
    }

    /// What the body, which is built by now, has asked for.
    pub(crate) fn needed(&self) -> Needed {
        std::mem::take(&mut *self.needed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A view's function asks; within a closure that leptos runs later, the head would be written already. Outside of a page nothing is
/// needed.
fn ask(of: impl FnOnce(&mut Needed)) {
    if let Some(page) = use_context::<PageContext>() {
        of(&mut page.needed.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Links a style sheet in the head of the page that is being built.
pub(crate) fn needs(sheet: Sheet) {
    ask(|needed| _ = needed.sheets.insert(sheet));
}

/// Loads a small script with the page that is being built. Where [`needs`] can be called, this can.
pub(crate) fn needs_script(name: &'static str) {
    ask(|needed| _ = needed.scripts.insert(name));
}

/// Has the page load the module of an island. Its component calls it, so that a page loads what it shows and nothing else.
pub(crate) fn load_module(name: &'static str) {
    ask(|needed| _ = needed.modules.insert(name));
}

/// The path of the page that is being built, for forms that come back to it; `/` outside of one.
pub(crate) fn page_path() -> String {
    use_context::<PageContext>().map_or_else(|| "/".to_owned(), |page| page.path)
}

/// Whether a mail server is set. Without one, mail is only read on pages, and no page may say that something is sent.
pub(crate) fn sends_mail() -> bool {
    use_context::<PageContext>().is_some_and(|page| page.sends_mail)
}
