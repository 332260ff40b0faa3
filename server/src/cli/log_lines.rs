//! The log on standard error. Where few lines come, each is written at once; where many do, those of a few milliseconds are one write.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// How long a line waits for others, where another was written less than this ago.
const TOGETHER: Duration = Duration::from_millis(5);
/// Most bytes that wait. Where whoever reads the log is stuck, what comes then is lost: nobody waits for a line to be written.
const MOST: usize = 1024 * 1024;

/// Where the lines go. A warning or an error is written before whoever says it goes on, and with it what waits.
#[derive(Clone)]
pub(super) struct Lines(Arc<Shared>);

struct Shared {
    waiting: Mutex<Waiting>,
    came: Condvar,
    out: Mutex<Box<dyn Write + Send>>,
    /// Whether there is a thread that writes what waits.
    gathers: bool,
}

#[derive(Default)]
struct Waiting {
    lines: Vec<u8>,
    /// How many lines found no room.
    lost: usize,
    /// When the last line was written.
    written: Option<Instant>,
}

impl Lines {
    /// Lines to this writer, and a thread that gathers them.
    pub(super) fn to(out: impl Write + Send + 'static) -> Self {
        let shared = |gathers, out| {
            Arc::new(Shared {
                waiting: Mutex::default(),
                came: Condvar::new(),
                out: Mutex::new(out),
                gathers,
            })
        };
        let lines = shared(true, Box::new(out) as Box<dyn Write + Send>);
        let gathered = Arc::clone(&lines);
        let thread = std::thread::Builder::new().name("log".into()).spawn(move || gathered.gather());
        match thread {
            Ok(_) => Self(lines),
            // Without the thread each line is written by whoever says it.
            Err(_) => Self(shared(false, Box::new(io::stderr()))),
        }
    }

    /// Writes what waits.
    pub(super) fn flush(&self) {
        self.0.write_out(&mut **self.0.out());
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn out(&self) -> MutexGuard<'_, Box<dyn Write + Send>> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, line: &[u8], at_once: bool) {
        let first = {
            let mut waiting = self.waiting();
            if waiting.lines.len() + line.len() > MOST && !at_once {
                waiting.lost += 1;
                return;
            }
            let first = waiting.lines.is_empty();
            let quiet = waiting.written.is_none_or(|at| at.elapsed() >= TOGETHER);
            waiting.lines.extend_from_slice(line);
            if !at_once && self.gathers && !(first && quiet) {
                if first {
                    self.came.notify_one();
                }
                return;
            }
            first
        };
        if at_once || !self.gathers {
            self.write_out(&mut **self.out());
            return;
        }
        match self.out.try_lock() {
            Ok(mut out) => self.write_out(&mut **out),
            Err(TryLockError::Poisoned(out)) => self.write_out(&mut **out.into_inner()),
            // Somebody writes, perhaps for long.
            Err(TryLockError::WouldBlock) if first => self.came.notify_one(),
            Err(TryLockError::WouldBlock) => {}
        }
    }

    /// Writes all that waits. What can't be written is lost, and nothing else.
    fn write_out(&self, out: &mut (dyn Write + Send)) {
        let lines = {
            let mut waiting = self.waiting();
            waiting.written = Some(Instant::now());
            std::mem::take(&mut waiting.lines)
        };
        let _ = out.write_all(&lines).and_then(|()| out.flush());
    }

    /// Writes what comes, again and again.
    fn gather(&self) {
        loop {
            let mut waiting = self.waiting();
            while waiting.lines.is_empty() {
                waiting = self.came.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
            drop(waiting);
            std::thread::sleep(TOGETHER);
            self.write_out(&mut **self.out());
            let lost = std::mem::take(&mut self.waiting().lost);
            if lost > 0 {
                tracing::warn!("{lost} lines of the log were lost, since their reader was too slow");
            }
        }
    }
}

/// What writes one line.
pub(super) struct Line<'l> {
    lines: &'l Lines,
    at_once: bool,
}

impl Write for Line<'_> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.lines.0.take(line, self.at_once);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'l> MakeWriter<'l> for Lines {
    type Writer = Line<'l>;

    fn make_writer(&'l self) -> Line<'l> {
        Line { lines: self, at_once: true }
    }

    fn make_writer_for(&'l self, of: &Metadata<'_>) -> Line<'l> {
        Line { lines: self, at_once: *of.level() <= Level::WARN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was written, and how often.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<(Vec<u8>, usize)>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut written = self.0.lock().unwrap();
            written.0.extend_from_slice(bytes);
            written.1 += 1;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn say(lines: &Lines, line: &str, at_once: bool) {
        Line { lines, at_once }.write_all(line.as_bytes()).unwrap();
    }

    #[test]
    fn many_lines_are_few_writes_in_their_order_and_a_warning_does_not_wait() {
        let written = Written::default();
        let lines = Lines::to(written.clone());
        let mut said = String::new();
        for number in 0..10_000 {
            let line = format!("line {number}\n");
            say(&lines, &line, false);
            said += &line;
            if number == 0 {
                assert_eq!(written.0.lock().unwrap().0, said.as_bytes(), "the first is written at once");
            }
        }
        say(&lines, "a warning\n", true);
        said += "a warning\n";
        let (text, writes) = written.0.lock().unwrap().clone();
        assert_eq!(String::from_utf8(text).unwrap(), said);
        assert!(writes < 5_000, "{writes} writes");
        say(&lines, "the last\n", false);
        lines.flush();
        said += "the last\n";
        assert_eq!(written.0.lock().unwrap().0, said.as_bytes());
    }

    #[test]
    fn a_reader_that_is_stuck_stops_nobody() {
        let written = Written::default();
        let lines = Lines::to(written.clone());
        let stuck = written.0.lock().unwrap();
        let others = lines.clone();
        let first = std::thread::spawn(move || say(&others, "first\n", false));
        while lines.0.out.try_lock().is_ok() {
            std::thread::yield_now();
        }
        let line = "x".repeat(1_000);
        for _ in 0..3 * MOST / line.len() {
            say(&lines, &line, false);
        }
        assert!(lines.0.waiting().lost > 0);
        assert!(lines.0.waiting().lines.len() <= MOST);
        drop(stuck);
        first.join().unwrap();
    }
}
