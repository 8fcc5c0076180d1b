// Between launch requests and what goes to and comes from a worker. A worker runs other
// people's kernels, so its report is hostile input.
#ifndef PYASC_SERVER_DEVICE_CPU_REPORT_CHECK_H_
#define PYASC_SERVER_DEVICE_CPU_REPORT_CHECK_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "server/device/device.h"
#include "server/device/worker/job.h"

namespace pyasc {

// Regions of a launch: the request's buffers, each once, then those allocated during it.
using RegionList = std::vector<std::shared_ptr<Buffer>>;

// The job of a checked request; fills `regions`.
absl::StatusOr<LaunchJob> MakeJob(const LaunchRequest& request, RegionList* regions);

// Lines that a running launch printed. kDataLoss: its kernel prints no such thing.
absl::StatusOr<std::vector<PrintedLine>> ReadPrints(const std::vector<PrintRecord>& prints,
                                                    const KernelMeta& meta);

// The result that `report` tells of. kDataLoss: it cannot be the report of this launch.
absl::StatusOr<LaunchResult> ReadReport(const LaunchReport& report, const LaunchRequest& request,
                                        const RegionList& regions, uint32_t record_values);

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_CPU_REPORT_CHECK_H_
