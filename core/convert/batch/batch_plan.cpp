#include "core/convert/batch/batch_plan.h"

#include "core/base/json/json_document.h"
#include "core/base/text/text.h"
#include "core/convert/batch/batch_format.h"
#include "core/convert/batch/batch_text.h"
#include "core/convert/recipe/recipe_file.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace cairn::convert {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLinesAtATime = std::uint64_t{64} << 10; ///< bytes

std::string textOf(const Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads the lines of a range one after the other, some at a time.
class PlanLines {
public:
    PlanLines(const FileSource& file, std::uint64_t begin, std::uint64_t end) : m_file(file), m_at(begin), m_end(end) {}

    /// The next line, without its end; empty after the last.
    Result<std::string> next()
    {
        while (true) {
            const std::size_t stop = m_block.find('\n', m_done);
            if (stop != std::string::npos) {
                std::string line = m_block.substr(m_done, stop - m_done);
                m_done = stop + 1;
                return line;
            }
            m_block.erase(0, m_done);
            m_done = 0;
            if (m_at == m_end) {
                return m_block.empty() ? Result<std::string>(std::string()) : cutOff();
            }
            if (m_block.size() > kMostLineBytes) {
                return cutOff();
            }
            const std::uint64_t step = std::min(m_end - m_at, kLinesAtATime);
            CAIRN_ASSIGN(bytes, m_file.readBytes(m_at, step));
            m_block += textOf(bytes);
            m_at += step;
        }
    }
    [[nodiscard]] std::uint64_t place() const { return m_at - (m_block.size() - m_done); }
    [[nodiscard]] bool isAtEnd() const { return m_at == m_end && m_done == m_block.size(); }

private:
    static std::unexpected<Error> cutOff() { return fail(ErrorCode::Json, message("a line of the plan has no end")); }

    const FileSource& m_file;
    std::uint64_t m_at;
    std::uint64_t m_end;
    std::string m_block;
    std::size_t m_done = 0;
};

Result<BatchUnit> readUnit(const std::string& line, std::uint64_t task)
{
    CAIRN_ASSIGN(document, JsonDocument::parse(line));
    const JsonValue top = document.root();
    CAIRN_TRY(document.expectFields(top, {"task", "file", "file_base64", "out", "out_base64", "size", "changed",
                                          "files", "sha256", "part", "bytes"}));
    CAIRN_ASSIGN(number, document.number(top, "task", task + 1));
    if (number != task) {
        return fail(document.wrong(top, message("this is no line of task %1", std::to_string(task))));
    }
    BatchUnit unit;
    CAIRN_ASSIGN(file, readPath(document, top, "file"));
    CAIRN_ASSIGN(out, readPath(document, top, "out"));
    CAIRN_ASSIGN(sha256, document.text(top, "sha256"));
    CAIRN_ASSIGN(bytes, document.number(top, "bytes", 0));
    CAIRN_ASSIGN(size, document.number(top, "size", 0));
    CAIRN_ASSIGN(files, document.number(top, "files", 1));
    const auto changed = top.find("changed");
    if (!fs::path(file).is_absolute() || !staysBelow(out) || !changed || !changed->integer()) {
        return fail(document.wrong(top, message("this line names no file and no copy below the folder of copies")));
    }
    if (top.find("part")) {
        CAIRN_ASSIGN(part, document.number(top, "part", 0));
        unit.part = part;
    }
    unit.file = std::move(file);
    unit.out = std::move(out);
    unit.sha256 = std::move(sha256);
    unit.bytes = bytes;
    unit.stamp = {.bytes = size, .changed = *changed->integer(), .files = files};
    return unit;
}

} // namespace

bool BatchPlan::isIn(const std::string& folder)
{
    std::error_code failure;
    if (!fs::is_regular_file(planPath(folder), failure)) {
        return false;
    }
    const std::string begin = R"({"format":")" + std::string(kPlanFormat) + '"';
    const auto file = FileSource::open(planPath(folder));
    const auto bytes = file && (*file)->sizeBytes() > begin.size() ? (*file)->readBytes(0, begin.size()) : Bytes();
    return bytes && textOf(*bytes) == begin;
}

