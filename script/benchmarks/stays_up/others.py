"""Everybody else: a process that reads a page and saves reviews at an even pace, and writes how long each took.

    python3 others.py HOST PORT TASKS OUT

Each line of OUT: when it was asked (CLOCK_MONOTONIC), `read` or `save`, or `come` for a read over a new
connection, seconds, status (0: no whole answer).
"""

import asyncio
import itertools
import json
import pathlib
import subprocess
import sys
import time

import event
from client import Client, Lost, NotSent, milliseconds, percentile
from portal import until
from report import goal

HERE = pathlib.Path(__file__).parent
READS, SAVES, NEWCOMERS = 40, 20, 5  # a second
READERS, SAVERS = 8, 8


class Others:
    """This process, and what it wrote, for who started it."""

    def __init__(self, folder, address, tasks):
        (folder / "tasks.json").write_text(json.dumps(tasks))
        self.out = folder / "others"
        words = [sys.executable, __file__, *map(str, address), str(folder / "tasks.json"), str(self.out)]
        self.process = subprocess.Popen(words, cwd=HERE)

    def __enter__(self):
        """Returns after some three seconds of it, when the server is warm."""

        def answered():
            everything = [(0, time.monotonic())]
            return self.out.exists() and self.between(everything, "come")[0] and len(self.between(everything, "save")[0]) >= 3 * SAVES

        if not until(lambda: answered() or self.process.poll() is not None) or self.process.poll() is not None:
            self.__exit__()
            sys.exit("nobody else was answered")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def samples(self):
        for line in self.out.read_text().splitlines():
            asked, kind, took, status = line.split(" ")
            yield float(asked), kind, float(took), int(status)

    def between(self, times, kind):
        """How long each took that was answered 2xx of those that were asked in one of these times; how many were refused with 503, which a
        busy machine does; and how many had another answer or none."""
        found = [(took, status) for asked, k, took, status in self.samples() if k == kind and any(a <= asked < b for a, b in times)]
        taken, refused = [took for took, status in found if 200 <= status < 300], sum(status == 503 for _, status in found)
        return taken, refused, len(found) - len(taken) - refused

    def tell(self, name, quiet, attacked):
        """What an attack costs them, beside quiet times."""
        for kind in ("read", "save"):
            before, *refused_before = self.between(quiet, kind)
            during, refused, failed = self.between(attacked, kind)
            ratio = percentile(during, 0.99) / percentile(before, 0.99)
            result = f"{milliseconds(before)} before; {milliseconds(during)} during, {ratio:.2f} times; "
            result += f"{sum(refused_before)} and {refused + failed} not answered 2xx"
            goal(f"{name}, others' {kind}s: p99 at most doubled, all answered", result, failed == 0, ratio <= 2 and refused == 0)


async def one(client, kind, method, path, body, out):
    begun = time.monotonic()
    try:
        status = (await client.ask(method, path, body)).status
    except (Lost, NotSent):
        status = 0
    out.write(f"{begun:.6f} {kind} {time.monotonic() - begun:.6f} {status}\n")


async def paced(number, of, rate, ask):
    """Asks at an even pace, whatever the answers take: a slow answer is not one request less, it delays the next."""
    due = time.monotonic() + number / rate
    while True:
        await asyncio.sleep(max(0, due - time.monotonic()))
        await ask()
        due = max(due + of / rate, time.monotonic())


async def main():
    address, tasks = (sys.argv[1], int(sys.argv[2])), json.loads(pathlib.Path(sys.argv[3]).read_text())
    with open(sys.argv[4], "w", buffering=1) as out:
        clients = []
        for n in range(READERS):
            client = Client(address)
            clients.append(paced(n, READERS, READS, lambda c=client: one(c, "read", "GET", f"/events/{event.SLUG}", None, out)))
        newcomer = Client(address, keep=False)
        clients.append(paced(0, 1, NEWCOMERS, lambda: one(newcomer, "come", "GET", f"/events/{event.SLUG}", None, out)))
        for n in range(SAVERS):
            token, ids = tasks[n]
            client, numbers = Client(address, token), itertools.count()

            def save(client=client, numbers=numbers, ids=ids):
                at = next(numbers)
                path = f"/api/judge/assignments/{ids[at % len(ids)]}/review"
                return one(client, "save", "POST", path, event.review(at), out)

            clients.append(paced(n, SAVERS, SAVES, save))
        await asyncio.gather(*clients)


if __name__ == "__main__":
    asyncio.run(main())
