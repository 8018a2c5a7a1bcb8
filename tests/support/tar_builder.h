#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace cairn::test {

/// Writes ustar files member by member, right ones and, by overwriting the result, wrong ones.
class TarBuilder {
public:
    static constexpr std::size_t kBlockBytes = 512;

    TarBuilder& add(std::string_view name, std::string_view data, char type = '0')
    {
        std::string header(kBlockBytes, '\0');
        header.replace(0, name.size(), name);
        header.replace(100, 8, std::string_view("0000644\0", 8));
        putOctal(header, 124, 11, data.size());
        header[156] = type;
        header.replace(257, 8, std::string_view("ustar\00000", 8));
        sign(header);
        m_bytes.append(header).append(data);
        m_bytes.resize((m_bytes.size() + kBlockBytes - 1) / kBlockBytes * kBlockBytes, '\0');
        return *this;
    }

    /// One line of a PAX header, which counts its own length.
    TarBuilder& addPax(std::string_view keyword, std::string_view value)
    {
        const std::string body = " " + std::string(keyword) + "=" + std::string(value) + "\n";
        std::size_t length = body.size();
        while (std::to_string(length).size() + body.size() != length) {
            ++length;
        }
        return add("PaxHeader", std::to_string(length) + body, 'x');
    }

    /// With the two blocks of zeros that close a tar.
    [[nodiscard]] std::string finish() const { return m_bytes + std::string(2 * kBlockBytes, '\0'); }
    [[nodiscard]] const std::string& unfinished() const { return m_bytes; }

    /// Puts the right checksum into the header at the beginning of `header`.
    static void sign(std::string& header)
    {
        header.replace(148, 8, std::string(8, ' '));
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < kBlockBytes; ++i) {
            sum += static_cast<unsigned char>(header[i]);
        }
        putOctal(header, 148, 6, sum);
        header[154] = '\0';
    }

    static void putOctal(std::string& header, std::size_t at, std::size_t digits, std::uint64_t value)
    {
        for (std::size_t i = digits; i-- > 0; value >>= 3) {
            header[at + i] = static_cast<char>('0' + (value & 7));
        }
    }

private:
    std::string m_bytes;
};

} // namespace cairn::test
