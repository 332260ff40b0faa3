//! Pages and their components: a model in, HTML out.

pub mod components;
mod direction;
mod draw;
pub mod layout;
pub mod pages;
mod texts;
mod units;
