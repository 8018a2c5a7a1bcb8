#include "core/model/known_models.h"

#include "core/base/files/inflate.h"
#include "core/model/embedded_models.h"
#include "core/model/fingerprint.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <set>
#include <utility>

namespace cairn::model {

namespace {

constexpr std::string_view kMagic = "CairnMdl";
constexpr std::uint32_t kFormat = 2;
constexpr std::size_t kHeader = 16;

} // namespace

/// Reads what model_database.py writes, in its order. Whatever is read past the end is 0, and the database refused.
class KnownModelsReader {
public:
    explicit KnownModelsReader(Bytes bytes) { m_out.m_text = std::move(bytes); }

    [[nodiscard]] bool read()
    {
        readTexts();
        readShapes();
        readNodes();
        readHeadSets();
        readKinds();
        orderHashes();
        return m_isSound && m_at == m_out.m_text.size();
    }
    [[nodiscard]] KnownModels take() { return std::move(m_out); }

private:
    std::uint64_t number()
    {
        constexpr unsigned mostBits = 63;
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < mostBits; shift += 7) {
            if (m_at == m_out.m_text.size()) {
                break;
            }
            const auto byte = std::to_integer<std::uint64_t>(m_out.m_text[m_at++]);
            value |= (byte & 0x7FU) << shift;
            if (byte < 0x80U) {
                return value;
            }
        }
        m_isSound = false;
        return 0;
    }

    std::int64_t signedNumber()
    {
        const std::uint64_t value = number();
        const auto half = static_cast<std::int64_t>(value / 2);
        return value % 2 == 0 ? half : -half - 1;
    }

    template <typename T>
    T fixed()
    {
        T value = 0;
        if (m_out.m_text.size() - m_at < sizeof value) {
            m_isSound = false;
            return 0;
        }
        std::memcpy(&value, m_out.m_text.data() + m_at, sizeof value);
        m_at += sizeof value;
        if constexpr (std::endian::native == std::endian::big) {
            value = std::byteswap(value);
        }
        return value;
    }

    /// A number of things that follow, of a byte or more each.
    std::uint32_t count()
    {
        const std::uint64_t value = number();
        if (value > m_out.m_text.size() - m_at) {
            m_isSound = false;
            return 0;
        }
        return static_cast<std::uint32_t>(value);
    }

    /// The number of one of `size` things.
    std::uint32_t index(std::size_t size)
    {
        const std::uint64_t value = number();
        if (value >= size) {
            m_isSound = false;
            return 0;
        }
        return static_cast<std::uint32_t>(value);
    }

    std::string_view text()
    {
        const std::uint32_t length = count();
        const std::string_view found(reinterpret_cast<const char*>(m_out.m_text.data()) + m_at, length); // NOLINT
        m_at += length;
        return found;
    }

    void readTexts()
    {
        for (std::uint32_t left = count(); left > 0; --left) {
            const std::string_view library = text();
            m_out.m_libraries.emplace_back(library, text());
        }
        for (auto* texts : {&m_out.m_variables, &m_out.m_names}) {
            for (std::uint32_t left = count(); left > 0; --left) {
                texts->push_back(text());
            }
        }
    }

    void readShapes()
    {
        const std::uint32_t shapes = count();
        m_out.m_shapeStarts.push_back(0);
        for (std::uint32_t i = 0; i < shapes && m_isSound; ++i) {
            for (std::uint32_t left = count(); left > 0; --left) {
                const std::uint64_t size = number();
                KnownSize& known = m_out.m_sizes.emplace_back();
                if (size % 2 == 0) {
                    known.number = static_cast<std::int64_t>(size / 2);
                } else {
                    known.variable = static_cast<std::uint32_t>(size / 2);
                    known.number = static_cast<std::int64_t>(number());
                    known.added = signedNumber();
                    m_isSound = m_isSound && known.variable < m_out.m_variables.size() && known.number > 0;
                }
            }
            m_out.m_shapeStarts.push_back(static_cast<std::uint32_t>(m_out.m_sizes.size()));
        }
    }

    void readNodes()
    {
        const std::size_t shapes = m_out.m_shapeStarts.size() - 1;
        const std::uint32_t nodes = count();
        m_out.m_nodes.reserve(nodes);
        for (std::uint32_t i = 0; i < nodes && m_isSound; ++i) {
            KnownNode node{.firstTensor = static_cast<std::uint32_t>(m_out.m_tensors.size()),
                           .tensorCount = count(),
                           .firstRun = static_cast<std::uint32_t>(m_out.m_runs.size())};
            for (std::uint32_t left = node.tensorCount; left > 0; --left) {
                const std::uint32_t name = index(m_out.m_names.size());
                const std::uint32_t shape = index(2 * shapes);
                m_out.m_tensors.push_back({.name = name, .shape = shape / 2, .isTied = shape % 2 != 0});
            }
            node.runCount = count();
            for (std::uint32_t left = node.runCount; left > 0; --left) {
                const std::uint64_t name = number();
                KnownRun run{.name = static_cast<std::uint32_t>(name / 2)};
                if (name % 2 != 0) {
                    run.count = static_cast<std::uint32_t>(std::max<std::uint64_t>(number(), 1));
                } else {
                    m_isSound = m_isSound && run.name < m_out.m_names.size();
                }
                run.node = index(i); // those below come first, so that there is no circle
                m_out.m_runs.push_back(run);
            }
            m_out.m_nodes.push_back(node);
        }
    }

