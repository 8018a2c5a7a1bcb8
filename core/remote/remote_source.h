#pragma once

#include "core/base/files/byte_source.h"

#include <atomic>
#include <memory>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::remote {

/// A file on a server, of which nothing is read but what is asked for: in blocks, the last of which are kept in memory.
/// A file that changes while it is read is an error.
class RemoteSource : public ByteSource {
public:
    /// Asks for the beginning of the file. `progress` can stop that and every later read, until forgetProgress().
    [[nodiscard]] static Result<std::shared_ptr<RemoteSource>> open(const std::string& address,
                                                                    const Progress* progress);

    /// Parts that were asked for, and their bytes.
    struct Traffic {
        std::uint64_t requests = 0;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] virtual Traffic traffic() const = 0;
    /// Nobody waits for what is read from now on.
    virtual void forgetProgress() = 0;

    [[nodiscard]] bool isFarAway() const noexcept override { return true; }

protected:
    RemoteSource() = default;
};

} // namespace cairn::remote
