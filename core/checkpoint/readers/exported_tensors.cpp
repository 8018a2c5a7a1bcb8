#include "core/checkpoint/readers/exported_tensors.h"

#include "core/base/checked.h"
#include "core/base/json/json_tree.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/pickles/device_tag.h"
#include "core/checkpoint/readers/zip_locator.h"
#include "core/checkpoint/readers/zip_pickles.h"
#include "core/checkpoint/tree/tree_reader.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace cairn::checkpoint {

using formats::Dtype;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

/// A folder of records and how its tables are called.
struct Folder {
    std::string_view path;
    std::string_view tableEnd;
};

constexpr std::array kFolders = {Folder{"data/weights/", "_weights_config.json"},
                                 Folder{"data/constants/", "_constants_config.json"}};

/// The numbers by which a program in JSON names dtypes and layouts.
struct NumberedDtype {
    std::int64_t number;
    Dtype dtype;
};

constexpr std::array kDtypeNumbers = {
    NumberedDtype{1, Dtype::UInt8},           NumberedDtype{2, Dtype::Int8},
    NumberedDtype{3, Dtype::Int16},           NumberedDtype{4, Dtype::Int32},
    NumberedDtype{5, Dtype::Int64},           NumberedDtype{6, Dtype::Float16},
    NumberedDtype{7, Dtype::Float32},         NumberedDtype{8, Dtype::Float64},
    NumberedDtype{9, Dtype::Complex32},       NumberedDtype{10, Dtype::Complex64},
    NumberedDtype{11, Dtype::Complex128},     NumberedDtype{12, Dtype::Bool},
    NumberedDtype{13, Dtype::BFloat16},       NumberedDtype{28, Dtype::UInt16},
    NumberedDtype{29, Dtype::Float8E4M3Fn},   NumberedDtype{30, Dtype::Float8E5M2},
    NumberedDtype{31, Dtype::Float8E4M3FnUz}, NumberedDtype{32, Dtype::Float8E5M2FnUz},
    NumberedDtype{33, Dtype::Float8E8M0Fnu},  NumberedDtype{34, Dtype::UInt32},
    NumberedDtype{35, Dtype::UInt64}};
constexpr std::int64_t kStrided = 7;

std::unexpected<Error> badTable(Message what)
{
    return fail(ErrorCode::TensorArguments, std::move(what));
}

std::optional<std::int64_t> integerIn(const JsonValue& object, std::string_view name)
{
    const auto member = object.find(name);
    return member ? member->integer() : std::nullopt;
}

/// A number, or an object with one: sizes may also be expressions.
Result<std::int64_t> sizeIn(const std::optional<JsonValue>& value, std::string_view what)
{
    const auto number = value ? (value->isObject() ? integerIn(*value, "as_int") : value->integer()) : std::nullopt;
    return number && *number >= 0 ? Result<std::int64_t>(*number)
                                  : badTable(message("its %1 is no whole number from 0 up", std::string(what)));
}

Result<std::vector<std::int64_t>> sizesIn(const JsonValue& tensor, std::string_view name)
{
    constexpr std::size_t maxRank = 255;
    std::vector<std::int64_t> sizes;
    const auto list = tensor.find(name);
    if (!list || !list->isArray()) {
        return badTable(message("it has no list of %1", std::string(name)));
    }
    for (const JsonValue item : *list) {
        CAIRN_ASSIGN(size, sizeIn(item, name));
        sizes.push_back(size);
        if (sizes.size() > maxRank) {
            return badTable(message("it has more than %1 dimensions", std::to_string(maxRank)));
        }
    }
    return sizes;
}

Result<std::string> deviceIn(const JsonValue& tensor)
{
    const auto device = tensor.find("device");
    const auto type = device ? device->find("type") : std::nullopt;
    if (!type || !type->isText() || type->text().empty()) {
        return badTable(message("it names no device"));
    }
    const auto index = integerIn(*device, "index");
    return std::string(type->text()) + (index ? ":" + std::to_string(*index) : "");
}

/// The tensors of one table, as they are asked for.
class Table {
public:
    Table(CheckpointBuilder& builder, const ZipArchive& archive, std::uint32_t file, std::string_view folder,
          ByteOrder order)
        : m_builder(builder), m_locator(builder, archive, file, {folder}, order), m_order(order)
    {
    }

