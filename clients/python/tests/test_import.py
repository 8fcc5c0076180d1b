"""What `import pyasc` brings."""

import json
import subprocess
import sys

# Only used once there is a daemon to find, to start or to complain about.
LATER = {"difflib", "grpc", "random", "rich", "shutil", "subprocess", "tempfile", "IPython"}


def test_importing_brings_nothing_that_only_a_call_needs():
    script = (
        "import json, sys, numpy; before = set(sys.modules); import pyasc; "
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    added = set(json.loads(done.stdout))
    assert added & LATER == set()
