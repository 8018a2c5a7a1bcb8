#pragma once

#include "ui/queue/current_map.h"
#include "ui/queue/queue_filter.h"
#include "ui/queue/queue_item.h"

#include <QTimer>
#include <QWidget>

#include <array>

class QAction;
class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QScrollArea;
class QSettings;
class QStackedWidget;
class QToolBar;
class QTreeView;

namespace cairn::ui {

class ConversionQueue;
class DropOverlay;
class NoticeBar;
class QueueModel;
class QueueOptionsPanel;
class QueuePrompts;
class QueueStore;
struct DroppedFiles;

/// What a queue needs of the application; all of it outlives the view.
struct QueueSurroundings {
    QSettings& settings;
    QueuePrompts& prompts;
    QString stateFile = {};        ///< in which the queue outlives the application; empty: it does not
    AskCurrentMap currentMap = {}; ///< of the map editor; empty: there is none
};

/// The window of the conversion queue: files and folders are dropped on it, and each file tells what becomes of it.
/// Owns the queue. GUI thread.
class QueueView : public QWidget {
    Q_OBJECT

public:
    explicit QueueView(const QueueSurroundings& surroundings, QWidget* parent = nullptr);
    ~QueueView() override;

    [[nodiscard]] ConversionQueue& queue() noexcept { return *m_queue; }
    /// Files and folders, recipes, and addresses, which are refused in words.
    void add(const QStringList& paths);
    void add(const DroppedFiles& files);
    /// An application that ended before its queue did left files, and a person may go on with them.
    [[nodiscard]] std::size_t leftCount() const;

Q_SIGNALS:
    /// A person wants to look into a file.
    void openRequested(const QString& path);
    void helpRequested();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeActions();
    void makeRowActions();
    void makeTable();
    void makeBottom();
    void makeOptions();
    void showOptions(bool wanted);
    void offerToGoOn();
    void layOut();
    [[nodiscard]] QWidget* makeEmptyPage();
    [[nodiscard]] QWidget* makeFilters();
    void addFiles();
    void addFolder();
    void paste();
    void exportReport();
    void copyCommand();
    void makePlan();
    [[nodiscard]] bool isOwnDrag(const QDropEvent& event) const;
    void removeRows(bool onlySelected);
    /// Of the rows that are shown, one up or down.
    void moveRows(int by);
    [[nodiscard]] std::vector<const QueueItem*> selectedItems() const;
    [[nodiscard]] const QueueItem* currentItem() const;
    void follow();
    void followQuestions();
    void followEnd();
    void askBeforeClosing();
    void followProgress();
    void followRow();
    void followOptions();
    void followAdded(int first);
    void showRows(QueueFilter::Wanted wanted);
    void retryFailed();

    QSettings& m_settings;
    QueuePrompts& m_prompts;
    AskCurrentMap m_currentMap;
    ConversionQueue* m_queue;
    QueueStore* m_store;
    QueueModel* m_model;
    QueueFilter* m_rows;
    QTimer m_timer;
    std::array<std::size_t, 2> m_asked{}; ///< files for which each question was shown, so that it is asked once
    bool m_wasBusy = false;
    bool m_showsAdded = false; ///< files were added, and the first of them is to be seen
    DropOverlay* m_overlay = nullptr;
    QToolBar* m_bar = nullptr;
    NoticeBar* m_offer = nullptr;
    NoticeBar* m_notice = nullptr;
    NoticeBar* m_lossQuestion = nullptr;
    NoticeBar* m_existingQuestion = nullptr;
    NoticeBar* m_closeQuestion = nullptr;
    bool m_closesWhenDone = false;
    QueueOptionsPanel* m_options = nullptr;
    QScrollArea* m_optionsArea = nullptr;
    QLabel* m_optionsLine = nullptr; ///< what they come to, while they are not seen
    QLabel* m_promise = nullptr;     ///< of the page that is seen while nothing is in the queue
    QStackedWidget* m_stack = nullptr;
    QButtonGroup* m_filters = nullptr;
    QTreeView* m_table = nullptr;
    QLabel* m_details = nullptr;
    QScrollArea* m_detailsArea = nullptr;
    QLabel* m_summary = nullptr;
    QProgressBar* m_progress = nullptr;
    QAction* m_optionsAction = nullptr;
    QAction* m_pauseAction = nullptr;
    QAction* m_cancelAllAction = nullptr;
    QAction* m_retryFailedAction = nullptr;
    QAction* m_clearAction = nullptr;
    QAction* m_exportAction = nullptr;
    QAction* m_commandAction = nullptr;
    QAction* m_planAction = nullptr;
    QAction* m_openAction = nullptr;
    QAction* m_folderAction = nullptr;
    QAction* m_cancelAction = nullptr;
    QAction* m_earlierAction = nullptr;
    QAction* m_laterAction = nullptr;
    QAction* m_retryAction = nullptr;
    QAction* m_removeAction = nullptr;
};

} // namespace cairn::ui
