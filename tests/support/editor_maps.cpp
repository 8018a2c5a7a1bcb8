// editor_maps FILE FOLDER COUNT: edits maps of a checkpoint at random, as the window does, and writes each as it is
// then: N.devicemap.json, and N.targets, a line for each tensor with its target and its name.

#include "core/checkpoint/readers/open.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/map/map_file.h"
#include "tests/support/random_editing.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

int main(int argc, char** argv)
{
    using namespace cairn;
    if (argc != 4) {
        return 2;
    }
    const auto opened = checkpoint::openCheckpoint(argv[1]);
    const auto machine = devices::describeMachine("8 x 80 GB");
    if (!opened || !machine) {
        return 1;
    }
    auto document = std::make_shared<ui::Document>();
    document->checkpoint = *opened;
    const auto inventory = std::make_shared<const devices::DeviceInventory>(*machine);
    std::mt19937 random(20260101); // the same edits every time
    for (int i = 0; i < std::atoi(argv[3]); ++i) {
        ui::MapEditor editor(document, ui::MapHistory({.map = {}, .machine = inventory}));
        for (std::size_t edits = 1 + random() % 8; edits != 0; --edits) {
            test::anyEdit(editor, random);
        }
        const std::string name = std::string(argv[2]) + '/' + std::to_string(i);
        if (!devices::writeMapFile(name + ".devicemap.json", editor.map())) {
            return 1;
        }
        const auto placed = devices::placeStorages(**opened, editor.map(), inventory.get());
        std::ofstream targets(name + ".targets");
        for (const checkpoint::Tensor& tensor : (*opened)->tensors()) {
            if (tensor.storage != checkpoint::kNoId) {
                targets << placed.target(tensor.storage) << ' ' << (*opened)->entryName(tensor.entry) << '\n';
            }
        }
    }
    return 0;
}
