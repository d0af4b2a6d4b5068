const lineWidth = 190; // of a line of six or more letters, in vw at a font size of 1 vw

/** The font size of a mountain's name: that of a hero, or smaller so that its longest word fits. */
export function titleSize(name: string): string {
  const longest = Math.max(6, ...name.split(' ').map((word) => word.length));
  return `min(var(--text-hero), ${Math.round(lineWidth / longest)}vw)`;
}
