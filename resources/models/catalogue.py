"""Which models the database knows: a recipe for each, that makes it of its library.

A recipe is (library, name, code, variables): `code` is the Python that makes the model, with a place such as
{classes} for each variable, and `variables` says for each what stands there by default. It runs as it is, once its
library is imported; what else is to be imported stands before it, as "import whisper.model; ...".
"""

import classifiers
import detectors
import pictures
import repositories
import sound
from variables import CHANNELS, CLASSES, VOCABULARY, try_import


def torchvision_recipes():
    torchvision = try_import("torchvision")
    for name in torchvision.models.list_models() if torchvision else ():
        if name.startswith("quantized_"):
            continue
        extra, variables = "", dict(CLASSES)
        if name.startswith("raft"):
            yield "torchvision", name, f'torchvision.models.get_model("{name}", weights=None)', {}
            continue
        if name in ("googlenet", "inception_v3"):
            extra = ", init_weights=False"
            code = f'torchvision.models.get_model("{name}", weights=None, aux_logits=False, num_classes={{classes}}{extra})'
            yield "torchvision", name + " without aux_logits", code, variables
        if "deeplab" in name or name.startswith("fcn") or "rcnn" in name or name in ("retinanet_resnet50_fpn", "retinanet_resnet50_fpn_v2", "ssd300_vgg16", "ssdlite320_mobilenet_v3_large", "fcos_resnet50_fpn", "lraspp_mobilenet_v3_large"):
            extra += ", weights_backbone=None"
        if "deeplab" in name or name.startswith("fcn"):
            code = f'torchvision.models.get_model("{name}", weights=None, num_classes={{classes}}, aux_loss=True{extra})'
            yield "torchvision", name + " with aux_loss", code, variables
        code = f'torchvision.models.get_model("{name}", weights=None, num_classes={{classes}}{extra})'
        yield "torchvision", name, code, variables


def timm_recipes():
    timm = try_import("timm")
    for name in timm.list_models() if timm else ():
        yield "timm", name, f'timm.create_model("{name}", num_classes={{classes}}, in_chans={{channels}})', CLASSES | CHANNELS


def segmentation_recipes():
    smp = try_import("segmentation_models_pytorch")
    if smp is None:
        return
    from segmentation_models_pytorch.encoders import encoders

    common = ["resnet18", "resnet34", "resnet50", "resnet101", "efficientnet-b0", "efficientnet-b3", "efficientnet-b4", "mobilenet_v2", "mit_b0", "mit_b2"]
    for decoder in ("Unet", "UnetPlusPlus", "MAnet", "Linknet", "FPN", "PSPNet", "PAN", "DeepLabV3", "DeepLabV3Plus", "UPerNet", "Segformer"):
        for encoder in encoders if decoder in ("Unet", "FPN", "DeepLabV3Plus") else common:
            code = f'segmentation_models_pytorch.{decoder}("{encoder}", encoder_weights=None, classes={{classes}}, in_channels={{channels}})'
            yield "segmentation_models_pytorch", f"{decoder} with {encoder}", code, CLASSES | CHANNELS


def efficientnet_recipes():
    if try_import("efficientnet_pytorch") is None:
        return
    for size in range(9):
        name = f"efficientnet-b{size}"
        code = f'efficientnet_pytorch.EfficientNet.from_name("{name}", num_classes={{classes}}, in_channels={{channels}})'
        yield "efficientnet_pytorch", name, code, CLASSES | CHANNELS


def open_clip_recipes():
    open_clip = try_import("open_clip")
    for name in open_clip.list_models() if open_clip else ():
        if any(word in name for word in ("xlm", "roberta", "mt5", "nllb", "hf")):  # their text towers are downloaded
            continue
        yield "open_clip", name, f'open_clip.create_model("{name}", load_weights=False)', {}


