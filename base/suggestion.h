// "did you mean": finds the name that was meant by one that means nothing.
#ifndef PYASC_BASE_SUGGESTION_H_
#define PYASC_BASE_SUGGESTION_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace pyasc {

// Keeps what is nearest of the names it is shown; of equally near ones, the first. What
// differs in more than a third of the name is nothing. Not thread-safe.
class Suggestion {
 public:
  // `wanted` must outlive the suggestion, and so must the names considered.
  explicit Suggestion(std::string_view wanted);

  void Consider(std::string_view name);

  // Empty if nothing is near.
  std::string_view best() const { return best_; }

 private:
  std::string_view wanted_;
  std::string_view best_;
  size_t best_distance_;
};

}  // namespace pyasc

#endif  // PYASC_BASE_SUGGESTION_H_
