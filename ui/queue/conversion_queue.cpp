#include "ui/queue/conversion_queue.h"

#include "core/convert/common/copy_check.h"
#include "core/convert/recipe/recipe_route.h"
#include "ui/common/job.h"
#include "ui/queue/convert_file.h"
#include "ui/queue/file_search.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace cairn::ui {

namespace {

bool isOver(QueueState state)
{
    return state != QueueState::Waiting && state != QueueState::Running;
}

/// Whether the file has the copy that this recipe makes.
bool isConverted(const QueueItem& item, const convert::Recipe& recipe)
{
    return item.state() == QueueState::Done && item.recipe && *item.recipe == recipe;
}

/// The copies that are done, by their rows.
using Copies = std::map<std::uint64_t, std::pair<std::string, convert::Shards>>;

Copies copiesOf(const std::vector<QueueItem>& items)
{
    Copies copies;
    for (const QueueItem& item : items) {
        if (item.state() == QueueState::Done && item.recipe) {
            copies[item.id] = {item.outcome.target, convert::shardsOf(*item.recipe)};
        }
    }
    return copies;
}

/// Those that somebody has removed or given another name.
std::set<std::uint64_t> goneOf(const Copies& copies)
{
    std::set<std::uint64_t> gone;
    for (const auto& [id, copy] : copies) {
        if (!convert::isThere(copy.first, copy.second)) {
            gone.insert(id);
        }
    }
    return gone;
}

/// Whether a person has answered already what the file was held for.
bool isAnswered(const QueueItem& item)
{
    switch (item.outcome.question) {
    case QueueQuestion::Loss: return item.answers.mayLose;
    case QueueQuestion::Existing: return item.answers.existing != convert::ExistingTarget::Refuse;
    case QueueQuestion::None: break;
    }
    return false;
}

/// Brings the items that are first to the front of a range; the others keep their order, and so do they.
template <typename Place, typename IsFirst>
void stableSplit(Place begin, Place end, const IsFirst& isFirst)
{
    std::vector<QueueItem> others;
    Place to = begin;
    for (Place from = begin; from != end; ++from) {
        if (!isFirst(*from)) {
            others.push_back(std::move(*from));
        } else if (to++ != from) {
            *std::prev(to) = std::move(*from);
        }
    }
    std::ranges::move(others, to);
}

QString roomAdvice()
{
    return ConversionQueue::tr("The queue is paused: free some space, or go on as far as it goes.");
}

} // namespace

ConversionQueue::ConversionQueue(QueueOptions options, QObject* parent)
    : QObject(parent), m_options(std::move(options)),
      m_recipe(std::make_shared<const convert::Recipe>(m_options.recipe))
{
}

ConversionQueue::~ConversionQueue()
{
    for (const auto& [id, running] : m_running) {
        running.job->stop(); // all of them before the first is waited for
    }
    qDeleteAll(findChildren<Job*>());
}

void ConversionQueue::add(const std::vector<std::string>& paths)
{
    if (!paths.empty()) {
        Q_EMIT noticed({});
    }
    m_toSearch.insert(m_toSearch.end(), paths.begin(), paths.end());
    search();
}

void ConversionQueue::search()
{
    if (m_search != nullptr || m_toSearch.empty()) {
        return;
    }
    using Found = std::pair<FoundFiles, std::set<std::uint64_t>>;
    m_search = startJob(
        this,
        [paths = std::exchange(m_toSearch, {}), recipe = m_options.recipe, pending = pendingCopies(),
         copies = copiesOf(m_items)](Progress& progress) {
            return Found(searchFiles(paths, recipe, pending, progress), goneOf(copies));
        },
        [this](const Found& found) {
            m_search = nullptr;
            take(found.first, found.second);
            search();
            settleIfDone();
        });
    Q_EMIT changed();
}

std::uint64_t ConversionQueue::searched() const
{
    return m_search == nullptr ? 0 : m_search->progress().done();
}

