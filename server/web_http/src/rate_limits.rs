//! Counts requests against the limits of their route, and refuses the one too many.

use super::answer;
use super::body_limit::FailedEarly;
use super::path::is_api;
use super::route_terms::RouteTerms;
use crate::prelude::*;
use crate::state::State;
use portal::limits::{self, ExceededLimit, Limit};

/// Says that the request of a person was counted as they were recognised, and which limit it exceeds, if one.
pub(super) struct Counted(pub(super) Option<ExceededLimit>);

/// The counter of a request of nobody: for files and forms, the address's.
fn counter(limit: Limit, caller: &Caller, api: bool) -> Option<(Limit, String)> {
    match (&caller.ip, limit) {
        (Some(ip), Limit::Files) => Some((limit, limits::place(ip))),
        // The page that answers shows the form again, with up to 700 KiB of fields.
        (Some(ip), Limit::Writes | Limit::AnonymousForms) if !api => {
            Some((Limit::AnonymousForms, limits::place(ip)))
        }
        // The API answers 401, which costs less than a count.
        _ => None,
    }
}

/// Counts a request, unless it was, and refuses it where that is once too often. Only the caller has been looked up before.
pub(super) async fn count_request(
    state: &State,
    counted: Option<Counted>,
    request: Request,
    next: Next,
) -> Response {
    let limits = request.extensions().get::<RouteTerms>().map_or(&[][..], |terms| terms.limits);
    // Nobody could be asked who it is: the same database counts.
    if let Some(FailedEarly(Failure::Busy(_) | Failure::Full(_))) = request.extensions().get() {
        return next.run(request).await;
    }
    if limits.is_empty() {
        return next.run(request).await;
    }
    let api = is_api(request.uri().path());
    if let Some(Counted(exceeded)) = counted {
        return match exceeded {
            Some(exceeded) => refuse(exceeded, api, request, next).await,
            None => next.run(request).await,
        };
    }
    let caller = request.extensions().get::<Caller>().cloned().unwrap_or_default();
    for limit in limits {
        let Some((limit, subject)) = counter(*limit, &caller, api) else { continue };
        // Boxed, since it is over long before the answer is there.
        match Box::pin(state.counters().count(limit, &subject)).await {
            Ok(None) => {}
            Ok(Some(exceeded)) => return refuse(exceeded, api, request, next).await,
            // Without a counter the request goes on: if the database is lost, the handler says so.
            Err(error) => tracing::warn!(%error, "a limit was not counted"),
        }
    }
    next.run(request).await
}

/// The API answers at once; the page of a form shows it again, with what was typed.
async fn refuse(exceeded: ExceededLimit, api: bool, mut request: Request, next: Next) -> Response {
    if api {
        return answer::json_refusal(&exceeded.refusal());
    }
    request.extensions_mut().insert(FailedEarly(exceeded.refusal().into()));
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_of_nobody_counts_under_their_address() {
        let nobody = Caller { ip: Some("192.0.2.7".into()), ..Caller::default() };
        let place = |limit| Some((limit, "ip 192.0.2.7".to_owned()));
        assert_eq!(counter(Limit::Writes, &nobody, false), place(Limit::AnonymousForms));
        assert_eq!(counter(Limit::AnonymousForms, &nobody, false), place(Limit::AnonymousForms));
        assert_eq!(counter(Limit::Files, &nobody, true), place(Limit::Files));
        assert_eq!(counter(Limit::Writes, &nobody, true), None);
        assert_eq!(counter(Limit::AnonymousForms, &Caller::default(), false), None);
    }
}
