#!/usr/bin/env python3
"""Saves adapters as PEFT and diffusers do, with the real libraries, and asks cairn-cli what they are.

    adapter_oracle.py --cli CAIRN_CLI

Models of transformers, timm and diffusers are made on the meta device and given adapters of all methods. Method, rank,
number of layers and the names of these must be those of the configuration; the model must be among those that are named
where the database has it, and must not where one of its layers has another shape. For UNets the same is asked under the
names of kohya's sd-scripts, which diffusers itself must read as the layers that they are. Needs peft, diffusers,
transformers and timm; 77 without them.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

warnings.filterwarnings("ignore")
os.environ["HF_HUB_OFFLINE"] = "1"

try:
    import diffusers
    import peft
    import timm
    import torch
    import transformers
    from diffusers.loaders import lora_conversion_utils
    from diffusers.utils import convert_state_dict_to_diffusers
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

QV = ["q_proj", "v_proj"]
ATTENTION = ["to_q", "to_k", "to_v", "to_out.0"]
SD1 = {"cross_attention_dim": 768}
SDXL = {
    "sample_size": 128,
    "block_out_channels": (320, 640, 1280),
    "down_block_types": ("DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"),
    "up_block_types": ("CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"),
    "transformer_layers_per_block": (1, 2, 10),
    "attention_head_dim": (5, 10, 20),
    "cross_attention_dim": 2048,
    "addition_embed_type": "text_time",
    "addition_time_embed_dim": 256,
    "projection_class_embeddings_input_dim": 2816,
    "use_linear_projection": True,
}


def llama(**sizes):
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(**sizes))


def small_llama():
    return llama(hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4, vocab_size=100)


def peft_cases():
    """Method, model, configuration, number of layers, library and name in the database (None: it is not there)."""
    lora = peft.LoraConfig
    vit = lambda: timm.create_model("vit_base_patch16_224")
    yield "LoRA", llama, lora(r=16, target_modules=QV), 64, ("transformers", "LlamaForCausalLM, 7b")
    yield "DoRA", llama, lora(r=16, target_modules=QV, use_dora=True), 64, ("transformers", "LlamaForCausalLM, 7b")
    yield "LoRA", llama, lora(r=8, target_modules="all-linear"), 224, ("transformers", "LlamaForCausalLM, 7b")
    yield "LoRA", llama, lora(r=16, target_modules=QV, layers_to_transform=[0, 1]), 4, None
    yield "LoRA", lambda: llama(hidden_size=288, num_hidden_layers=6, num_attention_heads=6), lora(r=4, target_modules=QV), 12, None
    yield "LoRA", lambda: transformers.GPT2LMHeadModel(transformers.GPT2Config()), lora(r=8, target_modules=["c_attn"], fan_in_fan_out=True), 12, ("transformers", "GPT2LMHeadModel, small")
    yield "LoRA", lambda: transformers.BertForSequenceClassification(transformers.BertConfig()), lora(r=8, task_type="SEQ_CLS", target_modules=["query", "value"]), 24, ("transformers", "BertForSequenceClassification, base")
    yield "LoRA", lambda: transformers.DistilBertForSequenceClassification(transformers.DistilBertConfig()), lora(r=4, task_type="SEQ_CLS", target_modules=["q_lin", "v_lin"]), 12, ("transformers", "DistilBertForSequenceClassification, base")
    yield "LoRA", vit, lora(r=16, target_modules=["qkv"], modules_to_save=["head"]), 12, ("timm", "vit_base_patch16_224")
    yield "LoHa", vit, peft.LoHaConfig(r=16, target_modules=["qkv"]), 12, ("timm", "vit_base_patch16_224")
    yield "LoKr", vit, peft.LoKrConfig(r=16, target_modules=["qkv"]), 12, ("timm", "vit_base_patch16_224")
    yield "IA3", llama, peft.IA3Config(target_modules=["k_proj", "v_proj", "down_proj"], feedforward_modules=["down_proj"]), 96, ("transformers", "LlamaForCausalLM, 7b")
    yield "AdaLoRA", small_llama, peft.AdaLoraConfig(init_r=8, target_modules=QV, total_step=10), 4, None
    yield "VeRA", small_llama, peft.VeraConfig(r=8, target_modules=["q_proj"]), 2, None
    yield "OFT", small_llama, peft.OFTConfig(r=8, oft_block_size=0, target_modules=QV), 4, None
    yield "HRA", small_llama, peft.HRAConfig(r=8, target_modules=QV), 4, None
    yield "FourierFT", small_llama, peft.FourierFTConfig(n_frequency=10, target_modules=QV), 4, None
    yield "LN tuning", small_llama, peft.LNTuningConfig(target_modules=["input_layernorm"]), 2, None


def on_meta(make, configuration):
    with torch.device("meta"):
        return peft.get_peft_model_state_dict(peft.get_peft_model(make(), configuration))


def unet_adapter(sizes, targets):
    with torch.device("meta"):
        unet = diffusers.UNet2DConditionModel(**sizes)
        unet.add_adapter(peft.LoraConfig(r=4, target_modules=targets))
    return peft.get_peft_model_state_dict(unet)


def as_kohya(state, has_own_blocks):
    """kohya trains SD 1.x under the names of diffusers, and SDXL under those of Stability AI."""
    found = {}
    for key, value in state.items():
        path, side = key.rsplit(".lora_", 1)
        name = path.replace(".", "_")
        if has_own_blocks:
            name = re.sub(r"^down_blocks_(\d)_attentions_(\d)", lambda m: f"input_blocks_{1 + 3 * int(m[1]) + int(m[2])}_1", name)
            name = re.sub(r"^up_blocks_(\d)_attentions_(\d)", lambda m: f"output_blocks_{3 * int(m[1]) + int(m[2])}_1", name)
            name = re.sub(r"^mid_block_attentions_0", "middle_block_1", name)
        found[f"lora_unet_{name}.{'lora_down' if side[0] == 'A' else 'lora_up'}.weight"] = value
        found[f"lora_unet_{name}.alpha"] = torch.zeros((), device="meta")
    return found


def read_by_diffusers(state):
    """The layers of an adapter with kohya's names."""
    state = {key: value for key, value in state.items() if not key.endswith("alpha")}
    unet = type("Config", (), {"layers_per_block": 2})
    converted, _ = lora_conversion_utils._convert_non_diffusers_lora_to_diffusers(lora_conversion_utils._maybe_map_sgm_blocks_to_diffusers(state, unet))
    return len([key for key in converted if "down.weight" in key])


