#include "app/cli/convert/convert_help.h"

namespace cairn::cli {

const char* const kConvertDescription =
    R"(write a copy that loads on another machine
Changes the device tags of a checkpoint and copies everything else byte for byte: values, dtypes, strides, sharing, optimizer state, hyper-parameters, unknown classes, other records of the archive. No class has to exist, nothing is executed, no GPU and no PyTorch is needed.

Without --map every storage goes to cpu, so that torch.load opens the copy anywhere. The container stays what it was: torch zip, TorchScript, torch.package, the stream of torch before 1.6, the tar of torch 0.1, or a plain pickle. With --in-place no copy is made: a zip of any size changes in milliseconds.

A copy whose name ends in .safetensors gets the tensors of any checkpoint that Cairn opens; safetensors files and sets of shards become a .pth or one file. On the way tensors can be chosen, renamed, cast to another dtype and cut into shards.

With --keep, --drop, --rename, --cast, --compact or --to pth the values of a .pth, an old stream, an old tar or a plain pickle are written anew as torch.save does since 1.6, and with --to legacy as it did before.)";

const char* const kConvertFooter = R"(MAPS
    --map FROM=TO gives storages saved on FROM the tag TO. FROM is a tag
    (cuda:3), a backend with any index (cuda:*), or * for everything but meta.
    The first rule that matches decides; what no rule matches stays, and so
    does what a rule sends to "saved": --map cpu=saved --map '*=cuda:0'. A rule
    that matches nothing in a file is most likely mistyped: it is an error that
    names the tags that are there, and so is a device that PyTorch does not
    know, and a rule of which an earlier one takes everything. --lenient makes a
    warning of it, for many files with one map, and so does --recipe. That
    nothing is on cuda:* is no error.
    --map-file FILE takes the map from a *.devicemap.json file, whose rules can
    also choose by name, dtype and size. Rules of --map come before its own. A
    storage has one tag: rules that would give it two are refused.

RECIPES
    --recipe FILE takes from a *.cairn-recipe.json file how copies are made.
    The window's queue writes such files, so a server can repeat what was done
    there; and a person can, for they are short:
        {
          "format": "cairn.recipe",
          "version": 1,
          "to": "keep",
          "drop": ["optimizer*"],
          "cast": ["float32=bfloat16"],
          "name": "{stem}.cpu{ext}",
          "existing": "number",
          "verify": true
        }
    Only the first two fields are needed. The others, and what they are without
    being said:
    to            keep; or pth, legacy, safetensors, dcp, as --to
    device_map    what is in a *.devicemap.json file; everything to cpu
    map_devices   false; as --map-devices
    ema, drop_optimizer
                  false; as --ema and --drop-optimizer
    keep, drop, rename, cast, tie
                  lists of what the options of these names take; none
    fp8_scales    none are made; or as --fp8-scales
    compact, clone, drop_others
                  false; as the options
    shard_size    one file; or "5GB", as --shard-size
    files         1; as --files
    name          {stem}.cpu{ext}: the name of a copy, as --name
    folder        beside its source; or where all copies go
    existing      number: a copy gets a number where its name is taken; skip:
                  there is no copy; refuse: an error, and in the window a
                  question. Nothing is ever replaced by a recipe.
    unchanged     skip: there is no copy of a file that would come out as it
                  is, such as one on the cpu; or copy
    verify        true; as --verify
    An option on the command line counts instead of the field, a list for the
    whole list: -o, --out-dir and --name instead of name and folder, --map and
    --map-file instead of device_map, --no-verify instead of verify. What does
    not go together is refused, as is a field that is not known or wrong, with
    its line.

FORMAT
    The name of the copy says its format, in both directions:
    .safetensors           the tensors alone, see TO SAFETENSORS
    .pth .pt .bin .ckpt    what torch.load reads: the container stays; of
                           safetensors and shards a torch zip is made
    anything else          the container stays
    --to dcp               a folder, whatever its name; see TO A DCP FOLDER
    --to FORMAT says it for names that do not, such as those of --out-dir; the
    two must not contradict each other. Names of formats that are not written
    (.npy, .npz, .onnx, .gguf, .h5, .json and others) are refused, unless the
    input is called so too.

