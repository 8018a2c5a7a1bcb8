#include "core/checkpoint/checkpoint_builder.h"

#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace cairn::checkpoint {

namespace {

constexpr std::size_t kMaxIssues = 1000;

} // namespace

/// In order of first appearance; the last id is for all that do not fit.
std::uint16_t CheckpointBuilder::Interned::id(std::vector<std::string>& texts, std::string_view text)
{
    if (last < texts.size() && texts[last] == text) {
        return last;
    }
    constexpr std::size_t maxIds = std::numeric_limits<std::uint16_t>::max();
    const auto textOf = [&](std::uint32_t id) { return std::string_view(texts[id]); };
    if (texts.size() < maxIds) {
        const auto next = static_cast<std::uint32_t>(texts.size());
        const std::uint32_t id = ids.findOrInsert(next, text, textOf);
        if (id == next) {
            texts.emplace_back(text);
        }
        last = static_cast<std::uint16_t>(id);
        return last;
    }
    if (texts.size() == maxIds) {
        texts.emplace_back("(other)");
    }
    return static_cast<std::uint16_t>(std::min<std::size_t>(ids.find(text, textOf), maxIds));
}

CheckpointBuilder::CheckpointBuilder(std::string path, Format format, std::uint64_t fileBytes,
                                     std::shared_ptr<ReadBudget> budget)
    : m_checkpoint(std::make_shared<Checkpoint>()),
      m_budget(budget != nullptr ? std::move(budget) : std::make_shared<ReadBudget>(fileBytes))
{
    m_checkpoint->m_path = std::move(path);
    m_checkpoint->m_format = format;
    m_checkpoint->m_fileBytes = fileBytes;
}

CheckpointBuilder::CheckpointBuilder(CheckpointPtr finished)
    : m_checkpoint(std::const_pointer_cast<Checkpoint>(std::move(finished))), // made by finish(), not const
      m_budget(std::make_shared<ReadBudget>(m_checkpoint->m_fileBytes))
{
    std::erase_if(m_checkpoint->m_issues, [](const Issue& issue) { return issue.code == ErrorCode::DangerousGlobal; });
    const auto nameOf = [this](std::uint32_t id) { return std::string_view(m_checkpoint->m_globals[id].name); };
    for (std::uint32_t id = 0; id < m_checkpoint->m_globals.size(); ++id) {
        m_globalIds.findOrInsert(id, nameOf(id), nameOf);
    }
}

void CheckpointBuilder::reserve(std::size_t storages)
{
    constexpr std::size_t usualRank = 2;
    constexpr std::size_t usualKey = 24;
    m_checkpoint->m_storages.reserve(storages);
    m_checkpoint->m_tensors.reserve(storages);
    m_checkpoint->m_dims.reserve(storages * usualRank * 2);
    m_checkpoint->m_entries.reserve(storages);
    m_checkpoint->m_text.reserve(storages * usualKey);
}

std::uint16_t CheckpointBuilder::device(std::string_view tag)
{
    return m_deviceIds.id(m_checkpoint->m_devices, tag);
}

std::uint16_t CheckpointBuilder::type(std::string_view name)
{
    return m_typeIds.id(m_checkpoint->m_types, name);
}

std::uint64_t CheckpointBuilder::text(std::string_view text)
{
    LargeVector<char>& pool = m_checkpoint->m_text;
    // Offsets have 32 bits. No real checkpoint has four gigabytes of names; one that does shows the rest empty.
    if (text.size() > std::numeric_limits<std::uint32_t>::max() - pool.size()) {
        return 0;
    }
    const std::uint64_t offset = pool.size();
    pool.append(text);
    return (offset << 32) | text.size();
}

std::uint32_t CheckpointBuilder::addSource(StorageSource source)
{
    m_checkpoint->m_sources.push_back(std::move(source));
    return static_cast<std::uint32_t>(m_checkpoint->m_sources.size() - 1);
}

StorageId CheckpointBuilder::addStorage(Storage storage, std::string_view key)
{
    const std::uint64_t name = text(key);
    storage.keyOffset = static_cast<std::uint32_t>(name >> 32);
    storage.keyLength = static_cast<std::uint32_t>(name);
    m_checkpoint->m_storages.push_back(storage);
    return static_cast<StorageId>(m_checkpoint->m_storages.size() - 1);
}

