#pragma once

#include "ui/queue/queue_options.h"

#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace cairn::ui {

/// Gives each conversion that runs a name for its copy, so that no two write the same. Shared by the workers of a
/// queue; any thread.
class TargetNames {
public:
    /// A name that no file has and no other conversion: `wanted`, or with a number. Nothing if that is not wished for.
    [[nodiscard]] std::optional<std::string> take(const std::string& wanted, QueueOptions::Existing existing);
    void giveBack(const std::string& name);

private:
    std::mutex m_mutex;
    std::set<std::string> m_taken;
};

} // namespace cairn::ui