class Oracle:
    def __init__(self, cli, folder):
        self.cli = cli
        self.path = Path(folder) / "adapter.pt"
        self.checked = 0
        self.failures = []

    def content(self, state):
        one = torch.zeros((), dtype=torch.bfloat16)  # one number in memory, however large
        torch.save({key: one.expand(tuple(value.shape)) for key, value in state.items()}, self.path)
        ran = subprocess.run([self.cli, "inspect", "--model", "--json", self.path], capture_output=True, timeout=120, check=True)
        return json.loads(ran.stdout)["model"]["content"]

    def expect(self, condition, title, found):
        self.checked += 1
        if not condition:
            self.failures.append(f"{title}: {found['text']}")

    def ask(self, title, state, method, form, rank, layers, known):
        content = self.content(state)
        adapter = content["adapter"] or {}
        self.expect(content["kind"] == "adapter" and adapter["method"] == method and adapter["names_of"] == form, title + ", what it is", content)
        self.expect(adapter.get("ranks") == ([rank, rank] if rank else []), title + ", rank", content)
        self.expect(adapter.get("layers") == layers, title + ", layers", content)
        whole = {(one["library"], one["name"]) for one in adapter.get("models", []) if one["all_layers"]}
        self.expect(known in whole if known else not whole, title + ", models", content)
        if known:
            self.ask_changed(title, state, known)

    def ask_changed(self, title, state, known):
        """With a layer of another width, or one layer less, it is not all of that model."""
        key = next(key for key, value in state.items() if value.dim() == 2 and "classifier" not in key and "head" not in key and max(value.shape) > 20)
        for how in ("width", "less"):
            changed = dict(state)
            stem = re.split(r"\.(?:lora[_.]|hada_|lokr_|ia3_|alpha)", key)[0]
            if how == "width":
                shape = [size + 16 if size == max(state[key].shape) else size for size in state[key].shape]
                changed[key] = torch.zeros(shape, device="meta")
            else:
                changed = {name: value for name, value in state.items() if not name.startswith(stem + ".")}
            content = self.content(changed)
            models = (content["adapter"] or {"models": []})["models"]
            named = {(one["library"], one["name"]) for one in models if one["all_layers"]}
            self.expect(known not in named, f"{title}, another {how} of {stem}", content)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    with tempfile.TemporaryDirectory() as folder:
        oracle = Oracle(parser.parse_args().cli, folder)
        for method, make, configuration, layers, known in peft_cases():
            rank = 0 if method in ("IA3", "OFT", "HRA", "FourierFT", "LN tuning") else configuration.init_r if method == "AdaLoRA" else configuration.r
            if method == "LoKr":  # it decomposes a factor only where that is large
                rank = next((value.shape[1] for key, value in on_meta(make, configuration).items() if key.endswith("_a")), 0)
            oracle.ask(f"{method} of {known or 'a small model'}", on_meta(make, configuration), method, "PEFT", rank, layers, known)
        for name, sizes in (("Stable Diffusion 1.x UNet", SD1), ("Stable Diffusion XL UNet", SDXL)):
            known = ("diffusers", name)
            state = unet_adapter(sizes, ATTENTION)
            layers = len(state) // 2
            new = {"unet." + key: value for key, value in state.items()}
            oracle.ask(name, new, "LoRA", "diffusers", 4, layers, known)
            middle = {"unet." + key: value for key, value in convert_state_dict_to_diffusers(state).items()}
            oracle.ask(name + ", lora.down", middle, "LoRA", "diffusers", 4, layers, known)
            more = unet_adapter(sizes, [*ATTENTION, "proj_in", "proj_out", "ff.net.0.proj", "ff.net.2"])
            kohya = as_kohya(more, has_own_blocks=sizes is SDXL)
            if read_by_diffusers(kohya) != len(more) // 2:
                oracle.failures.append(f"{name}: diffusers reads other layers than these")
            oracle.ask(name + ", kohya", kohya, "LoRA", "kohya", 4, len(more) // 2, known)
    print("\n".join(oracle.failures))
    print(f"{oracle.checked} checks, {len(oracle.failures)} failures; peft {peft.__version__}, diffusers {diffusers.__version__}, transformers {transformers.__version__}, timm {timm.__version__}")
    sys.exit(bool(oracle.failures))


if __name__ == "__main__":
    main()
