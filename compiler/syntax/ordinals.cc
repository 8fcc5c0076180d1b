// Numbering of the nodes, and the line table that follows it.
#include "compiler/syntax/parser.h"
#include "compiler/syntax/walk.h"

namespace pyasc::syntax {

void AssignOrdinals(Function& function) {
  uint32_t next = 1;
  const auto number = [&next](auto& node) { node.ordinal = next++; };
  WalkBlock(function.body, number, number);
  function.node_count = next;
}

LineTable Lines(const Function& function) {
  LineTable lines;
  lines.spans.resize(function.node_count);
  lines.spans[0] = function.span;
  const auto record = [&lines](const auto& node) { lines.spans[node.ordinal] = node.span; };
  WalkBlock(function.body, record, record);
  return lines;
}

}  // namespace pyasc::syntax
