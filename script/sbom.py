"""Lists what is compiled into the binary and into the browser's modules in it, as CycloneDX: each crate with its digest and its licence, and
what needs what. `cargo tree` says which, with the features of a release; Cargo.lock has the digests. Crates that only build are left out.

    sbom.py VERSION OUT
"""

import datetime
import json
import os
import re
import subprocess
import sys

PACKAGES = ["server", "frontend", "frontend-project", "simulations", "verifier"]
MODULES = [part for package in PACKAGES[1:] for part in ("--package", package)]
BUILDS = [["--package", "server"], [*MODULES, "--target", "wasm32-unknown-unknown"]]
TREE = ["cargo", "tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "depth", "--format", "|{p}|{l}|"]
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
        made["purl"] = f"pkg:cargo/{name}@{version}"
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


def main(version, out):
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
    print(f"   {len(crates)} crates", file=sys.stderr)


main(*sys.argv[1:])
