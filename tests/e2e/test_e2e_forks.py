"""Forks, processes and threads of a program that has used the daemon already."""

import os
import select
import signal
import subprocess
import sys

import numpy as np
import pexpect
import pytest

import my_op
from running_daemon import until

# Each is a program: it ends with status 0 and says nothing, or a fork has broken something.
HEAD = """
import multiprocessing, os, subprocess, sys, threading
import numpy as np, pyasc
import my_op

def call(number):
    return my_op.my_operator(np.full(2, number), np.ones(2), alpha=0.5).tolist()

def right(number):
    return [number + 0.5] * 2

assert call(1) == right(1)
fork = multiprocessing.get_context("fork")
"""
PROGRAMS = {
    "a pool after a call": """
for _ in range(3):
    with fork.Pool(4) as pool:
        assert pool.map_async(call, range(4), chunksize=1).get(60) == [right(i) for i in range(4)]
    assert call(2) == right(2)
""",
    "commands between calls": """
for number in range(5):
    assert subprocess.run(["ls", "/"], capture_output=True, check=True).stdout
    assert os.system("ls / > /dev/null") == 0
    assert call(number) == right(number)
""",
    "commands of a notebook between calls": """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(history_length=0)
for number in range(3):
    shell.run_cell("!ls / > /dev/null", store_history=False)
    shell.run_cell("found = !echo so", store_history=False)
    assert shell.user_ns["found"] == ["so"]
    assert call(number) == right(number)
""",
    "a child that only ends": """
tensor = pyasc.from_numpy(np.ones(4))
for _ in range(3):
    child = os.fork()
    if child == 0:
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
assert tensor.numpy().tolist() == [1] * 4
""",
    "forks while other threads call": """
done = threading.Event()
failures = []
def loop():
    number = 0
    while not done.is_set():
        number += 1
        if call(number) != right(number):
            failures.append(number)
threads = [threading.Thread(target=loop) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(12):
    child = os.fork()
    if child == 0:
        os._exit(0 if call(7) == right(7) else 1)
    assert os.waitpid(child, 0)[1] == 0
done.set()
for thread in threads:
    thread.join()
assert not failures
""",
    "a child of a child": """
child = os.fork()
if child == 0:
    assert call(3) == right(3)
    grandchild = os.fork()
    if grandchild == 0:
        assert call(4) == right(4)
        sys.exit(0)
    sys.exit(os.waitpid(grandchild, 0)[1] != 0 or call(5) != right(5))
assert os.waitpid(child, 0)[1] == 0
assert call(6) == right(6)
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_forks_after_its_first_call_never_hangs(daemon, name):
    path = os.pathsep.join(filter(os.path.isdir, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", HEAD + PROGRAMS[name]],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# Its thread is in the middle of registering when it is told to fork.
REGISTERS = """
import os, sys, threading
import numpy as np, pyasc
FACTOR = 2
@pyasc.operator("Scaled", source='''
def scaled(x, output):
    output[:] = x * FACTOR
''')
def scaled(x, output):
    output[:] = x * FACTOR
found = []
thread = threading.Thread(target=lambda: found.append(scaled(np.ones(1)).tolist()))
thread.start()
sys.stdin.readline()
child = os.fork()
if child == 0:
    FACTOR = 2.5  # another kind of value is another registration
    os._exit(scaled(np.ones(1)).tolist() != [2.5])
print(os.waitpid(child, 0)[1], flush=True)
thread.join()
print(found)
"""


def test_a_fork_while_another_thread_registers_does_not_hang(own_daemon):
    spare = own_daemon.spare_compiler()
    os.kill(spare, signal.SIGSTOP)
    program = own_daemon.client("-c", REGISTERS)
    try:
        # The next spare is made when this one gets its job.
        until(lambda: len(own_daemon.compile_children()) == 2)
        program.stdin.write("fork\n")
        program.stdin.flush()
        assert select.select([program.stdout], [], [], 60)[0], "the child hangs"
        assert program.stdout.readline() == "0\n"
        os.kill(spare, signal.SIGCONT)
        assert program.communicate(timeout=60) == ("[[2.0]]\n", "")
    finally:
        program.kill()


def test_a_notebooks_shell_commands_are_never_lost(daemon):
    # As IPython runs `!command` in a kernel: a fork that closes descriptors, then another program.
    assert my_op.my_operator(np.ones(2), np.ones(2)).tolist() == [2, 2]
    assert {pexpect.run("echo hi") for _ in range(100)} == {b"hi\r\n"}
