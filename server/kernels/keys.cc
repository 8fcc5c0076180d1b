#include "server/kernels/keys.h"

#include <algorithm>
#include <utility>

#include "base/encoding.h"

namespace pyasc {
namespace {

Scalar WithoutValue(const Scalar& scalar) {
  Scalar type;
  type.kind = scalar.kind;
  type.dtype = scalar.dtype;
  for (const Scalar& item : scalar.items) type.items.push_back(WithoutValue(item));
  return type;
}

}  // namespace

std::vector<Capture> WithoutValues(std::vector<Capture> captures) {
  std::sort(captures.begin(), captures.end(),
            [](const Capture& a, const Capture& b) { return a.name < b.name; });
  for (Capture& capture : captures) capture.value = WithoutValue(capture.value);
  return captures;
}

Digest AnalysisKey(std::string_view toolchain, const AnalyseRequest& request) {
  Encoder out;
  out.Bytes("pyascd analysis 1");
  out.Bytes(toolchain);
  Encode(AnalyseRequest{.text = request.text, .captures = WithoutValues(request.captures)}, out);
  return Sha256(out.Take());
}

Digest KernelKey(std::string_view toolchain, std::string_view normalised,
                 const Specialisation& specialisation) {
  Encoder out;
  out.Bytes("pyascd kernel 1");
  out.Bytes(toolchain);
  out.Bytes(normalised);
  Encode(specialisation, out);
  return Sha256(out.Take());
}

}  // namespace pyasc
