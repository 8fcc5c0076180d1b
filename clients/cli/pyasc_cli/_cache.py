"""``pyasc cache``: always through the daemon, never at its files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from pyasc_cli import _exit
from pyasc_cli._call import ANSWER_TIMEOUT_S, connected
from pyasc_cli._command import Noun, command, confirm
from pyasc_cli._output import Column, Item, Result, printable
from pyasc_cli._units import Parsed, show_ago, show_bytes, show_seconds

_PAGE_ROWS = 200
_VERIFY_ROWS = 64  # with their images
_KERNEL = [
    Column("key", show=lambda key: str(key)[:12]), Column("operator", wraps=True),
    Column("device_kind", "device"), Column("opt_level", "level", right=True),
    Column("image_bytes", "size", show_bytes, right=True),
    Column("compile_seconds", "compile", show_seconds, right=True),
    Column("used_unix_s", "used", show_ago, right=True),
]  # fmt: skip
_DETAILS = [
    Column("key"), *_KERNEL[1:], Column("created_unix_s", "created", show_ago),
    Column("toolchain"), Column("producer"), Column("digest"),
]  # fmt: skip
_STATS = [
    Column("kernels"), Column("analyses"), Column("bytes", "size", show_bytes),
    Column("max_bytes", "at most", show_bytes), Column("max_entries", "entries at most"),
    Column("oldest_use_unix_s", "oldest use", show_ago), Column("hits"), Column("misses"),
    Column("quarantined"), Column("dropped_writes"),
]  # fmt: skip
_REMOVED = [Column("kernels"), Column("bytes", "size", show_bytes), Column("dry_run")]
_DRY_RUN = click.option("--dry-run", is_flag=True, help="Only say what would go.")
_YES = click.option("-y", "--yes", is_flag=True, help="Do not ask.")


@click.group(cls=Noun, examples="pyasc cache ls\npyasc cache gc --max-bytes 500MiB --dry-run")
def cache() -> None:
    """Compiled kernels that the daemon keeps."""


@command("stats", "pyasc cache stats -o json", cache)
def stats() -> Result:
    """How full it is, and how often it had what was asked for.

    Hits and misses are those of the store; kernels in use answer from memory.
    """
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin
    from pyasc_cli._call import fields

    with connected() as connection:
        found = connection.unary(
            _rpc.GET_CACHE_STATS, admin.GetCacheStatsRequest(), ANSWER_TIMEOUT_S
        )
    return Result("cache_stats", [fields(found)], _STATS, single=True)


@command("ls", "pyasc cache ls --limit 10\npyasc cache ls --all --operator Conv2d -o jsonl", cache)
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, help="At most.")
@click.option("--all", "everything", is_flag=True, help="All of them, whatever --limit says.")
@click.option("--operator", "name", help="Only those of an operator.")
def ls(limit: int, everything: bool, name: str | None) -> Result:
    """List kernels, the last used first."""
    items: list[Item] = []
    words = []
    with connected() as connection:
        for kernel in _pages(connection, limit if not everything else _PAGE_ROWS):
            item = _item(kernel)
            if name is not None and item["operator"] != name:
                continue
            if len(items) == limit and not everything:
                words.append(f"there are more than {limit}: --all shows them")
                break
            items.append(item)
    return Result("kernel_list", items, _KERNEL, words=words)


def _pages(connection: Any, rows: int) -> Iterator[Any]:
    """Yield cached kernels, asking for a page at a time."""
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    before = 0
    while True:
        request = admin.ListKernelsRequest(limit=min(rows, _PAGE_ROWS), before=before)
        page = connection.unary(_rpc.LIST_KERNELS, request, ANSWER_TIMEOUT_S)
        yield from page.kernels
        before = page.next
        if before == 0:
            return


def _item(wire: Any) -> Item:
    return {
        "key": wire.kernel.key.hex(),
        "operator": wire.operator_name,
        "device_kind": wire.kernel.device_kind,
        "opt_level": wire.kernel.opt_level,
        "image_bytes": wire.kernel.image_bytes,
        "compile_seconds": wire.kernel.compile_us / 1e6,
        "created_unix_s": wire.created_unix_s,
        "used_unix_s": wire.used_unix_s,
    }


def _get(connection: Any, key: str) -> Any:
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    request = admin.GetKernelRequest(key_prefix=printable(key.lower()))
    return connection.unary(_rpc.GET_KERNEL, request, ANSWER_TIMEOUT_S)


@command("show", "pyasc cache show 3f2a91", cache)
@click.argument("key")
def show(key: str) -> Result:
    """Show one kernel and the text that it was compiled from.

    KEY may be the first digits of its key, four or more.
    """
    with connected() as connection:
        found = _get(connection, key)
    item = _item(found.kernel)
    item |= {"toolchain": found.kernel.toolchain, "producer": found.kernel.producer}
    item |= {"digest": found.digest.hex(), "source": found.source}
    return Result("kernel", [item], _DETAILS, single=True, body=found.source)


@command("rm", "pyasc cache rm 3f2a91 --dry-run\npyasc cache rm --all --yes", cache)
@click.argument("keys", nargs=-1, metavar="KEY...")
@click.option("--all", "everything", is_flag=True, help="All kernels and analyses.")
@_DRY_RUN
@_YES
def rm(keys: tuple[str, ...], everything: bool, dry_run: bool, yes: bool) -> Result:
    """Remove kernels; launches under way keep theirs, later ones compile again."""
    if bool(keys) == everything:
        raise click.UsageError("name kernels by their keys, or give --all")
    with connected() as connection:
        if everything:
            return _clear(connection, dry_run, yes)
        found = [_get(connection, key).kernel.kernel.key for key in keys]
        unique = list(dict.fromkeys(found))
        if not dry_run:
            confirm(f"Remove {len(unique)} kernels?", yes)
        return _remove(connection, unique, dry_run)


def _remove(connection: Any, keys: list[bytes], dry_run: bool) -> Result:
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    request = admin.RemoveKernelsRequest(keys=keys, dry_run=dry_run)
    gone = connection.unary(_rpc.REMOVE_KERNELS, request)
    item = {"kernels": gone.kernels, "bytes": gone.bytes, "dry_run": dry_run}
    return Result("removed", [item], _REMOVED, single=True)


def _clear(connection: Any, dry_run: bool, yes: bool) -> Result:
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    before = connection.unary(_rpc.GET_CACHE_STATS, admin.GetCacheStatsRequest(), ANSWER_TIMEOUT_S)
    if not dry_run:
        confirm(f"Remove all {before.kernels} kernels and {before.analyses} analyses?", yes)
        connection.unary(_rpc.CLEAR_CACHE, admin.ClearCacheRequest())
    item = {"kernels": before.kernels, "bytes": before.bytes, "dry_run": dry_run}
    return Result("removed", [item], _REMOVED, single=True)


@command("gc", "pyasc cache gc --unused-for 30d --dry-run\npyasc cache gc --max-bytes 1GiB", cache)
@click.option("--max-bytes", type=Parsed("size"), help="The last used stay, up to so much.")
@click.option("--unused-for", type=Parsed("time"), help="Kernels unused for longer go.")
@_DRY_RUN
@_YES
def gc(max_bytes: int | None, unused_for: int | None, dry_run: bool, yes: bool) -> Result:
    """Remove what no launch finds any more: kernels and analyses of other compilers.

    With options also what they say, the least recently used first. The database keeps the
    room for later kernels; pyasc cache rm --all gives it back to the disk.
    """
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    request = admin.CollectGarbageRequest(dry_run=dry_run)
    if max_bytes is not None:
        request.max_bytes = max_bytes
    if unused_for is not None:
        request.unused_for_s = unused_for
    with connected() as connection:
        if not dry_run and (max_bytes is not None or unused_for is not None):
            confirm("Remove kernels that launches may still find?", yes)
        gone = connection.unary(_rpc.COLLECT_GARBAGE, request)
    item = {
        "kernels": gone.kernels,
        "analyses": gone.analyses,
        "bytes": gone.bytes,
        "dry_run": dry_run,
    }
    columns = [_REMOVED[0], Column("analyses"), *_REMOVED[1:]]
    return Result("removed", [item], columns, single=True)


@command("verify", "pyasc cache verify", cache)
def verify() -> Result:
    """Check every row against its digest and MAC.

    Rows that do not hold are removed, and compiled again when they are needed. Exits with 10
    if there were any.
    """
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    rows, bad, after = 0, [], b""
    with connected() as connection:
        while True:
            request = admin.VerifyCacheRequest(after=after, limit=_VERIFY_ROWS)
            page = connection.unary(_rpc.VERIFY_CACHE, request)
            rows += page.rows
            bad += [key.hex() for key in page.bad_keys]
            after = page.next
            if not after:
                break
    item = {"rows": rows, "bad": len(bad), "bad_keys": bad}
    columns = [Column("rows"), Column("bad"), Column("bad_keys")]
    code = _exit.PROBLEMS if bad else _exit.OK
    return Result("verified", [item], columns, single=True, exit_code=code)
