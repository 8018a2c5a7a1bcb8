#include "core/formats/safetensors/safetensors.h"
#include "tests/support/failing_source.h"
#include "tests/support/little.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <array>

namespace cairn::tst_safetensors {

using namespace cairn::formats;
using cairn::test::byteArray;
using cairn::test::little;
using cairn::test::view;

namespace {

QByteArray file(const QByteArray& header, qsizetype dataBytes, std::optional<quint64> length = {})
{
    const quint64 headerBytes = length.value_or(static_cast<quint64>(header.size()));
    return byteArray(little(headerBytes, 8)) + header + QByteArray(dataBytes, '\x01');
}

Result<SafetensorsHeader> read(const QByteArray& bytes)
{
    return readSafetensors(MemorySource(view(bytes)));
}

QByteArray codeOf(const Result<SafetensorsHeader>& result)
{
    return result ? QByteArray("opens") : byteArray(errorCodeText(result.error().code));
}

/// "name dtype [shape] begin-end", one for each tensor
QStringList described(const SafetensorsHeader& header)
{
    QStringList lines;
    for (const SafetensorsTensor& tensor : header.tensors) {
        QStringList shape;
        for (const std::int64_t size : header.shape(tensor)) {
            shape << QString::number(size);
        }
        const std::string_view dtype = dtypeInfo(tensor.dtype).name;
        lines << QString("%1 %2 [%3] %4-%5")
                     .arg(QString::fromUtf8(byteArray(header.name(tensor))), QString::fromLatin1(byteArray(dtype)),
                          shape.join(','))
                     .arg(tensor.begin)
                     .arg(tensor.end);
    }
    return lines;
}

const QByteArray kTwoTensors = R"({"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]},)"
                               R"("__metadata__":{"format":"pt","by":"hand"},)"
                               R"("a":{"dtype":"BF16","shape":[1,2],"data_offsets":[0,4]}})";

} // namespace

class TestSafetensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTensorsAndMetadata();
    void readsEveryDtype();
    void opensOrRefuses_data();
    void opensOrRefuses();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void refusesEveryTruncation();
    void reportsFailedReads();
    void readsNoData();
    void takesManyTensors();
    void convertsF4Shapes();
    void notesOddities();
};

void TestSafetensors::readsTensorsAndMetadata()
{
    const auto header = read(file(kTwoTensors, 12));
    QVERIFY2(header.has_value(), codeOf(header).constData());
    QCOMPARE(described(*header), QStringList({"b float32 [2] 4-12", "a bfloat16 [1,2] 0-4"}));
    QCOMPARE(header->dataOffset, static_cast<quint64>(8 + kTwoTensors.size()));
    QCOMPARE(header->metadata.size(), 2U);
    QCOMPARE(header->metadata[0].first, "format");
    QCOMPARE(header->metadata[0].second, "pt");
    QCOMPARE(header->metadata[1].second, "hand");
    QVERIFY(header->issues.empty());
}

