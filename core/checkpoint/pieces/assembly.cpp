#include "core/checkpoint/pieces/assembly.h"

#include "core/base/text/text.h"
#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/pickles/pickle_document.h"
#include "core/formats/pickle/pickle_decoder.h"

#include <charconv>
#include <utility>

namespace cairn::checkpoint {

namespace {

/// Finds the storages of an assembly.
class AssemblyLocator final : public StorageLocator {
public:
    AssemblyLocator(const Assembly& assembly, CheckpointBuilder& builder) : m_assembly(assembly)
    {
        for (const StorageSource& source : assembly.sources) {
            m_sources.push_back(builder.addSource(source));
        }
    }

    [[nodiscard]] Result<StorageBytes> locate(std::string_view key) override
    {
        std::uint32_t number = 0;
        const auto read = std::from_chars(key.data(), key.data() + key.size(), number);
        if (read.ec != std::errc() || number >= m_assembly.storages.size()) {
            return fail(ErrorCode::RecordMissing, message("the folder has no storage %1", inQuotes(key)));
        }
        if (const auto failure = m_assembly.unreadable.find(number); failure != m_assembly.unreadable.end()) {
            return fail(Error(failure->second));
        }
        StorageBytes bytes = m_assembly.storages[number];
        bytes.source = bytes.source == kNoId ? kNoId : m_sources[bytes.source];
        return bytes;
    }

private:
    const Assembly& m_assembly;
    std::vector<std::uint32_t> m_sources; ///< what the builder calls them
};

} // namespace

Result<std::unique_ptr<PickleDocument>> openAssembly(const Assembly& assembly, CheckpointBuilder& builder,
                                                     const Progress* progress)
{
    // Made here, of what was within the budget.
    CAIRN_ASSIGN(graph, formats::decodePickle(assembly.pickle, 0, {}, progress));
    auto document = std::make_unique<PickleDocument>(std::move(graph), assembly.pickle, "the folder");
    document->locator = std::make_unique<AssemblyLocator>(assembly, builder);
    document->storages = std::make_unique<StorageTable>(builder, *document->locator, "");
    return document;
}

} // namespace cairn::checkpoint
