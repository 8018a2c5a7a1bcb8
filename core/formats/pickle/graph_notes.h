#pragma once

#include <any>
#include <mutex>

namespace cairn::formats {

/// What readers of a decoded pickle have found out about parts of it that many values share, so that it is found out
/// once. Made by the first who asks; whoever uses it holds the lock.
class GraphNotes {
public:
    template <typename Notes>
    [[nodiscard]] Notes& of()
    {
        if (!m_notes.has_value()) {
            m_notes.emplace<Notes>();
        }
        return std::any_cast<Notes&>(m_notes);
    }
    [[nodiscard]] std::unique_lock<std::mutex> lock() { return std::unique_lock(m_mutex); }

private:
    std::mutex m_mutex;
    std::any m_notes; ///< of one kind
};

} // namespace cairn::formats
