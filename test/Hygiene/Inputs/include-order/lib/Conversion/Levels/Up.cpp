#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Target/PTX.h"
