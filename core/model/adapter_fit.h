#pragma once

#include "core/model/adapter.h"

namespace cairn::model {

/// Looks for the models of the database that have all layers of an adapter, with their shapes.
void addModels(Adapter& adapter, const KnownModels& known);

} // namespace cairn::model
