// Compiles hand-built HIR and runs it in the test's process.
#ifndef PYASC_COMPILER_IMAGE_TEST_KERNEL_H_
#define PYASC_COMPILER_IMAGE_TEST_KERNEL_H_

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cpu_features.h"
#include "base/kernel_abi.h"
#include "compiler/codegen/codegen.h"
#include "compiler/hir/test_builder.h"
#include "compiler/image/linker.h"
#include "compiler/loops/detect.h"
#include "compiler/loops/scalarise.h"
#include "compiler/math/support_object.h"
#include "gtest/gtest.h"

namespace pyasc::image {

// The image of `function`, after its maps became loops; "" after a test failure.
inline std::string BuildImage(hir::Function function, uint64_t features = HostCpuFeatures()) {
  static const auto* const codegen = new auto(codegen::Codegen::Create());
  static const auto* const linker = new auto(Linker::Create(math::SupportObject()));
  EXPECT_EQ(hir::Verify(function), "");
  loops::Scalarise(&function);
  EXPECT_EQ(hir::Verify(function), "");
  codegen::Options options;
  options.cpu_features = features;
  const std::optional<loops::Fast> fast = loops::Detect(function);
  const absl::StatusOr<codegen::Object> object =
      (**codegen)->Compile(function, fast ? &fast->function : nullptr, options);
  EXPECT_TRUE(object.ok()) << object.status();
  EXPECT_TRUE(linker->ok()) << linker->status();
  if (!object.ok() || !linker->ok()) return "";
  Needs needs;
  needs.cpu_features = features;
  needs.record_values = codegen::RecordValues(function);
  const absl::StatusOr<std::string> image = (**linker)->Link(
      object->bytes, {codegen::kCheckedEntry, fast ? codegen::kFastEntry : ""}, needs);
  EXPECT_TRUE(image.ok()) << image.status();
  return image.ok() ? *image : "";
}

// A strided array of T in the test's memory.
template <typename T>
struct Array {
  std::vector<T> elements;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;  // bytes
  int64_t first = 0;             // index in `elements` of element 0

  static Array Of(std::vector<T> values) {
    const auto size = static_cast<int64_t>(values.size());
    return {std::move(values), {size}, {sizeof(T)}, 0};
  }
  abi::TensorArg Arg() { return {elements.data() + first, dims.data(), strides.data()}; }
};

// A runtime whose memory is the test's.
class FakeRuntime {
 public:
  FakeRuntime() {
    table.abi_version = abi::kVersion;
    table.bytes = sizeof(abi::Runtime);
    table.context = this;
    table.alloc = [](void* context, int64_t bytes) { return Self(context).Alloc(bytes); };
    table.mark = [](void* context) -> uint64_t { return Self(context).blocks.size(); };
    table.release = [](void* context, uint64_t mark) { Self(context).blocks.resize(mark); };
    table.resize = [](void* context, uint32_t tensor, uint32_t rank, const int64_t* dims) {
      return Self(context).Resize(tensor, {dims, dims + rank});
    };
    table.print = [](void* context, uint32_t site, const abi::Slot* values) {
      Self(context).printed.push_back({site, values == nullptr ? 0 : values[0].low});
    };
    table.cancel = &cancel;
  }

  abi::Runtime table{};
  uint32_t cancel = 0;
  bool out_of_memory = false;
  abi::TensorArg* args = nullptr;
  int allocations = 0;
  std::vector<std::unique_ptr<char[]>> blocks;
  std::vector<std::pair<uint32_t, uint64_t>> printed;  // site, first value

 private:
  static FakeRuntime& Self(void* context) { return *static_cast<FakeRuntime*>(context); }

  void* Alloc(int64_t bytes) {
    if (out_of_memory) return nullptr;
    ++allocations;
    blocks.push_back(std::make_unique<char[]>(static_cast<size_t>(bytes) + 1));
    return blocks.back().get();
  }

  // Elements of eight bytes; nothing is kept.
  void* Resize(uint32_t tensor, const std::vector<int64_t>& dims) {
    if (out_of_memory) return nullptr;
    int64_t stride = 8;
    for (size_t axis = dims.size(); axis-- > 0;) {
      args[tensor].dims[axis] = dims[axis];
      args[tensor].strides[axis] = stride;
      stride *= dims[axis];
    }
    args[tensor].data = Alloc(stride);
    return args[tensor].data;
  }
};

// An image mapped read-execute.
class TestKernel {
 public:
  explicit TestKernel(const std::string& image) : bytes_(image.size()) {
    memory_ = mmap(nullptr, bytes_ + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(memory_, image.data(), bytes_);
    mprotect(memory_, bytes_ + 1, PROT_READ | PROT_EXEC);
  }
  explicit TestKernel(const hir::Function& function) : TestKernel(BuildImage(function)) {}
  TestKernel(const TestKernel&) = delete;
  TestKernel& operator=(const TestKernel&) = delete;
  ~TestKernel() { munmap(memory_, bytes_ + 1); }

  const abi::ImageHeader& header() const { return *static_cast<const abi::ImageHeader*>(memory_); }

  // Runs the checked entry and returns the outcome.
  int32_t Run(std::vector<abi::TensorArg> args, std::vector<abi::Slot> attributes = {}) {
    return Enter(header().checked_entry, std::move(args), std::move(attributes));
  }
  // Requires: there is a fast entry.
  int32_t RunFast(std::vector<abi::TensorArg> args, std::vector<abi::Slot> attributes = {}) {
    return Enter(header().fast_entry, std::move(args), std::move(attributes));
  }

  uint32_t raised() const { return static_cast<uint32_t>(record_[0].low); }
  uint32_t site() const { return static_cast<uint32_t>(record_[0].low >> 32); }
  const abi::Slot& value(size_t i) const { return record_[1 + i]; }

  FakeRuntime runtime;

 private:
  int32_t Enter(uint64_t offset, std::vector<abi::TensorArg> args,
                std::vector<abi::Slot> attributes) {
    record_.assign(1 + header().record_values, abi::Slot{});
    runtime.args = args.data();
    const auto entry = reinterpret_cast<abi::Entry>(static_cast<char*>(memory_) + offset);
    return entry(&runtime.table, args.data(), attributes.data(), nullptr,
                 reinterpret_cast<abi::Record*>(record_.data()));
  }

  size_t bytes_;
  void* memory_;
  std::vector<abi::Slot> record_;  // the record's 16 bytes, then its values
};

template <typename T>
abi::Slot SlotOf(T value) {
  abi::Slot slot{};
  std::memcpy(&slot, &value, sizeof value);
  return slot;
}

}  // namespace pyasc::image

#endif  // PYASC_COMPILER_IMAGE_TEST_KERNEL_H_
