//! The axis that the marks of a chart share.

/// An axis with round ticks, which holds every value that it was made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// An axis from round number to round number around the values, in about `parts` parts.
    /// Values that are no numbers are ignored; without any it goes from 0 to 1.
    pub fn over(values: impl IntoIterator<Item = f64>, parts: f64) -> Self {
        let (low, high) = values
            .into_iter()
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return Self { low: 0.0, high: 1.0, step: 0.25 };
        }
        let width = (high - low).max(0.02);
        let rough = width / parts;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|round| round * power)
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(power * 10.0);
        let (low, high) = ((low / step + 1e-6).floor() * step, (high / step - 1e-6).ceil() * step);
        Self { low, high: high.max(low + step), step }
    }

    /// The axis on which totals lie, from 0 to 1, is cut to these ends; none where it is whole.
    pub fn cut(&self) -> Option<[String; 2]> {
        let ticks = self.ticks();
        let (first, last) = (ticks.first()?, ticks.last()?);
        let whole = first.0 < self.step / 2.0 && last.0 > 1.0 - self.step / 2.0;
        (!whole).then(|| [first.1.clone(), last.1.clone()])
    }

    /// The place of a value, from 0 to 1. A value outside gets the nearest end.
    pub fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Whether a value lies on the axis.
    pub fn holds(&self, value: f64) -> bool {
        // The ends were rounded to the ticks, by a millionth of a step at most.
        let slack = self.step * 1e-5;
        (self.low - slack..=self.high + slack).contains(&value)
    }

    /// The place of a value, as a percentage for an SVG attribute.
    pub fn place(&self, value: f64) -> String {
        format!("{:.1}%", self.share(value) * 100.0)
    }

    /// The round values and their labels: `.4`, `.5`, … `1`, with a true minus.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let decimals = if self.step >= 1.0 { 0.0 } else { (-self.step.log10()).ceil() };
        // A step of 0.25 has one decimal more than its size says.
        let odd = (self.step * 10_f64.powf(decimals)).fract() > 1e-6;
        let decimals = decimals as usize + usize::from(odd);
        let mut ticks = Vec::new();
        let mut value = self.low;
        while value <= self.high + self.step / 2.0 {
            let text = format!("{:.decimals$}", value.abs());
            let text = if text.len() > 1 { text.strip_prefix('0').unwrap_or(&text).to_owned() } else { text };
            let minus = if value < -self.step / 2.0 { "\u{2212}" } else { "" };
            // A zero is 0, not .00.
            let text = if value.abs() < self.step / 2.0 { "0".to_owned() } else { format!("{minus}{text}") };
            ticks.push((value, text));
            value += self.step;
        }
        ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn an_axis_ends_at_round_numbers_around_its_values() {
        assert_eq!(labels(Axis::over([0.31, 0.88], 6.0)), [".3", ".4", ".5", ".6", ".7", ".8", ".9"]);
        assert_eq!(labels(Axis::over([-0.12, 0.09], 4.0)), ["\u{2212}.2", "\u{2212}.1", "0", ".1"]);
        assert_eq!(labels(Axis::over([0.05, 0.95], 4.0)), ["0", ".25", ".50", ".75", "1.00"]);
        assert_eq!(labels(Axis::over([], 4.0)).len(), 5);
        assert_eq!(labels(Axis::over([0.5, f64::NAN], 4.0)).first().map(String::as_str), Some(".500"));
    }

    #[test]
    fn an_axis_says_where_it_is_cut() {
        assert_eq!(Axis::over([0.31, 0.88], 6.0).cut(), Some([".3".to_owned(), ".9".to_owned()]));
        assert_eq!(Axis::over([0.0, 1.0], 4.0).cut(), None);
    }

    #[test]
    fn a_value_outside_gets_the_nearest_end() {
        let axis = Axis::over([0.0, 1.0], 4.0);
        assert_eq!(axis.place(0.5), "50.0%");
        assert_eq!(axis.place(1.4), "100.0%");
        assert_eq!(axis.place(-0.4), "0.0%");
    }
}
