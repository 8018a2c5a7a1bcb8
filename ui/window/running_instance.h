#pragma once

#include <QObject>
#include <QStringList>

class QLocalServer;
class QLocalSocket;

namespace cairn::ui {

/// The local socket over which a second start hands its files to the application that runs already, and with them its
/// right to come to the front. One for each person and display; nobody else can reach it. GUI thread.
class RunningInstance : public QObject {
    Q_OBJECT

public:
    /// The variable with which a Wayland desktop gives a program that it starts the right to bring a window to the
    /// front.
    static constexpr const char* kActivationToken = "XDG_ACTIVATION_TOKEN";

    /// Where the socket of this person and display is.
    [[nodiscard]] static QString defaultAddress();
    /// What is to happen with paths that are handed over.
    enum class Action : quint8 { Open, Convert };

    /// True if an application took the paths, which are absolute ones; none: it only comes to the front.
    [[nodiscard]] static bool hand(const QString& address, const QStringList& paths, Action action = Action::Open,
                                   const QByteArray& activationToken = {});

    explicit RunningInstance(QObject* parent = nullptr);

    /// From now on this is the one that runs. False if it cannot be: then every start is on its own.
    bool listen(const QString& address);

Q_SIGNALS:
    void filesReceived(const QStringList& paths);
    void conversionReceived(const QStringList& paths);

private:
    void read(QLocalSocket* socket);

    QLocalServer* m_server;
};

} // namespace cairn::ui
