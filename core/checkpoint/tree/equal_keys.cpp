#include "core/checkpoint/tree/equal_keys.h"

#include "core/checkpoint/pickles/bytes_value.h"
#include "core/checkpoint/pickles/key_walk.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/python/numpy_element.h"
#include "core/formats/pickle/pickle_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr std::string_view kNumbers = "bool complex decimal.Decimal float fractions.Fraction int";
constexpr std::string_view kTexts = "collections.UserString numpy.str_ str";
constexpr std::string_view kBytes = "_codecs.encode bytes numpy.bytes_";
constexpr std::string_view kTuples = "time.struct_time torch.Size tuple";
constexpr std::string_view kFrozenSets = "frozenset";
constexpr std::string_view kPaths = "pathlib."; ///< their module
/// Two of these can be equal though they were made of different things, where a text is more than digits.
constexpr std::string_view kInexact = "datetime.timedelta decimal.Decimal fractions.Fraction";
constexpr std::string_view kTimes = "datetime.datetime datetime.time";
/// Of torch, all other objects are themselves alone.
constexpr std::string_view kComparedOfTorch = "torch.Size torch.device torch.dtype";

/// A key as far as it can be told without Python. Keys of one family may be equal; those that were also made in the
/// same way are equal if they were made of the same.
struct KeyForm {
    std::string family;
    std::string way;
    std::string content;
    bool isInexact = false; ///< may be equal to one of other content

    KeyForm& add(std::string_view kind, std::string_view what = {})
    {
        family.append(kind);
        way.append(kind);
        content.append(std::to_string(what.size())).append(":").append(what);
        return *this;
    }
    void add(const KeyForm& part)
    {
        family.append(part.family);
        way.append(part.way);
        content.append(part.content);
        isInexact = isInexact || part.isInexact;
    }
};

class EqualKeys {
public:
    EqualKeys(const PickleDocument& document, std::span<const NameTrust> trusts)
        : m_document(document), m_graph(document.graph), m_trusts(trusts), m_walk(document),
          m_stepsLeft(kLeastSteps + kStepsPerNode * document.graph.nodeCount())
    {
    }

    [[nodiscard]] bool areThere()
    {
        std::unordered_set<NodeId> holders; // of keys of which one is an object that is compared
        std::vector<bool> isObject;
        m_walk.forEachKey(KeyWalk::SharedArguments::Once, [&](NodeId holder, NodeId key) {
            if (m_graph.kind(key) < NodeKind::Tuple) {
                return; // as nearly all are
            }
            if (isObject.empty()) {
                isObject = objects();
            }
            if (isObject[key]) {
                holders.insert(holder);
            }
        });
        if (holders.empty()) {
            return false;
        }
        std::map<std::string, std::string> wayOfFamily; // of the holder that was visited last
        std::set<std::pair<std::string, std::string>> seen;
        NodeId last = formats::kNoNode;
        bool found = false;
        m_walk.forEachKey(KeyWalk::SharedArguments::Once, [&](NodeId holder, NodeId key) {
            if (found || !holders.contains(holder)) {
                return;
            }
            if (holder != last) {
                wayOfFamily.clear();
                seen.clear();
                last = holder;
            }
            KeyForm form = formOf(key, 0);
            const auto [way, isNewFamily] = wayOfFamily.try_emplace(form.family, form.way);
            const bool isOtherWay = way->second != form.way;
            const bool isAlike = !isOtherWay && !isNewFamily && form.isInexact;
            const bool isSame = !seen.emplace(std::move(form.way), std::move(form.content)).second && isObject[key];
            found = isOtherWay || isAlike || isSame || m_stepsLeft == 0;
        });
        return found;
    }

private:
    static constexpr std::uint64_t kLeastSteps = 1'000'000;
    static constexpr std::uint64_t kStepsPerNode = 16;
    static constexpr int kDeepest = 32; // no honest key has more than a few levels

