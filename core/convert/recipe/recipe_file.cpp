#include "core/convert/recipe/recipe_file.h"

#include "core/base/files/file_sink.h"
#include "core/base/json/json_document.h"
#include "core/base/json/json_writer.h"
#include "core/base/text/text.h"
#include "core/convert/common/cast.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/common/selection.h"
#include "core/convert/common/tie.h"
#include "core/convert/tensors/shard_layout.h"
#include "core/devices/machine/text_file.h"
#include "core/devices/map/map_file.h"

#include <algorithm>
#include <span>
#include <utility>

namespace cairn::convert {

namespace {

constexpr std::string_view kFormat = "cairn.recipe";
constexpr std::uint64_t kVersion = 1;
constexpr std::array<std::string_view, 2> kUnchangedWords = {"copy", "skip"};

/// Reads one field after the other; the first that is wrong is told with its line.
class Reader {
public:
    explicit Reader(const JsonDocument& document) : m_document(document), m_top(document.root()) {}

    Result<Recipe> read()
    {
        CAIRN_TRY(m_document.expectFormat(m_top, kFormat, kVersion));
        CAIRN_TRY(m_document.expectFields(
            m_top,
            {"format", "version",  "to",        "device_map", "map_devices",    "ema",        "keep",      "drop",
             "rename", "cast",     "compact",   "clone",      "drop_others",    "shard_size", "files",     "name",
             "folder", "existing", "unchanged", "verify",     "drop_optimizer", "tie",        "fp8_scales"}));
        CAIRN_TRY(readValues());
        CAIRN_TRY(readTarget());
        // What is wrong with two fields together is the fault of neither line.
        auto checked = checkRecipe(m_recipe);
        if (!checked) {
            checked.error().code = ErrorCode::Json;
            return fail(std::move(checked).error());
        }
        return std::move(m_recipe);
    }

private:
    Result<void> readValues()
    {
        CAIRN_TRY(word("to", kContainerWords, m_recipe.container));
        if (const auto map = m_top.find("device_map")) {
            CAIRN_ASSIGN(read, devices::readMap(m_document, *map));
            m_recipe.map = std::move(read);
        }
        CAIRN_TRY(flag("map_devices", m_recipe.mapDevices));
        CAIRN_TRY(flag("ema", m_recipe.averages));
        CAIRN_TRY(flag("drop_optimizer", m_recipe.dropOptimizer));
        CAIRN_TRY(rules("keep", m_recipe.keep));
        CAIRN_TRY(rules("drop", m_recipe.drop));
        CAIRN_TRY(rules("rename", m_recipe.renames));
        CAIRN_TRY(tellLine("rename", Selection::make({}, {}, m_recipe.renames)));
        CAIRN_TRY(rules("cast", m_recipe.casts));
        CAIRN_TRY(tellLine("cast", CastRules::make(m_recipe.casts)));
        if (m_top.find("fp8_scales")) {
            ScaleConvention convention{};
            CAIRN_TRY(word("fp8_scales", kScaleWords, convention));
            m_recipe.fp8Scales = convention;
        }
        CAIRN_TRY(rules("tie", m_recipe.ties));
        CAIRN_TRY(tellLine("tie", makeTies(m_recipe.ties)));
        CAIRN_TRY(flag("compact", m_recipe.compact));
        CAIRN_TRY(flag("clone", m_recipe.clone));
        return flag("drop_others", m_recipe.dropOthers);
    }

    Result<void> readTarget()
    {
        CAIRN_ASSIGN(shardSize, m_document.text(m_top, "shard_size"));
        if (!shardSize.empty()) {
            CAIRN_TRY(tellLine("shard_size", parseShardSize(shardSize)));
        }
        m_recipe.shardSize = std::move(shardSize);
        CAIRN_ASSIGN(files, m_document.number(m_top, "files", 0));
        m_recipe.files = files;
        if (m_top.find("name")) {
            CAIRN_ASSIGN(name, m_document.text(m_top, "name"));
            CAIRN_TRY(tellLine("name", checkCopyPattern(name)));
            m_recipe.name = std::move(name);
        }
        CAIRN_ASSIGN(folder, m_document.text(m_top, "folder"));
        m_recipe.folder = std::move(folder);
        // A recipe that comes from somebody else must not be able to write over files.
        CAIRN_TRY(word("existing", std::span(kExistingWords).first(3), m_recipe.existing));
        CAIRN_TRY(word("unchanged", kUnchangedWords, m_recipe.skipUnchanged));
        return flag("verify", m_recipe.verify);
    }

    Result<void> flag(std::string_view name, bool& value)
    {
        CAIRN_ASSIGN(read, m_document.flag(m_top, name, value));
        value = read;
        return {};
    }

    Result<void> rules(std::string_view name, std::vector<std::string>& list)
    {
        CAIRN_ASSIGN(read, m_document.texts(m_top, name));
        list = std::move(read);
        return {};
    }

