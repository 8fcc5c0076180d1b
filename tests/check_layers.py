"""Checks includes, imports, linked libraries and a few words against ARCHITECTURE.md.

Usage: check_layers.py [BUILD_DIRECTORY]   (with one: also `ldd` of the executables)
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Ranks 0 to 5 of ARCHITECTURE.md: module (the longest folder that holds a file) -> what it
# may include from besides itself. Files right in server/ belong to the main of pyascd.
RANK_1 = ["base", "cache", "server/device", "server/auth", "server/metrics"]
RANK_2 = [*RANK_1, "server/tensor", "server/scheduler", "server/sandbox"]
RANK_3 = [*RANK_2, "server/session", "server/kernels"]
RANK_4 = [*RANK_3, "server/rpc", "proto"]
LAYERS: dict[str, list[str]] = {
    "base": [],
    "compiler/syntax": ["base"],
    "compiler/analyse": ["base", "compiler/syntax", "compiler/compiler.h"],
    "compiler/hir": ["base"],
    "compiler/sema": ["base", "compiler/hir", "compiler/syntax"],
    "compiler/loops": ["base", "compiler/hir"],
    "compiler/codegen": ["base", "compiler/hir"],
    "compiler/image": ["base", "compiler/math"],
    "compiler/math": ["base"],
    "compiler": ["base", "compiler"],
    "cache": ["base"],
    "server/device": ["base"],
    "server/auth": ["base"],
    "server/metrics": ["base"],
    "server/tensor": ["base", "server/device"],
    "server/scheduler": ["base", "server/device"],
    "server/sandbox": ["base", "server/device"],
    "server/session": RANK_2,
    "server/kernels": RANK_2,
    "server/rpc": [*RANK_3, "proto"],
    "server": RANK_4,
    "server/testing": RANK_3,
    "tests": [*RANK_4, "compiler", "server/config.h"],
}

# A test, and what only tests use, may also include from here, by the top folder: a stage is
# tested with the stages that make its input and run its output; the broker, with fakes.
TEST_FILE = re.compile(r"(_test|_for_test|_testing)\.(cc|h)$|/test_[^/]*$|/testing/")
TESTS_ALSO: dict[str, list[str]] = {"compiler": ["compiler"], "server": ["server/testing"]}

# Foreign header -> the places that may include it.
FOREIGN: dict[str, list[str]] = {
    r"sqlite3\.h": ["cache/sqlite"],
    r"(llvm|mlir)/": ["compiler/codegen", "compiler/image", "compiler/compiler.cc"],
    r"(grpc|grpcpp|google/protobuf)/": ["server/rpc", "server/main.cc"],
    r"spdlog/": ["base/log"],
    r"prometheus/": ["server/metrics"],
    r"openssl/": ["base/digest"],
    r"seccomp\.h": ["base/confine"],
    r"toml": ["server/config"],
    r"utf8proc\.h": ["compiler/syntax"],
}

# What only this file may say, and why.
ONE_HOME: list[tuple[str, str, str]] = [
    (r"\b\w+With(Timeout|Deadline)\(", "base/steady_wait", "AwaitFor: the wall clock may jump"),
]

# Python package -> the top-level modules that it may import besides Python's own and itself.
PYTHON: dict[str, list[str]] = {
    "clients/python/src/pyasc": ["google", "grpc", "ml_dtypes", "numpy", "rich"],
    "clients/cli/pyasc_cli": ["click", "pyasc", "rich"],
}

# Module -> the only files that may import it, slow as it is.
PYTHON_HOMES: dict[str, list[str]] = {
    "rich": ["clients/python/src/pyasc/_terminal.py", "clients/cli/pyasc_cli/_terminal.py"],
}

# Executable -> libraries it must not need.
FORBIDDEN_LIBRARIES: dict[str, list[str]] = {
    "pyascd": ["LLVM", "MLIR"],
    "pyascd-device": ["LLVM", "MLIR", "grpc", "protobuf", "sqlite"],
    "pyascd-compile": ["grpc", "protobuf", "sqlite"],
}


def module_of(path: str) -> str:
    """Return the longest folder of LAYERS that holds the path."""
    matches = [m for m in LAYERS if path == m or path.startswith(m + "/")]
    return max(matches, key=len) if matches else ""


def allowed(path: str, included: str) -> bool:
    """Whether the file may include our own header `included`."""
    module = module_of(path)
    own = module_of(included)
    if own == module:
        return True
    folders = LAYERS[module]
    if TEST_FILE.search(path):
        folders = folders + TESTS_ALSO.get(path.split("/")[0], [])
    return any(included == a or included.startswith(a + "/") for a in folders)


def check_includes() -> list[str]:
    """Return a line for each include that breaks the table."""
    wrong = []
    tops = ("base", "compiler", "cache", "server", "tests", "proto", "pyascd")
    for file in sorted(ROOT.rglob("*")):
        path = file.relative_to(ROOT).as_posix()
        if (
            file.suffix not in (".cc", ".h", ".c")
            or not path.startswith(tops)
            or not module_of(path)
        ):
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+([<"])([^>"]+)[>"]', line)
            if not match:
                continue
            quote, included = match.groups()
            where = f"{path}:{number}: {included}"
            if quote == '"' and included.split("/")[0] in tops:
                if included.startswith("pyascd/"):  # generated from proto/
                    if "proto" not in LAYERS[module_of(path)]:
                        wrong.append(f"{where}: {module_of(path)} must not know the wire")
                elif not allowed(path, included):
                    wrong.append(
                        f"{where}: {module_of(path)} must not include {module_of(included)}"
                    )
                continue
            for pattern, homes in FOREIGN.items():
                if re.match(pattern, included) and not any(path.startswith(h) for h in homes):
                    wrong.append(f"{where}: belongs in {', '.join(homes)}")
    return wrong


def check_words() -> list[str]:
    """Return a line for each use of what ONE_HOME keeps to one place."""
    wrong = []
    for file in sorted(f for top in ("base", "cache", "server") for f in (ROOT / top).rglob("*.*")):
        path = file.relative_to(ROOT).as_posix()
        if file.suffix not in (".cc", ".h"):
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            wrong += [
                f"{path}:{number}: use {instead}"
                for pattern, home, instead in ONE_HOME
                if re.search(pattern, line) and not path.startswith(home)
            ]
    return wrong


def imports_of(file: Path) -> list[tuple[int, str]]:
    """Return line and top-level module of each import, also those inside functions."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        elif isinstance(node, ast.ImportFrom) and node.level > 1:
            names = ["." * node.level]  # may leave the package
        found += [(node.lineno, name.split(".")[0] or name) for name in names]
    return found


