#include "app/cli/common/json_writer.h"
#include "app/cli/inspect/inspect_views.h"
#include "app/cli/inspect/path_trail.h"
#include "core/checkpoint/folders/whole_of.h"
#include "core/checkpoint/parameter_count.h"
#include "core/checkpoint/trust.h"
#include "core/rows/row_json.h"

#include <bit>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::StorageId;
using checkpoint::Tensor;
using checkpoint::ValueKind;

namespace {

/// One checkpoint as a JSON document. Lives as long as the writing takes.
class CheckpointJson {
public:
    CheckpointJson(Output& output, const Checkpoint& checkpoint, const Found* found)
        : m_output(output), m_json(output.buffer()), m_checkpoint(checkpoint), m_found(found)
    {
    }

    void write(JsonDetail detail)
    {
        const bool isWhole = detail == JsonDetail::Whole;
        beginDocument(m_json, m_checkpoint.path());
        text("format", m_checkpoint.traits().name);
        number("bytes", m_checkpoint.fileBytes());
        number("parameters", checkpoint::countParameters(m_checkpoint).parameters);
        writeDevices();
        writeDtypes();
        if (isWhole) {
            list("tensors", [&] { writeTensors(); });
            list("storages", [&] { writeStorages(); });
            list("values", [&] { writeValues(); });
        }
        list("globals", [&] { writeGlobals(); });
        writeTrust(m_json, checkpoint::trustOf(m_checkpoint));
        writeIssues(m_json, m_checkpoint.issues());
        if (m_checkpoint.assembly() != nullptr) {
            const checkpoint::PieceList pieces(m_checkpoint);
            writeFilesJson(m_json, pieces);
            if (isWhole) {
                writePiecesJson(m_output, m_json, m_checkpoint, pieces);
            }
        }
        m_json.key("facts");
        m_json.beginObject();
        for (const checkpoint::Fact& fact : m_checkpoint.facts()) {
            text(fact.name.text(), fact.value.text());
        }
        m_json.endObject();
        if (const auto whole = checkpoint::wholeOf(m_checkpoint.path())) {
            text("part_of", whole->path);
        }
        m_json.endObject();
        m_json.endLine();
        m_output.drain();
        if (detail == JsonDetail::Lines) {
            writeTensorLines();
        }
    }

    void writePart(const std::string& name, const std::function<void(JsonWriter&)>& more)
    {
        beginDocument(m_json, m_checkpoint.path());
        text("name", name);
        list("tensors", [&] { writeTensors(); });
        list("values", [&] { writeValues(); });
        more(m_json);
        m_json.endObject();
        m_json.endLine();
    }

private:
    void text(JsonName key, std::string_view value) { m_json.key(key).string(value); }

    template <typename T>
    void number(JsonName key, T value)
    {
        m_json.key(key).number(value);
    }

    void boolean(JsonName key, bool value) { m_json.key(key).boolean(value); }

    template <typename Write>
    void list(JsonName key, Write&& write)
    {
        m_json.key(key);
        m_json.beginArray();
        write();
        m_json.endArray();
    }

    void writePath()
    {
        m_json.key("path");
        m_json.beginArray();
        if (!m_trail.json().empty()) {
            m_json.raw(m_trail.json());
        }
        m_json.endArray();
        if (m_trail.keys() != m_trail.json()) {
            text("python_path", '[' + m_trail.keys() + ']');
        }
    }

    /// Walks the tree and writes an object for each entry that `write` is for.
    template <typename Wanted, typename Write>
    void forEachEntry(Wanted&& wanted, Write&& write, bool isLines = false)
    {
        m_checkpoint.walk([&](EntryId id, std::size_t depth) {
            if (m_output.done()) {
                return;
            }
            const Entry& entry = m_checkpoint.entries()[id];
            m_trail.enter(m_checkpoint, entry, depth);
            if (wanted(entry) && (m_found == nullptr || isShownOf(m_checkpoint, *m_found, id))) {
                m_json.beginObject();
                if (isLines) { // which are read one by one
                    text("file", m_checkpoint.path());
                }
                writePath();
                write(entry);
                m_json.endObject();
                if (isLines) {
                    m_json.endLine();
                }
                m_output.drain();
            }
        });
    }

    void endItem()
    {
        m_json.endObject();
        m_output.drain();
    }

