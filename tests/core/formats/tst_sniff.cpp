#include "core/formats/sniff/foreign.h"
#include "core/formats/sniff/sniff.h"
#include "tests/support/failing_source.h"
#include "tests/support/little.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <array>

namespace cairn::tst_sniff {

using namespace cairn::formats;
using namespace Qt::StringLiterals;
using cairn::test::byteArray;
using cairn::test::little;
using cairn::test::view;

namespace {

template <std::size_t N>
QByteArray literal(const char (&text)[N])
{
    return {text, static_cast<qsizetype>(N - 1)};
}

QByteArray safetensors(quint64 headerBytes, const QByteArray& header)
{
    return byteArray(little(headerBytes, 8)) + header;
}

QByteArray tarHeader(bool posix, const QByteArray& name = "storages")
{
    QByteArray header(512, '\0');
    header.replace(0, name.size(), name);
    header.replace(100, 7, "0000644");
    if (posix) {
        header.replace(257, 5, "ustar");
    } else {
        header.replace(148, 8, "        ");
        unsigned sum = 0;
        for (const char c : header) {
            sum += static_cast<unsigned char>(c);
        }
        header.replace(148, 7, QByteArray::number(sum, 8).rightJustified(6, '0') + '\0');
    }
    return header;
}

} // namespace

class TestSniff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recognises_data();
    void recognises();
    void quotesWhatTheFileSays_data();
    void quotesWhatTheFileSays();
    void reportsFailedReads();
    void explainsEveryKind();
    void neverPrintsControlCharacters();
    void explainsZips_data();
    void explainsZips();
    void knowsTheCorpus_data();
    void knowsTheCorpus();
};

