<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>BreakableLabel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>ComparisonModel</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>仅此处有</translation>
    </message>
    <message>
        <source>only there</source>
        <translation>仅对方有</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
</context>
<context>
    <name>ConvertFile</name>
    <message>
        <source>A list of shards has no tags of its own. Convert the shards: drop their folder.</source>
        <translation>分片列表本身没有设备标签。请转换分片：拖放它们的文件夹。</translation>
    </message>
    <message>
        <source>Was converted before the interruption; verified.</source>
        <translation>中断之前已转换；已校验。</translation>
    </message>
    <message>
        <source>%1 is there already.</source>
        <translation>%1 已存在。</translation>
    </message>
    <message>
        <source>The copy would lose %1</source>
        <translation>副本会缺少 %1</translation>
    </message>
    <message>
        <source>The copy would lose %1, and more</source>
        <translation>副本会缺少 %1 等内容</translation>
    </message>
    <message>
        <source>Nothing was left behind.</source>
        <translation>没有留下任何文件。</translation>
    </message>
    <message>
        <source>It loads anywhere as it is: safetensors stores no devices.</source>
        <translation>无需转换即可在任何机器上加载：safetensors 不存储设备。</translation>
    </message>
    <message>
        <source>It is safetensors already, with nothing to change.</source>
        <translation>已经是 safetensors，没有需要更改的内容。</translation>
    </message>
