"""The internet watches while results are published and corrected: readers without an account ask nginx, which keeps what the portal lets it.

    crowd.py BINARY [seconds of each part, default 6]

nginx and the readers have one core, the portal and PostgreSQL the other. What reached the portal stands in the portal's own log.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import threading
import time
import urllib.parse

import bundle
from client import ask
from cluster import Nginx, get
from portal import Evenhand, Folder, Postgres, allow_many_files, arguments, free_port
from report import end, goal, note

HERE = pathlib.Path(__file__).parent
CONNECTIONS = 256
EVENT = "/events/bench"
RESULTS = [f"{EVENT}/results", f"{EVENT}/results/how", "/api/events/bench/results", "/api/events/bench/results/signed"]
OTHERS = [EVENT, f"{EVENT}/projects", "/api/events/bench", "/api/events/bench/projects"]
# How long the portal lets a cache answer by itself, in seconds.
FRESH = 1
# Whole answers of the portal for one page in one version. One may have been asked for just before the version changed.
MOST = 2


def on_core(number):
    """What keeps a command on one core, where there are two."""
    cores = sorted(os.sched_getaffinity(0))
    return ["taskset", "-c", str(cores[number])] if len(cores) > 1 else []


class Crowd:
    """Readers for some seconds, in a thread of their own."""

    def __init__(self, scene, name, pages, seconds, secret=""):
        self.scene, self.name, self.seconds = scene, name, seconds
        self.first = scene.logged()
        environment = {**os.environ, "CROWD_PAGES": " ".join(pages), "CROWD_SECRET": secret}
        words = [*on_core(1), "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s", "-s", str(HERE / "crowd.lua"), scene.url]
        self.process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        said = self.process.communicate()[0]
        self.statuses = {int(status): int(number) for status, number in re.findall(r"^status (\d+) (\d+)$", said, re.M)}
        self.leaked = int(re.search(r"^leaked (\d+)$", said, re.M)[1])
        self.rate = sum(self.statuses.values()) / self.seconds
        failed = re.search(r"Socket errors: (.*)", said)
        self.reached = self.scene.reached(self.first)
        note(f"{self.name}: {self.rate:,.0f} answers a second {self.statuses}" + (f", {failed[1]}" if failed else ""))

    def tell_reached(self, versions):
        """What reached the portal, of pages that were there in so many versions meanwhile."""
        whole = collections.Counter(page for page, status in self.reached if status == 200)
        asked = collections.Counter(page for page, status in self.reached if status in (200, 304))
        page, most = max(whole.items(), key=lambda item: item[1], default=("none", 0))
        result = f"of {self.statuses.get(200, 0)} readers {sum(whole.values())} reached it, at most {most} for one page ({page})"
        goal(f"{self.name}: at most {MOST} whole answers of the portal for a page and version", result, most <= MOST * versions)
        again = max(asked.values(), default=0)
        result = f"at most {again} requests for a page in {self.seconds} s"
        goal(f"{self.name}: and one question each {FRESH} s whether it has changed", result, again <= self.seconds / FRESH + MOST * versions)


class Scene:
    def __init__(self, postgres, serve, port):
        self.postgres, self.serve, self.url = postgres, serve, f"http://127.0.0.1:{port}"
        self.port = port

    def logged(self):
        return self.serve.log_file.stat().st_size

    def reached(self, first):
        """Path and status of each request for a public page that reached the portal since."""
        with self.serve.log_file.open("rb") as log:
            log.seek(first)
            lines = map(json.loads, log.read().splitlines())
            return [(line["path"], line["status"]) for line in lines if line["target"] == "evenhand::request" and line["path"] in RESULTS + OTHERS]

    def act(self, path, **fields):
        """Sends a form of the organizer's, past the cache, as the page has it."""
        cookie = {"Cookie": "sessionid=organizer"}
        page = ask(self.url, path, headers=cookie).body.decode()
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)) | fields
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        body = urllib.parse.urlencode(form | ({"csrfmiddlewaretoken": token[1]} if token else {}))
        answer = ask(self.url, path, body, headers={**cookie, "Content-Type": "application/x-www-form-urlencoded"}, may_fail=True)
        if answer.status != 303:
            raise RuntimeError(f"{path}: {answer.status} {re.sub(r'<[^>]+>', ' ', answer.body.decode())[-1500:]}")

    def publish(self, reason):
        self.act(f"{EVENT}/manage/calibration/publish", reason=reason, consent="true")

    def calibrate(self):
        self.serve.run("calibrate", "bench")

    def run_seen(self):
        """The run that a reader sees, 0 where none is public, `None` where there is no answer."""
        status, text = get(self.port, "/api/events/bench/results", patience=30)
        if status not in (200, 404):
            return None
        return int(re.search(r'"run":\s*(\d+)', text)[1]) if status == 200 else 0


