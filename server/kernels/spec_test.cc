#include "server/kernels/spec.h"

#include <string>

#include "base/encoding.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/kernels/keys.h"

namespace pyasc {
namespace {

std::shared_ptr<Buffer> Memory(uint64_t bytes) {
  auto buffer = std::make_shared<Buffer>();
  buffer->bytes = bytes;
  return buffer;
}

TensorView View(std::vector<int64_t> dims, std::vector<int64_t> strides, uint64_t offset = 0,
                std::shared_ptr<Buffer> buffer = nullptr) {
  return {.dtype = DType::kFloat32,
          .dims = std::move(dims),
          .strides = std::move(strides),
          .offset = offset,
          .buffer = std::move(buffer)};
}

BoundArgument Tensor(TensorView view) {
  BoundArgument bound;
  bound.view = std::move(view);
  return bound;
}

BoundArgument Attribute(Scalar scalar) {
  BoundArgument bound;
  bound.kind = BoundArgument::Kind::kAttribute;
  bound.scalar = std::move(scalar);
  return bound;
}

Scalar OfKind(ScalarKind kind) {
  Scalar scalar;
  scalar.kind = kind;
  return scalar;
}

Scalar Int(Int128 value) {
  Scalar scalar = OfKind(ScalarKind::kInt);
  scalar.integer = value;
  return scalar;
}

Scalar Float(double value) {
  Scalar scalar = OfKind(ScalarKind::kFloat);
  scalar.real = value;
  return scalar;
}

Capture Captured(std::string name, Scalar value) {
  Capture capture;
  capture.name = std::move(name);
  capture.kind = CaptureKind::kScalar;
  capture.value = std::move(value);
  return capture;
}

Signature WithParameters(std::vector<Parameter> parameters) {
  Signature signature;
  signature.parameters = std::move(parameters);
  return signature;
}

Parameter Named(std::string name, bool written = false, bool constant = false) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.written = written;
  parameter.may_omit = written;
  parameter.constant = constant;
  return parameter;
}

TEST(LayoutOf, IsWhatNumPyWouldSay) {
  struct Case {
    const char* name;
    std::vector<int64_t> dims, strides;
    Layout layout;
  };
  const Case cases[] = {
      {"0-d", {}, {}, Layout::kContiguous},
      {"C order", {2, 3}, {12, 4}, Layout::kContiguous},
      {"strides of ones do not matter", {1, 3, 1}, {400, 4, 80}, Layout::kContiguous},
      {"empty", {0, 3}, {400, 80}, Layout::kContiguous},
      {"Fortran order", {2, 3}, {4, 8}, Layout::kGeneral},
      {"columns of a wider one", {2, 3}, {40, 4}, Layout::kInnerUnit},
      {"last axis of one", {2, 3, 1}, {4, 8, 80}, Layout::kInnerUnit},
      {"every second", {3}, {8}, Layout::kGeneral},
      {"reversed", {3}, {-4}, Layout::kGeneral},
      {"broadcast", {2, 3}, {0, 4}, Layout::kInnerUnit},
  };
  for (const Case& c : cases) EXPECT_EQ(LayoutOf(View(c.dims, c.strides)), c.layout) << c.name;
}

TEST(AliasOf, ComparesByteRangesInOneBuffer) {
  auto memory = Memory(64), other = Memory(64);
  struct Case {
    const char* name;
    TensorView a, b;
    Alias alias;
  };
  const Case cases[] = {
      {"other buffers", View({4}, {4}, 0, memory), View({4}, {4}, 0, other), Alias::kDisjoint},
      {"no buffer", View({4}, {4}), View({4}, {4}), Alias::kDisjoint},
      {"the same", View({4}, {4}, 16, memory), View({4}, {4}, 16, memory), Alias::kIdentical},
      {"neighbours", View({4}, {4}, 0, memory), View({4}, {4}, 16, memory), Alias::kDisjoint},
      {"one element", View({4}, {4}, 0, memory), View({4}, {4}, 12, memory), Alias::kGeneral},
      {"transposed", View({2, 2}, {8, 4}, 0, memory), View({2, 2}, {4, 8}, 0, memory),
       Alias::kGeneral},
      {"reversed touches", View({4}, {-4}, 16, memory), View({4}, {4}, 16, memory),
       Alias::kGeneral},
      {"empty", View({0}, {4}, 8, memory), View({4}, {4}, 0, memory), Alias::kDisjoint},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(AliasOf(c.a, c.b), c.alias) << c.name;
    EXPECT_EQ(AliasOf(c.b, c.a), c.alias) << c.name << ", the other way";
  }
}

TEST(BuildSpecialisation, ListsAliasesOfWrittenTensorsOnly) {
  auto memory = Memory(64);
  BoundLaunch launch;
  for (int i = 0; i < 3; ++i) launch.arguments.push_back(Tensor(View({4}, {4}, 0, memory)));
  auto readers = WithParameters({Named("a"), Named("b"), Named("c")});
  EXPECT_TRUE(BuildSpecialisation(readers, launch, {})->aliases.empty());
  auto writer = WithParameters({Named("a"), Named("b"), Named("c", /*written=*/true)});
  std::vector<AliasPair> pairs = BuildSpecialisation(writer, launch, {})->aliases;
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].first, 0u);
  EXPECT_EQ(pairs[0].second, 2u);
  EXPECT_EQ(pairs[1].first, 1u);
  EXPECT_EQ(pairs[1].alias, Alias::kIdentical);
}

TEST(BuildSpecialisation, DimsBecomeClasses) {
  BoundLaunch launch;
  launch.arguments = {Tensor(View({0, 1, 2, 700}, {4, 4, 4, 4}))};
  auto built = BuildSpecialisation(WithParameters({Named("x")}), launch, {});
  EXPECT_THAT(built->arguments[0].dims, testing::ElementsAre(DimClass::kZero, DimClass::kOne,
                                                             DimClass::kMany, DimClass::kMany));
}

