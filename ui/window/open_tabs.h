#pragma once

#include <QStringList>

class QSettings;

namespace cairn::ui {

/// The files that were open when the window closed, for people who want them back. Kept in the settings, which must
/// outlive it.
class OpenTabs {
public:
    explicit OpenTabs(QSettings& settings) : m_settings(settings) {}

    [[nodiscard]] bool areWanted() const;
    void setWanted(bool areWanted);
    /// Those that are still there, and the one that was in front once more, to come there again; none unless they are
    /// wanted.
    [[nodiscard]] QStringList paths() const;
    void remember(const QStringList& paths, const QString& front);

private:
    QSettings& m_settings;
};

} // namespace cairn::ui
