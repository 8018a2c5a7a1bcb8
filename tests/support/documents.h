#pragma once

#include "core/rows/row_text.h"
#include "ui/document/document.h"

#include <memory>
#include <utility>

namespace cairn::test {

/// What the window holds of a checkpoint that a test made.
[[nodiscard]] inline ui::DocumentPtr documentOf(checkpoint::CheckpointPtr checkpoint)
{
    auto document = std::make_shared<ui::Document>();
    document->checkpoint = std::move(checkpoint);
    document->sums = rows::EntrySums(*document->checkpoint);
    document->devices = document->checkpoint->usageByDevice();
    document->hasNotes = rows::hasNotes(*document->checkpoint);
    return document;
}

} // namespace cairn::test
