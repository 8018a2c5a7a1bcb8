#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
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

    /// Whether the server tells by what one sees that the file is another one now.
    [[nodiscard]] virtual bool hasVersion() const = 0;
    /// Keeps what came last, and all that comes from now on, in a file, too, and takes from it what an earlier run left
    /// there: its bytes.
    [[nodiscard]] virtual Result<std::uint64_t> keepParts(const std::string& path) const = 0;
    enum class Parts : std::uint8_t { Keep, Remove };
    /// No more is kept. What is there stays for the next run, or is of no use any more. Returns the bytes that stay.
    [[nodiscard]] virtual std::uint64_t endParts(Parts parts) const = 0;

    [[nodiscard]] bool isFarAway() const noexcept override { return true; }

protected:
    RemoteSource() = default;
};

} // namespace cairn::remote
