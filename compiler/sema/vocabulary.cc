#include "compiler/sema/vocabulary.h"

#include <map>
#include <set>

#include "base/suggestion.h"
#include "compiler/syntax/unparse.h"

namespace pyasc::sema {
namespace {

// dir() of NumPy 2, of Python 3.11's math and of ndarray; a blank on both sides of each.
constexpr std::string_view kNumpy =
    " False_ ScalarType True_ abs absolute acos acosh add all allclose amax amin angle any "
    "append apply_along_axis apply_over_axes arange arccos arccosh arcsin arcsinh arctan "
    "arctan2 arctanh argmax argmin argpartition argsort argwhere around array array2string "
    "array_equal array_equiv array_repr array_split array_str asanyarray asarray "
    "asarray_chkfinite ascontiguousarray asfortranarray asin asinh asmatrix astype atan atan2 "
    "atanh atleast_1d atleast_2d atleast_3d average bartlett base_repr binary_repr bincount "
    "bitwise_and bitwise_count bitwise_invert bitwise_left_shift bitwise_not bitwise_or "
    "bitwise_right_shift bitwise_xor blackman block bmat bool bool_ broadcast broadcast_arrays "
    "broadcast_shapes broadcast_to busday_count busday_offset busdaycalendar byte bytes_ c_ "
    "can_cast cbrt cdouble ceil char character choose clip clongdouble column_stack common_type "
    "complex128 complex256 complex64 complexfloating compress concat concatenate conj conjugate "
    "convolve copy copysign copyto core corrcoef correlate cos cosh count_nonzero cov cross "
    "csingle ctypeslib cumprod cumsum cumulative_prod cumulative_sum datetime64 "
    "datetime_as_string datetime_data deg2rad degrees delete diag diag_indices "
    "diag_indices_from diagflat diagonal diff digitize divide divmod dot double dsplit dstack "
    "dtype dtypes e ediff1d einsum einsum_path emath empty empty_like equal errstate "
    "euler_gamma exceptions exp exp2 expand_dims expm1 extract eye f2py fabs fft fill_diagonal "
    "finfo fix flatiter flatnonzero flexible flip fliplr flipud float128 float16 float32 "
    "float64 float_power floating floor floor_divide fmax fmin fmod format_float_positional "
    "format_float_scientific frexp from_dlpack frombuffer fromfile fromfunction fromiter "
    "frompyfunc fromregex fromstring full full_like gcd generic genfromtxt geomspace "
    "get_printoptions geterr geterrcall gradient greater greater_equal half hamming hanning "
    "heaviside histogram histogram2d histogram_bin_edges histogramdd hsplit hstack hypot i0 "
    "identity iinfo imag index_exp indices inexact inf inner insert int16 int32 int64 int8 int_ "
    "intc integer interp intersect1d intp invert is_busday isclose iscomplex iscomplexobj "
    "isdtype isfinite isfortran isin isinf isnan isnat isneginf isposinf isreal isrealobj "
    "isscalar issubdtype iterable ix_ kaiser kron lcm ldexp left_shift less less_equal lexsort "
    "lib linalg linspace little_endian load loadtxt log log10 log1p log2 logaddexp logaddexp2 "
    "logical_and logical_not logical_or logical_xor logspace long longdouble longlong ma "
    "mask_indices matmul matrix matrix_transpose matvec max maximum may_share_memory mean "
    "median memmap meshgrid mgrid min min_scalar_type minimum mintypecode mod modf moveaxis "
    "multiply nan nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian "
    "nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar ndarray ndenumerate ndim "
    "ndindex nditer negative nested_iters newaxis nextafter nonzero not_equal number object_ "
    "ogrid ones ones_like outer packbits pad partition percentile permute_dims pi piecewise "
    "place poly poly1d polyadd polyder polydiv polyfit polyint polymul polynomial polysub "
    "polyval positive pow power prod promote_types ptp put put_along_axis putmask quantile r_ "
    "rad2deg radians random ravel ravel_multi_index real real_if_close rec recarray reciprocal "
    "record remainder repeat require reshape resize result_type right_shift rint roll rollaxis "
    "roots rot90 round row_stack s_ save savetxt savez savez_compressed sctypeDict searchsorted "
    "select set_printoptions setdiff1d seterr seterrcall setxor1d shape shares_memory short "
    "sign signbit signedinteger sin sinc single sinh size sort sort_complex spacing split sqrt "
    "square squeeze stack std str_ strings subtract sum swapaxes take take_along_axis tan tanh "
    "tensordot testing tile timedelta64 trace transpose trapezoid tri tril tril_indices "
    "tril_indices_from trim_zeros triu triu_indices triu_indices_from true_divide trunc "
    "typecodes typename typing ubyte ufunc uint uint16 uint32 uint64 uint8 uintc uintp ulong "
    "ulonglong union1d unique unique_all unique_counts unique_inverse unique_values unpackbits "
    "unravel_index unsignedinteger unstack unwrap ushort vander var vdot vecdot vecmat "
    "vectorize void vsplit vstack where zeros zeros_like ";

constexpr std::string_view kMath =
    " acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf "
    "erfc exp exp2 expm1 fabs factorial floor fmod frexp fsum gamma gcd hypot inf isclose "
    "isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf nan nextafter perm "
    "pi pow prod radians remainder sin sinh sqrt tan tanh tau trunc ulp ";

constexpr std::string_view kArray =
    " T all any argmax argmin argpartition argsort astype base byteswap choose clip compress "
    "conj conjugate copy ctypes cumprod cumsum data device diagonal dot dtype dump dumps fill "
    "flags flat flatten getfield imag item itemsize mT max mean min nbytes ndim nonzero "
    "partition prod put ravel real repeat reshape resize round searchsorted setfield setflags "
    "shape size sort squeeze std strides sum swapaxes take to_device tobytes tofile tolist "
    "trace transpose var view ";

// $1, $2 and $3 are the user's own arguments; of an array's attribute, $1 is the array.
struct Replacement {
  Owner owner;
  std::string_view name;
  std::string_view hint;
};

constexpr std::string_view kLoop = "write the loop over the elements of $1";
constexpr std::string_view kSumLoop = "write the loop: #s = 0, then #s += $1[#i]";
constexpr std::string_view kBestLoop = "write the loop: best = max(best, $1[#i]), or min";
constexpr std::string_view kProductLoop =
    "write the loops: #s += $1[#i, #k] * $2[#k, #j], or of vectors #s += $1[#k] * $2[#k]";
constexpr std::string_view kBefore = "do it before the call, and pass the result";
constexpr std::string_view kOutput = "make the array a parameter: out.resize(shape) creates it";
constexpr std::string_view kPair = "use two real numbers";

constexpr Replacement kReplacements[] = {
    {Owner::kBuiltins, "all", "write: ok = True, then for #v in $1: ok = ok and #v"},
    {Owner::kBuiltins, "any", "write: found = False, then for #v in $1: found = found or #v"},
    {Owner::kBuiltins, "breakpoint", "call the operator in a block: with pyasc.debug():"},
    {Owner::kBuiltins, "complex", kPair},
    {Owner::kBuiltins, "dict", "use one name for each value, or a tuple"},
    {Owner::kBuiltins, "enumerate", "write: for i in range(len($1)): v = $1[i]"},
    {Owner::kBuiltins, "filter", "write a for loop with an if"},
    {Owner::kBuiltins, "isinstance", "test $1.dtype, or $1 is None"},
    {Owner::kBuiltins, "list", "write a tuple: (a, b)"},
    {Owner::kBuiltins, "map", "write: for #v in $2: and the call inside"},
    {Owner::kBuiltins, "repr", "write it in a message: f'{$1!r}'"},
    {Owner::kBuiltins, "reversed", "count down: for i in range(len($1) - 1, -1, -1): v = $1[i]"},
    {Owner::kBuiltins, "set", "write a tuple: (a, b)"},
    {Owner::kBuiltins, "slice", "write the slice where it is used: x[$1:$2]"},
    {Owner::kBuiltins, "sorted", kBefore},
    {Owner::kBuiltins, "str", "write it in a message: f'{$1}'"},
    {Owner::kBuiltins, "sum", "write: #s = 0, then for #v in $1: #s += #v"},
    {Owner::kBuiltins, "type", "test $1.dtype, or $1 is None"},
    {Owner::kBuiltins, "zip", "write: for i in range(len($1)): a, b = $1[i], $2[i]"},
    {Owner::kNumpy, "True_", "write True"},
    {Owner::kNumpy, "False_", "write False"},
    {Owner::kNumpy, "add", "write $1 + $2"},
    {Owner::kNumpy, "amax", kBestLoop},
    {Owner::kNumpy, "amin", kBestLoop},
    {Owner::kNumpy, "arange", "write: for i in range($1):"},
    {Owner::kNumpy, "argsort", kBefore},
    {Owner::kNumpy, "around", "write np.rint($1)"},
    {Owner::kNumpy, "array", "write a tuple, or pass the array as a parameter"},
    {Owner::kNumpy, "asarray", "write a tuple, or pass the array as a parameter"},
    {Owner::kNumpy, "bitwise_and", "write $1 & $2"},
    {Owner::kNumpy, "bitwise_or", "write $1 | $2"},
    {Owner::kNumpy, "bitwise_xor", "write $1 ^ $2"},
    {Owner::kNumpy, "clip", "write np.minimum(np.maximum($1, $2), $3)"},
    {Owner::kNumpy, "complex128", kPair},
    {Owner::kNumpy, "complex64", kPair},
    {Owner::kNumpy, "copy", "write out[...] = $1"},
    {Owner::kNumpy, "copyto", "write $1[...] = $2"},
    {Owner::kNumpy, "divide", "write $1 / $2"},
    {Owner::kNumpy, "dot", kProductLoop},
    {Owner::kNumpy, "einsum", "write the loops"},
    {Owner::kNumpy, "empty", kOutput},
    {Owner::kNumpy, "empty_like", "make the array a parameter: out.resize($1.shape) creates it"},
    {Owner::kNumpy, "equal", "write $1 == $2"},
    {Owner::kNumpy, "errstate", "leave it out: NumPy's warnings are not issued"},
    {Owner::kNumpy, "fft", kBefore},
    {Owner::kNumpy, "finfo", "capture the number: EPS = float(np.finfo($1).eps) at module level"},
    {Owner::kNumpy, "float128", "write np.float64"},
    {Owner::kNumpy, "floor_divide", "write $1 // $2"},
    {Owner::kNumpy, "full", kOutput},
    {Owner::kNumpy, "greater", "write $1 > $2"},
    {Owner::kNumpy, "greater_equal", "write $1 >= $2"},
    {Owner::kNumpy, "iinfo", "capture the number: MOST = int(np.iinfo($1).max) at module level"},
    {Owner::kNumpy, "intc", "write np.int32"},
    {Owner::kNumpy, "invert", "write ~$1"},
    {Owner::kNumpy, "left_shift", "write $1 << $2"},
    {Owner::kNumpy, "less", "write $1 < $2"},
    {Owner::kNumpy, "less_equal", "write $1 <= $2"},
    {Owner::kNumpy, "linalg", kBefore},
    {Owner::kNumpy, "logical_and", "write $1 and $2, on elements in a loop"},
    {Owner::kNumpy, "logical_not", "write not $1, on elements in a loop"},
    {Owner::kNumpy, "logical_or", "write $1 or $2, on elements in a loop"},
    {Owner::kNumpy, "long", "write np.int64"},
    {Owner::kNumpy, "longdouble", "write np.float64"},
    {Owner::kNumpy, "matmul", kProductLoop},
    {Owner::kNumpy, "max", kBestLoop},
    {Owner::kNumpy, "min", kBestLoop},
    {Owner::kNumpy, "mod", "write $1 % $2"},
    {Owner::kNumpy, "multiply", "write $1 * $2"},
    {Owner::kNumpy, "ndim", "write $1.ndim"},
    {Owner::kNumpy, "not_equal", "write $1 != $2"},
    {Owner::kNumpy, "ones", kOutput},
    {Owner::kNumpy, "ones_like", "make the array a parameter: out.resize($1.shape) creates it"},
    {Owner::kNumpy, "positive", "write +$1"},
    {Owner::kNumpy, "pow", "write $1 ** $2"},
    {Owner::kNumpy, "power", "write $1 ** $2"},
    {Owner::kNumpy, "random", "draw the numbers before the call, and pass them"},
    {Owner::kNumpy, "reciprocal", "write 1 / $1"},
    {Owner::kNumpy, "remainder", "write $1 % $2"},
    {Owner::kNumpy, "right_shift", "write $1 >> $2"},
    {Owner::kNumpy, "round", "write np.rint($1)"},
    {Owner::kNumpy, "shape", "write $1.shape"},
    {Owner::kNumpy, "short", "write np.int16"},
    {Owner::kNumpy, "size", "write $1.size"},
    {Owner::kNumpy, "sort", kBefore},
    {Owner::kNumpy, "subtract", "write $1 - $2"},
    {Owner::kNumpy, "sum", kSumLoop},
    {Owner::kNumpy, "tan", "write np.sin($1) / np.cos($1)"},
    {Owner::kNumpy, "transpose", "write $1.T"},
    {Owner::kNumpy, "true_divide", "write $1 / $2"},
    {Owner::kNumpy, "uint", "write np.uint64"},
    {Owner::kNumpy, "where", "write $2 if $1 else $3, on elements in a loop"},
    {Owner::kNumpy, "zeros", kOutput},
    {Owner::kNumpy, "zeros_like", "make the array a parameter: out.resize($1.shape) creates it"},
    {Owner::kMath, "degrees", "write $1 * (180 / math.pi)"},
    {Owner::kMath, "fsum", "write: #s = 0.0, then for #v in $1: #s += #v"},
    {Owner::kMath, "hypot", "write math.sqrt($1 * $1 + $2 * $2)"},
    {Owner::kMath, "pow", "write $1 ** $2"},
    {Owner::kMath, "radians", "write $1 * (math.pi / 180)"},
    {Owner::kMath, "tan", "write math.sin($1) / math.cos($1)"},
    {Owner::kArray, "argsort", kBefore},
    {Owner::kArray, "copy", "write out[...] = $1"},
    {Owner::kArray, "dot", "write the loops"},
    {Owner::kArray, "flatten", "reshape $1 before the call"},
    {Owner::kArray, "item", "write the subscript: $1[0]"},
    {Owner::kArray, "max", kBestLoop},
    {Owner::kArray, "min", kBestLoop},
    {Owner::kArray, "ravel", "reshape $1 before the call"},
    {Owner::kArray, "real", "write $1"},
    {Owner::kArray, "reshape", "reshape $1 before the call"},
    {Owner::kArray, "round", "write np.rint($1)"},
    {Owner::kArray, "sort", kBefore},
    {Owner::kArray, "sum", kSumLoop},
    {Owner::kArray, "transpose", "write $1.T"}};

std::string_view Names(Owner owner) {
  switch (owner) {
    case Owner::kNumpy:
      return kNumpy;
    case Owner::kMath:
      return kMath;
    case Owner::kArray:
      return kArray;
    case Owner::kBuiltins:
      break;  // the analysis has refused what is none of them
  }
  return "";
}

// Whether the text is one operand as it stands.
bool IsAtomic(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ' ' && depth == 0) return false;
  }
  return !text.starts_with('-') && !text.starts_with('~') && !text.starts_with('+');
}

