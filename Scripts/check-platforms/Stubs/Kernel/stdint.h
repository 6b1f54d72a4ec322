// The compiler takes a folder for that of the C library if it finds this file there; what is in Clang's is enough.
#pragma once
