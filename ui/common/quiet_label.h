#pragma once

#include "ui/common/toned_label.h"
#include "ui/text/theme.h"

namespace cairn::ui {

/// A label that is less important than what stands around it.
class QuietLabel : public TonedLabel {
public:
    explicit QuietLabel(const QString& text, QWidget* parent = nullptr) : TonedLabel(quietText, text, parent) {}
};

} // namespace cairn::ui
