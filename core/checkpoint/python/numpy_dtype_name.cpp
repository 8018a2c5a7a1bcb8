#include "core/checkpoint/python/numpy_dtype.h"

#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"

namespace cairn::checkpoint {

namespace {

constexpr std::size_t kNameCharacters = 200;

bool hasOrder(const NumpyDtype& dtype)
{
    switch (dtype.kind) {
    case 'i':
    case 'u':
    case 'f':
    case 'c': return dtype.sizeBytes > 1;
    case 'M':
    case 'm':
    case 'U': return true;
    default: return false;
    }
}

std::string unitText(const NumpyDtype& dtype)
{
    if (dtype.unit.empty()) {
        return {};
    }
    return "[" + (dtype.unitCount == 1 ? std::string() : std::to_string(dtype.unitCount)) + dtype.unit + "]";
}

/// "<f4", "|b1" without its bar, as field lists have it.
std::string code(const NumpyDtype& dtype)
{
    if (dtype.kind == 'b' || dtype.kind == 'O') {
        return dtype.kind == 'b' ? "?" : "O";
    }
    std::string out = hasOrder(dtype) ? (dtype.bigEndian ? ">" : "<") : "";
    out += dtype.kind;
    return out + std::to_string(dtype.kind == 'U' ? dtype.sizeBytes / 4 : dtype.sizeBytes) + unitText(dtype);
}

void appendFields(std::string& out, const NumpyDtype& dtype);

void appendField(std::string& out, const NumpyField& field)
{
    const NumpyDtype& element = field.dtype.base.empty() ? field.dtype : field.dtype.base.front();
    out.append("(").append(pythonStringRepr(field.name, kNameCharacters)).append(", ");
    if (element.fieldCount != 0) {
        appendFields(out, element);
    } else {
        out.append("'").append(code(element)).append("'");
    }
    out.append(field.dtype.base.empty() ? "" : ", " + shapeText(field.dtype.subShape)).append(")");
}

/// As deep as the dtype was parsed.
void appendFields(std::string& out, const NumpyDtype& dtype)
{
    if (dtype.fields == nullptr) {
        out.append("[").append(countOf(dtype.fieldCount, "field")).append("]");
        return;
    }
    out += '[';
    for (const NumpyField& field : *dtype.fields) {
        out += out.ends_with('[') ? "" : ", ";
        if (out.size() >= kNameCharacters) {
            out += "...";
            break;
        }
        appendField(out, field);
    }
    out += ']';
}

} // namespace

std::string NumpyDtype::name() const
{
    std::string out;
    if (!base.empty()) {
        return "('" + code(base.front()) + "', " + shapeText(subShape) + ")";
    }
    if (fieldCount != 0) {
        appendFields(out, *this);
        return out;
    }
    switch (kind) {
    case 'b': return "bool";
    case 'O': return "object";
    case 'S':
    case 'V': return '|' + code(*this);
    case 'U': return code(*this);
    default: break;
    }
    out = scalarType().substr(sizeof("numpy.") - 1) + unitText(*this);
    return bigEndian && hasOrder(*this) ? out + " (big endian)" : out;
}

std::string NumpyDtype::scalarType() const
{
    const std::string bits = std::to_string(std::uint64_t{sizeBytes} * 8);
    switch (kind) {
    case 'b': return "numpy.bool_";
    case 'i': return "numpy.int" + bits;
    case 'u': return "numpy.uint" + bits;
    case 'f': return "numpy.float" + bits;
    case 'c': return "numpy.complex" + bits;
    case 'M': return "numpy.datetime64";
    case 'm': return "numpy.timedelta64";
    case 'S': return "numpy.bytes_";
    case 'U': return "numpy.str_";
    case 'O': return "numpy.object_";
    default: return "numpy.void";
    }
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string out = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        out.append(i == 0 ? "" : ", ").append(std::to_string(shape[i]));
    }
    return out.append(shape.size() == 1 ? ",)" : ")");
}

} // namespace cairn::checkpoint
