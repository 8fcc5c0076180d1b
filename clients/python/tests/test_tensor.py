"""Tensors of the daemon."""

import copy
import pickle

import numpy as np
import pytest

import pyasc


@pytest.fixture
def cube(daemon):
    array = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    return array, pyasc.from_numpy(array)


def test_facts(cube):
    _, t = cube
    assert (t.shape, t.dtype, t.ndim, t.size, t.nbytes) == ((2, 3, 4), np.float32, 3, 24, 96)
    assert len(t) == 2
    assert t.device == "host"


INDICES = [
    0,
    -1,
    (1, 2, 3),
    (0, slice(None)),
    slice(None, None, -1),
    (slice(None), 1),
    (Ellipsis, 2),
    (None, 0),
    (slice(0, 0),),
    (slice(None), slice(2, 0, -2), slice(1, 4, 2)),
    np.array([1, 0]),
    (slice(None), [0, 2]),
    np.ones((2, 3, 4), bool),
    (),
]


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_reading_by_index_is_numpys(cube, index):
    array, t = cube
    expected, found = array[index], t[index]
    assert np.array_equal(found, expected)
    assert np.shape(found) == np.shape(expected)
    assert type(found) is type(expected)


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_writing_by_index_is_numpys(cube, index):
    array, t = cube
    array[index] = -5
    t[index] = -5
    assert np.array_equal(t.numpy(), array)


def test_assignment_broadcasts_and_converts(daemon):
    t = pyasc.empty((1, 2, 3, 4))
    t[0, :, :, :] = np.arange(4)
    assert t.numpy()[0, 1, 2].tolist() == [0, 1, 2, 3]
    t[...] = pyasc.full((4,), 7)
    assert float(t[0, 0, 0, 0]) == 7.0
    with pytest.raises(ValueError, match="could not broadcast"):
        t[0, 0] = np.ones(3)
    with pytest.raises(IndexError, match="out of bounds"):
        t[3]


def test_one_element_is_read_without_the_rest(cube, daemon):
    _, t = cube
    asked = []
    ordinary = daemon.get

    def get(request, context):
        asked.append(request.bytes)
        return ordinary(request, context)

    daemon.get = get
    assert t[1, 1, 1] == 17
    assert asked == [4]


def test_both_forms_of_tensor(daemon):
    t = pyasc.tensor(shape=(2, 3), dtype="float64")
    assert t.numpy().tolist() == [[0] * 3] * 2
    assert pyasc.tensor(pyasc.empty((4,))).shape == (4,)
    assert pyasc.tensor(t) is t
    assert pyasc.tensor([1, 2]).dtype == np.int64
    assert pyasc.tensor([1, 2], dtype="float16").dtype == np.float16
    assert pyasc.tensor(t, dtype="float32").dtype == np.float32
    for arguments in ({}, {"value": [1], "shape": (1,)}):
        with pytest.raises(TypeError):
            pyasc.tensor(**arguments)


def test_makers(daemon):
    assert pyasc.zeros(3).dtype == np.float32
    assert pyasc.ones((2, 2), "int8").numpy().tolist() == [[1, 1], [1, 1]]
    assert pyasc.full((), 4, "uint16").numpy() == np.uint16(4)
    assert pyasc.empty((0, 5)).numpy().shape == (0, 5)
    for shape, error in (((-1,), ValueError), ((1.5,), TypeError), ("ab", TypeError)):
        with pytest.raises(error):
            pyasc.empty(shape)
    with pytest.raises(TypeError):
        pyasc.zeros(3, "complex64")


def test_conversions(cube):
    array, t = cube
    assert np.array_equal(np.asarray(t), array)
    assert np.asarray(t, np.int32).dtype == np.int32
    assert [row.tolist() for row in t] == array.tolist()
    assert t.tolist() == array.tolist()
    assert int(pyasc.full((1, 1), 3)) == 3
    assert bool(pyasc.zeros(())) is False
    for wrong in (lambda: float(t), lambda: len(pyasc.zeros(())), lambda: iter(pyasc.zeros(()))):
        with pytest.raises(TypeError):
            wrong()


def test_copies_are_by_value(cube):
    array, t = cube
    for other in (pickle.loads(pickle.dumps(t)), copy.copy(t), copy.deepcopy(t)):
        assert other is not t
        assert np.array_equal(other.numpy(), array)
        other[...] = 0
    assert np.array_equal(t.numpy(), array)


def test_numpy_is_a_copy(cube):
    _, t = cube
    t.numpy()[...] = 9
    assert t[0, 0, 1] == 1


def test_resize_keeps_the_beginning_and_fills_with_zeros(daemon):
    t = pyasc.tensor(np.arange(4.0))
    t.resize((2, 3))
    assert t.numpy().tolist() == [[0, 1, 2], [3, 0, 0]]
    t.resize(2)
    assert t.numpy().tolist() == [0, 1]
    t.resize(2, 1)
    assert t.shape == (2, 1)


def test_large_arrays_travel_in_chunks(daemon):
    array = np.random.default_rng(0).integers(0, 255, (3 << 20) + 5, dtype=np.uint8)
    assert np.array_equal(pyasc.from_numpy(array).numpy(), array)
