#include "core/base/files/file_sink.h"
#include "core/base/files/sha256.h"
#include "core/base/progress.h"
#include "core/base/stable_sort.h"
#include "core/convert/batch/batch_format.h"
#include "core/convert/batch/batch_plan.h"
#include "core/convert/batch/batch_text.h"
#include "core/convert/recipe/recipe_file.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <queue>
#include <ranges>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>

namespace cairn::convert {

namespace {

namespace fs = std::filesystem;

/// A file without a byte takes time, too: as long as about so many bytes of a large one.
constexpr std::uint64_t kBytesOfAnOpening = std::uint64_t{1} << 20;

struct Deal {
    std::vector<std::uint32_t> tasks; ///< of each unit
    std::vector<std::uint64_t> bytes; ///< of each task
};

/// Units come largest first, each goes to the task that has least, and the tasks are numbered by what they got: the
/// largest begins first, and the last hour of a batch is short.
Deal dealOut(const std::vector<BatchUnit>& units, std::uint64_t tasks)
{
    struct Load {
        std::uint64_t weight = 0;
        std::uint32_t task = 0;
        bool operator>(const Load& other) const { return std::tie(weight, task) > std::tie(other.weight, other.task); }
    };
    std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
    for (std::uint32_t task = 0; task < tasks; ++task) {
        loads.push({.weight = 0, .task = task});
    }
    Deal deal{.tasks = {}, .bytes = std::vector<std::uint64_t>(tasks)};
    deal.tasks.reserve(units.size());
    for (const BatchUnit& unit : units) {
        Load least = loads.top();
        loads.pop();
        deal.tasks.push_back(least.task);
        deal.bytes[least.task] += unit.bytes;
        least.weight += unit.bytes + kBytesOfAnOpening;
        loads.push(least);
    }
    std::vector<std::uint32_t> order(tasks);
    std::iota(order.begin(), order.end(), 0U);
    stableSort(order, [&](std::uint32_t a, std::uint32_t b) { return deal.bytes[a] > deal.bytes[b]; });
    std::vector<std::uint32_t> numbers(tasks);
    std::vector<std::uint64_t> bytes(tasks);
    for (std::uint32_t i = 0; i < tasks; ++i) {
        numbers[order[i]] = i;
        bytes[i] = deal.bytes[order[i]];
    }
    for (std::uint32_t& task : deal.tasks) {
        task = numbers[task];
    }
    deal.bytes = std::move(bytes);
    return deal;
}

/// Writes the plan, and sums it up on the way.
class PlanFile {
public:
    explicit PlanFile(FileSink& sink) : m_sink(sink) {}

    [[nodiscard]] std::string& buffer() { return m_buffer; }
    [[nodiscard]] std::uint64_t place() const { return m_sink.position() + m_buffer.size(); }
    Result<void> drain(std::size_t from = std::size_t{1} << 20)
    {
        if (m_buffer.size() < from) {
            return {};
        }
        m_sum.add(std::as_bytes(std::span(m_buffer)));
        auto written = m_sink.write(std::string_view(m_buffer));
        m_buffer.clear();
        return written;
    }
    [[nodiscard]] std::string id() { return m_sum.finish().substr(0, kIdDigits); }

private:
    FileSink& m_sink;
    Sha256 m_sum;
    std::string m_buffer;
};

void writeHead(std::string& out, const BatchHead& head)
{
    JsonWriter json(out);
    json.beginObject();
    json.key("format").string(kPlanFormat);
    json.key("version").number(kBatchVersion);
    writePath(json, "folder", head.folder);
    json.key("lenient").boolean(head.isLenient);
    json.key("no_dangerous").boolean(head.refusesDangerous);
    json.key("tasks").number(head.tasks);
    json.key("files").number(head.units);
    json.key("bytes").number(head.bytes);
    json.key("memory").number(head.memoryBytes);
    json.endObject();
    json.endLine();
    Recipe recipe = head.recipe;
    recipe.folder.clear(); // that of the head counts
    recipe.existing = ExistingTarget::Refuse;
    std::string text = recipeText(recipe);
    std::ranges::replace(text, '\n', ' '); // there are no line feeds in JSON's strings
    out += text + '\n';
}

void writeUnit(std::string& out, const BatchUnit& unit, std::uint32_t task)
{
    JsonWriter json(out);
    json.beginObject();
    json.key("task").number(task);
    writePath(json, "file", unit.file);
    writePath(json, "out", unit.out);
    json.key("size").number(unit.stamp.bytes);
    json.key("changed").number(unit.stamp.changed);
    if (unit.stamp.files != 1) {
        json.key("files").number(unit.stamp.files);
    }
    if (!unit.sha256.empty()) {
        json.key("sha256").string(unit.sha256);
    }
    if (unit.part) {
        json.key("part").number(*unit.part);
    }
    json.key("bytes").number(unit.bytes);
    json.endObject();
    json.endLine();
}

/// The folders of a plan. Those that were made here go again, unless the plan came to be.
class PlanFolders {
public:
    explicit PlanFolders(const std::string& folder)
    {
        std::error_code failure;
        std::vector<fs::path> wanted{folder + "/results"};
        for (fs::path above = folder; !above.empty() && !fs::exists(above, failure); above = above.parent_path()) {
            wanted.push_back(above);
        }
        for (const fs::path& each : std::views::reverse(wanted)) {
            if (fs::create_directory(each, m_failure)) { // false: somebody else was first
                m_new.push_back(each);
            }
            if (m_failure) {
                return;
            }
        }
    }
    ~PlanFolders()
    {
        std::error_code isUsed;
        for (const fs::path& made : std::views::reverse(m_new)) {
            fs::remove(made, isUsed);
        }
    }
    PlanFolders(const PlanFolders&) = delete;
    PlanFolders& operator=(const PlanFolders&) = delete;