</context>
<context>
    <name>ConvertWords</name>
    <message numerus="yes">
        <source>Its TorchScript code names devices at %n place(s), which stay.</source>
        <translation>
            <numerusform>其 TorchScript 代码在 %n 处写有设备，保持不变。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tag(s) changed as the map says</source>
        <translation>
            <numerusform>%n 个标签按映射更改</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tag(s) became cpu</source>
        <translation>
            <numerusform>%n 个标签变为 cpu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n number(s) too large for the new dtype</source>
        <translation>
            <numerusform>%n 个数超出新数据类型的范围</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n number(s) too large for the new dtype</source>
        <translation>
            <numerusform>%1：%n 个数超出新数据类型的范围</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Already on the CPU.</source>
        <translation>已在 CPU 上。</translation>
    </message>
    <message>
        <source>; verified, all else is the same.</source>
        <translation>；已校验，其余完全相同。</translation>
    </message>
    <message>
        <source>; not verified.</source>
        <translation>；未校验。</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) left out</source>
        <translation>
            <numerusform>略去 %n 个部分</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) changed</source>
        <translation>
            <numerusform>更改 %n 个名称</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n storage(s) of another dtype</source>
        <translation>
            <numerusform>%n 个存储改变数据类型</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 that no tensor reaches cut</source>
        <translation>裁去张量用不到的 %1</translation>
    </message>
    <message>
        <source>Written anew</source>
        <translation>已重新写出</translation>
    </message>
    <message>
        <source>; verified</source>
        <translation>；已校验</translation>
    </message>
    <message>
        <source>; not verified</source>
        <translation>；未校验</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) written</source>
        <translation>
            <numerusform>已写出 %n 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> to %n file(s) and an index</source>
        <translation>
            <numerusform>，写入 %n 个文件和一个索引</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n other value(s) left out</source>
        <translation>
            <numerusform>，略去 %n 个其他值</numerusform>
        </translation>
    </message>
    <message>
        <source>; verified.</source>
        <translation>；已校验。</translation>
    </message>
    <message>
        <source>the record %1 has no place there</source>
        <translation>记录 %1 在那里没有位置</translation>
    </message>
    <message numerus="yes">
        <source>The last conversion ended before it was done: %n file(s) are left.</source>
        <translation>
            <numerusform>上次转换未完成就结束了：还剩 %n 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>It holds no tensors.</source>
        <translation>其中没有张量。</translation>
    </message>
    <message>
        <source>Its tags are what the map makes of them.</source>
        <translation>其标签已与映射的结果一致。</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the source do not have the checksum that its archive says, and were copied as they are: %1.</source>
        <translation>
            <numerusform>源文件中有 %n 条记录与归档中的校验和不符，已原样复制：%1。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>%1 are not available on %2</source>
        <translation>%1 在%2上不可用</translation>
    </message>
    <message>
        <source>%1 is not available on %2</source>
        <translation>%1 在%2上不可用</translation>
    </message>
    <message>
        <source>%1 does not know the device %2</source>
        <translation>%1 不认识设备 %2</translation>
    </message>
    <message>
        <source>%1 are no device that torch can read</source>
        <translation>%1 不是 torch 能识别的设备</translation>
    </message>
    <message>
        <source>%1 is no device that torch can read</source>
        <translation>%1 不是 torch 能识别的设备</translation>
    </message>
    <message>
        <source>The index must be a number from 0 to 127, without signs and leading zeros</source>
        <translation>序号必须是 0 到 127 的数字，不带符号和前导零</translation>
    </message>
    <message>
        <source>torch.load knows no device of that name</source>
        <translation>torch.load 不认识叫这个名字的设备</translation>
    </message>
    <message>
        <source>It must be %1, without an index</source>
        <translation>必须写作 %1，不带序号</translation>
    </message>
    <message>
        <source>no NVIDIA driver is installed, and no NVIDIA GPU is on the PCI bus</source>
        <translation>没有安装 NVIDIA 驱动，PCI 总线上也没有 NVIDIA GPU</translation>
    </message>
    <message>
        <source>no NVIDIA driver is installed, but there is %1 on the PCI bus</source>
        <translation>没有安装 NVIDIA 驱动，但 PCI 总线上有 %1</translation>
    </message>
    <message>
        <source>Install the NVIDIA driver</source>
        <translation>请安装 NVIDIA 驱动</translation>
    </message>
    <message>
        <source>the NVIDIA kernel module is loaded, but libcuda, the driver&apos;s library, is not found; there is %1 on the PCI bus</source>
        <translation>NVIDIA 内核模块已加载，但找不到驱动的库 libcuda；PCI 总线上有 %1</translation>
    </message>
    <message>
        <source>In a container, start it with GPU access (--gpus all); else install the driver&apos;s libraries</source>
        <translation>如果在容器中，请以 GPU 访问方式启动（--gpus all）；否则请安装驱动的库</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is %1, which hides every GPU</source>
        <translation>CUDA_VISIBLE_DEVICES 为 %1，隐藏了所有 GPU</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is %1, which may hide others</source>
        <translation>CUDA_VISIBLE_DEVICES 为 %1，可能隐藏了其他 GPU</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is %1</source>
        <translation>CUDA_VISIBLE_DEVICES 为 %1</translation>
    </message>
    <message>
        <source>Unset CUDA_VISIBLE_DEVICES, or set it to the indexes that are to be used</source>
        <translation>请取消设置 CUDA_VISIBLE_DEVICES，或将其设为要使用的序号</translation>
    </message>
    <message>
        <source>the NVIDIA driver (CUDA %1) is there, but it finds no GPU, though there is %2 on the PCI bus</source>
        <translation>NVIDIA 驱动（CUDA %1）已安装，但没有找到 GPU，尽管 PCI 总线上有 %2</translation>
    </message>
    <message>
        <source>the NVIDIA driver (CUDA %1) is there, but it finds no GPU</source>
        <translation>NVIDIA 驱动（CUDA %1）已安装，但没有找到 GPU</translation>
    </message>
    <message>
        <source>Check `nvidia-smi` and the kernel log; the GPU may be lost or in use by a virtual machine</source>
        <translation>请查看 `nvidia-smi` 和内核日志；GPU 可能已掉线，或正被虚拟机使用</translation>
    </message>
    <message>
        <source>this build of Cairn was made without the CUDA toolkit, so it cannot ask for CUDA devices</source>
        <translation>此版本的 Cairn 构建时没有 CUDA 工具包，无法查询 CUDA 设备</translation>
    </message>
    <message>
        <source>Build with -DCAIRN_CUDA=ON, or describe the machine with --machine</source>
        <translation>请用 -DCAIRN_CUDA=ON 构建，或用 --machine 描述机器</translation>
    </message>
    <message>
        <source>there is %1 on the PCI bus</source>
        <translation>PCI 总线上有 %1</translation>
    </message>
    <message>
        <source>the NVIDIA driver supports CUDA %1, which is too old for the CUDA %2 runtime of this build</source>
        <translation>NVIDIA 驱动支持 CUDA %1，对此版本的 CUDA %2 运行时来说太旧</translation>
    </message>
    <message>
        <source>the NVIDIA driver supports CUDA %1, which is too old for the CUDA %2 runtime of %3</source>
        <translation>NVIDIA 驱动支持 CUDA %1，对 %3 的 CUDA %2 运行时来说太旧</translation>
    </message>
    <message>
        <source>Update the NVIDIA driver, or install a PyTorch for CUDA %1 or older</source>
        <translation>请更新 NVIDIA 驱动，或安装适用于 CUDA %1 或更早版本的 PyTorch</translation>
    </message>
    <message>
        <source>%1 finds what Cairn itself cannot: %2</source>
        <translation>%1 能找到 Cairn 自身找不到的设备：%2</translation>
    </message>
    <message>
        <source>Update the NVIDIA driver, or build Cairn with the CUDA toolkit %1 or older</source>
        <translation>请更新 NVIDIA 驱动，或用 CUDA 工具包 %1 或更旧的版本构建 Cairn</translation>
    </message>
    <message>
        <source>the CUDA runtime answers: %1</source>
        <translation>CUDA 运行时的回答：%1</translation>
    </message>
    <message>
        <source>Check `nvidia-smi`</source>
        <translation>请查看 `nvidia-smi`</translation>
    </message>
    <message>
        <source>%1 lists no devices of %2</source>
        <translation>%1没有列出 %2 的设备</translation>
    </message>
    <message>
        <source>No backend of torch that Cairn knows is called %1</source>
        <translation>Cairn 所知的 torch 后端中没有叫 %1 的</translation>
    </message>
    <message>
        <source>%1 (%2) is known as a tag, but this build cannot use such devices</source>
        <translation>%1（%2）是已知的标签，但此版本无法使用这类设备</translation>
    </message>
    <message>
        <source>%1 has 1 %2 device: %3</source>
        <translation>%1有 1 个 %2 设备：%3</translation>
    </message>
    <message>
        <source>%1 has %2 %3 devices: %4 to %5</source>
        <translation>%1有 %2 个 %3 设备：%4 到 %5</translation>
    </message>
    <message>
        <source>each of its files has the parts that one rank held</source>
        <translation>它的每个文件只有一个 rank 持有的部分</translation>
    </message>
    <message>
        <source>No function of torch puts the files of the ranks together</source>
        <translation>torch 没有函数能把各个 rank 的文件合在一起</translation>
    </message>
    <message>
        <source>Make one file of them: `cairn-cli convert --to pth`</source>
        <translation>把它们合成一个文件：`cairn-cli convert --to pth`</translation>
    </message>
    <message>
        <source>these storages lie inside bytes that torch loads on their own, without the map_location</source>
        <translation>这些存储位于字节数据之内，torch 会单独加载它们，不使用 map_location</translation>
    </message>
    <message>
        <source>Write a copy for this machine with `cairn-cli convert`, which changes tags there too</source>
        <translation>请用 `cairn-cli convert` 为本机写一份副本，其中的标签也会修改</translation>
    </message>
    <message>
        <source>the map sends storage %1 to two devices: %2 to %3, %4 to %5</source>
        <translation>映射把存储 %1 送往两个设备：%2 到 %3，%4 到 %5</translation>
    </message>
    <message>
        <source>Tensors that share memory are on one device</source>
        <translation>共享内存的张量位于同一设备上</translation>
    </message>
    <message>
        <source>Give both the same rule</source>
        <translation>请为两者设置相同的规则</translation>
    </message>
    <message>
        <source>TorchScript goes to one device, but the map names %1</source>
        <translation>TorchScript 只能放到一个设备上，但映射中有 %1</translation>
    </message>
    <message>
        <source>TorchScript takes a device as its map, and no table</source>
        <translation>TorchScript 的映射只能是一个设备，不能是表</translation>
    </message>
    <message>
        <source>torch.jit.load takes no dict and no function</source>
        <translation>torch.jit.load 不接受字典或函数</translation>
    </message>
    <message>
        <source>the map needs a function, which torch.load does not take for tensors without a storage of their own</source>
        <translation>该映射需要一个函数，而对于没有自己存储的张量，torch.load 不接受函数</translation>
    </message>
    <message>
        <source>It has such tensors: wrapper subclasses, or those of XLA and similar devices</source>
        <translation>文件中有这样的张量：包装子类，或 XLA 等设备的张量</translation>
    </message>
    <message>
        <source>Write a copy with `cairn-cli convert` and the same map</source>
        <translation>请用 `cairn-cli convert` 和相同的映射写一份副本</translation>
    </message>
    <message>
        <source>%1 needs %2, but has %3 free of %4</source>
        <translation>%1 需要 %2，但总共 %4 中只有 %3 空闲</translation>
    </message>
    <message>
        <source>A storage is held whole in memory on its way to another device</source>
        <translation>存储在送往其他设备的途中会完整地放在内存里</translation>
    </message>
    <message>
        <source>Every storage is held whole on its device</source>
        <translation>每个存储都完整地放在其设备上</translation>
    </message>
    <message>
        <source>%1 does not load what is damaged, on any device</source>
        <translation>在任何设备上，%1 都不会加载损坏的内容</translation>
    </message>
    <message>
        <source>Get the file again, or save it again where it was made</source>
        <translation>请重新获取文件，或在原处重新保存</translation>
    </message>
    <message>
        <source>it is a part of a folder that torch.distributed.checkpoint wrote</source>
        <translation>这是 torch.distributed.checkpoint 所写文件夹的一部分</translation>
    </message>
    <message>
        <source>It is several archives in a row, and torch.load reads the first one alone</source>
        <translation>它由多个相连的归档组成，而 torch.load 只读取第一个</translation>
    </message>
    <message>
        <source>It is several archives in a row, and torch.load reads files of one</source>
        <translation>它由多个相连的归档组成，而 torch.load 只读取含一个归档的文件</translation>
    </message>
    <message>
        <source>it describes a folder that torch.distributed.checkpoint wrote</source>
        <translation>它描述 torch.distributed.checkpoint 所写的文件夹</translation>
    </message>
    <message>
        <source>The tensors are in the .distcp files beside it</source>
        <translation>张量在它旁边的 .distcp 文件中</translation>
    </message>
    <message>
        <source>Load the folder with torch.distributed.checkpoint, or make one file of it: `python -m torch.distributed.checkpoint.format_utils dcp_to_torch FOLDER FILE`</source>
        <translation>请用 torch.distributed.checkpoint 加载该文件夹，或把它合成一个文件：`python -m torch.distributed.checkpoint.format_utils dcp_to_torch FOLDER FILE`</translation>
    </message>
    <message>
        <source>torch.load goes by the names of records</source>
        <translation>torch.load 按记录的名称判断</translation>
    </message>
    <message>
        <source>Write a copy without that record: `cairn-cli convert --to pth`</source>
        <translation>写一份没有该记录的副本：`cairn-cli convert --to pth`</translation>
    </message>
    <message>
        <source>its storages have no dtype, as those of float8 tensors</source>
        <translation>它的存储没有 dtype，如同 float8 张量的存储</translation>
    </message>
    <message>
        <source>torch saves them in the old stream, but no version of it loads them from there</source>
        <translation>torch 会把它们存入旧式流，但没有任何版本能从中加载</translation>
    </message>
    <message>
        <source>its storage %1 has no record</source>
        <translation>它的存储 %1 没有记录</translation>
    </message>
    <message>
        <source>torch.load wants one even where there are no bytes</source>
        <translation>即使没有字节，torch.load 也需要一个记录</translation>
    </message>
    <message>
        <source>Write a copy that loads: `cairn-cli convert --to pth`</source>
        <translation>写一份可加载的副本：`cairn-cli convert --to pth`</translation>
    </message>
    <message>
        <source>%1 cannot make the sparse tensor %2</source>
        <translation>%1 无法建立稀疏张量 %2</translation>
    </message>
    <message>
        <source>%1 cannot make the conjugated or negated tensor %2</source>
        <translation>%1 无法建立取共轭或取负的张量 %2</translation>
    </message>
    <message>
        <source>%1 has no %2, which the file needs</source>
        <translation>%1 没有文件所需的 %2</translation>
    </message>
    <message>
        <source>The file was saved by another version of torch</source>
        <translation>文件由另一版本的 torch 保存</translation>
    </message>
    <message>
        <source>Load it with a version like that; `cairn-cli convert --to safetensors` keeps its plain tensors</source>
        <translation>请用相应的版本加载；`cairn-cli convert --to safetensors` 可保留其中的普通张量</translation>
    </message>
    <message>
        <source>loading it brings in %1, which can do harm</source>
        <translation>加载时会引入 %1，可能造成危害</translation>
    </message>
    <message>
        <source>torch.load refuses it, and runs it with weights_only=False</source>
        <translation>torch.load 会拒绝它，但在 weights_only=False 时会运行它</translation>
    </message>
    <message>
        <source>torch.load runs what a file names</source>
        <translation>torch.load 会运行文件中写明的内容</translation>
    </message>
    <message>
        <source>Do not load it unless you know why that is there; Cairn runs nothing, and can convert its tensors</source>
        <translation>除非清楚它为何存在，否则不要加载；Cairn 不运行任何代码，可以转换其中的张量</translation>
    </message>
    <message>
        <source>different programs would read different things in it</source>
        <translation>不同的程序会从中读到不同的内容</translation>
    </message>
    <message>
        <source>What a check of this file finds may not be what torch.load runs</source>
        <translation>对此文件的检查结果可能并非 torch.load 实际运行的内容</translation>
    </message>
    <message>
        <source>Do not load it; ask for one written by torch.save</source>
        <translation>不要加载它；请索取由 torch.save 写出的文件</translation>
    </message>
    <message>
        <source>different programs would read different things: %1</source>
        <translation>不同的程序会读到不同的内容：%1</translation>
    </message>
    <message>
        <source>torch.load wants weights_only=False for the pickle instruction %1</source>
        <translation>因为 pickle 指令 %1，torch.load 需要 weights_only=False</translation>
    </message>
    <message>
        <source>torch.load wants weights_only=False for %1</source>
        <translation>因为 %1，torch.load 需要 weights_only=False</translation>
    </message>
    <message>
        <source>Since torch 2.6 weights_only=True is the default, and it does not know that</source>
        <translation>自 torch 2.6 起默认 weights_only=True，而它不认识该内容</translation>
    </message>
    <message>
        <source>Give weights_only=False only if you trust the file</source>
        <translation>只有信任该文件时才使用 weights_only=False</translation>
    </message>
    <message>
        <source>%1 cannot make quantised tensors on meta</source>
        <translation>%1 无法在 meta 上创建量化张量</translation>
    </message>
    <message>
        <source>%1 cannot make per channel quantised tensors on meta</source>
        <translation>%1 无法在 meta 上创建逐通道量化张量</translation>
    </message>
    <message>
        <source>%1 cannot make %2 tensors on meta</source>
        <translation>%1 无法在 meta 上创建 %2 张量</translation>
    </message>
    <message>
        <source>The meta device has no tensors of this kind</source>
        <translation>meta 设备上没有这类张量</translation>
    </message>
    <message>
        <source>It looks at their values to do so, and meta has none</source>
        <translation>为此需要查看其数值，而 meta 上没有数值</translation>
    </message>
    <message>
        <source>no LibTorch is installed that Cairn can load through</source>
        <translation>没有安装 Cairn 可用于加载的 LibTorch</translation>
    </message>
    <message>
        <source>Name the folder of a PyTorch 2.3 or later, with --torch-at, CAIRN_TORCH_AT or in the settings of the window, or activate its environment; or install the package cairn-runtime-torch</source>
        <translation>请在窗口的设置中、用 --torch-at 或 CAIRN_TORCH_AT 指定 PyTorch 2.3 或更高版本的文件夹，或激活其环境；也可安装软件包 cairn-runtime-torch</translation>
    </message>
    <message>
        <source>Install it again, or name another with --torch-at, CAIRN_TORCH_AT or in the settings of the window</source>
        <translation>请重新安装，或在窗口的设置中、用 --torch-at 或 CAIRN_TORCH_AT 指定另一个</translation>
    </message>
    <message>
        <source>the process that PyTorch runs in is no more; nothing stays loaded</source>
        <translation>运行 PyTorch 的进程已结束；没有任何内容保持加载</translation>
    </message>
    <message>
        <source>Try it again, or name another PyTorch with --torch-at, CAIRN_TORCH_AT or in the settings of the window. Cairn shows and converts the file without loading it</source>
        <translation>请重试，或在窗口的设置中、用 --torch-at 或 CAIRN_TORCH_AT 指定另一个 PyTorch。Cairn 无需加载即可显示和转换文件</translation>
    </message>
    <message>
        <source>1 tensor is loaded without requires_grad: the C interface of %1 cannot set it</source>
        <translation>1 个张量加载后没有 requires_grad：%1 的 C 接口无法设置它</translation>
    </message>
    <message>
        <source>%1 tensors are loaded without requires_grad: the C interface of %2 cannot set it</source>
        <translation>%1 个张量加载后没有 requires_grad：%2 的 C 接口无法设置它</translation>
    </message>
    <message>
        <source>everything to %1</source>
        <translation>全部放到 %1</translation>
    </message>
    <message>
        <source>spread over %1 by their free memory</source>
        <translation>按空闲内存分布到 %1</translation>
    </message>
    <message>
        <source>Not on PyTorch&apos;s list; torch.serialization.add_safe_globals can add it</source>
        <translation>不在 PyTorch 的名单上；可用 torch.serialization.add_safe_globals 添加</translation>
    </message>
    <message>
        <source>NumPy is not on PyTorch&apos;s list; torch.serialization.add_safe_globals can add it</source>
        <translation>NumPy 不在 PyTorch 的名单上；可用 torch.serialization.add_safe_globals 添加</translation>
    </message>
    <message>
        <source>PyTorch 1.13 does not allow it</source>
        <translation>PyTorch 1.13 不允许</translation>
    </message>
    <message>
        <source>PyTorch 2.6 and before do not know it</source>
        <translation>PyTorch 2.6 及更早的版本不认识</translation>
    </message>
    <message>
        <source>PyTorch 2 has it no more</source>
        <translation>PyTorch 2 已没有它</translation>
    </message>
    <message>
        <source>Allowed in PyTorch 2.6 and later once torch.distributed.tensor is imported</source>
        <translation>导入 torch.distributed.tensor 后，PyTorch 2.6 及更新的版本允许</translation>
    </message>
    <message>
        <source>Allowed in PyTorch 2.6 and later once torch.nested and torch._dynamo are imported</source>
        <translation>导入 torch.nested 和 torch._dynamo 后，PyTorch 2.6 及更新的版本允许</translation>
    </message>
    <message>
        <source>weights_only=True does not open TorchScript</source>
        <translation>weights_only=True 不能打开 TorchScript</translation>
    </message>
    <message>
        <source>It loads a checkpoint that is inside the pickle, without weights_only</source>
        <translation>它会加载 pickle 内部的检查点，且不使用 weights_only</translation>
    </message>
    <message>
        <source>cannot open the file: %1</source>
        <translation>无法打开文件：%1</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或目录</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Look at the name; the file may have been moved or renamed</source>
        <translation>请检查名称；文件可能已被移动或重命名</translation>
    </message>
    <message>
        <source>Get the right to read the file and its folders from whoever owns them</source>
        <translation>请向文件及其文件夹的所有者获取读取权限</translation>
    </message>
    <message>
        <source>this is a folder</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>Name a file</source>
        <translation>请选择一个文件</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>这不是普通文件</translation>
    </message>
    <message>
        <source>Name an ordinary file; what comes through a pipe must be saved first</source>
        <translation>请选择普通文件；通过管道传来的内容须先保存</translation>
    </message>
    <message>
        <source>reading failed: %1</source>
        <translation>读取失败：%1</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>the file became shorter while it was being read</source>
        <translation>文件在读取过程中变短了</translation>
    </message>
    <message>
        <source>Wait until whatever writes it is done, then open it again</source>
        <translation>请等待写入完成，然后重新打开</translation>
    </message>
    <message>
        <source>the zip has no end record, where its table of contents would be found: it was probably cut short</source>
        <translation>该 zip 没有存放目录的结尾记录：可能被截断了</translation>
    </message>
    <message>
        <source>the zip ends in zeros, where its table of contents should be</source>
        <translation>该 zip 的结尾全是零，而那里应是它的目录</translation>
    </message>
    <message>
        <source>The file is damaged or was tampered with: compare its size with the original, then copy or download it again, not in text mode</source>
        <translation>文件已损坏或被篡改：请与原文件比较大小，然后重新复制或下载，不要使用文本模式</translation>
    </message>
    <message>
        <source>Do not trust this file; ask for one written by torch.save</source>
        <translation>请不要信任此文件；请索取由 torch.save 写出的文件</translation>
    </message>
    <message>
        <source>Download or copy the file again and compare its size with the original</source>
        <translation>请重新下载或复制文件，并与原文件比较大小</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>It has no bytes at all, as after a save or a download that failed at once</source>
        <translation>文件没有任何字节，像是保存或下载一开始就失败了</translation>
    </message>
    <message>
        <source>the file holds zeros where its content should begin</source>
        <translation>文件开头本应是内容，却全是零</translation>
    </message>
    <message>
        <source>Its first %1 bytes are all zero</source>
        <translation>前 %1 个字节全为零</translation>
    </message>
    <message>
        <source>Space was set aside for it, but its bytes were never written: a download or copy that did not finish</source>
        <translation>已预留空间，但从未写入字节：下载或复制没有完成</translation>
    </message>
    <message>
        <source>this is a zip archive without a checkpoint in it</source>
        <translation>这是一个不含检查点的 zip 归档</translation>
    </message>
    <message>
        <source>If it was made by torch.save, it is damaged: get it again</source>
        <translation>如果它由 torch.save 写出，则已损坏：请重新获取</translation>
    </message>
    <message>
        <source>this is a zip archive with nothing in it</source>
        <translation>这是一个空的 zip 归档</translation>
    </message>
    <message>
        <source>this is not a usable safetensors file</source>
        <translation>这不是可用的 safetensors 文件</translation>
    </message>
    <message>
        <source>this is a tar archive, not a checkpoint</source>
        <translation>这是 tar 归档，不是检查点</translation>
    </message>
    <message>
        <source>Only PyTorch before 0.1.11 saved checkpoints as tar, with members called storages, tensors and pickle</source>
        <translation>只有 0.1.11 之前的 PyTorch 把检查点保存为 tar，成员名为 storages、tensors 和 pickle</translation>
    </message>
    <message>
        <source>Unpack it with `tar xf` and open the checkpoints inside</source>
        <translation>请用 `tar xf` 解包，然后打开其中的检查点</translation>
    </message>
    <message>
        <source>this is a JSON document, not weights</source>
        <translation>这是 JSON 文档，不是权重</translation>
    </message>
    <message>
        <source>It begins with the bytes %1</source>
        <translation>它以字节 %1 开头</translation>
    </message>
    <message>
        <source>It begins with %1</source>
        <translation>它以 %1 开头</translation>
    </message>
    <message>
        <source>Only the index of a sharded checkpoint can be opened, and that has a &quot;weight_map&quot;</source>
        <translation>只能打开分片检查点的索引，其中应有 &quot;weight_map&quot;</translation>
    </message>
    <message>
        <source>If this is a model&apos;s configuration, open the weights beside it (.safetensors, .bin, .pth)</source>
        <translation>如果这是模型的配置，请打开旁边的权重（.safetensors、.bin、.pth）</translation>
    </message>
    <message>
        <source>this is a Python pickle that holds no tensor</source>
        <translation>这是不含张量的 Python pickle</translation>
    </message>
    <message>
        <source>Open a file made by torch.save</source>
        <translation>请打开由 torch.save 写出的文件</translation>
    </message>
    <message>
        <source>this is a Git LFS pointer, a short text that stands for the real file</source>
        <translation>这是 Git LFS 指针，是代表真实文件的短文本</translation>
    </message>
    <message>
        <source>The repository was copied without Git LFS</source>
        <translation>复制仓库时没有使用 Git LFS</translation>
    </message>
    <message>
        <source>Run `git lfs install` once and `git lfs pull` in the repository, or download the file from the repository&apos;s web page</source>
        <translation>请运行一次 `git lfs install`，并在仓库中运行 `git lfs pull`，或从仓库的网页下载该文件</translation>
    </message>
    <message>
        <source>this is a web page, not the file it was saved as</source>
        <translation>这是网页，不是想要保存的文件</translation>
    </message>
    <message>
        <source>Its title is %1</source>
        <translation>其标题为 %1</translation>
    </message>
    <message>
        <source>The download gave the page around the file: a login, a warning or a preview</source>
        <translation>下载得到的是文件所在的页面：登录、警告或预览</translation>
    </message>
    <message>
        <source>Use the link that downloads the file itself (on a code host the raw one), or sign in first</source>
        <translation>请使用下载文件本身的链接（代码托管网站上的 raw 链接），或先登录</translation>
    </message>
    <message>
        <source>this is an XML document, not weights</source>
        <translation>这是 XML 文档，不是权重</translation>
    </message>
    <message>
        <source>It says %1</source>
        <translation>其中写道 %1</translation>
    </message>
    <message>
        <source>Storage services answer so when a download is refused or has expired</source>
        <translation>存储服务在下载被拒绝或已过期时会这样回答</translation>
    </message>
    <message>
        <source>Open it in a text editor to see the reason, then download again</source>
        <translation>请用文本编辑器打开查看原因，然后重新下载</translation>
    </message>
    <message>
        <source>this was a checkpoint, but something has rewritten it as text</source>
        <translation>这曾是检查点，但被改写成了文本</translation>
    </message>
    <message>
        <source>Every byte over 127 became several, so numbers and lengths in it are lost</source>
        <translation>大于 127 的字节都变成了多个字节，其中的数字和长度已丢失</translation>
    </message>
    <message>
        <source>Get the file again and copy it as binary: not through an editor, a clipboard or a text mode transfer</source>
        <translation>请重新获取文件并以二进制方式复制：不要经过编辑器、剪贴板或文本模式传输</translation>
    </message>
    <message>
        <source>Compressed files are not unpacked here, nor by torch.load</source>
        <translation>这里不解压压缩文件，torch.load 也不会</translation>
    </message>
    <message>
        <source>this is gzip-compressed data</source>
        <translation>这是 gzip 压缩的数据</translation>
    </message>
    <message>
        <source>this is a 7z archive</source>
        <translation>这是 7z 归档</translation>
    </message>
    <message>
        <source>this is a RAR archive</source>
        <translation>这是 RAR 归档</translation>
    </message>
    <message>
        <source>this is an HDF5 file, most likely weights of Keras</source>
        <translation>这是 HDF5 文件，很可能是 Keras 的权重</translation>
    </message>
    <message>
        <source>PyTorch does not write HDF5</source>
        <translation>PyTorch 不写 HDF5</translation>
    </message>
    <message>
        <source>Open it with Keras or h5py; its arrays can be saved for PyTorch with torch.save or safetensors</source>
        <translation>请用 Keras 或 h5py 打开；其中的数组可用 torch.save 或 safetensors 保存给 PyTorch</translation>
    </message>
    <message>
        <source>this is a Keras model (.keras)</source>
        <translation>这是 Keras 模型（.keras）</translation>
    </message>
    <message>
        <source>Open it with Keras; PyTorch cannot</source>
        <translation>请用 Keras 打开；PyTorch 不能</translation>
    </message>
    <message>
        <source>this is an ONNX model</source>
        <translation>这是 ONNX 模型</translation>
    </message>
    <message>
        <source>It holds a graph of operators with its weights inside</source>
        <translation>其中是算子图和权重</translation>
    </message>
    <message>
        <source>Open it with the onnx package, or open the checkpoint it was exported from</source>
        <translation>请用 onnx 包打开，或打开导出它的检查点</translation>
    </message>
    <message>
        <source>this is a GGUF model, as llama.cpp uses</source>
        <translation>这是 llama.cpp 使用的 GGUF 模型</translation>
    </message>
    <message>
        <source>Its weights are in block formats that PyTorch has no dtype for</source>
        <translation>其权重采用分块格式，PyTorch 没有相应的数据类型</translation>
    </message>
    <message>
        <source>Open the checkpoint it was converted from, or use the gguf Python package</source>
        <translation>请打开转换前的检查点，或使用 Python 包 gguf</translation>
    </message>
    <message>
        <source>this is a single NumPy array (.npy)</source>
        <translation>这是单个 NumPy 数组（.npy）</translation>
    </message>
    <message>
        <source>these are graphs that DGL saved, not a model&apos;s weights</source>
        <translation>这是 DGL 保存的图，不是模型的权重</translation>
    </message>
    <message>
        <source>Load them with dgl.load_graphs; their tensors can be saved with torch.save</source>
        <translation>请用 dgl.load_graphs 加载；其中的张量可以用 torch.save 保存</translation>
    </message>
    <message>
        <source>these are weights in the format of TorchSharp, PyTorch for .NET</source>
        <translation>这是 TorchSharp（.NET 上的 PyTorch）格式的权重</translation>
    </message>
    <message>
        <source>Python&apos;s torch has no reader for it</source>
        <translation>Python 的 torch 无法读取它</translation>
    </message>
    <message>
        <source>Load them in .NET; TorchSharp.PyBridge saves them for torch.load</source>
        <translation>请在 .NET 中加载；TorchSharp.PyBridge 可将其保存为 torch.load 能读取的文件</translation>
    </message>
    <message>
        <source>this is a model of SentencePiece, which cuts text into tokens</source>
        <translation>这是 SentencePiece 的模型，它把文本切分为词元</translation>
    </message>
    <message>
        <source>It has words and their scores, but no tensors</source>
        <translation>其中有词及其分数，但没有张量</translation>
    </message>
    <message>
        <source>Open the weights beside it (.safetensors, .bin, .pth)</source>
        <translation>请打开它旁边的权重文件（.safetensors、.bin、.pth）</translation>
    </message>
    <message>
        <source>this is sound or video, not weights</source>
        <translation>这是声音或视频，不是权重</translation>
    </message>
    <message>
        <source>Load it with numpy.load and save it with torch.save</source>
        <translation>请用 numpy.load 加载，再用 torch.save 保存</translation>
    </message>
    <message>
        <source>this is a NumPy archive (.npz), a zip of arrays</source>
        <translation>这是 NumPy 归档（.npz），即数组的 zip</translation>
    </message>
    <message>
        <source>Load it with numpy.load and save its arrays with torch.save</source>
        <translation>请用 numpy.load 加载，再用 torch.save 保存其中的数组</translation>
    </message>
    <message>
        <source>this is a picture, not weights</source>
        <translation>这是图片，不是权重</translation>
    </message>
    <message>
        <source>this is a PDF document, not weights</source>
        <translation>这是 PDF 文档，不是权重</translation>
    </message>
    <message>
        <source>this is a program or a library, not weights</source>
        <translation>这是程序或库，不是权重</translation>
    </message>
    <message>
        <source>Check the name: another file was meant</source>
        <translation>请检查名称：想打开的应是另一个文件</translation>
    </message>
    <message>
        <source>this is a text file, not weights</source>
        <translation>这是文本文件，不是权重</translation>
    </message>
    <message>
        <source>If it was downloaded, the text may say what went wrong</source>
        <translation>如果是下载的，文本中可能写明了出错原因</translation>
    </message>
    <message>
        <source>this is no checkpoint format that is known here</source>
        <translation>这不是已知的检查点格式</translation>
    </message>
    <message>
        <source>Open it with the program that wrote it. If that was torch.save, the beginning of the file is damaged: get it again</source>
        <translation>请用写出它的程序打开。如果那是 torch.save，则文件开头已损坏：请重新获取</translation>
    </message>
    <message>
        <source>this is an ordinary zip of files, not a checkpoint itself</source>
        <translation>这是普通的文件 zip，本身不是检查点</translation>
    </message>
    <message>
        <source>%1 of its %2 entries look like checkpoints by their names</source>
        <translation>其 %2 个条目中有 %1 个从名称看像检查点</translation>
    </message>
    <message>
        <source>%1 of its %2 entries looks like a checkpoint by its name</source>
        <translation>其 %2 个条目中有 %1 个从名称看像检查点</translation>
    </message>
    <message>
        <source>Unzip it and open the checkpoints inside: %1</source>
        <translation>请解压并打开其中的检查点：%1</translation>
    </message>
    <message>
        <source>Unzip it to see what it holds</source>
        <translation>请解压查看其内容</translation>
    </message>
    <message>
        <source>this is an ordinary zip of files, and none of them looks like a checkpoint</source>
        <translation>这是普通的文件 zip，其中没有像检查点的文件</translation>
    </message>
    <message>
        <source>It holds %1</source>
        <translation>其中有 %1</translation>
    </message>
    <message>
        <source>this is a checkpoint that was unpacked and packed again in another shape</source>
        <translation>这是解包后又以其他形式重新打包的检查点</translation>
    </message>
    <message>
        <source>this is what torch.save leaves behind when it fails: a zip without its pickle</source>
        <translation>这是 torch.save 失败后留下的：没有 pickle 的 zip</translation>
    </message>
    <message>
        <source>Something in the saved object could not be pickled; no tensor is in the file</source>
        <translation>保存的对象中有内容无法 pickle；文件中没有张量</translation>
    </message>
    <message>
        <source>Save it again, and look at the exception that torch.save raises</source>
        <translation>请重新保存，并查看 torch.save 抛出的异常</translation>
    </message>
    <message>
        <source>the file holds no values of it, only its shape</source>
        <translation>文件中没有它的数值，只有形状</translation>
    </message>
    <message>
        <source>its values are those of its parts, the rows below it</source>
        <translation>它的数值在其各部分中，即下方的行</translation>
    </message>
    <message>
        <source>the file holds no bytes of its storage</source>
        <translation>文件中没有其存储的字节</translation>
    </message>
    <message>
        <source>the numbers lie too close together to count them in bins</source>
        <translation>数值过于接近，无法分组计数</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 和另外 %2 个设备</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>the machine %1</source>
        <translation>机器 %1 </translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>written by</source>
        <translation>写出者</translation>
    </message>
    <message>
        <source>zip version</source>
        <translation>zip 版本</translation>
    </message>
    <message>
        <source>byte order</source>
        <translation>字节序</translation>
    </message>
    <message>
        <source>pickle protocol</source>
        <translation>pickle 协议</translation>
    </message>
    <message>
        <source>torch before 2.1, or another program</source>
        <translation>torch 2.1 之前的版本，或其他程序</translation>
    </message>
    <message>
        <source>torch 2.1 or newer</source>
        <translation>torch 2.1 或更新的版本</translation>
    </message>
    <message>
        <source>torch 2.7 or newer</source>
        <translation>torch 2.7 或更新的版本</translation>
    </message>
    <message>
        <source>this is a list of folders for Python&apos;s module search, as .pth files of site-packages are</source>
        <translation>这是 Python 模块搜索的文件夹列表，site-packages 中的 .pth 文件就是这样</translation>
    </message>
    <message>
        <source>It shares nothing with PyTorch but the ending of its name</source>
        <translation>除了扩展名，它与 PyTorch 毫无关系</translation>
    </message>
    <message>
        <source>The real file has %1 bytes and the id %2</source>
        <translation>真正的文件有 %1 字节，标识为 %2</translation>
    </message>
    <message>
        <source>the pickle has no end: its STOP instruction is missing</source>
        <translation>pickle 没有结尾：缺少 STOP 指令</translation>
    </message>
    <message>
        <source>The file is probably incomplete: compare its size with the original and copy it again</source>
        <translation>文件可能不完整：请与原文件比较大小，然后重新复制</translation>
    </message>
    <message>
        <source>the header claims %1 bytes, but only %2 follow</source>
        <translation>文件头声称有 %1 字节，但后面只有 %2 字节</translation>
    </message>
    <message>
        <source>The file is cut off</source>
        <translation>文件被截断</translation>
    </message>
    <message>
        <source>Compare the file&apos;s size with the original and download or copy it again</source>
        <translation>请与原文件比较大小，然后重新下载或复制</translation>
    </message>
    <message>
        <source>this is a model of Stable-Baselines3, a zip around several checkpoints</source>
        <translation>这是 Stable-Baselines3 模型，一个包含多个检查点的 zip</translation>
    </message>
    <message>
        <source>this is a model archive of TorchServe (.mar), a zip around a model and its code</source>
        <translation>这是 TorchServe 模型归档 (.mar)，一个包含模型及其代码的 zip</translation>
    </message>
    <message>
        <source>this is a program for ExecuTorch (.pte, .ptd)</source>
        <translation>这是 ExecuTorch 程序 (.pte, .ptd)</translation>
    </message>
    <message>
        <source>It was compiled for a device; names, classes and the original weights are gone or repacked</source>
        <translation>它是为某种设备编译的；名称、类和原始权重已不存在或已重新打包</translation>
    </message>
    <message>
        <source>Open the checkpoint or the .pt2 it was made from</source>
        <translation>请打开生成它的检查点或 .pt2</translation>
    </message>
    <message>
        <source>this is the index of a TensorFlow checkpoint</source>
        <translation>这是 TensorFlow 检查点的索引</translation>
    </message>
    <message>
        <source>this is the data part of a TensorFlow checkpoint</source>
        <translation>这是 TensorFlow 检查点的数据部分</translation>
    </message>
    <message>
        <source>The weights are in the files .data-... beside it</source>
        <translation>权重在旁边的 .data-... 文件中</translation>
    </message>
    <message>
        <source>The names of its weights are in the .index file beside it</source>
        <translation>权重的名称在旁边的 .index 文件中</translation>
    </message>
    <message>
        <source>Read it with tf.train.load_checkpoint; its arrays can be saved for PyTorch with torch.save or safetensors</source>
        <translation>请用 tf.train.load_checkpoint 读取；其数组可用 torch.save 或 safetensors 保存给 PyTorch</translation>
    </message>
    <message>
        <source>this is a git object id, left in place of a large file that was taken out of the repository</source>
        <translation>这是一个 git 对象标识，用来代替已从仓库移除的大文件</translation>
    </message>
    <message>
        <source>this is an AppleDouble file: macOS keeps Finder data of another file in it</source>
        <translation>这是 AppleDouble 文件：macOS 在其中保存另一个文件的 Finder 数据</translation>
    </message>
    <message>
        <source>Such files appear when a Mac copies to a foreign disk or packs an archive; they hold no weights</source>
        <translation>Mac 向其他磁盘复制或打包时会产生这种文件；其中没有权重</translation>
    </message>
    <message>
        <source>Open the file of the same name without the leading &quot;._&quot;</source>
        <translation>请打开不带开头 &quot;._&quot; 的同名文件</translation>
    </message>
    <message>
        <source>a plain torch.load would call or touch %1: %2</source>
        <translation>普通的 torch.load 会调用或触及 %1：%2</translation>
    </message>
    <message>
        <source>It can start programs and change files</source>
        <translation>它能启动程序并更改文件</translation>
    </message>
    <message>
        <source>It can run Python code that the file brings along</source>
        <translation>它能运行文件中带来的 Python 代码</translation>
    </message>
    <message>
        <source>It can open files or network connections</source>
        <translation>它能打开文件或网络连接</translation>
    </message>
    <message>
        <source>It can load native code</source>
        <translation>它能加载本机代码</translation>
    </message>
    <message>
        <source>It unpickles other data, with everything allowed</source>
        <translation>它会反序列化其他数据，且不加任何限制</translation>
    </message>
    <message>
        <source>It can fetch or set anything by its name, as attacks do; enums of Python 3.11 are saved with getattr too</source>
        <translation>它能按名称读取或设置任何东西，攻击就是这样做的；Python 3.11 的枚举也用 getattr 保存</translation>
    </message>
    <message>
        <source>It can call whatever its arguments name</source>
        <translation>它能调用其参数指定的任何东西</translation>
    </message>
    <message>
        <source>%1 of dtype %2, which no PyTorch has</source>
        <translation>%1，数据类型为 %2，任何 PyTorch 都没有这种类型</translation>
    </message>
    <message>
        <source>the metadata has the key %1 more than once; the safetensors library keeps the last</source>
        <translation>元数据中的键 %1 出现多次；safetensors 库保留最后一个</translation>
    </message>
    <message>
        <source>the index says that this tensor is in %1, but it is not there</source>
        <translation>索引说此张量在 %1 中，但那里没有</translation>
    </message>
    <message>
        <source>this tensor is in %1, but the index does not say so</source>
        <translation>此张量在 %1 中，但索引没有提到</translation>
    </message>
    <message>
        <source>the checksum does not match: the record was changed or damaged after it was saved; torch does not notice</source>
        <translation>校验和不符：记录在保存后被更改或损坏；torch 不会察觉</translation>
    </message>
    <message>
        <source>%1 bytes follow the end of the pickle</source>
        <translation>pickle 结尾之后还有 %1 字节</translation>
    </message>
    <message>
        <source>%1 after the end of the pickle are not shown</source>
        <translation>pickle 结尾之后的 %1 没有显示</translation>
    </message>
    <message>
        <source>the record &quot;version&quot; is missing; torch refuses the file</source>
        <translation>缺少记录 &quot;version&quot;；torch 拒绝此文件</translation>
    </message>
    <message>
        <source>the format version is %1; torch reads 1 to 10</source>
        <translation>格式版本为 %1；torch 读取 1 到 10</translation>
    </message>
    <message>
        <source>the byte order is %1; torch refuses anything but &quot;little&quot; and &quot;big&quot;</source>
        <translation>字节序为 %1；torch 只接受 &quot;little&quot; 和 &quot;big&quot;</translation>
    </message>
    <message>
        <source>The records of the zip do not lie in a folder</source>
        <translation>zip 的记录不在文件夹中</translation>
    </message>
    <message>
        <source>torch.load refuses such a file</source>
        <translation>torch.load 拒绝这样的文件</translation>
    </message>
    <message>
        <source>storage %1 is on two devices: %2, then %3; torch would silently take the first</source>
        <translation>存储 %1 在两个设备上：先是 %2，然后是 %3；torch 会不作声地采用第一个</translation>
    </message>
    <message>
        <source>storage %1 should have %2 bytes, the file holds %3; torch before 2.14 would read beyond them</source>
        <translation>存储 %1 应有 %2 字节，文件中有 %3 字节；2.14 之前的 torch 会越界读取</translation>
    </message>
    <message>
        <source>storage %1 should have %2 bytes, the file holds %3; torch 2.14 refuses such a file</source>
        <translation>存储 %1 应有 %2 字节，文件中有 %3 字节；torch 2.14 拒绝这样的文件</translation>
    </message>
    <message>
        <source>the tensor reaches to byte %1 of a storage that has %2</source>
        <translation>张量到达存储的第 %1 字节，而存储只有 %2 字节</translation>
    </message>
    <message>
        <source>the tensor has a negative stride or offset, or reaches further than 64 bits count</source>
        <translation>张量的步幅或偏移为负，或超出 64 位所能计数的范围</translation>
    </message>
    <message>
        <source>the shape has a negative size</source>
        <translation>形状中有负的大小</translation>
    </message>
    <message>
        <source>the tensor repeats its storage up to %1 elements; copying it would need %2 bytes</source>
        <translation>张量将其存储重复到 %1 个元素；复制它需要 %2 字节</translation>
    </message>
    <message>
        <source>the key %1 is there twice; Python keeps the last value</source>
        <translation>键 %1 出现两次；Python 保留最后一个值</translation>
    </message>
    <message>
        <source>some values appear so often that their contents are shown only the first time</source>
        <translation>有些值出现太多次，其内容只在第一次显示</translation>
    </message>
    <message>
        <source>values nested more than %1 deep are not shown</source>
        <translation>嵌套超过 %1 层的值没有显示</translation>
    </message>
    <message>
        <source>requires_grad is set on %1, which torch refuses</source>
        <translation>requires_grad 设在 %1 上，torch 拒绝这样做</translation>
    </message>
    <message>
        <source>the tar has no end mark, so something may have been cut off; all that torch needs is there</source>
        <translation>tar 没有结束标记，可能有内容被截断；torch 需要的都在</translation>
    </message>
    <message>
        <source>an odd number of half-byte values in a row has no form in torch; shown as a row of bytes</source>
        <translation>一行中奇数个半字节值在 torch 中没有对应形式；显示为一行字节</translation>
    </message>
    <message>
        <source>%1 more issues are not listed</source>
        <translation>另有 %1 个问题没有列出</translation>
    </message>
    <message>
        <source>%1, not a tensor</source>
        <translation>%1，不是张量</translation>
    </message>
    <message>
        <source>a storage without a tensor</source>
        <translation>没有张量的存储</translation>
    </message>
    <message>
        <source>a place where the object holds itself, or is nested too deep</source>
        <translation>对象包含自身或嵌套过深之处</translation>
    </message>
    <message>
        <source>its key is too long to be a name; --rename can give it another</source>
        <translation>它的键太长，不能作名称；可用 --rename 另起</translation>
    </message>
    <message>
        <source>its class %1; its values are written</source>
        <translation>它的类 %1；其数值已写入</translation>
    </message>
    <message>
        <source>no text that can be metadata</source>
        <translation>不是可作元数据的文本</translation>
    </message>
    <message>
        <source>another shard has other metadata of this name</source>
        <translation>另一个分片有同名的其他元数据</translation>
    </message>
    <message>
        <source>the metadata of the file has no place in a .pth: %1</source>
        <translation>文件的元数据在 .pth 中没有位置：%1</translation>
    </message>
    <message>
        <source>%1 of the class nn.Parameter will be plain tensors; requires_grad stays</source>
        <translation>%1 属于类 nn.Parameter，将成为普通张量；requires_grad 保留</translation>
    </message>
    <message>
        <source>older releases of the safetensors library cannot open a file with %1</source>
        <translation>旧版 safetensors 库无法打开含有 %1 的文件</translation>
    </message>
    <message>
        <source>%1 is left of an earlier set, and could not be removed: %2</source>
        <translation>%1 是早先一组留下的，无法删除：%2</translation>
    </message>
    <message>
        <source>Load it with mmap=True, which torch has since 2.1: it reads from the file what is used</source>
        <translation>使用 mmap=True 加载（torch 2.1 起支持）：只从文件中读取用到的部分</translation>
    </message>
    <message>
        <source>Make the file smaller: %1</source>
        <translation>将文件变小：%1</translation>
    </message>
    <message>
        <source>Load it where there is more memory</source>
        <translation>在内存更大的机器上加载</translation>
    </message>
    <message>
        <source>A search has at most %1 parts</source>
        <translation>一次搜索最多包含 %1 个条件</translation>
    </message>
    <message>
        <source>A regular expression ends with a slash</source>
        <translation>正则表达式要以斜杠结尾</translation>
    </message>
    <message>
        <source>A regular expression has at most %1 characters</source>
        <translation>正则表达式最多 %1 个字符</translation>
    </message>
    <message>
        <source>The regular expression is wrong: %1</source>
        <translation>正则表达式有误：%1</translation>
    </message>
    <message>
        <source>%1 has no order: write %2:</source>
        <translation>%1 没有大小之分：请写 %2:</translation>
    </message>
    <message>
        <source>There is no dtype of this name; dtype: takes float32, bf16, int64 and so on</source>
        <translation>没有这个数据类型；dtype: 后面写 float32、bf16、int64 等</translation>
    </message>
    <message>
        <source>device: takes a device, such as cuda:1 or cuda</source>
        <translation>device: 后面写设备，例如 cuda:1 或 cuda</translation>
    </message>
    <message>
        <source>A number is needed here, such as 10MB or 1e6</source>
        <translation>这里需要一个数，例如 10MB 或 1e6</translation>
    </message>
    <message>
        <source>shared: takes yes or no</source>
        <translation>shared: 后面写 yes 或 no</translation>
    </message>
    <message>
        <source>shape: takes sizes with x between them, such as 64x3x7x7 or *x768</source>
        <translation>shape: 后面写用 x 隔开的尺寸，例如 64x3x7x7 或 *x768</translation>
    </message>
    <message>
        <source>is: takes one of %1</source>
        <translation>is: 后面写以下之一：%1</translation>
    </message>
