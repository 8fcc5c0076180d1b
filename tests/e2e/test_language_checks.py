"""Checks that leave loops or that conditions decide: the operator still does what Python does."""

import numpy as np
import pytest

from language import check

# Name: a body, its arguments.
BODIES = {
    "guarded_by_a_chained_comparison": (
        "for i in range(n):\n    if 0 <= i - 2 < x.shape[0]:\n        x[i - 2] += i",
        dict(x=np.zeros(5), n=9),
    ),
    "guarded_in_another_order_with_an_else": (
        """
        for i in range(n):
            if i - 2 < x.shape[0] and i >= 2:
                x[i - 2] += i
            else:
                x[0] -= 1
        """,
        dict(x=np.zeros(5), n=9),
    ),
    "the_name_changes_after_its_guard": (
        "i = 3\nif 0 <= i < x.shape[0]:\n    i = 77\n    x[i] = 1",
        dict(x=np.zeros(5)),
    ),
    "negative_indices_of_a_loop_that_fit": (
        "for i in range(5, -6, -1):\n    x[i] += i",
        dict(x=np.zeros(6)),
    ),
    "negative_indices_of_a_loop_one_too_far": (
        "for i in range(5, -6, -1):\n    x[i] += i",
        dict(x=np.zeros(5)),
    ),
    "an_inner_loop_that_starts_empty": (
        "for i in range(n):\n    for j in range(i):\n        x[0] += x[i * 2 - j]",
        dict(x=np.arange(20.0), n=10),
    ),
    "an_inner_loop_that_ends_outside": (
        "for i in range(n):\n    for j in range(i):\n        x[0] += x[i * 2 - j]",
        dict(x=np.arange(12.0), n=10),
    ),
    "a_break_before_the_index_that_does_not_exist": (
        "for i in range(n):\n    if x[i] > 2:\n        break\n    x[i] += 1",
        dict(x=np.arange(5.0), n=9),
    ),
    "an_index_carried_by_the_loop": (
        "k = n\nfor i in range(3):\n    x[k] += 1\n    k = k * 3",
        dict(x=np.zeros(5), n=1),
    ),
    "indices_far_from_zero_that_cancel": (
        "for i in range(2**62, 2**62 + 3):\n    x[i - 2**62] += 1",
        dict(x=np.zeros(3)),
    ),
    "indices_far_from_zero_one_too_far": (
        "for i in range(2**62, 2**62 + 3):\n    x[i - 2**62 + 1] += 1",
        dict(x=np.zeros(3)),
    ),
    "an_index_whose_terms_take_128_bits": (
        "for i in range(3):\n    for j in range(n - 4):\n        x[n * n - 24 + i - j] += n * n",
        dict(x=np.zeros(4), n=5),
    ),
    "an_index_that_wraps_as_numpys_do": (
        "for i in range(5):\n    x[i * k[0]] += 1",
        dict(x=np.zeros(3), k=np.array([2**62])),
    ),
    "a_right_side_that_would_raise": (
        """
        for i in range(x.shape[0]):
            if d[i] != 0 and 1 / float(d[i]) > 2:
                x[i] = 1
            if i < 3 and x[i + 1] == 0 or x[i] > 0:
                x[i] += 2
        """,
        dict(x=np.zeros(5), d=np.array([0, 0.1, 1, 0, 0.2])),
    ),
    "operands_that_and_and_or_return": (
        "a = 0\nb = 5\nprint(a or b, a and b, b or a, b and a, (a < 1) and b, not a and b)",
        dict(x=np.zeros(1)),
    ),
    "the_exception_after_stores_in_place": (
        "for i in range(n):\n    x[i] += 1\n    if x[i] > 3:\n        raise ValueError(f'{i}')",
        dict(x=np.arange(5.0), n=5),
    ),
}


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("name", BODIES)
def test_as_python_does(daemon, name):
    body, arguments = BODIES[name]
    check(body, **arguments)
