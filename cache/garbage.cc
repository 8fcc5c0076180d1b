#include "cache/garbage.h"

#include <algorithm>

namespace pyasc {

std::vector<StoredRow> ChooseGarbage(std::vector<StoredRow> rows, const GarbageLimits& limits) {
  std::sort(rows.begin(), rows.end(),
            [](const StoredRow& a, const StoredRow& b) { return a.order < b.order; });
  const auto due = [&limits](const StoredRow& row) {
    const bool unused =
        row.kind == RowKind::kKernel && row.used_unix_s < limits.unused_since_unix_s;
    return row.foreign || unused;
  };
  const auto kept = std::stable_partition(rows.begin(), rows.end(), due);
  auto end = kept;
  if (limits.max_bytes.has_value()) {
    uint64_t bytes = 0;
    for (auto row = kept; row != rows.end(); ++row) bytes += row->bytes;
    for (; end != rows.end() && bytes > *limits.max_bytes; ++end) bytes -= end->bytes;
  }
  rows.erase(end, rows.end());
  return rows;
}

void Count(const StoredRow& row, Removed* removed) {
  ++(row.kind == RowKind::kKernel ? removed->kernels : removed->analyses);
  removed->bytes += row.bytes;
}

}  // namespace pyasc
