"""Runs the commands of the API guide, in their order, against the demo.

The blocks marked `sh` in docs/api.md are one script; it ends at the first command that fails.
"""

import os
import pathlib
import re
import subprocess
import tempfile

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "api.md"


def follow(running):
    """Runs the guide; returns how many times it calls the API."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
    script = "\n".join(blocks)
    calls = len(re.findall(r"\bcurl\b", script))
    assert blocks and calls > 20, f"{GUIDE} has {calls} calls in {len(blocks)} blocks"
    environment = os.environ | {"EVENHAND_URL": running.url, "ADMIN_TOKEN": running.tokens["admin"]}
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(["bash", "-xeuo", "pipefail", "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, f"the guide fails:\n{run.stdout[-1500:]}\n{run.stderr[-1500:]}"
    return calls
