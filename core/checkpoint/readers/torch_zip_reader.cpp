#include "core/checkpoint/readers/torch_zip_reader.h"

#include "core/base/text/text.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/readers/exported_tensors.h"
#include "core/checkpoint/readers/join.h"
#include "core/checkpoint/readers/json_model_reader.h"
#include "core/checkpoint/readers/numpy_reader.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/readers/zip_pickles.h"
#include "core/checkpoint/tree/tree_reader.h"
#include "core/checkpoint/trust/script_code.h"
#include "core/formats/pickle/pickle_probe.h"
#include "core/formats/sniff/foreign.h"
#include "core/formats/zip/zip_end.h"
#include "core/formats/zip/zip_sequence.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::NodeKind;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

using ArchivePtr = std::shared_ptr<const ZipArchive>;

/// Where an archive lies: in how many others, and what all of them together may still take.
struct Place {
    const Progress* progress;
    std::shared_ptr<ReadBudget> budget; ///< null for a file of its own
    int depth;
};

/// True if the value is an object of a compiled class, as the root of a TorchScript archive is.
bool isScriptObject(const PickleDocument& document, formats::NodeId node)
{
    return document.graph.is(node, NodeKind::Call) &&
           document.className(document.graph.callable(node)).starts_with("__torch__.");
}

/// TorchScript has few functions that touch files, and they are called when it is loaded if a __setstate__ does.
Result<bool> touchesFiles(ReadBudget& budget, const ZipArchive& archive, const ZipEntry& code)
{
    constexpr std::uint64_t longest = 16 << 20; // of generated code; more is no reason to trust it
    const bool isCompressed = code.plainBytes != code.storedBytes;
    if (code.plainBytes > longest || (isCompressed && !budget.takeUnpacked(code.plainBytes))) {
        return true;
    }
    CAIRN_ASSIGN(text, archive.readText(code, formats::CrcCheck::Skip));
    return mayTouchFiles(text);
}

/// torch finds the records of code whatever their case.
bool isCode(std::string_view record)
{
    const std::string folded = inSmallLetters(record);
    return folded.starts_with("code/") && folded.ends_with(".py");
}

