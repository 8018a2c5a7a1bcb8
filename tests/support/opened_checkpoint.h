#pragma once

#include "core/checkpoint/readers/open.h"
#include "tests/support/fixtures.h"

#include <QDebug>

namespace cairn::test {

/// Null, and it is said why, where it does not open.
[[nodiscard]] inline checkpoint::CheckpointPtr openedCheckpoint(const QString& path)
{
    auto checkpoint = checkpoint::openCheckpoint(path.toStdString());
    if (!checkpoint) {
        qWarning("%s", checkpoint.error().paragraph().c_str());
        return nullptr;
    }
    return *checkpoint;
}

[[nodiscard]] inline checkpoint::CheckpointPtr openedFixture(const QString& name)
{
    return openedCheckpoint(fixture(name));
}

} // namespace cairn::test
