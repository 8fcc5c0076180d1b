#include "base/encoding.h"

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

Scalar Int(Int128 value) { return {.kind = ScalarKind::kInt, .integer = value}; }
Scalar Bool(bool value) { return {.kind = ScalarKind::kBool, .integer = value ? 1 : 0}; }
Scalar Float(double value) { return {.kind = ScalarKind::kFloat, .real = value}; }
Scalar Text(std::string value) { return {.kind = ScalarKind::kString, .text = std::move(value)}; }
Scalar Tuple(std::vector<Scalar> items) {
  return {.kind = ScalarKind::kTuple, .items = std::move(items)};
}
Scalar Numpy(DType dtype, Int128 value) {
  return {.kind = ScalarKind::kNumpy, .dtype = dtype, .integer = value};
}

std::vector<Scalar> SampleScalars() {
  const Int128 big = static_cast<Int128>(1) << 100;
  return {Scalar(),
          Bool(true),
          Bool(false),
          Int(0),
          Int(-1),
          Int(big),
          Int(-big),
          Float(0.0),
          Float(-0.0),
          Float(std::numeric_limits<double>::quiet_NaN()),
          Float(INFINITY),
          Text(""),
          Text("a\0b"),
          Tuple({}),
          Tuple({Int(1), Tuple({Text("x"), Scalar()})}),
          Numpy(DType::kInt8, -128),
          Numpy(DType::kBool, 1),
          Numpy(DType::kUint64, std::numeric_limits<uint64_t>::max()),
          {.kind = ScalarKind::kNumpy, .dtype = DType::kFloat16, .real = 0.5}};
}

Signature SampleSignature() {
  Signature signature;
  signature.parameters.push_back({.name = "x"});
  signature.parameters.push_back(
      {.name = "alpha", .has_default = true, .default_value = Float(0.5), .constant = true});
  signature.parameters.push_back({.name = "out", .written = true, .may_omit = true});
  signature.free_names = {{"math", false}, {"n", true}};
  return signature;
}

std::vector<Capture> SampleCaptures() {
  return {{.name = "k", .kind = CaptureKind::kScalar, .value = Int(3)},
          {.name = "np", .kind = CaptureKind::kModule, .type_name = "numpy"},
          {.name = "o", .kind = CaptureKind::kOther, .type_name = "socket"}};
}

Specialisation SampleSpecialisation() {
  Specialisation value;
  value.arguments.push_back({.kind = ArgumentKind::kTensor,
                             .dtype = DType::kFloat16,
                             .dims = {DimClass::kZero, DimClass::kOne, DimClass::kMany},
                             .layout = Layout::kGeneral,
                             .resizable = true});
  value.arguments.push_back({.kind = ArgumentKind::kOmitted});
  value.arguments.push_back(
      {.kind = ArgumentKind::kConstant, .scalar = Tuple({Int(1), Bool(true)})});
  value.arguments.push_back({.kind = ArgumentKind::kRuntime,
                             .scalar = {.kind = ScalarKind::kNumpy, .dtype = DType::kInt16}});
  value.captures = SampleCaptures();
  value.capture_arguments.push_back({.kind = ArgumentKind::kConstant, .scalar = Int(3)});
  value.aliases.push_back({.first = 0, .second = 1, .alias = Alias::kIdentical});
  value.target.cpu_features = 7;
  return value;
}

KernelMeta SampleMeta() {
  KernelMeta meta;
  meta.sites.push_back({.point = 12,
                        .exception = "IndexError",
                        .parts = {{.literal = "index "},
                                  {.slot = 0,
                                   .kind = ScalarKind::kNumpy,
                                   .dtype = DType::kInt8,
                                   .conversion = 'r',
                                   .format = ">3"}},
                        .end = "",
                        .loops = {"i", "j"},
                        .loop_slot = 2});
  meta.sites.push_back({});
  meta.tensors.push_back({.parameter = 1, .rank = 4, .read = true, .created = true});
  meta.runtime_attributes = {2, 5};
  return meta;
}

LineTable SampleLines() { return {.spans = {{1, 0, 1, 4}, {2, 4, 3, 80}}}; }

Diagnostic SampleDiagnostic() {
  return {.code = "PA0101", .message = "m", .hint = "h", .span = {1, 2, 3, 4}, .point = -1};
}

