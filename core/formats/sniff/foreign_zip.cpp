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
    std::string_view what;
    std::string_view advice;
};

constexpr std::string_view kWrongFile = "Check the name: another file was meant";

constexpr std::array kMarks = {
    Mark{"_stable_baselines3_version", "this is a model of Stable-Baselines3, a zip around several checkpoints", ""},
    Mark{"MAR-INF/", "this is a model archive of TorchServe (.mar), a zip around a model and its code", ""},
    Mark{"model.weights.h5", "this is a Keras model (.keras)", "Open it with Keras; PyTorch cannot"},
    Mark{"word/", "this is a Word document", kWrongFile},
    Mark{"xl/", "this is an Excel workbook", kWrongFile},
    Mark{"ppt/", "this is a PowerPoint presentation", kWrongFile},
    Mark{"AndroidManifest.xml", "this is an Android application (.apk)", ""},
    Mark{"META-INF/MANIFEST.MF", "this is a Java archive (.jar)", ""},
    Mark{"mimetype", "this is a document (OpenDocument or EPUB)", kWrongFile},
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
std::string listed(const std::vector<std::string_view>& names)
{
    constexpr std::size_t shown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, names.size()); ++i) {
        const bool isLast = i + 1 == names.size();
        text += i == 0 ? "" : isLast ? " and " : ", ";
        text += inQuotes(names[i]);
    }
    return names.size() > shown ? text + " and " + std::to_string(names.size() - shown) + " more" : text;
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
    std::string why =
        levels == 0  ? "Its records lie at the top, but torch.load wants all of them in one folder"
        : levels > 1 ? "Its records lie " + std::to_string(levels) + " folders deep, but torch.load wants one folder"
        : isMac      ? "macOS added entries of its own (__MACOSX), which torch.load does not accept"
                     : "Entries outside the folder of " + inQuotes(*pickle) + " keep torch.load from reading it";
    return error(ErrorCode::NotACheckpoint, "this is a checkpoint that was unpacked and packed again in another shape")
        .because(std::move(why))
        .fix("Use the original, or pack the folder around data.pkl again, alone and uncompressed: `zip -0 -X -r "
             "model.pth FOLDER`");
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
        return error(ErrorCode::NotACheckpoint, "this is a zip archive with nothing in it")
            .fix("Download or copy the file again and compare its size with the original");
    }
    std::vector<std::string_view> checkpoints;
    std::ranges::copy_if(names, std::back_inserter(checkpoints), hasCheckpointEnding);
    const std::string openThose = "Unzip it and open the checkpoints inside: " + listed(checkpoints);

    const auto mark = std::ranges::find_if(kMarks, [&](const Mark& candidate) { return contains(names, candidate); });
    if (mark != kMarks.end()) {
        std::string advice(mark->advice);
        if (advice.empty()) {
            advice = checkpoints.empty() ? std::string("Unzip it to see what it holds") : openThose;
        }
        return error(ErrorCode::NotACheckpoint, std::string(mark->what)).fix(std::move(advice));
    }
    if (auto repacked = explainRepacked(names)) {
        return std::move(*repacked);
    }
    if (isUnfinishedSave(names)) {
        return error(ErrorCode::NotACheckpoint,
                     "this is what torch.save leaves behind when it fails: a zip without its "
                     "pickle")
            .because("Something in the saved object could not be pickled; no tensor is in the file")
            .fix("Save it again, and look at the exception that torch.save raises");
    }
    if (std::ranges::all_of(names, [](std::string_view name) { return name.ends_with(".npy"); })) {
        return error(ErrorCode::NotACheckpoint, "this is a NumPy archive (.npz), a zip of arrays")
            .fix("Load it with numpy.load and save its arrays with torch.save");
    }
    if (!checkpoints.empty()) {
        const bool isOne = checkpoints.size() == 1;
        return error(ErrorCode::NotACheckpoint, "this is an ordinary zip of files, not a checkpoint itself")
            .because(std::to_string(checkpoints.size()) + " of its " + std::to_string(names.size()) + " entries " +
                     (isOne ? "looks like a checkpoint by its name" : "look like checkpoints by their names"))
            .fix(openThose);
    }
    return error(ErrorCode::NotACheckpoint,
                 "this is an ordinary zip of files, and none of them looks like a checkpoint")
        .because("It holds " + listed({names.begin(), names.end()}))
        .fix("Check the name: another file was meant");
}

} // namespace cairn::formats
