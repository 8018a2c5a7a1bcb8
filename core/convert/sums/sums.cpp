#include "core/convert/sums/sums.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/files/folder_walk.h"
#include "core/base/files/sha256.h"
#include "core/base/json/json_document.h"
#include "core/base/json/json_writer.h"
#include "core/base/platform/file.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/path_keys.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/second_names.h"
#include "core/convert/common/wholeness.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "core/values/number_scan.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;

namespace {

constexpr std::size_t kSumDigits = 64;
constexpr std::string_view kTensorRemark = "# tensor ";

bool isSum(std::string_view text)
{
    return text.size() == kSumDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Nothing for a tensor whose numbers are not in a row.
Result<std::optional<TensorSum>> sumOfTensor(const Checkpoint& source, checkpoint::TensorId id, Progress* progress)
{
    const checkpoint::Tensor& tensor = source.tensors()[id];
    if (!values::checkHasValues(source, tensor)) {
        return std::optional<TensorSum>();
    }
    auto bytes = TensorBytes::open(source, {.name = {}, .tensor = id, .dtype = tensor.dtype});
    if (!bytes) {
        return std::optional<TensorSum>();
    }
    Sha256 sum;
    while (true) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_ASSIGN(block, bytes->next());
        if (block.empty()) {
            break;
        }
        sum.add(block);
        addDone(progress, block.size());
    }
    const auto shape = source.shape(tensor);
    const std::string name = tensor.entry == 0 ? "tensor" : source.entryName(tensor.entry);
    return std::optional(TensorSum{
        name, std::string(formats::dtypeInfo(tensor.dtype).name), {shape.begin(), shape.end()}, sum.finish()});
}

/// HASH dtype [shape] "name"
std::string remarkText(const TensorSum& tensor)
{
    std::string text(kTensorRemark);
    text += tensor.sha256 + ' ' + tensor.dtype + ' ';
    JsonWriter json(text);
    json.beginArray();
    for (const std::int64_t size : tensor.shape) {
        json.number(size);
    }
    json.endArray();
    text += ' ';
    JsonWriter(text).string(tensor.name);
    return text + '\n';
}

std::optional<TensorSum> parseRemark(std::string_view line)
{
    line.remove_prefix(kTensorRemark.size());
    TensorSum tensor;
    const auto word = [&line] {
        const std::size_t end = std::min(line.find(' '), line.size());
        const std::string_view found = line.substr(0, end);
        line.remove_prefix(std::min(end + 1, line.size()));
        return found;
    };
    tensor.sha256 = word();
    tensor.dtype = word();
    const auto shape = JsonDocument::parse(std::string(word()));
    const auto name = JsonDocument::parse(std::string(line));
    if (!isSum(tensor.sha256) || !shape || !shape->root().isArray() || !name || !name->root().isText()) {
        return std::nullopt;
    }
    for (const JsonValue size : shape->root()) {
        const auto number = size.integer();
        if (!number) {
            return std::nullopt;
        }
        tensor.shape.push_back(*number);
    }
    tensor.name = name->root().text();
    return tensor;
}

/// sha256sum puts a backslash before a line whose name has others.
std::string escapedName(const std::string& file)
{
    std::string text;
    for (const char c : file) {
        text += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
    }
    return text;
}

std::string plainName(std::string_view text)
{
    std::string file;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isEscape = text[i] == '\\' && i + 1 < text.size();
        const char next = isEscape ? text[++i] : text[i];
        file += !isEscape ? next : next == 'n' ? '\n' : next == 'r' ? '\r' : next;
    }
    return file;
}

} // namespace

Result<void> addToSum(Sha256& sum, const ByteSource& source, Progress* progress)
{
    return forEachBlock(source, [&](std::span<const std::byte> block) -> Result<void> {
        CAIRN_TRY(checkStop(progress));
        addDone(progress, block.size());
        sum.add(block);
        return {};
    });
}