// One whole encoding, and what decoding and encoding again makes of any bytes: "" if
// they are refused.
struct Form {
  const char* name;
  std::string bytes;
  std::function<std::string(std::string_view)> again;
};

template <typename T>
Form FormOf(const char* name, const T& value) {
  return {name, EncodeToString(value), [](std::string_view bytes) {
            absl::StatusOr<T> decoded = DecodeFromString<T>(bytes);
            return decoded.ok() ? EncodeToString(*decoded) : std::string();
          }};
}

std::vector<Form> Forms() {
  std::vector<Form> forms;
  for (const Scalar& scalar : SampleScalars()) forms.push_back(FormOf("Scalar", scalar));
  forms.push_back(FormOf("Signature", SampleSignature()));
  for (const Capture& capture : SampleCaptures()) forms.push_back(FormOf("Capture", capture));
  forms.push_back(FormOf("Specialisation", SampleSpecialisation()));
  forms.push_back(FormOf("KernelMeta", SampleMeta()));
  forms.push_back(FormOf("LineTable", SampleLines()));
  forms.push_back(FormOf("Diagnostic", SampleDiagnostic()));
  forms.push_back(FormOf("AnalyseRequest", AnalyseRequest{"def f(): \xff", SampleCaptures()}));
  forms.push_back(FormOf(
      "Analysis", Analysis{{SampleDiagnostic()}, "n", "f", SampleLines(), SampleSignature()}));
  forms.push_back(
      FormOf("CompileRequest", CompileRequest{"n", SampleSpecialisation(), {"hir", "asm"}}));
  forms.push_back(FormOf(
      "Compilation",
      Compilation{{SampleDiagnostic()}, "image", SampleMeta(), {{"asm", "b"}, {"hir", "a"}}}));
  return forms;
}

TEST(EncodingTest, RoundTrips) {
  for (const Form& form : Forms()) EXPECT_EQ(form.again(form.bytes), form.bytes) << form.name;
}

TEST(EncodingTest, ScalarsAreEqualExactlyIfTheirEncodingsAre) {
  const std::vector<Scalar> scalars = SampleScalars();
  for (const Scalar& a : scalars) {
    for (const Scalar& b : scalars) EXPECT_EQ(a == b, EncodeToString(a) == EncodeToString(b));
  }
}

TEST(EncodingTest, KeepsValues) {
  const auto signature = DecodeFromString<Signature>(EncodeToString(SampleSignature()));
  ASSERT_TRUE(signature.ok());
  EXPECT_EQ(signature->parameters[1].default_value, Float(0.5));
  EXPECT_TRUE(signature->parameters[2].may_omit);
  EXPECT_FALSE(signature->parameters[2].constant);
  const auto meta = DecodeFromString<KernelMeta>(EncodeToString(SampleMeta()));
  ASSERT_TRUE(meta.ok());
  EXPECT_EQ(meta->sites[0].parts[1].format, ">3");
  EXPECT_EQ(meta->sites[0].loops, (std::vector<std::string>{"i", "j"}));
  EXPECT_EQ(meta->sites[1].end, "\n");
}

TEST(EncodingTest, RefusesEveryTruncationAndEveryLeftover) {
  for (const Form& form : Forms()) {
    for (size_t bytes = 0; bytes < form.bytes.size(); ++bytes) {
      EXPECT_EQ(form.again(form.bytes.substr(0, bytes)), "") << form.name << " cut to " << bytes;
    }
    EXPECT_EQ(form.again(form.bytes + '\0'), "") << form.name;
  }
}

// Whatever is accepted is the one encoding of its value.
TEST(EncodingTest, AcceptsOnlyCanonicalBytes) {
  for (const Form& form : Forms()) {
    for (size_t i = 0; i < form.bytes.size(); ++i) {
      for (const int change : {1, 2, 4, 8, 0x10, 0x40, 0x80, 0xff}) {
        std::string bytes = form.bytes;
        bytes[i] = static_cast<char>(bytes[i] ^ change);
        const std::string again = form.again(bytes);
        EXPECT_TRUE(again.empty() || again == bytes)
            << form.name << " byte " << i << " ^ " << change;
      }
    }
  }
}

