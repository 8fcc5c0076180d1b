// What a kernel was compiled for: with the normalised text, everything that decides
// its bytes. The canonical encoding of both is hashed to the kernel's key.
#ifndef PYASC_BASE_SPECIALISATION_H_
#define PYASC_BASE_SPECIALISATION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/signature.h"

namespace pyasc {

// A dimension of exactly 0 or 1 is part of the key; all others are run-time values >= 2.
enum class DimClass : uint8_t { kZero = 0, kOne = 1, kMany = 2 };

enum class Layout : uint8_t {
  kContiguous = 1,  // C order, no gaps
  kInnerUnit = 2,   // the last axis has a stride of one element
  kGeneral = 3,
};

enum class ArgumentKind : uint8_t {
  kTensor = 1,
  kOmitted = 2,   // an output that the kernel creates
  kConstant = 3,  // attribute whose value is part of the key
  kRuntime = 4,   // attribute whose type alone is part of the key
};

struct Argument {
  ArgumentKind kind = ArgumentKind::kTensor;
  // kTensor:
  DType dtype = DType::kFloat32;
  std::vector<DimClass> dims;
  Layout layout = Layout::kContiguous;
  bool resizable = false;  // a pyasc tensor: resize() may change its size
  // kConstant: the value. kRuntime: kind and dtype; the rest is zero. A run-time int
  // outside int64 is always a constant.
  Scalar scalar;
};

// How two tensor arguments may share memory.
enum class Alias : uint8_t { kDisjoint = 0, kIdentical = 1, kGeneral = 2 };

struct AliasPair {
  uint32_t first = 0, second = 0;  // argument indices, first < second
  Alias alias = Alias::kGeneral;   // kDisjoint pairs are not listed
};

struct Target {
  std::string device_kind = "cpu";
  uint64_t cpu_features = 0;  // bits of base/cpu_features.h
};

struct Specialisation {
  std::vector<Argument> arguments;  // one for each parameter
  std::vector<Capture> captures;    // sorted by name
  // Arguments made from captured scalars, in the order of those captures (kConstant or
  // kRuntime); their argument index continues after the parameters'.
  std::vector<Argument> capture_arguments;
  std::vector<AliasPair> aliases;
  uint32_t opt_level = 3;
  Target target;
};

// The argument of a scalar bound to an attribute or a captured name. Its value is part of
// the key only if it is `constant` (Parameter::constant, FreeName::constant) or has no
// run-time form; floats and NumPy scalars never are.
Argument AttributeArgument(const Scalar& scalar, bool constant);

// Adds those of `captures` (each name once, any order) that the operator reads.
void AddCaptures(const Signature& signature, std::vector<Capture> captures,
                 Specialisation* specialisation);

}  // namespace pyasc

#endif  // PYASC_BASE_SPECIALISATION_H_
