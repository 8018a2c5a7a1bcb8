#pragma once

#include "ui/queue/queue_filter.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QSettings;
class QStackedWidget;
class QToolBar;
class QTreeView;

namespace cairn::ui {

class ConversionQueue;
class NoticeBar;
class QueueModel;
class QueueOptionsPanel;
class QueuePrompts;
class QueueStore;
struct DroppedFiles;
struct QueueItem;

/// What a queue needs of the application; all of it outlives the view.
struct QueueSurroundings {
    QSettings& settings;
    QueuePrompts& prompts;
    QString stateFile = {}; ///< in which the queue outlives the application; empty: it does not
};

/// The window of the conversion queue: files and folders are dropped on it, and each file tells what becomes of it.
/// Owns the queue. GUI thread.
class QueueView : public QWidget {
    Q_OBJECT

public:
    explicit QueueView(const QueueSurroundings& surroundings, QWidget* parent = nullptr);
    ~QueueView() override;

    [[nodiscard]] ConversionQueue& queue() noexcept { return *m_queue; }
    /// Files and folders, and addresses, which are refused in words.
    void add(const QStringList& paths);
    void add(const DroppedFiles& files);
    /// An application that ended before its queue did left files, and a person may go on with them.
    [[nodiscard]] bool offersToGoOn() const;

Q_SIGNALS:
    /// A person wants to look into a file.
    void openWanted(const QString& path);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void makeActions();
    void makeRowActions();
    void makeTable();
    void makeBottom();
    void makeOptions();
    void offerToGoOn();
    void layOut();
    [[nodiscard]] QWidget* makeEmptyPage();
    [[nodiscard]] QWidget* makeFilters();
    void addFiles();
    void addFolder();
    void paste();
    void exportReport();
    void copyCommand();
    void removeRows(bool onlySelected);
    [[nodiscard]] std::vector<const QueueItem*> selectedItems() const;
    [[nodiscard]] const QueueItem* currentItem() const;
    void follow();
    void followProgress();
    void followRow();

    QSettings& m_settings;
    QueuePrompts& m_prompts;
    ConversionQueue* m_queue;
    QueueStore* m_store;
    QueueModel* m_model;
    QueueFilter* m_rows;
    QTimer m_timer;
    QToolBar* m_bar;
    NoticeBar* m_offer;
    NoticeBar* m_notice;
    QueueOptionsPanel* m_options = nullptr;
    QStackedWidget* m_stack;
    QButtonGroup* m_filters;
    QTreeView* m_table;
    QLabel* m_details;
    QLabel* m_summary;
    QProgressBar* m_progress;
    QAction* m_optionsAction = nullptr;
    QAction* m_pauseAction = nullptr;
    QAction* m_cancelAllAction = nullptr;
    QAction* m_clearAction = nullptr;
    QAction* m_exportAction = nullptr;
    QAction* m_commandAction = nullptr;
    QAction* m_openAction = nullptr;
    QAction* m_folderAction = nullptr;
    QAction* m_cancelAction = nullptr;
    QAction* m_retryAction = nullptr;
    QAction* m_removeAction = nullptr;
};

} // namespace cairn::ui