    /// `row` is of the table; `record` the name in it.
    [[nodiscard]] Result<TensorSpec> read(const JsonValue& row, const std::string& record)
    {
        TensorSpec spec;
        const auto tensor = row.find("tensor_meta");
        if (!tensor || !tensor->isObject()) {
            return badTable(message("its table says nothing of a tensor"));
        }
        const auto number = integerIn(*tensor, "dtype");
        const auto* const dtype = std::ranges::find(kDtypeNumbers, number.value_or(0), &NumberedDtype::number);
        if (dtype == kDtypeNumbers.end()) {
            return badTable(message("its dtype has a number that Cairn does not know"));
        }
        if (integerIn(*tensor, "layout").value_or(kStrided) != kStrided) {
            return badTable(message("its layout is not strided"));
        }
        spec.dtype = dtype->dtype;
        CAIRN_ASSIGN(sizes, sizesIn(*tensor, "sizes"));
        CAIRN_ASSIGN(strides, sizesIn(*tensor, "strides"));
        CAIRN_ASSIGN(offset, sizeIn(tensor->find("storage_offset"), "storage_offset"));
        CAIRN_ASSIGN(device, deviceIn(*tensor));
        if (sizes.size() != strides.size()) {
            return badTable(
                message("it has %1, but %2", countOf(sizes.size(), "dimension"), countOf(strides.size(), "stride")));
        }
        spec.sizes = std::move(sizes);
        spec.strides = std::move(strides);
        spec.offset = offset;
        const auto grad = tensor->find("requires_grad");
        spec.requiresGrad = grad && grad->boolean().value_or(false);
        const auto isParameter = row.find("is_param");
        spec.kind = isParameter && isParameter->boolean().value_or(false) ? TensorKind::Parameter : TensorKind::Buffer;
        spec.storage = storageOf(record, device, spec);
        return spec;
    }

private:
    StorageId storageOf(const std::string& record, const std::string& device, TensorSpec& spec)
    {
        if (const auto known = m_storages.find(record); known != m_storages.end()) {
            return known->second;
        }
        Storage storage;
        storage.device = m_builder.device(device);
        storage.dtype = spec.dtype;
        storage.byteOrder = m_order;
        if (Message problem = deviceTagProblem(device); !problem.empty()) {
            spec.issues.push_back({ErrorCode::DeviceTag, Severity::Warning, std::move(problem), {}});
        }
        if (const auto place = m_locator.locate(record)) {
            storage.source = place->source;
            storage.offset = place->offset;
            storage.bytes = place->bytes;
        } else {
            spec.issues.push_back({place.error().code, Severity::Error, place.error().what, {}});
            const auto extent = extentOf(spec.sizes, spec.strides);
            const auto last = extent ? checkedAdd(*extent, static_cast<std::uint64_t>(spec.offset)) : std::nullopt;
            storage.bytes = last ? bytesFor(*last, spec.dtype).value_or(0) : 0;
        }
        const StorageId id = m_builder.addStorage(storage, record);
        m_storages.emplace(record, id);
        return id;
    }

    CheckpointBuilder& m_builder;
    ZipLocator m_locator;
    ByteOrder m_order;
    std::map<std::string, StorageId, std::less<>> m_storages; ///< by record
};

ByteOrder byteOrderOf(const ZipArchive& archive)
{
    constexpr std::uint64_t longest = 16;
    const ZipEntry* record = archive.findRecord("byteorder");
    const auto text = record != nullptr && record->plainBytes <= longest
                          ? archive.readText(*record, formats::CrcCheck::Skip)
                          : Result<std::string>("");
    return text && text->starts_with("big") ? ByteOrder::Big : ByteOrder::Little;
}

Result<std::string> tableText(const ZipArchive& archive, const ZipEntry& record, ReadBudget& budget)
{
    CAIRN_TRY(formats::checkReadable(record, archive.name(record)));
    constexpr std::uint64_t perByte = 16; // of memory: a value can be two characters
    const bool isPacked = record.method != ZipArchive::kStored;
    if (record.plainBytes > budget.graphBytes() / perByte || (isPacked && !budget.takeUnpacked(record.plainBytes))) {
        return fail(tooMuchUnpacked(archive.name(record), record));
    }
    budget.takeGraph(record.plainBytes * perByte);
    return archive.readText(record);
}

