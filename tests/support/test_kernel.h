// Executables around the hand-made kernels of kernels.cc, and what tests need to launch
// them.
#ifndef PYASC_TESTS_SUPPORT_TEST_KERNEL_H_
#define PYASC_TESTS_SUPPORT_TEST_KERNEL_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "base/kernel_abi.h"
#include "server/device/device.h"

namespace pyasc::testing {

// Slots of every test kernel's record.
inline constexpr uint32_t kTestRecordValues = 4;

// The image of the kernel called `name`: 64 bytes of header, then its code.
std::string TestImage(const std::string& name);
// `image` with another header.
std::string WithHeader(std::string image, const abi::ImageHeader& header);
abi::ImageHeader HeaderOf(const std::string& image);

// The kernel called `name`. All share two sites, 0 an IndexError with one int and one loop
// index, 1 a print of one int, and take the tensors and run-time attributes given.
std::shared_ptr<const Executable> TestKernel(const std::string& name,
                                             std::vector<TensorUse> tensors,
                                             uint32_t attributes = 0);

// The same with the kernel called `fast` as its fast entry; `flags` are abi::ImageFlag bits.
std::shared_ptr<const Executable> TestKernelWithFast(const std::string& name,
                                                     const std::string& fast,
                                                     std::vector<TensorUse> tensors,
                                                     uint32_t attributes = 0, uint32_t flags = 0);

TensorUse Int64Use(uint32_t rank = 1);
Scalar IntScalar(int64_t value);

// A new contiguous tensor of rank 1.
TensorView Int64Tensor(std::initializer_list<int64_t> values);
TensorView ZeroTensor(int64_t count);
// All elements in C order.
std::vector<int64_t> Int64Values(const TensorView& view);
// The first element, which another process may write meanwhile.
int64_t FirstValue(const TensorView& view);

LaunchRequest Request(std::shared_ptr<const Executable> kernel, std::vector<TensorView> tensors,
                      std::vector<int64_t> attributes = {});

// Submits and waits for the result.
LaunchResult Launch(Device& device, LaunchRequest request);

}  // namespace pyasc::testing

#endif  // PYASC_TESTS_SUPPORT_TEST_KERNEL_H_
