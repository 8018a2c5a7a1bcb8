#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>

namespace cairn::tst_architecture {

namespace {

/// A folder whose files may include only certain other folders. Files belong to the longest room name that fits.
struct Room {
    QString name;
    QStringList mayInclude; ///< rooms, itself too
};

const QList<Room>& rooms()
{
    static const QList<Room> kRooms = [] {
        const QStringList core{"core/base",   "core/remote",  "core/formats", "core/checkpoint",
                               "core/values", "core/devices", "core/convert"};
        QList<Room> list;
        for (qsizetype index = 0; index < core.size(); ++index) {
            list.append({core[index], core.first(index + 1)});
        }
        list.append({"core/devices/cuda", core.first(6) + QStringList{"core/devices/cuda"}});
        list[5].mayInclude.append("core/devices/cuda"); // its header is plain C++
        const QStringList runtime{"core/base", "core/devices", "core/runtime"};
        list.append({"core/runtime/torch", runtime + QStringList{"core/runtime/torch"}});
        list.append({"core/runtime", runtime});
        list.append({"core/rows", core.first(4) + QStringList{"core/rows"}});
        list.append({"core/model", core.first(4) + QStringList{"core/model"}});
        list.append({"core/gate", core + QStringList{"core/model", "core/gate"}});
        const QStringList allCore = core + QStringList{"core/model", "core/rows", "core/gate", "core/runtime"};
        list.append({"app/cli", allCore + QStringList{"app/cli", "app"}});
        list.append({"ui", allCore + QStringList{"ui"}});
        list.append({"app", allCore + QStringList{"ui", "app", "app/gui", "app/cli"}});
        return list;
    }();
    return kRooms;
}

const Room* roomOf(const QString& path)
{
    const Room* best = nullptr;
    for (const Room& room : rooms()) {
        if (path.startsWith(room.name + u'/') && (best == nullptr || room.name.size() > best->name.size())) {
            best = &room;
        }
    }
    return best;
}

bool isQtHeader(const QString& header)
{
    static const QRegularExpression kQt("^(Q|q[a-z]+\\.h$)");
    return kQt.match(header).hasMatch();
}

bool isCudaRuntimeHeader(const QString& header)
{
    return header.startsWith("cuda");
}

bool isTorchOrCudaHeader(const QString& header)
{
    static const QRegularExpression kTorch("^(torch|ATen|c10|caffe2|cublas|nvml)");
    return kTorch.match(header).hasMatch() || isCudaRuntimeHeader(header);
}

/// What is wrong with one include line of a file in `room`, or nothing.
QString complaintAbout(const Room& room, const QString& header, bool quoted)
{
    const bool qtAllowed = room.name == "ui" || room.name == "app";
    if (!qtAllowed && isQtHeader(header)) {
        return "Qt in a room without Qt";
    }
    const bool cudaAllowed = room.name == "core/devices/cuda" && isCudaRuntimeHeader(header);
    if (room.name != "core/runtime/torch" && !cudaAllowed && isTorchOrCudaHeader(header)) {
        return "LibTorch or CUDA outside core/runtime/torch";
    }
    const Room* target = roomOf(header);
    if (target == nullptr) {
        return quoted && !header.endsWith(".moc") ? QString("write the room: \"core/formats/x.h\"") : QString();
    }
    if (!quoted) {
        return "own headers go in quotes";
    }
    return room.mayInclude.contains(target->name) ? QString() : room.name + " must not know " + target->name;
}

QStringList forbiddenIncludes(const QString& path, const QString& text)
{
    static const QRegularExpression kInclude("^[ \\t]*#[ \\t]*include[ \\t]*([<\"])([^>\"]+)[>\"]",
                                             QRegularExpression::MultilineOption);
    const Room* room = roomOf(path);
    if (room == nullptr) {
        return {path + ": lies in no room"};
    }
    QStringList complaints;
    for (auto matches = kInclude.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const QString complaint = complaintAbout(*room, match.captured(2), match.captured(1) == "\"");
        if (!complaint.isEmpty()) {
            complaints.append(path + ": " + match.captured(0).trimmed() + ": " + complaint);
        }
    }
    return complaints;
}

/// Which folder includes which other, with an include that shows it: "core/a/x.h includes core/b/y.h".
using FolderUses = QMap<QString, QMap<QString, QString>>;

/// What stands in the way of an order in which every folder uses only those before it: the includes between folders
/// that use each other, in a circle of any length.
QStringList folderCircles(FolderUses uses)
{
    const auto leavesOut = [&uses](const QString& folder) {
        const QStringList used = uses.value(folder).keys();
        return std::none_of(used.begin(), used.end(), [&uses](const QString& other) { return uses.contains(other); });
    };
    const auto isUsed = [&uses](const QString& folder) {
        return std::any_of(uses.begin(), uses.end(),
                           [&folder](const QMap<QString, QString>& used) { return used.contains(folder); });
    };
    for (bool isSmaller = true; isSmaller;) {
        isSmaller = false;
        for (const QString& folder : uses.keys()) {
            if (leavesOut(folder) || !isUsed(folder)) {
                uses.remove(folder);
                isSmaller = true;
            }
        }
    }
    QStringList circles;
    for (const QMap<QString, QString>& used : uses) {
        for (auto other = used.begin(); other != used.end(); ++other) {
            if (uses.contains(other.key())) {
                circles.append(other.value());
            }
        }
    }
    return circles;
}

QString folderOf(const QString& path)
{
    return path.left(path.lastIndexOf(u'/'));
}

void addUses(FolderUses& uses, const QString& path, const QString& text)
{
    static const QRegularExpression kOwnInclude("^#include \"((?:core|ui|app)/[^\"]+)\"",
                                                QRegularExpression::MultilineOption);
    QMap<QString, QString>& used = uses[folderOf(path)];
    for (const QRegularExpressionMatch& match : kOwnInclude.globalMatch(text)) {
        if (const QString header = match.captured(1); folderOf(header) != folderOf(path)) {
            used.insert(folderOf(header), path + " includes " + header);
        }
    }
}

QString sourceDir()
{
    return QStringLiteral(CAIRN_SOURCE_DIR);
}

QString readAll(const QString& path)
{
    return QString::fromUtf8(cairn::test::contentOf(sourceDir() + u'/' + path));
}

/// Paths below the given top folders, from the source folder; `endings` like ".cpp", none: every file.
QStringList filesBelow(const QStringList& folders, const QStringList& endings)
{
    const QDir top(sourceDir());
    QStringList found;
    for (const QString& folder : folders) {
        QDirIterator files(top.filePath(folder), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = top.relativeFilePath(files.next());
            const bool wanted = std::any_of(endings.begin(), endings.end(),
                                            [&path](const QString& ending) { return path.endsWith(ending); });
            if (wanted || endings.isEmpty()) {
                found.append(path);
            }
        }
    }
    found.sort();
    return found;
}

QStringList cppFilesBelow(const QStringList& folders)
{
    return filesBelow(folders, {".cpp", ".h", ".h.in"});
}

/// Where Qt would look for HTML in a text that may come from a file. Files that show HTML on purpose escape what they
/// put into it.
QStringList richTextComplaints(const QString& path, const QString& code)
{
    static const QRegularExpression kAutoWidgets(
        R"(\bnew QLabel\b|\bQMessageBox\b|\bQErrorMessage\b|\bQWhatsThis\b|\bsetWhatsThis\(|Qt::AutoText)");
    static const QRegularExpression kTips(
        "(?:->|\\.|::)(?:setToolTip|showText|setTabToolTip)\\(([\\s\\S]*?\\));(?:\\s|$)");
    static const QRegularExpression kHarmlessTip(
        "^(?:[^()]*, )?tr\\((?:\\s*\x22(?:[^\x22\\\\]|\\\\.)*\x22)+\\)\\)$|statusTip\\(\\)\\)$");
    static const QRegularExpression kHtml(R"(\bsetHtml\(|\bappendHtml\(|Qt::RichText|Qt::MarkdownText|setMarkdown\()");
    QStringList complaints;
    const auto complain = [&](const QString& text) { complaints.append(path + ": " + text.simplified()); };
    if (const auto found = kAutoWidgets.match(code); found.hasMatch()) {
        complain(found.captured() + " guesses whether a text is HTML; take PlainLabel or the like");
    }
    for (const QRegularExpressionMatch& tip : kTips.globalMatch(code)) {
        const QString argument = tip.captured(1).trimmed();
        if (!argument.contains("plainTip(") && !argument.contains("toHtmlEscaped()") &&
            !kHarmlessTip.match(argument).hasMatch()) {
            complain(tip.captured() + " needs plainTip()");
        }
    }
    const bool escapes = code.contains("plainTip(") || code.contains("toHtmlEscaped()");
    if (code.contains("ToolTipRole: return") && !escapes) {
        complain("tool tips of a model need plainTip()");
    }
    static const QStringList kShowHtml{
        "ui/map/load/load_page.cpp",  "ui/verdict/problem_page.cpp",    "ui/verdict/message_page.cpp",
        "ui/verdict/verdict_bar.cpp", "ui/queue/queue_view_layout.cpp", "ui/window/about_dialog.cpp",
        "ui/window/view_report.cpp",  "ui/help/help_search.cpp",        "ui/help/help_view.cpp"};
    if (const auto found = kHtml.match(code); found.hasMatch() && !kShowHtml.contains(path)) {
        complain(found.captured() + " where no HTML is expected");
    }
    return complaints;
}

/// Where code asks which format a file has, instead of what can be done with it.
QStringList formatComplaints(const QString& path, const QString& code)
{
    static const QRegularExpression kAsks(R"(\bcase (?:checkpoint::)?Format::\w+|[=!]= ?(?:checkpoint::)?Format::\w+|)"
                                          R"(\bFormat::\w+ ?[=!]=|\bswitch \([^\n]*\bformat\(\)\))");
    QStringList complaints;
    for (const QRegularExpressionMatch& match : kAsks.globalMatch(code)) {
        complaints.append(path + ": " + match.captured() + ": ask traits() what can be done, see checkpoint/format.h");
    }
    return complaints;
}

} // namespace

/// Keeps the house in order: who may include whom, how long files get, what lies at the top, no unfinished marks.
class tst_Architecture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void includeRule_data();
    void includeRule();
    void includes();
    void folderCircles_data();
    void folderCircles();
    void noFolderCircles();
    void folderSizes();
    void fileLengths();
    void looksForWhatQtKnows();
    void topLevel();
    void unfinishedMarks();
    void richTextComplaints_data();
    void richTextComplaints();
    void textStaysText();
    void formatComplaints_data();
    void formatComplaints();
    void formatsAreAskedForTraits();
};

