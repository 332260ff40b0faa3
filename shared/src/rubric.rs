//! The rubric: criteria, their weights, and the weighted total of a review.

use crate::bignum::Natural;
use crate::prelude::*;
use crate::refusal::ScoreFault;
use serde::{Deserializer, Serializer};
use std::cmp::Ordering;

/// Scores of one review: criterion key to integer.
pub type Scores = BTreeMap<String, i64>;

/// A criterion's weight: greater than 0, up to four decimals, kept exactly in ten-thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, pattern = r"^[0-9]{1,10}(\.[0-9]{1,4})?$", example = "2.5")]
pub struct Weight(i64);

impl Weight {
    /// Reads a decimal such as `2`, `0.5` or `1.2500`: up to ten digits, and up to four after a point, as the schema says.
    /// `None` for anything else, and for 0.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits =
            |text: &str, most| (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole, 10) || !digits(fraction, 4) {
            return None;
        }
        let parts: i64 = format!("{fraction:0<4}").parse().ok()?;
        let units = whole.parse::<i64>().ok()? * 10_000 + parts;
        (units > 0).then_some(Self(units))
    }

    /// The weight in ten-thousandths.
    pub fn ten_thousandths(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Weight {
    /// The shortest decimal: `2`, `0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, parts) = (self.0 / 10_000, self.0 % 10_000);
        if parts == 0 {
            write!(f, "{whole}")
        } else {
            write!(f, "{whole}.{}", format!("{parts:04}").trim_end_matches('0'))
        }
    }
}

impl Serialize for Weight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            serde::de::Error::custom(
                "a weight is a decimal greater than 0 with at most 4 decimals, sent as a string",
            )
        })
    }
}

/// One criterion of an event's rubric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// Identifier, as [`crate::names::is_criterion_key`] says.
    pub key: String,
    /// Name on screen.
    pub name: String,
    /// What good looks like; may be empty.
    #[serde(default)]
    pub guidance: String,
    /// Its share of the total.
    pub weight: Weight,
    /// Lowest score.
    pub min_value: i64,
    /// Highest score.
    pub max_value: i64,
}

impl Criterion {
    /// Whether the score lies in the range.
    pub fn allows(&self, score: i64) -> bool {
        (self.min_value..=self.max_value).contains(&score)
    }

    /// The words for the lowest and the highest score, where the guide names both briefly: `1 = broken, 5 = ready`.
    pub fn ends(&self) -> Option<[&str; 2]> {
        Some([named(&self.guidance, self.min_value)?, named(&self.guidance, self.max_value)?])
    }

    /// The first sentence of the guide, and the rest of it; both may be empty.
    pub fn guide(&self) -> (&str, &str) {
        let guide = self.guidance.trim();
        let ends = guide.match_indices(['.', '!', '?', '\n']).find(|(at, sign)| {
            let rest = &guide[at + sign.len()..];
            *sign == "\n" || rest.is_empty() || rest.starts_with(char::is_whitespace)
        });
        let (first, rest) = guide.split_at(ends.map_or(guide.len(), |(at, sign)| at + sign.len()));
        (first.trim(), rest.trim())
    }

    /// The fault of a score outside the range.
    pub fn range_fault(&self) -> ScoreFault {
        ScoreFault::Range { name: self.name.clone(), min: self.min_value, max: self.max_value }
    }
}

/// Longer words do not fit under a score on a phone.
const END_WORD: usize = 9;

/// The word that a guide gives to a score: after its number and `=` or `:`, up to the next comma, stop or line.
fn named(guide: &str, score: i64) -> Option<&str> {
    let number = score.to_string();
    guide.match_indices(&number).find_map(|(at, _)| {
        if guide[..at].ends_with(|c: char| c.is_alphanumeric() || "-.".contains(c)) {
            return None;
        }
        let after = guide[at + number.len()..].trim_start_matches(' ').strip_prefix(['=', ':'])?;
        let word = after.split([',', ';', '.', '\n', '/', ')']).next()?.trim();
        (1..=END_WORD).contains(&word.chars().count()).then_some(word)
    })
}

