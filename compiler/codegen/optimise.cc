#include "compiler/codegen/optimise.h"

#include <algorithm>

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

namespace pyasc::codegen {
namespace {

// As fast code as O3 for what is generated here, in a third of its time.
constexpr const char* kPipeline =
    "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm),gvn,"
    "instcombine<no-verify-fixpoint>,"
    "simplifycfg)";

bool TakesPointer(const llvm::Function& function) {
  return std::any_of(function.arg_begin(), function.arg_end(), [](const llvm::Argument& argument) {
    return argument.getType()->isPointerTy();
  });
}

// A function of the support blob. Without a pointer it is one of its arguments only.
void PrepareDeclaration(llvm::Function& function) {
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setVisibility(llvm::GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
  if (!TakesPointer(function)) function.setDoesNotAccessMemory();
}

void PrepareDefinition(llvm::Function& function, const llvm::TargetMachine& target) {
  function.addFnAttr("target-cpu", target.getTargetCPU());
  function.addFnAttr("target-features", target.getTargetFeatureString());
  function.addFnAttr("probe-stack", "inline-asm");
  function.addFnAttr("no-builtins");
  function.setDoesNotThrow();
  function.removeFnAttr(llvm::Attribute::UWTable);
  function.setVisibility(llvm::GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
  // The record is the launch's own; nothing else reaches it.
  function.addParamAttr(4, llvm::Attribute::NoAlias);
}

}  // namespace

void PrepareModule(llvm::Module& module, const llvm::TargetMachine& target) {
  module.setTargetTriple(target.getTargetTriple().str());
  module.setDataLayout(target.createDataLayout());
  module.setPICLevel(llvm::PICLevel::SmallPIC);
  for (llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    if (function.isDeclaration())
      PrepareDeclaration(function);
    else
      PrepareDefinition(function, target);
  }
}

void Optimise(llvm::Module& module, llvm::TargetMachine& target) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::TargetLibraryInfoImpl library(target.getTargetTriple());
  library.disableAllFunctions();
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  llvm::PassBuilder builder(&target);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, kPipeline));
  passes.run(module, modules);
}

}  // namespace pyasc::codegen
