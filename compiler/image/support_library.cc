#include "compiler/image/support_library.h"

#include <algorithm>
#include <vector>

#include "compiler/image/flat_memory.h"
#include "fmt/format.h"
#include "llvm/ADT/BitmaskEnum.h"

namespace pyasc::image {
namespace {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

namespace jitlink = llvm::jitlink;
using llvm::orc::ExecutorAddr;
using llvm::orc::MemProt;

// Copies blocks of one graph, with all they refer to, into another.
class Importer {
 public:
  explicit Importer(jitlink::LinkGraph& to) : to_(to) {}

  jitlink::Block& Import(const jitlink::Block& from) {
    const auto known = blocks_.find(&from);
    if (known != blocks_.end()) return *known->second;
    jitlink::Block& copy = Copy(from);
    blocks_[&from] = &copy;
    for (const jitlink::Edge& edge : from.edges())
      copy.addEdge(edge.getKind(), edge.getOffset(), ImportTarget(edge.getTarget()),
                   edge.getAddend());
    return copy;
  }

 private:
  // Blocks of a section are laid out by address, so each gets one of its own.
  jitlink::Block& Copy(const jitlink::Block& from) {
    jitlink::Section& section = SectionFor(from.getSection().getMemProt());
    const ExecutorAddr address(next_address_);
    next_address_ += from.getSize() + 1;
    if (from.isZeroFill())
      return to_.createZeroFillBlock(section, from.getSize(), address, from.getAlignment(),
                                     from.getAlignmentOffset());
    return to_.createContentBlock(section, from.getContent(), address, from.getAlignment(),
                                  from.getAlignmentOffset());
  }

  jitlink::Section& SectionFor(MemProt protection) {
    const bool code = (protection & MemProt::Exec) != MemProt::None;
    const bool written = (protection & MemProt::Write) != MemProt::None;
    const char* name = written ? ".support.data" : code ? ".support.text" : ".support.rodata";
    if (jitlink::Section* section = to_.findSectionByName(name)) return *section;
    return to_.createSection(name, protection);
  }

  jitlink::Symbol& ImportTarget(const jitlink::Symbol& from) {
    const auto known = targets_.find(&from);
    if (known != targets_.end()) return *known->second;
    jitlink::Block& block = Import(from.getBlock());
    jitlink::Symbol& symbol = to_.addAnonymousSymbol(block, from.getOffset(), from.getSize(),
                                                     from.isCallable(), /*IsLive=*/true);
    targets_[&from] = &symbol;
    return symbol;
  }

  jitlink::LinkGraph& to_;
  std::map<const jitlink::Block*, jitlink::Block*> blocks_;
  std::map<const jitlink::Symbol*, jitlink::Symbol*> targets_;
  uint64_t next_address_ = kLinkAddress;
};

std::vector<jitlink::Symbol*> ExternalsByName(jitlink::LinkGraph& graph) {
  std::vector<jitlink::Symbol*> symbols;
  for (jitlink::Symbol* symbol : graph.external_symbols()) symbols.push_back(symbol);
  std::sort(symbols.begin(), symbols.end(),
            [](const auto* a, const auto* b) { return a->getName() < b->getName(); });
  return symbols;
}

}  // namespace

llvm::Expected<std::unique_ptr<jitlink::LinkGraph>> ParseObject(std::string_view object) {
  auto graph = jitlink::createLinkGraphFromObject(
      llvm::MemoryBufferRef(llvm::StringRef(object.data(), object.size()), "kernel"));
  if (!graph) return graph;
  if ((*graph)->getTargetTriple().getArch() != llvm::Triple::x86_64)
    return LinkError("images are made for x86-64 only");
  for (const char* name :
       {".note.GNU-stack", ".note.gnu.property", ".comment", ".eh_frame", ".llvm_addrsig"})
    if (jitlink::Section* section = (*graph)->findSectionByName(name))
      (*graph)->removeSection(*section);
  return graph;
}

SupportLibrary::SupportLibrary(std::unique_ptr<jitlink::LinkGraph> graph)
    : graph_(std::move(graph)) {
  for (const jitlink::Symbol* symbol : graph_->defined_symbols())
    if (symbol->hasName() && symbol->getScope() != jitlink::Scope::Local)
      symbols_.emplace(symbol->getName().str(), symbol);
}

absl::StatusOr<std::unique_ptr<SupportLibrary>> SupportLibrary::Create(std::string_view object) {
  auto graph = ParseObject(object);
  if (!graph)
    return absl::InternalError(
        fmt::format("support object: {}", llvm::toString(graph.takeError())));
  for (const jitlink::Symbol* symbol : ExternalsByName(**graph))
    return absl::InternalError(
        fmt::format("support object: undefined symbol {}", symbol->getName().str()));
  return std::unique_ptr<SupportLibrary>(new SupportLibrary(std::move(*graph)));
}

llvm::Error SupportLibrary::Bind(jitlink::LinkGraph& graph) const {
  Importer importer(graph);
  std::string missing;
  for (jitlink::Symbol* external : ExternalsByName(graph)) {
    const auto found = symbols_.find(external->getName().str());
    if (found == symbols_.end()) {
      missing += " " + external->getName().str();
      continue;
    }
    const jitlink::Symbol& symbol = *found->second;
    graph.makeDefined(*external, importer.Import(symbol.getBlock()), symbol.getOffset(),
                      symbol.getSize(), jitlink::Linkage::Strong, jitlink::Scope::Local,
                      /*IsLive=*/true);
  }
  return missing.empty() ? llvm::Error::success() : LinkError("undefined symbol" + missing);
}

}  // namespace pyasc::image