def diffusers_recipes():
    if try_import("diffusers") is None:
        return
    for name, code in (
        ("Stable Diffusion 1.x UNet", "UNet2DConditionModel(sample_size=64, cross_attention_dim=768, attention_head_dim=8, in_channels={channels})"),
        ("Stable Diffusion 2.x UNet", "UNet2DConditionModel(sample_size=96, cross_attention_dim=1024, attention_head_dim=(5, 10, 20, 20), use_linear_projection=True, in_channels={channels})"),
        ("Stable Diffusion XL UNet", "UNet2DConditionModel(sample_size=128, cross_attention_dim=2048, attention_head_dim=(5, 10, 20), use_linear_projection=True, in_channels={channels}, "
         "block_out_channels=(320, 640, 1280), down_block_types=('DownBlock2D', 'CrossAttnDownBlock2D', 'CrossAttnDownBlock2D'), up_block_types=('CrossAttnUpBlock2D', 'CrossAttnUpBlock2D', 'UpBlock2D'), "
         "transformer_layers_per_block=(1, 2, 10), addition_embed_type='text_time', addition_time_embed_dim=256, projection_class_embeddings_input_dim=2816)"),
        ("Stable Diffusion XL refiner UNet", "UNet2DConditionModel(sample_size=128, cross_attention_dim=1280, attention_head_dim=(6, 12, 24, 24), use_linear_projection=True, in_channels={channels}, "
         "block_out_channels=(384, 768, 1536, 1536), down_block_types=('DownBlock2D', 'CrossAttnDownBlock2D', 'CrossAttnDownBlock2D', 'DownBlock2D'), up_block_types=('UpBlock2D', 'CrossAttnUpBlock2D', 'CrossAttnUpBlock2D', 'UpBlock2D'), "
         "transformer_layers_per_block=4, addition_embed_type='text_time', addition_time_embed_dim=256, projection_class_embeddings_input_dim=2560)"),
        ("Stable Diffusion 1.x ControlNet", "ControlNetModel(cross_attention_dim=768, attention_head_dim=8, in_channels={channels})"),
        ("Stable Diffusion 2.x ControlNet", "ControlNetModel(cross_attention_dim=1024, attention_head_dim=(5, 10, 20, 20), use_linear_projection=True, in_channels={channels})"),
    ):
        yield "diffusers", name, "diffusers." + code, CHANNELS
    vae = "down_block_types=('DownEncoderBlock2D',) * 4, up_block_types=('UpDecoderBlock2D',) * 4, block_out_channels=(128, 256, 512, 512), layers_per_block=2"
    yield "diffusers", "Stable Diffusion VAE", f"diffusers.AutoencoderKL({vae}, latent_channels={{channels}})", CHANNELS
    yield "diffusers", "Flux and Stable Diffusion 3 VAE", f"diffusers.AutoencoderKL({vae}, latent_channels={{channels}}, use_quant_conv=False, use_post_quant_conv=False)", CHANNELS
    yield "diffusers", "AutoencoderTiny", "diffusers.AutoencoderTiny(latent_channels={channels})", CHANNELS
    import diffusers
    import inspect

    for name in sorted(dir(diffusers.models)):
        cls = getattr(diffusers.models, name, None)
        if inspect.isclass(cls) and ("Transformer" in name or "UNet" in name or "Autoencoder" in name or "ControlNet" in name or name.startswith("VQ")):
            yield "diffusers", name, f"diffusers.models.{name}()", {}