</context>
<context>
    <name>DroppedFiles</name>
    <message>
        <source>It is not on this machine, and Cairn fetches nothing. Download the file, then drop it here.</source>
        <translation>它不在本机上，而 Cairn 不会下载任何东西。请先下载文件，再拖放到此处。</translation>
    </message>
</context>
<context>
    <name>EntryText</name>
    <message>
        <source>conjugated</source>
        <translation>共轭</translation>
    </message>
    <message>
        <source>negated</source>
        <translation>取负</translation>
    </message>
    <message>
        <source>shares its storage</source>
        <translation>与其他张量共享存储</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>(the whole file)</source>
        <translation>（整个文件）</translation>
    </message>
    <message>
        <source>%1, shared</source>
        <translation>%1，共享</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>storage %1</source>
        <translation>存储 %1</translation>
    </message>
    <message>
        <source>nested too deep to show</source>
        <translation>嵌套过深，无法显示</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Leads to</source>
        <translation>指向</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Requires grad</source>
        <translation>需要梯度</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Special</source>
        <translation>特殊</translation>
    </message>
    <message>
        <source>Quantiser</source>
        <translation>量化器</translation>
    </message>
    <message>
        <source>%1, scale %2, zero point %3</source>
        <translation>%1，缩放 %2，零点 %3</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>all used</source>
        <translation>全部使用</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>使用了 %1</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>%1 · %2, %3</source>
        <translation>%1 · %2，%3</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>在文件中</translation>
    </message>
    <message>
        <source>no bytes for it</source>
        <translation>没有对应的字节</translation>
    </message>
    <message>
        <source>at byte %1 (0x%2)</source>
        <translation>位于字节 %1（0x%2）</translation>
    </message>
    <message>
        <source>packed inside %1</source>
        <translation>打包在 %1 中</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>Shared with</source>
        <translation>共享者</translation>
    </message>
    <message>
        <source>not shared</source>
        <translation>不共享</translation>
    </message>
    <message>
        <source>part of names</source>
        <translation>名称的一部分</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>项数</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Dtypes</source>
        <translation>数据类型</translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n 个元素</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>保存为</translation>
    </message>
