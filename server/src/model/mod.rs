//! What operations read and return: plain structs of the domain, a file per noun. The store fills them from its private
//! rows, pages turn them into views, and the API turns them into the objects of its contract. A model knows neither SQL
//! nor HTML nor the API, so a new column reaches nobody before somebody names it in all three.

pub mod account;
pub mod assignment;
pub mod audit;
pub mod backlog;
pub mod ballot;
pub mod board;
pub mod ceremony;
pub mod checklist;
pub mod comment;
pub mod conflict;
pub mod context;
pub mod deliberation;
pub mod delivery;
pub mod event;
pub mod export;
pub mod feedback;
pub mod first_three;
pub mod floor;
pub mod guest;
pub mod idempotency;
pub mod invitation;
pub mod keeping;
pub mod list_page;
pub mod mail;
pub mod managed_account;
pub mod member;
pub mod need;
pub mod note;
pub mod notice;
pub mod open_data;
pub mod overview;
pub mod person;
pub mod plan;
pub mod prize;
pub mod project;
pub mod project_import;
pub mod publication;
pub mod rate;
pub mod record;
pub mod review;
pub mod run;
pub mod settings;
pub mod team;
pub mod webhook;
