"""Recipes for libraries of pictures that are made better, cut into parts or searched for; see catalogue.py."""

from variables import CHANNELS, CLASSES, try_import

SWIN = {  # what the networks that are made of windows have in common
    "classical": "window_size=8, depths=[6] * 6, embed_dim=180, num_heads=[6] * 6, mlp_ratio=2",
    "lightweight": "window_size=8, depths=[6] * 4, embed_dim=60, num_heads=[6] * 4, mlp_ratio=2",
    "large": "window_size=8, depths=[6] * 9, embed_dim=240, num_heads=[8] * 9, mlp_ratio=2, resi_connection='3conv'",
}


def scaled_networks():
    """Name, class and arguments of networks that make pictures larger, for each factor."""
    for scale in (1, 2, 3, 4, 8):
        by = f", {scale}x" if scale != 1 else ""
        for blocks, filters in ((23, 64), (6, 64), (23, 32), (6, 32)):
            size = "" if (blocks, filters) == (23, 64) else f" with {blocks} blocks of {filters}"
            yield f"ESRGAN{size}{by}", "ESRGAN.ESRGAN", f"num_blocks={blocks}, num_filters={filters}, scale={scale}"
        for convs, filters in ((16, 64), (32, 64), (16, 48), (16, 24)):
            yield f"SRVGGNetCompact with {convs} layers of {filters}{by}", "Compact.Compact", f"num_conv={convs}, num_feat={filters}, upscale={scale}"
        yield "SwinIR, classical" + by, "SwinIR.SwinIR", f"{SWIN['classical']}, upsampler='pixelshuffle', upscale={scale}"
        yield "SwinIR, classical, trained on 48" + by, "SwinIR.SwinIR", f"{SWIN['classical']}, img_size=48, upsampler='pixelshuffle', upscale={scale}"
        yield "SwinIR, lightweight" + by, "SwinIR.SwinIR", f"{SWIN['lightweight']}, upsampler='pixelshuffledirect', upscale={scale}"
        yield "SwinIR-M, real" + by, "SwinIR.SwinIR", f"{SWIN['classical']}, upsampler='nearest+conv', upscale={scale}"
        yield "SwinIR-L, real" + by, "SwinIR.SwinIR", f"{SWIN['large']}, upsampler='nearest+conv', upscale={scale}"
        yield "Swin2SR, classical" + by, "Swin2SR.Swin2SR", f"{SWIN['classical']}, upsampler='pixelshuffle', upscale={scale}"
        yield "Swin2SR, lightweight" + by, "Swin2SR.Swin2SR", f"{SWIN['lightweight']}, upsampler='pixelshuffledirect', upscale={scale}"
        if scale == 4:  # it has no other
            yield "Swin2SR, real, 4x", "Swin2SR.Swin2SR", f"{SWIN['classical']}, upsampler='nearest+conv', upscale={scale}"
        hat = f"window_size=16, overlap_ratio=0.5, mlp_ratio=2, upsampler='pixelshuffle', upscale={scale}"
        yield "HAT-S" + by, "HAT.HAT", f"embed_dim=144, depths=[6] * 6, num_heads=[6] * 6, compress_ratio=24, squeeze_factor=24, {hat}"
        yield "HAT" + by, "HAT.HAT", f"embed_dim=180, depths=[6] * 6, num_heads=[6] * 6, compress_ratio=3, squeeze_factor=30, {hat}"
        yield "HAT-L" + by, "HAT.HAT", f"embed_dim=180, depths=[6] * 12, num_heads=[6] * 12, compress_ratio=3, squeeze_factor=30, {hat}"
        dat = f"depth=[6] * 6, num_heads=[6] * 6, upsampler='pixelshuffle', upscale={scale}"
        yield "DAT" + by, "DAT.DAT", f"embed_dim=180, split_size=[8, 32], expansion_factor=4, {dat}"
        yield "DAT-S" + by, "DAT.DAT", f"embed_dim=180, split_size=[8, 16], expansion_factor=2, {dat}"
        yield "DAT-2" + by, "DAT.DAT", f"embed_dim=180, split_size=[8, 32], expansion_factor=2, {dat}"
        yield "DAT-light" + by, "DAT.DAT", f"embed_dim=60, split_size=[8, 32], expansion_factor=2, depth=[18], num_heads=[6], upsampler='pixelshuffledirect', upscale={scale}"
        yield "RCAN" + by, "RCAN.RCAN", f"scale={scale}"
        yield "SPAN" + by, "SPAN.SPAN", f"num_in_ch=3, num_out_ch=3, upscale={scale}"
        yield "OmniSR" + by, "OmniSR.OmniSR", f"res_num=5, up_scale={scale}"
        yield "SAFMN" + by, "SAFMN.SAFMN", f"dim=36, upscaling_factor={scale}"
        yield "PLKSR" + by, "PLKSR.PLKSR", f"upscaling_factor={scale}"
        yield "RealPLKSR" + by, "PLKSR.RealPLKSR", f"upscaling_factor={scale}"
        yield "RealPLKSR with DySample" + by, "PLKSR.RealPLKSR", f"upscaling_factor={scale}, dysample=True"
        yield "MoSR" + by, "MoSR.MoSR", f"upscale={scale}"
        yield "SwiftSRGAN" + by, "SwiftSRGAN.SwiftSRGAN", f"upscale_factor={scale}"


