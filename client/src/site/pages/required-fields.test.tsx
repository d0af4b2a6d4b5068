// It enters values by the type of an input, blanks too, into whatever form it is given.
/* oxlint-disable no-restricted-properties */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
import { forms, storedRows, type ShownForm } from '@tests/forms';
import { serve, show, type Server } from '@tests/page';
import table from '@tests/required-fields.json';
import { sources } from '@tests/sources';

// There is no canvas for confetti.
vi.mock('canvas-confetti', () => ({ default: { create: () => () => Promise.resolve() } }));

type Listed = {
  file: string;
  required: Record<string, unknown>;
  oneOf?: Record<string, unknown>;
  optional: string[];
  max?: Record<string, number>;
};
const listed: Record<string, Listed> = table;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const honeypot = 'website';
const typed =
  'input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), select[name], textarea';

let server: Server;

beforeEach(async () => {
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await serve(pageOf([]));
  server.mockImplementation((url) => {
    const name = new URL(url).pathname.split('/').at(-1) ?? '';
    return pageOf([...(storedRows[name] ?? [])])();
  });
});

/** The inputs of a form once it is there. Those of the items of a list have the name of the first. */
async function shownControls({ part, address, press, root = 'form' }: ShownForm) {
  if (address === undefined) show(part());
  else showAdmin(part(), address);
  if (press !== undefined) fireEvent.click(await screen.findByRole('button', { name: press }));
  return waitFor(() => {
    const controls = [...document.querySelectorAll<Control>(`${root} :is(${typed})`)];
    if (controls.length === 0) throw new Error('no input is shown');
    return controls.filter(({ name }) => name !== honeypot);
  });
}

const nameIn = ({ name }: Control) => name.replace(/\.\d+\./, '.0.');
const isMarked = (control: Control) =>
  control.required || control.getAttribute('aria-required') === 'true';
const maxOf = (control: Control) =>
  control instanceof HTMLSelectElement || control.maxLength < 1 ? [] : control.maxLength;

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

const all = Object.entries(listed).map(([name, form]) => {
  const shown = forms[name];
  if (shown === undefined) throw new Error(`tests/forms.tsx does not show ${name}`);
  return { name, shown, ...form };
});

// policies/required_fields_test.go compares the same list with what the database requires.
it.each(all)(
  'the form $name has the inputs, marks and lengths of the list',
  async ({ shown, required, oneOf = {}, optional, max = {} }) => {
    const controls = await shownControls(shown);
    expect(sorted(controls.filter(isMarked).map(nameIn))).toEqual(sorted(Object.keys(required)));
    expect(sorted(controls.filter((each) => !isMarked(each)).map(nameIn))).toEqual(
      sorted([...Object.keys(oneOf), ...optional]),
    );
    const lengths = controls.flatMap((control) => [[nameIn(control), maxOf(control)]]);
    expect(Object.fromEntries(lengths)).toMatchObject(max);
  },
);

/** Inputs that always have a value. */
const isChosen = (input: string) => input === 'role';
/** The editors save by themselves, and say so beside their buttons: they have tests of their own. */
const refusing = all.filter(
  ({ shown, required }) =>
    shown.root === undefined && !Object.keys(required).every((input) => isChosen(input)),
);

/** Shows a form, empties what it marks, and submits it. */
async function submitEmptied(shown: ShownForm) {
  const controls = await shownControls(shown);
  const emptied = controls.filter((control) => isMarked(control) && empty(control));
  expect(emptied.length).toBeGreaterThan(0);
  server.mockClear();
  return { emptied, form: submit(controls) };
}

/** Submits the form of these inputs. */
function submit([control]: Control[]): HTMLFormElement {
  const form = control?.form ?? null;
  if (form === null) throw new Error('there is a form');
  fireEvent.submit(form);
  return form;
}

const sent = () => server.mock.calls.filter(([, { method }]) => method !== 'GET');

it.each(refusing.filter(({ shown }) => shown.address === undefined))(
  'the public form $name has the browser refuse what is missing, and sends nothing',
  async ({ shown }) => {
    const { form } = await submitEmptied(shown);
    expect(form.checkValidity()).toBe(false);
    expect(sent()).toEqual([]);
  },
);

it.each(refusing.filter(({ shown }) => shown.address !== undefined))(
  'the form $name refuses in words what is missing, and sends nothing',
  async ({ shown }) => {
    const { emptied } = await submitEmptied(shown);
    await waitFor(() => expect(emptied.filter((each) => wordsAt(each) === '')).toEqual([]));
    expect(sent()).toEqual([]);
  },
);

it.each(all.filter(({ oneOf }) => oneOf !== undefined))(
  'the form $name says that one of several inputs is needed',
  async ({ shown, oneOf = {} }) => {
    const controls = await shownControls(shown);
    for (const control of controls.filter(isMarked)) {
      const options = control instanceof HTMLSelectElement ? [...control.options] : [];
      const value = options.at(-1)?.value ?? (control.type === 'date' ? '2026-05-01' : 'a');
      fireEvent.change(control, { target: { value } });
    }
    submit(controls);
    const inputs = controls.filter(({ name }) => name in oneOf);
    await waitFor(() => expect(inputs.map(wordsAt).join('')).not.toBe(''));
  },
);

/** Empties an input; false for a select that always has a value. */
function empty(control: Control): boolean {
  const isFixed =
    control instanceof HTMLSelectElement && [...control.options].every(({ value }) => value !== '');
  if (isFixed) return false;
  const canBeBlank = control instanceof HTMLTextAreaElement || control.type === 'text';
  fireEvent.change(control, { target: { value: canBeBlank ? '  ' : '' } });
  return true;
}

/** The error that an input is described by. */
const wordsAt = (control: Control): string =>
  control.getAttribute('aria-invalid') === 'true'
    ? (document.getElementById(`${control.id}-error`)?.textContent ?? '')
    : '';

/** Forms that write no row with texts of their own: searches, signing in, files, dialogs of the editor. */
const withoutRow = [
  'admin/kit/form/admin-form.tsx',
  'admin/kit/import/import-source.tsx',
  'admin/kit/popover/views-popover.tsx',
  'admin/kit/second-factor/code-form.tsx',
  'admin/kit/second-factor/enrol-form.tsx',
  'admin/kit/writing/image-dialog.tsx',
  'admin/kit/writing/link-dialog.tsx',
  'admin/features/auth/login-form.tsx',
  'admin/features/auth/password-form.tsx',
  'admin/features/auth/password-link-form.tsx',
  'admin/features/newsletter/send-dialog.tsx',
  'admin/features/person/person-screen.tsx',
  'admin/features/settings/setting-group.tsx', // its groups are listed
  'admin/features/settings/groups/security-group.tsx', // a switch
  'site/features/checkout/checkout-form.tsx',
  'site/features/confirmation/receipt-section.tsx',
  'site/features/order-tracking/track-order-section.tsx',
  'shared/ui/inquiry-form.tsx',
];

it('lists every form', () => {
  const files = sources(/(?<!\.test)\.tsx$/)
    .filter(({ text }) => /<(form|AdminForm|InquiryForm|SettingGroup)\b/.test(text))
    .map(({ path }) => path);
  const known = [...withoutRow, ...Object.values(listed).map(({ file }) => file)];
  expect(files.filter((path) => !known.includes(path))).toEqual([]);
  const paths = sources(/\.tsx$/).map(({ path }) => path);
  expect(known.filter((path) => !paths.includes(path))).toEqual([]);
  expect(Object.keys(forms).toSorted()).toEqual(Object.keys(listed).toSorted());
});
