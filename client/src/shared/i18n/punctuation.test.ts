import { expect, it } from 'vitest';

type Messages = { [key: string]: string | Messages };

const french = import.meta.glob<Messages>('./fr/*.json', { eager: true, import: 'default' });
const arabic = import.meta.glob<Messages>('./ar/*.json', { eager: true, import: 'default' });

function textsOf(messages: Messages): string[] {
  return Object.values(messages).flatMap((value) =>
    typeof value === 'string' ? [value] : textsOf(value),
  );
}

const wrong = (files: Record<string, Messages>, pattern: RegExp) =>
  Object.values(files)
    .flatMap(textsOf)
    .filter((text) => pattern.test(text));

// After a plain space a punctuation mark could wrap to the next line.
it('has a no-break space before French punctuation', () => {
  expect(wrong(french, / [:;?!»]|« |\p{L}[;?!»]|«\p{L}/u)).toEqual([]);
});

it('has Arabic punctuation in Arabic texts', () => {
  expect(wrong(arabic, /\p{Script=Arabic}[,;?]/u)).toEqual([]);
});
