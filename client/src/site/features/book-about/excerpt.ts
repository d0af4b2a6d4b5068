/** Divides a passage into two pages of about the same length, between paragraphs. */
export function spreadOf(passage: string): [first: string, second: string] {
  const paragraphs = passage.split(/\n\s*\n/);
  const half = paragraphs.join('').length / 2;
  let length = 0;
  const first = paragraphs.filter((paragraph) => {
    const isFirst = length + paragraph.length / 2 <= half;
    length += paragraph.length;
    return isFirst;
  });
  return [first.join('\n\n'), paragraphs.slice(first.length).join('\n\n')];
}