void TestSniff::recognises_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<FileKind>("kind");
    const auto row = [](const char* name, const QByteArray& file, FileKind kind) {
        QTest::newRow(name) << file << kind;
    };

    row("zip", literal("PK\x03\x04 and so on"), FileKind::Zip);
    row("zip without entries", literal("PK\x05\x06") + QByteArray(18, '\0'), FileKind::Zip);
    row("safetensors", safetensors(2, "{}"), FileKind::Safetensors);
    row("safetensors, header begins with blanks", safetensors(20, " \n{ \"a\""), FileKind::Safetensors);
    row("safetensors, cut off after the brace", safetensors(50, "{"), FileKind::Safetensors);
    row("safetensors, absurd length", safetensors(quint64(1) << 62, "{\"a\""), FileKind::Safetensors);
    row("safetensors, byte order mark", safetensors(5, "\xEF\xBB\xBF{}"), FileKind::Safetensors);
    row("safetensors whose length reads like a zip", safetensors(0x04034b50, "{\"a\""), FileKind::Safetensors);
    row("not safetensors: a script", "var x = {\"a\": 1};\n", FileKind::Text);
    row("tar, posix", tarHeader(true), FileKind::Tar);
    row("tar, only a checksum", tarHeader(false), FileKind::Tar);
    row("tar whose name is the start of a pickle", tarHeader(false, "\x80\x02}q\x01."), FileKind::Tar);
    row("tar whose name is the start of safetensors", tarHeader(false, "\x9eyyyyyy\x01{\"a\":"), FileKind::Tar);
    row("pickle with the mark of a tar, but not its sum", tarHeader(true, "\x80\x02}q\x01."), FileKind::Pickle);
    row("safetensors with the mark of a tar, but not its sum", tarHeader(true, "\x9eyyyyyy\x01{\"a\":"),
        FileKind::Safetensors);
    row("json", " {\n \"weight_map\": {}}", FileKind::JsonObject);
    row("json, empty", "{}", FileKind::JsonObject);
    row("json, byte order mark", "\xEF\xBB\xBF{\"a\": 1}", FileKind::JsonObject);
    row("not json: a brace", "{x} is a set\n", FileKind::Text);

    row("pickle 2", literal("\x80\x02}q\0."), FileKind::Pickle);
    row("pickle 5", literal("\x80\x05."), FileKind::Pickle);
    row("not a pickle: protocol 6", literal("\x80\x06."), FileKind::Unknown);
    row("legacy checkpoint, protocol 1", "L119547037146038801333356L\n.I1001\n.", FileKind::Pickle);
    row("pickle 1", literal("}q\0(X\x01\0\0\0aq\x01K\x01X\x01\0\0\0bq\x02K\x02u."), FileKind::Pickle);
    row("pickle 0", "(dp0\nS'a'\np1\nI1\ns.", FileKind::Pickle);
    row("pickle 0, list of floats", "(lp0\nF1.5\naF-2e10\na.", FileKind::Pickle);
    row("pickle 0, cut off", "(dp0\nS'a'\np1\nI1\nsS'b'\np2", FileKind::Pickle);
    row("pickle 0, global", "ccollections\nOrderedDict\np0\n(tR.", FileKind::Pickle);
    row("not a pickle: prose", "(a. See below.)\n", FileKind::Text);
    row("not a pickle: prose with letters of opcodes", "I like text\nNone of it is code.\n", FileKind::Text);
    row("not a pickle: many Ns", QByteArray(300, 'N'), FileKind::Text);
    row("not a pickle: stack runs out", "(lp0\nss.", FileKind::Text);
    row("not a pickle: global with blanks", "could be\nanything at all\np0\n.", FileKind::Text);

    row("git lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n", FileKind::LfsPointer);
    row("git-annex", "/annex/objects/SHA256E-s7--ab.pth\n", FileKind::AnnexPointer);
    row("git-annex link", "../.git/annex/objects/x/y/SHA256E-s7--ab/SHA256E-s7--ab", FileKind::AnnexPointer);
    row("dvc", "outs:\n- md5: 00\n  path: model.pth\n", FileKind::DvcPointer);
    row("git object id", QByteArray(40, 'a') + "\n", FileKind::GitObjectId);
    row("link as text", "../models/best.pth", FileKind::SymlinkText);
    row("python paths", "./a.egg\n/usr/lib/b\nimport sys; sys.x = 1\n", FileKind::PythonPaths);
    row("web page", "\n<!DOCTYPE HTML><html><head><title>Sign in</title>", FileKind::HtmlPage);
    row("xml", "<?xml version=\"1.0\"?><Error><Message>Expired</Message></Error>", FileKind::XmlDocument);
    row("pickle pasted as text", literal("\xe2\x82\xac\x02\xc5\xa0\nl\xc3\xbc"), FileKind::MangledPickle);
    row("pickle read as latin-1", literal("\xc2\x80\x02}q\0."), FileKind::MangledPickle);
    row("zeros", QByteArray(5000, '\0'), FileKind::Zeros);
    row("a few zeros", QByteArray(3, '\0'), FileKind::Zeros);
    row("empty", QByteArray(), FileKind::Empty);
    row("AppleDouble", literal("\0\x05\x16\x07\0\x02\0\0"), FileKind::AppleDouble);

    row("gzip", literal("\x1f\x8b\x08\0"), FileKind::Gzip);
    row("zlib, default level", literal("\x78\x9c\x4b\x4c\x01\0"), FileKind::Zlib);
    row("zlib, level 3", literal("\x78\x5e\x4b\x4c\x01\0"), FileKind::Zlib);
    row("not zlib: text", "x^2 + y^2\n", FileKind::Text);
    row("bzip2", "BZh91AY&SYxxxx", FileKind::Bzip2);
    row("xz",
        literal("\xfd"
                "7zXZ\0"),
        FileKind::Xz);
    row("zstd", literal("\x28\xb5\x2f\xfd"), FileKind::Zstd);
    row("lz4", literal("\x04\x22\x4d\x18"), FileKind::Lz4);
    row("7z", literal("7z\xbc\xaf\x27\x1c"), FileKind::SevenZip);
    row("rar", literal("Rar!\x1a\x07\x01\0"), FileKind::Rar);

    row("hdf5", literal("\x89HDF\r\n\x1a\n\0"), FileKind::Hdf5);
    row("hdf5 after a user block", QByteArray(512, ' ') + literal("\x89HDF\r\n\x1a\n\0"), FileKind::Hdf5);
    row("t7", literal("\x04\0\0\0\x01\0\0\0\x03\0\0\0V 1\x0d\0\0\0nn.Sequential"), FileKind::LuaTorch);
    row("t7 as text", "4\n1\n3\nV 1\n13\nnn.Sequential\n", FileKind::LuaTorch);
    row("not t7: numbers", "3\n1\n4\n", FileKind::Text);
    row("preview archive", "PYTORCH1" + QByteArray(56, '\0'), FileKind::PreviewArchive);
    row("ExecuTorch", literal("\x3c\0\0\0ET12eh00"), FileKind::ExecuTorch);
    row("mobile flatbuffer", literal("\x3c\0\0\0PTMF"), FileKind::MobileFlatbuffer);
    row("TFLite", literal("\x1c\0\0\0TFL3"), FileKind::TfLite);
    row("TensorFlow index",
        literal("\0\0\x06\x08") + QByteArray(40, '\0') + literal("\x57\xfb\x80\x8b\x24\x75\x47\xdb"),
        FileKind::TfIndex);
    row("TensorFlow data", literal("\0\0\x80\x3f\x01") + "layer/.ATTRIBUTES/VARIABLE_VALUE", FileKind::TfData);
    row("ONNX",
        literal("\x08\x07\x12\x07pytorch\x1a\x05"
                "2.1.0:\x10\x0a"),
        FileKind::Onnx);
    row("ONNX without a producer", literal("\x08\x07\x3a") + QByteArray(20, '\x12'), FileKind::Onnx);
    row("GGUF", literal("GGUF\x03\0\0\0"), FileKind::Gguf);
    row("GGML", literal("tjgg\x03\0\0\0"), FileKind::Ggml);
    row("npy", literal("\x93NUMPY\x01\0"), FileKind::Numpy);

    row("png", literal("\x89PNG\r\n\x1a\n"), FileKind::Image);
    row("wav", literal("RIFF\x24\x08\0\0WAVEfmt \x10"), FileKind::Media);
    row("mp4",
        literal("\0\0\0\x20"
                "ftypisom\0\0\2\0"),
        FileKind::Media);
    row("mp3", literal("ID3\4\0\0\0\0\0\x23TSSE"), FileKind::Media);
    row("ogg", literal("OggS\0\2\0\0"), FileKind::Media);
    row("DGL graphs", literal("\x3f\xa1\xb4\x46\xf0\x4f\x2e\xdd\2\0\0\0"), FileKind::Dgl);
    row("SentencePiece",
        literal("\x0a\x0e\x0a\5<unk>\x15\0\0\0\0\x18\2"
                "\x0a\x0c\x0a\3<s>\x15\0\0\0\0\x18\3"
                "\x0a\x0d\x0a\4</s>\x15\0\0\0\0\x18\3"
                "\x0a\x0a"),
        FileKind::SentencePiece);
    row("TorchSharp",
        literal("\2\x0a"
                "fc1.weight\6\2\x80\1\x90\6\0\0\x80\x3f"),
        FileKind::TorchSharp);
    row("pdf", "%PDF-1.7\n", FileKind::Pdf);
    row("elf",
        literal("\x7f"
                "ELF\x02"),
        FileKind::Program);
    row("text", "Entry not found", FileKind::Text);
    row("text, accents cut off at the end of what is read", QByteArray(4095, 'x') + "\xc3\xa9 and more",
        FileKind::Text);
    row("unknown", literal("\x01\x02\xff\xfe"), FileKind::Unknown);
}

