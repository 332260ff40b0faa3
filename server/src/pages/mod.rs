//! Pages: reads the request, calls the operation, renders the view. A page decides nothing.

pub mod render;
pub mod shown;
