// The binary interface between a kernel image and the process that runs it.
//
// An image is flat, position independent and read-execute: it has no imports, no
// relocations and no writable bytes. Everything it needs comes through the entry's
// arguments. See docs/formats/image.md.
#ifndef PYASC_BASE_KERNEL_ABI_H_
#define PYASC_BASE_KERNEL_ABI_H_

#include <cstddef>
#include <cstdint>

namespace pyasc::abi {

inline constexpr uint32_t kImageMagic = 0x43534150;  // "PASC", little endian
inline constexpr uint32_t kVersion = 2;
inline constexpr int kMaxRank = 32;
// No dimension is larger, not even of an empty tensor: kernels rely on it.
inline constexpr int64_t kMaxDim = int64_t{1} << 47;

// The first bytes of every image. Offsets count from the image's first byte.
struct ImageHeader {
  uint32_t magic;
  uint32_t abi_version;
  uint64_t image_bytes;    // the whole image, header included
  uint64_t fast_entry;     // 0: none; gives up where the checked one raises
  uint64_t checked_entry;  // never 0; explains exceptions: source order, records, prints
  uint64_t scratch_bytes;  // what `scratch` must hold, 64-byte aligned
  uint64_t cpu_features;   // bits of base/cpu_features.h that the code needs
  uint32_t record_values;  // slots that Record::values must hold
  uint32_t flags;          // ImageFlag bits
};
static_assert(sizeof(ImageHeader) == 56);

enum ImageFlag : uint32_t {
  // The fast entry gives up only before its first store to a tensor, and before it
  // creates or resizes one: what it was given needs no restoring.
  kGivesUpClean = 1,
};

// One tensor argument, in parameter order (attributes have no entry).
// Strides are in bytes and may be zero or negative. A kernel that resizes the tensor
// leaves the new dims (and C-order strides) here.
struct TensorArg {
  void* data;
  int64_t* dims;
  int64_t* strides;
};

// One typed value: an integer sign-extended to 128 bits, or the bits of a float16,
// float32 or float64 in the low bytes, or 0/1 for a bool.
struct alignas(16) Slot {
  uint64_t low;
  uint64_t high;
};

// What a kernel that raised leaves behind.
struct Record {
  uint32_t raised;  // 1 if `site` is valid
  uint32_t site;    // index into KernelMeta::sites
  uint64_t reserved;
  Slot values[1];  // really ImageHeader::record_values: the message's, then the loop indices
};

// Functions that a kernel may call. All are called on the launch's own thread.
struct Runtime {
  uint32_t abi_version;
  uint32_t bytes;  // sizeof(Runtime) of the caller
  void* context;   // first argument of every function below
  // Scratch of `bytes` bytes, 64-byte aligned, valid until Release of an earlier mark
  // or the launch's end. Null: out of memory.
  void* (*alloc)(void* context, int64_t bytes);
  uint64_t (*mark)(void* context);
  void (*release)(void* context, uint64_t mark);
  // Gives tensor argument `tensor` the shape dims[0..rank) in C order, keeping the
  // prefix and zeroing the rest; updates its TensorArg. Returns its data, never null
  // on success even for zero bytes; null: out of memory.
  void* (*resize)(void* context, uint32_t tensor, uint32_t rank, const int64_t* dims);
  // One print() call: `site` names the format, `values` what it prints.
  void (*print)(void* context, uint32_t site, const Slot* values);
  const uint32_t* cancel;  // non-zero: give up at the next poll
};

// What an entry returns.
enum Outcome : int32_t {
  kOk = 0,
  kRaised = 1,     // the record says what
  kCancelled = 2,  // Runtime::cancel was seen
  // Of the fast entry: there is something to raise. Whatever it stored or created
  // is to be undone, and the checked entry run instead.
  kGaveUp = 3,
};

// `attributes`: one Slot for each run-time attribute, in the order of
// KernelMeta::runtime_attributes.
using Entry = int32_t (*)(const Runtime* runtime, TensorArg* args, const Slot* attributes,
                          void* scratch, Record* record);

}  // namespace pyasc::abi

#endif  // PYASC_BASE_KERNEL_ABI_H_