void TestSniff::recognises()
{
    QFETCH(QByteArray, file);
    QFETCH(FileKind, kind);
    const auto guess = sniff(MemorySource(view(file)));
    QVERIFY(guess.has_value());
    QCOMPARE(static_cast<int>(guess->kind), static_cast<int>(kind));
}

void TestSniff::quotesWhatTheFileSays_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("paragraph");

    QTest::newRow("git lfs")
        << byteArray("version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 1173\n")
        << byteArray("this is a Git LFS pointer, a short text that stands for the real file. The real file has "
                     "1173 bytes and the id sha256:0123. The repository was copied without Git LFS. Run `git "
                     "lfs install` once and `git lfs pull` in the repository, or download the file from the "
                     "repository's web page.");
    QTest::newRow("web page")
        << byteArray("<html><head>\n<title>\n Virus scan warning</title>")
        << byteArray("this is a web page, not the file it was saved as. Its title is \"Virus scan warning\". The "
                     "download gave the page around the file: a login, a warning or a preview. Use the link "
                     "that downloads the file itself (on a code host the raw one), or sign in first.");
    QTest::newRow("link")
        << byteArray("../best.pth")
        << byteArray("this is the target of a symbolic link, written out as text. The target is \"../best.pth\". git "
                     "does that where links are switched off, as is usual on Windows. Open the target instead, or "
                     "check out again with `git config core.symlinks true`.");
    QTest::newRow("text")
        << byteArray("Invalid credentials in Authorization header\n")
        << byteArray("this is a text file, not weights. It begins with \"Invalid credentials in Authorization "
                     "header\". If it was downloaded, the text may say what went wrong.");
    QTest::newRow("unknown")
        << literal("\x01\x02\xff")
        << byteArray("this is no checkpoint format that is known here. It begins with the bytes 01 02 ff. Open "
                     "it with the program that wrote it. If that was torch.save, the beginning of the file is "
                     "damaged: get it again.");
}

