#include "ui/verdict/answer_bar.h"

#include "ui/common/toned_label.h"
#include "ui/verdict/verdict_ground.h"

#include <QPainter>
#include <QVBoxLayout>

namespace cairn::ui {

AnswerBar::AnswerBar(QWidget* parent)
    : QFrame(parent), m_headline(new TonedLabel(answerTone(m_answer), {}, this)),
      m_detail(new TonedLabel(answerTone(m_answer), {}, this))
{
    setObjectName("answerBar");
    m_headline->setObjectName("answerHeadline");
    m_detail->setObjectName("answerDetail");
    QFont bold = font();
    bold.setBold(true);
    m_headline->setFont(bold);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 7, 10, 7);
    layout->setSpacing(2);
    for (TonedLabel* label : {m_headline, m_detail}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        layout->addWidget(label);
    }
}

void AnswerBar::showAnswer(Answer answer, const QString& headline, const QString& detail)
{
    m_answer = answer;
    m_headline->setText(headline);
    m_detail->setText(detail);
    for (TonedLabel* label : {m_headline, m_detail}) {
        label->setTone(answerTone(answer));
        label->setVisible(!label->text().isEmpty());
    }
    update();
    show();
}

void AnswerBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintAnswer(painter, rect(), palette(), m_answer);
}

} // namespace cairn::ui
