#include "scanc/Verify/Laws.h"