    [[nodiscard]] const std::error_code& failure() const { return m_failure; }
    void keep() { m_new.clear(); }

private:
    std::vector<fs::path> m_new; ///< the outermost first
    std::error_code m_failure;
};

} // namespace

Result<void> writeBatchPlan(const std::string& folder, BatchHead& head, std::vector<BatchUnit> units,
                            Progress* progress)
{
    std::ranges::sort(units, [](const BatchUnit& a, const BatchUnit& b) {
        return std::tie(b.bytes, a.file, a.part) < std::tie(a.bytes, b.file, b.part);
    });
    head.units = units.size();
    head.tasks = std::clamp<std::uint64_t>(head.tasks, 1, units.size());
    head.bytes = 0;
    for (const BatchUnit& unit : units) {
        head.bytes += unit.bytes;
    }
    const Deal deal = dealOut(units, head.tasks);
    std::vector<std::uint32_t> order(units.size());
    std::iota(order.begin(), order.end(), 0U);
    stableSort(order, [&](std::uint32_t a, std::uint32_t b) { return deal.tasks[a] < deal.tasks[b]; });

    PlanFolders folders(folder);
    if (folders.failure()) {
        return fail(error(ErrorCode::WriteFailed, message("cannot make the folder: %1", folders.failure().message()))
                        .in(folder));
    }
    beginStage(progress, "writing", units.size());
    CAIRN_ASSIGN(sink, FileSink::create(planPath(folder), FileSink::Existing::Refuse));
    PlanFile file(*sink);
    writeHead(file.buffer(), head);
    const std::uint64_t bodyAt = file.place();
    std::vector<std::uint64_t> begins(head.tasks);
    for (std::size_t i = 0; i < order.size(); ++i) {
        CAIRN_TRY(checkStop(progress));
        const std::uint32_t task = deal.tasks[order[i]];
        if (i == 0 || deal.tasks[order[i - 1]] != task) {
            begins[task] = file.place();
        }
        writeUnit(file.buffer(), units[order[i]], task);
        CAIRN_TRY(file.drain());
        addDone(progress, 1);
    }
    const std::uint64_t indexAt = file.place();
    std::array<char, kTailBytes + 1> line{};
    for (std::size_t task = 0; task < begins.size(); ++task) {
        std::snprintf(line.data(), line.size(), "[%20ju,%20ju]\n", std::uintmax_t{begins[task]},
                      std::uintmax_t{deal.bytes[task]});
        file.buffer() += line.data();
        CAIRN_TRY(file.drain());
    }
    CAIRN_TRY(file.drain(0));
    const std::string id = file.id();
    std::snprintf(line.data(), line.size(), "{\"id\":\"%s\",\"body_at\":%20ju,\"index_at\":%20ju}\n", id.c_str(),
                  std::uintmax_t{bodyAt}, std::uintmax_t{indexAt});
    CAIRN_TRY(sink->write(std::string_view(line.data())));
    CAIRN_TRY(checkStop(progress));
    CAIRN_TRY(sink->commit());
    folders.keep();
    return {};
}

} // namespace cairn::convert
