#include "ui/window/running_instance.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>

namespace cairn::ui {

namespace {

constexpr quint32 kMagic = 0x43414933; // another protocol gets another number
constexpr qint64 kMostBytes = 4 << 20;
constexpr int kPatienceMilliseconds = 1000;
constexpr char kTaken = '+';

} // namespace

QString RunningInstance::defaultAddress()
{
    QCryptographicHash display(QCryptographicHash::Sha256);
    for (const char* name : {"WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"}) {
        display.addData(qgetenv(name));
        display.addData(QByteArrayView("\0", 1));
    }
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) + QStringLiteral("/cairn-") +
           QString::fromLatin1(display.result().toHex().first(16));
}

bool RunningInstance::hand(const QString& address, const QStringList& paths, Action action,
                           const QByteArray& activationToken)
{
    QLocalSocket socket;
    socket.connectToServer(address);
    if (!socket.waitForConnected(kPatienceMilliseconds)) {
        return false;
    }
    QByteArray message;
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream << kMagic << static_cast<quint8>(action) << paths << activationToken;
    socket.write(message);
    // Without an answer it hangs, or is another program: then this start is on its own.
    return socket.waitForBytesWritten(kPatienceMilliseconds) && socket.waitForReadyRead(kPatienceMilliseconds) &&
           socket.read(1) == QByteArray(1, kTaken);
}

RunningInstance::RunningInstance(QObject* parent) : QObject(parent), m_server(new QLocalServer(this))
{
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server, &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* socket = m_server->nextPendingConnection()) {
            connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(socket); });
        }
    });
}

bool RunningInstance::listen(const QString& address)
{
    if (m_server->listen(address)) {
        return true;
    }
    // A crash leaves its socket behind. Nobody answers there: hand() was tried before.
    return m_server->serverError() == QAbstractSocket::AddressInUseError && QLocalServer::removeServer(address) &&
           m_server->listen(address);
}

void RunningInstance::read(QLocalSocket* socket)
{
    if (socket->bytesAvailable() > kMostBytes) {
        socket->abort();
        return;
    }
    QDataStream stream(socket);
    stream.setVersion(QDataStream::Qt_6_0);
    stream.startTransaction();
    quint32 magic = 0;
    quint8 action = 0;
    QStringList paths;
    QByteArray activationToken;
    stream >> magic >> action >> paths >> activationToken;
    if (!stream.commitTransaction()) {
        return; // more is on its way
    }
    if (magic == kMagic) {
        socket->write(QByteArray(1, kTaken));
        socket->flush();
        if (!activationToken.isEmpty()) {
            qputenv(kActivationToken, activationToken); // where Qt looks when a window asks to be in front
        }
        if (action == static_cast<quint8>(Action::Convert)) {
            Q_EMIT conversionReceived(paths);
        } else {
            Q_EMIT filesReceived(paths);
        }
    }
    socket->disconnectFromServer();
}

} // namespace cairn::ui
