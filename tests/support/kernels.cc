// Kernels made by hand for tests of devices. Compiled freestanding; each section becomes
// one image, so a kernel calls nothing and refers to no other section.
#include "base/kernel_abi.h"

using pyasc::abi::Record;
using pyasc::abi::Runtime;
using pyasc::abi::Slot;
using pyasc::abi::TensorArg;

#define KERNEL(name)                                                             \
  extern "C" __attribute__((used, section(".kernel." #name))) int32_t name(      \
      [[maybe_unused]] const Runtime* runtime, [[maybe_unused]] TensorArg* args, \
      [[maybe_unused]] const Slot* attributes, [[maybe_unused]] void* scratch,   \
      [[maybe_unused]] Record* record)

// Tensor 1 = tensor 0, both int64 of rank 1.
KERNEL(copy) {
  for (int64_t i = 0; i < args[0].dims[0]; ++i) {
    *reinterpret_cast<int64_t*>(static_cast<char*>(args[1].data) + i * args[1].strides[0]) =
        *reinterpret_cast<int64_t*>(static_cast<char*>(args[0].data) + i * args[0].strides[0]);
  }
  return pyasc::abi::kOk;
}

// Every element of the contiguous int64 tensor 0 = attribute 0, by way of the scratch.
KERNEL(fill) {
  auto* value = static_cast<int64_t*>(scratch);
  *value = static_cast<int64_t>(attributes[0].low);
  for (int64_t i = 0; i < args[0].dims[0]; ++i) static_cast<int64_t*>(args[0].data)[i] = *value;
  return pyasc::abi::kOk;
}

// A value that tells the order of the launches that made it.
KERNEL(hash) {
  auto* value = static_cast<uint64_t*>(args[0].data);
  *value = *value * 31 + attributes[0].low;
  return pyasc::abi::kOk;
}

KERNEL(raise) {
  record->raised = 1;
  record->site = 0;
  record->values[0] = attributes[0];
  record->values[1] = {7, 0};
  return pyasc::abi::kRaised;
}

KERNEL(raise_nowhere) {
  record->raised = 1;
  record->site = 12345;
  return pyasc::abi::kRaised;
}

KERNEL(bad_outcome) { return 77; }

// Prints its attribute, less one each time, down to 1.
KERNEL(print) {
  for (uint64_t i = attributes[0].low; i > 0; --i) {
    const Slot value{i, 0};
    runtime->print(runtime->context, 1, &value);
  }
  return pyasc::abi::kOk;
}

KERNEL(print_wrong) {
  runtime->print(runtime->context, 999, attributes);
  return pyasc::abi::kOk;
}

// Says in tensor 0 that it has begun and runs until it is cancelled.
KERNEL(spin) {
  *static_cast<volatile int64_t*>(args[0].data) = 1;
  while (*static_cast<const volatile uint32_t*>(runtime->cancel) == 0) {
  }
  return pyasc::abi::kCancelled;
}

// Says in tensor 0 that it has begun and never ends.
KERNEL(hang) {
  *static_cast<volatile int64_t*>(args[0].data) = 1;
  while (true) {
    asm volatile("" ::: "memory");
  }
}

// Writes to the address in attribute 0.
KERNEL(crash) {
  *reinterpret_cast<volatile int64_t*>(attributes[0].low) = 1;
  return pyasc::abi::kOk;
}

// Creates tensor 0 as (attribute 0, 3) int64 with its elements counted.
KERNEL(create) {
  const int64_t dims[2] = {static_cast<int64_t>(attributes[0].low), 3};
  auto* data = static_cast<int64_t*>(runtime->resize(runtime->context, 0, 2, dims));
  if (data == nullptr) return pyasc::abi::kCancelled;
  for (int64_t i = 0; i < args[0].dims[0] * args[0].dims[1]; ++i) data[i] = i;
  return pyasc::abi::kOk;
}

// Raises at site 0 if it cannot have attribute 0 bytes.
KERNEL(raise_for_memory) {
  if (runtime->alloc(runtime->context, static_cast<int64_t>(attributes[0].low)) != nullptr) {
    return pyasc::abi::kOk;
  }
  record->raised = 1;
  record->site = 0;
  return pyasc::abi::kRaised;
}

// As fast entries: they leave a mess behind.
KERNEL(spoil) {
  for (int64_t i = 0; i < args[0].dims[0]; ++i) static_cast<int64_t*>(args[0].data)[i] = 99;
  return pyasc::abi::kGaveUp;
}

KERNEL(create_and_give_up) {
  const int64_t dims[2] = {5, 5};
  runtime->resize(runtime->context, 0, 2, dims);
  return pyasc::abi::kGaveUp;
}

KERNEL(create_nothing) { return pyasc::abi::kOk; }

// Grows tensor 0 one element at a time to attribute 0 of them, each its index.
KERNEL(grow) {
  for (int64_t i = 0; i < static_cast<int64_t>(attributes[0].low); ++i) {
    const int64_t dims[1] = {i + 1};
    auto* data = static_cast<int64_t*>(runtime->resize(runtime->context, 0, 1, dims));
    if (data == nullptr) return pyasc::abi::kCancelled;
    if (data[i] != 0) return 78;
    data[i] = i;
  }
  return pyasc::abi::kOk;
}

// Tensor 0 to two elements, then to five.
KERNEL(shrink) {
  const int64_t small[1] = {2};
  const int64_t large[1] = {5};
  if (runtime->resize(runtime->context, 0, 1, small) == nullptr) return pyasc::abi::kCancelled;
  if (runtime->resize(runtime->context, 0, 1, large) == nullptr) return pyasc::abi::kCancelled;
  return pyasc::abi::kOk;
}

// Takes attribute 0 bytes twice, with a mark between, and uses both ends.
KERNEL(allocate) {
  const auto bytes = static_cast<int64_t>(attributes[0].low);
  for (int i = 0; i < 2; ++i) {
    const uint64_t mark = runtime->mark(runtime->context);
    auto* memory = static_cast<char*>(runtime->alloc(runtime->context, bytes));
    if (memory == nullptr) return pyasc::abi::kCancelled;
    if (reinterpret_cast<uintptr_t>(memory) % 64 != 0) return 79;
    memory[0] = memory[bytes - 1] = 1;
    runtime->release(runtime->context, mark);
  }
  return pyasc::abi::kOk;
}

// Makes the system call that attribute 0 numbers, with attributes 1 to 6, and puts the
// answer in tensor 0.
KERNEL(system_call) {
#ifdef __x86_64__
  register uint64_t r10 asm("r10") = attributes[4].low;
  register uint64_t r8 asm("r8") = attributes[5].low;
  register uint64_t r9 asm("r9") = attributes[6].low;
  int64_t result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(attributes[0].low), "D"(attributes[1].low), "S"(attributes[2].low),
                 "d"(attributes[3].low), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
#else
  register uint64_t x8 asm("x8") = attributes[0].low;
  register uint64_t result asm("x0") = attributes[1].low;
  register uint64_t x1 asm("x1") = attributes[2].low;
  register uint64_t x2 asm("x2") = attributes[3].low;
  register uint64_t x3 asm("x3") = attributes[4].low;
  register uint64_t x4 asm("x4") = attributes[5].low;
  register uint64_t x5 asm("x5") = attributes[6].low;
  asm volatile("svc 0"
               : "+r"(result)
               : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
               : "memory");
#endif
  *static_cast<int64_t*>(args[0].data) = static_cast<int64_t>(result);
  return pyasc::abi::kOk;
}

// Resizes a tensor whose metadata say nothing of it.
KERNEL(undeclared) {
  const int64_t dims[1] = {1};
  return runtime->resize(runtime->context, 0, 1, dims) == nullptr ? pyasc::abi::kCancelled
                                                                  : pyasc::abi::kOk;
}
