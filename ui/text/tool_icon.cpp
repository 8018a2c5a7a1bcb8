#include "ui/text/tool_icon.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>

#include <algorithm>
#include <utility>

namespace cairn::ui {

namespace {

/// A drawing whose shape alone counts.
class ToolIconEngine : public QIconEngine {
public:
    explicit ToolIconEngine(QIcon shape) : m_shape(std::move(shape)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const QSize pixels = (QSizeF(rect.size()) * painter->device()->devicePixelRatio()).toSize();
        painter->drawPixmap(rect, pixmap(pixels, mode, state));
    }
    /// The shape is square and stands at the left: a wider icon keeps its distance from the words.
    [[nodiscard]] QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State /*state*/) override
    {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        const int side = std::min(size.width(), size.height());
        m_shape.paint(&painter, QRect(0, 0, side, side));
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        painter.fillRect(picture.rect(), QApplication::palette().color(group, QPalette::ButtonText));
        return picture;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new ToolIconEngine(*this); }

private:
    QIcon m_shape;
};

} // namespace

QIcon toolIcon(const QString& name)
{
    return QIcon(new ToolIconEngine(QIcon(QStringLiteral(":/icons/tools/%1.svg").arg(name))));
}

} // namespace cairn::ui
