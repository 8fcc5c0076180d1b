// A zygote whose children do what the request's text says. zygote_test starts it.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "compiler/zygote/zygote.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

std::string AllocateWithoutEnd() {
  std::vector<char*> blocks;
  while (true) {
    blocks.push_back(new char[1 << 20]);
    for (size_t i = 0; i < 1 << 20; i += 4096) blocks.back()[i] = 1;
  }
}

std::string LoopForever() {
  volatile bool more = true;
  while (more) {
  }
  return "";
}

std::string Crash() {
  ::raise(SIGSEGV);
  return "";
}

std::string Limits() {
  rlimit data, processor, core;
  ::getrlimit(RLIMIT_DATA, &data);
  ::getrlimit(RLIMIT_CPU, &processor);
  ::getrlimit(RLIMIT_CORE, &core);
  return fmt::format("data={} cpu={} core={}", data.rlim_cur, processor.rlim_cur, core.rlim_cur);
}

// How many descriptors above standard error are open.
std::string OpenDescriptors() {
  int count = 0;
  struct stat file;
  for (int fd = STDERR_FILENO + 1; fd < 1024; ++fd) {
    if (::syscall(SYS_fstat, fd, &file) == 0) ++count;
  }
  return std::to_string(count);
}

std::string OpenAFile() {
  const int fd = ::open("/dev/null", O_RDONLY);
  return fd < 0 ? ::strerror(errno) : "opened";
}

std::string StartAProgram() {
  ::execl("/bin/true", "true", nullptr);
  return ::strerror(errno);
}

class ScriptedHandler : public JobHandler {
 public:
  void Warm() override { warm_ = true; }

  absl::StatusOr<Answer> Handle(const Frame& request) override {
    if (request.type != FrameType::kAnalyse) return absl::InternalError("not a kAnalyse");
    static const std::map<std::string, std::string (*)()> kScripts = {
        {"allocate", AllocateWithoutEnd},
        {"loop", LoopForever},
        {"crash", Crash},
        {"limits", Limits},
        {"open", OpenAFile},
        {"exec", StartAProgram},
        {"descriptors", OpenDescriptors},
        {"pid", [] { return std::to_string(::getpid()); }},
        {"exit", []() -> std::string { ::_exit(3); }},
        {"large", [] { return std::string(8 << 20, 'x'); }},
        {"too large", [] { return std::string(kMaxFramePayload + 1, 'x'); }},
    };
    const auto script = kScripts.find(request.payload);
    if (script != kScripts.end()) return Answer{FrameType::kAnalysis, script->second()};
    return Answer{FrameType::kAnalysis, (warm_ ? "warm " : "cold ") + request.payload};
  }

 private:
  bool warm_ = false;
};

}  // namespace
}  // namespace pyasc

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  ::signal(SIGINT, SIG_IGN);
  pyasc::ScriptedHandler handler;
  return pyasc::RunZygote(pyasc::UniqueFd(std::atoi(argv[1])), 60, handler).ok() ? 0 : 1;
}
