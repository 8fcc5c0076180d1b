// Element types of tensors and NumPy scalars.
#ifndef PYASC_BASE_DTYPE_H_
#define PYASC_BASE_DTYPE_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace pyasc {

// The numeric values are part of the wire and disk formats: append only.
enum class DType : uint8_t {
  kBool = 1,
  kInt8 = 2,
  kInt16 = 3,
  kInt32 = 4,
  kInt64 = 5,
  kUint8 = 6,
  kUint16 = 7,
  kUint32 = 8,
  kUint64 = 9,
  kFloat16 = 10,
  kBFloat16 = 11,
  kFloat32 = 12,
  kFloat64 = 13,
};

inline constexpr int kDTypeCount = 13;

// Bytes of one element.
int ItemBytes(DType dtype);

// NumPy's name: "bool", "int8", ..., "float64".
std::string_view Name(DType dtype);

// The dtype NumPy calls `name`; nullopt for every other text.
std::optional<DType> ParseDType(std::string_view name);

// The dtype with wire value `value`; nullopt if there is none.
std::optional<DType> DTypeFromWire(uint32_t value);

bool IsFloat(DType dtype);
bool IsSignedInt(DType dtype);
bool IsUnsignedInt(DType dtype);
// Signed or unsigned integer; bool is not one.
bool IsInt(DType dtype);

// numpy.result_type of two strong dtypes: i64 + u64 -> f64, i32 + f32 -> f64,
// f16 + bf16 -> f32.
DType PromoteTypes(DType a, DType b);

}  // namespace pyasc

#endif  // PYASC_BASE_DTYPE_H_
