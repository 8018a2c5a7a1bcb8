#include "ui/queue/convert_file.h"

#include "core/base/progress.h"
#include "core/checkpoint/open.h"
#include "core/convert/copy_check.h"
#include "core/convert/copy_name.h"
#include "core/convert/retag.h"
#include "core/convert/tensor_output.h"
#include "core/devices/map_file.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::Format;

namespace {

/// A name for the copy, held while it is written.
class HeldName {
public:
    HeldName(TargetNames& names, std::optional<std::string> name) : m_names(names), m_name(std::move(name)) {}
    ~HeldName()
    {
        if (m_name) {
            m_names.giveBack(*m_name);
        }
    }
    HeldName(const HeldName&) = delete;
    HeldName& operator=(const HeldName&) = delete;

    [[nodiscard]] const std::optional<std::string>& get() const noexcept { return m_name; }

private:
    TargetNames& m_names;
    std::optional<std::string> m_name;
};

/// One conversion, and what is known about it so far.
class Conversion {
    Q_DECLARE_TR_FUNCTIONS(ConvertFile)

public:
    Conversion(const ConvertSource& source, const QueueOptions& options, TargetNames& names, Progress& progress)
        : m_path(source.path), m_mayBeDone(source.mayBeDone), m_options(options), m_names(names), m_progress(progress)
    {
    }

    QueueOutcome run()
    {
        const auto start = std::chrono::steady_clock::now();
        m_outcome.target = wantedTarget(m_path, m_options);
        if (auto result = convert(); !result) {
            fail(result.error());
        }
        m_outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return std::move(m_outcome);
    }

private:
    Result<void> convert()
    {
        m_progress.setStage("opening");
        CAIRN_ASSIGN(source, checkpoint::openCheckpoint(m_path, &m_progress));
        m_outcome.format = checkpoint::formatName(source->format());
        for (const auto& [tag, usage] : source->usageByDevice()) {
            m_outcome.tags.emplace_back(tag, usage.storages);
        }
        return m_options.container == QueueOptions::Container::Safetensors ? writeTensors(*source) : writeTags(*source);
    }

    Result<void> writeTags(const Checkpoint& source)
    {
        if (source.format() == Format::Safetensors) {
            skip(tr("Nothing to do: safetensors stores no devices, the file loads on any machine as it is."));
            return {};
        }
        if (source.format() == Format::Sharded) {
            skip(tr("A list of shards has no tags of its own. Convert the shards: drop their folder."));
            return {};
        }
        auto map = devices::MapLocation::everythingTo("cpu");
        if (!m_options.mapFile.isEmpty()) {
            CAIRN_ASSIGN(wanted, devices::readMapFile(pathBytes(m_options.mapFile)));
            map = std::move(wanted);
        }
        CAIRN_ASSIGN(plan, convert::planRetag(source, map, &m_progress));
        noteTags(plan);
        if (!plan.changesTags) {
            skip(unchanged(plan));
            return {};
        }
        if (m_mayBeDone && isDone(source, map)) {
            return {};
        }
        return retry([&](const std::string& target) -> Result<void> {
            convert::FileCheck check;
            if (m_options.verify) {
                check = convert::checkAgainst(source, map, target, &m_progress);
            }
            CAIRN_ASSIGN(report, convert::retag(source, map, target, FileSink::Existing::Refuse, &m_progress, check));
            finish(target, report.bytes, retagged(report));
            return {};
        });
    }

    /// Whether one of the names that the copy may have is the copy.
    bool isDone(const Checkpoint& source, const devices::MapLocation& map)
    {
        std::string name = m_outcome.target;
        std::error_code failure;
        for (unsigned number = 2; std::filesystem::exists(name, failure) && !m_progress.stopRequested(); ++number) {
            if (convert::checkAgainst(source, map, name, &m_progress)(name)) {
                finish(name, std::filesystem::file_size(name, failure),
                       tr("Was converted before the interruption; verified."));
                m_outcome.isVerified = true;
                return true;
            }
            name = convert::numberedPath(m_outcome.target, number);
        }
        return false;
    }

    Result<void> writeTensors(const Checkpoint& source)
    {
        if (source.format() == Format::Safetensors) {
            skip(tr("Nothing to do: the file is safetensors already."));
            return {};
        }
        CAIRN_ASSIGN(set, convert::planTensorSet(source, {}, &m_progress));
        CAIRN_TRY(m_options.dropOthers ? convert::requireTensors(set) : convert::requireNothingLost(set));
        return retry([&](const std::string& target) -> Result<void> {
            convert::OutputRules rules;
            rules.target = target;
            CAIRN_ASSIGN(plan, convert::planOutput(source, set, rules));
            const auto verify = m_options.verify ? convert::Verify::Yes : convert::Verify::No;
            CAIRN_ASSIGN(report, convert::writeOutput(source, plan, FileSink::Existing::Refuse, verify, &m_progress));
            if (!report.difference.empty()) {
                return cairn::fail(convert::copyDiffers(report.difference, target));
            }
            finish(target, report.bytes, tensorsWritten(set));
            return {};
        });
    }

