#include "server/rpc/scalar_codec.h"

#include <bit>
#include <cstring>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

static_assert(std::endian::native == std::endian::little, "the wire is little endian");

constexpr int kMaxTupleDepth = 16;

template <typename T>
T Load(std::string_view bits) {
  T value;
  std::memcpy(&value, bits.data(), sizeof value);
  return value;
}

template <typename T>
std::string Store(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

double FromBFloat16(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

// Exact: what a kernel recorded came from a bfloat16.
uint16_t ToBFloat16(double value) {
  return static_cast<uint16_t>(std::bit_cast<uint32_t>(static_cast<float>(value)) >> 16);
}

double DecodeFloat(DType dtype, std::string_view bits) {
  switch (dtype) {
    case DType::kFloat16:
      return static_cast<double>(Load<_Float16>(bits));
    case DType::kBFloat16:
      return FromBFloat16(Load<uint16_t>(bits));
    case DType::kFloat32:
      return Load<float>(bits);
    default:
      return Load<double>(bits);
  }
}

std::string EncodeFloat(DType dtype, double value) {
  switch (dtype) {
    case DType::kFloat16:
      return Store(static_cast<_Float16>(value));
    case DType::kBFloat16:
      return Store(ToBFloat16(value));
    case DType::kFloat32:
      return Store(static_cast<float>(value));
    default:
      return Store(value);
  }
}

absl::StatusOr<Scalar> DecodeNumpy(const v1::Scalar::Numpy& wire) {
  Scalar scalar;
  scalar.kind = ScalarKind::kNumpy;
  PYASC_ASSIGN_OR_RETURN(scalar.dtype, DecodeDType(wire.dtype()));
  const std::string& bits = wire.bits();
  if (bits.size() != static_cast<size_t>(ItemBytes(scalar.dtype))) {
    return absl::InvalidArgumentError(
        fmt::format("{} bytes for a scalar of {}", bits.size(), Name(scalar.dtype)));
  }
  if (IsFloat(scalar.dtype)) {
    scalar.real = DecodeFloat(scalar.dtype, bits);
    return scalar;
  }
  // An unsigned value must not look like a negative one.
  const std::string padded = IsSignedInt(scalar.dtype) ? bits : bits + '\0';
  PYASC_ASSIGN_OR_RETURN(scalar.integer, DecodeInteger(padded));
  if (scalar.dtype == DType::kBool && scalar.integer > 1) {
    return absl::InvalidArgumentError("a scalar of bool is neither 0 nor 1");
  }
  return scalar;
}

absl::StatusOr<Scalar> DecodeAtDepth(const v1::Scalar& wire, int depth);

absl::StatusOr<Scalar> DecodeTuple(const v1::Scalar::Tuple& wire, int depth) {
  if (depth == kMaxTupleDepth) {
    return absl::InvalidArgumentError(fmt::format("tuples nest over {} deep", kMaxTupleDepth));
  }
  Scalar scalar;
  scalar.kind = ScalarKind::kTuple;
  for (const v1::Scalar& item : wire.items()) {
    PYASC_ASSIGN_OR_RETURN(Scalar decoded, DecodeAtDepth(item, depth + 1));
    scalar.items.push_back(std::move(decoded));
  }
  return scalar;
}

absl::StatusOr<Scalar> DecodeAtDepth(const v1::Scalar& wire, int depth) {
  Scalar scalar;
  switch (wire.value_case()) {
    case v1::Scalar::kNone:
      return scalar;
    case v1::Scalar::kBoolean:
      scalar.kind = ScalarKind::kBool;
      scalar.integer = wire.boolean() ? 1 : 0;
      return scalar;
    case v1::Scalar::kInteger: {
      scalar.kind = ScalarKind::kInt;
      PYASC_ASSIGN_OR_RETURN(scalar.integer, DecodeInteger(wire.integer()));
      return scalar;
    }
    case v1::Scalar::kReal:
      scalar.kind = ScalarKind::kFloat;
      scalar.real = wire.real();
      return scalar;
    case v1::Scalar::kText:
      scalar.kind = ScalarKind::kString;
      scalar.text = wire.text();
      return scalar;
    case v1::Scalar::kNumpy:
      return DecodeNumpy(wire.numpy());
    case v1::Scalar::kTuple:
      return DecodeTuple(wire.tuple(), depth);
    case v1::Scalar::VALUE_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("a scalar without a value");
}

void EncodeNumpy(const Scalar& scalar, v1::Scalar::Numpy* wire) {
  wire->set_dtype(EncodeDType(scalar.dtype));
  if (IsFloat(scalar.dtype)) {
    wire->set_bits(EncodeFloat(scalar.dtype, scalar.real));
    return;
  }
  wire->set_bits(Store(scalar.integer).substr(0, static_cast<size_t>(ItemBytes(scalar.dtype))));
}

}  // namespace

absl::StatusOr<DType> DecodeDType(v1::DataType wire) {
  if (auto dtype = DTypeFromWire(static_cast<uint32_t>(wire))) return *dtype;
  return absl::InvalidArgumentError(fmt::format("unknown data type {}", static_cast<int>(wire)));
}

v1::DataType EncodeDType(DType dtype) { return static_cast<v1::DataType>(dtype); }

std::string EncodeInteger(Int128 value) {
  std::string bytes = Store(value);
  // A byte can go while the one before it still carries the sign.
  while (bytes.size() > 1) {
    const char sign = bytes[bytes.size() - 2] < 0 ? '\xff' : '\0';
    if (bytes.back() != sign) break;
    bytes.pop_back();
  }
  return bytes;
}

absl::StatusOr<Int128> DecodeInteger(std::string_view bytes) {
  if (bytes.empty() || bytes.size() > sizeof(Int128)) {
    return absl::InvalidArgumentError(fmt::format("an integer of {} bytes", bytes.size()));
  }
  std::string whole(bytes);
  whole.resize(sizeof(Int128), bytes.back() < 0 ? '\xff' : '\0');
  return Load<Int128>(whole);
}

absl::StatusOr<Scalar> DecodeScalar(const v1::Scalar& wire) {
  return DecodeAtDepth(wire, /*depth=*/0);
}

void EncodeScalar(const Scalar& scalar, v1::Scalar* wire) {
  switch (scalar.kind) {
    case ScalarKind::kNone:
      wire->mutable_none();
      return;
    case ScalarKind::kBool:
      wire->set_boolean(scalar.integer != 0);
      return;
    case ScalarKind::kInt:
      wire->set_integer(EncodeInteger(scalar.integer));
      return;
    case ScalarKind::kFloat:
      wire->set_real(scalar.real);
      return;
    case ScalarKind::kString:
      wire->set_text(scalar.text);
      return;
    case ScalarKind::kNumpy:
      EncodeNumpy(scalar, wire->mutable_numpy());
      return;
    case ScalarKind::kTuple:
      wire->mutable_tuple();
      for (const Scalar& item : scalar.items)
        EncodeScalar(item, wire->mutable_tuple()->add_items());
      return;
  }
}

}  // namespace pyasc
