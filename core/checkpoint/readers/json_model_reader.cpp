#include "core/checkpoint/readers/json_model_reader.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/pickles/device_tag.h"
#include "core/checkpoint/readers/zip_pickles.h"
#include "core/checkpoint/tree/tree_reader.h"
#include "core/formats/json_model.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::JsonModel;
using formats::JsonModelModule;
using formats::JsonModelSlot;
using formats::JsonModelTensor;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// The tensor table of a model, for its modules and for the pickle of its attributes. Lives while the file is read.
class TensorTable final : public PersistentTensors {
public:
    TensorTable(CheckpointBuilder& builder, const JsonModel& model, const formats::ZipArchive& archive,
                std::uint32_t file)
        : m_builder(builder), m_model(model), m_locator(builder, archive, file, {""}, ByteOrder::Little)
    {
    }

    [[nodiscard]] bool read(const PickleGraph& graph, NodeId pid, TensorSpec& spec) override
    {
        const std::int64_t id = graph.is(pid, NodeKind::Int) ? graph.intValue(pid) : -1;
        if (id < 0 || std::cmp_greater_equal(id, m_model.tensors.size())) {
            return false;
        }
        fill(m_model.tensors[static_cast<std::size_t>(id)], spec);
        return true;
    }

    [[nodiscard]] std::optional<StorageUse> storage(const PickleGraph& /*graph*/, NodeId /*pid*/) override
    {
        return std::nullopt;
    }

    void fill(const JsonModelTensor& tensor, TensorSpec& spec)
    {
        spec.storage = storageOf(tensor, spec.issues);
        spec.dtype = tensor.dtype;
        spec.offset = tensor.offset;
        spec.sizes = tensor.shape;
        spec.strides = tensor.strides;
        spec.requiresGrad = tensor.requiresGrad;
        if (tensor.quantizer) {
            spec.quantizer = Quantizer{
                .scheme = "per_tensor_affine", .scale = tensor.quantizer->first, .zeroPoint = tensor.quantizer->second};
        }
    }

private:
    StorageId storageOf(const JsonModelTensor& tensor, std::vector<Issue>& issues)
    {
        if (const auto known = m_storages.find(tensor.record); known != m_storages.end()) {
            return known->second;
        }
        Storage storage;
        storage.device = m_builder.device(tensor.device);
        storage.dtype = tensor.dtype;
        if (Message problem = deviceTagProblem(tensor.device); !problem.empty()) {
            issues.push_back({ErrorCode::DeviceTag, Severity::Warning, std::move(problem), {}});
        }
        if (const auto place = m_locator.locate(tensor.record)) {
            storage.source = place->source;
            storage.offset = place->offset;
            storage.bytes = place->bytes;
        } else {
            issues.push_back({place.error().code, Severity::Error, place.error().what, {}});
            storage.bytes = neededBytes(tensor);
        }
        const StorageId id = m_builder.addStorage(storage, tensor.record);
        m_storages.emplace(tensor.record, id);
        return id;
    }

    /// How large a storage has to be that is not there.
    static std::uint64_t neededBytes(const JsonModelTensor& tensor)
    {
        const auto extent = extentOf(tensor.shape, tensor.strides);
        const auto last = extent && tensor.offset >= 0 ? checkedAdd(*extent, static_cast<std::uint64_t>(tensor.offset))
                                                       : std::nullopt;
        return last ? bytesFor(*last, tensor.dtype).value_or(0) : 0;
    }

    CheckpointBuilder& m_builder;
    const JsonModel& m_model;
    ZipLocator m_locator;
    std::map<std::string, StorageId, std::less<>> m_storages; ///< by record
};

/// The values in attributes.pkl, in order; none without such a record. Its pickle takes the table over.
std::vector<NodeRef> readAttributes(const formats::ZipArchive& archive, ZipPickles& pickles, DocumentSet& documents,
                                    CheckpointBuilder& builder, std::unique_ptr<TensorTable>& table)
{
    std::vector<NodeRef> values;
    const formats::ZipEntry* const record = archive.findRecord("attributes.pkl");
    if (record == nullptr) {
        return values;
    }
    const auto root = pickles.add(*record, {"tensors/"}, "");
    if (!root) {
        builder.addUnread(root.error(), "attributes.pkl");
        return values;
    }
    PickleDocument& document = documents[root->document];
    document.tensors = std::move(table);
    if (document.graph.is(root->node, NodeKind::Tuple) || document.graph.is(root->node, NodeKind::List)) {
        document.graph.forEachElement(root->node, [&](NodeId value) { values.push_back({root->document, value}); });
    }
    return values;
}

