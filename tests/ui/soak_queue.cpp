// soak_queue SMALL LARGE MEGABYTES
// Converts SMALL small checkpoints and LARGE ones of MEGABYTES each in one queue, as the window does, and measures:
// peak of memory, open files before and after, the longest turn of the event loop, seconds. Ends with 1 if memory or
// open files grew, or a file was not converted. TMPDIR says where the files are, twice LARGE x MEGABYTES of them. The
// time that a turn takes is told and not judged: the machine may be busy.
#include "core/base/files/crc32.h"
#include "core/formats/zip/zip_writer.h"
#include "tests/support/files.h"
#include "tests/support/little.h"
#include "tests/ui/fixed_answers.h"
#include "tests/ui/queue_files.h"
#include "ui/queue/conversion_queue.h"
#include "ui/queue/queue_report.h"
#include "ui/queue/queue_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <span>
#include <utility>

using namespace cairn;

namespace {

/// A number of /proc/self/status in kilobytes.
long statusOf(const QByteArray& name)
{
    for (const QByteArray& line : test::contentOf(QStringLiteral("/proc/self/status")).split('\n')) {
        if (line.startsWith(name)) {
            return line.mid(name.size() + 1).trimmed().split(' ').front().toLong();
        }
    }
    return 0;
}

qsizetype openFiles()
{
    return QDir(QStringLiteral("/proc/self/fd"))
        .entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System)
        .size();
}

/// A file of torch.save with one storage on a GPU.
Result<void> writeLarge(const std::string& path, std::uint64_t megabytes)
{
    CAIRN_ASSIGN(sink, FileSink::create(path, FileSink::Existing::Replace));
    formats::ZipWriter zip(*sink);
    const std::string block(std::size_t{1} << 20, 'x');
    const auto add = [&](std::string_view name, std::string_view text, std::uint64_t times) -> Result<void> {
        CAIRN_TRY(zip.begin({.name = name, .storedBytes = times * text.size(), .plainBytes = times * text.size()}));
        std::uint32_t crc = 0;
        for (; times > 0; --times) {
            CAIRN_TRY(sink->write(text));
            crc = crc32(std::as_bytes(std::span(text)), crc);
        }
        return zip.end(crc);
    };
    const std::string floats = "J" + test::little(megabytes * block.size() / sizeof(float), 4);
    CAIRN_TRY(add("archive/data.pkl",
                  "\x80\x02(" + test::pickled("storage") + "ctorch\nFloatStorage\n" + test::pickled("0") +
                      test::pickled("cuda:0") + floats + "tQ.",
                  1));
    CAIRN_TRY(add("archive/data/0", block, megabytes));
    CAIRN_TRY(add("archive/version", "3\n", 1));
    CAIRN_TRY(zip.finish());
    return sink->commit();
}

/// Of the time that this thread has worked.
double workedMilliseconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// The longest time between two turns of the event loop, and the most that the thread worked in one.
class Pulse {
public:
    Pulse() : m_worked(workedMilliseconds())
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_longest = std::max(m_longest, m_since.restart());
            const double worked = workedMilliseconds();
            m_mostWorked = std::max(m_mostWorked, worked - std::exchange(m_worked, worked));
        });
        m_since.start();
        m_timer.start(1);
    }
    [[nodiscard]] qint64 longestMilliseconds() const { return m_longest; }
    [[nodiscard]] double mostWorkedMilliseconds() const { return m_mostWorked; }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_longest = 0;
    double m_worked;
    double m_mostWorked = 0;
};

struct Load {
    int small = 0;
    int large = 0;
    std::uint64_t megabytes = 0;
};

bool writeSources(const QDir& folder, const Load& load)
{
    for (int i = 0; i < load.small; ++i) {
        test::writeFile(folder.filePath(QStringLiteral("small%1.pth").arg(i)), test::checkpointOn("cuda:0"));
    }
    for (int i = 0; i < load.large; ++i) {
        const QString path = folder.filePath(QStringLiteral("large%1.pth").arg(i));
        if (const auto written = writeLarge(path.toStdString(), load.megabytes); !written) {
            std::fprintf(stderr, "%s\n", written.error().paragraph().c_str());
            return false;
        }
    }
    return true;
}

/// A queue that converts the folder; what it leaves behind is measured around it.
bool convertFolder(const QTemporaryDir& place, const QString& folder, std::size_t files)
{
    QSettings settings(place.filePath("settings.ini"), QSettings::IniFormat);
    test::FixedAnswers answers;
    ui::QueueView view(
        {.settings = settings, .prompts = answers, .stateFile = place.filePath("queue.json"), .currentMap = {}});
    view.show();
    QEventLoop loop;
    QObject::connect(&view.queue(), &ui::ConversionQueue::settled, &loop, &QEventLoop::quit);
    view.add(QStringList{folder});
    loop.exec();
    std::printf("%s\n", ui::summaryText(view.queue().totals()).toUtf8().constData());
    return view.queue().totals().done == files;
}

int soak(const Load& load)
{
    QTemporaryDir place;
    if (!writeSources(QDir(place.path()), {1, 0, 0}) || !convertFolder(place, place.filePath("small0.pth"), 1)) {
        return EXIT_FAILURE; // what the first run loads stays loaded
    }
    QDir(place.path()).mkdir("sources");
    if (!writeSources(QDir(place.filePath("sources")), load)) {
        return EXIT_FAILURE;
    }
    const qsizetype filesBefore = openFiles();
    const long memoryBefore = statusOf("VmRSS:");
    const Pulse pulse;
    QElapsedTimer watch;
    watch.start();
    const bool isDone =
        convertFolder(place, place.filePath("sources"), static_cast<std::size_t>(load.small + load.large));
    const long grown = (statusOf("VmHWM:") - memoryBefore) / 1024;
    const qsizetype filesAfter = openFiles();
    std::printf("%.1f s; memory grew by %ld MB at most; open files %d -> %d; longest turn of the event loop %lld ms, "
                "%.0f ms of work at most\n",
                static_cast<double>(watch.elapsed()) / 1000, grown, static_cast<int>(filesBefore),
                static_cast<int>(filesAfter), static_cast<long long>(pulse.longestMilliseconds()),
                pulse.mostWorkedMilliseconds());
    constexpr long mostGrownMegabytes = 64; // far less than one of the large files
    constexpr qsizetype mostMoreFiles = 8;  // threads come with one; what is left open for each file is far more
    const bool isFlat = grown < mostGrownMegabytes && filesAfter <= filesBefore + mostMoreFiles;
    return isDone && isFlat ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication app(argc, argv);
    const QStringList words = QApplication::arguments();
    if (words.size() != 4) {
        std::fprintf(stderr, "soak_queue SMALL LARGE MEGABYTES\n");
        return 2;
    }
    return soak({words[1].toInt(), words[2].toInt(), words[3].toULongLong()});
}
