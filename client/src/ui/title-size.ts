const widthOfLetters = 190; // vw that a line of six and more letters may take, in letters of 1 vw

/** The size of a mountain's name: that of a hero, or as much smaller as its longest word needs. */
export function titleSize(name: string): string {
  const longest = Math.max(6, ...name.split(' ').map((word) => word.length));
  return `min(var(--text-hero), ${Math.round(widthOfLetters / longest)}vw)`;
}
