//! The texts of a project's form, field by field. Each field has three: what is typed, what the server took from this form
//! last (`saved`), and what the server holds (`was`). What differs from `saved` is sent with `was` beside it, so that a
//! teammate's change is never overwritten. Nothing here touches the browser.

use shared::teammates::fingerprint;

/// A field's name with a text.
pub(super) type Text = (String, String);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) typed: String,
    /// What the server took from this form last, or rendered.
    pub(super) saved: String,
    /// What the server holds, as it writes it.
    pub(super) was: String,
}

impl Field {
    /// A field as the server rendered it.
    pub(super) fn rendered(name: String, text: String) -> Self {
        Self { name, typed: text.clone(), saved: text.clone(), was: text }
    }

    /// A field that holds what was typed and never saved, of something that does not exist yet.
    pub(super) fn unsaved(name: String, typed: String) -> Self {
        Self { name, typed, ..Self::default() }
    }

    fn changed(&self) -> bool {
        self.typed != self.saved
    }
}

/// A text without what the server may change as it stores it: capitals and blanks in tags, a slash in an address.
fn fold(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A field that is not saved, as this device keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptField {
    pub(super) name: String,
    pub(super) typed: String,
    /// The print of what the server held then.
    pub(super) was: String,
}

/// What becomes of a kept copy when the form is opened again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Restored {
    /// The server has all of it.
    Saved,
    /// These texts go back into the form.
    Put(Vec<Text>),
    /// The server's text or the form's changed since: a person chooses.
    Choose,
}

/// The fields of the form, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields(pub(super) Vec<Field>);

impl Fields {
    /// What is typed in a field; empty where the form does not have it.
    pub(super) fn typed(&self, name: &str) -> &str {
        self.0.iter().find(|field| field.name == name).map_or("", |field| &field.typed)
    }

    /// What the server holds of a field.
    pub(super) fn was(&self, name: &str) -> &str {
        self.0.iter().find(|field| field.name == name).map_or("", |field| &field.was)
    }

    /// What differs from what the server took last.
    pub(super) fn changed(&self) -> Vec<Text> {
        let changed = self.0.iter().filter(|field| field.changed());
        changed.map(|field| (field.name.clone(), field.typed.clone())).collect()
    }

    /// The server took `sent`, and answered with the project that it `stored`. Whatever a teammate changed meanwhile
    /// becomes the text of a field that was left alone here; what is typed here stays.
    pub(super) fn take(&mut self, sent: &[Text], stored: impl Fn(&str) -> String) {
        for field in &mut self.0 {
            let stored = stored(&field.name);
            if let Some((_, text)) = sent.iter().find(|(name, _)| *name == field.name) {
                field.saved.clone_from(text);
            } else if !field.changed() {
                if stored != field.was {
                    field.typed.clone_from(&stored);
                }
                field.saved.clone_from(&field.typed);
            } else {
                continue;
            }
            field.was = stored;
        }
    }

    /// What this device keeps: each field that is not saved, or all of them where `all`.
    pub(super) fn kept(&self, all: bool) -> Vec<KeptField> {
        let kept = self.0.iter().filter(|field| all || field.changed());
        kept.map(|field| KeptField {
            name: field.name.clone(),
            typed: field.typed.clone(),
            was: fingerprint(&field.was),
        })
        .collect()
    }

