// LLVM IR to better LLVM IR.
#ifndef PYASC_COMPILER_CODEGEN_OPTIMISE_H_
#define PYASC_COMPILER_CODEGEN_OPTIMISE_H_

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace pyasc::codegen {

// Sets what the target and the image's form ask of a module and its functions.
void PrepareModule(llvm::Module& module, const llvm::TargetMachine& target);

// Runs the pipeline. No float operation is reassociated, contracted or approximated,
// and no function is known by its name.
void Optimise(llvm::Module& module, llvm::TargetMachine& target);

}  // namespace pyasc::codegen

#endif  // PYASC_COMPILER_CODEGEN_OPTIMISE_H_