void tst_Architecture::includeRule_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("complaint"); // part of it; empty: allowed

    QTest::newRow("own room") << "core/formats/a.cpp" << "#include \"core/formats/b.h\"" << "";
    QTest::newRow("down") << "core/convert/a.cpp" << "#include \"core/base/b.h\"" << "";
    QTest::newRow("up") << "core/base/a.cpp" << "#include \"core/formats/b.h\"" << "must not know core/formats";
    QTest::newRow("up two") << "core/formats/a.h" << "#include \"core/devices/b.h\"" << "must not know core/devices";
    QTest::newRow("runtime to devices") << "core/runtime/a.h" << "#include \"core/devices/b.h\"" << "";
    QTest::newRow("runtime to checkpoint")
        << "core/runtime/a.h" << "#include \"core/checkpoint/b.h\"" << "must not know";
    QTest::newRow("convert to runtime") << "core/convert/a.h" << "#include \"core/runtime/b.h\"" << "must not know";
    QTest::newRow("core to ui") << "core/base/a.h" << "#include \"ui/b.h\"" << "must not know ui";
    QTest::newRow("core to app") << "core/base/a.h" << "#include \"app/cli/b.h\"" << "must not know app/cli";
    QTest::newRow("ui to core") << "ui/tree/a.h" << "#include \"core/convert/b.h\"" << "";
    QTest::newRow("ui to app") << "ui/tree/a.h" << "#include \"app/version.h\"" << "must not know app";
    QTest::newRow("window to ui") << "app/gui/main.cpp" << "#include \"ui/window/b.h\"" << "";
    QTest::newRow("cli to core") << "app/cli/a.cpp" << "#include \"core/checkpoint/b.h\"" << "";
    QTest::newRow("cli to version") << "app/cli/a.cpp" << "#include \"app/version.h\"" << "";
    QTest::newRow("cli to ui") << "app/cli/a.cpp" << "#include \"ui/window/b.h\"" << "must not know ui";
    QTest::newRow("module to runtime") << "core/runtime/torch/a.cpp" << "#include \"core/runtime/b.h\"" << "";
    QTest::newRow("runtime to module") << "core/runtime/a.cpp" << "#include \"core/runtime/torch/b.h\"" << "must not";
    QTest::newRow("ui to module") << "ui/a.cpp" << "#include \"core/runtime/torch/b.h\"" << "must not know";
    QTest::newRow("system") << "core/base/a.cpp" << "#include <vector>" << "";
    QTest::newRow("queue is not Qt") << "core/base/a.cpp" << "#include <queue>" << "";
    QTest::newRow("Qt in core") << "core/base/a.cpp" << "#include <QString>" << "Qt in a room";
    QTest::newRow("Qt by folder") << "core/base/a.cpp" << "#include <QtCore/QString>" << "Qt in a room";
    QTest::newRow("Qt in small letters") << "core/base/a.cpp" << "#include <qglobal.h>" << "Qt in a room";
    QTest::newRow("Qt in cli") << "app/cli/a.cpp" << "  # include <QFile>" << "Qt in a room";
    QTest::newRow("Qt in the module") << "core/runtime/torch/a.cpp" << "#include <QFile>" << "Qt in a room";
    QTest::newRow("Qt in ui") << "ui/a.cpp" << "#include <QWidget>" << "";
    QTest::newRow("torch in core") << "core/runtime/a.cpp" << "#include <torch/torch.h>" << "LibTorch";
    QTest::newRow("c10 in ui") << "ui/a.cpp" << "#include <c10/core/Device.h>" << "LibTorch";
    QTest::newRow("cuda in devices") << "core/devices/a.cpp" << "#include <cuda_runtime.h>" << "CUDA";
    QTest::newRow("cuda in its room") << "core/devices/cuda/a.cpp" << "#include <cuda_runtime_api.h>" << "";
    QTest::newRow("torch in cuda's room") << "core/devices/cuda/a.cpp" << "#include <c10/core/Device.h>" << "LibTorch";
    QTest::newRow("devices to cuda's room") << "core/devices/a.cpp" << "#include \"core/devices/cuda/b.h\"" << "";
    QTest::newRow("convert to cuda's room")
        << "core/convert/a.cpp" << "#include \"core/devices/cuda/b.h\"" << "must not know";
    QTest::newRow("torch in quotes") << "core/base/a.cpp" << "#include \"ATen/ATen.h\"" << "LibTorch";
    QTest::newRow("torch in the module") << "core/runtime/torch/a.cpp" << "#include <torch/torch.h>" << "";
    QTest::newRow("no room") << "core/formats/a.cpp" << "#include \"b.h\"" << "write the room";
    QTest::newRow("angle brackets") << "core/formats/a.cpp" << "#include <core/base/b.h>" << "in quotes";
    QTest::newRow("moc") << "ui/a.cpp" << "#include \"a.moc\"" << "";
    QTest::newRow("comment") << "core/base/a.cpp" << "// #include <QString>" << "";
    QTest::newRow("file without a room") << "core/a.cpp" << "" << "lies in no room";
}

