//! What records that anyone can check are tried with, natively, in WASM, through the API and on the page alike:
//! published vectors as they are ([`raw`], [`jcs`]), a signed document with the peculiarity of each ([`twins`],
//! [`classes`]), signed documents changed a little ([`mutated`]), and forgeries by the formats' own rules ([`forged`]).
//!
//! It is for the tests: nothing that is shipped depends on it.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the tests' own data: what does not read is a fault of the test"
)]

pub mod classes;
pub mod document;
pub mod files;
pub mod forged;
pub mod jcs;
pub mod mutated;
pub mod raw;
pub mod twins;
