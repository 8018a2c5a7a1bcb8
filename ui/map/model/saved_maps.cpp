#include "ui/map/model/saved_maps.h"

#include "core/devices/map/map_file.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QSettings>
#include <QStringList>

namespace cairn::ui {

namespace {

constexpr qsizetype kMostMaps = 100;
const QString kOrder = QStringLiteral("maps/order"); ///< newest first

/// Slashes and colons of a path mean something to the settings.
QString keyOf(const QString& path)
{
    const QByteArray name = QFileInfo(path).absoluteFilePath().toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex());
}

} // namespace

void SavedMaps::remember(const QString& path, const devices::MapLocation& map)
{
    const QString key = keyOf(path);
    QStringList order = m_settings.value(kOrder).toStringList();
    order.removeAll(key);
    if (map.kind() == devices::MapKind::None) {
        m_settings.remove(QStringLiteral("maps/") + key);
    } else {
        order.prepend(key);
        m_settings.setValue(QStringLiteral("maps/") + key, QString::fromStdString(devices::mapFileText(map)));
    }
    while (order.size() > kMostMaps) {
        m_settings.remove(QStringLiteral("maps/") + order.takeLast());
    }
    m_settings.setValue(kOrder, order);
}

std::optional<devices::MapLocation> SavedMaps::recall(const QString& path) const
{
    const QString text = m_settings.value(QStringLiteral("maps/") + keyOf(path)).toString();
    auto map = devices::parseMapFile(text.toStdString());
    return map ? std::optional(*std::move(map)) : std::nullopt;
}

} // namespace cairn::ui