void tst_Architecture::includeRule()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    QFETCH(QString, complaint);

    const QStringList found = forbiddenIncludes(path, "#pragma once\n" + line + "\nint x;\n");
    QCOMPARE(found.size(), complaint.isEmpty() ? 0 : 1);
    QVERIFY2(found.join(u'\n').contains(complaint), qPrintable(found.join(u'\n')));
}

void tst_Architecture::includes()
{
    const QStringList files = cppFilesBelow({"core", "ui", "app"});
    QVERIFY2(files.size() > 10, "the source folder was not found");
    QStringList complaints;
    for (const QString& path : files) {
        complaints += forbiddenIncludes(path, readAll(path));
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(u'\n' + complaints.join(u'\n')));
}

void tst_Architecture::folderCircles_data()
{
    QTest::addColumn<QStringList>("includes"); // "a/x.h b/y.h": the one includes the other
    QTest::addColumn<int>("complaints");

    QTest::newRow("none") << QStringList{} << 0;
    QTest::newRow("within a folder") << QStringList{"core/a/x.h core/a/y.h", "core/a/y.h core/a/x.h"} << 0;
    QTest::newRow("a line") << QStringList{"core/a/x.h core/b/y.h", "core/b/y.h core/c/z.h"} << 0;
    QTest::newRow("two ways down") << QStringList{"core/a/x.h core/b/y.h", "core/a/x.h core/c/z.h",
                                                  "core/b/y.h core/c/z.h"}
                                   << 0;
    QTest::newRow("two folders") << QStringList{"core/a/x.h core/b/y.h", "core/b/z.h core/a/w.h"} << 2;
    QTest::newRow("with the folder around it") << QStringList{"core/a/x.h core/y.h", "core/z.h core/a/w.h"} << 2;
    QTest::newRow("three folders") << QStringList{"ui/a/x.h ui/b/y.h", "ui/b/y.h ui/c/z.h", "ui/c/z.h ui/a/x.h"} << 3;
    QTest::newRow("beside a circle") << QStringList{"core/a/x.h core/b/y.h", "core/b/z.h core/a/w.h",
                                                    "core/c/u.h core/a/w.h", "core/b/y.h core/d/v.h"}
                                     << 2;
}

