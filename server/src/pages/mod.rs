//! Pages: reads the request, calls the operation, renders the view. A page decides nothing.

pub mod account;
pub mod admin;
pub mod audit;
pub mod certificate;
pub mod delete_account;
pub mod event;
pub mod event_page;
pub mod forms;
pub mod gallery;
pub mod judge;
pub mod mail;
pub mod manage;
pub mod page_result;
pub mod password;
pub mod project;
pub mod refusals;
pub mod render;
pub mod results;
pub mod sign_in;
pub mod sign_up;
pub mod styleguide;
pub mod submit;
pub mod team;
pub mod verify;
pub mod verify_file;
pub mod vote;
