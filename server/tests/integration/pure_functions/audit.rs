//! What the query of the audit log's page asks.

use portal::records::log::LogPosition;
use web::pages::audit::{asked, filter, from, moment};
use web_http::query::Query;

#[test]
fn what_cannot_be_read_is_not_asked_for() {
    let asked = asked(&Query::read("q=%00a%0A&from=soon&to=2026-11-21T09:30&actor=+Ada+"));
    assert_eq!((asked.q.as_str(), asked.from.as_str(), asked.actor.as_str()), ("a", "", "Ada"));
    let filter = filter(&asked);
    assert_eq!(filter.to.map(|at| at.timestamp()), Some(1_795_253_400));
    assert_eq!((filter.actor.as_str(), filter.from), ("ada", None));
    for text in ["", "2026-13-01T00:00", "+262142-01-01T00:00", "0000-01-01T00:00"] {
        assert_eq!(moment(text), None, "{text}");
    }
    let query = |text| from(&Query::read(text));
    assert_eq!(
        (query("before=7&after=3"), query("after=3")),
        (LogPosition::Before(7), LogPosition::After(3))
    );
    assert_eq!(query("before=x"), LogPosition::Newest);
}