    [[nodiscard]] std::string_view nameOf(NodeId call) const
    {
        const NodeId callable = m_document.classBehind(m_graph.callable(call));
        const bool isKnown =
            m_graph.is(callable, NodeKind::Global) && m_trusts[m_graph.globalIndex(callable)].trust == Trust::DataOnly;
        const std::string_view name = isKnown ? m_document.className(callable) : std::string_view();
        const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
        return name.starts_with("copyreg.") && !arguments.empty() ? m_document.className(arguments[0]) : name;
    }
    [[nodiscard]] bool isCompared(NodeId call) const
    {
        const std::string_view name = nameOf(call);
        return !name.empty() && (!name.starts_with("torch.") || isListed(kComparedOfTorch, name));
    }

    /// By node: a call whose result is compared with other keys, or a tuple with one in it.
    [[nodiscard]] std::vector<bool> objects() const
    {
        std::vector<bool> are(m_graph.nodeCount());
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) { // what a tuple holds comes before it
            const bool isTuple = m_graph.is(node, NodeKind::Tuple) || m_graph.is(node, NodeKind::FrozenSet);
            are[node] = isTuple ? std::ranges::any_of(m_graph.tuple(node), [&](NodeId part) { return are[part]; })
                                : m_graph.is(node, NodeKind::Call) && isCompared(node);
        }
        return are;
    }

    /// Not followed further than honest keys go; then m_stepsLeft is 0.
    [[nodiscard]] KeyForm formOf(NodeId node, int level) // NOLINT(misc-no-recursion): no deeper than kDeepest
    {
        KeyForm form;
        if (level == kDeepest || m_stepsLeft == 0) {
            m_stepsLeft = 0;
            return form;
        }
        --m_stepsLeft;
        switch (m_graph.kind(node)) {
        case NodeKind::None: form.add("-"); break;
        case NodeKind::False: form.add("n", "0"); break;
        case NodeKind::True: form.add("n", "1"); break;
        case NodeKind::Int: form.add("n", std::to_string(m_graph.intValue(node))); break;
        case NodeKind::Float: form.add("n", numberText(m_graph.floatValue(node), node)); break;
        case NodeKind::BigInt: form.add("n", m_graph.text(node)); break;
        case NodeKind::String:
        case NodeKind::Python2String: form.add("s", textOf(node)); break;
        case NodeKind::Bytes: form.add("b", textOf(node)); break;
        case NodeKind::Tuple: addAll(form.add("("), m_graph.tuple(node), level); break;
        case NodeKind::FrozenSet: addSorted(form.add("{"), m_graph.tuple(node), level); break;
        case NodeKind::Call: addCall(form, node, level); break;
        default: form.add("i", std::to_string(node)); break; // itself alone
        }
        return form;
    }

    void addAll(KeyForm& form, std::span<const NodeId> parts, int level) // NOLINT(misc-no-recursion)
    {
        for (const NodeId part : parts) {
            form.add(formOf(part, level + 1));
        }
        form.add(")");
    }
    void addSorted(KeyForm& form, std::span<const NodeId> parts, int level) // NOLINT(misc-no-recursion)
    {
        std::vector<KeyForm> forms;
        for (const NodeId part : parts) {
            forms.push_back(formOf(part, level + 1));
        }
        std::ranges::sort(forms, {}, &KeyForm::content);
        for (const KeyForm& part : forms) {
            form.add(part);
        }
        form.add("}");
    }

    void addCall(KeyForm& form, NodeId call, int level) // NOLINT(misc-no-recursion)
    {
        if (!isCompared(call)) {
            form.add("i", std::to_string(call));
            return;
        }
        const std::string_view name = nameOf(call);
        const auto arguments = tupleOf(m_graph, m_graph.arguments(call));
        const std::string own = "c" + std::string(name);
        const NodeId first = arguments.empty() ? formats::kNoNode : arguments.back();
        const bool holdsItems = m_graph.is(first, NodeKind::Tuple) || m_graph.is(first, NodeKind::List);
        if (holdsItems && (isListed(kTuples, name) || isListed(kFrozenSets, name))) {
            const std::vector<NodeId> items = elementsOf(first);
            isListed(kTuples, name) ? addAll(form.add("("), items, level) : addSorted(form.add("{"), items, level);
            return;
        }
        if (const auto path = name.starts_with(kPaths) ? pathOf(arguments) : std::nullopt) {
            form.add(kPaths, *path);
            form.way = own;
            return;
        }
        if (addPlain(form, call, name, arguments)) {
            return;
        }
        KeyForm content;
        addAll(content, arguments, level);
        if (m_graph.state(call) != formats::kNoNode) {
            content.add(formOf(m_graph.state(call), level + 1));
        }
        form.family = familyOf(name, arguments).value_or(own);
        form.way = own;
        if (isListed(kTimes, name) && arguments.size() > 1) { // the same moment can be written in two time zones
            form.family += " in a zone";                      // and never is one without a zone
            form.way += formOf(arguments[1], level + 1).content;
        }
        form.content = std::move(content.content);
        form.isInexact = isListed(kInexact, name) && !isWholeDelta(arguments);
    }

    /// What is equal to plain values, or has one way to be written.
    [[nodiscard]] bool addPlain(KeyForm& form, NodeId call, std::string_view name,
                                std::span<const NodeId> arguments) const
    {
        constexpr std::size_t longest = 4096;
        if (isListed(kBytes, name)) {
            const auto value = bytesValue(m_graph, m_document.source, call, longest);
            const bool isKnown = value && value->complete;
            if (isKnown) {
                form.add("b", value->head);
            }
            return isKnown;
        }
        if (name == "numpy.dtype") {
            const auto dtype = numpyDtype(m_graph, m_document.source, call);
            form.add("cnumpy.dtype", dtype ? dtype->name() : std::string());
            form.isInexact = !dtype;
            return true;
        }
        const auto imaginary = name == "complex" && arguments.size() == 2 ? plainNumber(arguments[1]) : std::nullopt;
        const auto number = imaginary ? plainNumber(arguments[0]) : numberOf(name, arguments);
        if (number && imaginary.value_or(0) != 0) { // equal to no other number
            form.add("z", numberText(*number, call) + ' ' + numberText(*imaginary, call));
        } else if (number) {
            form.add("n", numberText(*number, call));
        }
        return number.has_value();
    }

    [[nodiscard]] std::optional<double> plainNumber(NodeId node) const
    {
        if (m_graph.is(node, NodeKind::Float)) {
            return m_graph.floatValue(node);
        }
        return m_graph.is(node, NodeKind::Int) ? std::optional(static_cast<double>(m_graph.intValue(node)))
                                               : std::nullopt;
    }

    /// As near as a float comes to it: two that are taken for one here need not be so in Python.
    [[nodiscard]] std::optional<double> numberOf(std::string_view name, std::span<const NodeId> arguments) const
    {
        if (name.ends_with(".multiarray.scalar") && arguments.size() == 2) {
            return numpyNumber(arguments[0], arguments[1]);
        }
        const auto text = arguments.size() == 1 ? keptText(m_graph, arguments[0]) : std::nullopt;
        if (name == "decimal.Decimal" && text) {
            return numberIn(*text);
        }
        if (name == "fractions.Fraction" && arguments.size() == 2) { // since Python 3.12
            return quotient(plainNumber(arguments[0]), plainNumber(arguments[1]));
        }
        if (name == "fractions.Fraction" && text) {
            const std::size_t slash = std::min(text->find('/'), text->size());
            return quotient(numberIn(text->substr(0, slash)),
                            slash == text->size() ? std::optional(1.0) : numberIn(text->substr(slash + 1)));
        }
        return std::nullopt;
    }

    static std::optional<double> quotient(std::optional<double> above, std::optional<double> below)
    {
        return above && below && *below != 0 ? std::optional(*above / *below) : std::nullopt;
    }

    [[nodiscard]] std::optional<double> numpyNumber(NodeId type, NodeId data) const
    {
        constexpr std::string_view numbers = "biuf";
        constexpr std::size_t longest = 64;
        const auto dtype = numpyDtype(m_graph, m_document.source, type);
        const auto bytes = bytesValue(m_graph, m_document.source, data, longest);
        if (!dtype || !numbers.contains(dtype->kind) || !bytes || bytes->head.size() != dtype->sizeBytes) {
            return std::nullopt;
        }
        std::string text;
        appendNumpyElement(text, *dtype, bytes->head, longest);
        return text == "True" ? 1 : text == "False" ? 0 : numberIn(text);
    }

    /// Nothing of texts that are more than digits, which Python may take, too.
    static std::optional<double> numberIn(std::string_view text)
    {
        const auto value = formats::parsePickleFloat(text);
        return value && std::isfinite(*value) ? std::optional(*value) : std::nullopt;
    }

    /// timedelta(days, seconds, microseconds) as picklers write it.
    [[nodiscard]] bool isWholeDelta(std::span<const NodeId> arguments) const
    {
        constexpr std::array<std::int64_t, 3> ends = {1'000'000'000, 86'400, 1'000'000};
        bool isWhole = arguments.size() == ends.size();
        for (std::size_t i = 0; isWhole && i < ends.size(); ++i) {
            isWhole = m_graph.is(arguments[i], NodeKind::Int) && m_graph.intValue(arguments[i]) < ends.at(i) &&
                      (i == 0 || m_graph.intValue(arguments[i]) >= 0);
        }
        return isWhole;
    }

    /// As Python joins the parts of a path and leaves out what says nothing.
    [[nodiscard]] std::optional<std::string> pathOf(std::span<const NodeId> parts) const
    {
        std::string joined;
        bool isAbsolute = false;
        for (const NodeId part : parts) {
            const auto text = keptText(m_graph, part);
            if (!text) {
                return std::nullopt;
            }
            isAbsolute = isAbsolute || text->starts_with('/');
            joined = text->starts_with('/') ? std::string(*text) : joined + '/' + std::string(*text);
        }
        std::string path = isAbsolute ? "/" : "";
        for (std::size_t at = 0; at < joined.size();) {
            const std::size_t end = std::min(joined.find('/', at), joined.size());
            const std::string_view step = std::string_view(joined).substr(at, end - at);
            if (!step.empty() && step != ".") {
                path.append("/").append(step);
            }
            at = end + 1;
        }
        return path;
    }

    /// Of what it is equal to: plain values, or nothing but its like.
    [[nodiscard]] std::optional<std::string> familyOf(std::string_view name, std::span<const NodeId> arguments) const
    {
        if (isListed(kTexts, name)) {
            return "s";
        }
        if (isListed(kBytes, name)) {
            return "b";
        }
        if (isListed(kNumbers, name)) {
            return "n";
        }
        const bool isNumPy = name.starts_with("numpy.");
        if (!isNumPy || name == "numpy.dtype") {
            return std::nullopt;
        }
        const auto dtype = arguments.empty() || !m_graph.is(arguments[0], NodeKind::Call)
                               ? std::span<const NodeId>()
                               : tupleOf(m_graph, m_graph.arguments(arguments[0]));
        const std::string_view code = dtype.empty() ? "" : keptText(m_graph, dtype[0]).value_or("");
        return code.contains('U') ? "s" : code.contains('S') ? "b" : "n";
    }

    [[nodiscard]] std::vector<NodeId> elementsOf(NodeId list) const
    {
        std::vector<NodeId> elements;
        m_graph.forEachElement(list, [&](NodeId part) { elements.push_back(part); });
        return elements;
    }
    /// Long ones were not kept, and are told apart by their place.
    [[nodiscard]] std::string textOf(NodeId node) const
    {
        return m_graph.isExternal(node) ? "at " + std::to_string(m_graph.payload(node).offset)
                                        : std::string(m_graph.text(node));
    }
    /// 1.0 is 1 as a key, and NaN is no other one.
    [[nodiscard]] static std::string numberText(double value, NodeId node)
    {
        if (std::isnan(value)) {
            return "nan " + std::to_string(node);
        }
        constexpr double largest = 9e18; // of those that are an int64
        return std::trunc(value) == value && std::abs(value) < largest
                   ? std::to_string(static_cast<std::int64_t>(value))
                   : "x" + std::to_string(std::bit_cast<std::uint64_t>(value));
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    std::span<const NameTrust> m_trusts; ///< by global
    KeyWalk m_walk;
    std::uint64_t m_stepsLeft;
};

} // namespace

bool mayHaveEqualKeys(const PickleDocument& document, std::span<const NameTrust> trusts)
{
    return EqualKeys(document, trusts).areThere();
}

} // namespace cairn::checkpoint
