"""``pyasc stop``."""

from __future__ import annotations

import sys

from pyasc_cli._command import command
from pyasc_cli._output import Column, Result


@command("stop", "pyasc stop")
def stop() -> Result:
    """Stop the daemon after the launches under way, and wait until it is gone."""
    from pyasc import _client

    item = {"pid": _client.stop(_say_what_it_waits_for)}
    return Result("stopped", [item], [Column("pid", "stopped pid")], single=True)


def _say_what_it_waits_for(launches: int) -> None:
    if launches:
        count = "1 launch" if launches == 1 else f"{launches} launches"
        print(f"pyasc: waiting for {count} under way", file=sys.stderr, flush=True)
