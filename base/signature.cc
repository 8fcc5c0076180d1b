#include "base/signature.h"

#include <bit>

namespace pyasc {
namespace {

bool SameBits(double a, double b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

}  // namespace

// Only the members that belong to the kind count, so that equal values and equal
// encodings are the same thing.
bool operator==(const Scalar& a, const Scalar& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case ScalarKind::kNone:
      return true;
    case ScalarKind::kBool:
    case ScalarKind::kInt:
      return a.integer == b.integer;
    case ScalarKind::kFloat:
      return SameBits(a.real, b.real);
    case ScalarKind::kString:
      return a.text == b.text;
    case ScalarKind::kNumpy:
      if (a.dtype != b.dtype) return false;
      return IsFloat(a.dtype) ? SameBits(a.real, b.real) : a.integer == b.integer;
    case ScalarKind::kTuple:
      return a.items == b.items;
  }
  return false;
}

}  // namespace pyasc