    /// Compares a kept copy with the form as it is now. `trying` was sent, and its answer was lost: where the server holds
    /// it, that is no teammate's change.
    pub(super) fn restore(&self, kept: &[KeptField], trying: &[Text]) -> Restored {
        let mut put = Vec::new();
        for kept in kept {
            let Some(field) = self.0.iter().find(|field| field.name == kept.name) else { continue };
            let stored = fold(&field.was);
            let mut ours =
                trying.iter().filter(|(name, text)| *name == kept.name && fold(text) == stored).peekable();
            let is_ours = ours.peek().is_some();
            if field.typed == kept.typed || ours.any(|(_, text)| *text == kept.typed) {
                continue;
            }
            if field.changed() || !(is_ours || kept.was == fingerprint(&field.was)) {
                return Restored::Choose;
            }
            put.push((kept.name.clone(), kept.typed.clone()));
        }
        if put.is_empty() { Restored::Saved } else { Restored::Put(put) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(texts: [(&str, &str); 2]) -> Fields {
        Fields(texts.map(|(name, text)| Field::rendered(name.to_owned(), text.to_owned())).into())
    }

    fn form() -> Fields {
        fields([("title", "Lamp"), ("tags", "light")])
    }

    fn write(form: &mut Fields, at: usize, text: &str) {
        form.0[at].typed = text.to_owned();
    }

    fn text(name: &str, text: &str) -> Text {
        (name.to_owned(), text.to_owned())
    }

    /// What the server holds, by name.
    fn stored(title: &str, tags: &str) -> impl Fn(&str) -> String + use<> {
        let (title, tags) = (title.to_owned(), tags.to_owned());
        move |name| if name == "title" { title.clone() } else { tags.clone() }
    }

    #[test]
    fn what_was_sent_is_saved_as_it_was_typed_and_held_as_it_is_stored() {
        let mut form = form();
        write(&mut form, 1, "Light, Maps");
        assert_eq!(form.changed(), [text("tags", "Light, Maps")]);
        form.take(&form.changed(), stored("Lamp", "light, maps"));
        assert_eq!(
            (form.changed(), form.was("tags"), form.typed("tags")),
            (vec![], "light, maps", "Light, Maps")
        );
    }

    #[test]
    fn what_is_typed_while_a_save_is_under_way_is_still_to_be_sent() {
        let mut form = form();
        write(&mut form, 0, "Lantern");
        let sent = form.changed();
        write(&mut form, 0, "Lantern!");
        form.take(&sent, stored("Lantern", "light"));
        assert_eq!((form.changed(), form.was("title")), (vec![text("title", "Lantern!")], "Lantern"));
    }

    #[test]
    fn a_teammates_text_comes_into_a_field_that_was_left_alone_and_into_no_other() {
        let mut form = form();
        write(&mut form, 0, "Lantern");
        form.take(&[], stored("Torch", "fire"));
        assert_eq!(
            (form.typed("title"), form.was("title")),
            ("Lantern", "Lamp"),
            "typed here: compared when it is sent"
        );
        assert_eq!((form.typed("tags"), form.was("tags")), ("fire", "fire"));
        assert_eq!(form.changed(), [text("title", "Lantern")]);
    }

    #[test]
    fn a_kept_copy_comes_back_where_the_server_still_holds_the_version_it_began_from() {
        let mut typed = form();
        write(&mut typed, 0, "Lantern");
        let kept = typed.kept(false);
        assert_eq!((kept.len(), typed.kept(true).len()), (1, 2));
        assert_eq!(form().restore(&kept, &[]), Restored::Put(vec![text("title", "Lantern")]));
        let elsewhere = fields([("title", "Lamp"), ("tags", "fire")]);
        assert_eq!(elsewhere.restore(&kept, &[]), Restored::Put(vec![text("title", "Lantern")]));
        assert_eq!(fields([("title", "Lantern"), ("tags", "")]).restore(&kept, &[]), Restored::Saved);
        assert_eq!(fields([("title", "Torch"), ("tags", "light")]).restore(&kept, &[]), Restored::Choose);
    }

    #[test]
    fn a_save_whose_answer_was_lost_is_no_teammates_change() {
        let mut typed = form();
        write(&mut typed, 0, "Lantern");
        let tried = typed.changed();
        write(&mut typed, 0, "Lantern!");
        let now = fields([("title", "Lantern"), ("tags", "light")]);
        assert_eq!(now.restore(&typed.kept(false), &tried), Restored::Put(vec![text("title", "Lantern!")]));
        assert_eq!(now.restore(&typed.kept(false), &[]), Restored::Choose);
        let more = [vec![text("title", "Torch")], tried].concat();
        assert_eq!(now.restore(&typed.kept(false), &more), Restored::Put(vec![text("title", "Lantern!")]));
        let mut typed = form();
        write(&mut typed, 1, "Light,  Maps");
        let stored = fields([("title", "Lamp"), ("tags", "light, maps")]);
        assert_eq!(stored.restore(&typed.kept(false), &typed.changed()), Restored::Saved);
    }

    #[test]
    fn what_is_typed_before_the_copy_is_found_is_not_overwritten() {
        let mut typed = form();
        write(&mut typed, 0, "Lantern");
        let mut open = form();
        write(&mut open, 0, "Torch");
        assert_eq!(open.restore(&typed.kept(false), &[]), Restored::Choose);
    }
}
