#pragma once

#include "core/devices/machine/inventory.h"
#include "core/runtime/usable_devices.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace cairn::ui {

using InventoryPtr = std::shared_ptr<const devices::DeviceInventory>;

/// What sentences call a machine, in the language of the window.
[[nodiscard]] QString machineName(const devices::DeviceInventory& machine);

/// What a person described it by: "2 x 24 GB"; empty if nobody did.
[[nodiscard]] QString machineWords(const devices::DeviceInventory& machine);
/// Whether it is the one that the window runs on, and not one that somebody describes.
[[nodiscard]] inline bool isThisMachine(const devices::DeviceInventory& machine)
{
    return machine.machine == devices::kThisMachine;
}

/// Says what a machine has now; free memory changes.
using MachineSource = std::function<devices::DeviceInventory()>;

/// The devices of this machine, asked for once, on a thread that nobody waits for: a driver may take seconds to wake
/// up, and a window must be able to close meanwhile. Lives on the GUI thread, one for all windows.
class Machine : public QObject {
    Q_OBJECT

public:
    explicit Machine(QObject* parent = nullptr) : Machine(&runtime::machineHere, parent) {}
    /// For a machine that somebody describes.
    explicit Machine(MachineSource source, QObject* parent = nullptr);
    ~Machine() override;

    /// Asks, unless an answer is on its way.
    void ask();
    /// Null until the first answer.
    [[nodiscard]] const InventoryPtr& inventory() const { return m_inventory; }
    [[nodiscard]] const MachineSource& source() const { return m_source; }
    [[nodiscard]] bool isAsking() const { return m_isAsking; }

Q_SIGNALS:
    void answered();

private:
    struct Receiver;

    void take(const InventoryPtr& inventory);

    MachineSource m_source;
    std::shared_ptr<Receiver> m_receiver;
    InventoryPtr m_inventory;
    bool m_isAsking = false;
};

} // namespace cairn::ui
