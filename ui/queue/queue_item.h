#pragma once

#include "core/base/error.h"
#include "core/checkpoint/trust.h"
#include "core/convert/recipe/recipe.h"

#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn::ui {

enum class QueueState : std::uint8_t { Waiting, Running, Done, Skipped, Failed, Cancelled, Held };

/// Also what waits for an answer.
[[nodiscard]] constexpr bool isToDo(QueueState state)
{
    return state == QueueState::Waiting || state == QueueState::Running || state == QueueState::Held;
}

/// What a file that is held waits for.
enum class QueueQuestion : std::uint8_t {
    None,
    Loss,    ///< whether the copy may lack something
    Existing ///< what to do with copies whose names are taken
};

/// What a person has said to questions about a file before it began.
struct QueueAnswers {
    bool mayLose = false;
    convert::ExistingTarget existing = convert::ExistingTarget::Refuse; ///< Refuse: nothing yet
};

/// What torch.load would run of a file.
struct QueueTrust {
    checkpoint::Trust verdict = checkpoint::Trust::DataOnly;
    std::uint64_t count = 0;        ///< of the names that decide it
    std::vector<std::string> names; ///< the first of them
};

/// What became of a file, or why nothing did.
struct QueueOutcome {
    QueueState state = QueueState::Waiting;
    QString words;
    QueueQuestion question = QueueQuestion::None;            ///< of a file that is held
    QStringList losses;                                      ///< what the copy lacks or would lack
    std::string format;                                      ///< as cairn-cli calls it; empty: not opened yet
    std::vector<std::pair<std::string, std::uint64_t>> tags; ///< of the source: storages
    std::optional<QueueTrust> trust;                         ///< nothing: not opened yet
    std::string target;                                      ///< of the copy; before there is one, where it would go
    std::uint64_t bytesWritten = 0;
    double seconds = 0;
    bool isVerified = false;
    bool isOfPlace = false;     ///< it could not be written there, and perhaps can elsewhere
    bool isSalvageable = false; ///< it did not open, and some of it may be whole
    bool runsHarm = false;      ///< the copy does what harm its source does, when it is loaded
    bool hasDamage = false;     ///< bytes of the source were not what its checksums say, and the copy has them
};

/// One file of the queue. Paths are what the file system calls them, which need not be UTF-8.
struct QueueItem {
    std::uint64_t id = 0;
    std::string path;
    std::uint64_t bytes = 0;
    QueueOutcome outcome;
    QueueAnswers answers;
    std::shared_ptr<const convert::Recipe> recipe = {}; ///< of its conversion, once that has begun
    double seconds = 0;     ///< its share of the time that files were converted in, side by side
    bool mayBeDone = false; ///< an application ended while it was being converted, or soon after

    [[nodiscard]] QueueState state() const noexcept { return outcome.state; }
};

/// How far a file is that is being converted.
struct QueueProgress {
    double part = 0; ///< 0 to 1
    const char* stage = "";
    double bytesPerSecond = 0; ///< 0: not known yet
    double secondsLeft = -1;   ///< negative: not known yet
};

} // namespace cairn::ui
