#include "ui/map/model/map_scene.h"

#include "core/devices/machine/device_order.h"
#include "core/devices/machine/device_string.h"
#include "ui/document/entry_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>

namespace cairn::ui {

using devices::Backend;
using devices::Device;
using devices::DeviceInventory;

namespace {

QString mapSceneText(const char* text)
{
    return QCoreApplication::translate("MapScene", text);
}

std::vector<MapTag> tagsOf(const Document& document)
{
    std::vector<MapTag> tags;
    for (const auto& [tag, usage] : document.devices) {
        if (usage.storages != 0) {
            tags.push_back({.tag = tag, .storages = usage.storages, .bytes = usage.bytes});
        }
    }
    // The same order on both sides, so that few curves cross.
    std::ranges::sort(tags, devices::deviceLess, &MapTag::tag);
    return tags;
}

QString noteOf(const Device& device, unsigned cores)
{
    QStringList parts;
    if (!device.name.empty()) {
        parts.append(shown(device.name));
    }
    if (cores != 0) {
        parts.append(cores == 1 ? mapSceneText(QT_TRANSLATE_NOOP("MapScene", "1 core"))
                                : mapSceneText(QT_TRANSLATE_NOOP("MapScene", "%1 cores")).arg(cores));
    }
    if (device.totalBytes != 0) {
        parts.append(bytesText(device.totalBytes));
    }
    return parts.join(QStringLiteral(" · "));
}

MapTarget cardOf(const Device& device, unsigned cores = 0)
{
    MapTarget card;
    card.tags = {device.tag.empty() ? "cpu" : device.tag};
    card.title = shown(card.tags.front());
    card.note = noteOf(device, cores);
    card.totalBytes = device.totalBytes;
    card.freeBytes = device.freeBytes;
    return card;
}

/// "cuda:1, cuda:2", or "cuda:1 … cuda:7"
QString titleOf(const std::vector<std::string>& tags)
{
    constexpr std::size_t kMostNamed = 3;
    if (tags.size() > kMostNamed) {
        return shown(tags.front()) + QStringLiteral(" … ") + shown(tags.back());
    }
    QStringList names;
    for (const std::string& tag : tags) {
        names.append(shown(tag));
    }
    return names.join(QStringLiteral(", "));
}

/// A card for each backend that is asked for and not there.
void addAbsent(MapScene& scene, const DeviceInventory& machine, const std::vector<std::string>& wanted)
{
    std::map<std::string, std::vector<std::string>> absent; // by backend
    if (machine.count("cuda") == 0) {
        absent["cuda"];
    }
    for (const std::string& tag : wanted) {
        if (!machine.has(tag)) {
            absent[std::string(devices::backendOf(tag))].push_back(tag);
        }
    }
    for (auto& [backend, tags] : absent) {
        if (tags.empty()) {
            tags.push_back(backend);
        }
        std::ranges::sort(tags, devices::deviceLess);
        tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
        MapTarget card;
        card.kind = MapTarget::Kind::Absent;
        card.title = titleOf(tags);
        card.note = inWordsAlone(machine.whyAbsent(tags.front()));
        card.tags = tags;
        scene.targets.push_back(std::move(card));
    }
}

std::size_t targetIndex(const MapScene& scene, const DeviceInventory& machine, const std::string& tag)
{
    const Device* device = machine.find(tag);
    const std::string& name = device == nullptr || device->tag.empty() ? tag : device->tag;
    const auto found = std::ranges::find_if(scene.targets, [&](const MapTarget& target) {
        return target.kind != MapTarget::Kind::AsSaved && std::ranges::find(target.tags, name) != target.tags.end();
    });
    return static_cast<std::size_t>(found - scene.targets.begin());
}

void addCurves(MapScene& scene, const DeviceInventory& machine, const MapAnalysis& analysis)
{
    for (const devices::FlowUse& use : analysis.flows) {
        const auto tag = std::ranges::find(scene.tags, use.flow.tag, &MapTag::tag);
        const std::size_t target = targetIndex(scene, machine, use.flow.target);
        if (tag != scene.tags.end() && target != scene.targets.size()) {
            scene.curves.push_back(
                {.tag = static_cast<std::size_t>(tag - scene.tags.begin()), .target = target, .use = use});
        }
    }
    std::ranges::sort(scene.curves, {}, [](const MapCurve& curve) { return std::pair(curve.tag, curve.target); });
    for (const MapCurve& curve : scene.curves) {
        MapTarget& target = scene.targets[curve.target];
        if (target.kind != MapTarget::Kind::Meta) {
            target.addedBytes += curve.use.bytes;
            target.parts.emplace_back(curve.tag, curve.use.bytes);
        }
    }
}

} // namespace

MapScene sceneOf(const Document& document, const DeviceInventory& machine, const MapAnalysis* analysis)
{
    MapScene scene;
    scene.machine = machineName(machine);
    scene.tags = tagsOf(document);
    scene.targets.push_back(cardOf(machine.cpu, machine.cores));
    for (const Backend& backend : machine.backends) {
        for (const Device& device : backend.devices) {
            scene.targets.push_back(cardOf(device));
        }
    }
    MapTarget meta;
    meta.kind = MapTarget::Kind::Meta;
    meta.tags = {"meta"};
    meta.title = QStringLiteral("meta");
    meta.note = mapSceneText(QT_TRANSLATE_NOOP("MapScene", "shapes only, no data"));
    scene.targets.push_back(std::move(meta));
    MapTarget saved;
    saved.kind = MapTarget::Kind::AsSaved;
    saved.title = mapSceneText(QT_TRANSLATE_NOOP("MapScene", "as saved"));
    saved.note = mapSceneText(QT_TRANSLATE_NOOP("MapScene", "drop here to take a rule back"));
    scene.targets.push_back(std::move(saved));

    std::vector<std::string> wanted;
    wanted.reserve(scene.tags.size());
    for (const MapTag& tag : scene.tags) {
        wanted.push_back(tag.tag);
    }
    if (analysis != nullptr) {
        for (const devices::FlowUse& use : analysis->flows) {
            wanted.push_back(use.flow.target);
        }
    }
    addAbsent(scene, machine, wanted);
    if (analysis != nullptr) {
        addCurves(scene, machine, *analysis);
        const checkpoint::Checkpoint& checkpoint = *document.checkpoint;
        for (const devices::MapConflict& conflict : analysis->verdict.placement.conflicts()) {
            const auto device = checkpoint.deviceTag(checkpoint.storages()[conflict.storage].device);
            if (const auto tag = std::ranges::find(scene.tags, device, &MapTag::tag); tag != scene.tags.end()) {
                ++tag->split;
            }
        }
    }
    return scene;
}

std::vector<std::string> missingDevices(const MapScene& scene)
{
    std::vector<std::string> missing;
    for (const MapCurve& curve : scene.curves) {
        const std::string& device = curve.use.flow.target;
        const bool isMissing = scene.targets[curve.target].kind == MapTarget::Kind::Absent;
        if (isMissing && std::ranges::find(missing, device) == missing.end()) {
            missing.push_back(device);
        }
    }
    std::ranges::sort(missing, devices::deviceLess);
    return missing;
}

QString creditText(const MapScene& before, const MapScene& after)
{
    const std::vector<std::string> left = missingDevices(after);
    std::vector<std::string> solved = missingDevices(before);
    std::erase_if(solved, [&](const std::string& device) { return std::ranges::find(left, device) != left.end(); });
    if (solved.empty()) {
        return {};
    }
    const QString text = mapSceneText(QT_TRANSLATE_NOOP("MapScene", "Solved: %1.")).arg(titleOf(solved));
    return left.empty()
               ? text
               : text + u' ' + mapSceneText(QT_TRANSLATE_NOOP("MapScene", "Still missing: %1.")).arg(titleOf(left));
}

QString splitText(const MapTag& tag)
{
    return mapSceneText(QT_TRANSLATE_NOOP("MapScene", "⚠ %1 to two devices")).arg(countText(tag.split));
}

QString nameOf(const MapTag& tag)
{
    const QString name =
        QStringLiteral("%1, %2, %3").arg(shown(tag.tag), storagesText(tag.storages), bytesText(tag.bytes));
    return tag.split == 0 ? name : QStringLiteral("%1, %2").arg(name, splitText(tag));
}

QString nameOf(const MapScene& scene, const MapCurve& curve)
{
    const MapTarget& target = scene.targets[curve.target];
    const QString name = mapSceneText(QT_TRANSLATE_NOOP("MapScene", "%1 to %2, %3, %4"))
                             .arg(shown(curve.use.flow.tag), shown(curve.use.flow.target),
                                  storagesText(curve.use.storages), bytesText(curve.use.bytes));
    return target.kind == MapTarget::Kind::Absent
               ? mapSceneText(QT_TRANSLATE_NOOP("MapScene", "%1, not there")).arg(name)
               : name;
}

QString nameOf(const MapTarget& target)
{
    QStringList parts{target.title};
    if (target.kind == MapTarget::Kind::Absent) {
        parts.append(mapSceneText(QT_TRANSLATE_NOOP("MapScene", "not there")));
    }
    parts.append(target.note);
    if (target.addedBytes != 0) {
        parts.append(mapSceneText(QT_TRANSLATE_NOOP("MapScene", "%1 added")).arg(bytesText(target.addedBytes)));
    }
    if (target.totalBytes != 0) {
        parts.append(mapSceneText(QT_TRANSLATE_NOOP("MapScene", "%1 free")).arg(bytesText(target.freeBytes)));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

} // namespace cairn::ui
