//! The file that says whom to tell of a security problem.

use web::pages::security_txt::document;

#[test]
fn the_file_names_contact_end_and_address() {
    let now = "2026-11-22T20:30:00Z".parse().unwrap();
    assert_eq!(
        document("mailto:security@example.org", "https://judging.example", now),
        "Contact: mailto:security@example.org\nExpires: 2027-02-20T00:00:00Z\nPreferred-Languages: en\n\
         Canonical: https://judging.example/.well-known/security.txt\n"
    );
}