void ConversionQueue::take(const FoundFiles& found, const std::set<std::uint64_t>& gone)
{
    std::map<std::string_view, std::vector<const QueueItem*>> known;
    for (const QueueItem& item : m_items) {
        known[item.path].push_back(&item);
    }
    int toDo = 0;
    int converted = 0;
    std::set<std::uint64_t> replaced;
    std::vector<QueueItem> items;
    for (const FoundFile& file : found.files) {
        const auto& rows = known[file.path];
        if (std::ranges::any_of(rows, [](const QueueItem* row) { return isToDo(row->state()); })) {
            ++toDo;
            continue;
        }
        if (std::ranges::any_of(
                rows, [&](const QueueItem* row) { return isConverted(*row, *m_recipe) && !gone.contains(row->id); })) {
            ++converted;
            continue;
        }
        for (const QueueItem* row : rows) {
            replaced.insert(row->id);
        }
        QueueItem item{.id = m_nextId++, .path = file.path, .bytes = file.bytes, .outcome = {}, .answers = {}};
        item.outcome.target = file.target;
        if (!file.refusal.isEmpty()) {
            item.outcome.state = file.isFailure ? QueueState::Failed : QueueState::Skipped;
            item.outcome.words = file.refusal;
        }
        items.push_back(std::move(item));
    }
    erase(replaced);
    append(std::move(items));
    QStringList notices;
    if (toDo != 0) {
        notices.append(tr("%n file(s) that were in the queue already were not added again.", nullptr, toDo));
    }
    if (converted != 0) {
        notices.append(tr("%n file(s) that were converted with these options already were not added again. Clear the "
                          "finished rows, or change the options, to convert them again.",
                          nullptr, converted));
    }
    if (found.unnamed != 0) {
        notices.append(
            tr("%n more file(s) are no checkpoints and are not listed.", nullptr, static_cast<int>(found.unnamed)));
    }
    if (!found.room.isEmpty()) {
        m_isPaused = true;
        notices.append(found.room + u' ' + roomAdvice());
    }
    if (!notices.isEmpty()) {
        Q_EMIT noticed(notices.join(u' '));
    }
    Q_EMIT changed();
    start();
}

void ConversionQueue::append(std::vector<QueueItem> items)
{
    if (items.empty()) {
        return;
    }
    Q_EMIT aboutToAdd(static_cast<int>(items.size()));
    m_items.insert(m_items.end(), std::make_move_iterator(items.begin()), std::make_move_iterator(items.end()));
    Q_EMIT added();
}

void ConversionQueue::refuse(const std::string& name, const QString& why)
{
    QueueItem item{.id = m_nextId++, .path = name, .bytes = 0, .outcome = {}, .answers = {}};
    item.outcome.state = QueueState::Skipped;
    item.outcome.words = why;
    append({std::move(item)});
    Q_EMIT changed();
}

void ConversionQueue::restore(std::vector<QueueItem> items)
{
    for (QueueItem& item : items) {
        item.id = m_nextId++;
        if (item.state() == QueueState::Running || item.state() == QueueState::Held) {
            item.outcome.state = QueueState::Waiting;
            item.outcome.words.clear();
        }
        item.recipe = m_recipe; // the options were restored before
        item.mayBeDone = item.state() == QueueState::Waiting;
    }
    append(std::move(items));
    Q_EMIT changed();
    start();
}

std::vector<PendingCopy> ConversionQueue::pendingCopies() const
{
    std::vector<PendingCopy> copies;
    for (const QueueItem& item : m_items) {
        if (item.state() == QueueState::Waiting) {
            copies.push_back({item.outcome.target, item.bytes});
        } else if (item.state() == QueueState::Running) {
            const double left = (1 - progressOf(item).part) * static_cast<double>(item.bytes);
            copies.push_back({item.outcome.target, static_cast<std::uint64_t>(left)});
        }
    }
    return copies;
}

/// After the copies were given other places.
void ConversionQueue::checkRoom()
{
    abandonJob(m_roomCheck);
    std::vector<PendingCopy> pending = pendingCopies();
    if (pending.empty()) {
        return;
    }
    m_roomCheck = startJob(
        this, [pending = std::move(pending)](Progress&) { return diskSpaceProblem(pending); },
        [this](const QString& words) {
            m_roomCheck = nullptr;
            if (!words.isEmpty()) {
                setPaused(true);
                Q_EMIT noticed(words + u' ' + roomAdvice());
            }
        });
}

void ConversionQueue::start()
{
    const auto most = static_cast<std::size_t>(m_options.workers);
    while (!m_isPaused && m_running.size() < most) {
        while (m_firstWaiting < m_items.size() && m_items[m_firstWaiting].state() != QueueState::Waiting) {
            ++m_firstWaiting;
        }
        if (m_firstWaiting == m_items.size()) {
            break;
        }
        startOne(m_items[m_firstWaiting]);
    }
}

double ConversionQueue::sharedSeconds() const
{
    return m_running.empty() ? 0
                             : static_cast<double>(m_shared.elapsed()) / 1000.0 / static_cast<double>(m_running.size());
}

void ConversionQueue::shareTime()
{
    const double seconds = sharedSeconds();
    for (auto& [id, running] : m_running) {
        running.seconds += seconds;
    }
    m_shared.start();
}

