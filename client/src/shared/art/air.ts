/**
 * The pressure of the air against sea level, from 0 to 1: the barometric formula of the standard atmosphere
 * (ISA, 1976), up to 11,000 m. The share of oxygen in the air is the same everywhere, so this is also the oxygen
 * of a breath against one at sea level.
 */
export const oxygenAt = (altitudeM: number): number => (1 - 2.25577e-5 * altitudeM) ** 5.25588;

/** The temperature of the standard atmosphere (ISA, 1976) in °C, up to 11,000 m. It is not the weather. */
export const temperatureAt = (altitudeM: number): number => 15 - 0.0065 * altitudeM;
