#include "core/model/content.h"
#include "tests/support/fixtures.h"
#include "tests/support/named_shapes.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

namespace cairn::tst_content {

using namespace cairn::test;
using model::Content;

namespace {

Content contentOf(const checkpoint::Checkpoint& checkpoint)
{
    const model::ModelWeights weights = model::findWeights(checkpoint);
    const model::ModuleTree tree(weights);
    return model::contentOf(tree, model::outlineOf(weights, tree), model::KnownModels::ofProgram());
}

Content contentOf(const QString& shapes)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.safetensors");
    if (!writeNamedShapes(path, shapes)) {
        qFatal("the file could not be written");
    }
    return contentOf(*openedCheckpoint(path));
}

QString textOf(const Content& content)
{
    return QString::fromStdString(content.text.text());
}

/// Names with a number in place of a #, from 0 on.
QString numbered(const QString& shapes, int count)
{
    QString all;
    for (int number = 0; number < count; ++number) {
        all += QString(shapes).replace(u'#', QString::number(number)) + ';';
    }
    return all;
}

bool names(const Content& content, std::string_view library, std::string_view name)
{
    return content.adapter && std::ranges::any_of(content.adapter->models, [&](const model::AdaptedModels& one) {
               return std::ranges::any_of(one.models, [&](const model::KnownModel& known) {
                   return known.library == library && known.name == name;
               });
           });
}

} // namespace

/// What a file is that is no model known by name. Names and shapes are those that PEFT 0.21 and diffusers 0.42 save,
/// and what kohya's sd-scripts and lycoris do.
class tst_Content : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void says_data();
    void says();
    void namesModels_data();
    void namesModels();
    void kohya();
    void sameNames();
    void fixtures_data();
    void fixtures();
};

