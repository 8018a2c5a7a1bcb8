#include "core/runtime/host/words.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace cairn::runtime {

Descriptor Words::make()
{
    Descriptor made(::memfd_create("cairn-torch-words", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    const bool isReady = made.isOpen() && ::ftruncate(made.number(), static_cast<off_t>(kMostBytes)) == 0 &&
                         ::fcntl(made.number(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0;
    return isReady ? std::move(made) : Descriptor();
}

std::uint64_t Words::end() const
{
    const off_t at = ::lseek(m_descriptor, 0, SEEK_CUR); // both processes share it
    return at < 0 ? 0 : std::min(static_cast<std::uint64_t>(at), kMostBytes);
}

std::string Words::read(std::uint64_t begin, std::uint64_t end) const
{
    std::string text(static_cast<std::size_t>(end > begin ? end - begin : 0), '\0');
    const ssize_t got = ::pread(m_descriptor, text.data(), text.size(), static_cast<off_t>(begin));
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return text;
}

std::string Words::all() const
{
    return read(0, end());
}

std::string Words::take()
{
    const std::uint64_t now = end();
    std::string text = read(std::min(m_taken, now), now);
    m_taken = now;
    if (now > kMostBytes / 2) {
        m_taken = 0;
        (void)::lseek(m_descriptor, 0, SEEK_SET);
    }
    return text;
}

std::string plainWords(std::string_view printed)
{
    constexpr std::size_t mostLines = 12;
    constexpr std::size_t mostInLine = 1000;
    constexpr std::array<std::string_view, 2> begins{"Exception in aoti_torch: ", "Error: "};
    std::vector<std::string> lines;
    while (!printed.empty()) {
        const std::size_t end = std::min(printed.find('\n'), printed.size());
        std::string_view line = printed.substr(0, std::min(end, mostInLine));
        printed.remove_prefix(std::min(end + 1, printed.size()));
        for (const std::string_view begin : begins) {
            if (line.starts_with(begin)) {
                line.remove_prefix(begin.size());
            }
        }
        // "Exception raised from empty at ... (most recent call first):", "frame #0: ..."
        line = line.substr(0, line.find("Exception raised from "));
        const bool isTrace = line.starts_with("frame #") || line.starts_with("<omitting");
        // Which parts of torch serve which kind of device, hundreds of them; and warnings: "[W1124 ..."
        const bool isAside = line.find("registered at ") != std::string_view::npos || line.starts_with("[W");
        if (!isTrace && !isAside && line.find_first_not_of(" \t\r") != std::string_view::npos) {
            lines.emplace_back(line);
        }
    }
    const std::size_t first = lines.size() > mostLines ? lines.size() - mostLines : 0;
    std::string text;
    for (std::size_t i = first; i < lines.size(); ++i) {
        text += (text.empty() ? "" : "\n") + lines[i];
    }
    return text;
}

} // namespace cairn::runtime
