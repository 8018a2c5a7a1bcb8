// bench_map [RUNS]: what the map editor works out after an edit, for 100 000 tensors: the verdict, what goes where,
// what each rule takes; and what a frame takes while a tag is dragged among 12 x 8 curves. A line each: milliseconds,
// what took them.

#include "tests/bench/best_of.h"
#include "tests/support/documents.h"
#include "tests/support/map_samples.h"
#include "ui/map/canvas/map_canvas.h"
#include "ui/map/model/map_analysis.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

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

/// The milliseconds of each frame while a tag is dragged over all devices and back: the mouse event, and painting.
std::vector<double> dragFrames(ui::MapCanvas& picture, int runs)
{
    const auto send = [&picture](QEvent::Type type, const QPointF& at) {
        QMouseEvent event(type, at, picture.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&picture, &event);
    };
    const QPointF from = picture.layout().tags.front().center();
    const int frames = 30 * runs;
    std::vector<double> milliseconds;
    send(QEvent::MouseButtonPress, from);
    for (int frame = 0; frame < frames; ++frame) {
        const double part = (frame + 1.0) / frames;
        const QPointF at(from.x() + (picture.width() - 20 - from.x()) * std::min(1.0, 2 * part),
                         from.y() + (picture.height() - 20 - from.y()) * part);
        milliseconds.push_back(bench::bestOf(1, [&] {
            send(QEvent::MouseMove, at);
            picture.repaint();
        }));
    }
    QKeyEvent escape(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
    QApplication::sendEvent(&picture, &escape);
    std::sort(milliseconds.begin() + 1, milliseconds.end()); // the first paints what stays
    return milliseconds;
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
    ui::MapCanvas picture;
    picture.resize(800, 700);
    picture.setScene(ui::sceneOf(*document, *machine, analysis.get()), document);
    picture.show();
    QApplication::processEvents();
    const std::size_t curves = picture.scene().curves.size();
    const std::vector<double> frames = dragFrames(picture, runs);
    std::printf("%.3f verdict of a map by tags, 100,000 tensors\n", byTag);
    std::printf("%.3f verdict of a map by names, 100,000 tensors\n", byName);
    std::printf("%.3f first frame of a drag, %zu curves\n", frames.front(), curves);
    std::printf("%.3f frame of a drag, %zu curves, median\n", frames[1 + frames.size() / 2], curves);
    std::printf("%.3f frame of a drag, %zu curves, one in a hundred is slower\n", frames[frames.size() * 99 / 100],
                curves);
    return 0;
}
