#include "core/formats/json_model.h"

#include "core/base/json/json_tree.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace cairn::formats {

namespace {

/// Types of the tensor table by name and number, and what a quantised tensor makes of them.
struct ElementType {
    std::string_view name;
    std::int64_t number;
    Dtype dtype;
    Dtype quantized;
};

constexpr std::array kElementTypes = {
    ElementType{"FLOAT", 1, Dtype::Float32, Dtype::Unknown},
    ElementType{"INT32", 2, Dtype::Int32, Dtype::QInt32},
    ElementType{"BYTE", 3, Dtype::UInt8, Dtype::QUInt8},
    ElementType{"BOOL", 5, Dtype::Bool, Dtype::Unknown},
    ElementType{"UINT8", 6, Dtype::UInt8, Dtype::QUInt8},
    ElementType{"INT8", 7, Dtype::Int8, Dtype::QInt8},
    ElementType{"UINT16", 8, Dtype::UInt16, Dtype::Unknown},
    ElementType{"INT16", 9, Dtype::Int16, Dtype::Unknown},
    ElementType{"INT64", 10, Dtype::Int64, Dtype::Unknown},
    ElementType{"FLOAT16", 12, Dtype::Float16, Dtype::Unknown},
    ElementType{"DOUBLE", 13, Dtype::Float64, Dtype::Unknown},
};

std::unexpected<Error> bad(Message what)
{
    return fail(ErrorCode::ScriptModel, std::move(what));
}

template <typename Number>
std::optional<Number> parsed(std::string_view text)
{
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// Members of an object by the rules of protobuf's JSON: 64-bit numbers may be quoted, absent means the default.

template <typename Number>
Result<Number> numberOf(const JsonValue& object, std::string_view name, Number fallback)
{
    const auto member = object.find(name);
    if (!member || member->isNull()) {
        return fallback;
    }
    const auto text = member->scalarText();
    const auto number = text ? parsed<Number>(*text) : std::nullopt;
    return number ? Result<Number>(*number) : bad(message("%1 is not a number that fits", name));
}

Result<bool> boolOf(const JsonValue& object, std::string_view name)
{
    const auto member = object.find(name);
    if (!member || member->isNull()) {
        return false;
    }
    const auto value = member->boolean();
    return value ? Result<bool>(*value) : bad(message("%1 is neither true nor false", name));
}

Result<std::string> textOf(const JsonValue& object, std::string_view name)
{
    const auto member = object.find(name);
    if (!member || member->isNull()) {
        return std::string();
    }
    return member->isText() ? Result<std::string>(std::string(member->text())) : bad(message("%1 is not text", name));
}

/// The key of a reference to a record of the archive.
Result<std::string> recordOf(const JsonValue& object, std::string_view name)
{
    const auto member = object.find(name);
    if (!member || member->isNull()) {
        return std::string();
    }
    return member->isObject() ? textOf(*member, "key") : bad(message("%1 is not a reference to a record", name));
}

/// The objects of a list; none if it is absent.
Result<std::vector<JsonValue>> objectsOf(const JsonValue& object, std::string_view name)
{
    const auto member = object.find(name);
    if (!member || member->isNull()) {
        return std::vector<JsonValue>();
    }
    if (!member->isArray()) {
        return bad(message("%1 is not a list", name));
    }
    std::vector<JsonValue> objects(member->begin(), member->end());
    return std::ranges::all_of(objects, &JsonValue::isObject)
               ? Result<std::vector<JsonValue>>(std::move(objects))
               : bad(message("%1 has something in it that is not an object", name));
}

Result<std::vector<std::int64_t>> sizesOf(const JsonValue& object, std::string_view name)
{
    std::vector<std::int64_t> sizes;
    const auto member = object.find(name);
    if (!member || member->isNull()) {
        return sizes;
    }
    for (const JsonValue item : *member) {
        const auto text = item.scalarText();
        const auto size = text ? parsed<std::int64_t>(*text) : std::nullopt;
        if (!size || *size < 0) {
            return bad(message("%1 has something in it that is not a whole number from 0 up", name));
        }
        sizes.push_back(*size);
    }
    return member->isArray() ? Result<std::vector<std::int64_t>>(std::move(sizes))
                             : bad(message("%1 is not a list", name));
}

Result<Dtype> dtypeOf(const JsonValue& tensor, bool isQuantized)
{
    const auto member = tensor.find("dataType");
    const std::string name = member ? member->scalarText().value_or("") : "";
    const auto number = parsed<std::int64_t>(name);
    const auto* const type = std::ranges::find_if(
        kElementTypes, [&](const ElementType& row) { return row.name == name || row.number == number; });
    const Dtype dtype = type == kElementTypes.end() ? Dtype::Unknown : isQuantized ? type->quantized : type->dtype;
    return dtype != Dtype::Unknown ? Result<Dtype>(dtype)
                                   : bad(isQuantized ? message("its dataType %1 cannot be quantised", inQuotes(name))
                                                     : message("its dataType %1 is unknown", inQuotes(name)));
}

Result<JsonModelTensor> readTensor(const JsonValue& object)
{
    JsonModelTensor tensor;
    CAIRN_ASSIGN(isQuantized, boolOf(object, "isQuantized"));
    CAIRN_ASSIGN(dtype, dtypeOf(object, isQuantized));
    CAIRN_ASSIGN(shape, sizesOf(object, "dims"));
    CAIRN_ASSIGN(strides, sizesOf(object, "strides"));
    CAIRN_ASSIGN(offset, numberOf<std::int64_t>(object, "offset", 0));
    CAIRN_ASSIGN(requiresGrad, boolOf(object, "requiresGrad"));
    CAIRN_ASSIGN(record, recordOf(object, "data"));
    CAIRN_ASSIGN(device, textOf(object, "device"));
    if (shape.size() != strides.size()) {
        return bad(message("it has %1, but %2", countOf(shape.size(), "dimension"), countOf(strides.size(), "stride")));
    }
    if (offset < 0) {
        return bad(message("its offset is negative"));
    }
    if (record.empty() || device.empty()) {
        return bad(record.empty() ? message("it names no record for its data") : message("it names no device"));
    }
    if (isQuantized) {
        CAIRN_ASSIGN(scale, numberOf<double>(object, "scale", 0.0));
        CAIRN_ASSIGN(zeroPoint, numberOf<std::int64_t>(object, "zeroPoint", 0));
        tensor.quantizer = {scale, zeroPoint};
    }
    tensor.dtype = dtype;
    tensor.shape = std::move(shape);
    tensor.strides = std::move(strides);
    tensor.offset = offset;
    tensor.record = std::move(record);
    tensor.device = std::move(device);
    tensor.requiresGrad = requiresGrad;
    return tensor;
}

Result<JsonModelSlot> readParameter(const JsonValue& object, std::uint32_t module, const JsonModel& model)
{
    CAIRN_ASSIGN(name, textOf(object, "name"));
    CAIRN_ASSIGN(isBuffer, boolOf(object, "isBuffer"));
    CAIRN_ASSIGN(id, numberOf<std::int64_t>(object, "tensorId", 0));
    if (id < 0 || static_cast<std::uint64_t>(id) >= model.tensors.size()) {
        return bad(message("parameter %1 is tensor %2, but there are %3", inQuotes(name), std::to_string(id),
                           groupedDigits(model.tensors.size())));
    }
    using Kind = JsonModelSlot::Kind;
    return JsonModelSlot{.kind = isBuffer ? Kind::Buffer : Kind::Parameter,
                         .module = module,
                         .id = id,
                         .name = std::move(name),
                         .type = {}};
}

Result<JsonModelSlot> readAttribute(const JsonValue& object, std::uint32_t module)
{
    CAIRN_ASSIGN(name, textOf(object, "name"));
    CAIRN_ASSIGN(type, textOf(object, "type"));
    CAIRN_ASSIGN(id, numberOf<std::int64_t>(object, "id", 0));
    return JsonModelSlot{.kind = JsonModelSlot::Kind::Attribute,
                         .module = module,
                         .id = id,
                         .name = std::move(name),
                         .type = std::move(type)};
}

/// Adds a module and its slots, and gives its submodules.
Result<std::vector<JsonValue>> readModule(const JsonValue& object, std::uint32_t parent, JsonModel& model)
{
    const auto id = static_cast<std::uint32_t>(model.modules.size());
    CAIRN_ASSIGN(name, textOf(object, "name"));
    CAIRN_ASSIGN(code, recordOf(object, "torchscriptArena"));
    model.modules.push_back({.name = std::move(name), .parent = parent, .code = std::move(code)});
    CAIRN_ASSIGN(parameters, objectsOf(object, "parameters"));
    for (const JsonValue& parameter : parameters) {
        CAIRN_ASSIGN(slot, readParameter(parameter, id, model));
        model.slots.push_back(std::move(slot));
    }
    CAIRN_ASSIGN(attributes, objectsOf(object, "attributes"));
    for (const JsonValue& attribute : attributes) {
        CAIRN_ASSIGN(slot, readAttribute(attribute, id));
        model.slots.push_back(std::move(slot));
    }
    return objectsOf(object, "submodules");
}

Result<void> readModules(const JsonValue& root, JsonModel& model)
{
    struct Waiting {
        JsonValue object;
        std::uint32_t parent;
    };
    std::vector<Waiting> waiting{{root, JsonModelModule::kNoParent}};
    while (!waiting.empty()) {
        const Waiting next = waiting.back();
        waiting.pop_back();
        const auto id = static_cast<std::uint32_t>(model.modules.size());
        auto submodules = readModule(next.object, next.parent, model);
        if (!submodules) {
            const std::string_view name = model.modules.size() > id ? std::string_view(model.modules[id].name) : "";
            return fail(std::move(submodules).error().in("module " + inQuotes(name)));
        }
        for (auto child = submodules->rbegin(); child != submodules->rend(); ++child) {
            waiting.push_back({*child, id});
        }
    }
    return {};
}

} // namespace

Result<JsonModel> readJsonModel(std::string_view json)
{
    CAIRN_ASSIGN(tree, JsonTree::parse(json));
    const auto root = tree.root().find("mainModule");
    if (!root || !root->isObject()) {
        return bad(message("it has no mainModule, so it does not describe a TorchScript model"));
    }
    JsonModel model;
    CAIRN_ASSIGN(version, numberOf<std::int64_t>(tree.root(), "protoVersion", 0));
    CAIRN_ASSIGN(producerName, textOf(tree.root(), "producerName"));
    CAIRN_ASSIGN(producerVersion, textOf(tree.root(), "producerVersion"));
    model.protoVersion = version;
    model.producer = producerName + (producerVersion.empty() ? "" : " ") + producerVersion;
    CAIRN_ASSIGN(tensors, objectsOf(tree.root(), "tensors"));
    for (const JsonValue& object : tensors) {
        auto tensor = readTensor(object);
        if (!tensor) {
            return fail(std::move(tensor).error().in("tensor " + std::to_string(model.tensors.size())));
        }
        model.tensors.push_back(std::move(*tensor));
    }
    CAIRN_TRY(readModules(*root, model));
    return model;
}

} // namespace cairn::formats
