#include "compiler/image/flat_memory.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/kernel_abi.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"

namespace pyasc::image {
namespace {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

namespace jitlink = llvm::jitlink;
using llvm::orc::ExecutorAddr;
using llvm::orc::MemProt;

static_assert(sizeof(abi::ImageHeader) <= kImageAlignment);

// The bytes are already where they belong: there is nothing to finish.
class Laid : public jitlink::JITLinkMemoryManager::InFlightAlloc {
 public:
  void abandon(OnAbandonedFunction done) override { done(llvm::Error::success()); }
  void finalize(OnFinalizedFunction done) override {
    done(jitlink::JITLinkMemoryManager::FinalizedAlloc(ExecutorAddr(kLinkAddress)));
  }
};

}  // namespace

llvm::Error LinkError(const std::string& message) {
  return llvm::make_error<llvm::StringError>(message, llvm::inconvertibleErrorCode());
}

void FlatMemory::allocate(const jitlink::JITLinkDylib*, jitlink::LinkGraph& graph,
                          OnAllocatedFunction done) {
  if (llvm::Error error = LayOut(graph)) return done(std::move(error));
  done(std::make_unique<Laid>());
}

llvm::Error FlatMemory::LayOut(jitlink::LinkGraph& graph) {
  jitlink::BasicLayout layout(graph);
  std::vector<std::pair<jitlink::BasicLayout::Segment*, uint64_t>> placed;
  uint64_t end = kImageAlignment;
  for (auto& [group, segment] : layout.segments()) {
    const uint64_t size = segment.ContentSize + segment.ZeroFillSize;
    if (size > 0 && (group.getMemProt() & MemProt::Write) != MemProt::None)
      return LinkError("the object has writable bytes");
    const uint64_t alignment = std::max<uint64_t>(segment.Alignment.value(), kImageAlignment);
    end = (end + alignment - 1) / alignment * alignment;
    placed.emplace_back(&segment, end);
    end += size;
  }
  bytes_.assign(end, '\0');
  for (const auto& [segment, offset] : placed) {
    segment->WorkingMem = bytes_.data() + offset;
    segment->Addr = ExecutorAddr(kLinkAddress + offset);
  }
  return layout.apply();
}

void FlatMemory::deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction done) {
  for (FinalizedAlloc& allocation : allocations) allocation.release();
  done(llvm::Error::success());
}

}  // namespace pyasc::image
