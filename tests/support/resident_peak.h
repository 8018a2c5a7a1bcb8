#pragma once

#include <QFile>

#include <cstdint>

namespace cairn::test {

/// Memory that a sanitizer adds says nothing about ours.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

/// How far the resident memory of this process rises above where it stood. Linux; elsewhere always 0.
class ResidentPeak {
public:
    ResidentPeak()
    {
        QFile reset(QStringLiteral("/proc/self/clear_refs"));
        if (reset.open(QIODevice::WriteOnly)) {
            reset.write("5"); // sets the peak back to the present
        }
        m_startBytes = peakBytes();
    }

    [[nodiscard]] std::int64_t growthBytes() const { return peakBytes() - m_startBytes; }

private:
    static std::int64_t peakBytes()
    {
        QFile status(QStringLiteral("/proc/self/status"));
        if (!status.open(QIODevice::ReadOnly)) {
            return 0;
        }
        const QList<QByteArray> lines = status.readAll().split('\n');
        for (const QByteArray& line : lines) {
            if (line.startsWith("VmHWM:")) {
                return line.mid(6).trimmed().split(' ').first().toLongLong() * 1024;
            }
        }
        return 0;
    }

    std::int64_t m_startBytes = 0;
};

} // namespace cairn::test
