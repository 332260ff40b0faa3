//! The checks of an account's fields.

use crate::prelude::*;
use shared::common_password::is_common;

pub const SHORTEST_PASSWORD: usize = 10;
/// Longest password: what is longer is a mistake, and costs time to hash.
pub const LONGEST_PASSWORD: usize = 200;

/// Checks a new password: its length, and that it is not among those that are tried first.
pub fn check_password(field: &str, password: &str, errors: &mut FieldErrors) {
    let length = password.chars().count();
    if length < SHORTEST_PASSWORD {
        errors.add(field, Fault::PasswordShort { shortest: SHORTEST_PASSWORD });
    } else if length > LONGEST_PASSWORD {
        errors.add(field, Fault::PasswordLong { longest: LONGEST_PASSWORD });
    } else if is_common(password) {
        errors.add(field, Fault::PasswordCommon);
    }
}

/// Checks the display name of a new account.
pub(super) fn check_name(name: &str, errors: &mut FieldErrors) -> String {
    text::clean_name("name", TextField::Name, name, Unnamed::Person, errors)
}
