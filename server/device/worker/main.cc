// pyascd-device: runs kernels for the broker that started it.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/confine.h"
#include "base/frame.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "server/device/worker/worker.h"

#ifdef __SANITIZE_ADDRESS__
#define PYASC_LEAK_CHECK
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PYASC_LEAK_CHECK
#endif
#endif
#ifdef PYASC_LEAK_CHECK
// At the end LeakSanitizer starts a thread and traces its own process, which is forbidden here.
extern "C" int __lsan_is_turned_off() { return 1; }
#endif

namespace {

// The page that the broker shares, or null if this process was not started by a broker.
pyasc::ControlPage* MapControlPage() {
  struct stat file;
  if (::fstat(pyasc::kControlPage, &file) != 0 ||
      file.st_size != static_cast<off_t>(pyasc::kControlPageBytes)) {
    return nullptr;
  }
  void* page = ::mmap(nullptr, pyasc::kControlPageBytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                      pyasc::kControlPage, 0);
  return page == MAP_FAILED ? nullptr : static_cast<pyasc::ControlPage*>(page);
}

// A launch's descriptors, twice over: those of one message and of the one before.
constexpr uint64_t kOpenFiles = 1024;

struct Options {
  pyasc::Confinement confinement;
  std::optional<uint64_t> memory_bytes;
};

absl::StatusOr<Options> ParseOptions(int argc, char** argv) {
  constexpr std::string_view kMemory = "--memory-bytes=";
  Options options;
  for (const std::string_view argument : std::span(argv + 1, static_cast<size_t>(argc - 1))) {
    if (argument.starts_with(kMemory)) {
      options.memory_bytes = std::strtoull(argument.data() + kMemory.size(), nullptr, 10);
      continue;
    }
    PYASC_ASSIGN_OR_RETURN(const bool taken, options.confinement.TakeArgument(argument));
    if (!taken) return absl::InvalidArgumentError(std::string(argument));
  }
  return options;
}

absl::Status ConfineAndServe(const Options& options, pyasc::ControlPage* control) {
  ::fcntl(pyasc::kParentSocket, F_SETFD, FD_CLOEXEC);
  ::fcntl(pyasc::kControlPage, F_SETFD, FD_CLOEXEC);
  pyasc::DieFirstOfMemory();
  // A kernel's crash must not write its tensors to a core file.
  PYASC_RETURN_IF_ERROR(pyasc::ApplyLimits(
      {.data_bytes = options.memory_bytes, .open_files = kOpenFiles, .core_bytes = 0}));
  PYASC_RETURN_IF_ERROR(pyasc::GiveUpRights(options.confinement));
  // Its thread starts with fewer rights, but before none can be started any more.
  pyasc::Worker worker(pyasc::kParentSocket, control);
  PYASC_RETURN_IF_ERROR(pyasc::FilterSystemCalls(pyasc::FilterFor::kDevice));
  PYASC_RETURN_IF_ERROR(pyasc::WriteFrame(pyasc::kParentSocket, pyasc::FrameType::kReady, ""));
  return worker.Serve();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && ::strcmp(argv[1], "--help") == 0) {
    ::puts("pyascd-device runs kernels for pyascd, which starts it and gives it its options");
    return 0;
  }
  if (argc == 2 && ::strcmp(argv[1], "--version") == 0) {
    ::printf("pyascd-device %s\n", pyasc::kPyascdVersion.data());
    return 0;
  }
  pyasc::ControlPage* control = MapControlPage();
  if (control == nullptr) {
    ::fputs("pyascd-device: started without its control page; pyascd starts this program\n",
            stderr);
    return 2;
  }
  const absl::StatusOr<Options> options = ParseOptions(argc, argv);
  const absl::Status status = options.ok() ? ConfineAndServe(*options, control) : options.status();
  if (status.ok()) return 0;
  ::fprintf(stderr, "pyascd-device: %s\n", status.ToString().c_str());
  return 1;
}