void tst_Architecture::folderCircles()
{
    QFETCH(QStringList, includes);
    QFETCH(int, complaints);

    FolderUses uses;
    for (const QString& include : includes) {
        addUses(uses, include.section(u' ', 0, 0), QString("#include \"%1\"\n").arg(include.section(u' ', 1)));
    }
    QCOMPARE(cairn::tst_architecture::folderCircles(uses).size(), complaints);
}

void tst_Architecture::noFolderCircles()
{
    FolderUses uses;
    for (const QString& path : cppFilesBelow({"core", "ui", "app"})) {
        addUses(uses, path, readAll(path));
    }
    const QStringList circles = cairn::tst_architecture::folderCircles(uses);
    QVERIFY2(circles.isEmpty(), qPrintable(u'\n' + circles.join(u'\n')));
}

void tst_Architecture::folderSizes()
{
    constexpr int kMostFiles = 42;
    QMap<QString, int> files;
    for (const QString& path : cppFilesBelow({"core", "ui", "app", "tests"})) {
        ++files[folderOf(path)];
    }
    for (auto folder = files.begin(); folder != files.end(); ++folder) {
        QVERIFY2(folder.value() <= kMostFiles,
                 qPrintable(QString("%1 holds %2 files; part it by idea").arg(folder.key()).arg(folder.value())));
    }
}