# Sizes that are published, by the class of the configuration; what the configuration has by default is added.
TRANSFORMERS_SIZES = {
    "BertConfig": {"base": {}, "large": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096),
                   "tiny": dict(hidden_size=128, num_hidden_layers=2, num_attention_heads=2, intermediate_size=512),
                   "mini": dict(hidden_size=256, num_hidden_layers=4, num_attention_heads=4, intermediate_size=1024),
                   "small": dict(hidden_size=512, num_hidden_layers=4, num_attention_heads=8, intermediate_size=2048),
                   "medium": dict(hidden_size=512, num_hidden_layers=8, num_attention_heads=8, intermediate_size=2048),
                   "MiniLM-L6": dict(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536),
                   "MiniLM-L12": dict(hidden_size=384, num_hidden_layers=12, num_attention_heads=12, intermediate_size=1536)},
    "RobertaConfig": {"base": dict(vocab_size=50265, max_position_embeddings=514, type_vocab_size=1), "large": dict(vocab_size=50265, max_position_embeddings=514, type_vocab_size=1, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096),
                      "distil": dict(vocab_size=50265, max_position_embeddings=514, type_vocab_size=1, num_hidden_layers=6)},
    "XLMRobertaConfig": {"base": dict(vocab_size=250002, max_position_embeddings=514, type_vocab_size=1), "large": dict(vocab_size=250002, max_position_embeddings=514, type_vocab_size=1, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096)},
    "DistilBertConfig": {"base": {}},
    "AlbertConfig": {"base": dict(hidden_size=768, num_attention_heads=12, intermediate_size=3072), "large": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096),
                     "xlarge": dict(hidden_size=2048, num_hidden_layers=24, num_attention_heads=16, intermediate_size=8192), "xxlarge": {}},
    "ElectraConfig": {"small": {}, "base": dict(embedding_size=768, hidden_size=768, num_attention_heads=12, intermediate_size=3072), "large": dict(embedding_size=1024, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096)},
    "DebertaV2Config": {"v3-small": dict(vocab_size=128100, hidden_size=768, num_hidden_layers=6, num_attention_heads=12, intermediate_size=3072, type_vocab_size=0, relative_attention=True, position_buckets=256, norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"], position_biased_input=False),
                        "v3-base": dict(vocab_size=128100, hidden_size=768, num_hidden_layers=12, num_attention_heads=12, intermediate_size=3072, type_vocab_size=0, relative_attention=True, position_buckets=256, norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"], position_biased_input=False),
                        "v3-large": dict(vocab_size=128100, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096, type_vocab_size=0, relative_attention=True, position_buckets=256, norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"], position_biased_input=False)},
    "GPT2Config": {"small": {}, "medium": dict(n_embd=1024, n_layer=24, n_head=16), "large": dict(n_embd=1280, n_layer=36, n_head=20), "xl": dict(n_embd=1600, n_layer=48, n_head=25), "distil": dict(n_layer=6)},
    "GPTNeoXConfig": {"pythia-70m": dict(vocab_size=50304, hidden_size=512, num_hidden_layers=6, num_attention_heads=8, intermediate_size=2048), "pythia-160m": dict(vocab_size=50304, hidden_size=768, num_hidden_layers=12, num_attention_heads=12, intermediate_size=3072),
                      "pythia-410m": dict(vocab_size=50304, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096), "pythia-1b": dict(vocab_size=50304, hidden_size=2048, num_hidden_layers=16, num_attention_heads=8, intermediate_size=8192),
                      "pythia-1.4b": dict(vocab_size=50304, hidden_size=2048, num_hidden_layers=24, num_attention_heads=16, intermediate_size=8192), "20b": {}},
    "OPTConfig": {"125m": {}, "350m": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, ffn_dim=4096, word_embed_proj_dim=512, do_layer_norm_before=False), "1.3b": dict(hidden_size=2048, num_hidden_layers=24, num_attention_heads=32, ffn_dim=8192, word_embed_proj_dim=2048),
                  "2.7b": dict(hidden_size=2560, num_hidden_layers=32, num_attention_heads=32, ffn_dim=10240, word_embed_proj_dim=2560), "6.7b": dict(hidden_size=4096, num_hidden_layers=32, num_attention_heads=32, ffn_dim=16384, word_embed_proj_dim=4096)},
    "BloomConfig": {"560m": dict(hidden_size=1024, n_layer=24, n_head=16, vocab_size=250880), "1b7": dict(hidden_size=2048, n_layer=24, n_head=16, vocab_size=250880), "7b1": dict(hidden_size=4096, n_layer=30, n_head=32, vocab_size=250880)},
    "T5Config": {"small": dict(vocab_size=32128), "base": dict(vocab_size=32128, d_model=768, d_ff=3072, num_layers=12, num_heads=12), "large": dict(vocab_size=32128, d_model=1024, d_ff=4096, num_layers=24, num_heads=16), "3b": dict(vocab_size=32128, d_model=1024, d_kv=128, d_ff=16384, num_layers=24, num_heads=32),
                 "flan small": dict(vocab_size=32128, d_model=512, d_kv=64, d_ff=1024, num_layers=8, num_heads=6, feed_forward_proj="gated-gelu", tie_word_embeddings=False),
                 "flan base": dict(vocab_size=32128, d_model=768, d_ff=2048, num_layers=12, num_heads=12, feed_forward_proj="gated-gelu", tie_word_embeddings=False),
                 "flan large": dict(vocab_size=32128, d_model=1024, d_ff=2816, num_layers=24, num_heads=16, feed_forward_proj="gated-gelu", tie_word_embeddings=False),
                 "flan xl": dict(vocab_size=32128, d_model=2048, d_ff=5120, num_layers=24, num_heads=32, feed_forward_proj="gated-gelu", tie_word_embeddings=False),
                 "flan xxl": dict(vocab_size=32128, d_model=4096, d_ff=10240, num_layers=24, num_heads=64, feed_forward_proj="gated-gelu", tie_word_embeddings=False)},
    "BartConfig": {"base": dict(d_model=768, encoder_layers=6, decoder_layers=6, encoder_ffn_dim=3072, decoder_ffn_dim=3072, encoder_attention_heads=12, decoder_attention_heads=12), "large": {}},
    "LlamaConfig": {"7b": {}, "13b": dict(hidden_size=5120, intermediate_size=13824, num_hidden_layers=40, num_attention_heads=40), "70b": dict(hidden_size=8192, intermediate_size=28672, num_hidden_layers=80, num_attention_heads=64, num_key_value_heads=8),
                    "3 8b": dict(vocab_size=128256, intermediate_size=14336, num_key_value_heads=8), "3 70b": dict(vocab_size=128256, hidden_size=8192, intermediate_size=28672, num_hidden_layers=80, num_attention_heads=64, num_key_value_heads=8),
                    "3.2 1b": dict(vocab_size=128256, hidden_size=2048, intermediate_size=8192, num_hidden_layers=16, num_attention_heads=32, num_key_value_heads=8, head_dim=64, tie_word_embeddings=True),
                    "3.2 3b": dict(vocab_size=128256, hidden_size=3072, intermediate_size=8192, num_hidden_layers=28, num_attention_heads=24, num_key_value_heads=8, head_dim=128, tie_word_embeddings=True),
                    "TinyLlama 1.1b": dict(hidden_size=2048, intermediate_size=5632, num_hidden_layers=22, num_attention_heads=32, num_key_value_heads=4),
                    "SmolLM 135m": dict(vocab_size=49152, hidden_size=576, intermediate_size=1536, num_hidden_layers=30, num_attention_heads=9, num_key_value_heads=3, tie_word_embeddings=True),
                    "SmolLM 360m": dict(vocab_size=49152, hidden_size=960, intermediate_size=2560, num_hidden_layers=32, num_attention_heads=15, num_key_value_heads=5, tie_word_embeddings=True)},
    "MistralConfig": {"7b": {}},
    "MixtralConfig": {"8x7b": {}},
    "Qwen2Config": {"0.5b": dict(vocab_size=151936, hidden_size=896, intermediate_size=4864, num_hidden_layers=24, num_attention_heads=14, num_key_value_heads=2), "1.5b": dict(vocab_size=151936, hidden_size=1536, intermediate_size=8960, num_hidden_layers=28, num_attention_heads=12, num_key_value_heads=2),
                    "3b": dict(vocab_size=151936, hidden_size=2048, intermediate_size=11008, num_hidden_layers=36, num_attention_heads=16, num_key_value_heads=2), "7b": dict(vocab_size=152064, hidden_size=3584, intermediate_size=18944, num_hidden_layers=28, num_attention_heads=28, num_key_value_heads=4),
                    "14b": dict(vocab_size=152064, hidden_size=5120, intermediate_size=13824, num_hidden_layers=48, num_attention_heads=40, num_key_value_heads=8), "32b": dict(vocab_size=152064, hidden_size=5120, intermediate_size=27648, num_hidden_layers=64, num_attention_heads=40, num_key_value_heads=8)},
    "Qwen3Config": {"0.6b": dict(vocab_size=151936, hidden_size=1024, intermediate_size=3072, num_hidden_layers=28, num_attention_heads=16, num_key_value_heads=8, head_dim=128), "1.7b": dict(vocab_size=151936, hidden_size=2048, intermediate_size=6144, num_hidden_layers=28, num_attention_heads=16, num_key_value_heads=8, head_dim=128),
                    "4b": dict(vocab_size=151936, hidden_size=2560, intermediate_size=9728, num_hidden_layers=36, num_attention_heads=32, num_key_value_heads=8, head_dim=128), "8b": dict(vocab_size=151936, hidden_size=4096, intermediate_size=12288, num_hidden_layers=36, num_attention_heads=32, num_key_value_heads=8, head_dim=128)},
    "GemmaConfig": {"2b": dict(hidden_size=2048, intermediate_size=16384, num_hidden_layers=18, num_attention_heads=8, num_key_value_heads=1), "7b": {}},
    "Gemma2Config": {"2b": {}, "9b": dict(hidden_size=3584, intermediate_size=14336, num_hidden_layers=42, num_attention_heads=16, num_key_value_heads=8)},
    "PhiConfig": {"1": {}, "2": dict(hidden_size=2560, intermediate_size=10240, num_hidden_layers=32, num_attention_heads=32)},
    "Phi3Config": {"mini": {}},
    "FalconConfig": {"7b": {}},
    "WhisperConfig": {size: dict(vocab_size=vocab, num_mel_bins=mels, d_model=width, encoder_layers=layers, decoder_layers=text, encoder_attention_heads=heads, decoder_attention_heads=heads, encoder_ffn_dim=4 * width, decoder_ffn_dim=4 * width)
                      for size, mels, vocab, width, heads, layers, text in (("tiny", 80, 51865, 384, 6, 4, 4), ("base", 80, 51865, 512, 8, 6, 6), ("small", 80, 51865, 768, 12, 12, 12), ("medium", 80, 51865, 1024, 16, 24, 24), ("large-v2", 80, 51865, 1280, 20, 32, 32), ("large-v3", 128, 51866, 1280, 20, 32, 32), ("large-v3-turbo", 128, 51866, 1280, 20, 32, 4))},
    "Wav2Vec2Config": {"base": {}, "large": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096), "large, lv60": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096, feat_extract_norm="layer", conv_bias=True, do_stable_layer_norm=True)},
    "HubertConfig": {"base": {}, "large": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096, feat_extract_norm="layer", conv_bias=True, do_stable_layer_norm=True)},
    "ViTConfig": {"base, patch 16": {}, "large, patch 16": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096), "base, patch 32": dict(patch_size=32), "base, patch 16, 384": dict(image_size=384)},
    "DeiTConfig": {"tiny": dict(hidden_size=192, num_attention_heads=3, intermediate_size=768), "small": dict(hidden_size=384, num_attention_heads=6, intermediate_size=1536), "base": {}},
    "BeitConfig": {"base": dict(use_relative_position_bias=True, use_absolute_position_embeddings=False, layer_scale_init_value=0.1)},
    "Dinov2Config": {"small": dict(image_size=518, patch_size=14, hidden_size=384, num_attention_heads=6), "base": dict(image_size=518, patch_size=14), "large": dict(image_size=518, patch_size=14, hidden_size=1024, num_hidden_layers=24, num_attention_heads=16)},
    "SwinConfig": {"tiny": {}, "small": dict(depths=[2, 2, 18, 2]), "base": dict(embed_dim=128, depths=[2, 2, 18, 2], num_heads=[4, 8, 16, 32]), "large": dict(embed_dim=192, depths=[2, 2, 18, 2], num_heads=[6, 12, 24, 48], window_size=7)},
    "ConvNextConfig": {"tiny": {}, "small": dict(depths=[3, 3, 27, 3]), "base": dict(depths=[3, 3, 27, 3], hidden_sizes=[128, 256, 512, 1024]), "large": dict(depths=[3, 3, 27, 3], hidden_sizes=[192, 384, 768, 1536])},
    "ResNetConfig": {"18": dict(depths=[2, 2, 2, 2], hidden_sizes=[64, 128, 256, 512], layer_type="basic"), "34": dict(depths=[3, 4, 6, 3], hidden_sizes=[64, 128, 256, 512], layer_type="basic"), "50": {}, "101": dict(depths=[3, 4, 23, 3])},
    "SegformerConfig": {"b0": {}, "b1": dict(hidden_sizes=[64, 128, 320, 512]), "b2": dict(depths=[3, 4, 6, 3], hidden_sizes=[64, 128, 320, 512], decoder_hidden_size=768), "b3": dict(depths=[3, 4, 18, 3], hidden_sizes=[64, 128, 320, 512], decoder_hidden_size=768), "b4": dict(depths=[3, 8, 27, 3], hidden_sizes=[64, 128, 320, 512], decoder_hidden_size=768), "b5": dict(depths=[3, 6, 40, 3], hidden_sizes=[64, 128, 320, 512], decoder_hidden_size=768)},
}
# Class suffixes that are asked for, and what a variable of theirs is called in a configuration.
TRANSFORMERS_ENDINGS = ("Model", "PreTrainedModel", "LMHeadModel", "ForCausalLM", "ForMaskedLM", "ForPreTraining", "ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering", "ForMultipleChoice",
                        "ForConditionalGeneration", "EncoderModel", "ForImageClassification", "ForSemanticSegmentation", "ForObjectDetection", "ForUniversalSegmentation", "ForInstanceSegmentation", "ForMaskedImageModeling",
                        "ForDepthEstimation", "ForCTC", "ForAudioClassification", "ForSpeechSeq2Seq", "ForVideoClassification", "TextModel", "VisionModel", "TextModelWithProjection", "VisionModelWithProjection", "DoubleHeadsModel",
                        "DecoderModel", "ForZeroShotImageClassification", "ForNextSentencePrediction")


