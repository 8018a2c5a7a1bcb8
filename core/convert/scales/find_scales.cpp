#include "core/convert/scales/find_scales.h"

#include "core/base/json/json_tree.h"
#include "core/base/text/text.h"
#include "core/checkpoint/folders/whole_of.h"
#include "core/checkpoint/second_names.h"
#include "core/convert/common/cast_loops.h"
#include "core/convert/scales/make_scales.h"
#include "core/values/small_float.h"
#include "core/values/value_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Tensor;
using checkpoint::TensorId;
using formats::Dtype;

namespace {

constexpr std::string_view kWeight = "weight";
constexpr std::string_view kComfyMetadata = "_quantization_metadata";
constexpr std::string_view kComfyMarker = "scaled_fp8";
/// In the module of a weight: what means nothing where that is no code any more. No numbers of these are the weight's.
constexpr std::array<std::string_view, 4> kCompanions = {"input_scale", "scale_input", "activation_scale",
                                                         "comfy_quant"};
constexpr std::uint64_t kUsualBlock = 128; ///< of DeepSeek and of those who follow it
constexpr std::uint64_t kMostScales = std::uint64_t{1} << 24;

/// The name of the module that a weight belongs to, with its dot; nothing for one of another name.
std::optional<std::string> moduleOf(std::string_view weight)
{
    const std::size_t dot = weight.rfind('.');
    const std::size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
    return weight.substr(begin) == kWeight ? std::optional(std::string(weight.substr(0, begin))) : std::nullopt;
}

/// [576, 7168]
std::string sizesText(std::span<const std::int64_t> sizes)
{
    std::string text = "[";
    for (const std::int64_t size : sizes) {
        text += (text.size() == 1 ? "" : ", ") + std::to_string(size);
    }
    return text + ']';
}

std::unexpected<Error> cannotScale(const std::string& weight, Message why, Message fix)
{
    return fail(error(ErrorCode::Unsupported, message("tensor %1 cannot be multiplied by its scales", inQuotes(weight)))
                    .because(std::move(why))
                    .fix(std::move(fix)));
}

Message leaveAsItIs(const std::string& weight, Dtype dtype)
{
    const std::string name(formats::dtypeInfo(dtype).name);
    return message("Get the file again; or keep the codes and their scales with a rule in front of the others: --cast "
                   "%1",
                   inQuotes(name + "=" + name + ":" + weight));
}

bool canBeScale(Dtype dtype, ScaleConvention convention)
{
    switch (dtype) {
    case Dtype::Float32:
    case Dtype::Float16:
    case Dtype::BFloat16: return true;
    case Dtype::Float8E8M0Fnu: return convention == ScaleConvention::DeepSeek;
    default: return false;
    }
}

/// Blocks of this size fit a grid of scales.
bool fits(const ScaleGrid& grid, std::uint64_t gridRows, std::uint64_t gridColumns)
{
    return grid.gridRows() == gridRows && grid.gridColumns() == gridColumns;
}

/// The blocks that make so many rows and columns of scales.
std::optional<ScaleGrid> cut(ScaleGrid grid, std::uint64_t gridRows, std::uint64_t gridColumns,
                             const QuantizationConfig& config)
{
    if (gridRows == 0 || gridColumns == 0) {
        return std::nullopt;
    }
    if (config.block) {
        std::tie(grid.blockRows, grid.blockColumns) = *config.block;
        if (fits(grid, gridRows, gridColumns)) {
            return grid;
        }
    }
    grid.blockRows = grid.blockColumns = kUsualBlock;
    if (fits(grid, gridRows, gridColumns)) {
        return grid;
    }
    if (grid.rows % gridRows != 0 || grid.columns % gridColumns != 0) {
        return std::nullopt;
    }
    grid.blockRows = grid.rows / gridRows;
    grid.blockColumns = grid.columns / gridColumns;
    return grid;
}

} // namespace

bool isFloat8(Dtype dtype)
{
    return dtype == Dtype::Float8E4M3Fn || dtype == Dtype::Float8E5M2;
}

