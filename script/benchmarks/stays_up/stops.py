"""Stops under load. A service manager holds the socket (as docs/deploy/evenhand.socket has it), so connections wait in the kernel while
no process runs. Without that the kernel refuses them for as long as the restart takes; what it had accepted is answered all the same."""

import asyncio
import time

import event
from client import Client, Lost, NotSent, percentile
from load import Writer, check
from portal import Evenhand, Folder, Postgres, listening_socket
from report import goal, note

READERS, WRITERS = 8, 8


class Reader:
    """Asks for a page again and again; each request over a connection of its own, or all over a kept one."""

    def __init__(self, address, keep):
        self.client, self.times, self.lost, self.refused, self.bad = Client(address, keep=keep), [], [], 0, []

    async def read(self, stop):
        while not stop.is_set():
            begun = time.monotonic()
            try:
                answer = await self.client.ask("GET", f"/events/{event.SLUG}")
                self.times.append(time.monotonic() - begun)
                if answer.status != 200:
                    self.bad.append(answer.status)
            except NotSent:
                self.refused += 1
                await asyncio.sleep(0.02)
            except Lost as error:
                self.lost.append(f"{'kept' if self.client.keep else 'new'} {error}")
            await asyncio.sleep(0.02)


async def stops(serve, tasks, number, load):
    """Stops the server so often, each time after some load; returns the clients and how long the stops took."""
    stop = asyncio.Event()
    readers = [Reader(serve.address, keep=n % 2 == 0) for n in range(READERS)]
    writers = [Writer(serve.address, *tasks[n], pause=0.05, keep=n % 2 == 0) for n in range(WRITERS)]
    clients = [asyncio.create_task(c.read(stop) if isinstance(c, Reader) else c.write(stop)) for c in readers + writers]
    took = []
    for _ in range(number):
        await asyncio.sleep(load)
        took.append(await asyncio.to_thread(serve.stop))
        await asyncio.to_thread(serve.start)
    await asyncio.sleep(load)
    stop.set()
    await asyncio.gather(*clients)
    return readers, writers, took


def tell(name, readers, writers, took, number, may_refuse):
    lost = [what for reader in readers for what in reader.lost]
    lost += [f"a save on a {'kept' if w.client.keep else 'new'} connection" for w in writers for *_, status, _ in w.answers if status == 0]
    statuses = [status for w in writers for *_, status, _ in w.answers]
    refused = sum(r.refused for r in readers) + statuses.count(-1)
    other = [status for r in readers for status in r.bad] + [status for status in statuses if status not in (-1, 0, 200)]
    answered = sum(len(r.times) for r in readers) + statuses.count(200)
    times = [t for r in readers for t in r.times] + [t for w in writers for _, t, status, _ in w.answers if status == 200]
    result = f"{answered} requests answered, {len(lost)} dropped, {len(other)} answered otherwise than 200; slowest stop {max(took):.1f} s"
    result += f"; {refused} connections refused between two processes" if may_refuse else f"; longest wait over a restart {max(times):.1f} s"
    # 503 is what a busy machine answers.
    held = not lost and set(other) <= {503} and (may_refuse or not refused)
    goal(f"{number} stops under load, {name}: 0 dropped, each within 12 s", result, held, not other and max(took) <= 12)
    for what in sorted(set(lost)):
        note(f"dropped: {lost.count(what)} × {what}")
    note(f"p99 with the restarts {percentile(times, 0.99):.2f} s")


def run(binary, quick):
    number, load = (6, 0.3) if quick else (100, 0.4)
    fewer, everybody = max(3, number // 4), []
    with Folder() as folder, Postgres(folder / "postgres") as postgres:
        with listening_socket() as listener, Evenhand(binary, folder, postgres.url, "serve", listener=listener) as serve:
            tasks = event.bring_in(serve, postgres)
            held = serve.address[1] == listener.getsockname()[1]
            goal("the server takes a socket that is handed over", "yes" if held else "no", held)
            if held:
                readers, writers, took = asyncio.run(stops(serve, tasks, number, load))
                tell("socket held by a service manager", readers, writers, took, number, may_refuse=False)
                everybody += writers
            port = serve.address[1]
        with Evenhand(binary, folder, postgres.url, "serve", EVENHAND_BIND=f"127.0.0.1:{port}") as serve:
            readers, writers, took = asyncio.run(stops(serve, tasks[WRITERS:], fewer, load))
            tell("socket of its own", readers, writers, took, fewer, may_refuse=True)
        check(postgres, everybody + writers, goal, "stops")