void TestSniff::quotesWhatTheFileSays()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, paragraph);
    const auto guess = sniff(MemorySource(view(file)));
    QVERIFY(guess.has_value());
    QCOMPARE(byteArray(explainForeign(*guess).paragraph()), paragraph);
}

void TestSniff::reportsFailedReads()
{
    const QByteArray file = QByteArray(10'000, '\x01');
    const FailingSource good(view(file));
    QVERIFY(sniff(good).has_value());
    QVERIFY(good.reads() > 1);
    for (int read = 0; read < good.reads(); ++read) {
        const auto guess = sniff(FailingSource(view(file), read));
        QVERIFY(!guess.has_value());
        QVERIFY(guess.error().code == ErrorCode::ReadFailed);
    }
}

void TestSniff::explainsEveryKind()
{
    for (int kind = 0; kind <= static_cast<int>(FileKind::Unknown); ++kind) {
        const Error explained = explainForeign({static_cast<FileKind>(kind), {}});
        QVERIFY2(explained.code == ErrorCode::NotACheckpoint, qPrintable(QString::number(kind)));
        QVERIFY(!explained.what.empty());
        QVERIFY(!explained.advice.empty());
    }
}

void TestSniff::neverPrintsControlCharacters()
{
    for (const auto& file : {byteArray("\x1b[31m red text"), byteArray("<html><title>\x1b]0;x</title>"),
                             byteArray("{\"\xc2\x9b"
                                       "31m\": 1}")}) {
        const auto guess = sniff(MemorySource(view(file)));
        QVERIFY(guess.has_value());
        const std::string paragraph = explainForeign(*guess).paragraph();
        QVERIFY(!paragraph.contains('\x1b'));
        QVERIFY(!paragraph.contains('\x9b'));
        QVERIFY2(paragraph.contains("\\x"), paragraph.c_str());
    }
    const std::array<std::string_view, 1> names = {"\x1b[2J.pth"};
    QVERIFY(!explainForeignZip(names).paragraph().contains('\x1b'));
}

void TestSniff::explainsZips_data()
{
    QTest::addColumn<QList<QByteArray>>("names");
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("detail");
    const auto row = [](const char* name, const QList<QByteArray>& names, const char* what, const char* detail) {
        QTest::newRow(name) << names << QByteArray(what) << QByteArray(detail);
    };

    row("empty", {}, "nothing in it", "again");
    row("stable-baselines3", {"data", "pytorch_variables.pth", "policy.pth", "_stable_baselines3_version"},
        "Stable-Baselines3", "open the checkpoints inside: \"pytorch_variables.pth\" and \"policy.pth\"");
    row("torchserve", {"model.pt", "service.py", "MAR-INF/", "MAR-INF/MANIFEST.json"}, "TorchServe", "\"model.pt\"");
    row("torchserve without weights", {"MAR-INF/MANIFEST.json"}, "TorchServe", "Unzip it to see");
    row("folder of checkpoints", {"c/", "c/1.ckpt", "c/a.py", "c/2.ckpt", "c/3.ckpt", "c/4.ckpt", "c/5.ckpt"},
        "ordinary zip",
        "5 of its 7 entries look like checkpoints by their names. Unzip it and open the checkpoints inside: "
        "\"c/1.ckpt\", "
        "\"c/2.ckpt\", \"c/3.ckpt\", \"c/4.ckpt\" and 1 more");
    row("one checkpoint", {"weights.pth", "__MACOSX/._weights.pth"}, "ordinary zip",
        "1 of its 2 entries looks like a checkpoint by its name");
    row("word", {"[Content_Types].xml", "word/document.xml"}, "Word", "Check the name");
    row("jar", {"META-INF/MANIFEST.MF", "a/B.class"}, "Java", "Unzip");
    row("apk with a model", {"AndroidManifest.xml", "assets/m.ptl"}, "Android", "\"assets/m.ptl\"");
    row("keras", {"metadata.json", "config.json", "model.weights.h5"}, "Keras", "Keras");
    row("records at the top", {"data.pkl", "version", "data/0"}, "packed again", "lie at the top");
    row("records too deep", {"a/b/data.pkl", "a/b/version"}, "packed again", "2 folders deep");
    row("macOS", {"m/data.pkl", "m/version", "__MACOSX/m/._version"}, "packed again", "macOS added");
    row("stray entry", {"README", "m/data.pkl", "m/version"}, "packed again",
        "Entries outside the folder of \"m/data.pkl\"");
    row("pictures", {"1.png", "2.png"}, "none of them", "It holds \"1.png\" and \"2.png\"");
}

void TestSniff::explainsZips()
{
    QFETCH(QList<QByteArray>, names);
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, detail);
    std::vector<std::string_view> views;
    for (const QByteArray& name : names) {
        views.push_back(view(name));
    }
    const Error explained = explainForeignZip(views);
    QVERIFY(explained.code == ErrorCode::NotACheckpoint);
    QVERIFY2(byteArray(explained.what.text()).contains(what), explained.what.text().c_str());
    QVERIFY2(byteArray(explained.paragraph()).contains(detail), explained.paragraph().c_str());
}