void TestSafetensors::readsEveryDtype()
{
    struct Row {
        const char* name;
        const char* torchName;
        int bits;
    };
    constexpr std::array rows = {
        Row{"BOOL", "bool", 8},
        Row{"F4", "float4_e2m1fn_x2", 4},
        Row{"F6_E2M3", "float6_e2m3", 6},
        Row{"F6_E3M2", "float6_e3m2", 6},
        Row{"U8", "uint8", 8},
        Row{"I8", "int8", 8},
        Row{"F8_E5M2", "float8_e5m2", 8},
        Row{"F8_E4M3", "float8_e4m3fn", 8},
        Row{"F8_E8M0", "float8_e8m0fnu", 8},
        Row{"F8_E4M3FNUZ", "float8_e4m3fnuz", 8},
        Row{"F8_E5M2FNUZ", "float8_e5m2fnuz", 8},
        Row{"I16", "int16", 16},
        Row{"U16", "uint16", 16},
        Row{"F16", "float16", 16},
        Row{"BF16", "bfloat16", 16},
        Row{"I32", "int32", 32},
        Row{"U32", "uint32", 32},
        Row{"F32", "float32", 32},
        Row{"C64", "complex64", 64},
        Row{"F64", "float64", 64},
        Row{"I64", "int64", 64},
        Row{"U64", "uint64", 64},
    };
    for (const Row& row : rows) {
        const QByteArray entry = QByteArray(R"({"t":{"dtype":")") + row.name + R"(","shape":[4],"data_offsets":[0,)" +
                                 QByteArray::number(row.bits / 2) + "]}}";
        const auto header = read(file(entry, row.bits / 2));
        QVERIFY2(header.has_value(), row.name);
        QCOMPARE(described(*header), QStringList(QString("t %1 [4] 0-%2").arg(row.torchName).arg(row.bits / 2)));
    }
}

void TestSafetensors::opensOrRefuses_data()
{
    using namespace std::string_view_literals;
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, std::string_view header, qsizetype data, const char* code) {
        QTest::newRow(name) << file(byteArray(header), data) << QByteArray(code);
    };
    constexpr auto opens = "opens";
    constexpr auto header = "safetensors.header";
    constexpr auto offsets = "safetensors.offsets";
    constexpr auto duplicate = "safetensors.duplicate";

    // What the format allows, some of it against its own description
    row("no tensors", "{}", 0, opens);
    row("blanks around", " \n{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}} \t\r\n", 1, opens);
    row("scalar", R"({"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})", 4, opens);
    row("empty tensors share a place",
        R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"b":{"dtype":"F32","shape":[3,0],"data_offsets":[0,0]},)"
        R"("c":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"d":{"dtype":"U8","shape":[0],"data_offsets":[1,1]}})",
        1, opens);
    row("fields in another order", R"({"a":{"data_offsets":[0,4],"shape":[1],"dtype":"F32"}})", 4, opens);
    row("entry as a list", R"({"a":["F32",[1],[0,4]]})", 4, opens);
    row("unknown field", R"({"a":{"x":{"y":[{"dtype":"?"}]},"dtype":"F32","shape":[1],"data_offsets":[0,4],"z":null}})",
        4, opens);
    row("no name", R"({"":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1, opens);
    row("metadata null", R"({"__metadata__":null})", 0, opens);
    row("metadata key twice", R"({"__metadata__":{"a":"1","a":"2"}})", 0, opens);
    row("escaped name", R"({"\u0061\"":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1, opens);

    // JSON
    row("no header", "", 0, header);
    row("a list", "[]", 0, header);
    row("a number", "7", 0, header);
    row("not JSON", "{nope}", 0, header);
    row("NUL after the header", "{}\0\0"sv, 0, header);
    row("byte order mark", "\xEF\xBB\xBF{}", 0, header);
    row("not UTF-8", "{\"\xFF\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", 1, header);
    row("two objects", "{}{}", 0, header);
    row("deep unknown field",
        "{\"a\":{\"x\":" + std::string(200, '[') + std::string(200, ']') +
            R"(,"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
        1, header);

    // Entries
    row("entry is text", R"({"a":"F32"})", 0, header);
    row("entry is null", R"({"a":null})", 0, header);
    row("no dtype", R"({"a":{"shape":[1],"data_offsets":[0,4]}})", 4, header);
    row("no offsets", R"({"a":{"dtype":"F32","shape":[1]}})", 4, header);
    row("lower case dtype", R"({"a":{"dtype":"f32","shape":[1],"data_offsets":[0,4]}})", 4, header);
    row("torch's dtype", R"({"a":{"dtype":"float32","shape":[1],"data_offsets":[0,4]}})", 4, header);
    row("dtype that safetensors lacks", R"({"a":{"dtype":"","shape":[1],"data_offsets":[0,1]}})", 1, header);
    row("dtype is a number", R"({"a":{"dtype":32,"shape":[1],"data_offsets":[0,4]}})", 4, header);
    row("shape is a number", R"({"a":{"dtype":"F32","shape":1,"data_offsets":[0,4]}})", 4, header);
    row("shape is negative", R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4, header);
    row("shape is minus zero", R"({"a":{"dtype":"F32","shape":[-0],"data_offsets":[0,0]}})", 0, header);
    row("shape is float", R"({"a":{"dtype":"F32","shape":[1.0],"data_offsets":[0,4]}})", 4, header);
    row("shape in shape", R"({"a":{"dtype":"F32","shape":[[1]],"data_offsets":[0,4]}})", 4, header);
    row("shape past 64 bits", R"({"a":{"dtype":"F32","shape":[18446744073709551616],"data_offsets":[0,4]}})", 4,
        header);
    row("one offset", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}})", 4, header);
    row("three offsets", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4,4]}})", 4, header);
    row("offset is text", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":["0",4]}})", 4, header);
    row("list too short", R"({"a":["F32",[1]]})", 4, header);
    row("list too long", R"({"a":["F32",[1],[0,4],5]})", 4, header);
    row("metadata is text", R"({"__metadata__":"a"})", 0, header);
    row("metadata of a number", R"({"__metadata__":{"a":1}})", 0, header);
    row("metadata of an object", R"({"__metadata__":{"a":{}}})", 0, header);

    // Twice
    row("tensor twice",
        R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[0],"data_offsets":[1,1]},)"
        R"("a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
        2, duplicate);
    row("tensor twice, spelled otherwise",
        R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"\u0061":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
        2, duplicate);
    row("field twice", R"({"a":{"dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1, duplicate);
    row("metadata twice", R"({"__metadata__":{},"__metadata__":{}})", 0, duplicate);

    // Places
    row("hole",
        R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})",
        3, offsets);
    row("overlap",
        R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
        3, offsets);
    row("same bytes",
        R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
        1, offsets);
    row("late start", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", 2, offsets);
    row("backwards", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,0]}})", 1, offsets);
    row("rest", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 2, offsets);
    row("rest of nothing", "{}", 1, offsets);
    row("missing", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})", 1, offsets);
    row("more bytes than values", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})", 8, offsets);
    row("half a byte", R"({"a":{"dtype":"F4","shape":[3],"data_offsets":[0,2]}})", 2, offsets);
    row("product overflows", R"({"a":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0,
        offsets);
    row("product overflows before a 0",
        R"({"a":{"dtype":"U8","shape":[4294967296,4294967296,0],"data_offsets":[0,0]}})", 0, offsets);
    row("bits overflow", R"({"a":{"dtype":"F32","shape":[1152921504606846976],"data_offsets":[0,0]}})", 0, offsets);
    row("dimension past int64", R"({"a":{"dtype":"U8","shape":[0,9223372036854775808],"data_offsets":[0,0]}})", 0,
        offsets);
    row("offsets near 2^64",
        R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[18446744073709551614,18446744073709551615]}})", 1, offsets);
}

