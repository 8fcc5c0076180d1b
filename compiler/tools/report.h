// Diagnostics as a compiler prints them.
#ifndef PYASC_COMPILER_TOOLS_REPORT_H_
#define PYASC_COMPILER_TOOLS_REPORT_H_

#include <string>
#include <string_view>

#include "base/compile_job.h"

namespace pyasc {

// "file:line:col: error: message [code]", the source line, a caret below the column and
// the hint. `text` is what was compiled; its first line is line `first_line` of `file`.
// A diagnostic by ordinal gets its span from `lines`.
std::string Report(const Diagnostic& diagnostic, const LineTable& lines, std::string_view text,
                   std::string_view file, uint32_t first_line);

}  // namespace pyasc

#endif  // PYASC_COMPILER_TOOLS_REPORT_H_
