#include "core/base/files/crc32.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_writer.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_builder.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <functional>

namespace cairn::tst_zip_writer {

using cairn::test::contentOf;
using cairn::test::fixture;
using formats::ZipArchive;
using formats::ZipEntry;
using formats::ZipWriter;

namespace {

std::uint32_t checksum(std::string_view text)
{
    return crc32(std::as_bytes(std::span(text)));
}

Result<void> add(ZipWriter& writer, FileSink& sink, std::string_view name, std::string_view data)
{
    CAIRN_TRY(writer.begin({name, data.size(), data.size()}));
    CAIRN_TRY(sink.write(data));
    return writer.end(checksum(data));
}

/// Every record of an archive, written again in the order of its bytes.
Result<void> rewrite(const ZipArchive& archive, const FileSource& file, FileSink& sink)
{
    std::vector<ZipEntry> entries(archive.entries().begin(), archive.entries().end());
    std::ranges::sort(entries, {}, &ZipEntry::headerOffset);
    ZipWriter writer(sink);
    for (const ZipEntry& entry : entries) {
        CAIRN_TRY(writer.begin({archive.name(entry), entry.storedBytes, entry.plainBytes, entry.method}));
        CAIRN_TRY(sink.copyFrom(file, entry.dataOffset, entry.storedBytes));
        CAIRN_TRY(writer.end(entry.crc));
    }
    return writer.finish();
}

} // namespace

class TestZipWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesAsTorchDoes_data();
    void writesAsTorchDoes();
    void alignsRecords_data();
    void alignsRecords();
    void emptyRecordsAndArchives();
    void keepsDeflatedRecords();
    void announcesLargeRecords();
    void refusesNamesThatDoNotFit();

private:
    /// What `write` does with a writer, as a finished file.
    QString written(std::uint32_t alignment, const std::function<Result<void>(ZipWriter&, FileSink&)>& write)
    {
        const QString name = m_folder.filePath(QString::number(++m_count));
        auto sink = FileSink::create(name.toStdString(), FileSink::Existing::Refuse);
        if (!sink) {
            return {};
        }
        ZipWriter writer(**sink, alignment);
        const auto done = write(writer, **sink);
        return done && writer.finish() && (*sink)->commit() ? name : QString();
    }

    QTemporaryDir m_folder;
    int m_count = 0;
};

void TestZipWriter::writesAsTorchDoes_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name :
         {"torch113/state_dict.pt", "torch113/empty_dict.pt", "torch113/thousands.pt", "torch113/package.pt",
          "torch113/script_plain.pt", "torch113/script_traced_constants.pt", "torch26/state_dict.pt",
          "torch26/zip_no_crc.pt", "torch214/state_dict.pt", "torch214/shapes.pt", "torch214/script_attributes.pt"}) {
        QTest::newRow(name) << fixture(name);
    }
}

void TestZipWriter::writesAsTorchDoes()
{
    QFETCH(QString, file);
    const auto source = FileSource::open(file.toStdString());
    const auto archive = ZipArchive::open(*source);
    QVERIFY(archive.has_value());
    const QString target = m_folder.filePath(QString::number(++m_count));
    auto sink = FileSink::create(target.toStdString(), FileSink::Existing::Refuse);
    QVERIFY(rewrite(**archive, **source, **sink));
    QVERIFY((*sink)->commit());
    QCOMPARE(QFile(target).size(), QFile(file).size());
    QVERIFY(contentOf(target) == contentOf(file));
}

void TestZipWriter::alignsRecords_data()
{
    QTest::addColumn<unsigned>("alignment");
    for (const unsigned alignment : {1U, 8U, 64U, 100U, 4096U, 32768U}) {
        QTest::newRow(qPrintable(QString::number(alignment))) << alignment;
    }
}

void TestZipWriter::alignsRecords()
{
    QFETCH(unsigned, alignment);
    const QString name = written(alignment, [](ZipWriter& writer, FileSink& sink) -> Result<void> {
        for (std::size_t i = 1; i < 140; ++i) {
            CAIRN_TRY(add(writer, sink, "m/" + std::string(i, 'n'), std::string(i * 7, 'd')));
        }
        return {};
    });
    QVERIFY(!name.isEmpty());
    const auto source = FileSource::open(name.toStdString());
    const auto archive = ZipArchive::open(*source);
    QVERIFY2(archive.has_value(), archive ? "" : archive.error().paragraph().c_str());
    QCOMPARE((*archive)->entries().size(), std::size_t{139});
    for (const ZipEntry& entry : (*archive)->entries()) {
        QCOMPARE(entry.dataOffset % alignment, std::uint64_t{0});
        QCOMPARE((*archive)->readText(entry, formats::CrcCheck::Verify)->size(),
                 ((*archive)->name(entry).size() - 2) * 7);
    }
}

