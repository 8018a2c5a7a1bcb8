#pragma once

#include "core/checkpoint/pickles/constructor.h"
#include "core/checkpoint/pickles/storage_table.h"
#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

struct TensorSpec;

/// Formats that keep tensors outside the pickle (tar) answer a persistent id with one, or with a storage.
class PersistentTensors {
public:
    virtual ~PersistentTensors() = default;
    PersistentTensors() = default;
    PersistentTensors(const PersistentTensors&) = delete;
    PersistentTensors& operator=(const PersistentTensors&) = delete;

    /// False if the id is no tensor.
    [[nodiscard]] virtual bool read(const formats::PickleGraph& graph, formats::NodeId pid, TensorSpec& spec) = 0;
    /// Nothing if the id is no storage.
    [[nodiscard]] virtual std::optional<StorageUse> storage(const formats::PickleGraph& graph, formats::NodeId pid) = 0;
};

/// One decoded pickle with what is needed to make sense of it. Lives while its file is being read.
struct PickleDocument {
    /// Names are brought to Python 3 and looked up once here, not once for each call.
    PickleDocument(formats::PickleGraph decoded, SourcePtr bytes, std::string where);

    /// The class behind a persistent id that carries the source code of a class; any other node itself.
    [[nodiscard]] formats::NodeId classBehind(formats::NodeId node) const
    {
        return graph.is(node, formats::NodeKind::PersistentId) ? classOfId(node) : node;
    }
    [[nodiscard]] Constructor constructor(formats::NodeId callable) const
    {
        const formats::NodeId node = classBehind(callable);
        return graph.is(node, formats::NodeKind::Global) ? m_constructors[graph.globalIndex(node)] : Constructor::Other;
    }
    /// "collections.OrderedDict"; empty if the node is no class or function.
    [[nodiscard]] std::string_view className(formats::NodeId callable) const;
    /// That of the graph's global of this number.
    [[nodiscard]] std::string_view globalName(std::uint32_t global) const { return m_names[global]; }

    formats::PickleGraph graph;
    SourcePtr source; ///< what offsets in the graph count from
    std::string name; ///< record or blob, for messages
    std::unique_ptr<StorageLocator> locator;
    std::unique_ptr<StorageTable> storages;
    std::unique_ptr<PersistentTensors> tensors;
    int depth = 0;                ///< of nesting: blobs in blobs
    bool isProgram = false;       ///< of TorchScript, which C++ reads
    bool isOfKnownFolder = false; ///< the metadata of a folder, of which all that it leads to is judged by itself

private:
    [[nodiscard]] formats::NodeId classOfId(formats::NodeId pid) const;

    std::vector<Constructor> m_constructors; ///< by global index
    std::vector<std::string> m_names;
};

/// A node of one of the documents of a file.
struct NodeRef {
    std::uint32_t document = kNoId;
    formats::NodeId node = formats::kNoNode;
    [[nodiscard]] bool valid() const { return node != formats::kNoNode; }
    bool operator==(const NodeRef&) const = default;
};

} // namespace cairn::checkpoint
