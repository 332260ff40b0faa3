//! Tells the tabs of one browser apart, and lets them know of each other.

#![cfg_attr(
    not(feature = "ssr"),
    allow(dead_code, reason = "only the scoring form tells other tabs anything")
)]

use super::browser::Store;
use std::cell::RefCell;

/// Holds a tab's own name while no page of the tab is open.
const OWN: &str = "evenhand-tab";
/// Every other tab is sent an event when this is written; it is removed again at once.
const CALL: &str = "evenhand-open";
/// `style/assets/kept.js` writes here whose texts it is about to forget.
pub(super) const FORGOTTEN: &str = "evenhand-forgotten";

thread_local! {
    static NAME: RefCell<String> = const { RefCell::new(String::new()) };
}

pub(super) fn name() -> String {
    NAME.with_borrow(Clone::clone)
}

/// Takes the tab's name for this page, or a new one. A reload finds the name again. A duplicated tab does not, although
/// it gets a copy of the tab's storage: while a page is open, the name is not in it.
pub(super) fn enter() {
    let name = Store::Tab.get(OWN).unwrap_or_else(|| {
        let digits: String = js_sys::Math::random().to_bits().to_string();
        digits.chars().rev().take(12).collect()
    });
    Store::Tab.remove(OWN);
    NAME.set(name);
}

/// Leaves the name to the tab's next page.
pub(super) fn leave() {
    Store::Tab.set(OWN, &name());
}

/// What one tab tells the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// The page was opened.
    Hello,
    /// It is open here too.
    Here,
    /// It was left.
    Bye,
}

impl Call {
    fn word(self) -> &'static str {
        match self {
            Self::Hello => "hello ",
            Self::Here => "here ",
            Self::Bye => "bye ",
        }
    }

    /// Reads a call about this page; none for another page and for any other text.
    pub(super) fn read(key: &str, value: &str, page: &str) -> Option<Self> {
        let all = [Self::Hello, Self::Here, Self::Bye];
        all.into_iter().find(|call| key == CALL && value.strip_prefix(call.word()) == Some(page))
    }
}

/// Tells the other tabs about a page, by a name that its tabs share.
pub(super) fn send_call(call: Call, page: &str) {
    Store::Device.set(CALL, &[call.word(), page].concat());
    Store::Device.remove(CALL);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_hears_what_is_called_about_its_own_page() {
        assert_eq!(Call::read(CALL, "hello r-1-2", "r-1-2"), Some(Call::Hello));
        assert_eq!(Call::read(CALL, "bye r-1-2", "r-1-2"), Some(Call::Bye));
        for (key, value) in [(CALL, "hello r-1-21"), (CALL, ""), ("other", "hello r-1-2")] {
            assert_eq!(Call::read(key, value, "r-1-2"), None);
        }
    }
}
