#include "base/dtype.h"

#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

std::vector<DType> All() {
  std::vector<DType> all;
  for (int i = 1; i <= kDTypeCount; ++i) all.push_back(static_cast<DType>(i));
  return all;
}

std::string Code(DType dtype) {
  if (dtype == DType::kBFloat16) return "bf";
  const std::string bytes = std::to_string(ItemBytes(dtype));
  if (dtype == DType::kBool) return "b" + bytes;
  return (IsFloat(dtype) ? "f" : IsSignedInt(dtype) ? "i" : "u") + bytes;
}

struct Row {
  const char* name;
  const char* results;
};

// What numpy.result_type answers, with ml_dtypes' bfloat16, in the order of DType. "--":
// NumPy knows no common type; ours is the smallest float that holds both.
constexpr Row kNumpyTable[] = {
    {"bool", "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 bf f4 f8"},
    {"int8", "i1 i1 i2 i4 i8 i2 i4 i8 f8 f2 bf f4 f8"},
    {"int16", "i2 i2 i2 i4 i8 i2 i4 i8 f8 f4 -- f4 f8"},
    {"int32", "i4 i4 i4 i4 i8 i4 i4 i8 f8 f8 -- f8 f8"},
    {"int64", "i8 i8 i8 i8 i8 i8 i8 i8 f8 f8 -- f8 f8"},
    {"uint8", "u1 i2 i2 i4 i8 u1 u2 u4 u8 f2 bf f4 f8"},
    {"uint16", "u2 i4 i4 i4 i8 u2 u2 u4 u8 f4 -- f4 f8"},
    {"uint32", "u4 i8 i8 i8 i8 u4 u4 u4 u8 f8 -- f8 f8"},
    {"uint64", "u8 f8 f8 f8 f8 u8 u8 u8 u8 f8 -- f8 f8"},
    {"float16", "f2 f2 f4 f8 f8 f2 f4 f8 f8 f2 -- f4 f8"},
    {"bfloat16", "bf bf -- -- -- bf -- -- -- -- bf f4 f8"},
    {"float32", "f4 f4 f4 f8 f8 f4 f4 f8 f8 f4 f4 f4 f8"},
    {"float64", "f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8"},
};

TEST(DTypeTest, PromotesAsNumpyDoes) {
  for (const Row& row : kNumpyTable) {
    const DType a = ParseDType(row.name).value();
    std::istringstream results(row.results);
    for (const DType b : All()) {
      std::string expected;
      results >> expected;
      if (expected == "--") continue;
      EXPECT_EQ(Code(PromoteTypes(a, b)), expected) << row.name << " and " << Name(b);
    }
  }
}

TEST(DTypeTest, PromotesWhereNumpyRefuses) {
  const DType bf = DType::kBFloat16;
  EXPECT_EQ(PromoteTypes(bf, DType::kFloat16), DType::kFloat32);
  EXPECT_EQ(PromoteTypes(DType::kInt16, bf), DType::kFloat32);
  EXPECT_EQ(PromoteTypes(bf, DType::kUint16), DType::kFloat32);
  EXPECT_EQ(PromoteTypes(bf, DType::kInt32), DType::kFloat64);
  EXPECT_EQ(PromoteTypes(DType::kUint64, bf), DType::kFloat64);
}

TEST(DTypeTest, PromotionIsSymmetric) {
  for (const DType a : All()) {
    for (const DType b : All())
      EXPECT_EQ(PromoteTypes(a, b), PromoteTypes(b, a)) << Name(a) << Name(b);
  }
}

TEST(DTypeTest, NamesAndWireValuesRoundTrip) {
  for (const DType dtype : All()) {
    EXPECT_EQ(ParseDType(Name(dtype)), dtype);
    EXPECT_EQ(DTypeFromWire(static_cast<uint32_t>(dtype)), dtype);
  }
}

TEST(DTypeTest, UnknownNamesAndWireValuesAreNone) {
  for (const char* name : {"", "float", "Float32", "float32 ", "complex64", "object"}) {
    EXPECT_EQ(ParseDType(name), std::nullopt) << name;
  }
  for (const uint32_t value : {0u, 14u, 256u + 1u, 0xffffffffu}) {
    EXPECT_EQ(DTypeFromWire(value), std::nullopt) << value;
  }
}

TEST(DTypeTest, BoolIsNoInteger) {
  EXPECT_FALSE(IsInt(DType::kBool));
  EXPECT_TRUE(IsInt(DType::kUint8));
  EXPECT_TRUE(IsInt(DType::kInt64));
  EXPECT_FALSE(IsInt(DType::kBFloat16));
}

}  // namespace
}  // namespace pyasc
