#include "ui/state/tensor_mime.h"

#include "core/values/value_export.h"
#include "ui/text/display.h"

#include <QApplication>
#include <QCursor>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QToolTip>

#include <cerrno>
#include <csignal>
#include <unistd.h>
#include <utility>

namespace cairn::ui {

namespace {

const QString kFiles = QStringLiteral("text/uri-list");

const QString kFolderName = QStringLiteral("cairn-drag-");

/// Takes away what killed applications left: folders are named after their process.
void removeLeftFolders()
{
    const QFileInfoList folders =
        QDir(QDir::tempPath()).entryInfoList({kFolderName + u'*'}, QDir::Dirs | QDir::NoSymLinks);
    for (const QFileInfo& folder : folders) {
        bool isNumber = false;
        const int process = folder.fileName().mid(kFolderName.size()).section(u'-', 0, 0).toInt(&isNumber);
        if (isNumber && process > 0 && folder.ownerId() == ::getuid() && ::kill(process, 0) != 0 && errno == ESRCH) {
            QDir(folder.absoluteFilePath()).removeRecursively();
        }
    }
}

/// The folder for files that are dragged out. It has to outlive the drag, for the other program copies them later.
class DragFolder : public QObject {
public:
    static DragFolder& instance()
    {
        static DragFolder* folder = nullptr;
        if (folder == nullptr) {
            removeLeftFolders();
            folder = new DragFolder(QApplication::instance());
            connect(QApplication::instance(), &QCoreApplication::aboutToQuit, folder,
                    [] { delete std::exchange(folder, nullptr); });
        }
        return *folder;
    }
    /// A path that is new, and ends in the name of an entry.
    QString newPath(const std::string& name)
    {
        QString file = shown(name).replace(u'/', u'_').right(120);
        if (file.isEmpty() || file.startsWith(u'.')) {
            file.prepend(u'_');
        }
        const QString place = m_folder.filePath(QString::number(++m_count));
        QDir().mkpath(place);
        return place + u'/' + file + QStringLiteral(".npy");
    }

private:
    using QObject::QObject;

    QTemporaryDir m_folder{
        QStringLiteral("%1/%2%3-XXXXXX").arg(QDir::tempPath(), kFolderName).arg(QCoreApplication::applicationPid())};
    int m_count = 0;
};

} // namespace

TensorMimeData::TensorMimeData(checkpoint::CheckpointPtr checkpoint, std::vector<checkpoint::TensorId> tensors)
    : m_checkpoint(std::move(checkpoint)), m_tensors(std::move(tensors))
{
    for (const checkpoint::TensorId id : m_tensors) {
        m_bytes += m_checkpoint->logicalBytes(m_checkpoint->tensors()[id]);
    }
    constexpr int intervalMilliseconds = 50;
    connect(&m_timer, &QTimer::timeout, this, &TensorMimeData::followDrag);
    m_timer.start(intervalMilliseconds);
}

TensorMimeData::~TensorMimeData()
{
    m_progress.requestStop();
    if (m_writing.valid()) {
        m_files = m_writing.get();
    }
    for (const QUrl& file : std::as_const(m_files)) {
        if (!m_isTaken) {
            QFile::remove(file.toLocalFile());
        }
    }
}

QStringList TensorMimeData::formats() const
{
    QStringList all = QMimeData::formats();
    if (m_bytes <= kMostBytes) {
        all.append(kFiles);
    }
    return all;
}

bool TensorMimeData::hasFormat(const QString& type) const
{
    return (type == kFiles && m_bytes <= kMostBytes) || QMimeData::hasFormat(type);
}

/// Inside the application rows are rows; outside of it they become files.
void TensorMimeData::followDrag()
{
    if (QApplication::widgetAt(QCursor::pos()) != nullptr || QApplication::mouseButtons() == Qt::NoButton) {
        return;
    }
    m_timer.stop();
    if (m_bytes <= kMostBytes) {
        begin();
    } else {
        QToolTip::showText(
            QCursor::pos(),
            tr("%1 are too much to drag. Export the tensor in the page of its values.").arg(bytesText(m_bytes)));
    }
}

void TensorMimeData::begin() const
{
    if (std::exchange(m_isBegun, true)) {
        return;
    }
    std::vector<std::pair<checkpoint::TensorId, QString>> files;
    for (const checkpoint::TensorId id : m_tensors) {
        const checkpoint::EntryId entry = m_checkpoint->tensors()[id].entry;
        files.emplace_back(id, DragFolder::instance().newPath(m_checkpoint->entryName(entry)));
    }
    m_writing = std::async(std::launch::async, [this, files = std::move(files)] {
        QList<QUrl> written;
        for (const auto& [id, path] : files) {
            if (values::writeNpy(*m_checkpoint, id, pathBytes(path), FileSink::Existing::Refuse, &m_progress)) {
                written.append(QUrl::fromLocalFile(path));
            }
        }
        return written;
    });
}

QVariant TensorMimeData::retrieveData(const QString& type, QMetaType preferred) const
{
    if (type != kFiles || m_bytes > kMostBytes) {
        return QMimeData::retrieveData(type, preferred);
    }
    begin();
    if (m_writing.valid()) {
        m_files = m_writing.get();
    }
    m_isTaken = true;
    if (preferred.id() == QMetaType::QByteArray) {
        QByteArray lines;
        for (const QUrl& file : std::as_const(m_files)) {
            lines += file.toEncoded() + "\r\n";
        }
        return lines;
    }
    return QVariantList(m_files.begin(), m_files.end());
}

} // namespace cairn::ui
