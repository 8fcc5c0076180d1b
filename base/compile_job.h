// The two questions a compile process answers, as values (base/encoding.h encodes them).
#ifndef PYASC_BASE_COMPILE_JOB_H_
#define PYASC_BASE_COMPILE_JOB_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/signature.h"
#include "base/specialisation.h"

namespace pyasc {

// A stretch of the operator's own text. Lines count from 1 within the text sent,
// columns from 0 in UTF-8 bytes, as in CPython's ast; `end` is exclusive.
struct SourceSpan {
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
};

// Spans of the AST nodes by ordinal: preorder of the normalised function
// (compiler/syntax/ast.h). It belongs to a text, never to a kernel.
struct LineTable {
  std::vector<SourceSpan> spans;
};

// A mistake in the user's operator.
struct Diagnostic {
  std::string code;     // stable, "PA0101"
  std::string message;  // what is wrong, with the value
  std::string hint;     // what to write instead; may be empty
  SourceSpan span;      // valid if point < 0
  int32_t point = -1;   // ordinal; the broker turns it into a span
};

// Limits that name themselves in their diagnostic.
inline constexpr size_t kMaxSourceBytes = 1 << 20;

struct AnalyseRequest {
  std::string text;  // as the client sent it: any bytes
  std::vector<Capture> captures;
};

struct Analysis {
  std::vector<Diagnostic> diagnostics;  // not empty: the rest is unspecified
  std::string normalised;
  std::string function_name;
  LineTable lines;
  Signature signature;
};

// Everything that decides the image: what the kernel's key is made of, and the stages.
struct CompileRequest {
  std::string normalised;
  Specialisation specialisation;
  std::vector<std::string> stages;  // names of the stages whose text is wanted
};

struct Compilation {
  std::vector<Diagnostic> diagnostics;  // by ordinal; not empty: no image
  std::string image;                    // starts with abi::ImageHeader
  KernelMeta meta;
  std::map<std::string, std::string> stages;
};

}  // namespace pyasc

#endif  // PYASC_BASE_COMPILE_JOB_H_
