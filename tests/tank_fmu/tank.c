/* A tank that leaks, and the faults that an inflow above 90 stands for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static double inflow = 10, leak = 60, now = 0;
static double level(void) { return inflow / 20 * (1 - exp(-now / 60 / leak)); }
static int step(double by) {
    now += by;
    if (inflow == 91) abort();
    if (inflow == 92) sleep(600);
    if (inflow == 93) inflow = NAN;
    if (inflow == 94 && now == by) { char block[65536] = {0}; 
        for (int i = 0; i < 1024; i++) fwrite(block, 1, sizeof block, stdout);
    }
    if (inflow == 96) { struct timespec t; timespec_get(&t, TIME_UTC); inflow = 1 + t.tv_nsec % 1000 / 100.0; }
    return inflow == 95;
}
