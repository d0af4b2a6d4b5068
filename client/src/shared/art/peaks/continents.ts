import type { PeakShape } from './peak-shape.ts';

/** Seen from Amboseli, Kenya (north-north-west of the mountain): the broad flat dome of Kibo with the torn tooth of Mawenzi to its left, above a plain. */
export const kilimanjaro: PeakShape = {
  heightM: 5895,
  baseM: 1200,
  frameKm: [-13.4, 7.8],
  stretch: 1.4,
  snowLineM: 5300,
  skyline: [
    { ground: 'land', rough: 0.1, line: '-38,1250 -32,1450 -26,1950 -21,2750 -17,3550' },
    { ground: 'rock', rough: 0.35, line: '-14.4,4020 -12.9,4330' },
    {
      ground: 'rock',
      rough: 1,
      line: `
        -12.1,4620 -11.55,4900 -11.2,4960 -10.95,5080 -10.72,5020 -10.5,5149 -10.3,5030
        -10.05,5060`,
    },
    {
      ground: 'land',
      rough: 0.12,
      line: '-9.75,4800 -9.2,4560 -8.3,4370 -6.6,4310 -4.9,4490 -3.85,4720',
    },
    { ground: 'mixed', rough: 0.16, line: '-2.9,5060 -2.2,5340 -1.75,5545' },
    {
      ground: 'snow',
      rough: 0.05,
      line: '-1.42,5700 -1.2,5790 -0.8,5845 -0.4,5878 0,5895 0.45,5890 0.9,5866 1.2,5815',
    },
    { ground: 'mixed', rough: 0.18, line: '1.42,5740 1.7,5570 2.15,5290' },
    {
      ground: 'land',
      rough: 0.1,
      line: `
        2.8,4980 3.6,4690 4.9,4380 6.7,4120 8.8,3920 10.6,3840 12.2,3720 14,3400 18,2650 23,2000
        29,1500 38,1250`,
    },
  ],
  ribs: [
    // Kibo north slope, lava rib
    { slope: 0.3, size: 0.03, line: '-0.9,5640 -1.3,5100 -2.1,4500 -3.6,3900 -6,3000' },
    // Kibo north-west rib
    { slope: 0.3, size: 0.03, line: '0.8,5600 1.2,5050 1.9,4450 3.1,3700 5,2800' },
    // Kibo north slope, between both
    { slope: 0.3, size: 0.024, line: '-0.1,5500 -0.1,4950 -0.3,4300 -0.8,3600 -1.6,2700' },
    // Mawenzi east buttress
    { slope: 0.7, line: '-10.5,5100 -10.8,4700 -11.4,4200 -12.6,3500' },
  ],
  fronts: [],
  iceCliffs: [],
};

/** Seen from Le Brévent above Chamonix (north): white stairs from the Aiguille du Midi over Tacul and Maudit to the round summit, then the long Dôme du Goûter. */
export const montBlanc: PeakShape = {
  heightM: 4810,
  baseM: 1300,
  frameKm: [-4.9, 4.3],
  stretch: 1,
  snowLineM: 2950,
  skyline: [
    {
      ground: 'rock',
      rough: 0.95,
      line: `
        -7.4,2700 -6.6,3050 -6.2,3300 -5.95,3482 -5.75,3330 -5.55,3445 -5.4,3340 -5.1,3522
        -4.85,3390 -4.62,3480 -4.4,3673 -4.15,3500 -3.85,3420 -3.5,3560 -3.15,3600`,
    },
    { ground: 'rock', rough: 0.7, line: '-2.82,3842 -2.72,3760' },
    { ground: 'snow', rough: 0.22, line: '-2.62,3880 -2.25,4248 -2.02,4150' },
    { ground: 'mixed', rough: 0.2, line: '-1.68,4035 -1.35,4300 -1.05,4465' },
    {
      ground: 'snow',
      rough: 0.04,
      line: `
        -0.86,4345 -0.7,4440 -0.52,4590 -0.36,4700 -0.18,4785 0,4810 0.18,4800 0.36,4750
        0.52,4660 0.66,4550 0.76,4513 0.9,4400`,
    },
    { ground: 'snow', rough: 0.05, line: '1.06,4265 1.25,4290 1.46,4304 1.72,4262' },
    { ground: 'mixed', rough: 0.35, line: '2,4090 2.22,3900' },
    { ground: 'snow', rough: 0.2, line: '2.4,4002 2.62,3930 2.95,3888 3.25,3960 3.52,4052' },
    { ground: 'rock', rough: 0.5, line: '3.78,3850 4.1,3480 4.6,2980 5.1,2500 5.7,2120 6.4,2300' },
  ],
  ribs: [
    // Aiguille du Midi north face
    { slope: 1.1, line: '-2.82,3842 -2.95,3400 -3.15,2900 -3.5,2317 -3.8,1800' },
    // Mont Blanc du Tacul, north triangle
    { slope: 0.7, line: '-2.25,4248 -2.15,3900 -2,3500 -1.9,3100' },
    // Rochers Rouges / Grands Mulets rib
    { slope: 0.5, line: '-0.2,4700 0,4400 0.2,4000 0.35,3500 0.3,3051 0.1,2500' },
    // Aiguille and north ridge of the Goûter
    { slope: 0.8, line: '1.5,4290 2,4020 2.22,3863 2.3,3500 2.5,3167 2.8,2700 3.2,2372' },
    // Montagne de la Côte
    { slope: 0.6, line: '0.9,3000 1,2600 0.9,2100 0.6,1500' },
  ],
  fronts: [],
  iceCliffs: [],
};

