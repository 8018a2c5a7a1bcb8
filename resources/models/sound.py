"""Recipes for libraries of speech and music; see catalogue.py."""

from variables import CLASSES, VOCABULARY, try_import


def whisper_recipes():
    if try_import("whisper") is None:
        return
    for name, mels, vocab, width, heads, layers, text_layers in (
        ("tiny", 80, 51865, 384, 6, 4, 4), ("tiny.en", 80, 51864, 384, 6, 4, 4),
        ("base", 80, 51865, 512, 8, 6, 6), ("base.en", 80, 51864, 512, 8, 6, 6),
        ("small", 80, 51865, 768, 12, 12, 12), ("small.en", 80, 51864, 768, 12, 12, 12),
        ("medium", 80, 51865, 1024, 16, 24, 24), ("medium.en", 80, 51864, 1024, 16, 24, 24),
        ("large-v2", 80, 51865, 1280, 20, 32, 32), ("large-v3", 128, 51866, 1280, 20, 32, 32),
        ("turbo", 128, 51866, 1280, 20, 32, 4),
    ):
        code = f"import whisper.model; whisper.model.Whisper(whisper.model.ModelDimensions({mels}, 1500, {width}, {heads}, {layers}, {vocab}, 448, {width}, {heads}, {text_layers}))"
        yield "whisper", name, code, {}


def torchaudio_recipes():
    if try_import("torchaudio") is None:
        return
    for name in ("wav2vec2_base", "wav2vec2_large", "wav2vec2_large_lv60k", "wav2vec2_xlsr_300m", "wav2vec2_xlsr_1b", "wav2vec2_xlsr_2b", "hubert_base", "hubert_large", "hubert_xlarge", "wavlm_base", "wavlm_large"):
        yield "torchaudio", name, f"torchaudio.models.{name}()", {}
        yield "torchaudio", name + " with aux", f"torchaudio.models.{name}(aux_num_out={{classes}})", CLASSES
    yield "torchaudio", "hubert_pretrain_base", "torchaudio.models.hubert_pretrain_base(num_classes={classes})", CLASSES
    for name in ("hubert_pretrain_large", "hubert_pretrain_xlarge"):
        yield "torchaudio", name, f"torchaudio.models.{name}()", {}
    for name in ("conv_tasnet_base", "squim_objective_base", "squim_subjective_base"):
        yield "torchaudio", name, f"torchaudio.models.{name}()", {}
    for name in ("hdemucs_low", "hdemucs_medium", "hdemucs_high"):
        yield "torchaudio", name, f'torchaudio.models.{name}(["drums", "bass", "other", "vocals"])', {}
    yield "torchaudio", "Tacotron2", "torchaudio.models.Tacotron2(n_symbol={vocabulary})", VOCABULARY
    yield "torchaudio", "DeepSpeech", "torchaudio.models.DeepSpeech(n_feature={channels}, n_class={classes})", {"channels": 128, "classes": 40}
    yield "torchaudio", "Wav2Letter", "torchaudio.models.Wav2Letter(num_classes={classes})", CLASSES
    yield "torchaudio", "Wav2Letter of MFCC", 'torchaudio.models.Wav2Letter(num_classes={classes}, input_type="mfcc", num_features=13)', CLASSES
    yield "torchaudio", "emformer_rnnt_base", "torchaudio.models.emformer_rnnt_base({classes})", CLASSES
    yield "torchaudio", "WaveRNN", "torchaudio.models.WaveRNN([5, 5, 11], {classes}, 275)", {"classes": 256}
    for dim, heads, inner, layers, kernel in ((80, 4, 128, 4, 31), (144, 4, 576, 16, 31), (256, 4, 1024, 12, 31), (512, 8, 2048, 17, 31)):
        yield "torchaudio", f"Conformer {dim}, {layers} layers", f"torchaudio.models.Conformer({dim}, {heads}, {inner}, {layers}, {kernel})", {}


