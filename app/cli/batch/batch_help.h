#pragma once

namespace cairn::cli {

// The pages that `cairn-cli batch COMMAND --help` prints, without their lists of options.
extern const char* const kBatchPlanDescription;
extern const char* const kBatchPlanFooter;
extern const char* const kBatchRunDescription;
extern const char* const kBatchRunFooter;
extern const char* const kBatchStatusDescription;
extern const char* const kBatchStatusFooter;
extern const char* const kBatchRetryDescription;
extern const char* const kBatchRetryFooter;
extern const char* const kBatchCommitDescription;
extern const char* const kBatchCommitFooter;

} // namespace cairn::cli