def spandrel_recipes():
    if try_import("spandrel") is None:
        return
    for name, cls, arguments in scaled_networks():
        library = cls.split(".")[0]
        yield "spandrel", name, f"import spandrel.architectures.{library}; spandrel.architectures.{cls}({arguments})", {}
    width32 = "enc_blk_nums=[1, 1, 1, 28], middle_blk_num=1, dec_blk_nums=[1, 1, 1, 1]"
    sidd = "enc_blk_nums=[2, 2, 4, 8], middle_blk_num=12, dec_blk_nums=[2, 2, 2, 2]"
    for name, cls, arguments in (
        ("ESRGAN of Real-ESRGAN x2plus", "ESRGAN.ESRGAN", "num_blocks=23, scale=2, in_nc=12, shuffle_factor=2"),
        ("NAFNet GoPro, width 32", "NAFNet.NAFNet", f"width=32, {width32}"),
        ("NAFNet GoPro, width 64", "NAFNet.NAFNet", f"width=64, {width32}"),
        ("NAFNet SIDD, width 32", "NAFNet.NAFNet", f"width=32, {sidd}"),
        ("NAFNet SIDD, width 64", "NAFNet.NAFNet", f"width=64, {sidd}"),
        ("GFPGAN v1.3 and v1.4", "GFPGAN.GFPGAN", ""),
        ("RestoreFormer", "RestoreFormer.RestoreFormer", ""),
        ("SCUNet", "SCUNet.SCUNet", ""),
        ("SCUNet, grey", "SCUNet.SCUNet", "in_nc=1"),
        ("LaMa", "LaMa.LaMa", "in_nc=4"),
        ("FBCNN", "FBCNN.FBCNN", ""),
        ("FBCNN, grey", "FBCNN.FBCNN", "in_nc=1, out_nc=1"),
        ("DnCNN", "DnCNN.DnCNN", ""),
        ("DnCNN, colour", "DnCNN.DnCNN", "in_nc=3, out_nc=3, nb=20"),
        ("DRUNet, colour", "DRUNet.DRUNet", "in_nc=4, out_nc=3"),
        ("DRUNet, grey", "DRUNet.DRUNet", "in_nc=2, out_nc=1"),
        ("RealCUGAN 2x", "RealCUGAN.UpCunet2x", ""),
        ("RealCUGAN 3x", "RealCUGAN.UpCunet3x", ""),
        ("RealCUGAN 4x", "RealCUGAN.UpCunet4x", ""),
        ("KBNet_s", "KBNet.KBNet_s", ""),
        ("KBNet_l", "KBNet.KBNet_l", ""),
        ("RetinexFormer", "RetinexFormer.RetinexFormer", "stage=1, num_blocks=[1, 2, 2]"),
        ("Uformer-B", "Uformer.Uformer", "embed_dim=32, depths=[1, 2, 8, 8, 2, 8, 8, 2, 1], modulator=True"),
        ("FFTformer", "FFTformer.FFTformer", ""),
        ("HVI-CIDNet", "HVICIDNet.HVICIDNet", ""),
    ):
        library = cls.split(".")[0]
        yield "spandrel", name, f"import spandrel.architectures.{library}; spandrel.architectures.{cls}({arguments})", {}