void tst_Content::says_data()
{
    QTest::addColumn<QString>("shapes");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const QString& shapes, const char* kind, const char* text) {
        QTest::newRow(name) << shapes << QString(kind) << QString(text);
    };
    const QString layer = "base_model.model.model.layers.#.self_attn.";
    const QString lora = layer + "q_proj.lora_A.weight [8, 64];" + layer + "q_proj.lora_B.weight [64, 8];" + layer +
                         "v_proj.lora_A.weight [8, 64];" + layer + "v_proj.lora_B.weight [32, 8]";
    const char* plain =
        "LoRA adapter (PEFT), rank 8, on 4 layers: q_proj and v_proj; of a model whose hidden size is 64";
    row("LoRA", numbered(lora, 2), "adapter", plain);
    row("LoRA in a model", numbered(lora, 2).replace(".weight", ".default.weight"), "adapter", plain);
    row("DoRA", numbered(lora + ';' + layer + "q_proj.lora_magnitude_vector [64]", 2), "adapter",
        "DoRA adapter (PEFT), rank 8, on 4 layers: q_proj and v_proj; of a model whose hidden size is 64");
    row("AdaLoRA",
        numbered(layer + "q_proj.lora_A [8, 64];" + layer + "q_proj.lora_B [64, 8];" + layer + "q_proj.lora_E [8, 1]",
                 2),
        "adapter", "AdaLoRA adapter (PEFT), rank 8, on 2 layers: q_proj; of a model whose hidden size is 64");
    row("with embeddings and a head",
        numbered(lora, 2) + "base_model.model.model.embed_tokens.lora_embedding_A [8, 100];"
                            "base_model.model.model.embed_tokens.lora_embedding_B [64, 8];"
                            "base_model.model.lm_head.weight [100, 64]",
        "adapter",
        "LoRA adapter (PEFT), rank 8, on 5 layers: q_proj, v_proj and embed_tokens; of a model whose hidden size is "
        "64; "
        "saved with it: base_model.model.lm_head.weight");
    row("LoHa",
        numbered(layer + "q_proj.hada_w1_a [64, 8];" + layer + "q_proj.hada_w1_b [8, 48];" + layer +
                     "q_proj.hada_w2_a [64, 8];" + layer + "q_proj.hada_w2_b [8, 48]",
                 2),
        "adapter", "LoHa adapter (PEFT), rank 8, on 2 layers: q_proj; of a model whose hidden size is 48");
    row("LoKr", numbered(layer + "q_proj.lokr_w1 [4, 8];" + layer + "q_proj.lokr_w2 [8, 6]", 2), "adapter",
        "LoKr adapter (PEFT), on 2 layers: q_proj; of a model whose hidden size is 48");
    row("IA3",
        numbered("base_model.model.model.layers.#.mlp.down_proj.ia3_l [1, 96];" + layer + "q_proj.ia3_l [64, 1]", 2),
        "adapter", "IA3 adapter (PEFT), on 4 layers: down_proj and q_proj");
    row("VeRA",
        numbered(layer + "q_proj.vera_lambda_b [64];" + layer + "q_proj.vera_lambda_d [8]", 2) +
            "base_model.vera_A [8, 64];base_model.vera_B [64, 8]",
        "adapter", "VeRA adapter (PEFT), rank 8, on 2 layers: q_proj");
    row("OFT", numbered(layer + "q_proj.oft_R.weight [8, 28]", 2), "adapter",
        "OFT adapter (PEFT), on 2 layers: q_proj");
    row("tuned norms", numbered("base_model.model.model.layers.#.input_layernorm.ln_tuning_layers.weight [64]", 2),
        "adapter", "LN tuning adapter (PEFT), on 2 layers: input_layernorm");
    row("ranks that differ",
        "base_model.model.a.lora_A.weight [8, 64];base_model.model.a.lora_B.weight [64, 8];"
        "base_model.model.b.lora_A.weight [4, 64];base_model.model.b.lora_B.weight [64, 4]",
        "adapter", "LoRA adapter (PEFT), ranks from 4 to 8, on 2 layers: a and b");
    row("one layer", "net.fc.lora_A [8, 64];net.fc.lora_B [64, 8]", "adapter", "LoRA adapter, rank 8, on 1 layer: fc");
    row("a model with LoRA in it",
        numbered("bert.layer.#.query.base_layer.weight [64, 64];bert.layer.#.query.base_layer.bias [64];"
                 "bert.layer.#.query.lora_A.default.weight [4, 64];bert.layer.#.query.lora_B.default.weight [64, 4];"
                 "bert.layer.#.key.weight [64, 64];bert.layer.#.key.bias [64];bert.layer.#.norm.weight [64]",
                 2),
        "adapted model", "A model with LoRA in it, rank 4, on 2 layers: query; of a model whose hidden size is 64");
    row("LoRA-ViT", "w_a_000 [4, 768];w_a_001 [4, 768];w_b_000 [768, 4];w_b_001 [768, 4]", "adapter",
        "LoRA adapter (LoRA-ViT), rank 4, on 2 layers");
    // Ranks that do not go together are no adapter.
    row("no LoRA", numbered("h.#.lora_A.weight [8, 64];h.#.lora_B.weight [64, 7]", 4), "model",
        "No model that is known by name: 8 Linear");
    row("an alpha by itself", "fc.weight [3, 4];fc.alpha []", "model", "No model that is known by name: 1 Linear");
    row("a prompt", "prompt_embeddings [5, 64]", "prompt",
        "A prompt or prefix (PEFT): 5 virtual tokens, 64 numbers each");
    row("a word of Stable Diffusion 1.x", "<cat> [768]", "embedding",
        "A textual inversion, \"<cat>\": 1 vector of width 768, that of Stable Diffusion 1.x");
    row("a word of SDXL", "clip_l [4, 768];clip_g [4, 1280]", "embedding",
        "A textual inversion, \"clip_l\" and \"clip_g\": 8 vectors of width 768 + 1280, that of Stable Diffusion XL");
    row("a word of another model", "emb_params [4, 512]", "embedding",
        "A textual inversion, \"emb_params\": 4 vectors of width 512");
    row("layers",
        numbered("conv.#.weight [8, 8, 3, 3];conv.#.bias [8];bn.#.weight [8];bn.#.bias [8];bn.#.running_mean [8];"
                 "bn.#.running_var [8]",
                 3) +
            "fc.weight [10, 8];fc.bias [10];norm.weight [8];norm.bias [8]",
        "model", "No model that is known by name: 3 Conv, 3 BatchNorm, 1 Linear and 1 Norm");
    row("no layers", "pos [4, 3];edge_index [2, 9]", "tensors",
        "No layer or model that is known, but tensors: \"pos\" and \"edge_index\"");
}