void TestZipWriter::emptyRecordsAndArchives()
{
    const QString empty = written(64, [](ZipWriter&, FileSink&) { return Result<void>(); });
    QVERIFY(!empty.isEmpty());
    QVERIFY(contentOf(empty).endsWith(QByteArray(16, '\0')) || contentOf(empty).size() == 98);
    const QString name = written(64, [](ZipWriter& writer, FileSink& sink) -> Result<void> {
        CAIRN_TRY(add(writer, sink, "m/empty", ""));
        return add(writer, sink, "m/version", "3\n");
    });
    const auto archive = ZipArchive::open(*FileSource::open(name.toStdString()));
    QVERIFY2(archive.has_value(), archive ? "" : archive.error().paragraph().c_str());
    QCOMPARE((*archive)->entries()[0].plainBytes, std::uint64_t{0});
    QCOMPARE(*(*archive)->readText(*(*archive)->findRecord("version"), formats::CrcCheck::Verify), std::string("3\n"));
}

/// Also one that deflates nothing: its stored bytes are not none.
void TestZipWriter::keepsDeflatedRecords()
{
    const std::string packed = test::deflateRaw(std::string(5000, 'd'));
    const std::string nothing = test::deflateRaw("");
    QVERIFY(!packed.empty() && !nothing.empty());
    const QString name = written(64, [&](ZipWriter& writer, FileSink& sink) -> Result<void> {
        CAIRN_TRY(writer.begin({"m/nothing", nothing.size(), 0, ZipEntry::kDeflated}));
        CAIRN_TRY(sink.write(nothing));
        CAIRN_TRY(writer.end(0));
        CAIRN_TRY(writer.begin({"m/much", packed.size(), 5000, ZipEntry::kDeflated}));
        CAIRN_TRY(sink.write(packed));
        return writer.end(checksum(std::string(5000, 'd')));
    });
    const QByteArray bytes = contentOf(name);
    const auto archive = ZipArchive::open(*FileSource::open(name.toStdString()));
    QVERIFY2(archive.has_value(), archive ? "" : archive.error().paragraph().c_str());
    QCOMPARE(*(*archive)->readText((*archive)->entries()[0], formats::CrcCheck::Verify), std::string());
    QCOMPARE(*(*archive)->readText((*archive)->entries()[1], formats::CrcCheck::Verify), std::string(5000, 'd'));
    // A reader that goes from header to header needs the descriptor to learn the size of either.
    for (const ZipEntry& entry : (*archive)->entries()) {
        const auto flags = static_cast<unsigned char>(bytes[static_cast<qsizetype>(entry.headerOffset) + 6]);
        QCOMPARE(flags & 8U, 8U);
    }
}

/// A record over 4 GiB, without its bytes: the header, the descriptor and the directory say the sizes in 64 bits.
void TestZipWriter::announcesLargeRecords()
{
    constexpr std::uint64_t large = 0x1'2345'6789;
    const QString name = written(64, [](ZipWriter& writer, FileSink&) -> Result<void> {
        CAIRN_TRY(writer.begin({"m/data/0", large, large}));
        return writer.end(0xAABBCCDD);
    });
    const QByteArray bytes = contentOf(name);
    const QByteArray size = QByteArray::fromHex("8967452301000000");
    const QByteArray saturated(8, '\xff');
    const QByteArray crc = QByteArray::fromHex("ddccbbaa");
    const QByteArray none(8, '\0');
    // local header: sizes of zero, the name, a zip64 block with the plain size alone
    QCOMPARE(bytes.mid(14, 12), QByteArray(12, '\0'));
    QCOMPARE(bytes.mid(30, 8 + 20), "m/data/0" + QByteArray::fromHex("01001000") + size + none);
    // descriptor, behind data that begins on a multiple of 64
    QCOMPARE(bytes.mid(64, 24), "PK\x07\x08" + crc + size + size);
    // directory entry
    QCOMPARE(bytes.mid(88, 4), QByteArray("PK\x01\x02"));
    QCOMPARE(bytes.mid(88 + 16, 12), crc + saturated);
    QCOMPARE(bytes.mid(88 + 46, 8 + 20), "m/data/0" + QByteArray::fromHex("01001000") + size + size);
}

void TestZipWriter::refusesNamesThatDoNotFit()
{
    auto sink = FileSink::create(m_folder.filePath("long").toStdString(), FileSink::Existing::Refuse);
    ZipWriter writer(**sink);
    QVERIFY(writer.begin({std::string(65535, 'n'), 0, 0}));
    QVERIFY(writer.end(0));
    const auto refused = writer.begin({std::string(65536, 'n'), 0, 0});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Unsupported);
}

CAIRN_TEST(TestZipWriter);

} // namespace cairn::tst_zip_writer

#include "tst_zip_writer.moc"
