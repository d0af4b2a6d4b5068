import type { PeakShape } from './peak-shape.ts';

/** Seen from the west, as from Gokyo Ri: the dark pyramid behind the West Shoulder, Nuptse in front, Lhotse and the South Col to the right. */
export const everest: PeakShape = {
  heightM: 8848,
  baseM: 5000,
  frameKm: [-4.5, 4.4],
  stretch: 1,
  snowLineM: 5600,
  skyline: [
    { ground: 'mixed', rough: 0.5, line: '-8,6050 -7,6350 -6.2,6700 -5.6,6620 -5.1,6950' },
    { ground: 'snow', rough: 0.35, line: '-4.6,7260 -4.16,7543 -3.75,7330 -3.3,7110' },
    { ground: 'snow', rough: 0.3, line: '-2.9,7020 -2.45,7170 -2,7400' },
    {
      ground: 'rock',
      rough: 0.3,
      line: '-1.6,7620 -1.2,7880 -0.85,8150 -0.6,8350 -0.36,8550 -0.16,8720 0,8848 0.14,8800',
    },
    { ground: 'mixed', rough: 0.4, line: '0.32,8749 0.52,8610 0.78,8460 1.05,8260' },
    { ground: 'rock', rough: 0.3, line: '1.35,8060 1.69,7906' },
    { ground: 'rock', rough: 0.6, line: '1.95,7960 2.3,8130 2.6,8320 2.85,8470 3,8516' },
    { ground: 'rock', rough: 0.65, line: '3.16,8420 3.36,8150 3.6,7800 3.9,7350' },
    { ground: 'mixed', rough: 0.5, line: '4.3,6850 4.8,6400 5.5,6050 6.3,6250 7,5900 8,5700' },
  ],
  ribs: [
    // West Ridge and West Shoulder
    {
      slope: 0.85,
      line: '0,8848 -0.3,8380 -0.7,7800 -1.05,7420 -1.35,7268 -1.7,7050 -2.05,6600 -2.3,6026',
    },
    // South-west face buttress
    { slope: 1, line: '0.32,8720 0.42,8200 0.5,7700 0.45,7200 0.3,6700' },
  ],
  fronts: [
    // Nuptse
    {
      depth: 0.56,
      rough: 0.6,
      line: `
        -1.4,5200 -0.6,5450 0,5720 0.5,6080 0.8,6500 1.1,6950 1.45,7380 1.72,7690 1.94,7861
        2.12,7760 2.35,7640 2.6,7700 2.85,7520 3.1,7420 3.4,7100 3.8,6650 4.3,6150 4.9,5700
        5.6,5350`,
    },
    // Lho La and Khumbutse
    {
      depth: 0.62,
      rough: 0.6,
      line: `
        -6.5,5900 -5.4,6200 -4.6,6020 -3.9,6400 -3.4,6636 -3,6350 -2.6,6100 -2.2,6026 -1.7,6150
        -1.1,6100 -0.4,5850 0.3,5600 1.1,5350 1.8,5150`,
    },
  ],
  iceCliffs: [],
};

/** Seen from Chukhung (south): the South Face: a wall of fluted ice and rock more than three kilometres high, running from Nuptse to Lhotse Shar. */
export const lhotse: PeakShape = {
  heightM: 8516,
  baseM: 4900,
  frameKm: [-5.2, 4.6],
  stretch: 1,
  snowLineM: 5500,
  skyline: [
    { ground: 'mixed', rough: 0.4, line: '-8,6300 -7,6850 -6.2,7180 -5.5,7440' },
    {
      ground: 'mixed',
      rough: 0.5,
      line: `
        -4.9,7640 -4.45,7861 -4.2,7770 -3.9,7730 -3.6,7690 -3.3,7750 -3,7804 -2.7,7720
        -2.35,7700 -2,7760`,
    },
    { ground: 'rock', rough: 0.45, line: '-1.65,7800 -1.3,7880 -1,8010 -0.72,8190 -0.46,8340' },
    {
      ground: 'rock',
      rough: 0.6,
      line: `
        -0.22,8455 0,8516 0.14,8450 0.3,8370 0.46,8360 0.62,8395 0.8,8414 0.92,8350 1.08,8310
        1.26,8340 1.45,8383`,
    },
    { ground: 'mixed', rough: 0.45, line: '1.65,8260 1.9,8030 2.2,7800 2.6,7570' },
    { ground: 'mixed', rough: 0.4, line: '3,7460 3.25,7540 3.4,7591 3.65,7430 3.95,7390 4.3,7459' },
    { ground: 'mixed', rough: 0.5, line: '4.7,7200 5.2,6900 5.9,6550 6.8,6250 8,5900' },
  ],
  ribs: [
    // South face pillar (1990 line)
    { slope: 1.4, line: '0.02,8500 0.1,8050 0.05,7550 0.2,7000 0.2,6450 0.35,5900 0.4,5350' },
    // Yugoslav pillar
    { slope: 1.4, line: '-0.7,8180 -0.7,7700 -0.85,7150 -0.8,6600 -0.95,6050 -1,5450' },
    // Lhotse Shar south-east spur
    { slope: 1.2, line: '1.45,8383 1.55,7900 1.5,7300 1.7,6700 1.85,6100 2.1,5500' },
    // Nuptse east pillars
    { slope: 1.4, line: '-3,7800 -2.95,7250 -3.1,6700 -3.05,6150 -3.2,5550' },
    // Nuptse south pillar
    { slope: 1.3, line: '-4.45,7861 -4.4,7300 -4.55,6700 -4.5,6100 -4.7,5500' },
  ],
  fronts: [
    // Island Peak
    {
      depth: 0.74,
      rough: 0.5,
      line: `
        -0.9,5250 -0.5,5500 -0.1,5850 0.15,6080 0.3,6189 0.45,6080 0.62,6020 0.9,5750 1.3,5480
        1.8,5250`,
    },
  ],
  iceCliffs: [],
};