</context>
<context>
    <name>FileSearch</name>
    <message>
        <source>A hidden folder: not searched.</source>
        <translation>隐藏文件夹：未搜索。</translation>
    </message>
    <message>
        <source>The folder cannot be read: %1.</source>
        <translation>无法读取文件夹：%1。</translation>
    </message>
</context>
<context>
    <name>HelpPages</name>
    <message>
        <source>en</source>
        <comment>the folder of help pages in this language</comment>
        <translation>zh_CN</translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>As the desktop</source>
        <translation>跟随系统</translation>
    </message>
</context>
<context>
    <name>LoadReport</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Storages</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>LibTorch has no such tensors, so these are not there</source>
        <translation>LibTorch 没有这类张量，因此以下张量未加载</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>Loaded %1: %2, %3 in %4</source>
        <translation>已加载 %1：%2，%3，用时 %4</translation>
    </message>
    <message>
        <source>PyTorch itself refuses this: %1</source>
        <translation>PyTorch 本身会拒绝：%1</translation>
    </message>
    <message>
        <source>Loaded as TorchScript by %1.</source>
        <translation>由 %1 作为 TorchScript 加载。</translation>
    </message>
    <message>
        <source>Loaded by %1, every storage once and in one step.</source>
        <translation>由 %1 加载，每个存储一步到位。</translation>
    </message>
    <message>
        <source>The memory is free again.</source>
        <translation>内存已释放。</translation>
    </message>
    <message>
        <source>%1 does not load here with this map</source>
        <translation>使用此映射无法在本机加载 %1</translation>
    </message>
    <message>
        <source>Cancelled. Nothing of %1 stays loaded.</source>
        <translation>已取消。%1 的任何内容都没有保留在内存中。</translation>
    </message>
    <message>
        <source>%1 was not loaded</source>
        <translation>%1 未加载</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>解决办法</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoadVerdict</name>
    <message>
        <source>PyTorch says:</source>
        <translation>PyTorch 的报错：</translation>
    </message>
    <message>
        <source>Because:</source>
        <translation>原因：</translation>
    </message>
    <message>
        <source>What to do:</source>
        <translation>解决办法：</translation>
    </message>
    <message>
        <source>A map that loads:</source>
        <translation>可以加载的映射：</translation>
    </message>
    <message>
        <source>Will load here with this map.</source>
        <translation>使用此映射可以在本机加载。</translation>
    </message>
    <message>
        <source>Will not load here with this map.</source>
        <translation>使用此映射无法在本机加载。</translation>
    </message>
    <message>
        <source>Will load here as it is.</source>
        <translation>可以直接在本机加载。</translation>
    </message>
    <message>
        <source>Will not load here as it is.</source>
        <translation>无法直接在本机加载。</translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>另有 %n 个问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything to %1</source>
        <translation>全部到 %1</translation>
    </message>
    <message>
        <source>PyTorch 2.6 and newer need weights_only=False for it, and so your trust in the file.</source>
        <translation>PyTorch 2.6 及更新版本需要 weights_only=False 才能加载，因此要求您信任该文件。</translation>
    </message>
    <message>
        <source>Do not load this file: it would run harmful code.</source>
        <translation>请勿加载此文件：它会运行有害代码。</translation>
    </message>
    <message numerus="yes">
        <source>Will load here, if you trust it: it runs code of %n name(s).</source>
        <translation>
            <numerusform>如果您信任它，可以在本机加载：它会运行 %n 个名称的代码。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message numerus="yes">
        <source>Will load on %1, if you trust it: it runs code of %n name(s).</source>
        <translation>
            <numerusform>如果信任此文件，可以在%1上加载：它会运行 %n 个名称的代码。</numerusform>
        </translation>
    </message>
    <message>
        <source>Will load on %1 with this map.</source>
        <translation>使用此映射可以在%1上加载。</translation>
    </message>
    <message>
        <source>Will not load on %1 with this map.</source>
        <translation>使用此映射无法在%1上加载。</translation>
    </message>
    <message>
        <source>Will load on %1 as it is.</source>
        <translation>可以直接在%1上加载。</translation>
    </message>
    <message>
        <source>Will not load on %1 as it is.</source>
        <translation>无法直接在%1上加载。</translation>
    </message>
    <message>
        <source>Load it with mmap=True.</source>
        <translation>请使用 mmap=True 加载。</translation>
    </message>
</context>
<context>
    <name>MapEditor</name>
    <message>
        <source>as saved</source>
        <translation>原设备</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>a row to %1</source>
        <translation>一行到 %1</translation>
    </message>
    <message>
        <source>%1 rows to %2</source>
        <translation>%1 行到 %2</translation>
    </message>
    <message>
        <source>map whole storages</source>
        <translation>映射整个存储</translation>
    </message>
    <message>
        <source>change a rule</source>
        <translation>修改规则</translation>
    </message>
    <message>
        <source>add a rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>remove a rule</source>
        <translation>删除规则</translation>
    </message>
    <message>
        <source>move a rule</source>
        <translation>移动规则</translation>
    </message>
</context>
<context>
    <name>MapPainter</name>
    <message>
        <source>Saved on</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>not there: %1</source>
        <translation>不存在：%1</translation>
    </message>
    <message>
        <source>%1, but only %2 free</source>
        <translation>%1，但仅 %2 可用</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 可用</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 / %2 可用</translation>
    </message>
</context>
<context>
    <name>MapScene</name>
    <message>
        <source>1 core</source>
        <translation>1 个核心</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 个核心</translation>
    </message>
    <message>
        <source>shapes only, no data</source>
        <translation>只有形状，没有数据</translation>
    </message>
    <message>
        <source>as saved</source>
        <translation>原设备</translation>
    </message>
    <message>
        <source>drop here to take a rule back</source>
        <translation>拖到此处以撤销规则</translation>
    </message>
    <message>
        <source>1 storage</source>
        <translation>1 个存储</translation>
    </message>
    <message>
        <source>%1 storages</source>
        <translation>%1 个存储</translation>
    </message>
    <message>
        <source>%1 to %2, %3, %4</source>
        <translation>%1 到 %2，%3，%4</translation>
    </message>
    <message>
        <source>%1, not there</source>
        <translation>%1，不存在</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation>增加 %1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 可用</translation>
    </message>
</context>
<context>
    <name>MappedCopy</name>
    <message>
        <source>Saved %1, %2: %3 device tags changed; checked: all else is the same</source>
        <translation>已保存 %1，%2：%3 个设备标签已更改；已检查：其余完全相同</translation>
    </message>
    <message>
        <source>Saved %1, %2: %3 device tags became %4; checked: all else is the same</source>
        <translation>已保存 %1，%2：%3 个设备标签变为 %4；已检查：其余完全相同</translation>
    </message>
    <message>
        <source>torch.load gives what is tagged meta without its values. They are still in the file: map_location=&quot;cpu&quot; reads them</source>
        <translation>torch.load 加载标记为 meta 的部分时不含数值。数值仍在文件中：用 map_location=&quot;cpu&quot; 可以读出</translation>
    </message>
</context>
<context>
    <name>MissingRoom</name>
    <message>
        <source>The copies need up to %1, but the disk of %2 has %3 left.</source>
        <translation>副本最多需要 %1，但 %2 所在磁盘只剩 %3。</translation>
    </message>
</context>
<context>
    <name>OptionsWords</name>
    <message>
        <source>the recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>to the zip of torch.save</source>
        <translation>转为 torch.save 的 zip</translation>
    </message>
    <message>
        <source>to the stream before torch 1.6</source>
        <translation>转为 torch 1.6 之前的流格式</translation>
    </message>
    <message>
        <source>to safetensors, whatever that leaves out</source>
        <translation>转为 safetensors，不论会舍弃什么</translation>
    </message>
    <message>
        <source>to safetensors</source>
        <translation>转为 safetensors</translation>
    </message>
    <message>
        <source>float32 → bfloat16</source>
        <translation>float32 → bfloat16</translation>
    </message>
    <message>
        <source>without the optimizer</source>
        <translation>不含优化器</translation>
    </message>
    <message>
        <source>averaged weights alone</source>
        <translation>仅保留平均权重</translation>
    </message>
    <message>
        <source>named %1</source>
        <translation>命名为 %1</translation>
    </message>
    <message>
        <source>into the folder %1</source>
        <translation>存入文件夹 %1</translation>
    </message>
    <message>
        <source>asks about copies that exist</source>
        <translation>副本已存在时询问</translation>
    </message>
    <message>
        <source>skips copies that exist</source>
        <translation>副本已存在时跳过</translation>
    </message>
    <message>
        <source>also what would stay the same</source>
        <translation>包括不会有变化的文件</translation>
    </message>
    <message>
        <source>copies are not compared</source>
        <translation>不比较副本</translation>
    </message>
    <message>
        <source>devices as in %1</source>
        <translation>设备按 %1</translation>
    </message>
    <message>
        <source>beside it</source>
        <translation>（位于其旁）</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>（位于 %1）</translation>
    </message>
    <message>
        <source>Each checkpoint gets a safetensors file %1 with its tensors: %2 becomes %3.</source>
        <translation>每个检查点都会得到一个包含其张量的 safetensors 文件%1：%2 变为 %3。</translation>
    </message>
    <message>
        <source>Each checkpoint gets a copy %1 on the devices of a map: %2 becomes %3.</source>
        <translation>每个检查点都会得到一个按映射分配设备的副本%1：%2 变为 %3。</translation>
    </message>
    <message>
        <source>Each checkpoint gets a copy %1 that loads without a GPU: %2 becomes %3.</source>
        <translation>每个检查点都会得到一个无需 GPU 即可加载的副本%1：%2 变为 %3。</translation>
    </message>
    <message>
        <source>The copy is compared with its source before it gets its name.</source>
        <translation>副本在获得其名称之前会与源文件比较。</translation>
    </message>
    <message>
        <source>The copy is not compared with its source.</source>
        <translation>副本不会与源文件比较。</translation>
    </message>
    <message>
        <source>Nothing is ever written over.</source>
        <translation>绝不覆盖任何文件。</translation>
    </message>
    <message>
        <source>Folders are searched, and checkpoints are known by their content.</source>
        <translation>会搜索文件夹，并按内容识别检查点。</translation>
    </message>
    <message>
        <source>What is on the CPU already stays as it is.</source>
        <translation>已在 CPU 上的文件保持不变。</translation>
    </message>
    <message>
        <source>What would come out the same is left alone.</source>
        <translation>结果不会有变化的文件保持不变。</translation>
    </message>