void tst_Architecture::fileLengths()
{
    constexpr qsizetype kMostLines = 600;
    QStringList tooLong;
    const QStringList files = cppFilesBelow({"core", "ui", "app", "tests", "packaging"});
    QVERIFY2(files.size() > 10, "the source folder was not found");
    for (const QString& path : files) {
        const qsizetype lines = readAll(path).count(u'\n');
        if (lines > kMostLines) {
            tooLong.append(QString("%1: %2 lines; split it by responsibility").arg(path).arg(lines));
        }
    }
    QVERIFY2(tooLong.isEmpty(), qPrintable(u'\n' + tooLong.join(u'\n')));
}

void tst_Architecture::richTextComplaints_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("isWrong");
    QTest::newRow("label") << "auto* a = new QLabel(name);" << true;
    QTest::newRow("plain label") << "auto* a = new PlainLabel(name);" << false;
    QTest::newRow("tip of a name") << "a->setToolTip(name);" << true;
    QTest::newRow("tip with a name") << "a->setToolTip(tr(\"on %1\").arg(name));" << true;
    QTest::newRow("escaped tip") << "a->setToolTip(name.toHtmlEscaped());" << false;
    QTest::newRow("plain tip") << "a->setToolTip(plainTip(name));" << false;
    QTest::newRow("tip of words") << "a->setToolTip(tr(\"Undo (%\" \"1)\"));" << false;
    QTest::newRow("tip at a place") << "QToolTip::showText(at, name, this);" << true;
    QTest::newRow("box") << "QMessageBox::warning(this, title, name);" << true;
    QTest::newRow("page") << "a->setHtml(name);" << true;
}

void tst_Architecture::richTextComplaints()
{
    QFETCH(const QString, code);
    QFETCH(const bool, isWrong);
    QCOMPARE(!tst_architecture::richTextComplaints("ui/a.cpp", code).isEmpty(), isWrong);
}

void tst_Architecture::textStaysText()
{
    QStringList complaints;
    for (const QString& path : cppFilesBelow({"ui"})) {
        complaints += tst_architecture::richTextComplaints(path, readAll(path));
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(u'\n' + complaints.join(u'\n')));
}

