#include "core/gate/gate.h"

#include "core/base/files/sha256.h"
#include "core/base/progress.h"
#include "core/base/stable_sort.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/pieces/file_set.h"
#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/convert/common/wholeness.h"
#include "core/convert/sums/sums.h"
#include "core/devices/file_problems.h"
#include "core/gate/numbers.h"
#include "core/model/module_tree.h"
#include "core/model/numbering.h"

#include <algorithm>
#include <set>
#include <utility>

namespace cairn::gate {

using checkpoint::Checkpoint;
using checkpoint::Trust;
using devices::LoadProblem;
using devices::ProblemCode;

namespace {

class Examiner {
public:
    Examiner(const Checkpoint& checkpoint, Progress* progress) : m_checkpoint(checkpoint), m_progress(progress) {}

    [[nodiscard]] Result<GateReport> run(const std::vector<LoadProblem>& inTheWay)
    {
        CAIRN_TRY(findDamage());
        CAIRN_TRY(compareWithHub());
        findIrregularities();
        findCode(inTheWay);
        findLoadProblems(inTheWay);
        findGaps();
        findUnlistedFiles();
        if (const checkpoint::Fact* total = m_checkpoint.fact(checkpoint::FactKey::OtherTotal)) {
            add(Rule::OtherTotal, {}, message("total_size is %1", total->value));
        }
        CAIRN_TRY(findInNumbers(m_checkpoint, m_report, m_progress));
        stableSort(m_report.findings, [](const Finding& a, const Finding& b) { return a.rule < b.rule; });
        return std::move(m_report);
    }

private:
    void add(Rule rule, std::string name, Message words)
    {
        m_report.findings.push_back(
            {.rule = rule, .name = std::move(name), .isTensor = false, .words = std::move(words)});
    }

    static Rule ruleOf(ErrorCode fault)
    {
        switch (fault) {
        case ErrorCode::ShardMissing:
        case ErrorCode::FileNotFound: return Rule::MissingFile;
        case ErrorCode::PiecePacked: return Rule::Unread;
        default: return Rule::Damaged;
        }
    }

    [[nodiscard]] Result<void> findDamage()
    {
        CAIRN_ASSIGN(wholeness, convert::checkWholeness(m_checkpoint, m_progress));
        for (const convert::Fault& fault : wholeness.faults) {
            add(ruleOf(fault.code), fault.name, fault.words);
        }
        for (const Message& extra : wholeness.extras) {
            add(Rule::AddedBytes, {}, extra);
        }
        for (const std::string& name : wholeness.unlisted) {
            add(Rule::Unlisted, name, message("the zip holds this record, and its directory does not list it"));
        }
        if (wholeness.commentBytes != 0) {
            add(Rule::Unlisted, {}, message("the zip has a comment of %1", humanBytes(wholeness.commentBytes)));
        }
        for (const std::string& name : wholeness.otherSizes) {
            add(Rule::Irregular, name, message("its own header has other sizes than the directory of the zip"));
        }
        Looked& looked = m_report.looked;
        looked.unnamedRecords = wholeness.unnamed;
        looked.records = wholeness.intact;
        looked.recordBytes = wholeness.intactBytes;
        looked.recordsWithoutChecksum = wholeness.withoutChecksum;
        looked.filesWithoutChecksums = wholeness.otherFiles;
        return {};
    }

    /// The files that it lies in, each once.
    [[nodiscard]] std::set<std::string> files() const
    {
        std::set<std::string> paths{m_checkpoint.path()};
        for (const checkpoint::StorageSource& source : m_checkpoint.sources()) {
            if (source.isFile) {
                paths.insert(source.name);
            }
        }
        return paths;
    }

    /// What the cache of huggingface_hub names by its sum can be compared with that, whatever its format.
    [[nodiscard]] Result<void> compareWithHub()
    {
        for (const std::string& path : files()) {
            const std::string known = convert::sumOfHubCache(path);
            if (known.empty()) {
                continue;
            }
            CAIRN_ASSIGN(file, FileSource::open(path));
            beginStage(m_progress, "summing", file->sizeBytes());
            Sha256 sum;
            CAIRN_TRY(convert::addToSum(sum, *file, m_progress));
            ++m_report.looked.hubFiles;
            if (sum.finish() != known) {
                add(Rule::Damaged, path, message("it is not what its name in the cache of the Hub says"));
            }
        }
        return {};
    }