Result<std::vector<float>> readScales(const Checkpoint& source, TensorId scales)
{
    const Tensor& tensor = source.tensors()[scales];
    CAIRN_ASSIGN(layout, values::valueLayout(source, tensor));
    std::vector<float> numbers(layout.elements);
    values::ValueReader reader(source, std::move(layout));
    const std::size_t width = formats::dtypeInfo(tensor.dtype).bits / 8U;
    for (std::size_t done = 0;;) {
        CAIRN_ASSIGN(block, reader.next());
        if (block.empty()) {
            break;
        }
        const auto part = std::span(numbers).subspan(done, block.size() / width);
        if (tensor.dtype == Dtype::Float32) {
            std::memcpy(part.data(), block.data(), block.size());
        } else if (tensor.dtype == Dtype::Float8E8M0Fnu) {
            std::ranges::transform(block, part.begin(), [&](std::byte bits) {
                return static_cast<float>(values::smallFloat(tensor.dtype, std::to_integer<std::uint8_t>(bits)));
            });
        } else {
            castElements(tensor.dtype, Dtype::Float32, block, std::as_writable_bytes(part));
        }
        done += part.size();
    }
    const auto wrong = std::ranges::find_if(numbers, [](float scale) { return !(scale >= 0) || std::isinf(scale); });
    if (wrong != numbers.end()) {
        const auto place = static_cast<std::uint64_t>(wrong - numbers.begin());
        return fail(error(ErrorCode::Unsupported,
                          std::isnan(*wrong)   ? message("scale %1 is not a number", groupedDigits(place))
                          : std::isinf(*wrong) ? message("scale %1 is infinite", groupedDigits(place))
                                               : message("scale %1 is below zero", groupedDigits(place))));
    }
    return numbers;
}

std::vector<Message> scaleWarnings(const Checkpoint& source, const ScaleReport& scales)
{
    std::vector<Message> warnings;
    const bool hasUsed = std::ranges::any_of(scales.used, [](std::uint64_t count) { return count != 0; });
    const bool hasMade = std::ranges::any_of(scales.made, [](std::uint64_t count) { return count != 0; });
    if (scales.unscaled.empty() && !hasUsed && !hasMade) {
        return warnings;
    }
    const QuantizationConfig config = quantizationConfigOf(source);
    if (!scales.unscaled.empty()) {
        warnings.push_back(message("float8 without scales beside it is cast as it is: %1, the first %2",
                                   countOf(scales.unscaled.size(), "tensor"), inQuotes(scales.unscaled.front())));
    }
    if (hasUsed && !config.path.empty()) {
        warnings.push_back(message("%1 has an entry quantization_config, which is of the codes: leave it out of the "
                                   "config.json of the copy",
                                   config.path));
    }
    for (std::size_t i = 0; i < scales.made.size(); ++i) {
        const std::string_view entry = configEntry(static_cast<ScaleConvention>(i));
        if (scales.made[i] != 0 && !entry.empty()) {
            warnings.push_back(message("programs take the codes for weights unless the config.json beside the copy "
                                       "says, for the layers that were cast: %1",
                                       entry));
        }
    }
    return warnings;
}

void ScaleFinder::readNames()
{
    if (std::exchange(m_hasNames, true)) {
        return;
    }
    for (TensorId id = 0; id < m_source.tensors().size(); ++id) {
        if (!m_source.tensors()[id].part) {
            m_names.emplace(m_source.entryName(m_source.tensors()[id].entry), id);
        }
    }
    for (const checkpoint::SecondName& second : checkpoint::secondNames(m_source)) {
        m_secondNames.emplace(second.entry, second.name);
    }
    m_hasComfyMetadata = std::ranges::any_of(m_source.entries(), [&](const checkpoint::Entry& entry) {
        return entry.kind == checkpoint::EntryKind::Value && m_source.keyView(entry) == kComfyMetadata;
    });
    m_config = quantizationConfigOf(m_source);
    if (auto whole = checkpoint::wholeOf(m_source.path())) {
        m_whole = std::move(whole->path);
    }
}

TensorId ScaleFinder::named(const std::string& name) const
{
    const auto found = m_names.find(name);
    return found == m_names.end() ? checkpoint::kNoId : found->second;
}

