//! The attribute of a test that has a database of its own.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Makes `async fn name(pool: PgPool)` a test, which `crate::support::on_a_copy` runs on a copy of a template: of a migrated database,
/// or of the one that is named, as in `#[database_test(JUDGED)]`. In place of the pool, or beside it, a test names what it begins
/// with: whatever is `crate::support::Given`, its type in one word.
///
/// What else a test begins with, an expression of `pool` makes, after the template if there is one. It is a future of one value, or of a
/// tuple of as many as the test has parameters; the pool is not counted. Of what it makes, a test leaves out by `_: World` what it does
/// not use. A test with a `World` reaches the pool through it.
///
/// ```ignore
/// #[database_test]                                 async fn name(pool: PgPool)
/// #[database_test(JUDGED)]                         async fn name(demo: World, site: Site)
/// #[database_test(demo().served(&pool))]           async fn name(world: World, site: Site)
/// #[database_test(WORLD, judged(pool))]            async fn name(world: World, mut app: Session)
/// ```
///
/// It is `sqlx::test` with one difference: the test is handed over as a function of one type. `sqlx::test` is generic over the test, so
/// the compiler writes the 180 functions of a runtime anew for each: two thirds of the program with 370 tests.
#[proc_macro_attribute]
pub fn database_test(attribute: TokenStream, test: TokenStream) -> TokenStream {
    let attribute: Vec<TokenTree> = attribute.into_iter().collect();
    let migrated = "crate::support::MIGRATED".to_owned();
    let (template, set_up) = match attribute.as_slice() {
        [] => (migrated, None),
        [template] => (template.to_string(), None),
        [template, comma, set_up @ ..] if comma.to_string() == "," => (template.to_string(), Some(set_up)),
        set_up => (migrated, Some(set_up)),
    };
    let mut signature = test.clone().into_iter().skip_while(|token| token.to_string() != "fn").skip(1);
    let name = signature.next().map_or_else(|| "no_function".to_owned(), |name| name.to_string());
    let parameters = signature.next().into_iter().flat_map(|token| match token {
        TokenTree::Group(parameters) => parameters.stream(),
        _ => TokenStream::new(),
    });
    let parameters: Vec<String> = parameters.map(|token| token.to_string()).collect();
    let types = parameters.windows(2).filter_map(|pair| match pair {
        [colon, of] if colon == ":" => Some(of),
        _ => None,
    });
    let (mut made, mut given) = (Vec::new(), String::new());
    for of in types {
        if set_up.is_some() && of != "PgPool" {
            let value = format!("given_{}", made.len());
            given.push_str(&format!("{value}, "));
            made.push(value);
        } else {
            given.push_str(&format!("<{of} as crate::support::Given>::given(&pool).await, "));
        }
    }
    let made = if made.len() == 1 { made.concat() } else { format!("({})", made.join(", ")) };
    let set_up = set_up.map_or_else(String::new, |set_up| {
        let set_up: TokenStream = set_up.iter().cloned().collect();
        format!("let {made} = Box::pin({set_up}).await; ")
    });
    let test_of = format!("|pool| Box::pin(async move {{ {set_up}Box::pin({name}({given})).await }})");
    let run = tokens(&format!("crate::support::on_a_copy(&{template}, {test_of})"));
    let body = test.into_iter().chain(run).collect();
    let test = TokenTree::Group(Group::new(Delimiter::Brace, body));
    tokens(&format!("#[test] fn {name}()")).into_iter().chain([test]).collect()
}

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
