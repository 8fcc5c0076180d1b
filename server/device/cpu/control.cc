#include "server/device/cpu/control.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {

absl::StatusOr<std::unique_ptr<Control>> Control::Create() {
  UniqueFd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake.valid()) {
    return absl::ResourceExhaustedError(fmt::format("eventfd: {}", ::strerror(errno)));
  }
  PYASC_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> memory, AllocateBuffer(kControlPageBytes));
  void* page = ::mmap(nullptr, kControlPageBytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                      memory->memory.get(), 0);
  if (page == MAP_FAILED) {
    return absl::ResourceExhaustedError(
        fmt::format("mmap of a control page: {}", ::strerror(errno)));
  }
  return std::unique_ptr<Control>(
      new Control(std::move(memory), static_cast<ControlPage*>(page), std::move(wake)));
}

Control::~Control() { ::munmap(page_, kControlPageBytes); }

void Control::Stop() {
  stopped_ = true;
  std::atomic_ref(page_->stopped).store(1);
  std::atomic_ref(page_->cancel).store(1);
}

void Control::Cancel() { std::atomic_ref(page_->cancel).store(1); }

void Control::Wake() { ::eventfd_write(wake_.get(), 1); }

bool Control::AwaitMessage(int socket) {
  pollfd set[2] = {{socket, POLLIN, 0}, {wake_.get(), POLLIN, 0}};
  while (::poll(set, 2, -1) < 0 && errno == EINTR) {
  }
  eventfd_t wakes;
  if (set[1].revents != 0) ::eventfd_read(wake_.get(), &wakes);
  return set[0].revents != 0;
}

void Control::Renew() {
  std::atomic_ref(page_->cancel).store(0);
  std::atomic_ref(page_->stopped).store(0);
  if (stopped_) Stop();
}

}  // namespace pyasc
