#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

/// Runs cairn-cli as a user would, for tests of the command line. CAIRN_CLI is the path of the program.
namespace cairn::test {

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

inline const QStringList kPlainEnvironment{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "CAIRN_TORCH_AT=none"};

/// Of a process that was started.
inline Outcome outcomeOf(QProcess& process)
{
    process.waitForFinished(60'000);
    return {.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            .out = process.readAllStandardOutput(),
            .err = process.readAllStandardError()};
}

inline Outcome cairnCli(const QStringList& arguments, const QStringList& environment = kPlainEnvironment)
{
    QProcess process;
    process.setEnvironment(environment);
    process.start(CAIRN_CLI, arguments);
    return outcomeOf(process);
}

/// The same through a shell, for redirections; `$1` is cairn-cli, further ones the arguments.
inline Outcome shell(const QString& script, const QStringList& arguments)
{
    QProcess process;
    process.setEnvironment(kPlainEnvironment);
    process.start("/bin/sh", QStringList{"-c", script, "sh", CAIRN_CLI} + arguments);
    return outcomeOf(process);
}

/// What --json printed, of one file.
inline QJsonObject jsonOf(const Outcome& outcome)
{
    return QJsonDocument::fromJson(outcome.out).object();
}

} // namespace cairn::test
