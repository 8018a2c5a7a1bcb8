<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>CpuCopy</name>
    <message>
        <source>Saved %1, %2: %3 device tags became cpu, all else is the same</source>
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
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Open checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save a CPU copy</source>
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
    <name>Stage</name>
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
    <name>VerdictBar</name>
    <message>
        <source>Map everything to CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map %1</source>
        <translation type="unfinished"></translation>
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
        <source>Shape</source>
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
        <source>Value</source>
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
    <name>cairn::ui::DeviceDelegate</name>
    <message>
        <source>as saved</source>
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
        <source>✓ Safe to open: nothing was executed</source>
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
</context>
<context>
    <name>cairn::ui::MainWindow</name>
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
        <source>Search: name, device, dtype, value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear this list</source>
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
        <source>Why it matters:</source>
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
    <name>cairn::ui::TreePage</name>
    <message>
        <source>Contents of the checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”, at character %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing found</source>
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
        <source>As at first</source>
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
        <source>%1 rows × %2 columns of %3</source>
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
</context>
</TS>