void tst_Content::says()
{
    QFETCH(QString, shapes);
    const Content content = contentOf(shapes);
    QTEST(textOf(content), "text");
    QTEST(QString::fromUtf8(contentName(content.kind).data()), "kind");
}

void tst_Content::namesModels_data()
{
    QTest::addColumn<QString>("shapes");
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("name"); // empty: no model is named
    const QString layer = "base_model.model.model.layers.#.self_attn.";
    const auto llama = [&](const QString& keys, int layers) {
        return numbered(layer + "q_proj.lora_A.weight [16, 4096];" + layer + "q_proj.lora_B.weight [4096, 16];" +
                            layer + "v_proj.lora_A.weight [16, 4096];" + layer + "v_proj.lora_B.weight [" + keys +
                            ", 16]",
                        layers);
    };
    QTest::newRow("Llama 2") << llama("4096", 32) << "transformers" << "LlamaForCausalLM, 7b";
    QTest::newRow("Llama 3") << llama("1024", 32) << "transformers" << "LlamaForCausalLM, 3 8b";
    QTest::newRow("other sizes") << llama("4000", 32) << "transformers" << "";
    QTest::newRow("more layers than any") << llama("4096", 200) << "transformers" << "";
    const QString gpt2 = "base_model.model.transformer.h.#.attn.c_attn.lora_";
    QTest::newRow("GPT-2, whose weights are transposed")
        << numbered(gpt2 + "A.weight [8, 768];" + gpt2 + "B.weight [2304, 8]", 12) << "transformers"
        << "GPT2LMHeadModel, small";
    QTest::newRow("too few layers") << numbered(gpt2 + "A.weight [8, 768];" + gpt2 + "B.weight [2304, 8]", 3)
                                    << "transformers" << "";
    const QString vit = "base_model.model.blocks.#.attn.qkv.";
    QTest::newRow("timm") << numbered(vit + "lora_A.weight [8, 768];" + vit + "lora_B.weight [2304, 8]", 12) << "timm"
                          << "vit_base_patch16_224";
    QTest::newRow("LoHa of timm") << numbered(vit + "hada_w1_a [2304, 8];" + vit + "hada_w1_b [8, 768]", 12) << "timm"
                                  << "vit_base_patch16_224";
    QTest::newRow("IA3") << numbered(layer + "k_proj.ia3_l [4096, 1];" + layer +
                                         "v_proj.ia3_l [4096, 1];"
                                         "base_model.model.model.layers.#.mlp.down_proj.ia3_l [1, 11008]",
                                     32)
                         << "transformers" << "LlamaForCausalLM, 7b";
}

void tst_Content::namesModels()
{
    QFETCH(QString, shapes);
    QFETCH(QString, library);
    QFETCH(QString, name);
    const Content content = contentOf(shapes);
    QVERIFY(content.adapter);
    if (name.isEmpty()) {
        QVERIFY2(content.adapter->models.empty(), qPrintable(textOf(content)));
    } else {
        QVERIFY2(names(content, library.toStdString(), name.toStdString()), qPrintable(textOf(content)));
        QVERIFY2(textOf(content).contains("; fits "), qPrintable(textOf(content)));
    }
}

