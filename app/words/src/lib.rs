//! The English of codes and facts, for pages, the API, the command line and WASM alike.
//!
//! `shared` says what is so, as codes with parameters; this crate says it to people. Each `match` here names every code, so
//! a new code does not compile until it has words. Another language is another module of these functions, chosen here.
//! The API keeps the sentences that its contract fixes (`portal::detail`) and takes all others from here.

pub mod address;
pub mod amounts;
pub mod badge;
mod chances;
pub mod codes;
pub mod confirmations;
mod connectivity;
pub mod evidence;
mod faults;
mod files;
pub mod findings;
mod floor;
pub mod html;
pub mod list_file;
pub mod log;
pub mod log_changes;
pub mod mail;
pub mod notices;
pub mod order;
pub mod outside;
mod panels;
pub mod people;
pub mod pictures;
pub mod plan;
mod prizes;
pub mod project_files;
pub mod proposals;
mod refusals;
pub mod score_file;
pub mod scores;
mod settings;
pub mod statement;
pub mod texts;
pub mod times;
mod titles;
pub mod usual_rubrics;
pub mod visit;
pub mod webhook;
mod withheld;

pub use amounts::{
    NAMED, and_list, and_more, capital, joined, other_team, plural, quoted, thousands, told_apart,
    units_joined, with_team,
};
pub use chances::{CHANCES_ASSUME, outdated_run};
pub use connectivity::{ConnectivityNames, connectivity};
pub use faults::{fault, faults};
pub use panels::{panels, who_chose};
pub use prizes::{REPEATS, decided_by, won_by};
pub use refusals::{ballot, refusal};
pub use times::{complete_sentence, countdown, days, iso, opening, relative, short_stamp, span, stamp};
pub use titles::{cut_names, few_names, name_few};
