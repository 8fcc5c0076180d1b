#include "server/kernels/explain.h"

#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

absl::StatusOr<const Site*> FindSite(const KernelMeta& meta, uint32_t site) {
  if (site < meta.sites.size()) return &meta.sites[site];
  return absl::InternalError(
      fmt::format("the device names site {} of {}", site, meta.sites.size()));
}

absl::StatusOr<std::vector<ExplainedPart>> ExplainParts(const Site& site,
                                                        const std::vector<Scalar>& values) {
  std::vector<ExplainedPart> parts;
  size_t next = 0;
  for (const MessagePart& part : site.parts) {
    ExplainedPart explained;
    explained.literal = part.slot < 0;
    if (explained.literal) {
      explained.text = part.literal;
      parts.push_back(std::move(explained));
      continue;
    }
    if (next == values.size()) {
      return absl::InternalError(fmt::format("the device recorded {} values only", next));
    }
    explained.value = values[next++];
    explained.conversion = part.conversion;
    explained.format = part.format;
    parts.push_back(std::move(explained));
  }
  return parts;
}

}  // namespace

SourceSpan SpanOf(const LineTable& lines, int64_t point) {
  const bool known = point >= 0 && point < static_cast<int64_t>(lines.spans.size());
  return known ? lines.spans[static_cast<size_t>(point)] : SourceSpan{};
}

absl::StatusOr<ExplainedException> Explain(const KernelMeta& meta, const LineTable& lines,
                                           const RaisedException& raised) {
  PYASC_ASSIGN_OR_RETURN(const Site* site, FindSite(meta, raised.site));
  ExplainedException explained;
  explained.type = site->exception;
  PYASC_ASSIGN_OR_RETURN(explained.parts, ExplainParts(*site, raised.values));
  explained.span = SpanOf(lines, site->point);
  if (raised.loop_indices.size() != site->loops.size()) {
    return absl::InternalError(fmt::format("the device recorded {} of {} loop indices",
                                           raised.loop_indices.size(), site->loops.size()));
  }
  for (size_t i = 0; i < site->loops.size(); ++i) {
    explained.loops.push_back({.name = site->loops[i], .value = raised.loop_indices[i]});
  }
  return explained;
}

absl::StatusOr<ExplainedPrint> Explain(const KernelMeta& meta, const LineTable& lines,
                                       const PrintedLine& printed) {
  PYASC_ASSIGN_OR_RETURN(const Site* site, FindSite(meta, printed.site));
  PYASC_ASSIGN_OR_RETURN(auto parts, ExplainParts(*site, printed.values));
  return ExplainedPrint{
      .parts = std::move(parts), .end = site->end, .span = SpanOf(lines, site->point)};
}

std::vector<Diagnostic> WithSpans(std::vector<Diagnostic> diagnostics, const LineTable& lines) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.point >= 0) diagnostic.span = SpanOf(lines, diagnostic.point);
  }
  return diagnostics;
}

}  // namespace pyasc
