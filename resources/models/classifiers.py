"""Recipes for libraries of backbones beside torchvision and timm; see catalogue.py."""

from variables import CHANNELS, CLASSES, try_import

# Trained on other pictures than ImageNet's, with names of their own: the networks are the same but for small ones.
PYTORCHCV_OTHERS = ("_cub", "_svhn", "_cifar100", "_coco", "_voc", "_ade20k", "_cityscapes", "_celebamaskhq")
# What takes no number of classes.
PYTORCHCV_FIXED = ("_cifar10", "_widerface", "_things", "raft_small", "propainter", "propainter_rfc", "propainter_ip", "superpointnet", "pfpcnet")


def facenet_recipes():
    if try_import("facenet_pytorch") is None:
        return
    yield "facenet_pytorch", "InceptionResnetV1", "facenet_pytorch.InceptionResnetV1(classify=True, num_classes={classes})", CLASSES
    yield "facenet_pytorch", "InceptionResnetV1 without logits", "facenet_pytorch.InceptionResnetV1()", {}
    for name in ("PNet", "RNet", "ONet"):
        yield "facenet_pytorch", name, f"import facenet_pytorch.models.mtcnn; facenet_pytorch.models.mtcnn.{name}(pretrained=False)", {}


def pretrained_vit_recipes():
    if try_import("pytorch_pretrained_vit") is None:
        return
    for name in ("B_16", "B_32", "L_16", "L_32", "B_16_imagenet1k", "B_32_imagenet1k", "L_16_imagenet1k", "L_32_imagenet1k"):
        yield "pytorch_pretrained_vit", name, f'pytorch_pretrained_vit.ViT("{name}", pretrained=False, num_classes={{classes}})', CLASSES


def pretrainedmodels_recipes():
    library = try_import("pretrainedmodels")
    for name in library.model_names if library else ():
        yield "pretrainedmodels", name, f'pretrainedmodels.__dict__["{name}"](num_classes={{classes}}, pretrained=None)', CLASSES


def pytorchcv_recipes():
    if try_import("pytorchcv") is None:
        return
    from pytorchcv.model_provider import _models

    for name in _models:
        if name.endswith(PYTORCHCV_OTHERS):
            continue
        takes_classes = not name.endswith(PYTORCHCV_FIXED)
        code = f'pytorchcv.model_provider.get_model("{name}"{", num_classes={classes}" if takes_classes else ""})'
        yield "pytorchcv", name, "import pytorchcv.model_provider; " + code, CLASSES if takes_classes else {}


def resnest_recipes():
    if try_import("resnest") is None:
        return
    import resnest.torch

    for name in sorted(dir(resnest.torch)):
        if name.startswith("resnest") and name != "resnest":
            yield "resnest", name, f"import resnest.torch; resnest.torch.{name}(num_classes={{classes}})", CLASSES


def torchreid_recipes():
    if try_import("torchreid") is None:
        return
    from torchreid.reid import models

    for name in models.__dict__["__model_factory"]:
        code = f'torchreid.reid.models.build_model("{name}", {{classes}}, pretrained=False)'
        yield "torchreid", name, "import torchreid.reid.models; " + code, CLASSES


def torchxrayvision_recipes():
    if try_import("torchxrayvision") is not None:
        code = "torchxrayvision.models.DenseNet(num_classes={classes}, in_channels={channels})"
        yield "torchxrayvision", "DenseNet", "import torchxrayvision.models; " + code, CLASSES | CHANNELS


def dinov2_recipes():
    if try_import("dinov2") is None:
        return
    for size in ("small", "base", "large"):
        code = f"dinov2.models.vision_transformer.vit_{size}(patch_size=14, img_size=518, init_values=1.0, block_chunks=0)"
        yield "dinov2", f"vit_{size}", "import dinov2.models.vision_transformer; " + code, {}
    code = "dinov2.models.vision_transformer.vit_giant2(patch_size=14, img_size=518, init_values=1.0, block_chunks=0, ffn_layer='swiglufused')"
    yield "dinov2", "vit_giant2", "import dinov2.models.vision_transformer; " + code, {}


def clip_recipes():
    """OpenAI's own, for which open_clip has names, too."""
    if try_import("clip") is None:
        return
    for name, arguments in (
        ("RN50", "1024, 224, (3, 4, 6, 3), 64, None, 77, 49408, 512, 8, 12"),
        ("RN101", "512, 224, (3, 4, 23, 3), 64, None, 77, 49408, 512, 8, 12"),
        ("RN50x4", "640, 288, (4, 6, 10, 6), 80, None, 77, 49408, 640, 10, 12"),
        ("RN50x16", "768, 384, (6, 8, 18, 8), 96, None, 77, 49408, 768, 12, 12"),
        ("RN50x64", "1024, 448, (3, 15, 36, 10), 128, None, 77, 49408, 1024, 16, 12"),
        ("ViT-B/32", "512, 224, 12, 768, 32, 77, 49408, 512, 8, 12"),
        ("ViT-B/16", "512, 224, 12, 768, 16, 77, 49408, 512, 8, 12"),
        ("ViT-L/14", "768, 224, 24, 1024, 14, 77, 49408, 768, 12, 12"),
        ("ViT-L/14@336px", "768, 336, 24, 1024, 14, 77, 49408, 768, 12, 12"),
    ):
        yield "clip", name, f"import clip.model; clip.model.CLIP({arguments})", {}


def vit_pytorch_recipes():
    """What its examples make, which people copy."""
    if try_import("vit_pytorch") is None:
        return
    for dim, depth, heads, mlp in ((1024, 6, 16, 2048), (768, 12, 12, 3072), (512, 6, 8, 1024), (128, 12, 8, 512), (128, 6, 8, 256), (256, 6, 8, 512), (64, 6, 8, 128)):
        for name, module in (("ViT", "vit"), ("SimpleViT", "simple_vit")):
            for image, patch in ((256, 32), (224, 16), (224, 32), (32, 4), (28, 7)):
                code = f"vit_pytorch.{name}(image_size={image}, patch_size={patch}, num_classes={{classes}}, dim={dim}, depth={depth}, heads={heads}, mlp_dim={mlp})"
                yield "vit_pytorch", f"{name} {image}/{patch}, {dim} wide, {depth} deep, {heads} heads", code, CLASSES


def diffusion_recipes():
    if try_import("denoising_diffusion_pytorch") is None:
        return
    for dim in (16, 32, 64, 96, 128, 256):
        for mults in ((1, 2, 4, 8), (1, 2, 4), (1, 2, 2, 2), (1, 2, 4, 4), (1, 2, 2, 4)):
            code = f"denoising_diffusion_pytorch.Unet(dim={dim}, dim_mults={mults}, channels={{channels}})"
            yield "denoising_diffusion_pytorch", f"Unet {dim}, times {' '.join(map(str, mults))}", code, CHANNELS


SOURCES = {
    "facenet_pytorch": facenet_recipes,
    "pytorch_pretrained_vit": pretrained_vit_recipes,
    "pretrainedmodels": pretrainedmodels_recipes,
    "pytorchcv": pytorchcv_recipes,
    "resnest": resnest_recipes,
    "torchreid": torchreid_recipes,
    "torchxrayvision": torchxrayvision_recipes,
    "dinov2": dinov2_recipes,
    "clip": clip_recipes,
    "vit_pytorch": vit_pytorch_recipes,
    "denoising_diffusion_pytorch": diffusion_recipes,
}
