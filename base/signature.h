// What an operator takes, and what a kernel says about itself. Plain values with a
// canonical byte encoding (base/encoding.h): what the compile process answers, what
// the cache stores, and what the broker tells its clients.
#ifndef PYASC_BASE_SIGNATURE_H_
#define PYASC_BASE_SIGNATURE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"

namespace pyasc {

using Int128 = __int128;

// The type of a scalar that is not a tensor element. Wire values: append only.
enum class ScalarKind : uint8_t {
  kNone = 1,
  kBool = 2,   // Python bool
  kInt = 3,    // Python int, weak
  kFloat = 4,  // Python float, weak
  kString = 5,
  kNumpy = 6,  // NumPy scalar of `dtype`, strong
  kTuple = 7,
};

// The value of an attribute, a default or a captured name.
struct Scalar {
  ScalarKind kind = ScalarKind::kNone;
  DType dtype = DType::kFloat64;  // kNumpy only
  Int128 integer = 0;             // kBool, kInt, kNumpy of bool or integer dtype
  double real = 0;                // kFloat, kNumpy of a float dtype (exact in a double)
  std::string text;               // kString
  std::vector<Scalar> items;      // kTuple

  // Bitwise for floats: -0.0 differs from 0.0, a NaN equals itself.
  friend bool operator==(const Scalar& a, const Scalar& b);
};

// One parameter of an operator, as far as its text alone tells.
struct Parameter {
  std::string name;
  bool has_default = false;
  Scalar default_value;   // a literal default; the client sends the evaluated one
  bool written = false;   // the body stores through it or a view of it
  bool may_omit = false;  // a pure output: it can be created by the kernel
  bool constant = false;  // as an int, bool, str, None or tuple it is part of the key
};

// A name the body reads and does not bind.
struct FreeName {
  std::string name;
  bool constant = false;  // as Parameter::constant, of a captured number

  friend bool operator==(const FreeName&, const FreeName&) = default;
};

struct Signature {
  std::vector<Parameter> parameters;
  std::vector<FreeName> free_names;  // sorted by name
};

// What a free name is bound to in the caller.
enum class CaptureKind : uint8_t { kModule = 1, kScalar = 2, kOther = 3 };

struct Capture {
  std::string name;
  CaptureKind kind = CaptureKind::kOther;
  // kModule: "numpy", "math", "pyasc"; kOther: the Python type's name, for the message;
  // kScalar of kind None..kTuple: empty.
  std::string type_name;
  Scalar value;  // kScalar
};

// A piece of an exception's message or of a printed line.
struct MessagePart {
  std::string literal;  // used when kind is kString and slot < 0
  int32_t slot = -1;    // index into Record::values, or -1 for a literal
  ScalarKind kind = ScalarKind::kString;
  DType dtype = DType::kFloat64;  // kNumpy only
  char conversion = 0;            // 0, 's', 'r' or 'a', as in f"{x!r}"
  std::string format;             // the format spec, "" for none
};

// A place of a kernel that can raise or print.
struct Site {
  uint32_t point = 0;     // ordinal of the AST node (compiler/syntax/ast.h)
  std::string exception;  // built-in class, "IndexError"; "" for a print
  std::vector<MessagePart> parts;
  std::string end = "\n";  // print only
  // Names of the loop variables around the site, outermost first; their values (kInt)
  // follow the message's in the record.
  std::vector<std::string> loops;
  uint32_t loop_slot = 0;  // slot of the first of them
};

// What one parameter bound to a tensor is to a kernel.
struct TensorUse {
  uint32_t parameter = 0;  // index in Signature::parameters
  DType dtype = DType::kFloat32;
  uint32_t rank = 0;
  bool read = false;
  bool written = false;
  bool created = false;  // left out by the caller: made by the kernel
  bool resized = false;
};

struct KernelMeta {
  std::vector<Site> sites;
  std::vector<TensorUse> tensors;            // the order of the entry's TensorArg array
  std::vector<uint32_t> runtime_attributes;  // argument index of each Slot in `attributes`
};

}  // namespace pyasc

#endif  // PYASC_BASE_SIGNATURE_H_