/** Seen from the North base camp side, above the Miristi Khola (north): a wide ice face under a crest of three summits; the curved ice cliff called the Sickle in its middle. */
export const annapurnaI: PeakShape = {
  heightM: 8091,
  baseM: 4200,
  frameKm: [-4.9, 3.9],
  stretch: 1,
  snowLineM: 5000,
  skyline: [
    {
      ground: 'snow',
      rough: 0.3,
      line: '-9,6750 -8,7202 -7.3,6980 -6.4,7060 -5.7,7330 -5.2,7485 -4.75,7370 -4.2,7290 -3.6,7380',
    },
    { ground: 'mixed', rough: 0.28, line: '-3,7560 -2.5,7740 -2.05,7900' },
    {
      ground: 'mixed',
      rough: 0.24,
      line: `
        -1.7,7985 -1.5,8010 -1.28,7965 -1.05,7955 -0.85,8005 -0.65,8051 -0.48,8022 -0.32,8018
        -0.14,8070 0,8091`,
    },
    { ground: 'snow', rough: 0.3, line: '0.16,8060 0.38,7950 0.65,7760 0.95,7560 1.3,7380' },
    { ground: 'mixed', rough: 0.4, line: '1.6,7310 1.95,7420 2.2,7570 2.4,7647' },
    {
      ground: 'mixed',
      rough: 0.5,
      line: '2.62,7520 2.95,7250 3.35,6960 3.8,6650 4.4,6300 5.2,5900 6.2,5500 7.2,5150',
    },
  ],
  ribs: [
    // Dutch rib
    { slope: 0.9, line: '-1.5,8000 -1.7,7400 -1.85,6800 -2.05,6200 -2.2,5600 -2.35,5050' },
    // North-west ridge
    { slope: 0.9, line: '0.4,7930 0.8,7350 1.2,6750 1.5,6100 1.9,5450 2.4,4800' },
    // Cauliflower ridge
    { slope: 0.9, line: '-3.4,7420 -3.4,6900 -3.6,6300 -3.6,5700 -3.9,5100' },
    // North face spur
    { slope: 0.9, line: '-0.3,6200 -0.35,5800 -0.5,5400 -0.6,5000 -0.7,4600' },
  ],
  fronts: [],
  iceCliffs: [
    // The Sickle
    '-1.55,6350 -1.35,6650 -1,6850 -0.55,6930 -0.1,6880 0.25,6700 0.4,6480',
  ],
};

