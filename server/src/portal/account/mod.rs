//! Accounts: who somebody is, sessions and tokens.

pub mod demo_accounts;
pub mod identify;
pub mod me;
pub mod passwords;
pub mod secrets;
pub mod sign_in;
pub mod tokens;
pub mod users;
