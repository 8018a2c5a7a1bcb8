#include "ui/document/save_file.h"

#include "core/base/files/file_sink.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QFileInfo>

namespace cairn::ui {

namespace {

Result<void> write(const QString& path, const QByteArray& bytes)
{
    // The dialog takes a link that leads nowhere for a name that is free.
    const auto existing = QFileInfo::exists(path) ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    CAIRN_ASSIGN(sink, FileSink::create(pathBytes(path), existing));
    CAIRN_TRY(sink->write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    return sink->commit();
}

} // namespace

QString saveFile(const QString& path, const QByteArray& bytes)
{
    const auto written = write(path, bytes);
    return written ? QString() : errorWords(written.error(), pathBytes(path));
}

} // namespace cairn::ui
