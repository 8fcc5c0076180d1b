#include "compiler/image/linker.h"

#include <cstring>

#include "base/kernel_abi.h"
#include "base/status_macros.h"
#include "compiler/image/flat_memory.h"
#include "compiler/image/support_library.h"
#include "fmt/format.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"

namespace pyasc::image {
namespace {

namespace jitlink = llvm::jitlink;

struct Linked {
  std::string bytes;
  uint64_t checked_entry = 0, fast_entry = 0;  // offsets
  std::string error;                           // "" on success
  bool finalised = false;
};

// Every relocation must hold wherever the image is mapped.
llvm::Error CheckRelocations(jitlink::LinkGraph& graph) {
  for (jitlink::Block* block : graph.blocks())
    for (const jitlink::Edge& edge : block->edges()) {
      if (!edge.isRelocation()) continue;
      switch (edge.getKind()) {
        case jitlink::x86_64::Delta32:
        case jitlink::x86_64::Delta64:
        case jitlink::x86_64::NegDelta32:
        case jitlink::x86_64::PCRel32:
        case jitlink::x86_64::BranchPCRel32:
          continue;
        default:
          return LinkError(fmt::format("relocation {} in {} depends on the load address",
                                       graph.getEdgeKindName(edge.getKind()),
                                       block->getSection().getName().str()));
      }
    }
  return llvm::Error::success();
}

class Context : public jitlink::JITLinkContext {
 public:
  Context(const SupportLibrary& support, const Entries& entries, Linked* linked)
      : JITLinkContext(nullptr),
        support_(support),
        entries_(entries),
        linked_(*linked),
        memory_(&linked->bytes) {}

  jitlink::JITLinkMemoryManager& getMemoryManager() override { return memory_; }

  void notifyFailed(llvm::Error error) override {
    linked_.error = llvm::toString(std::move(error));
  }

  // Bind has defined what can be defined.
  void lookup(const LookupMap& symbols,
              std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation> next) override {
    std::string names;
    for (const auto& [name, flags] : symbols) names += " " + name.str();
    next->run(LinkError("undefined symbol" + names));
  }

  llvm::Error notifyResolved(jitlink::LinkGraph& graph) override {
    for (const jitlink::Symbol* symbol : graph.defined_symbols()) {
      const uint64_t offset = symbol->getAddress().getValue() - kLinkAddress;
      if (Is(*symbol, entries_.checked)) linked_.checked_entry = offset;
      if (Is(*symbol, entries_.fast)) linked_.fast_entry = offset;
    }
    const bool complete =
        linked_.checked_entry != 0 && (linked_.fast_entry != 0) == !entries_.fast.empty();
    return complete ? llvm::Error::success() : LinkError("the object lacks an entry");
  }

  void notifyFinalized(jitlink::JITLinkMemoryManager::FinalizedAlloc allocation) override {
    allocation.release();
    linked_.finalised = true;
  }

  jitlink::LinkGraphPassFunction getMarkLivePass(const llvm::Triple&) const override {
    return [this](jitlink::LinkGraph& graph) {
      for (jitlink::Symbol* symbol : graph.defined_symbols())
        if (Is(*symbol, entries_.checked) || Is(*symbol, entries_.fast)) symbol->setLive(true);
      return llvm::Error::success();
    };
  }

  llvm::Error modifyPassConfig(jitlink::LinkGraph&, jitlink::PassConfiguration& passes) override {
    // First: the target's own passes would make stubs for symbols still external.
    passes.PostPrunePasses.insert(
        passes.PostPrunePasses.begin(),
        [this](jitlink::LinkGraph& graph) { return support_.Bind(graph); });
    passes.PreFixupPasses.push_back(CheckRelocations);
    return llvm::Error::success();
  }

 private:
  static bool Is(const jitlink::Symbol& symbol, std::string_view name) {
    return symbol.hasName() && std::string_view(symbol.getName()) == name;
  }

  const SupportLibrary& support_;
  const Entries entries_;
  Linked& linked_;
  FlatMemory memory_;
};

void WriteHeader(const Needs& needs, Linked* linked) {
  abi::ImageHeader header{};
  header.magic = abi::kImageMagic;
  header.abi_version = abi::kVersion;
  header.image_bytes = linked->bytes.size();
  header.checked_entry = linked->checked_entry;
  header.fast_entry = linked->fast_entry;
  header.flags = needs.flags;
  header.cpu_features = needs.cpu_features;
  header.record_values = needs.record_values;
  std::memcpy(linked->bytes.data(), &header, sizeof header);
}

}  // namespace

struct Linker::State {
  std::unique_ptr<SupportLibrary> support;
};

Linker::Linker(std::unique_ptr<State> state) : state_(std::move(state)) {}
Linker::~Linker() = default;

absl::StatusOr<std::unique_ptr<Linker>> Linker::Create(std::string_view support) {
  auto state = std::make_unique<State>();
  PYASC_ASSIGN_OR_RETURN(state->support, SupportLibrary::Create(support));
  return std::unique_ptr<Linker>(new Linker(std::move(state)));
}

absl::StatusOr<std::string> Linker::Link(std::string_view object, const Entries& entries,
                                         const Needs& needs) {
  auto graph = ParseObject(object);
  if (!graph)
    return absl::InternalError(fmt::format("object: {}", llvm::toString(graph.takeError())));
  Linked linked;
  jitlink::link(std::move(*graph), std::make_unique<Context>(*state_->support, entries, &linked));
  if (!linked.finalised) return absl::InternalError(fmt::format("link: {}", linked.error));
  WriteHeader(needs, &linked);
  return std::move(linked.bytes);
}

}  // namespace pyasc::image
