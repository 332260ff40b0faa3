"""Runs Lighthouse (end2end/lighthouse) on a server of its own with the demo.

    lighthouse.py BINARY
"""

import pathlib
import subprocess
import sys

from portal import Evenhand, Folder

RUN = pathlib.Path(__file__).parents[2] / "end2end" / "lighthouse" / "run.mjs"

with Folder() as folder, Evenhand(sys.argv[1], folder, None, "serve", EVENHAND_DEMO="on", EVENHAND_BASE_URL=None) as server:
    sys.exit(subprocess.run(["node", RUN, server.url]).returncode)
