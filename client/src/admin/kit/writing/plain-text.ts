const blocks =
  'address, blockquote, div, dd, dt, figcaption, h1, h2, h3, h4, h5, h6, li, p, pre, td, th';

/** The plain text of HTML, a line for each block. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const br of body.querySelectorAll('br')) br.replaceWith('\n');
  for (const block of body.querySelectorAll(blocks)) block.append('\n');
  return body.textContent
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}

/** The number of words, segmented by the rules of the language. */
export function countWords(text: string, language: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter(language).segment(text)) if (isWordLike === true) count++;
  return count;
}

const wordsPerMinute = 200;

/** Minutes to read, rounded up; at least one. */
export const readingMinutes = (words: number): number =>
  Math.max(1, Math.ceil(words / wordsPerMinute));
