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
    <name>Clipboard</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
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
        <source>It loads anywhere as it is: its format stores no devices.</source>
        <translation>它原样即可在任何地方加载：其格式不存储设备。</translation>
    </message>
    <message>
        <source>The copy runs harmful code when it is loaded, as its source does.</source>
        <translation>加载该副本时会运行有害代码，与其来源相同。</translation>
    </message>
    <message>
        <source>It runs harmful code when it is loaded.</source>
        <translation>加载它时会运行有害代码。</translation>
    </message>
    <message>
        <source>What is whole in it can be rescued: open it from here.</source>
        <translation>其中完好的部分可以抢救：请从这里打开它。</translation>
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
    <message>
        <source>torch.load gives what is tagged meta without its values. They are still in the file: map_location=&quot;cpu&quot; reads them.</source>
        <translation>torch.load 加载标记为 meta 的部分时不含数值。数值仍在文件中：用 map_location=&quot;cpu&quot; 可以读出。</translation>
    </message>
    <message numerus="yes">
        <source>%n tag(s) became %1</source>
        <translation>
            <numerusform>%n 个标签变为 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>It is safetensors already, with nothing to change.</source>
        <translation>已经是 safetensors，没有需要更改的内容。</translation>
    </message>
    <message>
        <source>No tag had to change</source>
        <translation>没有标签需要更改</translation>
    </message>
    <message>
        <source>Texts that read like a device are no tags and stay: %1.</source>
        <translation>读起来像设备的文本不是标签，保持不变：%1。</translation>
    </message>
    <message>
        <source>Objects of torch.device stay: %1.</source>
        <translation>torch.device 对象保持不变：%1。</translation>
    </message>
    <message numerus="yes">
        <source>, %n of float8 times their scales</source>
        <translation>
            <numerusform>，%n 个 float8 乘以缩放系数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n in float8 with scales</source>
        <translation>
            <numerusform>，%n 个转为带缩放系数的 float8</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n that scales are not for keep their dtype</source>
        <translation>
            <numerusform>，%n 个不适用缩放系数，保持原数据类型</numerusform>
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
        <source>Install the NVIDIA driver</source>
        <translation>请安装 NVIDIA 驱动</translation>
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
        <source>Unset CUDA_VISIBLE_DEVICES, or set it to the indexes that are to be used</source>
        <translation>请取消设置 CUDA_VISIBLE_DEVICES，或将其设为要使用的序号</translation>
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
        <source>Since torch 2.6 torch.load refuses it unless weights_only=False; older ones run it at once</source>
        <translation>自 torch 2.6 起，除非 weights_only=False，torch.load 会拒绝它；更早的版本会立即运行它</translation>
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
        <source>Its weights are in block formats that PyTorch has no dtype for</source>
        <translation>其权重采用分块格式，PyTorch 没有相应的数据类型</translation>
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
        <translation>%1 和另外 %2 个</translation>
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
        <source>torch.load with weights_only=False would call or touch %1: %2</source>
        <translation>weights_only=False 的 torch.load 会调用或触及 %1：%2</translation>
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
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>needs %1 bytes, but the data ends at byte %2</source>
        <translation>需要 %1 字节，但数据到第 %2 字节就结束了</translation>
    </message>
    <message>
        <source>the name of the file is empty</source>
        <translation>文件名为空</translation>
    </message>
    <message>
        <source>Look at the variable or the quotes that it comes from</source>
        <translation>请检查产生它的变量或引号</translation>
    </message>
    <message>
        <source>cannot examine the file: %1</source>
        <translation>无法检查文件：%1</translation>
    </message>
    <message>
        <source>a range of %1 bytes reaches past the end at byte %2</source>
        <translation>%1 字节的范围越过了第 %2 字节处的结尾</translation>
    </message>
    <message>
        <source>needs %1 more bytes, but the data ends at byte %2</source>
        <translation>还需要 %1 字节，但数据到第 %2 字节就结束了</translation>
    </message>
    <message>
        <source>one item of %1 bytes is over the limit of %2</source>
        <translation>有一项为 %1 字节，超过上限 %2</translation>
    </message>
    <message>
        <source>Write a copy with -o instead</source>
        <translation>请改用 -o 写一份副本</translation>
    </message>
    <message>
        <source>cannot open the file for writing: %1</source>
        <translation>无法打开文件进行写入：%1</translation>
    </message>
    <message>
        <source>another program has locked the file</source>
        <translation>另一个程序锁定了文件</translation>
    </message>
    <message>
        <source>Wait until it is done, then try again</source>
        <translation>请等它完成后重试</translation>
    </message>
    <message>
        <source>the file changed while it was being read</source>
        <translation>文件在读取过程中发生了变化</translation>
    </message>
    <message>
        <source>Wait until whatever writes it is done, then try again</source>
        <translation>请等待写入完成，然后重试</translation>
    </message>
    <message>
        <source>the file is write-protected</source>
        <translation>文件有写保护</translation>
    </message>
    <message>
        <source>Allow writing with `chmod u+w`, or write a copy with -o</source>
        <translation>请用 `chmod u+w` 允许写入，或用 -o 写一份副本</translation>
    </message>
    <message>
        <source>the file has %1 (hard links), and all of them would change</source>
        <translation>文件有 %1（硬链接），它们都会随之改变</translation>
    </message>
    <message>
        <source>Write a copy with -o, or agree with --force</source>
        <translation>请用 -o 写一份副本，或用 --force 表示同意</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>Choose another name, or replace it with --force</source>
        <translation>请选择其他名称，或用 --force 替换它</translation>
    </message>
    <message>
        <source>the target exists already</source>
        <translation>目标已存在</translation>
    </message>
    <message>
        <source>the target is a folder</source>
        <translation>目标是文件夹</translation>
    </message>
    <message>
        <source>the target is not a regular file</source>
        <translation>目标不是普通文件</translation>
    </message>
    <message>
        <source>Name a file to write</source>
        <translation>请指定要写入的文件</translation>
    </message>
    <message>
        <source>cannot write in this folder: %1</source>
        <translation>无法在此文件夹中写入：%1</translation>
    </message>
    <message>
        <source>Choose a folder that exists and that you may write to</source>
        <translation>请选择存在且有写入权限的文件夹</translation>
    </message>
    <message>
        <source>the disk is full after %1</source>
        <translation>写入 %1 后磁盘已满</translation>
    </message>
    <message>
        <source>writing failed: %1</source>
        <translation>写入失败：%1</translation>
    </message>
    <message>
        <source>Free some space or choose another disk; nothing was left behind</source>
        <translation>请腾出空间或选择其他磁盘；没有留下任何内容</translation>
    </message>
    <message>
        <source>Nothing was left behind</source>
        <translation>没有留下任何内容</translation>
    </message>
    <message>
        <source>somebody else took the file away while it was being written</source>
        <translation>文件在写入过程中被他人移走</translation>
    </message>
    <message>
        <source>Write to a folder that nobody else can write to</source>
        <translation>请写入到其他人都不能写入的文件夹</translation>
    </message>
    <message>
        <source>the target appeared while it was being written</source>
        <translation>目标在写入过程中出现了</translation>
    </message>
    <message>
        <source>The data is damaged, or its header lies</source>
        <translation>数据已损坏，或其头部所述不实</translation>
    </message>
    <message>
        <source>Compare the file with the original, or copy it again</source>
        <translation>请与原文件比较，或重新复制</translation>
    </message>
    <message>
        <source>%1 is a link that somebody else made</source>
        <translation>%1 是他人建立的链接</translation>
    </message>
    <message>
        <source>the target is a link that somebody else made</source>
        <translation>目标是他人建立的链接</translation>
    </message>
    <message>
        <source>It may lead to any file of yours</source>
        <translation>它可能指向您的任何文件</translation>
    </message>
    <message>
        <source>Choose another name, or the one that the link leads to</source>
        <translation>请选择其他名称，或链接所指向的名称</translation>
    </message>
    <message>
        <source>the target is a link that leads to itself</source>
        <translation>目标是指向自身的链接</translation>
    </message>
    <message>
        <source>there must be an object here, in braces</source>
        <translation>此处必须是用花括号括起的对象</translation>
    </message>
    <message>
        <source>there is no field %1</source>
        <translation>没有字段 %1</translation>
    </message>
    <message>
        <source>The fields here are: %1</source>
        <translation>此处的字段有：%1</translation>
    </message>
    <message>
        <source>the field %1 is there twice</source>
        <translation>字段 %1 出现两次</translation>
    </message>
    <message>
        <source>the field %1 must be a string</source>
        <translation>字段 %1 必须是字符串</translation>
    </message>
    <message>
        <source>the field %1 must be a whole number</source>
        <translation>字段 %1 必须是整数</translation>
    </message>
    <message>
        <source>the field %1 must be true or false</source>
        <translation>字段 %1 必须为 true 或 false</translation>
    </message>
    <message>
        <source>the field &quot;format&quot; must be %1</source>
        <translation>字段 &quot;format&quot; 必须为 %1</translation>
    </message>
    <message>
        <source>the JSON text is malformed: %1</source>
        <translation>JSON 文本格式有误：%1</translation>
    </message>
    <message>
        <source>the JSON text is nested deeper than %1 levels</source>
        <translation>JSON 文本嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>the JSON text is malformed: there is a NUL byte in it</source>
        <translation>JSON 文本格式有误：其中有 NUL 字节</translation>
    </message>
    <message>
        <source>the JSON text cannot be read: %1</source>
        <translation>无法读取 JSON 文本：%1</translation>
    </message>
    <message>
        <source>the JSON text cannot be read</source>
        <translation>无法读取 JSON 文本</translation>
    </message>
    <message>
        <source>the JSON text has %1 bytes, which is too much</source>
        <translation>JSON 文本有 %1 字节，过大</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>the file holds no bytes for this storage</source>
        <translation>文件中没有此存储的字节</translation>
    </message>
    <message>
        <source>a range reaches past the end of the storage</source>
        <translation>有范围越过存储的结尾</translation>
    </message>
    <message>
        <source>the shape has more elements than a tensor can have</source>
        <translation>形状的元素数超过张量所能拥有的数量</translation>
    </message>
    <message>
        <source>it was saved by the prototype of torch.distributed.checkpoint in torch 1.12 or 1.13, which kept its places in another way</source>
        <translation>它由 torch 1.12 或 1.13 中 torch.distributed.checkpoint 的原型保存，该原型以另一种方式记录位置</translation>
    </message>
    <message>
        <source>Load it with that torch, and save it anew with a newer one</source>
        <translation>请用该版 torch 加载，再用更新的版本重新保存</translation>
    </message>
    <message>
        <source>it is no metadata of torch.distributed.checkpoint</source>
        <translation>它不是 torch.distributed.checkpoint 的元数据</translation>
    </message>
    <message>
        <source>the metadata has more than %1</source>
        <translation>元数据超过 %1</translation>
    </message>
    <message>
        <source>the metadata names the same bytes of the files too often</source>
        <translation>元数据过于频繁地引用文件中的相同字节</translation>
    </message>
    <message>
        <source>Do not trust this folder</source>
        <translation>请不要信任此文件夹</translation>
    </message>
    <message>
        <source>the metadata does not say where a piece of it is</source>
        <translation>元数据没有说明它的某个片段在哪里</translation>
    </message>
    <message>
        <source>the file %1 with a part of it is missing</source>
        <translation>存有其一部分的文件 %1 缺失</translation>
    </message>
    <message>
        <source>the file %1 with a part of it cannot be read: %2</source>
        <translation>无法读取存有其一部分的文件 %1：%2</translation>
    </message>
    <message>
        <source>the file %1 ends at byte %2, and a part of it should reach to byte %3</source>
        <translation>文件 %1 到第 %2 字节就结束了，而其中一部分应到第 %3 字节</translation>
    </message>
    <message>
        <source>the file %1 ends at byte %2, and a part of it should reach to byte 2^64</source>
        <translation>文件 %1 到第 %2 字节就结束了，而其中一部分应到第 2^64 字节</translation>
    </message>
    <message>
        <source>its values are packed with %1, which cannot be unpacked here</source>
        <translation>它的数值用 %1 打包，此处无法解包</translation>
    </message>
    <message>
        <source>its dtype %1 is not known</source>
        <translation>它的 dtype %1 未知</translation>
    </message>
    <message>
        <source>two values have the same place, and one of them is not shown</source>
        <translation>两个值位于同一位置，其中一个没有显示</translation>
    </message>
    <message>
        <source>the metadata is damaged: %1</source>
        <translation>元数据已损坏：%1</translation>
    </message>
    <message>
        <source>the metadata has %1</source>
        <translation>元数据有 %1</translation>
    </message>
    <message>
        <source>the metadata names a file that is not in the folder, and it is not opened</source>
        <translation>元数据引用了不在文件夹中的文件，该文件没有打开</translation>
    </message>
    <message>
        <source>the file is missing</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>the file cannot be read: %1</source>
        <translation>无法读取文件：%1</translation>
    </message>
    <message>
        <source>saved by</source>
        <translation>保存者</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>saved to</source>
        <translation>保存到</translation>
    </message>
    <message>
        <source>metadata version</source>
        <translation>元数据版本</translation>
    </message>
    <message>
        <source>the folder cannot be read: %1</source>
        <translation>无法读取文件夹：%1</translation>
    </message>
    <message>
        <source>Take the checkpoint of an earlier step</source>
        <translation>请使用更早一步的检查点</translation>
    </message>
    <message>
        <source>this folder is a checkpoint of %1</source>
        <translation>此文件夹是 %1 的检查点</translation>
    </message>
    <message>
        <source>It is not written by PyTorch, and cannot be read here</source>
        <translation>它不是由 PyTorch 写出的，此处无法读取</translation>
    </message>
    <message>
        <source>Export it to safetensors with the program that wrote it</source>
        <translation>请用写出它的程序导出为 safetensors</translation>
    </message>
    <message>
        <source>this folder holds %1: %2</source>
        <translation>此文件夹中有 %1：%2</translation>
    </message>
    <message>
        <source>Name one of them: %1/%2</source>
        <translation>请指定其中一个：%1/%2</translation>
    </message>
    <message>
        <source>this is a folder, and no checkpoint that is known</source>
        <translation>这是文件夹，不是已知的检查点</translation>
    </message>
    <message>
        <source>an instruction needs a mark that is not there</source>
        <translation>指令需要的标记不存在</translation>
    </message>
    <message>
        <source>a value is remembered under a number that makes no sense</source>
        <translation>有值以不合理的编号存入备忘</translation>
    </message>
    <message>
        <source>a value is used that was not remembered</source>
        <translation>使用了没有存入备忘的值</translation>
    </message>
    <message>
        <source>a name is no text</source>
        <translation>有名称不是文本</translation>
    </message>
    <message>
        <source>an instruction that torch.distributed.checkpoint does not write</source>
        <translation>有 torch.distributed.checkpoint 不会写出的指令</translation>
    </message>
    <message>
        <source>a part of it has no plain elements</source>
        <translation>它的一部分没有普通元素</translation>
    </message>
    <message>
        <source>a part of it reaches out of its storage</source>
        <translation>它的一部分超出其存储</translation>
    </message>
    <message>
        <source>ranks do not agree on its shape and dtype, %1 among them</source>
        <translation>各 rank 对其形状和 dtype 的说法不一致，其中包括 %1</translation>
    </message>
    <message>
        <source>it is no file of torch.save since 1.6</source>
        <translation>它不是 torch.save 自 1.6 起写出的文件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>the file of this rank is missing; there were %1</source>
        <translation>此 rank 的文件缺失；原有 %1</translation>
    </message>
    <message>
        <source>none of the files of the ranks can be opened</source>
        <translation>各 rank 的文件都无法打开</translation>
    </message>
    <message>
        <source>See why with `cairn-cli inspect` of one of them</source>
        <translation>请对其中一个运行 `cairn-cli inspect` 查看原因</translation>
    </message>
    <message>
        <source>what is stored there was not saved by torch.save</source>
        <translation>其中存放的内容不是由 torch.save 保存的</translation>
    </message>
    <message>
        <source>its storages are compressed, missing or big endian</source>
        <translation>它的存储经过压缩、缺失或为大端序</translation>
    </message>
    <message>
        <source>a storage reference %1</source>
        <translation>存储引用 %1</translation>
    </message>
    <message>
        <source>storage %1 is described in two ways: %2 elements of %3, then %4 of %5; torch would silently take the first</source>
        <translation>存储 %1 有两种描述：先是 %2 个 %3 元素，然后是 %4 个 %5 元素；torch 会不作声地采用第一种</translation>
    </message>
    <message>
        <source>a tensor cannot be rebuilt: %1</source>
        <translation>无法重建张量：%1</translation>
    </message>
    <message>
        <source>the folder has no storage %1</source>
        <translation>文件夹中没有存储 %1</translation>
    </message>
    <message>
        <source>a piece lies outside of it: %1</source>
        <translation>有片段位于其外：%1</translation>
    </message>
    <message>
        <source>it is cut into too many pieces beside each other</source>
        <translation>它被切成过多的并列片段</translation>
    </message>
    <message>
        <source>two pieces lie over each other: %1 and %2</source>
        <translation>两个片段相互重叠：%1 和 %2</translation>
    </message>
    <message>
        <source>there are pieces for %1 of its %2 elements</source>
        <translation>%2 个元素中只有 %1 个有对应片段</translation>
    </message>
    <message>
        <source>no piece holds %1 of the elements of %2</source>
        <translation>%2 的元素中有 %1 个不在任何片段中</translation>
    </message>
    <message>
        <source>the file has %1 and had %2 when the folder was opened</source>
        <translation>文件有 %1，而打开文件夹时有 %2</translation>
    </message>
    <message>
        <source>Wait until whatever writes it is done, then open the folder again</source>
        <translation>请等待写入完成，然后重新打开文件夹</translation>
    </message>
    <message>
        <source>its program has the format version %1</source>
        <translation>它的程序的格式版本为 %1</translation>
    </message>
    <message>
        <source>torch.export.load takes versions of two numbers, as &quot;8.2&quot;; the first releases that had it wrote one</source>
        <translation>torch.export.load 需要由两个数字组成的版本，如 &quot;8.2&quot;；最初带有它的几个版本只写一个数字</translation>
    </message>
    <message>
        <source>Export the program again; `cairn-cli convert --to safetensors` keeps its tensors</source>
        <translation>请重新导出程序；`cairn-cli convert --to safetensors` 可保留其中的张量</translation>
    </message>
    <message>
        <source>its tensor %1 is nested</source>
        <translation>它的张量 %1 是嵌套张量</translation>
    </message>
    <message>
        <source>torch saves them in the old stream, but makes them from there before it has read their sizes</source>
        <translation>torch 会把它们存入旧式流，但从中建立它们时还没有读取其大小</translation>
    </message>
    <message>
        <source>its tensor %1 was saved with requires_grad</source>
        <translation>它的张量 %1 在保存时设有 requires_grad</translation>
    </message>
    <message>
        <source>torch fills tensors of its dtype after it has made them, and refuses that where gradients are kept</source>
        <translation>torch 先建立这种 dtype 的张量再填充，而在保留梯度时拒绝这样做</translation>
    </message>
    <message>
        <source>Save it again from detached tensors; `cairn-cli convert --to safetensors` keeps its values</source>
        <translation>请用 detach 后的张量重新保存；`cairn-cli convert --to safetensors` 可保留其数值</translation>
    </message>
    <message>
        <source>%1 of weights or constants is in no table, so what is in them is not shown</source>
        <translation>权重或常量的 %1 不在任何表中，因此其内容没有显示</translation>
    </message>
    <message>
        <source>%1 of weights or constants are in no table, so what is in them is not shown</source>
        <translation>权重或常量的 %1 不在任何表中，因此其内容没有显示</translation>
    </message>
    <message>
        <source>attributes.pkl has no value number %1</source>
        <translation>attributes.pkl 中没有编号为 %1 的值</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>生成程序</translation>
    </message>
    <message>
        <source>it names %1 devices</source>
        <translation>它引用了 %1 个设备</translation>
    </message>
    <message>
        <source>No machine has so many, and Cairn reads files with %1 at most</source>
        <translation>没有机器有这么多设备，Cairn 读取的文件最多可有 %1 个</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>in the .distcp files beside it, which it describes</source>
        <translation>在它旁边的 .distcp 文件中，由它描述</translation>
    </message>
    <message>
        <source>this is what joblib.dump writes, with NumPy arrays in it</source>
        <translation>这是 joblib.dump 写出的文件，其中有 NumPy 数组</translation>
    </message>
    <message>
        <source>The numbers of the arrays lie between the instructions of its pickle, so neither pickle nor torch.load reads it</source>
        <translation>数组的数值位于其 pickle 的指令之间，因此 pickle 和 torch.load 都无法读取</translation>
    </message>
    <message>
        <source>Load it with joblib in Python and save it with torch.save</source>
        <translation>请在 Python 中用 joblib 加载，再用 torch.save 保存</translation>
    </message>
    <message>
        <source>the file changed after it was opened</source>
        <translation>文件在打开后发生了变化</translation>
    </message>
    <message>
        <source>the values of a file of the format %1 cannot be written anew</source>
        <translation>格式为 %1 的文件，其数值无法重新写出</translation>
    </message>
    <message>
        <source>They are not in one pickle</source>
        <translation>它们不在同一个 pickle 中</translation>
    </message>
    <message>
        <source>%1 and the index differ in the same way</source>
        <translation>%1 与索引有同样的差异</translation>
    </message>
    <message>
        <source>shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1, as the shards have</source>
        <translation>%1，与分片一致</translation>
    </message>
    <message>
        <source>%1, but the tensors have %2</source>
        <translation>%1，但张量有 %2</translation>
    </message>
    <message>
        <source>none of the %1 that the index names can be opened</source>
        <translation>索引列出的 %1 都无法打开</translation>
    </message>
    <message>
        <source>The first: %1</source>
        <translation>第一个：%1</translation>
    </message>
    <message>
        <source>Put the shards beside the index, under the names it gives them</source>
        <translation>请把分片放在索引旁边，并使用索引给出的名称</translation>
    </message>
    <message>
        <source>a storage needs %1 bytes, but only %2 are left</source>
        <translation>某个存储需要 %1 字节，但只剩 %2 字节</translation>
    </message>
    <message>
        <source>the member %1 is missing from the tar</source>
        <translation>tar 中缺少成员 %1</translation>
    </message>
    <message>
        <source>A checkpoint of this kind is made of storages, tensors and pickle</source>
        <translation>这类检查点由 storages、tensors 和 pickle 组成</translation>
    </message>
    <message>
        <source>different programs would read different things: the tar has %1</source>
        <translation>不同的程序会读到不同的内容：tar 有%1</translation>
    </message>
    <message>
        <source>different programs would read different things: torch.load takes &quot;data.pkl&quot;, %1 the other records</source>
        <translation>不同的程序会读到不同的内容：torch.load 采用 &quot;data.pkl&quot;，%1 采用其他记录</translation>
    </message>
    <message>
        <source>the record &quot;constants.pkl&quot; makes torch.load take this for TorchScript and fail; it holds an ordinary value</source>
        <translation>记录 &quot;constants.pkl&quot; 使 torch.load 把它当作 TorchScript 而失败；该记录中是普通的值</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>records of the archive, described by tables</source>
        <translation>归档的记录，由表描述</translation>
    </message>
    <message>
        <source>not pickled: only the program&apos;s records are there</source>
        <translation>未经 pickle：只有程序的记录</translation>
    </message>
    <message>
        <source>torch.save records inside the archive</source>
        <translation>归档内的 torch.save 记录</translation>
    </message>
    <message>
        <source>different programs would read different things: the file is several zips in a row, and torch.load finds yet another at byte %1</source>
        <translation>不同的程序会读到不同的内容：文件由多个相连的 zip 组成，而 torch.load 在第 %1 字节处又找到另一个</translation>
    </message>
    <message>
        <source>reads item 0 only</source>
        <translation>只读取第 0 项</translation>
    </message>
    <message>
        <source>refuses the file: it is for torch.distributed.checkpoint</source>
        <translation>拒绝此文件：它供 torch.distributed.checkpoint 使用</translation>
    </message>
    <message>
        <source>names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>in the file .metadata beside it</source>
        <translation>在它旁边的文件 .metadata 中</translation>
    </message>
    <message>
        <source>What PyTorch would read is no checkpoint</source>
        <translation>PyTorch 会读取的内容不是检查点</translation>
    </message>
    <message>
        <source>the archive has no record %1</source>
        <translation>归档中没有记录 %1</translation>
    </message>
    <message>
        <source>the record %1 unpacks to %2, far more than a file of this size could need</source>
        <translation>记录 %1 解压后为 %2，远超这种大小的文件可能的需要</translation>
    </message>
    <message>
        <source>torch.save never compresses, and such files are made to fill the memory of whoever opens them</source>
        <translation>torch.save 从不压缩，而这样的文件是为了填满打开者的内存而制作的</translation>
    </message>
    <message>
        <source>If you trust it, unpack it with a zip program and pack it again without compression</source>
        <translation>如果信任它，请用 zip 程序解包，再不压缩地重新打包</translation>
    </message>
    <message>
        <source>storage data is not a bytes object</source>
        <translation>存储数据不是 bytes 对象</translation>
    </message>
    <message>
        <source>storage data is encoded with a codec other than latin1</source>
        <translation>存储数据使用了 latin1 以外的编解码器</translation>
    </message>
    <message>
        <source>files lie in each other more than %1 deep</source>
        <translation>文件相互嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>They could not be read as a whole: %1</source>
        <translation>无法将它们作为整体读取：%1</translation>
    </message>
    <message>
        <source>the pickle refers to a tensor or storage that is not in the file</source>
        <translation>pickle 引用了文件中没有的张量或存储</translation>
    </message>
    <message>
        <source>a tensor is made of something that is not a storage</source>
        <translation>有张量由不是存储的内容构成</translation>
    </message>
    <message>
        <source>the same storage data is loaded too often</source>
        <translation>同一存储数据被加载的次数过多</translation>
    </message>
    <message>
        <source>storage data inside %1 loads other storage data</source>
        <translation>%1 内的存储数据又加载其他存储数据</translation>
    </message>
    <message>
        <source>a quantised tensor names no quantisation scheme</source>
        <translation>有量化张量没有写明量化方案</translation>
    </message>
    <message>
        <source>a quantised tensor has no scales, zero points and axis</source>
        <translation>有量化张量没有比例、零点和轴</translation>
    </message>
    <message>
        <source>the quantisation axis %1 is not one of its %2 dimensions</source>
        <translation>量化轴 %1 不是其 %2 个维度之一</translation>
    </message>
    <message>
        <source>a quantised tensor has no scale and zero point</source>
        <translation>有量化张量没有比例和零点</translation>
    </message>
    <message>
        <source>the quantisation scale is not a positive number</source>
        <translation>量化比例不是正数</translation>
    </message>
    <message>
        <source>requires_grad is neither True nor False</source>
        <translation>requires_grad 既不是 True 也不是 False</translation>
    </message>
    <message>
        <source>a quantised tensor has %1 %2 for %3 channels</source>
        <translation>有量化张量为 %3 个通道提供了 %1 个 %2</translation>
    </message>
    <message>
        <source>a sparse tensor has no layout, indices, values and size</source>
        <translation>有稀疏张量没有布局、索引、数值和大小</translation>
    </message>
    <message>
        <source>a compressed sparse tensor has no two kinds of indices, values and size</source>
        <translation>有压缩稀疏张量没有两种索引、数值和大小</translation>
    </message>
    <message>
        <source>the indices or values of a sparse tensor are a single number</source>
        <translation>稀疏张量的索引或数值是单个数字</translation>
    </message>
    <message>
        <source>the indices of a sparse tensor are for another number of dimensions</source>
        <translation>稀疏张量的索引对应另一个维数</translation>
    </message>
    <message>
        <source>a sparse tensor has another number of indices than of values</source>
        <translation>稀疏张量的索引与数值个数不同</translation>
    </message>
    <message>
        <source>a rebuild function without a reader</source>
        <translation>有重建函数没有读取器</translation>
    </message>
    <message>
        <source>storage %1 is used, but not in the file&apos;s list of storages; torch would return uninitialised memory for it</source>
        <translation>存储 %1 被使用，但不在文件的存储列表中；torch 会为它返回未初始化的内存</translation>
    </message>
    <message>
        <source>the list of storages names %1, which no tensor uses</source>
        <translation>存储列表中有 %1，但没有张量使用它</translation>
    </message>
    <message>
        <source>Its element size is unknown, so what follows cannot be found</source>
        <translation>其元素大小未知，因此无法找到其后的内容</translation>
    </message>
    <message>
        <source>the file ends before storage %1</source>
        <translation>文件在存储 %1 之前就结束了</translation>
    </message>
    <message>
        <source>It is incomplete: compare its size with the original and copy it again</source>
        <translation>它不完整：请与原文件比较大小，然后重新复制</translation>
    </message>
    <message>
        <source>storage %1 claims %2 elements</source>
        <translation>存储 %1 声称有 %2 个元素</translation>
    </message>
    <message>
        <source>storage %1 needs %2 bytes, but only %3 are left in the file</source>
        <translation>存储 %1 需要 %2 字节，但文件中只剩 %3 字节</translation>
    </message>
    <message>
        <source>The file is incomplete: compare its size with the original and copy it again</source>
        <translation>文件不完整：请与原文件比较大小，然后重新复制</translation>
    </message>
    <message>
        <source>the magic number of torch.save is missing</source>
        <translation>缺少 torch.save 的魔数</translation>
    </message>
    <message>
        <source>If this is a plain pickle, open it as one; if it came from torch.save, it is damaged</source>
        <translation>如果这是普通的 pickle，请按普通 pickle 打开；如果来自 torch.save，则已损坏</translation>
    </message>
    <message>
        <source>the protocol version is not 1001, the only one there ever was</source>
        <translation>协议版本不是 1001，而这是唯一有过的版本</translation>
    </message>
    <message>
        <source>%1 is an entry and an attribute; the entry is shown</source>
        <translation>%1 既是条目又是属性；显示的是条目</translation>
    </message>
    <message>
        <source>it has far more values than a file of this size should</source>
        <translation>它的值远多于这种大小的文件应有的数量</translation>
    </message>
    <message>
        <source>Such files are made to fill the memory of whoever opens them</source>
        <translation>这样的文件是为了填满打开者的内存而制作的</translation>
    </message>
    <message>
        <source>%1 inside of values that only other such tensors hold are not shown</source>
        <translation>仅由其他此类张量持有的值中的 %1 没有显示</translation>
    </message>
    <message>
        <source>the checkpoint has more values than Cairn can show</source>
        <translation>检查点的值超过 Cairn 所能显示的数量</translation>
    </message>
    <message>
        <source>No honest file calls it so, and called so it can be made to do anything</source>
        <translation>正常的文件不会这样调用它，而这样调用可以让它做任何事</translation>
    </message>
    <message>
        <source>Its arguments are made by the file, and become known only when it is called</source>
        <translation>其参数由文件生成，只有在调用时才知道</translation>
    </message>
    <message>
        <source>It looks for other processes</source>
        <translation>它会查找其他进程</translation>
    </message>
    <message>
        <source>Called like this, it reads any bytes as Python objects</source>
        <translation>这样调用时，它会把任意字节当作 Python 对象读取</translation>
    </message>
    <message>
        <source>It is given a tensor whose class computes as it is read</source>
        <translation>传给它的张量，其类在读取时会执行计算</translation>
    </message>
    <message>
        <source>NumPy takes such a type for what it says it is, and then reads memory as Python objects</source>
        <translation>NumPy 会相信这种类型的自称，进而把内存当作 Python 对象读取</translation>
    </message>
    <message>
        <source>What it is becomes known only when it is called</source>
        <translation>它究竟是什么，只有在调用时才知道</translation>
    </message>
    <message>
        <source>It makes a container of what it is given</source>
        <translation>它用传入的内容建立容器</translation>
    </message>
    <message>
        <source>It makes a number or a text</source>
        <translation>它建立数字或文本</translation>
    </message>
    <message>
        <source>It keeps what it is given as attributes</source>
        <translation>它把传入的内容保留为属性</translation>
    </message>
    <message>
        <source>It makes a date or a time</source>
        <translation>它建立日期或时间</translation>
    </message>
    <message>
        <source>It makes the name of a file and opens none</source>
        <translation>它建立文件名，不打开任何文件</translation>
    </message>
    <message>
        <source>It puts a tensor together</source>
        <translation>它组装张量</translation>
    </message>
    <message>
        <source>It makes an empty object of a class, which is judged itself</source>
        <translation>它建立某个类的空对象，该类另行判断</translation>
    </message>
    <message>
        <source>It makes a NumPy array, number or type of them</source>
        <translation>它建立 NumPy 数组、数字或其类型</translation>
    </message>
    <message>
        <source>It makes a generator of random numbers</source>
        <translation>它建立随机数生成器</translation>
    </message>
    <message>
        <source>It describes the pieces of a checkpoint in a folder</source>
        <translation>它描述文件夹中检查点的片段</translation>
    </message>
    <message>
        <source>It is a constant</source>
        <translation>它是常量</translation>
    </message>
    <message>
        <source>It turns text into bytes by a codec of Python</source>
        <translation>它用 Python 的编解码器把文本转换为字节</translation>
    </message>
    <message>
        <source>It prepares a pattern for searching text</source>
        <translation>它准备用于搜索文本的模式</translation>
    </message>
    <message>
        <source>What it loads is judged too</source>
        <translation>它加载的内容也会受到判断</translation>
    </message>
    <message>
        <source>It gives back what it is given</source>
        <translation>它原样返回传入的内容</translation>
    </message>
    <message>
        <source>It is a constant of torch</source>
        <translation>它是 torch 的常量</translation>
    </message>
    <message>
        <source>weights_only=True takes it</source>
        <translation>weights_only=True 接受它</translation>
    </message>
    <message>
        <source>Python asks it for its hash, and it asks what the file put into it</source>
        <translation>Python 会求它的哈希值，而它会求文件所放入内容的哈希值</translation>
    </message>
    <message>
        <source>Its module is imported and its code is called</source>
        <translation>会导入它的模块并调用其代码</translation>
    </message>
    <message>
        <source>It comes with Python, and a checkpoint has no need of it</source>
        <translation>它随 Python 提供，检查点不需要它</translation>
    </message>
    <message>
        <source>It is a function of a library that a checkpoint has no need of</source>
        <translation>它是库中的函数，检查点不需要它</translation>
    </message>
    <message>
        <source>A name of this form can lead to anything</source>
        <translation>这种形式的名称可以指向任何东西</translation>
    </message>
    <message>
        <source>It is filled like a list or a dictionary, though it is none</source>
        <translation>它像列表或字典一样被填充，但它并不是</translation>
    </message>
    <message>
        <source>It is given a state, as no pickler does it</source>
        <translation>它被赋予状态，而没有 pickler 会这样做</translation>
    </message>
    <message>
        <source>It is given another tensor than the one that it was made of</source>
        <translation>传给它的张量不是建立它时所用的张量</translation>
    </message>
    <message>
        <source>It gets attributes that Python and NumPy call or read memory by</source>
        <translation>它获得的属性会被 Python 和 NumPy 调用，或据以读取内存</translation>
    </message>
    <message>
        <source>%1 changes what it names</source>
        <translation>%1 会更改它所引用的对象</translation>
    </message>
    <message>
        <source>It has only numbers and texts in a checkpoint</source>
        <translation>在检查点中它只含数字和文本</translation>
    </message>
    <message>
        <source>Do not load this file</source>
        <translation>不要加载此文件</translation>
    </message>
    <message>
        <source>%1 names %2</source>
        <translation>%1 引用了 %2</translation>
    </message>
    <message>
        <source>It has only numbers and texts in a checkpoint; torch.load runs what it names, before anything else</source>
        <translation>在检查点中它只含数字和文本；torch.load 会先于一切运行它所引用的内容</translation>
    </message>
    <message>
        <source>No pickler writes it so, and torch would read memory by it unseen</source>
        <translation>没有 pickler 会这样写，torch 会不加检查地据此读取内存</translation>
    </message>
    <message>
        <source>Different programs would read different things in it</source>
        <translation>不同的程序会从中读到不同的内容</translation>
    </message>
    <message>
        <source>--cast %1: %2</source>
        <translation>--cast %1：%2</translation>
    </message>
    <message>
        <source>Write a rule as TO, FROM=TO or FROM=TO:PATTERN, for instance bfloat16 or float32=bfloat16</source>
        <translation>请把规则写成 TO、FROM=TO 或 FROM=TO:PATTERN，例如 bfloat16 或 float32=bfloat16</translation>
    </message>
    <message>
        <source>%1 is no dtype%2</source>
        <translation>%1 不是 dtype%2</translation>
    </message>
    <message>
        <source>%1 cannot be cast to %2</source>
        <translation>%1 无法转换为 %2</translation>
    </message>
    <message>
        <source>nothing can be cast to %1</source>
        <translation>没有类型可以转换为 %1</translation>
    </message>
    <message>
        <source>the same is true of %1</source>
        <translation>%1 也是如此</translation>
    </message>
    <message>
        <source>record %1 does not have the checksum that the archive says: its bytes are not those that were saved, and they are taken as they are</source>
        <translation>记录 %1 与归档所说的校验和不符：其字节不是当初保存的字节，按原样采用</translation>
    </message>
    <message>
        <source>a file that programs read differently is not converted</source>
        <translation>不同程序读法不同的文件不会转换</translation>
    </message>
    <message>
        <source>the copy cannot be compared with its source: %1</source>
        <translation>副本无法与其来源比较：%1</translation>
    </message>
    <message>
        <source>The source is damaged: %1</source>
        <translation>来源已损坏：%1</translation>
    </message>
    <message>
        <source>The copy was removed</source>
        <translation>副本已删除</translation>
    </message>
    <message>
        <source>Get the source again; without --verify it is copied as it is</source>
        <translation>请重新获取来源；不使用 --verify 时会按原样复制</translation>
    </message>
    <message>
        <source>the copy differs from what it should be: %1</source>
        <translation>副本与应有的内容不同：%1</translation>
    </message>
    <message>
        <source>It was removed; nothing was left under that name</source>
        <translation>它已删除；没有以该名称留下任何内容</translation>
    </message>
    <message>
        <source>Please report this with `cairn-cli inspect --json` of the input</source>
        <translation>请连同输入的 `cairn-cli inspect --json` 结果报告此问题</translation>
    </message>
    <message>
        <source>the name pattern %1 has no {stem}</source>
        <translation>名称模式 %1 中没有 {stem}</translation>
    </message>
    <message>
        <source>All copies would have the same name</source>
        <translation>所有副本会同名</translation>
    </message>
    <message>
        <source>Write {stem} where the name of the file should be, as in %1</source>
        <translation>请在文件名应出现的位置写 {stem}，如 %1</translation>
    </message>
    <message>
        <source>the name pattern has %1, which stands for nothing</source>
        <translation>名称模式中有 %1，它不代表任何内容</translation>
    </message>
    <message>
        <source>Use {stem} for the name of the file, {ext} for its ending and {dir} for the name of its folder</source>
        <translation>请用 {stem} 表示文件名，{ext} 表示扩展名，{dir} 表示所在文件夹的名称</translation>
    </message>
    <message>
        <source>the name pattern %1 names a folder</source>
        <translation>名称模式 %1 指定了文件夹</translation>
    </message>
    <message>
        <source>Choose the folder on its own</source>
        <translation>请单独选择文件夹</translation>
    </message>
    <message>
        <source>Cairn does not write %1 files</source>
        <translation>Cairn 不写 %1 文件</translation>
    </message>
    <message>
        <source>A set of shards and its index are named after what would be one file</source>
        <translation>一组分片及其索引按其合为一个文件时的名称命名</translation>
    </message>
    <message>
        <source>Write %1</source>
        <translation>请写 %1</translation>
    </message>
    <message>
        <source>It writes what torch.load reads (.pth, .pt, .bin, .ckpt), and .safetensors</source>
        <translation>它写出 torch.load 可读取的格式（.pth、.pt、.bin、.ckpt）以及 .safetensors</translation>
    </message>
    <message>
        <source>Let the name end in one of these; --to chooses the format for names that end otherwise</source>
        <translation>请让名称以其中之一结尾；名称以其他方式结尾时，由 --to 选择格式</translation>
    </message>
    <message>
        <source>the copy would be no safetensors file, as its name says</source>
        <translation>副本不会像其名称所说的那样是 safetensors 文件</translation>
    </message>
    <message>
        <source>Another format was asked for, or has to stay</source>
        <translation>要求的是其他格式，或必须保持其他格式</translation>
    </message>
    <message>
        <source>Let the name end in .pth, or ask for safetensors (--to safetensors)</source>
        <translation>请让名称以 .pth 结尾，或要求使用 safetensors（--to safetensors）</translation>
    </message>
    <message>
        <source>the copy would be safetensors, and its name says otherwise</source>
        <translation>副本会是 safetensors，而其名称并非如此</translation>
    </message>
    <message>
        <source>torch.load does not read safetensors</source>
        <translation>torch.load 不读取 safetensors</translation>
    </message>
    <message>
        <source>Let the name end in .safetensors, or do not ask for safetensors: the name says the format</source>
        <translation>请让名称以 .safetensors 结尾，或不要求使用 safetensors：格式由名称决定</translation>
    </message>
    <message>
        <source>--rename %1 is no rule</source>
        <translation>--rename %1 不是规则</translation>
    </message>
    <message>
        <source>Write it as OLD=NEW: module.= takes a prefix away, model_ema.*=model.* changes one</source>
        <translation>请写成 OLD=NEW：module.= 去掉前缀，model_ema.*=model.* 更改前缀</translation>
    </message>
    <message>
        <source>--rename %1 has not as many stars on both sides</source>
        <translation>--rename %1 两边的星号数量不同</translation>
    </message>
    <message>
        <source>Each star on the right is what the star at its place on the left stood for</source>
        <translation>右边的每个星号代表左边相应位置的星号所匹配的内容</translation>
    </message>
    <message>
        <source>For a prefix write model_ema.*=model.* or model_ema=model</source>
        <translation>对于前缀，请写 model_ema.*=model.* 或 model_ema=model</translation>
    </message>
    <message>
        <source>%1 would have no name left</source>
        <translation>%1 将没有剩余的名称</translation>
    </message>
    <message>
        <source>Change the --rename that takes it away</source>
        <translation>请修改去掉它的 --rename</translation>
    </message>
    <message>
        <source>%1 and %2 would both be called %3</source>
        <translation>%1 和 %2 都将命名为 %3</translation>
    </message>
    <message>
        <source>Change the --rename that brings them together, or --drop one of them</source>
        <translation>请修改使两者重名的 --rename，或用 --drop 略去其中一个</translation>
    </message>
    <message>
        <source>the target is the source itself</source>
        <translation>目标就是来源本身</translation>
    </message>
    <message>
        <source>Choose another name; `cairn-cli convert --in-place` changes a file itself</source>
        <translation>请选择其他名称；`cairn-cli convert --in-place` 可修改文件本身</translation>
    </message>
    <message>
        <source>the file needs %1, but the disk has %2 left</source>
        <translation>文件需要 %1，但磁盘只剩 %2</translation>
    </message>
    <message>
        <source>Free some space or choose another disk; nothing was written</source>
        <translation>请腾出空间或选择其他磁盘；没有写入任何内容</translation>
    </message>
    <message>
        <source>a device map has no meaning for safetensors, which has no device tags</source>
        <translation>设备映射对 safetensors 没有意义，因为它没有设备标签</translation>
    </message>
    <message>
        <source>the stream of torch before 1.6 is one file, and shards are several</source>
        <translation>torch 1.6 之前的流是一个文件，而分片有多个</translation>
    </message>
    <message>
        <source>the field %1 must be %2</source>
        <translation>字段 %1 必须为 %2</translation>
    </message>
    <message>
        <source>nested storage data would grow over what its length field can hold</source>
        <translation>嵌套的存储数据会增长到超出其长度字段所能容纳的范围</translation>
    </message>
    <message>
        <source>it is a zip, whose tags Cairn does not change inside a pickle</source>
        <translation>它是 zip，Cairn 不修改 pickle 内部 zip 的标签</translation>
    </message>
    <message>
        <source>Load the file with PyTorch on a machine with its devices, and save it again</source>
        <translation>请在具有其设备的机器上用 PyTorch 加载文件，然后重新保存</translation>
    </message>
    <message>
        <source>the device of a tensor without a storage is written in a way that Cairn cannot change</source>
        <translation>没有存储的张量，其设备的写法是 Cairn 无法修改的</translation>
    </message>
    <message>
        <source>It comes from instructions that no pickler uses for it</source>
        <translation>它来自没有 pickler 会为此使用的指令</translation>
    </message>
    <message>
        <source>Save the object again with PyTorch</source>
        <translation>请用 PyTorch 重新保存对象</translation>
    </message>
    <message>
        <source>the directory of the zip changed while it was being read</source>
        <translation>zip 的目录在读取过程中发生了变化</translation>
    </message>
    <message>
        <source>record %1 uses a compression Cairn does not know</source>
        <translation>记录 %1 使用了 Cairn 不认识的压缩方式</translation>
    </message>
    <message>
        <source>The file is as it was before</source>
        <translation>文件保持原样</translation>
    </message>
    <message>
        <source>The file loads as before, but has bytes at its end that nothing uses</source>
        <translation>文件可像以前一样加载，但末尾有没有用处的字节</translation>
    </message>
    <message>
        <source>Free some space, or write a copy to another disk with -o</source>
        <translation>请腾出空间，或用 -o 把副本写到其他磁盘</translation>
    </message>
    <message>
        <source>Write a copy with -o</source>
        <translation>请用 -o 写一份副本</translation>
    </message>
    <message>
        <source>a file of the format %1 cannot be changed in place</source>
        <translation>格式为 %1 的文件无法就地修改</translation>
    </message>
    <message>
        <source>Only a zip has room for another pickle; here everything behind a tag would have to move</source>
        <translation>只有 zip 有空间容纳另一个 pickle；此处标签之后的所有内容都必须移动</translation>
    </message>
    <message>
        <source>The file is changed, but a power cut could still undo it</source>
        <translation>文件已修改，但断电仍可能使修改失效</translation>
    </message>
    <message>
        <source>the file changed again, so the change was not undone</source>
        <translation>文件再次发生变化，因此没有撤销修改</translation>
    </message>
    <message>
        <source>device tags cannot be changed in a file of the format %1</source>
        <translation>格式为 %1 的文件，其设备标签无法修改</translation>
    </message>
    <message>
        <source>This is TorchScript of torch 1.0, whose tags are in model.json</source>
        <translation>这是 torch 1.0 的 TorchScript，其标签在 model.json 中</translation>
    </message>
    <message>
        <source>Load it with torch 1.x and save it again</source>
        <translation>请用 torch 1.x 加载，然后重新保存</translation>
    </message>
    <message>
        <source>safetensors has no device tags</source>
        <translation>safetensors 没有设备标签</translation>
    </message>
    <message>
        <source>Load it on any device as it is</source>
        <translation>可以原样加载到任何设备上</translation>
    </message>
    <message>
        <source>The tags are in its shards</source>
        <translation>标签在它的分片中</translation>
    </message>
    <message>
        <source>Convert each shard; the index stays valid</source>
        <translation>请转换各个分片；索引仍然有效</translation>
    </message>
    <message>
        <source>A folder has no file whose tags could be changed alone</source>
        <translation>文件夹没有可以单独修改标签的文件</translation>
    </message>
    <message>
        <source>Make one file of it, with a name that ends in .pth, or --to pth</source>
        <translation>请把它合成一个文件，名称以 .pth 结尾，或使用 --to pth</translation>
    </message>
    <message>
        <source>Cairn reads this format, but does not write it</source>
        <translation>Cairn 可读取此格式，但不写</translation>
    </message>
    <message>
        <source>Write its tensors with --to safetensors --drop-others</source>
        <translation>请用 --to safetensors --drop-others 写出其张量</translation>
    </message>
    <message>
        <source>the map sends two storages to different devices that have the same key %1</source>
        <translation>映射把键同为 %1 的两个存储送往不同设备</translation>
    </message>
    <message>
        <source>Tags inside nested storage data are told apart by their keys alone</source>
        <translation>嵌套存储数据内的标签只靠键来区分</translation>
    </message>
    <message>
        <source>Use a rule that does not tell them apart</source>
        <translation>请使用不区分两者的规则</translation>
    </message>
    <message>
        <source>a device tag, or storage data inside the pickle, is written in a way that Cairn cannot change</source>
        <translation>某个设备标签，或 pickle 内的存储数据，其写法是 Cairn 无法修改的</translation>
    </message>
    <message>
        <source>It comes from an instruction that no pickler since protocol 0 uses for it</source>
        <translation>它来自协议 0 之后没有 pickler 会为此使用的指令</translation>
    </message>
    <message>
        <source>Save the object again with a newer pickle protocol</source>
        <translation>请用更新的 pickle 协议重新保存对象</translation>
    </message>
    <message>
        <source>the tags of this tar cannot be changed</source>
        <translation>此 tar 的标签无法修改</translation>
    </message>
    <message>
        <source>Write it as torch does today, with --to pth</source>
        <translation>请用 --to pth 按如今 torch 的方式写出</translation>
    </message>
    <message>
        <source>A storage is not where its member has it</source>
        <translation>有存储不在其成员所在的位置</translation>
    </message>
    <message>
        <source>A tag in it is written in an unusual way</source>
        <translation>其中有标签的写法不寻常</translation>
    </message>
    <message>
        <source>Its header has no plain size</source>
        <translation>其头部没有普通的大小</translation>
    </message>
    <message>
        <source>The size of its member %1 is in a second place too</source>
        <translation>其成员 %1 的大小还出现在第二处</translation>
    </message>
    <message>
        <source>%1 cannot be left out</source>
        <translation>%1 不能略去</translation>
    </message>
    <message>
        <source>%1 cannot be changed</source>
        <translation>%1 不能修改</translation>
    </message>
    <message>
        <source>A function that the file makes is called with it when the file is loaded, for what that does to the rest</source>
        <translation>加载文件时，会用它调用文件所建立的函数，以影响其余内容</translation>
    </message>
    <message>
        <source>%1 is called with it when the file is loaded, for what that does to the rest</source>
        <translation>加载文件时，会用它调用 %1，以影响其余内容</translation>
    </message>
    <message>
        <source>Leave it as it is, or write the tensors alone with --to safetensors --drop-others</source>
        <translation>请保持原样，或用 --to safetensors --drop-others 只写出张量</translation>
    </message>
    <message>
        <source>%1 cannot be read by PyTorch before 1.6</source>
        <translation>1.6 之前的 PyTorch 无法读取 %1</translation>
    </message>
    <message>
        <source>Leave it out, cast it, or write --to pth for newer readers</source>
        <translation>请略去它、转换其 dtype，或用 --to pth 写给较新的读取者</translation>
    </message>
    <message>
        <source>It is conjugated or negated when it is used</source>
        <translation>它在使用时会取共轭或取负</translation>
    </message>
    <message>
        <source>Its dtype has no storage class</source>
        <translation>其 dtype 没有存储类</translation>
    </message>
    <message>
        <source>Its dtype %1 came with PyTorch %2</source>
        <translation>其 dtype %1 自 PyTorch %2 起才有</translation>
    </message>
    <message>
        <source>Its numbers are big-endian, and the old stream is always little-endian</source>
        <translation>其数值为大端序，而旧式流始终为小端序</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>a torch.Generator</source>
        <translation>torch.Generator</translation>
    </message>
    <message>
        <source>It looks at a tensor while it is made, and the stream has the tensors&apos; numbers only after the pickle</source>
        <translation>它在建立时要查看张量，而流中张量的数值位于 pickle 之后</translation>
    </message>
    <message>
        <source>what %1 makes</source>
        <translation>%1 建立的内容</translation>
    </message>
    <message>
        <source>That function came later</source>
        <translation>该函数是后来才有的</translation>
    </message>
    <message>
        <source>its values cannot be written anew</source>
        <translation>它的数值无法重新写出</translation>
    </message>
    <message>
        <source>Make the folder whole, or leave out what cannot be read: get its names with cairn-cli inspect</source>
        <translation>请补全文件夹，或略去无法读取的内容：用 cairn-cli inspect 获取其名称</translation>
    </message>
    <message>
        <source>Without --to, --keep, --drop, --rename, --cast and --compact its tags can be changed, and the rest is copied as it is</source>
        <translation>不使用 --to、--keep、--drop、--rename、--cast 和 --compact 时，可以修改其标签，其余按原样复制</translation>
    </message>
    <message>
        <source>It belongs to a tensor that says its dtype itself</source>
        <translation>它属于自行写明 dtype 的张量</translation>
    </message>
    <message>
        <source>It is made by a call that says its dtype itself</source>
        <translation>它由自行写明 dtype 的调用建立</translation>
    </message>
    <message>
        <source>It requires grad, and with this dtype torch.load could not make it</source>
        <translation>它需要梯度，用此 dtype 时 torch.load 无法建立它</translation>
    </message>
    <message>
        <source>tensor %1 cannot be cast to %2</source>
        <translation>张量 %1 无法转换为 %2</translation>
    </message>
    <message>
        <source>Leave it out, or keep its dtype with a rule in front of the others: --cast %1</source>
        <translation>请略去它，或在其他规则之前用一条规则保留其 dtype：--cast %1</translation>
    </message>
    <message>
        <source>It has no storage of its own</source>
        <translation>它没有自己的存储</translation>
    </message>
    <message>
        <source>Its numbers are big-endian</source>
        <translation>其数值为大端序</translation>
    </message>
    <message>
        <source>It shares memory with %1, which the rules give another dtype</source>
        <translation>它与 %1 共享内存，而规则给后者另一种 dtype</translation>
    </message>
    <message>
        <source>Its storage is also used without a tensor</source>
        <translation>它的存储也在没有张量的情况下使用</translation>
    </message>
    <message>
        <source>It shares memory with a tensor that the rules leave as it is</source>
        <translation>它与规则保持原样的张量共享内存</translation>
    </message>
    <message>
        <source>the file holds a storage that is a part of storage %1</source>
        <translation>文件中有一个存储是存储 %1 的一部分</translation>
    </message>
    <message>
        <source>Only the old stream can say so; a tensor in its place could be written</source>
        <translation>只有旧式流能这样表达；可以在其位置写出张量</translation>
    </message>
    <message>
        <source>the pickle refers to something that is neither a storage nor a class</source>
        <translation>pickle 引用了既不是存储也不是类的内容</translation>
    </message>
    <message>
        <source>It cannot be written into another file</source>
        <translation>它无法写入另一个文件</translation>
    </message>
    <message>
        <source>a tensor reaches beyond the end of its storage</source>
        <translation>有张量超出其存储的结尾</translation>
    </message>
    <message>
        <source>nothing would be left</source>
        <translation>不会剩下任何内容</translation>
    </message>
    <message>
        <source>The rules leave out everything</source>
        <translation>规则略去了全部内容</translation>
    </message>
    <message>
        <source>%1 fits no name</source>
        <translation>%1 不匹配任何名称</translation>
    </message>
    <message>
        <source>See the names with cairn-cli inspect</source>
        <translation>请用 cairn-cli inspect 查看名称</translation>
    </message>
    <message>
        <source>%1 would take the place of the whole object</source>
        <translation>%1 会取代整个对象</translation>
    </message>
    <message>
        <source>There are other entries beside it</source>
        <translation>它旁边还有其他条目</translation>
    </message>
    <message>
        <source>Keep it alone: --keep %1</source>
        <translation>请单独保留它：--keep %1</translation>
    </message>
    <message>
        <source>%1 cannot be renamed</source>
        <translation>%1 不能重命名</translation>
    </message>
    <message>
        <source>%1 is a %2, and what comes after it would move</source>
        <translation>%1 是 %2，其后的内容会移位</translation>
    </message>
    <message>
        <source>%1 is an object of class %2, which may not work without its parts</source>
        <translation>%1 是类 %2 的对象，缺少其部分可能无法工作</translation>
    </message>
    <message>
        <source>Write the tensors alone with --to safetensors --drop-others</source>
        <translation>请用 --to safetensors --drop-others 只写出张量</translation>
    </message>
    <message>
        <source>Choose %1 as a whole, or write the tensors alone with --to safetensors --drop-others</source>
        <translation>请整体选择 %1，或用 --to safetensors --drop-others 只写出张量</translation>
    </message>
    <message>
        <source>%1 would become %2, which is in another group</source>
        <translation>%1 将变为 %2，而后者在另一个组中</translation>
    </message>
    <message>
        <source>the whole and %1 are the same dictionary, but the rules treat them differently</source>
        <translation>整体与 %1 是同一个字典，但规则对它们的处理不同</translation>
    </message>
    <message>
        <source>%1 and %2 are the same dictionary, but the rules treat them differently</source>
        <translation>%1 与 %2 是同一个字典，但规则对它们的处理不同</translation>
    </message>
    <message>
        <source>Choose or rename the same under both names</source>
        <translation>请在两个名称下作相同的选择或重命名</translation>
    </message>
    <message>
        <source>%1 is the same dictionary as %2, of which parts would be left out or renamed</source>
        <translation>%1 与 %2 是同一个字典，后者有部分会被略去或重命名</translation>
    </message>
    <message>
        <source>a quantised tensor (%1)</source>
        <translation>量化张量（%1）</translation>
    </message>
    <message>
        <source>safetensors has no dtype %1</source>
        <translation>safetensors 没有 dtype %1</translation>
    </message>
    <message>
        <source>safetensors has no scalar of two half-byte values</source>
        <translation>safetensors 没有由两个半字节值组成的标量</translation>
    </message>
    <message>
        <source>its name is not valid text</source>
        <translation>其名称不是有效的文本</translation>
    </message>
    <message>
        <source>safetensors keeps this name for itself</source>
        <translation>safetensors 自己保留此名称</translation>
    </message>
    <message>
        <source>the file holds no bytes for its storage</source>
        <translation>文件中没有其存储的字节</translation>
    </message>
    <message>
        <source>the metadata would need %1 both for itself and for a tensor&apos;s second name</source>
        <translation>元数据会既为自身又为某个张量的第二名称而需要 %1</translation>
    </message>
    <message>
        <source>Write each tensor with a copy of its own: --clone</source>
        <translation>请让每个张量写出各自的副本：--clone</translation>
    </message>
    <message>
        <source>tensors overlap in memory: %1</source>
        <translation>张量在内存中重叠：%1</translation>
    </message>
    <message>
        <source>safetensors cannot express that they share values</source>
        <translation>safetensors 无法表达它们共享数值</translation>
    </message>
    <message>
        <source>Write each with a copy of its own: --clone</source>
        <translation>请让每个都写出各自的副本：--clone</translation>
    </message>
    <message>
        <source>--shard-size %1 is no size</source>
        <translation>--shard-size %1 不是大小</translation>
    </message>
    <message>
        <source>Write a number with a unit, such as 5GB, 500MB or 2GiB</source>
        <translation>请写带单位的数字，如 5GB、500MB 或 2GiB</translation>
    </message>
    <message>
        <source>this would make %1</source>
        <translation>这会产生 %1</translation>
    </message>
    <message>
        <source>Cairn writes %1 at most</source>
        <translation>Cairn 最多写 %1</translation>
    </message>
    <message>
        <source>Choose a larger --shard-size</source>
        <translation>请选择更大的 --shard-size</translation>
    </message>
    <message>
        <source>a file of an earlier set with this name exists already</source>
        <translation>已存在早先一组中同名的文件</translation>
    </message>
    <message>
        <source>Choose another name, or replace the whole set with --force</source>
        <translation>请选择其他名称，或用 --force 替换整组</translation>
    </message>
    <message>
        <source>two tensors would get the name %1: %2 and %3</source>
        <translation>两个张量会得到名称 %1：%2 和 %3</translation>
    </message>
    <message>
        <source>There is one flat list of names, and nested keys are joined by dots</source>
        <translation>名称只有一个扁平列表，嵌套的键用点连接</translation>
    </message>
    <message>
        <source>No rule can tell them apart: leave out both with --drop, or give one another key in Python</source>
        <translation>没有规则能区分它们：请用 --drop 略去两者，或在 Python 中为其中一个另起键名</translation>
    </message>
    <message>
        <source>Rename one of them to something else with --rename, or leave it out with --drop</source>
        <translation>请用 --rename 为其中一个改名，或用 --drop 略去它</translation>
    </message>
    <message>
        <source>the shard %1 is missing</source>
        <translation>分片 %1 缺失</translation>
    </message>
    <message>
        <source>the shard %1 cannot be read</source>
        <translation>无法读取分片 %1</translation>
    </message>
    <message>
        <source>Put the shard beside the index, whole and under this name</source>
        <translation>请把完整的分片放在索引旁边，并使用此名称</translation>
    </message>
    <message>
        <source>The rules leave out every tensor</source>
        <translation>规则略去了所有张量</translation>
    </message>
    <message>
        <source>no tensor is left to write</source>
        <translation>没有剩下可写的张量</translation>
    </message>
    <message>
        <source>Nothing in the checkpoint fits %1</source>
        <translation>检查点中没有内容匹配 %1</translation>
    </message>
    <message>
        <source>%1: %2, and so on</source>
        <translation>%1：%2，等等</translation>
    </message>
    <message>
        <source>the checkpoint has no tensor that safetensors can hold</source>
        <translation>检查点中没有 safetensors 能容纳的张量</translation>
    </message>
    <message>
        <source>See all with --dry-run</source>
        <translation>请用 --dry-run 查看全部</translation>
    </message>
    <message>
        <source>not everything in this checkpoint can be carried into a file of tensors alone: %1</source>
        <translation>并非此检查点的所有内容都能放入只有张量的文件：%1</translation>
    </message>
    <message>
        <source>Leave them out with --drop-others; --dry-run lists them</source>
        <translation>请用 --drop-others 略去它们；--dry-run 会列出它们</translation>
    </message>
    <message>
        <source>versions of modules, which load_state_dict does without</source>
        <translation>模块的版本，load_state_dict 没有它们也可以</translation>
    </message>
    <message>
        <source>the file got %1 bytes instead of %2</source>
        <translation>文件得到 %1 字节，而不是 %2 字节</translation>
    </message>
    <message>
        <source>tensor %1 has the dtype %2, which no PyTorch has</source>
        <translation>张量 %1 的 dtype 为 %2，任何 PyTorch 都没有这种类型</translation>
    </message>
    <message>
        <source>Leave it out with --drop</source>
        <translation>请用 --drop 略去它</translation>
    </message>
    <message>
        <source>tensor %1 would be of the dtype %2 and require grad</source>
        <translation>张量 %1 的 dtype 将为 %2，且需要梯度</translation>
    </message>
    <message>
        <source>PyTorch could not load it: torch.load fails to make such a tensor</source>
        <translation>PyTorch 无法加载它：torch.load 无法建立这样的张量</translation>
    </message>
    <message>
        <source>Write --to safetensors, or another dtype</source>
        <translation>请写 --to safetensors，或使用其他 dtype</translation>
    </message>
    <message>
        <source>%1 (and %2 more of this kind)</source>
        <translation>%1（另有 %2 个同类问题）</translation>
    </message>
    <message>
        <source>weights_only=True does not know that</source>
        <translation>weights_only=True 不认识该内容</translation>
    </message>
    <message>
        <source>Give weights_only=False only if you trust the file: it runs code of %1</source>
        <translation>只有信任该文件时才使用 weights_only=False：它会运行 %1 的代码</translation>
    </message>
    <message>
        <source>loading it runs code of %1</source>
        <translation>加载时会运行 %1 的代码</translation>
    </message>
    <message>
        <source>Load it only if you trust the file</source>
        <translation>只有信任该文件时才加载它</translation>
    </message>
    <message>
        <source>%1; these storages lie inside bytes that torch loads on their own, without the map_location</source>
        <translation>%1；这些存储位于字节数据之内，torch 会单独加载它们，不使用 map_location</translation>
    </message>
    <message>
        <source>1 NVIDIA GPU on the PCI bus</source>
        <translation>PCI 总线上有 1 个 NVIDIA GPU</translation>
    </message>
    <message>
        <source>%1 NVIDIA GPUs on the PCI bus</source>
        <translation>PCI 总线上有 %1 个 NVIDIA GPU</translation>
    </message>
    <message>
        <source>no NVIDIA driver is installed, but there is %1</source>
        <translation>没有安装 NVIDIA 驱动，但有 %1</translation>
    </message>
    <message>
        <source>the NVIDIA kernel module is loaded, but libcuda, the driver&apos;s library, is not found; there is %1</source>
        <translation>NVIDIA 内核模块已加载，但找不到驱动的库 libcuda；有 %1</translation>
    </message>
    <message>
        <source>%1; CUDA_VISIBLE_DEVICES is %2</source>
        <translation>%1；CUDA_VISIBLE_DEVICES 为 %2</translation>
    </message>
    <message>
        <source>the NVIDIA driver (CUDA %1) is there, but it finds no GPU, though there is %2</source>
        <translation>NVIDIA 驱动（CUDA %1）已安装，但没有找到 GPU，尽管有 %2</translation>
    </message>
    <message>
        <source>%1; there is %2</source>
        <translation>%1；有 %2</translation>
    </message>
    <message>
        <source>the described machine</source>
        <translation>所描述的机器</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>&quot;free_bytes&quot; is more than &quot;total_bytes&quot;</source>
        <translation>&quot;free_bytes&quot; 大于 &quot;total_bytes&quot;</translation>
    </message>
    <message>
        <source>this device must be called %1, for devices are counted from 0</source>
        <translation>此设备必须名为 %1，因为设备从 0 开始编号</translation>
    </message>
    <message>
        <source>the field &quot;backend&quot; must name one, such as cuda</source>
        <translation>字段 &quot;backend&quot; 必须指定一个后端，例如 cuda</translation>
    </message>
    <message>
        <source>the field &quot;devices&quot; must be an array</source>
        <translation>字段 &quot;devices&quot; 必须是数组</translation>
    </message>
    <message>
        <source>there is no state %1</source>
        <translation>没有状态 %1</translation>
    </message>
    <message>
        <source>the machine has no %1 device</source>
        <translation>机器没有 %1 设备</translation>
    </message>
    <message>
        <source>the field &quot;torches&quot; must be an array</source>
        <translation>字段 &quot;torches&quot; 必须是数组</translation>
    </message>
    <message>
        <source>the field &quot;backends&quot; must be an array</source>
        <translation>字段 &quot;backends&quot; 必须是数组</translation>
    </message>
    <message>
        <source>the backend %1 is there twice</source>
        <translation>后端 %1 出现两次</translation>
    </message>
    <message>
        <source>%1 has no GPU</source>
        <translation>%1 没有 GPU</translation>
    </message>
    <message>
        <source>a file of %1 is too large for this</source>
        <translation>%1 的文件对此来说太大</translation>
    </message>
    <message>
        <source>Use a device such as cpu, cuda:0 or mps</source>
        <translation>请使用 cpu、cuda:0 或 mps 之类的设备</translation>
    </message>
    <message>
        <source>a rule needs the field &quot;to&quot;</source>
        <translation>规则需要字段 &quot;to&quot;</translation>
    </message>
    <message>
        <source>torch has no dtype %1</source>
        <translation>torch 没有 dtype %1</translation>
    </message>
    <message>
        <source>&quot;min_bytes&quot; is more than &quot;max_bytes&quot;, so the rule never applies</source>
        <translation>&quot;min_bytes&quot; 大于 &quot;max_bytes&quot;，因此该规则永不适用</translation>
    </message>
    <message>
        <source>the field &quot;rules&quot; must be an array of rules</source>
        <translation>字段 &quot;rules&quot; 必须是规则的数组</translation>
    </message>
    <message>
        <source>the field &quot;table&quot; must be an object of tags and devices</source>
        <translation>字段 &quot;table&quot; 必须是由标签和设备组成的对象</translation>
    </message>
    <message>
        <source>the device of a tag must be a string</source>
        <translation>标签的设备必须是字符串</translation>
    </message>
    <message>
        <source>the tag %1 is there twice</source>
        <translation>标签 %1 出现两次</translation>
    </message>
    <message>
        <source>the field &quot;device&quot; must name a device</source>
        <translation>字段 &quot;device&quot; 必须指定设备</translation>
    </message>
    <message>
        <source>the field &quot;map&quot; must be &quot;none&quot;, &quot;device&quot;, &quot;table&quot; or &quot;rules&quot;</source>
        <translation>字段 &quot;map&quot; 必须为 &quot;none&quot;、&quot;device&quot;、&quot;table&quot; 或 &quot;rules&quot;</translation>
    </message>
    <message>
        <source>%1 is not FROM=TO</source>
        <translation>%1 不是 FROM=TO</translation>
    </message>
    <message>
        <source>Write it as in --map cuda:3=cpu</source>
        <translation>请写成 --map cuda:3=cpu 这样</translation>
    </message>
    <message>
        <source>the file holds no state of an optimizer</source>
        <translation>文件中没有优化器状态</translation>
    </message>
    <message>
        <source>Name the optimizer, as in --train adamw</source>
        <translation>请指定优化器，如 --train adamw</translation>
    </message>
    <message>
        <source>nested</source>
        <translation>嵌套</translation>
    </message>
    <message>
        <source>per channel quantised</source>
        <translation>逐通道量化</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 is not a number that fits</source>
        <translation>%1 不是合适范围内的数字</translation>
    </message>
    <message>
        <source>%1 is neither true nor false</source>
        <translation>%1 既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>%1 is not text</source>
        <translation>%1 不是文本</translation>
    </message>
    <message>
        <source>%1 is not a reference to a record</source>
        <translation>%1 不是对记录的引用</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 不是列表</translation>
    </message>
    <message>
        <source>%1 has something in it that is not an object</source>
        <translation>%1 中有不是对象的内容</translation>
    </message>
    <message>
        <source>%1 has something in it that is not a whole number from 0 up</source>
        <translation>%1 中有不是非负整数的内容</translation>
    </message>
    <message>
        <source>its dataType %1 cannot be quantised</source>
        <translation>其 dataType %1 不能量化</translation>
    </message>
    <message>
        <source>its dataType %1 is unknown</source>
        <translation>其 dataType %1 未知</translation>
    </message>
    <message>
        <source>it has %1, but %2</source>
        <translation>它有 %1，但有 %2</translation>
    </message>
    <message>
        <source>its offset is negative</source>
        <translation>其偏移为负</translation>
    </message>
    <message>
        <source>it names no record for its data</source>
        <translation>它没有写明存放数据的记录</translation>
    </message>
    <message>
        <source>it names no device</source>
        <translation>它没有写明设备</translation>
    </message>
    <message>
        <source>parameter %1 is tensor %2, but there are %3</source>
        <translation>参数 %1 是张量 %2，但共有 %3 个</translation>
    </message>
    <message>
        <source>it has no mainModule, so it does not describe a TorchScript model</source>
        <translation>它没有 mainModule，因此不描述 TorchScript 模型</translation>
    </message>
    <message>
        <source>an instruction of the pickle reaches over the end of its frame</source>
        <translation>有 pickle 指令越过其帧的结尾</translation>
    </message>
    <message>
        <source>pickle protocol %1 is not known</source>
        <translation>pickle 协议 %1 未知</translation>
    </message>
    <message>
        <source>Python has protocols 0 to 5</source>
        <translation>Python 有协议 0 到 5</translation>
    </message>
    <message>
        <source>the storage references are written as text (pickle protocol 0)</source>
        <translation>存储引用写成了文本（pickle 协议 0）</translation>
    </message>
    <message>
        <source>torch cannot load such a file either</source>
        <translation>torch 也无法加载这样的文件</translation>
    </message>
    <message>
        <source>Save it again with the default protocol</source>
        <translation>请用默认协议重新保存</translation>
    </message>
    <message>
        <source>the pickle uses a copyreg extension code</source>
        <translation>pickle 使用了 copyreg 扩展代码</translation>
    </message>
    <message>
        <source>What such a code means is known only to the program that wrote the file</source>
        <translation>这种代码的含义只有写出文件的程序知道</translation>
    </message>
    <message>
        <source>the pickle refers to out-of-band buffers</source>
        <translation>pickle 引用了带外缓冲区</translation>
    </message>
    <message>
        <source>Their bytes are not in this file</source>
        <translation>其字节不在此文件中</translation>
    </message>
    <message>
        <source>unhandled pickle instruction</source>
        <translation>未处理的 pickle 指令</translation>
    </message>
    <message>
        <source>the pickle stops before its frame does</source>
        <translation>pickle 在其帧结束之前就停止了</translation>
    </message>
    <message>
        <source>%1 (byte %2)</source>
        <translation>%1（第 %2 字节）</translation>
    </message>
    <message>
        <source>No pickler writes that, and programs differ in where they read on</source>
        <translation>没有 pickler 会这样写，而各程序继续读取的位置不同</translation>
    </message>
    <message>
        <source>Do not trust this file</source>
        <translation>请不要信任此文件</translation>
    </message>
    <message>
        <source>the pickle ends in the middle of an instruction</source>
        <translation>pickle 在指令中间结束</translation>
    </message>
    <message>
        <source>byte %1 is not a pickle instruction</source>
        <translation>第 %1 字节不是 pickle 指令</translation>
    </message>
    <message>
        <source>The data is damaged here, or this is not a pickle</source>
        <translation>此处的数据已损坏，或者这不是 pickle</translation>
    </message>
    <message>
        <source>unknown pickle argument layout</source>
        <translation>未知的 pickle 参数布局</translation>
    </message>
    <message>
        <source>a line of text in the pickle is longer than %1 bytes</source>
        <translation>pickle 中有一行文本超过 %1 字节</translation>
    </message>
    <message>
        <source>a length in the pickle is negative</source>
        <translation>pickle 中有长度为负</translation>
    </message>
    <message>
        <source>an item of the pickle claims %1 bytes, but only %2 are left</source>
        <translation>pickle 的一项声称有 %1 字节，但只剩 %2 字节</translation>
    </message>
    <message>
        <source>The file is incomplete or damaged: copy it again from where it came</source>
        <translation>文件不完整或已损坏：请从来源重新复制</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 不是数字</translation>
    </message>
    <message>
        <source>an integer of %1 digits is over the limit of %2</source>
        <translation>%1 位的整数超过上限 %2</translation>
    </message>
    <message>
        <source>%1 is not a quoted string</source>
        <translation>%1 不是带引号的字符串</translation>
    </message>
    <message>
        <source>%1 has a broken \x escape</source>
        <translation>%1 中有损坏的 \x 转义</translation>
    </message>
    <message>
        <source>%1 has a broken \u escape</source>
        <translation>%1 中有损坏的 \u 转义</translation>
    </message>
    <message>
        <source>the values of the pickle hold each other in too many ways</source>
        <translation>pickle 的值相互包含的方式过多</translation>
    </message>
    <message>
        <source>the pickle cannot be written anew: %1</source>
        <translation>pickle 无法重新写出：%1</translation>
    </message>
    <message>
        <source>the pickle could not be written in the order of its calls</source>
        <translation>pickle 无法按其调用的顺序写出</translation>
    </message>
    <message>
        <source>Save it again with the safetensors library</source>
        <translation>请用 safetensors 库重新保存</translation>
    </message>
    <message>
        <source>the file has %1, not even the 8 that say how long its header is</source>
        <translation>文件有 %1，连表明文件头长度的 8 个字节都不足</translation>
    </message>
    <message>
        <source>the header claims %1 bytes</source>
        <translation>文件头声称有 %1 字节</translation>
    </message>
    <message>
        <source>No header may be longer than %1 bytes</source>
        <translation>文件头不得超过 %1 字节</translation>
    </message>
    <message>
        <source>its shape and dtype give a size that is no whole number of bytes, or is past 2^64 bits</source>
        <translation>其形状和 dtype 得出的大小不是整数个字节，或超过 2^64 位</translation>
    </message>
    <message>
        <source>it ends at byte %1 of the data, before its beginning at byte %2</source>
        <translation>它在数据的第 %1 字节处结束，早于其在第 %2 字节处的开头</translation>
    </message>
    <message>
        <source>its shape and dtype need %1, but its data_offsets hold %2</source>
        <translation>其形状和 dtype 需要 %1，但其 data_offsets 有 %2</translation>
    </message>
    <message>
        <source>it begins at byte %1 of the data, but the tensors before it end at byte %2</source>
        <translation>它从数据的第 %1 字节处开始，但它之前的张量在第 %2 字节处结束</translation>
    </message>
    <message>
        <source>%1 would belong to no tensor, which the format forbids</source>
        <translation>%1 将不属于任何张量，格式禁止这样做</translation>
    </message>
    <message>
        <source>%1 would belong to two tensors, which the format forbids</source>
        <translation>%1 将属于两个张量，格式禁止这样做</translation>
    </message>
    <message>
        <source>the tensors need %1 bytes of data, but only %2 are there</source>
        <translation>张量需要 %1 字节的数据，但只有 %2 字节</translation>
    </message>
    <message>
        <source>%1 after the last tensor belong to nothing</source>
        <translation>最后一个张量之后的 %1 不属于任何内容</translation>
    </message>
    <message>
        <source>The format forbids bytes that no tensor has</source>
        <translation>格式禁止有不属于任何张量的字节</translation>
    </message>
    <message>
        <source>the header begins with a byte order mark</source>
        <translation>文件头以字节顺序标记开头</translation>
    </message>
    <message>
        <source>the header has two tensors of this name</source>
        <translation>文件头中有两个同名的张量</translation>
    </message>
    <message>
        <source>Only one of them could be loaded, and programs differ in which</source>
        <translation>只有其中一个能加载，而各程序加载的不同</translation>
    </message>
    <message>
        <source>the header is not a JSON object</source>
        <translation>文件头不是 JSON 对象</translation>
    </message>
    <message>
        <source>__metadata__ is not an object</source>
        <translation>__metadata__ 不是对象</translation>
    </message>
    <message>
        <source>a value of __metadata__ is not text: %1</source>
        <translation>__metadata__ 中有值不是文本：%1</translation>
    </message>
    <message>
        <source>unknown place in a safetensors header</source>
        <translation>safetensors 文件头中有未知的位置</translation>
    </message>
    <message>
        <source>the header has two entries __metadata__</source>
        <translation>文件头中有两个 __metadata__ 条目</translation>
    </message>
    <message>
        <source>its entry is neither an object nor a list</source>
        <translation>其条目既不是对象也不是列表</translation>
    </message>
    <message>
        <source>it has two fields %1</source>
        <translation>它有两个字段 %1</translation>
    </message>
    <message>
        <source>its dtype %1 is unknown</source>
        <translation>其 dtype %1 未知</translation>
    </message>
    <message>
        <source>its dtype is not text</source>
        <translation>其 dtype 不是文本</translation>
    </message>
    <message>
        <source>its shape is not a list</source>
        <translation>其形状不是列表</translation>
    </message>
    <message>
        <source>its data_offsets are not a list</source>
        <translation>其 data_offsets 不是列表</translation>
    </message>
    <message>
        <source>its entry has more than the three values dtype, shape and data_offsets</source>
        <translation>其条目中有 dtype、shape 和 data_offsets 以外的值</translation>
    </message>
    <message>
        <source>its shape has something in it that is not a whole number from 0 up</source>
        <translation>其形状中有不是非负整数的内容</translation>
    </message>
    <message>
        <source>its shape has a dimension of %1, which is over 2^63</source>
        <translation>其形状有大小为 %1 的维度，超过 2^63</translation>
    </message>
    <message>
        <source>it has more than %1 dimensions</source>
        <translation>它的维数超过 %1</translation>
    </message>
    <message>
        <source>its data_offsets are not two numbers</source>
        <translation>其 data_offsets 不是两个数字</translation>
    </message>
    <message>
        <source>its data_offsets have something in them that is not a whole number from 0 up</source>
        <translation>其 data_offsets 中有不是非负整数的内容</translation>
    </message>
    <message>
        <source>its entry has no %1</source>
        <translation>其条目中没有 %1</translation>
    </message>
    <message>
        <source>the header would have %1 bytes</source>
        <translation>文件头将有 %1 字节</translation>
    </message>
    <message>
        <source>safetensors allows no more than %1, and names and shapes need more</source>
        <translation>safetensors 最多允许 %1，而名称和形状需要更多</translation>
    </message>
    <message>
        <source>%1 like these</source>
        <translation>%1也是如此</translation>
    </message>
    <message>
        <source>the shard name %1 is not a plain file name, so %2 in it cannot be opened</source>
        <translation>分片名称 %1 不是单纯的文件名，因此无法打开其中的 %2</translation>
    </message>
    <message>
        <source>it has two entries %1</source>
        <translation>它有两个条目 %1</translation>
    </message>
    <message>
        <source>it is not an object of tensor names and file names</source>
        <translation>它不是由张量名称和文件名组成的对象</translation>
    </message>
    <message>
        <source>its shard is not a file name but something else</source>
        <translation>其分片不是文件名，而是其他内容</translation>
    </message>
    <message>
        <source>it names more than %1 files</source>
        <translation>它列出的文件超过 %1 个</translation>
    </message>
    <message>
        <source>Sets of shards have a few hundred, and each of them is opened</source>
        <translation>一组分片有几百个，而且每个都会打开</translation>
    </message>
    <message>
        <source>Do not trust this index; ask for one written by the program that saved the shards</source>
        <translation>请不要信任此索引；请索取由保存分片的程序写出的索引</translation>
    </message>
    <message>
        <source>it is in the index twice</source>
        <translation>它在索引中出现两次</translation>
    </message>
    <message>
        <source>it names no shard</source>
        <translation>它没有指定分片</translation>
    </message>
    <message>
        <source>the JSON text has %1, more than %2</source>
        <translation>JSON 文本有 %1，超过 %2</translation>
    </message>
    <message>
        <source>this is a git-annex pointer, a short text that stands for the real file</source>
        <translation>这是 git-annex 指针，是代表真实文件的短文本</translation>
    </message>
    <message>
        <source>The content was not fetched into this copy of the repository</source>
        <translation>其内容没有获取到仓库的这份副本中</translation>
    </message>
    <message>
        <source>Run `git annex get` on it in the repository</source>
        <translation>请在仓库中对它运行 `git annex get`</translation>
    </message>
    <message>
        <source>this is a DVC pointer, a short text that stands for the real file</source>
        <translation>这是 DVC 指针，是代表真实文件的短文本</translation>
    </message>
    <message>
        <source>Run `dvc pull` in the repository</source>
        <translation>请在仓库中运行 `dvc pull`</translation>
    </message>
    <message>
        <source>The file itself is not in the repository&apos;s history any more</source>
        <translation>文件本身已不在仓库的历史中</translation>
    </message>
    <message>
        <source>In an older clone `git cat-file blob ID` may still print it; otherwise ask the authors where it lives now</source>
        <translation>在较早的克隆中，`git cat-file blob ID` 也许仍能输出它；否则请询问作者它现在在哪里</translation>
    </message>
    <message>
        <source>this is the target of a symbolic link, written out as text</source>
        <translation>这是写成文本的符号链接目标</translation>
    </message>
    <message>
        <source>git does that where links are switched off, as is usual on Windows</source>
        <translation>git 在关闭链接时会这样做，这在 Windows 上很常见</translation>
    </message>
    <message>
        <source>Open the target instead, or check out again with `git config core.symlinks true`</source>
        <translation>请改为打开目标，或用 `git config core.symlinks true` 重新检出</translation>
    </message>
    <message>
        <source>Unpack it (`gunzip`, or `tar xzf` for a .tar.gz) and open what comes out</source>
        <translation>请解压（`gunzip`，.tar.gz 则用 `tar xzf`），然后打开得到的内容</translation>
    </message>
    <message>
        <source>this is zlib-compressed data, as joblib.dump writes with compress=...</source>
        <translation>这是 zlib 压缩的数据，joblib.dump 在使用 compress=... 时会写出</translation>
    </message>
    <message>
        <source>this is bzip2-compressed data</source>
        <translation>这是 bzip2 压缩的数据</translation>
    </message>
    <message>
        <source>Unpack it (`bunzip2`, or `tar xjf` for a .tar.bz2) and open what comes out</source>
        <translation>请解压（`bunzip2`，.tar.bz2 则用 `tar xjf`），然后打开得到的内容</translation>
    </message>
    <message>
        <source>this is xz-compressed data</source>
        <translation>这是 xz 压缩的数据</translation>
    </message>
    <message>
        <source>Unpack it (`unxz`, or `tar xJf` for a .tar.xz) and open what comes out</source>
        <translation>请解压（`unxz`，.tar.xz 则用 `tar xJf`），然后打开得到的内容</translation>
    </message>
    <message>
        <source>this is zstd-compressed data</source>
        <translation>这是 zstd 压缩的数据</translation>
    </message>
    <message>
        <source>Unpack it with `unzstd` and open what comes out</source>
        <translation>请用 `unzstd` 解压，然后打开得到的内容</translation>
    </message>
    <message>
        <source>this is lz4-compressed data</source>
        <translation>这是 lz4 压缩的数据</translation>
    </message>
    <message>
        <source>Unpack it with `unlz4` and open what comes out</source>
        <translation>请用 `unlz4` 解压，然后打开得到的内容</translation>
    </message>
    <message>
        <source>Unpack it with `7z x` and open the checkpoints inside</source>
        <translation>请用 `7z x` 解包，然后打开其中的检查点</translation>
    </message>
    <message>
        <source>Unpack it with `unrar x` and open the checkpoints inside</source>
        <translation>请用 `unrar x` 解包，然后打开其中的检查点</translation>
    </message>
    <message>
        <source>this is a file of Torch7, the Lua program before PyTorch (.t7)</source>
        <translation>这是 Torch7（PyTorch 之前的 Lua 程序）的文件（.t7）</translation>
    </message>
    <message>
        <source>PyTorch up to 0.4.1 reads it with torch.utils.serialization.load_lua; save the result with torch.save</source>
        <translation>PyTorch 0.4.1 及更早的版本可用 torch.utils.serialization.load_lua 读取；请用 torch.save 保存结果</translation>
    </message>
    <message>
        <source>this is a TorchScript file of a PyTorch 1.0 preview</source>
        <translation>这是 PyTorch 1.0 预览版的 TorchScript 文件</translation>
    </message>
    <message>
        <source>Its layout was given up before the release, and no later PyTorch reads it</source>
        <translation>其布局在正式发布之前已放弃，之后的 PyTorch 都不读取它</translation>
    </message>
    <message>
        <source>Save the model again with PyTorch 1.0 or later</source>
        <translation>请用 PyTorch 1.0 或更高版本重新保存模型</translation>
    </message>
    <message>
        <source>this is a PyTorch mobile model in flatbuffer form</source>
        <translation>这是 flatbuffer 形式的 PyTorch 移动端模型</translation>
    </message>
    <message>
        <source>Load it with torch.jit.jit_module_from_flatbuffer and save it with torch.jit.save</source>
        <translation>请用 torch.jit.jit_module_from_flatbuffer 加载，再用 torch.jit.save 保存</translation>
    </message>
    <message>
        <source>this is a TensorFlow Lite model</source>
        <translation>这是 TensorFlow Lite 模型</translation>
    </message>
    <message>
        <source>Open it with TensorFlow Lite; PyTorch cannot</source>
        <translation>请用 TensorFlow Lite 打开；PyTorch 不能</translation>
    </message>
    <message>
        <source>this is a model in a GGML format older than GGUF</source>
        <translation>这是比 GGUF 更早的 GGML 格式的模型</translation>
    </message>
    <message>
        <source>Open the checkpoint it was converted from</source>
        <translation>请打开转换前的检查点</translation>
    </message>
    <message>
        <source>a kind of file has no explanation</source>
        <translation>有一种文件没有说明</translation>
    </message>
    <message>
        <source>this is a Word document</source>
        <translation>这是 Word 文档</translation>
    </message>
    <message>
        <source>this is an Excel workbook</source>
        <translation>这是 Excel 工作簿</translation>
    </message>
    <message>
        <source>this is a PowerPoint presentation</source>
        <translation>这是 PowerPoint 演示文稿</translation>
    </message>
    <message>
        <source>this is an Android application (.apk)</source>
        <translation>这是 Android 应用（.apk）</translation>
    </message>
    <message>
        <source>this is a Java archive (.jar)</source>
        <translation>这是 Java 归档（.jar）</translation>
    </message>
    <message>
        <source>this is a document (OpenDocument or EPUB)</source>
        <translation>这是文档（OpenDocument 或 EPUB）</translation>
    </message>
    <message>
        <source>Its records lie at the top, but torch.load wants all of them in one folder</source>
        <translation>其记录位于顶层，而 torch.load 要求它们都在一个文件夹中</translation>
    </message>
    <message>
        <source>Its records lie %1 folders deep, but torch.load wants one folder</source>
        <translation>其记录位于 %1 层文件夹之下，而 torch.load 要求只有一层文件夹</translation>
    </message>
    <message>
        <source>macOS added entries of its own (__MACOSX), which torch.load does not accept</source>
        <translation>macOS 添加了自己的条目（__MACOSX），torch.load 不接受它们</translation>
    </message>
    <message>
        <source>Entries outside the folder of %1 keep torch.load from reading it</source>
        <translation>%1 文件夹之外的条目使 torch.load 无法读取它</translation>
    </message>
    <message>
        <source>Use the original, or pack the folder around data.pkl again, alone and uncompressed: `zip -0 -X -r model.pth FOLDER`</source>
        <translation>请使用原文件，或重新打包 data.pkl 所在的文件夹，只含该文件夹且不压缩：`zip -0 -X -r model.pth FOLDER`</translation>
    </message>
    <message>
        <source>a text that should stand for bytes has a character that is none</source>
        <translation>应代表字节的文本中有不代表字节的字符</translation>
    </message>
    <message>
        <source>an extended header of the tar makes no sense</source>
        <translation>tar 有不合理的扩展头部</translation>
    </message>
    <message>
        <source>the tar ends inside a header</source>
        <translation>tar 在头部之中结束</translation>
    </message>
    <message>
        <source>a header of the tar does not match its checksum</source>
        <translation>tar 有头部与其校验和不符</translation>
    </message>
    <message>
        <source>the member %1 needs %2 bytes, but only %3 are left in the file</source>
        <translation>成员 %1 需要 %2 字节，但文件中只剩 %3 字节</translation>
    </message>
    <message>
        <source>a header of the type %1</source>
        <translation>类型为 %1 的头部</translation>
    </message>
    <message>
        <source>two extended headers for one member</source>
        <translation>同一成员的两个扩展头部</translation>
    </message>
    <message>
        <source>an extended header that says more than sizes, times and owners</source>
        <translation>含有大小、时间和所有者以外内容的扩展头部</translation>
    </message>
    <message>
        <source>a file with the name of a folder</source>
        <translation>名称像文件夹的文件</translation>
    </message>
    <message>
        <source>a number that is written in an unusual way</source>
        <translation>写法不寻常的数字</translation>
    </message>
    <message>
        <source>%1. torch.load refuses such a file</source>
        <translation>%1。torch.load 拒绝这样的文件</translation>
    </message>
    <message>
        <source>%1 lies outside the folder %2 of the zip, first %3</source>
        <translation>%1位于 zip 的文件夹 %2 之外，第一个是 %3</translation>
    </message>
    <message>
        <source>%1 lie outside the folder %2 of the zip, first %3</source>
        <translation>%1位于 zip 的文件夹 %2 之外，第一个是 %3</translation>
    </message>
    <message>
        <source>a record of the zip has no name</source>
        <translation>zip 有记录没有名称</translation>
    </message>
    <message>
        <source>the record name %1 holds a NUL</source>
        <translation>记录名称 %1 中有 NUL</translation>
    </message>
    <message>
        <source>PyTorch could never find it, or would take it for another record</source>
        <translation>PyTorch 永远找不到它，或会把它当作另一条记录</translation>
    </message>
    <message>
        <source>the comment of the zip reaches past the end of the file</source>
        <translation>zip 的注释越过文件的结尾</translation>
    </message>
    <message>
        <source>the directory of the zip takes 4 GiB or more</source>
        <translation>zip 的目录达到或超过 4 GiB</translation>
    </message>
    <message>
        <source>%1 bytes between the directory of the zip and its end record belong to nothing</source>
        <translation>zip 的目录与其结尾记录之间有 %1 字节不属于任何内容</translation>
    </message>
    <message>
        <source>%1 bytes follow the end of the zip. PyTorch does not mind them, other programs may</source>
        <translation>zip 结尾之后还有 %1 字节。PyTorch 不在意，其他程序可能会在意</translation>
    </message>
    <message>
        <source>this is one part of a zip that was split over several files</source>
        <translation>这是拆分为多个文件的 zip 的一部分</translation>
    </message>
    <message>
        <source>Join the parts first, for instance with `zip -s 0`</source>
        <translation>请先合并各部分，例如用 `zip -s 0`</translation>
    </message>
    <message>
        <source>PyTorch cannot read it either</source>
        <translation>PyTorch 也无法读取它</translation>
    </message>
    <message>
        <source>Unpack the file with a zip program and pack it again without compression</source>
        <translation>请用 zip 程序解包文件，再不压缩地重新打包</translation>
    </message>
    <message>
        <source>the record %1 does not match its checksum</source>
        <translation>记录 %1 与其校验和不符</translation>
    </message>
    <message>
        <source>Its bytes changed after it was saved</source>
        <translation>其字节在保存后发生了变化</translation>
    </message>
    <message>
        <source>Compare the file with the original, or copy it again. PyTorch itself never compares checksums and reads such a record as it is</source>
        <translation>请与原文件比较，或重新复制。PyTorch 自身从不比较校验和，会按原样读取这样的记录</translation>
    </message>
    <message>
        <source>the record %1 is encrypted</source>
        <translation>记录 %1 已加密</translation>
    </message>
    <message>
        <source>the record %1 is a patch to another file</source>
        <translation>记录 %1 是另一个文件的补丁</translation>
    </message>
    <message>
        <source>the record %1 is compressed with method %2, neither stored (0) nor deflated (8)</source>
        <translation>记录 %1 以方法 %2 压缩，既非存储（0）也非 deflate（8）</translation>
    </message>
    <message>
        <source>the record %1 of %2 bytes is too big to be held in memory</source>
        <translation>%2 字节的记录 %1 太大，无法放入内存</translation>
    </message>
    <message>
        <source>the header of a record would not fit into a zip</source>
        <translation>记录的头部放不进 zip</translation>
    </message>
    <message>
        <source>The regular expression is wrong, or has more than characters, sets, groups, |, repetition, ^ and $</source>
        <translation>正则表达式有误，或用到了字符、字符集、分组、|、重复、^ 和 $ 之外的东西</translation>
    </message>
    <message>
        <source>this system cannot keep a program from writing</source>
        <translation>此系统无法阻止程序写入</translation>
    </message>
    <message>
        <source>Its kernel has neither Landlock nor seccomp, or does not let this process use them</source>
        <translation>其内核既没有 Landlock 也没有 seccomp，或不允许此进程使用它们</translation>
    </message>
    <message>
        <source>the LibTorch module cannot be opened</source>
        <translation>无法打开 LibTorch 模块</translation>
    </message>
    <message>
        <source>It is no library: it does not begin as an ELF file does</source>
        <translation>它不是库：其开头与 ELF 文件不同</translation>
    </message>
    <message>
        <source>Install cairn_torch.so again, or set CAIRN_RUNTIME to it</source>
        <translation>请重新安装 cairn_torch.so，或将 CAIRN_RUNTIME 设为它</translation>
    </message>
    <message>
        <source>the LibTorch module is for another kind of machine</source>
        <translation>LibTorch 模块适用于另一种机器</translation>
    </message>
    <message>
        <source>It was built for another processor than this Cairn</source>
        <translation>它是为与此 Cairn 不同的处理器构建的</translation>
    </message>
    <message>
        <source>Install the cairn_torch.so that was built for this machine</source>
        <translation>请安装为本机构建的 cairn_torch.so</translation>
    </message>
    <message>
        <source>the LibTorch module is incomplete</source>
        <translation>LibTorch 模块不完整</translation>
    </message>
    <message>
        <source>%1 of %2 bytes at byte %3 reaches past the end of the file, which has %4 bytes: it was not copied to its end, or is damaged</source>
        <translation>第 %3 字节处 %2 字节的 %1 越过文件的结尾，文件有 %4 字节：它没有复制完整，或已损坏</translation>
    </message>
    <message>
        <source>Install or copy cairn_torch.so again</source>
        <translation>请重新安装或复制 cairn_torch.so</translation>
    </message>
    <message>
        <source>Reading it fails: %1</source>
        <translation>读取失败：%1</translation>
    </message>
    <message>
        <source>Set CAIRN_RUNTIME to cairn_torch.so or to its folder, or unset it</source>
        <translation>请将 CAIRN_RUNTIME 设为 cairn_torch.so 或其所在的文件夹，或取消设置</translation>
    </message>
    <message>
        <source>The loader says: %1</source>
        <translation>加载器的回答：%1</translation>
    </message>
    <message>
        <source>Install the LibTorch that it was built with, or build Cairn again with the one that is installed</source>
        <translation>请安装构建它时所用的 LibTorch，或用已安装的 LibTorch 重新构建 Cairn</translation>
    </message>
    <message>
        <source>this is a library, but not the LibTorch module of Cairn</source>
        <translation>这是库，但不是 Cairn 的 LibTorch 模块</translation>
    </message>
    <message>
        <source>Set CAIRN_RUNTIME to cairn_torch.so, or unset it</source>
        <translation>请将 CAIRN_RUNTIME 设为 cairn_torch.so，或取消设置</translation>
    </message>
    <message>
        <source>the LibTorch module was built for another version of Cairn</source>
        <translation>LibTorch 模块是为另一版本的 Cairn 构建的</translation>
    </message>
    <message>
        <source>It speaks version %1 of their interface, this program version %2</source>
        <translation>它使用两者接口的版本 %1，此程序使用版本 %2</translation>
    </message>
    <message>
        <source>Install the module that was built with this program</source>
        <translation>请安装与此程序一同构建的模块</translation>
    </message>
    <message>
        <source>no process can be started for PyTorch: %1</source>
        <translation>无法为 PyTorch 启动进程：%1</translation>
    </message>
    <message>
        <source>Close other programs, and try it again</source>
        <translation>请关闭其他程序，然后重试</translation>
    </message>
    <message>
        <source>cancelled; nothing stays loaded</source>
        <translation>已取消；没有任何内容保持加载</translation>
    </message>
    <message>
        <source>The loader says: %1. It was built for a system with the C library musl, as Alpine</source>
        <translation>加载器的回答：%1。它是为使用 C 库 musl 的系统（如 Alpine）构建的</translation>
    </message>
    <message>
        <source>nothing can go to %1</source>
        <translation>没有内容能放到 %1 上</translation>
    </message>
    <message>
        <source>%1 was built without %2</source>
        <translation>%1 构建时没有 %2</translation>
    </message>
    <message>
        <source>%1 was built without %2. %3</source>
        <translation>%1 构建时没有 %2。%3</translation>
    </message>
    <message>
        <source>Map it to the CPU with --map &apos;*=cpu&apos;, or take a LibTorch that has it</source>
        <translation>请用 --map &apos;*=cpu&apos; 将其映射到 CPU，或使用带有它的 LibTorch</translation>
    </message>
    <message>
        <source>%1 finds %2</source>
        <translation>%1 找到 %2</translation>
    </message>
    <message>
        <source>%1 finds %2: %3</source>
        <translation>%1 找到 %2：%3</translation>
    </message>
    <message>
        <source>%1 is not available</source>
        <translation>%1 不可用</translation>
    </message>
    <message>
        <source>Map it elsewhere with --map, or use --fallback cpu</source>
        <translation>请用 --map 将其映射到别处，或使用 --fallback cpu</translation>
    </message>
    <message>
        <source>Nothing stays loaded. Raise the limit (ulimit -v in the shell that starts Cairn), or write a smaller copy: keep only what is needed, or cast to bfloat16</source>
        <translation>没有任何内容保持加载。请提高限制（在启动 Cairn 的 shell 中用 ulimit -v），或写一份更小的副本：只保留需要的内容，或转换为 bfloat16</translation>
    </message>
    <message>
        <source>Nothing stays loaded. Map some of it to another device (--map on the command line), or close what uses the memory</source>
        <translation>没有任何内容保持加载。请将一部分映射到其他设备（命令行上用 --map），或关闭占用内存的程序</translation>
    </message>
    <message>
        <source>Nothing stays loaded. Close what uses the memory, write a smaller copy (keep only what is needed, or cast to bfloat16), or in Python load it with mmap=True</source>
        <translation>没有任何内容保持加载。请关闭占用内存的程序，写一份更小的副本（只保留需要的内容，或转换为 bfloat16），或在 Python 中使用 mmap=True 加载</translation>
    </message>
    <message>
        <source>%1 of this file were there already</source>
        <translation>此文件已有 %1 在那里</translation>
    </message>
    <message>
        <source>%1 of %2 are free, and %3 of this file were there already</source>
        <translation>%2 中有 %1 空闲，此文件已有 %3 在那里</translation>
    </message>
    <message>
        <source>This process may take no more than %1 of addresses in all, LibTorch among them (ulimit -v)</source>
        <translation>此进程总共最多只能占用 %1 的地址空间，其中包括 LibTorch（ulimit -v）</translation>
    </message>
    <message>
        <source>%1 has no room for %2, which has %3</source>
        <translation>%1 没有空间容纳 %2，后者有 %3</translation>
    </message>
    <message>
        <source>reading failed</source>
        <translation>读取失败</translation>
    </message>
    <message>
        <source>LibTorch cannot load to %1</source>
        <translation>LibTorch 无法加载到 %1</translation>
    </message>
    <message>
        <source>LibTorch cannot load this</source>
        <translation>LibTorch 无法加载此内容</translation>
    </message>
    <message>
        <source>there is not enough memory; nothing stays loaded</source>
        <translation>内存不足；没有任何内容保持加载</translation>
    </message>
    <message>
        <source>the LibTorch module gave no reason</source>
        <translation>LibTorch 模块没有给出原因</translation>
    </message>
    <message>
        <source>LibTorch cannot give the values</source>
        <translation>LibTorch 无法给出数值</translation>
    </message>
    <message>
        <source>Everything but loading through LibTorch works without it</source>
        <translation>除了通过 LibTorch 加载，其他功能没有它也能使用</translation>
    </message>
    <message>
        <source>the LibTorch module is not where CAIRN_RUNTIME says: %1</source>
        <translation>LibTorch 模块不在 CAIRN_RUNTIME 所说的位置：%1</translation>
    </message>
    <message>
        <source>The LibTorch module, cairn_torch.so, is not at %1, and no PyTorch is looked for, as CAIRN_TORCH_AT or --torch-at says</source>
        <translation>LibTorch 模块 cairn_torch.so 不在 %1，并且按照 CAIRN_TORCH_AT 或 --torch-at 的设置，不查找 PyTorch</translation>
    </message>
    <message>
        <source>The LibTorch module, cairn_torch.so, is not at %1, and there is no PyTorch in the active environment, behind python3 on the PATH, or in the usual places</source>
        <translation>LibTorch 模块 cairn_torch.so 不在 %1，并且在激活的环境中、PATH 上的 python3 背后和常见位置都没有 PyTorch</translation>
    </message>
    <message>
        <source>The LibTorch module, cairn_torch.so, is not at %1%2</source>
        <translation>LibTorch 模块 cairn_torch.so 不在 %1%2</translation>
    </message>
    <message>
        <source>there is no PyTorch at %1</source>
        <translation>%1 处没有 PyTorch</translation>
    </message>
    <message>
        <source>Neither a torch in the packages of a Python nor libtorch_cpu.so is there. %1</source>
        <translation>那里既没有 Python 软件包中的 torch，也没有 libtorch_cpu.so。%1</translation>
    </message>
    <message>
        <source>Name an environment, a python, a torch folder or libtorch_cpu.so, with --torch-at or CAIRN_TORCH_AT</source>
        <translation>请用 --torch-at 或 CAIRN_TORCH_AT 指定环境、python、torch 文件夹或 libtorch_cpu.so</translation>
    </message>
    <message>
        <source>%1 at %2 cannot be used</source>
        <translation>位于 %2 的 %1 无法使用</translation>
    </message>
    <message>
        <source>code of TorchScript runs in the LibTorch module or in a python that has PyTorch, and neither is there</source>
        <translation>TorchScript 的代码在 LibTorch 模块或带有 PyTorch 的 python 中运行，而两者都没有</translation>
    </message>
    <message>
        <source>The module, cairn_torch.so, is not at %1, and no PyTorch 2.3 or later was found with a python beside it. The tensors can be read all the same</source>
        <translation>模块 cairn_torch.so 不在 %1，也没有找到旁边有 python 的 PyTorch 2.3 或更高版本。张量仍可照常读取</translation>
    </message>
    <message>
        <source>Load it without --run-script-code, name an environment with --torch-at, or install the package cairn-runtime-torch</source>
        <translation>请不使用 --run-script-code 加载，用 --torch-at 指定环境，或安装软件包 cairn-runtime-torch</translation>
    </message>
    <message>
        <source>CAIRN_RUNTIME names it</source>
        <translation>由 CAIRN_RUNTIME 指定</translation>
    </message>
    <message>
        <source>it was built for this Cairn</source>
        <translation>为此 Cairn 构建</translation>
    </message>
    <message>
        <source>it was named</source>
        <translation>由用户指定</translation>
    </message>
    <message>
        <source>it is the first that can be used</source>
        <translation>是第一个可用的</translation>
    </message>
    <message>
        <source>%1 finds no device of %2</source>
        <translation>%1 没有找到 %2 设备</translation>
    </message>
    <message>
        <source>Take a LibTorch that can use %1, see `cairn-cli devices`</source>
        <translation>请使用能用 %1 的 LibTorch，见 `cairn-cli devices`</translation>
    </message>
    <message>
        <source>there is no tensor in it to compare</source>
        <translation>其中没有可比较的张量</translation>
    </message>
    <message>
        <source>a histogram goes from a number to a larger one, in 1 to 65536 bins</source>
        <translation>直方图须从一个数到更大的数，分为 1 到 65536 个区间</translation>
    </message>
    <message>
        <source>it has no tensor of %1 as its %2, so its values are not known</source>
        <translation>它没有由 %1 组成的张量作为其 %2，因此其数值未知</translation>
    </message>
    <message>
        <source>elements of %1 do not lie on whole bytes or parts of one; their numbers are not shown</source>
        <translation>%1 的元素不位于整字节或字节的等分上；其数值没有显示</translation>
    </message>
    <message>
        <source>it has no axis of channels, so its values are not known</source>
        <translation>它没有通道轴，因此其数值未知</translation>
    </message>
    <message>
        <source>there are no numbers to show</source>
        <translation>没有可显示的数值</translation>
    </message>
    <message>
        <source>this part of the tensor is not there, or is too large to be read at once</source>
        <translation>张量的这一部分不存在，或太大而无法一次读取</translation>
    </message>
    <message>
        <source>the tensors have different shapes</source>
        <translation>张量的形状不同</translation>
    </message>
    <message>
        <source>one of them is complex, the other is not</source>
        <translation>其中一个是复数，另一个不是</translation>
    </message>
    <message>
        <source>of complex numbers that are computed no part is written</source>
        <translation>对于经计算得出的复数，不能只写出一部分</translation>
    </message>
    <message>
        <source>Take the whole tensor</source>
        <translation>请取整个张量</translation>
    </message>
    <message>
        <source>it reaches outside its storage</source>
        <translation>它超出其存储</translation>
    </message>
    <message>
        <source>its shape has a negative size or more elements than a tensor can have</source>
        <translation>其形状有负的大小，或元素数超过张量所能拥有的数量</translation>
    </message>
    <message>
        <source>its elements are parts of bytes and not in order</source>
        <translation>其元素是字节的一部分且不按顺序</translation>
    </message>
    <message>
        <source>it is a link that somebody else made to a file that is not theirs</source>
        <translation>它是他人创建的链接，指向并不属于该人的文件</translation>
    </message>
    <message>
        <source>Copy the file that you mean to the place of the link, if you trust it</source>
        <translation>如果信任该文件，请将它复制到链接所在的位置</translation>
    </message>
    <message>
        <source>the file would be larger than this process or this file system may have it (see ulimit -f)</source>
        <translation>文件将超过此进程或此文件系统允许的大小（参见 ulimit -f）</translation>
    </message>
    <message>
        <source>its storages are compressed to a small part of their size: whoever loads it needs %1 of memory</source>
        <translation>它的存储被压缩到原大小的一小部分：加载它需要 %1 内存</translation>
    </message>
    <message>
        <source>torch would unpack them to %1</source>
        <translation>torch 会将它们解压到 %1</translation>
    </message>
    <message>
        <source>torch reads it into memory once for each way of writing its key</source>
        <translation>键每有一种写法，torch 就将它读入内存一次</translation>
    </message>
    <message>
        <source>torch makes room for as many as the file claims, and leaves in them what was in memory</source>
        <translation>torch 会按文件声称的数量分配空间，并保留内存中原有的内容</translation>
    </message>
    <message>
        <source>torch does not tell upper from lower case there, and so reads one record into memory again and again</source>
        <translation>torch 在此不区分大小写，因此会将同一条记录反复读入内存</translation>
    </message>
    <message>
        <source>storage %1 is the record %2 in other letters, which torch takes for the same</source>
        <translation>存储 %1 与记录 %2 只有大小写不同，torch 会将二者视为同一个</translation>
    </message>
    <message>
        <source>it makes %1 of values out of %2 of the file, and the tensors of this file may repeat %3 together</source>
        <translation>它用文件中的 %2 产生 %1 的值，而此文件的所有张量合计最多可重复 %3</translation>
    </message>
    <message>
        <source>A small file could keep every program busy that reads all its values</source>
        <translation>一个小文件可能会让读取其全部值的任何程序一直忙碌</translation>
    </message>
    <message>
        <source>Read a part of it, or load the file with PyTorch and save a clone() of what you need</source>
        <translation>请只读取其中一部分，或用 PyTorch 加载该文件并保存所需内容的 clone()</translation>
    </message>
    <message>
        <source>It is there for a memory format of torch, and for nothing else</source>
        <translation>它只用于 torch 的内存格式，别无他用</translation>
    </message>
    <message>
        <source>It reads members here, as Python saves a class inside a class, a member of an enum and a method of an object; which ones is told beside it</source>
        <translation>它在此处读取成员，正如 Python 保存类中的类、枚举的成员和对象的方法那样；具体是哪些，旁边有说明</translation>
    </message>
    <message>
        <source>It keeps functions with some of their arguments here, which are told beside it</source>
        <translation>它在此处保存带有部分参数的函数；具体是哪些，旁边有说明</translation>
    </message>
    <message>
        <source>--rename %1 does not say which names</source>
        <translation>--rename %1 没有说明是哪些名称</translation>
    </message>
    <message>
        <source>To put %1 in front of all of them write %2</source>
        <translation>若要在所有名称前加上 %1，请写 %2</translation>
    </message>
    <message>
        <source>Python takes very long to compare it with numbers as long as there are in this file</source>
        <translation>将它与此文件中这样长的数字比较时，Python 需要很长时间</translation>
    </message>
    <message>
        <source>Do not load this file: it would run harmful code</source>
        <translation>不要加载此文件：它会运行有害代码</translation>
    </message>
    <message>
        <source>Will not load on %1 as it is</source>
        <translation>无法直接在%1加载</translation>
    </message>
    <message>
        <source>Will not load on %1 with this map</source>
        <translation>用此映射无法在%1加载</translation>
    </message>
    <message>
        <source>Loads on %1</source>
        <translation>可在%1加载</translation>
    </message>
    <message>
        <source>Loads on %1, if you trust it: it runs code</source>
        <translation>若信任它，可在%1加载：它会运行代码</translation>
    </message>
    <message>
        <source>storage %1</source>
        <translation>存储 %1</translation>
    </message>
    <message>
        <source>nested too deep to show</source>
        <translation>嵌套过深，无法显示</translation>
    </message>
    <message>
        <source>--to safetensors --drop-others writes its tensors</source>
        <translation>--to safetensors --drop-others 可写出其中的张量</translation>
    </message>
    <message>
        <source>Without these options its tags can be changed; --to safetensors --drop-others writes its tensors</source>
        <translation>不用这些选项时可以更改它的标签；--to safetensors --drop-others 可写出其中的张量</translation>
    </message>
    <message>
        <source>Make a .pth of it first, with --to pth, and then what is wanted of that</source>
        <translation>先用 --to pth 把它转成 .pth，再从那个文件做想要的操作</translation>
    </message>
    <message>
        <source>torch zip</source>
        <translation>torch zip</translation>
    </message>
    <message>
        <source>torch legacy stream</source>
        <translation>torch 旧版流</translation>
    </message>
    <message>
        <source>torch tar</source>
        <translation>torch tar</translation>
    </message>
    <message>
        <source>TorchScript</source>
        <translation>TorchScript</translation>
    </message>
    <message>
        <source>torch.package</source>
        <translation>torch.package</translation>
    </message>
    <message>
        <source>pt2 archive</source>
        <translation>pt2 归档</translation>
    </message>
    <message>
        <source>safetensors</source>
        <translation>safetensors</translation>
    </message>
    <message>
        <source>sharded set</source>
        <translation>分片集合</translation>
    </message>
    <message>
        <source>distributed shard</source>
        <translation>分布式分片</translation>
    </message>
    <message>
        <source>checkpoint folder</source>
        <translation>检查点文件夹</translation>
    </message>
    <message>
        <source>files of ranks</source>
        <translation>各 rank 的文件</translation>
    </message>
    <message>
        <source>pickle</source>
        <translation>pickle</translation>
    </message>
    <message>
        <source>its name ends in %1: %2 calls a download so that has not finished</source>
        <translation>其名称以 %1 结尾：%2 这样命名尚未完成的下载</translation>
    </message>
    <message>
        <source>beside it is %1: aria2 has not finished this download, and fetches its parts in any order, so zeros can stand anywhere in it; run aria2c again to go on</source>
        <translation>旁边有 %1：aria2 尚未完成此下载，它以任意顺序获取各部分，因此文件中任何位置都可能是零；再次运行 aria2c 即可继续</translation>
    </message>
    <message>
        <source>the last %1 of it are zeros, as where room was set aside for a download that stopped; what lies there is taken for lost, since nothing tells it from numbers that are zero</source>
        <translation>文件最后 %1 是零，如同为中断的下载预留的空间；那里的内容被视为已丢失，因为无法与值为零的数字区分</translation>
    </message>
    <message>
        <source>it is cut off: it has %1 of %2 bytes</source>
        <translation>文件被截断：共 %2 字节，只有 %1 字节</translation>
    </message>
    <message>
        <source>two files were joined: at byte %1 another one begins, %2 of %3; `tail -c +%4` gives it</source>
        <translation>两个文件被连接在一起：在字节 %1 处开始另一个文件（%2，%3）；`tail -c +%4` 可取出它</translation>
    </message>
    <message>
        <source>%1 follow its end, and are left out</source>
        <translation>其末尾之后还有 %1，不予写入</translation>
    </message>
    <message>
        <source>its tensors reach further than 64 bits count</source>
        <translation>其张量超出 64 位所能计数的范围</translation>
    </message>
    <message>
        <source>It ends or is damaged before its storages begin, so no tensor is left</source>
        <translation>它在存储开始之前就结束或损坏，因此没有留下任何张量</translation>
    </message>
    <message>
        <source>its storages reach further than any file</source>
        <translation>其存储超出任何文件的大小</translation>
    </message>
    <message>
        <source>none of its records can be made out</source>
        <translation>无法辨认其中任何记录</translation>
    </message>
    <message>
        <source>the record that names its tensors is lost; %1 are left without a name</source>
        <translation>命名其张量的记录已丢失；留下 %1，但没有名称</translation>
    </message>
    <message>
        <source>TorchScript is written with it behind the numbers, which so have neither names nor shapes nor dtypes</source>
        <translation>TorchScript 将该记录写在数字之后，因此这些数字没有名称、形状和 dtype</translation>
    </message>
    <message>
        <source>some records are there twice, and nothing tells which of them belong together</source>
        <translation>有些记录出现两次，无法得知哪些属于同一份</translation>
    </message>
    <message>
        <source>its table of contents is lost: the file is cut off, or its end was never written. Its records were found one by one</source>
        <translation>其目录已丢失：文件被截断，或其末尾从未写入。记录是逐个找到的</translation>
    </message>
    <message>
        <source>its table of contents does not fit the file; its records were found one by one</source>
        <translation>其目录与文件不符；记录是逐个找到的</translation>
    </message>
    <message>
        <source>there are bytes between its records that belong to none</source>
        <translation>其记录之间有不属于任何记录的字节</translation>
    </message>
    <message>
        <source>It says which tensors there are and where, so nothing can be saved without it</source>
        <translation>它说明有哪些张量以及位于何处，没有它就无法挽救任何内容</translation>
    </message>
    <message>
        <source>this is a pickle that no torch.save has written</source>
        <translation>这是一个并非由 torch.save 写入的 pickle</translation>
    </message>
    <message>
        <source>Its numbers lie between its instructions, so where one is lost, nothing tells where the next begins</source>
        <translation>其数字位于指令之间，丢失一处后就无法得知下一处从哪里开始</translation>
    </message>
    <message>
        <source>nothing can be saved of a file of this format</source>
        <translation>无法挽救此格式的文件</translation>
    </message>
    <message>
        <source>Of a sharded set, save each shard by itself</source>
        <translation>对于分片集合，请分别挽救每个分片</translation>
    </message>
    <message>
        <source>Unpack it with `gzip -dc FILE &gt; OUT`, which also gives what is left of one that is cut off, and then save what is in OUT</source>
        <translation>用 `gzip -dc FILE &gt; OUT` 解压，对被截断的文件也能得到剩余部分，然后挽救 OUT 中的内容</translation>
    </message>
    <message>
        <source>what names the tensors and their shapes is not what was saved: so no tensor can be told from another with certainty</source>
        <translation>命名张量及其形状的内容与保存时不同：因此无法可靠地区分各张量</translation>
    </message>
    <message>
        <source>no tensor is left that could be written</source>
        <translation>没有留下可以写入的张量</translation>
    </message>
    <message>
        <source>Look at what there is without -o; --fill-zero also writes what is damaged</source>
        <translation>不带 -o 可查看现有内容；--fill-zero 也会写入已损坏的内容</translation>
    </message>
    <message>
        <source>Get the file again from where it came from</source>
        <translation>从来源重新获取该文件</translation>
    </message>
    <message>
        <source>the file changed after it was looked at</source>
        <translation>文件在检查之后发生了变化</translation>
    </message>
    <message>
        <source>rows %1 of %2</source>
        <translation>%2 行中的第 %1 行</translation>
    </message>
    <message>
        <source>The format has no device tags</source>
        <translation>此格式没有设备标签</translation>
    </message>
    <message>
        <source>It is read on any machine as it is</source>
        <translation>在任何机器上都可以原样读取</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>NumPy archive</source>
        <translation>NumPy 归档</translation>
    </message>
    <message>
        <source>GGUF</source>
        <translation>GGUF</translation>
    </message>
    <message>
        <source>its type has the number %1, which is not known here</source>
        <translation>其类型编号为 %1，此处不认识</translation>
    </message>
    <message>
        <source>its rows of %1 are no whole number of blocks of %2</source>
        <translation>其每行 %1 个数不是 %2 块的整数倍</translation>
    </message>
    <message>
        <source>the file ends before the tensor %1</source>
        <translation>文件在张量 %1 之前就结束了</translation>
    </message>
    <message>
        <source>two of its tensors share bytes</source>
        <translation>其中两个张量共用字节</translation>
    </message>
    <message>
        <source>types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>blocks of the type %1 are not decoded; they are shown as bytes</source>
        <translation>类型 %1 的块不解码，按字节显示</translation>
    </message>
    <message>
        <source>it has more tensors and values than a file of its size may have</source>
        <translation>其张量和值的数目超过此大小的文件所允许的数目</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>its elements are %1, which no tensor can hold</source>
        <translation>其元素为 %1，张量无法容纳</translation>
    </message>
    <message>
        <source>the array needs %1 bytes, but only %2 are left in the file</source>
        <translation>数组需要 %1 字节，但文件中只剩 %2 字节</translation>
    </message>
    <message>
        <source>%1 follow the array</source>
        <translation>数组之后还有 %1</translation>
    </message>
    <message>
        <source>it has more rows than a file of its size may have</source>
        <translation>其行数超过此大小的文件所允许的行数</translation>
    </message>
    <message>
        <source>this GGUF file is big endian</source>
        <translation>此 GGUF 文件是大端序</translation>
    </message>
    <message>
        <source>this GGUF file is of version %1</source>
        <translation>此 GGUF 文件的版本为 %1</translation>
    </message>
    <message>
        <source>Versions 2 and 3 are read, little endian</source>
        <translation>可读取版本 2 和 3，小端序</translation>
    </message>
    <message>
        <source>Convert the model again with a llama.cpp of today</source>
        <translation>用当前的 llama.cpp 重新转换模型</translation>
    </message>
    <message>
        <source>its header ends in the middle</source>
        <translation>其头部在中途结束</translation>
    </message>
    <message>
        <source>its metadata has a value of the unknown type %1</source>
        <translation>其元数据中有未知类型 %1 的值</translation>
    </message>
    <message>
        <source>its metadata has an array of arrays</source>
        <translation>其元数据中有数组的数组</translation>
    </message>
    <message>
        <source>its tensor %1 has %2 dimensions</source>
        <translation>其张量 %1 有 %2 个维度</translation>
    </message>
    <message>
        <source>its tensors lie further than 64 bits count</source>
        <translation>其张量超出 64 位所能计数的范围</translation>
    </message>
    <message>
        <source>it has two tensors of the name %1</source>
        <translation>其中有两个名为 %1 的张量</translation>
    </message>
    <message>
        <source>Save the array again with numpy.save</source>
        <translation>用 numpy.save 重新保存数组</translation>
    </message>
    <message>
        <source>the file ends in the header of its array</source>
        <translation>文件在数组头部中结束</translation>
    </message>
    <message>
        <source>the array has the format version %1, which is not known</source>
        <translation>数组的格式版本为 %1，无法识别</translation>
    </message>
    <message>
        <source>the header of the array claims %1</source>
        <translation>数组头部声称有 %1</translation>
    </message>
    <message>
        <source>the header of the array is not what NumPy writes</source>
        <translation>数组头部不是 NumPy 所写的形式</translation>
    </message>
    <message>
        <source>this is not a usable GGUF file</source>
        <translation>这不是可用的 GGUF 文件</translation>
    </message>
    <message>
        <source>this is not a usable NumPy array</source>
        <translation>这不是可用的 NumPy 数组</translation>
    </message>
    <message>
        <source>the file of the model holds no dictionary</source>
        <translation>模型的文件中不是字典</translation>
    </message>
    <message>
        <source>DeepSpeed writes one, with the weights as &quot;module&quot;</source>
        <translation>DeepSpeed 写的是字典，权重在 &quot;module&quot; 中</translation>
    </message>
    <message>
        <source>its experts lie in files of their own</source>
        <translation>它的专家各在自己的文件中</translation>
    </message>
    <message>
        <source>its model was trained in a pipeline</source>
        <translation>它的模型是以流水线方式训练的</translation>
    </message>
    <message>
        <source>How such files go together is known to the program that wrote them alone</source>
        <translation>这些文件如何合在一起，只有写它们的程序知道</translation>
    </message>
    <message>
        <source>Make a universal checkpoint of it with DeepSpeed&apos;s ds_to_universal.py: that opens here. Each file opens by itself, too</source>
        <translation>用 DeepSpeed 的 ds_to_universal.py 把它转成 universal 检查点，就能在此打开。每个文件也可以单独打开</translation>
    </message>
    <message>
        <source>its model is cut between %1 (tensor or pipeline parallel)</source>
        <translation>它的模型分在 %1 之间（张量并行或流水线并行）</translation>
    </message>
    <message>
        <source>How the parts go together is known to the program that wrote them alone</source>
        <translation>各部分如何合在一起，只有写它们的程序知道</translation>
    </message>
    <message>
        <source>no file of the model can be opened</source>
        <translation>模型的文件都打不开</translation>
    </message>
    <message>
        <source>The names and shapes of the weights are in *_model_states.pt</source>
        <translation>权重的名称和形状在 *_model_states.pt 中</translation>
    </message>
    <message>
        <source>there were %1, and this is of one more: it is left over from another save</source>
        <translation>当时共有 %1，此文件属于多出来的一个：是另一次保存留下的</translation>
    </message>
    <message>
        <source>it says that there were %1 ranks, and the model says %2</source>
        <translation>它说有 %1 个 rank，而模型说有 %2 个</translation>
    </message>
    <message>
        <source>the part of rank %1 has %2 elements, and should have %3 at least</source>
        <translation>rank %1 的部分有 %2 个元素，至少应有 %3 个</translation>
    </message>
    <message>
        <source>latest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>as they were used, whole, in &quot;module&quot;; as they were trained in &quot;fp32&quot;</source>
        <translation>完整的使用中的权重在 &quot;module&quot;；训练用的权重在 &quot;fp32&quot;</translation>
    </message>
    <message>
        <source>as they were trained, in &quot;fp32&quot;</source>
        <translation>训练用的权重在 &quot;fp32&quot;</translation>
    </message>
    <message>
        <source>the ranks do not agree on its dtype, rank %1 among them</source>
        <translation>各 rank 对其 dtype 说法不一，包括 rank %1</translation>
    </message>
    <message>
        <source>it holds no tensor</source>
        <translation>其中没有张量</translation>
    </message>
    <message>
        <source>the parts of the ranks have %1 elements, and the parameters take %2</source>
        <translation>各 rank 的部分共有 %1 个元素，而参数需要 %2 个</translation>
    </message>
    <message>
        <source>They are of different saves, or the file says something wrong of itself</source>
        <translation>它们来自不同的保存，或者文件对自身的说明有误</translation>
    </message>
    <message>
        <source>the files of all ranks are missing</source>
        <translation>所有 rank 的文件都缺失</translation>
    </message>
    <message>
        <source>the ranks have parts of different sizes: %1 and %2 elements</source>
        <translation>各 rank 的部分大小不一：%1 和 %2 个元素</translation>
    </message>
    <message>
        <source>its place in the part of rank %1 is told in two ways</source>
        <translation>它在 rank %1 部分中的位置有两种说法</translation>
    </message>
    <message>
        <source>By the shapes before it and by the file&apos;s own list of what is where</source>
        <translation>一种来自它前面的形状，一种来自文件自己的位置表</translation>
    </message>
    <message>
        <source>a rank&apos;s part of the weights is no vector</source>
        <translation>某个 rank 的权重部分不是向量</translation>
    </message>
    <message>
        <source>it has no part of the weights</source>
        <translation>其中没有权重的部分</translation>
    </message>
    <message>
        <source>Neither single_partition_of_fp32_groups nor fp32_flat_groups is in it</source>
        <translation>其中既没有 single_partition_of_fp32_groups，也没有 fp32_flat_groups</translation>
    </message>
    <message>
        <source>DeepSpeed folder</source>
        <translation>DeepSpeed 文件夹</translation>
    </message>
    <message>
        <source>line %1 is none of a list of SHA-256 sums</source>
        <translation>第 %1 行不属于 SHA-256 校验和列表</translation>
    </message>
    <message>
        <source>Give a file that `cairn-cli sum` or sha256sum wrote</source>
        <translation>请提供由 `cairn-cli sum` 或 sha256sum 写入的文件</translation>
    </message>
    <message>
        <source>neither file holds its bytes</source>
        <translation>两个文件都不包含它的字节</translation>
    </message>
    <message>
        <source>this is no database of models</source>
        <translation>这不是模型数据库</translation>
    </message>
    <message>
        <source>the database of models is damaged</source>
        <translation>模型数据库已损坏</translation>
    </message>
    <message>
        <source>%1, %2 layers, bidirectional</source>
        <translation>%1，%2 层，双向</translation>
    </message>
    <message>
        <source>%1, %2 layers</source>
        <translation>%1，%2 层</translation>
    </message>
    <message>
        <source>%1, bidirectional</source>
        <translation>%1，双向</translation>
    </message>
    <message>
        <source>Linear %1, transposed</source>
        <translation>Linear %1，转置</translation>
    </message>
    <message>
        <source>Conv %1 %2, transposed</source>
        <translation>Conv %1 %2，转置</translation>
    </message>
    <message>
        <source>Conv %1, depthwise, %2 channels</source>
        <translation>Conv %1，逐通道，%2 个通道</translation>
    </message>
    <message>
        <source>attention, width %1</source>
        <translation>注意力，宽度 %1</translation>
    </message>
    <message>
        <source>attention, width %1, keys and values %2</source>
        <translation>注意力，宽度 %1，键和值 %2</translation>
    </message>
    <message>
        <source>LoRA of rank %1, %2</source>
        <translation>秩为 %1 的 LoRA，%2</translation>
    </message>
    <message>
        <source>quantised weights</source>
        <translation>量化权重</translation>
    </message>
    <message>
        <source>a single number</source>
        <translation>单个数</translation>
    </message>
    <message>
        <source>Parameter %1</source>
        <translation>参数 %1</translation>
    </message>
    <message>
        <source>this is one of %1 files, and of the others these are not here: %2</source>
        <translation>这是 %1 个文件之一，其中不在此处的有：%2</translation>
    </message>
    <message>
        <source>this is one of %1 files, which are all here; what is said is of this one</source>
        <translation>这是 %1 个文件之一，全部都在此处；这里只说明这一个</translation>
    </message>
    <message>
        <source>%1 or one of %2 more with the same keys and shapes</source>
        <translation>%1，或键与形状相同的另外 %2 个之一</translation>
    </message>
    <message>
        <source>%1 (their keys and shapes are the same)</source>
        <translation>%1（它们的键与形状相同）</translation>
    </message>
    <message>
        <source>%1, 1 class</source>
        <translation>%1，1 个类别</translation>
    </message>
    <message>
        <source>%1, %2 classes</source>
        <translation>%1，%2 个类别</translation>
    </message>
    <message>
        <source>%1, 1 channel</source>
        <translation>%1，1 个通道</translation>
    </message>
    <message>
        <source>%1, %2 channels</source>
        <translation>%1，%2 个通道</translation>
    </message>
    <message>
        <source>%1, a vocabulary of %2</source>
        <translation>%1，词表大小 %2</translation>
    </message>
    <message>
        <source>%1, without its head</source>
        <translation>%1，没有头部</translation>
    </message>
    <message>
        <source>closest: %1; 1 key differs, %2 fit</source>
        <translation>最接近：%1；1 个键不同，%2 个吻合</translation>
    </message>
    <message>
        <source>closest: %1; %2 keys differ, %3 fit</source>
        <translation>最接近：%1；%2 个键不同，%3 个吻合</translation>
    </message>
    <message>
        <source>%1; all %2 keys fit</source>
        <translation>%1；全部 %2 个键吻合</translation>
    </message>
    <message>
        <source>%1 behind %2</source>
        <translation>%1，位于 %2 之后</translation>
    </message>
    <message>
        <source>%1 behind %2; other keys beside it: %3</source>
        <translation>%1，位于 %2 之后；旁边还有其他键：%3 个</translation>
    </message>
    <message>
        <source>Name a checkpoint in it</source>
        <translation>请指定其中的一个检查点</translation>
    </message>
    <message>
        <source>two entries are called %1</source>
        <translation>有两个条目都叫 %1</translation>
    </message>
    <message>
        <source>Keys may hold dots, and 1 and &quot;1&quot; are two keys</source>
        <translation>键中可以有点号，而且 1 和 &quot;1&quot; 是两个键</translation>
    </message>
    <message>
        <source>Write a .pth, which keeps them apart, or leave both out with --drop</source>
        <translation>请写成 .pth，它能区分二者；或用 --drop 把两者都去掉</translation>
    </message>
    <message>
        <source>the names of the shards would say no format</source>
        <translation>这些分片的名称看不出格式</translation>
    </message>
    <message>
        <source>Programs find shards by names that end in .safetensors</source>
        <translation>程序按以 .safetensors 结尾的名称查找分片</translation>
    </message>
    <message>
        <source>Its key is no text but %1, and a new name is text</source>
        <translation>它的键不是文本，而是 %1，新名称却是文本</translation>
    </message>
    <message>
        <source>Keep its name</source>
        <translation>请保留它的名称</translation>
    </message>
    <message>
        <source>Keep its name, or choose what is in it: %1</source>
        <translation>请保留它的名称，或选择其中的内容：%1</translation>
    </message>
    <message>
        <source>%1 is sold with different memory</source>
        <translation>%1 有多种显存容量</translation>
    </message>
    <message>
        <source>Write %1 or %2</source>
        <translation>请写 %1 或 %2</translation>
    </message>
    <message>
        <source>%1 describes no machine%2</source>
        <translation>%1 描述的不是一台机器%2</translation>
    </message>
    <message>
        <source>Write &quot;cpu&quot;, &quot;1 x 24 GB&quot;, &quot;2 x H100&quot; or &quot;8 x 80 GB, cpu 512 GB&quot; for a machine with that, or the path of a file that `cairn-cli devices --json` wrote there, or &quot;this&quot; for the machine that Cairn runs on</source>
        <translation>请写 &quot;cpu&quot;、&quot;1 x 24 GB&quot;、&quot;2 x H100&quot; 或 &quot;8 x 80 GB, cpu 512 GB&quot; 来描述一台机器，或写 `cairn-cli devices --json` 在那里写出的文件的路径，或写 &quot;this&quot; 表示 Cairn 所在的机器</translation>
    </message>
    <message>
        <source>the Python at %1 has no PyTorch</source>
        <translation>%1 处的 Python 没有 PyTorch</translation>
    </message>
    <message>
        <source>No torch is among its packages. %1</source>
        <translation>它的软件包中没有 torch。%1</translation>
    </message>
    <message>
        <source>Install one with `%1 -m pip install torch`, or name the python of an environment that has one, with --torch-at or CAIRN_TORCH_AT</source>
        <translation>请用 `%1 -m pip install torch` 安装，或用 --torch-at 或 CAIRN_TORCH_AT 指定一个装有它的环境中的 python</translation>
    </message>
    <message>
        <source>this needs a file that is here</source>
        <translation>这需要本机上的文件</translation>
    </message>
    <message>
        <source>Read from afar</source>
        <translation>远程读取</translation>
    </message>
    <message>
        <source>%1 of %2, in %3</source>
        <translation>%1（共 %2），%3</translation>
    </message>
    <message>
        <source>the header of the record %1 does not say what the zip&apos;s directory says</source>
        <translation>记录 %1 的头与 zip 目录所说的不一致</translation>
    </message>
    <message>
        <source>the headers of %1 are read when the record is</source>
        <translation>%1的头在读取记录时才读取</translation>
    </message>
    <message>
        <source>this address names no file</source>
        <translation>这个地址没有指明文件</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE says not to ask the Hub</source>
        <translation>HF_HUB_OFFLINE 要求不访问 Hub</translation>
    </message>
    <message>
        <source>Unset HF_HUB_OFFLINE, or name a file that is here</source>
        <translation>取消设置 HF_HUB_OFFLINE，或指定本机上的文件</translation>
    </message>
    <message>
        <source>It is written hf://owner/name/file, or hf://owner/name@revision/file</source>
        <translation>应写成 hf://owner/name/file 或 hf://owner/name@revision/file</translation>
    </message>
    <message>
        <source>It is written s3://bucket/key</source>
        <translation>应写成 s3://bucket/key</translation>
    </message>
    <message>
        <source>Write %20 for a space</source>
        <translation>空格请写成 %20</translation>
    </message>
    <message>
        <source>files elsewhere are read through libcurl, which is not installed</source>
        <translation>其他地方的文件通过 libcurl 读取，而它没有安装</translation>
    </message>
    <message>
        <source>Install it (the package libcurl4 of Debian and Ubuntu), or download the file</source>
        <translation>请安装它（Debian 和 Ubuntu 的软件包 libcurl4），或下载文件</translation>
    </message>
    <message>
        <source>the server sends no parts of the file</source>
        <translation>服务器不能只发送文件的一部分</translation>
    </message>
    <message>
        <source>Only all of it could be had, and that was not taken</source>
        <translation>只能得到整个文件，因此没有接收</translation>
    </message>
    <message>
        <source>Download the file, and open it from here</source>
        <translation>请下载文件，再从本机打开</translation>
    </message>
    <message>
        <source>the server sent another part of the file than was asked for</source>
        <translation>服务器发送的不是所请求的那一部分</translation>
    </message>
    <message>
        <source>the server&apos;s answer is too long</source>
        <translation>服务器的回答太长</translation>
    </message>
    <message>
        <source>the server cannot be reached: %1</source>
        <translation>无法连接服务器：%1</translation>
    </message>
    <message>
        <source>Look at the address and at your network; a proxy is taken from https_proxy</source>
        <translation>请检查地址和网络；代理取自 https_proxy</translation>
    </message>
    <message>
        <source>the server does not prove to be who it should be: %1</source>
        <translation>服务器无法证明其身份：%1</translation>
    </message>
    <message>
        <source>Do not trust it; if it is your own, add its certificate to those of this system</source>
        <translation>不要信任它；如果是您自己的服务器，请把它的证书加入本系统</translation>
    </message>
    <message>
        <source>the file cannot be read from there: %1</source>
        <translation>无法从那里读取文件：%1</translation>
    </message>
    <message>
        <source>the server does not let you read it (%1)</source>
        <translation>服务器不允许您读取它（%1）</translation>
    </message>
    <message>
        <source>If it is yours to read, give the token in HF_TOKEN for the Hub, or the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for S3</source>
        <translation>如果您有权读取，请为 Hub 在 HF_TOKEN 中给出令牌，或为 S3 在 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY 中给出密钥</translation>
    </message>
    <message>
        <source>Look whether what you gave to prove who you are is still valid for it</source>
        <translation>请检查您用来证明身份的凭据对它是否仍然有效</translation>
    </message>
    <message>
        <source>there is no such file (%1)</source>
        <translation>没有这个文件（%1）</translation>
    </message>
    <message>
        <source>Look at the address</source>
        <translation>请检查地址</translation>
    </message>
    <message>
        <source>the server answers %1 instead of the file</source>
        <translation>服务器没有给出文件，而是回答 %1</translation>
    </message>
    <message>
        <source>Try again later</source>
        <translation>请稍后再试</translation>
    </message>
    <message>
        <source>libcurl cannot start</source>
        <translation>libcurl 无法启动</translation>
    </message>
    <message>
        <source>this build of Cairn cannot read files elsewhere</source>
        <translation>这个版本的 Cairn 不能读取其他地方的文件</translation>
    </message>
    <message>
        <source>It was built without the headers of libcurl</source>
        <translation>它在构建时没有 libcurl 的头文件</translation>
    </message>
    <message>
        <source>the file on the server changed while it was read</source>
        <translation>读取时服务器上的文件发生了变化</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>请重新打开</translation>
    </message>
    <message>
        <source>this is a repository, not a file</source>
        <translation>这是一个仓库，不是文件</translation>
    </message>
    <message>
        <source>It has no checkpoint in it that could be opened</source>
        <translation>其中没有可以打开的检查点</translation>
    </message>
    <message>
        <source>Name one of its files: %1, or one of %2 more</source>
        <translation>请指定其中的一个文件：%1，或另外 %2 个之一</translation>
    </message>
    <message>
        <source>Name one of its files: %1</source>
        <translation>请指定其中的一个文件：%1</translation>
    </message>
    <message>
        <source>Write all its tensors with --drop-others, or those of the model alone with --keep %1; --dry-run lists what is left out</source>
        <translation>请用 --drop-others 写入其全部张量，或用 --keep %1 只写入模型的张量；--dry-run 会列出略去的内容</translation>
    </message>
    <message>
        <source>the source is damaged: record %1 does not have the checksum that it was saved with</source>
        <translation>源文件已损坏：记录 %1 与保存时的校验和不符</translation>
    </message>
    <message>
        <source>the source is damaged: record %1 does not have the checksum that it was saved with, nor do %2 more</source>
        <translation>源文件已损坏：记录 %1 与保存时的校验和不符，另有 %2 个也是如此</translation>
    </message>
    <message>
        <source>Nothing was written</source>
        <translation>没有写入任何内容</translation>
    </message>
    <message>
        <source>Get the file again, leave what is damaged out with --drop, or take it as it is with --lenient</source>
        <translation>请重新获取该文件，用 --drop 略去损坏的部分，或用 --lenient 照原样采用</translation>
    </message>
    <message>
        <source>the name of the file says another format than it has</source>
        <translation>文件名所示的格式与实际格式不符</translation>
    </message>
    <message>
        <source>Rename it first, or name a copy with -o</source>
        <translation>请先重命名，或用 -o 指定副本</translation>
    </message>
    <message>
        <source>the changed file differs from what it should be: %1</source>
        <translation>更改后的文件与应有的内容不同：%1</translation>
    </message>
    <message>
        <source>The change was undone: the file is as it was before</source>
        <translation>更改已撤销：文件与之前相同</translation>
    </message>
    <message>
        <source>This file has only a part of a checkpoint of %1, which is the folder it is in</source>
        <translation>此文件只有 %1 检查点的一部分；检查点是它所在的文件夹</translation>
    </message>
    <message>
        <source>This is one of the %1 ranks of a checkpoint, with its part of the tensors</source>
        <translation>这是检查点的 %1 个 rank 之一，只有它那部分张量</translation>
    </message>
    <message>
        <source>This is one of the %1 files of a checkpoint that %2 lists</source>
        <translation>这是检查点的 %1 个文件之一，见 %2 中的列表</translation>
    </message>
    <message>
        <source>%1 (1 tensor)</source>
        <translation>%1（1 个张量）</translation>
    </message>
    <message>
        <source>%1 (%2 tensors)</source>
        <translation>%1（%2 个张量）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>behind %1</source>
        <translation>前缀 %1</translation>
    </message>
    <message>
        <source>in %1, behind %2</source>
        <translation>位于 %1，前缀 %2</translation>
    </message>
    <message>
        <source>beside it %1</source>
        <translation>旁边还有 %1</translation>
    </message>
    <message>
        <source>%1; beside it %2</source>
        <translation>%1；旁边还有 %2</translation>
    </message>
    <message>
        <source>missing: %1</source>
        <translation>缺少：%1</translation>
    </message>
    <message>
        <source>unexpected: %1</source>
        <translation>多余：%1</translation>
    </message>
    <message>
        <source>of another shape: %1</source>
        <translation>形状不同：%1</translation>
    </message>
    <message>
        <source>Told by names and shapes; nothing was executed.</source>
        <translation>由名称和形状推断；未执行任何代码。</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>%1 of %2 not done yet</source>
        <translation>%2 中还有 %1 个没有完成</translation>
    </message>
    <message>
        <source>Nothing was moved</source>
        <translation>没有移动任何文件</translation>
    </message>
    <message>
        <source>a copy has another size than its task wrote</source>
        <translation>副本的大小与其任务写入的不同</translation>
    </message>
    <message>
        <source>a copy is gone that its task wrote</source>
        <translation>任务写入的一个副本不见了</translation>
    </message>
    <message>
        <source>Remove %1 and run task %2 again</source>
        <translation>删除 %1，然后重新运行任务 %2</translation>
    </message>
    <message>
        <source>there are %1 and not %2 where the copies wait</source>
        <translation>副本等待的地方有 %1，而不是 %2 个</translation>
    </message>
    <message>
        <source>Take away what no task wrote</source>
        <translation>请移走不是任务写入的文件</translation>
    </message>
    <message>
        <source>the folder of copies is there already, and is not empty</source>
        <translation>副本的文件夹已经存在，而且不是空的</translation>
    </message>
    <message>
        <source>cannot give the folder of copies its name: %1</source>
        <translation>无法重命名副本的文件夹：%1</translation>
    </message>
    <message>
        <source>Move that away; the copies wait in %1</source>
        <translation>请把它移走；副本在 %1 中等待</translation>
    </message>
    <message>
        <source>a line of the plan has no end</source>
        <translation>计划中有一行没有结尾</translation>
    </message>
    <message>
        <source>this is no line of task %1</source>
        <translation>这一行不属于任务 %1</translation>
    </message>
    <message>
        <source>this line names no file and no copy below the folder of copies</source>
        <translation>这一行没有给出文件以及位于副本文件夹之内的副本</translation>
    </message>
    <message>
        <source>this is no folder of a batch</source>
        <translation>这不是批处理的文件夹</translation>
    </message>
    <message>
        <source>`cairn-cli batch plan` makes one</source>
        <translation>可以用 `cairn-cli batch plan` 创建</translation>
    </message>
    <message>
        <source>the plan is cut off</source>
        <translation>计划被截断了</translation>
    </message>
    <message>
        <source>the last line of the plan makes no sense</source>
        <translation>计划的最后一行没有意义</translation>
    </message>
    <message>
        <source>the folder of copies must be a plain path from the root</source>
        <translation>副本的文件夹必须是从根目录开始的普通路径</translation>
    </message>
    <message>
        <source>the plan does not have the lines of %1 tasks</source>
        <translation>计划里没有 %1 个任务的行</translation>
    </message>
    <message>
        <source>there is no task %1</source>
        <translation>没有任务 %1</translation>
    </message>
    <message>
        <source>The plan has %1, from 0 to %2</source>
        <translation>计划有 %1，从 0 到 %2</translation>
    </message>
    <message>
        <source>the place of task %1 makes no sense</source>
        <translation>任务 %1 的位置没有意义</translation>
    </message>
    <message>
        <source>this is the result of another task</source>
        <translation>这是另一个任务的结果</translation>
    </message>
    <message>
        <source>the field %1 must be a path</source>
        <translation>字段 %1 必须是路径</translation>
    </message>
    <message>
        <source>cannot make the folder: %1</source>
        <translation>无法创建文件夹：%1</translation>
    </message>
    <message>
        <source>cannot look at the file: %1</source>
        <translation>无法查看文件：%1</translation>
    </message>
    <message>
        <source>the copy has %1, and not the one that is wanted</source>
        <translation>副本有 %1，其中没有所要的那个</translation>
    </message>
    <message>
        <source>judged with it</source>
        <translation>一并判断</translation>
    </message>
    <message>
        <source>%1 and %2 beside it</source>
        <translation>%1 以及旁边的 %2</translation>
    </message>
    <message>
        <source>shards that an index lists have flat names, so the copy is not nested</source>
        <translation>索引列出的分片使用扁平名称，因此副本不嵌套</translation>
    </message>
    <message>
        <source>what the metadata says of nested names is damaged or goes with no tensor here, so the copy is one flat dict</source>
        <translation>元数据中关于嵌套名称的内容已损坏，或与此处的张量都不对应，因此副本是一个扁平的字典</translation>
    </message>
    <message>
        <source>%1 with other names than the metadata knows at the top of the copy, and not nested</source>
        <translation>%1 的名称与元数据所知的不同，位于副本顶层，未嵌套</translation>
    </message>
    <message>
        <source>the target is a link, which is not followed on Windows</source>
        <translation>目标是一个链接，在 Windows 上不会跟随它</translation>
    </message>
    <message>
        <source>Name the file that it leads to</source>
        <translation>请给出它所指向的文件</translation>
    </message>
    <message>
        <source>another program is using it</source>
        <translation>另一个程序正在使用它</translation>
    </message>
    <message>
        <source>loading through PyTorch is not available on this system</source>
        <translation>在此系统上不能通过 PyTorch 加载</translation>
    </message>
    <message>
        <source>`cairn-cli check` says whether the file loads, without PyTorch; `cairn-cli check --python` prints the code that loads it</source>
        <translation>`cairn-cli check` 不需要 PyTorch 就能说明文件能否加载；`cairn-cli check --python` 会打印加载它的代码</translation>
    </message>
    <message>
        <source>There is no file in it</source>
        <translation>其中没有文件</translation>
    </message>
    <message>
        <source>%1 loads it, torch.load does not</source>
        <translation>%1 可以加载它，torch.load 不能</translation>
    </message>
    <message>
        <source>weights_only=True, the default since torch 2.6, takes no programs</source>
        <translation>weights_only=True（自 torch 2.6 起为默认值）不接受程序</translation>
    </message>
    <message>
        <source>torch.load takes what torch.save writes</source>
        <translation>torch.load 只接受 torch.save 写出的文件</translation>
    </message>
    <message>
        <source>Make one file of it, which torch.load takes: `cairn-cli convert --to pth`</source>
        <translation>将它合为一个 torch.load 能加载的文件：`cairn-cli convert --to pth`</translation>
    </message>
    <message>
        <source>Load it with %1</source>
        <translation>用 %1 加载它</translation>
    </message>
    <message>
        <source>Loads on %1, but only with weights_only=False</source>
        <translation>能在%1上加载，但只能用 weights_only=False</translation>
    </message>
    <message>
        <source>Loads on %1 with weights_only=False, if you trust it: it runs code</source>
        <translation>若信任它，可用 weights_only=False 在%1上加载：它会运行代码</translation>
    </message>
    <message>
        <source>more follows its first value</source>
        <translation>第一个值后面还有内容</translation>
    </message>
    <message>
        <source>pickle.load reads the first value alone, and torch.load wants the number there that torch.save begins with</source>
        <translation>pickle.load 只读取第一个值，而 torch.load 要求那里是 torch.save 开头的数字</translation>
    </message>
    <message>
        <source>If torch.save wrote it, it is damaged: copy it again. If not, call pickle.load on the open file once for each value</source>
        <translation>如果它由 torch.save 写成，则已损坏：请重新复制。否则请对打开的文件为每个值调用一次 pickle.load</translation>
    </message>
    <message>
        <source>%1, which pickle.load does not read</source>
        <translation>%1，pickle.load 不会读取</translation>
    </message>
    <message>
        <source>weights_only=True takes no class whose source is in the file</source>
        <translation>weights_only=True 不接受源代码在文件中的类</translation>
    </message>
    <message>
        <source>which values torch would make of it cannot be told: %1; no pickler writes that</source>
        <translation>无法断定 torch 会由它得到哪些值：%1；没有任何 pickler 会这样写</translation>
    </message>
    <message>
        <source>items are added to an object as to a set</source>
        <translation>元素被当作集合添加到一个对象</translation>
    </message>
    <message>
        <source>a state is changed after an object has got it</source>
        <translation>状态在交给对象之后又被更改</translation>
    </message>
    <message>
        <source>a key is computed</source>
        <translation>某个键是计算出来的</translation>
    </message>
    <message>
        <source>what a container was made of is changed afterwards</source>
        <translation>构成容器的内容之后又被更改</translation>
    </message>
    <message>
        <source>a container is made in an unusual way</source>
        <translation>容器以不寻常的方式构成</translation>
    </message>
    <message>
        <source>a key is there twice; Python keeps the last value</source>
        <translation>某个键出现两次；Python 保留最后的值</translation>
    </message>
    <message>
        <source>the folder cannot be made: %1</source>
        <translation>无法创建文件夹：%1</translation>
    </message>
    <message>
        <source>the target exists already, and is no folder</source>
        <translation>目标已存在，而且不是文件夹</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>请选择其他名称</translation>
    </message>
    <message>
        <source>the folder exists already, and has something in it</source>
        <translation>文件夹已存在，而且不是空的</translation>
    </message>
    <message>
        <source>the folder has something in it that is no part of a checkpoint: %1</source>
        <translation>文件夹中有不属于检查点的内容：%1</translation>
    </message>
    <message>
        <source>A folder is replaced as a whole</source>
        <translation>文件夹会被整体替换</translation>
    </message>
    <message>
        <source>the folder that was there has no place to go</source>
        <translation>原有的文件夹无处可放</translation>
    </message>
    <message>
        <source>Move that one elsewhere: an earlier run was stopped while it replaced it</source>
        <translation>请将它移到别处：先前的一次运行在替换它时被中断</translation>
    </message>
    <message>
        <source>a device map has no meaning for --to dcp: such a folder is loaded to wherever the tensors are that it is loaded into</source>
        <translation>设备映射对 --to dcp 没有意义：这种文件夹会加载到目标张量所在的设备上</translation>
    </message>
    <message>
        <source>a folder of torch.distributed.checkpoint has no shards</source>
        <translation>torch.distributed.checkpoint 的文件夹没有分片</translation>
    </message>
    <message>
        <source>Say with --files how many files it is to have</source>
        <translation>请用 --files 指定它有多少个文件</translation>
    </message>
    <message>
        <source>--files is for --to dcp, whose folder has as many files as are wanted</source>
        <translation>--files 只用于 --to dcp，其文件夹可以有任意数量的文件</translation>
    </message>
    <message>
        <source>Other copies are one file, or with --shard-size a set of shards</source>
        <translation>其他副本是一个文件，或者用 --shard-size 写成一组分片</translation>
    </message>
    <message>
        <source>Add --to dcp, or leave out --files</source>
        <translation>请加上 --to dcp，或去掉 --files</translation>
    </message>
    <message>
        <source>--files is at most %1</source>
        <translation>--files 最大为 %1</translation>
    </message>
    <message>
        <source>an empty dictionary, for which such a folder has no place</source>
        <translation>空字典，这种文件夹无法保存它</translation>
    </message>
    <message>
        <source>one value of which only a part is wanted</source>
        <translation>这是一个值，而只需要其中的一部分</translation>
    </message>
    <message>
        <source>its key is no text and no whole number</source>
        <translation>它的键既不是文本也不是整数</translation>
    </message>
    <message>
        <source>two values would get the name %1</source>
        <translation>两个值会得到名称 %1</translation>
    </message>
    <message>
        <source>it holds itself, or is nested too deep</source>
        <translation>它包含自身，或嵌套过深</translation>
    </message>
    <message>
        <source>a storage or a tensor that is not written</source>
        <translation>未写入的存储或张量</translation>
    </message>
    <message>
        <source>an object that is made in a way of its own</source>
        <translation>以特殊方式创建的对象</translation>
    </message>
    <message>
        <source>an object of %1, which is no plain data</source>
        <translation>%1 的对象，不是普通数据</translation>
    </message>
    <message>
        <source>PyTorch has no dtype %1</source>
        <translation>PyTorch 没有 dtype %1</translation>
    </message>
    <message>
        <source>the metadata of the file has no place in such a folder: %1</source>
        <translation>这种文件夹无法保存文件的元数据：%1</translation>
    </message>
    <message>
        <source>not everything in this checkpoint can be carried into such a folder: %1</source>
        <translation>此检查点中并非所有内容都能放进这种文件夹：%1</translation>
    </message>
    <message>
        <source>a place in it has a key as torch.distributed.checkpoint writes none</source>
        <translation>其中一个位置的键不是 torch.distributed.checkpoint 会写出的</translation>
    </message>
    <message>
        <source>the keys of its places are made so that finding one takes long, as no program makes them</source>
        <translation>其位置的键被刻意构造，使查找极其缓慢，没有程序会这样写</translation>
    </message>
    <message>
        <source>a text is no UTF-8</source>
        <translation>有一段文本不是 UTF-8</translation>
    </message>
    <message>
        <source>it names more classes than any metadata does</source>
        <translation>它引用的类比任何元数据都多</translation>
    </message>
    <message>
        <source>a value gets items that it cannot hold</source>
        <translation>向一个不能容纳元素的值添加了元素</translation>
    </message>
    <message>
        <source>a dictionary gets a key that Python does not take</source>
        <translation>字典得到了一个 Python 不接受的键</translation>
    </message>
    <message>
        <source>an object is used before it has its state</source>
        <translation>一个对象在得到其状态之前就被使用</translation>
    </message>
    <message>
        <source>objects are nested as no metadata nests them</source>
        <translation>对象的嵌套方式是任何元数据都没有的</translation>
    </message>
    <message>
        <source>a value gets a state that it cannot have</source>
        <translation>一个值得到了它不能拥有的状态</translation>
    </message>
    <message>
        <source>an object gets a state when it has one</source>
        <translation>一个已有状态的对象又得到了状态</translation>
    </message>
    <message>
        <source>an object gets a state of another kind</source>
        <translation>一个对象得到了另一种状态</translation>
    </message>
    <message>
        <source>the stack is too short</source>
        <translation>栈中的值不够</translation>
    </message>
    <message>
        <source>Python has no such protocol</source>
        <translation>Python 没有这种协议</translation>
    </message>
    <message>
        <source>an object has no state</source>
        <translation>有一个对象没有状态</translation>
    </message>
    <message>
        <source>Python or torch stop with an error where they read it: %1</source>
        <translation>Python 或 torch 读取它时会报错停止：%1</translation>
    </message>
    <message>
        <source>a tensor with a quantisation scheme has numbers of %1, which are not quantised</source>
        <translation>带有量化方案的张量的数值是 %1，并非量化类型</translation>
    </message>
    <message>
        <source>it is marked as conjugated, but its numbers are not complex</source>
        <translation>它被标记为共轭，但其数值不是复数</translation>
    </message>
    <message>
        <source>a reference to a storage is no tuple</source>
        <translation>对存储的引用不是元组</translation>
    </message>
    <message>
        <source>%1 is called with what it does not take</source>
        <translation>调用 %1 时给出了它不接受的参数</translation>
    </message>
    <message>
        <source>a value of the class %1, which has no hash, is a key or a member of a set</source>
        <translation>类 %1 的值没有哈希，却被用作键或集合的成员</translation>
    </message>
    <message>
        <source>PyTorch 2 saved with it what older ones do not expect</source>
        <translation>PyTorch 2 随它保存了旧版本不认识的内容</translation>
    </message>
    <message>
        <source>one of its values cannot be read</source>
        <translation>它的一个值无法读取</translation>
    </message>
    <message>
        <source>Make the folder whole, or leave it out with --drop</source>
        <translation>请补全该文件夹，或用 --drop 将它排除</translation>
    </message>
    <message>
        <source>the file changed</source>
        <translation>文件已改变</translation>
    </message>
    <message>
        <source>loading it runs code of %1, as with the damaged file</source>
        <translation>加载它会运行 %1 的代码，与损坏的文件一样</translation>
    </message>
    <message>
        <source>it holds paths of Windows (%1), which Python makes there alone</source>
        <translation>它含有 Windows 的路径（%1），Python 只能在 Windows 上创建</translation>
    </message>
    <message>
        <source>It was saved by a program that ran on Windows</source>
        <translation>它由在 Windows 上运行的程序保存</translation>
    </message>
    <message>
        <source>Before it is loaded: `import pathlib; pathlib.WindowsPath = pathlib.PureWindowsPath`</source>
        <translation>加载前先执行：`import pathlib; pathlib.WindowsPath = pathlib.PureWindowsPath`</translation>
    </message>
    <message>
        <source>its paths take more room than it has itself</source>
        <translation>其路径占用的空间比它自身还多</translation>
    </message>
    <message>
        <source>%1 is called with more than any program gives it</source>
        <translation>调用 %1 时给出的内容多于任何程序会给出的</translation>
    </message>
    <message>
        <source>two arrays are %1 to NumPy: the record of this name, and the array</source>
        <translation>对 NumPy 来说有两个数组都是 %1：同名的记录，以及该数组</translation>
    </message>
    <message>
        <source>the zip&apos;s directory says that a header is masked; torch opens no such zip</source>
        <translation>该 zip 的目录声明有文件头被屏蔽；torch 不会打开这样的 zip</translation>
    </message>
    <message>
        <source>a record&apos;s name is no UTF-8; torch fails when it lists the records</source>
        <translation>有记录的名称不是 UTF-8；torch 列出记录时会失败</translation>
    </message>
    <message>
        <source>the file holds nothing that can be trained</source>
        <translation>该文件中没有可以训练的内容</translation>
    </message>
    <message>
        <source>There are no weights in it that are floating-point numbers</source>
        <translation>其中没有浮点数权重</translation>
    </message>
    <message>
        <source>it has two values of the name %1</source>
        <translation>其中有两个名为 %1 的值</translation>
    </message>
    <message>
        <source>its general.alignment is no power of two in 32 bits</source>
        <translation>其 general.alignment 不是 32 位范围内的 2 的幂</translation>
    </message>
    <message>
        <source>the index begins with a byte order mark, at which Python&apos;s json module stops</source>
        <translation>该索引以字节顺序标记开头，Python 的 json 模块遇到它会停止读取</translation>
    </message>
    <message>
        <source>it is in parts in %1, and whole on the first rank</source>
        <translation>它在 %1 中是分片的，而在第一个 rank 上是完整的</translation>
    </message>
    <message>
        <source>%1 has it, and the first rank has not</source>
        <translation>%1 有它，而第一个 rank 没有</translation>
    </message>
    <message>
        <source>%1 has it whole, and other ranks have parts</source>
        <translation>%1 中它是完整的，而其他 rank 只有分片</translation>
    </message>
    <message>
        <source>a list would have far more places than values</source>
        <translation>一个列表的位置会远多于其中的值</translation>
    </message>
    <message>
        <source>No program saves such a list; torch makes it, with None in the gaps</source>
        <translation>没有程序会保存这样的列表；torch 会照样生成它，并在空位填入 None</translation>
    </message>
    <message>
        <source>the name ends in %1; did you mean %2?</source>
        <translation>名称以 %1 结尾；您是否想写 %2？</translation>
    </message>
    <message>
        <source>--to pth or --to safetensors writes it under this name</source>
        <translation>使用 --to pth 或 --to safetensors 可以按此名称写入</translation>
    </message>
    <message>
        <source>the files of the ranks are not parts of one state_dict</source>
        <translation>各 rank 的文件不是同一个 state_dict 的组成部分</translation>
    </message>
    <message>
        <source>the folder is damaged</source>
        <translation>该文件夹已损坏</translation>
    </message>
    <message>
        <source>Convert the file of each rank by itself, or take what the first rank has with --lenient</source>
        <translation>请单独转换每个 rank 的文件，或用 --lenient 采用第一个 rank 的内容</translation>
    </message>
    <message>
        <source>Get the folder again, or take it as it is with --lenient</source>
        <translation>请重新获取该文件夹，或用 --lenient 按原样采用</translation>
    </message>
    <message>
        <source>the name of the copy does not say its format</source>
        <translation>副本的名称没有说明其格式</translation>
    </message>
    <message>
        <source>Let it end in .safetensors or .pth, or choose the format with --to</source>
        <translation>请让名称以 .safetensors 或 .pth 结尾，或用 --to 选择格式</translation>
    </message>
    <message>
        <source>a tensor without a storage is on %1, which Cairn cannot change where it stands</source>
        <translation>一个没有存储的张量位于 %1，Cairn 无法在其所在之处更改</translation>
    </message>
    <message>
        <source>It is among the arguments of a call that makes a subclass or gives the tensor attributes</source>
        <translation>它是某个调用的参数之一，该调用生成子类或为张量添加属性</translation>
    </message>
    <message>
        <source>Save the object again with PyTorch, with its tensors on the CPU</source>
        <translation>请先将张量移到 CPU，再用 PyTorch 重新保存该对象</translation>
    </message>
    <message>
        <source>Rename the group too, or let the new name begin with %1 as the old one does; or write a .safetensors first, which has no groups, and convert that</source>
        <translation>请同时重命名该组，或让新名称像旧名称一样以 %1 开头；也可以先写成没有分组的 .safetensors，再转换它</translation>
    </message>
    <message>
        <source>%1 by the new name in no group of the file, and will stand at the top of a copy back</source>
        <translation>%1按新名称不属于文件中的任何组，转换回来的副本中将位于顶层</translation>
    </message>
    <message>
        <source>its tensors are saved as safetensors in the files of the folder</source>
        <translation>其张量以 safetensors 格式保存在该文件夹的文件中</translation>
    </message>
    <message>
        <source>torch.distributed.checkpoint writes such folders, and its reader takes only what torch.save writes</source>
        <translation>torch.distributed.checkpoint 会写出这样的文件夹，但其读取器只接受 torch.save 写出的内容</translation>
    </message>
    <message>
        <source>Make one file of it: `cairn-cli convert --to pth`</source>
        <translation>请把它转换为一个文件：`cairn-cli convert --to pth`</translation>
    </message>
    <message>
        <source>its way leads into another value, so it is shown under its whole name</source>
        <translation>它的路径通向另一个值，因此以其完整名称显示</translation>
    </message>
    <message>
        <source>none of its tensors is in parts: each rank has its own, and those of the first are shown</source>
        <translation>其中没有分片的张量：每个 rank 都有自己的张量，这里显示第一个 rank 的</translation>
    </message>
    <message>
        <source>this can be no folder of copies</source>
        <translation>这不能作为副本的文件夹</translation>
    </message>
    <message>
        <source>A batch is moved into its place as a whole, so that nobody sees half of it</source>
        <translation>整批副本会一次移到位，因此没有人会看到一半</translation>
    </message>
    <message>
        <source>Name a new folder</source>
        <translation>请给出一个新文件夹</translation>
    </message>
    <message>
        <source>the copies of %1 and %2 would have the same name</source>
        <translation>%1 和 %2 的副本会有相同的名称</translation>
    </message>
    <message>
        <source>No plan was written</source>
        <translation>没有写入计划</translation>
    </message>
    <message>
        <source>Let their names differ, as with the pattern %1</source>
        <translation>请让它们的名称不同，例如使用名称模式 %1</translation>
    </message>
    <message>
        <source>a plan takes files and folders that all its machines see</source>
        <translation>计划只接受所有机器都能看到的文件和文件夹</translation>
    </message>
    <message>
        <source>Put it into a file first</source>
        <translation>请先将它存入文件</translation>
    </message>
    <message>
        <source>there is nothing to plan</source>
        <translation>没有可计划的内容</translation>
    </message>
    <message>
        <source>the plan cannot be in the folder of copies</source>
        <translation>计划不能位于副本的文件夹中</translation>
    </message>
    <message>
        <source>cannot inflate: out of memory</source>
        <translation>无法解压：内存不足</translation>
    </message>
    <message>
        <source>it does not say where its tensors belong</source>
        <translation>它没有说明其张量属于哪里</translation>
    </message>
    <message>
        <source>%1 has an odd number of half-byte values in a row</source>
        <translation>%1 的一行中有奇数个半字节值</translation>
    </message>
    <message>
        <source>its files have over %1 pieces, more than are read</source>
        <translation>它的文件有超过 %1 个片段，超出可读取的数量</translation>
    </message>
    <message>
        <source>tensors may be larger than they are shown: a file with pieces cannot be read</source>
        <translation>张量可能比显示的更大：有一个含片段的文件无法读取</translation>
    </message>
    <message>
        <source>elements of its dtype %1 are no whole bytes, so its pieces are not put together</source>
        <translation>其 dtype %1 的元素不是整字节，因此未把其片段合在一起</translation>
    </message>
    <message>
        <source>files do not agree on its dtype and dimensions, %1 among them</source>
        <translation>各文件对其 dtype 和维数的说法不一致，其中包括 %1</translation>
    </message>
    <message>
        <source>it does not say where its tensors belong, so it is left out; torch reads it with the others, and takes its tensors for whole</source>
        <translation>它没有说明其张量属于哪里，因此未采用；torch 会把它与其他文件一起读取，并把其张量当作完整张量</translation>
    </message>
    <message>
        <source>there is no file of this rank: it had nothing to write, or its file is lost</source>
        <translation>没有此 rank 的文件：它没有要写的内容，或其文件已丢失</translation>
    </message>
    <message>
        <source>as far as the pieces reach, as the files do not say them</source>
        <translation>以片段所及为准，因为文件没有说明形状</translation>
    </message>
    <message>
        <source>this folder holds the files of the ranks of %1: %2</source>
        <translation>此文件夹中有 %1 的各 rank 文件：%2</translation>
    </message>
    <message>
        <source>The parts of one do not go with those of another</source>
        <translation>一个检查点的部分不能与另一个的合在一起</translation>
    </message>
    <message>
        <source>Name one of them: %1</source>
        <translation>请指定其中之一：%1</translation>
    </message>
    <message>
        <source>beside it</source>
        <translation>（位于其旁）</translation>
    </message>
    <message>
        <source>%1: each opens by its name, as %2</source>
        <translation>%1：每个都可按其名称打开，例如 %2</translation>
    </message>
    <message>
        <source>This is one of %1 with pieces of the tensors of a checkpoint, which is the folder it is in</source>
        <translation>这是含有检查点张量片段的 %1 之一，检查点就是它所在的文件夹</translation>
    </message>
    <message>
        <source>numpy.load takes that only where it is told to trust the file</source>
        <translation>numpy.load 只有在被告知信任该文件时才接受</translation>
    </message>
    <message>
        <source>If you trust it: `numpy.load(FILE, allow_pickle=True)`</source>
        <translation>如果信任它：`numpy.load(FILE, allow_pickle=True)`</translation>
    </message>
    <message>
        <source>it holds Python objects</source>
        <translation>其中有 Python 对象</translation>
    </message>
    <message>
        <source>the header of its array is longer than 10 000 bytes</source>
        <translation>其数组的头部超过 10 000 字节</translation>
    </message>
    <message>
        <source>%1 has the dtype %2, which no PyTorch has</source>
        <translation>%1 的数据类型是 %2，任何 PyTorch 都没有</translation>
    </message>
    <message>
        <source>safetensors makes tensors of torch, and stops at what torch has not</source>
        <translation>safetensors 生成 torch 的张量，遇到 torch 没有的类型就会停止</translation>
    </message>
    <message>
        <source>Leave such tensors out: `cairn-cli convert --drop`</source>
        <translation>去掉这些张量：`cairn-cli convert --drop`</translation>
    </message>
    <message>
        <source>each of its ranks wrote metadata of its own</source>
        <translation>它的每个 rank 都写了自己的元数据</translation>
    </message>
    <message>
        <source>torch.distributed.checkpoint gives each process what the rank of its number wrote: a single process gets a part of the tensors, and no error</source>
        <translation>torch.distributed.checkpoint 只把同编号 rank 写出的内容交给每个进程：单个进程只得到张量的一部分，且不报错</translation>
    </message>
    <message>
        <source>safetensors in pieces</source>
        <translation>片段形式的 safetensors</translation>
    </message>
    <message>
        <source>its tensors are pieces: other files have the rest of them</source>
        <translation>它的张量是片段：其余部分在其他文件中</translation>
    </message>
    <message>
        <source>all begin at 0: each tensor is whole, or other files have the rest of it</source>
        <translation>都从 0 开始：每个张量要么完整，要么其余部分在其他文件中</translation>
    </message>
    <message>
        <source>its tensors are pieces of larger ones, and the index takes them for whole</source>
        <translation>它的张量是更大张量的片段，而索引把它们当作完整张量</translation>
    </message>
    <message>
        <source>%1 is named like a part of this set, and no index says that it was one of the set that was replaced: it stays. Whoever reads all files of this name would take it</source>
        <translation>%1 的名称像是这一组的一部分，但没有索引说明它属于被替换的那一组：它被保留。读取所有同名文件的程序会把它算进去</translation>
    </message>
    <message>
        <source>%1 has no HuggingFaceStorageReader, which reads such folders</source>
        <translation>%1 没有 HuggingFaceStorageReader，而读取此类文件夹需要它</translation>
    </message>
    <message>
        <source>Make one file of it: `cairn-cli convert --to safetensors`</source>
        <translation>把它合成一个文件：`cairn-cli convert --to safetensors`</translation>
    </message>
    <message>
        <source>it has the part of one rank: its tensors are pieces of larger ones</source>
        <translation>它只有一个 rank 的部分：其张量是更大张量的片段</translation>
    </message>
    <message>
        <source>Put the files of all ranks into one folder, and take that for the checkpoint</source>
        <translation>请把所有 rank 的文件放入一个文件夹，并以该文件夹作为检查点</translation>
    </message>
    <message>
        <source>Loaded alone, it gives what is in it, and nothing of the rest</source>
        <translation>单独加载时只得到其中的内容，得不到其余部分</translation>
    </message>
    <message>
        <source>it does not say where %1 belongs</source>
        <translation>它没有说明 %1 属于哪里</translation>
    </message>
    <message>
        <source>it is no object of JSON</source>
        <translation>它不是 JSON 对象</translation>
    </message>
    <message>
        <source>what it says of %1 is no object</source>
        <translation>它对 %1 的说明不是对象</translation>
    </message>
    <message>
        <source>it names %1, which is not in the file</source>
        <translation>它提到了文件中没有的 %1</translation>
    </message>
    <message>
        <source>the offsets of %1 are no list</source>
        <translation>%1 的偏移量不是列表</translation>
    </message>
    <message>
        <source>it places %1 twice</source>
        <translation>它两次给出 %1 的位置</translation>
    </message>
    <message>
        <source>an offset of %1 is no whole number from 0 on</source>
        <translation>%1 的某个偏移量不是从 0 起的整数</translation>
    </message>
    <message>
        <source>it places %1 at %2, where no tensor reaches</source>
        <translation>它把 %1 放在 %2，没有张量能达到该处</translation>
    </message>
    <message>
        <source>it has not one offset for each dimension of %1, which are %2</source>
        <translation>它没有为 %1 的每个维度（共 %2 个）各给一个偏移量</translation>
    </message>
    <message>
        <source>the same piece of it is in %1 and in %2; that of the first is taken</source>
        <translation>它的同一块同时在 %1 和 %2 中；取用前一个文件中的</translation>
    </message>
    <message>
        <source>it holds a torch.Generator</source>
        <translation>其中有一个 torch.Generator</translation>
    </message>
    <message>
        <source>torch saves them in the old stream, but restores them from there before it has read their state</source>
        <translation>torch 会把它们存入旧的数据流，但从那里恢复时还没有读到它们的状态</translation>
    </message>
    <message>
        <source>a reference to a storage names %1, which is no storage class</source>
        <translation>一个对存储的引用写的是 %1，而它不是存储类</translation>
    </message>
    <message>
        <source>Let the name end in .pth or .safetensors</source>
        <translation>让文件名以 .pth 或 .safetensors 结尾</translation>
    </message>
    <message>
        <source>Open it again when whatever writes it is done</source>
        <translation>等写入它的程序结束后再重新打开</translation>
    </message>
    <message>
        <source>But torch.load takes it for a stream of pickles, and may run what is in it</source>
        <translation>但 torch.load 会把它当作一串 pickle，并可能运行其中的内容</translation>
    </message>
    <message>
        <source>there are no averaged weights (EMA)</source>
        <translation>没有平均权重（EMA）</translation>
    </message>
    <message>
        <source>Nothing that is named as such a copy has the names and shapes of weights beside it</source>
        <translation>凡是以此命名的部分，都与旁边权重的名称和形状不符</translation>
    </message>
    <message>
        <source>If they have another name, choose them with --keep and --rename</source>
        <translation>如果它们另有名称，请用 --keep 和 --rename 选择</translation>
    </message>
    <message>
        <source>there are several averages: %1 and %2</source>
        <translation>有多份平均权重：%1 和 %2</translation>
    </message>
    <message>
        <source>Leave out all but one, as with --drop %1</source>
        <translation>只保留一份，例如用 --drop %1 去掉其余</translation>
    </message>
    <message>
        <source>%1 of %2 weights are averages; the others stay as they were trained: %3</source>
        <translation>%2 个权重中有 %1 个是平均值；其余保持训练所得：%3</translation>
    </message>
    <message>
        <source>The averages lie in another dictionary than the weights that they follow, and one of both holds more than that</source>
        <translation>平均权重与其对应的权重不在同一个字典中，而且其中一个字典还含有别的内容</translation>
    </message>
    <message>
        <source>the copy is one flat dict: the metadata says how the old names were nested, and --rename gave others</source>
        <translation>副本是一个扁平的字典：元数据记录的是旧名称的嵌套方式，而 --rename 给了新名称</translation>
    </message>
    <message>
        <source>%1 is no average (EMA) of weights</source>
        <translation>%1 不是权重的平均值（EMA）</translation>
    </message>
    <message>
        <source>Nothing beside it has the name and the shape of %1</source>
        <translation>旁边没有任何权重与 %1 的名称和形状相符</translation>
    </message>
    <message>
        <source>Take it all the same with --keep %1, and --rename where its names are to be others</source>
        <translation>仍要取用它，请用 --keep %1；若要更改名称，请再用 --rename</translation>
    </message>
    <message>
        <source>--rename %1 would begin a name with %2</source>
        <translation>--rename %1 会使名称以 %2 开头</translation>
    </message>
    <message>
        <source>Write it as OLD=NEW</source>
        <translation>请写成 OLD=NEW</translation>
    </message>
    <message>
        <source>%1 says a number without a unit</source>
        <translation>%1 中的数字没有单位</translation>
    </message>
    <message>
        <source>Write the memory of each GPU, as in &quot;2 x 24 GB&quot;</source>
        <translation>请写明每个 GPU 的内存，例如 &quot;2 x 24 GB&quot;</translation>
    </message>
    <message>
        <source>an extended header that no member follows</source>
        <translation>后面没有成员的扩展头</translation>
    </message>
    <message>
        <source>%1 may be the average (EMA) of %2</source>
        <translation>%1 可能是 %2 的平均值（EMA）</translation>
    </message>
    <message>
        <source>Each of them has weights of its names and shapes</source>
        <translation>它们每一个都有与其名称和形状相同的权重</translation>
    </message>
    <message>
        <source>second names of weights that are averages now are left out: %1; tie them again</source>
        <translation>已去掉权重（现为平均值）的第二个名称：%1；请重新绑定它们</translation>
    </message>
    <message>
        <source>Each call goes through all of what it is given, and together they take very long, or much more memory than the file has</source>
        <translation>每次调用都会遍历它得到的全部内容，加在一起会耗时极长，或者占用远超文件本身的内存</translation>
    </message>
    <message>
        <source>They have one hash, or it is taken of the same tuples again and again</source>
        <translation>它们的哈希值相同，或者反复对同样的元组求哈希</translation>
    </message>
    <message>
        <source>%1 has more keys than any program writes</source>
        <translation>%1 的键多于任何程序会写出的数量</translation>
    </message>
    <message>
        <source>They can take Python very long</source>
        <translation>它们可能让 Python 耗时极长</translation>
    </message>
    <message>
        <source>A copy would be as damaged; nothing was written</source>
        <translation>副本会同样损坏；未写入任何内容</translation>
    </message>
    <message>
        <source>Get the file again, see what `cairn-cli salvage` says is left of it, or take it as it is with --lenient</source>
        <translation>请重新获取该文件，用 `cairn-cli salvage` 查看还剩下什么，或用 --lenient 原样接受它</translation>
    </message>
    <message>
        <source>each of its %1 has a carriage return before it, as a transfer in text mode writes them</source>
        <translation>它的 %1 前面都有回车符，这是以文本模式传输时写入的</translation>
    </message>
    <message>
        <source>So nothing behind the first of them is in its place</source>
        <translation>因此第一个之后的内容都不在原来的位置</translation>
    </message>
    <message>
        <source>`perl -pe &apos;s/\r\n/\n/&apos; FILE &gt; OUT` takes them away again; then look at OUT</source>
        <translation>`perl -pe &apos;s/\r\n/\n/&apos; FILE &gt; OUT` 可将它们去掉；然后查看 OUT</translation>
    </message>
    <message>
        <source>the headers of %1 are lost; its table of contents says where they are, and their checksums agree</source>
        <translation>%1的头部已丢失；目录说明了它们的位置，校验和也一致</translation>
    </message>
    <message>
        <source>`cairn-cli batch status` says what failed, and `cairn-cli batch retry` what to run; --without-failed takes what is there</source>
        <translation>`cairn-cli batch status` 说明哪些失败了，`cairn-cli batch retry` 说明要运行什么；--without-failed 采用现有的副本</translation>
    </message>
    <message>
        <source>--without-failed leaves out what failed, and not what was never tried: `cairn-cli batch retry` says what to run</source>
        <translation>--without-failed 只略去失败的，不略去从未尝试过的：`cairn-cli batch retry` 说明要运行什么</translation>
    </message>
    <message>
        <source>Copies whose files are written by several tasks are whole or of no use: run what `cairn-cli batch retry` says</source>
        <translation>由多个任务写出文件的副本，要么完整，要么无用：请运行 `cairn-cli batch retry` 所说的内容</translation>
    </message>
    <message>
        <source>it was not tried, since another input of its task has changed</source>
        <translation>没有尝试它，因为同一任务的另一个输入已改变</translation>
    </message>
    <message>
        <source>Do not trust this file; ask for one written by torch.save. Of one that is damaged, `cairn-cli salvage` saves what its checksums bear out</source>
        <translation>不要信任此文件；请索取由 torch.save 写出的文件。若是损坏的文件，`cairn-cli salvage` 会保存校验和能证实的内容</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>%1 is cut off: it ends at byte %2, before its pieces do</source>
        <translation>%1 被截断：它在第 %2 字节结束，早于其中的分块</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>this folder holds one checkpoint, which is a file</source>
        <translation>此文件夹中只有一个检查点，它是一个文件</translation>
    </message>
    <message>
        <source>Name the file</source>
        <translation>请指定该文件</translation>
    </message>
    <message>
        <source>its shapes are %1; whether it had more files, nothing tells</source>
        <translation>其形状为：%1；是否还有更多文件，无从得知</translation>
    </message>
    <message>
        <source>cannot list the folder: %1</source>
        <translation>无法列出文件夹：%1</translation>
    </message>
    <message>
        <source>its name ends in %1, and it is none</source>
        <translation>它的名称以 %1 结尾，但它并不是这种文件</translation>
    </message>
    <message>
        <source>torch.load hands files of that name to safetensors, which cannot read it</source>
        <translation>torch.load 会把这种名称的文件交给 safetensors，而后者无法读取它</translation>
    </message>
    <message>
        <source>Rename it to .pth</source>
        <translation>请将其重命名为 .pth</translation>
    </message>
    <message>
        <source>Do not load this file: programs read different things in it</source>
        <translation>不要加载此文件：不同程序会从中读出不同的内容</translation>
    </message>
    <message>
        <source>somebody else took the folder away while it was being written</source>
        <translation>写入期间有人移走了该文件夹</translation>
    </message>
    <message>
        <source>%1: the copy has no more than that. The whole is %2</source>
        <translation>%1：副本所含不超过此部分。完整的检查点是 %2</translation>
    </message>
    <message>
        <source>tensors %1 and %2 are one, and cannot get two dtypes</source>
        <translation>张量 %1 与 %2 是同一个张量，不能有两种数据类型</translation>
    </message>
    <message>
        <source>Let the rules give both the same dtype</source>
        <translation>请让规则给两者相同的数据类型</translation>
    </message>
    <message>
        <source>only releases of the safetensors library from %1 on open a file with %2 (%3)</source>
        <translation>只有 %1 及以后版本的 safetensors 库能打开含有 %2（%3）的文件</translation>
    </message>
    <message>
        <source>the file needs %1</source>
        <translation>该文件需要 %1</translation>
    </message>
    <message>
        <source>Only Python 3.13 and later have it, for which there is no torch 1.13</source>
        <translation>只有 Python 3.13 及更高版本才有它，而这些版本没有 torch 1.13</translation>
    </message>
    <message>
        <source>Only Python 3.13 and later have it</source>
        <translation>只有 Python 3.13 及更高版本才有它</translation>
    </message>
    <message>
        <source>Before it is loaded by an older one: `import sys, pathlib; sys.modules[&apos;pathlib._local&apos;] = pathlib`</source>
        <translation>用较旧的 Python 加载之前：`import sys, pathlib; sys.modules[&apos;pathlib._local&apos;] = pathlib`</translation>
    </message>
    <message>
        <source>NumPy has it since 1.26.1, and torch 1.13 needs one before 2</source>
        <translation>NumPy 自 1.26.1 起才有它，而 torch 1.13 需要 2 以前的版本</translation>
    </message>
    <message>
        <source>Install it as `numpy&gt;=1.26.1,&lt;2`</source>
        <translation>请安装 `numpy&gt;=1.26.1,&lt;2`</translation>
    </message>
    <message>
        <source>%1 (Convert files, Options)</source>
        <translation>%1（“转换文件”的选项）</translation>
    </message>
    <message>
        <source>its name leads to another file, or one that somebody wrote to since</source>
        <translation>这个名称现在指向另一个文件，或者有人在此期间写入了它</translation>
    </message>
    <message>
        <source>What is there now was not read, and stays as it is</source>
        <translation>现在那里的内容没有被读取过，保持原样</translation>
    </message>
    <message>
        <source>Look at it, and convert it again</source>
        <translation>请检查它，然后重新转换</translation>
    </message>
    <message>
        <source>or a transfer in text mode has taken the carriage returns before %1 away: then all that lies behind byte %2 is shifted. Nothing tells, so what lies there is called changed. Get the file again, in binary mode</source>
        <translation>或者是文本模式的传输去掉了 %1 之前的回车符：那样的话，第 %2 字节之后的一切都移了位。这一点无从判断，所以那里的内容称为已改变。请以二进制模式重新获取该文件</translation>
    </message>
    <message>
        <source>the record that says the order of bytes is damaged; by its checksum it said %1, and is taken so</source>
        <translation>说明字节序的记录已损坏；按其校验和，它原来是 %1，现按此处理</translation>
    </message>
    <message>
        <source>what names the tensors and their shapes is not what was saved, and names none any more: which there were, nothing tells. Get the file again from where it came from</source>
        <translation>给出张量名称和形状的部分与保存时不同，并且不再给出任何张量：原来有哪些，无从得知。请从来源处重新获取该文件</translation>
    </message>
    <message>
        <source>nothing can be saved of %1: %2</source>
        <translation>%1 中没有任何内容可以挽救：%2</translation>
    </message>
    <message>
        <source>cannot give the copy its name: %1</source>
        <translation>无法为副本命名：%1</translation>
    </message>
    <message>
        <source>It waits as %1</source>
        <translation>它暂存为 %1</translation>
    </message>
    <message>
        <source>Write the set again: the index of the older one is gone, since some of its files may be new</source>
        <translation>请重新写入这组文件：旧的索引已被移除，因为其中一些文件可能已是新的</translation>
    </message>
    <message>
        <source>Allow what it names with torch.serialization.safe_globals, or give weights_only=False if you trust the file</source>
        <translation>用 torch.serialization.safe_globals 允许它所提到的名称；若信任该文件，也可使用 weights_only=False</translation>
    </message>
    <message>
        <source>Write the tensors of the model alone: add --drop-others</source>
        <translation>只写出模型的张量：加上 --drop-others</translation>
    </message>
    <message>
        <source>the record %1 has a second name in Unicode, %2, which Python takes and PyTorch does not</source>
        <translation>记录 %1 还有一个 Unicode 名称 %2，Python 采用它，PyTorch 则不采用</translation>
    </message>
    <message>
        <source>A list follows all parameters of a model in their order, and none beside it has as many of these shapes, from %1 on</source>
        <translation>列表按顺序对应一个模型的全部参数；旁边没有哪个模型的参数数量与形状与之相符（从 %1 起）</translation>
    </message>
    <message>
        <source>at byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>%1, byte %2</source>
        <translation>%1，第 %2 字节</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1 deflated bytes cannot hold the %2 bytes they are said to hold</source>
        <translation>%1 字节的 deflate 数据装不下据称所含的 %2 字节</translation>
    </message>
    <message>
        <source>the deflated data ends too early</source>
        <translation>deflate 数据过早结束</translation>
    </message>
    <message>
        <source>the deflated data cannot be unpacked</source>
        <translation>deflate 数据无法解压</translation>
    </message>
    <message>
        <source>the deflated data holds %1 bytes and should hold %2</source>
        <translation>deflate 数据含有 %1 字节，而应有 %2 字节</translation>
    </message>
    <message>
        <source>the deflated data holds more than the %1 bytes it should</source>
        <translation>deflate 数据所含超过应有的 %1 字节</translation>
    </message>
    <message>
        <source>there are bytes after the end of the deflated data</source>
        <translation>deflate 数据结尾之后还有字节</translation>
    </message>
    <message>
        <source>the field %1 must be an array of strings</source>
        <translation>字段 %1 必须是字符串数组</translation>
    </message>
    <message>
        <source>the field &quot;version&quot; must be at most %1, as this Cairn knows it</source>
        <translation>字段 &quot;version&quot; 必须至多为此版 Cairn 所知的 %1</translation>
    </message>
    <message>
        <source>the field &quot;version&quot; must be %1, as this Cairn knows it</source>
        <translation>字段 &quot;version&quot; 必须为此版 Cairn 所知的 %1</translation>
    </message>
    <message>
        <source>; did you mean %1?</source>
        <translation>；是否指 %1？</translation>
    </message>
    <message>
        <source>a tensor outside of its storage</source>
        <translation>超出其存储的张量</translation>
    </message>
    <message>
        <source>what is in %1</source>
        <translation>%1 中的内容</translation>
    </message>
    <message>
        <source>It cannot be read here, and torch may run it</source>
        <translation>它在此处无法读取，而 torch 可能会运行它</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>&quot;%1&quot;</translation>
    </message>
    <message>
        <source>storages that are compressed beyond measure</source>
        <translation>压缩得过分的存储</translation>
    </message>
    <message>
        <source>torch may read memory there that is not the file&apos;s</source>
        <translation>torch 可能在那里读取不属于文件的内存</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>it does not say where anything is</source>
        <translation>它没有说明任何内容在何处</translation>
    </message>
    <message>
        <source>it does not say what was saved</source>
        <translation>它没有说明保存了什么</translation>
    </message>
    <message>
        <source>%1 in it cannot be understood</source>
        <translation>其中有 %1 无法理解</translation>
    </message>
    <message>
        <source>the ways to its values take more room than it has itself</source>
        <translation>通往其值的路径占用的空间超过它本身</translation>
    </message>
    <message>
        <source>the ways to its values are not those of their names</source>
        <translation>通往其值的路径与其名称不符</translation>
    </message>
    <message>
        <source>a name in it is no text</source>
        <translation>其中有一个名称不是文本</translation>
    </message>
    <message>
        <source>%1 is in it twice</source>
        <translation>%1 在其中出现两次</translation>
    </message>
    <message>
        <source>it does not say what %1 is</source>
        <translation>它没有说明 %1 是什么</translation>
    </message>
    <message>
        <source>the shape of %1 makes no sense</source>
        <translation>%1 的形状不合理</translation>
    </message>
    <message>
        <source>ranks do not agree on the shape of %1</source>
        <translation>各 rank 对 %1 的形状说法不一致</translation>
    </message>
    <message>
        <source>the pieces of %1 are no list</source>
        <translation>%1 的分块不是列表</translation>
    </message>
    <message>
        <source>a piece of %1 makes no sense</source>
        <translation>%1 有一个分块不合理</translation>
    </message>
    <message>
        <source>it has more pieces than it has room for</source>
        <translation>它的分块多于它能容纳的数量</translation>
    </message>
    <message>
        <source>the dtype of %1 is not there</source>
        <translation>缺少 %1 的 dtype</translation>
    </message>
    <message>
        <source>a place in a file makes no sense</source>
        <translation>文件中有一个位置不合理</translation>
    </message>
    <message>
        <source>Each has a pickle of its own, and these were not looked at</source>
        <translation>每一个都有自己的 pickle，而这些没有被查看</translation>
    </message>
    <message>
        <source>%1 of other ranks</source>
        <translation>其他 rank 的 %1</translation>
    </message>
    <message>
        <source>Each rank unpickles its own, and these were not looked at</source>
        <translation>每个 rank 都会 unpickle 自己的内容，而这些没有被查看</translation>
    </message>
    <message>
        <source>the metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>It was not understood as a whole, and torch may run what it says is somewhere</source>
        <translation>它没有被完整理解，torch 可能会运行它所说的某处的内容</translation>
    </message>
    <message>
        <source>It is not in the folder and was not read, and torch may run it</source>
        <translation>它不在文件夹中，也没有被读取，而 torch 可能会运行它</translation>
    </message>
    <message>
        <source>metadata files</source>
        <translation>元数据文件</translation>
    </message>
    <message>
        <source>format of the pieces</source>
        <translation>分块的格式</translation>
    </message>
    <message>
        <source>%1, universal</source>
        <translation>%1，universal</translation>
    </message>
    <message>
        <source>%1, ZeRO stage %2</source>
        <translation>%1，ZeRO 阶段 %2</translation>
    </message>
    <message>
        <source>torch.distributed.checkpoint, by %1</source>
        <translation>torch.distributed.checkpoint，由 %1 使用</translation>
    </message>
    <message>
        <source>torch.distributed.checkpoint, for Hugging Face</source>
        <translation>torch.distributed.checkpoint，用于 Hugging Face</translation>
    </message>
    <message>
        <source>one file a rank</source>
        <translation>每个 rank 一个文件</translation>
    </message>
    <message>
        <source>several checkpoints</source>
        <translation>多个检查点</translation>
    </message>
    <message>
        <source>the files of a model</source>
        <translation>一个模型的文件</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>They lie in the folder too, and were not looked at</source>
        <translation>它们也在文件夹中，但没有被查看</translation>
    </message>
    <message>
        <source>it does not say how it is placed on the ranks</source>
        <translation>它没有说明如何放置在各 rank 上</translation>
    </message>
    <message>
        <source>it is a partial sum (Partial): no rank has its values, which come of adding up all of them</source>
        <translation>它是部分和（Partial）：没有 rank 拥有其值，其值由所有部分相加而得</translation>
    </message>
    <message>
        <source>it is placed on the ranks in a way that is not known: %1</source>
        <translation>它在各 rank 上的放置方式未知：%1</translation>
    </message>
    <message>
        <source>it is split along a dimension that it does not have</source>
        <translation>它沿着一个它没有的维度拆分</translation>
    </message>
    <message>
        <source>it is split in strides (_StridedShard) that no order of the ranks explains</source>
        <translation>它按步幅拆分（_StridedShard），而 rank 的任何顺序都无法解释</translation>
    </message>
    <message>
        <source>the parts of a DTensor are not there</source>
        <translation>DTensor 的各部分不在那里</translation>
    </message>
    <message>
        <source>it does not say which of the ranks this is</source>
        <translation>它没有说明这是哪个 rank</translation>
    </message>
    <message>
        <source>its part has the shape %1, and should be %2</source>
        <translation>它的部分的形状为 %1，而应为 %2</translation>
    </message>
    <message>
        <source>the parts of a ShardedTensor are not there</source>
        <translation>ShardedTensor 的各部分不在那里</translation>
    </message>
    <message>
        <source>a part of a ShardedTensor does not say where it belongs</source>
        <translation>ShardedTensor 的一个部分没有说明自己属于哪里</translation>
    </message>
    <message>
        <source>torch.save on %1</source>
        <translation>torch.save，%1</translation>
    </message>
    <message>
        <source>what is stored there is no tensor</source>
        <translation>存放在那里的不是张量</translation>
    </message>
    <message>
        <source>a tensor %1 of %2 is stored there instead of one %3 of %4</source>
        <translation>那里存放的是 %2 的张量 %1，而不是 %4 的 %3</translation>
    </message>
    <message>
        <source>the tensor that is stored there has no plain elements</source>
        <translation>存放在那里的张量没有普通元素</translation>
    </message>
    <message>
        <source>its numbers are big endian</source>
        <translation>其数值为大端序</translation>
    </message>
    <message>
        <source>it is compressed</source>
        <translation>它被压缩</translation>
    </message>
    <message>
        <source>the device tag %1 names no device; torch cannot load it without a map_location</source>
        <translation>设备标签 %1 不指任何设备；没有 map_location，torch 无法加载它</translation>
    </message>
    <message>
        <source>the device tag %1 has an index; torch accepts only %2</source>
        <translation>设备标签 %1 带有编号；torch 只接受 %2</translation>
    </message>
    <message>
        <source>the device tag %1 has an index that is not a number from 0 to 127</source>
        <translation>设备标签 %1 的编号不是 0 到 127 的数字</translation>
    </message>
    <message>
        <source>the device tag %1 has an index with leading zeros, which torch does not read</source>
        <translation>设备标签 %1 的编号带有前导零，torch 无法读取</translation>
    </message>
    <message>
        <source>is not a tuple</source>
        <translation>不是元组</translation>
    </message>
    <message>
        <source>has %1 parts instead of 5 or 6</source>
        <translation>有 %1 个部分，而不是 5 或 6 个</translation>
    </message>
    <message>
        <source>has %1 parts and does not begin with &quot;storage&quot;</source>
        <translation>有 %1 个部分，且不以 &quot;storage&quot; 开头</translation>
    </message>
    <message>
        <source>names %1, which is no storage class</source>
        <translation>写的是 %1，而它不是存储类</translation>
    </message>
    <message>
        <source>names something, which is no storage class</source>
        <translation>写的内容不是存储类</translation>
    </message>
    <message>
        <source>has a key that is not a string</source>
        <translation>的键不是字符串</translation>
    </message>
    <message>
        <source>has a key with a NUL character: %1</source>
        <translation>的键含有 NUL 字符：%1</translation>
    </message>
    <message>
        <source>has a device tag that is not a string</source>
        <translation>的设备标签不是字符串</translation>
    </message>
    <message>
        <source>has a size that is not a number of elements</source>
        <translation>的大小不是元素个数</translation>
    </message>
    <message>
        <source>describes a view that lies outside its storage</source>
        <translation>描述了一个位于其存储之外的视图</translation>
    </message>
    <message>
        <source>a storage of two sizes</source>
        <translation>有两种大小的存储</translation>
    </message>
    <message>
        <source>one record as two storages</source>
        <translation>被当作两个存储的一个记录</translation>
    </message>
    <message>
        <source>a storage without bytes</source>
        <translation>没有字节的存储</translation>
    </message>
    <message>
        <source>a storage that is larger than its bytes</source>
        <translation>大于其字节数的存储</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>它缺失</translation>
    </message>
    <message>
        <source>it cannot be examined: %1</source>
        <translation>无法检查它：%1</translation>
    </message>
    <message>
        <source>it is no regular file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>its %1 is no whole number from 0 up</source>
        <translation>其 %1 不是非负整数</translation>
    </message>
    <message>
        <source>it has no list of %1</source>
        <translation>它没有 %1 列表</translation>
    </message>
    <message>
        <source>its table says nothing of a tensor</source>
        <translation>其表格没有提到张量</translation>
    </message>
    <message>
        <source>its dtype has a number that Cairn does not know</source>
        <translation>其 dtype 的编号是 Cairn 所不知道的</translation>
    </message>
    <message>
        <source>its layout is not strided</source>
        <translation>其布局不是 strided</translation>
    </message>
    <message>
        <source>the table has no object &quot;config&quot;</source>
        <translation>该表格没有对象 &quot;config&quot;</translation>
    </message>
    <message>
        <source>TorchScript code</source>
        <translation>TorchScript 代码</translation>
    </message>
    <message>
        <source>torch.jit.load compiles it and runs its __setstate__ methods; the rest runs with the model</source>
        <translation>torch.jit.load 会编译它并运行其 __setstate__ 方法；其余部分随模型运行</translation>
    </message>
    <message>
        <source>Python code in the package</source>
        <translation>包中的 Python 代码</translation>
    </message>
    <message>
        <source>torch.package imports it to load its objects</source>
        <translation>torch.package 会导入它以加载其对象</translation>
    </message>
    <message>
        <source>an exported program</source>
        <translation>导出的程序</translation>
    </message>
    <message>
        <source>torch.export.load evaluates its expressions to build it</source>
        <translation>torch.export.load 会对其表达式求值以构建它</translation>
    </message>
    <message>
        <source>header of the array</source>
        <translation>数组的头部</translation>
    </message>
    <message>
        <source>different programs would read different things: the file is %1</source>
        <translation>不同的程序会读出不同的内容：该文件是 %1</translation>
    </message>
    <message>
        <source>after its value</source>
        <translation>在其值之后</translation>
    </message>
    <message>
        <source>what follows the first pickle</source>
        <translation>第一个 pickle 之后的内容</translation>
    </message>
    <message>
        <source>torch.load may unpickle it, and Cairn cannot tell what it is</source>
        <translation>torch.load 可能会 unpickle 它，而 Cairn 无法判断它是什么</translation>
    </message>
    <message>
        <source>shards that are not beside the index</source>
        <translation>不在索引旁边的分片</translation>
    </message>
    <message>
        <source>They were not looked at here, and whoever joins folder and name runs them</source>
        <translation>它们在此处没有被查看，而把文件夹与名称拼接起来的程序会运行它们</translation>
    </message>
    <message>
        <source>it does not begin with a count</source>
        <translation>它不以计数开头</translation>
    </message>
    <message>
        <source>a storage is not described by a number, a device tag and a storage class</source>
        <translation>有一个存储不是由编号、设备标签和存储类来描述的</translation>
    </message>
    <message>
        <source>a storage claims %1 elements</source>
        <translation>有一个存储声称有 %1 个元素</translation>
    </message>
    <message>
        <source>its list of views has one that lies in no storage</source>
        <translation>其视图列表中有一个不在任何存储中</translation>
    </message>
    <message>
        <source>a tensor is not described by its number, that of its storage and a tensor class</source>
        <translation>有一个张量不是由其编号、其存储的编号和张量类来描述的</translation>
    </message>
    <message>
        <source>a tensor lies in a storage that is not in the file</source>
        <translation>有一个张量所在的存储不在文件中</translation>
    </message>
    <message>
        <source>a tensor claims %1 dimensions</source>
        <translation>有一个张量声称有 %1 个维度</translation>
    </message>
    <message>
        <source>a tensor claims to begin at element %1</source>
        <translation>有一个张量声称从元素 %1 开始</translation>
    </message>
    <message>
        <source>It holds no file</source>
        <translation>其中没有文件</translation>
    </message>
    <message>
        <source>It holds %1, %2, %3 and more</source>
        <translation>其中有 %1、%2、%3 等</translation>
    </message>
    <message>
        <source>constants.pkl beside an ordinary value</source>
        <translation>普通值旁边的 constants.pkl</translation>
    </message>
    <message>
        <source>torch.load reads it as a program, in its C++ code, and others read the value</source>
        <translation>torch.load 会在其 C++ 代码中把它当作程序读取，而其他程序读取该值</translation>
    </message>
    <message>
        <source>TorchScript code in %1</source>
        <translation>%1 中的 TorchScript 代码</translation>
    </message>
    <message>
        <source>It opens or writes files when it runs, or cannot be read, or is too long for that</source>
        <translation>它在运行时会打开或写入文件，或者无法读取，或者太长而无法判断</translation>
    </message>
    <message>
        <source>TorchScript code beside an ordinary value</source>
        <translation>普通值旁边的 TorchScript 代码</translation>
    </message>
    <message>
        <source>torch.load runs it before it finds out that there is no module</source>
        <translation>torch.load 会在发现没有模块之前运行它</translation>
    </message>
    <message>
        <source>It is a pickle that calls functions</source>
        <translation>它是会调用函数的 pickle</translation>
    </message>
    <message>
        <source>a key that is not written as its record is</source>
        <translation>与其记录写法不同的键</translation>
    </message>
    <message>
        <source>pickle protocol</source>
        <translation>pickle 协议</translation>
    </message>
    <message>
        <source>bytes that torch.load would load</source>
        <translation>torch.load 会加载的字节</translation>
    </message>
    <message>
        <source>It is handed on, and what it will load cannot be seen</source>
        <translation>它被传递出去，而它会加载什么无法看出</translation>
    </message>
    <message>
        <source>its dtype is not one of torch&apos;s</source>
        <translation>其 dtype 不是 torch 的 dtype</translation>
    </message>
    <message>
        <source>its %1 is not a tuple</source>
        <translation>其 %1 不是元组</translation>
    </message>
    <message>
        <source>its %1 has %2 dimensions</source>
        <translation>其 %1 有 %2 个维度</translation>
    </message>
    <message>
        <source>its %1 holds something that is not a number</source>
        <translation>其 %1 中有不是数字的内容</translation>
    </message>
    <message>
        <source>its state is not (storage, offset, size, stride)</source>
        <translation>其状态不是 (storage, offset, size, stride)</translation>
    </message>
    <message>
        <source>its storage offset is not a number</source>
        <translation>其存储偏移不是数字</translation>
    </message>
    <message>
        <source>its size has %1 dimensions, its stride %2</source>
        <translation>其大小有 %1 个维度，步幅有 %2 个</translation>
    </message>
    <message>
        <source>it has %1 arguments instead of %2</source>
        <translation>它有 %1 个参数，而不是 %2 个</translation>
    </message>
    <message>
        <source>what it says of itself has more than %1 keys</source>
        <translation>它对自身的描述有超过 %1 个键</translation>
    </message>
    <message>
        <source>its parts are nested too deeply</source>
        <translation>其各部分嵌套过深</translation>
    </message>
    <message>
        <source>one of its parts is not a tensor</source>
        <translation>其中一个部分不是张量</translation>
    </message>
    <message>
        <source>torch has no such tensors without numbers</source>
        <translation>torch 没有这种不带数值的张量</translation>
    </message>
    <message>
        <source>a copy of a tensor that is not dense</source>
        <translation>非稠密张量的副本</translation>
    </message>
    <message>
        <source>its data is not a numpy array</source>
        <translation>其数据不是 numpy 数组</translation>
    </message>
    <message>
        <source>a nested tensor with odd sizes, strides or offsets</source>
        <translation>大小、步幅或偏移异常的嵌套张量</translation>
    </message>
    <message>
        <source>it wraps something that is not a tensor</source>
        <translation>它包装的不是张量</translation>
    </message>
    <message>
        <source>it is wrapped more than %1 times</source>
        <translation>它被包装了超过 %1 次</translation>
    </message>
    <message>
        <source>a parameter has %1 arguments instead of 3</source>
        <translation>一个参数有 %1 个实参，而不是 3 个</translation>
    </message>
    <message>
        <source>a tensor subclass has %1 arguments instead of 4</source>
        <translation>一个张量子类有 %1 个实参，而不是 4 个</translation>
    </message>
    <message>
        <source>values that are given again and again</source>
        <translation>一再被传入的值</translation>
    </message>
    <message>
        <source>a function that the file makes</source>
        <translation>文件自造的函数</translation>
    </message>
    <message>
        <source>a class that the file makes</source>
        <translation>文件自造的类</translation>
    </message>
    <message>
        <source>a key that holds other objects</source>
        <translation>含有其他对象的键</translation>
    </message>
    <message>
        <source>keys that take very long</source>
        <translation>耗时极长的键</translation>
    </message>
    <message>
        <source>tuples in tuples</source>
        <translation>元组中的元组</translation>
    </message>
    <message>
        <source>No pickler nests them so, and Python may crash or hang where it takes their hash</source>
        <translation>没有 pickler 会这样嵌套，Python 在计算其哈希时可能崩溃或卡住</translation>
    </message>
    <message>
        <source>torch.distributed.checkpoint unpickles what lies at the places in other files that it names</source>
        <translation>torch.distributed.checkpoint 会 unpickle 它所写的其他文件中各位置的内容</translation>
    </message>
    <message>
        <source>What it makes is handed to a function that may go by its numbers before torch has looked at them</source>
        <translation>它建立的内容被交给一个函数，而该函数可能在 torch 检查之前就依照其中的数字行事</translation>
    </message>
    <message>
        <source>objects in objects</source>
        <translation>对象中的对象</translation>
    </message>
    <message>
        <source>No pickler nests them so, and Python may crash where it frees them</source>
        <translation>没有 pickler 会这样嵌套，Python 在释放它们时可能崩溃</translation>
    </message>
    <message>
        <source>a class or function that the file changes</source>
        <translation>被文件更改的类或函数</translation>
    </message>
    <message>
        <source>It would be another one for the whole program, from then on</source>
        <translation>从那以后，它对整个程序来说都会是另一个</translation>
    </message>
    <message>
        <source>a pickle of several protocols</source>
        <translation>多种协议的 pickle</translation>
    </message>
    <message>
        <source>Names mean other things in each of them</source>
        <translation>名称在每种协议中含义不同</translation>
    </message>
    <message>
        <source>memo entries of very large numbers</source>
        <translation>编号极大的 memo 条目</translation>
    </message>
    <message>
        <source>No pickler writes them, and Python sets up a table as long as the largest</source>
        <translation>没有 pickler 会写这些，而 Python 会建立一个与最大编号一样长的表</translation>
    </message>
    <message>
        <source>It is given a state twice, as no pickler does it</source>
        <translation>它两次被赋予状态，而没有 pickler 会这样做</translation>
    </message>
    <message>
        <source>a NumPy type that is handed on</source>
        <translation>被传递出去的 NumPy 类型</translation>
    </message>
    <message>
        <source>It is handed on, and what it is called with cannot be seen</source>
        <translation>它被传递出去，而用什么来调用它无法看出</translation>
    </message>
    <message>
        <source>The bytes that it loads are used in another place too, where they can be changed</source>
        <translation>它加载的字节也用在另一处，在那里可以被更改</translation>
    </message>
    <message>
        <source>a reference to a storage</source>
        <translation>对存储的引用</translation>
    </message>
    <message>
        <source>another reading of the file</source>
        <translation>文件的另一种读法</translation>
    </message>
    <message>
        <source>it has %1 rows instead of %2</source>
        <translation>它有 %1 行，而不是 %2 行</translation>
    </message>
    <message>
        <source>%1 is not the same</source>
        <translation>%1 不相同</translation>
    </message>
    <message>
        <source>it has another number of tensors</source>
        <translation>它的张量个数不同</translation>
    </message>
    <message>
        <source>tensor %1 is not the same</source>
        <translation>张量 %1 不相同</translation>
    </message>
    <message>
        <source>the bytes of storage %1 are not the same</source>
        <translation>存储 %1 的字节不相同</translation>
    </message>
    <message>
        <source>it has another number of storages</source>
        <translation>它的存储个数不同</translation>
    </message>
    <message>
        <source>storage %1 is not the same</source>
        <translation>存储 %1 不相同</translation>
    </message>
    <message>
        <source>storage %1 is tagged %2 instead of %3</source>
        <translation>存储 %1 的标签为 %2，而不是 %3</translation>
    </message>
    <message>
        <source>it is not as many files</source>
        <translation>它的文件个数不符</translation>
    </message>
    <message>
        <source>PyTorch 2 saved with it whether it is coalesced, which older ones do not expect</source>
        <translation>PyTorch 2 随它保存了它是否已合并（coalesced），而旧版本不认识</translation>
    </message>
    <message>
        <source>Its layout %1 came later</source>
        <translation>其布局 %1 是后来才有的</translation>
    </message>
    <message>
        <source>a storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>a call of %1 should not be there</source>
        <translation>不应有对 %1 的调用</translation>
    </message>
    <message>
        <source>a call of %1 is missing</source>
        <translation>缺少对 %1 的调用</translation>
    </message>
    <message>
        <source>a part of a call is missing</source>
        <translation>缺少调用的一部分</translation>
    </message>
    <message>
        <source>a value is of another kind</source>
        <translation>有一个值属于另一种类</translation>
    </message>
    <message>
        <source>a number is another one</source>
        <translation>有一个数字不同</translation>
    </message>
    <message>
        <source>%1 became %2</source>
        <translation>%1 变成了 %2</translation>
    </message>
    <message>
        <source>one object became two, or two became one</source>
        <translation>一个对象变成了两个，或两个变成了一个</translation>
    </message>
    <message>
        <source>a storage became something else</source>
        <translation>有一个存储变成了别的内容</translation>
    </message>
    <message>
        <source>a storage has another dtype</source>
        <translation>有一个存储的 dtype 不同</translation>
    </message>
    <message>
        <source>one tensor became two</source>
        <translation>一个张量变成了两个</translation>
    </message>
    <message>
        <source>a tensor became something else</source>
        <translation>有一个张量变成了别的内容</translation>
    </message>
    <message>
        <source>a tensor has another shape</source>
        <translation>有一个张量的形状不同</translation>
    </message>
    <message>
        <source>a text or bytes are others</source>
        <translation>有文本或字节不同</translation>
    </message>
    <message>
        <source>a tensor is made of other parts</source>
        <translation>有一个张量由不同的部分组成</translation>
    </message>
    <message>
        <source>a tuple has another size</source>
        <translation>有一个元组的大小不同</translation>
    </message>
    <message>
        <source>a tensor begins elsewhere in its storage</source>
        <translation>有一个张量在其存储中的起始位置不同</translation>
    </message>
    <message>
        <source>an object is made in another way</source>
        <translation>有一个对象以另一种方式建立</translation>
    </message>
    <message>
        <source>an object gets more states, or fewer</source>
        <translation>有一个对象得到的状态更多或更少</translation>
    </message>
    <message>
        <source>there are more parts, or fewer</source>
        <translation>部分更多或更少</translation>
    </message>
    <message>
        <source>an entry is missing</source>
        <translation>缺少一个条目</translation>
    </message>
    <message>
        <source>an entry has another key</source>
        <translation>有一个条目的键不同</translation>
    </message>
    <message>
        <source>there is an entry too many</source>
        <translation>多出一个条目</translation>
    </message>
    <message>
        <source>The whole object</source>
        <translation>整个对象</translation>
    </message>
    <message>
        <source>an object is changed in another order</source>
        <translation>有一个对象以另一种顺序被更改</translation>
    </message>
    <message>
        <source>%1 is called in another order</source>
        <translation>%1 以另一种顺序被调用</translation>
    </message>
    <message>
        <source>what is in it is there earlier or later than a call that can take it</source>
        <translation>其中的内容出现得比可取用它的某个调用更早或更晚</translation>
    </message>
    <message>
        <source>tensor %1 is not as it was planned</source>
        <translation>张量 %1 与计划不符</translation>
    </message>
    <message>
        <source>%1 is not in its place</source>
        <translation>%1 不在其位置上</translation>
    </message>
    <message>
        <source>%1 has another value</source>
        <translation>%1 的值不同</translation>
    </message>
    <message>
        <source>%1 is another storage</source>
        <translation>%1 是另一个存储</translation>
    </message>
    <message>
        <source>%1 should not be there</source>
        <translation>%1 不应在那里</translation>
    </message>
    <message>
        <source>storage %1 is not as it was planned</source>
        <translation>存储 %1 与计划不符</translation>
    </message>
    <message>
        <source>storage %1 has the tag %2</source>
        <translation>存储 %1 的标签为 %2</translation>
    </message>
    <message>
        <source>the note that goes with it is not in it</source>
        <translation>其中没有随附的说明</translation>
    </message>
    <message>
        <source>record %1 is not the same</source>
        <translation>记录 %1 不相同</translation>
    </message>
    <message>
        <source>a storage became two, or two became one</source>
        <translation>一个存储变成了两个，或两个变成了一个</translation>
    </message>
    <message>
        <source>It is made by a call that cannot say this dtype</source>
        <translation>它由无法指明此 dtype 的调用建立</translation>
    </message>
    <message>
        <source>a meta tensor: it has no values</source>
        <translation>meta 张量：它没有值</translation>
    </message>
    <message>
        <source>a tensor without a storage of its own (saved on %1)</source>
        <translation>没有自己存储的张量（保存于 %1）</translation>
    </message>
    <message>
        <source>a sparse tensor (%1)</source>
        <translation>稀疏张量（%1）</translation>
    </message>
    <message>
        <source>a tensor of another layout (%1)</source>
        <translation>其他布局的张量（%1）</translation>
    </message>
    <message>
        <source>a conjugated view (its conj bit is set)</source>
        <translation>共轭视图（设有 conj 位）</translation>
    </message>
    <message>
        <source>a negated view (its neg bit is set)</source>
        <translation>取负视图（设有 neg 位）</translation>
    </message>
    <message>
        <source>%1 has another dtype, shape or stride</source>
        <translation>%1 的 dtype、形状或步幅不同</translation>
    </message>
    <message>
        <source>the value %1</source>
        <translation>值 %1</translation>
    </message>
    <message>
        <source>%1 has no numbers, or another count of them</source>
        <translation>%1 没有数值，或数值个数不同</translation>
    </message>
    <message>
        <source>the numbers of %1 are not the same</source>
        <translation>%1 的数值不相同</translation>
    </message>
    <message>
        <source>it does not open as a whole: %1</source>
        <translation>它无法完整打开：%1</translation>
    </message>
    <message>
        <source>it changed while it was looked at</source>
        <translation>它在被查看时发生了变化</translation>
    </message>
    <message>
        <source>its metadata is not what was planned</source>
        <translation>其元数据与计划不符</translation>
    </message>
    <message>
        <source>it has %1 instead of %2</source>
        <translation>它有 %1，而不是 %2</translation>
    </message>
    <message>
        <source>tensor %1 has another name, dtype or shape</source>
        <translation>张量 %1 的名称、dtype 或形状不同</translation>
    </message>
    <message>
        <source>the values of tensor %1 are not the same</source>
        <translation>张量 %1 的值不相同</translation>
    </message>
    <message>
        <source>%1 does not hold what it should</source>
        <translation>%1 所含内容不符</translation>
    </message>
    <message>
        <source>tensor %1 is not in its place</source>
        <translation>张量 %1 不在其位置上</translation>
    </message>
    <message>
        <source>tensor %1 has another dtype, shape or stride</source>
        <translation>张量 %1 的 dtype、形状或步幅不同</translation>
    </message>
    <message>
        <source>tensor %1 has another tag</source>
        <translation>张量 %1 的标签不同</translation>
    </message>
    <message>
        <source>tensor %1 does not share its storage</source>
        <translation>张量 %1 没有共享其存储</translation>
    </message>
    <message>
        <source>storage %1 of %2</source>
        <translation>%2 的存储 %1</translation>
    </message>
    <message>
        <source>%1 can stand only as the first target of a rule: it is the device of the tag</source>
        <translation>%1 只能作为规则的第一个目标：它表示标签所指的设备</translation>
    </message>
    <message>
        <source>%1 is the name of no device</source>
        <translation>%1 不是任何设备的名称</translation>
    </message>
    <message>
        <source>%1 is no tag and no pattern; patterns are &quot;*&quot; and, for every index, &quot;cuda:*&quot;</source>
        <translation>%1 既不是标签也不是模式；模式为 &quot;*&quot;，以及表示所有编号的 &quot;cuda:*&quot;</translation>
    </message>
    <message>
        <source>sparse %1</source>
        <translation>稀疏 %1</translation>
    </message>
    <message>
        <source>a dictionary gets a key without a value</source>
        <translation>字典得到一个没有值的键</translation>
    </message>
    <message>
        <source>pairs are set on a value that is not a dictionary</source>
        <translation>键值对被设到不是字典的值上</translation>
    </message>
    <message>
        <source>items are added to a value that cannot hold them</source>
        <translation>项目被加到无法容纳它们的值上</translation>
    </message>
    <message>
        <source>items are added, but there is nothing to add them to</source>
        <translation>有项目要加入，但没有可加入的对象</translation>
    </message>
    <message>
        <source>the name of a class or function is not a string</source>
        <translation>类或函数的名称不是字符串</translation>
    </message>
    <message>
        <source>an object is made, but its class is missing</source>
        <translation>要建立对象，但缺少其类</translation>
    </message>
    <message>
        <source>a state was given to a value that can have none; it is left out</source>
        <translation>状态被赋予一个不能有状态的值；该状态已略去</translation>
    </message>
    <message>
        <source>the pickle holds more values than Cairn can keep track of</source>
        <translation>pickle 中的值多于 Cairn 所能记录的数量</translation>
    </message>
    <message>
        <source>the pickle needs far more memory than a file of this size could have values</source>
        <translation>pickle 所需内存远超这种大小的文件可能具有的值</translation>
    </message>
    <message>
        <source>a memo index is not a plain number</source>
        <translation>有 memo 编号不是普通数字</translation>
    </message>
    <message>
        <source>a frame of the pickle reaches past the end of the data</source>
        <translation>pickle 的一个帧越过数据的结尾</translation>
    </message>
    <message>
        <source>an integer of %1 bytes is too long</source>
        <translation>%1 字节的整数太长</translation>
    </message>
    <message>
        <source>an instruction needs %1 values, but only %2 are on the stack</source>
        <translation>有指令需要 %1 个值，但栈上只有 %2 个</translation>
    </message>
    <message>
        <source>an instruction needs a mark, but there is none on the stack</source>
        <translation>有指令需要标记，但栈上没有</translation>
    </message>
    <message>
        <source>memo entry %1 is used, but was never stored</source>
        <translation>使用了 memo 条目 %1，但从未存储过它</translation>
    </message>
    <message>
        <source>%1 values are left over when the pickle stops</source>
        <translation>pickle 停止时还剩下 %1 个值</translation>
    </message>
    <message>
        <source>%1 strings are not valid UTF-8; their bytes are kept</source>
        <translation>%1 个字符串不是有效的 UTF-8；其字节保持原样</translation>
    </message>
    <message>
        <source>a zip</source>
        <translation>zip</translation>
    </message>
    <message>
        <source>a safetensors file</source>
        <translation>safetensors 文件</translation>
    </message>
    <message>
        <source>a tar</source>
        <translation>tar</translation>
    </message>
    <message>
        <source>a stream of pickles</source>
        <translation>pickle 流</translation>
    </message>
    <message>
        <source>another format</source>
        <translation>其他格式</translation>
    </message>
    <message>
        <source>The id is %1</source>
        <translation>其标识为 %1</translation>
    </message>
    <message>
        <source>The target is %1</source>
        <translation>其目标为 %1</translation>
    </message>
    <message>
        <source>the zip counts %1 records, but its directory goes on after them</source>
        <translation>zip 记有 %1 个记录，但其目录在此之后仍有内容</translation>
    </message>
    <message>
        <source>the directory of the zip ends in the middle of an entry</source>
        <translation>zip 的目录在一个条目中间结束</translation>
    </message>
    <message>
        <source>entry %1 of the zip&apos;s directory is not an entry</source>
        <translation>zip 目录的条目 %1 不是条目</translation>
    </message>
    <message>
        <source>an entry reaches past the end of the zip&apos;s directory</source>
        <translation>有一个条目越过 zip 目录的结尾</translation>
    </message>
    <message>
        <source>an entry of the zip&apos;s directory lacks its zip64 sizes</source>
        <translation>zip 目录的一个条目缺少其 zip64 大小</translation>
    </message>
    <message>
        <source>the record %1 (%2 bytes, header at byte %3) does not fit before the zip&apos;s directory at byte %4</source>
        <translation>记录 %1（%2 字节，头在第 %3 字节）放不进位于第 %4 字节的 zip 目录之前</translation>
    </message>
    <message>
        <source>the record %1 is stored as it is, but has two sizes: %2 and %3</source>
        <translation>记录 %1 按原样存储，却有两个大小：%2 和 %3</translation>
    </message>
    <message>
        <source>the record %1 is marked as a folder, but holds %2 bytes</source>
        <translation>记录 %1 标为文件夹，却含有 %2 字节</translation>
    </message>
    <message>
        <source>the zip has the record %1 twice</source>
        <translation>zip 中有两个记录 %1</translation>
    </message>
    <message>
        <source>the zip has the record %1 twice, the other time as %2</source>
        <translation>zip 中有两个记录 %1，另一个写作 %2</translation>
    </message>
    <message>
        <source>%1, and more records like that</source>
        <translation>%1，还有更多这样的记录</translation>
    </message>
    <message>
        <source>%1. PyTorch does not tell upper from lower case in record names, and which of the two it reads is an accident</source>
        <translation>%1。PyTorch 在记录名称中不区分大小写，会读取两者中的哪一个全凭偶然</translation>
    </message>
    <message>
        <source>the zip64 end record is said to be at byte %1, where it has no room</source>
        <translation>据称 zip64 结束记录在第 %1 字节，但那里放不下它</translation>
    </message>
    <message>
        <source>something was put in front of this zip, perhaps another one: all its offsets are %1 bytes too small</source>
        <translation>此 zip 前面加了内容，也许是另一个 zip：其所有偏移都小了 %1 字节</translation>
    </message>
    <message>
        <source>there is no zip64 end record where its locator points</source>
        <translation>zip64 定位记录所指之处没有 zip64 结束记录</translation>
    </message>
    <message>
        <source>the zip64 end record has the impossible size %1</source>
        <translation>zip64 结束记录的大小 %1 不可能</translation>
    </message>
    <message>
        <source>the directory of the zip (%1 bytes at byte %2) reaches past its end record</source>
        <translation>zip 的目录（%1 字节，位于第 %2 字节）越过其结束记录</translation>
    </message>
    <message>
        <source>the zip counts %1 records, but its directory has only %2 bytes</source>
        <translation>zip 记有 %1 个记录，但其目录只有 %2 字节</translation>
    </message>
    <message>
        <source>the zip has two end records, one inside the comment of the other. PyTorch takes the last</source>
        <translation>zip 有两个结束记录，一个在另一个的注释之内。PyTorch 采用最后一个</translation>
    </message>
    <message>
        <source>the two end records of the zip describe different directories. PyTorch takes the long one</source>
        <translation>zip 的两个结束记录描述了不同的目录。PyTorch 采用较长的一个</translation>
    </message>
    <message>
        <source>the zip has two directories. PyTorch takes the one where the end record says, other programs the one in front of it</source>
        <translation>zip 有两个目录。PyTorch 采用结束记录所指的那个，其他程序采用它前面的那个</translation>
    </message>
    <message>
        <source>the record %1 has no header where the zip&apos;s directory says</source>
        <translation>在 zip 目录所说的位置，记录 %1 没有头</translation>
    </message>
    <message>
        <source>the record %1 runs into the zip&apos;s directory</source>
        <translation>记录 %1 伸入 zip 的目录</translation>
    </message>
    <message>
        <source>the file begins with another zip. PyTorch does not see it, other programs do</source>
        <translation>文件以另一个 zip 开头。PyTorch 看不到它，其他程序能看到</translation>
    </message>
    <message>
        <source>the records %1 and %2 share bytes of the file</source>
        <translation>记录 %1 和 %2 共用文件中的字节</translation>
    </message>
    <message>
        <source>the record %1 bears another name in its own header</source>
        <translation>记录 %1 在其自身的头中是另一个名称</translation>
    </message>
    <message>
        <source>%1, and %2 more do</source>
        <translation>%1，另有 %2 个也是如此</translation>
    </message>
    <message>
        <source>%1. PyTorch goes by the directory, other programs by the headers</source>
        <translation>%1。PyTorch 以目录为准，其他程序以头为准</translation>
    </message>
    <message>
        <source>the record %1 claims to unpack from %2 to %3 bytes, more than deflate can do</source>
        <translation>记录 %1 声称从 %2 字节解压为 %3 字节，超出 deflate 所能做到的</translation>
    </message>
    <message>
        <source>Its table of segments</source>
        <translation>其段表</translation>
    </message>
    <message>
        <source>A segment</source>
        <translation>有一个段</translation>
    </message>
    <message>
        <source>Its header</source>
        <translation>其头</translation>
    </message>
    <message>
        <source>Its table of sections</source>
        <translation>其节表</translation>
    </message>
    <message>
        <source>LibTorch says:
%1</source>
        <translation>LibTorch 说：
%1</translation>
    </message>
    <message>
        <source>LibTorch says: %1</source>
        <translation>LibTorch 说：%1</translation>
    </message>
    <message>
        <source>The script was saved by a newer torch; load it with a LibTorch of that version or later. Cairn shows and converts the file without loading it</source>
        <translation>该脚本由更新的 torch 保存；请用该版本或更高版本的 LibTorch 加载。Cairn 无需加载即可显示和转换该文件</translation>
    </message>
    <message>
        <source>The script needs classes or operators that some library registers with torch: in Python, import that library before torch.jit.load. Cairn shows and converts the file without loading it</source>
        <translation>该脚本需要某个库在 torch 中注册的类或算子：在 Python 中，请在 torch.jit.load 之前导入该库。Cairn 无需加载即可显示和转换该文件</translation>
    </message>
    <message>
        <source>This LibTorch was built without the first format of TorchScript. Load the file with the torch that wrote it, or another that still can, and save it again with torch.jit.save in torch 1.4 or later. Cairn shows the file, and can write its tensors as safetensors</source>
        <translation>此 LibTorch 构建时未包含 TorchScript 的最初格式。请用写出它的 torch 或其他仍支持的版本加载该文件，再在 torch 1.4 或更高版本中用 torch.jit.save 重新保存。Cairn 可显示该文件，并可将其张量写成 safetensors</translation>
    </message>
    <message>
        <source>It was ended by signal %1 (%2), as the system does when memory runs out</source>
        <translation>它被信号 %1 结束（%2），内存耗尽时系统会这样做</translation>
    </message>
    <message>
        <source>It was ended by signal %1 (%2)</source>
        <translation>它被信号 %1 结束（%2）</translation>
    </message>
    <message>
        <source>It ended by itself, with exit status %1</source>
        <translation>它自行结束，退出状态为 %1</translation>
    </message>
    <message>
        <source>It gave no answer for a long time, and was ended</source>
        <translation>它很久没有回应，已被结束</translation>
    </message>
    <message>
        <source>It was told to stop</source>
        <translation>它被要求停止</translation>
    </message>
    <message>
        <source>It answered with rubbish, and was ended</source>
        <translation>它的回应无法理解，已被结束</translation>
    </message>
    <message>
        <source>%1. The last that it printed:
%2</source>
        <translation>%1。它最后输出的内容：
%2</translation>
    </message>
    <message>
        <source>BERT, from the names of its first versions (gamma, beta) to those of today</source>
        <translation>BERT：从最初版本的名称（gamma、beta）改为现在的名称</translation>
    </message>
    <message>
        <source>torch.nn.utils.weight_norm to torch.nn.utils.parametrizations.weight_norm</source>
        <translation>从 torch.nn.utils.weight_norm 改为 torch.nn.utils.parametrizations.weight_norm</translation>
    </message>
    <message>
        <source>torch.nn.utils.parametrizations.weight_norm to torch.nn.utils.weight_norm</source>
        <translation>从 torch.nn.utils.parametrizations.weight_norm 改为 torch.nn.utils.weight_norm</translation>
    </message>
    <message>
        <source>DenseNet of torchvision, from the names of its first files to those of today</source>
        <translation>torchvision 的 DenseNet：从最初文件的名称改为现在的名称</translation>
    </message>
    <message>
        <source>adapters of PEFT, from the names in its files to those in a model that has them</source>
        <translation>PEFT 适配器：从文件中的名称改为带适配器的模型中的名称</translation>
    </message>
    <message>
        <source>adapters of PEFT, from the names in a model that has them to those in its files</source>
        <translation>PEFT 适配器：从带适配器的模型中的名称改为文件中的名称</translation>
    </message>
    <message>
        <source>LoRA of Stable Diffusion, from kohya&apos;s names to those of diffusers</source>
        <translation>Stable Diffusion 的 LoRA：从 kohya 的名称改为 diffusers 的名称</translation>
    </message>
    <message>
        <source>kohya multiplies by alpha / rank; diffusers has no alpha among the weights and multiplies by 1</source>
        <translation>kohya 会乘以 alpha / rank；diffusers 的权重中没有 alpha，按 1 相乘</translation>
    </message>
    <message>
        <source>attention in VAEs of diffusers, from its first names to those of today</source>
        <translation>diffusers VAE 中的注意力：从最初的名称改为现在的名称</translation>
    </message>
    <message>
        <source>Whisper, from OpenAI&apos;s names to those of transformers</source>
        <translation>Whisper：从 OpenAI 的名称改为 transformers 的名称</translation>
    </message>
    <message>
        <source>Whisper, from the names of transformers to OpenAI&apos;s</source>
        <translation>Whisper：从 transformers 的名称改为 OpenAI 的名称</translation>
    </message>
    <message>
        <source>ESRGAN, from the names of its first files to those of BasicSR</source>
        <translation>ESRGAN：从最初文件的名称改为 BasicSR 的名称</translation>
    </message>
    <message>
        <source>ESRGAN, from the names of BasicSR to those of its first files</source>
        <translation>ESRGAN：从 BasicSR 的名称改为最初文件的名称</translation>
    </message>
    <message>
        <source>--rename %1 names no map of keys%2</source>
        <translation>--rename %1 不是任何键名映射的名称%2</translation>
    </message>
    <message>
        <source>`cairn-cli fit --maps` lists them</source>
        <translation>`cairn-cli fit --maps` 会列出全部映射</translation>
    </message>
    <message>
        <source>%1 is no file, and no model that is known by name%2</source>
        <translation>%1 既不是文件，也不是已知名称的模型%2</translation>
    </message>
    <message>
        <source>`cairn-cli fit --models` lists those that are known. Any other one can be given as a checkpoint of it, or as a file with its keys</source>
        <translation>`cairn-cli fit --models` 会列出已知的模型。其他模型可以用它的检查点，或写有其键名的文件来指定</translation>
    </message>
    <message>
        <source>several libraries have a model called %1</source>
        <translation>有多个库都有名为 %1 的模型</translation>
    </message>
    <message>
        <source>Write one of %1</source>
        <translation>请写明其中之一：%1</translation>
    </message>
    <message>
        <source>%1 has no number of %2 to choose</source>
        <translation>%1 没有可选择的 %2 数量</translation>
    </message>
    <message>
        <source>the shape of %1 is no list of sizes</source>
        <translation>%1 的形状不是由各维大小组成的列表</translation>
    </message>
    <message>
        <source>line %1 is no key with its shape: %2</source>
        <translation>第 %1 行不是键名及其形状：%2</translation>
    </message>
    <message>
        <source>there is no key in it</source>
        <translation>其中没有键名</translation>
    </message>
    <message>
        <source>%1 and %2 more.</source>
        <translation>%1 以及另外 %2 个。</translation>
    </message>
    <message>
        <source>%1 more of this kind.</source>
        <translation>另有 %1 个同类问题。</translation>
    </message>
    <message>
        <source>Without what has another shape, and with strict=False, it fills %1 of the model&apos;s %2 tensors; the others stay as they were made.</source>
        <translation>去掉形状不同的张量并使用 strict=False 时，可填充模型 %2 个张量中的 %1 个；其余保持初始值。</translation>
    </message>
    <message>
        <source>With strict=False it loads: the whole model is filled, and what is unexpected is left out.</source>
        <translation>使用 strict=False 可以加载：整个模型都会被填充，多余的键会被忽略。</translation>
    </message>
    <message>
        <source>With strict=False it loads: what is missing the model makes itself.</source>
        <translation>使用 strict=False 可以加载：缺少的部分由模型自行生成。</translation>
    </message>
    <message>
        <source>With strict=False it fills %1 of the model&apos;s %2 tensors; the others stay as they were made.</source>
        <translation>使用 strict=False 可填充模型 %2 个张量中的 %1 个；其余保持初始值。</translation>
    </message>
    <message>
        <source>@%1: %2.</source>
        <translation>@%1：%2。</translation>
    </message>
    <message>
        <source>But %1.</source>
        <translation>但是，%1。</translation>
    </message>
    <message>
        <source>Left out, as they are beside it: %1.</source>
        <translation>不属于该模型而被略去：%1。</translation>
    </message>
    <message>
        <source>What begins with %1 fits as well: choose the one that you want.</source>
        <translation>以 %1 开头的部分同样匹配：请自行选择。</translation>
    </message>
    <message>
        <source>Its state_dict is %1.</source>
        <translation>其 state_dict 位于 %1。</translation>
    </message>
    <message>
        <source>load_state_dict of %1 takes it: all %2 keys fit.</source>
        <translation>%1 的 load_state_dict 可以接受：全部 %2 个键都匹配。</translation>
    </message>
    <message>
        <source>load_state_dict of %1 takes it: all %2 keys are there.</source>
        <translation>%1 的 load_state_dict 可以接受：全部 %2 个键都存在。</translation>
    </message>
    <message>
        <source>Not compared, as nothing tells them, are the shapes of this many keys: %1.</source>
        <translation>有 %1 个键的形状无从得知，因此未作比较。</translation>
    </message>
    <message>
        <source>Give a checkpoint of the model, or a file with a key of it in each line, and its shape behind it</source>
        <translation>请给出该模型的检查点，或每行写有一个键名及其形状的文件</translation>
    </message>
    <message>
        <source>%1 (in bfloat16 %2)</source>
        <translation>%1（bfloat16 为 %2）</translation>
    </message>
    <message>
        <source>a GPU of %1 GB has room</source>
        <translation>%1 GB 的 GPU 足够</translation>
    </message>
    <message>
        <source>no single GPU has room</source>
        <translation>没有单个 GPU 足够</translation>
    </message>
    <message>
        <source>Memory for the weights: %1; %2</source>
        <translation>权重所需内存：%1；%2</translation>
    </message>
    <message>
        <source>To train it with AdamW: %1, without what the batch takes; %2</source>
        <translation>用 AdamW 训练：%1，不含批次所需；%2</translation>
    </message>
    <message>
        <source>Its state_dict is %1; beside it: %2.</source>
        <translation>其 state_dict 位于 %1；此外还有：%2。</translation>
    </message>
    <message>
        <source>With other names it loads.</source>
        <translation>换成其他名称后可以加载。</translation>
    </message>
    <message>
        <source>With other names it fits better.</source>
        <translation>换成其他名称后更吻合。</translation>
    </message>
    <message>
        <source>%1 is put in front of all names.</source>
        <translation>所有名称前面加上 %1。</translation>
    </message>
    <message>
        <source>%1 is taken out of names.</source>
        <translation>从名称中去掉 %1。</translation>
    </message>
    <message>
        <source>%1 in front of names is taken away.</source>
        <translation>去掉名称前面的 %1。</translation>
    </message>
    <message>
        <source>%1 in front of names becomes %2.</source>
        <translation>名称前面的 %1 变为 %2。</translation>
    </message>
    <message>
        <source>load_state_dict of %1 refuses it as it is.</source>
        <translation>%1 的 load_state_dict 不接受现在的样子。</translation>
    </message>
    <message>
        <source>it holds texts of Python 2 in another encoding than Python takes them for</source>
        <translation>其中有 Python 2 的文本，其编码与 Python 所认为的不同</translation>
    </message>
    <message>
        <source>It was saved by Python 2, which writes NumPy arrays so, too</source>
        <translation>它由 Python 2 保存，Python 2 也这样写 NumPy 数组</translation>
    </message>
    <message>
        <source>Say which: `%1(..., encoding=&quot;latin1&quot;)`</source>
        <translation>指明编码：`%1(..., encoding=&quot;latin1&quot;)`</translation>
    </message>
    <message>
        <source>ESRGAN (x4), from names that are numbers (model.1.sub) to those of BasicSR</source>
        <translation>ESRGAN（x4）：从以数字命名的名称（model.1.sub）到 BasicSR 的名称</translation>
    </message>
    <message>
        <source>some layers of %1</source>
        <translation>%1 的部分层</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1，以及 %2</translation>
    </message>
    <message>
        <source>fits %1</source>
        <translation>适用于 %1</translation>
    </message>
    <message>
        <source>A model with %1 in it</source>
        <translation>内含 %1 的模型</translation>
    </message>
    <message>
        <source>%1 adapter</source>
        <translation>%1 适配器</translation>
    </message>
    <message>
        <source>%1 adapter (%2)</source>
        <translation>%1 适配器（%2）</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，秩 %2</translation>
    </message>
    <message>
        <source>%1, ranks from %2 to %3</source>
        <translation>%1，秩从 %2 到 %3</translation>
    </message>
    <message>
        <source>%1, on 1 layer</source>
        <translation>%1，作用于 1 层</translation>
    </message>
    <message>
        <source>%1, on %2 layers</source>
        <translation>%1，作用于 %2 层</translation>
    </message>
    <message>
        <source>%1; of a model whose hidden size is %2</source>
        <translation>%1；所属模型的隐藏维度为 %2</translation>
    </message>
    <message>
        <source>%1; saved with it: %2</source>
        <translation>%1；一同保存的有：%2</translation>
    </message>
    <message>
        <source>The state of an optimizer that has not begun</source>
        <translation>尚未开始的优化器的状态</translation>
    </message>
    <message>
        <source>The state of an optimizer, of %1 parameters</source>
        <translation>优化器的状态，涉及 %1 个参数</translation>
    </message>
    <message>
        <source>The state of an optimizer such as %1, of %2 parameters</source>
        <translation>优化器（如 %1）的状态，涉及 %2 个参数</translation>
    </message>
    <message>
        <source>A program without weights</source>
        <translation>没有权重的程序</translation>
    </message>
    <message>
        <source>A program without weights, of the class %1</source>
        <translation>没有权重的程序，类为 %1</translation>
    </message>
    <message>
        <source>The state of a schedule of the learning rate</source>
        <translation>学习率调度器的状态</translation>
    </message>
    <message>
        <source>The arguments of a training: an object of the class %1</source>
        <translation>训练参数：类 %1 的对象</translation>
    </message>
    <message>
        <source>An object of the class %1, without weights</source>
        <translation>类 %1 的对象，没有权重</translation>
    </message>
    <message>
        <source>The state of a training, without its model</source>
        <translation>训练的状态，不含模型</translation>
    </message>
    <message>
        <source>A textual inversion, %1: 1 vector of width %2</source>
        <translation>文本反转（textual inversion）%1：1 个宽度为 %2 的向量</translation>
    </message>
    <message>
        <source>A textual inversion, %1: %2 vectors of width %3</source>
        <translation>文本反转（textual inversion）%1：%2 个宽度为 %3 的向量</translation>
    </message>
    <message>
        <source>%1, that of %2</source>
        <translation>%1，与 %2 的相同</translation>
    </message>
    <message>
        <source>A prompt or prefix (PEFT): %1 virtual tokens, %2 numbers each</source>
        <translation>提示或前缀（PEFT）：%1 个虚拟词元，每个 %2 个数</translation>
    </message>
    <message>
        <source>An object of the class %1, with tensors in it</source>
        <translation>类 %1 的对象，内含张量</translation>
    </message>
    <message>
        <source>No layer or model that is known, but tensors: %1</source>
        <translation>没有已知的层或模型，只有张量：%1</translation>
    </message>
    <message>
        <source>A program, with no model that is known by name</source>
        <translation>程序，其中没有已知名称的模型</translation>
    </message>
    <message>
        <source>A program of the class %1, none that is known by name</source>
        <translation>类 %1 的程序，不是已知名称的模型</translation>
    </message>
    <message>
        <source>A model of the class %1, none that is known by name</source>
        <translation>类 %1 的模型，不是已知名称的模型</translation>
    </message>
    <message>
        <source>No model that is known by name</source>
        <translation>没有已知名称的模型</translation>
    </message>
    <message>
        <source>The state of generators of random numbers</source>
        <translation>随机数生成器的状态</translation>
    </message>
    <message>
        <source>One tensor by itself: %1</source>
        <translation>单独的一个张量：%1</translation>
    </message>
    <message>
        <source>%1; named as %2, of other sizes</source>
        <translation>%1；命名与 %2 相同，但大小不同</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>%1, %2 or %3</source>
        <translation>%1、%2 或 %3</translation>
    </message>
    <message>
        <source>%1, %2 or one of %3 more</source>
        <translation>%1、%2 或另外 %3 个之一</translation>
    </message>
    <message>
        <source>There is no tensor of a model in it</source>
        <translation>其中没有模型的张量</translation>
    </message>
    <message>
        <source>a .npy file holds one tensor, and these are several</source>
        <translation>.npy 文件只能保存一个张量，而这里有多个</translation>
    </message>
    <message>
        <source>the name has no ending that says a format</source>
        <translation>名称没有表明格式的扩展名</translation>
    </message>
    <message>
        <source>Let the name end in .npy, .safetensors or .pth</source>
        <translation>请让名称以 .npy、.safetensors 或 .pth 结尾</translation>
    </message>
    <message>
        <source>Let the name end in .safetensors or .pth</source>
        <translation>请让名称以 .safetensors 或 .pth 结尾</translation>
    </message>
    <message>
        <source>the alignment of storages is %1, which is no number; torch since 2.7 fails there</source>
        <translation>存储的对齐值是 %1，不是数字；torch 2.7 及以后的版本在此处失败</translation>
    </message>
    <message>
        <source>the number that torch gave the file is no UTF-8; torch since 2.1 fails there</source>
        <translation>torch 给文件的编号不是 UTF-8；torch 2.1 及以后的版本在此处失败</translation>
    </message>
    <message>
        <source>an index of a sparse tensor lies outside of it</source>
        <translation>稀疏张量的一个索引位于张量之外</translation>
    </message>
    <message>
        <source>the indices of a sparse tensor are for one of another size</source>
        <translation>稀疏张量的索引属于另一种尺寸的张量</translation>
    </message>
    <message>
        <source>a sparse tensor that is said to be coalesced is not</source>
        <translation>一个稀疏张量标为已合并，实际上并未合并</translation>
    </message>
    <message>
        <source>the rows of a sparse tensor do not begin at 0 and end with its values</source>
        <translation>稀疏张量的行不是从 0 开始、到其值的末尾结束</translation>
    </message>
    <message>
        <source>a row of a sparse tensor begins or ends where it cannot</source>
        <translation>稀疏张量的某一行的起点或终点不可能如此</translation>
    </message>
    <message>
        <source>the indices in a row of a sparse tensor are not in order, each once</source>
        <translation>稀疏张量某一行中的索引没有按顺序排列，或有重复</translation>
    </message>
    <message>
        <source>whether a sparse tensor is coalesced is neither True nor False</source>
        <translation>稀疏张量是否已合并，既不是 True 也不是 False</translation>
    </message>
    <message>
        <source>the indices of a sparse tensor were not looked at; torch does before it takes them</source>
        <translation>没有检查稀疏张量的索引；torch 在接受它们之前会检查</translation>
    </message>
    <message>
        <source>a sparse tensor with odd indices</source>
        <translation>索引异常的稀疏张量</translation>
    </message>
    <message>
        <source>torch loads no tensors of the quantisation scheme %1</source>
        <translation>torch 不加载量化方案为 %1 的张量</translation>
    </message>
    <message>
        <source>a reference to a storage has %1 parts instead of %2</source>
        <translation>对存储的引用有 %1 个部分，而不是 %2 个</translation>
    </message>
    <message>
        <source>--tie wants A=B, and got %1</source>
        <translation>--tie 需要 A=B 的形式，得到的是 %1</translation>
    </message>
    <message>
        <source>Name two tensors of the copy: --tie lm_head.weight=model.embed_tokens.weight</source>
        <translation>写出副本中的两个张量：--tie lm_head.weight=model.embed_tokens.weight</translation>
    </message>
    <message>
        <source>--tie has no meaning for --to dcp, where each name has a tensor of its own</source>
        <translation>--tie 对 --to dcp 没有意义：那里每个名称都有自己的张量</translation>
    </message>
    <message>
        <source>--tie and --clone contradict each other</source>
        <translation>--tie 与 --clone 相互矛盾</translation>
    </message>
    <message>
        <source>It is an adapter, and the model has no place for one. What made it puts it on the model: PeftModel.from_pretrained(model, FOLDER) of PEFT, load_lora_weights() of diffusers.</source>
        <translation>这是一个适配器，而模型中没有放它的位置。把它加到模型上的是制作它的程序：PEFT 的 PeftModel.from_pretrained(model, FOLDER)，diffusers 的 load_lora_weights()。</translation>
    </message>
    <message>
        <source>With strict=False it fills %1 of the model&apos;s %2 tensors. Whether what is missing is the same tensor as %3, as in many models, a list of keys does not tell: if it is, the whole model is filled; if not, it stays as it was made.</source>
        <translation>用 strict=False 会填入模型 %2 个张量中的 %1 个。缺少的是否与 %3 是同一个张量（许多模型如此），键的列表无法说明：如果是，整个模型都已填入；如果不是，它保持创建时的样子。</translation>
    </message>
    <message>
        <source>But an adapter was trained with it, of %1 tensors, and is lost then: what the model learned is in it. Merge it into the weights first, as merge_and_unload() of PEFT does.</source>
        <translation>但是其中有一个训练过的适配器（%1 个张量），这样会丢失：模型学到的内容就在里面。请先把它合并到权重中，如 PEFT 的 merge_and_unload()。</translation>
    </message>
    <message>
        <source>An adapter has none of the weights of the model that it is on. PEFT itself gives it the names of that model: set_peft_model_state_dict(model, state).</source>
        <translation>适配器不含它所在模型的任何权重。PEFT 会自己给它那个模型中的名称：set_peft_model_state_dict(model, state)。</translation>
    </message>
    <message>
        <source>Keys that are no text have to be left out: %1.</source>
        <translation>不是文本的键必须去掉：%1。</translation>
    </message>
    <message>
        <source>Without them it loads.</source>
        <translation>去掉它们就能加载。</translation>
    </message>
    <message>
        <source>There is %1 in it, too, which does not fit as well.</source>
        <translation>其中还有 %1，但它不如这个适合。</translation>
    </message>
    <message>
        <source>In the same file this fits, too, as it is or under other names: %1. Choose the one that you want.</source>
        <translation>同一文件中这些也适合，直接或改名后：%1。请选择您想要的那个。</translation>
    </message>
    <message>
        <source>Keys that stand in the list more than once count once: %1.</source>
        <translation>在列表中出现多次的键只算一次：%1。</translation>
    </message>
    <message>
        <source>%1 is a class, of which several sizes are known</source>
        <translation>%1 是一个类，已知它有多种大小</translation>
    </message>
    <message>
        <source>Write one of %1, the likest first</source>
        <translation>请写 %1 中的一个，最相似的在前</translation>
    </message>
    <message>
        <source>No Python is given: torch.load does not take this format.</source>
        <translation>没有给出 Python：torch.load 不接受这种格式。</translation>
    </message>
    <message>
        <source>No Python is given: torch.load takes it with weights_only=False alone, which runs what is in the file.</source>
        <translation>没有给出 Python：torch.load 只有用 weights_only=False 才接受它，而那会运行文件中的内容。</translation>
    </message>
    <message>
        <source>No Python is given: the model is saved as an object, and torch.load makes that with weights_only=False alone, which runs what is in the file.</source>
        <translation>没有给出 Python：模型是作为对象保存的，torch.load 只有用 weights_only=False 才会生成它，而那会运行文件中的内容。</translation>
    </message>
    <message>
        <source>there is no tensor of a model in it</source>
        <translation>其中没有模型的张量</translation>
    </message>
    <message>
        <source>The load_state_dict() of an optimizer of the same class takes it, made for the same parameters in the same order. The model is in another file</source>
        <translation>它要由同一类优化器的 load_state_dict() 来加载，该优化器须为同样顺序的同样参数创建。模型在另一个文件中</translation>
    </message>
    <message>
        <source>The model is in another file</source>
        <translation>模型在另一个文件中</translation>
    </message>
    <message>
        <source>%1 stands there twice, with other shapes</source>
        <translation>%1 出现了两次，形状不同</translation>
    </message>
    <message>
        <source>%1 and %2 cannot become one tensor</source>
        <translation>%1 和 %2 不能成为同一个张量</translation>
    </message>
    <message>
        <source>Leave out this --tie: the copy then has both</source>
        <translation>去掉这个 --tie：副本中就会保留两者</translation>
    </message>
    <message>
        <source>The device map sends them to different devices</source>
        <translation>设备映射把它们送到不同的设备</translation>
    </message>
    <message>
        <source>two tensors have the name %1</source>
        <translation>有两个张量都叫 %1</translation>
    </message>
    <message>
        <source>Give one of them another name with --rename</source>
        <translation>用 --rename 给其中一个换个名称</translation>
    </message>
    <message>
        <source>Only dense tensors that are not quantised can</source>
        <translation>只有未量化的稠密张量才可以</translation>
    </message>
    <message>
        <source>Their dtypes or shapes are not the same</source>
        <translation>它们的 dtype 或形状不同</translation>
    </message>
    <message>
        <source>They lie in their storages in different ways, or one storage has more in it</source>
        <translation>它们在各自存储中的排布不同，或其中一个存储还有别的内容</translation>
    </message>
    <message>
        <source>Their storages do not hold the same values</source>
        <translation>它们的存储中的值不同</translation>
    </message>
    <message>
        <source>--cast makes different dtypes of them</source>
        <translation>--cast 使它们的 dtype 不同</translation>
    </message>
    <message>
        <source>Their values are not the same</source>
        <translation>它们的值不同</translation>
    </message>
    <message>
        <source>One of them lies in bytes that are a checkpoint of their own</source>
        <translation>其中一个位于本身就是检查点的字节之中</translation>
    </message>
    <message>
        <source>PyTorch 2.6 to 2.14 allow it, before and after it is not on the list</source>
        <translation>PyTorch 2.6 到 2.14 允许它；之前和之后都不在名单上</translation>
    </message>
    <message>
        <source>the latest torch</source>
        <translation>最新的 torch</translation>
    </message>
    <message>
        <source>torch %1</source>
        <translation>torch %1</translation>
    </message>
    <message>
        <source>To train it with AdamW: %1, without what the batch takes</source>
        <translation>用 AdamW 训练需要：%1，不含批次所占的内存</translation>
    </message>
    <message>
        <source>To train it with AdamW: %1, and free is only: %2</source>
        <translation>用 AdamW 训练需要：%1，而可用的只有：%2</translation>
    </message>
    <message>
        <source>the save of this folder was never finished, or its .metadata is lost</source>
        <translation>这个文件夹的保存从未完成，或者它的 .metadata 已丢失</translation>
    </message>
    <message>
        <source>It has no .metadata, which torch.distributed.checkpoint writes last, and which has the names of all tensors</source>
        <translation>它没有 .metadata；torch.distributed.checkpoint 最后才写它，里面有所有张量的名称</translation>
    </message>
    <message>
        <source>Take the checkpoint of an earlier step; what a rank wrote shows without its names: `cairn-cli inspect %1`</source>
        <translation>请使用更早一步的检查点；某个 rank 写入的内容可以不带名称地查看：`cairn-cli inspect %1`</translation>
    </message>
    <message>
        <source>Name the files in it: cairn-cli convert --in-place %1/*.pt, with the same options</source>
        <translation>请指明其中的文件：cairn-cli convert --in-place %1/*.pt，并使用相同的选项</translation>
    </message>
    <message>
        <source>Load it with PyTorch, and save it again without compression</source>
        <translation>用 PyTorch 加载它，再不压缩地重新保存</translation>
    </message>
    <message>
        <source>Whether it loads cannot be told without looking into it</source>
        <translation>不看其中的内容，就无法判断它能否加载</translation>
    </message>
    <message>
        <source>Mount /proc here: mount -t proc proc /proc</source>
        <translation>请在此挂载 /proc：mount -t proc proc /proc</translation>
    </message>
    <message>
        <source>It is a folder, and the tags are in its files</source>
        <translation>它是一个文件夹，标签在其中的文件里</translation>
    </message>
    <message>
        <source>%1 in names becomes %2.</source>
        <translation>名称中的 %1 变为 %2。</translation>
    </message>
    <message>
        <source>the list ends without its %1: keys may be missing</source>
        <translation>列表缺少结尾的 %1：可能缺少键</translation>
    </message>
    <message>
        <source>this is no list of keys: %1</source>
        <translation>这不是键的列表：%1</translation>
    </message>
    <message>
        <source>There is nothing of %1, though all others up to %2 are there: it is missing, or has no weights</source>
        <translation>没有任何属于 %1 的内容，而直到 %2 的其他编号都在：它缺失了，或者没有权重</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>and others</source>
        <translation>及其他</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>in no file</source>
        <translation>不在任何文件中</translation>
    </message>
    <message>
        <source>file missing</source>
        <translation>文件缺失</translation>
    </message>
    <message>
        <source>file unreadable</source>
        <translation>文件无法读取</translation>
    </message>
    <message>
        <source>file cut off</source>
        <translation>文件被截断</translation>
    </message>
    <message>
        <source>tensor with a gap</source>
        <translation>张量有缺口</translation>
    </message>
    <message>
        <source>pieces overlap</source>
        <translation>分块重叠</translation>
    </message>
    <message>
        <source>piece outside of the tensor</source>
        <translation>分块超出张量</translation>
    </message>
    <message>
        <source>there, its tensor not whole</source>
        <translation>在，但其张量不完整</translation>
    </message>
    <message>
        <source>held: takes a rank, the name of a file, or missing</source>
        <translation>held: 后接 rank 编号、文件名或 missing</translation>
    </message>
    <message>
        <source>Download it first; inspect, get, stats, diff, check, verify and convert read it from there</source>
        <translation>请先下载；inspect、get、stats、diff、check、verify 和 convert 可直接从那里读取</translation>
    </message>
    <message>
        <source>a file elsewhere cannot be changed in place</source>
        <translation>其他位置的文件无法就地更改</translation>
    </message>
    <message>
        <source>this file has pieces of the tensors of a folder</source>
        <translation>该文件包含某个文件夹中张量的分块</translation>
    </message>
    <message>
        <source>Save what is left of the whole: `cairn-cli salvage %1`</source>
        <translation>抢救整个文件夹中剩余的内容：`cairn-cli salvage %1`</translation>
    </message>
    <message>
        <source>What they are pieces of says the file .metadata, which is not beside it; `cairn-cli convert` to a .safetensors with --drop-others takes them as they are</source>
        <translation>它们属于哪些张量由文件 .metadata 说明，但它不在旁边；`cairn-cli convert` 转为 .safetensors 并加 --drop-others 可按原样取出它们</translation>
    </message>
    <message>
        <source>None of its tensors has a name of this model.</source>
        <translation>它的张量中没有一个具有该模型的名称。</translation>
    </message>
    <message>
        <source>Changed in its place, nothing would tell of that any more; nothing was written</source>
        <translation>就地更改后将再也看不出这一损坏；未写入任何内容</translation>
    </message>
    <message>
        <source>Get the file again, leave what is damaged out with --drop, or write a copy with -o</source>
        <translation>请重新获取该文件，用 --drop 去掉损坏的部分，或用 -o 写入副本</translation>
    </message>
    <message>
        <source>what is in an array of objects or fields is not looked at</source>
        <translation>对象数组或字段数组中的内容不会被检查</translation>
    </message>
    <message>
        <source>float64, float32, float16 and bfloat16 can be cast among each other, and to and from float8_e4m3fn and float8_e5m2</source>
        <translation>float64、float32、float16 和 bfloat16 可以互相转换，也可以与 float8_e4m3fn 和 float8_e5m2 互相转换</translation>
    </message>
    <message>
        <source>its bytes are not those that were saved</source>
        <translation>其字节与保存时不同</translation>
    </message>
    <message>
        <source>it cannot be read, and was not compared with its checksum</source>
        <translation>无法读取，因此没有与其校验和比较</translation>
    </message>
    <message>
        <source>--fp8-scales is for casts to float8_e4m3fn</source>
        <translation>--fp8-scales 用于转换为 float8_e4m3fn</translation>
    </message>
    <message>
        <source>Scales spread numbers over what that dtype holds</source>
        <translation>缩放系数把数值铺满该数据类型的范围</translation>
    </message>
    <message>
        <source>Say which tensors with --cast, for instance float8_e4m3fn:*proj.weight</source>
        <translation>请用 --cast 指明张量，例如 float8_e4m3fn:*proj.weight</translation>
    </message>
    <message>
        <source>--fp8-scales is for safetensors and for a .pth of tensors alone</source>
        <translation>--fp8-scales 用于 safetensors 以及只含张量的 .pth</translation>
    </message>
    <message>
        <source>Write one of these with --to safetensors, or --to pth --drop-others</source>
        <translation>请用 --to safetensors 或 --to pth --drop-others 写出其中一种</translation>
    </message>
    <message>
        <source>where all of a pickle is written anew no scales are made</source>
        <translation>整个 pickle 重新写出时不生成缩放系数</translation>
    </message>
    <message>
        <source>Write the tensors alone: -o COPY.safetensors, or a .pth with --to pth and --drop-others</source>
        <translation>请只写出张量：-o COPY.safetensors，或用 --to pth 和 --drop-others 写出 .pth</translation>
    </message>
    <message>
        <source>tensor %1 has to be cast by the scales beside it</source>
        <translation>张量 %1 必须用旁边的缩放系数来转换</translation>
    </message>
    <message>
        <source>Where all of a pickle is written anew Cairn does not do that</source>
        <translation>整个 pickle 重新写出时，Cairn 不这样做</translation>
    </message>
    <message>
        <source>tensor %1 cannot be multiplied by its scales</source>
        <translation>张量 %1 无法乘以它的缩放系数</translation>
    </message>
    <message>
        <source>Get the file again; or keep the codes and their scales with a rule in front of the others: --cast %1</source>
        <translation>请重新获取文件；或在其他规则之前加一条规则，保留编码及其缩放系数：--cast %1</translation>
    </message>
    <message>
        <source>scale %1 is not a number</source>
        <translation>缩放系数 %1 不是数字</translation>
    </message>
    <message>
        <source>scale %1 is infinite</source>
        <translation>缩放系数 %1 是无穷大</translation>
    </message>
    <message>
        <source>scale %1 is below zero</source>
        <translation>缩放系数 %1 小于零</translation>
    </message>
    <message>
        <source>float8 without scales beside it is cast as it is: %1, the first %2</source>
        <translation>旁边没有缩放系数的 float8 按原样转换：%1，第一个是 %2</translation>
    </message>
    <message>
        <source>%1 has an entry quantization_config, which is of the codes: leave it out of the config.json of the copy</source>
        <translation>%1 中有 quantization_config 一项，它描述的是编码：副本的 config.json 中应去掉它</translation>
    </message>
    <message>
        <source>programs take the codes for weights unless the config.json beside the copy says, for the layers that were cast: %1</source>
        <translation>除非副本旁的 config.json 对转换过的层写明以下内容，否则程序会把编码当作权重：%1</translation>
    </message>
    <message>
        <source>There are two: %1 and %2</source>
        <translation>有两个：%1 和 %2</translation>
    </message>
    <message>
        <source>Leave out the one that is not meant, by a copy with --drop and no --cast</source>
        <translation>请先用 --drop（不加 --cast）复制一份，去掉不需要的那个</translation>
    </message>
    <message>
        <source>%1 lies beside it, and how that changes the weights is not known</source>
        <translation>旁边有 %1，它如何改变权重尚不清楚</translation>
    </message>
    <message>
        <source>Known are weight_scale_inv, weight_scale and scale_weight; cast the others in Python, or leave that tensor out by a copy with --drop and no --cast if it means nothing</source>
        <translation>已知的有 weight_scale_inv、weight_scale 和 scale_weight；其他的请在 Python 中转换；如果该张量没有意义，请先用 --drop（不加 --cast）复制一份去掉它</translation>
    </message>
    <message>
        <source>It is the same tensor as %1, and %2 are other scales than %3</source>
        <translation>它与 %1 是同一个张量，而 %2 与 %3 是不同的缩放系数</translation>
    </message>
    <message>
        <source>Leave out one of both sets of scales, by a copy with --drop and no --cast</source>
        <translation>请先用 --drop（不加 --cast）复制一份，去掉两组缩放系数之一</translation>
    </message>
    <message>
        <source>%1 is of %2; scales are of float32, float16 or bfloat16</source>
        <translation>%1 的类型是 %2；缩放系数的类型是 float32、float16 或 bfloat16</translation>
    </message>
    <message>
        <source>%1 has %2 numbers, and %3 are the most</source>
        <translation>%1 有 %2 个数，最多为 %3 个</translation>
    </message>
    <message>
        <source>%1 has the shape %2, and ComfyUI has one number for a weight</source>
        <translation>%1 的形状是 %2，而 ComfyUI 的每个权重只有一个数</translation>
    </message>
    <message>
        <source>%1 has the shape %2, which does not fit weights of the shape %3</source>
        <translation>%1 的形状是 %2，与形状为 %3 的权重不符</translation>
    </message>
    <message>
        <source>No scales are beside it in this file, which is a part of %1</source>
        <translation>此文件中它旁边没有缩放系数，而此文件是 %1 的一部分</translation>
    </message>
    <message>
        <source>Convert the whole: %1</source>
        <translation>请转换整个检查点：%1</translation>
    </message>
    <message>
        <source>tensor %1 cannot have scales</source>
        <translation>张量 %1 无法使用缩放系数</translation>
    </message>
    <message>
        <source>A number of it is infinite or not a number</source>
        <translation>其中有数是无穷大或不是数字</translation>
    </message>
    <message>
        <source>Keep its dtype with a rule in front of the others: --cast %1</source>
        <translation>请在其他规则之前加一条规则，保留它的数据类型：--cast %1</translation>
    </message>
    <message>
        <source>tensor %1 would have to be cast by its scales</source>
        <translation>张量 %1 必须用它的缩放系数来转换</translation>
    </message>
    <message>
        <source>On the way into a folder of torch.distributed.checkpoint Cairn does not do that</source>
        <translation>写入 torch.distributed.checkpoint 文件夹时，Cairn 不这样做</translation>
    </message>
    <message>
        <source>Make a .safetensors with --cast first, and the folder out of that</source>
        <translation>请先用 --cast 生成 .safetensors，再由它生成文件夹</translation>
    </message>
    <message>
        <source>the values of %1 (%2)</source>
        <translation>%1的值（%2）</translation>
    </message>
    <message>
        <source>the values of %1 and %2 of NumPy (%3)</source>
        <translation>%1和 NumPy 的 %2的值（%3）</translation>
    </message>
    <message>
        <source>%1, %2 beside them</source>
        <translation>%1，以及其旁的 %2</translation>
    </message>
    <message>
        <source>%1, and %2 compared with their checksums (%3)</source>
        <translation>%1，并将 %2与其校验和比较（%3）</translation>
    </message>
    <message>
        <source>%1, and %2 compared with the sum that the Hub has of it</source>
        <translation>%1，并将 %2与 Hub 上的校验和比较</translation>
    </message>
    <message>
        <source>%1 without checksums: changed values would not show</source>
        <translation>%1没有校验和：值被改动也看不出来</translation>
    </message>
    <message>
        <source>%1 without a checksum: changed values would not show</source>
        <translation>%1没有校验和：值被改动也看不出来</translation>
    </message>
    <message>
        <source>the numbers of %1, of a kind that is not read</source>
        <translation>%1的数值，其类型不被读取</translation>
    </message>
    <message>
        <source>%1 in which no tensor lies</source>
        <translation>%1，其中没有任何张量</translation>
    </message>
    <message>
        <source>%1 of storages that no tensor reaches</source>
        <translation>存储中没有张量触及的 %1</translation>
    </message>
    <message>
        <source>it is not what its name in the cache of the Hub says</source>
        <translation>它与其在 Hub 缓存中的名称所示不符</translation>
    </message>
    <message>
        <source>it is none of those that weights_only=True takes</source>
        <translation>它不在 weights_only=True 接受之列</translation>
    </message>
    <message>
        <source>every number is NaN</source>
        <translation>所有数值都是 NaN</translation>
    </message>
    <message>
        <source>every number is infinite</source>
        <translation>所有数值都是无穷大</translation>
    </message>
    <message>
        <source>%1 of %2 numbers are NaN</source>
        <translation>%2 个数值中有 %1 个是 NaN</translation>
    </message>
    <message>
        <source>%1 of %2 numbers are infinite</source>
        <translation>%2 个数值中有 %1 个是无穷大</translation>
    </message>
    <message>
        <source>nothing in the file is known to be its values</source>
        <translation>文件中没有已知属于它的值</translation>
    </message>
    <message>
        <source>all %1 numbers are zero</source>
        <translation>全部 %1 个数值都是零</translation>
    </message>
    <message>
        <source>its numbers are of a type that torch does not have</source>
        <translation>其数值的类型是 torch 所没有的</translation>
    </message>
    <message>
        <source>of its arrays of NumPy the first %1 were looked at</source>
        <translation>其 NumPy 数组只检查了前 %1 个</translation>
    </message>
    <message>
        <source>it begins as a checkpoint does, and was not looked into</source>
        <translation>它的开头像一个检查点，其内容未被检查</translation>
    </message>
    <message>
        <source>it is NaN</source>
        <translation>它是 NaN</translation>
    </message>
    <message>
        <source>it is infinite</source>
        <translation>它是无穷大</translation>
    </message>
    <message>
        <source>it is a number of a type that is not read</source>
        <translation>它是一个类型不被读取的数值</translation>
    </message>
    <message>
        <source>The file does not open</source>
        <translation>文件无法打开</translation>
    </message>
    <message>
        <source>Nothing in it was looked at. Get the file again, or see what `cairn-cli salvage` finds in it.</source>
        <translation>其中的内容都没有被检查。请重新获取文件，或用 `cairn-cli salvage` 查看其中还能找到什么。</translation>
    </message>
    <message>
        <source>Bytes are missing, damaged or changed</source>
        <translation>有字节缺失、损坏或被改动</translation>
    </message>
    <message>
        <source>What was saved is not what is there. Get the file again, or save it again where it was made.</source>
        <translation>现有内容与保存时不同。请重新获取文件，或在生成它的地方重新保存。</translation>
    </message>
    <message>
        <source>A file of a set is missing</source>
        <translation>一组文件中缺少一个</translation>
    </message>
    <message>
        <source>The checkpoint lies in several files, and not all of them are here. Get the others.</source>
        <translation>检查点分布在多个文件中，这里并不齐全。请获取其余文件。</translation>
    </message>
    <message>
        <source>The file is a part of a checkpoint</source>
        <translation>该文件只是检查点的一部分</translation>
    </message>
    <message>
        <source>By itself it gives a part of the tensors. Ask about the folder or the index that stands for all of them.</source>
        <translation>单独使用它只能得到部分张量。请检查代表全部文件的文件夹或索引。</translation>
    </message>
    <message>
        <source>PyTorch does not load it there</source>
        <translation>PyTorch 在那里无法加载它</translation>
    </message>
    <message>
        <source>`cairn-cli check` says why, and which maps and which versions of PyTorch do.</source>
        <translation>`cairn-cli check` 会说明原因，以及哪些映射和哪些 PyTorch 版本可以加载。</translation>
    </message>
    <message>
        <source>Loading the file can do harm</source>
        <translation>加载该文件可能造成危害</translation>
    </message>
    <message>
        <source>Do not load it. `cairn-cli convert --to safetensors` keeps its tensors and nothing else.</source>
        <translation>不要加载它。`cairn-cli convert --to safetensors` 只保留其张量。</translation>
    </message>
    <message>
        <source>The file names code not known to be harmless</source>
        <translation>该文件引用了未知是否无害的代码</translation>
    </message>
    <message>
        <source>torch.load(weights_only=False) would import and call it. Save the state_dict alone, or convert the file.</source>
        <translation>torch.load(weights_only=False) 会导入并调用它。请只保存 state_dict，或转换该文件。</translation>
    </message>
    <message>
        <source>weights_only=True refuses the file</source>
        <translation>weights_only=True 拒绝该文件</translation>
    </message>
    <message>
        <source>Since PyTorch 2.6 that is the default of torch.load. Save the state_dict alone, or convert the file.</source>
        <translation>自 PyTorch 2.6 起这是 torch.load 的默认值。请只保存 state_dict，或转换该文件。</translation>
    </message>
    <message>
        <source>Bytes were put to what was saved</source>
        <translation>保存的内容之外被添加了字节</translation>
    </message>
    <message>
        <source>PyTorch takes no notice of them; another program may. Save the file again.</source>
        <translation>PyTorch 会忽略它们，其他程序则未必。请重新保存该文件。</translation>
    </message>
    <message>
        <source>The file is not as its format wants it</source>
        <translation>文件不符合其格式的要求</translation>
    </message>
    <message>
        <source>Programs may read it differently. Save it again with the program that made it.</source>
        <translation>不同程序可能以不同方式读取它。请用生成它的程序重新保存。</translation>
    </message>
    <message>
        <source>A tensor holds NaN</source>
        <translation>张量中有 NaN</translation>
    </message>
    <message>
        <source>One NaN makes every result NaN. Take an earlier checkpoint; a learning rate or loss scale was too large.</source>
        <translation>一个 NaN 会使所有结果都变成 NaN。请使用更早的检查点；可能学习率或损失缩放过大。</translation>
    </message>
    <message>
        <source>A tensor holds infinite numbers</source>
        <translation>张量中有无穷大</translation>
    </message>
    <message>
        <source>A mask of attention may; a weight that does has overflowed, as in float16. Let masks pass by their names.</source>
        <translation>注意力掩码可以有；权重有则说明已溢出，例如 float16。可按名称放行掩码。</translation>
    </message>
    <message>
        <source>A weight is nothing but zeros</source>
        <translation>权重全是零</translation>
    </message>
    <message>
        <source>It does nothing: it was never trained, as the B of a LoRA, or was lost on the way.</source>
        <translation>它不起作用：从未被训练（如 LoRA 的 B），或在途中丢失。</translation>
    </message>
    <message>
        <source>A number beside the tensors is NaN</source>
        <translation>张量之外的一个数值是 NaN</translation>
    </message>
    <message>
        <source>A loss or a setting that was saved with the model is NaN: see what became of that training.</source>
        <translation>与模型一起保存的损失或设置是 NaN：请查看那次训练的结果。</translation>
    </message>
    <message>
        <source>The file has the shape of a tensor and no values</source>
        <translation>文件只有张量的形状，没有值</translation>
    </message>
    <message>
        <source>It was saved from the meta device, or by a class that keeps its values elsewhere.</source>
        <translation>它是从 meta 设备保存的，或其类把值存放在别处。</translation>
    </message>
    <message>
        <source>Values could not be looked at</source>
        <translation>有值无法检查</translation>
    </message>
    <message>
        <source>What was not read may be anything. Save it again in a way that can be read.</source>
        <translation>没有读取的内容可能是任何东西。请以可读取的方式重新保存。</translation>
    </message>
    <message>
        <source>A value is bytes that look like a checkpoint</source>
        <translation>有一个值是看起来像检查点的字节</translation>
    </message>
    <message>
        <source>What is in it was not looked at. Save it as a file of its own, and ask about that.</source>
        <translation>其中的内容没有被检查。请将其保存为单独的文件再检查。</translation>
    </message>
    <message>
        <source>A block of the model is missing</source>
        <translation>模型缺少一个块</translation>
    </message>
    <message>
        <source>Its neighbours are there, and alike. Compare with the model that it was saved from.</source>
        <translation>相邻的块都在，而且相同。请与保存它的模型比较。</translation>
    </message>
    <message>
        <source>A bias or a state is nothing but zeros</source>
        <translation>偏置或状态全是零</translation>
    </message>
    <message>
        <source>So layers and optimizers begin; after a training it may be worth a look.</source>
        <translation>层和优化器起初就是这样；训练之后则值得看一看。</translation>
    </message>
    <message>
        <source>A number beside the tensors is infinite</source>
        <translation>张量之外的一个数值是无穷大</translation>
    </message>
    <message>
        <source>Trainings keep an infinite best loss until they have one.</source>
        <translation>训练在得到最佳损失之前会保存无穷大。</translation>
    </message>
    <message>
        <source>Numbers are of a kind that is not read</source>
        <translation>数值的类型不被读取</translation>
    </message>
    <message>
        <source>Its bytes are there, but were not taken for numbers: NaN would not show.</source>
        <translation>其字节存在，但没有被当作数值：NaN 不会显现。</translation>
    </message>
    <message>
        <source>it is bytes of which the file does not say what they are</source>
        <translation>它是文件没有说明含义的字节</translation>
    </message>
    <message>
        <source>its bytes are no whole number of elements</source>
        <translation>其字节不是整数个元素</translation>
    </message>
    <message>
        <source>%1 says of its codes what is not known here: %2</source>
        <translation>%1 对其编码的说明在此未知：%2</translation>
    </message>
    <message>
        <source>by the names of the others it belongs to the set, which does not list it</source>
        <translation>从其他文件的名称看它属于这一组，但列表中没有它</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 条记录</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 条记录</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>1 array</source>
        <translation>1 个数组</translation>
    </message>
    <message>
        <source>%1 arrays</source>
        <translation>%1 个数组</translation>
    </message>
    <message>
        <source>1 number</source>
        <translation>1 个数值</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 个数值</translation>
    </message>
    <message>
        <source>1 value of bytes</source>
        <translation>1 个字节值</translation>
    </message>
    <message>
        <source>%1 values of bytes</source>
        <translation>%1 个字节值</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 个警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 个警告</translation>
    </message>
    <message>
        <source>nothing wrong was found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>1 allowed finding</source>
        <translation>1 项允许的发现</translation>
    </message>
    <message>
        <source>%1 allowed findings</source>
        <translation>%1 项允许的发现</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 条提示</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 条提示</translation>
    </message>
    <message>
        <source>looked at %1: %2</source>
        <translation>已查看：%1。结果：%2</translation>
    </message>
    <message>
        <source>%1. Not looked at: %2</source>
        <translation>%1。未查看：%2</translation>
    </message>
    <message>
        <source>1 array of dates or times</source>
        <translation>1 个日期或时间数组</translation>
    </message>
    <message>
        <source>%1 arrays of dates or times</source>
        <translation>%1 个日期或时间数组</translation>
    </message>
    <message>
        <source>total_size is %1</source>
        <translation>total_size 为 %1</translation>
    </message>
    <message>
        <source>its key is or holds NaN</source>
        <translation>其键是 NaN 或含有 NaN</translation>
    </message>
    <message>
        <source>its key is or holds an infinite number</source>
        <translation>其键是无穷大或含有无穷大</translation>
    </message>
    <message>
        <source>An index counts other bytes than its shards have</source>
        <translation>索引计的字节数与分片中的不同</translation>
    </message>
    <message>
        <source>Programs count in more than one way, and PyTorch does not look at it; or shards are of another set.</source>
        <translation>各程序的计法不止一种，PyTorch 也不看它；也可能有分片来自另一组。</translation>
    </message>
    <message>
        <source>One block of the model lacks what all others have</source>
        <translation>模型中有一个块缺少其他块都有的内容</translation>
    </message>
    <message>
        <source>The first or last may be made so. Compare with the model that it was saved from.</source>
        <translation>第一个或最后一个块可能本来如此。请与保存它的模型比较。</translation>
    </message>
    <message>
        <source>it has no %1, as all of the %2 others have</source>
        <translation>它没有其他 %2 个块都有的 %1</translation>
    </message>
    <message>
        <source>the zip holds this record, and its directory does not list it</source>
        <translation>zip 中有这条记录，但其目录没有列出</translation>
    </message>
    <message>
        <source>the zip has a comment of %1</source>
        <translation>zip 带有 %1 的注释</translation>
    </message>
    <message>
        <source>its own header has other sizes than the directory of the zip</source>
        <translation>其自身头部的大小与 zip 目录中的不同</translation>
    </message>
    <message>
        <source>A zip holds what its directory does not list</source>
        <translation>zip 含有其目录未列出的内容</translation>
    </message>
    <message>
        <source>A change in place leaves old records so. PyTorch takes no notice of it; write a copy to be rid of it.</source>
        <translation>原位更改会这样留下旧记录。PyTorch 不会理会；写出一份副本即可去除。</translation>
    </message>
    <message>
        <source>CLIP, from the names of OpenAI and open_clip to those of transformers</source>
        <translation>CLIP：从 OpenAI 和 open_clip 的名称改为 transformers 的名称</translation>
    </message>
    <message>
        <source>visual.proj and text_projection have to be transposed, and each attn.in_proj split into q, k and v: names alone do neither, and these tensors keep theirs</source>
        <translation>visual.proj 和 text_projection 需要转置，每个 attn.in_proj 需要拆分为 q、k、v：仅改名称做不到，这些张量保留原名</translation>
    </message>
    <message>
        <source>CLIP, from the names of transformers to those of OpenAI and open_clip</source>
        <translation>CLIP：从 transformers 的名称改为 OpenAI 和 open_clip 的名称</translation>
    </message>
    <message>
        <source>visual_projection and text_projection have to be transposed, and q, k and v of each attention joined: names alone do neither, and these tensors keep theirs</source>
        <translation>visual_projection 和 text_projection 需要转置，每个注意力的 q、k、v 需要合并：仅改名称做不到，这些张量保留原名</translation>
    </message>
    <message>
        <source>a module of torch gets two states</source>
        <translation>torch 的一个模块得到两次状态</translation>
    </message>
    <message>
        <source>keys of a dictionary may be equal that are written in different ways</source>
        <translation>字典中写法不同的键可能相等</translation>
    </message>
    <message>
        <source>a dtype that NumPy shares gets a state</source>
        <translation>NumPy 共用的 dtype 被赋予状态</translation>
    </message>
    <message>
        <source>a deque gets more than it can hold</source>
        <translation>deque 得到的项超过其容量</translation>
    </message>
    <message>
        <source>It is read from its class, for whoever calls it</source>
        <translation>它从其类中读取，供别处调用</translation>
    </message>
    <message>
        <source>only a copy of a file at an address is taken up again</source>
        <translation>只有地址上的文件的副本才能继续</translation>
    </message>
    <message>
        <source>This file is here</source>
        <translation>该文件就在本机</translation>
    </message>
    <message>
        <source>Leave out --resume</source>
        <translation>请去掉 --resume</translation>
    </message>
    <message>
        <source>What came of the file, %1, is kept in %2: another try goes on from there</source>
        <translation>文件已取得的部分（%1）保存在 %2 中：再试一次会从那里继续</translation>
    </message>
    <message>
        <source>The file keeps q, k and v of an attention in one tensor, and the model in three: no names make the one of the other. These have to be split: %1.</source>
        <translation>文件把注意力的 q、k、v 存为一个张量，模型则分为三个：改名称无法互相转换。这些张量需要拆分：%1。</translation>
    </message>
    <message>
        <source>The file keeps q, k and v of an attention in three tensors, and the model in one: no names make the one of the other. These have to be joined with those beside them: %1.</source>
        <translation>文件把注意力的 q、k、v 存为三个张量，模型则合为一个：改名称无法互相转换。这些张量需要与旁边的合并：%1。</translation>
    </message>
    <message>
        <source>%1 in front of names becomes %2; each * is a number.</source>
        <translation>名称前的 %1 改为 %2；每个 * 是一个数字。</translation>
    </message>
    <message>
        <source>Which modules of the file these are, neither names nor shapes tell, as several are alike: %1. No name is given on a guess.</source>
        <translation>名称和形状都无法说明这些模块对应文件中的哪些模块，因为有几个相同：%1。不会凭猜测给出名称。</translation>
    </message>
    <message>
        <source>the bucket is in another region: %1</source>
        <translation>存储桶在另一个区域：%1</translation>
    </message>
    <message>
        <source>Say so with AWS_REGION=%1</source>
        <translation>请设置 AWS_REGION=%1</translation>
    </message>
    <message>
        <source>parts of this file cannot be kept for later</source>
        <translation>无法保留该文件的部分供以后使用</translation>
    </message>
    <message>
        <source>The server tells nothing by which one could see that the file changed</source>
        <translation>服务器没有提供可以判断文件是否改变的信息</translation>
    </message>
    <message>
        <source>another file has the name that parts would get</source>
        <translation>已有其他文件占用了部分数据要用的名称</translation>
    </message>
    <message>
        <source>Move it away, or choose another name for the copy</source>
        <translation>请移走它，或为副本选择其他名称</translation>
    </message>
    <message>
        <source>parts cannot be kept: %1</source>
        <translation>无法保留部分数据：%1</translation>
    </message>
    <message>
        <source>others may write to the file that parts are kept in</source>
        <translation>保存部分数据的文件可被其他人写入</translation>
    </message>
    <message>
        <source>They could put anything into the copy</source>
        <translation>他们可以把任何内容放进副本</translation>
    </message>
    <message>
        <source>Remove it, or choose another folder for the copy</source>
        <translation>请删除它，或为副本选择其他文件夹</translation>
    </message>
    <message>
        <source>another run makes this copy now</source>
        <translation>另一个运行正在制作该副本</translation>
    </message>
    <message>
        <source>Wait until it is done</source>
        <translation>请等它完成</translation>
    </message>
    <message>
        <source>describes a view with a key that is not a string</source>
        <translation>描述的视图的键不是字符串</translation>
    </message>
    <message>
        <source>storage %1 has no type, and its numbers are big-endian: they are shown as the machine that saved them has them, but torch.load on another one does not swap their bytes</source>
        <translation>存储 %1 没有类型，且其数值为大端序：此处按保存它的机器上的数值显示，而在其他机器上 torch.load 不会交换其字节</translation>
    </message>
    <message>
        <source>%1 is the key of two storages, or of two parts of one; torch would silently take the first for both</source>
        <translation>%1 是两个存储的键，或同一存储的两个部分的键；torch 会不作提示地对两者都采用第一个</translation>
    </message>
    <message>
        <source>an object gets no state where it should get one</source>
        <translation>一个对象在应得到状态之处没有得到状态</translation>
    </message>
    <message>
        <source>a reference to a class holds something else</source>
        <translation>对类的引用中是别的东西</translation>
    </message>
    <message>
        <source>the class %1 has its source with it, and is no module</source>
        <translation>类 %1 附带其源代码，但它不是模块</translation>
    </message>
    <message>
        <source>%1 would load other numbers than were saved: it takes big-endian ones for little-endian</source>
        <translation>%1 加载出的数值会与保存的不同：它把大端序的数值当作小端序</translation>
    </message>
    <message>
        <source>The byte order of a file was not looked at before torch 2.1</source>
        <translation>torch 2.1 之前不查看文件的字节序</translation>
    </message>
    <message>
        <source>torch does not swap the bytes of storages without a type</source>
        <translation>torch 不会交换没有类型的存储的字节</translation>
    </message>
    <message>
        <source>Load a copy with the bytes in order: `cairn-cli convert --to safetensors` writes one</source>
        <translation>请加载字节序已理顺的副本：`cairn-cli convert --to safetensors` 会写出这样的副本</translation>
    </message>
    <message>
        <source>%1 gives the empty tensor %2 the dtype of another one</source>
        <translation>%1 会给空张量 %2 另一个张量的 dtype</translation>
    </message>
    <message>
        <source>torch swaps the bytes of its numbers by the size of those of its storage, which is another</source>
        <translation>torch 按其存储中数值的大小交换它的字节，而两者大小不同</translation>
    </message>
</context>
<context>
    <name>DroppedFiles</name>
    <message>
        <source>It is not on this machine. Open it with File &gt; Open address and save a copy from there, or download the file and drop it here.</source>
        <translation>它不在本机上。请用“文件 &gt; 打开地址”打开它并从那里保存副本，或下载该文件后拖放到这里。</translation>
    </message>
</context>
<context>
    <name>Duration</name>
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
        <source>part</source>
        <translation>组成部分</translation>
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
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n 项</numerusform>
        </translation>
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
        <source>piece at %1</source>
        <translation>位于 %1 的片段</translation>
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
    <message>
        <source>Pieces</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>%1 ⚠ %2</source>
        <translation>%1 ⚠ %2</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
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
    <message>
        <source>Loaded the tensors of %1 and ran nothing of it: %2, %3 in %4</source>
        <translation>已加载 %1 的张量，未运行其中任何内容：%2，%3，用时 %4</translation>
    </message>
</context>
<context>
    <name>LoadVerdict</name>
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
    <message>
        <source>Solved: %1.</source>
        <translation>已解决：%1。</translation>
    </message>
    <message>
        <source>Still missing: %1.</source>
        <translation>仍缺少：%1。</translation>
    </message>
    <message>
        <source>⚠ %1 to two devices</source>
        <translation>⚠ %1 个要去两个设备</translation>
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
    <message>
        <source>to a folder of torch.distributed.checkpoint</source>
        <translation>转为 torch.distributed.checkpoint 的文件夹</translation>
    </message>
    <message>
        <source>a copy for each tensor that shares memory</source>
        <translation>共享内存的每个张量各有副本</translation>
    </message>
</context>
<context>
    <name>PlanSelection</name>
    <message>
        <source>It has its copy already.</source>
        <translation>它已经有副本了。</translation>
    </message>
    <message>
        <source>It is being converted here.</source>
        <translation>它正在这里转换。</translation>
    </message>
    <message>
        <source>%1. A plan asks nobody; it needs options that settle this.</source>
        <translation>%1。计划不会询问任何人，需要在选项中预先决定。</translation>
    </message>
    <message>
        <source>You agreed that its copy lacks what is no tensor, and a plan treats all files alike. Settle that under Options for all of them.</source>
        <translation>您同意了它的副本不含非张量内容，而计划对所有文件一视同仁。请在“选项”中为所有文件作出决定。</translation>
    </message>
</context>
<context>
    <name>PlanWords</name>
    <message>
        <source>%1 of %2 tasks done</source>
        <translation>已完成 %1/%2 个任务</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>%1 stale</source>
        <translation>%1 个已过时</translation>
    </message>
    <message>
        <source>%1 begun, or cut off</source>
        <translation>%1 个已开始或被中断</translation>
    </message>
    <message>
        <source>%1 of %2 files</source>
        <translation>%1/%2 个文件</translation>
    </message>
    <message>
        <source>%1 of %2, %3 written</source>
        <translation>%1/%2，已写入 %3</translation>
    </message>
    <message>
        <source>%1/s by what is done</source>
        <translation>按已完成部分计 %1/秒</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Begun, or cut off</source>
        <translation>已开始，或被中断</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stale: an input has changed</source>
        <translation>已过时：输入已更改</translation>
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
    <message>
        <source>converting</source>
        <translation>正在转换</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>looking</source>
        <translation>正在查找</translation>
    </message>
    <message>
        <source>opening</source>
        <translation>正在打开</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>正在搜索</translation>
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
    <message>
        <source>record %1: %2</source>
        <translation>记录 %1：%2</translation>
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
        <source>%1 alike</source>
        <translation>%1 个相同</translation>
    </message>
    <message>
        <source>The rules send tensors of one storage to two devices, and it can only go to one.</source>
        <translation>规则会把同一存储中的张量送到两个设备，而存储只能去一个设备。</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>由 %1 持有</translation>
    </message>
    <message numerus="yes">
        <source>%n piece(s)</source>
        <translation>
            <numerusform>%n 个分块</numerusform>
        </translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>分块</translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>Files or pieces of it are missing: its numbers are not all there</source>
        <translation>缺少它的文件或分块：其中的数值不全</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>%1 incomplete</source>
        <translation>%1 个不完整</translation>
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
    <message>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>Open the other file, and compare it with this one</source>
        <translation>打开另一个文件，并与此文件比较</translation>
    </message>
    <message numerus="yes">
        <source>The same names, dtypes, shapes and devices: %n tensors</source>
        <translation>
            <numerusform>名称、dtype、形状和设备相同：%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>Of the first file something was not compared: %1</source>
        <translation>第一个文件中有内容未比较：%1</translation>
    </message>
    <message>
        <source>Of the second file something was not compared: %1</source>
        <translation>第二个文件中有内容未比较：%1</translation>
    </message>
    <message>
        <source>no difference in what could be compared</source>
        <translation>在能够比较的部分中没有差异</translation>
    </message>
    <message>
        <source>nothing in this view</source>
        <translation>此视图中没有找到</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>No row is what the search and the buttons ask for.</source>
        <translation>没有符合搜索和按钮条件的行。</translation>
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
    <message>
        <source>NaN or infinite</source>
        <translation>NaN 或无穷</translation>
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
    <name>cairn::ui::CopyActions</name>
    <message>
        <source>Save CPU &amp;copy…</source>
        <translation>保存 CPU 副本(&amp;C)…</translation>
    </message>
    <message>
        <source>Write a copy with every storage on the cpu, which loads on any machine</source>
        <translation>写出一个所有存储都在 cpu 上的副本，它能在任何机器上加载</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>保存副本</translation>
    </message>
    <message>
        <source>With this device &amp;map…</source>
        <translation>按此设备映射(&amp;M)…</translation>
    </message>
    <message>
        <source>Write a copy with every storage where the device map sends it</source>
        <translation>写出一个副本，每个存储都在设备映射指定的位置</translation>
    </message>
    <message>
        <source>Without the &amp;optimizer…</source>
        <translation>不含优化器(&amp;O)…</translation>
    </message>
    <message>
        <source>Write a copy for inference: without the state of the optimizer</source>
        <translation>写出用于推理的副本：不含优化器状态</translation>
    </message>
    <message>
        <source>As &amp;bfloat16…</source>
        <translation>转为 &amp;bfloat16…</translation>
    </message>
    <message>
        <source>Write a copy of half the size: numbers of float32 become bfloat16</source>
        <translation>写出一半大小的副本：float32 数值变为 bfloat16</translation>
    </message>
    <message>
        <source>As sa&amp;fetensors…</source>
        <translation>转为 sa&amp;fetensors…</translation>
    </message>
    <message>
        <source>Write the tensors alone in a format that can run no code</source>
        <translation>只写出张量，用一种不能运行代码的格式</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <source>Saved %1, %2: %3</source>
        <translation>已保存 %1，%2：%3</translation>
    </message>
    <message>
        <source>Save it all the same</source>
        <translation>仍然保存</translation>
    </message>
    <message>
        <source>It loads anywhere as it is: its format stores no devices</source>
        <translation>它本身即可在任何地方加载：其格式不存储设备</translation>
    </message>
    <message>
        <source>As one &amp;file…</source>
        <translation>存为单个文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Write all that is in the folder to one file that torch.load takes on any machine</source>
        <translation>把文件夹中的全部内容写入一个文件，torch.load 在任何机器上都能加载它</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>%1 未保存：%2</translation>
    </message>
</context>
<context>
    <name>cairn::ui::CopyLine</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>复制：%1</translation>
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
    <message>
        <source>Fewer rules</source>
        <translation>精简规则</translation>
    </message>
    <message>
        <source>One rule for several whose names differ in a number alone; nothing goes anywhere else</source>
        <translation>名称只差一个数字的多条规则合为一条；去向不变</translation>
    </message>
    <message>
        <source>&amp;Load here</source>
        <translation>在此加载(&amp;L)</translation>
    </message>
</context>
<context>
    <name>cairn::ui::DifferenceChips</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Only in one file</source>
        <translation>仅一个文件有</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
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
    <message>
        <source>Open the whole</source>
        <translation>打开整个检查点</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>The file is another one now</source>
        <translation>该文件现在已是另一个文件</translation>
    </message>
    <message>
        <source>The file is gone</source>
        <translation>该文件已不存在</translation>
    </message>
    <message>
        <source>What is shown was read before, and so was what would load.</source>
        <translation>显示的内容是之前读取的，能否加载的结论也是。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::DropOverlay</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Convert to CPU</source>
        <translation>转换到 CPU</translation>
    </message>
    <message numerus="yes">
        <source>%n files and folders</source>
        <translation>
            <numerusform>%n 个文件和文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>Look inside: tensors, devices, values.</source>
        <translation>查看内容：张量、设备、数值。</translation>
    </message>
    <message>
        <source>Or hold Ctrl.</source>
        <translation>也可按住 Ctrl。</translation>
    </message>
    <message>
        <source>Write copies that load without a GPU.</source>
        <translation>写出无需 GPU 即可加载的副本。</translation>
    </message>
    <message>
        <source>Or hold Shift.</source>
        <translation>也可按住 Shift。</translation>
    </message>
</context>
<context>
    <name>cairn::ui::FailuresModel</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>cairn::ui::FitPanel</name>
    <message>
        <source>Save with these &amp;names…</source>
        <translation>以这些名称保存(&amp;N)…</translation>
    </message>
    <message>
        <source>Will load_state_dict take it?</source>
        <translation>load_state_dict 能否接受？</translation>
    </message>
    <message>
        <source>The model that the file shall be loaded into</source>
        <translation>要将文件加载到的模型</translation>
    </message>
    <message>
        <source>A model, such as torchvision/resnet50</source>
        <translation>模型，例如 torchvision/resnet50</translation>
    </message>
    <message>
        <source>A model that is known by name: type a part of its name</source>
        <translation>已知名称的模型：请输入名称的一部分</translation>
    </message>
    <message>
        <source>A &amp;file…</source>
        <translation>文件(&amp;F)…</translation>
    </message>
    <message>
        <source>A checkpoint of the model, or a text file with its keys</source>
        <translation>该模型的检查点，或写有其键名的文本文件</translation>
    </message>
    <message>
        <source>Write a copy of which load_state_dict takes the names</source>
        <translation>保存一份 load_state_dict 能接受其名称的副本</translation>
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
        <source>torch 2.15</source>
        <translation>torch 2.15</translation>
    </message>
</context>
<context>
    <name>cairn::ui::GlobalsView</name>
    <message>
        <source>Data only: nothing that this file names runs code of its own.</source>
        <translation>仅数据：此文件引用的名称都不会运行自己的代码。</translation>
    </message>
    <message>
        <source>A torch.load that trusts the file runs code of %1. Cairn does not.</source>
        <translation>信任此文件的 torch.load 会运行 %1 的代码。Cairn 不会。</translation>
    </message>
    <message>
        <source>torch.load would run %1: before torch 2.6 at once, since then with weights_only=False. Do not load this file.</source>
        <translation>torch.load 会运行 %1：torch 2.6 之前会立即运行，此后则在 weights_only=False 时运行。请勿加载此文件。</translation>
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
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
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
    <message numerus="yes">
        <source> · %1 element(s) · %2</source>
        <translation>
            <numerusform> · %1 个元素 · %2</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>%n name(s) refused</source>
        <translation>
            <numerusform>%n 个名称被拒绝</numerusform>
        </translation>
    </message>
    <message>
        <source>Refused by weights_only</source>
        <translation>被 weights_only 拒绝</translation>
    </message>
    <message numerus="yes">
        <source>weights_only=True refuses %n name(s)</source>
        <translation>
            <numerusform>weights_only=True 拒绝 %n 个名称</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in an averaged copy (EMA)</source>
        <translation>平均副本（EMA）%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 个参数</numerusform>
        </translation>
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
    <name>cairn::ui::HeldBy</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>⚠ %1 missing</source>
        <translation>⚠ 缺少 %1</translation>
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
    <message>
        <source>%1 bins from %2 to %3, the highest with %4 numbers here and %5 there</source>
        <translation>%1 个区间，从 %2 到 %3，最高处此文件有 %4 个数，另一文件有 %5 个</translation>
    </message>
    <message>
        <source>%1 here, %2 there</source>
        <translation>此文件 %1，另一文件 %2</translation>
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
    <message>
        <source>Mean ± deviation of the finite</source>
        <translation>有限值的均值 ± 标准差</translation>
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
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Who holds what</source>
        <translation>分块归属</translation>
    </message>
</context>
<context>
    <name>cairn::ui::IssuesPage</name>
    <message>
        <source>Every value and every checksum of it can be looked at; that reads all of the file.</source>
        <translation>可以查看其中的每个值和每个校验和；这会读取整个文件。</translation>
    </message>
    <message>
        <source>Is it whole?</source>
        <translation>是否完整？</translation>
    </message>
    <message>
        <source>Read all of the file: damage, NaN, missing parts and code, as cairn-cli check --strict</source>
        <translation>读取整个文件：查找损坏、NaN、缺失的部分和代码，与 cairn-cli check --strict 相同</translation>
    </message>
    <message>
        <source>The file is another one now</source>
        <translation>该文件现在已是另一个文件</translation>
    </message>
    <message>
        <source>Read it again, and then ask whether it is whole.</source>
        <translation>请重新读取，然后再问是否完整。</translation>
    </message>
    <message>
        <source>Looking at all of it</source>
        <translation>正在查看全部内容</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Whether it is whole is not known.</source>
        <translation>是否完整未知。</translation>
    </message>
    <message>
        <source>It could not be looked at</source>
        <translation>无法查看</translation>
    </message>
    <message>
        <source>It is not as it should be</source>
        <translation>文件有问题</translation>
    </message>
    <message>
        <source>There is something to be careful of</source>
        <translation>有需要留意之处</translation>
    </message>
    <message>
        <source>Nothing wrong was found, but not all could be looked at</source>
        <translation>未发现问题，但并非全部内容都能查看</translation>
    </message>
    <message>
        <source>It is whole</source>
        <translation>文件完整</translation>
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
    <message>
        <source>No defects in the folder.</source>
        <translation>文件夹中没有缺陷。</translation>
    </message>
    <message>
        <source>NaN and infinite numbers are listed once their tensor was looked at.</source>
        <translation>查看过张量之后，其中的 NaN 和无穷大会列在此处。</translation>
    </message>
    <message>
        <source>%1: not all numbers are finite (NaN: %2, infinite: %3)</source>
        <translation>%1：并非所有数都有限（NaN：%2，无穷大：%3）</translation>
    </message>
    <message>
        <source>No defects in the file, and its checksums are those of its bytes.</source>
        <translation>文件中没有缺陷，校验和与其字节一致。</translation>
    </message>
    <message>
        <source>No defects in how the file is built. Its checksums are not compared yet: Archive, Check all records does that.</source>
        <translation>文件结构没有缺陷。校验和尚未比较：“归档”中的“检查全部记录”会进行比较。</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>Nothing wrong was found. What was looked at is said below.</source>
        <translation>未发现问题。查看了什么见下方。</translation>
    </message>
    <message>
        <source>Noticed when it was opened</source>
        <translation>打开时注意到的</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
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
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Choose another place…</source>
        <translation>选择其他位置…</translation>
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
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save CPU copy</source>
        <translation>保存 CPU 副本</translation>
    </message>
    <message>
        <source>Device map</source>
        <translation>设备映射</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Convert files</source>
        <translation>转换文件</translation>
    </message>
    <message>
        <source>Open an address</source>
        <translation>打开地址</translation>
    </message>
    <message>
        <source>https://, hf://owner/name/file, s3://bucket/key, or the link of a page of the Hub</source>
        <translation>https://、hf://owner/name/file、s3://bucket/key，或 Hub 页面的链接</translation>
    </message>
    <message>
        <source>%1 is no address that Cairn reads</source>
        <translation>%1 不是 Cairn 能读取的地址</translation>
    </message>
    <message>
        <source>Open &amp;address…</source>
        <translation>打开地址(&amp;A)…</translation>
    </message>
    <message>
        <source>Open a file on the Hub, in S3 or on a web server, without downloading it</source>
        <translation>无需下载即可打开 Hub、S3 或网页服务器上的文件</translation>
    </message>
    <message>
        <source>Open or convert files that were copied in a file manager, or an address</source>
        <translation>打开或转换在文件管理器中复制的文件，或一个地址</translation>
    </message>
    <message>
        <source>Open a checkpoint that is a folder, of torch.distributed.checkpoint or with a file for each rank, or the plan of a batch</source>
        <translation>打开以文件夹保存的检查点（torch.distributed.checkpoint 的，或每个 rank 一个文件的），或批处理的计划</translation>
    </message>
    <message numerus="yes">
        <source>%1 element(s)</source>
        <translation>
            <numerusform>%1 个元素</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n tensor(s) · %2 · %3</source>
        <translation>
            <numerusform>%1 / %n 个张量 · %2 · %3</numerusform>
        </translation>
    </message>
    <message>
        <source>This is none of them.</source>
        <translation>输入的不是其中任何一种。</translation>
    </message>
    <message>
        <source>&amp;Copy names as shown</source>
        <translation>按显示复制名称(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the names of the selected rows as the tree shows them, one a line</source>
        <translation>按树中显示的样子复制所选各行的名称，每行一个</translation>
    </message>
    <message>
        <source>Copy full &amp;names</source>
        <translation>复制完整名称(&amp;N)</translation>
    </message>
    <message>
        <source>Copy the dotted names of the selected rows, one a line</source>
        <translation>复制所选各行以点分隔的完整名称，每行一个</translation>
    </message>
    <message>
        <source>What was left of it in a hidden file, %1, was removed.</source>
        <translation>隐藏文件中遗留的 %1 已删除。</translation>
    </message>
    <message>
        <source>Histogram of %1</source>
        <translation>%1 的直方图</translation>
    </message>
    <message>
        <source>Values of %1</source>
        <translation>%1 的数值</translation>
    </message>
    <message>
        <source>Is it &amp;whole?</source>
        <translation>是否完整？(&amp;W)</translation>
    </message>
    <message>
        <source>Read all of the file: damage, NaN, missing parts and code, as cairn-cli check --strict</source>
        <translation>读取整个文件：查找损坏、NaN、缺失的部分和代码，与 cairn-cli check --strict 相同</translation>
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
        <source>Other maps</source>
        <translation>其他映射</translation>
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
    <message numerus="yes">
        <source>and %n more device(s)</source>
        <translation>
            <numerusform>以及另外 %n 个设备</numerusform>
        </translation>
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
    <message>
        <source>See what is left…</source>
        <translation>查看剩余内容…</translation>
    </message>
    <message>
        <source>Look which of its tensors are whole, and write them to a new file</source>
        <translation>查看哪些张量完好，并将其写入新文件</translation>
    </message>
    <message>
        <source>Open this one</source>
        <translation>打开这一个</translation>
    </message>
    <message>
        <source>Checkpoints in the folder</source>
        <translation>文件夹中的检查点</translation>
    </message>
    <message>
        <source>%1 checkpoints in %2</source>
        <translation>%2 中有 %1 个检查点</translation>
    </message>
    <message>
        <source>The folder holds them beside each other, as a training run saves them. Which one?</source>
        <translation>文件夹里并列存放着它们，训练过程就是这样保存的。要打开哪一个？</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ModelView</name>
    <message>
        <source>Parts of the model</source>
        <translation>模型的组成部分</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the Python</source>
        <translation>复制 Python 代码</translation>
    </message>
    <message>
        <source>Put the code on the clipboard</source>
        <translation>将代码放入剪贴板</translation>
    </message>
    <message>
        <source>Looking at names and shapes…</source>
        <translation>正在查看名称和形状…</translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation>没有打开文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in buffers</source>
        <translation>缓冲区 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 个参数</numerusform>
        </translation>
    </message>
    <message>
        <source>Python that loads the file into the model</source>
        <translation>将文件加载到该模型的 Python 代码</translation>
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
    <name>cairn::ui::PairView</name>
    <message>
        <source>Bars: this file. Line: the other file.</source>
        <translation>柱形：此文件。折线：另一文件。</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>In one of the files no number is finite: there is nothing to draw.</source>
        <translation>其中一个文件里没有有限的数：没有可画的内容。</translation>
    </message>
    <message>
        <source>Stopped. Choose the row again to go on.</source>
        <translation>已停止。再次选择该行即可继续。</translation>
    </message>
    <message>
        <source>This file, mean ± deviation</source>
        <translation>此文件，均值 ± 标准差</translation>
    </message>
    <message>
        <source>Other file, mean ± deviation</source>
        <translation>另一文件，均值 ± 标准差</translation>
    </message>
    <message>
        <source>Numbers that differ</source>
        <translation>不同的数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>最大差异</translation>
    </message>
    <message>
        <source>Largest relative difference</source>
        <translation>最大相对差异</translation>
    </message>
    <message>
        <source>NaN or infinite in one of them</source>
        <translation>其中一个是 NaN 或无穷</translation>
    </message>
</context>
<context>
    <name>cairn::ui::PartsModel</name>
    <message>
        <source>Double-click or Enter: show it in the tree</source>
        <translation>双击或按回车：在树中显示</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Share of the parameters</source>
        <translation>占参数的比例</translation>
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
        <source>. Then it cannot be read: %1</source>
        <translation>。之后无法读取：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 instruction(s) in %2</source>
        <translation>
            <numerusform>%2 中有 %1 条指令</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::PiecesModel</name>
    <message>
        <source>all of it</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>cairn::ui::PiecesPicture</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
</context>
<context>
    <name>cairn::ui::PiecesView</name>
    <message>
        <source>Only of the selected tensor</source>
        <translation>只显示选中的张量</translation>
    </message>
    <message>
        <source>Show the pieces of the tensor that is selected in the tree, and no others</source>
        <translation>只显示树中选中的张量的分块</translation>
    </message>
    <message>
        <source>Pieces of the tensors</source>
        <translation>张量的分块</translation>
    </message>
    <message>
        <source>Select a tensor in the tree to see its pieces.</source>
        <translation>在树中选择一个张量以查看它的分块。</translation>
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
        <source>%n pieces</source>
        <translation>
            <numerusform>%n 块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> in %n files</source>
        <translation>
            <numerusform>，在 %n 个文件中</numerusform>
        </translation>
    </message>
    <message>
        <source> · every tensor whole</source>
        <translation> · 每个张量都完整</translation>
    </message>
    <message numerus="yes">
        <source> · %n tensors that are not whole</source>
        <translation>
            <numerusform> · %n 个张量不完整</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::PlanDialog</name>
    <message numerus="yes">
        <source>%n file(s) will not be in the plan:</source>
        <translation>
            <numerusform>%n 个文件不会列入计划：</numerusform>
        </translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>No file of the queue can be in a plan.</source>
        <translation>队列中没有可以列入计划的文件。</translation>
    </message>
    <message>
        <source>Stopped. Nothing was left behind.</source>
        <translation>已停止。没有留下任何东西。</translation>
    </message>
    <message>
        <source>Name both folders by their whole paths.</source>
        <translation>请为两个文件夹都给出完整路径。</translation>
    </message>
    <message>
        <source>Looking at the files</source>
        <translation>正在查看文件</translation>
    </message>
    <message>
        <source>&amp;Make the plan without them</source>
        <translation>不含它们制定计划(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Make the plan</source>
        <translation>制定计划(&amp;M)</translation>
    </message>
    <message>
        <source>Writing the plan</source>
        <translation>正在写入计划</translation>
    </message>
    <message numerus="yes">
        <source>%n task(s)</source>
        <translation>
            <numerusform>%n 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>The copies will be in %1</source>
        <translation>副本将位于 %1</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Make a plan for a cluster</source>
        <translation>为集群制定计划</translation>
    </message>
    <message>
        <source>&amp;Show how far it is</source>
        <translation>显示进度(&amp;S)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>选择：%1</translation>
    </message>
    <message>
        <source>A task for each file, 1000 at most</source>
        <translation>每个文件一个任务，最多 1000 个</translation>
    </message>
    <message>
        <source>So many tasks</source>
        <translation>指定任务数</translation>
    </message>
    <message>
        <source>Tasks of about this size</source>
        <translation>指定每个任务的大致大小</translation>
    </message>
    <message>
        <source>How many tasks</source>
        <translation>任务数</translation>
    </message>
    <message>
        <source>Size of a task</source>
        <translation>任务的大小</translation>
    </message>
    <message>
        <source>&amp;Note the SHA-256 of each file, and not only its size and time</source>
        <translation>除大小和时间外，还记录每个文件的 SHA-256(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Let tasks write single files of a set of shards</source>
        <translation>允许任务写入一组分片中的单个文件(&amp;L)</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the queue, with its options. All machines must see the files, the plan and the copies under the same paths. Copies go into a new folder, and get their places together.</source>
        <translation>
            <numerusform>队列中的 %n 个文件，使用队列的选项。所有机器都必须以相同的路径看到文件、计划和副本。副本写入一个新文件夹，并一起移到位。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Plan, a new folder</source>
        <translation>计划，新文件夹(&amp;P)</translation>
    </message>
    <message>
        <source>C&amp;opies, a new folder</source>
        <translation>副本，新文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>Cu&amp;t into</source>
        <translation>划分为(&amp;T)</translation>
    </message>
    <message>
        <source>What will not be in the plan</source>
        <translation>不会列入计划的内容</translation>
    </message>
    <message>
        <source>The plan is made</source>
        <translation>计划已制定</translation>
    </message>
    <message>
        <source>On S&amp;lurm</source>
        <translation>在 Slurm 上(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;How far is it?</source>
        <translation>进度如何？(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;At the end</source>
        <translation>最后(&amp;A)</translation>
    </message>
    <message>
        <source>What to type next, on a machine of the cluster:</source>
        <translation>接下来在集群的一台机器上输入：</translation>
    </message>
    <message>
        <source>The queue is paused, so that the same files are not converted here, too.</source>
        <translation>队列已暂停，以免同样的文件也在这里转换。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Without Slurm, on each machine</source>
        <translation>没有 Slurm 时，在每台机器上(&amp;W)</translation>
    </message>
</context>
<context>
    <name>cairn::ui::PlanView</name>
    <message>
        <source>%1 – Plan</source>
        <translation>%1 – 计划</translation>
    </message>
    <message>
        <source>Reading the plan</source>
        <translation>正在读取计划</translation>
    </message>
    <message>
        <source>This plan cannot be read.</source>
        <translation>无法读取此计划。</translation>
    </message>
    <message>
        <source>All copies have their places</source>
        <translation>所有副本都已到位</translation>
    </message>
    <message>
        <source>The copies are in %1</source>
        <translation>副本位于 %1</translation>
    </message>
    <message>
        <source>All is done, and waits to be committed in %1</source>
        <translation>全部完成，在 %1 中等待提交</translation>
    </message>
    <message>
        <source>Until all is done the copies are in %1</source>
        <translation>全部完成之前，副本位于 %1</translation>
    </message>
    <message>
        <source>&amp;Failures (%1)</source>
        <translation>失败 (%1)(&amp;F)</translation>
    </message>
    <message>
        <source>%1 more are in the files of the folder results.</source>
        <translation>另外 %1 个在 results 文件夹的文件中。</translation>
    </message>
    <message>
        <source>All copies move to %1 at once. Nothing is written over.</source>
        <translation>所有副本会一次移到 %1。不会覆盖任何内容。</translation>
    </message>
    <message>
        <source>&amp;Move the copies</source>
        <translation>移动副本(&amp;M)</translation>
    </message>
    <message>
        <source>The copies were not moved.</source>
        <translation>副本没有移动。</translation>
    </message>
    <message>
        <source>Moving the copies</source>
        <translation>正在移动副本</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>Read all results again</source>
        <translation>重新读取所有结果</translation>
    </message>
    <message>
        <source>&amp;Commit…</source>
        <translation>提交(&amp;C)…</translation>
    </message>
    <message>
        <source>When every task is done, give all copies their places at once</source>
        <translation>所有任务完成后，让所有副本一次到位</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Read about plans</source>
        <translation>阅读有关计划的说明</translation>
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
        <source>&amp;Tasks</source>
        <translation>任务(&amp;T)</translation>
    </message>
    <message>
        <source>Bytes that are done</source>
        <translation>已完成的字节</translation>
    </message>
    <message>
        <source>&amp;Left to run</source>
        <translation>还要运行(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Submit to Slurm</source>
        <translation>提交到 Slurm(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Only what is not done</source>
        <translation>仅显示未完成的(&amp;O)</translation>
    </message>
    <message>
        <source>Tasks of the plan</source>
        <translation>计划的任务</translation>
    </message>
    <message>
        <source>Every task is done.</source>
        <translation>所有任务都已完成。</translation>
    </message>
    <message>
        <source>What failed, and why</source>
        <translation>失败的内容及原因</translation>
    </message>
    <message>
        <source>Nothing has failed.</source>
        <translation>没有失败。</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1, moved to %2.</source>
        <translation>
            <numerusform>%n 个文件（%1）已移到 %2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::ProblemPage</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>cairn::ui::ProblemView</name>
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
    <message>
        <source>%1 of them with the damage of the source</source>
        <translation>其中 %1 个带有源文件的损坏</translation>
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
        <source>float32 as bfloat16: half the size</source>
        <translation>float32 存为 bfloat16，大小减半</translation>
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
    <message>
        <source>A folder of torch.distributed.checkpoint</source>
        <translation>torch.distributed.checkpoint 的文件夹</translation>
    </message>
    <message>
        <source>Leave out what this container cannot hold</source>
        <translation>略去此容器无法容纳的内容</translation>
    </message>
    <message>
        <source>Puts the averaged weights (EMA) in the place of those that they follow, and leaves out the state of the optimizer</source>
        <translation>用平均权重（EMA）取代其对应的权重，并去掉优化器的状态</translation>
    </message>
    <message>
        <source>Leaves out what an optimizer keeps, by any name</source>
        <translation>略去优化器保存的内容，无论其名称为何</translation>
    </message>
    <message>
        <source>Give each tensor that shares memory a copy of its own</source>
        <translation>为共享内存的每个张量各写一份副本</translation>
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
    <message>
        <source>Make a &amp;plan for a cluster…</source>
        <translation>为集群制定计划(&amp;P)…</translation>
    </message>
    <message>
        <source>Have other machines convert these files: make the plan of a batch</source>
        <translation>让其他机器转换这些文件：制定批处理计划</translation>
    </message>
    <message>
        <source>Plan for a cluster…</source>
        <translation>集群计划…</translation>
    </message>
    <message numerus="yes">
        <source>Searching: %1 file(s) looked at</source>
        <translation>
            <numerusform>正在搜索：已查看 %1 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>The conversion has not finished. If it is paused, it can go on the next time.</source>
        <translation>转换尚未完成。若暂停，下次可以继续。</translation>
    </message>
    <message>
        <source>Close when it has</source>
        <translation>完成后关闭</translation>
    </message>
    <message>
        <source>Pause it and close</source>
        <translation>暂停并关闭</translation>
    </message>
    <message>
        <source>Rescue what is wh&amp;ole…</source>
        <translation>抢救完好的部分(&amp;O)…</translation>
    </message>
</context>
<context>
    <name>cairn::ui::RanksModel</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Bytes of tensors</source>
        <translation>张量字节数</translation>
    </message>
    <message>
        <source>File size</source>
        <translation>文件大小</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>cairn::ui::RanksView</name>
    <message>
        <source>Files of the ranks</source>
        <translation>各 rank 的文件</translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation>没有打开的文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> of %n ranks</source>
        <translation>
            <numerusform>，来自 %n 个 rank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n missing</source>
        <translation>
            <numerusform> · %n 个缺失</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n cut off or unreadable</source>
        <translation>
            <numerusform> · %n 个被截断或无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source> · all there</source>
        <translation> · 全部齐全</translation>
    </message>
    <message>
        <source> · not all there: see Issues</source>
        <translation> · 不齐全：见“问题”</translation>
    </message>
</context>
<context>
    <name>cairn::ui::RowActions</name>
    <message>
        <source>Save &amp;tensors…</source>
        <translation>保存张量(&amp;T)…</translation>
    </message>
    <message>
        <source>Show st&amp;orage</source>
        <translation>显示存储(&amp;O)</translation>
    </message>
    <message>
        <source>Go to the storage of the selected tensor, and what shares it</source>
        <translation>转到所选张量的存储，以及共享它的张量</translation>
    </message>
    <message>
        <source>Send to &amp;device</source>
        <translation>送到设备(&amp;D)</translation>
    </message>
    <message>
        <source>Save tensors</source>
        <translation>保存张量</translation>
    </message>
    <message>
        <source>There is no tensor in the selected rows.</source>
        <translation>所选各行中没有张量。</translation>
    </message>
    <message>
        <source>These are too many rows for one file. Select the groups that they are in, or convert the file and keep what you need.</source>
        <translation>这些行太多，无法写入一个文件。请选择它们所在的组，或转换文件并保留所需内容。</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>As saved</source>
        <translation>按保存的设备</translation>
    </message>
    <message>
        <source>Write the tensors in the selected rows to a file: one as .npy, any as .safetensors or .pth</source>
        <translation>把所选各行中的张量写入文件：单个可存为 .npy，任意数量可存为 .safetensors 或 .pth</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>%1 未保存：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) that such a file cannot hold are not in it.</source>
        <translation>
            <numerusform>其中不含此类文件无法保存的 %n 行。</numerusform>
        </translation>
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
    <name>cairn::ui::SalvageModel</name>
    <message>
        <source>whole</source>
        <translation>完好</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>齐全</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Every byte has the checksum that was saved with it</source>
        <translation>每个字节都与保存时的校验和相符</translation>
    </message>
    <message>
        <source>Every byte is there. There is no checksum to compare them with, so a changed number would not show</source>
        <translation>所有字节都在。没有可供比较的校验和，因此数字若被改变也看不出来</translation>
    </message>
    <message>
        <source>Every byte is there, but they, or what describes them, are not what was saved</source>
        <translation>所有字节都在，但它们或对它们的描述与保存时不同</translation>
    </message>
    <message>
        <source>Some of its rows are there</source>
        <translation>其中一些行还在</translation>
    </message>
    <message>
        <source>Nothing of it is there</source>
        <translation>它的内容已全部丢失</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Is</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
</context>
<context>
    <name>cairn::ui::SalvagePage</name>
    <message>
        <source>Also write what is &amp;damaged, with zeros where bytes are lost</source>
        <translation>同时写入已损坏的内容，丢失的字节以零代替(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Save what is left…</source>
        <translation>保存剩余内容…(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Open it</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>返回(&amp;B)</translation>
    </message>
    <message>
        <source>Tensors, and what is left of them</source>
        <translation>各张量及其剩余内容</translation>
    </message>
    <message>
        <source>A note in the file names them, and the rows that are left</source>
        <translation>文件中的说明会列出它们以及剩余的行</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a number, and the state of so many tensors</comment>
        <translation>%1 个%2</translation>
    </message>
    <message>
        <source>What is left of %1</source>
        <translation>%1 的剩余内容</translation>
    </message>
    <message>
        <source>There are no tensors in it.</source>
        <translation>其中没有张量。</translation>
    </message>
    <message>
        <source>Writing, and comparing what was written…</source>
        <translation>正在写入并核对写入的内容…</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s): %1</source>
        <translation>
            <numerusform>%n 个张量：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) written to %1 (%2), read again, and the same as in the damaged file.</source>
        <translation>
            <numerusform>已将 %n 个张量写入 %1（%2），重新读取后与损坏文件中的内容相同。</numerusform>
        </translation>
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
    <message>
        <source>At the start</source>
        <translation>启动时</translation>
    </message>
    <message>
        <source>&amp;Open the files of last time</source>
        <translation>打开上次的文件(&amp;O)</translation>
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
        <translation>文件中没有这样的记录。</translation>
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
        <translation>作为文本读取，此处什么都不会运行它。</translation>
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
    <message numerus="yes">
        <source>%n pieces</source>
        <translation>
            <numerusform>%n 块</numerusform>
        </translation>
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
    <name>cairn::ui::TasksModel</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件数</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>cairn::ui::TensorGlance</name>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Open large</source>
        <translation>放大打开</translation>
    </message>
    <message>
        <source>Read all %1</source>
        <translation>读取全部 %1</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>前几行</translation>
    </message>
    <message>
        <source>First values</source>
        <translation>前几个值</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>None of the numbers is finite.</source>
        <translation>没有一个数值是有限的。</translation>
    </message>
    <message>
        <source>Mean ± std</source>
        <translation>均值 ± 标准差</translation>
    </message>
    <message>
        <source>Zeros, NaN, ∞</source>
        <translation>零、NaN、∞</translation>
    </message>
    <message>
        <source>Mean ± std of |z|</source>
        <translation>|z| 的均值 ± 标准差</translation>
    </message>
    <message>
        <source>Mean ± std of the finite |z|</source>
        <translation>有限值 |z| 的均值 ± 标准差</translation>
    </message>
    <message>
        <source>Mean ± std of the finite</source>
        <translation>有限值的均值 ± 标准差</translation>
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
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
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
    <message>
        <source>I trust it</source>
        <translation>我信任它</translation>
    </message>
    <message>
        <source>Judge it for weights_only=False, which runs the code that the file names</source>
        <translation>按 weights_only=False 判断，这会运行文件所指名的代码</translation>
    </message>
    <message>
        <source>Map to CPU</source>
        <translation>全部映射到 CPU</translation>
    </message>
    <message>
        <source>Save as one file…</source>
        <translation>存为单个文件…</translation>
    </message>
    <message>
        <source>Write all that is in the folder to one file that torch.load takes on any machine</source>
        <translation>把文件夹中的全部内容写入一个文件，torch.load 在任何机器上都能加载它</translation>
    </message>
    <message>
        <source>Save as bfloat16…</source>
        <translation>转存为 bfloat16…</translation>
    </message>
    <message>
        <source>Write a copy of half the size, which fits into the memory</source>
        <translation>写出一份大小减半、内存放得下的副本</translation>
    </message>
    <message>
        <source>Save tensors as safetensors…</source>
        <translation>将张量另存为 safetensors…</translation>
    </message>
    <message>
        <source>Write the tensors alone in a format that can run no code; nothing in the file is executed</source>
        <translation>仅将张量写入无法运行代码的格式；不会执行文件中的任何内容</translation>
    </message>
    <message>
        <source>See what is left…</source>
        <translation>查看剩余内容…</translation>
    </message>
    <message>
        <source>Look which of its tensors are whole, and write them to a new file</source>
        <translation>查看哪些张量完好，并将其写入新文件</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>What else helps</source>
        <translation>其他可行办法</translation>
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
