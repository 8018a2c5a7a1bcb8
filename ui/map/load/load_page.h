#pragma once

#include "ui/map/load/load_run.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QGridLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QTextBrowser;

namespace cairn::ui {

class Job;

/// Loads a file by a map through LibTorch, one at a time and on worker threads. Tells in place how far each device is,
/// what it took, or why it cannot be and which maps would do. LibTorch is not touched before the first start().
class LoadPage : public QWidget {
    Q_OBJECT

public:
    explicit LoadPage(QWidget* parent = nullptr);
    ~LoadPage() override;

    void start(const DocumentPtr& document, const devices::MapLocation& map);
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_job != nullptr; }
    /// Whether it tells of this file.
    [[nodiscard]] bool isOf(const DocumentPtr& document) const { return m_document && m_document == document; }
    /// What is edited now: tells if the report is about something else.
    void follow(const DocumentPtr& document, const devices::MapLocation& map);
    /// Who says what this machine has, if not it itself.
    void setMachineSource(MachineSource source) { m_machine = std::move(source); }

Q_SIGNALS:
    /// isRunning() has changed.
    void runningChanged();
    void fixRequested(const cairn::ui::DocumentPtr& document, const cairn::devices::MapFix& fix);

private:
    struct Row {
        std::uint64_t bytes = 0;
        QProgressBar* bar = nullptr;
        QLabel* text = nullptr;
    };

    void run(const std::shared_ptr<const LoadStart>& start);
    void fail(const LoadFailure& failure);
    void succeed(const LoadSummary& summary);
    void end(const QString& headline, const QString& report);
    void showShares(const std::vector<LoadStart::Share>& shares);
    void clearRows();
    void poll();
    void updateStale();

    MachineSource m_machine = &runtime::machineHere;
    DocumentPtr m_document; ///< that is or was loaded
    devices::MapLocation m_map;
    DocumentPtr m_nowDocument;
    devices::MapLocation m_nowMap;
    QString m_file;
    Job* m_job = nullptr;
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::vector<Row> m_rows;
    std::vector<devices::MapFix> m_fixes; ///< that the report has links to
    QLabel* m_headline;
    QLabel* m_stale;
    QPushButton* m_cancel;
    QWidget* m_progress;
    QGridLayout* m_grid;
    QTextBrowser* m_report;
};

} // namespace cairn::ui
