//! Writes what the native side makes of every case, for `compare.mjs` to run the same through the WASM build and compare bytes:
//! for the calibration `<case>.input.json` and `<case>.outcome.json`, for records that anyone can check `records.json`.
//!
//! Cases of the calibration: the golden inputs, as they are and split into three tracks, and one too small for the model.

mod records;

use std::error::Error;
use std::path::{Path, PathBuf};

use shared::calibration::{Input, Review, calibrate};
use vectors::forged;

type Cases = Vec<(String, Input)>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let out = PathBuf::from(given.next().ok_or("usage: native FOLDER [FORGERIES]")?);
    let forgeries = given.next().map_or(Ok(forged::FEW), |count| count.parse())?;
    std::fs::create_dir_all(&out)?;
    for (name, input) in cases()? {
        std::fs::write(out.join(format!("{name}.input.json")), serde_json::to_string(&input)?)?;
        std::fs::write(
            out.join(format!("{name}.outcome.json")),
            serde_json::to_string(&calibrate(&input)?)?,
        )?;
    }
    std::fs::write(out.join("records.json"), serde_json::to_string(&records::cases(forgeries)?)?)?;
    Ok(())
}

fn cases() -> Result<Cases, Box<dyn Error>> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/tests/golden");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(golden)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let mut cases = Cases::new();
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let Some(name) = name.strip_suffix(".data.csv") else { continue };
        let reviews = read(&file)?;
        let tracks = reviews
            .iter()
            .map(|review| Review { track: Some(review.project % 3), ..review.clone() })
            .collect();
        cases.push((format!("{name}-tracks"), Input::new(tracks, true)?));
        cases.push((format!("{name}-chosen"), Input::new(chosen(&reviews), false)?));
        cases.push((name.to_owned(), Input::new(reviews, false)?));
    }
    let (_, smallest) =
        cases.iter().min_by_key(|(_, input)| input.reviews().len()).ok_or("no golden input")?;
    let few = smallest.reviews().iter().take(2).cloned().collect();
    cases.push(("too-small".to_owned(), Input::new(few, false)?));
    Ok(cases)
}

/// Of these reviews those by which generous judges would see the better projects: judges with an odd number give 0.15 more, and
/// are left out where a project's mean is low, and the others where it is high.
fn chosen(reviews: &[Review]) -> Vec<Review> {
    let mean = |of: &dyn Fn(&Review) -> bool| {
        let totals = || reviews.iter().filter(|review| of(review)).map(|review| review.total_micro);
        totals().sum::<i64>() / totals().count().max(1) as i64
    };
    let all = mean(&|_| true);
    let mut kept = reviews.to_vec();
    kept.retain_mut(|review| {
        let odd = review.judge.as_bytes().get(9).is_some_and(|digit| digit % 2 == 1);
        let good = mean(&|other| other.project == review.project) > all;
        review.total_micro = (review.total_micro + if odd { 150_000 } else { 0 }).min(1_000_000);
        odd == good || review.project % 3 == 0
    });
    kept
}

/// Columns `item,judge,y`; the total in millionths, as the portal stores it.
fn read(file: &Path) -> Result<Vec<Review>, Box<dyn Error>> {
    csv::Reader::from_path(file)?
        .deserialize()
        .map(|row| {
            let (project, judge, total): (i64, usize, f64) = row?;
            let total_micro = format!("{:.0}", total * 1e6).parse()?;
            Ok(Review { project, track: None, judge: format!("judge{judge:05}@example.org"), total_micro })
        })
        .collect()
}