void TestSafetensors::opensOrRefuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, code);
    const auto result = read(bytes);
    QVERIFY2(codeOf(result) == code, result ? "opens" : result.error().paragraph().c_str());
}

void TestSafetensors::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("paragraph");

    QTest::newRow("short file")
        << QByteArray("\x02\0\0", 3)
        << QByteArray("the file has 3 bytes, not even the 8 that say how long its header is. Compare the "
                      "file's size with the original and download or copy it again.");
    QTest::newRow("long header")
        << file("{}", 0, quint64(1) << 40)
        << QByteArray("at byte 0: the header claims 1 099 511 627 776 bytes. No header may be longer than "
                      "100 000 000 bytes. Save it again with the safetensors library.");
    QTest::newRow("cut header")
        << file("{}", 0, 500)
        << QByteArray("at byte 0: the header claims 500 bytes, but only 2 follow. The file is cut off. Compare "
                      "the file's size with the original and download or copy it again.");
    QTest::newRow("hole") << file(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[4,5]}})", 5)
                          << QByteArray(
                                 "tensor \"a\": it begins at byte 4 of the data, but the tensors before it end at byte "
                                 "0. 4 bytes would belong "
                                 "to no tensor, which the format forbids. Save it again with the safetensors library.");
    QTest::newRow("name with an escape")
        << file(R"({"\u001b[2J":{"dtype":"?","shape":[1],"data_offsets":[4,5]}})", 5)
        << QByteArray(
               "header, tensor \"\\x1b[2J\": its dtype \"?\" is unknown. Save it again with the safetensors library.");
}

