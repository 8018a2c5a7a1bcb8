#include "core/checkpoint/pieces/pieced_tensors.h"

#include <utility>

namespace cairn::checkpoint {

PiecedTensors::PiecedTensors(Assembly& assembly)
    : m_assembly(assembly), m_source(static_cast<std::uint32_t>(assembly.sources.size()))
{
    assembly.sources.push_back({nullptr, "pieces", false});
}

std::uint32_t PiecedTensors::finish(std::optional<Error> failure)
{
    const std::uint32_t key = m_assembly.add({});
    auto finished = m_boxes->finishTensor();
    m_assembly.storageOfBoxes.push_back(key);
    if (!failure && !finished) {
        failure = std::move(finished).error();
    }
    if (failure) {
        m_assembly.unreadable.emplace(key, std::move(*failure));
        return key;
    }
    const Boxes::Tensor& tensor = m_boxes->tensors().back();
    m_assembly.storages[key] = {.source = m_source, .offset = tensor.begin, .bytes = tensor.bytes};
    return key;
}

void PiecedTensors::finishAll(PieceOpener opener)
{
    m_assembly.boxes = std::make_shared<const BoxesSource>(std::move(m_boxes), m_assembly.files, std::move(opener));
    m_assembly.sources[m_source].bytes = m_assembly.boxes;
}

} // namespace cairn::checkpoint
