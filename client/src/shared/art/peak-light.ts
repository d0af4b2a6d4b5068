/** The accent colour of a mountain in the light and the dark theme. Its contrast is AA on the page. */
export type PeakLight = { day: string; night: string };

const dawn: PeakLight = { day: '#b23a12', night: '#ff8a57' };

const lights: Record<string, PeakLight> = {
  'annapurna-i': { day: '#a8325f', night: '#ff9dbb' },
  'ama-dablam': { day: '#0f6b6b', night: '#63d6d0' },
  lhotse: { day: '#6a3fa0', night: '#c3a4ff' },
  manaslu: { day: '#4c6b1f', night: '#b4d978' },
  'broad-peak': { day: '#3d5a78', night: '#a9c6e3' },
  k2: { day: '#1b5f96', night: '#86cdff' },
};

/** Whether a mountain has an accent colour of its own. */
export const hasOwnLight = (slug: string): boolean => slug in lights;

/** Both colours, for drawings with a fixed background. Defaults to the colours of Everest. */
export const peakLights = (slug: string): PeakLight => lights[slug] ?? dawn;

/** The accent colour as one CSS value, which follows the page's colour scheme. */
export function peakLight(slug: string): string {
  const { day, night } = peakLights(slug);
  return `light-dark(${day}, ${night})`;
}
