#include "app/cli/convert_help.h"

namespace cairn::cli {

const char* const kConvertDescription =
    R"(write a copy that loads on another machine
Changes the device tags of a checkpoint and copies everything else byte for byte: values, dtypes, strides, sharing, optimizer state, hyper-parameters, unknown classes, other records of the archive. No class has to exist, nothing is executed, no GPU and no PyTorch is needed.

Without --map every storage goes to cpu, so that torch.load opens the copy anywhere. The container stays what it was: torch zip, TorchScript, torch.package, the stream of torch before 1.6, or a plain pickle.

With --to safetensors the tensors of any checkpoint that Cairn opens go into a safetensors file instead.)";

const char* const kConvertFooter = R"(MAPS
    --map FROM=TO gives storages saved on FROM the tag TO. FROM is a tag
    (cuda:3), a backend with any index (cuda:*), or * for everything but meta.
    The first rule that matches decides; what no rule matches stays.

WHAT STAYS
    Ordinary strings that read like a device (an argument "cuda:0", say) are no
    tags: they stay, and the report counts them. Devices in TorchScript code
    are part of the program; the report names file and line.

TO SAFETENSORS
    Every tensor is written under one name, nested keys joined by dots:
    optimizer.state.0.exp_avg. Values stay bit for bit; strides, requires_grad
    and device tags have no place in the format. Tensors that are the same
    memory are written once, and the other names are listed in the metadata;
    views that overlap otherwise need --clone.
    Numbers, strings and other values, attributes and classes of tensors,
    sparse and quantised tensors, conjugated views and dtypes such as
    complex128 cannot be carried. They are listed before anything is written,
    and nothing is written unless --drop-others agrees to leave them out.

SAFETY
    The copy appears under its name only when it is complete and synced to
    disk; Ctrl-C leaves nothing behind. An existing file is replaced only with
    --force, and the source never.

EXIT STATUS
    0  every copy was written
    1  --verify found a difference
    3  an input is damaged, no checkpoint, of a format that cannot be retagged,
       or holds what safetensors cannot carry
    4  an input could not be read or a copy not written
    130  cancelled
    One bad file does not stop the others; the highest number counts.

EXAMPLES
    cairn-cli convert model.pth -o model.cpu.pth
        A copy that loads on any machine.
    cairn-cli convert model.pth -o one_gpu.pth --map 'cuda:*=cuda:0'
        Everything that was on some GPU, on the first one.
    cairn-cli convert runs/*.pth --out-dir cpu --verify
        Many files into a folder, each compared with its source.
    cairn-cli convert model.pth -o model.cpu.pth --dry-run
        Only tell what would change.
    cairn-cli convert model.pth -o model.safetensors --to safetensors --verify
        The tensors alone, in safetensors, each compared with its source.
    cairn-cli convert run.ckpt -o run.safetensors --to safetensors --drop-others
        A training checkpoint; its step counters and settings are left out.
)";

} // namespace cairn::cli