void TestSniff::knowsTheCorpus_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<FileKind>("kind");
    const auto row = [](const char* path, FileKind kind) { QTest::newRow(path) << QString(path) << kind; };

    row("1kaushikr__resume-ner/training_args.bin", FileKind::LfsPointer);
    row("code-by-jin__pytorx/easy-install.pth", FileKind::PythonPaths);
    row("corey-cole__simple-torch-model/model.pte", FileKind::ExecuTorch);
    row("pytorch__executorch/stories260k_hybrid_llama_qnn.pte", FileKind::ExecuTorch);
    row("ihasel__checkpoints/text3.pth", FileKind::MangledPickle);
    row("JohnMasen__SafeTensorSharp/zero_len_file.safetensors", FileKind::Empty);
    row("maxrmorrison__torchcrepe/full.pth.REMOVED.git-id", FileKind::GitObjectId);
    row("neuraloperator__neuraloperator/._darcy_test_16.pt", FileKind::AppleDouble);
    row("openvinotoolkit__nncf/acc_aware_checkpoint_best_compression_rate_0.108.pth.data-00000-of-00001",
        FileKind::TfData);
    row("suragnair__alpha-zero-general/best.pth.tar.index", FileKind::TfIndex);
    row("ronvree__AlphaZero/checkpoint.pth.tar", FileKind::Hdf5);
    row("speechbrain__speechbrain/shard-000000.tar", FileKind::Tar);
    row("spro__practical-pytorch/char-rnn-classification.pt", FileKind::Tar);
    row("nlpodyssey__gopickle/tensor_int64_proto1.pt", FileKind::Pickle);
    row("huggingface__candle/mel_filters.safetensors", FileKind::Safetensors);
}

void TestSniff::knowsTheCorpus()
{
    const QString corpus = qEnvironmentVariable("CAIRN_CORPUS");
    if (corpus.isEmpty()) {
        QSKIP("CAIRN_CORPUS names no folder of real files");
    }
    QFETCH(QString, path);
    QFETCH(FileKind, kind);
    const auto file = FileSource::open((corpus + u"/"_s + path).toStdString());
    QVERIFY(file.has_value());
    const auto guess = sniff(**file);
    QVERIFY(guess.has_value());
    QCOMPARE(static_cast<int>(guess->kind), static_cast<int>(kind));
}

CAIRN_TEST(TestSniff);

} // namespace cairn::tst_sniff

#include "tst_sniff.moc"
