// JITLink's memory: one flat string of bytes, laid out after room for a header.
#ifndef PYASC_COMPILER_IMAGE_FLAT_MEMORY_H_
#define PYASC_COMPILER_IMAGE_FLAT_MEMORY_H_

#include <cstdint>
#include <string>

#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"

namespace pyasc::image {

// Where images pretend to be while they are linked; no byte of them depends on it.
inline constexpr uint64_t kLinkAddress = 0x100000;
// Alignment of code and data, and the room kept for abi::ImageHeader.
inline constexpr uint64_t kImageAlignment = 64;

llvm::Error LinkError(const std::string& message);

class FlatMemory : public llvm::jitlink::JITLinkMemoryManager {
 public:
  // `bytes` receives the image and must outlive the memory.
  explicit FlatMemory(std::string* bytes) : bytes_(*bytes) {}

  void allocate(const llvm::jitlink::JITLinkDylib* library, llvm::jitlink::LinkGraph& graph,
                OnAllocatedFunction done) override;
  void deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction done) override;
  using JITLinkMemoryManager::allocate;
  using JITLinkMemoryManager::deallocate;

 private:
  llvm::Error LayOut(llvm::jitlink::LinkGraph& graph);

  std::string& bytes_;
};

}  // namespace pyasc::image

#endif  // PYASC_COMPILER_IMAGE_FLAT_MEMORY_H_
