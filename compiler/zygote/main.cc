// pyascd-compile: the processes that read operators and make kernels. pyascd starts it.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "base/status_macros.h"
#include "base/version.h"
#include "compiler/zygote/compile_handler.h"
#include "compiler/zygote/zygote.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr std::string_view kUsage =
    "usage: pyascd-compile --control-fd=N --processor-s=N\n"
    "\n"
    "Compiles operators in processes of their own. pyascd starts it and talks to it on\n"
    "the socket N; it ends when that socket closes.\n"
    "\n"
    "  --control-fd=N   descriptor of the control socket\n"
    "  --processor-s=N  seconds of processor time that one compile may use\n"
    "  --version        print the version and exit\n"
    "  --help           print this text and exit\n";

constexpr int kUsageError = 2;

// The number of "OPTION=NUMBER", above `over`.
std::optional<int> ParseOption(std::string_view argument, std::string_view option, int over) {
  if (!argument.starts_with(option)) return std::nullopt;
  argument.remove_prefix(option.size());
  int number = -1;
  const auto [end, error] =
      std::from_chars(argument.data(), argument.data() + argument.size(), number);
  if (error != std::errc() || end != argument.data() + argument.size()) return std::nullopt;
  return number > over ? std::optional<int>(number) : std::nullopt;
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

absl::Status Serve(int control_fd, int processor_s) {
  UniqueFd control(control_fd);
  if (::fcntl(control.get(), F_SETFD, FD_CLOEXEC) != 0) {
    return absl::InvalidArgumentError(
        fmt::format("--control-fd={}: {}", control.release(), ::strerror(errno)));
  }
  PYASC_RETURN_IF_ERROR(Detach());
  PYASC_ASSIGN_OR_RETURN(const std::unique_ptr<CompileHandler> handler, CompileHandler::Create());
  return RunZygote(std::move(control), static_cast<uint64_t>(processor_s), *handler);
}

int Run(std::string_view argument, std::string_view second) {
  if (argument == "--help") {
    fmt::print("{}", kUsage);
    return 0;
  }
  if (argument == "--version") {
    fmt::print("pyascd-compile {} ({})\n", kPyascdVersion, kToolchain);
    return 0;
  }
  const std::optional<int> control_fd = ParseOption(argument, "--control-fd=", STDERR_FILENO);
  const std::optional<int> processor_s = ParseOption(second, "--processor-s=", 0);
  if (!control_fd.has_value() || !processor_s.has_value()) {
    fmt::print(stderr, "{}", kUsage);
    return kUsageError;
  }
  const absl::Status status = Serve(*control_fd, *processor_s);
  if (status.ok()) return 0;
  fmt::print(stderr, "event=zygote_failed error=\"{}\"\n", std::string(status.message()));
  return 1;
}

}  // namespace
}  // namespace pyasc

int main(int argc, char** argv) {
  const bool known = argc == 2 || argc == 3;
  return pyasc::Run(known ? argv[1] : "", argc == 3 ? argv[2] : "");
}
