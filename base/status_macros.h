// Early return on a bad absl::Status, and a check of our own invariants.
#ifndef PYASC_BASE_STATUS_MACROS_H_
#define PYASC_BASE_STATUS_MACROS_H_

#include <cstdio>
#include <cstdlib>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#define PYASC_CONCAT_(a, b) a##b
#define PYASC_CONCAT(a, b) PYASC_CONCAT_(a, b)

#define PYASC_RETURN_IF_ERROR(expr)                                   \
  do {                                                                \
    if (absl::Status status_ = (expr); !status_.ok()) return status_; \
  } while (false)

#define PYASC_ASSIGN_OR_RETURN(lhs, expr) \
  PYASC_ASSIGN_OR_RETURN_(PYASC_CONCAT(result_, __LINE__), lhs, expr)
#define PYASC_ASSIGN_OR_RETURN_(result, lhs, expr) \
  auto result = (expr);                            \
  if (!result.ok()) return result.status();        \
  lhs = std::move(result).value()

// Aborts if an invariant of our own code does not hold. Never reachable from input.
#define PYASCD_CHECK(condition)                                                          \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)

#endif  // PYASC_BASE_STATUS_MACROS_H_
