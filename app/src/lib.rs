//! Pages and their components: a model in, HTML out.

pub mod components;
mod direction;
pub mod layout;
mod outside;
mod page_context;
pub mod pages;
mod prelude;
mod texts;
