#pragma once

#include <QByteArray>
#include <QRegularExpression>
#include <QString>
#include <QTcpServer>
#include <QTcpSocket>

#include <algorithm>
#include <limits>
#include <utility>

namespace cairn::test {

/// A web server with one file, whatever is asked for, in parts.
class FileServer : public QTcpServer {
public:
    explicit FileServer(QByteArray file) : m_file(std::move(file))
    {
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { answer(*socket); });
        });
        listen(QHostAddress::LocalHost);
    }
    [[nodiscard]] QString address() const { return QString("http://127.0.0.1:%1/model.pth").arg(serverPort()); }
    [[nodiscard]] int asked() const { return m_asked; }
    /// From then on it lets nobody read.
    void refuseAfter(int requests) { m_most = m_asked + requests; }

private:
    void answer(QTcpSocket& socket)
    {
        const QByteArray request = socket.readAll();
        if (++m_asked > m_most) {
            socket.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        static const QRegularExpression range("[Rr]ange: bytes=(\\d+)-(\\d+)");
        const QRegularExpressionMatch asked = range.match(request);
        const qsizetype first = asked.captured(1).toLongLong();
        const qsizetype end = std::min<qsizetype>(asked.captured(2).toLongLong() + 1, m_file.size());
        socket.write(
            "HTTP/1.1 206 Partial Content\r\nETag: \"1\"\r\nContent-Length: " + QByteArray::number(end - first) +
            "\r\nContent-Range: bytes " + QByteArray::number(first) + '-' + QByteArray::number(end - 1) + '/' +
            QByteArray::number(m_file.size()) + "\r\n\r\n" + m_file.mid(first, end - first));
    }

    QByteArray m_file;
    int m_asked = 0;
    int m_most = std::numeric_limits<int>::max();
};

} // namespace cairn::test
