#include "core/devices/map/map_file.h"

#include "core/base/json/json_document.h"
#include "core/base/json/json_writer.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pickles/device_tag.h"
#include "core/devices/machine/text_file.h"

#include <array>

namespace cairn::devices {

namespace {

constexpr std::string_view kMapFormat = "cairn.devicemap";
constexpr std::uint64_t kMapVersion = 1;
constexpr std::array<std::string_view, 4> kKinds = {"none", "device", "table", "rules"};
constexpr std::string_view kSaved = "saved"; ///< as target: where the storage was saved

constexpr Phrase kDeviceAdvice = phrase("Use a device such as cpu, cuda:0 or mps");

/// Why nothing can be sent there; empty if it can.
Message targetProblem(std::string_view device)
{
    if (device == kSaved) {
        return message("%1 can stand only as the first target of a rule: it is the device of the tag",
                       inQuotes(kSaved));
    }
    const Message problem = checkpoint::deviceTagProblem(device);
    return problem.empty() || device.contains(':') ? problem : message("%1 is the name of no device", inQuotes(device));
}

/// Why a rule that looks for it would never apply; empty if it may.
Message patternProblem(std::string_view from)
{
    const std::string_view whole = from.ends_with(":*") ? from.substr(0, from.size() - 1) : from;
    return from == "*" || !whole.contains('*')
               ? Message()
               : message("%1 is no tag and no pattern; patterns are \"*\" and, for every index, \"cuda:*\"",
                         inQuotes(from));
}

Result<std::string> readTarget(const JsonDocument& document, JsonValue value, std::string device)
{
    if (const Message problem = targetProblem(device); !problem.empty()) {
        return fail(document.wrong(value, problem).fix(kDeviceAdvice));
    }
    return device;
}

Result<MapRule> readRule(const JsonDocument& document, JsonValue value)
{
    CAIRN_TRY(document.expectFields(value, {"from", "to", "else", "path", "dtype", "min_bytes", "max_bytes"}));
    MapRule rule;
    CAIRN_ASSIGN(from, document.text(value, "from"));
    if (const Message problem = patternProblem(from); !problem.empty()) {
        return fail(document.wrong(value.find("from").value_or(value), problem));
    }
    if (!from.empty()) {
        rule.from = from;
    }
    CAIRN_ASSIGN(to, document.text(value, "to"));
    if (to.empty()) {
        return fail(document.wrong(value, message("a rule needs the field \"to\"")).fix(kDeviceAdvice));
    }
    if (to != kSaved) {
        CAIRN_ASSIGN(target, readTarget(document, value.find("to").value_or(value), to));
        rule.to = target;
    }
    CAIRN_ASSIGN(others, document.texts(value, "else"));
    for (const std::string& other : others) {
        CAIRN_ASSIGN(target, readTarget(document, value.find("else").value_or(value), other));
        rule.otherwise.push_back(target);
    }
    CAIRN_ASSIGN(path, document.text(value, "path"));
    rule.when.path = path;
    CAIRN_ASSIGN(dtype, document.text(value, "dtype"));
    if (!dtype.empty()) {
        rule.when.dtype = formats::dtypeByName(dtype);
        if (!rule.when.dtype) {
            return fail(
                document.wrong(value.find("dtype").value_or(value), message("torch has no dtype %1", inQuotes(dtype))));
        }
    }
    CAIRN_ASSIGN(minBytes, document.number(value, "min_bytes", rule.when.minBytes));
    CAIRN_ASSIGN(maxBytes, document.number(value, "max_bytes", rule.when.maxBytes));
    rule.when.minBytes = minBytes;
    rule.when.maxBytes = maxBytes;
    if (minBytes > maxBytes) {
        return fail(
            document.wrong(value, message("\"min_bytes\" is more than \"max_bytes\", so the rule never applies")));
    }
    return rule;
}

Result<MapLocation> readRules(const JsonDocument& document, JsonValue top)
{
    const auto list = top.find("rules");
    if (!list || !list->isArray()) {
        return fail(document.wrong(list.value_or(top), message("the field \"rules\" must be an array of rules")));
    }
    std::vector<MapRule> rules;
    for (const JsonValue item : *list) {
        CAIRN_ASSIGN(rule, readRule(document, item));
        rules.push_back(std::move(rule));
    }
    return MapLocation(std::move(rules));
}

Result<MapLocation> readTable(const JsonDocument& document, JsonValue top)
{
    const auto table = top.find("table");
    if (!table || !table->isObject()) {
        return fail(
            document.wrong(table.value_or(top), message("the field \"table\" must be an object of tags and devices")));
    }
    MapLocation::Table entries;
    for (const JsonValue member : *table) {
        if (!member.isText()) {
            return fail(document.wrong(member, message("the device of a tag must be a string")));
        }
        CAIRN_ASSIGN(target, readTarget(document, member, std::string(member.text())));
        if (!entries.emplace(std::string(member.key()), target).second) {
            return fail(document.wrong(member, message("the tag %1 is there twice", inQuotes(member.key()))));
        }
    }
    return MapLocation::table(std::move(entries));
}

void appendField(std::string& out, std::string_view name, std::string_view value)
{
    out += out.ends_with('{') ? "" : ", ";
    JsonWriter::appendString(out, name);
    out += ": ";
    JsonWriter::appendString(out, value);
}

void appendNumber(std::string& out, std::string_view name, std::uint64_t value)
{
    out += ", ";
    JsonWriter::appendString(out, name);
    out += ": " + std::to_string(value);
}

std::string ruleText(const MapRule& rule)
{
    std::string out = "{";
    appendField(out, "from", rule.from);
    if (!rule.when.path.empty()) {
        appendField(out, "path", rule.when.path);
    }
    if (rule.when.dtype) {
        appendField(out, "dtype", formats::dtypeInfo(*rule.when.dtype).name);
    }
    if (rule.when.minBytes != MapCondition().minBytes) {
        appendNumber(out, "min_bytes", rule.when.minBytes);
    }
    if (rule.when.maxBytes != MapCondition().maxBytes) {
        appendNumber(out, "max_bytes", rule.when.maxBytes);
    }
    appendField(out, "to", rule.to.empty() ? kSaved : std::string_view(rule.to));
    if (!rule.otherwise.empty()) {
        out += R"(, "else": [)";
        for (const std::string& other : rule.otherwise) {
            out += out.ends_with('[') ? "" : ", ";
            JsonWriter::appendString(out, other);
        }
        out += ']';
    }
    return out + '}';
}

} // namespace

Result<MapLocation> parseMapFile(std::string text)
{
    CAIRN_ASSIGN(document, JsonDocument::parse(std::move(text)));
    return readMap(document, document.root());
}

Result<MapLocation> readMap(const JsonDocument& document, JsonValue top)
{
    CAIRN_TRY(document.expectFormat(top, kMapFormat, kMapVersion));
    CAIRN_ASSIGN(kind, document.text(top, "map"));
    if (kind == "rules") {
        CAIRN_TRY(document.expectFields(top, {"format", "version", "map", "rules"}));
        return readRules(document, top);
    }
    if (kind == "table") {
        CAIRN_TRY(document.expectFields(top, {"format", "version", "map", "table"}));
        return readTable(document, top);
    }
    if (kind == "device") {
        CAIRN_TRY(document.expectFields(top, {"format", "version", "map", "device"}));
        CAIRN_ASSIGN(device, document.text(top, "device"));
        if (device.empty()) {
            return fail(document.wrong(top, message("the field \"device\" must name a device")).fix(kDeviceAdvice));
        }
        CAIRN_ASSIGN(target, readTarget(document, top.find("device").value_or(top), device));
        return MapLocation::device(std::move(target));
    }
    if (kind == "none") {
        CAIRN_TRY(document.expectFields(top, {"format", "version", "map"}));
        return MapLocation();
    }
    return fail(document.wrong(top.find("map").value_or(top),
                               message("the field \"map\" must be \"none\", \"device\", \"table\" or \"rules\"")));
}

Result<MapLocation> readMapFile(const std::string& path)
{
    CAIRN_ASSIGN(text, readTextFile(path));
    auto map = parseMapFile(std::move(text));
    if (!map) {
        return fail(std::move(map).error().in(path));
    }
    return map;
}

std::string mapFileText(const MapLocation& map)
{
    std::string out = "{\n  \"format\": \"" + std::string(kMapFormat) +
                      "\",\n  \"version\": " + std::to_string(kMapVersion) + ",\n  \"map\": \"" +
                      std::string(kKinds[static_cast<std::size_t>(map.kind())]) + '"';
    switch (map.kind()) {
    case MapKind::None: break;
    case MapKind::Device:
        out += ",\n  \"device\": ";
        JsonWriter::appendString(out, map.device());
        break;
    case MapKind::Table: {
        out += ",\n  \"table\": {";
        const char* separator = "";
        for (const auto& [tag, device] : map.table()) {
            out += separator;
            out += "\n    ";
            JsonWriter::appendString(out, tag);
            out += ": ";
            JsonWriter::appendString(out, device);
            separator = ",";
        }
        out += "\n  }";
        break;
    }
    case MapKind::Rules: {
        out += ",\n  \"rules\": [";
        const char* separator = "";
        for (const MapRule& rule : map.rules()) {
            out += separator;
            out += "\n    " + ruleText(rule);
            separator = ",";
        }
        out += "\n  ]";
        break;
    }
    }
    return out + "\n}\n";
}

Result<void> writeMapFile(const std::string& path, const MapLocation& map, FileSink::Existing existing)
{
    CAIRN_ASSIGN(sink, FileSink::create(path, existing));
    CAIRN_TRY(sink->write(mapFileText(map)));
    return sink->commit();
}

Result<MapRule> parseMapOption(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        return fail(error(ErrorCode::Usage, message("%1 is not FROM=TO", inQuotes(text)))
                        .fix(message("Write it as in --map cuda:3=cpu")));
    }
    MapRule rule;
    rule.from = text.substr(0, equals);
    std::string rest = text.substr(equals + 1);
    if (const Message problem = patternProblem(rule.from); !problem.empty()) {
        return fail(error(ErrorCode::Usage, problem));
    }
    for (bool isFirst = true; isFirst || !rest.empty(); isFirst = false) {
        const std::size_t comma = rest.find(',');
        std::string device = rest.substr(0, comma);
        rest.erase(0, comma == std::string::npos ? comma : comma + 1);
        if (isFirst && device == kSaved) {
            continue; // as in a file: an empty target
        }
        if (const Message problem = targetProblem(device); !problem.empty()) {
            return fail(error(ErrorCode::Usage, problem).fix(kDeviceAdvice));
        }
        isFirst ? void(rule.to = std::move(device)) : rule.otherwise.push_back(std::move(device));
    }
    return rule;
}

} // namespace cairn::devices