WHAT STAYS
    Ordinary strings that read like a device (an argument "cuda:0", say) are no
    tags: they stay, and the report says where they are. Devices in TorchScript
    code are part of the program; the report names file and line.
    torch.device objects among the values are no tags either: torch.load makes
    them as they are, also on a machine without that device. --map-devices maps
    them too, and the report lists each.

TO SAFETENSORS
    Every tensor is written under one name, nested keys joined by dots:
    optimizer.state.0.exp_avg. How they were nested is noted in the metadata,
    as cairn.tree, and a copy back to .pth has the same tree of dicts, lists
    and tuples. Values stay bit for bit; strides, requires_grad and device tags
    have no place in the format. Tensors that are the same
    memory are written once, and the other names are listed in the metadata;
    views that overlap otherwise need --clone.
    Numbers, strings and other values, attributes and classes of tensors,
    sparse and quantised tensors, conjugated views and dtypes such as
    complex128 cannot be carried. They are listed before anything is written,
    and nothing is written unless --drop-others agrees to leave them out.
    A .pth gets the tensors alone as well with --drop-others: nested as they
    were, in plain dictionaries and lists, by a pickle that calls no class of
    the source.

TO A DCP FOLDER
    --to dcp writes a folder that torch.distributed.checkpoint.load reads with
    any number of ranks. Names and nesting are those that torch gives: keys of
    dictionaries become texts, lists are taken apart if they hold tensors or
    dictionaries, tuples stay one value, and empty dictionaries have no place.
    Every tensor is written in one piece, row-major, those that share memory one
    by one. Numbers, texts, containers and other plain data go along. What is
    none, such as an object of a class of your own, is named, and nothing is
    written unless --drop-others agrees to leave it out.
    --files N spreads the tensors over N files, so that as many ranks read side
    by side. The folder appears when it is complete; --force replaces one that
    has nothing but files of such a folder.

FROM SAFETENSORS, AND SHARDS
    A safetensors file becomes a .pth that torch.load takes also with
    weights_only and mmap: a state_dict in the order of the file, or the tree
    that it was copied from, with the tag cpu or what --map makes of it. Second
    names in the metadata share their storage again. Of a set of shards, name
    the index (*.index.json): it is merged. A shard that is missing or broken is
    named, and nothing is written.
    --shard-size SIZE (5GB, 500MB, 2GiB) writes several files, as in
    model-00001-of-00003.safetensors, and model.safetensors.index.json. SIZE
    counts bytes of tensors; what else a file needs comes on top. All of them
    appear when all are complete, the index last. A tensor that is larger gets
    a file of its own. --force replaces an earlier set as a whole: files that
    its index names and the new set has not are removed. Where new files take
    names of old ones, a run that is killed meanwhile leaves no index.

NAMES
    --keep, --drop, --rename and --cast look at names as inspect shows them,
    keys joined by dots. In a pattern * is any run of characters, ? is one and
    [a-z] one of a set; a backslash takes such a sign as it is: 'x\[0]'. It
    means an entry and all that is in it: optimizer and optimizer.* drop the
    same, optimizer* drops optimizer_states too. What is dropped need not be
    carried. --drop is stronger than --keep.
    --drop-optimizer leaves out what an optimizer keeps, whatever it is called:
    what has the keys state and param_groups, or a name that says so. The models
    of several trainings in one file stay.
    --ema puts the averaged weights of a training (EMA) in the place of those
    that they follow, under the names of these, also where the names of averages
    have no dots. The state of the optimizer goes, and what counts updates; what
    has no average stays, such as the buffers of BatchNorm. The other options
    act on what comes of it. Without averages it is an error.
    --rename A=B, where * alone is a sign: module.= takes a prefix away,
    model_ema=model and model_ema.*=model.* change one, *.gamma=*.weight puts in
    what each star stood for. @MAP is one of the maps from names of one program
    to those of another that `cairn-cli fit --maps` lists; `cairn-cli fit` says
    which rules a model wants. A backslash takes what is behind it as it is, as
    in patterns, and in --tie too: 'a\=b=c' makes c of a=b, and \\ is one
    backslash. Rules act one after the other. Two entries that would get one
    name are refused, and so is a rule that matches nothing, unless --lenient or
    --recipe makes a warning of it: some of many files have no optimizer. A rule
    that matches in none of several files is an error in any case, but for
    --drop and --drop-optimizer with --in-place: an earlier run may have left
    out all that they name.