def speechbrain_recipes():
    if try_import("speechbrain") is None:
        return
    module = "speechbrain.lobes.models"
    for mels in (40, 60, 80):
        yield "speechbrain", f"ECAPA-TDNN, {mels} mels", f"import {module}.ECAPA_TDNN; {module}.ECAPA_TDNN.ECAPA_TDNN({mels}, lin_neurons=192, channels=[1024, 1024, 1024, 1024, 3072])", {}
        yield "speechbrain", f"ECAPA-TDNN, small, {mels} mels", f"import {module}.ECAPA_TDNN; {module}.ECAPA_TDNN.ECAPA_TDNN({mels}, lin_neurons=192)", {}
        yield "speechbrain", f"x-vector, {mels} mels", f"import {module}.Xvector; {module}.Xvector.Xvector(in_channels={mels})", {}


def encodec_recipes():
    if try_import("encodec") is not None:
        for name in ("encodec_model_24khz", "encodec_model_48khz"):
            yield "encodec", name, f"encodec.EncodecModel.{name}(pretrained=False)", {}


def demucs_recipes():
    if try_import("demucs") is None:
        return
    for name, module, cls in (("Demucs", "demucs", "Demucs"), ("Hybrid Demucs", "hdemucs", "HDemucs"), ("Hybrid Transformer Demucs", "htdemucs", "HTDemucs")):
        for more, title in (("", ""), (", bottom_channels=512", ", 512 at the bottom")):
            if module == "htdemucs" or not more:
                for sources, stems in (('["drums", "bass", "other", "vocals"]', ""), ('["drums", "bass", "other", "vocals", "guitar", "piano"]', ", six sources"), ('["vocals", "other"]', ", two sources")):
                    yield "demucs", name + title + stems, f"import demucs.{module}; demucs.{module}.{cls}({sources}{more})", {}


def openunmix_recipes():
    if try_import("openunmix") is not None:
        for name, hidden in (("umxhq", 512), ("umxl", 1024)):
            code = f"openunmix.model.OpenUnmix(nb_bins=2049, nb_channels=2, hidden_size={hidden}, max_bin=1487)"
            yield "openunmix", name, "import openunmix.model; " + code, {}


def torchcrepe_recipes():
    if try_import("torchcrepe") is not None:
        for name in ("full", "tiny"):
            yield "torchcrepe", name, f'torchcrepe.Crepe("{name}")', {}


def snac_recipes():
    if try_import("snac") is not None:
        yield "snac", "24 kHz", "snac.SNAC(24000, 48, [2, 4, 8, 8], None, 1024, [8, 8, 4, 2], None, 4096, 8, [4, 2, 1])", {}
        yield "snac", "32 kHz", "snac.SNAC(32000, 64, [2, 3, 8, 8], None, 1536, [8, 8, 3, 2])", {}
        yield "snac", "44 kHz", "snac.SNAC()", {}


def panns_recipes():
    if try_import("panns_inference") is not None:
        code = "panns_inference.models.Cnn14(32000, 1024, 320, 64, 50, 14000, {classes})"
        yield "panns_inference", "Cnn14", "import panns_inference.models; " + code, CLASSES


def esm_recipes():
    """Proteins are no sound, but a language."""
    if try_import("esm") is not None:
        for layers, width, heads, name in ((6, 320, 20, "8M"), (12, 480, 20, "35M"), (30, 640, 20, "150M"), (33, 1280, 20, "650M"), (36, 2560, 40, "3B"), (48, 5120, 40, "15B")):
            yield "esm", f"ESM-2 {name}", f"esm.ESM2({layers}, {width}, {heads})", {}


SOURCES = {
    "whisper": whisper_recipes,
    "torchaudio": torchaudio_recipes,
    "speechbrain": speechbrain_recipes,
    "encodec": encodec_recipes,
    "demucs": demucs_recipes,
    "openunmix": openunmix_recipes,
    "torchcrepe": torchcrepe_recipes,
    "snac": snac_recipes,
    "panns_inference": panns_recipes,
    "esm": esm_recipes,
}
