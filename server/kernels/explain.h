// What a kernel recorded by number, in the terms of the user's own text.
#ifndef PYASC_SERVER_KERNELS_EXPLAIN_H_
#define PYASC_SERVER_KERNELS_EXPLAIN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/compile_job.h"
#include "base/signature.h"
#include "server/device/device.h"

namespace pyasc {

// Literal text, or a value that the client formats as Python does.
struct ExplainedPart {
  bool literal = true;
  std::string text;  // literal
  Scalar value;      // else, with how it is formatted:
  char conversion = 0;
  std::string format;
};

struct ExplainedLoop {
  std::string name;
  Int128 value = 0;
};

struct ExplainedException {
  std::string type;
  std::vector<ExplainedPart> parts;
  SourceSpan span;
  std::vector<ExplainedLoop> loops;  // outermost first
};

struct ExplainedPrint {
  std::vector<ExplainedPart> parts;
  std::string end;
  SourceSpan span;
};

// kInternal: the device names a site or a value that the kernel does not have.
absl::StatusOr<ExplainedException> Explain(const KernelMeta& meta, const LineTable& lines,
                                           const RaisedException& raised);
absl::StatusOr<ExplainedPrint> Explain(const KernelMeta& meta, const LineTable& lines,
                                       const PrintedLine& printed);

// The span of a program point; an empty one for a point the text does not have.
SourceSpan SpanOf(const LineTable& lines, int64_t point);

// Gives each diagnostic that names a point its span.
std::vector<Diagnostic> WithSpans(std::vector<Diagnostic> diagnostics, const LineTable& lines);

}  // namespace pyasc

#endif  // PYASC_SERVER_KERNELS_EXPLAIN_H_