</context>
<context>
    <name>ProblemHtml</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>PyTorch would say</source>
        <translation>PyTorch 会报告</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>Maps that load</source>
        <translation>可以加载的映射</translation>
    </message>
</context>
<context>
    <name>QApplication</name>
    <message>
        <source>Opens PyTorch checkpoints and shows what is in them. Nothing in a file is executed.</source>
        <translation>打开 PyTorch 检查点并显示其内容。文件中的任何代码都不会被执行。</translation>
    </message>
    <message>
        <source>Open the files in a window of their own, even if Cairn is running already.</source>
        <translation>即使 Cairn 已在运行，也在单独的窗口中打开文件。</translation>
    </message>
    <message>
        <source>Write copies of the files, and of the checkpoints in folders, that load without a GPU.</source>
        <translation>为文件以及文件夹中的检查点写出无需 GPU 即可加载的副本。</translation>
    </message>
    <message>
        <source>A checkpoint; each opens in a tab. With --convert also folders.</source>
        <translation>检查点；每个在一个标签页中打开。与 --convert 一起使用时也可以是文件夹。</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Only the first %1 rows.</source>
        <translation>仅前 %1 行。</translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation>保存在</translation>
    </message>
    <message>
        <source>Storages</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Search: %1</source>
        <translation>搜索：%1</translation>
    </message>
</context>
<context>
    <name>RuleText</name>
    <message>
        <source>as saved</source>
        <translation>原设备</translation>
    </message>
</context>
<context>
    <name>ShortcutTables</name>
    <message>
        <source>what</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Outside the menus</source>
        <translation>菜单之外</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>checking</source>
        <translation>正在检查校验和</translation>
    </message>
    <message>
        <source>comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>syncing</source>
        <translation>正在同步</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>正在写入</translation>
    </message>
</context>
<context>
    <name>TensorChoice</name>
    <message>
        <source>Select a tensor to see its values.</source>
        <translation>选择一个张量以查看其数值。</translation>
    </message>
    <message>
        <source>This row is no tensor. Select a tensor to see its values.</source>
        <translation>此行不是张量。选择一个张量以查看其数值。</translation>
    </message>
    <message>
        <source>There is nothing to show of this tensor: %1.</source>
        <translation>此张量没有可显示的内容：%1。</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>此张量没有元素。</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n 列</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrustWords</name>
    <message>
        <source>✓ Data only: runs no code</source>
        <translation>✓ 仅数据：不运行代码</translation>
    </message>
    <message numerus="yes">
        <source>torch would run code of %n name(s)</source>
        <translation>
            <numerusform>torch 会运行 %n 个名称的代码</numerusform>
        </translation>
    </message>
    <message>
        <source>⚠ torch would run harmful code</source>
        <translation>⚠ torch 会运行有害代码</translation>
    </message>
    <message>
        <source>✓ Data only</source>
        <translation>✓ 仅数据</translation>
    </message>
    <message>
        <source>Runs code: %1</source>
        <translation>运行代码：%1</translation>
    </message>
    <message>
        <source>⚠ Dangerous</source>
        <translation>⚠ 危险</translation>
    </message>
</context>
<context>
    <name>cairn::ui::AboutDialog</name>
    <message>
        <source>About Cairn</source>
        <translation>关于 Cairn</translation>
    </message>
    <message>
        <source>The licence of Cairn</source>
        <translation>Cairn 的许可证</translation>
    </message>
    <message>
        <source>Opens PyTorch checkpoints as data. It executes nothing that is in a file, sends nothing anywhere, and overwrites nothing without asking.</source>
        <translation>将 PyTorch 检查点作为数据打开。不执行文件中的任何内容，不向任何地方发送数据，未经询问不会覆盖任何文件。</translation>
    </message>
    <message>
        <source>It stands on these, each under its own licence:</source>
        <translation>它使用了以下组件，各有其许可证：</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ArchiveModel</name>
    <message>
        <source>as it is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>method %1</source>
        <translation>方法 %1</translation>
    </message>
    <message>
        <source>✓ intact</source>
        <translation>✓ 完好</translation>
    </message>
    <message>
        <source>no checksum</source>
        <translation>没有校验和</translation>
    </message>
    <message>
        <source>✗ bytes changed</source>
        <translation>✗ 字节已改变</translation>
    </message>
    <message>
        <source>✗ cannot be read</source>
        <translation>✗ 无法读取</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Packed</source>
        <translation>压缩后</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>CRC-32</source>
        <translation>CRC-32</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>, in %1</source>
        <translation>，位于 %1</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ArchiveView</name>
    <message>
        <source>Check all records</source>
        <translation>检查全部记录</translation>
    </message>
    <message>
        <source>Read every record and compare it with its checksum, which PyTorch never does</source>
        <translation>读取每条记录并与校验和比较，PyTorch 从不这样做</translation>
    </message>
    <message>
        <source>Records of the archive</source>
        <translation>归档中的记录</translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation>没有打开的文件。</translation>
    </message>
    <message>
        <source>This file is no zip archive: it has no records, and no checksums.</source>
        <translation>此文件不是 zip 归档：没有记录，也没有校验和。</translation>
    </message>
    <message numerus="yes">
        <source>%n records in the folder %1</source>
        <translation>
            <numerusform>文件夹 %1 中有 %n 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在检查</translation>
    </message>
    <message numerus="yes">
        <source>%n intact</source>
        <translation>
            <numerusform>%n 条完好</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n 条已改变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n 条无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a checksum</source>
        <translation>
            <numerusform>%n 条没有校验和</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not checked</source>
        <translation>
            <numerusform>%n 条未检查</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::CheckpointModel</name>
    <message>
        <source>saved on %1</source>
        <translation>保存于 %1</translation>
    </message>
    <message>
        <source>maps to %1</source>
        <translation>映射到 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>Maps to</source>
        <translation>映射到</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>All tensors below together; what several share counts for each</source>
        <translation>下方所有张量之和；共享的数据在每个张量中都计入</translation>
    </message>
    <message>
        <source>Shape or value</source>
        <translation>形状或值</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ChipButton</name>
    <message>
        <source>saved on %1</source>
        <translation>保存于 %1</translation>
    </message>
</context>
<context>
    <name>cairn::ui::CodePane</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Code for this map</source>
        <translation>此映射的代码</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Put the code on the clipboard</source>
        <translation>把代码放入剪贴板</translation>
    </message>
    <message>
        <source>LibTorch reads only TorchScript by itself: torch::jit::load takes one device. For other files write a copy with this map.</source>
        <translation>LibTorch 自身只能读取 TorchScript：torch::jit::load 只接受一个设备。其他文件请用此映射写出副本。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::CompareView</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>numbers not compared yet</source>
        <translation>数值尚未比较</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>与…比较</translation>
    </message>
    <message>
        <source>Compare numbers</source>
        <translation>比较数值</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>仅差异</translation>
    </message>
    <message>
        <source>Choose the file to compare this one with</source>
        <translation>选择要与此文件比较的文件</translation>
    </message>
    <message>
        <source>Read all tensors of both files and compare their numbers</source>
        <translation>读取两个文件的全部张量并比较数值</translation>
    </message>
    <message>
        <source>Rows of both files</source>
        <translation>两个文件的行</translation>
    </message>
    <message>
        <source>What load_state_dict would raise</source>
        <translation>load_state_dict 会报的错</translation>
    </message>
    <message>
        <source>Choose another checkpoint to see what is different in it.</source>
        <translation>选择另一个检查点以查看差异。</translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation>没有打开的文件。</translation>
    </message>
    <message>
        <source>Comparing with %1</source>
        <translation>正在与 %1 比较</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>Identical: %n tensors, numbers too</source>
        <translation>
            <numerusform>完全相同：%n 个张量，数值也相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Identical: %n tensors</source>
        <translation>
            <numerusform>相同：%n 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Identical: %n rows</source>
        <translation>
            <numerusform>相同：%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” compared with “%2” in %3</source>
        <translation>“%1”与 %3 中的“%2”比较</translation>
    </message>
    <message>
        <source>“%1” compared with %2</source>
        <translation>“%1”与 %2 比较</translation>
    </message>
    <message>
        <source>Compared with “%1” in %2</source>
        <translation>与 %2 中的“%1”比较</translation>
    </message>
    <message>
        <source>Loading the other file into a model that saved this one fails: load_state_dict raises</source>
        <translation>将另一个文件加载到保存此文件的模型会失败：load_state_dict 抛出</translation>
    </message>
    <message>
        <source>State dicts only</source>
        <translation>仅状态字典</translation>
    </message>
    <message>
        <source>Compare the group with most tensors of each file instead of the whole files</source>
        <translation>比较每个文件中张量最多的组，而不是整个文件</translation>
    </message>
    <message numerus="yes">
        <source>%n rows outside the state_dicts not compared</source>
        <translation>
            <numerusform>状态字典之外的 %n 行未比较</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attributes not compared, which one of the formats lacks</source>
        <translation>
            <numerusform>%n 个属性未比较，其中一种格式没有属性</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>only the beginning of %n large values compared</source>
        <translation>
            <numerusform>%n 个大值只比较了开头</numerusform>
        </translation>
    </message>
    <message>
        <source>Not compared with %1</source>
        <translation>未与 %1 比较</translation>
    </message>
    <message>
        <source>There is no difference.</source>
        <translation>没有差异。</translation>
    </message>
    <message>
        <source>There is no difference in names, types, shapes and devices. The numbers were not compared yet.</source>
        <translation>名称、类型、形状和设备没有差异。尚未比较数值。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ComparisonModel</name>
    <message>
        <source>other bits in %1 of %2</source>
        <translation>%2 个中有 %1 个的位不同</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>This file</source>
        <translation>此文件</translation>
    </message>
    <message>
        <source>Other file</source>
        <translation>另一个文件</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>最大差异</translation>
    </message>
    <message>
        <source>(the whole file)</source>
        <translation>（整个文件）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>, %1 NaN or infinite on one side</source>
        <translation>，其中 %1 个在一侧为 NaN 或无穷</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对差异</translation>
    </message>
    <message>
        <source>Numbers that differ</source>
        <translation>不同的数值</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ConversionQueue</name>
    <message numerus="yes">
        <source>%n file(s) that were in the queue already were not added again.</source>
        <translation>
            <numerusform>%n 个文件已在队列中，未再次添加。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more file(s) are no checkpoints and are not listed.</source>
        <translation>
            <numerusform>另有 %n 个文件不是检查点，未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>The queue is paused: free some space, or go on as far as it goes.</source>
        <translation>队列已暂停：请腾出空间，或尽量继续。</translation>
    </message>
    <message>
        <source>Left as it is. %1</source>
        <translation>保持原样。%1</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that were converted with these options already were not added again. Clear the finished rows, or change the options, to convert them again.</source>
        <translation>
            <numerusform>有 %n 个文件已用这些选项转换过，没有再次添加。要再次转换，请清除已完成的行，或更改选项。</numerusform>
        </translation>
    </message>
    <message>
        <source>It had not begun.</source>
        <translation>尚未开始。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::DeviceDelegate</name>
    <message>
        <source>as saved</source>
        <translation>原设备</translation>
    </message>
</context>
<context>
    <name>cairn::ui::DeviceMapPanel</name>
    <message>
        <source>Device map</source>
        <translation>设备映射</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take the last change of the map back</source>
        <translation>撤销上一次映射更改</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>重做更改</translation>
    </message>
    <message>
        <source>Check for</source>
        <translation>检查对象</translation>
    </message>
    <message>
        <source>Open map…</source>
        <translation>打开映射…</translation>
    </message>
    <message>
        <source>Open a device map file</source>
        <translation>打开设备映射文件</translation>
    </message>
    <message>
        <source>Save map…</source>
        <translation>保存映射…</translation>
    </message>
    <message>
        <source>Save the map as a file for other checkpoints</source>
        <translation>把映射存为文件，供其他检查点使用</translation>
    </message>
    <message>
        <source>Save copy…</source>
        <translation>保存副本…</translation>
    </message>
    <message>
        <source>Write a copy of the file with this map in it</source>
        <translation>按此映射写出文件副本</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>As saved</source>
        <translation>按保存的设备</translation>
    </message>
    <message>
        <source>Every storage to the device it was saved on</source>
        <translation>每个存储到其保存时的设备</translation>
    </message>
    <message>
        <source>All to cpu</source>
        <translation>全部到 cpu</translation>
    </message>
    <message>
        <source>Loads on any machine</source>
        <translation>可在任何机器上加载</translation>
    </message>
    <message>
        <source>All to cuda:0</source>
        <translation>全部到 cuda:0</translation>
    </message>
    <message>
        <source>Everything to the first CUDA device</source>
        <translation>全部到第一个 CUDA 设备</translation>
    </message>
    <message>
        <source>First GPU with room, else cpu</source>
        <translation>首个容得下的 GPU，否则 cpu</translation>
    </message>
    <message>
        <source>Everything to the first GPU that has room for it, on a machine without one to the cpu</source>
        <translation>全部到第一个容得下的 GPU；没有 GPU 时到 cpu</translation>
    </message>
    <message>
        <source>All CUDA devices to cuda:0</source>
        <translation>所有 CUDA 设备到 cuda:0</translation>
    </message>
    <message>
        <source>What was on the cpu stays there</source>
        <translation>原在 cpu 上的保持不变</translation>
    </message>
    <message>
        <source>Shift indices down</source>
        <translation>序号下移</translation>
    </message>
    <message>
        <source>cuda:2 and cuda:5 become cuda:0 and cuda:1</source>
        <translation>cuda:2 和 cuda:5 变为 cuda:0 和 cuda:1</translation>
    </message>
    <message>
        <source>Balance by memory</source>
        <translation>按内存均衡</translation>
    </message>
    <message>
        <source>Spread modules over the devices of the machine by their free memory</source>
        <translation>按可用内存把模块分布到各设备</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Two ways</source>
        <translation>两种方式</translation>
    </message>
    <message>
        <source>Asking this machine for its devices…</source>
        <translation>正在查询本机的设备…</translation>
    </message>
    <message>
        <source>another map</source>
        <translation>另一个映射</translation>
    </message>
    <message>
        <source>Open a checkpoint first, and then the map for it.</source>
        <translation>请先打开检查点，再打开它的映射。</translation>
    </message>
    <message>
        <source>open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>问题（%1）</translation>
    </message>
    <message>
        <source>Rules (%1)</source>
        <translation>规则（%1）</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>加载(&amp;L)</translation>
    </message>
    <message>
        <source>Load the file by this map on this machine, through LibTorch</source>
        <translation>在本机按此映射通过 LibTorch 加载文件</translation>
    </message>
    <message>
        <source>That was about another file.</source>
        <translation>那是关于另一个文件的。</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>映射方案</translation>
    </message>
    <message>
        <source>Maps that are often wanted, and those in files</source>
        <translation>常用的映射，以及文件中的映射</translation>
    </message>
</context>
<context>
    <name>cairn::ui::DocumentView</name>
    <message>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>Storages</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>The file was not read again: %1 What is shown was read before.</source>
        <translation>未能重新读取文件：%1 当前显示的是之前读取的内容。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Issues (%1)</source>
        <translation>问题（%1）</translation>
    </message>
    <message>
        <source>The file has changed on disk. What is shown was read before.</source>
        <translation>磁盘上的文件已更改，当前显示的是之前读取的内容。</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>The file is no longer there. What is shown was read before.</source>
        <translation>文件已不存在，当前显示的是之前读取的内容。</translation>
    </message>
    <message>
        <source>Globals</source>
        <translation>全局名称</translation>
    </message>
    <message>
        <source>Pickle</source>
        <translation>Pickle</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
</context>
<context>
    <name>cairn::ui::DropOverlay</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Look inside: tensors, devices, values.
Or hold Ctrl.</source>
        <translation>查看内容：张量、设备、数值。
也可按住 Ctrl。</translation>
    </message>
    <message>
        <source>Convert to CPU</source>
        <translation>转换到 CPU</translation>
    </message>
    <message>
        <source>Write copies that load without a GPU.
Or hold Shift.</source>
        <translation>写出无需 GPU 即可加载的副本。
