//! Pages and their components: a model in, HTML out.

pub mod components;
mod direction;
pub mod layout;
pub mod pages;
mod prelude;
mod texts;
