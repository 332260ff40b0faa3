//! Gives every reader of strangers' files so many broken ones, and says which were the slowest. A panic, or a changed document
//! that is accepted, ends it with the input.
//!
//!     cargo run --release -p vectors --example parsers -- [COUNT for each kind, 1000000 unless said] [SEED]

use shared::assignment_file::{self, AssignmentContext};
use shared::floor::read_spots;
use shared::known_names::KnownNames;
use shared::list_file::decode;
use shared::people_list::{self, ListedPerson};
use shared::project_files;
use shared::provenance::{File, Json, KeySet, Verdict, check_files, parse};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use vectors::files::{self, Kind};
use vectors::mutated::{self, Dice};

/// What came of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    holds: usize,
    fails: usize,
    open: usize,
    slowest: Duration,
}

#[expect(clippy::print_stdout, reason = "its report")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let count: usize = given.next().map_or(Ok(1_000_000), |count| count.parse())?;
    let seed: u64 = given.next().map_or(Ok(1), |seed| seed.parse())?;
    let threads = std::thread::available_parallelism()?.get();
    let (_, keys) = mutated::documents();
    // What is caught below is told there.
    std::panic::set_hook(Box::new(|_| {}));
    for kind in files::all() {
        let began = Instant::now();
        let of_one = |thread: usize| {
            let share = count / threads + usize::from(thread < count % threads);
            tried(&kind, share, seed.wrapping_mul(1_000).wrapping_add(thread as u64), &keys)
        };
        let tallies: Vec<Tally> = std::thread::scope(|scope| {
            let of_one = &of_one;
            let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || of_one(thread))).collect();
            threads.into_iter().map(|thread| thread.join()).collect::<Result<_, _>>()
        })
        .map_err(|_| format!("{}: a panic", kind.name))?;
        let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
        let slowest = tallies.iter().map(|tally| tally.slowest).max().unwrap_or_default();
        println!(
            "{:32} {count} inputs, no panic: {} hold, {} do not, {} cannot be judged; slowest {:.1} ms, {:.0} s in all",
            kind.name,
            sum(|t| t.holds),
            sum(|t| t.fails),
            sum(|t| t.open),
            slowest.as_secs_f64() * 1e3,
            began.elapsed().as_secs_f64()
        );
    }
    for reader in READERS {
        let began = Instant::now();
        let (taken, slowest) = lists(&reader, count, seed);
        println!(
            "{:32} {count} inputs, no panic: {taken} are read; slowest {:.1} ms, {:.0} s in all",
            reader.name,
            slowest.as_secs_f64() * 1e3,
            began.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// A reader of what organizers paste or upload.
struct Reader {
    name: &'static str,
    /// What it is given, broken.
    files: &'static [&'static str],
    /// Whether it takes these bytes.
    reads: fn(&[u8]) -> bool,
}

const READERS: [Reader; 4] = [
    Reader {
        name: "list of projects",
        files: &LISTS,
        reads: |bytes| project_files::read(bytes, &[]).is_ok(),
    },
    Reader { name: "list of people", files: &PEOPLE, reads: reads_people },
    Reader { name: "list of assignments", files: &ASSIGNMENTS, reads: reads_assignments },
    Reader { name: "places of a hall", files: &PLACES, reads: reads_places },
];

/// Lists of people as mail programs, spreadsheets and other sites have them.
const PEOPLE: [&str; 4] = [
    "\"Lovelace, Ada\" <ada@x.org>; Joe <joe@y.org>\tZoë,\"a\"\"b\",c@d.org\r\nemail,name\n",
    "Name;Email;Track\n\"A;\nb\";a@b.org;'=x\n",
    "email,name,role,tracks,cap,external_id\na@b.org,\"x\",judge;organizer,\"Y, Z\",3,j1\n",
    "Ada Lovelace,ada@x.org,\"Writes, and counts\"\nJoe,joe@y.org,\n",
];

/// A list that is read waits for its confirmation as text, and must then say the same.
fn reads_people(bytes: &[u8]) -> bool {
    let read = |text: &str| -> Vec<ListedPerson> {
        let people =
            people_list::read(text).unwrap_or_default().lines.into_iter().filter_map(|(_, read)| read.ok());
        people.map(|person| ListedPerson { line: 0, ..person }).collect()
    };
    let Ok(text) = decode(bytes) else { return false };
    let people = read(&text);
    assert_eq!(read(&people_list::write(&people)), people, "a checked list says something else");
    !people.is_empty()
}

/// Lists of assignments: ours and HotCRP's.
const ASSIGNMENTS: [&str; 2] = [
    "judge_email,project_id,status\nada@x.org,7,pending\njoe@y.org,8,done\n",
    "paper,action,email,round\n7,review,ada@x.org,R1\n8,clearreview,joe@y.org,\n7,conflict,joe@y.org,\n",
];

fn reads_assignments(bytes: &[u8]) -> bool {
    let event = AssignmentContext {
        judges: KnownNames::of_people([(1, "ada@x.org", "Ada"), (2, "joe@y.org", "Joe")]),
        projects: KnownNames::of_projects([(7, "Lamp"), (8, "Tide")]),
        ..AssignmentContext::default()
    };
    decode(bytes).is_ok_and(|text| assignment_file::read(&text, &event).is_ok())
}

/// The places of a hall as they are typed.
const PLACES: [&str; 2] = ["Hall: A1-A40, B1-B10\nFoyer: 1-12\n", "A9-A12, A20\nRoom 2: x1-x3, y\n"];

fn reads_places(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    read_spots(&text, "A1-A3", "").is_ok()
}

/// Lists of projects as other sites export them.
const LISTS: [&str; 3] = [
    "Project Title,Submission Url,Project Status,\"\"\"Try it out\"\" Links\",Opt-In Prizes,Built With,Submitter Email,\
     Additional Team Member Count,Team Member 1 First Name,Team Member 1 Last Name,Team Member 1 Email,...\r\n\
     Lamp,https://devpost.com/software/lamp,Submitted,\"https://a.example,https://github.com/a/b\",\"A, B\",\"x, y\",\
     ada@x.example,2,Bo,Ek,bo@x.example,Cy,Fu,cy@x.example\r\n",
    "title;tags;place;prizes;emails;submitted_at;status\nLämp;rust;A1;Health;a@x.example;2026-01-01T00:00:00Z;\n",
    "BUIDL ID,BUIDL name,BUIDL profile,BUIDL GitHub,Team description\n1,Lamp,https://a.example,https://github.com/a/b,We.\n",
];

/// Gives a reader so many broken lists: how many it read, and the longest that it took.
fn lists(reader: &Reader, count: usize, seed: u64) -> (usize, Duration) {
    let files: Vec<Vec<u8>> = reader.files.iter().map(|list| list.as_bytes().to_vec()).collect();
    let mut dice = Dice::new(seed);
    let (mut taken, mut slowest) = (0, Duration::ZERO);
    for _ in 0..count {
        let bytes = broken(&files, &mut dice);
        let began = Instant::now();
        match catch_unwind(|| (reader.reads)(&bytes)) {
            Ok(read) => taken += usize::from(read),
            Err(_) => {
                eprintln!("{}: a panic: {}", reader.name, bytes.escape_ascii());
                std::process::exit(1)
            }
        }
        slowest = slowest.max(began.elapsed());
    }
    (taken, slowest)
}

fn tried(kind: &Kind, count: usize, seed: u64, keys: &KeySet) -> Tally {
    let mut dice = Dice::new(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let bytes = broken(&kind.files, &mut dice);
        let began = Instant::now();
        let file = [File { name: "x.csv", bytes: &bytes }];
        let judged = catch_unwind(AssertUnwindSafe(|| check_files(&file, keys, None)));
        tally.slowest = tally.slowest.max(began.elapsed());
        match judged.map(|report| report.files[0].verdict) {
            Ok(Verdict::Holds) => {
                // A document that holds says what one of the signed ones says, with or without a byte order mark.
                let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
                if kind.name == files::SIGNED && !said(&kind.files).any(|one| Some(one) == parse(text).ok()) {
                    ends(kind, "accepted", &bytes);
                }
                tally.holds += 1;
            }
            Ok(Verdict::DoesNotHold) => tally.fails += 1,
            Ok(Verdict::CannotBeJudged) => tally.open += 1,
            Err(_) => ends(kind, "a panic", &bytes),
        }
    }
    tally
}

fn said(files: &[Vec<u8>]) -> impl Iterator<Item = Json> {
    files.iter().filter_map(|file| parse(file).ok())
}

/// Ends everything with the input.
fn ends(kind: &Kind, what: &str, bytes: &[u8]) -> ! {
    eprintln!("{}: {what}: {}", kind.name, bytes.escape_ascii());
    std::process::exit(1)
}

/// What readers stumble over.
const WORDS: [&str; 26] = [
    "-9223372036854775808",
    "9223372036854775807",
    "9007199254740992",
    "1e400",
    "-0",
    "1e-400",
    "0.1e1",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"\\ud800\"",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "'=",
    "\"",
    "\"\"\"",
    "\r\n",
    ",",
    "1.000000",
    "2026-02-30T25:00:00Z",
    "-262143-01-01T00:00:00Z",
    "😀\u{301}",
];

/// One to four changes of one of the files: of bytes, of a whole word, or a piece many times over.
fn broken(files: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = files[dice.below(files.len())].clone();
    for _ in 0..=dice.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.below(bytes.len());
        let ends = |byte: &u8| b"{}[]:,\n\r\"".contains(byte);
        let to = bytes[at..].iter().position(ends).map_or(bytes.len(), |n| at + n);
        match dice.below(8) {
            0..=3 => bytes = mutated::bytes(&bytes, files, dice),
            4 | 5 => {
                let from = bytes[..at].iter().rposition(ends).map_or(0, |n| n + 1);
                bytes.splice(from..to, WORDS[dice.below(WORDS.len())].bytes());
            }
            6 => drop(bytes.splice(at..at, WORDS[dice.below(WORDS.len())].bytes())),
            _ => {
                let piece = bytes[at..to.min(at + 40)].repeat(1 + dice.below(50));
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}
