// The functions that kernels may call, ready to be copied into their images.
#ifndef PYASC_COMPILER_IMAGE_SUPPORT_LIBRARY_H_
#define PYASC_COMPILER_IMAGE_SUPPORT_LIBRARY_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"

namespace pyasc::image {

// Parses an object and drops the sections no image holds.
llvm::Expected<std::unique_ptr<llvm::jitlink::LinkGraph>> ParseObject(std::string_view object);

class SupportLibrary {
 public:
  // `object` must outlive the library.
  static absl::StatusOr<std::unique_ptr<SupportLibrary>> Create(std::string_view object);

  // Defines every external symbol of `graph` by copies of the blocks it needs, and only
  // those. An error names the symbols that are not here.
  llvm::Error Bind(llvm::jitlink::LinkGraph& graph) const;

 private:
  explicit SupportLibrary(std::unique_ptr<llvm::jitlink::LinkGraph> graph);

  std::unique_ptr<llvm::jitlink::LinkGraph> graph_;
  std::map<std::string, const llvm::jitlink::Symbol*, std::less<>> symbols_;
};

}  // namespace pyasc::image

#endif  // PYASC_COMPILER_IMAGE_SUPPORT_LIBRARY_H_