/** Seen from the Khumbu trail at Tengboche (west-south-west): a tower with a hanging glacier on its breast and two arms: the steep north ridge to the left, the stepped south-west ridge to the right. */
export const amaDablam: PeakShape = {
  heightM: 6812,
  baseM: 4350,
  frameKm: [-2.6, 2.95],
  stretch: 1,
  snowLineM: 5300,
  skyline: [
    { ground: 'rock', rough: 0.6, line: '-4,4550 -3.3,4800 -2.7,5080 -2.3,5320 -2,5480' },
    { ground: 'mixed', rough: 0.55, line: '-1.72,5540 -1.5,5490 -1.28,5600 -1.08,5720' },
    { ground: 'mixed', rough: 0.3, line: '-0.9,5810 -0.74,5900 -0.6,6010 -0.48,6140 -0.37,6290' },
    { ground: 'mixed', rough: 0.22, line: '-0.28,6460 -0.2,6630 -0.13,6755' },
    {
      ground: 'snow',
      rough: 0.12,
      line: '-0.08,6795 0,6812 0.07,6790 0.12,6720 0.18,6590 0.25,6450',
    },
    { ground: 'snow', rough: 0.25, line: '0.31,6375 0.42,6350 0.54,6330' },
    { ground: 'mixed', rough: 0.4, line: '0.66,6290 0.74,6180 0.84,6075 0.98,6010 1.14,5985' },
    {
      ground: 'rock',
      rough: 0.7,
      line: '1.28,6005 1.38,5960 1.44,5860 1.54,5800 1.72,5765 1.86,5700',
    },
    {
      ground: 'rock',
      rough: 0.55,
      line: '2.02,5610 2.25,5480 2.5,5390 2.7,5420 2.95,5260 3.3,5050 3.8,4800 4.5,4550',
    },
  ],
  ribs: [
    // West face rib
    {
      slope: 1.4,
      line: '-0.05,6780 -0.12,6450 -0.1,6150 -0.2,5800 -0.25,5450 -0.4,5050 -0.6,4650',
    },
    // South-west face rib under the Dablam
    { slope: 1.3, line: '0.4,6330 0.42,6050 0.36,5750 0.45,5400 0.5,5000 0.6,4600' },
    // South-west ridge spur
    { slope: 1.1, line: '1.32,5980 1.3,5700 1.42,5400 1.55,5050 1.8,4650' },
    // North-west spur
    { slope: 1, line: '-1.05,5740 -1.1,5450 -1.25,5150 -1.5,4750' },
  ],
  fronts: [],
  iceCliffs: [
    // The Dablam (hanging glacier)
    '0.12,6450 0.18,6360 0.3,6310 0.42,6320 0.52,6370',
  ],
};

/** Seen from Lho and Samagaon in the Budhi Gandaki (east-north-east): two horns: the sharp East Pinnacle and, behind it, the main summit, above a broad glacier plateau. */
export const manaslu: PeakShape = {
  heightM: 8163,
  baseM: 3900,
  frameKm: [-4.8, 4.8],
  stretch: 1,
  snowLineM: 4800,
  skyline: [
    { ground: 'mixed', rough: 0.5, line: '-7,5500 -6.2,5900 -5.6,6350' },
    { ground: 'mixed', rough: 0.45, line: '-5,6150 -4.4,6280 -3.8,6050 -3.2,6250 -2.7,6480' },
    {
      ground: 'mixed',
      rough: 0.4,
      line: `
        -2.3,6720 -1.95,7000 -1.65,7270 -1.4,7490 -1.22,7640 -1.08,7800 -0.94,7992 -0.87,7880
        -0.77,7760`,
    },
    {
      ground: 'mixed',
      rough: 0.35,
      line: `
        -0.64,7680 -0.52,7720 -0.38,7830 -0.24,7960 -0.11,8080 0,8163 0.07,8060 0.18,7900
        0.32,7720`,
    },
    { ground: 'snow', rough: 0.12, line: '0.52,7560 0.8,7470 1.1,7400 1.5,7330 1.9,7220 2.3,7020' },
    { ground: 'snow', rough: 0.25, line: '2.6,6850 2.95,6720' },
    {
      ground: 'mixed',
      rough: 0.5,
      line: '3.3,6860 3.6,7020 3.85,7157 4.1,6950 4.4,6650 4.8,6300 5.3,5950 6,5550 7,5200',
    },
  ],
  ribs: [
    // East ridge of the pinnacle
    { slope: 1.3, line: '-0.94,7992 -1,7400 -1.15,6800 -1.4,6200 -1.7,5500 -2.2,4800' },
    // Main summit east face rib
    { slope: 1.1, line: '0,8140 0,7550 -0.05,7000 0.1,6400 0.1,5800 0.3,5100 0.5,4500' },
    // Naike col ridge
    { slope: 0.8, line: '2.6,6500 2.4,6000 2.1,5500 1.9,5000 1.7,4500' },
    // Manaslu North, east spur
    { slope: 1.1, line: '3.85,7157 3.8,6500 3.9,5900 3.8,5300 4,4700' },
  ],
  fronts: [],
  iceCliffs: [
    // Plateau edge and seracs
    '0.6,7250 1.1,7080 1.7,6950 2.4,6700',
  ],
};
