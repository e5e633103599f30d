#include "scanc/Dialect/Prefix/IR/PrefixOps.h"
#include "mlir/IR/Builders.h"
#include "scanc/Circuits/Network.h"
