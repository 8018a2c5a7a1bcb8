#pragma once

#include "core/base/error.h"
#include "core/base/files/byte_source.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::model {

/// A size of a known model: a number, or one that grows with a variable.
struct KnownSize {
    std::int64_t number = 0; ///< or the factor of the variable
    std::int64_t added = 0;
    std::uint32_t variable = kNoVariable;

    static constexpr std::uint32_t kNoVariable = 0xFFFFFFFF;
};

struct KnownTensor {
    std::uint32_t name = 0;
    std::uint32_t shape = 0;
    bool isTied = false; ///< another name of a tensor before it
};

/// A module in a module, or several with numbers in a row that are made alike.
struct KnownRun {
    std::uint32_t name = 0;  ///< or the first number
    std::uint32_t count = 0; ///< 0: it has a name
    std::uint32_t node = 0;
};

/// A module of known models, shared by all that have one like it.
struct KnownNode {
    std::uint32_t firstTensor = 0;
    std::uint32_t tensorCount = 0;
    std::uint32_t firstRun = 0;
    std::uint32_t runCount = 0;
};

/// A model as its library calls it.
struct KnownModel {
    std::string_view library;
    std::string_view version;
    std::string_view name;
    std::string_view code;           ///< Python that makes it; {classes} and the like stand for variables
    std::string_view className = {}; ///< empty: the code has it
};

/// "torchvision/resnet50"
[[nodiscard]] inline std::string fullName(const KnownModel& model)
{
    return std::string(model.library) + '/' + std::string(model.name);
}

/// Models with the same names and shapes.
struct KnownKind {
    std::uint32_t root = 0;
    std::uint32_t headSet = 0;
    std::uint32_t keys = 0;
    std::uint64_t body = 0; ///< the sum of the hashes of all tensors but those of the head set
    std::uint32_t firstModel = 0;
    std::uint32_t modelCount = 0;
    std::uint32_t sketchSize = 0;
};

/// What is known of the models of many libraries: resources/models, which is part of the program.
class KnownModels {
public:
    KnownModels() = default;
    KnownModels(KnownModels&&) = default;
    KnownModels& operator=(KnownModels&&) = default;
    KnownModels(const KnownModels&) = delete; // its texts are looked into
    KnownModels& operator=(const KnownModels&) = delete;
    ~KnownModels() = default;

    /// Fails for what is no such database.
    [[nodiscard]] static Result<KnownModels> read(std::span<const std::byte> file);
    /// That of the program; made when it is first asked for.
    [[nodiscard]] static const KnownModels& ofProgram();

    [[nodiscard]] std::span<const KnownKind> kinds() const { return m_kinds; }
    [[nodiscard]] std::span<const KnownModel> models(const KnownKind& kind) const
    {
        return std::span(m_models).subspan(kind.firstModel, kind.modelCount);
    }
    [[nodiscard]] std::span<const KnownTensor> tensors(std::uint32_t node) const
    {
        return std::span(m_tensors).subspan(m_nodes[node].firstTensor, m_nodes[node].tensorCount);
    }
    [[nodiscard]] std::span<const KnownRun> runs(std::uint32_t node) const
    {
        return std::span(m_runs).subspan(m_nodes[node].firstRun, m_nodes[node].runCount);
    }
    [[nodiscard]] std::span<const KnownSize> shape(std::uint32_t shape) const
    {
        return std::span(m_sizes).subspan(m_shapeStarts[shape], m_shapeStarts[shape + 1] - m_shapeStarts[shape]);
    }
    /// The full names of all models, each once, in the order of letters.
    [[nodiscard]] std::vector<std::string> fullNames() const;
    [[nodiscard]] std::string_view name(std::uint32_t name) const { return m_names[name]; }
    [[nodiscard]] std::span<const std::string_view> variables() const { return m_variables; }
    [[nodiscard]] std::span<const std::vector<std::uint64_t>> headSets() const { return m_headSets; } ///< path hashes
    /// Libraries and their versions.
    [[nodiscard]] std::span<const std::pair<std::string_view, std::string_view>> libraries() const
    {
        return m_libraries;
    }

    using HashedKind = std::pair<std::uint64_t, std::uint32_t>; ///< a hash, and the kind that has it
    /// Kinds with this body hash; see bodyKey().
    [[nodiscard]] std::span<const HashedKind> withBody(std::uint64_t bodyKey) const;
    [[nodiscard]] static std::uint64_t bodyKey(std::uint64_t body, std::uint32_t headSet)
    {
        return body ^ (std::uint64_t{headSet} << 40U);
    }
    /// By the upper half of the hash of a tensor: kinds of which it is one of the few with the smallest hashes.
    template <typename Visit>
    void forEachWithSketch(std::uint32_t hash, Visit&& visit) const
    {
        const std::uint32_t bucket = hash >> kBucketShift;
        for (std::uint32_t i = m_sketchStarts[bucket]; i < m_sketchStarts[bucket + 1]; ++i) {
            if (m_sketches[i].first == hash) {
                visit(m_sketches[i].second);
            }
        }
    }

private:
    friend class KnownModelsReader;

    static constexpr unsigned kBucketShift = 16;
    static constexpr std::size_t kBuckets = std::size_t{1} << kBucketShift;

    Bytes m_text; ///< the views below look into it
    std::vector<std::pair<std::string_view, std::string_view>> m_libraries;
    std::vector<std::string_view> m_variables;
    std::vector<std::string_view> m_names;
    std::vector<std::uint32_t> m_shapeStarts;
    std::vector<KnownSize> m_sizes;
    std::vector<KnownNode> m_nodes;
    std::vector<KnownTensor> m_tensors;
    std::vector<KnownRun> m_runs;
    std::vector<std::vector<std::uint64_t>> m_headSets;
    std::vector<KnownKind> m_kinds;
    std::vector<KnownModel> m_models;
    std::vector<HashedKind> m_bodies;                                ///< sorted
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_sketches; ///< in buckets, by the upper bits of the hash
    std::vector<std::uint32_t> m_sketchStarts = std::vector<std::uint32_t>(kBuckets + 1); ///< of the buckets
};

} // namespace cairn::model