/** Seen from Bermamyt plateau (north): two round white domes of almost one height with a saddle between, alone above green plateaus. */
export const elbrus: PeakShape = {
  heightM: 5642,
  baseM: 2500,
  frameKm: [-5.3, 4.5],
  stretch: 1.3,
  snowLineM: 3700,
  skyline: [
    { ground: 'land', rough: 0.14, line: '-14,2350 -12,2450 -10,2750 -8.4,3080' },
    { ground: 'mixed', rough: 0.14, line: '-6.9,3520' },
    {
      ground: 'snow',
      rough: 0.03,
      line: `
        -5.5,4020 -4.5,4440 -3.75,4810 -3.15,5100 -2.68,5340 -2.3,5500 -1.98,5588 -1.75,5615
        -1.55,5621 -1.34,5606 -1.15,5560 -0.99,5480 -0.85,5428 -0.75,5416 -0.63,5436 -0.47,5510
        -0.3,5590 -0.14,5632 0,5642 0.2,5628 0.46,5570 0.78,5440 1.2,5235 1.75,4930 2.35,4610`,
    },
    { ground: 'mixed', rough: 0.12, line: '3,4260 3.9,3880' },
    { ground: 'land', rough: 0.16, line: '4.6,3660 5.4,3520 6.6,3200 8.5,2800 11,2500 14,2350' },
  ],
  ribs: [
    // Lenz Rocks
    { slope: 0.3, size: 0.03, line: '-1.4,5400 -1.35,5050 -1.2,4700 -1,4300 -0.7,3800' },
    // North-west lava flow
    { slope: 0.3, size: 0.03, line: '1.4,4700 2.1,4250 3.1,3700 4.6,3100 6,2600' },
    // Ullu-Chiran / Ulluchiran rib
    { slope: 0.3, size: 0.03, line: '-2.9,4850 -3.4,4350 -4,3700 -5,3100 -6,2600' },
  ],
  fronts: [],
  iceCliffs: [],
};