    /// What was noticed when it was opened, and is neither damage nor told elsewhere.
    void findIrregularities()
    {
        for (const Issue& issue : m_checkpoint.issues()) {
            switch (issue.code) {
            case ErrorCode::DangerousGlobal:
            case ErrorCode::ZipTrailingBytes:
            case ErrorCode::PickleLeftOver: continue;
            case ErrorCode::LimitExceeded:
            case ErrorCode::TreeTooDeep:
            case ErrorCode::TreeShared: add(Rule::Unread, issue.path, issue.message); continue;
            default: break;
            }
            if (issue.severity == Severity::Warning) {
                add(issue.code == ErrorCode::Unsupported ? Rule::NotDecoded : Rule::Irregular, issue.path,
                    issue.message);
            }
        }
    }

    /// Each name of code that stands in the file, by itself.
    void findCode(const std::vector<LoadProblem>& inTheWay)
    {
        const auto addName = [&](Trust trust, const Message& name, const Message& why) {
            if (trust != Trust::DataOnly) {
                add(trust == Trust::Dangerous ? Rule::DangerousCode : Rule::RunsCode, name.text(), why);
            }
        };
        const bool isRefused = std::ranges::any_of(
            inTheWay, [](const LoadProblem& problem) { return problem.code == ProblemCode::FileTrust; });
        for (const checkpoint::GlobalUse& global : m_checkpoint.globals()) {
            addName(global.trust, verbatim(global.name), global.why);
            if (isRefused && global.trust == Trust::DataOnly && global.latest == checkpoint::Verdict::Blocked) {
                add(Rule::RefusedName, global.name, message("it is none of those that weights_only=True takes"));
            }
        }
        for (const checkpoint::TrustFinding& finding : m_checkpoint.trustFindings()) {
            addName(finding.trust, finding.what, finding.why);
        }
        if (m_checkpoint.isAmbiguous()) {
            add(Rule::DangerousCode, {}, message("different programs would read different things in it"));
        }
    }

    [[nodiscard]] bool has(std::initializer_list<Rule> rules) const
    {
        return std::ranges::any_of(m_report.findings, [&](const Finding& finding) {
            return std::ranges::find(rules, finding.rule) != rules.end();
        });
    }

    /// What keeps it from loading, where no finding says so already.
    void findLoadProblems(const std::vector<LoadProblem>& inTheWay)
    {
        for (const LoadProblem& problem : inTheWay) {
            if (problem.code == ProblemCode::FilePart) {
                add(Rule::PartOfSet, {}, problem.what);
                continue;
            }
            if (problem.severity != Severity::Error) {
                continue;
            }
            switch (problem.code) {
            case ProblemCode::FileTrust:
                if (!has({Rule::RunsCode, Rule::DangerousCode, Rule::RefusedName})) {
                    add(Rule::RefusedName, {}, problem.what);
                }
                continue;
            case ProblemCode::FileCode:
            case ProblemCode::FileDangerous:
            case ProblemCode::FileAmbiguous:
                if (has({Rule::RunsCode, Rule::DangerousCode})) {
                    continue;
                }
                break;
            case ProblemCode::FileDamaged:
                if (has({Rule::Damaged, Rule::MissingFile, Rule::Unread})) {
                    continue;
                }
                break;
            default: break;
            }
            add(Rule::DoesNotLoad, {}, problem.what);
        }
    }

    void findGaps()
    {
        const model::ModelWeights weights = model::findWeights(m_checkpoint);
        const model::ModuleTree tree(weights);
        for (const Issue& issue : model::oddBlocks(tree)) {
            add(Rule::OddBlock, issue.path, issue.message);
        }
        for (const Issue& issue : model::numberingIssues(tree)) {
            if (issue.code == ErrorCode::PieceGap) {
                add(Rule::NumberingGap, issue.path, issue.message);
            } else if (issue.severity != Severity::Info) {
                add(Rule::MissingFile, {}, issue.message);
            }
        }
    }

    /// A list of shards that names fewer than their own names say that there are.
    void findUnlistedFiles()
    {
        if (!m_checkpoint.traits().isSetOfFiles || has({Rule::MissingFile})) {
            return;
        }
        const std::set<std::string> paths = files();
        for (const std::string& name : model::namesMissingAmong(std::vector(paths.begin(), paths.end()))) {
            add(Rule::MissingFile, name,
                message("by the names of the others it belongs to the set, which does not list it"));
        }
    }

    const Checkpoint& m_checkpoint;
    Progress* m_progress;
    GateReport m_report;
};

} // namespace

Result<GateReport> examine(const Checkpoint& checkpoint, const std::vector<LoadProblem>& inTheWay, Progress* progress)
{
    return Examiner(checkpoint, progress).run(inTheWay);
}

Result<GateReport> examine(const Checkpoint& checkpoint, Progress* progress)
{
    devices::Preflight alone;
    devices::addFileProblems(checkpoint, devices::TorchLine::Latest, devices::FileTrust::Default, alone);
    return examine(checkpoint, alone.problems, progress);
}

} // namespace cairn::gate
