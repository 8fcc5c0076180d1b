"""Checks that files stay small enough to read at a sitting."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMITS = {".cc": 500, ".c": 500, ".h": 200, ".py": 400}


def main() -> int:
    """Print files over their limit; 1 if there are any."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    wrong = []
    for name in listed.stdout.splitlines():
        path = ROOT / name
        limit = LIMITS.get(path.suffix)
        if limit is None or not path.is_file() or "/_proto/" in name:
            continue
        lines = len(path.read_text().splitlines())
        if lines > limit:
            wrong.append(f"{name}: {lines} lines, at most {limit}")
    print("\n".join(wrong) or "sizes: ok")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
