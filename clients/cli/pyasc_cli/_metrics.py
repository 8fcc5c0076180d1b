"""``pyasc metrics``."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from pyasc_cli._call import ANSWER_TIMEOUT_S, connected
from pyasc_cli._command import command
from pyasc_cli._output import Column, Item, Result

_EXAMPLES = """
pyasc metrics
pyasc metrics --all            those that are zero too
pyasc metrics --prometheus > /var/lib/node_exporter/pyascd.prom
pyasc metrics -o json
"""
_SAMPLE = re.compile(r"(?P<name>[a-zA-Z_:][\w:]*)(?:\{(?P<labels>.*)\})? (?P<value>\S+)")
_LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
_ESCAPED = {"\\n": "\n", '\\"': '"', "\\\\": "\\"}
_COLUMNS = [
    Column("name"), Column("labels", wraps=True),
    Column("value", show=lambda value: f"{value:g}", right=True),
]  # fmt: skip


@command("metrics", _EXAMPLES, watch=True)
@click.option(
    "--prometheus", is_flag=True, help="Print Prometheus's text format, histograms with buckets."
)
@click.option("--all", "everything", is_flag=True, help="Show what is zero in the table too.")
def metrics(prometheus: bool, everything: bool) -> Result:
    """Show what the daemon has counted since it started; of histograms sum and count.

    The table leaves out what is zero; json, jsonl and csv have all.
    """
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    output = click.get_current_context().params["output"]
    if prometheus and output != "table":
        raise click.UsageError(f"--prometheus is a format of its own: it goes without -o {output}")
    with connected() as connection:
        text = connection.unary(_rpc.GET_METRICS, admin.GetMetricsRequest(), ANSWER_TIMEOUT_S).text
    if prometheus:
        return Result("metrics", [], _COLUMNS, plain=text)
    found = list(samples(text))
    if output != "table":
        return Result("metrics", found, _COLUMNS)
    return _table(found, everything)


def _table(found: list[Item], everything: bool) -> Result:
    shown = [item for item in found if everything or item["value"] != 0]
    shown.sort(key=lambda item: (item["name"], item["labels"]))
    zero = len(found) - len(shown)
    words = [f"{zero} more are zero: --all shows them"] if zero else []
    return Result("metrics", shown, _COLUMNS, words=words)


def samples(text: str) -> Iterator[Item]:
    """Yield name, type, labels and value of each sample that is no bucket of a histogram."""
    kinds: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, family, kind = line.split(" ", 3)
            kinds[family] = kind
        found = _SAMPLE.fullmatch(line)
        if found is None:
            continue
        name = found["name"]
        family = re.sub("_(sum|count|bucket)$", "", name)
        kind = kinds.get(name) or kinds.get(family, "untyped")
        if kind == "histogram" and name.endswith("_bucket"):
            continue
        labels = [f"{key}={_plain(value)}" for key, value in _LABEL.findall(found["labels"] or "")]
        yield {"name": name, "type": kind, "labels": labels, "value": float(found["value"])}


def _plain(value: str) -> str:
    return re.sub(r'\\[n"\\]', lambda match: _ESCAPED[match[0]], value)
