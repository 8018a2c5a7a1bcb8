#pragma once

#include <QString>

/// Files of the source tree that tests read.
namespace cairn::test {

/// 183 tensors on two GPUs and the CPU.
inline const QString kSample = QStringLiteral(CAIRN_SOURCE_DIR "/resources/samples/two_gpus.pth");

/// "torch113/state_dict.pt"
[[nodiscard]] inline QString fixture(const QString& name)
{
    return QStringLiteral(CAIRN_TESTS_DIR "/fixtures/") + name;
}

/// "01_root.pt"
[[nodiscard]] inline QString hostile(const QString& name)
{
    return QStringLiteral(CAIRN_TESTS_DIR "/hostile/") + name;
}

} // namespace cairn::test
