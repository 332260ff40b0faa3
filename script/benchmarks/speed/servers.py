"""The three servers that are compared: Evenhand, the usual stack, and the floor. Each on a port of its own, over one PostgreSQL."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import bundle
from machine import Evenhand, until

PEERS = pathlib.Path(__file__).parent.parent / "peers"
# What the peers' tables are filled with: a query on Evenhand's database for each.
COPIES = {
    "event": "select id, slug, name, judging_open, judging_close from event",
    "person": "select id, name, email from person where email is not null",
    "token": "select token_hash, person_id from api_token",
    "team": "select id, event_id, name from team",
    "member(team_id, person_id)": "select team_id, person_id from team_member order by team_id, person_id",
    "criterion": "select id, event_id, key, weight, min_value, max_value, position from criterion",
    "project": (
        "select id, event_id, team_id, track_id, title, tagline, summary, description, repo_url, demo_url, tags, status, submitted_at, "
        "duplicate_of from project"
    ),
    "assignment": "select id, event_id, person_id, project_id, status from assignment",
    "review(assignment_id, event_id, scores, comment, submitted_at, saved_at)": (
        "select assignment_id, event_id, scores, comment, submitted_at, saved_at from review"
    ),
    "audit_head": "select id, 0, '\\x' from event",
}


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


class Process:
    """What every server has: a process, an address, memory."""

    name, pid, url = "", 0, ""

    def memory(self, field):
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024

    def forget_peak(self):
        """Lets the kernel count the largest memory anew."""
        pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")


class Portal(Process):
    """Evenhand as a user starts it, but without limits for each address, since all load comes from one."""

    name = "Evenhand"

    def __init__(self, binary, folder, postgres):
        self.binary, self.folder, self.postgres = binary, folder, postgres
        self.start()

    def start(self):
        self.running = Evenhand(self.binary, self.folder, self.postgres.url, "serve")
        self.pid, (host, port) = self.running.process.pid, self.running.address
        self.url = f"http://{host}:{port}"

    def bring_in(self, slug, projects, judges, reviewed):
        """Imports a made-up event. Returns the judges' tasks, a line "token assignment" each, and the organizer's token."""
        file = self.folder / f"{slug}.json"
        file.write_text(json.dumps(bundle.bundle(projects, judges, slug, reviewed)))
        done = subprocess.run([self.binary, "import", str(file), "--slug", slug], env=self.running.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        self.postgres.query(
            "insert into api_token (person_id, name, token_hash) select id, 'bench', sha256(convert_to('evh_' || lpad(id::text, 43, '0'), 'UTF8')) "
            f"from person where email like 'judge%@{slug}.example' or email = 'organizer@{slug}.example'"
        )
        self.postgres.query("vacuum analyze")
        tasks = self.postgres.query(
            "select 'evh_' || lpad(a.person_id::text, 43, '0') || ' ' || a.id from assignment a join event e on e.id = a.event_id "
            f"where e.slug = '{slug}' order by a.id"
        )
        organizer = self.postgres.query(f"select 'evh_' || lpad(id::text, 43, '0') from person where email = 'organizer@{slug}.example'")
        return tasks, organizer

    def session(self, token):
        """A session of the person with this token; returns its cookie."""
        self.postgres.query(
            f"insert into session (id_hash, person_id) select sha256(convert_to('{token}', 'UTF8')), {int(token[4:])} on conflict do nothing"
        )
        return f"sessionid={token}"


class Peer(Process):
    def __init__(self, name, words, port, environment):
        self.name, self.url = name, f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(words, env={**os.environ, **environment}, stdin=subprocess.DEVNULL)
        self.pid = self.process.pid

        def answers():
            try:
                urllib.request.urlopen(self.url, timeout=5)
            except urllib.error.HTTPError:
                return True
            except OSError:
                return self.process.poll() is not None

        if not until(answers) or self.process.poll() is not None:
            sys.exit(f"{name} did not start")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


class Peers:
    """The peers' tables, and the two servers over them."""

    def __init__(self, postgres, python, floor):
        self.postgres = postgres
        postgres.query("create database peer")
        postgres.query((PEERS / "tables.sql").read_text(), "peer")
        port, place = free_port(), str(postgres.folder)
        gunicorn = [python, "-m", "gunicorn", "--workers", "4", "--bind", f"127.0.0.1:{port}", "--backlog", "4096", "--timeout", "300", "--log-level", "warning"]
        self.usual = Peer("usual stack", [*gunicorn, "--chdir", str(PEERS / "usual_stack"), "portal:application"], port, {"PEER_DATABASE": place})
        port = free_port()
        self.floor = Peer("floor", [floor, place, str(port)], port, {})

    def fill(self):
        """The same rows as Evenhand has."""
        peer = self.postgres.url.replace("/evenhand?", "/peer?")
        names = ", ".join(table.split("(")[0] for table in COPIES)
        self.postgres.query(f"truncate {names}, audit, outbox", "peer")
        for table, query in COPIES.items():
            source = subprocess.Popen(["psql", "-XAtq", self.postgres.url, "-c", f"copy ({query}) to stdout"], stdout=subprocess.PIPE)
            subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", peer, "-c", f"copy {table} from stdin"], stdin=source.stdout, check=True)
            if source.wait():
                sys.exit(f"{table} was not copied")
        self.postgres.query("vacuum analyze", "peer")

    def stop(self):
        self.usual.stop()
        self.floor.stop()
