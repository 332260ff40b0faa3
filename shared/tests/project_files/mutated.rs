//! Files that nobody wrote: reading them ends, and never in a panic.

use crate::read;
use shared::list_file::ListFault;
use shared::project_files::MOST_ROWS;

const SEEDS: [&str; 4] = [
    "Project Title,Submission Url,Project Status,\"\"\"Try it out\"\" Links\",Opt-In Prizes,Built With,Submitter Email,\
     Additional Team Member Count,Team Member 1 First Name,Team Member 1 Last Name,Team Member 1 Email,...\r\n\
     Lamp,https://devpost.com/software/lamp,Submitted,\"https://a.example,https://github.com/a/b\",\"A, B\",\"x, y\",\
     ada@x.example,2,Bo,Ek,bo@x.example,Cy,Fu,cy@x.example\r\n",
    "title,tags,place,prizes,emails,submitted_at,status\nLämp,rust;wasm,A1,Health;Arts,a@x.example,2026-01-01T00:00:00Z,\n",
    "BUIDL ID,BUIDL name,BUIDL profile,BUIDL GitHub,Team description\n1,Lamp,https://a.example,https://github.com/a/b,We.\n",
    "Lamp,3,Shines\nBoat,4,\"Swims\"\n",
];
const WORDS: [&[u8]; 14] = [
    b"\"",
    b"\"\"",
    b",",
    b"\n",
    b"\r",
    b"...",
    b"\xff",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\0",
    b"sep=;\n",
    "\u{202e}😀\u{301}".as_bytes(),
    b"https://",
    b"99999999999999999999",
];

/// How many threads read.
const THREADS: usize = 4;

/// A fixed stream of numbers, so that a failure comes again.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// One of the good files, changed in up to five places.
fn broken(dice: &mut Dice) -> Vec<u8> {
    let mut bytes = SEEDS[dice.below(SEEDS.len())].as_bytes().to_vec();
    for _ in 0..=dice.below(5) {
        let at = dice.below(bytes.len() + 1);
        let to = (at + dice.below(12)).min(bytes.len());
        match dice.below(4) {
            0 => drop(bytes.drain(at..to)),
            1 => bytes.extend_from_within(at..to),
            _ => drop(bytes.splice(at..at, WORDS[dice.below(WORDS.len())].iter().copied())),
        }
    }
    bytes
}

/// Whether something of a file was read.
fn is_taken(bytes: &[u8]) -> bool {
    let file = read(bytes);
    let mut keys = file.iter().flat_map(|file| &file.projects).map(|project| &project.key);
    assert!(keys.all(|key| !key.is_empty() && key.chars().count() <= 500), "{bytes:?}");
    file.is_ok()
}

#[test]
fn broken_files_are_read_or_refused() {
    let mut dice = Dice(0x9e37_79b9);
    let files: Vec<Vec<u8>> = (0..20_000).map(|_| broken(&mut dice)).collect();
    let taken: usize = std::thread::scope(|scope| {
        let parts = files.chunks(files.len() / THREADS);
        let threads: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().filter(|file| is_taken(file)).count()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    let refused = files.len() - taken;
    assert!(taken > 1000 && refused > 100, "{taken} {refused}");
}

#[test]
fn long_files_and_long_cells_end_soon() {
    let quote = format!("title,description\nLamp,\"{}", "word, \n".repeat(1 << 20));
    assert_eq!(read(quote.as_bytes()), Err(ListFault::OpenQuote { row: 2 }));
    let closed = format!("{quote}\"");
    assert_eq!(read(closed.as_bytes()).unwrap().projects.len(), 1);
    let titles: String = (1..MOST_ROWS).map(|n| format!("Lamp,{n}\n")).collect();
    assert_eq!(read(format!("title,table\n{titles}").as_bytes()).unwrap().projects.len(), MOST_ROWS - 1);
    let addresses =
        format!("Project Title,Submission Url,Website\nLamp,x,{}", "https://a.example/".repeat(100_000));
    assert_eq!(read(addresses.as_bytes()).unwrap().projects.len(), 1);
    let commas = format!("Project Title,Submission Url,Website\nLamp,x,\"{}\"", ",https://a".repeat(100_000));
    assert_eq!(read(commas.as_bytes()).unwrap().projects.len(), 1);
    let same = format!("title\n{}", "Lamp\n".repeat(MOST_ROWS - 1));
    assert_eq!(read(same.as_bytes()).unwrap().projects[0].rows.len(), MOST_ROWS - 1);
}
