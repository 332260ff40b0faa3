"""HTTP clients of the trials, and percentiles of what they waited."""

import asyncio
import http.client
import json
import math
import random
import sys
import time
import urllib.parse

from portal import Cost

PART = 64 * 1024
# A form without a session proves by a cookie that one of our pages sent it. Which one is the sender's choice.
CSRF = "0" * 43
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={CSRF}"}


class Lost(Exception):
    """A connection ended before its answer was whole."""


class NotSent(Exception):
    """No connection could be had."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


class Client:
    """One client with one connection, kept or new for each request. It says exactly what became of a request."""

    def __init__(self, address, token=None, keep=True):
        self.address, self.token, self.keep = address, token, keep
        self.open = None

    async def connect(self):
        reader, writer = await asyncio.open_connection(*self.address, local_addr=(f"127.0.0.{random.randint(2, 99)}", 0))
        return reader, writer

    async def ask(self, method, path, body=None, patience=60, headers=()):
        if self.open and self.open[0].at_eof():
            self.close()
        if not self.open:
            try:
                self.open = await self.connect()
            except OSError as error:
                raise NotSent(str(error)) from error
        try:
            return await asyncio.wait_for(self.exchange(method, path, body, headers), patience)
        except (OSError, EOFError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
            self.close()
            raise Lost(type(error).__name__) from error

    async def exchange(self, method, path, body, more):
        reader, writer = self.open
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.address[0]}:{self.address[1]}"]
        head += [f"{name}: {value}" for name, value in dict(more).items()]
        if self.token:
            head.append(f"Authorization: Bearer {self.token}")
        if body is not None:
            head += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        writer.write("\r\n".join([*head, "", ""]).encode() + content)
        first = await reader.readuntil(b"\r\n\r\n")
        lines = first.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:] if ": " in line)}
        answered = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close" or not self.keep:
            self.close()
        return Answer(int(lines[0].split(" ")[1]), headers, answered)

    def close(self):
        if self.open:
            self.open[1].close()
        self.open = None


def bearer(token):
    return {"Authorization": f"Bearer {token}"} if token else {}


def connect(url, patience=120):
    return http.client.HTTPConnection(url.removeprefix("http://"), timeout=patience)


def ask(url, path, body=None, token=None, headers=(), patience=120, may_fail=False):
    """One answer over a connection of its own, whole. With a body it is a POST; a body that is no text, bytes or file is sent as JSON."""
    wanted = bearer(token) | dict(headers)
    if isinstance(body, dict):
        body, wanted = json.dumps(body), {"Content-Type": "application/json"} | wanted
    connection = connect(url, patience)
    connection.request("GET" if body is None else "POST", path, body, wanted)
    answer = connection.getresponse()
    read = answer.read()
    connection.close()
    if answer.status >= 400 and not may_fail:
        sys.exit(f"{path}: {answer.status} {read[:600].decode(errors='replace')}")
    return Answer(answer.status, answer.headers, read)


def sign_in_form(email, password):
    """What the form of /login sends, with the headers of `FORM`."""
    return urllib.parse.urlencode({"csrfmiddlewaretoken": CSRF, "email": email, "password": password})


def demo_form(person):
    """The same for somebody of the demo."""
    return sign_in_form(f"{person}@demo.example", f"{person}-demo-password")


class Download:
    """One file: when its first byte came and when its last, in seconds; its length; what it cost the server. It is read at most at `rate`
    bytes a second, and written to the file `keep`."""

    def __init__(self, server, path, token, rate=None, keep=None):
        connection, self.bytes, self.first = connect(server.url, 300), 0, None
        self.cost = Cost(server)
        connection.request("GET", path, headers=bearer(token))
        answer = connection.getresponse()
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status} {answer.read()!r}")
        while part := answer.read1(PART):
            self.first = self.first or self.cost.seconds()
            self.bytes += len(part)
            if keep:
                keep.write(part)
            if rate:
                time.sleep(max(0, self.bytes / rate - self.cost.seconds()))
        self.whole, self.more = self.cost.seconds(), self.cost.more()
        connection.close()


def percentile(values, part):
    """The value that this part of them does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * part) - 1)] if ordered else float("nan")


def milliseconds(values):
    return f"p50 {percentile(values, 0.5) * 1000:.1f} ms, p99 {percentile(values, 0.99) * 1000:.1f} ms"
