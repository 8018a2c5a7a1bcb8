#include "ui/document/tensor_mime.h"

#include "core/base/platform/file.h"
#include "core/base/platform/machine.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"

#include <QApplication>
#include <QCursor>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QToolTip>

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
        const qint64 process = folder.fileName().mid(kFolderName.size()).section(u'-', 0, 0).toLongLong(&isNumber);
        const QString path = folder.absoluteFilePath();
        const auto status = platform::statusOf(pathBytes(path), platform::Links::Keep);
        if (isNumber && status && status->owner == platform::ownUser() && platform::isGone(process)) {
            QDir(path).removeRecursively();
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
    /// A path that is new, and ends in this name.
    QString newPath(const QString& name)
    {
        const QString place = m_folder.filePath(QString::number(++m_count));
        QDir().mkpath(place);
        return place + u'/' + name;
    }

private:
    using QObject::QObject;

    QTemporaryDir m_folder{
        QStringLiteral("%1/%2%3-XXXXXX").arg(QDir::tempPath(), kFolderName).arg(QCoreApplication::applicationPid())};
    int m_count = 0;
};

} // namespace

TensorMimeData::TensorMimeData(ChosenTensors tensors) : m_tensors(std::move(tensors))
{
    constexpr int intervalMilliseconds = 50;
    connect(&m_timer, &QTimer::timeout, this, &TensorMimeData::followDrag);
    m_timer.start(intervalMilliseconds);
}

TensorMimeData::~TensorMimeData()
{
    m_progress.requestStop();
    if (m_writing.valid()) {
        m_writing.wait();
    }
    if (!m_isTaken && !m_file.isEmpty()) {
        QFile::remove(m_file);
    }
}

QStringList TensorMimeData::formats() const
{
    QStringList all = QMimeData::formats();
    if (hasFile()) {
        all.append(kFiles);
    }
    return all;
}

bool TensorMimeData::hasFormat(const QString& type) const
{
    return (type == kFiles && hasFile()) || QMimeData::hasFormat(type);
}

/// Inside the application rows are rows; outside of it they become files.
void TensorMimeData::followDrag()
{
    if (QApplication::widgetAt(QCursor::pos()) != nullptr || QApplication::mouseButtons() == Qt::NoButton) {
        return;
    }
    m_timer.stop();
    if (hasFile()) {
        begin();
        return;
    }
    const QString words = m_tensors.alone
                              ? tr("%1 are too much to drag. Export the tensor in the page of its values.")
                              : tr("%1 are too much to drag. Convert the file to safetensors and keep what you need.");
    QToolTip::showText(QCursor::pos(), plainTip(words.arg(bytesText(m_tensors.bytes))));
}

void TensorMimeData::begin() const
{
    if (std::exchange(m_isBegun, true)) {
        return;
    }
    m_file = DragFolder::instance().newPath(tensorFileName(m_tensors));
    m_writing = std::async(std::launch::async, [this, path = pathBytes(m_file)] {
        return writeTensors(m_tensors, path, FileSink::Existing::Refuse, convert::Verify::No, &m_progress);
    });
}

/// Waits for the file; why there is none, or not all of it, is told where the person looks.
void TensorMimeData::finish() const
{
    begin();
    if (!m_writing.valid()) {
        return;
    }
    const Result<std::uint64_t> leftOut = m_writing.get();
    if (!leftOut) {
        m_file.clear();
        QToolTip::showText(QCursor::pos(), plainTip(tr("Not dragged: %1").arg(inWordsAlone(leftOut.error().inFull()))));
    } else if (*leftOut != 0) {
        QToolTip::showText(QCursor::pos(), plainTip(tr("%n row(s) that safetensors cannot hold are not in the file.",
                                                       nullptr, static_cast<int>(*leftOut))));
    }
}

QVariant TensorMimeData::retrieveData(const QString& type, QMetaType preferred) const
{
    if (type != kFiles || !hasFile()) {
        return QMimeData::retrieveData(type, preferred);
    }
    finish();
    m_isTaken = true;
    const QUrl url = m_file.isEmpty() ? QUrl() : QUrl::fromLocalFile(m_file);
    if (preferred.id() == QMetaType::QByteArray) {
        return url.isEmpty() ? QByteArray() : url.toEncoded() + "\r\n";
    }
    return url.isEmpty() ? QVariantList() : QVariantList{url};
}

} // namespace cairn::ui
