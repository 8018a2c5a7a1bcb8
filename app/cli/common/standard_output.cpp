#include "app/cli/common/standard_output.h"

#include "core/base/files/byte_source.h"
#include "core/base/platform/terminal.h"

#include <algorithm>

namespace cairn::cli {

bool isStandardOutput(std::string_view name)
{
    return name == "-" || name == "/dev/stdout" || name == "/dev/fd/1";
}

Result<void> refuseTerminal()
{
    return !platform::isTerminal(platform::kStandardOutput)
               ? Result<void>()
               : fail(error(ErrorCode::Usage, message("what is written is no text, and standard output is a terminal"))
                          .fix(message("Send it into a pipe or a file, or name the file with -o")));
}

Result<void> sendFile(Session& session, const std::string& path)
{
    constexpr std::uint64_t step = std::uint64_t{1} << 20;
    CAIRN_ASSIGN(file, FileSource::open(path));
    for (std::uint64_t done = 0; done < file->sizeBytes() && !session.output.done(); done += step) {
        CAIRN_ASSIGN(bytes, file->readBytes(done, std::min(step, file->sizeBytes() - done)));
        session.output.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        session.output.flush();
    }
    return {};
}

} // namespace cairn::cli
