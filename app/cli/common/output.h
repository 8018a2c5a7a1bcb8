#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>

namespace cairn {
class Progress;
}

namespace cairn::cli {

/// Standard output, buffered. Owned by main(); one thread. After a failed write or a stop everything further is
/// dropped, so writers only look at done() where it saves them work.
class Output {
public:
    explicit Output(int descriptor, const Progress* progress = nullptr);

    /// What others in this process print there from now on, such as a library that warns, goes to standard error: a
    /// JSON document stays one.
    void keepToItself();

    /// For writers that append on their own; they call drain() now and then.
    [[nodiscard]] std::string& buffer() noexcept { return m_buffer; }
    void write(std::string_view text)
    {
        if (m_isSectionDue && !text.empty()) {
            m_buffer += '\n';
            m_isSectionDue = false;
        }
        m_hasText = m_hasText || !text.empty();
        m_buffer += text;
    }
    /// An empty line comes before what is written next, if there is anything on either side of it.
    void beginSection() { m_isSectionDue = m_hasText; }

    /// Passes the buffer on once it is large.
    void drain()
    {
        if (m_buffer.size() >= kChunk) {
            flush();
        }
    }
    void flush();

    /// True when nothing written from now on will arrive.
    [[nodiscard]] bool done() const noexcept { return m_done; }
    /// The reason for a failed write. A reader that went away is no failure.
    [[nodiscard]] Result<void> result() const;

private:
    static constexpr std::size_t kChunk = std::size_t(64) * 1024;

    int m_descriptor;
    int m_errno = 0;
    bool m_done = false;
    bool m_hasText = false;
    bool m_isSectionDue = false;
    const Progress* m_progress;
    std::string m_buffer;
};

} // namespace cairn::cli
