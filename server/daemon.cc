#include "server/daemon.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "base/cpu_features.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "cache/sqlite_store.h"
#include "cache/state_directory.h"
#include "fmt/format.h"
#include "server/device/cpu/cores.h"
#include "server/device/cpu/cpu_device.h"
#include "server/device/null/null_device.h"
#include "server/sandbox/worker_process.h"

namespace pyasc {
namespace {

// Blocking work of calls: reads of the store, tensor memory, messages.
constexpr int kPoolThreads = 4;
constexpr int64_t kNsPerSecond = 1'000'000'000;
constexpr int kIdlePollMs = 1000;
constexpr rlim_t kWantedDescriptors = 65'536;

absl::Status FromErrno(std::string_view what) {
  return absl::InternalError(fmt::format("{}: {}", what, std::strerror(errno)));
}

// Connections keep their descriptors' numbers apart (rpc/acceptor.h), tensors hold one each.
void RaiseDescriptorLimit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, kWantedDescriptors));
  setrlimit(RLIMIT_NOFILE, &limit);
}

uint64_t DescriptorLimit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

sigset_t StopSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

// A compiler that was built anew makes other kernels, also under the same version.
absl::StatusOr<std::string> ToolchainOf(const std::string& executable) {
  std::ifstream file(executable, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (bytes.empty()) {
    return absl::NotFoundError(fmt::format("cannot read the compiler {}", executable));
  }
  return fmt::format("{} {}", kToolchain, Sha256(bytes).Hex().substr(0, 16));
}

std::string NameOf(const std::optional<Account>& account) {
  return account.has_value() ? fmt::format("{}:{}", account->uid, account->gid) : "";
}

std::unique_ptr<Metrics> MakeMetrics(const Scheduler& scheduler, const Clock& clock) {
  Metrics::Options options{.version = std::string(kPyascdVersion),
                           .started_unix_s = clock.UnixSeconds(),
                           .methods = RpcServer::MethodNames(),
                           .backends = {"cpu"},  // what kernels are compiled for
                           .restart_reasons = {kWorkerLosses.begin(), kWorkerLosses.end()}};
  for (const DeviceInfo& device : scheduler.Devices()) options.devices.push_back(device.name);
  return std::make_unique<Metrics>(options);
}

void LogSandbox(const SandboxChoice& sandbox) {
  LogEvent(LogLevel::kInfo, "sandbox",
           {{"level", static_cast<int>(sandbox.confinement.level)},
            {"user", NameOf(sandbox.confinement.account)},
            {"missing", sandbox.missing}});
  if (!sandbox.warning.empty()) {
    LogEvent(LogLevel::kWarn, "operators_run_as_root", {{"why", sandbox.warning}});
  }
}

}  // namespace

absl::Status Daemon::Start() {
  // A limit on files' sizes is an error of the write, as a full disk is.
  signal(SIGXFSZ, SIG_IGN);
  RaiseDescriptorLimit();
  PYASC_RETURN_IF_ERROR(PreparePlaces());
  // Before any thread: what can be confined is tried in forks of this process, and the
  // zygote is one.
  PYASC_RETURN_IF_ERROR(ConfineChildren());
  PYASC_RETURN_IF_ERROR(StartCompiler());
  signal(SIGPIPE, SIG_IGN);
  const sigset_t signals = StopSignals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  signals_ = UniqueFd(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  stop_ = UniqueFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!signals_.valid() || !stop_.valid()) return FromErrno("cannot wait for signals");
  PYASC_RETURN_IF_ERROR(StartLog({.format = *ParseLogFormat(config_.log_format),
                                  .level = *ParseLogLevel(config_.log_level),
                                  .file = log_file_ == "-" ? "" : log_file_,
                                  .to_stderr = config_.log_file == "-"}));
  LogEvent(LogLevel::kInfo, "starting",
           {{"version", kPyascdVersion}, {"pid", getpid()}, {"toolchain", toolchain_}});
  LogSandbox(sandbox_);
  if (!state_.moved.ok()) {
    const std::string why(state_.moved.message());
    LogEvent(LogLevel::kWarn, "state_moved", {{"directory", state_.directory}, {"why", why}});
    Tell("lock and log are in " + state_.directory, why);
  }
  PYASC_RETURN_IF_ERROR(OpenStore());
  PYASC_RETURN_IF_ERROR(StartDevices());
  PYASC_RETURN_IF_ERROR(StartServices());
  LogEvent(LogLevel::kInfo, "ready", {{"socket", config_.socket}});
  return absl::OkStatus();
}

