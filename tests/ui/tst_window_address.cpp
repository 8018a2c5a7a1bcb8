#include "core/base/progress.h"
#include "tests/support/files.h"
#include "tests/support/named_bytes.h"
#include "tests/support/test_program.h"
#include "tests/ui/file_server.h"
#include "tests/ui/window_test.h"
#include "ui/queue/convert_file.h"
#include "ui/window/recent_files.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLabel>
#include <QMimeData>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QUrl>

namespace cairn::tst_window_address {

using namespace cairn::test;
using namespace cairn::ui;

/// Sixteen tensors of a megabyte each: the window looks into one of them by itself.
QByteArray largeFile(const QTemporaryDir& folder)
{
    constexpr qsizetype size = 1 << 20;
    QList<Named> tensors;
    for (int i = 0; i < 16; ++i) {
        tensors.append({"layers." + QByteArray::number(i), QByteArray::number(size), QByteArray(size, 'x'), "U8"});
    }
    const QString file = folder.filePath("large.safetensors");
    writeFile(file, safetensors(tensors));
    convert::Recipe recipe;
    recipe.container = convert::Container::Zip;
    const QString large = folder.filePath("large.pth");
    const ConvertSource source{.path = file.toStdString(), .answers = {}, .target = large.toStdString()};
    convert::TargetNames names;
    Progress progress;
    const QueueOutcome made = convertFile(source, recipe, names, progress);
    return made.state == QueueState::Done ? contentOf(large) : QByteArray();
}

/// A file elsewhere in the window: it is opened by its address, and by nothing else.
class tst_WindowAddress : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startAfresh();
        m_window->resize(1000, 700);
    }
    void cleanup() { m_window.reset(); }
    void opens();
    void savesCopies();
    void goesOnWithCopies();
    void takesLinks();
    void keepsNoSecrets();
    void tellsWhatIsNone();

private:
    [[nodiscard]] QInputDialog* dialog() const { return m_window->findChild<QInputDialog*>("addressDialog"); }
    /// Whether this build, and this system, can; where not, the window says so.
    [[nodiscard]] bool canRead() const { return view().document() != nullptr; }

    FileServer m_server{contentOf(kSample)};
};

void tst_WindowAddress::opens()
{
    QGuiApplication::clipboard()->setText("no address");
    trigger("openAddressAction");
    QVERIFY(dialog() != nullptr && dialog()->textValue().isEmpty());
    picture("address");
    dialog()->setTextValue("  " + m_server.address() + '\n');
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    dialog()->accept();
    QVERIFY(settled.wait(60'000));
    if (!canRead()) {
        QSKIP("libcurl is not installed");
    }
    QCOMPARE(view().path(), m_server.address());
    QCOMPARE(view().document()->checkpoint->tensors().size(), std::size_t{183});
    QVERIFY(m_server.asked() >= 1);
    picture("address-opened");
    QCOMPARE(RecentFiles(*m_settings).paths(), QStringList{m_server.address()});
}

/// A copy is what it is of the same file on the disk, and is called as the file is there.
void tst_WindowAddress::savesCopies()
{
    open(m_server.address());
    if (!canRead()) {
        QSKIP("libcurl is not installed");
    }
    m_answers.target = m_folder.filePath("afar.pth");
    trigger("cpuCopyAction");
    QTRY_VERIFY_WITH_TIMEOUT(part<QLabel>("jobText")->text().contains("Saved"), 60'000);
    QVERIFY2(m_answers.suggestion.endsWith("/model.cpu.pth") && !m_answers.suggestion.contains("127.0.0.1"),
             qPrintable(m_answers.suggestion));
    open(kSample);
    m_answers.target = m_folder.filePath("here.pth");
    trigger("cpuCopyAction");
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_answers.target), 60'000);
    QCOMPARE(contentOf(m_folder.filePath("afar.pth")), contentOf(m_answers.target));
}

/// A copy that was cut short goes on with what came of it.
void tst_WindowAddress::goesOnWithCopies()
{
    const QByteArray large = largeFile(m_folder);
    FileServer server(large);
    open(server.address());
    if (!canRead()) {
        QSKIP("libcurl is not installed");
    }
    const QString target = m_folder.filePath("cut_short.pth");
    m_answers.target = target;
    server.refuseAfter(3);
    trigger("cpuCopyAction");
    const auto words = [this] { return part<QLabel>("jobText")->text(); }; // another one for each try
    QTRY_VERIFY_WITH_TIMEOUT(words().contains("another try goes on from there"), 60'000);
    QVERIFY(QFile::exists(target + ".parts") && !QFile::exists(target));
    picture("address-cut-short");
    server.refuseAfter(1000);
    m_answers.target = target;
    trigger("cpuCopyAction");
    QTRY_VERIFY_WITH_TIMEOUT(words().contains("Saved"), 60'000);
    QCOMPARE(contentOf(target), large);
    QVERIFY(!QFile::exists(target + ".parts"));
}

void tst_WindowAddress::takesLinks()
{
    QGuiApplication::clipboard()->setText(m_server.address());
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    trigger("pasteFilesAction");
    QVERIFY(settled.wait(60'000));
    QCOMPARE(view().path(), m_server.address());
    trigger("openAddressAction");
    QCOMPARE(dialog()->textValue(), m_server.address());
    dialog()->reject();
}

void tst_WindowAddress::keepsNoSecrets()
{
    open(m_server.address() + "?signature=secret");
    QCOMPARE(RecentFiles(*m_settings).paths(), QStringList());
}

void tst_WindowAddress::tellsWhatIsNone()
{
    const int asked = m_server.asked();
    trigger("openAddressAction");
    dialog()->setTextValue("ftp://example.org/model.pth");
    dialog()->accept();
    QVERIFY(dialog()->isVisible()); // with what was typed
    QCOMPARE(dialog()->textValue(), "ftp://example.org/model.pth");
    QVERIFY2(dialog()->labelText().contains("none of them"), qPrintable(dialog()->labelText()));
    picture("address-none");
    dialog()->reject();
    QCOMPARE(m_server.asked(), asked);
}

CAIRN_TEST(tst_WindowAddress, QApplication);

} // namespace cairn::tst_window_address

#include "tst_window_address.moc"
