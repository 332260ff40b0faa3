"""Who webhooks are delivered to: takes every message and notes which."""

import asyncio
import collections
import contextlib
import hashlib


class Receiver:
    def __init__(self):
        self.bodies = {}  # path and id -> digest of the body
        self.order = collections.defaultdict(list)  # path -> numbers in the log, as they first came
        self.under_way = collections.Counter()
        self.most_at_once = self.repeated = self.changed = 0

    async def handle(self, reader, writer):
        path = None
        try:
            with contextlib.suppress(ConnectionError, EOFError, asyncio.CancelledError):
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                path = head.split(" ", 2)[1]
                self.under_way[path] += 1
                self.most_at_once = max(self.most_at_once, self.under_way[path])
                lines = (line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
                headers = {name.lower(): value for name, value in lines}
                body = await reader.readexactly(int(headers["content-length"]))
                self.note(path, headers["webhook-id"], body)
                self.has_read(writer)
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok")
                await writer.drain()
        finally:
            if path:
                self.under_way[path] -= 1
            writer.close()

    def note(self, path, message, body):
        digest, key = hashlib.sha256(body).digest(), (path, message)
        if key in self.bodies:
            self.repeated += 1
            self.changed += self.bodies[key] != digest
        else:
            self.bodies[key] = digest
            self.order[path].append(int(body.split(b'"seq":', 1)[1].split(b",", 1)[0]))

    def has_read(self, writer):
        """What happens between a message that was read and its answer: nothing, if the trial does not say otherwise."""