/// kohya's names of CLIP's text encoder, and of the attention in it.
void tst_Content::kohya()
{
    QString shapes;
    const QString layer = "lora_te_text_model_encoder_layers_#_self_attn_";
    for (const char* name : {"q_proj", "k_proj", "v_proj", "out_proj"}) {
        shapes += layer + name + ".lora_down.weight [4, 768];" + layer + name + ".lora_up.weight [768, 4];" + layer +
                  name + ".alpha [];";
    }
    const Content content = contentOf(numbered(shapes, 12));
    QCOMPARE(textOf(content).section(';', 0, 0),
             QString("LoRA adapter (kohya), rank 4, on 48 layers: q_proj, k_proj, v_proj and out_proj"));
    QVERIFY2(names(content, "transformers", "CLIPTextModel, of ViT-L"), qPrintable(textOf(content)));
    QCOMPARE(content.adapter->layers.front().component, std::string("text_encoder"));
    QVERIFY(content.adapter->whole.empty());
    // Names that have no words of diffusers: nothing is said of where their layers are.
    const Content flux = contentOf("lora_unet_double_blocks_0_img_mlp_0.lora_down.weight [4, 8];"
                                   "lora_unet_double_blocks_0_img_mlp_0.lora_up.weight [8, 4]");
    QCOMPARE(textOf(flux), QString("LoRA adapter (kohya), rank 4, on 1 layer"));
    // Stability AI's blocks of SDXL.
    const Content sdxl = contentOf("lora_unet_output_blocks_4_1_proj_in.lora_down.weight [4, 640];"
                                   "lora_unet_output_blocks_4_1_proj_in.lora_up.weight [640, 4];"
                                   "lora_unet_middle_block_1_proj_in.lora_down.weight [4, 1280];"
                                   "lora_unet_middle_block_1_proj_in.lora_up.weight [1280, 4];"
                                   "lora_unet_input_blocks_8_1_proj_in.lora_down.weight [4, 1280];"
                                   "lora_unet_input_blocks_8_1_proj_in.lora_up.weight [1280, 4]");
    QCOMPARE(sdxl.adapter->layers[0].path, std::string("up_blocks.1.attentions.1.proj_in"));
    QCOMPARE(sdxl.adapter->layers[1].path, std::string("mid_block.attentions.0.proj_in"));
    QCOMPARE(sdxl.adapter->layers[2].path, std::string("down_blocks.2.attentions.1.proj_in"));
}

/// The keys are those of transformers' BertModel, of a size that nobody has.
void tst_Content::sameNames()
{
    const QString embeddings =
        "embeddings.word_embeddings.weight [500, 24];embeddings.position_embeddings.weight [512, 24];"
        "embeddings.token_type_embeddings.weight [2, 24];embeddings.LayerNorm.weight [24];"
        "embeddings.LayerNorm.bias [24];pooler.dense.weight [24, 24];pooler.dense.bias [24];";
    QString layer;
    for (const char* linear : {"attention.self.query", "attention.self.key", "attention.self.value",
                               "attention.output.dense", "intermediate.dense", "output.dense"}) {
        layer += QString("encoder.layer.#.%1.weight [24, 24];encoder.layer.#.%1.bias [24];").arg(linear);
    }
    for (const char* norm : {"attention.output.LayerNorm", "output.LayerNorm"}) {
        layer += QString("encoder.layer.#.%1.weight [24];encoder.layer.#.%1.bias [24];").arg(norm);
    }
    const auto named = [](const Content& content) {
        return std::ranges::any_of(content.sameNames.titles,
                                   [](const std::string& title) { return title == "transformers BertModel"; });
    };
    const QString all = embeddings + numbered(layer, 3);
    const Content content = contentOf(all);
    QVERIFY2(named(content), qPrintable(textOf(content)));
    QVERIFY2(textOf(content).startsWith("No model that is known by name: 3 Embedding, 7 LayerNorm and 19 Linear; named "
                                        "as transformers BertModel, ") &&
                 textOf(content).endsWith(", of other sizes"),
             qPrintable(textOf(content)));
    QStringList inNet = all.split(u';', Qt::SkipEmptyParts);
    for (QString& key : inNet) {
        key.prepend("net.");
    }
    QVERIFY(named(contentOf(inNet.join(u';'))));
    QVERIFY(!named(contentOf(all + "more.weight [3]")));
    QVERIFY(!named(contentOf(QString(all).remove("pooler.dense.bias [24];"))));
    QVERIFY(!named(contentOf(QString(all).replace("LayerNorm.bias [24]", "LayerNorm.bias [24, 1]"))));
}

void tst_Content::fixtures_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("begin"); // of the text
    QTest::newRow("torch26/module.pt") << "model" << "A model of the class ";
    QTest::newRow("byhand/safe_empty.safetensors") << "nothing" << "There is no tensor of a model in it";
}

void tst_Content::fixtures()
{
    QFETCH(QString, begin);
    const Content content = contentOf(*openedFixture(QTest::currentDataTag()));
    QTEST(QString::fromUtf8(contentName(content.kind).data()), "kind");
    QVERIFY2(textOf(content).startsWith(begin), qPrintable(textOf(content)));
}

CAIRN_TEST(tst_Content);

} // namespace cairn::tst_content

#include "tst_content.moc"
