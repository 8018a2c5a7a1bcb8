#pragma once

namespace cairn::runtime {

/// A program for a python that has a PyTorch: gives a TorchScript archive to torch.jit.load, which runs code of the
/// file, and writes down what became of its tensors. Descriptor 3 is the archive, 4 takes the answer, 5 has the
/// question.
extern const char* const kScriptReader;

} // namespace cairn::runtime
