#include "core/checkpoint/torch_zip_reader.h"

#include "core/base/text.h"
#include "core/checkpoint/join.h"
#include "core/checkpoint/json_model_reader.h"
#include "core/checkpoint/open.h"
#include "core/checkpoint/tree_reader.h"
#include "core/checkpoint/zip_pickles.h"
#include "core/formats/foreign.h"
#include "core/formats/zip_sequence.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::NodeKind;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

using ArchivePtr = std::shared_ptr<const ZipArchive>;

/// True if the value is an object of a compiled class, as the root of a TorchScript archive is.
bool isScriptObject(const PickleDocument& document, formats::NodeId node)
{
    return document.graph.is(node, NodeKind::Call) &&
           document.className(document.graph.callable(node)).starts_with("__torch__.");
}

/// data.pkl: torch.save, or TorchScript when it holds a compiled object.
Result<CheckpointPtr> readPickled(const ArchivePtr& archive, const std::string& path, const ZipEntry& data,
                                  const Progress* progress)
{
    const ZipEntry* constants = archive->findRecord("constants.pkl");
    CheckpointBuilder builder(path, Format::TorchZip, archive->source()->sizeBytes());
    builder.setArchive(archive);
    builder.reserve(archive->entries().size());
    DocumentSet documents(builder, progress);
    ZipPickles pickles(builder, documents, archive, path);
    pickles.readMarks();
    CAIRN_ASSIGN(root, pickles.add(data, {"data/"}, ""));

    std::vector<TreeReader::Extra> extras;
    if (constants != nullptr && isScriptObject(documents[root.document], root.node)) {
        builder.setFormat(Format::TorchScript);
        auto values = pickles.add(*constants, {"constants/"}, "constants/");
        if (!values) {
            builder.addIssue({values.error().code, Severity::Error, values.error().paragraph(), "constants.pkl"});
        } else if (documents[values->document].graph.elementCount(values->node) != 0) {
            extras.push_back({.key = "constants", .value = *values, .type = {}, .text = {}});
        }
        for (const ZipEntry& entry : archive->entries()) {
            const std::string_view name = archive->recordName(entry);
            if (name.starts_with("code/") && name.ends_with(".py")) {
                extras.push_back(
                    {.key = std::string(name), .value = {}, .type = "source", .text = humanBytes(entry.plainBytes)});
            }
        }
    } else if (constants != nullptr) {
        builder.addIssue(ErrorCode::ScriptModel, Severity::Warning,
                         "the record \"constants.pkl\" makes torch.load take this for TorchScript and fail; it holds "
                         "an ordinary value");
    }
    TreeReader tree(builder, documents);
    CAIRN_TRY(tree.read(root, extras));
    documents.report();
    return builder.finish();
}

/// torch.package: any number of pickles under names of their own; storages under .data.
Result<CheckpointPtr> readPackage(const ArchivePtr& archive, const std::string& path, const Progress* progress)
{
    CheckpointBuilder builder(path, Format::TorchPackage, archive->source()->sizeBytes());
    builder.setArchive(archive);
    DocumentSet documents(builder, progress);
    ZipPickles pickles(builder, documents, archive, path);
    pickles.readMarks();
    std::vector<TreeReader::Extra> rows;
    for (const ZipEntry& entry : archive->entries()) {
        const std::string_view name = archive->recordName(entry);
        if (name.ends_with(".pkl")) {
            auto value = pickles.add(entry, {".data/", ".storage"}, "");
            if (!value) {
                builder.addIssue({value.error().code, Severity::Error, value.error().paragraph(), std::string(name)});
                continue;
            }
            rows.push_back({.key = std::string(name), .value = *value, .type = {}, .text = {}});
        } else if (name.ends_with(".py")) {
            rows.push_back(
                {.key = std::string(name), .value = {}, .type = "source", .text = humanBytes(entry.plainBytes)});
        }
    }
    TreeReader tree(builder, documents);
    CAIRN_TRY(tree.readRows("torch.package", rows));
    documents.report();
    return builder.finish();
}

