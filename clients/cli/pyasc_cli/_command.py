"""How a command is written: a function that returns a Result, with its options."""

from __future__ import annotations

import functools
import importlib
import sys
import threading
from collections.abc import Callable
from typing import Any

import click

from pyasc_cli import _exit, _output
from pyasc_cli._near import Choice, did_you_mean
from pyasc_cli._units import Parsed

_ENDLESS = ("table", "jsonl")


class ReaderGone(Exception):
    """Nobody reads standard output any more."""


class ExamplesFirst(click.Command):
    """A command whose help starts with examples."""

    def __init__(self, *args: Any, examples: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the rest."""
        if self.examples:
            formatter.write("examples:\n")
            for line in self.examples.strip().splitlines():
                formatter.write(f"  {line.strip()}\n")
            formatter.write("\n")
        super().format_help(ctx, formatter)


class Noun(ExamplesFirst, click.Group):
    """A group of commands."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is meant, or fail and say which is like it."""
        name, known = args[0], self.list_commands(ctx)
        if name in known or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        raise click.UsageError(f"No such command '{name}'.{did_you_mean(name, known)}", ctx)


class LazyGroup(Noun):
    """Commands whose modules are imported when they are run.

    Attributes
    ----------
    lazy : dict
        Name to module and attribute, and what the help says of it.
    """

    def __init__(self, *args: Any, lazy: dict[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names, in their order."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.lazy:
            return None
        module, name = self.lazy[cmd_name][0].split(":")
        found: click.Command = getattr(importlib.import_module(f"pyasc_cli.{module}"), name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write names and words without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in self.lazy.items()])


def command(
    name: str, examples: str, group: click.Group | None = None, watch: bool = False
) -> Callable[[Callable[..., _output.Result]], click.Command]:
    """Make a command of a function; it gets -o, and --watch if it can be repeated."""

    def decorate(function: Callable[..., _output.Result]) -> click.Command:
        def run(output: str, watch: bool = False, every: int = 1, **options: Any) -> int:
            ask = functools.partial(function, **options)
            return guarded(lambda: _repeat(ask, output, every) if watch else _once(ask, output))

        run.__doc__ = function.__doc__
        run.__dict__.update(getattr(function, "__dict__", {}))  # click keeps options there
        options = [_OUTPUT, *_WATCH] if watch else [_OUTPUT]
        for option in reversed(options):
            run = option(run)
        made = click.command(name, cls=ExamplesFirst, examples=examples)(run)
        if group is not None:
            group.add_command(made)
        return made

    return decorate


_OUTPUT = click.option(
    "-o", "--output", type=Choice(_output.FORMATS), default="table", show_default=True,
    help="How to print; scripts read json, jsonl or csv.",
)  # fmt: skip
_WATCH = [
    click.option("-w", "--watch", is_flag=True, help="Show it again and again, until Ctrl-C."),
    click.option(
        "--every", type=Parsed("time"), default="1s", show_default=True, help="Pause of --watch."
    ),
]


def guarded(action: Callable[[], int]) -> int:
    """Run a command's body: errors become one line and an exit code."""
    try:
        return action()
    except BrokenPipeError:
        raise ReaderGone from None
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except Exception as error:
        from pyasc import _frames

        if _frames.interrupt_behind(error) is not None:
            raise click.Abort from None
        code = _exit.code_of(error)
        if code is None:
            raise
        print(f"pyasc: {_output.printable(str(error))}", file=sys.stderr)
        return code


def _once(ask: Callable[[], _output.Result], output: str) -> int:
    result = ask()
    _output.write(result, output)
    return result.exit_code


def _repeat(ask: Callable[[], _output.Result], output: str, every_s: float) -> int:
    if output not in _ENDLESS:
        raise click.UsageError(f"--watch needs -o table or jsonl: {output} has an end")
    pause = threading.Event()
    if output == "table" and _output.is_terminal():
        from pyasc_cli import _terminal

        _terminal.watch(ask, pause, every_s)
        return _exit.OK
    while True:
        _output.write(ask(), output)
        if pause.wait(every_s):
            return _exit.OK


def confirm(question: str, yes: bool) -> None:
    """Ask before something is destroyed; without a terminal, --yes must have said so."""
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise click.UsageError(f"{question} Without a terminal to ask on, give --yes.")
    if not click.confirm(question, err=True):
        raise click.ClickException("nothing was removed")