/** Seen from Horcones valley, below Plaza Francia (south): the South Face: a wall three kilometres high and seven wide, banded with ice, closed above by a long level crest between two summits. */
export const aconcagua: PeakShape = {
  heightM: 6962,
  baseM: 4000,
  frameKm: [-3.7, 3.5],
  stretch: 1,
  snowLineM: 4700,
  skyline: [
    { ground: 'land', rough: 0.5, line: '-9,4100 -7.5,4350 -6.3,4800 -5.3,5050' },
    {
      ground: 'rock',
      rough: 0.55,
      line: '-4.5,5120 -3.9,5280 -3.4,5520 -2.95,5800 -2.5,6030 -2.15,6080 -1.85,6300',
    },
    {
      ground: 'snow',
      rough: 0.16,
      line: '-1.55,6520 -1.3,6700 -1.08,6830 -0.88,6930 -0.74,6870 -0.5,6850',
    },
    { ground: 'mixed', rough: 0.3, line: '-0.3,6880 -0.14,6915 0,6962 0.1,6925 0.28,6830' },
    {
      ground: 'mixed',
      rough: 0.5,
      line: '0.5,6680 0.75,6560 1.05,6460 1.35,6410 1.7,6380 1.95,6280',
    },
    {
      ground: 'rock',
      rough: 0.55,
      line: '2.25,6060 2.6,5840 3,5640 3.5,5520 4.1,5260 4.8,4950 5.6,4700 6.6,4450 8,4200',
    },
  ],
  ribs: [
    // French spur (1954), central pillar
    { slope: 1.3, line: '0,6962 -0.02,6600 0.08,6250 0.12,5800 0.3,5300 0.35,4800 0.5,4350' },
    // Slovenian / SE pillar
    { slope: 1.2, line: '1.25,6450 1.35,6000 1.5,5500 1.7,4950 1.9,4400' },
    // Sun line pillar under the South summit
    { slope: 1.3, line: '-0.88,6930 -1,6450 -0.95,5900 -1.15,5350 -1.2,4750 -1.3,4300' },
    // West pillar
    { slope: 1.1, line: '-2.3,6280 -2.45,5800 -2.75,5300 -3,4700 -3.2,4300' },
  ],
  fronts: [],
  iceCliffs: [
    // Upper glacier (hanging ice band)
    '-1.7,6050 -1,6120 -0.3,6180 0.5,6120 1.2,6000',
    // Lower glacier band
    '-2.2,5150 -1.2,5250 0,5300 1.2,5220',
  ],
};

/** Seen from the park road by Stony Dome and Eielson (north-north-east): an enormous white mass over lowland, the higher South summit to the left, the North summit to the right, Harper Glacier between. */
export const denali: PeakShape = {
  heightM: 6190,
  baseM: 700,
  frameKm: [-9.2, 8.6],
  stretch: 1.25,
  snowLineM: 1900,
  skyline: [
    { ground: 'mixed', rough: 0.4, line: '-24,1500 -20,2000 -17,2700 -15,3050 -13.4,2750' },
    { ground: 'mixed', rough: 0.5, line: '-11.6,3180 -10.2,3000 -8.8,3480 -7.6,3725 -6.8,3500' },
    { ground: 'mixed', rough: 0.35, line: '-5.9,3400 -5,3820 -4.3,4230 -3.9,4400 -3.55,4450' },
    {
      ground: 'snow',
      rough: 0.18,
      line: `
        -3.1,4700 -2.6,5050 -2.1,5400 -1.6,5660 -1.1,5860 -0.65,6040 -0.3,6110 0,6190 0.22,6120
        0.5,5960 0.78,5750 1,5600`,
    },
    { ground: 'snow', rough: 0.2, line: '1.15,5547 1.34,5650 1.58,5830 1.8,5934 2.05,5880' },
    { ground: 'snow', rough: 0.3, line: '2.5,5790 3,5640 3.6,5450 4.3,5190 5,4880 5.8,4450' },
    { ground: 'mixed', rough: 0.35, line: '6.7,3990 7.6,3560 8.7,3150' },
    {
      ground: 'land',
      rough: 0.3,
      line: '9.8,2900 10.9,2980 12,2500 13.4,2100 15.5,1600 19,1150 24,800',
    },
  ],
  ribs: [
    // Karstens Ridge
    { slope: 0.6, line: '-3.55,4450 -4,3900 -4.6,3400 -5.4,2700 -6.6,1900' },
    // Pioneer Ridge
    { slope: 0.5, line: '1.8,5934 1.2,5300 0.6,4500 -0.2,3700 -1.4,2800 -3,1900 -5,1200' },
    // Wickersham Wall, west rib
    { slope: 0.5, line: '3,5450 3.1,4600 3.6,3700 4.2,2800 5.2,1900' },
    // North-west buttress spur
    { slope: 0.5, line: '5.4,4350 6,3500 7,2700 8.4,1900' },
  ],
  fronts: [
    // Outer foothills
    {
      depth: 0.86,
      strength: 0.34,
      line: `
        -13.5,1350 -11,1650 -9,1400 -6.5,1750 -4,1350 -1,1500 2,1150 5,1400 8,1100 11,1300
        14,950`,
    },
  ],
  iceCliffs: [],
};