class Watcher(threading.Thread):
    """A reader who asks for the results again and again, and notes which run was seen when."""

    def __init__(self, scene):
        super().__init__(daemon=True)
        self.scene, self.stop, self.seen = scene, threading.Event(), []

    def run(self):
        while not self.stop.is_set():
            run = self.scene.run_seen()
            if run is not None:
                self.seen.append((time.monotonic(), run))
            time.sleep(0.01)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.join()

    def first(self, run):
        return next((answered for answered, seen in self.seen if seen == run), None)


def published(scene, run, seconds, reason, pages):
    """Publishes a run in the middle of the crowd's time."""
    name = f"run {run} is published"
    with Watcher(scene) as watcher, Crowd(scene, name, pages, 2 * seconds) as crowd:
        time.sleep(seconds)
        begun = time.monotonic()
        scene.publish(reason)
        done = time.monotonic()
    early = sum(seen >= run for answered, seen in watcher.seen if answered < begun)
    runs = [seen for _, seen in watcher.seen]
    goal(f"{name}: nobody sees it before", f"{early} of {len(runs)} answers of a reader", early == 0)
    goal(f"{name}: what was seen never goes back", f"{runs.count(run)} answers show it", runs == sorted(runs) and run in runs)
    shown = watcher.first(run)
    late = shown - done if shown else float("inf")
    goal(f"{name}: everybody sees it within {2 * FRESH} s", f"{max(late, 0):.1f} s after the organizer", within=late <= 2 * FRESH)
    crowd.tell_reached(versions=2)


def main():
    binary, seconds = arguments(6)
    allow_many_files()
    settings = {"EVENHAND_TRUSTED_PROXIES": "127.0.0.1", "EVENHAND_LOG": "json", "RUST_LOG": None}
    with Folder() as folder, Postgres(folder / "postgres") as postgres, Evenhand(binary, folder, postgres.url, "serve", **settings) as serve:
        for pid in (postgres.pid, serve.pid):
            if keep := on_core(0):
                subprocess.run(["taskset", "-a", "-p", "-c", keep[2], str(pid)], check=True, capture_output=True)
        serve.bring_in("bench", bundle.bundle(reviewed=True))
        postgres.query(
            "insert into session (id_hash, person_id) select sha256(convert_to('organizer', 'UTF8')), id from person "
            "where email = 'organizer@bench.example'"
        )
        port = free_port()
        with Nginx(folder / "nginx", port, [serve.address[1]], cached=True, before=on_core(1)):
            play(Scene(postgres, serve, port), seconds)
    end()


def play(scene, seconds):
    scene.calibrate()
    with Crowd(scene, "before anything is published", OTHERS, seconds, '"calibrated"') as crowd:
        pass
    crowd.tell_reached(versions=1)
    with Crowd(scene, "results that are not published", RESULTS, seconds, '"calibrated"') as crowd:
        pass
    seen = {status for status in crowd.statuses if status != 404}
    goal("results that are not published: nobody sees them", f"{crowd.statuses}, {crowd.leaked} with a value of them", not crowd.leaked and not seen)
    note(f"{len(crowd.reached)} of these 404s reached the portal: a refusal is never kept")
    published(scene, 1, seconds, "", RESULTS)
    scene.postgres.query("set session_replication_role = replica; update review set scores = jsonb_set(scores, '{impact}', '0') where id % 3 = 0")
    scene.calibrate()
    with Crowd(scene, "a correction that is not published", RESULTS, seconds, '"run":2') as crowd:
        pass
    goal("a correction that is not published: nobody sees it", f"{crowd.statuses}, {crowd.leaked} with it", not crowd.leaked and set(crowd.statuses) == {200})
    crowd.tell_reached(versions=1)
    published(scene, 2, seconds, "A judge had mixed up two tables.", RESULTS)
    scene.serve.stop()
    with Crowd(scene, "the portal is stopped", RESULTS, seconds) as crowd:
        pass
    goal("the portal is stopped: the pages stay", f"{crowd.statuses}, run {scene.run_seen()}", set(crowd.statuses) == {200} and scene.run_seen() == 2)


main()
