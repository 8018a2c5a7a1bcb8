// bench_map [RUNS]: what the map editor works out after an edit, for 100 000 tensors: the verdict, what goes where,
// what each rule takes. Prints the best milliseconds for rules by tag and for rules by name, and of drawing 12 x 8
// curves.

#include "tests/bench/best_of.h"
#include "tests/support/map_samples.h"
#include "ui/map/map_analysis.h"
#include "ui/map/map_painter.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace cairn;

constexpr int kTags = 12;

ui::DocumentPtr large()
{
    std::vector<test::SavedOn> list;
    for (int i = 0; i < kTags; ++i) {
        list.push_back({.tag = "cuda:" + std::to_string(i), .count = 100'000 / kTags, .bytes = 4096});
    }
    return test::documentOf(test::savedOn(list));
}

/// Every tag over eight devices, by size or by name.
devices::MapLocation spread(bool byName)
{
    std::vector<devices::MapRule> rules;
    for (int device = 0; device < 8; ++device) {
        devices::MapRule& rule = rules.emplace_back(devices::MapRule{"cuda:*", "cuda:" + std::to_string(device)});
        rule.when.path = byName ? "m*.w*" + std::to_string(device) : "";
    }
    return devices::MapLocation(std::move(rules));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    const int runs = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 10;
    const ui::DocumentPtr document = large();
    const auto machine = test::machineOf("8 x 80 GB, cpu 1 TB");
    const double byTag = bench::bestOf(runs, [&] { (void)ui::analyseMap(*document, {spread(false), machine}); });
    const double byName = bench::bestOf(runs, [&] { (void)ui::analyseMap(*document, {spread(true), machine}); });

    const auto analysis = ui::analyseMap(*document, {spread(true), machine});
    const ui::MapScene scene = ui::sceneOf(*document, *machine, analysis.get());
    QImage image(800, 700, QImage::Format_ARGB32_Premultiplied);
    const ui::MapLayout layout = ui::layOut(scene, image.size(), QFontMetrics(QApplication::font()));
    const double draw = bench::bestOf(runs, [&] {
        QPainter painter(&image);
        ui::paintMap(
            painter, scene, layout,
            {.palette = QApplication::palette(), .font = QApplication::font(), .current = {}, .hover = {}, .drag = {}});
    });
    std::printf("by tag %.3f, by name %.3f, %zu curves %.3f\n", byTag, byName, scene.curves.size(), draw);
    return 0;
}
