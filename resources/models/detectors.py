"""Recipes for libraries of detectors; see catalogue.py."""

from pathlib import Path

from variables import CLASSES, try_import

# The heads of the smallest sizes are as wide as for one class, as for so many, or as for a hundred; others are wider.
FEW_MIDDLE_MANY = ({"classes": 10}, {"classes": 80}, CLASSES)
# And those of poses are wider if there are many points.
POINTS = ({"points": 4}, {"points": 1019})
ULTRALYTICS_KINDS = {
    "seg": "Segmentation",
    "cls": "Classification",
    "pose": "Pose",
    "obb": "OBB",
    "sem": "SemanticSegmentation",
    "depth": "Depth",
    "world": "World",
    "worldv2": "World",
}


def ultralytics_kind(stem):
    if "rtdetr" in stem:
        return "RTDETRDetection"
    if stem.startswith("yoloe"):
        return "YOLOESeg" if stem.endswith("-seg") else "YOLOE"
    kinds = [ULTRALYTICS_KINDS[part] for part in stem.split("-") if part in ULTRALYTICS_KINDS]
    return kinds[0] if kinds else "Detection"


def ultralytics_names(path):
    """The names of the models that a file of the library describes: it may have several sizes."""
    stem = path.stem
    head = "yoloe-" + stem.split("-")[1] if stem.startswith("yoloe") else stem.split("-")[0]
    if "scales:" not in path.read_text() or not head[-1].isdigit():
        return [stem]
    return [stem.replace(head, head + size, 1) for size in "nsmlx"]


def ultralytics_recipes():
    if try_import("ultralytics") is None:
        return
    import ultralytics

    folder = Path(ultralytics.__file__).parent / "cfg" / "models"
    for path in sorted(folder.rglob("*.yaml")):
        kind = ultralytics_kind(path.stem)
        for name in ultralytics_names(path):
            is_narrow = name.split("-")[0].endswith("n") or name.startswith(("yolov6", "yolov9t", "yoloe-11n", "yoloe-26n", "yoloe-v8n"))
            several = FEW_MIDDLE_MANY if is_narrow or name.endswith("-p2") else (CLASSES,)
            if kind == "Pose":
                several = [classes | points for classes in several for points in POINTS]
            elif kind == "Depth":
                several = ({},)
            elif kind in ("Classification", "RTDETRDetection"):
                several = (CLASSES,)
            for variables in several:
                arguments = "".join([", nc={classes}" if "classes" in variables else "", ", data_kpt_shape=({points}, 3)" if "points" in variables else ""])
                code = f'ultralytics.nn.tasks.{kind}Model("{name}.yaml"{arguments}, verbose=False)'
                yield "ultralytics", name, "import ultralytics.nn.tasks; " + code, variables


def yolov5_recipes():
    """The first YOLOv5, whose heads have anchors; ultralytics has the one without."""
    if try_import("yolov5") is None:
        return
    for kind, folder, names in (
        ("Detection", "", ("yolov5n", "yolov5s", "yolov5m", "yolov5l", "yolov5x")),
        ("Detection", "hub/", ("yolov5n6", "yolov5s6", "yolov5m6", "yolov5l6", "yolov5x6", "yolov3", "yolov3-spp", "yolov3-tiny", "yolov5s-ghost", "yolov5s-transformer")),
        ("Segmentation", "segment/", ("yolov5n-seg", "yolov5s-seg", "yolov5m-seg", "yolov5l-seg", "yolov5x-seg")),
    ):
        for name in names:
            code = f'yolov5.models.yolo.{kind}Model(yolov5.__path__[0] + "/models/{folder}{name}.yaml", nc={{classes}})'
            yield "yolov5", name, "import yolov5.models.yolo; " + code, {"classes": 10}


def yolox_recipes():
    if try_import("yolox") is None:
        return
    for name, depth, width in (("tiny", 0.33, 0.375), ("s", 0.33, 0.5), ("m", 0.67, 0.75), ("l", 1.0, 1.0), ("x", 1.33, 1.25)):
        parts = f"yolox.models.YOLOPAFPN({depth}, {width}), yolox.models.YOLOXHead({{classes}}, {width})"
        yield "yolox", f"yolox_{name}", f"import yolox.models; yolox.models.YOLOX({parts})", CLASSES
    parts = "yolox.models.YOLOPAFPN(0.33, 0.25, depthwise=True), yolox.models.YOLOXHead({classes}, 0.25, depthwise=True)"
    yield "yolox", "yolox_nano", f"import yolox.models; yolox.models.YOLOX({parts})", CLASSES
    yield "yolox", "yolov3", "import yolox.models; yolox.models.YOLOX(yolox.models.YOLOFPN(), yolox.models.YOLOXHead({classes}, in_channels=[128, 256, 512]))", CLASSES


def effdet_recipes():
    if try_import("effdet") is None:
        return
    from effdet.config.model_config import efficientdet_model_param_dict

    for name in efficientdet_model_param_dict:
        # The number of outputs is nine for each class, which are told by the prime all the same.
        yield "effdet", name, f'effdet.create_model("{name}", num_classes={{classes}}, pretrained=False, pretrained_backbone=False)', CLASSES


def rfdetr_recipes():
    if try_import("rfdetr") is None:
        return
    for size in ("Nano", "Small", "Medium", "Base", "Large", "SegNano", "SegSmall", "SegMedium", "SegLarge", "SegXLarge", "Seg2XLarge", "SegPreview"):
        code = f"rfdetr.RFDETR{size}(pretrain_weights=None, num_classes={{classes}}).model.model"
        # One class is added, for what is nothing.
        yield "rfdetr", "RFDETR" + size, code, {"classes": 10}


SOURCES = {
    "ultralytics": ultralytics_recipes,
    "yolov5": yolov5_recipes,
    "yolox": yolox_recipes,
    "effdet": effdet_recipes,
    "rfdetr": rfdetr_recipes,
}
