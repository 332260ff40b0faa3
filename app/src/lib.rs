//! Pages, components and islands: a model in, HTML out.

#[cfg(feature = "ssr")]
mod address;
#[cfg(feature = "ssr")]
pub mod components;
#[cfg(feature = "ssr")]
mod draw;
mod html;
#[cfg(any(feature = "ssr", feature = "review-form", feature = "project-form"))]
mod icon;
mod icon_paths;
pub mod islands;
#[cfg(feature = "ssr")]
pub mod layout;
#[cfg(feature = "ssr")]
pub mod pages;
pub mod words;
