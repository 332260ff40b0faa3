//! What a monitoring system reads: requests, database connections, and what waits to be sent, as Prometheus counts them.
//!
//! Labels are routes, methods and status codes, never a path, a slug or a person.

use crate::prelude::*;
use model::backlog::Backlog;
use portal::DatabaseLoad;
use prometheus::core::{Atomic, GenericGauge};
use prometheus::{
    Encoder, Gauge, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};
use std::time::Instant;

/// The media type of [`Metrics::text`].
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
/// The route of what none answers, such as a mistyped address.
const UNKNOWN: &str = "(unknown)";
/// Upper bounds of the times, in seconds: the goals for a page, a save and the longest wait are among them.
const SECONDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 5.0];

#[derive(Clone, Debug)]
pub struct Metrics(Arc<Collectors>);

#[derive(Debug)]
struct Collectors {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    in_flight: IntGauge,
    database_up: IntGauge,
    database_full: IntGauge,
    clock_ahead: Gauge,
    connections: IntGauge,
    idle_connections: IntGauge,
    write_places: IntGauge,
    mails_waiting: IntGauge,
    mails_failed: IntGauge,
    webhook_rows_waiting: IntGauge,
    webhook_retries: IntGauge,
    webhooks_off: IntGauge,
}

impl Metrics {
    /// Counters at zero.
    /// Errors: where two of them have one name.
    pub fn new() -> prometheus::Result<Self> {
        let registry = Registry::new();
        let gauge = |name: &str, help: &str| -> prometheus::Result<IntGauge> {
            registered(&registry, IntGauge::new(name, help)?)
        };
        let build = Opts::new("evenhand_build_info", "Always 1; its label is the version of the program.")
            .const_label("version", env!("CARGO_PKG_VERSION"));
        registered(&registry, IntGauge::with_opts(build)?)?.set(1);
        registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))?;
        let collectors = Collectors {
            requests: registered(
                &registry,
                IntCounterVec::new(
                    Opts::new("evenhand_http_requests_total", "Requests that were answered."),
                    &["method", "route", "status"],
                )?,
            )?,
            seconds: registered(
                &registry,
                HistogramVec::new(
                    HistogramOpts::new(
                        "evenhand_http_request_seconds",
                        "Time from a request's head to the head of its answer.",
                    )
                    .buckets(SECONDS.to_vec()),
                    &["route"],
                )?,
            )?,
            in_flight: gauge("evenhand_http_requests_in_flight", "Requests that wait for their answer.")?,
            database_up: gauge("evenhand_database_up", "1 where the database answered just now.")?,
            database_full: gauge(
                "evenhand_database_full",
                "1 where the last writes found no space on the database's disk.",
            )?,
            clock_ahead: registered(
                &registry,
                Gauge::new(
                    "evenhand_database_clock_ahead_seconds",
                    "How far the database's clock is ahead of this process's; windows follow the database's.",
                )?,
            )?,
            connections: gauge("evenhand_database_connections", "Open connections of the pool.")?,
            idle_connections: gauge(
                "evenhand_database_connections_idle",
                "Connections of the pool that nobody uses.",
            )?,
            write_places: gauge("evenhand_write_places_free", "Writes that could begin without waiting.")?,
            mails_waiting: gauge("evenhand_mails_waiting", "Mails of the outbox that were not sent yet.")?,
            mails_failed: gauge("evenhand_mails_failed", "Mails of the outbox that were given up.")?,
            webhook_rows_waiting: gauge(
                "evenhand_webhook_rows_waiting",
                "Rows of logs that webhooks have not been told of yet.",
            )?,
            webhook_retries: gauge(
                "evenhand_webhook_retries_waiting",
                "Messages to webhooks that failed and will be tried again.",
            )?,
            webhooks_off: gauge("evenhand_webhooks_switched_off", "Webhooks that failed for too long.")?,
            registry,
        };
        Ok(Self(Arc::new(collectors)))
    }

    /// Everything as Prometheus reads it. `counted` holds what waits to be sent, and by how many seconds the database's clock is ahead; none where
    /// the database did not answer.
    /// Errors: where a metric cannot be written.
    pub fn text(&self, load: DatabaseLoad, counted: Option<(Backlog, f64)>) -> prometheus::Result<Vec<u8>> {
        let this = &self.0;
        set(&this.connections, load.connections);
        set(&this.idle_connections, load.idle);
        set(&this.write_places, load.write_places);
        set(&this.database_up, u8::from(counted.is_some()));
        set(&this.database_full, u8::from(load.is_full));
        if let Some((backlog, clock_ahead)) = counted {
            this.clock_ahead.set(clock_ahead);
            this.mails_waiting.set(backlog.mails_waiting);
            this.mails_failed.set(backlog.mails_failed);
            this.webhook_rows_waiting.set(backlog.webhook_rows);
            this.webhook_retries.set(backlog.webhook_retries);
            this.webhooks_off.set(backlog.webhooks_off);
        }
        let mut text = Vec::new();
        TextEncoder::new().encode(&this.registry.gather(), &mut text)?;
        Ok(text)
    }
}

/// A request under way, which is counted and measured once it is answered.
pub(super) struct UnderWay {
    metrics: Metrics,
    matched: Option<MatchedPath>,
    method: Method,
    begun: Instant,
}

impl UnderWay {
    pub(super) fn begin(metrics: &Metrics, request: &Request) -> Self {
        metrics.0.in_flight.inc();
        Self {
            metrics: metrics.clone(),
            matched: request.extensions().get::<MatchedPath>().cloned(),
            method: request.method().clone(),
            begun: Instant::now(),
        }
    }

    /// Counts its answer, and returns how long that took.
    pub(super) fn count(&self, status: StatusCode) -> Duration {
        let (metrics, took) = (&self.metrics.0, self.begun.elapsed());
        let route = self.matched.as_ref().map_or(UNKNOWN, MatchedPath::as_str);
        // Methods are the client's to invent, and each label is kept for ever.
        let method = match &self.method {
            method if method.is_safe() => method.as_str(),
            method if [Method::POST, Method::PATCH, Method::DELETE].contains(method) => method.as_str(),
            _ => "other",
        };
        metrics.requests.with_label_values(&[method, route, status.as_str()]).inc();
        metrics.seconds.with_label_values(&[route]).observe(took.as_secs_f64());
        took
    }
}

impl Drop for UnderWay {
    /// Also where the client leaves before the answer.
    fn drop(&mut self) {
        self.metrics.0.in_flight.dec();
    }
}

fn registered<C: prometheus::core::Collector + Clone + 'static>(
    registry: &Registry,
    collector: C,
) -> prometheus::Result<C> {
    registry.register(Box::new(collector.clone()))?;
    Ok(collector)
}

fn set<A: Atomic<T = i64>>(gauge: &GenericGauge<A>, value: impl TryInto<i64>) {
    gauge.set(value.try_into().unwrap_or(i64::MAX));
}
