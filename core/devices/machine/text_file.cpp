#include "core/devices/machine/text_file.h"

#include "core/base/files/byte_source.h"
#include "core/base/text/text.h"

#include <span>

namespace cairn::devices {

Result<std::string> readTextFile(const std::string& path)
{
    constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
    CAIRN_ASSIGN(file, FileSource::open(path));
    if (file->sizeBytes() > kMostBytes) {
        return fail(error(ErrorCode::LimitExceeded,
                          message("a file of %1 is too large for this", humanBytes(file->sizeBytes())))
                        .in(path));
    }
    std::string text(static_cast<std::size_t>(file->sizeBytes()), '\0');
    CAIRN_TRY(file->readAt(0, std::as_writable_bytes(std::span(text))));
    return text;
}

} // namespace cairn::devices
