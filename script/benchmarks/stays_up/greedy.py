"""What many greedy connections cost everybody else. The quiet times and the attacks take turns, so that a busy machine is the same
for both."""

import json
import os
import pathlib
import subprocess
import sys
import time

import event
from client import milliseconds, percentile
from machine import Evenhand, Folder, Postgres, allow_many_files
from report import goal, note

HERE = pathlib.Path(__file__).parent
KINDS = [("heads", "half-sent heads", 2000), ("bodies", "dripping bodies", 500), ("http2", "idle HTTP/2 connections", 4000)]
# All three kinds at once are more connections than the server takes.
PLACES = 4096
ALL = "all of these at once"


class Others:
    """The process of everybody else."""

    def __init__(self, folder, address, tasks):
        (folder / "tasks.json").write_text(json.dumps(tasks))
        self.out = folder / "others"
        words = [sys.executable, str(HERE / "others.py"), *map(str, address), str(folder / "tasks.json"), str(self.out)]
        self.process = subprocess.Popen(words, cwd=HERE)

    def samples(self):
        for line in self.out.read_text().splitlines():
            asked, kind, took, status = line.split(" ")
            yield float(asked), kind, float(took), int(status)

    def between(self, times, kind):
        """How long each took that was asked in one of these times; and how many had no answer or another than 2xx."""
        found = [(took, status) for asked, k, took, status in self.samples() if k == kind and any(a <= asked < b for a, b in times)]
        return [took for took, status in found if 200 <= status < 300], sum(not 200 <= status < 300 for _, status in found)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Attack:
    def __init__(self, kind, address, number):
        words = [sys.executable, str(HERE / "attack.py"), kind, *map(str, address), str(number)]
        self.process = subprocess.Popen(words, cwd=HERE, stdout=subprocess.PIPE, text=True)

    def wait_until_open(self):
        # What attacked nobody would hold every goal.
        if self.process.stdout.readline().strip() != "open":
            sys.exit("the greedy clients did not come to open their connections")

    def stop(self):
        self.process.terminate()
        return self.process.stdout.read().strip()


def beside(others, serve, name, attacks, rounds, seconds):
    """Runs attacks beside the others; quiet times go before each."""
    quiet, attacked, said = [], [], []
    for _ in range(rounds):
        begun = time.monotonic()
        time.sleep(seconds)
        quiet.append((begun, time.monotonic()))
        begun = time.monotonic()
        running = [Attack(kind, serve.address, number) for kind, number in attacks]
        for attack in running:
            attack.wait_until_open()
        time.sleep(seconds)
        attacked.append((begun, time.monotonic()))
        said = [attack.stop() for attack in running]
        time.sleep(1)
    for kind in ("read", "save"):
        before, refused_before = others.between(quiet, kind)
        during, refused = others.between(attacked, kind)
        ratio = percentile(during, 0.99) / percentile(before, 0.99)
        result = f"{milliseconds(before)} before; {milliseconds(during)} during, {ratio:.2f} times; {refused_before} and {refused} not answered 2xx"
        goal(f"{name}, others' {kind}s: p99 at most doubled, all answered", result, ratio <= 2 and refused == 0)
    let_in, turned_away = others.between(attacked, "come")
    told = f"{len(let_in)} let in and answered, {turned_away} not"
    if len(attacks) > 1:
        note(f"over new connections: {told} (there are {PLACES} places for connections)")
    else:
        goal(f"{name}: who comes meanwhile is let in", told, turned_away == 0 and len(let_in) > 0)
    note(f"{'; '.join(said)}; the server's memory {serve.memory():.0f} MiB")


def run(binary, quick):
    allow_many_files()
    rounds, seconds = (1, 3) if quick else (2, 8)
    part = 10 if quick else 1
    with Folder() as folder:
        (folder / "postgres").mkdir()
        postgres = Postgres(folder / "postgres")
        try:
            serve = Evenhand(binary, folder, postgres.url, "serve", EVENHAND_LOG="json", RUST_LOG="warn,server::cli=info")
            tasks = event.bring_in(binary, folder, postgres)
            others = Others(folder, serve.address, tasks)
            try:
                time.sleep(3)
                attacks = [(kind, number // part) for kind, _, number in KINDS]
                for (kind, name, _), attack in zip(KINDS, attacks):
                    beside(others, serve, f"{attack[1]} {name}", [attack], rounds, seconds)
                beside(others, serve, ALL, attacks, rounds, seconds)
                goal("greedy clients: the server runs on", f"memory at most {serve.memory('VmHWM'):.0f} MiB", serve.runs())
            finally:
                others.stop()
                serve.stop()
        finally:
            postgres.stop()