也可按住 Shift。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::GlobalsModel</name>
    <message>
        <source>✓ allowed</source>
        <translation>✓ 允许</translation>
    </message>
    <message>
        <source>✗ refused</source>
        <translation>✗ 拒绝</translation>
    </message>
    <message>
        <source>✗ dangerous</source>
        <translation>✗ 危险</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>torch 1.13</source>
        <translation>torch 1.13</translation>
    </message>
    <message>
        <source>torch 2.6</source>
        <translation>torch 2.6</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>How often the pickle writes the name; one mention may be called many times</source>
        <translation>pickle 中写出该名称的次数；一次提及可能被调用多次</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>提及次数</translation>
    </message>
    <message>
        <source>torch 2.14</source>
        <translation>torch 2.14</translation>
    </message>
</context>
<context>
    <name>cairn::ui::GlobalsView</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>Data only: nothing that this file names runs code of its own.</source>
        <translation>仅数据：此文件引用的名称都不会运行自己的代码。</translation>
    </message>
    <message>
        <source>A torch.load that trusts the file runs code of %1. Cairn does not.</source>
        <translation>信任此文件的 torch.load 会运行 %1 的代码。Cairn 不会。</translation>
    </message>
    <message>
        <source>A plain torch.load would run %1. Do not load this file with weights_only=False.</source>
        <translation>普通的 torch.load 会运行 %1。请勿以 weights_only=False 加载此文件。</translation>
    </message>
    <message>
        <source>weights_only=True in torch %1: takes all of them.</source>
        <translation>torch %1 的 weights_only=True：全部接受。</translation>
    </message>
    <message>
        <source>weights_only=True in torch %1: refuses %2.</source>
        <translation>torch %1 的 weights_only=True：拒绝 %2。</translation>
    </message>
    <message>
        <source>Classes and functions that the file names</source>
        <translation>文件中提到的类和函数</translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation>没有打开的文件。</translation>
    </message>
    <message>
        <source>the format of torch 0.1</source>
        <translation>torch 0.1 的格式</translation>
    </message>
    <message>
        <source>the pickle instruction %1</source>
        <translation>pickle 指令 %1</translation>
    </message>
    <message>
        <source>weights_only=True in torch %1: takes it.</source>
        <translation>torch %1 的 weights_only=True：接受。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::GroupView</name>
    <message>
        <source>Select a group to see what is in it.</source>
        <translation>选择一个组以查看其内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source> · %1 elements · %2</source>
        <translation> · %1 个元素 · %2</translation>
    </message>
    <message numerus="yes">
        <source> · %n other values</source>
        <translation>
            <numerusform> · %n 个其他值</numerusform>
        </translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>, in %1 of storages</source>
        <translation>，所在存储共 %1</translation>
    </message>
</context>
<context>
    <name>cairn::ui::HeaderPanel</name>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1 in optimizer state</source>
        <translation>优化器状态 %1</translation>
    </message>
    <message>
        <source>What torch.load would do with this file; Cairn ran nothing of it</source>
        <translation>torch.load 会对此文件做什么；Cairn 没有运行其中任何内容</translation>
    </message>
    <message>
        <source>List the classes and functions that the file names</source>
        <translation>列出文件中提到的类和函数</translation>
    </message>
    <message>
        <source>List what is odd about this file</source>
        <translation>列出此文件的异常之处</translation>
    </message>
    <message numerus="yes">
        <source>%n issue(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>torch.load would run %n dangerous function(s)</source>
        <translation>
            <numerusform>torch.load 会运行 %n 个危险函数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>weights_only refuses %n name(s)</source>
        <translation>
            <numerusform>weights_only 拒绝 %n 个名称</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) on %1, %2 in storages. Click to see only these.</source>
        <translation>
            <numerusform>%1 上有 %n 个张量，存储共 %2。点击只看这些。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>weights_only refuses it</source>
        <translation>weights_only 拒绝该文件</translation>
    </message>
</context>
<context>
    <name>cairn::ui::HeatMapPlot</name>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>%1 rows and %2 columns, from %3 to %4</source>
        <translation>%1 行 %2 列，从 %3 到 %4</translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation>NaN 或无穷</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
    <message>
        <source>from %1 on: mean %2</source>
        <translation>从 %1 起：均值 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>no numbers</source>
        <translation>没有数值</translation>
    </message>
</context>
<context>
    <name>cairn::ui::HeatMapView</name>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Blue to red</source>
        <translation>蓝到红</translation>
    </message>
    <message>
        <source>Violet to yellow</source>
        <translation>紫到黄</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save the heat map and its legend as PNG</source>
        <translation>把热图及图例保存为 PNG</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>%1 could not be written</source>
        <translation>%1 无法写入</translation>
    </message>
    <message>
        <source>absolute values</source>
        <translation>绝对值</translation>
    </message>
    <message>
        <source>each cell is the mean of %1 × %2 numbers</source>
        <translation>每格是 %1 × %2 个数的平均值</translation>
    </message>
</context>
<context>
    <name>cairn::ui::HelpDock</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Read about the part of the window that is used</source>
        <translation>阅读关于当前所用部分的说明</translation>
    </message>
</context>
<context>
    <name>cairn::ui::HelpView</name>
    <message>
        <source>Search the help</source>
        <translation>搜索帮助</translation>
    </message>
    <message>
        <source>Pages of the help</source>
        <translation>帮助页面</translation>
    </message>
    <message>
        <source>Page of the help</source>
        <translation>帮助内容</translation>
    </message>
    <message>
        <source>No page of the help has all of these words.</source>
        <translation>没有任何帮助页面包含所有这些词。</translation>
    </message>
    <message>
        <source>%1 › %2</source>
        <translation>%1 › %2</translation>
    </message>
</context>
<context>
    <name>cairn::ui::HistogramPlot</name>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>%1 bins from %2 to %3, the highest with %4 numbers</source>
        <translation>%1 个区间，从 %2 到 %3，最高的有 %4 个数</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 到 %2：%3</translation>
    </message>
    <message>
        <source>%1, logarithmic</source>
        <translation>%1，对数刻度</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>cairn::ui::HistogramView</name>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Show how many there are in powers, so that rare numbers can be seen</source>
        <translation>以对数显示数量，以便看到罕见的数值</translation>
    </message>
    <message>
        <source>Whole range</source>
        <translation>全部范围</translation>
    </message>
    <message>
        <source>Show all numbers again. Drag over the histogram to look closer</source>
        <translation>重新显示全部数值。在直方图上拖动可放大</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the statistics</source>
        <translation>复制统计结果</translation>
    </message>
    <message>
        <source>Stopped. Choose the tensor again to go on.</source>
        <translation>已停止。再次选择该张量以继续。</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>, as absolute values</source>
        <translation>，按绝对值</translation>
    </message>
    <message>
        <source>Smallest … largest</source>
        <translation>最小 … 最大</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Mean ± deviation</source>
        <translation>均值 ± 标准差</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1（%2 %）</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation>无穷</translation>
    </message>
    <message>
        <source>%1 positive, %2 negative</source>
        <translation>%1 个正，%2 个负</translation>
    </message>
    <message>
        <source>None of the numbers is finite: there is nothing to draw.</source>
        <translation>没有一个数是有限的：无图可画。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::InspectorPanel</name>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy Python</source>
        <translation>复制 Python</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Select a row to see everything about it.</source>
        <translation>选择一行即可查看其全部信息。</translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>Copy JSON</source>
        <translation>复制 JSON</translation>
    </message>
</context>
<context>
    <name>cairn::ui::IssuesPanel</name>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>No defects in the file.</source>
        <translation>文件没有缺陷。</translation>
    </message>
    <message>
        <source>Why it does not load here is said above.</source>
        <translation>为何在此无法加载，见上方说明。</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>说明：%1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Click to go to its row</source>
        <translation>点击转到对应的行</translation>
    </message>
</context>
<context>
    <name>cairn::ui::JobStrip</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1: stopping</source>
        <translation>%1：正在停止</translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4</source>
        <translation>%1：%2，%3 / %4</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
    <message>
        <source>%1: cancelled</source>
        <translation>%1：已取消</translation>
    </message>
</context>
<context>
    <name>cairn::ui::LoadPage</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The file or its map is another one now; this was before.</source>
        <translation>文件或其映射已改变；这是之前的结果。</translation>
    </message>
    <message>
        <source>Stop loading, and free what was loaded</source>
        <translation>停止加载，并释放已加载的内容</translation>
    </message>
    <message>
        <source>What loading took</source>
        <translation>加载的用量</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>Opening LibTorch…</source>
        <translation>正在打开 LibTorch…</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>as saved</source>
        <translation>原设备</translation>
    </message>
    <message>
        <source>Loading to %1</source>
        <translation>正在加载到 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>no bytes</source>
        <translation>没有字节</translation>
    </message>
    <message>
        <source>Loading %1: %2, %3 left</source>
        <translation>正在加载 %1：%2，剩余 %3</translation>
    </message>
</context>
<context>
    <name>cairn::ui::LoadPathPicture</name>
    <message>
        <source>%1 to %2, %3</source>
        <translation>%1 到 %2，%3</translation>
    </message>
    <message>
        <source>, fails</source>
        <translation>，失败</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>磁盘</translation>
    </message>
</context>
<context>
    <name>cairn::ui::LoadPathsView</name>
    <message>
        <source>%1 of %2 free</source>
        <translation>%1 / %2 可用</translation>
    </message>
    <message>
        <source>✗ Fails: %1</source>
        <translation>✗ 失败：%1</translation>
    </message>
    <message>
        <source>✓ Nothing is copied to or between accelerators</source>
        <translation>✓ 不向加速器或在其之间复制</translation>
    </message>
    <message>
        <source>✓ %1 copied to and between accelerators</source>
        <translation>✓ 向加速器及其之间复制 %1</translation>
    </message>
    <message>
        <source>At the worst moment: %1</source>
        <translation>峰值时：%1</translation>
    </message>
    <message>
        <source>Two ways to load the file</source>
        <translation>加载文件的两种方式</translation>
    </message>
    <message>
        <source>torch.load does not place this kind of file by its tags.</source>
        <translation>torch.load 不按标签放置此类文件。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::Machine</name>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>the described machine</source>
        <translation>所描述的机器</translation>
    </message>
    <message>
        <source>the machine &quot;%1&quot;</source>
        <translation>机器“%1”</translation>
    </message>
</context>
<context>
    <name>cairn::ui::MachineBox</name>
    <message>
        <source>Machine to check for</source>
        <translation>要检查的机器</translation>
    </message>
    <message>
        <source>Check the map for this machine, or for another one: choose, or describe it as 2 x 24 GB, cpu 64 GB</source>
        <translation>针对本机或另一台机器检查映射：可选择，或写作 2 x 24 GB, cpu 64 GB</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>CPU only</source>
        <translation>仅 CPU</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