def transformers_recipes():
    transformers = try_import("transformers")
    if transformers is None:
        return
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES

    names = set(dir(transformers))
    for config in sorted(set(CONFIG_MAPPING_NAMES.values()) | {"CLIPTextConfig", "CLIPVisionConfig", "SiglipTextConfig", "SiglipVisionConfig"}):
        if config not in names:
            continue
        try:
            has_vocabulary = hasattr(getattr(transformers, config)(), "vocab_size")
        except Exception as error:  # of a library: it has no sizes by default
            print(f"{config}: {error}")
            continue
        stem = config.removesuffix("Config")
        sizes = TRANSFORMERS_SIZES.get(config, {"": {}})
        if config == "CLIPTextConfig":
            sizes = {"of ViT-B": {}, "of ViT-L": dict(hidden_size=768, intermediate_size=3072, num_attention_heads=12, projection_dim=768)}
        if config == "CLIPVisionConfig":
            sizes = {"ViT-B/32": {}, "ViT-B/16": dict(patch_size=16), "ViT-L/14": dict(hidden_size=1024, intermediate_size=4096, num_hidden_layers=24, num_attention_heads=16, patch_size=14, projection_dim=768)}
        for ending in TRANSFORMERS_ENDINGS:
            cls = stem.removesuffix("Text").removesuffix("Vision") + ending if stem in ("CLIPText", "CLIPVision", "SiglipText", "SiglipVision") else stem + ending
            if cls not in names or ending == "PreTrainedModel" or (stem.startswith(("CLIP", "Siglip")) and stem not in ("CLIP", "Siglip") and not ending.startswith(stem.replace("CLIP", "").replace("Siglip", ""))):
                continue
            for size, values in sizes.items():
                variables = dict(CLASSES) if any(word in ending for word in ("Classification", "Segmentation", "ObjectDetection")) else {}
                variables |= VOCABULARY if has_vocabulary else {}
                arguments = [f"{key}={value!r}" for key, value in values.items() if key != "vocab_size"]
                arguments += ["num_labels={classes}"] if "classes" in variables else []
                arguments += ["vocab_size={vocabulary}"] if "vocabulary" in variables else []
                code = f"transformers.{cls}(transformers.{config}({', '.join(arguments)}))"
                yield "transformers", cls + (f", {size}" if size else ""), code, variables
    large = "text_config=dict(hidden_size=768, intermediate_size=3072, num_attention_heads=12), vision_config=dict(hidden_size=1024, intermediate_size=4096, num_hidden_layers=24, num_attention_heads=16, patch_size=14{more}), projection_dim=768"
    for size, values in (("ViT-B/16", "vision_config=dict(patch_size=16)"), ("ViT-L/14", large.replace("{more}", "")), ("ViT-L/14, 336", large.replace("{more}", ", image_size=336"))):
        yield "transformers", f"CLIPModel, {size}", f"transformers.CLIPModel(transformers.CLIPConfig({values}))", {}


SOURCES = {
    "torchvision": torchvision_recipes,
    "timm": timm_recipes,
    "segmentation_models_pytorch": segmentation_recipes,
    "efficientnet_pytorch": efficientnet_recipes,
    "open_clip": open_clip_recipes,
    "diffusers": diffusers_recipes,
    "transformers": transformers_recipes,
    **detectors.SOURCES,
    **classifiers.SOURCES,
    **pictures.SOURCES,
    **sound.SOURCES,
    **repositories.SOURCES,
}


def all_recipes(wanted=()):
    for library, recipes in SOURCES.items():
        if not wanted or library in wanted:
            yield from recipes()
