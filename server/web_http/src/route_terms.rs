//! What a route allows its requests: how often they may come, how large they may be, how long they may take.

use super::form::MOST_FIELDS;
use super::shelf::Keep;
use crate::prelude::*;
use portal::limits::Limit;

/// The largest body of a route, how long it may take to come, and who reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyTerms {
    pub most: usize,
    /// Most fields of a form.
    pub fields: usize,
    /// How long the body may take to come.
    pub deadline: Duration,
    /// Whether the handler reads it, after it has seen who sends it. All other bodies are read before their handler runs.
    pub by_handler: bool,
}

impl BodyTerms {
    /// A form or a JSON object.
    pub const USUAL: Self =
        Self { most: 1024 * 1024, fields: MOST_FIELDS, deadline: Duration::from_mins(1), by_handler: false };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteTerms {
    /// The limits that each request counts against.
    pub limits: &'static [Limit],
    pub body: BodyTerms,
    /// How long the handler may work. A body that was read before it had time of its own.
    pub deadline: Duration,
    /// How long its public answers are kept; none are by default.
    pub keep: Option<Keep>,
    /// Whether it lists the caller's assignments: the statement that finds who calls reads them too.
    pub lists_assignments: bool,
}

impl RouteTerms {
    /// A request that only reads. Most are done in milliseconds: who waits longer than 20 seconds has given up.
    pub const READ: Self = Self {
        limits: &[],
        body: BodyTerms::USUAL,
        deadline: Duration::from_secs(20),
        keep: None,
        lists_assignments: false,
    };

    /// A request that writes, and counts against these limits.
    pub const fn write(limits: &'static [Limit]) -> Self {
        Self { limits, ..Self::READ }
    }
}

/// The terms of every route, by path and method.
#[derive(Clone, Debug, Default)]
pub struct RouteTable(Arc<HashMap<String, Vec<(Method, RouteTerms)>>>);

impl RouteTable {
    /// The table of these routes.
    pub fn new(routes: impl Iterator<Item = (Method, String, RouteTerms)>) -> Self {
        let mut table: HashMap<String, Vec<_>> = HashMap::new();
        for (method, path, terms) in routes {
            table.entry(path).or_default().push((method, terms));
        }
        Self(Arc::new(table))
    }

    /// Puts the terms of its route into a request.
    pub(super) fn attach(&self, request: &mut Request) -> RouteTerms {
        let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
        let terms = self.terms(request.method(), path);
        request.extensions_mut().insert(terms);
        terms
    }

    /// What is allowed to a request that names no route is what the strictest routes allow.
    fn terms(&self, method: &Method, path: Option<&str>) -> RouteTerms {
        let method = if *method == Method::HEAD { &Method::GET } else { method };
        let of_path = path.and_then(|path| self.0.get(path));
        let found = of_path.and_then(|all| all.iter().find(|(of, _)| of == method)).map(|(_, terms)| terms);
        let unknown = if matches!(*method, Method::GET | Method::OPTIONS) {
            RouteTerms::READ
        } else {
            RouteTerms::write(&[Limit::Writes])
        };
        found.copied().unwrap_or(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_without_a_route_is_allowed_least() {
        let files = RouteTerms::write(&[Limit::Files]);
        let table = RouteTable::new([(Method::GET, "/file".to_owned(), files)].into_iter());
        for method in [Method::GET, Method::HEAD] {
            assert_eq!(table.terms(&method, Some("/file")), files);
            assert_eq!(table.terms(&method, None), RouteTerms::READ);
        }
        for method in [Method::POST, Method::DELETE] {
            assert_eq!(table.terms(&method, Some("/file")), RouteTerms::write(&[Limit::Writes]), "{method}");
        }
    }
}
