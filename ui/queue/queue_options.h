#pragma once

#include <QString>

class QSettings;

namespace cairn::ui {

/// How copies are to be made. Plain value; remembered in the settings.
struct QueueOptions {
    enum class Container { Keep, Safetensors };
    enum class Existing { Number, Skip };

    QString mapFile; ///< empty: everything goes to cpu
    Container container = Container::Keep;
    bool dropOthers = false; ///< leave out what safetensors cannot hold
    bool verify = true;
    QString pattern; ///< of the names of copies
    QString folder;  ///< empty: each beside its source
    Existing existing = Existing::Number;
    int workers = 2; ///< files at a time

    QueueOptions();
    bool operator==(const QueueOptions&) const = default;
};

[[nodiscard]] QueueOptions savedOptions(QSettings& settings);
void saveOptions(QSettings& settings, const QueueOptions& options);

} // namespace cairn::ui