absl::Status Daemon::PreparePlaces() {
  const std::filesystem::path socket(config_.socket);
  if (socket.has_parent_path()) {
    PYASC_RETURN_IF_ERROR(PrepareSocketDirectory(socket.parent_path(), getuid()));
  }
  // Sockets need a local file system, so beside this one is a local place.
  PYASC_ASSIGN_OR_RETURN(
      state_, TakeState(config_.state_dir, config_.socket + ".state", PrepareStateDirectory));
  log_file_ = config_.log_file;
  if (log_file_ == LogFileIn(config_.state_dir)) log_file_ = LogFileIn(state_.directory);
  return absl::OkStatus();
}

absl::Status Daemon::ConfineChildren() {
  PYASC_ASSIGN_OR_RETURN(
      sandbox_, ChooseSandbox({.level = config_.sandbox_level, .user = config_.sandbox_user},
                              ProbeSandbox()));
  return absl::OkStatus();
}

absl::Status Daemon::StartCompiler() {
  PYASC_ASSIGN_OR_RETURN(toolchain_, ToolchainOf(config_.compile_executable));
  PYASC_ASSIGN_OR_RETURN(
      compiler_,
      StartZygote({.executable = config_.compile_executable,
                   .compile_timeout_ms = static_cast<int>(config_.compile_timeout_s) * 1000,
                   .confinement = sandbox_.confinement}));
  return absl::OkStatus();
}

absl::Status Daemon::OpenStore() {
  SqliteStoreOptions options;
  options.max_bytes = static_cast<uint64_t>(config_.cache_max_bytes);
  options.max_entries = static_cast<uint64_t>(config_.cache_max_entries);
  PYASC_ASSIGN_OR_RETURN(Cache cache, OpenCache(config_.cache_dir, config_.local_cache_dir,
                                                [&options](const std::string& directory) {
                                                  options.directory = directory;
                                                  return OpenSqliteStore(options);
                                                }));
  store_ = std::move(cache.store);
  if (cache.moved.ok()) return absl::OkStatus();
  const std::string why(cache.moved.message());
  const bool in_memory = cache.directory.empty();
  // One word about a home that is no place for either is enough.
  const bool warned = !state_.moved.ok() && absl::IsFailedPrecondition(cache.moved);
  LogEvent(warned ? LogLevel::kInfo : LogLevel::kWarn,
           in_memory ? "cache_in_memory" : "cache_moved",
           {{"directory", in_memory ? config_.cache_dir : cache.directory}, {"why", why}});
  if (!warned) {
    Tell(in_memory ? "kernels are kept in memory alone" : "kernels are kept in " + cache.directory,
         why);
  }
  return absl::OkStatus();
}

// To whoever starts it; the log has it too.
void Daemon::Tell(const std::string& what, const std::string& why) const {
  if (config_.log_file == "-") return;
  std::fprintf(stderr, "pyascd: %s: %s\n", what.c_str(), why.c_str());
}

