#include "app/cli/common/output.h"

#include "core/base/platform/file.h"
#include "core/base/platform/terminal.h"
#include "core/base/progress.h"

#include <cerrno>
#include <cstring>

namespace cairn::cli {

Output::Output(int descriptor, const Progress* progress) : m_descriptor(descriptor), m_progress(progress) {}

void Output::keepToItself()
{
    // Left as it is where there are no more descriptors: the output then is at most mixed.
    Descriptor own = platform::duplicate(m_descriptor);
    if (own.isOpen() && platform::replaceDescriptor(m_descriptor, platform::kStandardError)) {
        m_descriptor = own.release();
    }
}

void Output::flush()
{
    std::string_view rest = m_buffer;
    while (!rest.empty() && !m_done) {
        if (m_progress != nullptr && m_progress->stopRequested()) {
            m_done = true;
            break;
        }
        const std::ptrdiff_t count = platform::write(m_descriptor, rest.data(), rest.size());
        if (count >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            m_errno = errno;
            m_done = true;
        }
    }
    m_buffer.clear();
}

Result<void> Output::result() const
{
    if (m_errno == 0 || m_errno == EPIPE) {
        return {};
    }
    return fail(error(m_errno == ENOSPC ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
                      message("writing failed: %1", systemReason(m_errno)))
                    .in("standard output"));
}

} // namespace cairn::cli
