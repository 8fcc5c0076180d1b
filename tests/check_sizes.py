"""Checks that files and functions stay small enough to read at a sitting."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import lizard

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES = {".cc": 500, ".c": 500, ".h": 200, ".py": 400}
FUNCTION_LINES = 40
DISPATCH_LINES = 120  # a function that is one switch


def sources() -> list[str]:
    """Return the files a person writes, from the tree's root."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        name
        for name in listed.stdout.splitlines()
        if Path(name).suffix in FILE_LINES
        and "/_proto/" not in name
        and "golden/operators/" not in name
        and (ROOT / name).is_file()
    ]


def python_functions(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield name, line and length without the docstring of each function."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1] if ast.get_docstring(node) and node.body[1:] else node.body[0]
            signature = node.body[0].lineno - node.lineno
            yield node.name, node.lineno, signature + node.end_lineno - first.lineno + 1


def cpp_functions(name: str, text: str) -> Iterator[tuple[str, int, int]]:
    """Yield name, line and length of each function that is no long dispatch."""
    lines = text.splitlines()
    for function in lizard.analyze_file.analyze_source_code(name, text).function_list:
        length = function.end_line - function.start_line + 1
        body = lines[function.start_line : function.end_line]
        if any("switch (" in line for line in body) and length <= DISPATCH_LINES:
            continue
        yield function.name, function.start_line, length


def main() -> int:
    """Print files and functions over their limit; 1 if there are any."""
    wrong = []
    for name in sources():
        path = ROOT / name
        text = path.read_text()
        lines, limit = len(text.splitlines()), FILE_LINES[path.suffix]
        if lines > limit:
            wrong.append(f"{name}: {lines} lines, at most {limit}")
        is_python = path.suffix == ".py"
        functions = python_functions(text) if is_python else cpp_functions(name, text)
        wrong += [
            f"{name}:{line}: {function} has {length} lines, at most {FUNCTION_LINES}"
            for function, line, length in functions
            if length > FUNCTION_LINES
        ]
    print("\n".join(wrong) or "sizes: ok")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