void TestSafetensors::saysWhatIsWrong()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, paragraph);
    const auto result = read(bytes);
    QVERIFY(!result.has_value());
    QCOMPARE(QByteArray::fromStdString(result.error().paragraph()), paragraph);
}

void TestSafetensors::refusesEveryTruncation()
{
    const QByteArray whole = file(kTwoTensors, 12);
    QVERIFY(read(whole).has_value());
    for (qsizetype size = 0; size < whole.size(); ++size) {
        QVERIFY2(!read(whole.first(size)).has_value(), qPrintable(QString::number(size)));
    }
}

void TestSafetensors::reportsFailedReads()
{
    const QByteArray whole = file(kTwoTensors, 12);
    const FailingSource good(view(whole));
    QVERIFY(readSafetensors(good).has_value());
    for (int at = 0; at < good.reads(); ++at) {
        const auto result = readSafetensors(FailingSource(view(whole), at));
        QVERIFY(!result.has_value());
        QVERIFY(result.error().code == ErrorCode::ReadFailed);
    }
}

void TestSafetensors::readsNoData()
{
    class Watched final : public ByteSource {
    public:
        explicit Watched(QByteArray bytes) : m_bytes(std::move(bytes)) {}
        [[nodiscard]] std::uint64_t sizeBytes() const noexcept override
        {
            return static_cast<std::uint64_t>(m_bytes.size());
        }
        mutable std::uint64_t end = 0;

    private:
        [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
        {
            end = std::max(end, offset + into.size());
            return MemorySource(view(m_bytes)).readAt(offset, into);
        }
        QByteArray m_bytes;
    };
    const Watched source(file(kTwoTensors, 12));
    const auto header = readSafetensors(source);
    QVERIFY(header.has_value());
    QCOMPARE(source.end, header->dataOffset);
}

void TestSafetensors::takesManyTensors()
{
    constexpr int count = 20'000;
    QByteArray text = "{";
    for (int i = count - 1; i >= 0; --i) { // in the reverse order of their bytes
        text += "\"t" + QByteArray::number(i) + R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" +
                QByteArray::number(i) + "," + QByteArray::number(i + 1) + (i == 0 ? "]}}" : "]},");
    }
    const auto header = read(file(text, count));
    QVERIFY2(header.has_value(), codeOf(header).constData());
    QCOMPARE(header->tensors.size(), std::size_t(count));
    QCOMPARE(header->name(header->tensors.front()), "t19999");
    QCOMPARE(header->tensors.back().end, 1U);
}

void TestSafetensors::convertsF4Shapes()
{
    std::array<std::int64_t, 2> shape = {2, 4};
    QVERIFY(toTorchShape(Dtype::Float4E2M1FnX2, shape));
    QCOMPARE(shape[0], 2);
    QCOMPARE(shape[1], 2);
    QVERIFY(toTorchShape(Dtype::Float32, shape));
    QCOMPARE(shape[1], 2);
    std::array<std::int64_t, 2> odd = {4, 1};
    QVERIFY(!toTorchShape(Dtype::Float4E2M1FnX2, odd));
    QVERIFY(!toTorchShape(Dtype::Float4E2M1FnX2, {}));
}

void TestSafetensors::notesOddities()
{
    const auto header =
        read(file(R"({"a":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[0,3]},"__metadata__":{"k":"1","k":"2"}})", 3));
    QVERIFY(header.has_value());
    QCOMPARE(header->issues.size(), 2U);
    QVERIFY(header->issues[0].code == ErrorCode::Unsupported);
    QCOMPARE(header->issues[0].message.text(), "1 tensor of dtype F6_E2M3, which no PyTorch has");
    QVERIFY(header->issues[1].code == ErrorCode::SafetensorsDuplicate);
}

CAIRN_TEST(TestSafetensors);

} // namespace cairn::tst_safetensors

#include "tst_safetensors.moc"