namespace {

/// The files of a folder and of those in it, in the order of their names.
Result<std::vector<std::string>> filesIn(const std::string& folder)
{
    std::vector<std::string> files;
    std::optional<Error> failure;
    walkFolders(folder, [&](FolderContent& content) {
        if (!content.failure.empty()) {
            failure = error(ErrorCode::FileNotReadable, message("cannot list the folder: %1", content.failure))
                          .in(content.path);
            return false;
        }
        std::ranges::copy_if(content.files, std::back_inserter(files), [](const std::string& file) {
            const auto status = platform::statusOf(file, platform::Links::Follow);
            return status && status->kind == platform::FileKind::Regular;
        });
        std::ranges::copy_if(content.hiddenFolders, std::back_inserter(content.folders), [](const std::string& hidden) {
            const auto status = platform::statusOf(hidden, platform::Links::Keep);
            return status && status->kind == platform::FileKind::Folder; // no link, which can lead round in circles
        });
        return true;
    });
    if (failure) {
        return fail(std::move(*failure));
    }
    std::ranges::sort(files);
    return files;
}

Result<std::string> sumOfBytes(const std::string& path, const ByteSource& file, Progress* progress)
{
    Sha256 sum;
    if (auto added = addToSum(sum, file, progress); !added) {
        return fail(std::move(added).error().in(path));
    }
    return sum.finish();
}

Result<void> sumFolder(const std::string& folder, FileSums& sums, Progress* progress)
{
    CAIRN_ASSIGN(files, filesIn(folder));
    std::string list;
    for (const std::string& path : files) {
        FileSums member;
        member.file = path;
        CAIRN_ASSIGN(file, FileSource::open(member.file));
        CAIRN_ASSIGN(sum, sumOfBytes(member.file, *file, progress));
        member.sha256 = std::move(sum);
        list += member.sha256 + "  " + path.substr(folder.size() + (folder.ends_with('/') ? 0 : 1)) + '\n';
        sums.members.push_back(std::move(member));
    }
    Sha256 ofList;
    ofList.add(std::as_bytes(std::span(list)));
    sums.sha256 = ofList.finish();
    return {};
}

/// The keys of an entry as `get` takes them: ["a","b.c"], or [1].
std::string pathText(const Checkpoint& source, checkpoint::EntryId entry)
{
    std::string text;
    for (const checkpoint::EntryId id : source.pathTo(entry)) {
        text += (text.empty() ? '[' : ',') + checkpoint::pythonKey(source, source.entries()[id]);
    }
    return text + ']';
}

/// Keys can hold dots, and 1 and "1" are two: what several tensors would be called is told by its path.
void tellTwinsApart(const Checkpoint& source, const std::map<checkpoint::EntryId, std::size_t>& summed, FileSums& sums)
{
    std::map<std::string_view, std::size_t> counts;
    for (const TensorSum& tensor : sums.tensors) {
        ++counts[tensor.name];
    }
    std::vector<std::pair<std::size_t, std::string>> paths;
    for (const auto& [entry, place] : summed) {
        if (counts[sums.tensors[place].name] > 1) {
            paths.emplace_back(place, pathText(source, entry));
        }
    }
    for (auto& [place, path] : paths) {
        sums.tensors[place].name = std::move(path);
    }
}

/// The sums of the tensors, and what is wrong with the whole.
Result<void> sumTensors(const Checkpoint& opened, FileSums& sums, Progress* progress)
{
    std::map<checkpoint::EntryId, std::size_t> summed;
    std::uint64_t repeated = 0; // a small file could keep this busy for hours
    for (checkpoint::TensorId id = 0; id < opened.tensors().size(); ++id) {
        if (opened.tensors()[id].part) {
            continue;
        }
        if (opened.tensors()[id].repeatsTooMuch) {
            ++repeated;
            ++sums.notSummed;
            continue;
        }
        auto tensor = sumOfTensor(opened, id, progress);
        if (!tensor) {
            return fail(std::move(tensor).error().in(sums.file));
        }
        if (*tensor) {
            summed.emplace(opened.tensors()[id].entry, sums.tensors.size());
            sums.tensors.push_back(std::move(**tensor));
        } else {
            ++sums.notSummed;
        }
    }
    tellTwinsApart(opened, summed, sums);
    for (const checkpoint::SecondName& second : checkpoint::secondNames(opened)) {
        if (const auto first = summed.find(second.entry); first != summed.end()) {
            TensorSum tensor = sums.tensors[first->second];
            tensor.name = second.name;
            sums.tensors.push_back(std::move(tensor));
        }
    }
    auto wholeness = checkWholeness(opened, progress);
    if (!wholeness) {
        return fail(std::move(wholeness).error().in(sums.file));
    }
    std::ranges::transform(wholeness->faults, std::back_inserter(sums.faults), &Fault::text);
    if (repeated != 0) {
        sums.faults.push_back(countOf(repeated, "tensor") + " without a sum: together they repeat the bytes of the "
                                                            "file too often to be read");
    }
    return {};
}

} // namespace

