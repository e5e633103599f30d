#include "scanc/Target/PTX.h"
#include "../Target/Private.h"
