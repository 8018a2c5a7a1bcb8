#include "core/formats/sniff/foreign.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace cairn::formats {

namespace {

using Names = std::span<const std::string_view>;

/// A kind of zip that one of its members gives away.
struct Mark {
    std::string_view member; ///< the whole name, or its beginning if it ends with a slash
    Phrase what;
    Phrase advice;
};

constexpr Phrase kWrongFile = phrase("Check the name: another file was meant");

constexpr std::array kMarks = {
    Mark{"_stable_baselines3_version",
         phrase("this is a model of Stable-Baselines3, a zip around several checkpoints"),
         {}},
    Mark{"MAR-INF/", phrase("this is a model archive of TorchServe (.mar), a zip around a model and its code"), {}},
    Mark{"model.weights.h5", phrase("this is a Keras model (.keras)"), phrase("Open it with Keras; PyTorch cannot")},
    Mark{"word/", phrase("this is a Word document"), kWrongFile},
    Mark{"xl/", phrase("this is an Excel workbook"), kWrongFile},
    Mark{"ppt/", phrase("this is a PowerPoint presentation"), kWrongFile},
    Mark{"AndroidManifest.xml", phrase("this is an Android application (.apk)"), {}},
    Mark{"META-INF/MANIFEST.MF", phrase("this is a Java archive (.jar)"), {}},
    Mark{"mimetype", phrase("this is a document (OpenDocument or EPUB)"), kWrongFile},
};

bool contains(Names names, const Mark& mark)
{
    return std::ranges::any_of(names, [&](std::string_view name) {
        return mark.member.ends_with('/') ? name.starts_with(mark.member) : name == mark.member;
    });
}

bool hasCheckpointEnding(std::string_view name)
{
    constexpr std::array<std::string_view, 11> endings = {".pth", ".pt",  ".ckpt",   ".bin", ".safetensors", ".th",
                                                          ".pkl", ".ptl", ".pickle", ".pt2", ".pth.tar"};
    // Finder data that macOS packs beside every file is no checkpoint, whatever it is called.
    const auto base = name.substr(name.rfind('/') + 1);
    return !base.starts_with("._") &&
           std::ranges::any_of(endings, [&](std::string_view ending) { return base.ends_with(ending); });
}

/// The first few names in quotes, and how many more there are.
Message listed(const std::vector<std::string_view>& names)
{
    constexpr std::size_t shown = 4;
    std::vector<std::string> quoted;
    std::ranges::transform(names, std::back_inserter(quoted), inQuotes);
    return listOf(quoted, shown);
}

/// Records of torch.save that are in the wrong place, which happens when a checkpoint was unpacked and packed again.
std::optional<Error> explainRepacked(Names names)
{
    const auto isPickle = [](std::string_view name) { return name == "data.pkl" || name.ends_with("/data.pkl"); };
    const auto pickle = std::ranges::find_if(names, isPickle);
    if (pickle == names.end()) {
        return std::nullopt;
    }
    const bool isMac = std::ranges::any_of(names, [](std::string_view name) { return name.starts_with("__MACOSX/"); });
    const auto levels = std::ranges::count(*pickle, '/');
    Message why =
        levels == 0 ? message("Its records lie at the top, but torch.load wants all of them in one folder")
        : levels > 1
            ? message("Its records lie %1 folders deep, but torch.load wants one folder", std::to_string(levels))
        : isMac ? message("macOS added entries of its own (__MACOSX), which torch.load does not accept")
                : message("Entries outside the folder of %1 keep torch.load from reading it", inQuotes(*pickle));
    return error(ErrorCode::NotACheckpoint,
                 message("this is a checkpoint that was unpacked and packed again in another shape"))
        .because(std::move(why))
        .fix(message("Use the original, or pack the folder around data.pkl again, alone and uncompressed: `zip -0 -X "
                     "-r model.pth FOLDER`"));
}

/// torch.save writes its marks first and the pickle next; what fails while pickling leaves the marks alone.
bool isUnfinishedSave(Names names)
{
    constexpr std::array<std::string_view, 5> marks = {"version", "byteorder", "serialization_id", ".format_version",
                                                       ".storage_alignment"};
    return std::ranges::any_of(names, [](std::string_view name) { return name.ends_with("/version"); }) &&
           std::ranges::all_of(names, [&](std::string_view name) {
               return std::ranges::count(marks, name.substr(name.rfind('/') + 1)) != 0;
           });
}

} // namespace

Error explainForeignZip(Names names)
{
    if (names.empty()) {
        return error(ErrorCode::NotACheckpoint, message("this is a zip archive with nothing in it"))
            .fix(message("Download or copy the file again and compare its size with the original"));
    }
    std::vector<std::string_view> checkpoints;
    std::ranges::copy_if(names, std::back_inserter(checkpoints), hasCheckpointEnding);
    const Message openThose = message("Unzip it and open the checkpoints inside: %1", listed(checkpoints));

    const auto mark = std::ranges::find_if(kMarks, [&](const Mark& candidate) { return contains(names, candidate); });
    if (mark != kMarks.end()) {
        Message advice = mark->advice;
        if (advice.empty()) {
            advice = checkpoints.empty() ? message("Unzip it to see what it holds") : openThose;
        }
        return error(ErrorCode::NotACheckpoint, mark->what).fix(std::move(advice));
    }
    if (auto repacked = explainRepacked(names)) {
        return std::move(*repacked);
    }
    if (isUnfinishedSave(names)) {
        return error(ErrorCode::NotACheckpoint,
                     message("this is what torch.save leaves behind when it fails: a zip without its pickle"))
            .because(message("Something in the saved object could not be pickled; no tensor is in the file"))
            .fix(message("Save it again, and look at the exception that torch.save raises"));
    }
    if (!checkpoints.empty()) {
        const bool isOne = checkpoints.size() == 1;
        return error(ErrorCode::NotACheckpoint, message("this is an ordinary zip of files, not a checkpoint itself"))
            .because(isOne ? message("%1 of its %2 entries looks like a checkpoint by its name",
                                     std::to_string(checkpoints.size()), std::to_string(names.size()))
                           : message("%1 of its %2 entries look like checkpoints by their names",
                                     std::to_string(checkpoints.size()), std::to_string(names.size())))
            .fix(openThose);
    }
    return error(ErrorCode::NotACheckpoint,
                 message("this is an ordinary zip of files, and none of them looks like a checkpoint"))
        .because(message("It holds %1", listed({names.begin(), names.end()})))
        .fix(message("Check the name: another file was meant"));
}

} // namespace cairn::formats
