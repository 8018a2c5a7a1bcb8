#include "core/checkpoint/own_elements.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace cairn::tst_own_elements {

using namespace cairn::checkpoint;
using namespace cairn::test;

/// Numbers that several tensors look at are counted once.
class TestOwnElements : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsEachNumberOnce();
    void countsTheParts();
};

/// As a count of marks on the storage itself has it: the first tensor that reaches a number has it.
void TestOwnElements::countsEachNumberOnce()
{
    constexpr std::int64_t room = 60;
    std::mt19937 random(7);
    const auto below = [&random](std::int64_t end) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(end));
    };
    for (int round = 0; round < 500; ++round) {
        Model model;
        const StorageId storage = model.storage(pattern(room * 4));
        std::vector<bool> isReached(room);
        std::vector<std::uint64_t> expected;
        const std::int64_t tensors = 2 + below(8);
        for (std::int64_t i = 0; i < tensors; ++i) {
            const std::int64_t offset = below(room);
            const std::int64_t count = below(room - offset + 1);
            model.tensor("t" + std::to_string(i), storage, Dtype::Float32, {count}, {1}, offset);
            const auto begin = isReached.begin() + offset;
            expected.push_back(static_cast<std::uint64_t>(std::count(begin, begin + count, false)));
            std::fill(begin, begin + count, true);
        }
        const CheckpointPtr checkpoint = model.build();
        OwnElements own(*checkpoint);
        for (TensorId id = 0; id < checkpoint->tensors().size(); ++id) {
            QCOMPARE(own.of(checkpoint->tensors()[id]), expected[id]);
        }
    }
}

/// Views as an optimizer keeps them, a tied weight, one that is turned, and one that repeats a number.
void TestOwnElements::countsTheParts()
{
    Model model;
    const StorageId flat = model.storage(pattern(40));
    model.tensor("embed", flat, Dtype::Float32, {2, 3}, {3, 1});
    model.tensor("head", flat, Dtype::Float32, {2, 3}, {3, 1});
    model.tensor("turned", flat, Dtype::Float32, {3, 2}, {1, 3});
    model.tensor("bias", flat, Dtype::Float32, {4}, {1}, 6);
    model.tensor("alone", model.storage(pattern(4)), Dtype::Float32, {5}, {0});
    const CheckpointPtr checkpoint = model.build();
    OwnElements own(*checkpoint);
    std::vector<std::uint64_t> found;
    for (const Tensor& tensor : checkpoint->tensors()) {
        found.push_back(own.of(tensor));
    }
    QCOMPARE(found, (std::vector<std::uint64_t>{6, 0, 0, 4, 5}));
}

CAIRN_TEST(TestOwnElements);

} // namespace cairn::tst_own_elements

#include "tst_own_elements.moc"
