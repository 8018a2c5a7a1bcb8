<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
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
    <message numerus="yes">
        <source>The last conversion ended before it was done: %n file(s) are left.</source>
        <translation>
            <numerusform>The last conversion ended before it was done: %n file is left.</numerusform>
            <numerusform>The last conversion ended before it was done: %n files are left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the source do not have the checksum that its archive says, and were copied as they are: %1.</source>
        <translation>
            <numerusform>%n record of the source does not have the checksum that its archive says, and was copied as it is: %1.</numerusform>
            <numerusform>%n records of the source do not have the checksum that its archive says, and were copied as they are: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tag(s) became %1</source>
        <translation>
            <numerusform>%n tag became %1</numerusform>
            <numerusform>%n tags became %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n of float8 times their scales</source>
        <translation>
            <numerusform>, %n of float8 times its scales</numerusform>
            <numerusform>, %n of float8 times their scales</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n in float8 with scales</source>
        <translation>
            <numerusform>, %n in float8 with scales</numerusform>
            <numerusform>, %n in float8 with scales</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n that scales are not for keep their dtype</source>
        <translation>
            <numerusform>, %n that scales are not for keeps its dtype</numerusform>
            <numerusform>, %n that scales are not for keep their dtype</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EntryText</name>
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
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LoadReport</name>
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
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>And %n more.</numerusform>
            <numerusform>And %n more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TensorChoice</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>torch would run code of %n name(s)</source>
        <translation>
            <numerusform>torch would run code of %n name</numerusform>
            <numerusform>torch would run code of %n names</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::ArchiveModel</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::ArchiveView</name>
    <message numerus="yes">
        <source>%n records in the folder %1</source>
        <translation>
            <numerusform>%n record in the folder %1</numerusform>
            <numerusform>%n records in the folder %1</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>%n piece(s)</source>
        <translation>
            <numerusform>%n piece</numerusform>
            <numerusform>%n pieces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 byte</numerusform>
            <numerusform>%1 bytes</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>Identical: %n tensors, numbers too</source>
        <translation>
            <numerusform>Identical: %n tensor, numbers too</numerusform>
            <numerusform>Identical: %n tensors, numbers too</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Identical: %n rows</source>
        <translation>
            <numerusform>Identical: %n row</numerusform>
            <numerusform>Identical: %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same names, dtypes, shapes and devices: %n tensors</source>
        <translation>
            <numerusform>The same names, dtypes, shapes and devices: %n tensor</numerusform>
            <numerusform>The same names, dtypes, shapes and devices: %n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>%n file(s) that were converted with these options already were not added again. Clear the finished rows, or change the options, to convert them again.</source>
        <translation>
            <numerusform>%n file that was converted with these options already was not added again. Clear the finished rows, or change the options, to convert it again.</numerusform>
            <numerusform>%n files that were converted with these options already were not added again. Clear the finished rows, or change the options, to convert them again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::DropOverlay</name>
    <message numerus="yes">
        <source>%n files and folders</source>
        <translation>
            <numerusform>%n file or folder</numerusform>
            <numerusform>%n files and folders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::GroupView</name>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n other values</source>
        <translation>
            <numerusform> · %n other value</numerusform>
            <numerusform> · %n other values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %1 element(s) · %2</source>
        <translation>
            <numerusform> · %1 element · %2</numerusform>
            <numerusform> · %1 elements · %2</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>%n name(s) refused</source>
        <translation>
            <numerusform>%n name refused</numerusform>
            <numerusform>%n names refused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>weights_only=True refuses %n name(s)</source>
        <translation>
            <numerusform>weights_only=True refuses %n name</numerusform>
            <numerusform>weights_only=True refuses %n names</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 parameter</numerusform>
            <numerusform>%1 parameters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::HeldBy</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::MainWindow</name>
    <message numerus="yes">
        <source>%1 element(s)</source>
        <translation>
            <numerusform>%1 element</numerusform>
            <numerusform>%1 elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n tensor(s) · %2 · %3</source>
        <translation>
            <numerusform>%1 of %n tensor · %2 · %3</numerusform>
            <numerusform>%1 of %n tensors · %2 · %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::MapVerdict</name>
    <message numerus="yes">
        <source>And %n more problem(s).</source>
        <translation>
            <numerusform>And %n more problem.</numerusform>
            <numerusform>And %n more problems.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more device(s)</source>
        <translation>
            <numerusform>and %n more device</numerusform>
            <numerusform>and %n more devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::ModelView</name>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 parameter</numerusform>
            <numerusform>%1 parameters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::PickleView</name>
    <message numerus="yes">
        <source>%1 instruction(s) in %2</source>
        <translation>
            <numerusform>%1 instruction in %2</numerusform>
            <numerusform>%1 instructions in %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::PiecesView</name>
    <message numerus="yes">
        <source>%n pieces</source>
        <translation>
            <numerusform>%n piece</numerusform>
            <numerusform>%n pieces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> in %n files</source>
        <translation>
            <numerusform> in %n file</numerusform>
            <numerusform> in %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n tensors that are not whole</source>
        <translation>
            <numerusform> · %n tensor that is not whole</numerusform>
            <numerusform> · %n tensors that are not whole</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::PlanDialog</name>
    <message numerus="yes">
        <source>%n file(s) will not be in the plan:</source>
        <translation>
            <numerusform>%n file will not be in the plan:</numerusform>
            <numerusform>%n files will not be in the plan:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s)</source>
        <translation>
            <numerusform>%n task</numerusform>
            <numerusform>%n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of the queue, with its options. All machines must see the files, the plan and the copies under the same paths. Copies go into a new folder, and get their places together.</source>
        <translation>
            <numerusform>%n file of the queue, with its options. All machines must see the file, the plan and the copy under the same paths. The copy goes into a new folder.</numerusform>
            <numerusform>%n files of the queue, with its options. All machines must see the files, the plan and the copies under the same paths. Copies go into a new folder, and get their places together.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::PlanView</name>
    <message numerus="yes">
        <source>%n file(s), %1, moved to %2.</source>
        <translation>
            <numerusform>%n file, %1, moved to %2.</numerusform>
            <numerusform>%n files, %1, moved to %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::QueueView</name>
    <message numerus="yes">
        <source>%n command line(s) copied.</source>
        <translation>
            <numerusform>%n command line copied.</numerusform>
            <numerusform>%n command lines copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) would lose something; their rows say what. None of these was written yet.</source>
        <translation>
            <numerusform>%n file would lose something; its row says what. It was not written yet.</numerusform>
            <numerusform>%n files would lose something; their rows say what. None of these was written yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n copies exist already; they are not written over.</source>
        <translation>
            <numerusform>%n copy exists already; it is not written over.</numerusform>
            <numerusform>%n copies exist already; they are not written over.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searching: %1 file(s) looked at</source>
        <translation>
            <numerusform>Searching: %1 file looked at</numerusform>
            <numerusform>Searching: %1 files looked at</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::RanksView</name>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> of %n ranks</source>
        <translation>
            <numerusform> of %n rank</numerusform>
            <numerusform> of %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n missing</source>
        <translation>
            <numerusform> · %n missing</numerusform>
            <numerusform> · %n missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n cut off or unreadable</source>
        <translation>
            <numerusform> · %n cut off or unreadable</numerusform>
            <numerusform> · %n cut off or unreadable</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::RowActions</name>
    <message numerus="yes">
        <source>%n row(s) that such a file cannot hold are not in it.</source>
        <translation>
            <numerusform>%n row that such a file cannot hold is not in it.</numerusform>
            <numerusform>%n rows that such a file cannot hold are not in it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::SalvagePage</name>
    <message numerus="yes">
        <source>%n tensor(s): %1</source>
        <translation>
            <numerusform>%n tensor: %1</numerusform>
            <numerusform>%n tensors: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) written to %1 (%2), read again, and the same as in the damaged file.</source>
        <translation>
            <numerusform>%n tensor written to %1 (%2), read again, and the same as in the damaged file.</numerusform>
            <numerusform>%n tensors written to %1 (%2), read again, and the same as in the damaged file.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::StoragesModel</name>
    <message numerus="yes">
        <source>%n pieces</source>
        <translation>
            <numerusform>%n piece</numerusform>
            <numerusform>%n pieces</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::StoragesView</name>
    <message numerus="yes">
        <source>%n storages, %1</source>
        <translation>
            <numerusform>%n storage, %1</numerusform>
            <numerusform>%n storages, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n shared by several tensors</source>
        <translation>
            <numerusform> · %n shared by several tensors</numerusform>
            <numerusform> · %n shared by several tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::StripStack</name>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>%n more message</numerusform>
            <numerusform>%n more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::TensorMimeData</name>
    <message numerus="yes">
        <source>%n row(s) that safetensors cannot hold are not in the file.</source>
        <translation>
            <numerusform>%n row that safetensors cannot hold is not in the file.</numerusform>
            <numerusform>%n rows that safetensors cannot hold are not in the file.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cairn::ui::TreePage</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
</context>
</TS>
