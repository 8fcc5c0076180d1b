#include "base/dtype.h"

#include <array>

#include "base/status_macros.h"

namespace pyasc {
namespace {

enum class Family : uint8_t { kBool, kSigned, kUnsigned, kFloat };

struct Traits {
  std::string_view name;
  int bytes;
  Family family;
};

// By wire value - 1.
constexpr std::array<Traits, kDTypeCount> kTraits = {{
    {"bool", 1, Family::kBool},
    {"int8", 1, Family::kSigned},
    {"int16", 2, Family::kSigned},
    {"int32", 4, Family::kSigned},
    {"int64", 8, Family::kSigned},
    {"uint8", 1, Family::kUnsigned},
    {"uint16", 2, Family::kUnsigned},
    {"uint32", 4, Family::kUnsigned},
    {"uint64", 8, Family::kUnsigned},
    {"float16", 2, Family::kFloat},
    {"bfloat16", 2, Family::kFloat},
    {"float32", 4, Family::kFloat},
    {"float64", 8, Family::kFloat},
}};

const Traits& TraitsOf(DType dtype) {
  const auto index = static_cast<size_t>(dtype) - 1;
  PYASCD_CHECK(index < kTraits.size());
  return kTraits[index];
}

DType SignedOf(int bytes) {
  switch (bytes) {
    case 1:
      return DType::kInt8;
    case 2:
      return DType::kInt16;
    case 4:
      return DType::kInt32;
    default:
      return DType::kInt64;
  }
}

// The smallest float that holds every value of an integer type of `bytes`, the one
// exception being 8 bytes, which NumPy also gives float64.
DType FloatFor(int bytes) {
  switch (bytes) {
    case 1:
      return DType::kFloat16;
    case 2:
      return DType::kFloat32;
    default:
      return DType::kFloat64;
  }
}

DType PromoteFloats(DType a, DType b) {
  const int a_bytes = ItemBytes(a);
  const int b_bytes = ItemBytes(b);
  if (a_bytes != b_bytes) return a_bytes > b_bytes ? a : b;
  return a == b ? a : DType::kFloat32;  // float16 and bfloat16
}

// A bfloat16 holds every 8-bit integer, just as a float16 does.
DType PromoteFloatAndInt(DType real, DType integer) {
  const int bytes = ItemBytes(integer);
  return bytes == 1 ? real : PromoteFloats(real, FloatFor(bytes));
}

DType PromoteSignedAndUnsigned(DType signed_type, DType unsigned_type) {
  const int signed_bytes = ItemBytes(signed_type);
  const int unsigned_bytes = ItemBytes(unsigned_type);
  if (signed_bytes > unsigned_bytes) return signed_type;
  return unsigned_bytes == 8 ? DType::kFloat64 : SignedOf(2 * unsigned_bytes);
}

}  // namespace

int ItemBytes(DType dtype) { return TraitsOf(dtype).bytes; }

std::string_view Name(DType dtype) { return TraitsOf(dtype).name; }

std::optional<DType> ParseDType(std::string_view name) {
  for (size_t i = 0; i < kTraits.size(); ++i) {
    if (kTraits[i].name == name) return static_cast<DType>(i + 1);
  }
  return std::nullopt;
}

std::optional<DType> DTypeFromWire(uint32_t value) {
  if (value < 1 || value > kDTypeCount) return std::nullopt;
  return static_cast<DType>(value);
}

bool IsFloat(DType dtype) { return TraitsOf(dtype).family == Family::kFloat; }
bool IsSignedInt(DType dtype) { return TraitsOf(dtype).family == Family::kSigned; }
bool IsUnsignedInt(DType dtype) { return TraitsOf(dtype).family == Family::kUnsigned; }
bool IsInt(DType dtype) { return IsSignedInt(dtype) || IsUnsignedInt(dtype); }

DType PromoteTypes(DType a, DType b) {
  if (a == DType::kBool) return b;
  if (b == DType::kBool) return a;
  if (IsFloat(a)) return IsFloat(b) ? PromoteFloats(a, b) : PromoteFloatAndInt(a, b);
  if (IsFloat(b)) return PromoteFloatAndInt(b, a);
  if (IsSignedInt(a) == IsSignedInt(b)) return ItemBytes(a) >= ItemBytes(b) ? a : b;
  return IsSignedInt(a) ? PromoteSignedAndUnsigned(a, b) : PromoteSignedAndUnsigned(b, a);
}

}  // namespace pyasc