std::vector<ScaleFinder::Beside> ScaleFinder::beside(const std::string& weight) const
{
    std::vector<Beside> found;
    const auto look = [&](ScaleConvention convention, std::string name) {
        if (const TensorId scales = named(name); scales != checkpoint::kNoId) {
            found.push_back({convention, scales, std::move(name)});
        }
    };
    const auto module = moduleOf(weight);
    const bool isComfy = module && (m_hasComfyMetadata || named(*module + "comfy_quant") != checkpoint::kNoId);
    look(ScaleConvention::DeepSeek, weight + "_scale_inv");
    look(isComfy ? ScaleConvention::ComfyUi : ScaleConvention::CompressedTensors, weight + "_scale");
    if (module) {
        look(ScaleConvention::ComfyUi, *module + "scale_weight");
    }
    if (module && found.empty() && isInferenceScale(named(weight), named(*module + "scale"))) {
        look(ScaleConvention::DeepSeek, *module + "scale");
    }
    return found;
}

/// X.scale is what weight_scale_inv becomes in DeepSeek's own files for inference. Layers that are no matrices of codes
/// have a weight of this name, too, so the shape has to say so.
bool ScaleFinder::isInferenceScale(TensorId weight, TensorId scales) const
{
    if (weight == checkpoint::kNoId || scales == checkpoint::kNoId) {
        return false;
    }
    const Tensor& numbers = m_source.tensors()[scales];
    const auto sizes = m_source.shape(m_source.tensors()[weight]);
    const auto counts = m_source.shape(numbers);
    if ((numbers.dtype != Dtype::Float32 && numbers.dtype != Dtype::Float8E8M0Fnu) || sizes.size() != 2 ||
        counts.size() != 2) {
        return false;
    }
    const ScaleGrid grid{.rows = static_cast<std::uint64_t>(sizes[0]),
                         .columns = static_cast<std::uint64_t>(sizes[1]),
                         .blockRows = kUsualBlock,
                         .blockColumns = kUsualBlock};
    return fits(grid, static_cast<std::uint64_t>(counts[0]), static_cast<std::uint64_t>(counts[1]));
}

/// Scales under the other names of a tensor, which a checkpoint need not repeat.
std::vector<ScaleFinder::Beside> ScaleFinder::besideTied(TensorId weight) const
{
    const Tensor& tensor = m_source.tensors()[weight];
    if (tensor.storage == checkpoint::kNoId) {
        return {};
    }
    for (const TensorId other : m_source.tensorsOf(tensor.storage)) {
        if (isSameView(other, weight)) {
            if (auto found = beside(m_source.entryName(m_source.tensors()[other].entry)); !found.empty()) {
                return found;
            }
        }
    }
    return {};
}

/// Numbers beside a weight that change what its codes are worth, in ways that are not known here.
Result<void> ScaleFinder::refuseOthers(const std::string& weight, const std::vector<Beside>& found) const
{
    if (found.size() > 1) {
        return cannotScale(weight,
                           message("There are two: %1 and %2", inQuotes(found[0].name), inQuotes(found[1].name)),
                           message("Leave out the one that is not meant, by a copy with --drop and no --cast"));
    }
    const auto refuse = [&](std::string_view name) {
        return cannotScale(weight,
                           message("%1 lies beside it, and how that changes the weights is not known", inQuotes(name)),
                           message("Known are weight_scale_inv, weight_scale and scale_weight; cast the others in "
                                   "Python, or leave that tensor out by a copy with --drop and no --cast if it "
                                   "means nothing"));
    };
    const auto isOfScales = [](std::string_view rest) { return rest.contains("scale") || rest.contains("zero_point"); };
    for (auto other = m_names.upper_bound(weight); other != m_names.end() && other->first.starts_with(weight);
         ++other) {
        const std::string_view rest = std::string_view(other->first).substr(weight.size());
        const bool isKnown = !found.empty() && other->first == found.front().name;
        if (!isKnown && (rest.starts_with('_') || rest.starts_with('.')) && isOfScales(rest)) {
            return refuse(other->first);
        }
    }
    const auto module = found.empty() ? moduleOf(weight) : std::nullopt;
    if (!module || module->empty()) {
        return {};
    }
    for (auto other = m_names.lower_bound(*module); other != m_names.end() && other->first.starts_with(*module);
         ++other) {
        const std::string_view rest = std::string_view(other->first).substr(module->size());
        const bool isOfActivations = std::ranges::find(kCompanions, rest) != kCompanions.end();
        if (!isOfActivations && !rest.contains('.') && isOfScales(rest)) {
            return refuse(other->first);
        }
    }
    return {};
}

