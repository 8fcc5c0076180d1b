// The names of analyses and kernels. Everything that decides an answer is in its key.
#ifndef PYASC_SERVER_KERNELS_KEYS_H_
#define PYASC_SERVER_KERNELS_KEYS_H_

#include <string_view>
#include <vector>

#include "base/compile_job.h"
#include "base/digest.h"
#include "base/specialisation.h"

namespace pyasc {

// The captures without their values: what an analysis may know. Sorted by name.
std::vector<Capture> WithoutValues(std::vector<Capture> captures);

// Over the toolchain, the text, and the captures' names, kinds and types.
Digest AnalysisKey(std::string_view toolchain, const AnalyseRequest& request);

// Over the toolchain, the normalised text and the specialisation.
Digest KernelKey(std::string_view toolchain, std::string_view normalised,
                 const Specialisation& specialisation);

}  // namespace pyasc

#endif  // PYASC_SERVER_KERNELS_KEYS_H_
