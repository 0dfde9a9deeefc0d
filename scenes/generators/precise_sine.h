/// Sines for generators, the same on every machine.
#ifndef CD_SCENES_GENERATORS_PRECISE_SINE_H
#define CD_SCENES_GENERATORS_PRECISE_SINE_H

/// The sine and cosine of an angle in [0, 7), computed to twice the precision of a double and then rounded:
/// equal on every machine without the quantising of cd_sin_portable, and equal to those of a good libm.
void cd_precise_sine(double angle, double *sine, double *cosine);

#endif
