// A zygote whose children do what the request's text says. zygote_test starts it.
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
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
  int death_signal = 0;
  ::prctl(PR_GET_PDEATHSIG, &death_signal);
  return fmt::format("data={} cpu={} core={} no_new_privs={} death_signal={}", data.rlim_cur,
                     processor.rlim_cur, core.rlim_cur, ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0),
                     death_signal);
}

// How many descriptors above standard error are open.
std::string OpenDescriptors() {
  int count = 0;
  DIR* directory = ::opendir("/proc/self/fd");
  while (const dirent* entry = ::readdir(directory)) {
    const int fd = std::atoi(entry->d_name);
    if (fd > STDERR_FILENO && fd != ::dirfd(directory)) ++count;
  }
  ::closedir(directory);
  return std::to_string(count);
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
