#pragma once

#include <libxml/tree.h>
