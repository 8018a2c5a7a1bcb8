#include "ui/queue/queue_store.h"

#include "core/convert/common/leftovers.h"
#include "core/convert/recipe/recipe_file.h"
#include "ui/common/job.h"
#include "ui/queue/conversion_queue.h"
#include "ui/text/display.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>
#include <utility>

namespace cairn::ui {

namespace {

constexpr auto kFormat = "cairn.queue";
constexpr int kVersion = 1;
constexpr int kStates = static_cast<int>(QueueState::Held) + 1;

/// Names of files need not be UTF-8, and JSON is.
QString packed(const std::string& path)
{
    return QString::fromLatin1(QByteArray::fromStdString(path).toPercentEncoding("/ "));
}

std::string unpacked(const QJsonValue& value)
{
    return QByteArray::fromPercentEncoding(value.toString().toLatin1()).toStdString();
}

bool isLeft(const QueueItem& item)
{
    return isToDo(item.state());
}

QJsonObject trustObject(const QueueOutcome& outcome)
{
    if (!outcome.trust) {
        return {};
    }
    QJsonArray names;
    for (const std::string& name : outcome.trust->names) {
        names.append(packed(name));
    }
    return {{"verdict", static_cast<int>(outcome.trust->verdict)},
            {"count", static_cast<qint64>(outcome.trust->count)},
            {"names", names}};
}

/// Nothing of a file that was not opened. What is no verdict is the worst one.
std::optional<QueueTrust> trustIn(const QJsonObject& object)
{
    using checkpoint::Trust;
    if (object.isEmpty()) {
        return std::nullopt;
    }
    constexpr int worst = static_cast<int>(Trust::Dangerous);
    const int verdict = object["verdict"].toInt(worst);
    QueueTrust trust{.verdict = static_cast<Trust>(verdict < 0 || verdict > worst ? worst : verdict),
                     .count = static_cast<std::uint64_t>(std::max<qint64>(0, object["count"].toInteger())),
                     .names = {}};
    const QJsonArray names = object["names"].toArray();
    for (const auto name : names) {
        trust.names.push_back(unpacked(name));
    }
    return trust;
}

QJsonObject objectOf(const QueueItem& item)
{
    const QueueOutcome& outcome = item.outcome;
    QJsonArray tags;
    for (const auto& [tag, count] : outcome.tags) {
        tags.append(QJsonArray{packed(tag), static_cast<qint64>(count)});
    }
    return {{"path", packed(item.path)},
            {"bytes", static_cast<qint64>(item.bytes)},
            {"state", static_cast<int>(outcome.state)},
            {"words", outcome.words},
            {"format", QString::fromStdString(outcome.format)},
            {"trust", trustObject(outcome)},
            {"tags", tags},
            {"target", packed(outcome.target)},
            {"written", static_cast<qint64>(outcome.bytesWritten)},
            {"seconds", outcome.seconds},
            {"verified", outcome.isVerified},
            {"salvageable", outcome.isSalvageable},
            {"harmful", outcome.runsHarm},
            {"damaged", outcome.hasDamage}};
}

QueueItem itemOf(const QJsonObject& object)
{
    const auto count = [](const QJsonValue& value) {
        return static_cast<std::uint64_t>(std::max<qint64>(0, value.toInteger()));
    };
    QueueItem item;
    item.path = unpacked(object["path"]);
    item.bytes = count(object["bytes"]);
    item.outcome = {.state = static_cast<QueueState>(std::clamp(object["state"].toInt(), 0, kStates - 1)),
                    .words = object["words"].toString(),
                    .question = QueueQuestion::None,
                    .losses = {},
                    .format = object["format"].toString().toStdString(),
                    .tags = {},
                    .trust = trustIn(object["trust"].toObject()),
                    .target = unpacked(object["target"]),
                    .bytesWritten = count(object["written"]),
                    .seconds = object["seconds"].toDouble(),
                    .isVerified = object["verified"].toBool(),
                    .isSalvageable = object["salvageable"].toBool(),
                    .runsHarm = object["harmful"].toBool(),
                    .hasDamage = object["damaged"].toBool()};
    item.seconds = item.outcome.seconds;
    const QJsonArray tags = object["tags"].toArray();
    for (const auto tag : tags) {
        const QJsonArray pair = tag.toArray();
        item.outcome.tags.emplace_back(unpacked(pair[0]), count(pair[1]));
    }
    return item;
}

/// Nothing from a file that is not there, or is none of ours: then there is nothing to go on with.
QJsonObject readState(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    const bool isOurs = root["format"].toString() == QLatin1String(kFormat) && root["version"].toInt() == kVersion;
    return isOurs ? root : QJsonObject();
}

std::vector<QueueItem> itemsIn(const QJsonObject& root)
{
    std::vector<QueueItem> items;
    const QJsonArray array = root["items"].toArray();
    for (const auto value : array) {
        items.push_back(itemOf(value.toObject()));
    }
    return std::ranges::any_of(items, isLeft) ? items : std::vector<QueueItem>();
}

QJsonObject objectOf(const QueueOptions& options)
{
    return {{"recipe", fromUtf8(convert::recipeText(options.recipe))},
            {"mapSource", options.mapSource},
            {"recipeFile", options.recipeFile},
            {"workers", options.workers}};
}

std::optional<QueueOptions> optionsIn(const QJsonObject& object)
{
    auto recipe = convert::parseRecipe(object["recipe"].toString().toStdString());
    if (!recipe) {
        return std::nullopt;
    }
    return QueueOptions{.recipe = std::move(*recipe),
                        .mapSource = object["mapSource"].toString(),
                        .recipeFile = object["recipeFile"].toString(),
                        .workers = std::max(1, object["workers"].toInt(1))};
}

/// An empty text takes the file away.
void writeItems(const QString& path, const QByteArray& text)
{
    if (text.isEmpty()) {
        QFile::remove(path);
        return;
    }
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size()) {
        file.commit(); // if this fails the queue still works; it is only not remembered
    }
}

} // namespace

