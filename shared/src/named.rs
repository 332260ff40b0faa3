//! Values with a word each, by which they are stored, sent and named in forms.

/// Gives a type its words, in the order in which its values are offered.
#[macro_export]
macro_rules! named {
    ($of:ident: $($value:ident = $word:literal),+ $(,)?) => {
        $crate::named! { $of, name, from_name: $($value = $word),+ }
    };
    ($of:ident, $name:ident, $from_name:ident: $($value:ident = $word:literal),+ $(,)?) => {
        impl $of {
            /// All of them, in the order in which they are offered.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$value),+];

            /// Its word.
            pub fn $name(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }

            /// The one with this word.
            pub fn $from_name(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::visit::VisitMark;

    #[test]
    fn every_word_leads_back_to_its_value() {
        for mark in VisitMark::ALL {
            assert_eq!(VisitMark::from_name(mark.name()), Some(mark));
        }
        assert_eq!(VisitMark::from_name("late"), None);
    }
}
