"""Runs the commands of the API guide, in their order, against the demo.

The blocks marked `sh` in docs/api.md are one script, which ends at the first command that fails; those marked `python` are a program
that runs after it.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "api.md"
# What runs the blocks of a language, and the word of a call to the API in them, with how many there are at least.
LANGUAGES = {
    "sh": (["bash", "-xeuo", "pipefail", "-c"], "curl", 20),
    "python": ([sys.executable, "-c"], "call", 6),
}


def follow(running):
    """Runs the guide; returns how many times it calls the API."""
    environment = os.environ | {"EVENHAND_URL": running.url, "ADMIN_TOKEN": running.tokens["admin"]}
    called = 0
    for language, (command, word, least) in LANGUAGES.items():
        blocks = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
        script = "\n".join(blocks)
        calls = len(re.findall(rf"\b{word}\b", script))
        assert blocks and calls > least, f"{GUIDE} has {calls} calls in {len(blocks)} blocks of {language}"
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([*command, script], cwd=folder, env=environment, capture_output=True, text=True)
        assert run.returncode == 0, f"the guide fails:\n{run.stdout[-1500:]}\n{run.stderr[-1500:]}"
        called += calls
    return called
