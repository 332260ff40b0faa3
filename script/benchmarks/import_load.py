"""Imports made lists of projects into the demo of a server of its own: how long it takes, and how much memory.

    import_load.py BINARY [part, default 1: 10 brings a tenth of each list]

Four files: 300 projects as Devpost exports them with personal data (shape B), from the upload to the confirmed preview in less
than 3 seconds; 64 MiB of long descriptions; 100,000 lines, which are too many; as many as may come. The server never takes more than
256 MiB. The database is the server's own.
"""

import random
import re
import time
import urllib.parse

from client import FORM, ask, demo_form
from portal import Evenhand, Folder, arguments

PAGE = "/events/demo-submitting/manage/projects/import"
UPLOAD = "/events/demo-submitting/manage/from-file?what=projects"
HEAD = (
    'Project Title,Table Number,Submission Url,Project Status,Judging Status,Highest Step Completed,Project Created At,'
    'About The Project,"""Try it out"" Links",Video Demo Link,Opt-In Prizes,Built With,Submitter First Name,'
    'Submitter Last Name,Submitter Email,Notes,Team Colleges/Universities,Additional Team Member Count,'
    'Team Member 1 First Name,Team Member 1 Last Name,Team Member 1 Email,...\r\n'
)
PIECES = [f"{a}{b}" for a in ("sol", "kin", "mar", "tel", "ori", "ven", "lum", "per") for b in ("ar", "et", "ion", "ude", "ing", "ost")]


def project(name, n, words):
    """A row of shape B with three further members."""
    dice = random.Random(f"{name} {n}")
    text = " ".join(dice.choice(PIECES) + str(dice.randrange(400)) for _ in range(words))
    members = "".join(f",Mo{m},Ek,{name}-{n}-{m}@x.example" for m in range(3))
    links = f'"https://{name}-{n}.example, https://github.com/{name}/p{n}"'
    return (
        f"{name} project {n},{name[0].upper()}{n},https://devpost.com/software/{name}-{n},Submitted (Gallery/Visible),Pending,Submit,"
        f'11/20/2026 12:00:00,"{text}",{links},https://youtu.be/{name}{n},"Health, Best Hack","rust, wasm, postgres",'
        f"Ada,No {n},{name}-{n}@x.example,,University of Nowhere,3{members}\r\n"
    )


def large(name, size):
    """Rows until the file has this size. A long text is one phrase many times over, so that making it is quick."""
    rows, length, n = [HEAD], len(HEAD), 0
    while length < size - 60_000:
        n += 1
        text = (f"{name}{n} " + "a long story about one project; ") * 1600
        rows.append(f'{name} {n},,https://devpost.com/software/{name}-{n},Submitted,,Submit,,"{text[:50_000]}",,,,,,,,,,0\r\n')
        length += len(rows[-1])
    return "".join(rows)


def sign_in(url):
    answer = ask(url, "/login", demo_form("organizer"), headers=FORM)
    assert answer.status == 303, (answer.status, answer.body[:500])
    return "; ".join(cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie"))


def bring(url, cookie, name, text):
    """Uploads, looks, confirms; the seconds of each, and what the last page says."""

    def read(path):
        return ask(url, path, headers={"Cookie": cookie}, patience=600).body.decode()

    def send(path, kind, body):
        answer = ask(url, path, body, headers={"Content-Type": kind, "Cookie": cookie}, patience=600, may_fail=True)
        return answer, answer.body.decode()

    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', read(UPLOAD))[1]
    part = f'--xyz\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
    part += f'--xyz\r\nContent-Disposition: form-data; name="files"; filename="{name}.csv"\r\n\r\n'
    begun = time.perf_counter()
    answer, page = send(PAGE, "multipart/form-data; boundary=xyz", (part + text + "\r\n--xyz--\r\n").encode())
    uploaded = time.perf_counter()
    if answer.status != 303:
        said = re.sub(r"<[^>]+>", " ", page.split("</h2>", 1)[1] if "not-saved" in page else page)
        return f"{uploaded - begun:.2f} s, refused with {answer.status}: {' '.join(said.split())[:160]}"
    address = answer.headers["Location"]
    page = read(address)
    looked = time.perf_counter()
    form = {"csrfmiddlewaretoken": token, "seen": re.search(r'name="seen" value="([^"]+)"', page)[1]}
    answer, page = send(f"{address}/confirm", FORM["Content-Type"], urllib.parse.urlencode(form))
    done = time.perf_counter()
    assert answer.status == 303, (answer.status, re.sub(r"<[^>]+>", " ", page)[:600])
    said = re.search(r"([\d,]+ projects? added)", read(address))[1]
    steps = f"upload {uploaded - begun:.2f}, preview {looked - uploaded:.2f}, import {done - looked:.2f}"
    return f"{done - begun:.2f} s ({steps}): {said}"


def main():
    binary, part = arguments(1)
    with Folder() as folder, Evenhand(binary, folder, None, "serve", EVENHAND_DEMO="on") as server:
        cookie = sign_in(server.url)
        print(f"before: {server.memory('VmHWM'):.0f} MiB at most")
        files = {
            "devpost": HEAD + "".join(project("devpost", n, 250) for n in range(300 // part)),
            "long": large("long", 64 * 1024 * 1024 // part - 1024),
            "lines": "title,description\r\n" + "".join(f"Project {n},A line.\r\n" for n in range(100_000 // part)),
            "rows": "title,description\r\n" + "".join(f"Row {n},A line.\r\n" for n in range(19_999 // part)),
        }
        for name, text in files.items():
            said = bring(server.url, cookie, name, text)
            print(f"{name}, {len(text) / 1024 / 1024:.1f} MiB, {text.count(chr(10))} lines: {said}; {server.memory('VmHWM'):.0f} MiB at most")


main()
