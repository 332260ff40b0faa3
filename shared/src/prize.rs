//! Prizes: who is eligible, how the winners are found, and the tally of a panel.

mod tally;

pub use tally::{
    FIRST_THREE, PANEL_CHOICES, PrizeLine, TallyLine, first_three_tally, order_of_form, panel_tally,
    prize_line,
};

use crate::prelude::*;
use crate::refusal::{PrizeFault, require_field};
use crate::teammates::version;

/// Most winners of one prize.
pub const MOST_WINNERS: i32 = 50;

/// Checks the order in which somebody put the projects that they like best; an empty one takes back what they gave `before`.
///
/// # Errors
/// 400 for more than may be named, for a project twice, and for an empty order where there is none to take back.
pub fn check_order(order: &[ProjectId], before: &[ProjectId], most: usize) -> Result<(), Refusal> {
    let named: HashSet<_> = order.iter().collect();
    require_field(!order.is_empty() || !before.is_empty(), "choices", Fault::Prize(PrizeFault::EmptyOrder))?;
    require_field(order.len() <= most, "choices", Fault::Prize(PrizeFault::OrderTooLong { most }))?;
    require_field(named.len() == order.len(), "choices", Fault::Prize(PrizeFault::Repeated))
}

/// Which projects can win a prize. Drafts and repeats never can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eligibility {
    /// All.
    #[default]
    All,
    /// Those of one track.
    Track(TrackId),
    /// Those whose teams ask for it.
    OptIn,
}

impl Eligibility {
    /// The name in the database: `all`, `track` or `opt-in`.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Track(_) => "track",
            Self::OptIn => "opt-in",
        }
    }

    /// The track, where it is for one.
    pub fn track(self) -> Option<TrackId> {
        match self {
            Self::Track(track) => Some(track),
            Self::All | Self::OptIn => None,
        }
    }

    /// The eligibility with this name and track; `None` where the two do not fit.
    pub fn from_name(name: &str, track: Option<TrackId>) -> Option<Self> {
        match (name, track) {
            ("all", None) => Some(Self::All),
            ("track", Some(track)) => Some(Self::Track(track)),
            ("opt-in", None) => Some(Self::OptIn),
            _ => None,
        }
    }
}

/// How the winners of a prize are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AwardRule {
    /// The best eligible projects of the published ranking.
    #[default]
    Rank,
    /// A panel puts the eligible projects in order.
    Panel,
    /// The eligible projects with most votes of the community.
    Vote,
    /// An organizer chooses, and says why.
    Choice,
}

named! { AwardRule: Rank = "rank", Panel = "panel", Vote = "vote", Choice = "choice" }

/// What decided who won a prize.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decided {
    /// Its rule.
    #[default]
    ByRule,
    /// Organizers, who chose others than its rule gave, or between equals.
    ByOrganizers,
    /// A ranking that another one has replaced since.
    ByEarlierRanking,
}

named! { Decided: ByRule = "", ByOrganizers = "organizers", ByEarlierRanking = "earlier_ranking" }

/// A prize as an organizer defines it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrizeTerms {
    /// Name, unique in the event.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// What it is; may be empty.
    pub description: String,
    /// How many projects win it.
    pub winners: i32,
    /// Which projects can win it.
    pub eligibility: Eligibility,
    /// How the winners are found.
    pub rule: AwardRule,
}

impl PrizeTerms {
    /// Cleans and checks the texts and the number.
    ///
    /// # Errors
    /// 400 with every fault of every field.
    pub fn checked(self) -> Result<Self, Refusal> {
        FieldErrors::default().gather(|errors| self.checked_line("", errors))
    }

    /// The same, where the names of its fields begin so.
    fn checked_line(mut self, line: &str, errors: &mut FieldErrors) -> Self {
        let field = |name: &str| format!("{line}{name}");
        self.name = text::clean_line(&field("name"), TextField::Name, &self.name, text::NAME, errors);
        errors.add_if(text::is_blank(&self.name), &field("name"), Fault::Prize(PrizeFault::Nameless));
        self.sponsor =
            text::clean_line(&field("sponsor"), TextField::Sponsor, &self.sponsor, text::NAME, errors);
        self.description = text::clean(
            &field("description"),
            TextField::Description,
            self.description.trim(),
            text::SUMMARY,
            errors,
        );
        if !(1..=MOST_WINNERS).contains(&self.winners) {
            errors.add(&field("winners"), Fault::Prize(PrizeFault::Winners { most: MOST_WINNERS }));
        }
        self
    }
}

/// A prize as typed: a form of its own, or a line of a form of many, whose fields' names begin with the line: `prizes_3_`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedPrize {
    /// Its id; none for a new one.
    pub id: Option<PrizeId>,
    /// The version that the line was made from; empty for a new one.
    pub made_from: String,
    /// Name.
    pub name: String,
    /// Who gives it.
    pub sponsor: String,
    /// What it is.
    pub description: String,
    /// How many projects win it.
    pub winners: String,
    /// `all`, `opt-in`, or `track-` and the number of a track.
    pub eligibility: String,
    /// `rank`, `panel`, `vote` or `choice`.
    pub rule: String,
    /// It goes.
    pub remove: bool,
}

