#include "server/device/slot.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>
#include <vector>

namespace pyasc {
namespace {

Scalar Numpy(DType dtype, Int128 integer, double real) {
  Scalar value;
  value.kind = ScalarKind::kNumpy;
  value.dtype = dtype;
  value.integer = integer;
  value.real = real;
  return value;
}

Scalar Plain(ScalarKind kind, Int128 integer, double real) {
  Scalar value;
  value.kind = kind;
  value.integer = integer;
  value.real = real;
  return value;
}

struct Row {
  std::string name;
  Scalar value;
  uint64_t low;
  uint64_t high;
};

TEST(Slot, ValuesMakeTheRoundTrip) {
  const uint64_t ones = ~uint64_t{0};
  const std::vector<Row> rows = {
      {"false", Plain(ScalarKind::kBool, 0, 0), 0, 0},
      {"true", Plain(ScalarKind::kBool, 1, 0), 1, 0},
      {"int", Plain(ScalarKind::kInt, 5, 0), 5, 0},
      {"negative int", Plain(ScalarKind::kInt, -2, 0), ones - 1, ones},
      {"wide int", Plain(ScalarKind::kInt, static_cast<Int128>(1) << 64, 0), 0, 1},
      {"float", Plain(ScalarKind::kFloat, 0, 1.5), 0x3ff8000000000000, 0},
      {"negative zero", Plain(ScalarKind::kFloat, 0, -0.0), 0x8000000000000000, 0},
      {"numpy bool", Numpy(DType::kBool, 1, 0), 1, 0},
      {"int8", Numpy(DType::kInt8, -128, 0), ones - 127, ones},
      {"uint8", Numpy(DType::kUint8, 255, 0), 255, 0},
      {"int64", Numpy(DType::kInt64, std::numeric_limits<int64_t>::min(), 0), uint64_t{1} << 63,
       ones},
      {"uint64", Numpy(DType::kUint64, ones, 0), ones, 0},
      {"float16", Numpy(DType::kFloat16, 0, -1.5), 0xbe00, 0},
      {"float16 subnormal", Numpy(DType::kFloat16, 0, 0x1p-24), 0x0001, 0},
      {"bfloat16", Numpy(DType::kBFloat16, 0, -1.5), 0xbfc0, 0},
      {"float32", Numpy(DType::kFloat32, 0, -1.5), 0xbfc00000, 0},
      {"float64 infinity", Numpy(DType::kFloat64, 0, std::numeric_limits<double>::infinity()),
       0x7ff0000000000000, 0},
  };
  for (const Row& row : rows) {
    const absl::StatusOr<abi::Slot> slot = ToSlot(row.value);
    ASSERT_TRUE(slot.ok()) << row.name;
    EXPECT_EQ(slot->low, row.low) << row.name;
    EXPECT_EQ(slot->high, row.high) << row.name;
    EXPECT_TRUE(FromSlot(*slot, row.value.kind, row.value.dtype) == row.value) << row.name;
  }
}

TEST(Slot, IntegersWrapToTheirDType) {
  EXPECT_EQ(static_cast<int64_t>(FromSlot({0x1ff, 0}, ScalarKind::kNumpy, DType::kInt8).integer),
            -1);
  EXPECT_EQ(static_cast<int64_t>(FromSlot({0x1ff, 0}, ScalarKind::kNumpy, DType::kUint8).integer),
            255);
}

TEST(Slot, KindsWithoutARunTimeValueAreRefused) {
  for (const ScalarKind kind : {ScalarKind::kNone, ScalarKind::kString, ScalarKind::kTuple}) {
    EXPECT_EQ(ToSlot(Plain(kind, 0, 0)).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace pyasc