def check_imports() -> list[str]:
    """Return a line for each import that a Python package must not make."""
    wrong = []
    for package, others in PYTHON.items():
        files = sorted((ROOT / package).rglob("*.py"))
        if not files:
            wrong.append(f"{package}: no such package")
        known = {*others, package.split("/")[-1], *sys.stdlib_module_names}
        for file in files:
            path = file.relative_to(ROOT).as_posix()
            wrong += [
                f"{path}:{line}: {package} must not import {module}"
                for line, module in imports_of(file)
                if module not in known
            ]
            wrong += [
                f"{path}:{line}: {module} belongs in {', '.join(PYTHON_HOMES[module])}"
                for line, module in imports_of(file)
                if path not in PYTHON_HOMES.get(module, [path])
            ]
    return wrong


def check_libraries(build: Path) -> list[str]:
    """Return a line for each library an executable must not need."""
    wrong = []
    for name, forbidden in FORBIDDEN_LIBRARIES.items():
        linked = subprocess.run(
            ["ldd", build / "bin" / name], capture_output=True, text=True, check=True
        ).stdout
        for library in forbidden:
            if re.search(rf"lib{library}", linked):
                wrong.append(f"{name} links lib{library}")
    return wrong


def main() -> int:
    """Print what is wrong; 1 if anything is."""
    wrong = check_includes() + check_words() + check_imports()
    if len(sys.argv) > 1:
        wrong += check_libraries(Path(sys.argv[1]))
    print("\n".join(wrong) or "layers: ok")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
