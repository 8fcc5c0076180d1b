// Stands in for pyascd-compile in tests: the same two protocols, and answers that the
// operator's text asks for.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "base/encoding.h"
#include "base/frame.h"

namespace pyasc {
namespace {

const pid_t kZygote = ::getpid();

void Die(int signal) {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::raise(signal);
}

// Whether the request that waits, still unread, holds the text.
bool Waits(int socket, std::string_view text) {
  std::string bytes(256, '\0');
  const ssize_t count = ::recv(socket, bytes.data(), bytes.size(), MSG_PEEK);
  bytes.resize(static_cast<size_t>(count > 0 ? count : 0));
  return bytes.find(text) != std::string::npos;
}

// What a compile child does.
void AnswerJob(int socket) {
  // Its socket is then reset instead of closed.
  if (Waits(socket, "die with the request unread")) Die(SIGKILL);
  const absl::StatusOr<Frame> frame = ReadFrame(socket);
  if (!frame.ok()) ::_exit(9);
  if (frame->type == FrameType::kCompile) {
    Compilation compilation;
    compilation.image = DecodeFromString<CompileRequest>(frame->payload)->normalised;
    (void)WriteFrame(socket, FrameType::kCompilation, EncodeToString(compilation));
    ::_exit(0);
  }
  const std::string text = DecodeFromString<AnalyseRequest>(frame->payload)->text;
  if (text == "crash") Die(SIGSEGV);
  if (text == "exit") ::_exit(3);
  if (text == "hang") {
    while (true) ::pause();
  }
  if (text == "fault") {
    (void)WriteFrame(socket, FrameType::kFault, "out of luck");
  } else if (text == "nonsense") {
    (void)WriteFrame(socket, FrameType::kAnalysis, "nonsense");
  } else if (text == "pid") {
    Analysis analysis;
    analysis.normalised = std::to_string(kZygote);
    (void)WriteFrame(socket, FrameType::kAnalysis, EncodeToString(analysis));
  } else if (text == "stop the zygote") {
    ::kill(kZygote, SIGSTOP);
    while (true) ::pause();
  } else if (text == "kill the zygote") {
    ::kill(kZygote, SIGKILL);
    while (true) ::pause();
  } else {
    Analysis analysis;
    analysis.normalised = text;
    (void)WriteFrame(socket, FrameType::kAnalysis, EncodeToString(analysis));
  }
  ::_exit(0);
}

void ReportExit(int control, uint64_t job, pid_t pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  Encoder out;
  out.U64(job);
  out.U32(static_cast<uint32_t>(pid));
  out.U32(static_cast<uint32_t>(status));
  (void)WriteFrame(control, FrameType::kExited, out.Take());
}

// Forks a child for the job, and another that waits for it: so the zygote stays simple
// and jobs run beside one another. The waiter is the child's parent.
pid_t StartJob(int control, uint64_t job, int socket) {
  const pid_t waiter = ::fork();
  if (waiter != 0) return waiter;
  ::signal(SIGCHLD, SIG_DFL);
  const pid_t child = ::fork();
  if (child == 0) AnswerJob(socket);
  ReportExit(control, job, child);
  ::_exit(0);
}

void KillChildren(pid_t waiter) {
  const std::string pid_text = std::to_string(waiter);
  const std::string path = "/proc/" + pid_text + "/task/" + pid_text + "/children";
  FILE* file = ::fopen(path.c_str(), "r");
  if (file == nullptr) return;
  for (int pid = 0; ::fscanf(file, "%d", &pid) == 1;) ::kill(pid, SIGKILL);
  ::fclose(file);
}

int Serve(int control) {
  ::signal(SIGCHLD, SIG_IGN);
  (void)WriteFrame(control, FrameType::kReady, "");
  pid_t last = 0;
  while (true) {
    const absl::StatusOr<Frame> frame = ReadFrame(control);
    if (!frame.ok()) return 0;
    Decoder in(frame->payload);
    const uint64_t job = in.U64();
    if (frame->type == FrameType::kKill) {
      KillChildren(last);
      continue;
    }
    last = StartJob(control, job, frame->fds.at(0).get());
  }
}

}  // namespace
}  // namespace pyasc

int main(int argc, char** argv) {
  if (argc < 3 || ::strcmp(argv[1], "--control-fd=3") != 0) return 2;
  if (::strncmp(argv[2], "--processor-s=", 14) != 0) return 2;
  return pyasc::Serve(3);
}
