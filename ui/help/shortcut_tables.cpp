#include "ui/help/shortcut_tables.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QSet>

namespace cairn::ui {

namespace {

struct ShortcutTables {
    Q_DECLARE_TR_FUNCTIONS(ShortcutTables)
};

QString cell(QString text)
{
    return text.replace(u'|', QStringLiteral("\\|"));
}

/// Collects rows of a table: each action once, whatever menus it is in.
class RowWriter {
public:
    void add(const QAction& action)
    {
        if (action.shortcut().isEmpty() || action.objectName().isEmpty() || m_told.contains(&action)) {
            return;
        }
        m_told.insert(&action);
        QStringList keys;
        for (const QKeySequence& key : action.shortcuts()) {
            keys.append(cell(key.toString(QKeySequence::NativeText)));
        }
        m_rows += QStringLiteral("| %1 | %2 |\n").arg(cell(action.iconText()), keys.join(QStringLiteral(", ")));
    }

    void addMenu(const QMenu& menu)
    {
        for (const QAction* action : menu.actions()) {
            if (const QMenu* inner = action->menu()) {
                addMenu(*inner);
            } else {
                add(*action);
            }
        }
    }

    /// Begins the next table.
    [[nodiscard]] QString take(const QString& title)
    {
        const QString rows = std::exchange(m_rows, {});
        return rows.isEmpty() ? QString()
                              : QStringLiteral("\n## %1\n\n| %2 | %3 |\n|---|---|\n%4")
                                    .arg(title, ShortcutTables::tr("what"), ShortcutTables::tr("keys"), rows);
    }

private:
    QSet<const QAction*> m_told;
    QString m_rows;
};

} // namespace

QString shortcutTables(const QWidget& window)
{
    RowWriter rows;
    QString text;
    for (const QMenuBar* menus : window.findChildren<QMenuBar*>()) {
        for (const QAction* action : menus->actions()) {
            if (const QMenu* menu = action->menu()) {
                rows.addMenu(*menu);
                text += rows.take(action->iconText());
            }
        }
    }
    for (const QAction* action : window.findChildren<QAction*>()) {
        rows.add(*action);
    }
    return text + rows.take(ShortcutTables::tr("Outside the menus"));
}

} // namespace cairn::ui
