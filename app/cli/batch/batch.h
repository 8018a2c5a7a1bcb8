#pragma once

#include "app/cli/common/command.h"
#include "app/cli/convert/convert_options.h"
#include "core/convert/batch/batch_make.h"

#include <cstdint>
#include <optional>
#include <string>

namespace cairn::cli {

// What the commands of a batch are asked for, and each of them.

struct BatchPlanOptions {
    ConvertOptions copies;
    std::string plan;              ///< the folder that is made
    convert::BatchRequest request; ///< with the recipe that the copies come to; see makeBatch()
};

struct BatchRunOptions {
    std::string plan;
    std::optional<std::uint64_t> task;
    bool next = false;
    std::uint64_t perJob = 1;
    std::uint64_t offset = 0; ///< added to the number of a job
    unsigned workers = 1;
    bool json = false;
    bool quiet = false;
};

struct BatchRetryOptions {
    std::string plan;
    std::uint64_t perJob = 1;
    std::uint64_t maxArray = 0; ///< 0: one expression, however long
    bool isList = false;
    bool isSbatch = false;
    bool clears = false;
    bool json = false;
};

struct BatchViewOptions {
    std::string plan;
    bool json = false;
    bool withoutFailed = false; ///< of commit
};

[[nodiscard]] ExitCode makeBatch(Session& session, BatchPlanOptions options);
[[nodiscard]] ExitCode runBatch(Session& session, const BatchRunOptions& options);
[[nodiscard]] ExitCode showBatch(Session& session, const BatchViewOptions& options);
[[nodiscard]] ExitCode retryBatch(Session& session, const BatchRetryOptions& options);
[[nodiscard]] ExitCode finishBatch(Session& session, const BatchViewOptions& options);

} // namespace cairn::cli
