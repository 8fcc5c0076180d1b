// The machine that code is generated for.
#ifndef PYASC_COMPILER_CODEGEN_TARGET_H_
#define PYASC_COMPILER_CODEGEN_TARGET_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "llvm/Target/TargetMachine.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace pyasc::codegen {

// Sets up LLVM's own tables, once a process.
void InitialiseTargets();

// The host's architecture with exactly `features` beyond its baseline.
absl::StatusOr<std::unique_ptr<llvm::TargetMachine>> MakeTarget(uint64_t features);

enum class FileType { kObject, kAssembly };

// Generates code for `module`, which it changes.
absl::StatusOr<std::string> EmitFile(llvm::Module& module, llvm::TargetMachine& target,
                                     FileType type);

}  // namespace pyasc::codegen

#endif  // PYASC_COMPILER_CODEGEN_TARGET_H_
