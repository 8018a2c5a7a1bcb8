#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/tree/sparse_indices.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

class DocumentSet;

/// A tensor as its rebuild call describes it, before it becomes a row.
struct TensorSpec {
    StorageId storage = kNoId;
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::int64_t offset = 0;
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    std::string device;   ///< of tensors without a storage
    std::string subclass; ///< empty for plain tensors
    Layout layout = Layout::Strided;
    TensorKind kind = TensorKind::Plain;
    bool requiresGrad = false;
    bool conj = false;
    bool neg = false;
    bool coalesced = false;
    bool sinceTorch2 = false;
    std::optional<Quantizer> quantizer;
    struct Part {
        std::string_view name;
        NodeRef value;
        bool attribute = false; ///< goes with the tensor, but it is not made of it: a gradient
    };
    std::vector<Part> parts; ///< tensors or lists
    NodeRef attributes;      ///< dict, or (dict, slots)
    std::vector<Issue> issues;
};

/// Understands the calls that rebuild tensors: every form since torch 0.1. Reads nothing but the graph.
class TensorReader {
public:
    explicit TensorReader(DocumentSet& documents) : m_documents(documents) {}

    /// True and a filled `spec` if `ref` makes a tensor, false if it makes something else; an error if it should
    /// make a tensor but its arguments are no good. `spec` is reused from call to call.
    [[nodiscard]] Result<bool> read(NodeRef ref, TensorSpec& spec);

private:
    struct Rebuild { ///< the innermost call still to be understood
        Constructor constructor = Constructor::Other;
        formats::NodeId arguments = formats::kNoNode;
        formats::NodeId state = formats::kNoNode;
    };

    enum class Layer : std::uint8_t {
        Wraps,   ///< another value, which `ref` is now
        Calls,   ///< another call, which `rebuild` is now
        Tensor,  ///< nothing: this is the call
        Nothing, ///< nothing, and there is no tensor
    };

    // wrappers
    [[nodiscard]] Result<bool> unwrap(NodeRef& ref, Rebuild& rebuild, TensorSpec& spec);
    [[nodiscard]] Result<Layer> peel(NodeRef& ref, Rebuild& rebuild, TensorSpec& spec);
    [[nodiscard]] Result<Layer> parameter(NodeRef& ref, const Rebuild& rebuild, TensorSpec& spec) const;
    [[nodiscard]] Layer oldParameter(NodeRef& ref, const Rebuild& rebuild, TensorSpec& spec) const;
    [[nodiscard]] Result<Layer> subclass(NodeRef ref, Rebuild& rebuild, TensorSpec& spec) const;

    // tensors
    [[nodiscard]] Result<void> dense(const Rebuild& rebuild, std::uint32_t document, TensorSpec& spec);
    [[nodiscard]] Result<void> strided(std::span<const formats::NodeId> parts, std::uint32_t document,
                                       TensorSpec& spec);
    [[nodiscard]] Result<void> storage(NodeRef ref, TensorSpec& spec);
    [[nodiscard]] Result<void> quantizer(NodeRef parameters, TensorSpec& spec);
    [[nodiscard]] Result<void> sparse(const Rebuild& rebuild, std::uint32_t document, TensorSpec& spec);
    [[nodiscard]] Result<void> composite(const Rebuild& rebuild, std::uint32_t document, TensorSpec& spec);
    /// The tensor `ref` that another one is made of.
    [[nodiscard]] Result<TensorSpec> readPart(NodeRef ref);
    [[nodiscard]] bool areNestedTables(NodeRef sizes, NodeRef strides, NodeRef offsets);
    void addReadsMemory(Phrase what);
    /// Takes dtype and device of a tensor that is made of `ref`.
    [[nodiscard]] Result<void> likePart(NodeRef ref, TensorSpec& spec);
    void checkSparse(const TensorSpec& indices, const TensorSpec& values, TensorSpec& spec);
    /// Looks at the indices themselves, as torch does.
    void checkIndices(const TensorSpec& indices, const TensorSpec& values, TensorSpec& spec);
    /// Nothing where they cannot be read, or are more than may be read.
    [[nodiscard]] std::optional<WholeNumbers> wholeNumbers(const TensorSpec& part);
    void checkChannels(NodeRef numbers, std::string_view what, std::int64_t axis, TensorSpec& spec);
    void metadata(NodeRef ref, TensorSpec& spec) const;
    void gradFlag(NodeRef ref, TensorSpec& spec) const;

    /// Of a file: that many take some ten milliseconds.
    static constexpr std::uint64_t kMostIndices = std::uint64_t{1} << 22;
    static constexpr std::uint64_t kMostFarAway = std::uint64_t{1} << 14;

    DocumentSet& m_documents;
    int m_depth = 0;
    std::uint64_t m_indicesLeft = kMostIndices; ///< that may still be read
};

/// "cuda:1" of a str or a torch.device call; nothing for anything else.
[[nodiscard]] std::optional<std::string> deviceText(const PickleDocument& document, formats::NodeId node);
/// Of a dtype-like name or a call of torch.serialization._get_layout.
[[nodiscard]] Layout layoutOf(const PickleDocument& document, formats::NodeId node);
/// A tuple, list or torch.Size of integers.
[[nodiscard]] Result<void> readIntegers(const PickleDocument& document, formats::NodeId node, std::string_view what,
                                        std::vector<std::int64_t>& out);

} // namespace cairn::checkpoint
