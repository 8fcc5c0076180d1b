#include "server/device/slot.h"

#include <bit>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

abi::Slot IntegerSlot(Int128 value) {
  const auto bits = static_cast<unsigned __int128>(value);
  return {static_cast<uint64_t>(bits), static_cast<uint64_t>(bits >> 64)};
}

// Scalar::real is exact in the dtype, so these conversions do not round.
uint64_t FloatBits(double real, DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return std::bit_cast<uint16_t>(static_cast<_Float16>(real));
    case DType::kBFloat16:
      return std::bit_cast<uint32_t>(static_cast<float>(real)) >> 16;
    case DType::kFloat32:
      return std::bit_cast<uint32_t>(static_cast<float>(real));
    default:
      return std::bit_cast<uint64_t>(real);
  }
}

double FloatFromBits(uint64_t bits, DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return static_cast<double>(std::bit_cast<_Float16>(static_cast<uint16_t>(bits)));
    case DType::kBFloat16:
      return std::bit_cast<float>(static_cast<uint32_t>(bits & 0xffff) << 16);
    case DType::kFloat32:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

// `low` as an integer of `dtype`.
Int128 Wrapped(uint64_t low, DType dtype) {
  if (dtype == DType::kBool) return low != 0;
  const int unused = 64 - 8 * ItemBytes(dtype);
  const uint64_t shifted = low << unused;
  if (IsSignedInt(dtype)) return static_cast<int64_t>(shifted) >> unused;
  return shifted >> unused;
}

}  // namespace

absl::StatusOr<abi::Slot> ToSlot(const Scalar& value) {
  switch (value.kind) {
    case ScalarKind::kBool:
      return abi::Slot{value.integer != 0, 0};
    case ScalarKind::kInt:
      return IntegerSlot(value.integer);
    case ScalarKind::kFloat:
      return abi::Slot{std::bit_cast<uint64_t>(value.real), 0};
    case ScalarKind::kNumpy:
      if (IsFloat(value.dtype)) return abi::Slot{FloatBits(value.real, value.dtype), 0};
      return IntegerSlot(value.integer);
    default:
      return absl::InvalidArgumentError(fmt::format("an attribute of kind {} has no run-time value",
                                                    static_cast<int>(value.kind)));
  }
}

Scalar FromSlot(const abi::Slot& slot, ScalarKind kind, DType dtype) {
  Scalar value;
  value.kind = kind;
  switch (kind) {
    case ScalarKind::kBool:
      value.integer = slot.low != 0;
      return value;
    case ScalarKind::kInt:
      value.integer =
          static_cast<Int128>(static_cast<unsigned __int128>(slot.high) << 64 | slot.low);
      return value;
    case ScalarKind::kFloat:
      value.real = std::bit_cast<double>(slot.low);
      return value;
    default:
      break;
  }
  PYASCD_CHECK(kind == ScalarKind::kNumpy);
  value.dtype = dtype;
  if (IsFloat(dtype)) {
    value.real = FloatFromBits(slot.low, dtype);
  } else {
    value.integer = Wrapped(slot.low, dtype);
  }
  return value;
}

}  // namespace pyasc
