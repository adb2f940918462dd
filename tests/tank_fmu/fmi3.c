/* The tank as FMI 3.0 for co-simulation; what is left out here is never called. */
#include "tank.c"
#include "fmi3Functions.h"
const char* fmi3GetVersion(void) { return "3.0"; }
fmi3Instance fmi3InstantiateCoSimulation(fmi3String n, fmi3String t, fmi3String r, fmi3Boolean v,
    fmi3Boolean l, fmi3Boolean e, fmi3Boolean x, const fmi3ValueReference q[], size_t m,
    fmi3InstanceEnvironment i, fmi3LogMessageCallback g, fmi3IntermediateUpdateCallback u) {
    inflow = 10; leak = 60; now = 0; return &now; }
void fmi3FreeInstance(fmi3Instance c) {}
fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean d, fmi3Float64 a, fmi3Float64 b, fmi3Boolean e, fmi3Float64 f) { return fmi3OK; }
fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return fmi3OK; }
fmi3Status fmi3Terminate(fmi3Instance c) { return fmi3OK; }
fmi3Status fmi3Reset(fmi3Instance c) { return fmi3OK; }
fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Float64 v[], size_t m) {
    for (size_t i = 0; i < n; i++) v[i] = r[i] == 1 ? inflow : r[i] == 2 ? leak : level();
    return fmi3OK; }
fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Float64 v[], size_t m) {
    for (size_t i = 0; i < n; i++) *(r[i] == 1 ? &inflow : &leak) = v[i];
    return fmi3OK; }
fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean k, fmi3Boolean* a,
    fmi3Boolean* b, fmi3Boolean* d, fmi3Float64* e) {
    *a = *b = *d = 0; *e = t + h; return step(h) ? fmi3Error : fmi3OK; }