TEST(BuildSpecialisation, DecidesWhichAttributesAreConstant) {
  struct Case {
    const char* name;
    Scalar scalar;
    bool parameter_constant;
    ArgumentKind kind;
  };
  const Int128 big = Int128{1} << 63;
  const Case cases[] = {
      {"int where it matters", Int(3), true, ArgumentKind::kConstant},
      {"int elsewhere", Int(3), false, ArgumentKind::kRuntime},
      {"int64's least", Int(-big), false, ArgumentKind::kRuntime},
      {"int beyond int64", Int(big), false, ArgumentKind::kConstant},
      {"bool where it matters", OfKind(ScalarKind::kBool), true, ArgumentKind::kConstant},
      {"bool elsewhere", OfKind(ScalarKind::kBool), false, ArgumentKind::kRuntime},
      {"float", Float(0.5), true, ArgumentKind::kRuntime},
      {"numpy scalar", OfKind(ScalarKind::kNumpy), true, ArgumentKind::kRuntime},
      {"string", OfKind(ScalarKind::kString), false, ArgumentKind::kConstant},
      {"None", OfKind(ScalarKind::kNone), false, ArgumentKind::kConstant},
      {"tuple", OfKind(ScalarKind::kTuple), false, ArgumentKind::kConstant},
  };
  for (const Case& c : cases) {
    BoundLaunch launch;
    launch.arguments = {Attribute(c.scalar)};
    auto built =
        BuildSpecialisation(WithParameters({Named("a", false, c.parameter_constant)}), launch, {});
    ASSERT_TRUE(built.ok()) << c.name;
    EXPECT_EQ(built->arguments[0].kind, c.kind) << c.name;
    EXPECT_EQ(built->arguments[0].scalar == c.scalar,
              c.kind == ArgumentKind::kConstant || c.scalar == OfKind(c.scalar.kind))
        << c.name;
  }
}

TEST(BuildSpecialisation, CapturesAreThoseReadByName) {
  Signature signature = WithParameters({Named("x")});
  signature.free_names = {{"k", true}, {"n", false}, {"scale", true}};
  BoundLaunch launch;
  launch.arguments = {Attribute(Float(1))};
  launch.captures = {Captured("scale", Float(0.25)), Captured("unread", Int(1)),
                     Captured("n", Int(5)), Captured("k", Int(7))};
  auto built = BuildSpecialisation(signature, launch, {});
  ASSERT_EQ(built->captures.size(), 3u);
  EXPECT_EQ(built->captures[0].name, "k");
  EXPECT_EQ(built->capture_arguments[0].kind, ArgumentKind::kConstant);
  EXPECT_EQ(built->capture_arguments[1].kind, ArgumentKind::kRuntime);
  EXPECT_EQ(built->capture_arguments[2].kind, ArgumentKind::kRuntime);
  EXPECT_EQ(built->captures[1].value.integer, 0);
  EXPECT_EQ(built->captures[2].value.real, 0);
  EXPECT_EQ(RuntimeAttribute(launch, *built, 0)->real, 1);
  EXPECT_EQ(RuntimeAttribute(launch, *built, 2)->integer, 5);
  EXPECT_EQ(RuntimeAttribute(launch, *built, 3)->real, 0.25);
  EXPECT_EQ(RuntimeAttribute(launch, *built, 4).status().code(), absl::StatusCode::kInternal);
}

TEST(BuildSpecialisation, RefusesWhatCannotBeBound) {
  BoundArgument omitted;
  omitted.kind = BoundArgument::Kind::kOmitted;
  struct Case {
    const char* name;
    BoundLaunch launch;
  };
  const Case cases[] = {
      {"too few", {.arguments = {}, .captures = {}}},
      {"input left out", {.arguments = {omitted}, .captures = {}}},
      {"level 4", {.arguments = {Attribute(Int(1))}, .captures = {}, .opt_level = 4}},
      {"captured twice",
       {.arguments = {Attribute(Int(1))},
        .captures = {Captured("k", Int(1)), Captured("k", Int(2))}}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(BuildSpecialisation(WithParameters({Named("x")}), c.launch, {}).status().code(),
              absl::StatusCode::kInvalidArgument)
        << c.name;
  }
}

TEST(AnalysisKey, CoversTextTypesAndToolchainButNoValues) {
  AnalyseRequest request{.text = "def f(x): x[0] = k", .captures = {Captured("k", Int(1))}};
  const Digest key = AnalysisKey("t1", request);
  AnalyseRequest value = request, type = request, text = request;
  value.captures[0].value = Int(2);
  type.captures[0].value = Float(1);
  text.text += " ";
  EXPECT_EQ(AnalysisKey("t1", value), key);
  EXPECT_NE(AnalysisKey("t1", type), key);
  EXPECT_NE(AnalysisKey("t1", text), key);
  EXPECT_NE(AnalysisKey("t2", request), key);
}

TEST(KernelKey, IsTheSameForEveryRuntimeValueAndEverySize) {
  Signature signature = WithParameters({Named("x"), Named("alpha")});
  auto key = [&](std::vector<int64_t> dims, double alpha) {
    BoundLaunch launch;
    launch.arguments = {Tensor(View(dims, {4 * dims[1], 4})), Attribute(Float(alpha))};
    return KernelKey("t", "text", *BuildSpecialisation(signature, launch, {}));
  };
  EXPECT_EQ(key({2, 3}, 0.5), key({700, 90}, 2));
  EXPECT_NE(key({2, 3}, 0.5), key({1, 3}, 0.5));
}

}  // namespace
}  // namespace pyasc
