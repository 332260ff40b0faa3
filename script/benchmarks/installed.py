"""The package for Debian, as an administrator meets it: installed into a bare Debian 12 that systemd has started, to the first scored
project; upgraded while requests come; removed; with PostgreSQL as a service of its own; purged, with and without its data. The Debian is a
container of its own with a network of its own.

    installed.py FOLDER OLD.deb NEW.deb
"""

import contextlib
import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.parse

import report
from bundle import bundle
from client import CSRF, FORM, ask, connect
from portal import Process, until, with_children

URL = "http://127.0.0.1:8080"
ALLOWED = 5 * 60
UNITS = ["evenhand.socket", "evenhand.service", "evenhand-send.service"]
APT = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-y", "-q"]
# What is documented is what is tried: how a command runs, and how PostgreSQL becomes a service of its own.
GUIDE = (pathlib.Path(__file__).parents[2] / "docs" / "deploy.md").read_text(encoding="utf-8")
AS_EVENHAND = re.search(r"^systemd-run .* evenhand(?= )", GUIDE, re.M)[0].split()
OWN_DATABASE = re.search(r"```\n([^`]*/usr/share/evenhand/roles\.sh[^`]*)```", GUIDE)[1]


class Debian(Process):
    """The container. Its packages are fetched before it starts, since it has no network but its own."""

    def __init__(self, root):
        self.root = root

    def start(self):
        words = ["--boot", "--register=no", "--keep-unit", "--private-network", "--link-journal=no", "--console=read-only"]
        self.log = self.root.with_suffix(".log").open("wb")
        self.process = subprocess.Popen(["systemd-nspawn", "-D", self.root, *words], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.init = until(self.first_process) or sys.exit(self.said())
        if not until(lambda: self.run("systemctl", "is-system-running", may_fail=True).stdout.strip() in ("running", "degraded"), pause=0.2):
            sys.exit(f"systemd did not start:\n{self.said()}")
        # From here on our requests go to the container's own loopback.
        with open(f"/proc/{self.init}/ns/net", "rb") as net:
            if ctypes.CDLL(None, use_errno=True).setns(net.fileno(), 0x40000000):
                sys.exit(os.strerror(ctypes.get_errno()))

    def first_process(self):
        """systemd in the container. Before it, nspawn has a child that only makes the way for it."""
        for child in with_children(self.pid)[1:]:
            with contextlib.suppress(OSError):
                if pathlib.Path(f"/proc/{child}/comm").read_text() == "systemd\n":
                    return str(child)
        return None

    def said(self):
        return self.root.with_suffix(".log").read_text(errors="replace")[-3000:]

    def run(self, *words, may_fail=False):
        done = subprocess.run(["nsenter", "-t", self.init, "-a", "--", *words], capture_output=True, text=True, cwd="/")
        if done.returncode and not may_fail:
            sys.exit(f"{' '.join(words)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done

    def says(self, *words):
        return self.run(*words, may_fail=True).stdout.strip()

    def logs(self, unit, wanted):
        """Waits until the unit has said something."""
        journal = lambda: self.says("journalctl", "-u", unit, "-o", "cat")
        return until(lambda: re.search(wanted, journal()), pause=0.2) or sys.exit(f"{unit} does not say {wanted}:\n{journal()[-3000:]}")

    def states(self):
        return [self.says("systemctl", "is-active", unit) for unit in UNITS]

    def stop(self):
        if self.process and self.runs():
            # With its first process all of the container ends, and nspawn with it.
            for child in with_children(self.pid)[1:]:
                os.kill(child, signal.SIGKILL)
            self.process.wait(60)


class Visitor(threading.Thread):
    """Asks for the first page again and again, each time over a new connection, and counts what was no page."""

    def __init__(self):
        super().__init__(daemon=True)
        self.asked, self.failed, self.ended = 0, [], threading.Event()

    def run(self):
        while not self.ended.is_set():
            try:
                connection = connect(URL)
                connection.request("GET", "/")
                status = connection.getresponse().status
                connection.close()
                if status >= 400:
                    self.failed.append(status)
            except OSError as error:
                self.failed.append(type(error).__name__)
            self.asked += 1

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()


def one_project():
    """An event of one project and five judges, who have not scored it."""
    return bundle(projects=1, judges=5, slug="first")


def first_score(debian):
    """From the setup code in the journal to a submitted review. Returns the judge's token."""
    said = debian.logs("evenhand", r"setup code ([\w-]+)")
    account = {"csrfmiddlewaretoken": CSRF, "code": said[1], "email": "ada@first.example", "name": "Ada", "password": "a long evening indeed"}
    made = ask(URL, "/setup", urllib.parse.urlencode(account), headers=FORM)
    report.goal("the setup code of the journal makes the first account", made.status, held=made.status == 303)
    admin = debian.run(*AS_EVENHAND, "token", "create", "ada@first.example").stdout.strip()
    ask(URL, "/api/events/import?slug=first", one_project(), token=admin)
    judge = debian.run(*AS_EVENHAND, "token", "create", "judge0@first.example").stdout.strip()
    mine = json.loads(ask(URL, "/api/judge/assignments", token=judge).body)
    scores = {"scores": {key: 7 for key in ("impact", "craft", "idea", "use")}, "comment": "It works.", "submit": True}
    ask(URL, f"/api/judge/assignments/{mine[0]['id']}/review", scores, token=judge)
    return judge


def scored(judge):
    """The review as it is kept."""
    return json.loads(ask(URL, "/api/judge/scores?event=first", token=judge).body)


def key():
    return ask(URL, "/.well-known/evenhand-signing-key").body


def upgrade(debian, judge):
    kept, signing = scored(judge), key()
    settings = debian.root / "etc/evenhand/evenhand.env"
    settings.write_text(settings.read_text() + "EVENHAND_SECURITY_CONTACT=mailto:ada@first.example\n")
    ran = debian.says("systemctl", "show", "-P", "MainPID", "evenhand")
    with Visitor() as visitor:
        debian.run(*APT, "install", "/root/new.deb")
        until(lambda: debian.says("systemctl", "is-active", "evenhand") == "active")
        after = scored(judge)
    now = debian.says("systemctl", "show", "-P", "MainPID", "evenhand")
    report.goal("an upgrade restarts the server", f"{ran}, then {now}", held=ran != now and now != "0")
    report.goal("no connection is refused meanwhile", f"{visitor.asked} requests, failed: {visitor.failed[:5]}", held=visitor.asked > 0 and not visitor.failed)
    report.goal("reviews and signing key are as they were", f"{len(after)} reviews", held=len(kept) > 0 and after == kept and key() == signing)
    contact = ask(URL, "/.well-known/security.txt", may_fail=True)
    report.goal("the settings are kept", contact.status, held=b"ada@first.example" in contact.body)


def port_taken(debian):
    """Installs the package while another program has its port, and starts it when that one is gone."""
    debian.run("systemd-run", "--quiet", "--unit=other", "--socket-property=ListenStream=127.0.0.1:8080", "true")
    installed = debian.run(*APT, "install", "/root/new.deb")
    said = "Evenhand is installed and does not run" in installed.stdout + installed.stderr
    state = debian.says("dpkg-query", "-W", "-f", "${Status}", "evenhand")
    report.goal("where another program has the port, the package is installed and says so", state, held=said and state == "install ok installed")
    debian.run("systemctl", "stop", "other.socket")
    debian.run("systemctl", "start", "evenhand.socket", "evenhand.service")


def own_database(debian):
    debian.run("bash", "-euc", OWN_DATABASE)
    debian.logs("evenhand-send", "sending")
    ready = until(lambda: ask(URL, "/readyz", may_fail=True).status == 200)
    states, private = debian.states(), [line for line in processes(debian).splitlines() if "postgres" in line]
    held = ready and states == ["active"] * 3 and not private
    report.goal("with PostgreSQL as a service of its own, all three run", f"{states}, private PostgreSQL: {private or 'none'}", held=held)


def left(debian):
    """What is on the machine of the package and of what it made."""
    places = ["usr/bin/evenhand", "usr/lib/systemd/system/evenhand.service", "etc/evenhand", "var/lib/evenhand"]
    places += [f"etc/systemd/system/{wants}.target.wants/{unit}" for wants in ("multi-user", "sockets") for unit in UNITS]
    places += [f"etc/systemd/system/{unit}" for unit in UNITS]
    return [place for place in places if os.path.lexists(debian.root / place)]


def processes(debian):
    return debian.says("pgrep", "-u", "evenhand", "-a")


def purge(debian):
    """Twice: nobody was asked, so the data stay; then somebody has said that they go."""
    signing = debian.root / "var/lib/evenhand/data/signing.key"
    kept = signing.read_bytes()
    said = debian.run(*APT, "purge", "evenhand")
    where = "kept in /var/lib/evenhand" in said.stdout + said.stderr
    held = left(debian) == ["var/lib/evenhand"] and signing.read_bytes() == kept and not processes(debian)
    report.goal("a purge leaves events and signing key, and says where", left(debian), held=held and where)
    debian.run(*APT, "install", "/root/new.deb")
    report.goal("installed again, it has the same key", "signing.key", held=signing.read_bytes() == kept)
    debian.run("bash", "-euc", "echo evenhand evenhand/remove-data boolean true | debconf-set-selections")
    debian.run(*APT, "purge", "evenhand")
    report.goal("a purge that was told so leaves nothing", left(debian) or processes(debian) or "nothing", held=not left(debian) and not processes(debian))


def main(folder, old, new):
    debian = Debian(pathlib.Path(folder))
    shutil.copy(old, debian.root / "root/old.deb")
    shutil.copy(new, debian.root / "root/new.deb")
    began = time.monotonic()
    # Time counts from here: `apt install` in two steps, since the container has no network of its own to fetch by.
    for words in (["update"], ["install", "--download-only", "/root/old.deb"]):
        subprocess.run(["chroot", folder, *APT, *words], check=True, stdout=subprocess.DEVNULL)
    fetched = time.monotonic() - began
    with debian:
        debian.start()
        began = time.monotonic()
        debian.run(*APT, "install", "/root/old.deb")
        judge = first_score(debian)
        took = fetched + time.monotonic() - began
        spent = f"{took:.0f} s, {fetched:.0f} of them to fetch packages"
        report.goal("from a bare Debian to the first scored project", spent, held=len(scored(judge)) == 1, within=took <= ALLOWED)
        states = debian.states()
        report.goal("socket and server run, and the sender is left out", states, held=states == ["active", "active", "inactive"])
        modes = debian.says("stat", "-c", "%a %U %n", "/etc/evenhand/evenhand.env", "/var/lib/evenhand", "/var/lib/evenhand/data/signing.key").split("\n")
        wanted = ["600 root /etc/evenhand/evenhand.env", "700 evenhand /var/lib/evenhand", "600 evenhand /var/lib/evenhand/data/signing.key"]
        report.goal("secrets are for their owner alone", modes, held=modes == wanted)
        changed = debian.says("dpkg", "--verify", "evenhand")
        report.goal("dpkg finds every file as it was packed", changed or "all", held=not changed)
        upgrade(debian, judge)
        debian.run(*APT, "remove", "evenhand")
        still = left(debian)
        report.goal("a removal stops everything", processes(debian) or "nothing runs", held=not processes(debian))
        report.goal("a removal keeps settings and data", still, held={"etc/evenhand", "var/lib/evenhand"} <= set(still) and "usr/bin/evenhand" not in still)
        port_taken(debian)
        again = scored(judge)
        report.goal("installed again, everything is there", f"{len(again)} reviews", held=len(again) > 0)
        own_database(debian)
        purge(debian)
    report.end()


main(*sys.argv[1:])
