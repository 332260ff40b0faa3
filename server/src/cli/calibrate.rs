//! `evenhand calibrate`.

use super::database;
use portal::caller::Caller;
use portal::publish::calibrate;
use settings::Settings;
use store::failure::Outcome;

pub(super) async fn calibrate(settings: &Settings, slug: &str) -> Outcome<()> {
    let run =
        database::with(settings, async |database| calibrate::run(&database, &Caller::shell(), slug).await)
            .await?;
    super::print(&run.to_string())
}
