#include "app/cli/common/table.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/devices/map/model_memory.h"
#include "core/model/content.h"
#include "core/model/model_code.h"
#include "core/model/model_text.h"

#include <algorithm>
#include <cmath>

namespace cairn::cli {

using model::Outline;
using model::Part;
using model::Recognition;

namespace {

constexpr std::size_t kMostParts = 400;
constexpr double kShareColumns = 16;

std::string shareOf(const Screen& screen, const Part& part, const Part& whole)
{
    std::string bar;
    const double share =
        static_cast<double>(part.parameters) / static_cast<double>(std::max(whole.parameters, part.parameters));
    for (long left = part.parameters == 0 ? 0 : std::max(std::lround(share * kShareColumns), 1L); left > 0; --left) {
        bar += screen.glyphs().bar;
    }
    return bar;
}

/// Each part behind the one that it is in.
class PartRows {
public:
    PartRows(const Screen& screen, const Part& whole) : m_screen(screen), m_whole(whole) {}

    void operator()(const Table::Sink& sink) const
    {
        std::size_t left = kMostParts;
        addBelow(sink, m_whole, 0, left);
    }

    [[nodiscard]] static std::size_t count(const Part& part)
    {
        std::size_t parts = part.parts.size();
        for (const Part& below : part.parts) {
            parts += count(below);
        }
        return parts;
    }

private:
    void addBelow(const Table::Sink& sink, const Part& part, std::size_t depth, std::size_t& left) const
    {
        for (const Part& below : part.parts) {
            if (left == 0) {
                return;
            }
            --left;
            add(sink, below, depth);
            addBelow(sink, below, depth + 1, left);
        }
    }

    void add(const Table::Sink& sink, const Part& part, std::size_t depth) const
    {
        Table::Row row(4);
        const model::LayerSigns signs{.arrow = m_screen.glyphs().arrow, .times = m_screen.glyphs().times};
        row[0].set(m_screen.safe(model::partName(part, signs)), part.parts.empty() ? Ink::Plain : Ink::Bold);
        row[0].lead = std::string(2 * depth, ' ');
        row[1].set(model::layerText(part.layer, signs).text());
        row[2].set(part.parameters == 0 && part.buffers != 0 ? model::kBufferText.words() : humanCount(part.parameters),
                   part.parameters == 0 ? Ink::Dim : Ink::Plain);
        row[3].set(shareOf(m_screen, part, m_whole), Ink::Dim);
        sink(row);
    }

