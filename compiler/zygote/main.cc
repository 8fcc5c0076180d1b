// pyascd-compile: the processes that read operators and make kernels. pyascd starts it.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/confine.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "compiler/compiler.h"
#include "compiler/zygote/compile_handler.h"
#include "compiler/zygote/zygote.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr std::string_view kUsage =
    "usage: pyascd-compile --control-fd=N --processor-s=N [--sandbox=N] [--account=UID:GID]\n"
    "\n"
    "Compiles operators in processes of their own. pyascd starts it and talks to it on\n"
    "the socket N; it ends when that socket closes.\n"
    "\n"
    "  --control-fd=N     descriptor of the control socket\n"
    "  --processor-s=N    seconds of processor time that one compile may use\n"
    "  --sandbox=N        1: a system call filter, 2: Landlock too, 3: started in namespaces too\n"
    "  --account=UID:GID  become this account before the first compile\n"
    "  --version          print the version and exit\n"
    "  --help             print this text and exit\n";

constexpr int kUsageError = 2;

struct Options {
  int control_fd = -1;
  int processor_s = 0;
  Confinement confinement;
};

// Takes an "OPTION=NUMBER".
bool TakeNumber(std::string_view argument, std::string_view option, int* number) {
  if (!argument.starts_with(option)) return false;
  argument.remove_prefix(option.size());
  const auto [end, error] =
      std::from_chars(argument.data(), argument.data() + argument.size(), *number);
  return error == std::errc() && end == argument.data() + argument.size();
}

std::optional<Options> ParseOptions(std::span<char*> arguments) {
  Options options;
  for (const std::string_view argument : arguments) {
    if (TakeNumber(argument, "--control-fd=", &options.control_fd) ||
        TakeNumber(argument, "--processor-s=", &options.processor_s)) {
      continue;
    }
    const absl::StatusOr<bool> taken = options.confinement.TakeArgument(argument);
    if (!taken.ok() || !*taken) return std::nullopt;
  }
  if (options.control_fd <= STDERR_FILENO || options.processor_s <= 0) return std::nullopt;
  return options;
}

// Children inherit this: no terminal's Ctrl-C, no input, nothing on the daemon's output.
absl::Status Detach() {
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGPIPE, SIG_IGN);
  const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null.valid() || ::dup2(null.get(), STDIN_FILENO) < 0 ||
      ::dup2(null.get(), STDOUT_FILENO) < 0) {
    return absl::InternalError(fmt::format("/dev/null: {}", ::strerror(errno)));
  }
  return absl::OkStatus();
}

absl::Status Serve(const Options& options) {
  UniqueFd control(options.control_fd);
  if (::fcntl(control.get(), F_SETFD, FD_CLOEXEC) != 0) {
    return absl::InvalidArgumentError(
        fmt::format("--control-fd={}: {}", control.release(), ::strerror(errno)));
  }
  PYASC_RETURN_IF_ERROR(Detach());
  DieFirstOfMemory();
  Compiler::OnOutOfMemory([] { ::_exit(kExitOutOfMemory); });
  PYASC_ASSIGN_OR_RETURN(const std::unique_ptr<CompileHandler> handler, CompileHandler::Create());
  // Children inherit it all; so far nothing was read that others wrote.
  PYASC_RETURN_IF_ERROR(GiveUpRights(options.confinement));
  return RunZygote(std::move(control), static_cast<uint64_t>(options.processor_s), *handler);
}

int Run(std::span<char*> arguments) {
  const std::string_view only = arguments.size() == 1 ? arguments[0] : "";
  if (only == "--help") {
    fmt::print("{}", kUsage);
    return 0;
  }
  if (only == "--version") {
    fmt::print("pyascd-compile {} ({})\n", kPyascdVersion, kToolchain);
    return 0;
  }
  const std::optional<Options> options = ParseOptions(arguments);
  if (!options.has_value()) {
    fmt::print(stderr, "{}", kUsage);
    return kUsageError;
  }
  const absl::Status status = Serve(*options);
  if (status.ok()) return 0;
  fmt::print(stderr, "event=zygote_failed error=\"{}\"\n", std::string(status.message()));
  return 1;
}

}  // namespace
}  // namespace pyasc

int main(int argc, char** argv) {
  return pyasc::Run(std::span(argv, static_cast<size_t>(argc)).subspan(1));
}
