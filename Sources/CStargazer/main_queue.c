#include "CStargazer.h"
