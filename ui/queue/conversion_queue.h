#pragma once

#include "core/convert/recipe/target_names.h"
#include "ui/queue/disk_space_check.h"
#include "ui/queue/queue_item.h"
#include "ui/queue/queue_options.h"

#include <QElapsedTimer>
#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace cairn::ui {

class Job;
struct FoundFiles;

/// Counts over a queue.
struct QueueTotals {
    std::size_t waiting = 0;
    std::size_t running = 0;
    std::size_t done = 0;
    std::size_t damaged = 0; ///< of them, whose source was
    std::size_t skipped = 0;
    std::size_t failed = 0;
    std::size_t cancelled = 0;
    std::size_t held = 0;
    std::uint64_t bytes = 0;        ///< of files that are or were to be converted
    std::uint64_t bytesWorked = 0;  ///< of them, as far as they are
    std::uint64_t bytesWritten = 0; ///< of copies
    double seconds = 0;             ///< that the copies took, written or half done, and nothing that was cleared
};

/// The files that are to be converted, and what became of each. Searches folders and converts on worker threads, a few
/// files at a time. Lives on the GUI thread; its destructor stops what runs and leaves nothing half done.
class ConversionQueue : public QObject {
    Q_OBJECT

public:
    explicit ConversionQueue(QueueOptions options, QObject* parent = nullptr);
    ~ConversionQueue() override;

    /// Files, and folders that are searched; each that is a checkpoint is converted when its turn comes. One that is
    /// in the queue takes the place of its row if that is over, but not if its copy would be the same once more.
    void add(const std::vector<std::string>& paths);
    /// Something that is no file of this machine, and why it is not converted.
    void refuse(const std::string& name, const QString& why);
    /// Items of an earlier run. What was running then waits again.
    void restore(std::vector<QueueItem> items);

    [[nodiscard]] const std::vector<QueueItem>& items() const noexcept { return m_items; }
    [[nodiscard]] QueueProgress progressOf(const QueueItem& item) const;
    [[nodiscard]] QueueTotals totals() const;
    [[nodiscard]] bool isSearching() const noexcept { return m_search != nullptr; }
    /// Files that the search has looked at.
    [[nodiscard]] std::uint64_t searched() const;
    /// Something runs, or would if it were not for a pause.
    [[nodiscard]] bool isBusy() const;

    [[nodiscard]] const QueueOptions& options() const noexcept { return m_options; }
    /// For files that have not begun.
    void setOptions(QueueOptions options);
    [[nodiscard]] bool isPaused() const noexcept { return m_isPaused; }
    /// Files that are being written are finished all the same.
    void setPaused(bool paused);

    void cancel(std::uint64_t id);
    void cancelAll();
    /// What is held goes on, with the answer yes.
    void retry(std::uint64_t id);
    /// One answer for all that are held because of a question, and for those in the queue to which it will come.
    void answerAll(QueueQuestion question, bool yes);
    /// Puts rows in front of another, or at the end, in the order that they have.
    void move(const std::vector<std::uint64_t>& ids, std::size_t before);
    /// Nothing happens to those that run.
    void remove(const std::vector<std::uint64_t>& ids);

Q_SIGNALS:
    void aboutToAdd(int count);
    void added();
    void aboutToReset();
    void wasReset();
    void aboutToReorder();
    void reordered();
    void itemChanged(int row);
    /// Counts, pause or search changed.
    void changed();
    /// What a person should know about what was just added; empty: what was said before is no longer so.
    void noticed(const QString& words);
    /// Nothing runs, waits or is searched any more.
    void settled();

private:
    void search();
    /// `gone`: done files whose copies are not there any more.
    void take(const FoundFiles& found, const std::set<std::uint64_t>& gone);
    void append(std::vector<QueueItem> items);
    void erase(const std::set<std::uint64_t>& ids);
    void checkRoom();
    [[nodiscard]] std::vector<PendingCopy> pendingCopies() const;
    void start();
    void startOne(QueueItem& item);
    /// What one of those that run side by side gets of the time since that was done last.
    [[nodiscard]] double sharedSeconds() const;
    void shareTime();
    void finish(std::uint64_t id, QueueOutcome outcome);
    void settleIfDone();
    [[nodiscard]] QueueItem* find(std::uint64_t id);
    void setState(QueueItem& item, QueueState state, const QString& words = {});

    struct Running {
        Job* job = nullptr;
        QElapsedTimer since;
        double seconds = 0; ///< its share, up to m_shared
        bool isVerified = true;
    };

    QueueOptions m_options;
    std::shared_ptr<const convert::Recipe> m_recipe; ///< that of the options, for those that are converted by it
    std::vector<QueueItem> m_items;                  ///< in the order in which they are converted
    std::map<std::uint64_t, Running> m_running;
    std::vector<std::string> m_toSearch;
    Job* m_search = nullptr;
    Job* m_roomCheck = nullptr;
    std::shared_ptr<convert::TargetNames> m_names = std::make_shared<convert::TargetNames>();
    std::uint64_t m_nextId = 1;
    std::size_t m_firstWaiting = 0; ///< no item before this row waits
    bool m_isPaused = false;
    QElapsedTimer m_shared; ///< since the time was divided among those that run
};

} // namespace cairn::ui
