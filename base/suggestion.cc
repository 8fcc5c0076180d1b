#include "base/suggestion.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace pyasc {
namespace {

// Edits between two short names: one character more, less or other, or two swapped.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    before = last;
    last = row;
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

Suggestion::Suggestion(std::string_view wanted)
    : wanted_(wanted), best_distance_((wanted.size() + 2) / 3) {}

void Suggestion::Consider(std::string_view name) {
  constexpr size_t kLongest = 40;
  if (name.size() > kLongest || wanted_.size() > kLongest) return;
  const size_t distance = EditDistance(wanted_, name);
  // A name of one letter is near to every other.
  if (distance >= std::max(name.size(), wanted_.size())) return;
  if (distance > best_distance_ || (distance == best_distance_ && !best_.empty())) return;
  best_ = name;
  best_distance_ = distance;
}

}  // namespace pyasc