QueueStore::QueueStore(ConversionQueue& queue, const QString& path, QObject* parent)
    : QObject(parent), m_queue(queue), m_path(path)
{
    if (path.isEmpty() || !QDir().mkpath(QFileInfo(path).absolutePath())) {
        return;
    }
    m_lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
    m_lock->setStaleLockTime(0); // a process that is gone has none, whatever the time
    if (!m_lock->tryLock()) {
        m_lock.reset();
        return;
    }
    const QJsonObject state = readState(path);
    m_left = itemsIn(state);
    m_leftOptions = optionsIn(state["options"].toObject());
    constexpr int delayMilliseconds = 300;
    m_timer.setSingleShot(true);
    m_timer.setInterval(delayMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &QueueStore::save);
    connect(&queue, &ConversionQueue::changed, this, &QueueStore::saveSoon);
}

QueueStore::~QueueStore()
{
    qDeleteAll(findChildren<Job*>()); // waits for them
    if (m_timer.isActive()) {
        writeItems(m_path, text());
    }
}

std::size_t QueueStore::leftCount() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_left, isLeft));
}

void QueueStore::resume()
{
    m_queue.restore(std::exchange(m_left, {}));
}

void QueueStore::forget()
{
    std::vector<std::string> targets;
    for (const QueueItem& item : std::exchange(m_left, {})) {
        if (isLeft(item) && !item.outcome.target.empty()) {
            targets.push_back(item.outcome.target);
        }
    }
    save();
    startJob(
        this,
        [targets = std::move(targets)](Progress&) {
            convert::removeLeftovers(targets);
            return true;
        },
        [](bool) {});
}

void QueueStore::saveSoon()
{
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void QueueStore::save()
{
    if (m_writing != nullptr) {
        saveSoon();
        return;
    }
    m_writing = startJob(
        this,
        [path = m_path, bytes = text()](Progress&) {
            writeItems(path, bytes);
            return true;
        },
        [this](bool) { m_writing = nullptr; });
}

QByteArray QueueStore::text() const
{
    QJsonArray array;
    bool hasLeft = false;
    for (const auto* items : {&m_left, &m_queue.items()}) { // what is not taken up yet stays on offer
        for (const QueueItem& item : *items) {
            hasLeft = hasLeft || isLeft(item);
            array.append(objectOf(item));
        }
    }
    if (!hasLeft) {
        return {};
    }
    const QueueOptions options = m_left.empty() || !m_leftOptions ? m_queue.options() : *m_leftOptions;
    return QJsonDocument(
               QJsonObject{
                   {"format", kFormat}, {"version", kVersion}, {"options", objectOf(options)}, {"items", array}})
        .toJson(QJsonDocument::Compact);
}

} // namespace cairn::ui
