//! The attribute of a test that has a database of its own.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Makes `async fn name(pool: PgPool)` a test, which `crate::support::on_a_copy` runs on a copy of a template: of a migrated database,
/// or of the one that is named, as in `#[database_test(JUDGED)]`. In place of the pool, or beside it, a test names what it begins
/// with: whatever is `crate::support::Given`, its type in one word.
///
/// It is `sqlx::test` with one difference: the test is handed over as a function of one type. `sqlx::test` is generic over the test, so
/// the compiler writes the 180 functions of a runtime anew for each: two thirds of the program with 370 tests.
#[proc_macro_attribute]
pub fn database_test(template: TokenStream, test: TokenStream) -> TokenStream {
    let mut signature = test.clone().into_iter().skip_while(|token| token.to_string() != "fn").skip(1);
    let name = signature.next().map_or_else(|| "no_function".to_owned(), |name| name.to_string());
    let parameters = signature.next().into_iter().flat_map(|token| match token {
        TokenTree::Group(parameters) => parameters.stream(),
        _ => TokenStream::new(),
    });
    let parameters: Vec<String> = parameters.map(|token| token.to_string()).collect();
    let given = parameters.windows(2).filter_map(|pair| match pair {
        [colon, of] if colon == ":" => Some(format!("<{of} as crate::support::Given>::given(&pool).await, ")),
        _ => None,
    });
    let given: String = given.collect();
    let template =
        if template.is_empty() { "crate::support::MIGRATED".to_owned() } else { template.to_string() };
    let test_of = format!("|pool| Box::pin(async move {{ Box::pin({name}({given})).await }})");
    let run = tokens(&format!("crate::support::on_a_copy(&{template}, {test_of})"));
    let body = test.into_iter().chain(run).collect();
    let test = TokenTree::Group(Group::new(Delimiter::Brace, body));
    tokens(&format!("#[test] fn {name}()")).into_iter().chain([test]).collect()
}

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