TEST(EncodingTest, SurvivesRandomBytes) {
  std::mt19937 random(7);
  const std::vector<Form> forms = Forms();
  for (int round = 0; round < 300; ++round) {
    std::string bytes(random() % 200, '\0');
    // Small bytes get past the enumerations more often.
    for (char& byte : bytes) byte = static_cast<char>(random() % (round % 2 == 0 ? 4 : 256));
    for (const Form& form : forms) {
      const std::string again = form.again(bytes);
      EXPECT_TRUE(again.empty() || again == bytes) << form.name;
    }
  }
}

TEST(EncodingTest, RefusesHugeCountsAndLengths) {
  Encoder list;
  list.U32(0xffffffff);
  list.U64(0);
  EXPECT_FALSE(DecodeFromString<LineTable>(list.Take()).ok());
  Encoder text;
  text.U8(static_cast<uint8_t>(ScalarKind::kString));
  text.U32(0xffffffff);
  text.U8('a');
  EXPECT_FALSE(DecodeFromString<Scalar>(text.Take()).ok());
}

TEST(EncodingTest, RefusesMoreScalarsThanABufferMayHold) {
  constexpr uint32_t kItems = (1u << 20) + 1;
  Encoder out;
  out.U8(static_cast<uint8_t>(ScalarKind::kTuple));
  out.U32(kItems);
  std::string bytes = out.Take() + std::string(kItems, static_cast<char>(ScalarKind::kNone));
  EXPECT_FALSE(DecodeFromString<Scalar>(bytes).ok());
}

TEST(EncodingTest, TuplesNestSixteenDeep) {
  Scalar value = Int(1);
  for (int depth = 0; depth < 16; ++depth) value = Tuple({value});
  EXPECT_TRUE(DecodeFromString<Scalar>(EncodeToString(value)).ok());
  EXPECT_FALSE(DecodeFromString<Scalar>(EncodeToString(Tuple({value}))).ok());
}

TEST(EncodingTest, RefusesNumpyIntegersOutsideTheirType) {
  const struct {
    const char* name;
    Scalar value;
  } kRows[] = {
      {"int8 128", Numpy(DType::kInt8, 128)},
      {"int8 -129", Numpy(DType::kInt8, -129)},
      {"uint16 -1", Numpy(DType::kUint16, -1)},
      {"uint64 2**64", Numpy(DType::kUint64, static_cast<Int128>(1) << 64)},
      {"int64 2**63", Numpy(DType::kInt64, static_cast<Int128>(1) << 63)},
      {"bool 2", Numpy(DType::kBool, 2)},
  };
  for (const auto& row : kRows) {
    EXPECT_FALSE(DecodeFromString<Scalar>(EncodeToString(row.value)).ok()) << row.name;
  }
}

TEST(EncodingTest, RefusesWhatASpecialisationNeverHolds) {
  Specialisation backwards = SampleSpecialisation();
  backwards.aliases[0] = {.first = 1, .second = 1};
  EXPECT_FALSE(DecodeFromString<Specialisation>(EncodeToString(backwards)).ok());
  Specialisation disjoint = SampleSpecialisation();
  disjoint.aliases[0].alias = Alias::kDisjoint;
  EXPECT_FALSE(DecodeFromString<Specialisation>(EncodeToString(disjoint)).ok());
  Specialisation deep = SampleSpecialisation();
  deep.arguments[0].dims.assign(33, DimClass::kMany);
  EXPECT_FALSE(DecodeFromString<Specialisation>(EncodeToString(deep)).ok());
}

TEST(EncodingTest, ReadsZeroesAfterAFailure) {
  Decoder in("\x01");
  EXPECT_EQ(in.U32(), 0u);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.U8(), 0);
  EXPECT_EQ(in.I128(), 0);
  EXPECT_EQ(in.Bytes(), "");
  EXPECT_EQ(in.Count(1), 0u);
  EXPECT_FALSE(in.Done());
}

// The layout is on disk and in keys: this must never change.
TEST(EncodingTest, LayoutIsFixed) {
  EXPECT_EQ(EncodeToString(Int(-2)), std::string("\x03\xfe") + std::string(15, '\xff'));
  EXPECT_EQ(EncodeToString(Tuple({Text("ab"), Bool(true)})),
            std::string("\x07\x02\0\0\0\x05\x02\0\0\0ab\x02\x01", 14));
}

}  // namespace
}  // namespace pyasc