void tst_Architecture::formatComplaints_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("isWrong");
    QTest::newRow("is it") << "if (file.format() == checkpoint::Format::TorchZip) {" << true;
    QTest::newRow("is it not") << "format != Format::Folder" << true;
    QTest::newRow("the other way round") << "Format::Folder == file.format()" << true;
    QTest::newRow("switch") << "switch (source.format()) {" << true;
    QTest::newRow("case") << "case Format::TorchZip:" << true;
    QTest::newRow("trait") << "if (file.traits().pickle == PickleForm::ZipRecord) {" << false;
    QTest::newRow("two files") << "a.format() == b.format()" << false;
    QTest::newRow("builder") << "CheckpointBuilder builder(path, Format::TorchZip, bytes);" << false;
    QTest::newRow("another enumeration") << "case NumberFormat::Short:" << false;
}

void tst_Architecture::formatComplaints()
{
    QFETCH(const QString, code);
    QFETCH(const bool, isWrong);
    QCOMPARE(!tst_architecture::formatComplaints("core/a.cpp", code).isEmpty(), isWrong);
}

/// So a new format is a reader and a row of one table.
void tst_Architecture::formatsAreAskedForTraits()
{
    QStringList complaints;
    for (const QString& path : cppFilesBelow({"core", "ui", "app"})) {
        complaints += tst_architecture::formatComplaints(path, readAll(path));
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(u'\n' + complaints.join(u'\n')));
}

/// Newer versions of Qt than the one that most build with look for a class by its Q_OBJECT, and refuse others.
void tst_Architecture::looksForWhatQtKnows()
{
    static const QRegularExpression kLook(R"(findChild(?:ren)?<(?:\w+::)*(\w+)\*>)");
    static const QRegularExpression kClass(R"(class (\w+)(?: final)? : public [^{;]*\{\s*(Q_OBJECT)?)");
    QMap<QString, bool> known; // our own classes, and whether they have it
    QMap<QString, QString> looked;
    for (const QString& path : cppFilesBelow({"ui", "app", "tests"})) {
        const QString text = readAll(path);
        for (const QRegularExpressionMatch& match : kClass.globalMatch(text)) {
            known.insert(match.captured(1), !match.captured(2).isEmpty());
        }
        for (const QRegularExpressionMatch& match : kLook.globalMatch(text)) {
            looked.insert(match.captured(1), path);
        }
    }
    QVERIFY(looked.contains("NoticeBar") && known.value("NoticeBar"));
    for (auto look = looked.begin(); look != looked.end(); ++look) {
        QVERIFY2(known.value(look.key(), true), qPrintable(look.value() + " looks for " + look.key()));
    }
}

void tst_Architecture::topLevel()
{
    const QStringList allowed{
        "CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "app", "core", "ui", "resources",
        "tests",          "packaging"};
    static const QRegularExpression kIgnored(
        "^(build|cmake-build-.*|compile_commands\\.json|CMakeUserPresets\\.json)$");
    QStringList strangers;
    for (const QString& name : QDir(sourceDir()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot)) {
        if (!allowed.contains(name) && !kIgnored.match(name).hasMatch()) {
            strangers.append(name);
        }
    }
    QVERIFY2(strangers.isEmpty(), qPrintable("not at the top: " + strangers.join(", ")));
}

void tst_Architecture::unfinishedMarks()
{
    // Put together from halves, so that this file does not find itself.
    static const QRegularExpression kMark("\\b(TO"
                                          "DO|FIX"
                                          "ME)\\b");
    QVERIFY(kMark
                .match("// TO"
                       "DO: later")
                .hasMatch());
    const QStringList text{".cpp", ".h", ".in", ".txt", ".cmake", ".py", ".sh", ".json", ".md"};
    QStringList marked;
    for (const QString& path :
         filesBelow({"core", "ui", "app", "tests", "resources"}, text) + filesBelow({"packaging", ".ci"}, {}) +
             QStringList{"CMakeLists.txt", "README.md", ".github/CONTRIBUTING.md", "CMakePresets.json"}) {
        if (kMark.match(readAll(path)).hasMatch()) {
            marked.append(path);
        }
    }
    QVERIFY2(marked.isEmpty(), qPrintable("finish it or take it out: " + marked.join(", ")));
}

CAIRN_TEST(tst_Architecture);

} // namespace cairn::tst_architecture

#include "tst_architecture.moc"