VALUES WRITTEN ANEW
    The pickle is written again, without what was left out, and storages that
    nothing needs any more are not in the copy. Everything else stays what it
    was: classes, order, sharing, cycles, strides, requires_grad; the _metadata
    of a state_dict follows its tensors.
    Entries of dictionaries can be left out and renamed. An element of a list,
    or a part of an object such as a whole nn.Module, can not: it is refused by
    name. A rename stays inside its dictionary, but a group that is left alone
    can take the place of all: --keep 'ema.*' --rename ema.= makes ema the
    object that torch.load returns, and so do --keep 'state_dict.ema.*' and
    --rename state_dict.ema.= what is in a part of state_dict.
    --cast changes whole storages: tensors that share one need the same dtype.
    --compact cuts each storage to the range that tensors reach.
    --tie lm_head.weight=model.embed_tokens.weight makes one tensor of two that
    are alike in every bit, as the model had them; folders of trainings hold
    both. If they are not alike it is an error. Names are those of the copy.
    Old files keep views of storages, source code of classes and numbers for
    keys. Views become offsets, code is left out, keys are numbered again.
    --to legacy refuses, by name, what PyTorch before 1.6 could not read.

DTYPES
    --cast FROM=TO or FROM=TO:GLOB turns float64, float32, float16 and bfloat16
    into each other, and into float8_e4m3fn and float8_e5m2 and back. --cast TO
    or TO:GLOB is of all tensors of these six. fp32, F32, float, half, bf16 and
    the like are understood, in small and in capital letters. The first rule
    that fits a tensor decides, also one that keeps its dtype, such as
    float32=float32:head.* in front of others. Numbers are rounded to nearest,
    ties to even, bit for bit as PyTorch does. What is too large becomes
    infinite (in float8_e4m3fn, which has no infinity, the largest number, as
    PyTorch 2.14 has it), and the report counts it by tensor. Integers, such as
    the counters of BatchNorm, stay.

SCALES OF FLOAT8
    What models keep in float8 are codes, and a weight is its code times the
    scale beside it. A cast from float8 multiplies them: by the scales of
    DeepSeek and of transformers' FP8 (X.weight_scale_inv, one for a block), of
    compressed-tensors (X.weight_scale: one in all, for a row or for a block)
    and of ComfyUI (X.scale_weight; or X.weight_scale with X.comfy_quant), bit
    for bit as their code does. They are found by name and shape, in whichever
    file of a set they are, whatever --keep, --drop and --rename say, and are
    left out of the copy; so are input_scale, scale_input and markers, which say
    nothing of weights that are no codes. Scales that do not fit, or are not
    known, are an error. float8 with no scale beside it is cast as it is.
    --fp8-scales deepseek, compressed-tensors or comfyui makes scales where
    --cast gives float8_e4m3fn: one for each 128 x 128 block, for each row, or
    one in all. That is for matrices of float32, float16 or bfloat16 that are
    called weight; what else the rules choose keeps its dtype, and the report
    lists it. Blocks in config.json (weight_block_size, block_structure) count;
    without it blocks are 128 x 128 where that fits, or else of equal size.
    The quantization_config of config.json has to go from a copy that has no
    codes any more, and into one that has: the report says so.
    The pickle of a .pth is not written anew around scales: take its tensors
    alone, with -o COPY.safetensors or with --to pth --drop-others.

IN PLACE
    A zip keeps its table of contents at its end. --in-place adds the pickles
    with their new tags, and a new table, behind the old end; storages do not
    move, so the time does not depend on the size of the file. The file loads
    as before or as after, whenever the process is killed; what a killed run
    left is taken away by the next. A change that fails is undone.
    The old file is the beginning of the new one: the report says how to get it
    back. The old pickles stay in the file as unused bytes, and a copy made
    with -o is without them.
    Refused are files that are no zip, that are write-protected, that another
    program has locked, and those with several names (hard links), of which
    all would change; --force agrees to that. A symbolic link is followed.
    With --keep, --drop, --rename, --cast or --compact a new file is written
    beside the old one, verified, and then takes its place: what was left out
    is gone, so that needs --force. Other names of the file keep what it was.

