"""What `import pyasc` brings."""

import json
import os
import subprocess
import sys

import pytest

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


@pytest.mark.parametrize("given", [None, "1"])
def test_importing_tells_a_grpc_that_comes_later_to_leave_forks_alone(given):
    name = "GRPC_ENABLE_FORK_SUPPORT"
    environment = {key: value for key, value in os.environ.items() if key != name}
    if given is not None:
        environment[name] = given
    script = f"import os, pyasc; print(os.environ['{name}'])"
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == (given or "0")
