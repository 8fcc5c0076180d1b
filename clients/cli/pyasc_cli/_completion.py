"""``pyasc completion``."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from pyasc_cli._command import ExamplesFirst, guarded
from pyasc_cli._near import Choice

_EXAMPLES = """
eval "$(pyasc completion bash)"                                   in ~/.bashrc
pyasc completion zsh > "${fpath[1]}/_pyasc"
pyasc completion fish > ~/.config/fish/completions/pyasc.fish
"""


@click.command(cls=ExamplesFirst, examples=_EXAMPLES)
@click.argument("shell", type=Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> int:
    """Print a script that completes commands and options."""
    return guarded(lambda: _print(shell))


def _print(shell: str) -> int:
    from pyasc_cli._main import cli

    found = get_completion_class(shell)
    assert found is not None
    # Not found.source(): bash's runs a bash first, and there may be none.
    click.echo(ShellComplete.source(found(cli, {}, "pyasc", "_PYASC_COMPLETE")))
    return 0
