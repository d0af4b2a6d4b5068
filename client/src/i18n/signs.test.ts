import { expect, it } from 'vitest';

type Words = { [key: string]: string | Words };

const french = import.meta.glob<Words>('./fr/*.json', { eager: true, import: 'default' });
const arabic = import.meta.glob<Words>('./ar/*.json', { eager: true, import: 'default' });

function textsOf(words: Words): string[] {
  return Object.values(words).flatMap((value) =>
    typeof value === 'string' ? [value] : textsOf(value),
  );
}

const wrong = (files: Record<string, Words>, sign: RegExp) =>
  Object.values(files)
    .flatMap(textsOf)
    .filter((text) => sign.test(text));

// A sign that a plain space separates from its word may begin a line.
it('holds French signs to their words with a no-break space', () => {
  expect(wrong(french, / [:;?!»]|« |\p{L}[;?!»]|«\p{L}/u)).toEqual([]);
});

it('ends Arabic sentences with Arabic signs', () => {
  expect(wrong(arabic, /\p{Script=Arabic}[,;?]/u)).toEqual([]);
});
