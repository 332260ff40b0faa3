"""What a trial starts on this machine, and it ends nothing else: a PostgreSQL that syncs to disk, and processes of the binary."""

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
TICK = os.sysconf("SC_CLK_TCK")
# In SQL, the token of a person with this id. A trial can tell it from the id alone; the portal keeps its digest only.
TOKEN = "'evh_' || lpad({}::text, 43, '0')"

# Whoever asks a trial to end wants what it started to end too. By itself SIGTERM runs no block to its end.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


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


def arguments(*usual):
    """What the trial was asked for: the binary, and numbers; these, where they are left out."""
    binary, *given = sys.argv[1:]
    return binary, *map(int, given), *usual[len(given) :]


def listening_socket():
    """A socket as a service manager holds it: it outlives the processes that accept from it."""
    return socket.create_server(("127.0.0.1", 0), backlog=4096)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


class Folder:
    """A folder for a trial, which PostgreSQL's own user may pass."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="evenhand-trial-", ignore_cleanup_errors=True)
        os.chmod(self.temporary.name, 0o755)
        return pathlib.Path(self.temporary.name)

    def __exit__(self, *_):
        self.temporary.cleanup()


class Process:
    """What a process takes: CPU in seconds, memory in MiB. A block of `with` stops it at its end."""

    process = None

    @property
    def pid(self):
        return self.process.pid

    def cpu(self):
        """CPU so far of the process and its descendants, those that have ended included."""
        parents, seconds = {}, {}
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            pid = int(stat.parent.name)
            parents[pid], seconds[pid] = int(fields[1]), sum(map(int, fields[11:15])) / TICK
        ours = {self.pid}
        while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
            ours |= more
        return sum(seconds.get(pid, 0) for pid in ours)

    def memory(self, field="VmRSS"):
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024

    def forget_peak(self):
        """Lets the kernel count the largest memory (VmHWM) anew."""
        pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def runs(self):
        return self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Asks it to stop; returns how long it took."""
        begun = time.monotonic()
        if self.process and self.runs():
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
        return time.monotonic() - begun

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def with_children(pid):
    """A process, such as a postmaster, and its children."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children")
    return [pid, *map(int, children.read_text().split())] if children.exists() else [pid]


def unprivileged(folder):
    """What begins a command that root runs as PostgreSQL's own user, who gets this folder: PostgreSQL refuses to run as root."""
    folder.mkdir(exist_ok=True)
    if os.getuid() != 0:
        return []
    account = "postgres" if subprocess.run(["id", "-u", "postgres"], capture_output=True).returncode == 0 else "nobody"
    group = subprocess.check_output(["id", "-g", account], text=True).strip()
    subprocess.run(["chown", account, folder], check=True)
    return ["setpriv", f"--reuid={account}", f"--regid={group}", "--clear-groups"]


class Database:
    """Asks a database by psql. `url_of` says where one of a name is."""

    @property
    def url(self):
        return self.url_of("evenhand")

    def answers(self):
        return subprocess.run(["psql", "-XAtq", self.url_of("postgres"), "-c", "select 1"], capture_output=True).returncode == 0

    def query(self, sql, database="evenhand"):
        done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.url_of(database), "-c", sql], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def rows(self, sql):
        return json.loads(self.query(f"select coalesce(json_agg(t), '[]') from ({sql}) t"))

    def give_tokens(self, who):
        """Gives everybody of whom this condition is true a token for the API."""
        digest = f"sha256(convert_to({TOKEN.format('id')}, 'UTF8'))"
        self.query(f"insert into api_token (person_id, name, token_hash) select id, 'trial', {digest} from person where {who}")

    def session(self, token):
        """A session of the person with such a token; returns its cookie."""
        self.query(
            f"insert into session (id_hash, person_id) select sha256(convert_to('{token}', 'UTF8')), {int(token[4:])} on conflict do nothing"
        )
        return f"sessionid={token}"


