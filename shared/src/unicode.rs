//! Unicode's normal forms. A browser knows them: the tables are 100 kB, and a module that is sent to one has no use for its own.

#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// Composed: the form in which texts are stored.
    Nfc,
    /// Composed, and what looks nearly the same made the same: for comparing.
    Nfkc,
    /// The same, taken apart: accents are characters of their own.
    Nfkd,
}

/// A text in a normal form. ASCII is in each of them, and most texts are ASCII.
pub(crate) fn normal(form: Form, text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { normalized(form, text) }
}

#[cfg(not(target_arch = "wasm32"))]
fn normalized(form: Form, text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    match form {
        Form::Nfc => text.nfc().collect(),
        Form::Nfkc => text.nfkc().collect(),
        Form::Nfkd => text.nfkd().collect(),
    }
}

#[cfg(target_arch = "wasm32")]
fn normalized(form: Form, text: &str) -> String {
    let form = match form {
        Form::Nfc => "NFC",
        Form::Nfkc => "NFKC",
        Form::Nfkd => "NFKD",
    };
    js_sys::JsString::from(text).normalize(form).into()
}
