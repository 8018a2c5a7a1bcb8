// A library that stands for musl, and one that is linked to it.
extern "C" __attribute__((visibility("default"))) int cairn_test_of_musl()
{
    return 0;
}
