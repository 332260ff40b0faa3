"""Lists what is compiled into the binary and into the browser's modules in it, as CycloneDX: each crate with its digest and its licence, and
what needs what. `cargo tree` says which, with the features of a release; Cargo.lock has the digests. Crates that only build are left out.
Beside it, what their licences ask a copy of them to hold: the notices that crates and fonts come with.

    sbom.py VERSION OUT NOTICES
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

PACKAGES = ["server", "frontend", "frontend-project", "simulations", "verifier"]
MODULES = [part for package in PACKAGES[1:] for part in ("--package", package)]
BUILDS = [["--package", "server"], [*MODULES, "--target", "wasm32-unknown-unknown"]]
TREE = ["cargo", "tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", "|{p}|{l}|"]
CARGO = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
NOTICE = re.compile(r"((un)?licen[cs]e|copying|copyright|notice)([-_.](?!(rs|c|h|py|json|toml|html|js|sh)$)[\w.-]*)?", re.I)
LINE = re.compile(r"(\d+)\|(\S+) v(\S+)( [^|]*)?\|([^|]*)\|")


def digests():
    """SHA-256 of each crate that a registry has, by name and version."""
    with open("Cargo.lock", encoding="utf-8") as file:
        found = re.findall(r'name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"', file.read())
    return {(name, version): digest for name, version, digest in found}


def reference(crate):
    return "@".join(crate)


def component(name, version, licence, digest):
    made = {"type": "library", "bom-ref": reference((name, version)), "name": name, "version": version}
    if licence:
        # Some crates still part licences by a slash, as cargo once did.
        made["licenses"] = [{"expression": re.sub(r"\s*/\s*", " OR ", licence)}]
    # Those without one are ours.
    if digest:
        # In an address a plus sign may be a blank.
        made["purl"] = f"pkg:cargo/{name}@{urllib.parse.quote(version)}"
        made["hashes"] = [{"alg": "SHA-256", "content": digest}]
    return made


def read(crates, needs, said):
    """Takes what `cargo tree` said: what a line needs are the lines below it that are one deeper. A crate's own lines are there once."""
    above = []
    for line in filter(None, said.splitlines()):
        depth, name, version, _, licence = LINE.match(line).groups()
        crate = (name, version)
        crates[crate] = licence
        del above[int(depth):]
        needs.setdefault(crate, set())
        if above:
            needs[above[-1]].add(crate)
        above.append(crate)


def read_text(path):
    return path.read_text(encoding="utf-8", errors="replace").strip("\ufeff\r\n").replace("\r\n", "\n")


def notices(crates):
    """The texts that come with these crates and with the fonts, each once, and who wrote the crates that come without one."""
    found, without = {}, []
    add = lambda text, of: found.setdefault(" ".join(text.split()), (text, []))[1].append(of)
    for (name, version), licence in sorted(crates.items()):
        folder = next(CARGO.glob(f"registry/src/*/{name}-{version}"), None)
        if not folder:
            sys.exit(f"the sources of {name} {version} are not in {CARGO}: run cargo fetch, then this again")
        # C that is compiled in has notices of its own, in a folder below.
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and (path.parent.name == "LICENSES" or NOTICE.fullmatch(path.name))]
        for path in paths:
            add(read_text(path), f"{name} {version}")
        if not paths:
            authors = re.search(r"^authors = \[(.*?)\]", read_text(folder / "Cargo.toml"), re.M | re.S)
            by = ", ".join(re.findall(r'"([^"<]+?)\s*(?:<[^"]*)?"', authors[1])) if authors else ""
            without.append(f"{name} {version}, {licence}{by and ', by '}{by}")
    for path in sorted(pathlib.Path("style/assets").glob("*.LICENSE.txt")):
        add(read_text(path), f"the font {path.name.removesuffix('.LICENSE.txt')}")
    parts = ["What others wrote and Evenhand has compiled in, with the notices that it comes with."]
    parts += [f"{', '.join(dict.fromkeys(of))}\n\n{text}" for text, of in found.values()]
    parts += ["\n".join(["These crates come without a notice of their own. What they are licensed under:", "", *without])] if without else []
    return f"\n\n{'-' * 79}\n\n".join(parts) + "\n"


def main(version, out, beside):
    crates, needs = {}, {}
    for build in BUILDS:
        read(crates, needs, subprocess.run([*TREE, *build], check=True, capture_output=True, text=True).stdout)
    known = digests()
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    whole = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {
            "timestamp": made.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": "evenhand", "name": "evenhand", "version": version, "licenses": [{"expression": "Apache-2.0"}]},
        },
        "components": [component(*crate, crates[crate], known.get(crate)) for crate in sorted(crates)],
        "dependencies": [
            {"ref": "evenhand", "dependsOn": sorted(reference(crate) for crate in crates if crate[0] in PACKAGES)},
            *({"ref": reference(crate), "dependsOn": sorted(map(reference, needs[crate]))} for crate in sorted(needs)),
        ],
    }
    with open(out, "w", encoding="utf-8") as file:
        json.dump(whole, file, indent=1, ensure_ascii=False)
        file.write("\n")
    with open(beside, "w", encoding="utf-8", newline="\n") as file:
        file.write(notices({crate: licence for crate, licence in crates.items() if crate in known}))
    print(f"   {len(crates)} crates", file=sys.stderr)


main(*sys.argv[1:])
