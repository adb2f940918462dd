/* The tank as FMI 2.0 for co-simulation; what is left out here is never called. */
#include "tank.c"
#include "fmi2Functions.h"
const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }
fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean b, size_t n, const fmi2String s[]) { return fmi2OK; }
fmi2Component fmi2Instantiate(fmi2String n, fmi2Type t, fmi2String g, fmi2String r,
    const fmi2CallbackFunctions* f, fmi2Boolean v, fmi2Boolean l) { inflow = 10; leak = 60; now = 0; return &now; }
void fmi2FreeInstance(fmi2Component c) {}
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean a, fmi2Real b, fmi2Real d, fmi2Boolean e, fmi2Real f) { return fmi2OK; }
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return fmi2OK; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return fmi2OK; }
fmi2Status fmi2Terminate(fmi2Component c) { return fmi2OK; }
fmi2Status fmi2Reset(fmi2Component c) { return fmi2OK; }
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[]) {
    for (size_t i = 0; i < n; i++) v[i] = r[i] == 1 ? inflow : r[i] == 2 ? leak : level();
    return fmi2OK; }
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Real v[]) {
    for (size_t i = 0; i < n; i++) *(r[i] == 1 ? &inflow : &leak) = v[i];
    return fmi2OK; }
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean k) { return step(h) ? fmi2Error : fmi2OK; }
