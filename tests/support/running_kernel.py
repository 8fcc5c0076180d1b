"""A notebook's kernel, as a frontend sees it."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
from collections.abc import Callable
from typing import Any

from jupyter_client import BlockingKernelClient, KernelManager

_ANSWER_S = 120.0
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclasses.dataclass
class Cell:
    """What a cell put out: the messages of the kernel, and what their text says."""

    outputs: list[tuple[str, dict[str, Any]]] = dataclasses.field(default_factory=list)

    @property
    def text(self) -> str:
        """What it printed."""
        return "".join(c["text"] for kind, c in self.outputs if kind == "stream")

    @property
    def result(self) -> dict[str, Any]:
        """What its last expression shows, by MIME type."""
        (found,) = [c["data"] for kind, c in self.outputs if kind == "execute_result"]
        return found

    @property
    def error(self) -> tuple[str, str]:
        """The class of its exception, and the traceback without colours."""
        (found,) = [c for kind, c in self.outputs if kind == "error"]
        return found["ename"], _COLOURS.sub("", "\n".join(found["traceback"]))

    @property
    def displays(self) -> list[dict[str, Any]]:
        """What it displayed or updated, in order."""
        kinds = ("display_data", "update_display_data")
        return [content for kind, content in self.outputs if kind in kinds]


class RunningKernel:
    """An ipykernel whose files are in `directory`."""

    def __init__(self, directory: pathlib.Path) -> None:
        self._manager = KernelManager(transport="ipc", ip=str(directory / "k"))
        own = {"IPYTHONDIR": str(directory / "ipython"), "JUPYTER_RUNTIME_DIR": str(directory)}
        self._manager.start_kernel(env={**os.environ, **own}, cwd=str(directory))
        self._client = self._connected()

    def _connected(self) -> BlockingKernelClient:
        client = self._manager.client()
        client.start_channels()
        client.wait_for_ready(timeout=_ANSWER_S)
        return client

    def run(
        self,
        code: str,
        *,
        attended: bool = False,
        on_output: Callable[[str, dict[str, Any]], None] = lambda kind, content: None,
    ) -> Cell:
        """Run a cell and return what it put out.

        `attended` says that somebody could answer a question; `on_output` hears each output as
        it comes.
        """
        message = self._client.execute(code, allow_stdin=attended)
        cell = Cell()
        while True:
            found = self._client.get_iopub_msg(timeout=_ANSWER_S)
            if found["parent_header"].get("msg_id") != message:
                continue
            kind, content = found["msg_type"], found["content"]
            if kind == "status" and content["execution_state"] == "idle":
                return cell
            cell.outputs.append((kind, content))
            on_output(kind, content)

    def run_and_interrupt(self, code: str) -> Cell:
        """Run an attended cell until its progress is updated, then interrupt it once."""
        updates = []

        def interrupt_at_first(kind: str, content: dict[str, Any]) -> None:
            if kind == "update_display_data":
                updates.append(content)
                if len(updates) == 1:
                    self.interrupt()

        return self.run(code, attended=True, on_output=interrupt_at_first)

    def interrupt(self) -> None:
        """Interrupt the cell that runs, as a notebook's stop button does."""
        self._manager.interrupt_kernel()

    def restart(self) -> None:
        """Start the kernel anew, as a notebook's restart button does."""
        self._client.stop_channels()
        self._manager.restart_kernel(now=True)
        self._client = self._connected()

    def stop(self) -> None:
        """End it."""
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)
