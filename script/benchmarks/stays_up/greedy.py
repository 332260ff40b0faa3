"""What many greedy connections cost everybody else. The quiet times and the attacks take turns, so that a busy machine is the same
for both."""

import subprocess
import sys
import time

import event
from others import HERE, Others
from portal import Evenhand, Folder, Postgres, allow_many_files
from report import goal, note

KINDS = [("heads", "half-sent heads", 2000), ("bodies", "dripping bodies", 500), ("http2", "idle HTTP/2 connections", 4000)]
# All three kinds at once are more connections than the server takes.
PLACES = 4096
ALL = "all of these at once"


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
    others.tell(name, quiet, attacked)
    let_in, refused, failed = others.between(attacked, "come")
    told = f"{len(let_in)} let in and answered, {refused + failed} not"
    if len(attacks) > 1:
        note(f"over new connections: {told} (there are {PLACES} places for connections)")
    else:
        goal(f"{name}: who comes meanwhile is let in", told, failed == 0 and len(let_in) > 0, refused == 0)
    note(f"{'; '.join(said)}; the server's memory {serve.memory():.0f} MiB")


def run(binary, quick):
    allow_many_files()
    rounds, seconds = (1, 3) if quick else (2, 8)
    part = 10 if quick else 1
    with (
        Folder() as folder,
        Postgres(folder / "postgres") as postgres,
        Evenhand(binary, folder, postgres.url, "serve", EVENHAND_LOG="json") as serve,
        Others(folder, serve.address, event.bring_in(serve, postgres)) as others,
    ):
        attacks = [(kind, number // part) for kind, _, number in KINDS]
        for (_, name, _), attack in zip(KINDS, attacks, strict=True):
            beside(others, serve, f"{attack[1]} {name}", [attack], rounds, seconds)
        beside(others, serve, ALL, attacks, rounds, seconds)
        goal("greedy clients: the server runs on", f"memory at most {serve.memory('VmHWM'):.0f} MiB", serve.runs())