    /// One of some words, by its place among them.
    template <typename Value>
    Result<void> word(std::string_view name, std::span<const std::string_view> words, Value& value)
    {
        const auto field = m_top.find(name);
        if (!field) {
            return {};
        }
        const auto found = std::ranges::find(words, field->text());
        if (!field->isText() || found == words.end()) {
            std::string all;
            for (const std::string_view each : words) {
                all += (all.empty() ? "" : each == words.back() ? " or " : ", ") + inQuotes(each);
            }
            return fail(m_document.wrong(*field, message("the field %1 must be %2", inQuotes(name), all)));
        }
        value = static_cast<Value>(found - words.begin());
        return {};
    }

    template <typename T>
    Result<void> tellLine(std::string_view name, const Result<T>& result)
    {
        if (result) {
            return {};
        }
        Error told = m_document.wrong(m_top.find(name).value_or(m_top), result.error().what);
        told.why = result.error().why;
        told.advice = result.error().advice;
        return fail(std::move(told));
    }

    const JsonDocument& m_document;
    JsonValue m_top;
    Recipe m_recipe;
};

/// The members of a recipe, each on a line.
class Lines {
public:
    void add(std::string_view key, std::string_view json)
    {
        m_text += m_text.empty() ? "{\n  " : ",\n  ";
        JsonWriter::appendString(m_text, key);
        m_text.append(": ").append(json);
    }
    void addText(std::string_view key, std::string_view value)
    {
        std::string json;
        JsonWriter::appendString(json, value);
        add(key, json);
    }
    void addRules(std::string_view key, const std::vector<std::string>& rules)
    {
        std::string json = "[";
        for (const std::string& rule : rules) {
            json += json.size() == 1 ? "" : ", ";
            JsonWriter::appendString(json, rule);
        }
        if (!rules.empty()) {
            add(key, json + "]");
        }
    }
    void addIf(std::string_view key, bool value)
    {
        if (value) {
            add(key, "true");
        }
    }
    [[nodiscard]] std::string text() const { return m_text + "\n}\n"; }

private:
    std::string m_text;
};

/// A device map as it stands inside another object. There are no line feeds in JSON's strings.
std::string indented(std::string text)
{
    while (text.ends_with('\n')) {
        text.pop_back();
    }
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 3) {
        text.insert(at + 1, "  ");
    }
    return text;
}

} // namespace

Result<Recipe> parseRecipe(std::string text)
{
    CAIRN_ASSIGN(document, JsonDocument::parse(std::move(text)));
    return Reader(document).read();
}

Result<Recipe> readRecipe(const std::string& path)
{
    CAIRN_ASSIGN(text, devices::readTextFile(path));
    auto recipe = parseRecipe(std::move(text));
    if (!recipe) {
        return fail(std::move(recipe).error().in(path));
    }
    return recipe;
}

std::string recipeText(const Recipe& recipe)
{
    Lines lines;
    lines.addText("format", kFormat);
    lines.add("version", std::to_string(kVersion));
    lines.addText("to", kContainerWords[static_cast<std::size_t>(recipe.container)]);
    if (recipe.map) {
        lines.add("device_map", indented(devices::mapFileText(*recipe.map)));
    }
    lines.addIf("map_devices", recipe.mapDevices);
    lines.addIf("ema", recipe.averages);
    lines.addIf("drop_optimizer", recipe.dropOptimizer);
    lines.addRules("keep", recipe.keep);
    lines.addRules("drop", recipe.drop);
    lines.addRules("rename", recipe.renames);
    lines.addRules("cast", recipe.casts);
    if (recipe.fp8Scales) {
        lines.addText("fp8_scales", wordOf(*recipe.fp8Scales));
    }
    lines.addRules("tie", recipe.ties);
    lines.addIf("compact", recipe.compact);
    lines.addIf("clone", recipe.clone);
    lines.addIf("drop_others", recipe.dropOthers);
    if (!recipe.shardSize.empty()) {
        lines.addText("shard_size", recipe.shardSize);
    }
    if (recipe.files != 0) {
        lines.add("files", std::to_string(recipe.files));
    }
    lines.addText("name", recipe.name);
    if (!recipe.folder.empty()) {
        lines.addText("folder", recipe.folder);
    }
    lines.addText("existing", kExistingWords[static_cast<std::size_t>(recipe.existing)]);
    lines.addText("unchanged", kUnchangedWords[recipe.skipUnchanged ? 1 : 0]);
    lines.add("verify", recipe.verify ? "true" : "false");
    return lines.text();
}

Result<void> writeRecipe(const std::string& path, const Recipe& recipe)
{
    CAIRN_ASSIGN(sink, FileSink::create(path, FileSink::Existing::Replace));
    CAIRN_TRY(sink->write(recipeText(recipe)));
    return sink->commit();
}

} // namespace cairn::convert
