#pragma once

#include "core/devices/map_location.h"
#include "ui/state/document.h"
#include "ui/state/machine.h"

#include <QTimer>
#include <QWidget>

class QStackedWidget;
class QTabWidget;

namespace cairn::ui {

class FileWatch;
class HeaderPanel;
class IssuesPanel;
class Job;
class MessagePage;
class NoticeBar;
class TreePage;

/// One file in a tab of the window. Opens it on a worker thread, shows it or says why not, and asks when it changes on
/// disk: what is shown stays until another reading of the file has succeeded.
class DocumentView : public QWidget {
    Q_OBJECT

public:
    DocumentView(Machine& machine, QWidget* parent = nullptr);
    ~DocumentView() override;

    void open(const QString& path);
    void reload();
    /// Stops what is being opened. It is told by settled() or gaveUp().
    void cancel();
    /// Looks whether the file on disk is still the one that is shown.
    void lookAtDisk();

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] QString fileName() const;
    /// Null while there is nothing to show.
    [[nodiscard]] const DocumentPtr& document() const { return m_document; }
    [[nodiscard]] bool isOpening() const { return m_opening != nullptr; }
    [[nodiscard]] TreePage* tree() const { return m_tree; }
    [[nodiscard]] HeaderPanel* header() const { return m_header; }
    /// Tree, storages, globals and so on.
    [[nodiscard]] QTabWidget* pages() const { return m_tabs; }
    [[nodiscard]] const devices::MapLocation& map() const { return m_map; }
    void setMap(const devices::MapLocation& map);
    /// Shows a row in the tree, whatever page is up and whatever the search hides.
    void goTo(checkpoint::EntryId id);

Q_SIGNALS:
    /// Another document is shown, or none.
    void documentChanged();
    void currentEntryChanged(checkpoint::EntryId id);
    void mapChanged();
    /// A file is shown, or it is said why it is not.
    void settled();
    /// Opening was cancelled before there was anything to show.
    void gaveUp();
    void openWanted();
    void cpuCopyWanted();

private:
    void makePages();
    void makeTabs();
    void connectParts();
    void take(Result<DocumentPtr>&& opened);
    void showDocument(const DocumentPtr& document);
    void showError(const Error& error);
    void pollOpening();
    void judge();
    void tellChange();

    Machine& m_machine;
    QString m_path;
    DocumentPtr m_document;
    devices::MapLocation m_map;
    FileWatch* m_watch;
    Job* m_opening = nullptr;
    Job* m_judging = nullptr;
    QTimer m_openTimer;
    NoticeBar* m_notice = nullptr;
    QStackedWidget* m_stack = nullptr;
    MessagePage* m_message = nullptr;
    QWidget* m_contents = nullptr;
    HeaderPanel* m_header = nullptr;
    QTabWidget* m_tabs = nullptr;
    TreePage* m_tree = nullptr;
    IssuesPanel* m_issues = nullptr;
};

} // namespace cairn::ui