Result<FileSums> sumsOf(const std::string& path, Progress* progress)
{
    FileSums sums;
    sums.file = path;
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure)) {
        CAIRN_ASSIGN(folder, checkpoint::openCheckpoint(path, progress));
        CAIRN_TRY(sumFolder(path, sums, progress));
        CAIRN_TRY(sumTensors(*folder, sums, progress));
        return sums;
    }
    CAIRN_ASSIGN(file, FileSource::open(path));
    beginStage(progress, "reading", 2 * file->sizeBytes());
    CAIRN_ASSIGN(sum, sumOfBytes(path, *file, progress));
    sums.sha256 = std::move(sum);
    const auto opened = checkpoint::openCheckpoint(file, path, progress);
    if (!opened) { // its bytes have a sum all the same
        if (opened.error().code == ErrorCode::Cancelled) {
            return fail(Error(opened.error()));
        }
        if (opened.error().code != ErrorCode::NotACheckpoint) {
            sums.faults.push_back(opened.error().what.text());
        }
        return sums;
    }
    CAIRN_TRY(sumTensors(**opened, sums, progress));
    return sums;
}

std::string sumOfHubCache(const std::string& path)
{
    std::error_code failure;
    const std::filesystem::path real = std::filesystem::canonical(path, failure);
    const std::string name = failure ? std::string() : real.filename().string();
    return isSum(name) && real.parent_path().filename() == "blobs" ? name : std::string();
}

std::string manifestText(std::span<const FileSums> files)
{
    std::string text;
    const auto addLine = [&text](const FileSums& file) {
        const std::string name = escapedName(file.file);
        text += (name == file.file ? "" : "\\") + file.sha256 + "  " + name + '\n';
    };
    for (const FileSums& file : files) {
        std::ranges::for_each(file.members.empty() ? std::span(&file, 1) : std::span(file.members), addLine);
        for (const TensorSum& tensor : file.tensors) {
            text += remarkText(tensor);
        }
    }
    return text;
}

Result<std::vector<FileSums>> parseManifest(const std::string& text)
{
    std::vector<FileSums> files;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = std::string_view(text).substr(at, end - at);
        at = end + 1;
        ++number;
        const auto bad = [&] {
            return fail(
                error(ErrorCode::Usage, message("line %1 is none of a list of SHA-256 sums", std::to_string(number)))
                    .fix(message("Give a file that `cairn-cli sum` or sha256sum wrote")));
        };
        line.remove_suffix(line.ends_with('\r') ? 1U : 0U);
        if (line.starts_with(kTensorRemark)) {
            auto tensor = parseRemark(line);
            if (!tensor || files.empty()) {
                return bad();
            }
            files.back().tensors.push_back(std::move(*tensor));
            continue;
        }
        if (line.empty() || line.starts_with('#')) {
            continue;
        }
        const bool isEscaped = line.starts_with('\\');
        line.remove_prefix(isEscaped ? 1U : 0U);
        const bool isLine = line.size() > kSumDigits + 2 && isSum(line.substr(0, kSumDigits)) &&
                            line[kSumDigits] == ' ' && (line[kSumDigits + 1] == ' ' || line[kSumDigits + 1] == '*');
        if (!isLine) {
            return bad();
        }
        const std::string_view name = line.substr(kSumDigits + 2);
        FileSums sums;
        sums.file = isEscaped ? plainName(name) : std::string(name);
        sums.sha256 = line.substr(0, kSumDigits);
        files.push_back(std::move(sums));
    }
    return files;
}

} // namespace cairn::convert