VERIFY
    --verify reads the new file again before it has its name and compares every
    entry, view, storage byte and value with the source, and every tag with
    what the map makes of the old one. A copy that differs is removed, and the
    target stays what it was; a file changed in place is changed back.
    It also compares the records that go into a copy with the checksums that
    the archive has for them, or the archives of which a folder or a set of
    shards consists, which torch.load never does. Bytes that changed
    after they were saved are an error, and nothing is written; with --lenient
    or --recipe they are copied as they are, and the report warns of them.
    Without --verify storages are copied unread, with the checksums that they
    have. Those of which --cast or --compact makes other bytes are compared
    with theirs all the same: the new ones would fit whatever was read. So are
    records that hold no storage: pickles, source code, the order of bytes.
    What shows as damaged when a file is opened, such as a storage that is not
    there, is an error without --verify, too: the copy would not load either.

FROM AN ADDRESS
    Of an https, hf or s3 address only those parts are fetched that the copy
    needs, up to four at a time where the server lets them, and what fails for
    a while is asked for again. With --resume all that comes is kept in
    OUT.parts beside the copy until that is there. After a lost connection, or
    Ctrl-C, the same command takes what it needs from there and fetches the
    rest, if the file elsewhere is still the same. It takes as much room again
    as is fetched.

SEVERAL INPUTS
    Each is converted as if the others were not there, two at a time or as many
    as -j says; reports keep the order of the inputs. One bad file does not
    stop the others: errors, the exit status and the line at the end tell how
    many failed.
    -r takes the checkpoints in a folder and all below it, and --out-dir then
    gets a tree of the same folders. Taken is what is called a checkpoint, also
    if it is broken, and what is one by its content; the index of a set stands
    for its shards, so that the copy is one file. How many files were passed
    over is said. Not entered are hidden folders, links to folders and the
    folder of the copies. A folder that is a checkpoint becomes one file.
    --files-from takes names from a list, such as that of `find -print0`.
    Nothing is written if two copies would have one name: -r keeps the folders
    apart, and so does {dir} in --name, the name of the source's folder.
    --existing says what becomes of targets that are there. skip leaves them.
    update converts again what is newer than its copy, or has a copy that is
    another than would be written, of another file or by other options: they
    are compared by the checksums of zips, and where there are none by reading
    both. With these two, inputs that are copies of others, as the pattern of a
    shell finds them beside their sources, are left out.

JSON
    --json prints one object a line for each input, as cairn-cli.schema.json
    has it, which the packages install in /usr/share/cairn:
    file, out        the input and what was written; of shards, their index
    bytes, seconds   size of the file now, and time for all that was done
    trust            what torch.load would run of the input: verdict, names
    bytes_planned, bytes_free
                     --dry-run: size at most, and what the disk has left
    bytes_before     --in-place: size of the file before it
    tags_before, tags_after
                     storages by device tag
    same_bytes       whether a copy with other tags, or a file changed in place,
                     is the source, byte for byte: no tag had to change
    device_objects, device_objects_left
                     torch.device objects: those that --map-devices changed,
                     and those that it would change
    left_as_is       ordinary strings that read like a device, with counts
    left_in          the names of the entries that hold them
    script_devices   devices in TorchScript code, by file and line
    tensors, tensors_left_out, renamed, left_out, nested, aliases
                     tensor files: what was written, what not and why
    refused          --dry-run: true if --drop-others would have to agree
    shards, removed  --shard-size: the files besides the index, and those of an
                     earlier set that had to go
    renamed, storages, storage_bytes, left_out, storages_left_out,
    bytes_left_out, records_left_out, class_sources_left_out, bytes_cut,
    aliases
                     values written anew: what the copy has, and what not
    casts            --cast: how many tensors, by FROM=TO
    overflows        --cast: numbers that were too large, by tensor
    scales           of float8: used and made (how many tensors, by convention),
                     left_out (names of tensors that only codes need), unscaled
                     (cast without scales), not_made (kept, as no scales fit)
    bytes_resumed    --resume: what an earlier run had kept
    warnings         rules that match nothing, records that do not have their
                     checksum, and the like
    skipped          instead of all that, why no copy is needed or wanted
    verified         true, or null without --verify
    error            instead of all that, if it failed: code, message, where,
                     offset, why, advice

