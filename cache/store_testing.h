// What the tests of the stores share.
#ifndef PYASC_CACHE_STORE_TESTING_H_
#define PYASC_CACHE_STORE_TESTING_H_

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "cache/kernel_store.h"
#include "gtest/gtest.h"

namespace pyasc {

// A directory of the test's own, removed at the end; in memory if it can be, where fsync
// costs nothing.
class TempDirectory {
 public:
  TempDirectory()
      : path_((::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : testing::TempDir()) +
              std::string("/pyascd_cache_XXXXXX")) {
    if (::mkdtemp(path_.data()) == nullptr) std::abort();
  }
  ~TempDirectory() { std::filesystem::remove_all(path_); }
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string State() const { return path_ + "/state"; }
  std::string Database() const { return State() + "/kernels.db"; }

 private:
  std::string path_;
};

// A row that differs from every other name's.
inline KernelRow RowNamed(const std::string& name, size_t image_bytes = 100) {
  KernelRow row;
  row.key = Sha256(name);
  row.image = name + std::string(image_bytes, 'i');
  row.meta = "meta of " + name;
  row.normalised = "def " + name + "(): pass";
  row.specialisation = std::string("\0\1", 2) + name;
  row.toolchain = "toolchain";
  row.producer = "local";
  row.operator_name = name;
  row.compile_us = 1234;
  return row;
}

inline AnalysisRow AnalysisNamed(const std::string& name) {
  return {.key = Sha256("analysis " + name),
          .analysis = "analysis of " + name,
          .toolchain = "toolchain"};
}

inline void ExpectSameRow(const KernelRow& row, const KernelRow& expected) {
  EXPECT_EQ(row.key, expected.key);
  EXPECT_EQ(row.image, expected.image);
  EXPECT_EQ(row.meta, expected.meta);
  EXPECT_EQ(row.normalised, expected.normalised);
  EXPECT_EQ(row.specialisation, expected.specialisation);
  EXPECT_EQ(row.toolchain, expected.toolchain);
  EXPECT_EQ(row.producer, expected.producer);
  EXPECT_EQ(row.operator_name, expected.operator_name);
  EXPECT_EQ(row.compile_us, expected.compile_us);
}

inline bool Has(KernelStore& store, const std::string& name) {
  return store.GetKernel(Sha256(name)).ok();
}

// Runs `body` in a child of its own; true if it returned true there.
inline bool InChild(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body() ? 0 : 1);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace pyasc

#endif  // PYASC_CACHE_STORE_TESTING_H_
