#include "ui/queue/disk_space_check.h"

#include "core/base/platform/file.h"
#include "core/convert/common/target.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <filesystem>
#include <map>
#include <utility>

namespace cairn::ui {

namespace {

/// The context of these texts for translators.
class MissingRoom {
    Q_DECLARE_TR_FUNCTIONS(MissingRoom)
};

} // namespace

QString diskSpaceProblem(const std::vector<PendingCopy>& copies)
{
    struct Disk {
        std::string folder;
        std::uint64_t bytes = 0;
    };
    std::map<std::uint64_t, Disk> disks;        // by the number of the device
    std::map<std::string, std::uint64_t> known; // a thousand files lie in few folders
    for (const PendingCopy& copy : copies) {
        const std::string parent = std::filesystem::path(copy.target).parent_path().string();
        auto place = known.find(parent);
        if (place == known.end()) {
            const std::string folder = convert::existingFolder(copy.target);
            const auto status = platform::statusOf(folder, platform::Links::Follow);
            if (!status) {
                continue;
            }
            place = known.emplace(parent, status->device).first;
            disks[status->device].folder = folder;
        }
        disks[place->second].bytes += copy.bytes;
    }
    for (const auto& [device, disk] : disks) {
        const auto room = convert::freeSpaceFor(disk.folder + "/x");
        if (room && *room < disk.bytes) {
            return MissingRoom::tr("The copies need up to %1, but the disk of %2 has %3 left.")
                .arg(bytesText(disk.bytes), shown(disk.folder), bytesText(*room));
        }
    }
    return {};
}

} // namespace cairn::ui