TensorId CheckpointBuilder::addTensor(Tensor tensor, std::span<const std::int64_t> sizes,
                                      std::span<const std::int64_t> strides)
{
    tensor.dims = static_cast<std::uint32_t>(m_checkpoint->m_dims.size());
    tensor.rank = static_cast<std::uint8_t>(sizes.size());
    m_checkpoint->m_dims.append(sizes);
    m_checkpoint->m_dims.append(strides);
    m_checkpoint->m_tensors.push_back(tensor);
    return static_cast<TensorId>(m_checkpoint->m_tensors.size() - 1);
}

void CheckpointBuilder::checkTensor(TensorId id)
{
    const Tensor& tensor = m_checkpoint->m_tensors[id];
    const std::span<const std::int64_t> sizes = m_checkpoint->shape(tensor);
    const std::span<const std::int64_t> strides = m_checkpoint->stride(tensor);
    if (std::ranges::any_of(sizes, [](std::int64_t size) { return size < 0; })) {
        addIssue(ErrorCode::TensorArguments, Severity::Error, message("the shape has a negative size"), tensor.entry);
        return;
    }
    const auto elements = productOf(sizes);
    const auto logical = elements ? bytesFor(*elements, tensor.dtype) : std::nullopt;
    m_valueBytes = checkedAdd(m_valueBytes, logical.value_or(0)).value_or(~std::uint64_t{0});
    ++m_checkedTensors;
    if (!logical) {
        addIssue(ErrorCode::TensorHuge, Severity::Error, message("the shape has more elements than a tensor can have"),
                 tensor.entry);
        return;
    }
    if (tensor.storage == kNoId) {
        return;
    }
    const Storage& storage = m_checkpoint->m_storages[tensor.storage];
    const auto extent = extentOf(sizes, strides);
    const bool negative = !extent || tensor.offset < 0;
    const auto last =
        negative ? std::nullopt : checkedAdd(*extent, static_cast<std::uint64_t>(*extent == 0 ? 0 : tensor.offset));
    const auto end = last ? bytesFor(*last, tensor.dtype) : std::nullopt;
    if (!end || *end > storage.bytes) {
        addIssue(ErrorCode::TensorBounds, Severity::Error,
                 !end ? message("the tensor has a negative stride or offset, or reaches further than 64 bits count")
                      : message("the tensor reaches to byte %1 of a storage that has %2", std::to_string(*end),
                                std::to_string(storage.bytes)),
                 tensor.entry);
        addTrustFinding({Trust::Dangerous, phrase("a tensor outside of its storage"), kReadsMemory});
        return;
    }
    constexpr std::uint64_t tera = std::uint64_t{1} << 40;
    if (*logical > tera && *logical > storage.bytes) {
        addIssue(ErrorCode::TensorHuge, Severity::Warning,
                 message("the tensor repeats its storage up to %1 elements; copying it would need %2 bytes",
                         std::to_string(*elements), std::to_string(*logical)),
                 tensor.entry);
    }
}

std::uint32_t CheckpointBuilder::addExtra(TensorExtra extra)
{
    m_checkpoint->m_extras.push_back(std::move(extra));
    return static_cast<std::uint32_t>(m_checkpoint->m_extras.size() - 1);
}

void CheckpointBuilder::addFact(Message name, Message value, FactKey key)
{
    m_checkpoint->m_facts.push_back({std::move(name), std::move(value), key});
}

void CheckpointBuilder::addGlobal(const GlobalUse& global)
{
    std::vector<GlobalUse>& globals = m_checkpoint->m_globals;
    const auto nameOf = [&](std::uint32_t id) { return std::string_view(globals[id].name); };
    const auto next = static_cast<std::uint32_t>(globals.size());
    const std::uint32_t id = m_globalIds.findOrInsert(next, global.name, nameOf);
    if (id == next) {
        globals.push_back(global);
        return;
    }
    const std::uint32_t mentions = globals[id].mentions + global.mentions;
    if (global.trust > globals[id].trust) {
        globals[id] = global;
    }
    globals[id].mentions = mentions;
}

