// Test tool: parses texts from standard input for a test that compares with CPython.
// Input and output are frames, a decimal length, a newline, that many bytes. One text
// gives five frames: the diagnostics (one a line), the tree, the normalised text, the
// same of the normalised text parsed again, and the ordinals' spans.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>

#include "compiler/syntax/parser.h"

namespace {

bool ReadFrame(std::string* frame) {
  size_t size = 0;
  if (!(std::cin >> size)) return false;
  std::cin.get();
  frame->resize(size);
  std::cin.read(frame->data(), static_cast<std::streamsize>(size));
  return std::cin.good();
}

void WriteFrame(const std::string& frame) { fmt::print("{}\n{}\n", frame.size(), frame); }

std::string Describe(const std::vector<pyasc::Diagnostic>& diagnostics) {
  std::string text;
  for (const pyasc::Diagnostic& diagnostic : diagnostics) {
    text += fmt::format("{} {}:{}-{}:{} {}\n", diagnostic.code, diagnostic.span.line,
                        diagnostic.span.column, diagnostic.span.end_line,
                        diagnostic.span.end_column, diagnostic.message);
  }
  return text;
}

std::string Spans(const pyasc::syntax::Function& function) {
  std::string text;
  for (const pyasc::SourceSpan& span : pyasc::syntax::Lines(function).spans) {
    text += fmt::format("{} {} {} {}\n", span.line, span.column, span.end_line, span.end_column);
  }
  return text;
}

}  // namespace

int main() {
  for (std::string text; ReadFrame(&text);) {
    std::vector<pyasc::Diagnostic> diagnostics;
    const auto function = pyasc::syntax::Parse(text, &diagnostics);
    WriteFrame(Describe(diagnostics));
    if (function == nullptr) {
      for (int i = 0; i < 4; ++i) WriteFrame("");
      continue;
    }
    WriteFrame(pyasc::syntax::DumpAst(*function));
    const std::string normalised = pyasc::syntax::Normalise(*function);
    WriteFrame(normalised);
    std::vector<pyasc::Diagnostic> again;
    const auto parsed = pyasc::syntax::Parse(normalised, &again);
    WriteFrame(parsed == nullptr
                   ? Describe(again)
                   : fmt::format("{}\n{}\n{}", parsed->node_count, function->node_count,
                                 pyasc::syntax::Normalise(*parsed)));
    WriteFrame(Spans(*function));
  }
  return 0;
}
