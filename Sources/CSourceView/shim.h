#pragma once

#include <gtksourceview/gtksource.h>