/// A review's score on a 0 to 1 scale, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Total(pub i64);

impl Total {
    /// The total as a number from 0 to 1.
    pub fn as_f64(self) -> f64 {
        let millionths = self.0 as f64;
        millionths / 1e6
    }
}

impl fmt::Display for Total {
    /// Six decimals: `0.725000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

/// Σ wₖ·(sₖ−minₖ)/(maxₖ−minₖ) / Σ wₖ over the criteria that have a score within their range, exactly,
/// rounded half to even at six decimals; 0 without scores.
pub fn weighted_total(criteria: &[Criterion], scores: &Scores) -> Total {
    // By span, so that a rubric with few different ranges is a sum of few fractions.
    let mut by_span: BTreeMap<u64, Natural> = BTreeMap::new();
    let mut weights = Natural::from(0);
    for criterion in criteria {
        let Some(score) = scores.get(&criterion.key).filter(|s| criterion.allows(**s)) else { continue };
        let weight = Natural::from(criterion.weight.0.unsigned_abs());
        let span = criterion.max_value.abs_diff(criterion.min_value);
        let share = weight.times(score.abs_diff(criterion.min_value));
        let sum = by_span.entry(span).or_insert_with(|| Natural::from(0));
        *sum = sum.plus(&share);
        weights = weights.plus(&weight);
    }
    if weights == Natural::from(0) {
        return Total(0);
    }
    let (mut top, mut bottom) = (Natural::from(0), Natural::from(1));
    for (span, sum) in by_span.into_iter().filter(|(span, _)| *span > 0) {
        top = top.times(span).plus(&sum.product(&bottom));
        bottom = bottom.times(span);
    }
    let (top, bottom) = (top.times(1_000_000), bottom.product(&weights));
    // The greatest number of millionths that is not above the fraction; a total is at most 1.
    let (mut whole, mut above) = (0_u64, 1_000_001_u64);
    while above - whole > 1 {
        let middle = u64::midpoint(whole, above);
        if bottom.times(middle) > top { above = middle } else { whole = middle }
    }
    let up = match top.times(2).cmp(&bottom.times(2 * whole + 1)) {
        Ordering::Less => 0,
        Ordering::Equal => whole % 2,
        Ordering::Greater => 1,
    };
    Total(i64::try_from(whole + up).unwrap_or(1_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn criterion(key: &str, weight: &str, min_value: i64, max_value: i64) -> Criterion {
        Criterion {
            key: key.into(),
            name: key.to_uppercase(),
            guidance: String::new(),
            weight: Weight::parse(weight).unwrap(),
            min_value,
            max_value,
        }
    }

    fn scores(pairs: &[(&str, i64)]) -> Scores {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), *v)).collect()
    }

    #[test]
    fn a_guide_may_name_the_ends_of_its_scale() {
        let ends = |guide: &str, min, max| {
            let criterion = Criterion { guidance: guide.into(), ..criterion("q", "1", min, max) };
            criterion.ends().map(|ends| ends.map(str::to_owned))
        };
        let named = |low: &str, high: &str| Some([low.to_owned(), high.to_owned()]);
        assert_eq!(ends("It works. 1 = broken, 5 = ready.", 1, 5), named("broken", "ready"));
        assert_eq!(ends("0: nothing; 5: some; 10: all of it", 0, 10), named("nothing", "all of it"));
        assert_eq!(ends("10 = best, 1 = worst", 1, 10), named("worst", "best"));
        assert_eq!(
            ends("1 = broken, 5 = ready to be sold in every shop", 1, 5),
            None,
            "too long for a phone"
        );
        assert_eq!(ends("A team of 1 to 5 could use it.", 1, 5), None);
        assert_eq!(ends("11 = low, 5 = high", 1, 5), None, "another number");
    }

