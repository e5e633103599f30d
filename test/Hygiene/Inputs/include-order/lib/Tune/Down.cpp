#include "scanc/Strategies/A.h"
