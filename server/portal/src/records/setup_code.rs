//! The code that makes the first account. It follows from the signing key, which all processes of a portal share, so it is
//! stored nowhere and is the same after a restart.

use super::signer::Signer;
use crate::secrets::same;
use shared::ballot::{code_of, read_code};

/// Characters of each half.
const HALF: usize = 10;

/// The code as the log prints it: `01Z0AM987Z-8H3K0QWERT`.
pub fn printed(signer: &Signer) -> String {
    let [first, second] = halves(signer);
    format!("{first}-{second}")
}

/// Whether this is the code, as people type it: case, blanks and hyphens make no difference.
pub fn is_right(signer: &Signer, typed: &str) -> bool {
    let signs: Vec<char> = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let (first, second) = signs.split_at(HALF.min(signs.len()));
    let read = |half: &[char]| read_code(&half.iter().collect::<String>());
    let [right_first, right_second] = halves(signer);
    match (read(first), read(second)) {
        (Some(first), Some(second)) => {
            same(&format!("{first}{second}"), &format!("{right_first}{right_second}"))
        }
        _ => false,
    }
}

fn halves(signer: &Signer) -> [String; 2] {
    let bytes = signer.derived(b"evenhand setup code");
    let half = |at: usize| code_of(std::array::from_fn(|n| bytes.get(at + n).copied().unwrap_or_default()));
    [half(0), half(HALF)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::secret::Secret;

    fn signer(byte: u8) -> Signer {
        Signer::of(Secret::from_bytes([byte; 32]), "https://portal.example")
    }

    #[test]
    fn the_code_is_read_as_people_type_it() {
        let code = printed(&signer(7));
        assert_eq!(code.len(), 21);
        let loose = code.to_lowercase().replace('-', " ");
        assert!(is_right(&signer(7), &code) && is_right(&signer(7), &loose), "{code}");
        assert!(!is_right(&signer(8), &code), "another key has another code");
        for wrong in ["", "x", &code[..10], &format!("{code}A"), &"0".repeat(20)] {
            assert!(!is_right(&signer(7), wrong), "{wrong}");
        }
    }
}
