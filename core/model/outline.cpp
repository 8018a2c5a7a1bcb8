#include "core/model/outline.h"

#include "core/checkpoint/own_elements.h"
#include "core/model/numbering.h"

#include <utility>

namespace cairn::model {

namespace {

void add(Part& sum, const Part& added)
{
    sum.parameters += added.parameters;
    sum.buffers += added.buffers;
    sum.tensors += added.tensors;
    sum.bytes += added.bytes;
}

class OutlineMaker {
public:
    explicit OutlineMaker(const ModuleTree& tree) : m_tree(tree), m_own(*tree.weights().checkpoint) {}

    [[nodiscard]] Part make(std::uint32_t id)
    {
        const Module& module = m_tree[id];
        Part part;
        part.name = module.name;
        part.layer = layerOf(m_tree, id, m_width);
        m_tree.forEachOwn(module, [&](std::uint32_t own) {
            Part tensor = ofTensor(own);
            add(part, tensor);
            part.entry = part.entry == checkpoint::kNoId ? tensor.entry : part.entry;
            if (!part.layer.isWhole) {
                part.parts.push_back(std::move(tensor));
            }
        });
        if (part.layer.isWhole && part.layer.out > 0) {
            m_width = part.layer.out;
        }
        addChildren(module, part);
        return part;
    }

private:
    [[nodiscard]] Part ofTensor(std::uint32_t own)
    {
        const ModelWeights& weights = m_tree.weights();
        const Weight& weight = weights.weights[own];
        const checkpoint::Tensor& tensor = weights.tensor(weight);
        Part part;
        part.name = m_tree.ownName(own);
        part.layer = parameterLayer(weights.shape(weight));
        part.tensors = 1;
        part.bytes = weights.checkpoint->logicalBytes(tensor);
        part.entry = weight.entry;
        (isBuffer(m_tree, own) ? part.buffers : part.parameters) = m_own.of(tensor);
        return part;
    }

    void addChildren(const Module& module, Part& part)
    {
        for (const Run& run : runsOf(m_tree, module)) {
            Part first = make(run.modules.front());
            part.entry = part.entry == checkpoint::kNoId ? first.entry : part.entry;
            if (run.modules.size() > 1) {
                first = alike(std::move(first), run);
            }
            add(part, first);
            part.parts.push_back(std::move(first));
        }
        putTogether(part);
    }

    /// Several modules with the same in them, as one part.
    [[nodiscard]] Part alike(Part first, const Run& run)
    {
        const std::string_view own = m_tree[run.modules.front()].name;
        std::string rest = first.name.substr(own.size()); // of modules that were put together with it
        Part part;
        if (first.times > 1) { // in each of them several others are alike
            part = first;
            first.name = rest.empty() ? first.numbers : rest.substr(1);
            part.parts.clear();
            part.layer = {};
            part.parts.push_back(std::move(first));
            rest.clear();
        } else {
            part = std::move(first);
        }
        // Each is counted for itself: some may share their numbers with others.
        for (std::size_t i = 1; i < run.modules.size(); ++i) {
            add(part, make(run.modules[i]));
        }
        part.times = run.modules.size();
        part.numbers = run.numbers;
        part.name = run.stem + run.numbers + rest;
        return part;
    }

    /// A module that holds nothing but one other is shown with it, in one row.
    static void putTogether(Part& part)
    {
        const bool isModel = part.name.empty();
        if (isModel || part.parts.size() != 1 || part.layer.kind != LayerKind::None) {
            return;
        }
        Part only = std::move(part.parts.front());
        if (only.times == 1 || only.name != only.numbers) { // else it is a list of them
            part.name += '.' + only.name;
        }
        part.times = only.times;
        part.numbers = std::move(only.numbers);
        part.layer = std::move(only.layer);
        part.parts = std::move(only.parts);
    }

    const ModuleTree& m_tree;
    checkpoint::OwnElements m_own;
    std::int64_t m_width = 0; ///< of the layer before
};

} // namespace

Outline outlineOf(const ModelWeights& weights, const ModuleTree& tree)
{
    Outline outline;
    outline.place = weights.group == 0 ? std::string() : weights.checkpoint->entryName(weights.group);
    outline.prefix = weights.prefix;
    outline.beside = weights.beside;
    outline.model = OutlineMaker(tree).make(0);
    outline.issues = numberingIssues(tree);
    return outline;
}

Outline outlineOf(const checkpoint::Checkpoint& checkpoint)
{
    const ModelWeights weights = findWeights(checkpoint);
    return outlineOf(weights, ModuleTree(weights));
}

} // namespace cairn::model