std::string Enclosed(std::string text) { return IsAtomic(text) ? text : "(" + text + ")"; }

// New variables of a hint, named by a letter: another where the operator has that name.
class NewNames {
 public:
  explicit NewNames(const IsTaken& taken) : taken_(taken) {}

  char Of(char letter) {
    constexpr std::string_view kLetters = "ijkmnpqrstuvwxyzabcdefgh";
    const auto known = chosen_.find(letter);
    if (known != chosen_.end()) return known->second;
    const size_t first = kLetters.find(letter);
    for (size_t step = 0; step < kLetters.size(); ++step) {
      const char name = kLetters[(first + step) % kLetters.size()];
      if (taken_(std::string_view(&name, 1)) || !used_.insert(name).second) continue;
      return chosen_[letter] = name;
    }
    return letter;
  }

 private:
  const IsTaken& taken_;
  std::map<char, char> chosen_;
  std::set<char> used_;
};

// `hint` with the n-th argument for $n, and new variables for #i, #s and so on.
std::string Filled(std::string_view hint, const std::vector<std::string>& arguments,
                   const IsTaken& taken) {
  constexpr std::string_view kStandIns[] = {"x", "y", "z"};
  NewNames names(taken);
  std::string text;
  for (size_t i = 0; i < hint.size(); ++i) {
    if (hint[i] == '#') {
      text += names.Of(hint[++i]);
      continue;
    }
    if (hint[i] != '$') {
      text += hint[i];
      continue;
    }
    const bool argument = i > 0 && hint[i - 1] == '(' && i + 2 < hint.size() && hint[i + 2] == ')';
    const auto place = static_cast<size_t>(hint[++i] - '1');
    if (place >= arguments.size()) {
      text += kStandIns[place];
    } else {
      text += argument ? arguments[place] : Enclosed(arguments[place]);
    }
  }
  return text;
}

}  // namespace