void CheckpointBuilder::addTrustFinding(TrustFinding finding)
{
    constexpr std::size_t enough = 100; // a file has one for each kind of trick, a folder for each of its files
    std::vector<TrustFinding>& findings = m_checkpoint->m_trustFindings;
    if (std::ranges::find(findings, finding) != findings.end()) {
        return;
    }
    if (findings.size() < enough) {
        findings.push_back(std::move(finding));
    } else if (const auto mildest = std::ranges::min_element(findings, {}, &TrustFinding::trust);
               mildest->trust < finding.trust) {
        *mildest = std::move(finding); // many small ones do not crowd out what matters
    }
}

void CheckpointBuilder::addJudgement(const Checkpoint& part)
{
    for (const GlobalUse& global : part.globals()) {
        addGlobal(global);
    }
    for (const TrustFinding& finding : part.trustFindings()) {
        addTrustFinding(finding);
    }
    addInstructions(part.instructions());
    if (part.isAmbiguous()) {
        setAmbiguous();
    }
    if (part.hasOtherEncoding()) {
        setOtherEncoding();
    }
}

void CheckpointBuilder::addUnread(const Error& failure, std::string name)
{
    addTrustFinding(
        {Trust::Dangerous, message("what is in %1", name), phrase("It cannot be read here, and torch may run it")});
    addIssue({failure.code, Severity::Error, failure.inFull(), std::move(name)});
}

/// Formats that hold a program: reading them runs nothing here, but loading them is for that.
void CheckpointBuilder::judgeFormat()
{
    const FormatTraits& traits = m_checkpoint->traits();
    if (!traits.program.empty()) {
        addTrustFinding({Trust::RunsCode, traits.program, traits.programRun});
    }
}

void CheckpointBuilder::setFormat(Format format)
{
    m_checkpoint->m_format = format;
}

void CheckpointBuilder::setArchive(std::shared_ptr<const formats::ZipArchive> archive)
{
    m_checkpoint->m_archive = std::move(archive);
}

EntryId CheckpointBuilder::addEntry(const Entry& entry)
{
    m_checkpoint->m_entries.push_back(entry);
    return static_cast<EntryId>(m_checkpoint->m_entries.size() - 1);
}

void CheckpointBuilder::setKey(Entry& entry, std::string_view key, KeyRef::Kind kind)
{
    setPooledKey(entry, text(key), kind);
}

void CheckpointBuilder::setPooledKey(Entry& entry, std::uint64_t pooledText, KeyRef::Kind kind)
{
    entry.keyOffset = static_cast<std::uint32_t>(pooledText >> 32);
    entry.keyLength = static_cast<std::uint32_t>(pooledText);
    entry.keyKind = kind;
}

void CheckpointBuilder::setIndex(Entry& entry, std::uint64_t index)
{
    entry.keyOffset = static_cast<std::uint32_t>(index);
    entry.keyLength = 0;
    entry.keyKind = KeyRef::Kind::Index;
}

void CheckpointBuilder::addIssue(ErrorCode code, Severity severity, Message message, EntryId entry)
{
    const bool named =
        entry != kNoId && m_checkpoint->m_issues.size() < kMaxIssues; // a long way up, for what is dropped
    addIssue({code, severity, std::move(message), named ? m_checkpoint->entryName(entry) : std::string{}});
}

void CheckpointBuilder::addIssue(Issue issue)
{
    std::vector<Issue>& issues = m_checkpoint->m_issues;
    m_checkpoint->m_ambiguous |= issue.code == ErrorCode::Ambiguous;
    const auto told = std::span(issues).first(m_toldIssues);
    if ((!issues.empty() && issues.back() == issue) || std::ranges::find(told, issue) != told.end()) {
        return; // a part that is looked at twice
    }
    if (issues.size() < kMaxIssues) {
        issues.push_back(std::move(issue));
    } else {
        ++m_droppedIssues;
    }
}

void CheckpointBuilder::beginAgain()
{
    m_checkpoint->m_entries.clear();
    m_checkpoint->m_tensors.clear();
    m_checkpoint->m_extras.clear();
    m_checkpoint->m_dims.clear();
    m_checkpoint->m_fullValues.clear();
    m_checkpoint->m_fullKeys.clear();
    m_checkpoint->m_pickledArrays.clear();
    m_toldIssues = m_checkpoint->m_issues.size();
    m_droppedIssues = 0;
}

