// pyascd-device: runs kernels for the broker that started it.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/confine.h"
#include "server/device/worker/worker.h"

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

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && ::strcmp(argv[1], "--help") == 0) {
    ::puts("pyascd-device runs kernels for pyascd, which starts it; it has no options");
    return 0;
  }
  pyasc::ControlPage* control = MapControlPage();
  if (control == nullptr) {
    ::fputs("pyascd-device: started without its control page; pyascd starts this program\n",
            stderr);
    return 2;
  }
  ::fcntl(pyasc::kParentSocket, F_SETFD, FD_CLOEXEC);
  ::fcntl(pyasc::kControlPage, F_SETFD, FD_CLOEXEC);
  // A kernel's crash must not write its tensors to a core file.
  absl::Status status = pyasc::ApplyLimits({.core_bytes = 0});
  if (status.ok()) status = pyasc::SetNoNewPrivileges();
  if (status.ok()) status = pyasc::Worker(pyasc::kParentSocket, control).Serve();
  if (status.ok()) return 0;
  ::fprintf(stderr, "pyascd-device: %s\n", status.ToString().c_str());
  return 1;
}