Result<BatchPlan> BatchPlan::open(const std::string& folder)
{
    BatchPlan plan;
    plan.m_folder = folder;
    const std::string path = planPath(folder);
    auto file = FileSource::open(path);
    if (!file) {
        const bool isMissing = file.error().code == ErrorCode::FileNotFound;
        return fail(isMissing ? error(ErrorCode::FileNotFound, message("this is no folder of a batch"))
                                    .in(folder)
                                    .fix(message("`cairn-cli batch plan` makes one"))
                              : std::move(file).error());
    }
    plan.m_file = std::move(*file);
    auto read = plan.readTail();
    if (read) {
        read = plan.readHead();
    }
    if (!read) {
        return fail(std::move(read).error().in(path));
    }
    return plan;
}

Result<void> BatchPlan::readTail()
{
    if (m_file->sizeBytes() < kTailBytes) {
        return fail(ErrorCode::Json, message("the plan is cut off"));
    }
    CAIRN_ASSIGN(bytes, m_file->readBytes(m_file->sizeBytes() - kTailBytes, kTailBytes));
    const auto parsed = JsonDocument::parse(textOf(bytes));
    if (!parsed) {
        return fail(ErrorCode::Json, message("the plan is cut off"));
    }
    const JsonDocument& document = *parsed;
    const JsonValue top = document.root();
    CAIRN_TRY(document.expectFields(top, {"id", "body_at", "index_at"}));
    CAIRN_ASSIGN(id, document.text(top, "id"));
    CAIRN_ASSIGN(bodyAt, document.number(top, "body_at", 0));
    CAIRN_ASSIGN(indexAt, document.number(top, "index_at", 0));
    const bool isNumber = id.size() == kIdDigits && id.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!isNumber || bodyAt > indexAt || indexAt > m_file->sizeBytes() - kTailBytes) {
        return fail(ErrorCode::Json, message("the last line of the plan makes no sense"));
    }
    m_id = std::move(id);
    m_bodyAt = bodyAt;
    m_indexAt = indexAt;
    return {};
}

Result<void> BatchPlan::readHead()
{
    PlanLines lines(*m_file, 0, m_bodyAt);
    CAIRN_ASSIGN(line, lines.next());
    CAIRN_ASSIGN(document, JsonDocument::parse(std::move(line)));
    const JsonValue top = document.root();
    CAIRN_TRY(document.expectFormat(top, kPlanFormat, kBatchVersion));
    CAIRN_TRY(document.expectFields(top, {"format", "version", "folder", "folder_base64", "lenient", "no_dangerous",
                                          "tasks", "files", "bytes", "memory"}));
    CAIRN_ASSIGN(folder, readPath(document, top, "folder"));
    CAIRN_ASSIGN(isLenient, document.flag(top, "lenient", false));
    CAIRN_ASSIGN(refusesDangerous, document.flag(top, "no_dangerous", false));
    CAIRN_ASSIGN(tasks, document.number(top, "tasks", 0));
    CAIRN_ASSIGN(units, document.number(top, "files", 0));
    CAIRN_ASSIGN(bytes, document.number(top, "bytes", 0));
    CAIRN_ASSIGN(memory, document.number(top, "memory", 0));
    const fs::path place(folder);
    if (!place.is_absolute() || !place.has_filename() || place.lexically_normal() != place) {
        return fail(document.wrong(top, message("the folder of copies must be a plain path from the root")));
    }
    if (tasks == 0 || tasks > units || m_file->sizeBytes() - kTailBytes - m_indexAt != tasks * kIndexBytes ||
        tasks > m_file->sizeBytes()) {
        return fail(ErrorCode::Json, message("the plan does not have the lines of %1 tasks", std::to_string(tasks)));
    }
    CAIRN_ASSIGN(recipeLine, lines.next());
    auto recipe = parseRecipe(std::move(recipeLine));
    if (!recipe) {
        return fail(std::move(recipe).error().in("recipe"));
    }
    if (!lines.isAtEnd()) {
        return fail(ErrorCode::Json, message("the last line of the plan makes no sense"));
    }
    m_head = {.recipe = std::move(*recipe),
              .folder = std::move(folder),
              .isLenient = isLenient,
              .refusesDangerous = refusesDangerous,
              .tasks = tasks,
              .units = units,
              .bytes = bytes,
              .memoryBytes = memory};
    return {};
}

