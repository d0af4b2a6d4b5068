import type { PeakShape } from './peak-shape.ts';

/** Seen from Concordia (south): the one pyramid: steep and almost even, with the white Shoulder of the Abruzzi Spur on its right edge. */
export const k2: PeakShape = {
  heightM: 8611,
  baseM: 4950,
  frameKm: [-4.1, 4.1],
  stretch: 1,
  snowLineM: 5400,
  skyline: [
    { ground: 'mixed', rough: 0.5, line: '-6.5,5450 -5.6,5700 -4.9,5950 -4.3,6150 -3.8,6200' },
    { ground: 'mixed', rough: 0.4, line: '-3.4,6480 -3,6858 -2.75,6640 -2.45,6400' },
    {
      ground: 'rock',
      rough: 0.35,
      line: `
        -2.15,6300 -1.9,6480 -1.68,6740 -1.42,7050 -1.2,7330 -1,7610 -0.82,7815 -0.65,8000
        -0.48,8180 -0.33,8320`,
    },
    { ground: 'snow', rough: 0.2, line: '-0.2,8440 -0.08,8560 0,8611 0.07,8565 0.15,8490' },
    { ground: 'mixed', rough: 0.35, line: '0.24,8440 0.33,8340 0.45,8225 0.62,8060' },
    { ground: 'snow', rough: 0.14, line: '0.76,7960 0.92,7890' },
    {
      ground: 'rock',
      rough: 0.45,
      line: '1.06,7790 1.2,7610 1.38,7370 1.58,7100 1.8,6840 2.05,6560 2.32,6280 2.62,6000 2.95,5720',
    },
    { ground: 'mixed', rough: 0.5, line: '3.3,5500 3.8,5420 4.4,5600 4.9,5450 5.6,5250 6.5,5150' },
  ],
  ribs: [
    // South-south-west pillar (Magic Line)
    { slope: 1.5, line: '-0.2,8530 -0.45,7950 -0.72,7400 -1,6850 -1.3,6300 -1.7,5800 -2.1,5350' },
    // South face (Polish line), central rib
    {
      slope: 1.5,
      line: '0.05,8480 0.05,7900 -0.1,7350 -0.05,6800 -0.25,6250 -0.2,5700 -0.35,5200',
    },
    // Cesen (south-south-east) spur
    { slope: 1.4, line: '0.8,7880 0.62,7300 0.58,6750 0.42,6200 0.4,5700 0.3,5200' },
    // Abruzzi Spur
    { slope: 1.3, line: '1,7800 1.05,7350 1.2,6950 1.25,6600 1.4,6050 1.55,5600 1.7,5200' },
    // Angel Peak south ridge
    { slope: 1.1, line: '-3,6858 -3.05,6350 -3.25,5850 -3.4,5350' },
  ],
  fronts: [],
  iceCliffs: [],
};

/** Seen from Concordia (south-west): a long broad back with three summits, from the left North, Central and Main. */
export const broadPeak: PeakShape = {
  heightM: 8051,
  baseM: 4700,
  frameKm: [-4.5, 3.6],
  stretch: 1,
  snowLineM: 5300,
  skyline: [
    {
      ground: 'mixed',
      rough: 0.45,
      line: '-7,5350 -6.2,5550 -5.5,5850 -4.9,6200 -4.4,6560 -3.9,6850 -3.5,7060',
    },
    {
      ground: 'mixed',
      rough: 0.35,
      line: '-3.15,7280 -2.9,7430 -2.7,7490 -2.45,7390 -2.2,7270 -2,7230',
    },
    {
      ground: 'rock',
      rough: 0.5,
      line: '-1.8,7330 -1.6,7530 -1.4,7760 -1.22,7910 -1.05,8011 -0.9,7940',
    },
    {
      ground: 'snow',
      rough: 0.25,
      line: `
        -0.76,7830 -0.62,7800 -0.5,7890 -0.4,7990 -0.3,8028 -0.19,7992 -0.1,8015 0,8051 0.1,8015`,
    },
    { ground: 'mixed', rough: 0.4, line: '0.26,7910 0.5,7740 0.8,7480 1.1,7230' },
    {
      ground: 'mixed',
      rough: 0.5,
      line: '1.45,7010 1.85,6820 2.3,6540 2.75,6240 3.2,5950 3.8,5600 4.6,5300 5.6,5050',
    },
  ],
  ribs: [
    // West spur (normal route)
    { slope: 0.9, line: '-0.5,7150 -0.75,6700 -0.95,6250 -1.15,5800 -1.4,5300 -1.6,4900' },
    // Central summit west rib
    { slope: 1, line: '-1.05,8011 -1.35,7450 -1.7,6900 -2,6300 -2.3,5700 -2.6,5100' },
    // North summit west rib
    { slope: 1, line: '-2.7,7490 -3,6900 -3.3,6300 -3.6,5700 -4,5150' },
    // Main summit south-west rib
    { slope: 1, line: '0.1,8020 0.3,7400 0.4,6800 0.7,6200 0.9,5600 1.2,5050' },
    // South spur
    { slope: 0.9, line: '1.85,6820 2,6300 2.3,5750 2.6,5200' },
  ],
  fronts: [],
  iceCliffs: [
    // Upper snow basin
    '-1,7350 -0.6,7180 -0.2,7200 0.2,7350',
  ],
};