void CheckpointBuilder::copyFull(EntryId id, const Checkpoint& from, EntryId original)
{
    if (const auto value = from.m_fullValues.find(original); value != from.m_fullValues.end()) {
        setFullValue(id, value->second);
    }
    if (const auto key = from.m_fullKeys.find(original); key != from.m_fullKeys.end()) {
        setFullKey(id, key->second);
    }
    if (const auto array = from.m_pickledArrays.find(original); array != from.m_pickledArrays.end()) {
        setPickledArray(id, array->second);
    }
}

CheckpointPtr CheckpointBuilder::finish()
{
    judgeFormat();
    judgeInflated();
    if (!m_checkpoint->traits().usesTorchLoad()) { // which alone wants all records in one folder
        std::erase_if(m_checkpoint->m_issues,
                      [](const Issue& issue) { return issue.code == ErrorCode::ZipForeignRecord; });
    }
    const auto warn = [this](Trust trust, const Message& what, const Message& why) {
        if (trust == Trust::Dangerous) {
            const bool isName = what.pattern() == nullptr; // and may hold anything
            addIssue({ErrorCode::DangerousGlobal,
                      Severity::Warning,
                      message("torch.load with weights_only=False would call or touch %1: %2",
                              isName ? verbatim(inQuotes(what.text())) : message("\"%1\"", what), why),
                      {}});
        }
    };
    for (const GlobalUse& global : m_checkpoint->m_globals) {
        warn(global.trust, verbatim(global.name), global.why);
    }
    for (const TrustFinding& finding : m_checkpoint->m_trustFindings) {
        warn(finding.trust, finding.what, finding.why);
    }
    if (m_droppedIssues != 0) {
        m_checkpoint->m_issues.push_back({ErrorCode::LimitExceeded,
                                          Severity::Warning,
                                          message("%1 more issues are not listed", std::to_string(m_droppedIssues)),
                                          {}});
    }
    buildSharing();
    limitRepeats();
    return std::move(m_checkpoint);
}

void CheckpointBuilder::buildSharing()
{
    Checkpoint& built = *m_checkpoint;
    built.m_sharingStart = LargeVector<std::uint32_t>(built.m_storages.size() + 1);
    for (const Tensor& tensor : built.m_tensors) {
        if (tensor.storage != kNoId) {
            ++built.m_sharingStart[tensor.storage + 1];
        }
    }
    for (std::size_t i = 1; i < built.m_sharingStart.size(); ++i) {
        built.m_sharingStart[i] += built.m_sharingStart[i - 1];
    }
    built.m_sharing.resize(built.m_sharingStart.back());
    LargeVector<std::uint32_t> next = built.m_sharingStart;
    for (TensorId id = 0; id < built.m_tensors.size(); ++id) {
        if (built.m_tensors[id].storage != kNoId) {
            built.m_sharing[next[built.m_tensors[id].storage]++] = id;
        }
    }
}

void CheckpointBuilder::judgeInflated()
{
    if (m_inflatedBytes <= m_budget->mostInflated(ReadBudget::kInflatedTold)) {
        return;
    }
    addIssue(ErrorCode::LimitExceeded, Severity::Warning,
             message("its storages are compressed to a small part of their size: whoever loads it needs %1 of memory",
                     humanBytes(m_inflatedBytes)));
    if (m_inflatedBytes > m_budget->mostInflated(ReadBudget::kInflatedMost)) {
        addTrustFinding({Trust::Dangerous, phrase("storages that are compressed beyond measure"),
                         message("torch would unpack them to %1", humanBytes(m_inflatedBytes))});
    }
}

void CheckpointBuilder::limitRepeats()
{
    Checkpoint& built = *m_checkpoint;
    if (m_checkedTensors == built.m_tensors.size() && m_valueBytes <= RepeatBudget::most(built.m_fileBytes)) {
        return; // as in nearly all files
    }
    RepeatBudget budget(built.m_fileBytes, built.m_sources.size());
    for (Tensor& tensor : built.m_tensors) {
        const std::uint32_t source = tensor.storage == kNoId ? kNoId : built.m_storages[tensor.storage].source;
        if (source == kNoId) {
            continue;
        }
        const SourcePtr& bytes = built.m_sources[source].bytes;
        tensor.repeatsTooMuch =
            !budget.take(source, bytes == nullptr ? 0 : bytes->sizeBytes(), built.logicalBytes(tensor));
    }
}

} // namespace cairn::checkpoint
