// What a confined process tries, and what comes of it.
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/confine.h"
#include "base/memfd.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

constexpr size_t kPage = 4096;

// What the confined process has from before.
struct Before {
  UniqueFd image = *MakeSealedMemfd("image", std::string(kPage, '\xc3'));
  UniqueFd pipe_end;
  void* page = ::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pid_t parent = 0;
};

// The raw call, not the C library's: what a kernel would do.
template <typename... Arguments>
long Call(long number, Arguments... arguments) {
  const long result = ::syscall(number, arguments...);
  return result < 0 ? -errno : result;
}

long MapPage(const Before& before, int protection, int flags) {
  const int fd = (flags & MAP_ANONYMOUS) != 0 ? -1 : before.image.get();
  void* address = (flags & MAP_FIXED) != 0 ? before.page : nullptr;
  const long result =
      Call(SYS_mmap, address, kPage, protection, flags, fd, 0L);  // an int has no upper half
  return result < 0 && result > -4096 ? result : 0;
}

struct Row {
  std::string name;
  long (*attempt)(const Before& before);
  int outcome;  // 0: succeeds; above: this error; below: killed by this signal
};

constexpr int kRefused = EPERM;
constexpr int kDeadly = -SIGSYS;

// What comes of `attempt` in a process confined for `whom`.
int OutcomeOf(const Row& row, FilterFor whom) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const UniqueFd read_end(ends[0]);
  Before before;
  before.pipe_end = UniqueFd(ends[1]);
  before.parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    const Confinement confinement;
    if (!ApplyLimits({}).ok() || !GiveUpRights(confinement).ok() || !FilterSystemCalls(whom).ok()) {
      ::_exit(255);
    }
    const long result = row.attempt(before);
    ::_exit(result < 0 ? static_cast<int>(-result) : 0);
  }
  ::munmap(before.page, kPage);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void ExpectOutcomes(const std::vector<Row>& rows, FilterFor whom) {
  for (const Row& row : rows) EXPECT_EQ(OutcomeOf(row, whom), row.outcome) << row.name;
}

