#pragma once

#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <vector>

namespace cairn::checkpoint {

/// Answers to one question about the nodes of a pickle. Many calls can share one huge tuple or dictionary, and it is to
/// be looked through once.
class Remembered {
public:
    explicit Remembered(std::size_t nodeCount) : m_nodeCount(nodeCount) {}

    /// What `find(node)` says, which is asked once.
    template <typename Find>
    [[nodiscard]] bool of(formats::NodeId node, Find&& find)
    {
        if (m_answers.empty()) {
            m_answers.resize(m_nodeCount, Answer::Unknown);
        }
        if (m_answers[node] == Answer::Unknown) {
            m_answers[node] = find(node) ? Answer::Yes : Answer::No;
        }
        return m_answers[node] == Answer::Yes;
    }

private:
    enum class Answer : std::uint8_t { Unknown, No, Yes };

    std::size_t m_nodeCount;
    std::vector<Answer> m_answers; ///< none before the first question, which most pickles do not ask
};

} // namespace cairn::checkpoint
