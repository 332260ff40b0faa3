"""What a developer waits for after a change of one line. Called by script/waits, with a PostgreSQL for the tests in DATABASE_URL."""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORD = "waited-for"


class Change:
    """One line more in a file, or one text in place of another; the file is put back at the end."""

    def __init__(self, file, old, new):
        self.path, self.old, self.new = ROOT / file, old, new

    def __enter__(self):
        self.before = self.path.read_bytes() if self.path.exists() else None
        text = (self.before or b"").decode()
        if self.old and self.old not in text:
            sys.exit(f"{self.path} no longer has {self.old!r}: name another line in {__file__}")
        self.path.write_text(text.replace(self.old, self.new, 1) if self.old else text + self.new)

    def __exit__(self, *_):
        if self.before is None:
            self.path.unlink()
        else:
            self.path.write_bytes(self.before)


class Server:
    """script/server with the demo, on a free port, with data of its own."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        self.settings = kept | {"EVENHAND_BIND": self.address, "EVENHAND_DATA_DIR": f"{folder}/data"}
        self.process, self.said = None, pathlib.Path(folder) / "said"

    def start(self):
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(["script/server"], cwd=ROOT, env=self.settings, stdout=said, stderr=said, start_new_session=True)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def page(self, path):
        try:
            with urllib.request.urlopen(f"http://{self.address}{path}", timeout=10) as answer:
                return answer.read().decode()
        except (OSError, urllib.error.URLError):
            return ""

    def until_page(self, path, word):
        """Waits for the page to have the word; the script's own last words where it ended before."""
        while word not in self.page(path):
            if self.process.poll() is not None:
                sys.exit(self.said.read_text()[-2000:])
            time.sleep(0.1)


def page(path, word=WORD):
    def wait(server):
        server.stop()
        server.start()
        server.until_page(path, word)

    return "the page", (), wait


def test(*words):
    def wait(_):
        done = subprocess.run(["cargo", "test", "--quiet", *words], cwd=ROOT, capture_output=True, text=True)
        if done.returncode or " 0 passed" in done.stdout and " 1 passed" not in done.stdout:
            sys.exit(f"{' '.join(words)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")

    # Once before the change: what is measured is not the first build.
    return "its test", (wait,), wait


INTEGRATION = ("-p", "server", "--no-default-features", "--test", "integration", "--")
# One statement that the compiler cannot leave out, and that changes nothing.
STATEMENT = "    std::hint::black_box(42);\n"
KINDS = {
    "view": (
        "a view",
        Change("app/src/pages/home/mod.rs", '"Hackathons, judged with an even hand"', f'"Hackathons, {WORD}"'),
        [page("/"), test("-p", "app", "--test", "pages")],
    ),
    "style": ("a style sheet", Change("style/base.css", "", f"\n.{WORD} {{ color: red; }}\n"), [page("/assets/main.css")]),
    "store": (
        "a store function",
        Change("server/store/src/gallery.rs", "fn is_scrap(word: &str) -> bool {\n", f"fn is_scrap(word: &str) -> bool {{\n{STATEMENT}"),
        [page("/", "even hand"), test(*INTEGRATION, "api::gallery::")],
    ),
    "rule": (
        "a rule",
        Change(
            "shared/src/rules/vote.rs",
            "fn cast(asked: &Question<'_>) -> Verdict {\n",
            f"fn cast(asked: &Question<'_>) -> Verdict {{\n{STATEMENT}",
        ),
        [page("/", "even hand"), test("-p", "shared", "--lib", "rules::")],
    ),
    "migration": (
        "a migration",
        Change("migrations/9999_waited_for.sql", "", "comment on table event is 'An event.';\n"),
        [page("/", "even hand"), test(*INTEGRATION, "database::windows::")],
    ),
}


def measure(name):
    title, change, waits = KINDS[name]
    for what, before, wait in waits:
        with tempfile.TemporaryDirectory(prefix="evenhand-waits-") as folder:
            os.chmod(folder, 0o755)
            server = Server(folder)
            server.start()
            server.until_page("/", "even hand")
            for prepare in before:
                prepare(server)
            with change:
                began = time.monotonic()
                wait(server)
                print(f"| {title} → {what} | {time.monotonic() - began:.1f} s |", flush=True)
            server.stop()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or KINDS:
        if wanted not in KINDS:
            sys.exit(f"{wanted} is none of {', '.join(KINDS)}")
        measure(wanted)