def spandrel_extra_recipes():
    if try_import("spandrel_extra_arches") is None:
        return
    for name, cls, arguments in (
        ("CodeFormer", "CodeFormer.CodeFormer", ""),
        ("Restormer", "Restormer.Restormer", ""),
        ("Restormer without biases", "Restormer.Restormer", "LayerNorm_type='BiasFree'"),
        ("Restormer, two pictures", "Restormer.Restormer", "inp_channels=6, dual_pixel_task=True"),
        ("MPRNet, deraining", "MPRNet.MPRNet", ""),
        ("MPRNet, deblurring", "MPRNet.MPRNet", "n_feat=96, scale_unetfeats=48, scale_orsnetfeats=32"),
        ("MPRNet, denoising", "MPRNet.MPRNet", "n_feat=80, scale_unetfeats=48, scale_orsnetfeats=32"),
        ("MIRNet v2", "MIRNet2.MIRNet2", ""),
        ("MAT", "MAT.MAT", ""),
        ("DDColor", "DDColor.DDColor", ""),
        ("DDColor, tiny", "DDColor.DDColor", "encoder_name='convnext-t'"),
        ("M3SNet", "M3SNet.M3SNet", ""),
        ("FeMaSR", "FeMaSR.FeMaSR", ""),
        *((f"SRFormer, {scale}x", "SRFormer.SRFormer", f"window_size=24, img_size=48, depths=[6] * 6, embed_dim=180, num_heads=[6] * 6, mlp_ratio=2, upsampler='pixelshuffle', upscale={scale}") for scale in (2, 3, 4)),
        *((f"SRFormer, lightweight, {scale}x", "SRFormer.SRFormer", f"window_size=16, img_size=64, depths=[6] * 4, embed_dim=60, num_heads=[6] * 4, mlp_ratio=2, upsampler='pixelshuffledirect', upscale={scale}") for scale in (2, 3, 4)),
    ):
        library = cls.split(".")[0]
        yield "spandrel_extra_arches", name, f"import spandrel_extra_arches.architectures.{library}; spandrel_extra_arches.architectures.{cls}({arguments})", {}


def basicsr_recipes():
    """Of the first one no version runs with a torchvision of today; the names are the same."""
    if try_import("basicsr") is None:
        return
    for name, arguments in (
        ("RRDBNet, 4x", "3, 3"),
        ("RRDBNet, 2x", "3, 3, scale=2"),
        ("RRDBNet, 1x", "3, 3, scale=1"),
        ("RRDBNet with 6 blocks, 4x", "3, 3, num_block=6"),
        ("RRDBNet with 6 blocks, 2x", "3, 3, scale=2, num_block=6"),
        ("RRDBNet of 32, 4x", "3, 3, num_feat=32"),
        ("RRDBNet of 32 with 6 blocks, 4x", "3, 3, num_feat=32, num_block=6"),
    ):
        yield "basicsr", name, f"import basicsr.archs.rrdbnet_arch; basicsr.archs.rrdbnet_arch.RRDBNet({arguments})", {}
    for scale in (2, 3, 4):
        yield "basicsr", f"MSRResNet, {scale}x", f"import basicsr.archs.srresnet_arch; basicsr.archs.srresnet_arch.MSRResNet(upscale={scale})", {}
        for name, arguments in (("EDSR, medium", "num_feat=64, num_block=16"), ("EDSR, large", "num_feat=256, num_block=32")):
            yield "basicsr", f"{name}, {scale}x", f"import basicsr.archs.edsr_arch; basicsr.archs.edsr_arch.EDSR(3, 3, {arguments}, upscale={scale})", {}
    for convs in (16, 32):
        yield "basicsr", f"SRVGGNetCompact with {convs} layers, 4x", f"import basicsr.archs.srvgg_arch; basicsr.archs.srvgg_arch.SRVGGNetCompact(num_conv={convs})", {}


