#include "tests/bench/best_of.h"
#include "ui/tree/checkpoint_model.h"
#include "ui/tree/projection.h"

#include <QCoreApplication>

#include <cstdio>
#include <string>

// Milliseconds that the tree of a checkpoint takes: to lay out, to give to a view, to search.

using namespace cairn::ui;
using cairn::bench::bestOf;

int main(int argc, char* argv[])
{
    const QCoreApplication app(argc, argv);
    cairn::Progress progress;
    const auto document = openDocument(argc > 1 ? argv[1] : "", progress);
    if (!document) {
        std::fprintf(stderr, "%s\n", document.error().paragraph().c_str());
        return 1;
    }
    RowTreePtr tree;
    std::printf("layout %.1f\n", bestOf(3, [&] { tree = makeRowTree(**document, {}, progress); }));
    std::printf("flat %.1f\n", bestOf(3, [&] { (void)makeRowTree(**document, {.levels = false}, progress); }));
    std::printf("natural order %.1f\n", bestOf(3, [&] {
                    (void)makeRowTree(**document, {.levels = true, .order = RowColumn::Name}, progress);
                }));
    std::printf("flat, natural order %.1f\n", bestOf(1, [&] {
                    (void)makeRowTree(**document, {.levels = false, .order = RowColumn::Name}, progress);
                }));
    CheckpointModel model;
    std::printf("model %.2f\n", bestOf(3, [&] { model.show(*document, {.tree = tree, .filter = {}, .targets = {}}); }));
    for (const char* text :
         {"w", "layers.99999", "*.weight", "shape:2x* size<1kB", "12 float32", "/9{3}/", "nothing"}) {
        const auto query = parseSearch(QString::fromUtf8(text));
        RowFilterPtr filter;
        const double search = bestOf(5, [&] { filter = filterRows(**document, *tree, *query, progress); });
        const double show = bestOf(3, [&] { model.show(*document, {.tree = tree, .filter = filter, .targets = {}}); });
        std::printf("search %s: %.1f + %.2f, %llu hits\n", text, search, show,
                    static_cast<unsigned long long>(filter->hits));
    }
    return 0;
}
