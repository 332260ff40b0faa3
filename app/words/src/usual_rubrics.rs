//! Rubrics that many events use, to start from.

use shared::rubric_form::TypedCriterion;

#[derive(Clone, Copy, Debug)]
pub struct UsualRubric {
    /// What a form sends for it.
    pub code: &'static str,
    /// What it is for.
    pub title: &'static str,
    /// Name, weight and guidance of each criterion. All are scored from 1 to 5.
    criteria: &'static [(&'static str, &'static str, &'static str)],
}

/// All of them.
pub const USUAL: [UsualRubric; 3] = [
    UsualRubric {
        code: "hackathon",
        title: "A hackathon",
        criteria: &[
            ("Originality", "1", "How new is the idea? 1 = copied, 5 = new."),
            ("Technical difficulty", "1", "How hard was it to build in the time? 1 = simple, 5 = hard."),
            ("Design", "1", "Is it clear and pleasant to use? 1 = rough, 5 = polished."),
            ("Usefulness", "1", "Would somebody use it? 1 = nobody, 5 = many."),
        ],
    },
    UsualRubric {
        code: "science-fair",
        title: "A science fair",
        criteria: &[
            ("Question", "1", "Is the question clear, and can it be tested? 1 = vague, 5 = clear."),
            ("Method", "2", "Does the experiment answer the question? 1 = flawed, 5 = sound."),
            ("Data and analysis", "2", "Are there enough data, read with care? 1 = thin, 5 = thorough."),
            ("Own work", "2", "How much of the idea and the work is the team’s own? 1 = little, 5 = most."),
            ("Presentation", "1", "Does the team explain it and answer questions? 1 = poor, 5 = clear."),
        ],
    },
    UsualRubric {
        code: "pitch",
        title: "A pitch",
        criteria: &[
            ("Problem", "1", "Is the problem real, and do we know whose it is? 1 = vague, 5 = real."),
            ("Solution", "2", "Does it solve the problem better than others? 1 = worse, 5 = better."),
            ("Market", "1", "How many people would pay for it? 1 = nobody, 5 = many."),
            ("Team", "1", "Can this team do it? 1 = hardly, 5 = surely."),
            ("Pitch", "1", "Is it clear, and does it convince in the time? 1 = poor, 5 = clear."),
        ],
    },
];

impl UsualRubric {
    pub fn of(code: &str) -> Option<Self> {
        USUAL.into_iter().find(|usual| usual.code == code)
    }

    /// Its criteria, as lines of a form.
    pub fn lines(self) -> Vec<TypedCriterion> {
        let line = |&(name, weight, guidance): &(&str, &str, &str)| TypedCriterion {
            name: name.to_owned(),
            weight: weight.to_owned(),
            guidance: guidance.to_owned(),
            ..TypedCriterion::blank()
        };
        self.criteria.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::refusal::FieldErrors;
    use shared::rubric_form::read_rubric;

    #[test]
    fn each_is_a_rubric_whose_guidance_names_the_ends_of_its_scale() {
        for usual in USUAL {
            let mut errors = FieldErrors::default();
            let rubric = read_rubric(&usual.lines(), &mut errors);
            assert!(errors.0.is_empty() && rubric.len() >= 4, "{}: {errors:?}", usual.code);
            for new in rubric {
                assert!(new.criterion.ends().is_some(), "{}", new.criterion.name);
            }
            assert_eq!(UsualRubric::of(usual.code).map(|found| found.title), Some(usual.title));
        }
        assert!(UsualRubric::of("more").is_none());
    }
}
