#include "ui/map/model/map_history.h"

namespace cairn::ui {

void MapHistory::push(MapState next, const QString& what)
{
    if (next == now()) {
        return;
    }
    constexpr std::size_t kMostSteps = 500;
    m_steps.resize(m_at + 1);
    m_steps.push_back({what, std::move(next)});
    if (m_steps.size() > kMostSteps) {
        m_steps.erase(m_steps.begin());
    }
    m_at = m_steps.size() - 1;
}

void MapHistory::setMachine(const InventoryPtr& machine)
{
    for (Step& step : m_steps) {
        step.state.machine = machine;
    }
}

void MapHistory::setTrust(devices::FileTrust trust)
{
    for (Step& step : m_steps) {
        step.state.trust = trust;
    }
}

} // namespace cairn::ui
