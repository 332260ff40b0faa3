//! Whether an event wants evidence, as an organizer chooses it.

use crate::prelude::*;
use crate::teammates::version;

/// The most names of other events that an organizer gives.
pub const MOST_NAMES: usize = 20;

/// Whether the portal looks at repositories, texts and links, and which names it looks for in a first message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvidenceChoice {
    /// It looks.
    pub wanted: bool,
    /// It also looks for the same work in earlier events of this portal whose organizers agreed, too.
    pub across: bool,
    /// Names of other events.
    pub names: Vec<String>,
}

impl EvidenceChoice {
    /// Names this state.
    pub fn version(&self) -> String {
        let wanted = if self.wanted { "wanted" } else { "" };
        let across = if self.across { "across" } else { "" };
        version([wanted, across].into_iter().chain(self.names.iter().map(String::as_str)))
    }
}

/// The choice as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedEvidence {
    /// Ticked.
    pub wanted: bool,
    /// Ticked.
    pub across: bool,
    /// A name a line.
    pub names: String,
}

impl TypedEvidence {
    /// A stored one, as the form shows it.
    pub fn of(choice: &EvidenceChoice) -> Self {
        Self { wanted: choice.wanted, across: choice.across, names: choice.names.join("\n") }
    }

    /// Reads a form.
    pub fn of_form(form: &FormFields) -> Self {
        Self {
            wanted: form.ticked("evidence"),
            across: form.ticked("evidence_across"),
            names: form.get("evidence_names").to_owned(),
        }
    }

    /// Reads both fields; what is wrong goes to `errors`.
    pub fn read(&self, errors: &mut FieldErrors) -> EvidenceChoice {
        let lines = self.names.lines().map(str::trim).filter(|line| !line.is_empty());
        let names: Vec<String> = lines
            .map(|line| text::clean_line("evidence_names", TextField::Name, line, text::NAME, errors))
            .collect();
        if names.len() > MOST_NAMES {
            errors.add("evidence_names", SettingFault::ManyNames { most: MOST_NAMES });
        }
        EvidenceChoice { wanted: self.wanted, across: self.across, names }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lines_and_empty_ones_are_left_out() {
        let read = |names: String| {
            let mut errors = FieldErrors::default();
            let choice = TypedEvidence { wanted: true, across: false, names }.read(&mut errors);
            (choice.names, errors.0.is_empty())
        };
        assert_eq!(
            read(" HackZurich \r\n\r\nLauzHack\n".into()),
            (vec!["HackZurich".into(), "LauzHack".into()], true)
        );
        assert!(!read("a\n".repeat(MOST_NAMES + 1)).1);
        assert!(!read("x".repeat(text::NAME + 1)).1);
    }

    #[test]
    fn each_change_has_another_version() {
        let of = |wanted, across, names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            EvidenceChoice { wanted, across, names }.version()
        };
        assert_ne!(of(true, false, &[]), of(false, false, &[]));
        assert_ne!(of(true, false, &[]), of(true, true, &[]));
        assert_ne!(of(true, false, &["a", "b"]), of(true, false, &["a b"]));
    }
}
