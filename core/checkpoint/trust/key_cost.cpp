#include "core/checkpoint/trust/key_cost.h"

#include "core/checkpoint/pickles/key_walk.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1; // Python computes with numbers modulo this

std::uint64_t withSign(std::uint64_t hash, bool isNegative)
{
    const std::uint64_t found = isNegative ? std::uint64_t{0} - hash : hash;
    return found == ~std::uint64_t{0} ? found - 1 : found; // -1 says in C that there is none
}

std::uint64_t hashOfInt(std::int64_t value)
{
    const std::uint64_t size =
        value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    return withSign(size % kPrime, value < 0);
}

/// Times a power of 2, modulo the prime.
std::uint64_t turned(std::uint64_t value, unsigned bits)
{
    constexpr unsigned all = 61;
    return ((value << bits) & kPrime) | (value >> (all - bits));
}

/// `bytes`: two's complement, little endian.
std::uint64_t hashOfBigInt(std::string_view bytes)
{
    constexpr unsigned digitBits = 8;
    const bool isNegative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80U) != 0;
    std::uint64_t rest = 0; // of the number, or of what is one less than its size
    for (std::size_t i = bytes.size(); i-- > 0;) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        rest = (turned(rest, digitBits) + static_cast<unsigned char>(isNegative ? ~byte : byte)) % kPrime;
    }
    return withSign(isNegative ? (rest + 1) % kPrime : rest, isNegative);
}

std::uint64_t hashOfFloat(double value)
{
    constexpr unsigned step = 28;
    constexpr std::uint64_t ofInfinity = 314159;
    if (!std::isfinite(value)) {
        return std::isnan(value) ? 0 : withSign(ofInfinity, value < 0);
    }
    int exponent = 0;
    double mantissa = std::frexp(std::abs(value), &exponent);
    std::uint64_t hash = 0;
    while (mantissa != 0) {
        hash = turned(hash, step);
        mantissa *= static_cast<double>(std::uint64_t{1} << step);
        exponent -= static_cast<int>(step);
        const auto digit = static_cast<std::uint64_t>(mantissa);
        mantissa -= static_cast<double>(digit);
        hash = (hash + digit) % kPrime;
    }
    constexpr int all = 61;
    const int bits = exponent >= 0 ? exponent % all : all - 1 - (-1 - exponent) % all;
    return withSign(bits == 0 ? hash : turned(hash, static_cast<unsigned>(bits)), value < 0);
}

class KeyCost {
public:
    explicit KeyCost(const PickleDocument& document) : m_document(document), m_graph(document.graph), m_walk(document)
    {
    }

    [[nodiscard]] bool isTooMuch()
    {
        m_walk.forEachKey(kEachTime, [this](NodeId, NodeId key) { m_hasUnusual = m_hasUnusual || isUnusual(key); });
        if (!m_hasUnusual) {
            return false; // as in nearly all files
        }
        measure();
        std::unordered_map<std::uint64_t, std::uint64_t> alike; // in one holder, by their hash
        NodeId last = formats::kNoNode;
        const std::uint64_t most = kLeast + kTimesTheFile * m_document.source->sizeBytes();
        std::uint64_t total = 0;
        m_walk.forEachKey(kEachTime, [&](NodeId holder, NodeId key) {
            if (holder != last) {
                alike.clear();
                last = holder;
            }
            if (isUnusual(key) && total <= most) {              // or the sum of very many could begin again at 0
                total += m_costs[key] * ++alike[m_hashes[key]]; // it is compared with those before it
            }
        });
        return total > most;
    }

private:
    static constexpr auto kEachTime = KeyWalk::SharedArguments::EachTime;
    static constexpr std::uint64_t kLeast = 1'000'000;
    static constexpr std::uint64_t kTimesTheFile = 8;

    [[nodiscard]] bool isUnusual(NodeId key) const
    {
        const NodeKind kind = m_graph.kind(key);
        return kind == NodeKind::BigInt || kind == NodeKind::Float || kind == NodeKind::Tuple ||
               kind == NodeKind::FrozenSet;
    }

    /// What a tuple holds comes before it.
    void measure()
    {
        constexpr std::uint64_t most = std::uint64_t{1} << 32;
        m_costs.resize(m_graph.nodeCount());
        m_hashes.resize(m_graph.nodeCount());
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            m_costs[node] = 1;
            m_hashes[node] = hashOf(node);
            if (m_graph.is(node, NodeKind::BigInt)) {
                m_costs[node] += m_graph.payload(node).bytes / sizeof(std::uint64_t);
            }
            if (m_graph.is(node, NodeKind::Tuple) || m_graph.is(node, NodeKind::FrozenSet)) {
                for (const NodeId part : m_graph.tuple(node)) {
                    m_costs[node] = std::min(m_costs[node] + m_costs[part], most);
                }
            }
        }
    }
    [[nodiscard]] std::uint64_t hashOf(NodeId node) const
    {
        switch (m_graph.kind(node)) {
        case NodeKind::False: return 0;
        case NodeKind::True: return 1;
        case NodeKind::Int: return hashOfInt(m_graph.intValue(node));
        case NodeKind::Float: return hashOfFloat(m_graph.floatValue(node));
        case NodeKind::BigInt: return m_graph.isExternal(node) ? 0 : hashOfBigInt(m_graph.text(node));
        case NodeKind::String:
        case NodeKind::Python2String:
        case NodeKind::Bytes:
            return m_graph.isExternal(node) ? node : std::hash<std::string_view>()(m_graph.text(node));
        case NodeKind::Tuple: return hashOfTuple(node);
        case NodeKind::FrozenSet: return 0; // nothing is saved with thousands of them as keys
        default: return node;
        }
    }
    /// As Python has it since 3.8.
    [[nodiscard]] std::uint64_t hashOfTuple(NodeId node) const
    {
        constexpr std::uint64_t first = 11'400'714'785'074'694'791U;
        constexpr std::uint64_t second = 14'029'467'366'897'019'727U;
        constexpr std::uint64_t fifth = 2'870'177'450'012'600'261U;
        constexpr int turn = 31;
        const auto parts = m_graph.tuple(node);
        std::uint64_t hash = fifth;
        for (const NodeId part : parts) {
            hash = std::rotl(hash + m_hashes[part] * second, turn) * first;
        }
        return hash + (parts.size() ^ (fifth ^ 3'527'539U));
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    KeyWalk m_walk;
    std::vector<std::uint64_t> m_costs;  ///< by node, of its hash
    std::vector<std::uint64_t> m_hashes; ///< by node
    bool m_hasUnusual = false;
};

} // namespace

std::optional<TrustFinding> costlyKeys(const PickleDocument& document)
{
    if (!KeyCost(document).isTooMuch()) {
        return std::nullopt;
    }
    return TrustFinding{Trust::Dangerous, phrase("keys that take very long"),
                        phrase("They have one hash, or it is taken of the same tuples again and again")};
}

} // namespace cairn::checkpoint