/** Seen from base camp in the Yellow Valley by the lakes (north): one bare wall of grey limestone slabs under a saw-toothed crest, with a notch just right of the top. */
export const carstensz: PeakShape = {
  heightM: 4884,
  baseM: 4180,
  frameKm: [-1.3, 1.1],
  stretch: 1.3,
  snowLineM: 5000,
  skyline: [
    {
      ground: 'rock',
      rough: 0.5,
      line: `
        -2.6,4350 -2.3,4440 -2.05,4530 -1.85,4610 -1.72,4560 -1.5,4690 -1.36,4650 -1.2,4745
        -1.05,4808 -0.94,4730 -0.82,4700 -0.7,4760 -0.58,4735 -0.46,4800 -0.37,4775 -0.27,4838
        -0.19,4812 -0.1,4862 0,4884 0.07,4850 0.12,4852 0.17,4778 0.21,4772 0.26,4828 0.33,4800
        0.42,4815 0.5,4750 0.6,4765 0.7,4690 0.84,4705 0.95,4640 1.1,4655 1.25,4580 1.45,4540
        1.6,4470 1.85,4420 2.2,4320 2.6,4260`,
    },
  ],
  ribs: [
    // Slab under the summit (normal route)
    { slope: 1.4, size: 0.11, line: '0,4884 0.05,4770 0.1,4640 0.22,4480 0.3,4330 0.42,4220' },
    // East top buttress
    { slope: 1.2, size: 0.11, line: '-1.05,4808 -1.02,4690 -1.06,4540 -0.98,4400 -1,4270' },
    // Buttresses between both tops
    { slope: 2, size: 0.05, line: '-0.7,4760 -0.72,4680 -0.66,4580 -0.68,4480' },
    { slope: 1.5, size: 0.09, line: '-0.46,4800 -0.46,4680 -0.38,4530 -0.4,4390 -0.32,4260' },
    { slope: 2.2, size: 0.05, line: '-0.19,4812 -0.17,4720 -0.1,4610 -0.12,4500' },
    // West buttresses
    { slope: 2, size: 0.06, line: '0.42,4815 0.44,4720 0.52,4600 0.52,4470' },
    { slope: 1.4, size: 0.1, line: '0.7,4690 0.72,4570 0.8,4430 0.8,4310' },
    // The rib that the tilted slabs of the foot lean on
    { slope: 1, size: 0.07, line: '-0.6,4420 -0.5,4360 -0.46,4300 -0.36,4230' },
  ],
  fronts: [],
  iceCliffs: [],
};

/** Seen from the Nimitz Glacier (west): a long white plateau with a low crown of summits above a broken escarpment; Shinn stands apart to the left beyond Goodge Col. */
export const vinson: PeakShape = {
  heightM: 4892,
  baseM: 1900,
  frameKm: [-9.6, 7.4],
  stretch: 1.6,
  snowLineM: 1500,
  skyline: [
    { ground: 'mixed', rough: 0.6, line: '-15,2600 -13.4,3300 -12,3800' },
    {
      ground: 'mixed',
      rough: 0.55,
      line: '-11,4150 -10.4,4508 -9.9,4200 -9.4,4330 -8.8,4420 -8.5,4560 -8.2,4661',
    },
    { ground: 'snow', rough: 0.2, line: '-7.8,4500 -7.3,4260 -6.6,4000 -5.8,3800' },
    {
      ground: 'snow',
      rough: 0.25,
      line: '-5.2,3760 -4.5,3950 -3.8,4200 -3,4390 -2.2,4520 -1.8,4470 -1.4,4500',
    },
    { ground: 'mixed', rough: 0.35, line: '-1,4590 -0.6,4720 -0.25,4830 0,4892 0.3,4830' },
    {
      ground: 'snow',
      rough: 0.3,
      line: `
        0.7,4720 1.1,4700 1.4,4750 1.7,4790 2.1,4700 2.5,4730 2.85,4800 3.1,4841 3.5,4740 4,4620
        4.6,4590 5.1,4634`,
    },
    {
      ground: 'mixed',
      rough: 0.55,
      line: '5.6,4500 6.3,4320 7,4260 7.7,4330 8.4,4060 9.2,3700 10.2,3250 11.5,2700 13,2300 15,2100',
    },
  ],
  ribs: [
    // Branscomb Shoulder
    { slope: 0.8, line: '-2.2,4520 -2.4,4050 -2.8,3500 -3.3,2900 -3.8,2300' },
    // West escarpment rib under the summit
    { slope: 0.8, line: '-0.2,4550 -0.3,4000 -0.1,3400 0.1,2800 0.2,2250' },
    // Silverstein rib
    { slope: 0.8, line: '1.7,4650 1.8,4050 2.1,3400 2.3,2700 2.6,2200' },
    // Clinch rib
    { slope: 0.8, line: '3.3,4700 3.8,4050 4.1,3400 4.6,2700 5,2200' },
    // Shinn west ridge
    { slope: 0.8, line: '-8.2,4661 -8.1,4050 -7.7,3400 -7.5,2800 -7.2,2200' },
  ],
  fronts: [],
  iceCliffs: [],
};

