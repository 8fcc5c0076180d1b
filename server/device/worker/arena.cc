#include "server/device/worker/arena.h"

#include <algorithm>

namespace pyasc {
namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kChunkBytes = 1u << 20;
constexpr int64_t kMaxBytes = int64_t{1} << 46;  // an address space's worth
// A mark is a chunk's index and the bytes used in it.
constexpr int kUsedBits = 47;

}  // namespace

void* Arena::Allocate(int64_t bytes) {
  if (bytes < 0 || bytes > kMaxBytes) return nullptr;
  const size_t wanted =
      std::max(kAlignment, (static_cast<size_t>(bytes) + kAlignment - 1) / kAlignment * kAlignment);
  if (chunks_.empty() || chunks_[chunk_].bytes() - used_ < wanted) {
    const size_t next = chunks_.empty() ? 0 : chunk_ + 1;
    if (next < chunks_.size() && chunks_[next].bytes() < wanted) {
      chunks_.erase(chunks_.begin() + static_cast<ptrdiff_t>(next), chunks_.end());
    }
    if (next == chunks_.size()) {
      absl::StatusOr<Mapping> fresh = Mapping::Anonymous(std::max(wanted, kChunkBytes));
      if (!fresh.ok()) return nullptr;
      chunks_.push_back(*std::move(fresh));
    }
    chunk_ = next;
    used_ = 0;
  }
  void* place = chunks_[chunk_].base() + used_;
  used_ += wanted;
  return place;
}

uint64_t Arena::Mark() const { return uint64_t{chunk_} << kUsedBits | used_; }

void Arena::Release(uint64_t mark) {
  if (mark > Mark()) return;
  chunk_ = mark >> kUsedBits;
  used_ = mark & ((uint64_t{1} << kUsedBits) - 1);
  while (chunks_.size() > chunk_ + 1 && chunks_.back().bytes() > kChunkBytes) chunks_.pop_back();
}

}  // namespace pyasc
