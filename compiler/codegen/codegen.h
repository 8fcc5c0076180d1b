// HIR without array operations to machine code: MLIR, LLVM, an object file in memory.
#ifndef PYASC_COMPILER_CODEGEN_CODEGEN_H_
#define PYASC_COMPILER_CODEGEN_CODEGEN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "compiler/hir/hir.h"

namespace pyasc::codegen {

// The symbols of the entries (abi::Entry) in an object.
inline constexpr std::string_view kCheckedEntry = "pyasc_kernel_checked";
inline constexpr std::string_view kFastEntry = "pyasc_kernel_fast";

struct Options {
  uint64_t cpu_features = 0;  // bits of base/cpu_features.h
  // Texts wanted besides the object.
  bool show_mlir = false;
  bool show_llvm = false;
  bool show_assembly = false;
};

struct Object {
  std::string bytes;  // ELF, relocatable
  std::string mlir, llvm, assembly;
};

// Slots that abi::Record::values must hold for `function`.
uint32_t RecordValues(const hir::Function& function);

// LLVM and MLIR set up once for many compiles. Not thread-safe; usable after fork().
class Codegen {
 public:
  static absl::StatusOr<std::unique_ptr<Codegen>> Create();
  ~Codegen();

  // The functions satisfy hir::Verify and have no maps; `fast` may be null. A bad status is
  // a fault of ours.
  absl::StatusOr<Object> Compile(const hir::Function& checked, const hir::Function* fast,
                                 const Options& options);

 private:
  struct State;
  explicit Codegen(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// See Compiler::OnOutOfMemory.
void OnOutOfMemory(void (*end)());

}  // namespace pyasc::codegen

#endif  // PYASC_COMPILER_CODEGEN_CODEGEN_H_
