#pragma once

#include "core/checkpoint/folders/whole_of.h"
#include "core/convert/recipe/recipe.h"
#include "core/devices/map/map_location.h"
#include "core/devices/preflight.h"
#include "ui/compare/compare_options.h"
#include "ui/document/document.h"
#include "ui/document/load_verdict.h"
#include "ui/document/machine.h"
#include "ui/document/row_tree.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QStackedWidget;

namespace cairn::ui {

class CompareView;
class FileWatch;
class HeaderPanel;
class IssuesPage;
class Job;
class MessagePage;
class NoticeBar;
class Prompts;
class SalvagePage;
class TableSearch;
class TreePage;
class ViewTabs;

/// One file in a tab of the window. Opens it on a worker thread, shows it or says why not, and asks when it changes on
/// disk: what is shown stays until another reading of the file has succeeded.
class DocumentView : public QWidget {
    Q_OBJECT

public:
    DocumentView(Machine& machine, Prompts& prompts, QWidget* parent = nullptr);
    ~DocumentView() override;

    void open(const QString& path);
    /// Groups that shall be open at first, by their whole names.
    void setOpenGroups(const QStringList& names) { m_openGroups = names; }
    void reload();
    /// Stops what is being opened. It is told by settled() or openCancelled().
    void cancel();
    /// Looks whether the file on disk is still the one that is shown.
    void checkForChanges();

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] QString fileName() const;
    /// Null while there is nothing to show.
    [[nodiscard]] const DocumentPtr& document() const { return m_document; }
    [[nodiscard]] bool isOpening() const { return m_opening != nullptr; }
    [[nodiscard]] TreePage* tree() const { return m_tree; }
    [[nodiscard]] HeaderPanel* header() const { return m_header; }
    /// Tree, storages, globals and so on.
    [[nodiscard]] ViewTabs* pages() const { return m_tabs; }
    [[nodiscard]] IssuesPage* issues() const { return m_issues; }
    [[nodiscard]] static QStringList pageTitles();
    [[nodiscard]] const devices::MapLocation& map() const { return m_map; }
    void setMap(const devices::MapLocation& map);
    /// The one that the file is judged for: this machine until another is chosen. Null while it is not known.
    [[nodiscard]] const InventoryPtr& machine() const { return m_chosen ? m_chosen : m_machine.inventory(); }
    void setMachine(const InventoryPtr& machine);
    /// Whether the file is judged for somebody who trusts it: `cairn-cli check --trusted`.
    [[nodiscard]] devices::FileTrust trust() const { return m_trust; }
    void setTrust(devices::FileTrust trust);
    /// Whether the machine can be chosen in the dock of the map, too.
    void showMap(bool isOpen);
    /// Looks for this in the page that is seen: in the tree as it understands it, in a list for rows with its words.
    void search(const QString& text);
    [[nodiscard]] const QString& searchText() const { return m_searchText; }
    /// How that went, in words; empty without a search.
    [[nodiscard]] QString searchSummary() const;
    [[nodiscard]] bool canStepHit() const;
    /// To the next hit; -1: to the one before.
    void stepHit(int by);
    /// Compares it with another file, as soon as it is open.
    void compareWith(const QString& path, CompareOptions options = {});
    /// Numbers of this tensor were read, and so many are not finite: that is an issue.
    void tellNotFinite(checkpoint::EntryId id, std::uint64_t nans, std::uint64_t infinities);
    /// Shows a row in the tree, whatever page is up and whatever the search hides.
    void goTo(checkpoint::EntryId id);

Q_SIGNALS:
    /// Another document is shown, or none.
    void documentChanged();
    void mapChanged();
    void machineChanged();
    void trustChanged();
    /// Something can be said of the search, or it has another text.
    void searched();
    /// A file is shown, or it is said why it is not.
    void settled();
    /// Opening was cancelled before there was anything to show.
    void openCancelled();
    void openRequested();
    void oneFileRequested();
    void cpuCopyRequested();
    void mappedCopyRequested();
    void tensorsCopyRequested();
    void bfloat16CopyRequested();
    /// A copy by a recipe, and what the name of such a copy is like.
    void recipeCopyRequested(const convert::Recipe& recipe, const QString& pattern);
    /// `file` shall be opened.
    void fileRequested(const QString& file);
    /// `file` shall be opened in place of this.
    void replacementRequested(const QString& file);
    /// `file` shall be opened and compared with this one.
    void comparisonRequested(const QString& file, CompareOptions options);

private:
    void makePages();
    void makeTabs();
    void showFolderPages(bool isFolder);
    void connectParts();
    /// A document and the first layout of its rows.
    struct Opened {
        DocumentPtr document;
        RowTreePtr tree;
    };
    /// What came of opening a path, and what the person may have meant.
    struct Opening {
        Result<Opened> opened;
        std::optional<checkpoint::Whole> whole; ///< that the file is a part of
        std::vector<std::string> steps;         ///< paths of the checkpoints in the folder, where it holds several
    };

    [[nodiscard]] static Result<Opened> read(const std::string& path, bool levels, Progress& progress);
    [[nodiscard]] static Opening look(const std::string& path, bool levels, Progress& progress);
    void take(Opening opening);
    void offerWhole(const std::optional<checkpoint::Whole>& whole);
    void showDocument(const Opened& opened);
    void countIssues();
    /// The page that compares, if it is seen and has its view.
    [[nodiscard]] CompareView* compareInFront() const;
    void applySearch();
    void showSearch();
    void tellRow();
    /// In the page that is seen now.
    void searchPage();
    void showError(const Error& error);
    void pollOpening();
    /// Looks for what is left of the file that did not open.
    void salvage();
    void leaveSalvage();
    void connectMachine();
    void judge();
    void tellChange();
    /// What was found for the file that was read is not said of another one, nor of none.
    void tellVerdict();

    Machine& m_machine;
    Prompts& m_prompts;
    QString m_path;
    QStringList m_openGroups;
    DocumentPtr m_document;
    devices::MapLocation m_map;
    devices::FileTrust m_trust = devices::FileTrust::Default;
    LoadVerdict m_verdict;
    bool m_isOld = false; ///< the file was another one already when it was last tried to read it again
    QString m_searchText;
    QString m_compareWith; ///< once it is open
    CompareOptions m_compareOptions;
    TableSearch* m_tableSearch; ///< in pages that are lists
    InventoryPtr m_chosen;      ///< null: this machine, as it answered last
    FileWatch* m_watch;
    Job* m_opening = nullptr;
    Job* m_judging = nullptr;
    QTimer m_openTimer;
    NoticeBar* m_notice = nullptr;
    NoticeBar* m_partNotice = nullptr; ///< the file is a part of what `m_whole` is
    QString m_whole;
    QStackedWidget* m_stack = nullptr;
    MessagePage* m_message = nullptr;
    SalvagePage* m_salvage = nullptr; ///< once it is wanted
    QWidget* m_contents = nullptr;
    HeaderPanel* m_header = nullptr;
    QLabel* m_mistake = nullptr;
    ViewTabs* m_tabs = nullptr;
    TreePage* m_tree = nullptr;
    IssuesPage* m_issues = nullptr;
};

} // namespace cairn::ui
