"""Deliveries while senders are killed: what arrives, how often, and what is under way at once.

Five events with ten webhooks each, all to one receiver here. Eight senders serve one webhook each at a time. At some requests,
the receiver kills the sender that made it, after it has read the message and before the sender can record the answer.
DATABASE_URL names an empty database.
"""

import asyncio
import collections
import hashlib
import os
import random
import signal
import subprocess
import sys
import time

EVENTS, WEBHOOKS, SENDERS, KILLS = 5, 10, 8, 200
BINARY, MESSAGES = sys.argv[1], int(sys.argv[2])
ROWS = MESSAGES // (EVENTS * WEBHOOKS)
BATCHES = 20


class Receiver:
    def __init__(self):
        self.bodies = collections.defaultdict(dict)  # path -> id -> digest of the body
        self.order = collections.defaultdict(list)  # path -> numbers as they first came
        self.under_way = collections.Counter()
        self.most_at_once = self.arrived = self.repeats = self.changed = self.kills = 0
        self.senders = {}

    async def handle(self, reader, writer):
        path = None
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            path = head.split(" ", 2)[1]
            self.under_way[path] += 1
            self.most_at_once = max(self.most_at_once, self.under_way[path])
            headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            body = await reader.readexactly(int(headers["content-length"]))
            self.note(path, headers["webhook-id"], body)
            if random.random() < KILLS / MESSAGES:
                self.kill(writer.get_extra_info("peername")[1])
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok")
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            if path:
                self.under_way[path] -= 1
            writer.close()

    def note(self, path, message, body):
        self.arrived += 1
        digest, known = hashlib.sha256(body).digest(), self.bodies[path]
        if message in known:
            self.repeats += 1
            self.changed += known[message] != digest
        else:
            known[message] = digest
            number = int(body.split(b'"seq":', 1)[1].split(b",", 1)[0])
            self.order[path].append(number)

    def kill(self, port):
        """Kills the sender whose connection has this port."""
        inode = None
        with open("/proc/net/tcp") as table:
            for line in table.readlines()[1:]:
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


async def keep_sender(environment, receiver, stop):
    while not stop.is_set():
        process = await asyncio.create_subprocess_exec(
            BINARY, "send", "--at-once", "1", env=environment, stderr=asyncio.subprocess.DEVNULL
        )
        receiver.senders[process.pid] = process
        await process.wait()
        receiver.senders.pop(process.pid, None)


def sql(url, text):
    done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url, "-c", text], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.strip()


async def deliver(url, environment):
    receiver = Receiver()
    server = await asyncio.start_server(receiver.handle, "127.0.0.1", 0, backlog=1024)
    port = server.sockets[0].getsockname()[1]
    sql(url, f"""
        insert into event (slug, name) select 'try-' || e, 'Try' from generate_series(1, {EVENTS}) e;
        insert into webhook (event_id, url, secret)
            select e.id, 'http://127.0.0.1:{port}/' || e.id || '/' || w, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
            from event e, generate_series(1, {WEBHOOKS}) w where e.slug like 'try-%'""")
    stop = asyncio.Event()
    begun = time.monotonic()
    senders = [asyncio.create_task(keep_sender(environment, receiver, stop)) for _ in range(SENDERS)]
    for batch in range(BATCHES):
        rows = ROWS * (batch + 1) // BATCHES - ROWS * batch // BATCHES
        await asyncio.to_thread(sql, url, f"""
            insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
            select e.id, 'try@x.example', 'judge', 'review.saved', 'review', n::text
            from event e, generate_series(1, {rows}) n where e.slug like 'try-%'""")
    waiting = "select count(*) from webhook w join audit_head h on h.chain = w.chain where w.cursor < h.seq or w.lease_token is not null"
    said = 0
    while await asyncio.to_thread(sql, url, waiting) != "0":
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
    return report(receiver, took)


def report(receiver, took):
    expected = ROWS * EVENTS * WEBHOOKS
    distinct = sum(len(known) for known in receiver.bodies.values())
    in_order = all(numbers == sorted(numbers) for numbers in receiver.order.values())
    rate = receiver.arrived / took
    print(f"messages: {expected}, missing: {expected - distinct}, repeated: {receiver.repeats}, senders killed: {receiver.kills}")
    print(f"most at once to one webhook: {receiver.most_at_once}, repeated with another body: {receiver.changed}")
    print(f"first attempts in order: {'yes' if in_order else 'no'}; {took:.0f} s, {rate:.0f} a second")
    good = distinct == expected and receiver.most_at_once == 1 and receiver.repeats <= receiver.kills
    return good and in_order and not receiver.changed


def main():
    url = os.environ.get("DATABASE_URL") or sys.exit("DATABASE_URL is missing: name an empty database")
    environment = {**os.environ, "EVENHAND_WEBHOOK_ALLOW_LOOPBACK": "on", "EVENHAND_SEND_POOL": "3"}
    subprocess.run([BINARY, "migrate"], env=environment, check=True)
    sys.exit(0 if asyncio.run(deliver(url, environment)) else 1)


main()
