//! Accounts: who somebody is, sessions and tokens.

mod attempts;
pub mod demo_accounts;
pub mod fields;
pub mod first;
pub mod flow;
pub mod hasher;
pub mod identification;
pub mod leave;
pub mod links;
pub mod mails;
pub mod manage;
pub mod me;
pub mod merge;
pub mod passkey_sign_in;
pub mod passkeys;
pub mod password;
pub mod passwords;
pub mod provider;
pub mod sign_in;
pub mod sign_on;
pub mod sign_up;
pub mod tokens;
pub mod users;
pub mod ways_in;