impl TypedPrize {
    /// Stored terms, as a form shows them.
    pub fn of(terms: &PrizeTerms) -> Self {
        Self {
            name: terms.name.clone(),
            sponsor: terms.sponsor.clone(),
            description: terms.description.clone(),
            winners: terms.winners.to_string(),
            eligibility: match terms.eligibility {
                Eligibility::Track(track) => format!("track-{track}"),
                other => other.name().to_owned(),
            },
            rule: terms.rule.name().to_owned(),
            ..Self::default()
        }
    }

    /// A stored prize, as a line of a form.
    pub fn line(id: PrizeId, terms: &PrizeTerms) -> Self {
        let typed = Self::of(terms);
        Self { id: Some(id), made_from: typed.version(), ..typed }
    }

    /// A line for a new one.
    pub fn blank() -> Self {
        Self::of(&PrizeTerms { winners: 1, ..PrizeTerms::default() })
    }

    /// A line for a new one in which nothing was typed.
    pub fn is_blank(&self) -> bool {
        self.id.is_none()
            && [&self.name, &self.sponsor, &self.description].iter().all(|text| text::is_blank(text))
    }

    /// Reads the fields of a form whose names begin so.
    pub fn of_form(form: &FormFields, line: &str) -> Self {
        let get = |field: &str| form.get(&format!("{line}{field}")).to_owned();
        Self {
            id: get("id").parse().ok().map(PrizeId),
            made_from: get("made_from"),
            name: get("name"),
            sponsor: get("sponsor"),
            description: get("description").replace("\r\n", "\n"),
            winners: get("winners"),
            eligibility: get("eligibility"),
            rule: get("rule"),
            remove: form.ticked(&format!("{line}remove")),
        }
    }

    /// Reads the lines of a form: `prizes_0_name` and so on, as far as they have a name field.
    pub fn lines_of_form(form: &FormFields, most: usize) -> Vec<Self> {
        let lines = (0..most).map(line_prefix);
        lines
            .take_while(|line| form.sent(&format!("{line}name")).is_some())
            .map(|line| Self::of_form(form, &line))
            .collect()
    }

    /// The terms that are typed; what is wrong goes to `errors`, at fields whose names begin with `line`.
    pub fn read(&self, line: &str, errors: &mut FieldErrors) -> PrizeTerms {
        let eligibility = match self.eligibility.split_once('-') {
            Some(("track", id)) => id.parse().ok().map(|id| Eligibility::Track(TrackId(id))),
            _ => Eligibility::from_name(&self.eligibility, None),
        };
        if eligibility.is_none() {
            errors.add(&format!("{line}eligibility"), Fault::Prize(PrizeFault::Eligibility));
        }
        let rule = AwardRule::from_name(&self.rule);
        errors.add_if(rule.is_none(), &format!("{line}rule"), Fault::Prize(PrizeFault::Rule));
        let terms = PrizeTerms {
            name: self.name.clone(),
            sponsor: self.sponsor.clone(),
            description: self.description.clone(),
            // A number that is none is refused with the other fields.
            winners: self.winners.trim().parse().unwrap_or(0),
            eligibility: eligibility.unwrap_or_default(),
            rule: rule.unwrap_or_default(),
        };
        terms.checked_line(line, errors)
    }

    /// The terms of a form of its own.
    ///
    /// # Errors
    /// 400 with every fault of every field.
    pub fn terms(&self) -> Result<PrizeTerms, Refusal> {
        FieldErrors::default().gather(|errors| self.read("", errors))
    }

    /// Names what is typed.
    pub fn version(&self) -> String {
        version([
            self.name.as_str(),
            &self.sponsor,
            &self.description,
            &self.winners,
            &self.eligibility,
            &self.rule,
        ])
    }
}

