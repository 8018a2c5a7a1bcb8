#include "core/remote/remote_source.h"

#include "core/base/json/json_tree.h"
#include "core/base/text/text.h"
#include "core/remote/http.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace cairn::remote {

namespace {

constexpr std::uint64_t kBlockBytes = std::uint64_t{256} << 10;
constexpr std::size_t kMostBlocks = 256; // 64 MiB
constexpr std::uint64_t kMostAhead = 32; // blocks in one request
constexpr std::size_t kMostRuns = 8;
static_assert(kMostRuns * kMostAhead <= kMostBlocks); // what comes for one never drives out itself
constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kMostNamesInMessage = 8;

/// One reader's way through the file, from one end to the other.
struct Run {
    std::uint64_t first = kNowhere;    ///< the block it began at
    std::uint64_t expected = kNowhere; ///< the block after those that came last
    std::uint64_t came = 0;            ///< how many those are
    std::uint64_t ahead = 1;           ///< blocks to ask for at once
    std::uint64_t lastUse = 0;
};

/// Where the last readers are: several threads read parts of one tensor, and each is to be known again.
class Runs {
public:
    /// The reader that lacks this block now: the one that expected it, or a new one in place of the one that asked for
    /// nothing the longest.
    Run& goOn(std::uint64_t block)
    {
        ++m_uses;
        auto found = std::ranges::find(m_runs, block, &Run::expected);
        if (found == m_runs.end()) {
            found = std::ranges::min_element(m_runs, {}, &Run::lastUse);
            *found = Run{.first = block};
        } else {
            found->ahead = std::min(found->ahead * 2, mostAhead());
        }
        found->lastUse = m_uses;
        return *found;
    }

    /// There, nobody need read ahead: somebody else was there already.
    [[nodiscard]] bool othersBeginAt(std::uint64_t block, const Run& run) const
    {
        return std::ranges::any_of(m_runs, [&](const Run& other) { return &other != &run && other.first == block; });
    }

    /// Whether a reader most likely comes to this block soon. A thread that has to wait for the others would find it
    /// gone otherwise.
    [[nodiscard]] bool haveAhead(std::uint64_t block) const
    {
        return std::ranges::any_of(m_runs, [&](const Run& run) {
            return isReading(run) && block < run.expected && block + run.came >= run.expected;
        });
    }

private:
    [[nodiscard]] bool isReading(const Run& run) const { return run.ahead > 1 && run.lastUse + 4 * kMostRuns > m_uses; }

    /// What all that read now have ahead of them takes half of the cache at most.
    [[nodiscard]] std::uint64_t mostAhead() const
    {
        const auto readers = std::ranges::count_if(m_runs, [&](const Run& run) { return isReading(run); });
        return std::min(kMostAhead, kMostBlocks / 2 / std::max<std::uint64_t>(1, static_cast<std::uint64_t>(readers)));
    }

    std::array<Run, kMostRuns> m_runs;
    std::uint64_t m_uses = 0;
};

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

    /// In place of the one that was used the longest ago and that no reader has ahead of it.
    void add(std::uint64_t block, std::span<const std::byte> bytes, const Runs& runs)
    {
        if (m_blocks.size() >= kMostBlocks) {
            m_blocks.erase(std::ranges::min_element(m_blocks, {}, [&](const auto& kept) {
                return std::pair(runs.haveAhead(kept.first), kept.second.lastUse);
            }));
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

    /// How many blocks to ask for: what is missing of those up to `last`, and twice as many as the last time where a
    /// reader goes on from where it was.
    [[nodiscard]] std::uint64_t missingFrom(std::uint64_t block, std::uint64_t last) const
    {
        Run& run = m_runs.goOn(block);
        const std::uint64_t end = (m_fileBytes + kBlockBytes - 1) / kBlockBytes;
        const std::uint64_t needed = last - block + 1;
        const std::uint64_t ahead = m_runs.othersBeginAt(block, run) ? 1 : run.ahead;
        const std::uint64_t most = std::min(std::max(needed, ahead), kMostAhead);
        std::uint64_t count = 1;
        while (count < most && block + count < end && m_cache.find(block + count) == nullptr &&
               (count < needed || !m_runs.othersBeginAt(block + count, run))) {
            ++count;
        }
        run.expected = block + count;
        run.came = count;
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
            m_cache.add(first + at / kBlockBytes, std::span(answer.bytes).subspan(at, bytes), m_runs);
        }
        return {};
    }

    mutable std::mutex m_mutex; ///< one connection, so one read at a time
    mutable BlockCache m_cache;
    mutable Traffic m_traffic;
    mutable std::uint64_t m_fileBytes = 0;
    mutable std::string m_version;
    mutable Runs m_runs;
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
