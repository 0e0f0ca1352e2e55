#pragma once

/* The floor is libadwaita 1.2 on GTK 4.8 (Debian 12); newer headers stay silent about what they deprecate. */
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#include <adwaita.h>
