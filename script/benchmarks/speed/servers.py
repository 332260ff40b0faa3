"""The servers that are compared: Evenhand, the usual stack, the floor, and whatever BENCH_PEERS names. Each on a port of its own, over one
PostgreSQL."""

import os
import pathlib
import shlex
import subprocess
import sys
import urllib.error
import urllib.request

import bundle
from portal import TOKEN, Evenhand, Process, free_port, until

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


def bring_in_event(serve, database, slug, projects, judges, reviewed):
    """Imports a made-up event. Returns the judges' tasks, a line "token assignment" each, and the organizer's token."""
    serve.bring_in(slug, bundle.bundle(projects, judges, slug, reviewed))
    database.give_tokens(f"email like 'judge%@{slug}.example' or email = 'organizer@{slug}.example'")
    database.query("vacuum analyze")
    tasks = database.query(
        f"select {TOKEN.format('a.person_id')} || ' ' || a.id from assignment a join event e on e.id = a.event_id "
        f"where e.slug = '{slug}' order by a.id"
    )
    organizer = database.query(f"select {TOKEN.format('id')} from person where email = 'organizer@{slug}.example'")
    return tasks, organizer


class Portal(Evenhand):
    """Evenhand as a user starts it, but without limits for each address, since all load comes from one."""

    name = "Evenhand"

    def __init__(self, binary, folder, postgres):
        super().__init__(binary, folder, postgres.url, "serve", RUST_LOG=None)
        self.postgres = postgres


class Peer(Process):
    def __init__(self, name, words, port, environment):
        self.name, self.url = name, f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(words, env={**os.environ, **environment}, stdin=subprocess.DEVNULL)

        def answers():
            try:
                urllib.request.urlopen(self.url, timeout=5)
            except urllib.error.HTTPError:
                return True
            except OSError:
                return not self.runs()

        if not until(answers) or not self.runs():
            sys.exit(f"{name} did not start")


class Peers:
    """The peers' tables, and the servers over them."""

    def __init__(self, postgres, python, floor):
        self.postgres = postgres
        postgres.query("create database peer")
        postgres.query((PEERS / "tables.sql").read_text(), "peer")
        port, place = free_port(), str(postgres.folder)
        usual = [python, "-m", "gunicorn", "--workers", "4", "--bind", f"127.0.0.1:{port}", "--backlog", "4096", "--timeout", "300"]
        usual += ["--log-level", "warning", "--chdir", str(PEERS / "usual_stack"), "portal:application"]
        self.usual = Peer("usual stack", usual, port, {"PEER_DATABASE": place})
        port = free_port()
        self.floor = Peer("floor", [floor, place, str(port)], port, {})
        self.others = [self.other(*shlex.split(words)) for words in os.environ.get("BENCH_PEERS", "").split(";") if words.strip()]
        self.all = [self.usual, self.floor, *self.others]

    def other(self, name, *command):
        """A server that somebody else brings: it is told where the tables are, and on which port to answer."""
        port = free_port()
        return Peer(name, command, port, {"PEER_DATABASE": str(self.postgres.folder), "PORT": str(port)})

    def fill(self):
        """The same rows as Evenhand has."""
        peer = self.postgres.url_of("peer")
        names = ", ".join(table.split("(")[0] for table in COPIES)
        self.postgres.query(f"truncate {names}, audit, outbox", "peer")
        for table, query in COPIES.items():
            source = subprocess.Popen(["psql", "-XAtq", self.postgres.url, "-c", f"copy ({query}) to stdout"], stdout=subprocess.PIPE)
            subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", peer, "-c", f"copy {table} from stdin"], stdin=source.stdout, check=True)
            if source.wait():
                sys.exit(f"{table} was not copied")
        self.postgres.query("vacuum analyze", "peer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.all:
            server.stop()
