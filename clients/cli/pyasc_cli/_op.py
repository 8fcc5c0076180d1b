"""``pyasc op``."""

from __future__ import annotations

import click

from pyasc_cli._call import ANSWER_TIMEOUT_S, connected
from pyasc_cli._command import Noun, command
from pyasc_cli._output import Column, Item, Result

_COLUMNS = [
    Column("name", wraps=True), Column("session"),
    Column("operator_id", "id", lambda key: str(key)[:12]), Column("lines", right=True),
]  # fmt: skip


@click.group(cls=Noun, examples="pyasc op ls\npyasc op show Conv2d")
def op() -> None:
    """Operators that your sessions have registered."""


def _find() -> list[Item]:
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    with connected() as connection:
        response = connection.unary(
            _rpc.LIST_OPERATORS, admin.ListOperatorsRequest(), ANSWER_TIMEOUT_S
        )
    return [
        {
            "name": found.name,
            "session": found.session,
            "operator_id": found.operator_id.hex(),
            "lines": len(found.source.splitlines()),
            "source": found.source,
        }
        for found in response.operators
    ]


@command("ls", "pyasc op ls\npyasc op ls -o jsonl", op)
def ls() -> Result:
    """List the operators of your sessions.

    A session is one process that uses the daemon; its operators end with it. Kernels stay:
    pyasc cache ls.
    """
    items = [{k: v for k, v in item.items() if k != "source"} for item in _find()]
    words = [] if items else ["no session has registered an operator"]
    return Result("operator_list", items, _COLUMNS, words=words)


@command("show", "pyasc op show Conv2d", op)
@click.argument("name")
def show(name: str) -> Result:
    """Show an operator's text; of several by that name, all."""
    from pyasc.errors import Error

    operators = _find()
    found = [item for item in operators if item["name"] == name]
    if not found:
        names = ", ".join(sorted({item["name"] for item in operators})) or "none"
        raise Error(f"no operator '{name}' in your sessions: there is {names}")
    body = "\n".join(item["source"] for item in found)
    return Result("operator", found, _COLUMNS, body=body)
