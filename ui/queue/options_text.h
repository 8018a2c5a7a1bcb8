#pragma once

#include "ui/queue/queue_options.h"

namespace cairn::ui {

// What the options of the queue come to, in words for a person who does not look at them.

/// "To safetensors, float32 → bfloat16, without the optimizer": what is not as at the first start; empty if all is.
[[nodiscard]] QString optionsSummary(const QueueOptions& options);

/// What becomes of a file that is dropped now, in two paragraphs of rich text.
[[nodiscard]] QString optionsPromise(const QueueOptions& options);

} // namespace cairn::ui
