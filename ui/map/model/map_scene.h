#pragma once

#include "core/devices/map/map_use.h"
#include "ui/map/model/map_analysis.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::ui {

/// A saved tag, on the left of the picture.
struct MapTag {
    std::string tag;
    std::uint64_t storages = 0;
    std::uint64_t bytes = 0;
    std::uint64_t split = 0; ///< storages that rules would send to two devices
};

/// A place on the right: a device of the machine, or what stands for devices that it does not have.
struct MapTarget {
    enum class Kind { Device, Meta, AsSaved, Absent };

    Kind kind = Kind::Device;
    std::vector<std::string> tags; ///< what ends here; of a device one, of absent ones all
    QString title;                 ///< "cuda:0"
    QString note;                  ///< what device it is; why it is absent
    std::uint64_t totalBytes = 0;  ///< 0: not known
    std::uint64_t freeBytes = 0;
    std::uint64_t addedBytes = 0;
    std::vector<std::pair<std::size_t, std::uint64_t>> parts; ///< of the added bytes, by index of the saved tag

    [[nodiscard]] bool takesDrops() const { return kind != Kind::Absent; }
    /// As a rule names it: empty for "as saved".
    [[nodiscard]] std::string dropTarget() const { return kind == Kind::AsSaved ? std::string() : tags.front(); }
    [[nodiscard]] bool isOver() const { return totalBytes != 0 && addedBytes > freeBytes; }
};

/// What goes from a tag to a target.
struct MapCurve {
    std::size_t tag = 0;
    std::size_t target = 0;
    devices::FlowUse use;
};

/// What the picture shows, without a place for anything. Which cards there are depends on the file, the machine and the
/// devices that the map names, so nothing moves while a map changes among those.
struct MapScene {
    std::vector<MapTag> tags;
    std::vector<MapTarget> targets;
    std::vector<MapCurve> curves;
    QString machine;
};

/// `analysis` may be null: then nothing goes anywhere yet.
[[nodiscard]] MapScene sceneOf(const Document& document, const devices::DeviceInventory& machine,
                               const MapAnalysis* analysis);

/// What the file would go to and the machine does not have.
[[nodiscard]] std::vector<std::string> missingDevices(const MapScene& scene);
/// "Solved: cuda:1. Still missing: cuda:0.": which missing devices `before` has and `after` has not, and which are
/// left. Empty if none was solved.
[[nodiscard]] QString creditText(const MapScene& before, const MapScene& after);

/// "⚠ 2 to two devices", of storages, which cannot go to more than one
[[nodiscard]] QString splitText(const MapTag& tag);
/// "cuda:3, 304 storages, 1.2 GB"
[[nodiscard]] QString nameOf(const MapTag& tag);
/// "cuda:3 to cpu, 304 storages, 1.2 GB"
[[nodiscard]] QString nameOf(const MapScene& scene, const MapCurve& curve);
/// "cuda:0, NVIDIA H100, 782 MB added, 9.8 GB free"
[[nodiscard]] QString nameOf(const MapTarget& target);

} // namespace cairn::ui