STANDARD INPUT AND OUTPUT
    - in the place of FILE is standard input, and so is a pipe such as <(...).
    -o - sends the copy through standard output when it is complete; the report
    goes to standard error, with --json too. The format is that of the source,
    or what --to says. Both need room for temporary files in TMPDIR, or else in
    /var/tmp.

PROGRESS
    Work that takes longer than a moment shows a bar on the terminal that
    standard error is: stage, bytes, rate and time left. Nothing of it goes
    into a file or a pipe, and it is gone at the end.

SAFETY
    The copy appears under its name only when it is complete and synced to
    disk; Ctrl-C leaves nothing behind. A run that was killed can leave a file
    named .NAME.cairn-XXXXXX.part, which the next run for the same target
    removes. An existing file is replaced only if --force or --existing says
    so, and the source never. Room on the disk is checked before anything is
    written. --dry-run says whether the target could be written, too.

DANGEROUS FILES
    A checkpoint can run code when torch.load unpickles it, and a copy with
    other tags is as dangerous as its source. Of a file that runs code, or is
    known to do harm, that is said on standard error, --quiet or not, with the
    names that it calls, and "trust" in the JSON has them. --no-dangerous makes
    an error of it, and nothing is written; without it, --existing skip does not
    open an input that has a copy. A copy to safetensors, or of shards, holds
    the tensors alone: nothing of the code goes over. Nothing in a file is ever
    executed here.

EXIT STATUS
    0    every copy was written
    1    --verify found a difference, or --no-dangerous a dangerous file;
         nothing was changed
    2    the command line, or a map or recipe that it names, is wrong
    3    an input is damaged, no checkpoint, of a format that cannot be
         retagged, or holds what safetensors cannot carry
    4    an input could not be read or a copy not written
    130  cancelled
    One bad file does not stop the others; the highest number counts.

EXAMPLES
    cairn-cli convert model.pth -o model.cpu.pth
        A copy that loads on any machine.
    cairn-cli convert model.pth -o model.safetensors --verify
        The tensors alone, in safetensors, each compared with its source.
    cairn-cli convert run.ckpt -o small.pth --drop-optimizer --cast bf16
        A training checkpoint without its optimizer, and half as large.
    cairn-cli convert -r runs --out-dir cpu --existing update
        All checkpoints of a tree, into a tree; again when there are more.
    cairn-cli convert runs/*.pth --out-dir cpu --verify
        Many files into a folder, each compared with its source.
    cairn-cli convert huge.pth --in-place
        No copy: the tags inside the file, whatever its size.
    cairn-cli convert -r runs --in-place --force --lenient --drop-optimizer
        A tree without its optimizers, where it is.
    cairn-cli convert model.pth -o one_gpu.pth --map 'cuda:*=cuda:0'
        Everything that was on some GPU, on the first one.
    cairn-cli convert model.pth -o two.pth --map-file two.devicemap.json
        By rules over names, dtypes and sizes.
    cairn-cli convert --recipe slim.cairn-recipe.json runs/*.pth
        What the window's queue did, or what a person wrote down.
    zcat model.pth.gz | cairn-cli convert - -o - | ssh server 'cat > cpu.pth'
        Between other programs.
    cairn-cli convert model.pth -o model.cpu.pth --dry-run
        Only tell what would change.
    cairn-cli convert run.ckpt -o run.safetensors --drop-others
        A training checkpoint; its step counters and settings are left out.
    cairn-cli convert run.ckpt -o ema.safetensors --ema --drop-others
        A training checkpoint as a model that has the averaged weights. Into a
        .pth just so.
    cairn-cli convert run.ckpt -o ema.safetensors --ema \
        --keep state_dict.model --rename state_dict.model.=
        The model in it alone, by its own names, as the Hub has them.
    cairn-cli convert model.safetensors.index.json -o model.pth
        A set of shards as one file for torch.load.
    cairn-cli convert m.pth -o m.safetensors --shard-size 5GB
        The other way round.
)";

} // namespace cairn::cli
