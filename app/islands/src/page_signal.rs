//! The signal that the islands of a form follow. It holds what the page says: the server begins it with what it renders, and the
//! form's behaviour changes it.

/// Makes `shown`, the page's signal of this type, and `text` and `flag`, by which islands follow it. `$first` is what the signal
/// begins with in the browser, before the form's behaviour says what holds. Hydrating changes nothing in the page.
///
/// A reader is a plain function of what is shown and of the island's number, so that one closure is compiled for all.
macro_rules! page_signal {
    ($shown:ty, $first:expr) => {
        /// A text that follows the signal.
        pub(super) fn text(
            number: usize,
            read: fn(&$shown, usize) -> std::borrow::Cow<'_, str>,
        ) -> Box<dyn Fn() -> String + Send> {
            let shown = shown();
            Box::new(move || leptos::prelude::With::with(&shown, |shown| read(shown, number).into_owned()))
        }

        /// An attribute that is there or not, and follows the signal.
        pub(super) fn flag(number: usize, read: fn(&$shown, usize) -> bool) -> Box<dyn Fn() -> bool + Send> {
            let shown = shown();
            Box::new(move || leptos::prelude::With::with(&shown, |shown| read(shown, number)))
        }

        /// What the page says: on the server that of the page that is rendered.
        #[cfg(feature = "ssr")]
        pub(super) fn shown() -> leptos::prelude::RwSignal<$shown> {
            leptos::prelude::use_context()
                .unwrap_or_else(|| leptos::prelude::RwSignal::new(<$shown>::default()))
        }

        /// What the page says.
        #[cfg(not(feature = "ssr"))]
        pub(super) fn shown() -> leptos::prelude::RwSignal<$shown> {
            thread_local! {
                static SHOWN: std::cell::OnceCell<leptos::prelude::RwSignal<$shown>> =
                    const { std::cell::OnceCell::new() };
            }
            SHOWN.with(|shown| *shown.get_or_init(|| leptos::prelude::RwSignal::new($first)))
        }
    };
}
pub(crate) use page_signal;
