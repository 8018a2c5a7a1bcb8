#include "core/remote/remote_source.h"

#include "core/base/json/json_tree.h"
#include "core/base/text/text.h"
#include "core/remote/http.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace cairn::remote {

namespace {

constexpr std::uint64_t kBlockBytes = std::uint64_t{256} << 10;
constexpr std::size_t kMostBlocks = 256; // 64 MiB
constexpr std::uint64_t kMostAhead = 32; // blocks in one request
constexpr std::size_t kMostNamesInMessage = 8;

/// The last blocks that were used.
class BlockCache {
public:
    [[nodiscard]] const Bytes* find(std::uint64_t block)
    {
        const auto found = m_blocks.find(block);
        if (found == m_blocks.end()) {
            return nullptr;
        }
        found->second.lastUse = ++m_uses;
        return &found->second.bytes;
    }

    void add(std::uint64_t block, std::span<const std::byte> bytes)
    {
        if (m_blocks.size() >= kMostBlocks) {
            m_blocks.erase(
                std::ranges::min_element(m_blocks, {}, [](const auto& kept) { return kept.second.lastUse; }));
        }
        m_blocks[block] = {.bytes = Bytes(bytes.begin(), bytes.end()), .lastUse = ++m_uses};
    }

private:
    struct Block {
        Bytes bytes;
        std::uint64_t lastUse = 0;
    };
    std::unordered_map<std::uint64_t, Block> m_blocks;
    std::uint64_t m_uses = 0;
};

class BlockSource final : public RemoteSource {
public:
    BlockSource(std::unique_ptr<Http> http, std::string address, const Progress* progress)
        : m_http(std::move(http)), m_address(std::move(address)), m_progress(progress)
    {
    }

    [[nodiscard]] Result<void> begin()
    {
        const std::scoped_lock lock(m_mutex);
        return fetch(0, 1);
    }

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_fileBytes; }
    [[nodiscard]] Traffic traffic() const override
    {
        const std::scoped_lock lock(m_mutex);
        return m_traffic;
    }
    void forgetProgress() override
    {
        const std::scoped_lock lock(m_mutex);
        m_progress = nullptr;
    }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        const std::scoped_lock lock(m_mutex);
        const std::uint64_t last = (offset + into.size() - 1) / kBlockBytes;
        std::size_t done = 0;
        for (std::uint64_t block = offset / kBlockBytes; block <= last; ++block) {
            const Bytes* bytes = m_cache.find(block);
            if (bytes == nullptr) {
                CAIRN_TRY(fetch(block, missingFrom(block, last)));
                bytes = m_cache.find(block);
            }
            const std::uint64_t within = offset + done - block * kBlockBytes;
            const std::size_t count = std::min<std::size_t>(into.size() - done, bytes->size() - within);
            std::memcpy(into.data() + done, bytes->data() + within, count);
            done += count;
        }
        return {};
    }

    /// How many blocks to ask for: what is missing of those up to `last`, and as many more as came the last time where
    /// the file is being read from one end to the other.
    [[nodiscard]] std::uint64_t missingFrom(std::uint64_t block, std::uint64_t last) const
    {
        m_ahead = block == m_expected ? std::min(m_ahead * 2, kMostAhead) : 1;
        const std::uint64_t end = (m_fileBytes + kBlockBytes - 1) / kBlockBytes;
        const std::uint64_t most = std::min(std::max(last - block + 1, m_ahead), kMostAhead);
        std::uint64_t count = 1;
        while (count < most && block + count < end && m_cache.find(block + count) == nullptr) {
            ++count;
        }
        m_expected = block + count;
        return count;
    }

    [[nodiscard]] Result<void> fetch(std::uint64_t first, std::uint64_t count) const
    {
        CAIRN_ASSIGN(answer, m_http->range(first * kBlockBytes, count * kBlockBytes, m_progress));
        const bool isFirst = m_traffic.requests == 0;
        ++m_traffic.requests;
        m_traffic.bytes += answer.bytes.size();
        if (isFirst) {
            m_fileBytes = answer.fileBytes;
            m_version = answer.version;
        } else if (m_fileBytes != answer.fileBytes || m_version != answer.version) {
            return fail(error(ErrorCode::FileChanged, message("the file on the server changed while it was read"))
                            .in(m_address)
                            .fix(message("Open it again")));
        }
        for (std::uint64_t at = 0; at < answer.bytes.size(); at += kBlockBytes) {
            const std::uint64_t bytes = std::min<std::uint64_t>(kBlockBytes, answer.bytes.size() - at);
            m_cache.add(first + at / kBlockBytes, std::span(answer.bytes).subspan(at, bytes));
        }
        return {};
    }

    mutable std::mutex m_mutex; ///< one connection, so one read at a time
    mutable BlockCache m_cache;
    mutable Traffic m_traffic;
    mutable std::uint64_t m_fileBytes = 0;
    mutable std::string m_version;
    mutable std::uint64_t m_expected = 0; ///< the block after those that came last
    mutable std::uint64_t m_ahead = 1;    ///< blocks
    std::unique_ptr<Http> m_http;
    std::string m_address;
    const Progress* m_progress;
};

/// Names in a list of the Hub that checkpoints have.
std::vector<std::string> checkpointsIn(const JsonTree& list)
{
    std::vector<std::string> names;
    if (!list.root().isArray()) {
        return names;
    }
    for (const JsonValue entry : list.root()) {
        const auto path = entry.isObject() ? entry.find("path") : std::nullopt;
        if (!path || !path->isText()) {
            continue;
        }
        for (const std::string_view ending :
             {".pth", ".pt", ".ckpt", ".bin", ".safetensors", ".gguf", ".npz", ".npy"}) {
            if (path->text().ends_with(ending)) {
                names.emplace_back(path->text());
            }
        }
    }
    return names;
}

/// A repository is no file: which ones are in it.
Error repositoryOf(Http& http, const Place& place, const std::string& address, const Progress* progress)
{
    const auto text = http.document(place.repositoryUrl, progress);
    if (!text) {
        return text.error();
    }
    Error failure = error(ErrorCode::NotARegularFile, message("this is a repository, not a file")).in(address);
    const auto list = JsonTree::parse(*text);
    const std::vector<std::string> names = list ? checkpointsIn(*list) : std::vector<std::string>();
    if (names.empty()) {
        return std::move(failure).fix(message("It has no checkpoint in it that could be opened"));
    }
    std::string some;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamesInMessage); ++i) {
        some += (i == 0 ? "" : ", ") + printable(place.fileBase + names[i]);
    }
    return names.size() > kMostNamesInMessage
               ? std::move(failure).fix(message("Name one of its files: %1, or one of %2 more", some,
                                                groupedDigits(names.size() - kMostNamesInMessage)))
               : std::move(failure).fix(message("Name one of its files: %1", some));
}

} // namespace

Result<std::shared_ptr<RemoteSource>> RemoteSource::open(const std::string& address, const Progress* progress)
{
    CAIRN_ASSIGN(place, placeOf(address));
    const std::string shown = withoutSecrets(address);
    CAIRN_ASSIGN(http, openHttp(place, shown));
    if (place.url.empty()) {
        return fail(repositoryOf(*http, place, shown, progress));
    }
    auto source = std::make_shared<BlockSource>(std::move(http), shown, progress);
    CAIRN_TRY(source->begin());
    return source;
}

} // namespace cairn::remote
