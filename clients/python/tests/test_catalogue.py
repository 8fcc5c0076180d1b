"""The catalogue behind ``pyasc explain`` has every code that the sources use, and no other."""

import json
import pathlib
import re

import pyasc

ROOT = pathlib.Path(__file__).resolve().parents[3]
CATALOGUE = pathlib.Path(pyasc.__file__).with_name("_catalogue.json")


def codes_of_sources():
    found = set()
    for folder in ("base", "compiler", "server"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".cc", ".h") and not path.stem.endswith("_test"):
                found |= set(re.findall(r'"(PA[0-9]{4})"', path.read_text(encoding="utf-8")))
    return found


def entries():
    return json.loads(CATALOGUE.read_text(encoding="utf-8"))["codes"]


def test_every_code_has_an_entry_and_every_entry_a_code():
    assert set(entries()) == codes_of_sources()


def test_entries_are_complete_and_read_alike():
    for code, entry in entries().items():
        for key in ("title", "meaning", "wrong", "right"):
            assert entry[key].strip(), f"{code} has no {key}"
        assert entry["title"][0] in "'+.@\\" or not entry["title"][0].isupper(), code
        assert not entry["title"].endswith("."), code
        assert entry["meaning"].endswith("."), code
        assert entry["wrong"] != entry["right"] or "right_arguments" in entry, code
        known = {"title", "meaning", "wrong", "right", "arguments", "right_arguments", "checked"}
        assert set(entry) <= known, code
