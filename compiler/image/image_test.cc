// What images are, and what the linker refuses.
#include <cstring>
#include <fstream>
#include <iterator>

#include "compiler/image/test_kernel.h"
#include "gmock/gmock.h"

namespace pyasc::image {
namespace {

using hir::Op;
using hir::TestBuilder;
using hir::Type;
using hir::ValueId;
using ::testing::HasSubstr;

hir::Function Exponential() {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat64, 1);
  b.For(b.Dim(x, 0), [&](ValueId i) {
    hir::Instr call;
    call.op = Op::kCall;
    call.type = Type::kF64;
    call.operands = {b.Load(Type::kF64, b.At(x, i))};
    call.symbol = "pyasc_exp_f64";
    b.Store(b.Append(call), b.At(x, i));
  });
  return b.function;
}

hir::Function Empty() { return TestBuilder().function; }

TEST(ImageTest, TheHeaderDescribesTheImage) {
  const std::string image = BuildImage(Empty(), kCpuSse42);
  ASSERT_GE(image.size(), sizeof(abi::ImageHeader));
  abi::ImageHeader header;
  std::memcpy(&header, image.data(), sizeof header);
  EXPECT_EQ(header.magic, abi::kImageMagic);
  EXPECT_EQ(header.abi_version, abi::kVersion);
  EXPECT_EQ(header.image_bytes, image.size());
  EXPECT_EQ(header.fast_entry, 0u);
  EXPECT_GE(header.checked_entry, 64u);
  EXPECT_LT(header.checked_entry, image.size());
  EXPECT_EQ(header.cpu_features, uint64_t{kCpuSse42});
  EXPECT_EQ(header.record_values, 0u);
}

TEST(ImageTest, EqualFunctionsGiveEqualBytes) {
  EXPECT_EQ(BuildImage(Exponential()), BuildImage(Exponential()));
}

TEST(ImageTest, OnlyWhatIsCalledOfTheSupportBlobIsInside) {
  EXPECT_LT(BuildImage(Empty()).size(), 256u);
  EXPECT_LT(BuildImage(Exponential()).size(), math::SupportObject().size() / 2);
}

TEST(ImageTest, AnImageRunsWhereverItIsMapped) {
  const std::string image = BuildImage(Exponential());
  TestKernel first(image), second(image);
  Array<double> a = Array<double>::Of({0, 1}), b = Array<double>::Of({0, 1});
  EXPECT_EQ(first.Run({a.Arg()}), abi::kOk);
  EXPECT_EQ(second.Run({b.Arg()}), abi::kOk);
  EXPECT_EQ(a.elements, b.elements);
  EXPECT_EQ(a.elements[0], 1.0);
}

class RefusalTest : public ::testing::Test {
 protected:
  // Links a kernel that calls `symbol`.
  static absl::StatusOr<std::string> LinkCalling(const std::string& symbol) {
    TestBuilder b;
    hir::Instr call;
    call.op = Op::kCall;
    call.type = Type::kF64;
    call.operands = {b.Real(1)};
    call.symbol = symbol;
    const ValueId result = b.Append(call);
    b.Emit(Op::kRaise, Type::kVoid, {result}, b.Site("ValueError", 1));
    const auto codegen = codegen::Codegen::Create();
    const auto object = (*codegen)->Compile(b.function, nullptr, {});
    const auto linker = Linker::Create(math::SupportObject());
    return (*linker)->Link(object->bytes, {codegen::kCheckedEntry, {}}, {});
  }

  // The message of the refusal of an object file.
  static std::string LinkFile(const char* path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string object{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_NE(object, "") << path;
    const auto linker = Linker::Create(math::SupportObject());
    return std::string(
        (*linker)->Link(object, {codegen::kCheckedEntry, {}}, {}).status().message());
  }
};

TEST_F(RefusalTest, AnUnknownSymbolIsNamed) {
  const auto image = LinkCalling("pyasc_no_such_function");
  ASSERT_FALSE(image.ok());
  EXPECT_THAT(std::string(image.status().message()),
              HasSubstr("undefined symbol pyasc_no_such_function"));
}

TEST_F(RefusalTest, WritableBytes) {
  EXPECT_THAT(LinkFile(PYASCD_WRITABLE_OBJECT), HasSubstr("writable"));
}

TEST_F(RefusalTest, AddressesInConstants) {
  EXPECT_THAT(LinkFile(PYASCD_ABSOLUTE_OBJECT), HasSubstr("depends on the load address"));
}

TEST_F(RefusalTest, BytesThatAreNoObject) {
  const auto linker = Linker::Create(math::SupportObject());
  EXPECT_FALSE((*linker)->Link("not an object", {codegen::kCheckedEntry, {}}, {}).ok());
  EXPECT_FALSE(Linker::Create("not an object").ok());
}

TEST_F(RefusalTest, AnObjectWithoutTheEntry) {
  const auto linker = Linker::Create(math::SupportObject());
  const auto image = (*linker)->Link(math::SupportObject(), {codegen::kCheckedEntry, {}}, {});
  ASSERT_FALSE(image.ok());
  EXPECT_THAT(std::string(image.status().message()), HasSubstr("lacks an entry"));
}

TEST(StagesTest, TextsAreMadeOnlyWhenWanted) {
  const auto codegen = codegen::Codegen::Create();
  codegen::Options options;
  const auto without = (*codegen)->Compile(Exponential(), nullptr, options);
  EXPECT_TRUE(without->mlir.empty() && without->llvm.empty() && without->assembly.empty());
  options.show_mlir = options.show_llvm = options.show_assembly = true;
  const auto with = (*codegen)->Compile(Exponential(), nullptr, options);
  EXPECT_THAT(with->mlir, HasSubstr("llvm.func @pyasc_kernel_checked"));
  EXPECT_THAT(with->llvm, HasSubstr("define hidden i32 @pyasc_kernel_checked"));
  EXPECT_THAT(with->assembly, HasSubstr("pyasc_kernel_checked:"));
  EXPECT_EQ(with->bytes, without->bytes);
}

}  // namespace
}  // namespace pyasc::image