    const Screen& m_screen;
    const Part& m_whole;
};

void writeModels(JsonWriter& json, const Recognition& recognition)
{
    json.key("models");
    json.beginArray();
    for (const model::KnownModel& known : recognition.models) {
        json.beginObject();
        json.key("library").string(known.library);
        json.key("version").string(known.version);
        json.key("name").string(known.name);
        json.key("python").string(model::makingCode(known, recognition.fit));
        json.endObject();
    }
    json.endArray();
}

/// What is known of it by name; null where nothing is.
void writeRecognition(JsonWriter& json, const model::ModelWeights& weights, const Recognition& recognition)
{
    json.key("recognised");
    if (recognition.kind == Recognition::Kind::None) {
        json.null();
        return;
    }
    const model::Fit& fit = recognition.fit;
    json.beginObject();
    json.key("fits").boolean(recognition.kind == Recognition::Kind::Fits);
    json.key("text").string(model::recognitionText(recognition).text());
    writeModels(json, recognition);
    json.key("prefix").string(recognition.prefix);
    json.key("outside").number(recognition.outside);
    json.key("keys").number(fit.fitting);
    json.counts("variables", fit.variables);
    json.key("without_head").boolean(fit.isWithoutHead);
    json.texts("missing", fit.missing);
    json.texts("unexpected", fit.unexpected);
    json.texts("other_shapes", fit.otherShapes);
    json.texts("ignored", fit.ignored);
    json.key("python").string(model::loadingCode(weights, recognition));
    json.endObject();
}

void writeAdapter(JsonWriter& json, const model::Adapter& adapter)
{
    json.beginObject();
    json.key("method").string(adapter.method);
    json.key("names_of").string(adapter.form);
    const auto ranks = adapter.ranks();
    json.key("ranks");
    json.beginArray();
    if (ranks) {
        json.number(ranks->first);
        json.number(ranks->second);
    }
    json.endArray();
    json.key("layers").number(adapter.layers.size());
    json.texts("layer_names", adapter.layerNames());
    json.key("hidden_size").numberOrNull(adapter.hiddenSize());
    json.texts("whole", adapter.whole);
    json.key("models");
    json.beginArray();
    for (const model::AdaptedModels& models : adapter.models) {
        for (const model::KnownModel& known : models.models) {
            json.beginObject();
            json.key("component").string(models.component);
            json.key("all_layers").boolean(models.isWhole);
            json.key("library").string(known.library);
            json.key("name").string(known.name);
            json.endObject();
        }
    }
    json.endArray();
    json.endObject();
}

/// What is in a file where nothing is known by name.
void writeContent(JsonWriter& json, const model::Content& content)
{
    json.beginObject();
    json.key("kind").string(model::contentName(content.kind));
    json.key("text").string(content.text.text());
    json.key("adapter");
    if (content.adapter) {
        writeAdapter(json, *content.adapter);
    } else {
        json.null();
    }
    json.key("same_names");
    json.beginArray();
    for (const model::KnownModel& known : content.sameNames.models) {
        json.beginObject();
        json.key("library").string(known.library);
        json.key("name").string(known.name);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeMemory(JsonWriter& json, const checkpoint::Checkpoint& checkpoint)
{
    json.key("memory");
    json.beginArray();
    for (const devices::ModelMemory& memory : devices::memoryOfModel(checkpoint)) {
        json.beginObject();
        json.key("dtype").string(memory.dtype ? formats::dtypeInfo(*memory.dtype).name : "");
        json.key("weights_bytes").number(memory.weights);
        json.key("weights_gpu_bytes").numberOrNull(devices::smallestGpu(memory.weights));
        json.key("training_bytes").numberOrNull(memory.training);
        json.key("training_gpu_bytes").numberOrNull(memory.training.and_then(devices::smallestGpu));
        json.endObject();
    }
    json.endArray();
}

void printRecognition(Screen& screen, const Recognition& recognition)
{
    const bool fits = recognition.kind == Recognition::Kind::Fits;
    screen.paragraph(screen.safe(model::recognitionText(recognition).text()), fits ? Ink::Green : Ink::Yellow);
    for (const Message& line : model::differenceTexts(recognition)) {
        screen.paragraph("  " + screen.safe(line.text()), Ink::Plain, 2);
    }
}

void writePart(JsonWriter& json, const checkpoint::Checkpoint& checkpoint, const Part& part)
{
    json.beginObject();
    json.key("name").string(part.name);
    json.key("times").number(part.times);
    json.key("kind").string(model::layerKindName(part.layer.kind));
    json.key("what").string(model::layerText(part.layer).text());
    json.key("parameters").number(part.parameters);
    json.key("buffers").number(part.buffers);
    json.key("tensors").number(part.tensors);
    json.key("bytes").number(part.bytes);
    json.key("first").string(part.entry == checkpoint::kNoId ? std::string() : checkpoint.entryName(part.entry));
    json.key("parts");
    json.beginArray();
    for (const Part& below : part.parts) {
        writePart(json, checkpoint, below);
    }
    json.endArray();
    json.endObject();
}

} // namespace

void printModel(Screen& screen, const checkpoint::Checkpoint& checkpoint)
{
    const model::ModelWeights weights = model::findWeights(checkpoint);
    const model::ModuleTree tree(weights);
    const model::Identity identity = model::identify(tree);
    const auto& [outline, recognition, content] = identity;
    const Part& whole = outline.model;
    screen.line(screen.safe(checkpoint.path()), Ink::Bold);
    if (recognition.kind == Recognition::Kind::None) {
        screen.paragraph(screen.safe(content.text.text()), Ink::Dim);
    } else {
        printRecognition(screen, recognition);
    }
    if (whole.tensors == 0) {
        return;
    }
    std::vector<std::string> parts{countOf(whole.tensors, "tensor"), humanCount(whole.parameters) + " parameters"};
    if (whole.buffers != 0) {
        parts.push_back(humanCount(whole.buffers) + " in buffers");
    }
    parts.push_back(humanBytes(whole.bytes));
    screen.list(parts);
    if (const Message where = model::placeText(outline); !where.empty()) {
        screen.paragraph(screen.safe(where.text()), Ink::Dim);
    }
    for (const model::OtherModel& other : model::otherModels(weights, model::KnownModels::ofProgram())) {
        const std::string place = '"' + other.place + "\": ";
        screen.paragraph(screen.safe(place + model::recognitionText(other.recognition).text()), Ink::Dim);
    }
    for (const Message& line : devices::memoryTexts(devices::memoryOfModel(checkpoint))) {
        screen.paragraph(line.text() + '.');
    }
    const Table table({{.title = "Part", .elide = Elide::Middle, .least = 20},
                       {.title = "What it is", .elide = Elide::End, .least = 16},
                       {.title = "Parameters", .align = Align::Right},
                       {.title = ""}});
    screen.newLine();
    table.print(screen, PartRows(screen, whole));
    printRest(screen, PartRows::count(whole), kMostParts);
    screen.newLine();
    for (const Issue& issue : outline.issues) {
        const Ink ink = issue.severity == Severity::Warning ? Ink::Yellow : Ink::Plain;
        const std::string label = std::string(severityText(issue.severity)) + ' ';
        screen.put(label, ink);
        screen.paragraph(screen.safe(issue.message.text()), Ink::Plain, label.size());
    }
    screen.line(model::kHowToldText.words(), Ink::Dim);
    if (const std::string code = model::loadingCode(weights, recognition); !code.empty()) {
        screen.newLine();
        screen.put(screen.safeLines(code));
        screen.newLine();
    } else if (recognition.kind == Recognition::Kind::Fits) {
        screen.newLine();
        screen.paragraph(model::whyNoStateCode(checkpoint, weights.group).text(), Ink::Dim);
    }
}

void writeModelJson(Output& output, const checkpoint::Checkpoint& checkpoint)
{
    const model::ModelWeights weights = model::findWeights(checkpoint);
    const model::ModuleTree tree(weights);
    const model::Identity identity = model::identify(tree);
    const auto& [outline, recognition, content] = identity;
    const Part& whole = outline.model;
    JsonWriter json(output.buffer());
    beginDocument(json, checkpoint.path());
    json.key("model");
    json.beginObject();
    json.key("place").string(outline.place);
    json.key("prefix").string(outline.prefix);
    json.key("tensors").number(whole.tensors);
    json.key("parameters").number(whole.parameters);
    json.key("buffers").number(whole.buffers);
    json.key("bytes").number(whole.bytes);
    writeMemory(json, checkpoint);
    writeRecognition(json, weights, recognition);
    json.key("content");
    if (recognition.kind == Recognition::Kind::None) {
        writeContent(json, content);
    } else {
        json.null();
    }
    json.key("beside");
    json.beginArray();
    for (const model::Beside& other : outline.beside) {
        json.beginObject();
        json.key("name").string(other.name);
        json.key("tensors").number(other.tensors);
        json.endObject();
    }
    json.endArray();
    json.key("parts");
    json.beginArray();
    for (const Part& part : whole.parts) {
        writePart(json, checkpoint, part);
        output.drain();
    }
    json.endArray();
    writeIssues(json, outline.issues);
    json.endObject();
    json.endObject();
    json.endLine();
    output.drain();
}

} // namespace cairn::cli
