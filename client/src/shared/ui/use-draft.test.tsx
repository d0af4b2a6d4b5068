import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { enterText, user } from '@tests/user';
import { Honeypot } from './honeypot';
import { useDraft } from './use-draft';

const sent = vi.fn<(id: string) => void>();

function MessageForm() {
  const { form, save, rowId, clear } = useDraft('letter');
  return (
    <form ref={form} onInput={save}>
      <button type="button" onClick={() => sent(rowId())}>
        Send
      </button>
      <button type="button" onClick={clear}>
        Forget
      </button>
      <input aria-label="Name" name="name" />
      <input aria-label="Secret" name="secret" type="password" />
      <select aria-label="Topic" name="topic" defaultValue="a">
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <input aria-label="French" type="radio" name="edition" value="fr" defaultChecked />
      <input aria-label="Arabic" type="radio" name="edition" value="ar" />
      <Honeypot />
    </form>
  );
}

/** The id of the row that the form would become now. */
async function idNow(): Promise<string | undefined> {
  await user.click(screen.getByText('Send'));
  return sent.mock.lastCall?.[0];
}

beforeEach(() => sessionStorage.clear());

it('restores the input and the id of the row', async () => {
  const first = render(<MessageForm />);
  await enterText(screen.getByLabelText('Name'), 'Amal');
  await enterText(screen.getByLabelText('Topic'), 'b');
  await user.click(screen.getByLabelText('Arabic'));
  await enterText(screen.getByLabelText('Secret'), 'word');
  const id = await idNow();
  first.unmount();

  render(<MessageForm />);
  expect(screen.getByLabelText('Name')).toHaveValue('Amal');
  expect(screen.getByLabelText('Topic')).toHaveValue('b');
  expect(screen.getByLabelText('Arabic')).toBeChecked();
  expect(screen.getByLabelText('Secret')).toHaveValue('');
  expect(await idNow()).toBe(id);
});

it('clears the draft and the id', async () => {
  const first = render(<MessageForm />);
  await enterText(screen.getByLabelText('Name'), 'Amal');
  const id = await idNow();
  await user.click(screen.getByText('Forget'));
  expect(await idNow()).not.toBe(id);
  first.unmount();
  render(<MessageForm />);
  expect(screen.getByLabelText('Name')).toHaveValue('');
});

it.each(['nonsense', '{}', '{"id":1,"fields":{}}', '{"id":"a","fields":{"name":1}}'])(
  'ignores a stored %s',
  (stored) => {
    sessionStorage.setItem('draft.letter', stored);
    render(<MessageForm />);
    expect(screen.getByLabelText('Name')).toHaveValue('');
  },
);
