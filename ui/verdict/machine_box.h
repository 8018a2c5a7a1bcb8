#pragma once

#include "core/base/error.h"
#include "ui/document/machine.h"

#include <QComboBox>

namespace cairn::ui {

class Job;

/// Which machine the map is checked for: this one, one in words ("2 x 24 GB"), or a file that `cairn-cli devices
/// --json` wrote there. Asks on a worker thread.
class MachineBox : public QComboBox {
    Q_OBJECT

public:
    explicit MachineBox(QWidget* parent = nullptr);

    /// Who says what this machine has.
    void setSource(MachineSource source) { m_source = std::move(source); }
    /// "this", a description, or a path.
    void choose(const QString& words);
    /// Shows a machine that somebody else chose, without asking.
    void showMachine(const InventoryPtr& machine);

Q_SIGNALS:
    void machineFound(const cairn::ui::InventoryPtr& machine, const QString& words);
    void refused(const QString& why);
    void fileRequested();

private:
    void take(const QString& words, Result<devices::DeviceInventory>&& found);

    MachineSource m_source = &runtime::machineHere;
    Job* m_asking = nullptr;
    QString m_shown;
    QString m_refused;                                     ///< words that stay, to be corrected
    std::vector<std::pair<InventoryPtr, QString>> m_known; ///< and the words for them
};

} // namespace cairn::ui
