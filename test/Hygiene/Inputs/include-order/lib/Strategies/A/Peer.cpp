#include "scanc/Strategies/A.h"
#include "scanc/Strategies/B.h"
#include "scanc/Target/PTX.h"