    #[test]
    fn a_guide_begins_with_its_first_sentence() {
        let parts = |guide: &str| {
            let criterion = Criterion { guidance: guide.into(), ..criterion("q", "1", 1, 5) };
            let (first, rest) = criterion.guide();
            (first.to_owned(), rest.to_owned())
        };
        let is = |first: &str, rest: &str| (first.to_owned(), rest.to_owned());
        assert_eq!(parts("It works. Try it twice."), is("It works.", "Try it twice."));
        assert_eq!(parts("At least 2.5 of 3"), is("At least 2.5 of 3", ""));
        assert_eq!(parts("One line\nand another. And more"), is("One line", "and another. And more"));
        assert_eq!(parts(" "), is("", ""));
    }

    #[test]
    fn weights_are_exact_decimals() {
        for (text, shown) in
            [("1", "1"), ("0.5", "0.5"), ("1.2500", "1.25"), ("0.0001", "0.0001"), ("10.0", "10")]
        {
            assert_eq!(Weight::parse(text).map(|w| w.to_string()).as_deref(), Some(shown), "{text}");
        }
        for bad in ["0", "-1", "", ".5", "1.00001", "1e3", "0.0000", "12345678901", "1,5", "10.", "1.00000"] {
            assert_eq!(Weight::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_total_weighs_each_share_of_its_range() {
        let rubric = [criterion("a", "2.5", 0, 10), criterion("b", "1", 1, 5), criterion("c", "0.5", 1, 3)];
        assert_eq!(weighted_total(&rubric, &scores(&[])).0, 0);
        assert_eq!(weighted_total(&rubric, &scores(&[("a", 10), ("b", 5), ("c", 3)])).0, 1_000_000);
        // (2.5*0.7 + 1*0.5 + 0.5*0.5) / 4 = 0.625
        assert_eq!(weighted_total(&rubric, &scores(&[("a", 7), ("b", 3), ("c", 2)])).0, 625_000);
        assert_eq!(weighted_total(&rubric, &scores(&[("b", 4)])).0, 750_000);
        assert_eq!(weighted_total(&rubric, &scores(&[("b", 9), ("x", 1)])).0, 0);
    }

    #[test]
    fn ties_round_to_even() {
        // 1/2_000_000 and 3/2_000_000 lie halfway between two millionths.
        let wide = [criterion("a", "1", 0, 2_000_000)];
        assert_eq!(weighted_total(&wide, &scores(&[("a", 1)])).0, 0);
        assert_eq!(weighted_total(&wide, &scores(&[("a", 3)])).0, 2);
        assert_eq!(weighted_total(&wide, &scores(&[("a", 5)])).0, 2);
    }

    #[test]
    fn the_widest_ranges_and_weights_are_exact_too() {
        let widest: Vec<Criterion> = (0..8)
            .map(|n| criterion(&format!("k{n}"), "9999999999.9999", i32::MIN.into(), i64::from(i32::MAX) - n))
            .collect();
        let all = |score: i64| widest.iter().map(|c| (c.key.clone(), score)).collect::<Scores>();
        assert_eq!(weighted_total(&widest, &all(i32::MIN.into())).0, 0);
        assert_eq!(weighted_total(&widest, &all(0)).0, 500_000);
        let highest = widest.iter().map(|c| (c.key.clone(), c.max_value)).collect();
        assert_eq!(weighted_total(&widest, &highest).0, 1_000_000);
        // Sixty ranges whose spans share no factor: 1/2 of each.
        let primes = (3..400_i64).filter(|n| (2..*n).all(|d| n % d != 0)).take(60);
        let many: Vec<Criterion> = primes.map(|p| criterion(&format!("p{p}"), "1", 0, 2 * p)).collect();
        let halves = many.iter().map(|c| (c.key.clone(), c.max_value / 2)).collect();
        assert_eq!(weighted_total(&many, &halves).0, 500_000);
    }

    #[test]
    fn a_total_prints_six_decimals() {
        assert_eq!(Total(625_000).to_string(), "0.625000");
        assert_eq!(Total(1_000_000).to_string(), "1.000000");
    }
}
