#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

class QSettings;

namespace cairn::ui {

class Job;

/// The copies that are being written. The settings remember their paths until they end, for what a crash cuts short.
class RunningSaves : public QObject {
    Q_OBJECT

public:
    explicit RunningSaves(QSettings& settings, QObject* parent = nullptr);

    void add(Job* job, const QString& target);
    [[nodiscard]] bool isEmpty() const { return m_saves.isEmpty(); }
    /// What is being written, as names for a person.
    [[nodiscard]] QString names() const;
    /// Each removes what it has written so far.
    void stop();

    /// The paths that processes were writing to when they ended, told once.
    [[nodiscard]] static QStringList takeCutShort(QSettings& settings);
    /// Whether other processes were writing when they were last heard of. One that was killed may take a while to go.
    [[nodiscard]] static bool hasOthers(QSettings& settings);

Q_SIGNALS:
    /// The last one has ended.
    void ended();

private:
    struct Save {
        Job* job = nullptr;
        QString target;
    };

    void remember() const;

    QSettings& m_settings;
    QList<Save> m_saves;
};

} // namespace cairn::ui
