// Object files to flat kernel images (base/kernel_abi.h).
#ifndef PYASC_COMPILER_IMAGE_LINKER_H_
#define PYASC_COMPILER_IMAGE_LINKER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace pyasc::image {

// What an image's header says besides offsets and sizes.
struct Needs {
  uint64_t cpu_features = 0;
  uint32_t record_values = 0;
  uint32_t flags = 0;  // abi::ImageFlag bits
};

// Symbols of an object that are an abi::Entry.
struct Entries {
  std::string_view checked;
  std::string_view fast;  // "": none
};

// Not thread-safe; usable after fork().
class Linker {
 public:
  // `support`: an ELF object with the functions that kernels may call, position
  // independent and without undefined symbols. It must outlive the linker.
  static absl::StatusOr<std::unique_ptr<Linker>> Create(std::string_view support);
  ~Linker();

  // Links `object`, an ELF object with these entries, with what it needs of the support
  // object. kInternal, with the name, for a symbol that is nowhere, for a writable section
  // and for a relocation that needs the load address.
  absl::StatusOr<std::string> Link(std::string_view object, const Entries& entries,
                                   const Needs& needs);

 private:
  struct State;
  explicit Linker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pyasc::image

#endif  // PYASC_COMPILER_IMAGE_LINKER_H_
