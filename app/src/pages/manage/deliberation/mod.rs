//! `/events/<slug>/manage/deliberation`: the prizes, and for each what speaks for whom, what was said and what was decided.

mod one;
mod prizes;

pub use one::{DecisionRow, DeliberationPage, RemarkRow, ShortRow, deliberation_page};
pub use prizes::{AroundRow, ConfirmAll, DeliberationsPage, ExceptionRow, OutlookRow, deliberations_page};

use super::tabs::ManageTab;

fn base(slug: &str) -> String {
    ManageTab::Winners.href(slug)
}
