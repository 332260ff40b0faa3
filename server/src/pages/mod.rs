//! Pages: reads the request, calls the operation, renders the view. A page decides nothing.

pub mod account;
pub mod admin;
pub mod audit;
pub mod certificate;
pub mod event;
pub mod forms;
pub mod gallery;
pub mod judge;
pub mod leave;
pub mod mail;
pub mod manage;
pub mod manage_projects;
pub mod password;
pub mod project;
pub mod publication;
pub mod render;
pub mod results;
pub mod shown;
pub mod sign_in;
pub mod sign_up;
pub mod submit;
pub mod team;
pub mod verify;
pub mod verify_file;
pub mod vote;
pub mod voting;