def monai_recipes():
    if try_import("monai") is None:
        return
    both = "in_channels={channels}, out_channels={classes}"
    found = []
    for dims in (2, 3):
        for channels in ((16, 32, 64, 128, 256), (16, 32, 64, 128), (32, 64, 128, 256), (32, 64, 128, 256, 512), (64, 128, 256, 512), (64, 128, 256, 512, 1024), (4, 8, 16), (8, 16, 32, 64), (8, 16, 32, 64, 128)):
            strides = (2,) * (len(channels) - 1)
            title = " ".join(map(str, channels))
            for units in (0, 1, 2, 3):
                for norm in ("'batch'", "'instance'"):
                    text = "" if norm == "'instance'" else ", norm='batch'"
                    found.append((f"UNet {dims}D {title} with {units} units" + (", batch norm" if text else ""), f"UNet({dims}, {{channels}}, {{classes}}, {channels}, {strides}, num_res_units={units}{text})"))
            found.append((f"AttentionUnet {dims}D {title}", f"AttentionUnet({dims}, {{channels}}, {{classes}}, {channels}, {strides})"))
        found += [(f"{name} {dims}D", f"{name}(spatial_dims={dims}, {both})") for name in ("BasicUNet", "BasicUNetPlusPlus", "HighResNet", "DenseNet121", "DenseNet169", "DenseNet201", "DenseNet264", "MedNeXtS", "MedNeXtB", "MedNeXtM", "MedNeXtL")]
        found.append((f"VNet {dims}D", f"VNet(spatial_dims={dims}, out_channels={{classes}})"))
        found += [(f"{name} {dims}D", f"{name}(spatial_dims={dims}, in_channels={{channels}}, num_classes={{classes}})") for name in ("SEResNet50", "SEResNet101", "SEResNet152", "SEResNext50", "SEResNext101", "SENet154")]
        found += [(f"ResNet{depth} {dims}D", f"resnet{depth}(spatial_dims={dims}, n_input_channels={{channels}}, num_classes={{classes}})") for depth in (10, 18, 34, 50, 101, 152, 200)]
        found += [(f"ResNet{depth} {dims}D, shortcuts A", f"resnet{depth}(spatial_dims={dims}, n_input_channels={{channels}}, num_classes={{classes}}, shortcut_type='A')") for depth in (10, 18, 34)]
        found += [(f"EfficientNetBN b{size} {dims}D", f"EfficientNetBN('efficientnet-b{size}', pretrained=False, spatial_dims={dims}, in_channels={{channels}}, num_classes={{classes}})") for size in range(9)]
        for filters in (8, 16, 32):
            for up in ("nontrainable", "deconv"):
                text = "" if up == "nontrainable" else ", upsample_mode='deconv'"
                found.append((f"SegResNet {dims}D, {filters} filters" + (", deconv" if text else ""), f"SegResNet(spatial_dims={dims}, init_filters={filters}, {both}{text})"))
                found.append((f"SegResNet {dims}D, {filters} filters, blocks 1 2 2 4 4" + (", deconv" if text else ""), f"SegResNet(spatial_dims={dims}, init_filters={filters}, {both}, blocks_down=(1, 2, 2, 4, 4), blocks_up=(1, 1, 1, 1){text})"))
        for filters in (16, 32):
            for blocks in ((1, 2, 2, 4), (1, 2, 2, 4, 4), (1, 2, 2, 4, 4, 4)):
                found.append((f"SegResNetDS {dims}D, {filters} filters, blocks {' '.join(map(str, blocks))}", f"SegResNetDS(spatial_dims={dims}, init_filters={filters}, {both}, blocks_down={blocks})"))
        for size in (12, 24, 36, 48, 60):
            for text in ("", ", use_v2=True"):
                found.append((f"SwinUNETR{' v2' if text else ''} {dims}D, {size}", f"SwinUNETR({both}, feature_size={size}, spatial_dims={dims}{text})"))
    for size in (64, 96, 128, (96, 96, 32), (128, 128, 32)):
        found.append((f"UNETR {size}".replace(",", ""), f"UNETR({both}, img_size={size})"))
    found += [(f"FlexibleUNet with efficientnet-b{size}", f"FlexibleUNet({both}, backbone='efficientnet-b{size}')") for size in range(5)]
    for name, code in found:
        variables = CLASSES | (CHANNELS if "{channels}" in code else {})
        yield "monai", name, f"import monai.networks.nets; monai.networks.nets.{code}", variables
    for name, code in (("HoVerNet, fast", "HoVerNet('fast', out_classes={classes})"), ("HoVerNet, original", "HoVerNet('original', out_classes={classes})")):
        yield "monai", name, f"import monai.networks.nets; monai.networks.nets.{code}", {"classes": 5}