const std::vector<Row> kFiles = {
    {"openat", [](const Before&) { return Call(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY); },
     kRefused},
    {"openat to create",
     [](const Before&) { return Call(SYS_openat, AT_FDCWD, "/tmp/pyasc-x", O_CREAT, 0600); },
     kRefused},
    {"stat", [](const Before&) { return Call(SYS_newfstatat, AT_FDCWD, "/", nullptr, 0); },
     kRefused},
    {"unlinkat", [](const Before&) { return Call(SYS_unlinkat, AT_FDCWD, "/none", 0); }, kRefused},
    {"chdir", [](const Before&) { return Call(SYS_chdir, "/"); }, kRefused},
    {"readlinkat",
     [](const Before&) { return Call(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", nullptr, 0); },
     kRefused},
    {"write elsewhere",
     [](const Before& before) { return Call(SYS_write, before.pipe_end.get(), "x", 1); }, kRefused},
    {"ftruncate", [](const Before& before) { return Call(SYS_ftruncate, before.image.get(), 0); },
     kRefused},
    {"ioctl", [](const Before&) { return Call(SYS_ioctl, 0, TIOCSTI, "x"); }, kRefused},
    {"dup", [](const Before&) { return Call(SYS_dup, 0); }, kRefused},
    {"memfd_create", [](const Before&) { return Call(SYS_memfd_create, "x", 0); }, kDeadly},
    {"mount", [](const Before&) { return Call(SYS_mount, "none", "/", "tmpfs", 0, nullptr); },
     kDeadly},
    {"chroot", [](const Before&) { return Call(SYS_chroot, "/"); }, kDeadly},
};

const std::vector<Row> kProcesses = {
    {"socket", [](const Before&) { return Call(SYS_socket, AF_INET, SOCK_STREAM, 0); }, kDeadly},
    {"unix socket", [](const Before&) { return Call(SYS_socket, AF_UNIX, SOCK_STREAM, 0); },
     kDeadly},
    {"socketpair", [](const Before&) { return Call(SYS_socketpair, AF_UNIX, 1, 0, nullptr); },
     kDeadly},
    {"connect", [](const Before&) { return Call(SYS_connect, 0, nullptr, 0); }, kDeadly},
    {"kill", [](const Before& before) { return Call(SYS_kill, before.parent, 0); }, kDeadly},
    {"tkill", [](const Before& before) { return Call(SYS_tkill, before.parent, 0); }, kDeadly},
    {"tgkill of another",
     [](const Before& before) { return Call(SYS_tgkill, before.parent, before.parent, 0); },
     kRefused},
    {"F_SETOWN to another",
     [](const Before& before) { return Call(SYS_fcntl, 0, F_SETOWN, before.parent); }, kRefused},
    {"F_SETSIG", [](const Before&) { return Call(SYS_fcntl, 0, F_SETSIG, SIGKILL); }, kRefused},
    {"pidfd_open", [](const Before& before) { return Call(SYS_pidfd_open, before.parent, 0); },
     kDeadly},
    {"ptrace",
     [](const Before& before) { return Call(SYS_ptrace, PTRACE_ATTACH, before.parent, 0, 0); },
     kDeadly},
    {"process_vm_readv",
     [](const Before& before) {
       return Call(SYS_process_vm_readv, before.parent, nullptr, 0, nullptr, 0, 0);
     },
     kDeadly},
    {"clone", [](const Before&) { return Call(SYS_clone, SIGCHLD, 0, 0, 0, 0); }, kDeadly},
    {"clone3", [](const Before&) { return Call(SYS_clone3, nullptr, 0); }, ENOSYS},
    {"fork()", [](const Before&) { return static_cast<long>(::fork()); }, kDeadly},
    {"execve", [](const Before&) { return Call(SYS_execve, "/bin/true", nullptr, nullptr); },
     kDeadly},
    {"execveat",
     [](const Before& before) {
       return Call(SYS_execveat, before.image.get(), "", nullptr, nullptr, AT_EMPTY_PATH);
     },
     kDeadly},
    {"unshare", [](const Before&) { return Call(SYS_unshare, CLONE_NEWUSER); }, kDeadly},
    {"setuid", [](const Before&) { return Call(SYS_setuid, 0); }, kDeadly},
    {"prctl", [](const Before&) { return Call(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0); }, kRefused},
    {"prlimit",
     [](const Before& before) {
       return Call(SYS_prlimit64, before.parent, RLIMIT_CORE, nullptr, nullptr);
     },
     kRefused},
    {"prlimit to set",
     [](const Before&) {
       const rlimit more{RLIM_INFINITY, RLIM_INFINITY};
       return Call(SYS_prlimit64, 0, RLIMIT_DATA, &more, nullptr);
     },
     kRefused},
    {"bpf", [](const Before&) { return Call(SYS_bpf, 0, nullptr, 0); }, kDeadly},
    {"io_uring", [](const Before&) { return Call(SYS_io_uring_setup, 1, nullptr); }, kDeadly},
    {"userfaultfd", [](const Before&) { return Call(SYS_userfaultfd, 0); }, kDeadly},
    {"keyctl", [](const Before&) { return Call(SYS_keyctl, 0, 0, 0, 0, 0); }, kDeadly},
    {"a call of the future", [](const Before&) { return Call(100'000); }, kRefused},
#ifdef __x86_64__
    {"a call of another table", [](const Before&) { return Call(0x4000'0000 | SYS_getpid); },
     kDeadly},
#endif
};

const std::vector<Row> kMemory = {
    {"mprotect to executable",
     [](const Before& before) {
       return Call(SYS_mprotect, before.page, kPage, PROT_READ | PROT_EXEC);
     },
     kRefused},
    {"mprotect", [](const Before& before) { return Call(SYS_mprotect, before.page, kPage, 0); }, 0},
    {"pkey_mprotect",
     [](const Before& before) { return Call(SYS_pkey_mprotect, before.page, kPage, PROT_EXEC, 0); },
     kDeadly},
    {"personality", [](const Before&) { return Call(SYS_personality, 0x0400000); }, kDeadly},
    {"anonymous executable",
     [](const Before& before) {
       return MapPage(before, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS);
     },
     kRefused},
    {"writable and executable",
     [](const Before& before) {
       return MapPage(before, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE);
     },
     kRefused},
    {"shared executable",
     [](const Before& before) { return MapPage(before, PROT_READ | PROT_EXEC, MAP_SHARED); },
     kRefused},
    {"executable over other memory",
     [](const Before& before) {
       return MapPage(before, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED);
     },
     kRefused},
    {"memory",
     [](const Before& before) {
       return MapPage(before, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS);
     },
     0},
    {"a large heap block",
     [](const Before&) { return std::make_unique<char[]>(64 << 20) != nullptr ? 0L : -ENOMEM; }, 0},
    {"last words", [](const Before&) { return Call(SYS_write, STDERR_FILENO, "", 0); }, 0},
    {"abort", [](const Before&) -> long { ::abort(); }, -SIGABRT},
};

class FilterTest : public ::testing::TestWithParam<FilterFor> {};

TEST_P(FilterTest, FilesAreOutOfReach) { ExpectOutcomes(kFiles, GetParam()); }
TEST_P(FilterTest, SocketsProcessesAndTheKernelAreOutOfReach) {
  ExpectOutcomes(kProcesses, GetParam());
}
TEST_P(FilterTest, NothingBecomesExecutable) { ExpectOutcomes(kMemory, GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, FilterTest,
                         ::testing::Values(FilterFor::kCompile, FilterFor::kDevice));

TEST(FilterTest, OnlyDevicesMapImages) {
  const Row image{
      "image",
      [](const Before& before) { return MapPage(before, PROT_READ | PROT_EXEC, MAP_PRIVATE); }, 0};
  EXPECT_EQ(OutcomeOf(image, FilterFor::kDevice), 0);
  EXPECT_EQ(OutcomeOf(image, FilterFor::kCompile), kRefused);
}

TEST(FilterTest, OnlyCompilesAreToldOfHangUps) {
  const Row own{"F_SETOWN", [](const Before&) { return Call(SYS_fcntl, 0, F_SETOWN, ::getpid()); },
                0};
  EXPECT_EQ(OutcomeOf(own, FilterFor::kCompile), 0);
  EXPECT_EQ(OutcomeOf(own, FilterFor::kDevice), kRefused);
}

TEST(FilterTest, HoldsForThreadsStartedBefore) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::atomic<bool> filtered = false;
    long result = 0;
    std::thread thread([&] {
      while (!filtered) std::this_thread::yield();
      result = Call(SYS_openat, AT_FDCWD, "/", O_RDONLY);
    });
    if (!GiveUpRights({}).ok() || !FilterSystemCalls(FilterFor::kDevice).ok()) ::_exit(255);
    filtered = true;
    thread.join();
    ::_exit(static_cast<int>(-result));
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), EPERM) << status;
}

}  // namespace
}  // namespace pyasc
