#pragma once

#include "core/base/files/byte_source.h"
#include "core/remote/address.h"

#include <cstdint>
#include <memory>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::remote {

/// Bytes of a file elsewhere, and what the server says of the file.
struct RangeAnswer {
    Bytes bytes;
    std::uint64_t fileBytes = 0;
    std::string version; ///< what changes when the file does; empty if the server tells nothing of the kind
};

/// Asks one server for parts of a file, over one connection that is kept. Used by one thread at a time. What fails for
/// a while is asked again, later each time, as long as `progress` is not stopped.
class Http {
public:
    virtual ~Http() = default;

    /// `count` bytes from `offset` on, or those up to the end. A server that sends anything else, as all of the file,
    /// is an error, and nothing more is taken of it.
    [[nodiscard]] virtual Result<RangeAnswer> range(std::uint64_t offset, std::uint64_t count,
                                                    const Progress* progress) = 0;
    /// Another connection to the same place. It asks once: whoever has this one asks it for what fails there.
    [[nodiscard]] virtual Result<std::unique_ptr<Http>> another() const = 0;
    /// A whole document of a server, which is small.
    [[nodiscard]] virtual Result<std::string> document(const std::string& url, const Progress* progress) = 0;

protected:
    Http() = default;
};

/// Fails where this build cannot, or the library that does it is not installed. Nothing is asked yet. `address` is what
/// messages call the place.
[[nodiscard]] Result<std::unique_ptr<Http>> openHttp(const Place& place, const std::string& address);

} // namespace cairn::remote
