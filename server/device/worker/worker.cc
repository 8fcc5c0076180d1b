#include "server/device/worker/worker.h"

#include "base/encoding.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/worker/launch.h"

namespace pyasc {
namespace {

constexpr size_t kDigestBytes = sizeof(Digest::bytes);

absl::Status BadFrame(const Frame& frame) {
  return absl::InvalidArgumentError(
      fmt::format("unexpected frame of type {} with {} bytes and {} descriptors",
                  static_cast<int>(frame.type), frame.payload.size(), frame.fds.size()));
}

absl::StatusOr<LoadedImage> LoadImage(int fd, std::string_view encoded_meta) {
  PYASC_ASSIGN_OR_RETURN(KernelMeta meta, DecodeFromString<KernelMeta>(encoded_meta));
  return LoadedImage::Load(fd, std::move(meta));
}

}  // namespace

absl::Status Worker::Serve() {
  while (!stopped_) {
    absl::StatusOr<Frame> frame = ReadFrame(socket_);
    if (absl::IsUnavailable(frame.status())) return absl::OkStatus();
    if (!frame.ok()) return frame.status();
    PYASC_RETURN_IF_ERROR(Handle(*std::move(frame)));
  }
  return absl::OkStatus();
}

absl::Status Worker::Handle(Frame frame) {
  switch (frame.type) {
    case FrameType::kLoad:
      return Load(frame);
    case FrameType::kUnload:
      return Unload(frame);
    case FrameType::kLaunch:
      return Write(FrameType::kLaunched, EncodeReport(RunLaunch(frame)));
    case FrameType::kShutdown:
      stopped_ = true;
      return absl::OkStatus();
    default:
      return BadFrame(frame);
  }
}

absl::Status Worker::Write(FrameType type, std::string_view payload) {
  absl::MutexLock lock(&write_mutex_);
  return WriteFrame(socket_, type, payload);
}

absl::Status Worker::Load(const Frame& frame) {
  const std::string_view payload = frame.payload;
  if (payload.size() < kDigestBytes || frame.fds.size() != 1) return BadFrame(frame);
  images_.insert_or_assign(*Digest::FromBytes(payload.substr(0, kDigestBytes)),
                           LoadImage(frame.fds[0].get(), payload.substr(kDigestBytes)));
  return absl::OkStatus();
}

absl::Status Worker::Unload(const Frame& frame) {
  const std::optional<Digest> digest = Digest::FromBytes(frame.payload);
  if (!digest.has_value()) return BadFrame(frame);
  images_.erase(*digest);
  return absl::OkStatus();
}

LaunchReport Worker::RunLaunch(const Frame& frame) {
  LaunchReport failed;
  absl::StatusOr<LaunchJob> job = DecodeJob(frame.payload);
  if (!job.ok()) {
    failed.status = job.status();
    return failed;
  }
  const auto image = images_.find(job->image);
  if (image == images_.end()) {
    failed.status =
        absl::FailedPreconditionError(fmt::format("image {} is not loaded", job->image.Hex()));
    return failed;
  }
  if (!image->second.ok()) {
    failed.status = image->second.status();
    return failed;
  }
  Launch launch(
      *image->second, control_, &arena_,
      [this](uint64_t bytes) { return AllocateFromBroker(bytes); }, &prints_);
  return launch.Run(*job, frame.fds);
}

absl::StatusOr<UniqueFd> Worker::AllocateFromBroker(uint64_t bytes) {
  Encoder request;
  request.U64(bytes);
  PYASC_RETURN_IF_ERROR(Write(FrameType::kAllocate, request.Take()));
  PYASC_ASSIGN_OR_RETURN(Frame answer, ReadFrame(socket_));
  if (answer.type != FrameType::kAllocated || answer.fds.size() > 1) return BadFrame(answer);
  if (answer.fds.empty()) return absl::ResourceExhaustedError(answer.payload);
  return std::move(answer.fds[0]);
}

}  // namespace pyasc