/// The rows of one table. Notes the records that it speaks of in `known`.
Result<CheckpointPtr> readTable(const std::shared_ptr<const ZipArchive>& archive, const ZipEntry& record,
                                std::string_view folder, const std::string& name,
                                const std::shared_ptr<ReadBudget>& budget, const Progress* progress,
                                std::set<std::string, std::less<>>& known)
{
    CheckpointBuilder builder(name, Format::TorchZip, archive->source()->sizeBytes(), budget);
    CAIRN_ASSIGN(text, tableText(*archive, record, *budget));
    CAIRN_ASSIGN(tree, JsonTree::parse(text));
    const auto config = tree.root().isObject() ? tree.root().find("config") : std::nullopt;
    if (!config || !config->isObject()) {
        return badTable(message("the table has no object \"config\""));
    }
    const std::uint32_t file = builder.addSource({archive->source(), name, false});
    Table table(builder, *archive, file, folder, byteOrderOf(*archive));
    std::vector<TreeReader::Extra> rows;
    for (const JsonValue row : *config) {
        const auto pathName = row.isObject() ? row.find("path_name") : std::nullopt;
        const std::string path(pathName && pathName->isText() ? pathName->text() : std::string_view{});
        known.insert(std::string(folder) + path);
        const auto isPickled = row.isObject() ? row.find("use_pickle") : std::nullopt;
        TreeReader::Extra& extra = rows.emplace_back();
        extra.key = row.key();
        const bool hasTensor = row.isObject() && row.find("tensor_meta") && row.find("tensor_meta")->isObject();
        if ((isPickled && isPickled->boolean().value_or(false)) || !hasTensor) {
            extra.type = "record";
            extra.text = path.empty() ? "none" : path; // a file of its own, or an object that is no tensor
            continue;
        }
        auto spec = table.read(row, path);
        if (spec) {
            extra.tensor = std::make_unique<TensorSpec>(std::move(*spec));
        } else {
            builder.addIssue({spec.error().code, Severity::Error, spec.error().what, extra.key});
            extra.type = "record";
            extra.text = path.empty() ? "none" : path;
        }
    }
    DocumentSet documents(builder, progress);
    TreeReader reader(builder, documents);
    CAIRN_TRY(reader.readRows("dict", std::move(rows)));
    return builder.finish();
}

} // namespace

Result<std::vector<JoinPart>> readExportedTensors(const std::shared_ptr<const ZipArchive>& archive,
                                                  CheckpointBuilder& builder, const Progress* progress)
{
    std::vector<JoinPart> parts;
    std::set<std::string, std::less<>> known;
    for (const Folder& folder : kFolders) {
        for (const ZipEntry& entry : archive->entries()) {
            std::string_view name = archive->recordName(entry);
            if (!name.starts_with(folder.path) || !name.ends_with(folder.tableEnd) ||
                name.size() < folder.path.size() + folder.tableEnd.size()) {
                continue;
            }
            known.emplace(name);
            const std::string part(name.substr(0, name.size() - folder.tableEnd.size()));
            auto read = readTable(archive, entry, folder.path, part, builder.budget(), progress, known);
            if (read) {
                parts.push_back({.checkpoint = std::move(*read), .name = part});
            } else if (errorClass(read.error().code) == ErrorClass::Io || read.error().code == ErrorCode::Cancelled) {
                return fail(std::move(read).error());
            } else {
                builder.addIssue({read.error().code, Severity::Error, read.error().inFull(), std::string(name)});
            }
        }
    }
    std::uint64_t others = 0;
    for (const ZipEntry& entry : archive->entries()) {
        const std::string_view name = archive->recordName(entry);
        const bool isPayload = std::ranges::any_of(
            kFolders, [&](const Folder& folder) { return name.starts_with(folder.path) && name != folder.path; });
        others += static_cast<std::uint64_t>(isPayload && !name.ends_with(".pt") && !known.contains(name));
    }
    if (others != 0) {
        builder.addIssue({ErrorCode::RecordMissing,
                          Severity::Warning,
                          others == 1
                              ? message("%1 of weights or constants is in no table, so what is in them is not shown",
                                        countOf(others, "record"))
                              : message("%1 of weights or constants are in no table, so what is in them is not shown",
                                        countOf(others, "record")),
                          {}});
    }
    return parts;
}

} // namespace cairn::checkpoint