/// How many rows take as much memory as all that will be rows of a model. Parameters can share a tensor.
std::uint64_t roomFor(const JsonModel& model)
{
    constexpr std::uint64_t rowsOfOne = 8;
    constexpr std::uint64_t dimsOfRow = 3;
    std::uint64_t rows = rowsOfOne * (model.slots.size() + model.modules.size());
    for (const JsonModelSlot& slot : model.slots) {
        if (slot.kind != JsonModelSlot::Kind::Attribute) {
            rows += model.tensors[static_cast<std::size_t>(slot.id)].shape.size() / dimsOfRow;
        }
    }
    return rows;
}

/// What a parameter, buffer or attribute looks like in the tree, but for its place.
TreeReader::Extra slotRow(const JsonModelSlot& slot, const JsonModel& model, TensorTable& table,
                          const std::vector<NodeRef>& attributes, CheckpointBuilder& builder)
{
    TreeReader::Extra row{.key = slot.name, .value = {}, .type = slot.type, .text = {}};
    if (slot.kind != JsonModelSlot::Kind::Attribute) {
        row.tensor = std::make_unique<TensorSpec>();
        table.fill(model.tensors[static_cast<std::size_t>(slot.id)], *row.tensor);
        row.tensor->kind = slot.kind == JsonModelSlot::Kind::Parameter ? TensorKind::Parameter : TensorKind::Buffer;
    } else if (slot.id < 0) {
        row.type = "NoneType";
        row.text = "None";
    } else if (std::cmp_less(slot.id, attributes.size())) {
        row.value = attributes[static_cast<std::size_t>(slot.id)];
    } else {
        row.text = "missing";
        builder.addIssue({ErrorCode::ScriptModel, Severity::Error,
                          message("attributes.pkl has no value number %1", std::to_string(slot.id)), slot.name});
    }
    return row;
}

} // namespace

Result<CheckpointPtr> readJsonModel(const std::shared_ptr<const formats::ZipArchive>& archive,
                                    const formats::ZipEntry& model, const std::string& path, const Progress* progress,
                                    std::shared_ptr<ReadBudget> budget)
{
    CheckpointBuilder builder(path, Format::TorchScript, archive->source()->heldBytes(), std::move(budget));
    CAIRN_TRY(formats::checkReadable(model, archive->name(model)));
    constexpr std::uint64_t perByte = 16; // of memory: a value can be two characters
    const bool isPacked = model.method != formats::ZipArchive::kStored;
    if (model.plainBytes > builder.budget()->graphBytes() / perByte ||
        (isPacked && !builder.budget()->takeUnpacked(model.plainBytes))) {
        return fail(tooMuchUnpacked(archive->name(model), model));
    }
    builder.budget()->takeGraph(model.plainBytes * perByte);
    CAIRN_ASSIGN(text, archive->readText(model));
    auto parsed = formats::readJsonModel(text);
    if (!parsed) {
        return fail(std::move(parsed).error().in("record \"model.json\""));
    }
    if (!builder.budget()->hasRows(roomFor(*parsed))) {
        return fail(tooManyRows());
    }
    builder.setArchive(archive);
    DocumentSet documents(builder, progress);
    ZipPickles pickles(builder, documents, archive, path);
    pickles.readMarks();
    builder.addFact(message("producer"), verbatim(parsed->producer));

    auto owned = std::make_unique<TensorTable>(builder, *parsed, *archive, pickles.file());
    TensorTable& table = *owned;
    const std::vector<NodeRef> attributes = readAttributes(*archive, pickles, documents, builder, owned);

    // Parameters come before submodules, as in a state_dict: first all slots, then all modules but the root.
    const std::size_t slots = parsed->slots.size();
    const auto placeOf = [&](std::uint32_t module) {
        return module == 0 ? kNoId : static_cast<std::uint32_t>(slots + module - 1);
    };
    constexpr std::string_view moduleType = "torch.jit.ScriptModule";
    std::vector<TreeReader::Extra> rows;
    for (const JsonModelSlot& slot : parsed->slots) {
        rows.push_back(slotRow(slot, *parsed, table, attributes, builder));
        rows.back().parent = placeOf(slot.module);
    }
    for (std::size_t i = 1; i < parsed->modules.size(); ++i) {
        const JsonModelModule& module = parsed->modules[i];
        rows.push_back({.key = module.name, .value = {}, .type = std::string(moduleType), .text = {}});
        rows.back().parent = placeOf(module.parent);
    }
    for (const formats::ZipEntry& entry : archive->entries()) {
        const std::string_view name = archive->recordName(entry);
        if (name.starts_with("code/") && name.ends_with(".py")) {
            rows.push_back(
                {.key = std::string(name), .value = {}, .type = "source", .text = humanBytes(entry.plainBytes)});
        }
    }
    TreeReader tree(builder, documents);
    CAIRN_TRY(tree.readRows(moduleType, std::move(rows)));
    documents.report();
    return builder.finish();
}

} // namespace cairn::checkpoint