/// .pt2: a program in JSON; weights and constants are records that are torch.save files themselves.
Result<CheckpointPtr> readPt2(const ArchivePtr& archive, const std::string& path, const Progress* progress)
{
    CheckpointBuilder builder(path, Format::Pt2Archive, archive->source()->sizeBytes());
    builder.setArchive(archive);
    std::vector<JoinPart> parts;
    for (const ZipEntry& entry : archive->entries()) {
        const std::string_view name = archive->recordName(entry);
        constexpr std::array<std::byte, 4> zipStart = {std::byte{'P'}, std::byte{'K'}, std::byte{3}, std::byte{4}};
        std::array<std::byte, 4> head{};
        auto record = archive->recordSource(entry);
        if (!record || entry.plainBytes <= head.size()) {
            continue;
        }
        CAIRN_TRY((*record)->readAt(0, head));
        if (head != zipStart) {
            continue;
        }
        auto inner = readZip(*record, std::string(name), progress);
        if (!inner) {
            builder.addIssue({inner.error().code, Severity::Error, inner.error().paragraph(), std::string(name)});
            continue;
        }
        parts.push_back({.checkpoint = std::move(*inner), .name = std::string(name)});
    }
    joinCheckpoints(builder, "torch.export", parts, JoinLayout::OneGroupEach);
    builder.addFact("weights", parts.empty() ? "not pickled: only the program's records are there"
                                             : "torch.save records inside the archive");
    return builder.finish();
}

bool isPt2(const ZipArchive& archive)
{
    if (archive.find("serialized_exported_program.json") != nullptr ||
        archive.findRecord("models/model.json") != nullptr) {
        return true;
    }
    const ZipEntry* format = archive.findRecord("archive_format");
    const auto text = format != nullptr && format->plainBytes < 64 ? archive.readText(*format, formats::CrcCheck::Skip)
                                                                   : Result<std::string>("");
    return text && text->starts_with("pt2");
}

/// A .distcp file: one torch zip after another, each with one tensor or object of this rank.
Result<CheckpointPtr> readSequence(const std::vector<SourcePtr>& zips, const SourcePtr& source, const std::string& path,
                                   const Progress* progress)
{
    CheckpointBuilder builder(path, Format::DistributedShard, source->sizeBytes());
    std::vector<JoinPart> parts;
    for (const SourcePtr& zip : zips) {
        const std::string name = "item " + std::to_string(parts.size());
        auto inner = readZip(zip, name, progress);
        if (!inner) {
            return fail(std::move(inner).error().in(name));
        }
        parts.push_back({.checkpoint = std::move(*inner), .name = name});
    }
    joinCheckpoints(builder, "torch.distributed.checkpoint", parts, JoinLayout::OneGroupEach);
    builder.addFact("names", "in the file .metadata beside it");
    return builder.finish();
}

} // namespace

Result<CheckpointPtr> readZip(const SourcePtr& source, const std::string& path, const Progress* progress)
{
    auto opened = ZipArchive::open(source);
    if (!opened) {
        const auto zips = formats::splitZipSequence(source);
        return zips && zips->size() > 1 ? readSequence(*zips, source, path, progress) : fail(std::move(opened).error());
    }
    const ArchivePtr& archive = *opened;
    if (const ZipEntry* data = archive->findRecord("data.pkl")) {
        return readPickled(archive, path, *data, progress);
    }
    if (const ZipEntry* model = archive->findRecord("model.json");
        model != nullptr && archive->findRecord("version") != nullptr) {
        return readJsonModel(archive, *model, path, progress);
    }
    if (isPt2(*archive)) {
        return readPt2(archive, path, progress);
    }
    if (archive->findRecord(".data/version") != nullptr) {
        return readPackage(archive, path, progress);
    }
    std::vector<std::string_view> names;
    names.reserve(archive->entries().size());
    for (const ZipEntry& entry : archive->entries()) {
        names.push_back(archive->name(entry));
    }
    return fail(formats::explainForeignZip(names));
}

} // namespace cairn::checkpoint
