"""pytest takes the folders of tests in any order, on one command line."""

import ast
import collections
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODULES = sorted(
    path
    for folder in ("clients/python/tests", "tests/e2e", "tests/golden", "tests/support")
    for path in (ROOT / folder).glob("*.py")
)


def test_no_two_modules_have_one_name():
    # A folder that is no package gives its modules their bare names.
    names = collections.Counter(path.name for path in MODULES if path.name != "conftest.py")
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_none_imports_a_conftest_which_each_folder_has(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module)
    assert "conftest" not in imported
