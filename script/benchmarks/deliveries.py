"""Deliveries while senders are killed: what arrives, how often, and what is under way at once.

    deliveries.py BINARY [messages, default 100000]

Five events with ten webhooks each, all to one receiver here. Eight senders serve one webhook each at a time. At some requests,
the receiver kills the sender that made it, after it has read the message and before the sender can record the answer.
"""

import asyncio
import os
import pathlib
import random
import signal
import sys
import time

from portal import Folder, Postgres, arguments, environment, run
from receiver import Receiver

EVENTS, WEBHOOKS, SENDERS, BATCHES = 5, 10, 8, 20
# So many senders are killed in all, but at most one at a hundred messages: the next waits 30 s for the lease of one that was killed.
KILLS, OFTEN = 200, 0.01


class DeadlyReceiver(Receiver):
    """Kills a sender now and then."""

    def __init__(self, messages):
        super().__init__()
        self.chance, self.kills, self.senders = min(KILLS / messages, OFTEN), 0, {}

    @property
    def arrived(self):
        return len(self.bodies) + self.repeated

    def has_read(self, writer):
        if random.random() < self.chance:
            self.kill(writer.get_extra_info("peername")[1])

    def kill(self, port):
        """Kills the sender whose connection has this port."""
        inode = None
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if int(fields[1].split(":")[1], 16) == port and fields[9] != "0":
                inode = fields[9]
        for pid in list(self.senders):
            try:
                links = [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")]
            except OSError:
                continue
            if f"socket:[{inode}]" in links:
                os.kill(pid, signal.SIGKILL)
                self.kills += 1
                return


async def keep_sender(binary, told, receiver, stop):
    while not stop.is_set():
        process = await asyncio.create_subprocess_exec(binary, "send", "--at-once", "1", env=told, stderr=asyncio.subprocess.DEVNULL)
        receiver.senders[process.pid] = process
        await process.wait()
        receiver.senders.pop(process.pid, None)


async def deliver(binary, told, postgres, rows):
    receiver = DeadlyReceiver(rows * EVENTS * WEBHOOKS)
    server = await asyncio.start_server(receiver.handle, "127.0.0.1", 0, backlog=1024)
    port = server.sockets[0].getsockname()[1]
    postgres.query(f"""
        insert into event (slug, name) select 'try-' || e, 'Try' from generate_series(1, {EVENTS}) e;
        insert into webhook (event_id, url, secret)
            select e.id, 'http://127.0.0.1:{port}/' || e.id || '/' || w, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
            from event e, generate_series(1, {WEBHOOKS}) w where e.slug like 'try-%'""")
    stop = asyncio.Event()
    begun = time.monotonic()
    senders = [asyncio.create_task(keep_sender(binary, told, receiver, stop)) for _ in range(SENDERS)]
    for batch in range(BATCHES):
        some = rows * (batch + 1) // BATCHES - rows * batch // BATCHES
        await asyncio.to_thread(postgres.query, f"""
            insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
            select e.id, 'try@x.example', 'judge', 'review.saved', 'review', n::text
            from event e, generate_series(1, {some}) n where e.slug like 'try-%'""")
    waiting = "select count(*) from webhook w join audit_head h on h.chain = w.chain where w.cursor < h.seq or w.lease_token is not null"
    said = 0
    while await asyncio.to_thread(postgres.query, waiting) != "0":
        if time.monotonic() - said > 30:
            said = time.monotonic()
            print(f"  {receiver.arrived} arrived, {receiver.kills} senders killed", flush=True)
        await asyncio.sleep(1)
    took = time.monotonic() - begun
    stop.set()
    for process in list(receiver.senders.values()):
        process.send_signal(signal.SIGTERM)
    await asyncio.gather(*senders)
    server.close()
    return report(receiver, rows * EVENTS * WEBHOOKS, took)


def report(receiver, expected, took):
    distinct = len(receiver.bodies)
    in_order = all(numbers == sorted(numbers) for numbers in receiver.order.values())
    print(f"messages: {expected}, missing: {expected - distinct}, repeated: {receiver.repeated}, senders killed: {receiver.kills}")
    print(f"most at once to one webhook: {receiver.most_at_once}, repeated with another body: {receiver.changed}")
    print(f"first attempts in order: {'yes' if in_order else 'no'}; {took:.0f} s, {receiver.arrived / took:.0f} a second")
    good = distinct == expected and receiver.most_at_once == 1 and receiver.repeated <= receiver.kills
    return good and in_order and not receiver.changed


def main():
    binary, messages = arguments(100_000)
    # Whether PostgreSQL syncs is not asked here, and without it more is delivered in the same time.
    with Folder() as folder, Postgres(folder / "postgres", fsync="off") as postgres:
        told = environment(folder, postgres.url, EVENHAND_WEBHOOK_ALLOW_LOOPBACK="on", EVENHAND_SEND_POOL="3")
        run(binary, told, "migrate")
        good = asyncio.run(deliver(binary, told, postgres, messages // (EVENTS * WEBHOOKS)))
    sys.exit(0 if good else 1)


main()
