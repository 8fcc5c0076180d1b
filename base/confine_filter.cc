#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <initializer_list>
#include <memory>

#include "base/confine.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

// Without conditions. Nothing that opens, and no read: frames come by recvmsg.
constexpr int kAllowed[] = {
    SCMP_SYS(recvmsg),
    SCMP_SYS(sendmsg),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(brk),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(sched_yield),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getrandom),
    SCMP_SYS(getrusage),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(restart_syscall),
};

// What only an attack tries. clone3 is not among them: the C library takes ENOSYS for an
// old kernel and tries clone.
constexpr int kDeadly[] = {
    SCMP_SYS(execve),
    SCMP_SYS(execveat),
    SCMP_SYS(fork),
    SCMP_SYS(vfork),
    SCMP_SYS(clone),
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(process_madvise),
    SCMP_SYS(pidfd_open),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo),
    SCMP_SYS(tkill),
    SCMP_SYS(kill),
    SCMP_SYS(socket),
    SCMP_SYS(socketpair),
    SCMP_SYS(connect),
    SCMP_SYS(bind),
    SCMP_SYS(listen),
    SCMP_SYS(accept),
    SCMP_SYS(accept4),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(setns),
    SCMP_SYS(unshare),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(kexec_load),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    SCMP_SYS(setuid),
    SCMP_SYS(setresuid),
    SCMP_SYS(setgroups),
    SCMP_SYS(memfd_create),
    SCMP_SYS(memfd_secret),
    SCMP_SYS(pkey_mprotect),
    SCMP_SYS(personality),
    SCMP_SYS(open_by_handle_at),
};

class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_ERRNO(EPERM))) {
    if (context_ == nullptr) failure_ = ENOMEM;
    Set(SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);  // other architectures' tables
    Set(SCMP_FLTATR_CTL_TSYNC, 1);
    Set(SCMP_FLTATR_CTL_OPTIMIZE, 2);
  }
  ~Filter() {
    if (context_ != nullptr) ::seccomp_release(context_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  void Rule(uint32_t action, int call, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    if (failure_ != 0) return;
    failure_ = -::seccomp_rule_add_array(
        context_, action, call, static_cast<unsigned>(conditions.size()), conditions.begin());
  }
  void Allow(int call, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    Rule(SCMP_ACT_ALLOW, call, conditions);
  }

  absl::Status Load() {
    if (failure_ == 0) failure_ = -::seccomp_load(context_);
    if (failure_ == 0) return absl::OkStatus();
    return absl::InternalError(fmt::format("system call filter: {}", ::strerror(failure_)));
  }

 private:
  void Set(scmp_filter_attr attribute, uint32_t value) {
    if (failure_ == 0) failure_ = -::seccomp_attr_set(context_, attribute, value);
  }

  const scmp_filter_ctx context_;
  int failure_ = 0;  // of the first call that failed
};

void AllowMemory(Filter& filter) {
  filter.Allow(SCMP_SYS(mmap), {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)});
  filter.Allow(SCMP_SYS(mprotect), {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)});
}

// Executable are only private mappings of a file, never writable. A filter cannot see which
// file. What else holds: this process opens and makes no file (open, memfd_create, socket
// are refused), so a descriptor is one that came over its one socket, from the broker: an
// image, sealed, or tensors' memory. A kernel that has already taken the process over can
// map the latter, and gains nothing: its code runs under this filter all the same.
void AllowImages(Filter& filter) {
  constexpr uint64_t kNegative = 0x8000'0000;  // the kernel looks at 32 bits of it
  filter.Allow(SCMP_SYS(mmap),
               {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC | PROT_WRITE, PROT_EXEC),
                SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_ANONYMOUS | MAP_FIXED, MAP_PRIVATE),
                SCMP_A4(SCMP_CMP_MASKED_EQ, kNegative, 0)});
}

// The end of a peer is told by SIGIO to this process. F_SETOWN with another's number, or
// F_SETSIG, would be a way to signal others.
void AllowHangUpSignal(Filter& filter) {
  constexpr uint64_t kInt = 0xffff'ffff;
  const auto self = static_cast<uint64_t>(::getpid());
  filter.Allow(SCMP_SYS(fcntl), {SCMP_A1(SCMP_CMP_EQ, F_GETFL)});
  filter.Allow(SCMP_SYS(fcntl), {SCMP_A1(SCMP_CMP_EQ, F_SETFL)});
  filter.Allow(SCMP_SYS(fcntl),
               {SCMP_A1(SCMP_CMP_EQ, F_SETOWN), SCMP_A2(SCMP_CMP_MASKED_EQ, kInt, self)});
}

}  // namespace

absl::Status FilterSystemCalls(FilterFor whom) {
  Filter filter;
  for (const int call : kAllowed) filter.Allow(call);
  for (const int call : kDeadly) filter.Rule(SCMP_ACT_KILL_PROCESS, call);
  filter.Rule(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
  AllowMemory(filter);
  // Last words; the C library's, of a heap that is corrupt, come by writev.
  filter.Allow(SCMP_SYS(write), {SCMP_A0(SCMP_CMP_EQ, STDERR_FILENO)});
  filter.Allow(SCMP_SYS(writev), {SCMP_A0(SCMP_CMP_EQ, STDERR_FILENO)});
  // Limits may be read.
  filter.Allow(SCMP_SYS(prlimit64), {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0)});
  // abort()
  filter.Allow(SCMP_SYS(tgkill), {SCMP_A0(SCMP_CMP_EQ, static_cast<uint64_t>(::getpid()))});
  if (whom == FilterFor::kDevice) {
    AllowImages(filter);
    filter.Allow(SCMP_SYS(fcntl), {SCMP_A1(SCMP_CMP_EQ, F_GET_SEALS)});
  } else {
    AllowHangUpSignal(filter);
  }
  return filter.Load();
}

}  // namespace pyasc
