import { expect, it } from 'vitest';
import { decodeText } from './decode-text';
import { guessMapping, readTable } from './read-table';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...new TextEncoder().encode(part)] : part,
    ),
  );

it.each([
  { name: 'UTF-8', given: bytes('Zoé, زينب') },
  { name: 'UTF-8 with a byte order mark', given: bytes([0xef, 0xbb, 0xbf], 'Zoé, زينب') },
])('reads $name', ({ given }) => {
  expect(decodeText(given)).toBe('Zoé, زينب');
});

it('reads Windows-1252 and UTF-16, as spreadsheets write them', () => {
  expect(decodeText(bytes('Zo', [0xe9], ' ', [0x80], '5'))).toBe('Zoé €5');
  expect(decodeText(bytes([0xff, 0xfe, 0x5a, 0x00, 0xe9, 0x00]))).toBe('Zé');
  expect(decodeText(bytes([0xfe, 0xff, 0x00, 0x5a, 0x00, 0xe9]))).toBe('Zé');
});

it.each([
  { name: 'commas', text: 'E-mail,Name\r\na@b.co,"Rabat, Agdal"\r\n' },
  { name: 'semicolons', text: 'E-mail;Name\na@b.co;Rabat, Agdal\n' },
  { name: 'tabs', text: 'E-mail\tName\na@b.co\tRabat, Agdal' },
  { name: 'a byte order mark', text: '\uFEFFE-mail;Name\na@b.co;Rabat, Agdal' },
])('reads $name', ({ text }) => {
  expect(readTable(text)).toEqual({
    heads: ['E-mail', 'Name'],
    lines: [{ line: 2, cells: ['a@b.co', 'Rabat, Agdal'] }],
  });
});

it('counts the lines as a spreadsheet does, also those that are empty', () => {
  expect(readTable('sep=;\nE-mail;Name\n\n;\na@b.co;"two\nlines"\n').lines).toEqual([
    { line: 5, cells: ['a@b.co', 'two\nlines'] },
  ]);
  expect(readTable('').lines).toEqual([]);
  expect(readTable('E-mail\na@b.co')).toEqual({
    heads: ['E-mail'],
    lines: [{ line: 2, cells: ['a@b.co'] }],
  });
});

it('takes the apostrophe off that our own export writes', () => {
  const text = `E-mail,Name\n'=1+1,'Tis\n'123456789012,-\n`;
  expect(readTable(text).lines.map(({ cells }) => cells)).toEqual([
    ['=1+1', "'Tis"],
    ['123456789012', '-'],
  ]);
});

it('recognises columns by their heads, in any case and with accents', () => {
  const fields = [
    { name: 'email', heads: ['email', 'adresse e mail'] },
    { name: 'state', heads: ['etat'] },
  ] as const;
  expect(guessMapping(['ÉTAT', ' Adresse e-mail '], fields)).toEqual({ email: 1, state: 0 });
  expect(guessMapping(['Name'], fields)).toEqual({});
});
