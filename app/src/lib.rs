//! Pages and their components: a model in, HTML out.

pub mod components;
mod draw;
pub mod layout;
pub mod pages;
