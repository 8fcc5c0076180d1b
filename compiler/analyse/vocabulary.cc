#include "compiler/analyse/vocabulary.h"

#include <algorithm>
#include <iterator>

namespace pyasc::analyse {
namespace {

// All sorted.
constexpr std::string_view kBuiltins[] = {"ArithmeticError",
                                          "AssertionError",
                                          "AttributeError",
                                          "BaseException",
                                          "BaseExceptionGroup",
                                          "BlockingIOError",
                                          "BrokenPipeError",
                                          "BufferError",
                                          "BytesWarning",
                                          "ChildProcessError",
                                          "ConnectionAbortedError",
                                          "ConnectionError",
                                          "ConnectionRefusedError",
                                          "ConnectionResetError",
                                          "DeprecationWarning",
                                          "EOFError",
                                          "Ellipsis",
                                          "EncodingWarning",
                                          "EnvironmentError",
                                          "Exception",
                                          "ExceptionGroup",
                                          "False",
                                          "FileExistsError",
                                          "FileNotFoundError",
                                          "FloatingPointError",
                                          "FutureWarning",
                                          "GeneratorExit",
                                          "IOError",
                                          "ImportError",
                                          "ImportWarning",
                                          "IndentationError",
                                          "IndexError",
                                          "InterruptedError",
                                          "IsADirectoryError",
                                          "KeyError",
                                          "KeyboardInterrupt",
                                          "LookupError",
                                          "MemoryError",
                                          "ModuleNotFoundError",
                                          "NameError",
                                          "None",
                                          "NotADirectoryError",
                                          "NotImplemented",
                                          "NotImplementedError",
                                          "OSError",
                                          "OverflowError",
                                          "PendingDeprecationWarning",
                                          "PermissionError",
                                          "ProcessLookupError",
                                          "RecursionError",
                                          "ReferenceError",
                                          "ResourceWarning",
                                          "RuntimeError",
                                          "RuntimeWarning",
                                          "StopAsyncIteration",
                                          "StopIteration",
                                          "SyntaxError",
                                          "SyntaxWarning",
                                          "SystemError",
                                          "SystemExit",
                                          "TabError",
                                          "TimeoutError",
                                          "True",
                                          "TypeError",
                                          "UnboundLocalError",
                                          "UnicodeDecodeError",
                                          "UnicodeEncodeError",
                                          "UnicodeError",
                                          "UnicodeTranslateError",
                                          "UnicodeWarning",
                                          "UserWarning",
                                          "ValueError",
                                          "Warning",
                                          "ZeroDivisionError",
                                          "__debug__",
                                          "__import__",
                                          "abs",
                                          "aiter",
                                          "all",
                                          "anext",
                                          "any",
                                          "ascii",
                                          "bin",
                                          "bool",
                                          "breakpoint",
                                          "bytearray",
                                          "bytes",
                                          "callable",
                                          "chr",
                                          "classmethod",
                                          "compile",
                                          "complex",
                                          "delattr",
                                          "dict",
                                          "dir",
                                          "divmod",
                                          "enumerate",
                                          "eval",
                                          "exec",
                                          "filter",
                                          "float",
                                          "format",
                                          "frozenset",
                                          "getattr",
                                          "globals",
                                          "hasattr",
                                          "hash",
                                          "help",
                                          "hex",
                                          "id",
                                          "input",
                                          "int",
                                          "isinstance",
                                          "issubclass",
                                          "iter",
                                          "len",
                                          "list",
                                          "locals",
                                          "map",
                                          "max",
                                          "memoryview",
                                          "min",
                                          "next",
                                          "object",
                                          "oct",
                                          "open",
                                          "ord",
                                          "pow",
                                          "print",
                                          "property",
                                          "range",
                                          "repr",
                                          "reversed",
                                          "round",
                                          "set",
                                          "setattr",
                                          "slice",
                                          "sorted",
                                          "staticmethod",
                                          "str",
                                          "sum",
                                          "super",
                                          "tuple",
                                          "type",
                                          "vars",
                                          "zip"};

constexpr std::string_view kElementwise[] = {
    "abs",         "absolute",   "acos",        "add",         "arccos",      "arccosh",
    "arcsin",      "arcsinh",    "arctan",      "arctan2",     "arctanh",     "asin",
    "atan",        "atan2",      "bitwise_and", "bitwise_or",  "bitwise_xor", "bool",
    "bool_",       "ceil",       "clip",        "copysign",    "cos",         "cosh",
    "degrees",     "divide",     "divmod",      "dot",         "equal",       "erf",
    "exp",         "exp2",       "expm1",       "fabs",        "fill",        "float",
    "float16",     "float32",    "float64",     "float_",      "floor",       "floor_divide",
    "fmax",        "fmin",       "fmod",        "gcd",         "greater",     "greater_equal",
    "hypot",       "int",        "int16",       "int32",       "int64",       "int8",
    "invert",      "isfinite",   "isinf",       "isnan",       "left_shift",  "less",
    "less_equal",  "log",        "log10",       "log1p",       "log2",        "logical_and",
    "logical_not", "logical_or", "logical_xor", "matmul",      "max",         "maximum",
    "min",         "minimum",    "mod",         "multiply",    "negative",    "not_equal",
    "outer",       "positive",   "pow",         "power",       "print",       "radians",
    "reciprocal",  "remainder",  "repr",        "right_shift", "rint",        "round_",
    "sign",        "sin",        "sinh",        "sqrt",        "square",      "str",
    "subtract",    "tan",        "tanh",        "true_divide", "trunc",       "uint16",
    "uint32",      "uint64",     "uint8",       "where"};

constexpr std::string_view kViews[] = {
    "array_split", "asanyarray", "asarray",     "ascontiguousarray",
    "atleast_1d",  "atleast_2d", "atleast_3d",  "broadcast_to",
    "diagonal",    "enumerate",  "expand_dims", "flip",
    "fliplr",      "flipud",     "hsplit",      "imag",
    "iter",        "list",       "moveaxis",    "ravel",
    "real",        "reshape",    "reversed",    "rollaxis",
    "rot90",       "split",      "squeeze",     "swapaxes",
    "transpose",   "tuple",      "view",        "vsplit",
    "zip"};

constexpr std::string_view kWritingMethods[] = {"fill",   "itemset",  "partition", "put",
                                                "resize", "setfield", "sort"};

constexpr std::string_view kWritingFunctions[] = {"at",  "copyto",  "fill_diagonal", "place",
                                                  "put", "putmask", "shuffle"};

constexpr std::string_view kDescriptions[] = {"dtype", "flags", "itemsize", "nbytes",
                                              "ndim",  "shape", "size",     "strides"};

constexpr std::string_view kValueKeywords[] = {"a_max", "a_min", "fill_value", "initial", "max",
                                               "min",   "out",   "value",      "where"};

template <size_t kCount>
bool Has(const std::string_view (&table)[kCount], std::string_view name) {
  return std::binary_search(std::begin(table), std::end(table), name);
}

}  // namespace

std::span<const std::string_view> Builtins() { return kBuiltins; }

bool IsBuiltin(std::string_view name) { return Has(kBuiltins, name); }

bool IsElementwise(std::string_view function) { return Has(kElementwise, function); }

bool ReturnsView(std::string_view function) { return Has(kViews, function); }

bool WritesObject(std::string_view method) { return Has(kWritingMethods, method); }

bool WritesFirstArgument(std::string_view function) { return Has(kWritingFunctions, function); }

bool IsDescription(std::string_view attribute) { return Has(kDescriptions, attribute); }

bool IsValueKeyword(std::string_view keyword) { return Has(kValueKeywords, keyword); }

}  // namespace pyasc::analyse