bool Has(Owner owner, std::string_view name) {
  return Names(owner).find(" " + std::string(name) + " ") != std::string_view::npos;
}

std::string_view Nearest(Owner owner, std::string_view name,
                         const std::function<bool(std::string_view)>& usable) {
  Suggestion suggestion(name);
  for (const bool wanted : {true, false}) {
    const std::string_view names = Names(owner);
    for (size_t begin = 1; begin < names.size();) {
      const size_t end = names.find(' ', begin);
      const std::string_view other = names.substr(begin, end - begin);
      if (usable(other) == wanted) suggestion.Consider(other);
      begin = end + 1;
    }
  }
  return suggestion.best();
}

std::string Short(const syntax::Expr& expr) {
  constexpr size_t kLongest = 30;
  std::string text = syntax::Unparse(expr);
  return text.size() <= kLongest ? text : "x";
}

std::string Operand(const syntax::Expr& expr) { return Enclosed(Short(expr)); }

std::vector<std::string> PositionalTexts(const syntax::Expr& call) {
  std::vector<std::string> texts;
  for (size_t k = 1; k + call.keywords.size() < call.children.size(); ++k)
    texts.push_back(Short(*call.children[k]));
  return texts;
}

std::string Instead(Owner owner, std::string_view name, const std::vector<std::string>& arguments,
                    const IsTaken& taken) {
  for (const Replacement& replacement : kReplacements) {
    if (replacement.owner == owner && replacement.name == name)
      return Filled(replacement.hint, arguments, taken);
  }
  switch (owner) {
    case Owner::kBuiltins:
      return "of the built-ins there are abs, bool, divmod, float, int, len, max, min, pow, print, "
             "range, round and tuple";
    case Owner::kArray:
      return Filled(kLoop, arguments, taken);
    default:
      return "write it as a loop over elements, or do it before the call and pass the result";
  }
}

}  // namespace pyasc::sema
