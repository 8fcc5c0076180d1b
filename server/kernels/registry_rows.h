// Kernels and analyses as rows of the store, and back.
#ifndef PYASC_SERVER_KERNELS_REGISTRY_ROWS_H_
#define PYASC_SERVER_KERNELS_REGISTRY_ROWS_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "cache/kernel_store.h"
#include "server/kernels/registry.h"

namespace pyasc {

AnalysisRow RowOf(const Digest& key, const Analysis& analysis, std::string_view toolchain);
// Requires: an executable.
KernelRow RowOf(const Kernel& kernel, const KernelQuery& query, std::string_view toolchain);

// Checks the image, and that `meta` speaks of the tensors and attributes that
// `specialisation` has. kInternal says what is wrong.
absl::StatusOr<std::shared_ptr<const Executable>> MakeExecutable(
    std::string image, KernelMeta meta, const Specialisation& specialisation,
    uint64_t host_features);

// MakeExecutable of a row's parts.
absl::StatusOr<std::shared_ptr<const Kernel>> KernelOf(KernelRow row, uint64_t host_features);

}  // namespace pyasc

#endif  // PYASC_SERVER_KERNELS_REGISTRY_ROWS_H_