    void writeDevices()
    {
        m_json.key("devices");
        m_json.beginObject();
        for (const auto& [tag, usage] : m_checkpoint.usageByDevice()) {
            m_json.key(tag);
            m_json.beginObject();
            number("storages", usage.storages);
            number("tensors", usage.tensors);
            number("bytes", usage.bytes);
            m_json.endObject();
        }
        m_json.endObject();
    }

    void writeDtypes()
    {
        m_json.key("dtypes");
        m_json.beginObject();
        for (const auto& [name, usage] : m_checkpoint.usageByDtype()) {
            m_json.key(name);
            m_json.beginObject();
            number("tensors", usage.tensors);
            number("bytes", usage.bytes);
            m_json.endObject();
        }
        m_json.endObject();
    }

    void writeTensors()
    {
        forEachEntry([](const Entry& entry) { return entry.kind == EntryKind::Tensor; },
                     [&](const Entry& entry) { writeTensor(m_checkpoint.tensors()[entry.payload]); });
    }

    /// Each as a document of its own: who reads many of them need not hold them all.
    void writeTensorLines()
    {
        forEachEntry([](const Entry& entry) { return entry.kind == EntryKind::Tensor; },
                     [&](const Entry& entry) { writeTensor(m_checkpoint.tensors()[entry.payload]); }, true);
    }

    void writeTensor(const Tensor& tensor)
    {
        text("name", m_trail.name());
        rows::writeTensorMembers(m_json, m_checkpoint, tensor);
    }

    void writeStorages()
    {
        for (std::size_t i = 0; i < m_checkpoint.storages().size() && !m_output.done(); ++i) {
            m_json.beginObject();
            rows::writeStorageMembers(m_json, m_checkpoint, static_cast<StorageId>(i));
            endItem();
        }
    }

    void writeValues()
    {
        forEachEntry([](const Entry& entry) { return entry.kind != EntryKind::Tensor; },
                     [&](const Entry& entry) { writeValue(entry); });
    }

    void writeValue(const Entry& entry)
    {
        text("type", m_checkpoint.typeName(entry));
        m_json.key("value");
        if (entry.kind == EntryKind::Value) {
            writeScalar(entry);
            return;
        }
        m_json.null();
        if (entry.kind == EntryKind::Group) {
            number("items", entry.childCount);
        } else if (entry.kind == EntryKind::Storage) {
            text("storage", m_checkpoint.storageKey(m_checkpoint.storages()[entry.payload]));
        } else if (entry.payload == kNoId) {
            boolean("too_deep", true);
        } else {
            text("same_as", m_checkpoint.entryName(static_cast<EntryId>(entry.payload)));
        }
    }

    void writeScalar(const Entry& entry)
    {
        switch (entry.valueKind) {
        case ValueKind::None: m_json.null(); break;
        case ValueKind::Bool: m_json.boolean(entry.payload != 0); break;
        case ValueKind::Int: m_json.number(static_cast<std::int64_t>(entry.payload)); break;
        case ValueKind::Float: m_json.number(std::bit_cast<double>(entry.payload)); break;
        case ValueKind::Text:
        case ValueKind::Bytes:
        case ValueKind::Literal: m_json.string(m_checkpoint.valueText(entry)); break;
        }
    }

    void writeGlobals()
    {
        for (const checkpoint::GlobalUse& global : m_checkpoint.globals()) {
            m_json.beginObject();
            text("name", global.name);
            m_json.key("weights_only");
            m_json.beginObject();
            text("1.13", checkpoint::verdictName(global.torch113));
            text("2.6", checkpoint::verdictName(global.torch26));
            text("2.14", checkpoint::verdictName(global.torch214));
            text("latest", checkpoint::verdictName(global.latest));
            m_json.endObject();
            text("why", global.why.text());
            text("trust", checkpoint::trustName(global.trust));
            number("mentions", global.mentions);
            endItem();
        }
    }

    Output& m_output;
    JsonWriter m_json;
    const Checkpoint& m_checkpoint;
    const Found* m_found; ///< null: every row
    PathTrail m_trail;
};

} // namespace

void writeCheckpointJson(Output& output, const Checkpoint& checkpoint, JsonDetail detail, const Found* found)
{
    CheckpointJson(output, checkpoint, found).write(detail);
}

void writePartJson(Output& output, const Checkpoint& checkpoint, const std::string& name, const Found& found,
                   const std::function<void(JsonWriter&)>& more)
{
    CheckpointJson(output, checkpoint, &found).writePart(name, more);
}

} // namespace cairn::cli