    /// Writes under a name that is free. Somebody else may take it meanwhile: then under another.
    template <typename Write>
    Result<void> retry(const Write& write)
    {
        const std::string wanted = m_outcome.target;
        while (true) {
            const HeldName name(m_names, m_names.take(wanted, m_options.existing));
            if (!name.get()) {
                skip(tr("%1 is there already.").arg(shown(wanted.substr(wanted.rfind('/') + 1))));
                return {};
            }
            m_outcome.target = *name.get();
            auto written = write(*name.get());
            if (written || written.error().code != ErrorCode::TargetExists) {
                return written;
            }
        }
    }

    void noteTags(const convert::RetagReport& report)
    {
        m_outcome.tags.assign(report.tagsBefore.begin(), report.tagsBefore.end());
        m_scriptNotes = report.notes.size();
    }

    [[nodiscard]] QString unchanged(const convert::RetagReport& report) const
    {
        if (report.tagsBefore.empty()) {
            return tr("Nothing to do: it holds no tensors.") + scriptNote();
        }
        return (m_options.mapFile.isEmpty() ? tr("Already on the CPU.")
                                            : tr("Nothing to do: its tags are what the map makes of them.")) +
               scriptNote();
    }

    [[nodiscard]] QString retagged(const convert::RetagReport& report) const
    {
        std::uint64_t left = 0;
        for (const auto& [tag, count] : report.tagsBefore) {
            const auto after = report.tagsAfter.find(tag);
            left += after == report.tagsAfter.end() ? count : count - std::min(count, after->second);
        }
        const auto changed = static_cast<int>(left);
        const QString what = m_options.mapFile.isEmpty() ? tr("%n tag(s) became cpu", nullptr, changed)
                                                         : tr("%n tag(s) changed as the map says", nullptr, changed);
        return what + (m_options.verify ? tr("; verified, all else is the same.") : tr("; not verified.")) +
               scriptNote();
    }

    [[nodiscard]] QString tensorsWritten(const convert::TensorSet& set) const
    {
        const std::size_t left = set.leftOut.size() + set.unnamedValues();
        return tr("%n tensor(s) written", nullptr, static_cast<int>(set.tensors.size())) +
               (left == 0 ? QString() : tr(", %n other value(s) left out", nullptr, static_cast<int>(left))) +
               (m_options.verify ? tr("; verified.") : tr("; not verified."));
    }

    /// Devices in the program of a TorchScript archive are no tags; they stay, and a person should know.
    [[nodiscard]] QString scriptNote() const
    {
        return m_scriptNotes == 0 ? QString()
                                  : u' ' + tr("Its TorchScript code names devices at %n place(s), which stay.", nullptr,
                                              static_cast<int>(m_scriptNotes));
    }

    void finish(const std::string& target, std::uint64_t bytes, const QString& words)
    {
        m_outcome.state = QueueState::Done;
        m_outcome.target = target;
        m_outcome.bytesWritten = bytes;
        m_outcome.words = words;
        m_outcome.isVerified = m_options.verify;
    }

    void skip(const QString& words)
    {
        m_outcome.state = QueueState::Skipped;
        m_outcome.words = words;
    }

    void fail(const Error& error)
    {
        switch (error.code) {
        case ErrorCode::Cancelled:
            m_outcome.state = QueueState::Cancelled;
            m_outcome.words = tr("Cancelled; nothing was left behind.");
            return;
        case ErrorCode::NotACheckpoint: m_outcome.state = QueueState::Skipped; break;
        default: m_outcome.state = QueueState::Failed;
        }
        m_outcome.words = errorWords(error, m_path);
    }

    const std::string& m_path;
    const bool m_mayBeDone;
    const QueueOptions& m_options;
    TargetNames& m_names;
    Progress& m_progress;
    QueueOutcome m_outcome;
    std::size_t m_scriptNotes = 0;
};

} // namespace

QString errorWords(const Error& error, const std::string& path)
{
    std::string where = error.where;
    if (where.starts_with(path)) {
        where.erase(0, path.size());
        where.erase(0, where.find_first_not_of(", "));
    }
    QString text = sentence(shown(error.what));
    for (const std::string& part : {where, error.why, error.advice}) {
        if (!part.empty()) {
            text += u' ' + sentence(shown(part));
        }
    }
    return text;
}

std::string wantedTarget(const std::string& path, const QueueOptions& options)
{
    const bool isTensors = options.container == QueueOptions::Container::Safetensors;
    return convert::copyPath(path, options.pattern.toStdString(), pathBytes(options.folder),
                             isTensors ? ".safetensors" : "");
}

QueueOutcome convertFile(const ConvertSource& source, const QueueOptions& options, TargetNames& names,
                         Progress& progress)
{
    return Conversion(source, options, names, progress).run();
}

} // namespace cairn::ui
