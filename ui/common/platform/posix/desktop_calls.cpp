#include "ui/common/desktop_calls.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

#ifdef CAIRN_DBUS
#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QVariantMap>
#endif

namespace cairn::ui {

namespace {

void openFolder(const QString& path)
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
}

} // namespace

#ifdef CAIRN_DBUS

void showInFolder(const QString& path)
{
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.FileManager1"), QStringLiteral("/org/freedesktop/FileManager1"),
        QStringLiteral("org.freedesktop.FileManager1"), QStringLiteral("ShowItems"));
    const QString address = QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded);
    call.setArguments({QStringList{address}, QString()});
    const auto answer = QDBusConnection::sessionBus().asyncCall(call);
    auto* watcher = new QDBusPendingCallWatcher(answer, QCoreApplication::instance());
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, watcher, [path](QDBusPendingCallWatcher* done) {
        if (QDBusPendingReply<>(*done).isError()) {
            openFolder(path);
        }
        done->deleteLater();
    });
}

void sendNotification(const QString& title, const QString& words)
{
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    const QString icon = QGuiApplication::desktopFileName();
    constexpr int byTheServersRule = -1;
    call.setArguments({QGuiApplication::applicationDisplayName(), 0U, icon, title, words.toHtmlEscaped(), QStringList(),
                       QVariantMap{{QStringLiteral("desktop-entry"), icon}}, byTheServersRule});
    QDBusConnection::sessionBus().asyncCall(call);
}

void sendLauncherProgress(double part)
{
    QDBusMessage signal =
        QDBusMessage::createSignal(QStringLiteral("/com/canonical/unity/launcherentry/cairn"),
                                   QStringLiteral("com.canonical.Unity.LauncherEntry"), QStringLiteral("Update"));
    signal.setArguments(
        {QStringLiteral("application://%1.desktop").arg(QGuiApplication::desktopFileName()),
         QVariantMap{{QStringLiteral("progress"), qMax(0.0, part)}, {QStringLiteral("progress-visible"), part >= 0}}});
    QDBusConnection::sessionBus().send(signal);
}

#else

void showInFolder(const QString& path)
{
    openFolder(path);
}

void sendNotification(const QString& /*title*/, const QString& /*words*/) {}

void sendLauncherProgress(double /*part*/) {}

#endif

} // namespace cairn::ui