/// What a marker of ComfyUI says of the codes: nothing but that they are float8 of this dtype is known here.
Result<void> ScaleFinder::requireFloat8(TensorId weight, const std::string& name) const
{
    const auto module = moduleOf(name);
    const TensorId marker = module ? named(*module + "comfy_quant") : checkpoint::kNoId;
    if (marker == checkpoint::kNoId) {
        return {};
    }
    constexpr std::uint64_t mostBytes = 4096;
    std::string text;
    if (const Tensor& bytes = m_source.tensors()[marker];
        bytes.dtype == Dtype::UInt8 && m_source.elementCount(bytes) <= mostBytes) {
        CAIRN_ASSIGN(layout, values::valueLayout(m_source, bytes));
        values::ValueReader reader(m_source, std::move(layout));
        CAIRN_ASSIGN(block, reader.next());
        text.assign(reinterpret_cast<const char*>(block.data()), block.size());
    }
    const auto json = JsonTree::parse(text);
    bool isKnown = json && json->root().isObject() && json->root().find("format");
    if (isKnown) {
        const std::string_view dtype = formats::dtypeInfo(m_source.tensors()[weight].dtype).name;
        for (const JsonValue member : json->root()) {
            isKnown = isKnown && (member.key() == "format" ? member.text() == dtype
                                                           : member.key() == "full_precision_matrix_mult");
        }
    }
    return isKnown ? Result<void>()
                   : cannotScale(name,
                                 message("%1 says of its codes what is not known here: %2",
                                         inQuotes(*module + "comfy_quant"), inQuotes(printable(text))),
                                 leaveAsItIs(name, m_source.tensors()[weight].dtype));
}

/// One tensor under two names has one set of scales.
Result<void> ScaleFinder::refuseOtherNames(TensorId weight, const Beside& found) const
{
    const auto [first, last] = m_secondNames.equal_range(m_source.tensors()[weight].entry);
    for (auto second = first; second != last; ++second) {
        for (const Beside& other : beside(second->second)) {
            if (!isSameView(other.scales, found.scales)) {
                return cannotScale(
                    second->second,
                    message("It is the same tensor as %1, and %2 are other scales than %3",
                            inQuotes(m_source.entryName(m_source.tensors()[weight].entry)), inQuotes(other.name),
                            inQuotes(found.name)),
                    message("Leave out one of both sets of scales, by a copy with --drop and no --cast"));
            }
        }
    }
    return {};
}

Result<ScaleGrid> ScaleFinder::gridOf(const Tensor& weight, const std::string& name, const Beside& found) const
{
    const Tensor& scales = m_source.tensors()[found.scales];
    const auto sizes = m_source.shape(weight);
    const auto counts = m_source.shape(scales);
    const Message advice = leaveAsItIs(name, weight.dtype);
    if (!canBeScale(scales.dtype, found.convention) || scales.layout != checkpoint::Layout::Strided) {
        return cannotScale(name,
                           message("%1 is of %2; scales are of float32, float16 or bfloat16", inQuotes(found.name),
                                   formats::dtypeInfo(scales.dtype).name),
                           advice);
    }
    const std::uint64_t elements = m_source.elementCount(weight);
    const std::uint64_t count = m_source.elementCount(scales);
    if (count > kMostScales) {
        return cannotScale(name,
                           message("%1 has %2 numbers, and %3 are the most", inQuotes(found.name), groupedDigits(count),
                                   groupedDigits(kMostScales)),
                           advice);
    }
    ScaleGrid grid;
    if (count == 1) {
        grid.columns = grid.blockColumns = std::max<std::uint64_t>(elements, 1);
        return grid;
    }
    const bool isOneInAll = found.convention == ScaleConvention::ComfyUi;
    const std::size_t rank = sizes.size();
    if (!isOneInAll && rank >= 2 && counts.size() == rank && elements != 0 &&
        std::ranges::equal(sizes.first(rank - 2), counts.first(rank - 2))) {
        grid.rows = static_cast<std::uint64_t>(sizes[rank - 2]);
        grid.columns = static_cast<std::uint64_t>(sizes[rank - 1]);
        if (const auto fitting = cut(grid, static_cast<std::uint64_t>(counts[rank - 2]),
                                     static_cast<std::uint64_t>(counts[rank - 1]), m_config)) {
            return *fitting;
        }
    }
    return cannotScale(name,
                       isOneInAll ? message("%1 has the shape %2, and ComfyUI has one number for a weight",
                                            inQuotes(found.name), sizesText(counts))
                                  : message("%1 has the shape %2, which does not fit weights of the shape %3",
                                            inQuotes(found.name), sizesText(counts), sizesText(sizes)),
                       advice);
}

