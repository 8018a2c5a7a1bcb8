/* Debian's libstdc++ asks glibc 2.36 for random numbers; of older ones it gets them like this. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((visibility("hidden"))) uint32_t arc4random(void);

uint32_t arc4random(void)
{
    uint32_t number;
    if (getentropy(&number, sizeof number) != 0) {
        abort();
    }
    return number;
}
