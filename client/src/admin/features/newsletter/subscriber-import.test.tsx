import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { guessMapping, readTable } from '@/admin/kit/import/read-table';
import { showAdmin } from '@tests/admin-page';
import { refused, rows, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { SubscriberImport } from './import-drawer';
import { checkSubscribers, importFields } from './subscriber-import';

const now = new Date('2026-11-23T12:00:00Z');

function checked(text: string) {
  const table = readTable(text);
  return checkSubscribers(table, guessMapping(table.heads, importFields), now);
}

it('takes what our own export writes, in each language', () => {
  const { records, problems } = checked(
    'E-mail;Langue;État;Confirmé le\n' +
      'Zoe@Example.test;fr;confirmé;02/01/2026 10:30\n' +
      'b@example.test;;;\n' +
      'c@example.test;العربية;unsubscribed;\n',
  );
  expect(problems).toEqual([]);
  expect(
    records.map(({ line, email, language, status }) => [line, email, language, status]),
  ).toEqual([
    [2, 'zoe@example.test', 'fr', 'confirmed'],
    [3, 'b@example.test', 'en', 'pending'],
    [4, 'c@example.test', 'ar', 'unsubscribed'],
  ]);
  expect(records[0]?.confirmed_at).toBe('2026-01-02T09:30:00.000Z');
});

it('says of each line what is wrong, and takes only good ones', () => {
  const { records, problems } = checked(
    'email,language,status,confirmed\n' +
      'nowhere,en,,\n,en,,\na@b.co,xx,,\nb@b.co,,loved,\nc@b.co,,,31/02/2026\n' +
      'd@b.co,,,2027-01-01\ne@b.co,,,\nE@b.co,,,\n',
  );
  expect(records.map(({ email }) => email)).toEqual(['e@b.co']);
  expect(problems.map(({ line, field, problem }) => `${line} ${field} ${problem}`)).toEqual([
    '2 email email',
    '3 email required',
    '4 language language',
    '5 status status',
    '6 confirmed_at date',
    '7 confirmed_at future',
    '9 email twice',
  ]);
});

let server: Server;
type Sent = { records: { line: number; email: string }[]; only_check: boolean };
let sent: Sent[];

beforeEach(async () => {
  server = await serve(rows([]));
  sent = [];
  server.mockImplementation((_url, { body }) => {
    const call: Sent = JSON.parse(typeof body === 'string' ? body : '{}');
    sent.push(call);
    return rows(call.records.map(({ line, email }) => ({ line, known: email === '3@b.co' })))();
  });
});

async function paste(text: string) {
  showAdmin(<SubscriberImport onClose={() => {}} />);
  // The first test loads the drawer, which takes longer on a machine with other work.
  const field = await screen.findByLabelText(/^Or paste/);
  await enterText(field, text);
  await user.click(screen.getByRole('button', { name: 'Check' }));
}

const fileOf = (count: number) =>
  `email\n${Array.from({ length: count }, (_, at) => `${at}@b.co`).join('\n')}\n`;

it('checks 5,000 lines, and imports them in batches', async () => {
  await paste(fileOf(5_000));
  await expectText('4999 addresses can be imported.');
  expect(screen.getByText('1 is here already.')).toBeVisible();
  expect(sent.every((call) => call.only_check)).toBe(true);
  sent = [];
  await user.click(screen.getByRole('button', { name: 'Import 4999 addresses' }));
  await expectText('4999 addresses were imported.');
  expect(sent.map(({ records }) => records.length)).toEqual(Array.from({ length: 20 }, () => 250));
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

it('refuses a longer file, and one without lines', async () => {
  await paste(fileOf(5_001));
  expect(screen.getByRole('alert')).toHaveTextContent('A file may have 5,000 lines');
  await enterText(screen.getByLabelText('Or paste the lines, with the header'), 'email\n');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(screen.getByRole('alert')).toHaveTextContent('There are no lines');
});

it('refuses a spreadsheet that is not saved as text', async () => {
  await paste('email\na@b.co\n');
  await expectText('1 address can be imported.');
  await user.click(screen.getByRole('button', { name: 'Give another file' }));
  const sheet = new File(['PK\u0003\u0004\0\0'], 'list.csv');
  await user.upload(screen.getByLabelText('CSV file'), sheet);
  await expectText(/^This is no text file/);
});

it('folds the columns up unless one that is required is missing', async () => {
  await paste('email,name\na@b.co,Amal\n');
  expect(await screen.findByText('Columns: 1 of 4 are in the file')).toBeVisible();
  expect(screen.getByLabelText(/^E-mail/)).not.toBeVisible();
  cleanup();
  await paste('who,name\na@b.co,Amal\n');
  expect(await screen.findByLabelText(/^E-mail/)).toBeVisible();
});

it('offers another file where the check fails', async () => {
  server.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  await paste('email\na@b.co\n');
  await expectText(/^The addresses could not be checked/);
  await user.click(screen.getByRole('button', { name: 'Give another file' }));
  expect(screen.getByLabelText('CSV file')).toBeVisible();
});

it('names line and column of an error, and takes a corrected file', async () => {
  await paste('Adresse;Nom\nnowhere;Amal\n');
  await expectText('0 addresses can be imported.');
  const problems = screen.getByRole('list', { name: 'Lines with errors' });
  expect(problems).toHaveTextContent('Line 2, E-mail: nowhere is no e-mail address: check it.');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  // Another column is chosen by hand.
  await enterText(screen.getByLabelText(/^E-mail/), '1');
  await expectText(/Amal/, { selector: 'bdi' });
  await user.click(screen.getByRole('button', { name: 'Give another file' }));
  expect(screen.getByLabelText('CSV file')).toBeVisible();
});

it('says what was not sent, and sends it again', async () => {
  await paste(fileOf(300));
  await expectText('299 addresses can be imported.');
  const answer = server.getMockImplementation();
  let calls = 0;
  server.mockImplementation((url, init) => {
    calls += 1;
    return calls === 2 ? refused(400, '23514', 'no')() : (answer ?? rows([]))(url, init);
  });
  await user.click(screen.getByRole('button', { name: 'Import 299 addresses' }));
  await expectText(/^50 lines were not sent/);
  expect(screen.getByText('249 addresses were imported.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import 50 addresses' }));
  await expectText('299 addresses were imported.');
});