/// Where torch.load lists the records to see whether this is TorchScript, it cuts their names.
bool isCutToConstants(const ZipArchive& archive, const ZipEntry& entry)
{
    constexpr std::size_t longest = 511;
    const std::string_view name = archive.name(entry);
    const std::string_view record = archive.recordName(entry);
    const std::size_t folder = name.size() - record.size();
    return name.size() > longest && folder < longest && record.substr(0, longest - folder) == "constants.pkl";
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

/// What another of torch's readers takes an archive with a data.pkl for; empty if there is none.
std::string_view otherReader(const ZipArchive& archive)
{
    if (archive.findRecord(".data/extern_modules") != nullptr) { // which torch.package cannot do without
        return "torch.package";
    }
    const ZipEntry* constants = archive.findRecord("constants.pkl"); // torch.load minds upper and lower case in it
    if (archive.findRecord("model.json") != nullptr ||
        (constants != nullptr && archive.recordName(*constants) != "constants.pkl")) {
        return "torch.jit.load";
    }
    if (isPt2(archive)) {
        return "torch.export.load";
    }
    for (const ZipEntry& entry : archive.entries()) {
        const std::string_view name = archive.name(entry);
        if (name.ends_with(".npy")) {
            return "numpy.load";
        }
        if (isCutToConstants(archive, entry)) {
            return "torch.jit.load";
        }
        const bool isStorage = !name.empty() && name.back() >= '0' && name.back() <= '9'; // as most records are
        if (!isStorage && inSmallLetters(name).find("aotinductor/") != std::string::npos) {
            return "AOTInductor"; // it loads what it finds there as a library
        }
    }
    return {};
}

/// Adds the pickles that other programs would find in place of data.pkl, so that what they name is judged.
void addOtherPickles(CheckpointBuilder& builder, ZipPickles& pickles, const ZipArchive& archive, const ZipEntry& data)
{
    std::vector<const ZipEntry*> others = archive.twinsOf(data);
    if (const std::string_view reader = otherReader(archive); !reader.empty()) {
        builder.addIssue(
            {ErrorCode::Ambiguous, Severity::Error,
             message(
                 "different programs would read different things: torch.load takes \"data.pkl\", %1 the other records",
                 reader),
             std::string(archive.recordName(data))});
        for (const ZipEntry& entry : archive.entries()) {
            const std::string_view name = archive.recordName(entry);
            if (&entry != &data && inSmallLetters(name).ends_with(".pkl") && name != "constants.pkl") {
                others.push_back(&entry);
            }
        }
    }
    for (const ZipEntry* entry : others) {
        const std::string name(archive.recordName(*entry));
        if (const auto added = pickles.add(*entry, {"data/"}, name + "/"); !added) {
            builder.addUnread(added.error(), name);
        }
    }
}

/// What torch.load runs where there is a constants.pkl, whatever else is in the file: that pickle, and code.
Result<void> addScript(CheckpointBuilder& builder, DocumentSet& documents, ZipPickles& pickles,
                       const ZipArchive& archive, const ZipEntry& constants, NodeRef root,
                       std::vector<TreeReader::Extra>& extras)
{
    const bool isScript = isScriptObject(documents[root.document], root.node);
    if (isScript) {
        builder.setFormat(Format::TorchScript);
    } else {
        builder.addIssue(ErrorCode::ScriptModel, Severity::Warning,
                         message("the record \"constants.pkl\" makes torch.load take this for TorchScript and fail; it "
                                 "holds an ordinary value"));
        builder.addTrustFinding(
            {Trust::Dangerous, phrase("constants.pkl beside an ordinary value"),
             phrase("torch.load reads it as a program, in its C++ code, and others read the value")});
    }
    auto values = pickles.add(constants, {"constants/"}, "constants/");
    if (!values) {
        builder.addUnread(values.error(), "constants.pkl");
    } else if (isScript && documents[values->document].graph.elementCount(values->node) != 0) {
        extras.push_back({.key = "constants", .value = *values, .type = {}, .text = {}});
    }
    bool hasCode = false;
    for (const ZipEntry& entry : archive.entries()) {
        const std::string_view name = archive.recordName(entry);
        if (!isCode(name)) {
            continue;
        }
        hasCode = true;
        if (isScript) {
            extras.push_back(
                {.key = std::string(name), .value = {}, .type = "source", .text = humanBytes(entry.plainBytes)});
        }
        auto touches = touchesFiles(*builder.budget(), archive, entry);
        if (!touches && errorClass(touches.error().code) == ErrorClass::Io) {
            return fail(std::move(touches).error());
        }
        if (!touches || *touches) {
            builder.addTrustFinding(
                {Trust::Dangerous, message("TorchScript code in %1", name),
                 phrase("It opens or writes files when it runs, or cannot be read, or is too long for that")});
        }
    }
    if (hasCode && !isScript) {
        builder.addTrustFinding({Trust::Dangerous, phrase("TorchScript code beside an ordinary value"),
                                 phrase("torch.load runs it before it finds out that there is no module")});
    }
    return {};
}

/// data.pkl: torch.save, or TorchScript when it holds a compiled object.
Result<CheckpointPtr> readPickled(const ArchivePtr& archive, const std::string& path, const ZipEntry& data,
                                  const Place& place)
{
    const ZipEntry* constants = archive->findRecord("constants.pkl");
    if (constants != nullptr && archive->recordName(*constants) != "constants.pkl") {
        constants = nullptr; // the one name in which torch.load minds upper and lower case
    }
    CheckpointBuilder builder(path, Format::TorchZip, archive->source()->heldBytes(), place.budget);
    builder.setArchive(archive);
    builder.reserve(archive->entries().size());
    DocumentSet documents(builder, place.progress);
    ZipPickles pickles(builder, documents, archive, path);
    pickles.readMarks();
    CAIRN_ASSIGN(root, pickles.add(data, {"data/"}, ""));
    addOtherPickles(builder, pickles, *archive, data);

    std::vector<TreeReader::Extra> extras;
    if (constants != nullptr) {
        CAIRN_TRY(addScript(builder, documents, pickles, *archive, *constants, root, extras));
    }
    documents.beginJudging(); // it needs nothing of the rows
    TreeReader tree(builder, documents);
    CAIRN_TRY(tree.read(root, std::move(extras)));
    documents.report();
    return builder.finish();
}

/// Whether a record of a package that is not called a pickle could be one: whoever unpickles it runs what it calls.
bool mayBeLoaded(const ZipArchive& archive, const ZipEntry& entry)
{
    const std::string_view name = archive.recordName(entry);
    if (name.starts_with(".data/") || name.ends_with(".py")) {
        return false;
    }
    if (entry.method != ZipArchive::kStored) {
        return true; // as torch.package never writes it
    }
    const auto record = archive.recordSource(entry);
    return record && formats::mayCall(*record);
}

/// torch.package: any number of pickles under names of their own; storages under .data.
Result<CheckpointPtr> readPackage(const ArchivePtr& archive, const std::string& path, const Place& place)
{
    CheckpointBuilder builder(path, Format::TorchPackage, archive->source()->heldBytes(), place.budget);
    builder.setArchive(archive);
    DocumentSet documents(builder, place.progress);
    ZipPickles pickles(builder, documents, archive, path);
    pickles.readMarks();
    std::vector<TreeReader::Extra> rows;
    for (const ZipEntry& entry : archive->entries()) {
        const std::string_view name = archive->recordName(entry);
        if (name.ends_with(".pkl") || mayBeLoaded(*archive, entry)) {
            auto value = pickles.add(entry, {".data/", ".storage"}, "");
            if (!value) {
                builder.addUnread(value.error(), std::string(name));
                continue;
            }
            rows.push_back({.key = std::string(name), .value = *value, .type = {}, .text = {}});
        } else if (name.ends_with(".py")) {
            rows.push_back(
                {.key = std::string(name), .value = {}, .type = "source", .text = humanBytes(entry.plainBytes)});
        }
    }
    TreeReader tree(builder, documents);
    CAIRN_TRY(tree.readRows("torch.package", std::move(rows)));
    documents.report();
    return builder.finish();
}

Result<CheckpointPtr> readNested(const SourcePtr& source, const std::string& path, const Place& place);

/// .pt2: a program in JSON; weights and constants are records that are torch.save files themselves, or bytes alone
/// that tables describe.
Result<CheckpointPtr> readPt2(const ArchivePtr& archive, const std::string& path, const Place& place)
{
    CheckpointBuilder builder(path, Format::Pt2Archive, archive->source()->heldBytes(), place.budget);
    builder.setArchive(archive);
    for (const Issue& issue : archive->issues()) {
        builder.addIssue(issue);
    }
    CAIRN_ASSIGN(parts, readExportedTensors(archive, builder, place.progress));
    const bool hasTables = !parts.empty();
    for (const ZipEntry& entry : archive->entries()) {
        const std::string_view name = archive->recordName(entry);
        constexpr std::uint64_t headBytes = 4;
        auto record = archive->recordSource(entry);
        if (!record || entry.plainBytes <= headBytes) {
            continue;
        }
        if (entry.method != ZipArchive::kStored && !builder.budget()->takeUnpacked(entry.plainBytes)) {
            return fail(tooMuchUnpacked(name, entry));
        }
        CAIRN_ASSIGN(isZip, formats::startsZip(**record));
        if (!isZip) {
            if (formats::mayCall(*record)) { // torch.load takes it, as all that is no zip, for a pickle
                builder.addTrustFinding(
                    {Trust::Dangerous, message("what is in %1", name), phrase("It is a pickle that calls functions")});
            }
            continue;
        }
        auto inner = readNested(*record, std::string(name), {place.progress, builder.budget(), place.depth + 1});
        if (!inner) {
            builder.addUnread(inner.error(), std::string(name));
            continue;
        }
        if (!builder.budget()->takeRows(0, (*inner)->entries().size() * name.size())) { // it stands before each of them
            return fail(tooManyRows());
        }
        parts.push_back({.checkpoint = std::move(*inner), .name = std::string(name)});
    }
    joinCheckpoints(builder, "torch.export", parts, JoinLayout::OneGroupEach);
    builder.addFact(message("weights"), hasTables       ? message("records of the archive, described by tables")
                                        : parts.empty() ? message("not pickled: only the program's records are there")
                                                        : message("torch.save records inside the archive"));
    return builder.finish();
}

/// What a plain torch.load makes of a file of several zips: it goes to the end of the file, and from there to where the
/// last zip has its directory, counted from the beginning of the file.
Result<void> reportPlainLoad(const std::vector<SourcePtr>& zips, const ByteSource& source, CheckpointBuilder& builder)
{
    CAIRN_ASSIGN(taken, formats::directoryForTorch(source));
    CAIRN_ASSIGN(first, formats::findZipEnd(*zips.front()));
    // Entries can hide behind those that the first zip counts: it is the same directory only where all of it is.
    const bool isFirst = taken && taken->offset == first.directoryOffset && taken->bytes == first.directoryBytes &&
                         taken->entryCount == first.entryCount;
    if (taken && !isFirst) {
        builder.addIssue(ErrorCode::Ambiguous, Severity::Error,
                         message("different programs would read different things: the file is several zips in a row, "
                                 "and torch.load finds yet another at byte %1",
                                 std::to_string(taken->offset)));
        return {};
    }
    if (taken) {
        builder.addFact(verbatim("torch.load"), message("reads item 0 only"));
    } else {
        builder.addFact(verbatim("torch.load"), message("refuses the file: it is for torch.distributed.checkpoint"),
                        FactKey::PlainLoadRefuses);
    }
    return {};
}

/// A .distcp file: one torch zip after another, each with one tensor or object of this rank.
Result<CheckpointPtr> readSequence(const std::vector<SourcePtr>& zips, const SourcePtr& source, const std::string& path,
                                   const Place& place)
{
    CheckpointBuilder builder(path, Format::DistributedShard, source->heldBytes(), place.budget);
    std::vector<JoinPart> parts;
    for (const SourcePtr& zip : zips) {
        const std::string name = "item " + std::to_string(parts.size());
        auto inner = readNested(zip, name, {place.progress, builder.budget(), place.depth + 1});
        if (!inner) {
            return fail(std::move(inner).error().in(name));
        }
        parts.push_back({.checkpoint = std::move(*inner), .name = name});
    }
    joinCheckpoints(builder, "torch.distributed.checkpoint", parts, JoinLayout::OneGroupEach);
    builder.addFact(message("names"), message("in the file .metadata beside it"));
    CAIRN_TRY(reportPlainLoad(zips, *source, builder));
    return builder.finish();
}

Result<CheckpointPtr> readNested(const SourcePtr& source, const std::string& path, const Place& place)
{
    CAIRN_TRY(limitNesting(place.depth));
    // Before anything else: where the parts of a .distcp are of one size, the first can be read as if it were all.
    CAIRN_ASSIGN(zips, formats::splitZipSequence(source));
    if (zips.size() > 1) {
        return readSequence(zips, source, path, place);
    }
    CAIRN_ASSIGN(archive, ZipArchive::open(source));
    if (const ZipEntry* data = archive->findRecord("data.pkl")) {
        return readPickled(archive, path, *data, place);
    }
    if (const ZipEntry* model = archive->findRecord("model.json");
        model != nullptr && archive->findRecord("version") != nullptr) {
        return readJsonModel(archive, *model, path, place.progress, place.budget);
    }
    if (isPt2(*archive)) {
        return readPt2(archive, path, place);
    }
    if (archive->findRecord(".data/version") != nullptr) {
        return readPackage(archive, path, place);
    }
    if (isNpz(*archive)) {
        return readNpz(archive, path, place.progress, place.budget);
    }
    for (const Issue& issue : archive->issues()) {
        if (issue.code == ErrorCode::Ambiguous) {
            return fail(error(issue.code, issue.message)
                            .because(message("What PyTorch would read is no checkpoint"))
                            .fix(message("Do not trust this file; ask for one written by torch.save")));
        }
    }
    std::vector<std::string_view> names;
    names.reserve(archive->entries().size());
    for (const ZipEntry& entry : archive->entries()) {
        names.push_back(archive->name(entry));
    }
    return fail(formats::explainForeignZip(names));
}

} // namespace

Result<CheckpointPtr> readZip(const SourcePtr& source, const std::string& path, const Progress* progress)
{
    return readNested(source, path, {.progress = progress, .budget = nullptr, .depth = 0});
}

} // namespace cairn::checkpoint
