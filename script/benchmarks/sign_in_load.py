"""Puts load on the sign-in of a server of its own, with the demo: figures, then the verdict on three goals.

    sign_in_load.py BINARY [part, default 1: 10 asks for a tenth of the seconds and the people]

Three rounds, each beside clients that read a page: nobody signs in; 500 tries a second that hang up at once, each from
an address of its own; 300 people sign in together, from as many addresses as accounts allow. The goals: the 99th
percentile of the page at most doubles, all 300 get in, and the process never takes more than 128 MiB. The database is the server's
own. Every client sends X-Forwarded-For, which the server believes here, so that the limits stay on.
"""

import multiprocessing
import socket
import struct
import threading
import time

from client import FORM, ask, connect, demo_form, percentile, sign_in_form
from portal import Evenhand, Folder, arguments
from report import end, goal

PEOPLE = ["organizer", "judge1", "judge2", "participant"]
READERS, HANG_UPS = 4, 500


def address(n):
    """An address of its own for each client."""
    return f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}"


def read_page(url, stop, times):
    connection = connect(url, 30)
    while not stop.is_set():
        begun = time.perf_counter()
        connection.request("GET", "/login")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        times.append(time.perf_counter() - begun)
        time.sleep(0.01)


def read_pages(url, stop, results):
    """The readers. They are a process of their own: threads of one Python process wait for each other."""
    times = []
    run([threading.Thread(target=read_page, args=(url, stop, times)) for _ in range(READERS)])
    results.put(times)


def hang_up(server, n):
    """Sends a try and resets the connection when the server has had time to begin."""
    body = sign_in_form(f"somebody{n}@x.example", "not the password")
    head = "".join(f"{name}: {value}\r\n" for name, value in FORM.items())
    request = f"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address(n)}\r\n{head}Content-Length: {len(body)}\r\n\r\n{body}"
    client = socket.create_connection(server.address, timeout=30)
    client.sendall(request.encode())
    time.sleep(0.02)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def hang_ups(server, seconds):
    """Says how many hung up."""
    threads, until, sent = 20, time.monotonic() + seconds, []

    def worker(first):
        due = time.monotonic()
        n = first
        while time.monotonic() < until:
            try:
                hang_up(server, n)
                sent.append(n)
            except OSError:
                pass
            n += threads
            due += threads / HANG_UPS
            time.sleep(max(0, due - time.monotonic()))

    run([threading.Thread(target=worker, args=(first,)) for first in range(threads)])
    return len(sent)


def sign_in(url, n, statuses):
    """Signs in as people do, who try again when the portal asks them to."""
    for _ in range(10):
        headers = FORM | {"X-Forwarded-For": address(n)}
        answer = ask(url, "/login", demo_form(PEOPLE[n % len(PEOPLE)]), headers=headers, patience=30, may_fail=True)
        statuses.append(answer.status)
        if answer.status != 503:
            return
        time.sleep(int(answer.headers["Retry-After"]))


def run(threads):
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def round_of(name, server, load):
    """Reads the page while the load lasts; the 99th percentile in milliseconds."""
    stop, results = multiprocessing.Event(), multiprocessing.Queue()
    readers = multiprocessing.Process(target=read_pages, args=(server.url, stop, results))
    readers.start()
    told = load()
    stop.set()
    times = results.get()
    readers.join()
    p50, p99 = (percentile(times, p) * 1000 for p in (0.5, 0.99))
    print(
        f"{name:44} page: {len(times):5} reads, p50 {p50:6.1f} ms, p99 {p99:6.1f} ms   "
        f"memory {server.memory():4.0f} MiB, peak {server.memory('VmHWM'):4.0f} MiB   {told}",
        flush=True,
    )
    return p99


def rounds(server, seconds, people):
    entered = []

    def quiet():
        time.sleep(seconds)
        return ""

    def hanging():
        return f"{hang_ups(server, seconds) / seconds:.0f} hang-ups a second"

    def together():
        statuses, begun = [], time.monotonic()
        run([threading.Thread(target=sign_in, args=(server.url, n, statuses)) for n in range(people)])
        told = ", ".join(f"{statuses.count(s)} × {s}" for s in sorted(set(statuses)))
        entered.append(statuses.count(303))
        return f"{told} in {time.monotonic() - begun:.1f} s"

    base = round_of("nobody signs in", server, quiet)
    flood = round_of(f"{HANG_UPS} tries a second hang up", server, hanging)
    hall = round_of(f"{people} people sign in together", server, together)
    peak = server.memory("VmHWM")
    goal("p99 of the page while tries hang up at most doubles", f"{flood / base:.2f}×", within=flood <= 2 * base)
    goal(f"p99 of the page while {people} sign in at most doubles", f"{hall / base:.2f}×", within=hall <= 2 * base)
    goal("everybody gets in", f"{entered[0]} of {people}", entered[0] == people)
    goal("peak memory at most 128 MiB", f"{peak:.0f}", within=peak <= 128)


def main():
    binary, part = arguments(1)
    # Limits are on, and the log says little: a line for each try would cost as much as the try.
    settings = {"EVENHAND_DEMO": "on", "EVENHAND_LIMITS": None, "EVENHAND_TRUSTED_PROXIES": "127.0.0.1/32", "RUST_LOG": "error,server::cli=info"}
    with Folder() as folder, Evenhand(binary, folder, None, "serve", **settings) as server:
        rounds(server, 15 / part, 300 // part)
    end()


if __name__ == "__main__":
    main()
