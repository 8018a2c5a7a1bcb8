#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <unordered_map>

namespace cairn::formats {
class GraphEdit;
class PickleWriter;
} // namespace cairn::formats

namespace cairn::checkpoint {

/// Storages of the files of a folder, one source a file.
class FileSources {
public:
    explicit FileSources(Assembly& assembly) : m_assembly(assembly) {}
    [[nodiscard]] std::uint32_t of(std::uint32_t file);

private:
    Assembly& m_assembly;
    std::unordered_map<std::uint32_t, std::uint32_t> m_known;
};

/// A value that was saved as a file of its own, inside of another: a range of it.
struct SavedValue {
    std::uint32_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// Writes such values into the pickle of an assembly, with their storages. What they name and would call is told to the
/// builder.
class SavedValueWriter {
public:
    SavedValueWriter(Assembly& assembly, FileSources& sources, CheckpointBuilder& builder, const Progress* progress)
        : m_assembly(assembly), m_sources(sources), m_builder(builder), m_progress(progress)
    {
    }

    /// A value that was opened.
    struct Opened {
        CheckpointPtr file;
        SourcePtr pickle;
        formats::PickleGraph graph;
        std::uint64_t offset = 0; ///< of the file that it is
        std::uint32_t source = 0;
    };
    [[nodiscard]] Result<Opened> open(const SavedValue& value);
    /// Writes it, with `edit` made of its graph.
    [[nodiscard]] Result<void> write(formats::PickleWriter& pickle, const Opened& value);
    /// Gives the storages of a value keys of the assembly. `offset`: where the file that it came in begins, in a source
    /// of the assembly.
    [[nodiscard]] Result<void> moveStorages(const Checkpoint& file, const formats::PickleGraph& graph,
                                            std::uint64_t offset, std::uint32_t source, formats::GraphEdit& edit);

private:
    Assembly& m_assembly;
    FileSources& m_sources;
    CheckpointBuilder& m_builder;
    const Progress* m_progress;
};

} // namespace cairn::checkpoint