class Postgres(Process, Database):
    """A PostgreSQL of the trial's own, on a socket only, that syncs to disk unless a setting says otherwise."""

    def __init__(self, folder, **settings):
        self.folder, self.bin, self.user = folder, pathlib.Path(os.environ["POSTGRES_BIN"]), unprivileged(folder)
        usual = {"listen_addresses": "", "unix_socket_directories": str(folder), "fsync": "on", "max_connections": "200", "jit": "off"}
        self.settings = usual | settings
        words = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"]
        command = [*self.user, str(self.bin / "initdb"), "-D", str(folder / "data"), *words]
        done = subprocess.run(command, cwd="/", env=self.environment(), capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"initdb: {done.stderr}")
        self.start()
        self.query("create database evenhand", "postgres")

    def url_of(self, database):
        return f"postgres://postgres@localhost/{database}?host={self.folder}"

    def environment(self):
        return {k: v for k, v in os.environ.items() if not k.startswith("PG")} | {"LC_ALL": "C"}

    def start(self):
        """Starts it, again and again while processes of a killed one are still there."""
        words = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        command = [*self.user, str(self.bin / "postgres"), "-D", str(self.folder / "data"), *words]

        def comes_up():
            with (self.folder / "log").open("ab") as log:
                self.process = subprocess.Popen(command, cwd="/", env=self.environment(), stdout=log, stderr=log)
            return until(lambda: self.answers() or not self.runs()) and self.runs()

        if not until(comes_up, pause=0.2):
            sys.exit((self.folder / "log").read_text()[-2000:])

    def processes(self):
        return with_children(self.pid)

    def kill_backend(self, random):
        """Kills a process that serves a client."""
        wanted = "select pid from pg_stat_activity where datname = 'evenhand' and backend_type = 'client backend' and pid <> pg_backend_pid()"
        backends = until(lambda: self.query(wanted).split())
        os.kill(int(random.choice(backends)), signal.SIGKILL)

    def stop(self):
        if self.process and self.runs():
            # SIGTERM would wait for every client to leave.
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)


def environment(folder, url=None, **settings):
    """What a process of the binary is told: its folder, its database (one that it makes, where none is named), and the settings; `None` is
    left to its default."""
    known = {k: v for k, v in os.environ.items() if not k.startswith("EVENHAND_") and k != "DATABASE_URL"}
    usual = {
        "DATABASE_URL": url, "EVENHAND_DATA_DIR": str(folder / "data"), "EVENHAND_BIND": "127.0.0.1:0", "EVENHAND_BASE_URL": "http://127.0.0.1:1",
        "EVENHAND_LIMITS": "off", "NO_COLOR": "1", "RUST_LOG": "warn,server::cli=info",
    }
    return known | {name: value for name, value in (usual | settings).items() if value is not None}


def run(binary, environment, *words):
    """Runs a command of the binary to its end."""
    done = subprocess.run([binary, *words], env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"evenhand {' '.join(words)}: {done.stderr}")


class Evenhand(Process):
    """A process of the binary that goes on: `serve` or `send`."""

    def __init__(self, binary, folder, url, *words, listener=None, **settings):
        self.binary, self.folder, self.words, self.listener = binary, folder, words, listener
        self.log_file = folder / f"{words[0]}.log"
        if listener:
            settings["EVENHAND_BIND"] = "stdin"
        self.environment = environment(folder, url, **settings)
        self.start()

    def start(self):
        """Returns once it says that it works. `serve` does so when /readyz is 200: migrated, and the demo seeded where there is one."""
        said = "sending" if self.words[0] == "send" else "listening on http://"
        with self.log_file.open("ab") as log:
            self.begun = log.tell()
            # As a service manager hands a socket over.
            given = self.listener or subprocess.DEVNULL
            self.process = subprocess.Popen([self.binary, *self.words], env=self.environment, stdin=given, stdout=log, stderr=log)
        if not until(lambda: said in self.said() or not self.runs()):
            self.stop()
            sys.exit(f"{self.words[0]} did not start:\n{self.said()}")
        if not self.runs():
            sys.exit(f"{self.words[0]} ended:\n{self.said()}")
        if found := re.search(r"listening on (http://([\d.]+):(\d+))", self.said()):
            self.url, self.address = found[1], (found[2], int(found[3]))

    def said(self):
        """What this process has logged."""
        with self.log_file.open("rb") as log:
            log.seek(self.begun)
            return log.read().decode(errors="replace")

    def run(self, *words):
        """Runs another command of the binary on the same database."""
        run(self.binary, self.environment, *words)

    def bring_in(self, slug, bundle):
        """Imports a made-up event."""
        file = self.folder / f"{slug}.json"
        file.write_text(json.dumps(bundle))
        self.run("import", str(file), "--slug", slug)


class Cost:
    """What a server takes from here on."""

    def __init__(self, server):
        self.server, self.before = server, server.memory()
        server.forget_peak()
        self.used, self.begun = server.cpu(), time.monotonic()

    def seconds(self):
        return time.monotonic() - self.begun

    def more(self):
        """How much more memory it took at most than before."""
        return self.server.memory("VmHWM") - self.before

    def __str__(self):
        seconds, cpu = self.seconds(), self.server.cpu() - self.used
        return f"{seconds:.2f} s, {cpu:.2f} s of CPU, {self.more():.1f} MiB more than the {self.before:.0f} before"
