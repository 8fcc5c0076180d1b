#include "compiler/tools/extract.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "fmt/format.h"

namespace pyasc {
namespace {

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

size_t Indent(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// "" if the line begins no function.
std::string_view DefinedName(std::string_view line) {
  line.remove_prefix(Indent(line));
  if (!line.starts_with("def ")) return "";
  line.remove_prefix(4);
  line.remove_prefix(Indent(line));
  return line.substr(0, std::min(line.find_first_of("( \t"), line.size()));
}

// Whether a function indented by `indent` may go on with the line: blank, a comment,
// deeper, or the end of a parenthesis.
bool Continues(std::string_view line, size_t indent) {
  const size_t own = Indent(line);
  const std::string_view rest = line.substr(own);
  if (rest.empty() || rest.find_first_not_of("\r\n") == rest.npos || rest.front() == '#')
    return true;
  return own > indent || rest.front() == ')' || rest.front() == ']' || rest.front() == '}';
}

}  // namespace

absl::StatusOr<Extracted> ExtractFunction(std::string_view file, std::string_view name) {
  const std::vector<std::string_view> lines = Lines(file);
  std::vector<size_t> found;
  std::string names;
  std::optional<size_t> outer;  // indent of the function that the line is in
  for (size_t i = 0; i < lines.size(); ++i) {
    if (outer.has_value() && !Continues(lines[i], *outer)) outer.reset();
    const std::string_view defined = DefinedName(lines[i]);
    if (defined.empty() || outer.has_value()) continue;
    outer = Indent(lines[i]);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", defined);
    if (name.empty() || name == defined) found.push_back(i);
  }
  if (found.size() != 1)
    return absl::NotFoundError(
        fmt::format("{} functions {}; there are: {}", found.size(),
                    name.empty() ? "to choose from" : fmt::format("named '{}'", name),
                    names.empty() ? "none" : names));
  const size_t first = found[0];
  Extracted extracted;
  extracted.first_line = static_cast<uint32_t>(first + 1);
  extracted.text = lines[first];
  for (size_t i = first + 1; i < lines.size() && Continues(lines[i], Indent(lines[first])); ++i)
    extracted.text += lines[i];
  return extracted;
}

}  // namespace pyasc
