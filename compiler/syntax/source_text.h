// The text of one operator as the parser reads it: valid UTF-8 without NUL and BOM, every
// line end a '\n'. Offsets are bytes of this text; lines and columns are those of the
// text as given.
#ifndef PYASC_COMPILER_SYNTAX_SOURCE_TEXT_H_
#define PYASC_COMPILER_SYNTAX_SOURCE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/compile_job.h"

namespace pyasc::syntax {

class SourceText {
 public:
  // nullopt, with one diagnostic, for text that is too large or not text.
  static std::optional<SourceText> Create(std::string_view raw,
                                          std::vector<Diagnostic>* diagnostics);

  std::string_view text() const { return text_; }
  size_t size() const { return text_.size(); }
  std::string_view Slice(size_t begin, size_t end) const {
    return text().substr(begin, end - begin);
  }

  // The stretch [begin, end).
  SourceSpan Span(size_t begin, size_t end) const;
  uint32_t Line(size_t offset) const;

 private:
  explicit SourceText(std::string text);

  std::string text_;
  std::vector<size_t> line_starts_;
};

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_SOURCE_TEXT_H_
