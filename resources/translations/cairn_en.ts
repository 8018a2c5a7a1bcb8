<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>BreakableLabel</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComparisonModel</name>
    <message>
        <source>scalar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConvertFile</name>
    <message>
        <source>A list of shards has no tags of its own. Convert the shards: drop their folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Was converted before the interruption; verified.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is there already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy would lose %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy would lose %1, and more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was left behind.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It loads anywhere as it is: safetensors stores no devices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is safetensors already, with nothing to change.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConvertWords</name>
    <message numerus="yes">
        <source>Its TorchScript code names devices at %n place(s), which stay.</source>
        <translation>
            <numerusform>Its TorchScript code names a device at %n place, which stays.</numerusform>
            <numerusform>Its TorchScript code names devices at %n places, which stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tag(s) changed as the map says</source>
        <translation>
            <numerusform>%n tag changed as the map says</numerusform>
            <numerusform>%n tags changed as the map says</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tag(s) became cpu</source>
        <translation>
            <numerusform>%n tag became cpu</numerusform>
            <numerusform>%n tags became cpu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n number(s) too large for the new dtype</source>
        <translation>
            <numerusform>%n number too large for the new dtype</numerusform>
            <numerusform>%n numbers too large for the new dtype</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n number(s) too large for the new dtype</source>
        <translation>
            <numerusform>%1: %n number too large for the new dtype</numerusform>
            <numerusform>%1: %n numbers too large for the new dtype</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message>
        <source>Already on the CPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; verified, all else is the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; not verified.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) left out</source>
        <translation>
            <numerusform>%n part left out</numerusform>
            <numerusform>%n parts left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) changed</source>
        <translation>
            <numerusform>%n name changed</numerusform>
            <numerusform>%n names changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n storage(s) of another dtype</source>
        <translation>
            <numerusform>%n storage of another dtype</numerusform>
            <numerusform>%n storages of another dtype</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 that no tensor reaches cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; verified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; not verified</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) written</source>
        <translation>
            <numerusform>%n tensor written</numerusform>
            <numerusform>%n tensors written</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> to %n file(s) and an index</source>
        <translation>
            <numerusform> to %n file and an index</numerusform>
            <numerusform> to %n files and an index</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n other value(s) left out</source>
        <translation>
            <numerusform>, %n other value left out</numerusform>
            <numerusform>, %n other values left out</numerusform>
        </translation>
    </message>
    <message>
        <source>; verified.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the record %1 has no place there</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The last conversion ended before it was done: %n file(s) are left.</source>
        <translation>
            <numerusform>The last conversion ended before it was done: %n file is left.</numerusform>
            <numerusform>The last conversion ended before it was done: %n files are left.</numerusform>
        </translation>
    </message>
    <message>
        <source>It holds no tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its tags are what the map makes of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the source do not have the checksum that its archive says, and were copied as they are: %1.</source>
        <translation>
            <numerusform>%n record of the source does not have the checksum that its archive says, and was copied as it is: %1.</numerusform>
            <numerusform>%n records of the source do not have the checksum that its archive says, and were copied as they are: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are not available on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not available on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not know the device %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are no device that torch can read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no device that torch can read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index must be a number from 0 to 127, without signs and leading zeros</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load knows no device of that name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must be %1, without an index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no NVIDIA driver is installed, and no NVIDIA GPU is on the PCI bus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no NVIDIA driver is installed, but there is %1 on the PCI bus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the NVIDIA driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the NVIDIA kernel module is loaded, but libcuda, the driver&apos;s library, is not found; there is %1 on the PCI bus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a container, start it with GPU access (--gpus all); else install the driver&apos;s libraries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is %1, which hides every GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is %1, which may hide others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unset CUDA_VISIBLE_DEVICES, or set it to the indexes that are to be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the NVIDIA driver (CUDA %1) is there, but it finds no GPU, though there is %2 on the PCI bus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the NVIDIA driver (CUDA %1) is there, but it finds no GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check `nvidia-smi` and the kernel log; the GPU may be lost or in use by a virtual machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this build of Cairn was made without the CUDA toolkit, so it cannot ask for CUDA devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Build with -DCAIRN_CUDA=ON, or describe the machine with --machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is %1 on the PCI bus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the NVIDIA driver supports CUDA %1, which is too old for the CUDA %2 runtime of this build</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the NVIDIA driver supports CUDA %1, which is too old for the CUDA %2 runtime of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update the NVIDIA driver, or install a PyTorch for CUDA %1 or older</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 finds what Cairn itself cannot: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update the NVIDIA driver, or build Cairn with the CUDA toolkit %1 or older</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the CUDA runtime answers: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check `nvidia-smi`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lists no devices of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No backend of torch that Cairn knows is called %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2) is known as a tag, but this build cannot use such devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has 1 %2 device: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 %3 devices: %4 to %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these storages lie inside bytes that torch loads on their own, without the map_location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a copy for this machine with `cairn-cli convert`, which changes tags there too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the map sends storage %1 to two devices: %2 to %3, %4 to %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors that share memory are on one device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give both the same rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TorchScript goes to one device, but the map names %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TorchScript takes a device as its map, and no table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.jit.load takes no dict and no function</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the map needs a function, which torch.load does not take for tensors without a storage of their own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has such tensors: wrapper subclasses, or those of XLA and similar devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a copy with `cairn-cli convert` and the same map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs %2, but has %3 free of %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A storage is held whole in memory on its way to another device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every storage is held whole on its device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not load what is damaged, on any device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the file again, or save it again where it was made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is a part of a folder that torch.distributed.checkpoint wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is several archives in a row, and torch.load reads the first one alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is several archives in a row, and torch.load reads files of one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it describes a folder that torch.distributed.checkpoint wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensors are in the .distcp files beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the folder with torch.distributed.checkpoint, or make one file of it: `python -m torch.distributed.checkpoint.format_utils dcp_to_torch FOLDER FILE`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load goes by the names of records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a copy without that record: `cairn-cli convert --to pth`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its storages have no dtype, as those of float8 tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch saves them in the old stream, but no version of it loads them from there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its storage %1 has no record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load wants one even where there are no bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a copy that loads: `cairn-cli convert --to pth`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot make the sparse tensor %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot make the conjugated or negated tensor %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no %2, which the file needs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was saved by another version of torch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it with a version like that; `cairn-cli convert --to safetensors` keeps its plain tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading it brings in %1, which can do harm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load refuses it, and runs it with weights_only=False</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load runs what a file names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not load it unless you know why that is there; Cairn runs nothing, and can convert its tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>different programs would read different things in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a check of this file finds may not be what torch.load runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not load it; ask for one written by torch.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>different programs would read different things: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load wants weights_only=False for the pickle instruction %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load wants weights_only=False for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since torch 2.6 weights_only=True is the default, and it does not know that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give weights_only=False only if you trust the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot make quantised tensors on meta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot make per channel quantised tensors on meta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot make %2 tensors on meta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The meta device has no tensors of this kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It looks at their values to do so, and meta has none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no LibTorch is installed that Cairn can load through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the folder of a PyTorch 2.3 or later, with --torch-at, CAIRN_TORCH_AT or in the settings of the window, or activate its environment; or install the package cairn-runtime-torch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install it again, or name another with --torch-at, CAIRN_TORCH_AT or in the settings of the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the process that PyTorch runs in is no more; nothing stays loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it again, or name another PyTorch with --torch-at, CAIRN_TORCH_AT or in the settings of the window. Cairn shows and converts the file without loading it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 tensor is loaded without requires_grad: the C interface of %1 cannot set it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tensors are loaded without requires_grad: the C interface of %2 cannot set it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>everything to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spread over %1 by their free memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not on PyTorch&apos;s list; torch.serialization.add_safe_globals can add it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NumPy is not on PyTorch&apos;s list; torch.serialization.add_safe_globals can add it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PyTorch 1.13 does not allow it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PyTorch 2.6 and before do not know it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PyTorch 2 has it no more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed in PyTorch 2.6 and later once torch.distributed.tensor is imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed in PyTorch 2.6 and later once torch.nested and torch._dynamo are imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights_only=True does not open TorchScript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It loads a checkpoint that is inside the pickle, without weights_only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot open the file: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the name; the file may have been moved or renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the right to read the file and its folders from whoever owns them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name an ordinary file; what comes through a pipe must be saved first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading failed: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file became shorter while it was being read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait until whatever writes it is done, then open it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the zip has no end record, where its table of contents would be found: it was probably cut short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the zip ends in zeros, where its table of contents should be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged or was tampered with: compare its size with the original, then copy or download it again, not in text mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not trust this file; ask for one written by torch.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download or copy the file again and compare its size with the original</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no bytes at all, as after a save or a download that failed at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file holds zeros where its content should begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its first %1 bytes are all zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space was set aside for it, but its bytes were never written: a download or copy that did not finish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a zip archive without a checkpoint in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it was made by torch.save, it is damaged: get it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a zip archive with nothing in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not a usable safetensors file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a tar archive, not a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only PyTorch before 0.1.11 saved checkpoints as tar, with members called storages, tensors and pickle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack it with `tar xf` and open the checkpoints inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a JSON document, not weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It begins with the bytes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It begins with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the index of a sharded checkpoint can be opened, and that has a &quot;weight_map&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If this is a model&apos;s configuration, open the weights beside it (.safetensors, .bin, .pth)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a Python pickle that holds no tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file made by torch.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a Git LFS pointer, a short text that stands for the real file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The repository was copied without Git LFS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `git lfs install` once and `git lfs pull` in the repository, or download the file from the repository&apos;s web page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a web page, not the file it was saved as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its title is %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The download gave the page around the file: a login, a warning or a preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the link that downloads the file itself (on a code host the raw one), or sign in first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is an XML document, not weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It says %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storage services answer so when a download is refused or has expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it in a text editor to see the reason, then download again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this was a checkpoint, but something has rewritten it as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every byte over 127 became several, so numbers and lengths in it are lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the file again and copy it as binary: not through an editor, a clipboard or a text mode transfer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compressed files are not unpacked here, nor by torch.load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is gzip-compressed data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a 7z archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a RAR archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is an HDF5 file, most likely weights of Keras</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PyTorch does not write HDF5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it with Keras or h5py; its arrays can be saved for PyTorch with torch.save or safetensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a Keras model (.keras)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it with Keras; PyTorch cannot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is an ONNX model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds a graph of operators with its weights inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it with the onnx package, or open the checkpoint it was exported from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a GGUF model, as llama.cpp uses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its weights are in block formats that PyTorch has no dtype for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the checkpoint it was converted from, or use the gguf Python package</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a single NumPy array (.npy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these are graphs that DGL saved, not a model&apos;s weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load them with dgl.load_graphs; their tensors can be saved with torch.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these are weights in the format of TorchSharp, PyTorch for .NET</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python&apos;s torch has no reader for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load them in .NET; TorchSharp.PyBridge saves them for torch.load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a model of SentencePiece, which cuts text into tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has words and their scores, but no tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the weights beside it (.safetensors, .bin, .pth)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is sound or video, not weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it with numpy.load and save it with torch.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a NumPy archive (.npz), a zip of arrays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it with numpy.load and save its arrays with torch.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a picture, not weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a PDF document, not weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a program or a library, not weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the name: another file was meant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a text file, not weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it was downloaded, the text may say what went wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is no checkpoint format that is known here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it with the program that wrote it. If that was torch.save, the beginning of the file is damaged: get it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is an ordinary zip of files, not a checkpoint itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of its %2 entries look like checkpoints by their names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of its %2 entries looks like a checkpoint by its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unzip it and open the checkpoints inside: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unzip it to see what it holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is an ordinary zip of files, and none of them looks like a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a checkpoint that was unpacked and packed again in another shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is what torch.save leaves behind when it fails: a zip without its pickle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something in the saved object could not be pickled; no tensor is in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save it again, and look at the exception that torch.save raises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file holds no values of it, only its shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its values are those of its parts, the rows below it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file holds no bytes of its storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the numbers lie too close together to count them in bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the machine %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zip version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>byte order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pickle protocol</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch before 2.1, or another program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch 2.1 or newer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch 2.7 or newer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a list of folders for Python&apos;s module search, as .pth files of site-packages are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It shares nothing with PyTorch but the ending of its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The real file has %1 bytes and the id %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the pickle has no end: its STOP instruction is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is probably incomplete: compare its size with the original and copy it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header claims %1 bytes, but only %2 follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the file&apos;s size with the original and download or copy it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a model of Stable-Baselines3, a zip around several checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a model archive of TorchServe (.mar), a zip around a model and its code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a program for ExecuTorch (.pte, .ptd)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was compiled for a device; names, classes and the original weights are gone or repacked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the checkpoint or the .pt2 it was made from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is the index of a TensorFlow checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is the data part of a TensorFlow checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights are in the files .data-... beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The names of its weights are in the .index file beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read it with tf.train.load_checkpoint; its arrays can be saved for PyTorch with torch.save or safetensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is a git object id, left in place of a large file that was taken out of the repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is an AppleDouble file: macOS keeps Finder data of another file in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Such files appear when a Mac copies to a foreign disk or packs an archive; they hold no weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the file of the same name without the leading &quot;._&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a plain torch.load would call or touch %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can start programs and change files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can run Python code that the file brings along</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can open files or network connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can load native code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It unpickles other data, with everything allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can fetch or set anything by its name, as attacks do; enums of Python 3.11 are saved with getattr too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can call whatever its arguments name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of dtype %2, which no PyTorch has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the metadata has the key %1 more than once; the safetensors library keeps the last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the index says that this tensor is in %1, but it is not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this tensor is in %1, but the index does not say so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the checksum does not match: the record was changed or damaged after it was saved; torch does not notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes follow the end of the pickle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 after the end of the pickle are not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the record &quot;version&quot; is missing; torch refuses the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the format version is %1; torch reads 1 to 10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the byte order is %1; torch refuses anything but &quot;little&quot; and &quot;big&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The records of the zip do not lie in a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load refuses such a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storage %1 is on two devices: %2, then %3; torch would silently take the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storage %1 should have %2 bytes, the file holds %3; torch before 2.14 would read beyond them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storage %1 should have %2 bytes, the file holds %3; torch 2.14 refuses such a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor reaches to byte %1 of a storage that has %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor has a negative stride or offset, or reaches further than 64 bits count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the shape has a negative size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor repeats its storage up to %1 elements; copying it would need %2 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key %1 is there twice; Python keeps the last value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>some values appear so often that their contents are shown only the first time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values nested more than %1 deep are not shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requires_grad is set on %1, which torch refuses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tar has no end mark, so something may have been cut off; all that torch needs is there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an odd number of half-byte values in a row has no form in torch; shown as a row of bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more issues are not listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, not a tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a storage without a tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a place where the object holds itself, or is nested too deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its key is too long to be a name; --rename can give it another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its class %1; its values are written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no text that can be metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another shard has other metadata of this name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the metadata of the file has no place in a .pth: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the class nn.Parameter will be plain tensors; requires_grad stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>older releases of the safetensors library cannot open a file with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is left of an earlier set, and could not be removed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it with mmap=True, which torch has since 2.1: it reads from the file what is used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the file smaller: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it where there is more memory</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DroppedFiles</name>
    <message>
        <source>It is not on this machine, and Cairn fetches nothing. Download the file, then drop it here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EntryText</name>
    <message>
        <source>conjugated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>negated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shares its storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(the whole file)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scalar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nested too deep to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leads to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stride</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requires grad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Special</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantiser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, scale %2, zero point %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no bytes for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at byte %1 (0x%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>packed inside %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>part of names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dtypes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FileSearch</name>
    <message>
        <source>A hidden folder: not searched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder cannot be read: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>As the desktop</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LoadReport</name>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LibTorch has no such tensors, so these are not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded %1: %2, %3 in %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PyTorch itself refuses this: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded as TorchScript by %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded by %1, every storage once and in one step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory is free again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not load here with this map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled. Nothing of %1 stays loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoadVerdict</name>
    <message>
        <source>PyTorch says:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Because:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A map that loads:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Will load here with this map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Will not load here with this map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Will load here as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Will not load here as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>And %n more.</numerusform>
            <numerusform>And %n more.</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PyTorch 2.6 and newer need weights_only=False for it, and so your trust in the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not load this file: it would run harmful code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Will load here, if you trust it: it runs code of %n name(s).</source>
        <translation>
            <numerusform>Will load here, if you trust it: it runs code of %n name.</numerusform>
            <numerusform>Will load here, if you trust it: it runs code of %n names.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Will load on %1, if you trust it: it runs code of %n name(s).</source>
        <translation>
            <numerusform>Will load on %1, if you trust it: it runs code of %n name.</numerusform>
            <numerusform>Will load on %1, if you trust it: it runs code of %n names.</numerusform>
        </translation>
    </message>
    <message>
        <source>Will load on %1 with this map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Will load on %1 as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Will not load on %1 with this map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Will not load on %1 as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it with mmap=True.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MapEditor</name>
    <message>
        <source>as saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a row to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 rows to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>map whole storages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>add a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>remove a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>move a rule</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MapPainter</name>
    <message>
        <source>Saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not there: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, but only %2 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MapScene</name>
    <message>
        <source>1 core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shapes only, no data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drop here to take a rule back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 storages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2, %3, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MappedCopy</name>
    <message>
        <source>Saved %1, %2: %3 device tags changed; checked: all else is the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1, %2: %3 device tags became %4; checked: all else is the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load gives what is tagged meta without its values. They are still in the file: map_location=&quot;cpu&quot; reads them</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MissingRoom</name>
    <message>
        <source>The copies need up to %1, but the disk of %2 has %3 left.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OptionsWords</name>
    <message>
        <source>the recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to the zip of torch.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to the stream before torch 1.6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to safetensors, whatever that leaves out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to safetensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float32 → bfloat16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without the optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>averaged weights alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>named %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>into the folder %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks about copies that exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>skips copies that exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>also what would stay the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copies are not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>devices as in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each checkpoint gets a safetensors file %1 with its tensors: %2 becomes %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each checkpoint gets a copy %1 on the devices of a map: %2 becomes %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each checkpoint gets a copy %1 that loads without a GPU: %2 becomes %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy is compared with its source before it gets its name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy is not compared with its source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is ever written over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders are searched, and checkpoints are known by their content.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is on the CPU already stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would come out the same is left alone.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemHtml</name>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PyTorch would say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maps that load</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QApplication</name>
    <message>
        <source>Opens PyTorch checkpoints and shows what is in them. Nothing in a file is executed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the files in a window of their own, even if Cairn is running already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write copies of the files, and of the checkpoints in folders, that load without a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A checkpoint; each opens in a tab. With --convert also folders.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Only the first %1 rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowQuery</name>
    <message>
        <source>A search has at most %1 parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A regular expression ends with a slash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A regular expression has at most %1 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The regular expression is wrong: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no order: write %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no dtype of this name; dtype: takes float32, bf16, int64 and so on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device: takes a device, such as cuda:1 or cuda</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number is needed here, such as 10MB or 1e6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared: takes yes or no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shape: takes sizes with x between them, such as 64x3x7x7 or *x768</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is: takes one of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleText</name>
    <message>
        <source>as saved</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>checking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>syncing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TensorChoice</name>
    <message>
        <source>Select a tensor to see its values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This row is no tensor. Select a tensor to see its values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to show of this tensor: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one number</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrustWords</name>
    <message>
        <source>✓ Data only: runs no code</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>torch would run code of %n name(s)</source>
        <translation>
            <numerusform>torch would run code of %n name</numerusform>
            <numerusform>torch would run code of %n names</numerusform>
        </translation>
    </message>
    <message>
        <source>⚠ torch would run harmful code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ Data only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs code: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⚠ Dangerous</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::AboutDialog</name>
    <message>
        <source>About Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The licence of Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens PyTorch checkpoints as data. It executes nothing that is in a file, sends nothing anywhere, and overwrites nothing without asking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It stands on these, each under its own licence:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::ArchiveModel</name>
    <message>
        <source>as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>method %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ intact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no checksum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ bytes changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CRC-32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message>
        <source>, in %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::ArchiveView</name>
    <message>
        <source>Check all records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read every record and compare it with its checksum, which PyTorch never does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records of the archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file is no zip archive: it has no records, and no checksums.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n records in the folder %1</source>
        <translation>
            <numerusform>%n record in the folder %1</numerusform>
            <numerusform>%n records in the folder %1</numerusform>
        </translation>
    </message>
    <message>
        <source>(none)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n intact</source>
        <translation>
            <numerusform>%n intact</numerusform>
            <numerusform>%n intact</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n unreadable</numerusform>
            <numerusform>%n unreadable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a checksum</source>
        <translation>
            <numerusform>%n without a checksum</numerusform>
            <numerusform>%n without a checksum</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not checked</source>
        <translation>
            <numerusform>%n not checked</numerusform>
            <numerusform>%n not checked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::CheckpointModel</name>
    <message>
        <source>saved on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>maps to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maps to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tensors below together; what several share counts for each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape or value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::ChipButton</name>
    <message>
        <source>saved on %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::CodePane</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code for this map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the code on the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LibTorch reads only TorchScript by itself: torch::jit::load takes one device. For other files write a copy with this map.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::CompareView</name>
    <message numerus="yes">
        <source>%n rows outside the state_dicts not compared</source>
        <translation>
            <numerusform>%n row outside the state_dicts not compared</numerusform>
            <numerusform>%n rows outside the state_dicts not compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attributes not compared, which one of the formats lacks</source>
        <translation>
            <numerusform>%n attribute not compared, which one of the formats lacks</numerusform>
            <numerusform>%n attributes not compared, which one of the formats lacks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>only the beginning of %n large values compared</source>
        <translation>
            <numerusform>only the beginning of %n large value compared</numerusform>
            <numerusform>only the beginning of %n large values compared</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers not compared yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the file to compare this one with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read all tensors of both files and compare their numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of both files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What load_state_dict would raise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another checkpoint to see what is different in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Identical: %n tensors, numbers too</source>
        <translation>
            <numerusform>Identical: %n tensor, numbers too</numerusform>
            <numerusform>Identical: %n tensors, numbers too</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Identical: %n tensors</source>
        <translation>
            <numerusform>Identical: %n tensor</numerusform>
            <numerusform>Identical: %n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Identical: %n rows</source>
        <translation>
            <numerusform>Identical: %n row</numerusform>
            <numerusform>Identical: %n rows</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” compared with “%2” in %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” compared with %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compared with “%1” in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the other file into a model that saved this one fails: load_state_dict raises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not compared with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no difference in names, types, shapes and devices. The numbers were not compared yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::ComparisonModel</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(the whole file)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 NaN or infinite on one side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers that differ</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::ConversionQueue</name>
    <message numerus="yes">
        <source>%n file(s) that were in the queue already were not added again.</source>
        <translation>
            <numerusform>%n file that was in the queue already was not added again.</numerusform>
            <numerusform>%n files that were in the queue already were not added again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more file(s) are no checkpoints and are not listed.</source>
        <translation>
            <numerusform>%n more file is no checkpoint and is not listed.</numerusform>
            <numerusform>%n more files are no checkpoints and are not listed.</numerusform>
        </translation>
    </message>
    <message>
        <source>The queue is paused: free some space, or go on as far as it goes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left as it is. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that were converted with these options already were not added again. Clear the finished rows, or change the options, to convert them again.</source>
        <translation>
            <numerusform>%n file that was converted with these options already was not added again. Clear the finished rows, or change the options, to convert it again.</numerusform>
            <numerusform>%n files that were converted with these options already were not added again. Clear the finished rows, or change the options, to convert them again.</numerusform>
        </translation>
    </message>
    <message>
        <source>It had not begun.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::DeviceDelegate</name>
    <message>
        <source>as saved</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::DeviceMapPanel</name>
    <message>
        <source>Device map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the last change of the map back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open map…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a device map file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save map…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the map as a file for other checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a copy of the file with this map in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every storage to the device it was saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All to cpu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loads on any machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All to cuda:0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything to the first CUDA device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First GPU with room, else cpu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything to the first GPU that has room for it, on a machine without one to the cpu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All CUDA devices to cuda:0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was on the cpu stays there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift indices down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cuda:2 and cuda:5 become cuda:0 and cuda:1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balance by memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spread modules over the devices of the machine by their free memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two ways</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking this machine for its devices…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a checkpoint first, and then the map for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the file by this map on this machine, through LibTorch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That was about another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maps that are often wanted, and those in files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::DocumentView</name>
    <message>
        <source>Tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Issues</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was not read again: %1 What is shown was read before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Issues (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has changed on disk. What is shown was read before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is no longer there. What is shown was read before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Globals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pickle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::DropOverlay</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look inside: tensors, devices, values.
Or hold Ctrl.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert to CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write copies that load without a GPU.
Or hold Shift.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::GlobalsModel</name>
    <message>
        <source>✓ allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ dangerous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch 1.13</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch 2.6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often the pickle writes the name; one mention may be called many times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch 2.14</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::GlobalsView</name>
    <message>
        <source>%1 and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data only: nothing that this file names runs code of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A torch.load that trusts the file runs code of %1. Cairn does not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A plain torch.load would run %1. Do not load this file with weights_only=False.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights_only=True in torch %1: takes all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights_only=True in torch %1: refuses %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classes and functions that the file names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the format of torch 0.1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the pickle instruction %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights_only=True in torch %1: takes it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::GroupView</name>
    <message>
        <source>Select a group to see what is in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message>
        <source> · %1 elements · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source> · %n other values</source>
        <translation>
            <numerusform> · %n other value</numerusform>
            <numerusform> · %n other values</numerusform>
        </translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, in %1 of storages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::HeaderPanel</name>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in optimizer state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What torch.load would do with this file; Cairn ran nothing of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the classes and functions that the file names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List what is odd about this file</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n issue(s)</source>
        <translation>
            <numerusform>%n issue</numerusform>
            <numerusform>%n issues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>torch.load would run %n dangerous function(s)</source>
        <translation>
            <numerusform>torch.load would run %n dangerous function</numerusform>
            <numerusform>torch.load would run %n dangerous functions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>weights_only refuses %n name(s)</source>
        <translation>
            <numerusform>weights_only refuses %n name</numerusform>
            <numerusform>weights_only refuses %n names</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) on %1, %2 in storages. Click to see only these.</source>
        <translation>
            <numerusform>%n tensor on %1, %2 in storages. Click to see only it.</numerusform>
            <numerusform>%n tensors on %1, %2 in storages. Click to see only these.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message>
        <source>weights_only refuses it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::HeatMapPlot</name>
    <message>
        <source>Heat map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 rows and %2 columns, from %3 to %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from %1 on: mean %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no numbers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::HeatMapView</name>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blue to red</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Violet to yellow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the heat map and its legend as PNG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>absolute values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each cell is the mean of %1 × %2 numbers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::HistogramPlot</name>
    <message>
        <source>Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bins from %2 to %3, the highest with %4 numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::HistogramView</name>
    <message>
        <source>Logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show how many there are in powers, so that rare numbers can be seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all numbers again. Drag over the histogram to look closer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Choose the tensor again to go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, as absolute values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest … largest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean ± deviation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 positive, %2 negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the numbers is finite: there is nothing to draw.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::InspectorPanel</name>
    <message>
        <source>Copy name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a row to see everything about it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::IssuesPanel</name>
    <message>
        <source>Issues</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No defects in the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why it does not load here is said above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to go to its row</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::JobStrip</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::LoadPage</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file or its map is another one now; this was before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop loading, and free what was loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What loading took</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening LibTorch…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading %1: %2, %3 left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::LoadPathPicture</name>
    <message>
        <source>%1 to %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, fails</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>disk</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::LoadPathsView</name>
    <message>
        <source>%1 of %2 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ Fails: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ Nothing is copied to or between accelerators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ %1 copied to and between accelerators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the worst moment: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two ways to load the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.load does not place this kind of file by its tags.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::Machine</name>
    <message>
        <source>this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the described machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the machine &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::MachineBox</name>
    <message>
        <source>Machine to check for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the map for this machine, or for another one: choose, or describe it as 2 x 24 GB, cpu 64 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::MainWindow</name>
    <message>
        <source>Saving %1 has not finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close when it has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and remove the copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cairn ended while it was saving %1. That copy was not finished; save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open checkpoints, each in a tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the file again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the file, or an empty window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save CPU &amp;copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a copy with every storage on the cpu, which loads on any machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close all windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open r&amp;ecent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the dotted name of the selected row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;Python expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the Python that reaches the selected row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the search box</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language, colours, names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Expand row and all below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the selected group with its groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the tab on the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the tab on the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dots make levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show layer1.0.weight as levels, or as one name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of the &amp;file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show rows in the order of the file; a click on a column orders by it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n files and folders</source>
        <translation>
            <numerusform>%n file or folder</numerusform>
            <numerusform>%n files and folders</numerusform>
        </translation>
    </message>
    <message>
        <source>Convert &amp;files to CPU…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the queue that converts many files and folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search: text, device:cuda:1, dtype:bf16, size&gt;10MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cairn crashed before. What happened is in %1; nothing was sent anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open or convert files that were copied in a file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save re&amp;port…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write what is shown of the file for a bug report, as Markdown or, with .html, as a web page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy what is known about the selected row as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy what is shown of the file for a bug report, as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what is known about the selected row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to this view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report is in the clipboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Cairn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version, what it stands on, licences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the queue</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::MapDock</name>
    <message>
        <source>Device map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show where the storages of the file go, and change it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map in &amp;full view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the whole window to the device map, and back</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::MapCanvas</name>
    <message>
        <source>Device map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrows walk over tags, curves and devices; Enter takes a tag or a curve, arrows choose a device, Enter drops it; Delete takes it back to where it was saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file holds no storages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot take it: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send to %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::MapVerdict</name>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other maps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loads on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does not load on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map whole storages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the map so: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>And %n more problem(s).</source>
        <translation>
            <numerusform>And %n more problem.</numerusform>
            <numerusform>And %n more problems.</numerusform>
        </translation>
    </message>
    <message>
        <source>Dropped here, it loads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped here, it does not load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What goes to meta comes as shapes, without its values.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::MessagePage</name>
    <message>
        <source>Try the sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a small checkpoint that was saved on two GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a checkpoint here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;p&gt;Cairn shows what is in it and on which devices it was saved, whether it will load on this machine, and writes a copy that does.&lt;/p&gt;&lt;p&gt;.pt, .pth, .bin, .ckpt, .safetensors and more: files are known by their content. Nothing in a file is ever executed.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try another file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the queue that converts many files and folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::NoticeBar</name>
    <message>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::PickleModel</name>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Argument</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::PickleView</name>
    <message>
        <source>Instructions of the pickle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pickle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A byte of the pickle: 4096 or 0x1000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First instruction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no pickle in this file that could be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pickle is not there any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 instructions in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Then it cannot be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::ProblemView</name>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing stands in the way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors that share memory, sent to two devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map the whole storages: each goes where its first tensor goes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueModel</name>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Converting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Converted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 converted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; %1 written in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 waiting for an answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueOptionsPanel</name>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As a device map file says…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same as before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>safetensors: the tensors alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out what safetensors cannot hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{stem} stands for the name of the file, {ext} for its extension</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beside each file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All in a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number the copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare each copy with its source before it gets its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Container</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files at a &amp;time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;If it exists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model.pth becomes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a device map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder for the copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the device map in the window says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today&apos;s zip of torch.save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stream before torch 1.6, for old readers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask, once for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip files whose copy would be the same, as those on the CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a &amp;recipe…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take these options from a *.cairn-recipe.json file; or drop one on the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save as recipe…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write these options to a file that cairn-cli convert --recipe repeats on any machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Defaults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set all options back to what they were at the first start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the state of the optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The averaged weights (EMA) as the model, alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>float32 as bfloat16, in half the room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves out optimizer*, optim and optim_state*</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps model_ema, ema_model, ema, ema_state_dict, state_dict_ema or params_ema, under the name of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounds to nearest even, as PyTorch does; numbers that are too large are told before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slimmer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the recipe says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>And: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file is open in the window, so there is no map. Open one, and draw its device map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the options as a recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipes (*.cairn-recipe.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe was not opened. %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files are converted as %1 says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe was not saved. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved. On any machine the same is done by: cairn-cli convert --recipe %1 FILE...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>De&amp;vices</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueTable</name>
    <message>
        <source>Files to convert</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueView</name>
    <message>
        <source>Convert to CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert checkpoints to CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the checkpoints in a folder to CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json);;CSV (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report was saved as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report was not saved: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file of the queue is converted, so there is no command to copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n command line(s) copied.</source>
        <translation>
            <numerusform>%n command line copied.</numerusform>
            <numerusform>%n command lines copied.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Converted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching: %1 files looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused after the files that are being written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open the copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop checkpoints or folders here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What became of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of all files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add &amp;files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert more files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add f&amp;older…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the checkpoints in a folder, found by content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert files from the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin no more files; those that are being written are finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop everything; what is half written is taken away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take all rows away but those still to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save what became of every file, as JSON or CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the cairn-cli command lines that make the same copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How copies are made, what they are called and where they go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look into the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show where the file is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not convert the selected files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the selected files once more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the selected rows away; files stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This device map has rules that fit on no command line. Save the options as a recipe, and the command will name it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number the copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip these files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversion has a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the selected files before the one above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert the selected files after the one below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) would lose something; their rows say what. None of these was written yet.</source>
        <translation>
            <numerusform>%n file would lose something; its row says what. It was not written yet.</numerusform>
            <numerusform>%n files would lose something; their rows say what. None of these was written yet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Convert anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n copies exist already; they are not written over.</source>
        <translation>
            <numerusform>%n copy exists already; it is not written over.</numerusform>
            <numerusform>%n copies exist already; they are not written over.</numerusform>
        </translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed or cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert &amp;anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a file to read what became of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try failed again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert all files that failed once more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close all windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::RuleModel</name>
    <message>
        <source>nothing fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing left by rule %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This rule and another one send tensors of one storage to two devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule %1 takes %2 that fit here too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A saved tag, cuda:* for any of a backend, * for all but meta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pattern for names: model.head.*</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes of storages: ≥ 1 MB, &lt; 64 kB, 1 kB to 2 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices to take, in this order, on a machine that does not have the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storages and bytes that this rule decides about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::RuleTable</name>
    <message>
        <source>Rules of the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first rule that fits decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rules: everything goes to the device it was saved on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the selected rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask the selected rule earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask the selected rule later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a rule after the others, which changes nothing until it says where to</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dots make levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped &amp;files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose by where they are dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert to CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;PyTorch for Load</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::SliceBar</name>
    <message>
        <source>The axis that goes down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The axis that goes to the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index on axis %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::StoragesModel</name>
    <message>
        <source>untyped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no bytes in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at 0x%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>packed in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 from element %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::StoragesView</name>
    <message>
        <source>Only shared or partly used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide storages that belong to one tensor from their first byte to their last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storages and the tensors in them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n storages, %1</source>
        <translation>
            <numerusform>%n storage, %1</numerusform>
            <numerusform>%n storages, %1</numerusform>
        </translation>
    </message>
    <message>
        <source> · none shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source> · %n shared by several tensors</source>
        <translation>
            <numerusform> · %n shared by several tensors</numerusform>
            <numerusform> · %n shared by several tensors</numerusform>
        </translation>
    </message>
    <message>
        <source> · every byte used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 that no tensor reaches</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::TensorMimeData</name>
    <message>
        <source>%1 are too much to drag. Export the tensor in the page of its values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are too much to drag. Convert the file to safetensors and keep what you need.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not dragged: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) that safetensors cannot hold are not in the file.</source>
        <translation>
            <numerusform>%n row that safetensors cannot hold is not in the file.</numerusform>
            <numerusform>%n rows that safetensors cannot hold are not in the file.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::TorchBox</name>
    <message>
        <source>the LibTorch module</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first that can be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first that can be used (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, cannot be used: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of a PyTorch, or of its environment</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::TreePage</name>
    <message>
        <source>Contents of the checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”, at character %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no “%1”, so it was looked for as text. There are %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file holds nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing in the tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No row of the tree is what the search asks for.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::Treemap</name>
    <message>
        <source>Largest tensors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::ValuesView</name>
    <message>
        <source>Number format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How numbers are written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Six digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scientific</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table shows %1 rows at a time, from this one on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from row </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the selected values, tabs between them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values of the tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values cannot be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, the first %1 columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are too many values for the clipboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied %1 × %2 values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not copied: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This slice as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the rows and columns that are shown, with all digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor as .npy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the whole tensor for numpy.load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::VerdictBar</name>
    <message>
        <source>Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show every problem, in PyTorch&apos;s words too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load every storage where it was saved again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save CPU copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a copy that loads on any machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking this machine for its devices…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this map; nothing is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map everything to CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a copy of the file with this map in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code that loads it with mmap=True, and so needs no memory for all of it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::WorkLine</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cairn::ui::StripStack</name>
    <message>
        <source>Show only the latest messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>%n more message</numerusform>
            <numerusform>%n more messages</numerusform>
        </translation>
    </message>
</context>
</TS>