bool ScaleFinder::isSameView(TensorId a, TensorId b) const
{
    const Tensor& first = m_source.tensors()[a];
    const Tensor& second = m_source.tensors()[b];
    return a == b ||
           (first.storage == second.storage && first.storage != checkpoint::kNoId && first.offset == second.offset &&
            first.dtype == second.dtype && std::ranges::equal(m_source.shape(first), m_source.shape(second)) &&
            std::ranges::equal(m_source.stride(first), m_source.stride(second)));
}

Result<ScalingPtr> ScaleFinder::find(TensorId weight)
{
    readNames();
    const Tensor& tensor = m_source.tensors()[weight];
    const std::string name = m_source.entryName(tensor.entry);
    std::vector<Beside> found = beside(name);
    CAIRN_TRY(refuseOthers(name, found));
    if (found.empty()) {
        found = besideTied(weight);
    }
    if (found.empty() && m_whole) {
        return cannotScale(name, message("No scales are beside it in this file, which is a part of %1", *m_whole),
                           message("Convert the whole: %1", *m_whole));
    }
    if (found.empty()) {
        return ScalingPtr();
    }
    const Beside& scales = found.front();
    CAIRN_TRY(refuseOtherNames(weight, scales));
    CAIRN_TRY(requireFloat8(weight, name));
    CAIRN_ASSIGN(grid, gridOf(tensor, name, scales));
    if (const auto numbers = readScales(m_source, scales.scales); !numbers) {
        return cannotScale(name, message("%1: %2", inQuotes(scales.name), numbers.error().what),
                           leaveAsItIs(name, tensor.dtype));
    }
    for (const TensorId id : goingWith(name, found)) {
        m_usedUp.insert(id);
    }
    m_castsComfy |= scales.convention == ScaleConvention::ComfyUi;
    Scaling scaling;
    scaling.convention = scales.convention;
    scaling.grid = grid;
    scaling.scales = scales.scales;
    return std::make_shared<const Scaling>(std::move(scaling));
}

void ScaleFinder::keep(TensorId weight)
{
    readNames();
    const std::string name = m_source.entryName(m_source.tensors()[weight].entry);
    const auto found = beside(name);
    for (const TensorId id : goingWith(name, found)) {
        m_needed.insert(id);
    }
    m_keepsComfy |=
        std::ranges::any_of(found, [](const Beside& scales) { return scales.convention == ScaleConvention::ComfyUi; });
}

std::vector<TensorId> ScaleFinder::goingWith(const std::string& weight, const std::vector<Beside>& found) const
{
    std::vector<TensorId> all;
    std::ranges::transform(found, std::back_inserter(all), &Beside::scales);
    if (const auto module = moduleOf(weight)) {
        for (const std::string_view companion : kCompanions) {
            if (const TensorId id = named(*module + std::string(companion)); id != checkpoint::kNoId) {
                all.push_back(id);
            }
        }
    }
    return all;
}

std::set<TensorId> ScaleFinder::usedUp() const
{
    std::set<TensorId> all;
    std::ranges::set_difference(m_usedUp, m_needed, std::inserter(all, all.end()));
    if (m_castsComfy && !m_keepsComfy) {
        for (const auto& [name, id] : m_names) {
            if (name == kComfyMarker || name.ends_with("." + std::string(kComfyMarker))) {
                all.insert(id);
            }
        }
    }
    return all;
}

bool ScaleFinder::isUsedUp(std::string_view metadata) const
{
    return m_castsComfy && !m_keepsComfy && metadata == kComfyMetadata;
}

} // namespace cairn::convert