/**
 * Seen from the west, from the ridge across the valley of the refuge: the triangular summit above its south
 * cirque, with the lower West top to the right, and long shoulders of scree on both sides.
 */
export const toubkal: PeakShape = {
  heightM: 4167,
  baseM: 3000,
  frameKm: [-2.35, 2.2],
  stretch: 1.5,
  snowLineM: 3900,
  skyline: [
    { ground: 'land', rough: 0.2, line: '-5.6,2500 -5,2760 -4.4,3120 -4,3330 -3.6,3480' },
    { ground: 'rock', rough: 0.45, line: '-3.2,3590 -2.95,3650 -2.7,3590 -2.45,3540' },
    { ground: 'land', rough: 0.2, line: '-2.2,3600 -1.95,3690 -1.8,3760' },
    { ground: 'rock', rough: 0.5, line: '-1.66,3850 -1.54,3887 -1.42,3845 -1.28,3790' },
    { ground: 'rock', rough: 0.4, line: '-1.14,3850 -1,3940 -0.88,4010 -0.78,3965 -0.66,3920' },
    { ground: 'rock', rough: 0.28, line: '-0.52,3962 -0.38,4018 -0.24,4078 -0.1,4136 0,4167' },
    { ground: 'land', rough: 0.22, line: '0.13,4132 0.3,4078 0.46,4022 0.6,3978' },
    { ground: 'rock', rough: 0.4, line: '0.7,3970 0.8,3995 0.92,4030 1.02,4010 1.12,3950' },
    { ground: 'land', rough: 0.14, line: '1.3,3860 1.55,3780 1.85,3710 2.15,3668' },
    { ground: 'rock', rough: 0.4, line: '2.4,3664 2.65,3700 2.95,3780 3.25,3830' },
    { ground: 'land', rough: 0.25, line: '3.6,3760 4.1,3560 4.8,3300 5.6,2900' },
  ],
  ribs: [
    // West arete of the summit, between both cirques
    {
      slope: 0.9,
      size: 0.1,
      line: '0,4167 -0.06,4020 -0.18,3860 -0.26,3690 -0.46,3520 -0.58,3300',
    },
    // A buttress of the west face
    { slope: 1.1, size: 0.05, line: '0.2,4110 0.22,3980 0.3,3840 0.32,3700 0.36,3560' },
    // West top, which closes the south cirque
    { slope: 0.8, size: 0.1, line: '0.92,4030 0.88,3900 0.94,3740 0.9,3580 1,3400 1.02,3200' },
    // Imouzzer
    { slope: 0.8, size: 0.07, line: '-0.88,4010 -0.98,3860 -1.12,3700 -1.18,3520 -1.36,3300' },
    // Tibherine
    { slope: 0.8, size: 0.07, line: '-1.54,3887 -1.62,3740 -1.8,3560 -1.9,3400 -2.1,3200' },
    // South shoulder
    { slope: 0.5, size: 0.05, line: '1.85,3710 1.8,3590 1.9,3440 1.88,3260' },
  ],
  fronts: [],
  iceCliffs: [],
};
