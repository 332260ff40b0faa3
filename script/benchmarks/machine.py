"""What the runs start, and nothing else they end: a PostgreSQL with fsync, and processes of the binary."""

import json
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE = 60


def until(condition, seconds=PATIENCE, pause=0.02):
    """Waits for something to become true; says whether it did."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(pause)
    return None


def allow_many_files():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Folder:
    """A folder for a run, which PostgreSQL's own user may pass."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="evenhand-stays-up-", ignore_cleanup_errors=True)
        os.chmod(self.temporary.name, 0o755)
        return pathlib.Path(self.temporary.name)

    def __exit__(self, *_):
        self.temporary.cleanup()


class Postgres:
    """A PostgreSQL of the run's own, on a socket only, that syncs to disk."""

    def __init__(self, folder, **settings):
        self.folder, self.process = pathlib.Path(folder), None
        self.bin = pathlib.Path(os.environ["POSTGRES_BIN"])
        self.user = []
        if os.getuid() == 0:
            account = "postgres" if subprocess.run(["id", "-u", "postgres"], capture_output=True).returncode == 0 else "nobody"
            group = subprocess.check_output(["id", "-g", account], text=True).strip()
            self.user = ["setpriv", f"--reuid={account}", f"--regid={group}", "--clear-groups"]
            subprocess.run(["chown", account, self.folder], check=True)
        self.log = (self.folder / "log").open("ab")
        self.settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "fsync": "on", "max_connections": "200", "jit": "off", **settings}
        self.run("initdb", "-D", str(self.folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions")
        self.start()
        self.query("create database evenhand", "postgres")

    @property
    def url(self):
        return f"postgres://postgres@localhost/evenhand?host={self.folder}"

    def environment(self):
        return {k: v for k, v in os.environ.items() if not k.startswith("PG")} | {"LC_ALL": "C"}

    def run(self, program, *words):
        done = subprocess.run([*self.user, str(self.bin / program), *words], cwd="/", env=self.environment(), capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{program}: {done.stderr}")

    def start(self):
        """Starts it, again and again while processes of a killed one are still there."""
        words = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        command = [*self.user, str(self.bin / "postgres"), "-D", str(self.folder / "data"), *words]

        def comes_up():
            self.process = subprocess.Popen(command, cwd="/", env=self.environment(), stdout=self.log, stderr=self.log)
            return until(lambda: self.answers() or self.process.poll() is not None) and self.process.poll() is None

        if not until(comes_up, pause=0.2):
            sys.exit((self.folder / "log").read_text()[-2000:])

    def answers(self):
        return subprocess.run(["psql", "-XAtq", self.url.replace("/evenhand?", "/postgres?"), "-c", "select 1"], capture_output=True).returncode == 0

    def query(self, sql, database="evenhand"):
        url = self.url.replace("/evenhand?", f"/{database}?")
        done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", url, "-c", sql], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def rows(self, sql):
        return json.loads(self.query(f"select coalesce(json_agg(t), '[]') from ({sql}) t"))

    def processes(self):
        """The postmaster and its children."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [self.process.pid, *map(int, children.read_text().split())] if children.exists() else [self.process.pid]

    def kill_backend(self, random):
        """Kills a process that serves a client."""
        wanted = "select pid from pg_stat_activity where datname = 'evenhand' and backend_type = 'client backend' and pid <> pg_backend_pid()"
        backends = until(lambda: self.query(wanted).split())
        os.kill(int(random.choice(backends)), signal.SIGKILL)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
        # Else the folder could not be unmounted.
        self.log.close()


class Evenhand:
    """A process of the binary that goes on: `serve` or `send`."""

    def __init__(self, binary, folder, url, *words, listener=None, **settings):
        self.binary, self.words, self.listener = binary, words, listener
        self.log_file = pathlib.Path(folder, f"{words[0]}.log")
        known = {k: v for k, v in os.environ.items() if not k.startswith("EVENHAND_")}
        self.environment = known | {
            "DATABASE_URL": url, "EVENHAND_DATA_DIR": str(pathlib.Path(folder, "data")), "EVENHAND_BIND": "127.0.0.1:0",
            "EVENHAND_BASE_URL": "http://127.0.0.1:1", "EVENHAND_LIMITS": "off", "NO_COLOR": "1", **settings,
        }
        if listener:
            self.environment["EVENHAND_BIND"] = "stdin"
        self.start()

    def start(self, wait=True):
        said = "sending" if self.words[0] == "send" else "listening on http://"
        with self.log_file.open("ab") as log:
            begun = log.tell()
            # As a service manager hands a socket over.
            given = self.listener or subprocess.DEVNULL
            self.process = subprocess.Popen([self.binary, *self.words], env=self.environment, stdin=given, stdout=log, stderr=log)
        self.begun = begun
        if wait and not until(lambda: said in self.said() or self.process.poll() is not None):
            sys.exit(f"{self.words[0]} did not start:\n{self.said()}")
        if wait and self.process.poll() is not None:
            sys.exit(f"{self.words[0]} ended:\n{self.said()}")
        if self.words[0] == "serve" and wait:
            found = re.search(r"listening on http://([\d.]+):(\d+)", self.said())
            self.address = (found[1], int(found[2]))

    def said(self):
        """What this process has logged."""
        with self.log_file.open("rb") as log:
            log.seek(self.begun)
            return log.read().decode(errors="replace")

    def runs(self):
        return self.process.poll() is None

    def memory(self, field="VmRSS"):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Asks it to stop; returns how long it took."""
        begun = time.monotonic()
        if self.runs():
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
        return time.monotonic() - begun


def listening_socket():
    """A socket as a service manager holds it: it outlives the processes that accept from it."""
    return socket.create_server(("127.0.0.1", 0), backlog=4096)
