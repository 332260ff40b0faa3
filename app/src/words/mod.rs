//! The English of codes and facts, for pages, the API, the command line and WASM alike.
//!
//! `shared` says what is so, as codes with parameters; this module says it to people. Each `match` here names every code, so
//! a new code does not compile until it has words. Another language is another module of these functions, chosen here.
//! The API keeps the sentences that its contract fixes (`server::detail`) and takes all others from here.

pub mod amounts;
#[cfg(feature = "ssr")]
pub mod codes;
#[cfg(feature = "ssr")]
mod connectivity;
#[cfg(feature = "ssr")]
mod faults;
mod files;
pub mod findings;
#[cfg(feature = "ssr")]
mod floor;
#[cfg(feature = "ssr")]
pub mod log;
#[cfg(feature = "ssr")]
pub mod log_changes;
#[cfg(feature = "ssr")]
pub mod mail;
#[cfg(feature = "ssr")]
pub mod people;
#[cfg(feature = "ssr")]
pub mod pictures;
#[cfg(feature = "ssr")]
pub mod plan;
#[cfg(feature = "ssr")]
mod prizes;
#[cfg(feature = "ssr")]
pub mod project_files;
#[cfg(feature = "ssr")]
mod refusals;
pub mod scores;
#[cfg(feature = "ssr")]
mod settings;
pub mod statement;
pub mod texts;
#[cfg(feature = "ssr")]
pub mod visit;
#[cfg(feature = "ssr")]
pub mod webhook;

#[cfg(feature = "ssr")]
pub use connectivity::{Called, connectivity, list_items};
#[cfg(feature = "ssr")]
pub use faults::{fault, faults};
#[cfg(feature = "ssr")]
pub use prizes::decided_by;
#[cfg(feature = "ssr")]
pub use refusals::{ballot, refusal};