absl::Status Daemon::StartDevices() {
  std::vector<std::unique_ptr<Device>> devices;
  for (const DeviceCount& wanted : config_.devices) {
    for (size_t i = 0; i < wanted.count; ++i) {
      PYASC_ASSIGN_OR_RETURN(devices.emplace_back(), StartDevice(wanted, i));
    }
  }
  scheduler_ = std::make_unique<Scheduler>(std::move(devices));
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Device>> Daemon::StartDevice(const DeviceCount& wanted, size_t i) {
  const std::string name = fmt::format("{}:{}", wanted.kind, i);
  if (wanted.kind == "null") return std::make_unique<NullDevice>(name);
  CpuOptions options;
  options.name = name;
  if (wanted.count > 1) options.cores = ShareCores(AllowedCores(), wanted.count)[i];
  options.start_worker =
      WorkerStarter(config_.device_executable,
                    {.confinement = sandbox_.confinement,
                     .memory_bytes = static_cast<uint64_t>(config_.worker_memory_bytes)});
  return CpuDevice::Create(std::move(options));
}

absl::Status Daemon::StartServices() {
  const Clock& clock = Clock::System();
  broker_.owner = getuid();
  broker_.identify = [this](std::string_view peer) { return peers_.Find(peer); };
  broker_.info = {.version = std::string(kPyascdVersion),
                  .pid = getpid(),
                  .state_directory = state_.directory,
                  .log_path = log_file_,
                  .sandbox_level = static_cast<uint32_t>(sandbox_.confinement.level),
                  .sandbox_missing = sandbox_.missing,
                  .sandbox_user = NameOf(sandbox_.confinement.account)};
  broker_.clock = &clock;
  broker_.quota = std::make_shared<TensorQuota>(static_cast<uint64_t>(config_.tensor_quota_bytes),
                                                DescriptorLimit() / 2);
  sessions_ = std::make_unique<SessionTable>(broker_.quota, &clock);
  metrics_ = MakeMetrics(*scheduler_, clock);
  registry_ = std::make_unique<Registry>(
      compiler_.get(), store_.get(), &clock, metrics_.get(),
      Registry::Options{.toolchain = toolchain_, .host_features = HostCpuFeatures()});
  pool_ = std::make_unique<ThreadPool>(kPoolThreads);
  broker_.sessions = sessions_.get();
  broker_.registry = registry_.get();
  broker_.scheduler = scheduler_.get();
  broker_.store = store_.get();
  broker_.metrics = metrics_.get();
  broker_.pool = pool_.get();
  broker_.stop = [this] { eventfd_write(stop_.get(), 1); };
  PYASC_ASSIGN_OR_RETURN(rpc_, RpcServer::Create(&broker_));
  PYASC_ASSIGN_OR_RETURN(listening_, ListeningSocket::Open(config_.socket));
  return rpc_->Listen(listening_->fd(), &peers_);
}

bool Daemon::EndsIdle() {
  return config_.idle_exit_s > 0 && sessions_->EmptyForNs() >= config_.idle_exit_s * kNsPerSecond &&
         sessions_->CloseIfEmpty().empty();
}

void Daemon::Run() {
  pollfd set[2] = {{.fd = signals_.get(), .events = POLLIN, .revents = 0},
                   {.fd = stop_.get(), .events = POLLIN, .revents = 0}};
  const char* why = "idle";
  while (!EndsIdle()) {
    if (poll(set, 2, config_.idle_exit_s > 0 ? kIdlePollMs : -1) <= 0) continue;
    why = set[0].revents != 0 ? "signal" : "asked";
    break;
  }
  LogEvent(LogLevel::kInfo, "stopping", {{"why", why}});
}

void Daemon::Stop() {
  // Whoever signals a second time does not want to wait: the first is taken here, the
  // second does what signals do.
  const sigset_t signals = StopSignals();
  signalfd_siginfo taken;
  while (read(signals_.get(), &taken, sizeof taken) > 0) {
  }
  sigprocmask(SIG_UNBLOCK, &signals, nullptr);
  rpc_->Shutdown(absl::Seconds(config_.drain_timeout_s));
  // Who waited for it has been answered, so what is still compiled is of no use.
  compiler_->Stop();
  // Whoever answers later stops later: compiles go on to devices, devices to the pool.
  registry_->Stop();
  scheduler_->Shutdown();
  pool_->Stop();
  rpc_.reset();
  if (absl::Status flushed = store_->Flush(); !flushed.ok()) {
    LogEvent(LogLevel::kWarn, "cache_not_flushed", {{"why", std::string(flushed.message())}});
  }
  // Whoever finds no socket here may start a daemon, which must find state and cache free.
  registry_.reset();
  store_.reset();
  state_.lock.reset();
  LogEvent(LogLevel::kInfo, "stopped");
  listening_.reset();
}

}  // namespace pyasc
