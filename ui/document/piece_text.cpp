#include "ui/document/piece_text.h"

#include <QCoreApplication>

namespace cairn::ui {

namespace {

struct PieceWords {
    Q_DECLARE_TR_FUNCTIONS(Pieces)
};

} // namespace

QString pieceStateText(checkpoint::PieceState state, const Error* failure)
{
    using checkpoint::PieceState;
    switch (state) {
    case PieceState::Whole: return PieceWords::tr("whole");
    case PieceState::NoFile: return PieceWords::tr("⚠ in no file");
    case PieceState::FileMissing: return PieceWords::tr("⚠ file missing");
    case PieceState::FileUnreadable: return PieceWords::tr("⚠ file unreadable");
    case PieceState::CutOff: return PieceWords::tr("⚠ file cut off");
    case PieceState::Unplaced: break;
    }
    switch (failure == nullptr ? ErrorCode::PieceBroken : failure->code) {
    case ErrorCode::PieceGap: return PieceWords::tr("⚠ tensor with a gap");
    case ErrorCode::PieceOverlap: return PieceWords::tr("⚠ pieces overlap");
    case ErrorCode::PieceBounds: return PieceWords::tr("⚠ piece outside of the tensor");
    default: return PieceWords::tr("⚠ there, its tensor not whole");
    }
}

QString rankText(const checkpoint::PieceList::File& file)
{
    return file.rank ? QString::number(*file.rank) : QStringLiteral("–");
}

} // namespace cairn::ui
