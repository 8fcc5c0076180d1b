"""The root of the command line, and how it ends."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import click

from pyasc_cli import _exit
from pyasc_cli._command import LazyGroup, ReaderGone
from pyasc_cli._output import printable

_EXAMPLES = """
pyasc status                  is a daemon running, and what has it done
pyasc doctor                  what is wrong here, and how to mend it
pyasc device ls -o json       its devices, for a script
pyasc cache ls --limit 10     the kernels used last
pyasc explain PA0201          what a diagnostic means
pyasc stop                    stop it after the launches under way
"""
_COMMANDS = {
    "status": ("_status:status", "What the daemon is and has done."),
    "doctor": ("_doctor:doctor", "Check this host and account, with a fix for each problem."),
    "op": ("_op:op", "Operators of your sessions."),
    "cache": ("_cache:cache", "Compiled kernels."),
    "device": ("_device:device", "Devices of the daemon."),
    "metrics": ("_metrics:metrics", "What the daemon has counted, for people or Prometheus."),
    "config": ("_config:config", "What is configured, and where."),
    "explain": ("_explain:explain", "What a diagnostic code means."),
    "completion": ("_completion:completion", "Completion for a shell."),
    "stop": ("_stop:stop", "Stop the daemon after the launches under way."),
}


def _print_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from pyasc_cli import _package

    click.echo(f"pyasc {_package.version()}")
    ctx.exit()


@click.group(
    cls=LazyGroup,
    lazy=_COMMANDS,
    examples=_EXAMPLES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
    help="Print the version and end.",
)  # fmt: skip
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Look after a daemon and what it keeps.

    Exit codes: 0 ok, 1 failure, 2 usage, 3 unreachable, 4 compile error, 5 launch error,
    6 denied, 7 busy or over a quota, 8 timeout, 9 version skew, 10 a check found problems,
    130 interrupted, 141 nobody reads the output, 143 terminated.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    given = None if arguments is None else list(arguments)
    _open_streams()
    try:
        code = cli.main(given, prog_name="pyasc", standalone_mode=False)
        sys.stdout.flush()
        return int(code or _exit.OK)
    except click.ClickException as error:
        # It may quote what was typed, or what a file held.
        said = io.StringIO()
        error.show(said)
        sys.stderr.write(printable(said.getvalue(), keep="\n"))
        return error.exit_code
    except click.Abort:
        return _exit.INTERRUPTED
    except (ReaderGone, BrokenPipeError):
        return _reader_gone()
    except OSError as error:
        print(f"pyasc: {printable(str(error))}", file=sys.stderr)
        _drop_output()
        return _exit.FAILURE
    except SystemExit as end:
        # click ends so when the help's reader has gone.
        return _reader_gone() if end.code == 1 else int(end.code or 0)


def _open_streams() -> None:
    """Let output that was closed before this process began lead nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115


def _reader_gone() -> int:
    _drop_output()
    return _exit.READER_GONE


def _drop_output() -> None:
    """Keep the interpreter from writing what is left, and from complaining about it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
