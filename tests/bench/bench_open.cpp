// bench_open FILE [RUNS]: opens a checkpoint again and again in one process. Prints the best milliseconds of parsing
// (the zip's directory and the pickle in it, up to flat arrays), of opening (parsing, and all that makes rows of it),
// and of the preflight of a map that fails on a machine without devices, ways out included.

#include "core/checkpoint/readers/open.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/preflight.h"
#include "core/formats/pickle/pickle_decoder.h"
#include "core/formats/zip/zip_archive.h"
#include "tests/bench/best_of.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace cairn;

Result<void> parse(const std::string& path)
{
    CAIRN_ASSIGN(file, FileSource::open(path));
    CAIRN_ASSIGN(archive, formats::ZipArchive::open(file));
    const formats::ZipEntry* record = archive->findRecord("data.pkl");
    if (record == nullptr) {
        return fail(ErrorCode::RecordMissing, verbatim("the archive has no pickle"));
    }
    CAIRN_ASSIGN(pickle, archive->recordSource(*record));
    CAIRN_TRY(formats::decodePickle(pickle));
    return {};
}

Result<void> open(const std::string& path)
{
    CAIRN_TRY(checkpoint::openCheckpoint(path));
    return {};
}

Result<void> judge(const checkpoint::Checkpoint& checkpoint, const devices::DeviceInventory& machine)
{
    const auto verdict = devices::preflight(checkpoint, devices::MapLocation::device("cuda:0"), machine);
    return verdict.loads ? Result<void>(fail(ErrorCode::Internal, verbatim("it should not load there")))
                         : Result<void>{};
}

/// Ends the program at an error.
void orEnd(const Result<void>& done)
{
    if (!done) {
        std::fprintf(stderr, "%s\n", done.error().paragraph().c_str());
        std::exit(3);
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: bench_open FILE [RUNS]\n", stderr);
        return 2;
    }
    const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    const double parsing = bench::bestOf(runs, [&] { orEnd(parse(argv[1])); });
    const double opening = bench::bestOf(runs, [&] { orEnd(open(argv[1])); });
    const auto checkpoint = checkpoint::openCheckpoint(argv[1]);
    const auto machine = devices::describeMachine("cpu");
    const double judging = bench::bestOf(runs, [&] { orEnd(judge(**checkpoint, *machine)); });
    std::printf("%.3f %.3f %.3f\n", parsing, opening, judging);
    return 0;
}
