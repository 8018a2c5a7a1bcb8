// bench_recognise FILE [RUNS]: asks again and again which model a checkpoint is. Prints the best milliseconds of
// reading the database that is part of the program, once in each process, and of the answer: from the tensors of the
// open file, through the tree of their modules, to the model.

#include "core/checkpoint/readers/open.h"
#include "core/model/embedded_models.h"
#include "core/model/recognition.h"
#include "tests/bench/best_of.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace cairn;

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: bench_recognise FILE [RUNS]\n", stderr);
        return 2;
    }
    const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    const auto checkpoint = checkpoint::openCheckpoint(argv[1]);
    const auto known = model::KnownModels::read(model::embeddedModels());
    if (!checkpoint || !known) {
        std::fputs("the file or the database cannot be read\n", stderr);
        return 3;
    }
    const double reading = bench::bestOf(runs, [] {
        if (!model::KnownModels::read(model::embeddedModels())) {
            std::exit(3);
        }
    });
    const double answering = bench::bestOf(runs, [&] {
        const model::ModelWeights weights = model::findWeights(**checkpoint);
        if (model::recognise(model::ModuleTree(weights), *known).kind != model::Recognition::Kind::None) {
            std::exit(3); // it is none
        }
    });
    std::printf("%.3f %.3f\n", reading, answering);
    return 0;
}
