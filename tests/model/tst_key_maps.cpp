#include "core/checkpoint/names/key_maps.h"
#include "core/checkpoint/names/rename_rule.h"
#include "tests/support/test_program.h"

namespace cairn::tst_key_maps {

/// The published maps between the names that programs give to the same weights.
class TestKeyMaps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void renames_data();
    void renames();
    void areUsable();
};

void TestKeyMaps::renames_data()
{
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("renamed"); // empty: it is none of the map's
    // As the programs themselves have them.
    QTest::newRow("BERT") << "bert-old-to-new" << "bert.encoder.layer.0.output.LayerNorm.gamma"
                          << "bert.encoder.layer.0.output.LayerNorm.weight";
    QTest::newRow("not BERT") << "bert-old-to-new" << "norm.gamma" << "";
    QTest::newRow("weight_norm") << "weight-norm-old-to-new" << "conv.weight_g"
                                 << "conv.parametrizations.weight.original0";
    QTest::newRow("weight_norm back") << "weight-norm-new-to-old" << "parametrizations.weight.original1" << "weight_v";
    QTest::newRow("DenseNet") << "densenet-old-to-new" << "features.denseblock1.denselayer1.norm.1.weight"
                              << "features.denseblock1.denselayer1.norm1.weight";
    QTest::newRow("PEFT") << "peft-file-to-model" << "base_model.model.h.0.q.lora_A.weight"
                          << "base_model.model.h.0.q.lora_A.default.weight";
    for (const auto& [file, now] :
         {std::pair("q.lora_magnitude_vector", "q.lora_magnitude_vector.default.weight"),       // DoRA
          std::pair("q.lora_E", "q.lora_E.default"), std::pair("q.lora_A", "q.lora_A.default"), // AdaLoRA
          std::pair("q.ia3_l", "q.ia3_l.default"), std::pair("q.vera_lambda_d", "q.vera_lambda_d.default"),
          std::pair("base_model.vera_A", "base_model.vera_A.default"), std::pair("q.hada_w1_a", "q.hada_w1_a.default"),
          std::pair("q.lokr_w2", "q.lokr_w2.default"), std::pair("q.oft_R.weight", "q.oft_R.default.weight"),
          std::pair("q.boft_s", "q.boft_s.default"), std::pair("q.hra_u", "q.hra_u.default"),
          std::pair("q.fourierft_spectrum", "q.fourierft_spectrum.default"),
          std::pair("norm.ln_tuning_layers.bias", "norm.ln_tuning_layers.default.bias"),
          std::pair("prompt_embeddings", "prompt_encoder.default.embedding.weight")}) {
        QTest::newRow(file) << "peft-file-to-model" << file << now; // as get_peft_model_state_dict() and state_dict()
    }
    QTest::newRow("kohya")
        << "kohya-to-diffusers"
        << "lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn1_to_out_0.lora_down.weight"
        << "unet.down_blocks.0.attentions.0.transformer_blocks.0.attn1.to_out.0.lora_A.weight";
    QTest::newRow("kohya's second text encoder")
        << "kohya-to-diffusers" << "lora_te2_text_model_encoder_layers_3_self_attn_q_proj.lora_up.weight"
        << "text_encoder_2.text_model.encoder.layers.3.self_attn.q_proj.lora_B.weight";
    QTest::newRow("kohya's feed forward")
        << "kohya-to-diffusers"
        << "state.lora_unet_mid_block_attentions_0_transformer_blocks_0_ff_net_0_proj.alpha"
        << "state.unet.mid_block.attentions.0.transformer_blocks.0.ff.net.0.proj.alpha";
    QTest::newRow("kohya of another model")
        << "kohya-to-diffusers" << "lora_unet_double_blocks_0_img_mlp_0.lora_up.weight"
        << "";
    QTest::newRow("old attention") << "diffusers-attention-old-to-new"
                                   << "decoder.mid_block.attentions.0.proj_attn.bias"
                                   << "decoder.mid_block.attentions.0.to_out.0.bias";
    QTest::newRow("Whisper") << "whisper-to-transformers" << "decoder.blocks.3.cross_attn.query.weight"
                             << "decoder.layers.3.encoder_attn.q_proj.weight";
    QTest::newRow("Whisper's positions") << "whisper-to-transformers" << "encoder.positional_embedding"
                                         << "encoder.embed_positions.weight";
    QTest::newRow("Whisper back") << "transformers-to-whisper" << "decoder.layers.3.self_attn_layer_norm.bias"
                                  << "decoder.blocks.3.attn_ln.bias";
    QTest::newRow("ESRGAN") << "esrgan-old-to-new" << "RRDB_trunk.0.RDB1.conv1.weight" << "body.0.rdb1.conv1.weight";
    QTest::newRow("another ESRGAN") << "esrgan-old-to-new" << "model.1.sub.0.RDB1.conv1.0.weight" << "";
    // As spandrel reads such files.
    for (const auto& [old, now] :
         {std::pair("model.1.sub.11.RDB2.conv3.0.weight", "body.11.rdb2.conv3.weight"),
          std::pair("model.1.sub.23.bias", "conv_body.bias"), std::pair("model.0.weight", "conv_first.weight"),
          std::pair("model.3.weight", "conv_up1.weight"), std::pair("model.6.bias", "conv_up2.bias"),
          std::pair("model.8.weight", "conv_hr.weight"), std::pair("model.10.bias", "conv_last.bias")}) {
        QTest::newRow(old) << "esrgan-numbered-to-new" << old << now;
    }
    // As the tensors of OpenAI's ViT-B/32 and of transformers' CLIPModel are that have the same numbers.
    for (const auto& [openai, transformers] :
         {std::pair("visual.transformer.resblocks.11.attn.out_proj.bias",
                    "vision_model.encoder.layers.11.self_attn.out_proj.bias"),
          std::pair("transformer.resblocks.0.mlp.c_fc.weight", "text_model.encoder.layers.0.mlp.fc1.weight"),
          std::pair("visual.positional_embedding", "vision_model.embeddings.position_embedding.weight"),
          std::pair("positional_embedding", "text_model.embeddings.position_embedding.weight"),
          std::pair("visual.class_embedding", "vision_model.embeddings.class_embedding"),
          std::pair("visual.ln_pre.weight", "vision_model.pre_layrnorm.weight"),
          std::pair("token_embedding.weight", "text_model.embeddings.token_embedding.weight"),
          std::pair("ln_final.bias", "text_model.final_layer_norm.bias")}) {
        QTest::newRow(openai) << "clip-to-transformers" << openai << transformers;
        QTest::newRow(transformers) << "transformers-to-clip" << transformers << openai;
    }
    QTest::newRow("CLIP's projections are transposed") << "clip-to-transformers" << "text_projection" << "";
    QTest::newRow("and the other one") << "clip-to-transformers" << "visual.proj" << "";
    QTest::newRow("ESRGAN back") << "esrgan-new-to-old" << "body.22.rdb3.conv5.bias" << "RRDB_trunk.22.RDB3.conv5.bias";
}

void TestKeyMaps::renames()
{
    QFETCH(QString, map);
    QFETCH(QString, name);
    const auto rule = checkpoint::parseRename("@" + map.toStdString());
    QVERIFY(rule);
    const auto renamed = checkpoint::applyRename(*rule, name.toStdString());
    QTEST(QString::fromStdString(renamed.value_or(std::string())), "renamed");
}

/// Each has a name of its own that --rename takes, and says what it is for.
void TestKeyMaps::areUsable()
{
    for (const checkpoint::KeyMap& map : checkpoint::keyMaps()) {
        const auto rule = checkpoint::parseRename("@" + std::string(map.name));
        QVERIFY2(rule && rule->map == &map, map.name.data());
        QVERIFY(!map.title.empty());
        QVERIFY(map.runs.empty() == (map.renamed != nullptr));
    }
    const auto unknown = checkpoint::parseRename("@whisper-to-transformer");
    QVERIFY(!unknown);
    QVERIFY(QString::fromStdString(unknown.error().paragraph()).contains("did you mean \"whisper-to-transformers\"?"));
}

CAIRN_TEST(TestKeyMaps);

} // namespace cairn::tst_key_maps

#include "tst_key_maps.moc"
