//! The organizer's pages.

use crate::ranking::{judge_rows, outcome};
use crate::{Sample, head, hours, now};
use app::pages::manage::*;
use leptos::prelude::AnyView;
use shared::refusal::{Code, Refusal};
use shared::window::Window;

fn page(name: &'static str, path: &'static str, page: impl FnOnce() -> AnyView + 'static) -> Sample {
    Sample { name, path, error: name.contains("refused"), islands: false, page: Box::new(page) }
}

pub(crate) fn pages() -> Vec<Sample> {
    let calibration = "/events/riverside/manage/calibration";
    vec![
        page("manage", "/events/riverside/manage", || overview_page(overview())),
        page("manage-after", "/events/riverside/manage", || {
            overview_page(OverviewPage {
                judging: Window { open: hours(-9), close: hours(-1) },
                done: 228,
                last_run: Some(LastRun { run: 3, at: now(), fresh: false, published: false }),
                ..overview()
            })
        }),
        page("manage-calm", "/events/riverside/manage", || {
            overview_page(OverviewPage {
                drafts: 0,
                flagged: 0,
                judges_silent: 0,
                judges_idle: 0,
                short_of_judges: 0,
                ..overview()
            })
        }),
        page("manage-calibration", calibration, || calibration_page(model())),
        page("manage-calibration-first", calibration, || {
            calibration_page(CalibrationPage {
                runs: Vec::new(),
                latest: None,
                publish: Publish::Nothing,
                ready: Ready { same_as: None, ..model().ready },
                ..model()
            })
        }),
        page("manage-calibration-refused", calibration, || {
            let (offer, since) = (offer(), now());
            calibration_page(CalibrationPage {
                publish: Publish::Correction { offer, published: 2, since, moved: 11 },
                refused: Some(CalibrationRefused {
                    refusal: Refusal::field("reason", "Say why: everybody reads it."),
                }),
                ..model()
            })
        }),
        page("manage-calibration-vote", calibration, || {
            let sentence =
                "The community vote is open until 2026-11-20 20:41:18 UTC: nothing is published meanwhile.";
            calibration_page(CalibrationPage {
                publish: Publish::Refused(sentence.into()),
                refused: Some(CalibrationRefused { refusal: Refusal::new(Code::VoteOpen, sentence) }),
                ..model()
            })
        }),
        page("manage-exports", "/events/riverside/manage/exports", || {
            exports_page(ExportsPage { head: head(true), withheld: None, last_run: Some(3) })
        }),
        page("manage-exports-withheld", "/events/riverside/manage/exports", || {
            let why = "You are on a team of this event: until publication you do not see scores.";
            exports_page(ExportsPage { head: head(true), withheld: Some(why.into()), last_run: None })
        }),
    ]
}

fn overview() -> OverviewPage {
    OverviewPage {
        now: now(),
        head: head(true),
        submissions: Window { open: hours(-60), close: hours(-9) },
        judging: Window { open: hours(-8), close: hours(2) },
        voting: Some(Window { open: hours(2), close: hours(4) }),
        published_at: None,
        submitted: 58,
        drafts: 3,
        flagged: 1,
        teams_without_project: 2,
        judges: 20,
        judges_silent: 4,
        judges_idle: 1,
        assigned: 228,
        done: 163,
        done_last_hour: 41,
        reviews_per_project: 4,
        short_of_judges: 2,
        unreviewed: 6,
        last_run: None,
    }
}

fn offer() -> Offer {
    Offer { run: 3, projects: 57, judges: 20, reviews: 224, first: vec!["Solar Kiosk by Team Lumen".into()] }
}

fn model() -> CalibrationPage {
    let outcome = outcome(57, 20, 4);
    let line = |run: i32, ago: i64, reviews: i64| RunLine {
        run,
        at: hours(-ago).unwrap_or_default(),
        by: if run == 1 { String::new() } else { "Wilhelmina Okonkwo".into() },
        method: outcome.method.clone(),
        reviews,
        projects: 57,
        input_digest: outcome.input_digest.clone(),
        published: false,
    };
    CalibrationPage {
        head: head(true),
        csrf: "token".into(),
        ready: Ready {
            reviews: 224,
            judges: 20,
            projects: 57,
            drafts: 3,
            unreviewed: 0,
            flagged: 1,
            same_as: Some(3),
        },
        run_refused: None,
        runs: vec![line(3, 1, 224), line(2, 2, 219), line(1, 5, 160)],
        latest: Some(Report {
            run: 3,
            judges: judge_rows(&outcome),
            connectivity: outcome.connectivity.clone(),
            fit: outcome.fit.clone(),
        }),
        publish: Publish::First(offer()),
        reason: String::new(),
        refused: None,
    }
}
