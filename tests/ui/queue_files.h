#pragma once

#include "core/checkpoint/readers/open.h"
#include "tests/support/files.h"
#include "tests/support/zip_builder.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace cairn::test {

// Small checkpoints, written and read.

/// A short text, in the pickle's binary form.
inline std::string pickled(const std::string& value)
{
    return "X" + std::string(1, static_cast<char>(value.size())) + std::string(3, '\0') + value;
}

/// A file of torch.save: two floats on this device. The value of `beside`, a part of a pickle, is unpickled before
/// them.
inline QByteArray checkpointOn(const std::string& tag, const std::string& beside = {})
{
    cairn::test::ZipBuilder zip;
    zip.torchLayout = true;
    zip.zip64End = true;
    zip.add("archive/data.pkl", "\x80\x02" + (beside.empty() ? "" : beside + "0") + "(" + pickled("storage") +
                                    "ctorch\nFloatStorage\n" + pickled("0") + pickled(tag) + "K\x02tQ.");
    zip.add("archive/data/0", "12345678");
    zip.add("archive/version", "3\n");
    return QByteArray::fromStdString(zip.build().bytes);
}

/// "cpu", "cpu cuda:1"; or why it did not open.
inline QString tagsOf(const QString& path)
{
    const auto opened = cairn::checkpoint::openCheckpoint(path.toStdString());
    if (!opened) {
        return QString::fromStdString(opened.error().paragraph());
    }
    QStringList tags;
    for (const auto& [tag, usage] : (*opened)->usageByDevice()) {
        tags.append(QString::fromStdString(tag));
    }
    return tags.join(u' ');
}

} // namespace cairn::test
