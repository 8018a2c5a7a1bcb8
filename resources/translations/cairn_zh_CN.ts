<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>CpuCopy</name>
    <message>
        <source>Saved %1, %2: %3 device tags became cpu, all else is the same</source>
        <translation>已保存 %1（%2）：%3 个设备标签改为 cpu，其余内容不变</translation>
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
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Open checkpoints</source>
        <translation>打开检查点</translation>
    </message>
    <message>
        <source>Save a CPU copy</source>
        <translation>保存 CPU 副本</translation>
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
</context>
<context>
    <name>RowQuery</name>
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
        <source>%1 has no order: write %1:</source>
        <translation>%1 没有大小之分：请写 %1:</translation>
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
    <name>Stage</name>
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
    <name>VerdictBar</name>
    <message>
        <source>Map everything to CPU</source>
        <translation>全部映射到 CPU</translation>
    </message>
    <message>
        <source>Map %1</source>
        <translation>映射 %1</translation>
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
        <source>Shape</source>
        <translation>形状</translation>
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
        <source>Value</source>
        <translation>值</translation>
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
    <name>cairn::ui::DeviceDelegate</name>
    <message>
        <source>as saved</source>
        <translation>原设备</translation>
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
        <source>✓ Safe to open: nothing was executed</source>
        <translation>✓ 安全打开：没有执行任何代码</translation>
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
</context>
<context>
    <name>cairn::ui::MainWindow</name>
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
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>Go to the search box</source>
        <translation>转到搜索框</translation>
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
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search: name, device, dtype, value</source>
        <translation>搜索：名称、设备、数据类型、值</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>清空此列表</translation>
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
        <source>Why it matters:</source>
        <translation>影响：</translation>
    </message>
    <message>
        <source>What to do:</source>
        <translation>解决办法：</translation>
    </message>
    <message>
        <source>Try another file…</source>
        <translation>打开其他文件…</translation>
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
    <name>cairn::ui::TreePage</name>
    <message>
        <source>Contents of the checkpoint</source>
        <translation>检查点的内容</translation>
    </message>
    <message>
        <source>“%1”, at character %2: %3</source>
        <translation>“%1”（第 %2 个字符）：%3</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>恢复初始状态</translation>
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
        <source>%1 rows × %2 columns of %3</source>
        <translation>%1 行 × %2 列，%3</translation>
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
</context>
</TS>
