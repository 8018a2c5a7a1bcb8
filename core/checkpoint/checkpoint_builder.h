#pragma once

#include "core/base/text_index.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/read_budget.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

inline constexpr Phrase kReadsMemory = phrase("torch may read memory there that is not the file's");

/// Fills a Checkpoint while a file is being read. One per file, used by one thread; finish() gives the result away.
class CheckpointBuilder {
public:
    /// `budget`: of the file that this one lies in; null for a file of its own.
    CheckpointBuilder(std::string path, Format format, std::uint64_t fileBytes,
                      std::shared_ptr<ReadBudget> budget = nullptr);
    /// Goes on with what another reader finished and nobody else has seen.
    explicit CheckpointBuilder(CheckpointPtr finished);

    /// Room for that many storages, each with a tensor and a row. A hint.
    void reserve(std::size_t storages);
    void reserveEntries(std::size_t entries) { m_checkpoint->m_entries.reserve(entries); }
    void reserveText(std::size_t more) { m_checkpoint->m_text.reserve(m_checkpoint->m_text.size() + more); }

    [[nodiscard]] const std::shared_ptr<ReadBudget>& budget() const { return m_budget; }
    /// What has been built so far, for names in messages.
    [[nodiscard]] const Checkpoint& current() const { return *m_checkpoint; }

    [[nodiscard]] std::uint16_t device(std::string_view tag);
    [[nodiscard]] std::uint16_t type(std::string_view name);
    /// Adds text to the pool; gives offset << 32 | length, the payload of text values.
    [[nodiscard]] std::uint64_t text(std::string_view text);
    /// Of all texts that were added.
    [[nodiscard]] std::size_t textBytes() const { return m_checkpoint->m_text.size(); }

    /// One more compressed storage; all of the file are told together by finish().
    void takeInflated(std::uint64_t plainBytes) { m_inflatedBytes = m_budget->addInflated(plainBytes); }
    [[nodiscard]] std::uint32_t addSource(StorageSource source);
    [[nodiscard]] StorageId addStorage(Storage storage, std::string_view key);
    [[nodiscard]] TensorId addTensor(Tensor tensor, std::span<const std::int64_t> sizes,
                                     std::span<const std::int64_t> strides);
    /// Checks extents against the storage and reports what is wrong as an issue of the tensor's entry.
    void checkTensor(TensorId id);
    [[nodiscard]] std::uint32_t addExtra(TensorExtra extra);
    void addFact(Message name, Message value, FactKey key = FactKey::Other);
    /// One that is there already is counted on; what one pickle does with it may be worse than what another does.
    void addGlobal(const GlobalUse& global);
    void addTrustFinding(TrustFinding finding);
    /// All that torch would run of a file that is a part of this one.
    void addJudgement(const Checkpoint& part);
    /// A pickle that torch would run and that could not be read: an issue, and no reason to trust the rest.
    void addUnread(const Error& failure, std::string name);
    void addInstructions(const std::bitset<256>& instructions) { m_checkpoint->m_instructions |= instructions; }
    void setFormat(Format format);
    void setArchive(std::shared_ptr<const formats::ZipArchive> archive);
    void setAssembly(std::shared_ptr<const Assembly> assembly) { m_checkpoint->m_assembly = std::move(assembly); }

    [[nodiscard]] EntryId addEntry(const Entry& entry);
    [[nodiscard]] Entry& entry(EntryId id) { return m_checkpoint->m_entries[id]; }
    [[nodiscard]] std::size_t entryCount() const { return m_checkpoint->m_entries.size(); }
    void setKey(Entry& entry, std::string_view key, KeyRef::Kind kind = KeyRef::Kind::Text);
    /// A key that text() gave.
    static void setPooledKey(Entry& entry, std::uint64_t pooledText, KeyRef::Kind kind);
    static void setIndex(Entry& entry, std::uint64_t index);
    [[nodiscard]] Storage& storage(StorageId id) { return m_checkpoint->m_storages[id]; }

    void setFullValue(EntryId id, std::shared_ptr<const FullValue> value)
    {
        m_checkpoint->m_fullValues.emplace(id, std::move(value));
    }
    void setPickledArray(EntryId id, PickledArray array)
    {
        m_checkpoint->m_pickledArrays.emplace(id, std::move(array));
    }
    void setFullKey(EntryId id, std::shared_ptr<const FullValue> key)
    {
        m_checkpoint->m_fullKeys.emplace(id, std::move(key));
    }

    /// Takes all rows and tensors away, to add them once more. Issues that have been told are not told again.
    void beginAgain();
    /// What both of these are of a row of another checkpoint.
    void copyFull(EntryId id, const Checkpoint& from, EntryId original);

    /// `entry` kNoId: about the file as a whole.
    void addIssue(ErrorCode code, Severity severity, Message message, EntryId entry = kNoId);
    void addIssue(Issue issue);
    void setAmbiguous() { m_checkpoint->m_ambiguous = true; }
    void setOtherEncoding() { m_checkpoint->m_otherEncoding = true; }

    [[nodiscard]] CheckpointPtr finish();

private:
    void judgeFormat();
    void buildSharing();
    void limitRepeats();
    void judgeInflated();

    std::shared_ptr<Checkpoint> m_checkpoint;
    std::shared_ptr<ReadBudget> m_budget;
    /// Small ids of texts that come again and again.
    struct Interned {
        TextIndex<ExactText> ids;
        std::uint16_t last = 0; ///< what was asked for is mostly asked for again
        [[nodiscard]] std::uint16_t id(std::vector<std::string>& texts, std::string_view text);
    };

    Interned m_typeIds;
    Interned m_deviceIds;
    TextIndex<ExactText> m_globalIds;
    std::uint64_t m_inflatedBytes = 0; ///< of compressed storages, here and in what this file lies in
    std::uint64_t m_valueBytes = 0;    ///< of the tensors that were checked
    std::size_t m_checkedTensors = 0;
    std::size_t m_droppedIssues = 0;
    std::size_t m_toldIssues = 0; ///< before the rows were taken away
};

} // namespace cairn::checkpoint
