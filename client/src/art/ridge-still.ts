import { massifOf, summitOf, type Mountain } from './ridgeline.ts';

const width = 400;
const height = 260;
const rows = 30;
const points = 110;

/**
 * A mountain as an SVG file of its own, 400 by 260, at night: for pictures that are known by an address.
 * Drawn as the hero draws it, to the one scale, with broken lines for an attempt.
 */
export function stillOf(mountain: Mountain, attempt: boolean): string {
  const massif = massifOf(mountain, rows, points);
  const summit = summitOf(massif);
  const lines = Array.from({ length: rows }, (_, row) => {
    const own = massif.heights.subarray(row * points, (row + 1) * points);
    return lineOf(own, row / (rows - 1), summit, attempt);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#1a3c48"/><stop offset=".7" stop-color="#0b1920"/></linearGradient></defs>',
    `<path fill="url(#s)" d="M0 0h${width}v${height}H0z"/>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}

function lineOf(heights: Float32Array, near: number, summit: number, attempt: boolean): string {
  const base = height * (0.62 + 0.42 * (0.2 * near + 0.8 * near ** 1.4));
  const dots = Array.from(heights, (value, at) => {
    const x = (at / (points - 1)) * width * 1.3 - width * 0.15;
    return `${x.toFixed(1)} ${(base - value * height * 0.52).toFixed(1)}`;
  });
  const high = heights.reduce((most, value) => Math.max(most, value), 0) / summit;
  const light = high > 0.85 ? '#ff8a57' : '#f4ebdd';
  const dash = attempt && high > 0.5 ? ' stroke-dasharray="4 3"' : '';
  const strength = (0.22 + 0.7 * high).toFixed(2);
  return `<path d="M-70 ${height + 40}L${dots.join('L')}L${width + 70} ${height + 40}" fill="#0b1920" stroke="${light}" stroke-opacity="${strength}" stroke-width=".8"${dash}/>`;
}
