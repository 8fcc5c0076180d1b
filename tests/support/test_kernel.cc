#include "tests/support/test_kernel.h"

#include <string.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "absl/synchronization/notification.h"
#include "base/status_macros.h"

namespace pyasc::testing {
namespace {

constexpr uint64_t kCodeOffset = 64;

std::vector<Site> Sites() {
  MessagePart value;
  value.slot = 0;
  value.kind = ScalarKind::kInt;
  Site raise;
  raise.exception = "IndexError";
  raise.parts = {value};
  raise.loops = {"i"};
  raise.loop_slot = 1;
  Site print;
  print.parts = {value};
  return {raise, print};
}

int64_t ReadInt64(const TensorView& view, int64_t offset) {
  int64_t value = 0;
  PYASCD_CHECK(::pread(view.buffer->memory.get(), &value, sizeof value, offset) == sizeof value);
  return value;
}

void Collect(const TensorView& view, size_t axis, int64_t offset, std::vector<int64_t>* values) {
  if (axis == view.dims.size()) {
    values->push_back(ReadInt64(view, offset));
    return;
  }
  for (int64_t i = 0; i < view.dims[axis]; ++i) {
    Collect(view, axis + 1, offset + i * view.strides[axis], values);
  }
}

}  // namespace

std::string TestImage(const std::string& name) {
  std::ifstream file(std::string(PYASCD_TEST_KERNELS "/") + name + ".bin", std::ios::binary);
  const std::string code{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  PYASCD_CHECK(!code.empty());
  abi::ImageHeader header{};
  header.magic = abi::kImageMagic;
  header.abi_version = abi::kVersion;
  header.image_bytes = kCodeOffset + code.size();
  header.checked_entry = kCodeOffset;
  header.scratch_bytes = 64;
  header.record_values = kTestRecordValues;
  return WithHeader(std::string(kCodeOffset, '\0') + code, header);
}

std::string WithHeader(std::string image, const abi::ImageHeader& header) {
  ::memcpy(image.data(), &header, sizeof header);
  return image;
}

abi::ImageHeader HeaderOf(const std::string& image) {
  abi::ImageHeader header;
  ::memcpy(&header, image.data(), sizeof header);
  return header;
}

std::shared_ptr<const Executable> TestKernel(const std::string& name,
                                             std::vector<TensorUse> tensors, uint32_t attributes) {
  auto kernel = std::make_shared<Executable>();
  kernel->image = TestImage(name);
  kernel->digest = Sha256(kernel->image);
  kernel->meta.sites = Sites();
  kernel->meta.tensors = std::move(tensors);
  kernel->meta.runtime_attributes.resize(attributes);
  return kernel;
}

std::shared_ptr<const Executable> TestKernelWithFast(const std::string& name,
                                                     const std::string& fast,
                                                     std::vector<TensorUse> tensors,
                                                     uint32_t attributes, uint32_t flags) {
  auto kernel = std::make_shared<Executable>(*TestKernel(name, std::move(tensors), attributes));
  std::string& image = kernel->image;
  image.resize((image.size() + kCodeOffset - 1) / kCodeOffset * kCodeOffset, '\0');
  abi::ImageHeader header = HeaderOf(image);
  header.fast_entry = image.size();
  header.flags = flags;
  image += TestImage(fast).substr(kCodeOffset);
  header.image_bytes = image.size();
  image = WithHeader(image, header);
  kernel->digest = Sha256(image);
  return kernel;
}

TensorUse Int64Use(uint32_t rank) {
  TensorUse use;
  use.dtype = DType::kInt64;
  use.rank = rank;
  use.read = true;
  use.written = true;
  return use;
}

Scalar IntScalar(int64_t value) {
  Scalar scalar;
  scalar.kind = ScalarKind::kInt;
  scalar.integer = value;
  return scalar;
}

TensorView ZeroTensor(int64_t count) {
  TensorView view;
  view.dtype = DType::kInt64;
  view.dims = {count};
  view.strides = {sizeof(int64_t)};
  absl::StatusOr<std::shared_ptr<Buffer>> buffer =
      AllocateBuffer(static_cast<uint64_t>(count) * sizeof(int64_t));
  PYASCD_CHECK(buffer.ok());
  view.buffer = *buffer;
  return view;
}

TensorView Int64Tensor(std::initializer_list<int64_t> values) {
  const TensorView view = ZeroTensor(static_cast<int64_t>(values.size()));
  const size_t bytes = values.size() * sizeof(int64_t);
  PYASCD_CHECK(::pwrite(view.buffer->memory.get(), values.begin(), bytes, 0) ==
               static_cast<ssize_t>(bytes));
  return view;
}

std::vector<int64_t> Int64Values(const TensorView& view) {
  std::vector<int64_t> values;
  Collect(view, 0, static_cast<int64_t>(view.offset), &values);
  return values;
}

int64_t FirstValue(const TensorView& view) {
  return ReadInt64(view, static_cast<int64_t>(view.offset));
}

LaunchRequest Request(std::shared_ptr<const Executable> kernel, std::vector<TensorView> tensors,
                      std::vector<int64_t> attributes) {
  LaunchRequest request;
  request.id = "launch-1";
  request.origin.operator_name = "MyOp";
  request.executable = std::move(kernel);
  request.tensors = std::move(tensors);
  for (const int64_t attribute : attributes) request.attributes.push_back(IntScalar(attribute));
  return request;
}

LaunchResult Launch(Device& device, LaunchRequest request) {
  LaunchResult result;
  absl::Notification done;
  device.Submit(std::move(request), [&](LaunchResult answer) {
    result = std::move(answer);
    done.Notify();
  });
  done.WaitForNotification();
  return result;
}

}  // namespace pyasc::testing