def segment_anything_recipes():
    if try_import("segment_anything") is not None:
        for size in "bhl":
            yield "segment_anything", f"vit_{size}", f"segment_anything.build_sam_vit_{size}()", {}


def sam2_recipes():
    if try_import("sam2") is None:
        return
    for version in ("sam2", "sam2.1"):
        for size in ("t", "s", "b+", "l"):
            yield "sam2", f"{version}_hiera_{size}", f'import sam2.build_sam; sam2.build_sam.build_sam2("configs/{version}/{version}_hiera_{size}.yaml", device="cpu")', {}


def kornia_recipes():
    if try_import("kornia") is None:
        return
    for name in ("HardNet", "HardNet8", "HyNet", "SOSNet", "TFeat", "OriNet", "LAFAffNetShapeEstimator", "KeyNet", "SOLD2"):
        yield "kornia", name, f"import kornia.feature; kornia.feature.{name}(pretrained=False)", {}
    for name, arguments in (("LoFTR", "pretrained=None"), ("DISK", ""), ("XFeatModel", ""), ("LightGlue", "features=None")):
        yield "kornia", name, f"import kornia.feature; kornia.feature.{name}({arguments})", {}


def easyocr_recipes():
    if try_import("easyocr") is None:
        return
    yield "easyocr", "CRAFT", "import easyocr.craft; easyocr.craft.CRAFT()", {}
    for name, module, size in (("second generation", "vgg_model", 256), ("first generation", "model", 512)):
        yield "easyocr", f"CRNN, {name}", f"import easyocr.model.{module}; easyocr.model.{module}.Model(1, {size}, {size}, {{classes}})", CLASSES


def doctr_recipes():
    if try_import("doctr") is None:
        return
    for name in ("db_resnet50", "db_resnet34", "db_mobilenet_v3_large", "linknet_resnet18", "linknet_resnet34", "linknet_resnet50", "fast_tiny", "fast_small", "fast_base"):
        yield "doctr", name, f"import doctr.models; doctr.models.{name}(pretrained=False, pretrained_backbone=False)", {}
    for name in ("crnn_vgg16_bn", "crnn_mobilenet_v3_small", "crnn_mobilenet_v3_large", "sar_resnet31", "master", "vitstr_small", "vitstr_base", "parseq"):
        yield "doctr", name, f"import doctr.models; doctr.models.{name}(pretrained=False, pretrained_backbone=False)", {}


def background_recipes():
    if try_import("backgroundremover") is None:
        return
    for name in ("U2NET", "U2NETP"):
        code = f"backgroundremover.u2net.u2net.{name}({{channels}}, {{classes}})"
        yield "backgroundremover", name, "import backgroundremover.u2net.u2net; " + code, {"channels": 3, "classes": 1}


SOURCES = {
    "spandrel": spandrel_recipes,
    "spandrel_extra_arches": spandrel_extra_recipes,
    "basicsr": basicsr_recipes,
    "monai": monai_recipes,
    "segment_anything": segment_anything_recipes,
    "sam2": sam2_recipes,
    "kornia": kornia_recipes,
    "easyocr": easyocr_recipes,
    "doctr": doctr_recipes,
    "backgroundremover": background_recipes,
}