void ConversionQueue::startOne(QueueItem& item)
{
    shareTime();
    item.seconds = 0;
    Running& running = m_running[item.id];
    running.since.start();
    running.isVerified = m_recipe->verify;
    item.recipe = m_recipe;
    running.job = startJob(
        this,
        [source = ConvertSource{item.path, item.answers, item.mayBeDone}, recipe = m_recipe,
         names = m_names](Progress& progress) { return convertFile(source, *recipe, *names, progress); },
        [this, id = item.id](QueueOutcome outcome) { finish(id, std::move(outcome)); });
    setState(item, QueueState::Running);
}

void ConversionQueue::finish(std::uint64_t id, QueueOutcome outcome)
{
    shareTime();
    const double seconds = m_running[id].seconds;
    m_running.erase(id);
    if (QueueItem* item = find(id)) {
        item->seconds = seconds;
        item->outcome = std::move(outcome);
        if (item->state() == QueueState::Held && isAnswered(*item)) { // the answer came meanwhile
            item->outcome.state = QueueState::Waiting;
            item->outcome.words.clear();
            m_firstWaiting = 0;
        }
        Q_EMIT itemChanged(static_cast<int>(item - m_items.data()));
    }
    Q_EMIT changed();
    start();
    settleIfDone();
}

void ConversionQueue::settleIfDone()
{
    if (!isBusy()) {
        Q_EMIT settled();
    }
}

bool ConversionQueue::isBusy() const
{
    return !m_running.empty() || m_search != nullptr ||
           std::ranges::any_of(m_items, [](const QueueItem& item) { return item.state() == QueueState::Waiting; });
}

QueueItem* ConversionQueue::find(std::uint64_t id)
{
    const auto place = std::ranges::find(m_items, id, &QueueItem::id);
    return place != m_items.end() ? &*place : nullptr;
}

void ConversionQueue::setState(QueueItem& item, QueueState state, const QString& words)
{
    item.outcome.state = state;
    item.outcome.words = words;
    Q_EMIT itemChanged(static_cast<int>(&item - m_items.data()));
}

QueueProgress ConversionQueue::progressOf(const QueueItem& item) const
{
    const auto running = m_running.find(item.id);
    if (running == m_running.end()) {
        return {};
    }
    const Progress& progress = running->second.job->progress();
    QueueProgress result{.part = convert::partDone(progress, running->second.isVerified), .stage = progress.stage()};
    const double seconds = static_cast<double>(running->second.since.elapsed()) / 1000.0;
    if (result.part > 0 && seconds > 0) {
        result.bytesPerSecond = result.part * static_cast<double>(item.bytes) / seconds;
        result.secondsLeft = seconds * (1 - result.part) / result.part;
    }
    return result;
}

QueueTotals ConversionQueue::totals() const
{
    QueueTotals totals;
    for (const QueueItem& item : m_items) {
        totals.bytesWritten += item.outcome.bytesWritten;
        switch (item.state()) {
        case QueueState::Waiting: ++totals.waiting; break;
        case QueueState::Running:
            ++totals.running;
            totals.bytesWorked += static_cast<std::uint64_t>(progressOf(item).part * static_cast<double>(item.bytes));
            totals.seconds += m_running.at(item.id).seconds + sharedSeconds();
            break;
        case QueueState::Done:
            ++totals.done;
            totals.damaged += item.outcome.hasDamage ? 1U : 0U;
            break;
        case QueueState::Skipped: ++totals.skipped; continue;
        case QueueState::Failed: ++totals.failed; continue;
        case QueueState::Cancelled: ++totals.cancelled; continue;
        case QueueState::Held: ++totals.held; continue;
        }
        totals.bytes += item.bytes;
        if (item.state() == QueueState::Done) {
            totals.bytesWorked += item.bytes;
            totals.seconds += item.seconds;
        }
    }
    return totals;
}

void ConversionQueue::setOptions(QueueOptions options)
{
    const bool isOther = options.recipe != m_options.recipe;
    m_options = std::move(options);
    if (isOther) {
        m_recipe = std::make_shared<const convert::Recipe>(m_options.recipe);
    }
    for (QueueItem& item : m_items) {
        if (item.state() == QueueState::Held && isOther) { // other options, other questions
            item.answers = {};
            item.outcome.state = QueueState::Waiting;
            item.outcome.words.clear();
            item.outcome.losses.clear();
            m_firstWaiting = 0;
        }
        if (item.state() == QueueState::Waiting) {
            item.outcome.target = convert::targetFor(m_options.recipe, item.path);
            Q_EMIT itemChanged(static_cast<int>(&item - m_items.data()));
        }
    }
    if (isOther) {
        checkRoom();
    }
    Q_EMIT changed();
    start();
}