    void readHeadSets()
    {
        const std::uint32_t sets = count();
        for (std::uint32_t i = 0; i < sets && m_isSound; ++i) {
            std::vector<std::uint64_t>& keys = m_out.m_headSets.emplace_back();
            for (std::uint32_t left = count(); left > 0; --left) {
                std::uint64_t path = 0;
                std::string_view rest = text();
                for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
                    path = pathHash(path, nameHash(rest.substr(0, dot)));
                    rest.remove_prefix(dot + 1);
                }
                keys.push_back(pathHash(path, nameHash(rest)));
            }
        }
    }

    void readKinds()
    {
        const std::uint32_t kinds = count();
        m_out.m_kinds.reserve(kinds);
        m_out.m_bodies.reserve(kinds);
        for (std::uint32_t i = 0; i < kinds && m_isSound; ++i) {
            KnownKind kind;
            kind.root = index(m_out.m_nodes.size());
            kind.headSet = index(m_out.m_headSets.size());
            kind.keys = static_cast<std::uint32_t>(number());
            kind.body = fixed<std::uint64_t>();
            m_out.m_bodies.emplace_back(KnownModels::bodyKey(kind.body, kind.headSet), i);
            kind.sketchSize = count();
            for (std::uint32_t left = kind.sketchSize; left > 0 && m_isSound; --left) {
                m_sketches.emplace_back(fixed<std::uint32_t>(), i);
            }
            kind.firstModel = static_cast<std::uint32_t>(m_out.m_models.size());
            kind.modelCount = count();
            for (std::uint32_t left = kind.modelCount; left > 0; --left) {
                const std::uint32_t library = index(m_out.m_libraries.size());
                if (!m_isSound) {
                    return;
                }
                const std::string_view name = text();
                m_out.m_models.push_back({.library = m_out.m_libraries[library].first,
                                          .version = m_out.m_libraries[library].second,
                                          .name = name,
                                          .code = text(),
                                          .className = text()});
            }
            m_out.m_kinds.push_back(kind);
        }
    }

    void orderHashes()
    {
        std::ranges::sort(m_out.m_bodies);
        const auto bucket = [](std::uint32_t hash) { return hash >> KnownModels::kBucketShift; };
        for (const auto& [hash, kind] : m_sketches) {
            ++m_out.m_sketchStarts[bucket(hash) + 1];
        }
        std::partial_sum(m_out.m_sketchStarts.begin(), m_out.m_sketchStarts.end(), m_out.m_sketchStarts.begin());
        std::vector<std::uint32_t> ends = m_out.m_sketchStarts;
        m_out.m_sketches.resize(m_sketches.size());
        for (const auto& sketch : m_sketches) {
            m_out.m_sketches[ends[bucket(sketch.first)]++] = sketch;
        }
    }

    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_sketches; ///< as they come
    KnownModels m_out;
    std::size_t m_at = 0;
    bool m_isSound = true;
};

Result<KnownModels> KnownModels::read(std::span<const std::byte> file)
{
    std::uint32_t format = 0;
    std::uint32_t bytes = 0;
    if (file.size() >= kHeader) {
        std::memcpy(&format, file.data() + kMagic.size(), sizeof format);
        std::memcpy(&bytes, file.data() + kMagic.size() + sizeof format, sizeof bytes);
    }
    if constexpr (std::endian::native == std::endian::big) {
        format = std::byteswap(format);
        bytes = std::byteswap(bytes);
    }
    if (file.size() < kHeader || std::memcmp(file.data(), kMagic.data(), kMagic.size()) != 0 || format != kFormat) {
        return fail(ErrorCode::Unsupported, message("this is no database of models"));
    }
    const MemorySource packed(Bytes(file.begin() + kHeader, file.end()));
    CAIRN_ASSIGN(body, inflateRaw(packed, 0, file.size() - kHeader, bytes));
    KnownModelsReader reader(std::move(body));
    if (!reader.read()) {
        return fail(ErrorCode::Unsupported, message("the database of models is damaged"));
    }
    return reader.take();
}

std::span<const KnownModels::HashedKind> KnownModels::withBody(std::uint64_t bodyKey) const
{
    return std::ranges::equal_range(m_bodies, bodyKey, {}, &HashedKind::first);
}

const KnownModels& KnownModels::ofProgram()
{
    static const KnownModels models = read(embeddedModels()).value_or(KnownModels());
    return models;
}

std::vector<std::string> KnownModels::fullNames() const
{
    std::set<std::string> names;
    for (const KnownModel& model : m_models) {
        names.insert(fullName(model));
    }
    return {names.begin(), names.end()};
}

} // namespace cairn::model
