//! Texts on their way into a statement of the store.

use store::audit_log::pattern;
use store::mail_delivery::one_line;

#[test]
fn what_is_searched_for_is_no_pattern() {
    assert_eq!(pattern(r"50%_\o"), r"%50\%\_\\o%");
}

#[test]
fn a_servers_words_are_one_short_line() {
    assert_eq!(one_line("550 5.1.1\r\n no\u{0}such\tuser "), "550 5.1.1 no such user");
    assert_eq!(one_line(&"ü".repeat(1_000)).chars().count(), 300);
}