std::string BatchPlan::unfinishedFolder() const
{
    return m_head.folder + ".unfinished-" + m_id;
}

std::string BatchPlan::resultPath(std::uint64_t task) const
{
    return m_folder + "/results/" + std::to_string(task) + ".json";
}

std::string BatchPlan::markPath(std::uint64_t task) const
{
    return m_folder + "/results/" + std::to_string(task) + ".begun";
}

std::string BatchPlan::finishedPath() const
{
    return m_folder + "/finished.json";
}

Result<BatchPlan::Range> BatchPlan::rangeOf(std::uint64_t number) const
{
    if (number >= m_head.tasks) {
        return fail(error(ErrorCode::Usage, message("there is no task %1", std::to_string(number)))
                        .in(m_folder)
                        .fix(message("The plan has %1, from 0 to %2", countOf(m_head.tasks, "task"),
                                     std::to_string(m_head.tasks - 1))));
    }
    const bool isLast = number + 1 == m_head.tasks;
    CAIRN_ASSIGN(bytes, m_file->readBytes(m_indexAt + number * kIndexBytes, (isLast ? 1 : 2) * kIndexBytes));
    const std::string text = textOf(bytes);
    const auto pairAt = [&](std::size_t at) -> Result<std::pair<std::uint64_t, std::uint64_t>> {
        CAIRN_ASSIGN(document, JsonDocument::parse(text.substr(at, kIndexBytes)));
        std::vector<std::uint64_t> numbers;
        for (const JsonValue item : document.root()) {
            numbers.push_back(static_cast<std::uint64_t>(item.integer().value_or(-1)));
        }
        if (!document.root().isArray() || numbers.size() != 2 || numbers[0] < m_bodyAt || numbers[0] > m_indexAt) {
            return fail(error(ErrorCode::Json, message("the place of task %1 makes no sense", std::to_string(number)))
                            .in(m_file->path()));
        }
        return std::pair(numbers[0], numbers[1]);
    };
    CAIRN_ASSIGN(first, pairAt(0));
    Range range{.begin = first.first, .end = m_indexAt, .bytes = first.second};
    if (!isLast) {
        CAIRN_ASSIGN(second, pairAt(kIndexBytes));
        range.end = second.first;
    }
    if (range.end < range.begin) {
        return fail(error(ErrorCode::Json, message("the place of task %1 makes no sense", std::to_string(number)))
                        .in(m_file->path()));
    }
    return range;
}

Result<std::uint64_t> BatchPlan::taskBytes(std::uint64_t number) const
{
    CAIRN_ASSIGN(range, rangeOf(number));
    return range.bytes;
}

Result<std::uint64_t> BatchPlan::taskUnits(std::uint64_t number) const
{
    CAIRN_ASSIGN(range, rangeOf(number));
    std::uint64_t units = 0;
    for (std::uint64_t at = range.begin; at < range.end;) {
        const std::uint64_t step = std::min(range.end - at, kLinesAtATime);
        CAIRN_ASSIGN(bytes, m_file->readBytes(at, step));
        units += static_cast<std::uint64_t>(std::ranges::count(bytes, std::byte{'\n'}));
        at += step;
    }
    return units;
}

Result<std::vector<BatchUnit>> BatchPlan::task(std::uint64_t number) const
{
    CAIRN_ASSIGN(range, rangeOf(number));
    std::vector<BatchUnit> units;
    PlanLines lines(*m_file, range.begin, range.end);
    while (!lines.isAtEnd()) {
        auto line = lines.next();
        auto unit = line ? readUnit(*line, number) : Result<BatchUnit>(std::unexpected(line.error()));
        if (!unit) {
            return fail(std::move(unit).error().in(m_file->path() + ", task " + std::to_string(number)));
        }
        units.push_back(std::move(*unit));
    }
    return units;
}

} // namespace cairn::convert
