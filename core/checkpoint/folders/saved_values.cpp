#include "core/checkpoint/folders/saved_values.h"

#include "core/base/text/text.h"
#include "core/checkpoint/readers/open.h"
#include "core/formats/pickle/graph_edit.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/pickle/repickle.h"
#include "core/formats/zip/zip_archive.h"

#include <utility>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;

std::uint32_t FileSources::of(std::uint32_t file)
{
    const auto [known, isNew] = m_known.emplace(file, static_cast<std::uint32_t>(m_assembly.sources.size()));
    if (isNew) {
        m_assembly.sources.push_back(
            {FileSet::source(m_assembly.files, file), m_assembly.files->files()[file].path, true});
    }
    return known->second;
}

Result<SavedValueWriter::Opened> SavedValueWriter::open(const SavedValue& value)
{
    const auto openIt = [&]() -> Result<Opened> {
        CAIRN_TRY(m_assembly.files->open(value.file)); // one that is not there is told as such
        CAIRN_ASSIGN(slice,
                     SliceSource::make(FileSet::source(m_assembly.files, value.file), value.offset, value.bytes));
        CAIRN_ASSIGN(file, openCheckpoint(slice, "the value", m_progress, false));
        const formats::ZipEntry* data = file->archive() == nullptr ? nullptr : file->archive()->findRecord("data.pkl");
        if (data == nullptr || file->traits().pickle != PickleForm::ZipRecord) {
            return fail(ErrorCode::PieceBroken, message("what is stored there was not saved by torch.save"));
        }
        CAIRN_ASSIGN(pickle, file->archive()->recordSource(*data));
        CAIRN_ASSIGN(graph, decodeWithin(*m_builder.budget(), pickle, 0, m_progress));
        return Opened{file, pickle, std::move(graph), value.offset, m_sources.of(value.file)};
    };
    auto opened = openIt();
    if (!opened) {
        return fail(std::move(opened)
                        .error()
                        .in("the value at byte " + groupedDigits(value.offset))
                        .in(m_assembly.files->files()[value.file].path));
    }
    m_builder.addJudgement(*opened->file);
    return opened;
}

Result<void> SavedValueWriter::moveStorages(const Checkpoint& file, const formats::PickleGraph& graph,
                                            std::uint64_t offset, std::uint32_t source, formats::GraphEdit& edit)
{
    std::unordered_map<std::string, StorageId> known;
    for (StorageId id = 0; id < file.storages().size(); ++id) {
        known.emplace(file.storageKey(file.storages()[id]), id);
    }
    std::unordered_map<StorageId, NodeId> newKeys;
    PersistentIdReader reader;
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        if (!graph.is(node, NodeKind::PersistentId)) {
            continue;
        }
        const NodeId pid = graph.persistentId(node);
        const auto wanted = reader.read(graph, pid);
        const auto storage = wanted ? known.find(std::string(wanted->key)) : known.end();
        if (storage == known.end()) {
            continue; // its place says what is wrong with it
        }
        auto [key, isNew] = newKeys.emplace(storage->second, formats::kNoNode);
        if (isNew) {
            const Storage& old = file.storages()[storage->second];
            const auto begin = file.fileOffset(storage->second);
            if (old.bytes != 0 && (!begin || old.byteOrder == ByteOrder::Big)) {
                return fail(error(ErrorCode::PieceBroken, message("its storages are compressed, missing or big endian"))
                                .fix(message("Get the file again from where it came from")));
            }
            const std::uint32_t number = m_assembly.add({source, offset + begin.value_or(0), old.bytes});
            key->second = edit.make().text(std::to_string(number));
        }
        std::vector<NodeId> parts(graph.tuple(pid).begin(), graph.tuple(pid).end());
        parts[2] = key->second;
        edit.replace(pid, edit.make().tuple(parts));
    }
    return {};
}

Result<void> SavedValueWriter::write(formats::PickleWriter& pickle, const Opened& value)
{
    formats::GraphEdit edit(value.graph);
    CAIRN_TRY(moveStorages(*value.file, value.graph, value.offset, value.source, edit));
    return formats::appendPickle(pickle, edit, value.pickle, m_progress);
}

} // namespace cairn::checkpoint
