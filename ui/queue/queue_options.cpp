#include "ui/queue/queue_options.h"

#include "core/convert/copy_name.h"
#include "ui/text/display.h"

#include <QSettings>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr int kMostWorkers = 16;

} // namespace

QueueOptions::QueueOptions() : pattern(fromUtf8(convert::kCopyPattern)) {}

QueueOptions savedOptions(QSettings& settings)
{
    QueueOptions options;
    settings.beginGroup(QStringLiteral("queue"));
    options.mapFile = settings.value("mapFile").toString();
    if (settings.value("safetensors").toBool()) {
        options.container = QueueOptions::Container::Safetensors;
    }
    options.dropOthers = settings.value("dropOthers").toBool();
    options.verify = settings.value("verify", true).toBool();
    if (const QString pattern = settings.value("pattern").toString();
        convert::checkCopyPattern(pattern.toStdString())) {
        options.pattern = pattern;
    }
    options.folder = settings.value("folder").toString();
    if (settings.value("skipExisting").toBool()) {
        options.existing = QueueOptions::Existing::Skip;
    }
    options.workers = std::clamp(settings.value("workers", options.workers).toInt(), 1, kMostWorkers);
    settings.endGroup();
    return options;
}

void saveOptions(QSettings& settings, const QueueOptions& options)
{
    settings.beginGroup(QStringLiteral("queue"));
    settings.setValue("mapFile", options.mapFile);
    settings.setValue("safetensors", options.container == QueueOptions::Container::Safetensors);
    settings.setValue("dropOthers", options.dropOthers);
    settings.setValue("verify", options.verify);
    settings.setValue("pattern", options.pattern);
    settings.setValue("folder", options.folder);
    settings.setValue("skipExisting", options.existing == QueueOptions::Existing::Skip);
    settings.setValue("workers", options.workers);
    settings.endGroup();
}

} // namespace cairn::ui
