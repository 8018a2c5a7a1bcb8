#pragma once

#include "ui/document/load_verdict.h"

#include <QFrame>

namespace cairn::ui {

class TonedLabel;

/// An answer in its colour: a few words, and what they rest on.
class AnswerBar : public QFrame {
    Q_OBJECT

public:
    explicit AnswerBar(QWidget* parent = nullptr);

    void showAnswer(Answer answer, const QString& headline, const QString& detail);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Answer m_answer = Answer::Waiting;
    TonedLabel* m_headline;
    TonedLabel* m_detail;
};

} // namespace cairn::ui
