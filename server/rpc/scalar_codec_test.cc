#include "server/rpc/scalar_codec.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

const Int128 kMax128 = static_cast<Int128>(~static_cast<unsigned __int128>(0) >> 1);

TEST(EncodeInteger, UsesTheFewestBytes) {
  struct Case {
    Int128 value;
    std::string bytes;
  };
  const Case cases[] = {
      {0, std::string("\0", 1)},
      {1, "\x01"},
      {127, "\x7f"},
      {128, std::string("\x80\0", 2)},
      {-1, "\xff"},
      {-128, "\x80"},
      {-129, "\x7f\xff"},
      {kMax128, std::string(15, '\xff') + "\x7f"},
      {-kMax128 - 1, std::string(15, '\0') + "\x80"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(EncodeInteger(c.value), c.bytes);
    EXPECT_EQ(DecodeInteger(c.bytes).value(), c.value);
  }
}

TEST(DecodeInteger, RefusesNoBytesAndTooMany) {
  EXPECT_FALSE(DecodeInteger("").ok());
  EXPECT_FALSE(DecodeInteger(std::string(17, '\0')).ok());
}

Scalar Numpy(DType dtype, Int128 integer, double real = 0) {
  Scalar scalar;
  scalar.kind = ScalarKind::kNumpy;
  scalar.dtype = dtype;
  scalar.integer = integer;
  scalar.real = real;
  return scalar;
}

TEST(ScalarCodec, RoundTripsEveryKind) {
  Scalar none, boolean, integer, real, text;
  boolean.kind = ScalarKind::kBool;
  boolean.integer = 1;
  integer.kind = ScalarKind::kInt;
  integer.integer = -kMax128;
  real.kind = ScalarKind::kFloat;
  real.real = -0.0;
  text.kind = ScalarKind::kString;
  text.text = "caf\xc3\xa9";
  Scalar tuple;
  tuple.kind = ScalarKind::kTuple;
  tuple.items = {none, integer, text};
  const double inf = std::numeric_limits<double>::infinity();
  const Scalar cases[] = {
      none,
      boolean,
      integer,
      real,
      text,
      tuple,
      Numpy(DType::kBool, 1),
      Numpy(DType::kInt8, -128),
      Numpy(DType::kUint8, 255),
      Numpy(DType::kInt64, std::numeric_limits<int64_t>::min()),
      Numpy(DType::kUint64, std::numeric_limits<uint64_t>::max()),
      Numpy(DType::kFloat16, 0, 0.0999755859375),
      Numpy(DType::kFloat16, 0, -inf),
      Numpy(DType::kFloat16, 0, std::ldexp(1.0, -24)),
      Numpy(DType::kBFloat16, 0, 3.140625),
      Numpy(DType::kBFloat16, 0, inf),
      Numpy(DType::kFloat32, 0, 0.1f),
      Numpy(DType::kFloat64, 0, 0.1),
  };
  for (const Scalar& scalar : cases) {
    v1::Scalar wire;
    EncodeScalar(scalar, &wire);
    auto decoded = DecodeScalar(wire);
    ASSERT_TRUE(decoded.ok()) << wire.DebugString();
    EXPECT_EQ(*decoded, scalar) << wire.DebugString();
  }
}

TEST(ScalarCodec, ANaNStaysOne) {
  v1::Scalar wire;
  EncodeScalar(Numpy(DType::kFloat16, 0, std::nan("")), &wire);
  EXPECT_TRUE(std::isnan(DecodeScalar(wire)->real));
}

TEST(DecodeScalar, RefusesWhatIsMalformed) {
  v1::Scalar empty, no_dtype, short_bits, bad_bool, no_integer, deep;
  no_dtype.mutable_numpy()->set_bits("\1");
  short_bits.mutable_numpy()->set_dtype(v1::DATA_TYPE_INT32);
  short_bits.mutable_numpy()->set_bits("\1\1\1");
  bad_bool.mutable_numpy()->set_dtype(v1::DATA_TYPE_BOOL);
  bad_bool.mutable_numpy()->set_bits("\2");
  no_integer.set_integer("");
  v1::Scalar* innermost = &deep;
  for (int i = 0; i < 17; ++i) innermost = innermost->mutable_tuple()->add_items();
  innermost->mutable_none();
  for (const v1::Scalar& wire : {empty, no_dtype, short_bits, bad_bool, no_integer, deep}) {
    EXPECT_EQ(DecodeScalar(wire).status().code(), absl::StatusCode::kInvalidArgument)
        << wire.ShortDebugString();
  }
}

TEST(DecodeScalar, AcceptsTuplesSixteenDeep) {
  v1::Scalar deep;
  v1::Scalar* innermost = &deep;
  for (int i = 0; i < 16; ++i) innermost = innermost->mutable_tuple()->add_items();
  innermost->mutable_none();
  EXPECT_TRUE(DecodeScalar(deep).ok());
}

TEST(DTypeCodec, CoversEveryDType) {
  for (uint32_t i = 1; i <= kDTypeCount; ++i) {
    const DType dtype = DTypeFromWire(i).value();
    EXPECT_EQ(DecodeDType(EncodeDType(dtype)).value(), dtype);
    EXPECT_TRUE(v1::DataType_IsValid(EncodeDType(dtype)));
  }
  EXPECT_FALSE(DecodeDType(v1::DATA_TYPE_UNSPECIFIED).ok());
  EXPECT_FALSE(DecodeDType(static_cast<v1::DataType>(14)).ok());
}

}  // namespace
}  // namespace pyasc