/// How the names of a line's fields begin, by its number from 0.
pub fn line_prefix(n: usize) -> String {
    format!("prizes_{n}_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ballots(lists: &[&[i64]]) -> Vec<Vec<ProjectId>> {
        lists.iter().map(|list| list.iter().map(|id| ProjectId(*id)).collect()).collect()
    }

    fn of_panel(lists: &[&[i64]]) -> Vec<(i64, u32, u32, u32)> {
        panel_tally(&ballots(lists)).iter().map(|l| (l.project.0, l.points, l.wins, l.firsts)).collect()
    }

    #[test]
    fn points_fall_from_five_to_one_and_pairs_are_compared() {
        assert_eq!(
            of_panel(&[&[1, 2, 3, 4, 5], &[2, 1], &[2, 3]]),
            [(2, 14, 4, 2), (1, 9, 3, 1), (3, 7, 2, 0), (4, 2, 1, 0), (5, 1, 0, 0)]
        );
        assert_eq!(of_panel(&[]), []);
    }

    #[test]
    fn first_three_give_three_two_and_one_point() {
        let lines = first_three_tally(&ballots(&[&[4, 7, 9], &[7, 4]]));
        let points: Vec<_> = lines.iter().map(|l| (l.project.0, l.points)).collect();
        assert_eq!(points, [(4, 5), (7, 5), (9, 1)]);
    }

    #[test]
    fn equal_points_are_told_apart_by_pairs_and_then_by_first_places() {
        // Nine points each: two of three put 2 above 1.
        assert_eq!(of_panel(&[&[1, 2], &[2, 1], &[7, 2, 9, 9]])[0].0, 2);
        let even = of_panel(&[&[3, 1], &[1, 3]]);
        assert_eq!(even, [(1, 9, 0, 1), (3, 9, 0, 1)]);
    }

    #[test]
    fn the_leading_ones_leave_out_who_won_before() {
        let ordered: Vec<_> = [4, 2, 9].map(|id| (ProjectId(id), id)).to_vec();
        let taken = HashSet::from([ProjectId(4)]);
        let winners = |winners, taken: &HashSet<ProjectId>| prize_line(&ordered, winners, taken).winners;
        assert_eq!(winners(2, &taken), [ProjectId(2), ProjectId(9)]);
        assert_eq!(winners(1, &HashSet::new()), [ProjectId(4)]);
        assert_eq!(winners(9, &HashSet::new()).len(), 3);
        assert_eq!((winners(-1, &taken), winners(0, &taken)), (vec![], vec![]));
    }

    #[test]
    fn equal_ones_at_the_line_are_named_and_none_of_them_wins_by_the_list() {
        let line = |ranks: &[(i64, u32)], winners, taken: &[i64]| {
            let ordered: Vec<_> = ranks.iter().map(|(id, rank)| (ProjectId(*id), *rank)).collect();
            let line = prize_line(&ordered, winners, &taken.iter().map(|id| ProjectId(*id)).collect());
            let numbers = |of: Vec<ProjectId>| of.into_iter().map(|p| p.0).collect::<Vec<_>>();
            (numbers(line.winners), numbers(line.tied), line.places)
        };
        let ranks = [(7, 1), (3, 2), (5, 2), (8, 2), (1, 5)];
        assert_eq!(line(&ranks, 1, &[]), (vec![7], vec![], 0));
        assert_eq!(line(&ranks, 2, &[]), (vec![7], vec![3, 5, 8], 1));
        assert_eq!(line(&ranks, 3, &[]), (vec![7], vec![3, 5, 8], 2));
        // All equal ones win: nothing is left to decide.
        assert_eq!(line(&ranks, 4, &[]), (vec![7, 3, 5, 8], vec![], 0));
        // Who won before is out, and the line moves down.
        assert_eq!(line(&ranks, 2, &[7]), (vec![], vec![3, 5, 8], 2));
        assert_eq!(line(&ranks, 2, &[3, 5]), (vec![7, 8], vec![], 0));
    }

    #[test]
    fn terms_are_checked_at_once() {
        let terms =
            PrizeTerms { name: " \u{200b} ".into(), sponsor: "s".repeat(121), ..PrizeTerms::default() };
        let fields: Vec<String> = terms.checked().unwrap_err().fields.0.into_keys().collect();
        assert_eq!(fields, ["name", "sponsor", "winners"]);
    }

    #[test]
    fn a_line_names_its_fields_and_knows_whether_it_was_changed() {
        let terms = PrizeTerms { name: "Best".into(), winners: 2, ..PrizeTerms::default() };
        let stored = TypedPrize::line(PrizeId(7), &terms);
        assert_eq!(stored.version(), stored.made_from);
        let bad =
            TypedPrize { winners: "x".into(), rule: "luck".into(), eligibility: "track-".into(), ..stored };
        assert_ne!(bad.version(), bad.made_from);
        let mut errors = FieldErrors::default();
        let _ = bad.read("prizes_3_", &mut errors);
        let fields: Vec<String> = errors.0.into_keys().collect();
        assert_eq!(fields, ["prizes_3_eligibility", "prizes_3_rule", "prizes_3_winners"]);
        assert!(TypedPrize::blank().is_blank() && !bad.is_blank());
        let sent = |name: &str| (name.to_owned(), "A".to_owned());
        let form = FormFields::new(vec![sent("prizes_0_name"), sent("prizes_1_name"), sent("prizes_3_name")]);
        assert_eq!(TypedPrize::lines_of_form(&form, 60).len(), 2);
        assert_eq!(TypedPrize::lines_of_form(&form, 1).len(), 1);
    }

    #[test]
    fn names_are_read_back() {
        for eligibility in [Eligibility::All, Eligibility::Track(TrackId(3)), Eligibility::OptIn] {
            assert_eq!(Eligibility::from_name(eligibility.name(), eligibility.track()), Some(eligibility));
        }
        assert_eq!(Eligibility::from_name("track", None), None);
    }
}