void ConversionQueue::setPaused(bool paused)
{
    if (paused != m_isPaused) {
        m_isPaused = paused;
        Q_EMIT changed();
        start();
    }
}

void ConversionQueue::cancel(std::uint64_t id)
{
    if (const auto running = m_running.find(id); running != m_running.end()) {
        running->second.job->stop();
    } else if (QueueItem* item = find(id);
               item != nullptr && (item->state() == QueueState::Waiting || item->state() == QueueState::Held)) {
        setState(*item, QueueState::Cancelled, tr("It had not begun."));
        Q_EMIT changed();
        settleIfDone();
    }
}

void ConversionQueue::cancelAll()
{
    m_toSearch.clear();
    if (m_search != nullptr) {
        std::exchange(m_search, nullptr)->abandon();
    }
    for (QueueItem& item : m_items) {
        if (item.state() == QueueState::Waiting || item.state() == QueueState::Held) {
            setState(item, QueueState::Cancelled, tr("It had not begun."));
        }
    }
    for (const auto& [id, running] : m_running) {
        running.job->stop();
    }
    m_isPaused = false;
    Q_EMIT changed();
    settleIfDone();
}

void ConversionQueue::retry(std::uint64_t id)
{
    QueueItem* item = find(id);
    // What has no target was refused before it came to that; then it is looked at again.
    if (item == nullptr || !isOver(item->state()) || item->state() == QueueState::Done) {
        return;
    }
    if (item->outcome.target.empty()) {
        const std::string path = item->path;
        remove({id});
        add({path});
        return;
    }
    QueueAnswers answers;
    if (item->state() == QueueState::Held) {
        answers = item->answers;
        answers.mayLose = answers.mayLose || item->outcome.question == QueueQuestion::Loss;
        if (item->outcome.question == QueueQuestion::Existing) {
            answers.existing = convert::ExistingTarget::Number;
        }
    }
    item->answers = answers;
    item->outcome = {};
    item->outcome.target = convert::targetFor(m_options.recipe, item->path);
    m_firstWaiting = std::min(m_firstWaiting, static_cast<std::size_t>(item - m_items.data()));
    setState(*item, QueueState::Waiting);
    Q_EMIT changed();
    start();
}

void ConversionQueue::answerAll(QueueQuestion question, bool yes)
{
    for (QueueItem& item : m_items) {
        if (item.state() != QueueState::Held && item.state() != QueueState::Waiting &&
            item.state() != QueueState::Running) {
            continue;
        }
        if (question == QueueQuestion::Existing) {
            item.answers.existing = yes ? convert::ExistingTarget::Number : convert::ExistingTarget::Skip;
        } else if (yes) {
            item.answers.mayLose = true;
        }
        if (item.state() != QueueState::Held || item.outcome.question != question) {
            continue;
        }
        if (isAnswered(item)) {
            setState(item, QueueState::Waiting);
        } else {
            setState(item, QueueState::Skipped, tr("Left as it is. %1").arg(item.outcome.words));
        }
    }
    m_firstWaiting = 0;
    Q_EMIT changed();
    start();
    settleIfDone();
}

void ConversionQueue::move(const std::vector<std::uint64_t>& ids, std::size_t before)
{
    const std::set<std::uint64_t> wanted(ids.begin(), ids.end());
    const auto isMoved = [&](const QueueItem& item) { return wanted.contains(item.id); };
    Q_EMIT aboutToReorder();
    const auto middle = m_items.begin() + static_cast<std::ptrdiff_t>(std::min(before, m_items.size()));
    stableSplit(m_items.begin(), middle, [&](const QueueItem& item) { return !isMoved(item); });
    stableSplit(middle, m_items.end(), isMoved);
    m_firstWaiting = 0;
    Q_EMIT reordered();
    Q_EMIT changed();
}

void ConversionQueue::remove(const std::vector<std::uint64_t>& ids)
{
    erase({ids.begin(), ids.end()});
    Q_EMIT noticed({});
    if (m_isPaused) {
        checkRoom(); // which may be why
    }
    Q_EMIT changed();
}

void ConversionQueue::erase(const std::set<std::uint64_t>& ids)
{
    if (ids.empty()) {
        return;
    }
    Q_EMIT aboutToReset();
    std::erase_if(m_items,
                  [&](const QueueItem& item) { return ids.contains(item.id) && item.state() != QueueState::Running; });
    m_firstWaiting = 0;
    Q_EMIT wasReset();
}

} // namespace cairn::ui