</context>
<context>
    <name>cairn::ui::MainWindow</name>
    <message>
        <source>Saving %1 has not finished.</source>
        <translation>%1 尚未保存完毕。</translation>
    </message>
    <message>
        <source>Close when it has</source>
        <translation>保存完毕后关闭</translation>
    </message>
    <message>
        <source>Stop and remove the copy</source>
        <translation>停止并删除副本</translation>
    </message>
    <message>
        <source>Cairn ended while it was saving %1. That copy was not finished; save it again.</source>
        <translation>Cairn 在保存 %1 时退出。该副本未保存完毕，请重新保存。</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开的文件</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>%1 – Cairn</source>
        <translation>%1 – Cairn</translation>
    </message>
    <message>
        <source>Cairn</source>
        <translation>Cairn</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open checkpoints, each in a tab</source>
        <translation>打开检查点，每个占一个标签页</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>Read the file again</source>
        <translation>重新读取文件</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Close the file, or an empty window</source>
        <translation>关闭文件，或关闭空窗口</translation>
    </message>
    <message>
        <source>Save CPU &amp;copy…</source>
        <translation>保存 CPU 副本(&amp;C)…</translation>
    </message>
    <message>
        <source>Write a copy with every storage on the cpu, which loads on any machine</source>
        <translation>写出一份全部存储都在 cpu 上的副本，可在任何机器上加载</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close all windows</source>
        <translation>关闭所有窗口</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open r&amp;ecent</source>
        <translation>最近打开(&amp;E)</translation>
    </message>
    <message>
        <source>Copy &amp;name</source>
        <translation>复制名称(&amp;N)</translation>
    </message>
    <message>
        <source>Copy the dotted name of the selected row</source>
        <translation>复制所选行以点分隔的名称</translation>
    </message>
    <message>
        <source>Copy &amp;Python expression</source>
        <translation>复制 Python 表达式(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the Python that reaches the selected row</source>
        <translation>复制访问所选行的 Python 代码</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>Language, colours, names</source>
        <translation>语言、颜色、名称</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Expand row and all below</source>
        <translation>展开此行及其下全部(&amp;E)</translation>
    </message>
    <message>
        <source>Open the selected group with its groups</source>
        <translation>展开所选组及其子组</translation>
    </message>
    <message>
        <source>&amp;Next file</source>
        <translation>下一个文件(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the tab on the right</source>
        <translation>转到右边的标签页</translation>
    </message>
    <message>
        <source>&amp;Previous file</source>
        <translation>上一个文件(&amp;P)</translation>
    </message>
    <message>
        <source>Go to the tab on the left</source>
        <translation>转到左边的标签页</translation>
    </message>
    <message>
        <source>&amp;Dots make levels</source>
        <translation>按点分级显示(&amp;D)</translation>
    </message>
    <message>
        <source>Show layer1.0.weight as levels, or as one name</source>
        <translation>把 layer1.0.weight 显示为多级，或显示为一个名称</translation>
    </message>
    <message>
        <source>Order of the &amp;file</source>
        <translation>文件中的顺序(&amp;F)</translation>
    </message>
    <message>
        <source>Show rows in the order of the file; a click on a column orders by it</source>
        <translation>按文件中的顺序显示各行；点击列标题则按该列排序</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>清空此列表</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message numerus="yes">
        <source>%n files and folders</source>
        <translation>
            <numerusform>%n 个文件和文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>Convert &amp;files to CPU…</source>
        <translation>将文件转换到 CPU(&amp;F)…</translation>
    </message>
    <message>
        <source>Go to the queue that converts many files and folders</source>
        <translation>转到可转换多个文件和文件夹的队列</translation>
    </message>
    <message>
        <source>Cairn crashed before. What happened is in %1; nothing was sent anywhere.</source>
        <translation>Cairn 上次崩溃了。经过记录在 %1 中；没有向任何地方发送任何内容。</translation>
    </message>
    <message>
        <source>Open the report</source>
        <translation>打开报告</translation>
    </message>
    <message>
        <source>&amp;Paste files</source>
        <translation>粘贴文件(&amp;P)</translation>
    </message>
    <message>
        <source>Open or convert files that were copied in a file manager</source>
        <translation>打开或转换在文件管理器中复制的文件</translation>
    </message>
    <message>
        <source>Save re&amp;port…</source>
        <translation>保存报告(&amp;P)…</translation>
    </message>
    <message>
        <source>Write what is shown of the file for a bug report, as Markdown or, with .html, as a web page</source>
        <translation>把当前显示的文件内容写成错误报告：Markdown；文件名以 .html 结尾时为网页</translation>
    </message>
    <message>
        <source>Copy &amp;JSON</source>
        <translation>复制 &amp;JSON</translation>
    </message>
    <message>
        <source>Copy what is known about the selected row as JSON</source>
        <translation>把所选行的已知信息复制为 JSON</translation>
    </message>
    <message>
        <source>Copy &amp;report</source>
        <translation>复制报告(&amp;R)</translation>
    </message>
    <message>
        <source>Copy what is shown of the file for a bug report, as Markdown</source>
        <translation>把当前显示的文件内容复制为 Markdown，用于错误报告</translation>
    </message>
    <message>
        <source>Show what is known about the selected row</source>
        <translation>显示所选行的已知信息</translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>Go to this view</source>
        <translation>转到此视图</translation>
    </message>
    <message>
        <source>The report is in the clipboard.</source>
        <translation>报告已在剪贴板中。</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>%1 未保存：%2</translation>
    </message>
    <message>
        <source>&amp;About Cairn</source>
        <translation>关于 Cairn(&amp;A)</translation>
    </message>
    <message>
        <source>Version, what it stands on, licences</source>
        <translation>版本、所用组件、许可证</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Show the queue</source>
        <translation>显示队列</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Every key, by menu</source>
        <translation>按菜单列出所有按键</translation>
    </message>
</context>
<context>
    <name>cairn::ui::MapCanvas</name>
    <message>
        <source>Device map</source>
        <translation>设备映射</translation>
    </message>
    <message>
        <source>Arrows walk over tags, curves and devices; Enter takes a tag or a curve, arrows choose a device, Enter drops it; Delete takes it back to where it was saved</source>
        <translation>方向键在标签、连线和设备间移动；回车拿起标签或连线，方向键选择设备，回车放下；Delete 恢复为保存时的设备</translation>
    </message>
    <message>
        <source>This file holds no storages</source>
        <translation>此文件没有存储</translation>
    </message>
    <message>
        <source>%1 cannot take it: %2</source>
        <translation>%1 容纳不下：%2</translation>
    </message>
    <message>
        <source>Send to %1</source>
        <translation>送往 %1</translation>
    </message>
</context>
<context>
    <name>cairn::ui::MapDock</name>
    <message>
        <source>Device map</source>
        <translation>设备映射</translation>
    </message>
    <message>
        <source>Show where the storages of the file go, and change it</source>
        <translation>显示文件的存储去往何处，并可更改</translation>
    </message>
    <message>
        <source>Map in &amp;full view</source>
        <translation>整窗显示映射(&amp;F)</translation>
    </message>
    <message>
        <source>Give the whole window to the device map, and back</source>
        <translation>让设备映射占满整个窗口，或恢复原状</translation>
    </message>
</context>
<context>
    <name>cairn::ui::MapVerdict</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>and %1 more devices</source>
        <translation>以及另外 %1 个设备</translation>
    </message>
    <message>
        <source>Other maps</source>
        <translation>其他映射</translation>
    </message>
    <message>
        <source>Loads on %1</source>
        <translation>可在 %1 上加载</translation>
    </message>
    <message>
        <source>Does not load on %1</source>
        <translation>无法在 %1 上加载</translation>
    </message>
    <message>
        <source>Map whole storages</source>
        <translation>按整个存储映射</translation>
    </message>
    <message>
        <source>Change the map so: %1</source>
        <translation>这样修改映射：%1</translation>
    </message>
    <message numerus="yes">
        <source>And %n more problem(s).</source>
        <translation>
            <numerusform>另有 %n 个问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>Dropped here, it loads</source>
        <translation>放在这里：可以加载</translation>
    </message>
    <message>
        <source>Dropped here, it does not load</source>
        <translation>放在这里：无法加载</translation>
    </message>
    <message>
        <source>What goes to meta comes as shapes, without its values.</source>
        <translation>映射到 meta 的部分只有形状，不含数值。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::MessagePage</name>
    <message>
        <source>Try the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open a small checkpoint that was saved on two GPUs</source>
        <translation>打开一个在两块 GPU 上保存的小检查点</translation>
    </message>
    <message>
        <source>Drop a checkpoint here</source>
        <translation>把检查点拖到这里</translation>
    </message>
    <message>
        <source>&lt;p&gt;Cairn shows what is in it and on which devices it was saved, whether it will load on this machine, and writes a copy that does.&lt;/p&gt;&lt;p&gt;.pt, .pth, .bin, .ckpt, .safetensors and more: files are known by their content. Nothing in a file is ever executed.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Cairn 显示其中的内容和保存时所在的设备，判断它能否在本机加载，并可写出能加载的副本。&lt;/p&gt;&lt;p&gt;.pt、.pth、.bin、.ckpt、.safetensors 等：按内容识别文件。文件中的任何代码都不会被执行。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>再次打开</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>%1 did not open</source>
        <translation>%1 未能打开</translation>
    </message>
    <message>
        <source>Where:</source>
        <translation>位置：</translation>
    </message>
    <message>
        <source>What to do:</source>
        <translation>解决办法：</translation>
    </message>
    <message>
        <source>Try another file…</source>
        <translation>打开其他文件…</translation>
    </message>
    <message>
        <source>Convert files…</source>
        <translation>转换文件…</translation>
    </message>
    <message>
        <source>Go to the queue that converts many files and folders</source>
        <translation>转到可转换多个文件和文件夹的队列</translation>
    </message>
    <message>
        <source>Why:</source>
        <translation>原因：</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
</context>
<context>
    <name>cairn::ui::NoticeBar</name>
    <message>
        <source>Not now</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>cairn::ui::PickleModel</name>
    <message>
        <source>Number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
</context>
<context>
    <name>cairn::ui::PickleView</name>
    <message>
        <source>Instructions of the pickle</source>
        <translation>pickle 的指令</translation>
    </message>
    <message>
        <source>Pickle</source>
        <translation>Pickle</translation>
    </message>
    <message>
        <source>Go to byte</source>
        <translation>转到字节</translation>
    </message>
    <message>
        <source>A byte of the pickle: 4096 or 0x1000</source>
        <translation>pickle 的字节位置：4096 或 0x1000</translation>
    </message>
    <message>
        <source>First instruction</source>
        <translation>首条指令</translation>
    </message>
    <message>
        <source>from </source>
        <translation>从 </translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation>没有打开的文件。</translation>
    </message>
    <message>
        <source>There is no pickle in this file that could be shown.</source>
        <translation>此文件中没有可显示的 pickle。</translation>
    </message>
    <message>
        <source>The pickle is not there any more.</source>
        <translation>pickle 已不存在。</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>%1 instructions in %2</source>
        <translation>%1 条指令，位于 %2</translation>
    </message>
    <message>
        <source>. Then it cannot be read: %1</source>
        <translation>。之后无法读取：%1</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ProblemView</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Nothing stands in the way.</source>
        <translation>没有障碍。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>Tensors that share memory, sent to two devices</source>
        <translation>共享内存的张量被送往两个设备</translation>
    </message>
    <message>
        <source>Map the whole storages: each goes where its first tensor goes</source>
        <translation>按整个存储映射：随其第一个张量</translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueModel</name>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Converting</source>
        <translation>正在转换</translation>
    </message>
    <message>
        <source>Converted</source>
        <translation>已转换</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source> · %1/s</source>
        <translation> · %1/秒</translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation> · 剩余 %1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1 converted</source>
        <translation>%1 个已转换</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 个已跳过</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>%1 cancelled</source>
        <translation>%1 个已取消</translation>
    </message>
    <message>
        <source>%1 to go</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>; %1 written in %2</source>
        <translation>；已写入 %1，用时 %2</translation>
    </message>
    <message>
        <source>Asks</source>
        <translation>待答复</translation>
    </message>
    <message>
        <source>%1 waiting for an answer</source>
        <translation>%1 个等待答复</translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueOptionsPanel</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>As a device map file says…</source>
        <translation>按设备映射文件…</translation>
    </message>
    <message>
        <source>The same as before</source>
        <translation>与之前相同</translation>
    </message>
    <message>
        <source>safetensors: the tensors alone</source>
        <translation>safetensors：仅张量</translation>
    </message>
    <message>
        <source>Leave out what safetensors cannot hold</source>
        <translation>略去 safetensors 无法容纳的内容</translation>
    </message>
    <message>
        <source>{stem} stands for the name of the file, {ext} for its extension</source>
        <translation>{stem} 代表文件名，{ext} 代表扩展名</translation>
    </message>
    <message>
        <source>Beside each file</source>
        <translation>在每个文件旁边</translation>
    </message>
    <message>
        <source>All in a folder…</source>
        <translation>全部放入一个文件夹…</translation>
    </message>
    <message>
        <source>Number the copy</source>
        <translation>给副本编号</translation>
    </message>
    <message>
        <source>Skip the file</source>
        <translation>跳过该文件</translation>
    </message>
    <message>
        <source>Compare each copy with its source before it gets its name</source>
        <translation>每份副本在获得名称之前与来源比较</translation>
    </message>
    <message>
        <source>&amp;Container</source>
        <translation>容器(&amp;C)</translation>
    </message>
    <message>
        <source>Files at a &amp;time</source>
        <translation>同时处理的文件数(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>位置(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;If it exists</source>
        <translation>若已存在(&amp;I)</translation>
    </message>
    <message>
        <source>model.pth becomes %1</source>
        <translation>model.pth 变为 %1</translation>
    </message>
    <message>
        <source>Choose a device map</source>
        <translation>选择设备映射</translation>
    </message>
    <message>
        <source>Choose a folder for the copies</source>
        <translation>选择存放副本的文件夹</translation>
    </message>
    <message>
        <source>As the device map in the window says</source>
        <translation>按窗口中的设备映射</translation>
    </message>
    <message>
        <source>Today&apos;s zip of torch.save</source>
        <translation>当今 torch.save 的 zip</translation>
    </message>
    <message>
        <source>The stream before torch 1.6, for old readers</source>
        <translation>torch 1.6 之前的流，供旧版读取</translation>
    </message>
    <message>
        <source>Ask, once for all</source>
        <translation>询问，一次决定全部</translation>
    </message>
    <message>
        <source>Skip files whose copy would be the same, as those on the CPU</source>
        <translation>跳过副本不会有变化的文件，例如已在 CPU 上的</translation>
    </message>
    <message>
        <source>Open a &amp;recipe…</source>
        <translation>打开配方(&amp;R)…</translation>
    </message>
    <message>
        <source>Take these options from a *.cairn-recipe.json file; or drop one on the queue</source>
        <translation>从 *.cairn-recipe.json 文件读取这些选项；也可将其拖放到队列上</translation>
    </message>
    <message>
        <source>&amp;Save as recipe…</source>
        <translation>保存为配方(&amp;S)…</translation>
    </message>
    <message>
        <source>Write these options to a file that cairn-cli convert --recipe repeats on any machine</source>
        <translation>将这些选项写入文件，cairn-cli convert --recipe 可在任何机器上重复</translation>
    </message>
    <message>
        <source>&amp;Defaults</source>
        <translation>默认值(&amp;D)</translation>
    </message>
    <message>
        <source>Set all options back to what they were at the first start</source>
        <translation>将所有选项恢复为首次启动时的值</translation>
    </message>
    <message>
        <source>Without the state of the optimizer</source>
        <translation>不含优化器状态</translation>
    </message>
    <message>
        <source>The averaged weights (EMA) as the model, alone</source>
        <translation>仅保留平均权重 (EMA)，作为模型</translation>
    </message>
    <message>
        <source>float32 as bfloat16, in half the room</source>
        <translation>float32 存为 bfloat16，大小减半</translation>
    </message>
    <message>
        <source>Leaves out optimizer*, optim and optim_state*</source>
        <translation>略去 optimizer*、optim 和 optim_state*</translation>
    </message>
    <message>
        <source>Keeps model_ema, ema_model, ema, ema_state_dict, state_dict_ema or params_ema, under the name of the model</source>
        <translation>保留 model_ema、ema_model、ema、ema_state_dict、state_dict_ema 或 params_ema，并改为模型的名称</translation>
    </message>
    <message>
        <source>Rounds to nearest even, as PyTorch does; numbers that are too large are told before</source>
        <translation>与 PyTorch 一样舍入到最近的偶数；超出范围的数会事先告知</translation>
    </message>
    <message>
        <source>Without these</source>
        <translation>去掉这些</translation>
    </message>
    <message>
        <source>Slimmer</source>
        <translation>精简</translation>
    </message>
    <message>
        <source>As the recipe says</source>
        <translation>按配方</translation>
    </message>
    <message>
        <source>And: %1</source>
        <translation>另有：%1</translation>
    </message>
    <message>
        <source>As in %1</source>
        <translation>同 %1</translation>
    </message>
    <message>
        <source>The map of %1</source>
        <translation>%1 的映射</translation>
    </message>
    <message>
        <source>No file is open in the window, so there is no map. Open one, and draw its device map.</source>
        <translation>窗口中没有打开文件，因此没有映射。请打开一个文件并绘制其设备映射。</translation>
    </message>
    <message>
        <source>Open a recipe</source>
        <translation>打开配方</translation>
    </message>
    <message>
        <source>Save the options as a recipe</source>
        <translation>将选项保存为配方</translation>
    </message>
    <message>
        <source>Recipes (*.cairn-recipe.json)</source>
        <translation>配方 (*.cairn-recipe.json)</translation>
    </message>
    <message>
        <source>The recipe was not opened. %1 %2</source>
        <translation>未能打开配方。%1 %2</translation>
    </message>
    <message>
        <source>Files are converted as %1 says.</source>
        <translation>文件将按 %1 转换。</translation>
    </message>
    <message>
        <source>The recipe was not saved. %1</source>
        <translation>未能保存配方。%1</translation>
    </message>
    <message>
        <source>Saved. On any machine the same is done by: cairn-cli convert --recipe %1 FILE...</source>
        <translation>已保存。在任何机器上可用以下命令重复：cairn-cli convert --recipe %1 FILE...</translation>
    </message>
    <message>
        <source>De&amp;vices</source>
        <translation>设备(&amp;V)</translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueTable</name>
    <message>
        <source>Files to convert</source>
        <translation>要转换的文件</translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueView</name>
    <message>
        <source>Convert to CPU</source>
        <translation>转换到 CPU</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Convert checkpoints to CPU</source>
        <translation>将检查点转换到 CPU</translation>
    </message>
    <message>
        <source>Convert the checkpoints in a folder to CPU</source>
        <translation>将文件夹中的检查点转换到 CPU</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>JSON (*.json);;CSV (*.csv)</source>
        <translation>JSON (*.json);;CSV (*.csv)</translation>
    </message>
    <message>
        <source>The report was saved as %1.</source>
        <translation>报告已保存为 %1。</translation>
    </message>
    <message>
        <source>The report was not saved: %1</source>
        <translation>报告未保存：%1</translation>
    </message>
    <message>
        <source>No file of the queue is converted, so there is no command to copy.</source>
        <translation>队列中没有要转换的文件，因此没有可复制的命令。</translation>
    </message>
    <message numerus="yes">
        <source>%n command line(s) copied.</source>
        <translation>
            <numerusform>已复制 %n 条命令行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Converted</source>
        <translation>已转换</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Searching: %1 files looked at</source>
        <translation>正在搜索：已查看 %1 个文件</translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <translation>%1 · %2 / %3</translation>
    </message>
    <message>
        <source>Paused after the files that are being written</source>
        <translation>正在写入的文件完成后暂停</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation> · 剩余 %1</translation>
    </message>
    <message>
        <source>&amp;Open the copy</source>
        <translation>打开副本(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Open the file</source>
        <translation>打开文件(&amp;O)</translation>
    </message>
    <message>
        <source>Drop checkpoints or folders here</source>
        <translation>将检查点或文件夹拖放到此处</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>What became of the file</source>
        <translation>文件的结果</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Progress of all files</source>
        <translation>所有文件的进度</translation>
    </message>
    <message>
        <source>Add &amp;files…</source>
        <translation>添加文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Convert more files</source>
        <translation>转换更多文件</translation>
    </message>
    <message>
        <source>Add f&amp;older…</source>
        <translation>添加文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>Convert the checkpoints in a folder, found by content</source>
        <translation>转换文件夹中按内容找到的检查点</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Convert files from the clipboard</source>
        <translation>转换剪贴板中的文件</translation>
    </message>
    <message>
        <source>Begin no more files; those that are being written are finished</source>
        <translation>不再开始新文件；正在写入的会完成</translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation>全部取消</translation>
    </message>
    <message>
        <source>Stop everything; what is half written is taken away</source>
        <translation>全部停止；写到一半的会被清除</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>清除已完成</translation>
    </message>
    <message>
        <source>Take all rows away but those still to do</source>
        <translation>移除除待处理之外的所有行</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Save what became of every file, as JSON or CSV</source>
        <translation>将每个文件的结果保存为 JSON 或 CSV</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Copy the cairn-cli command lines that make the same copies</source>
        <translation>复制能生成相同副本的 cairn-cli 命令行</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close this window</source>
        <translation>关闭此窗口</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>How copies are made, what they are called and where they go</source>
        <translation>如何生成副本、如何命名以及放在何处</translation>
    </message>
    <message>
        <source>Look into the file</source>
        <translation>查看文件</translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation>在文件夹中显示(&amp;F)</translation>
    </message>
    <message>
        <source>Show where the file is</source>
        <translation>显示文件所在位置</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Do not convert the selected files</source>
        <translation>不转换所选文件</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Convert the selected files once more</source>
        <translation>再次转换所选文件</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>从列表中移除(&amp;R)</translation>
    </message>
    <message>
        <source>Take the selected rows away; files stay</source>
        <translation>移除所选行；文件保留</translation>
    </message>
    <message>
        <source>This device map has rules that fit on no command line. Save the options as a recipe, and the command will name it.</source>
        <translation>此设备映射含有无法写入命令行的规则。请将选项保存为配方，命令会引用它。</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>保持不动</translation>
    </message>
    <message>
        <source>Number the copies</source>
        <translation>为副本编号</translation>
    </message>
    <message>
        <source>Skip these files</source>
        <translation>跳过这些文件</translation>
    </message>
    <message>
        <source>The conversion has a question</source>
        <translation>转换需要答复</translation>
    </message>
    <message>
        <source>&amp;Earlier</source>
        <translation>提前(&amp;E)</translation>
    </message>
    <message>
        <source>Convert the selected files before the one above</source>
        <translation>在上一个文件之前转换所选文件</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>推后(&amp;L)</translation>
    </message>
    <message>
        <source>Convert the selected files after the one below</source>
        <translation>在下一个文件之后转换所选文件</translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation>不再保留</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) would lose something; their rows say what. None of these was written yet.</source>
        <translation>
            <numerusform>%n 个文件会丢失内容，各行中有说明。这些文件都尚未写入。</numerusform>
        </translation>
    </message>
    <message>
        <source>Convert anyway</source>
        <translation>仍然转换</translation>
    </message>
    <message numerus="yes">
        <source>%n copies exist already; they are not written over.</source>
        <translation>
            <numerusform>已有 %n 个副本；不会覆盖它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Failed or cancelled</source>
        <translation>失败或已取消</translation>
    </message>
    <message>
        <source>Convert &amp;anyway</source>
        <translation>仍然转换(&amp;A)</translation>
    </message>
    <message>
        <source>Select a file to read what became of it.</source>
        <translation>选择一个文件以查看其结果。</translation>
    </message>
    <message>
        <source>Try failed again</source>
        <translation>重试失败的文件</translation>
    </message>
    <message>
        <source>Convert all files that failed once more</source>
        <translation>再次转换所有失败的文件</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close all windows</source>
        <translation>关闭所有窗口</translation>
    </message>
    <message>
        <source>Options: %1</source>
        <translation>选项：%1</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Read about copies of many files</source>
        <translation>阅读关于批量制作副本的说明</translation>
    </message>
</context>
<context>
    <name>cairn::ui::RuleModel</name>
    <message>
        <source>nothing fits</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>nothing of its own</source>
        <translation>没有独有的存储</translation>
    </message>
    <message>
        <source>nothing left by rule %1</source>
        <translation>规则 %1 已全部取走</translation>
    </message>
    <message>
        <source>This rule and another one send tensors of one storage to two devices</source>
        <translation>此规则与另一条规则把同一存储的张量送往两个设备</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>rule %1 takes %2 that fit here too</source>
        <translation>规则 %1 取走了 %2 个也匹配此处的存储</translation>
    </message>
    <message>
        <source>A saved tag, cuda:* for any of a backend, * for all but meta</source>
        <translation>保存的标签；cuda:* 指同一后端的任意设备，* 指除 meta 外的全部</translation>
    </message>
    <message>
        <source>A pattern for names: model.head.*</source>
        <translation>名称的模式：model.head.*</translation>
    </message>
    <message>
        <source>Sizes of storages: ≥ 1 MB, &lt; 64 kB, 1 kB to 2 MB</source>
        <translation>存储的大小：≥ 1 MB、&lt; 64 kB、1 kB to 2 MB</translation>
    </message>
    <message>
        <source>Devices to take, in this order, on a machine that does not have the first</source>
        <translation>机器没有首选设备时依次采用的设备</translation>
    </message>
    <message>
        <source>Storages and bytes that this rule decides about</source>
        <translation>此规则决定的存储和字节</translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>去往</translation>
    </message>
    <message>
        <source>Else</source>
        <translation>否则</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>作用于</translation>
    </message>
</context>
<context>
    <name>cairn::ui::RuleTable</name>
    <message>
        <source>Rules of the map</source>
        <translation>映射的规则</translation>
    </message>
    <message>
        <source>The first rule that fits decides</source>
        <translation>第一条匹配的规则生效</translation>
    </message>
    <message>
        <source>No rules: everything goes to the device it was saved on.</source>
        <translation>没有规则：全部到保存时的设备。</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the selected rule</source>
        <translation>移除所选规则</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Ask the selected rule earlier</source>
        <translation>提前应用所选规则</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Ask the selected rule later</source>
        <translation>推后应用所选规则</translation>
    </message>
    <message>
        <source>Add a rule after the others, which changes nothing until it says where to</source>
        <translation>在其他规则之后添加一条规则，指定目标之前不会改变任何内容</translation>
    </message>
</context>
<context>
    <name>cairn::ui::SearchBar</name>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>Go to the search box</source>
        <translation>转到搜索框</translation>
    </message>
    <message>
        <source>Next &amp;hit</source>
        <translation>下一个结果(&amp;H)</translation>
    </message>
    <message>
        <source>Go to the next row that the search has found</source>
        <translation>转到搜索找到的下一行</translation>
    </message>
    <message>
        <source>Previous h&amp;it</source>
        <translation>上一个结果(&amp;I)</translation>
    </message>
    <message>
        <source>Go to the row before that the search has found</source>
        <translation>转到搜索找到的上一行</translation>
    </message>
</context>
<context>
    <name>cairn::ui::SearchBox</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search: text, device:cuda:1, dtype:bf16, size&gt;10MB</source>
        <translation>搜索：文本、device:cuda:1、dtype:bf16、size&gt;10MB</translation>
    </message>
    <message>
        <source>A row must meet every part:
attn  “two words”  *.weight  /layer\d+$/
dtype:bf16  device:cuda:1  shape:*x768  size&gt;10MB  params&gt;1e6  shared:yes  is:parameter
F3 goes to the next hit, F1 tells more.</source>
        <translation>一行必须满足每个部分：
attn  “two words”  *.weight  /layer\d+$/
dtype:bf16  device:cuda:1  shape:*x768  size&gt;10MB  params&gt;1e6  shared:yes  is:parameter
F3 转到下一个结果，F1 查看更多说明。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation>语言将在下次启动时更改。</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Dots make levels</source>
        <translation>按点分级显示(&amp;D)</translation>
    </message>
    <message>
        <source>Dropped &amp;files</source>
        <translation>拖入的文件(&amp;F)</translation>
    </message>
    <message>
        <source>Choose by where they are dropped</source>
        <translation>按放下的位置决定</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Convert to CPU</source>
        <translation>转换到 CPU</translation>
    </message>
    <message>
        <source>&amp;PyTorch for Load</source>
        <translation>用于加载的 PyTorch(&amp;P)</translation>
    </message>
</context>
<context>
    <name>cairn::ui::SliceBar</name>
    <message>
        <source>The axis that goes down</source>
        <translation>向下的轴</translation>
    </message>
    <message>
        <source>The axis that goes to the right</source>
        <translation>向右的轴</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>axis %1 (%2)</source>
        <translation>轴 %1（%2）</translation>
    </message>
    <message>
        <source>Index on axis %1</source>
        <translation>轴 %1 上的索引</translation>
    </message>
    <message>
        <source>0 to %1</source>
        <translation>0 到 %1</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
</context>
<context>
    <name>cairn::ui::SourceView</name>
    <message>
        <source>The file has no such record.</source>
        <translation>文件中没有这个记录。</translation>
    </message>
    <message>
        <source>The code has %1; up to %2 are shown.</source>
        <translation>代码有 %1；最多显示 %2。</translation>
    </message>
    <message>
        <source>Source code</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Select a row of source code.</source>
        <translation>请选择一行源代码。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Read as text, and run by nothing here.</source>
        <translation>作为文本读取，这里不会运行它。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::StoragesModel</name>
    <message>
        <source>untyped</source>
        <translation>无类型</translation>
    </message>
    <message>
        <source>no bytes in the file</source>
        <translation>文件中没有字节</translation>
    </message>
    <message>
        <source>%1 at 0x%2</source>
        <translation>%1，位于 0x%2</translation>
    </message>
    <message>
        <source>packed in %1</source>
        <translation>打包在 %1 中</translation>
    </message>
    <message>
        <source>%1 from element %2</source>
        <translation>%1，从元素 %2 起</translation>
    </message>
    <message>
        <source>saved on %1</source>
        <translation>保存于 %1</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Saved on</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>cairn::ui::StoragesView</name>
    <message>
        <source>Only shared or partly used</source>
        <translation>仅共享或部分使用的</translation>
    </message>
    <message>
        <source>Hide storages that belong to one tensor from their first byte to their last</source>
        <translation>隐藏从头到尾只属于一个张量的存储</translation>
    </message>
    <message>
        <source>Storages and the tensors in them</source>
        <translation>存储及其中的张量</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation>没有打开的文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n storages, %1</source>
        <translation>
            <numerusform>%n 个存储，%1</numerusform>
        </translation>
    </message>
    <message>
        <source> · none shared</source>
        <translation> · 均不共享</translation>
    </message>
    <message numerus="yes">
        <source> · %n shared by several tensors</source>
        <translation>
            <numerusform> · %n 个被多个张量共享</numerusform>
        </translation>
    </message>
    <message>
        <source> · every byte used</source>
        <translation> · 全部字节都被使用</translation>
    </message>
    <message>
        <source> · %1 that no tensor reaches</source>
        <translation> · %1 没有张量用到</translation>
    </message>
</context>
<context>
    <name>cairn::ui::StripStack</name>
    <message>
        <source>Show only the latest messages</source>
        <translation>只显示最新消息</translation>
    </message>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>还有 %n 条消息</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::TableSearch</name>
    <message>
        <source>nothing in this view</source>
        <translation>此视图中没有找到</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 以上</translation>
    </message>
</context>
<context>
    <name>cairn::ui::TensorMimeData</name>
    <message>
        <source>%1 are too much to drag. Export the tensor in the page of its values.</source>
        <translation>%1 太大，无法拖出。请在数值页导出此张量。</translation>
    </message>
    <message>
        <source>%1 are too much to drag. Convert the file to safetensors and keep what you need.</source>
        <translation>%1 太大，无法拖出。请将文件转换为 safetensors，只保留所需的部分。</translation>
    </message>
    <message>
        <source>Not dragged: %1</source>
        <translation>未拖出：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) that safetensors cannot hold are not in the file.</source>
        <translation>
            <numerusform>safetensors 无法保存的 %n 行不在文件中。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::TorchBox</name>
    <message>
        <source>the LibTorch module</source>
        <translation>LibTorch 模块</translation>
    </message>
    <message>
        <source>The first that can be used</source>
        <translation>第一个可用的</translation>
    </message>
    <message>
        <source>The first that can be used (%1)</source>
        <translation>第一个可用的（%1）</translation>
    </message>
    <message>
        <source>%1, cannot be used: %2</source>
        <translation>%1，无法使用：%2</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>其他文件夹…</translation>
    </message>
    <message>
        <source>The folder of a PyTorch, or of its environment</source>
        <translation>PyTorch 或其环境所在的文件夹</translation>
    </message>
</context>
<context>
    <name>cairn::ui::TreePage</name>
    <message>
        <source>Contents of the checkpoint</source>
        <translation>检查点的内容</translation>
    </message>
    <message>
        <source>“%1”, at character %2: %3</source>
        <translation>“%1”（第 %2 个字符）：%3</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no “%1”, so it was looked for as text. There are %2.</source>
        <translation>没有“%1”这一条件，因此按文本查找。可用条件：%2。</translation>
    </message>
    <message>
        <source>The file holds nothing.</source>
        <translation>此文件是空的。</translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation>恢复默认列</translation>
    </message>
    <message>
        <source>nothing in the tree</source>
        <translation>树中没有找到</translation>
    </message>
    <message>
        <source>No row of the tree is what the search asks for.</source>
        <translation>树中没有符合搜索条件的行。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>清除搜索</translation>
    </message>
</context>
<context>
    <name>cairn::ui::Treemap</name>
    <message>
        <source>Largest tensors</source>
        <translation>最大的张量</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ValuesView</name>
    <message>
        <source>Number format</source>
        <translation>数字格式</translation>
    </message>
    <message>
        <source>How numbers are written</source>
        <translation>数字的写法</translation>
    </message>
    <message>
        <source>Six digits</source>
        <translation>六位有效数字</translation>
    </message>
    <message>
        <source>All digits</source>
        <translation>全部数字</translation>
    </message>
    <message>
        <source>Fixed point</source>
        <translation>定点</translation>
    </message>
    <message>
        <source>Scientific</source>
        <translation>科学计数法</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>二进制位</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>首行</translation>
    </message>
    <message>
        <source>The table shows %1 rows at a time, from this one on</source>
        <translation>表格一次显示 %1 行，从此行开始</translation>
    </message>
    <message>
        <source>from row </source>
        <translation>从行 </translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected values, tabs between them</source>
        <translation>复制所选的值，以制表符分隔</translation>
    </message>
    <message>
        <source>Values of the tensor</source>
        <translation>张量的数值</translation>
    </message>
    <message>
        <source>The values cannot be read: %1</source>
        <translation>无法读取数值：%1</translation>
    </message>
    <message>
        <source>, the first %1 columns</source>
        <translation>，前 %1 列</translation>
    </message>
    <message>
        <source>These are too many values for the clipboard.</source>
        <translation>数值太多，无法放入剪贴板。</translation>
    </message>
    <message>
        <source>Copied %1 × %2 values</source>
        <translation>已复制 %1 × %2 个值</translation>
    </message>
    <message>
        <source>Not copied: %1</source>
        <translation>未复制：%1</translation>
    </message>
    <message>
        <source>This slice as CSV…</source>
        <translation>此切片存为 CSV…</translation>
    </message>
    <message>
        <source>Write the rows and columns that are shown, with all digits</source>
        <translation>写出所显示的行和列，保留全部数字</translation>
    </message>
    <message>
        <source>The tensor as .npy…</source>
        <translation>张量存为 .npy…</translation>
    </message>
    <message>
        <source>Write the whole tensor for numpy.load</source>
        <translation>写出整个张量，供 numpy.load 读取</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>未保存：%1</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>正在写入</translation>
    </message>
</context>
<context>
    <name>cairn::ui::VerdictBar</name>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Show every problem, in PyTorch&apos;s words too</source>
        <translation>显示所有问题，包括 PyTorch 的原文</translation>
    </message>
    <message>
        <source>Remove map</source>
        <translation>移除映射</translation>
    </message>
    <message>
        <source>Load every storage where it was saved again</source>
        <translation>恢复为加载到保存时的设备</translation>
    </message>
    <message>
        <source>Save CPU copy…</source>
        <translation>保存 CPU 副本…</translation>
    </message>
    <message>
        <source>Write a copy that loads on any machine</source>
        <translation>写出一份可在任何机器上加载的副本</translation>
    </message>
    <message>
        <source>Asking this machine for its devices…</source>
        <translation>正在查询本机的设备…</translation>
    </message>
    <message>
        <source>Use this map; nothing is written</source>
        <translation>使用此映射；不会写入任何内容</translation>
    </message>
    <message>
        <source>Map everything to CPU</source>
        <translation>全部映射到 CPU</translation>
    </message>
    <message>
        <source>Map: %1</source>
        <translation>映射：%1</translation>
    </message>
    <message>
        <source>Save copy…</source>
        <translation>保存副本…</translation>
    </message>
    <message>
        <source>Write a copy of the file with this map in it</source>
        <translation>按此映射写出文件副本</translation>
    </message>
    <message>
        <source>Copy Python</source>
        <translation>复制 Python 代码</translation>
    </message>
    <message>
        <source>Copy code that loads it with mmap=True, and so needs no memory for all of it</source>
        <translation>复制使用 mmap=True 加载的代码，无需将整个文件放入内存</translation>
    </message>
</context>
<context>
    <name>cairn::ui::WorkLine</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
</TS>
