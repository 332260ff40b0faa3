//! Stands in for what the API's document needs, where it is not compiled: a type says once how it is described, and the browser
//! gets nothing of it.

use proc_macro::TokenStream;

/// Derives nothing, and lets `#[schema(…)]` stand.
#[proc_macro_derive(ToSchema, attributes(schema))]
pub fn no_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
