import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refused, rows, serve, show } from '@tests/page';
import { enterText, user } from '@tests/user';
import { lazyComponent } from '@/shared/ui/lazy';
import { CommandPalette } from './command-palette';
import type { PaletteEntry } from './palette-entry';
import { PaletteField } from './palette-field';

const order = (id: string, buyer_name: string) => ({
  id,
  buyer_name,
  order_number: `BO${id}`,
  shipping_city: 'Rabat',
});
const never = () => new Promise<Response>(() => {});

it('takes nothing that only a shorter text has found', async () => {
  const server = await serve(rows([order('1', 'Amina'), order('2', 'Amal')]));
  const onChosen = vi.fn<(entry: PaletteEntry) => void>();
  show(
    <CommandPalette
      isOpen
      onOpen={() => {}}
      groups={[]}
      kinds={['orders']}
      settings={[]}
      onChosen={onChosen}
    />,
  );
  const input = screen.getByRole('combobox');
  await enterText(input, 'rabat'); // what the label does not say, the server knows
  expect(await screen.findByRole('option', { name: /Amina/ })).toBeVisible();
  server.mockImplementation(never);
  await enterText(input, 'rabat amal');
  expect(screen.queryByRole('option')).toBeNull();
  await enterText(input, 'ama'); // its label answers by itself
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(onChosen.mock.calls.map(([{ label }]) => label)).toEqual(['Amal']);
});

it('groups what the server finds, and names a kind that failed beside the others', async () => {
  const server = await serve(rows([]));
  server.mockImplementation((url) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/newsletter_subscribers')) {
      return rows([{ id: 's', email: 'amal@example.org', language: 'fr' }])();
    }
    if (pathname.endsWith('/expeditions')) {
      // Both words must be found, in any order.
      return searchParams.getAll('or').length === 2
        ? rows([{ id: 'e', name_en: 'Everest', year: 2023, country: 'Nepal' }])()
        : rows([])();
    }
    return refused(400, '22023', 'no')();
  });
  const onChosen = vi.fn<(entry: PaletteEntry) => void>();
  show(
    <CommandPalette
      isOpen
      onOpen={() => {}}
      groups={[]}
      kinds={['orders', 'subscribers', 'expeditions']}
      settings={['book', 'social']}
      onChosen={onChosen}
    />,
  );
  const input = screen.getByRole('combobox');
  await enterText(input, 'nepal amal');
  expect(await screen.findByRole('option', { name: /Everest/ })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Subscribers' })).toHaveTextContent('amal@example.org');
  expect(screen.getByText(/^Names could not be searched/)).toBeVisible();

  // A group of settings is found by what is in it.
  await enterText(input, 'price');
  await user.click(await screen.findByRole('option', { name: /^Book/ }));
  expect(onChosen.mock.calls.map(([{ to }]) => to)).toEqual(['/admin/settings/book']);
});

it('has what was typed before its code was loaded, and gives the focus back', async () => {
  await serve(rows([]));
  let load = (_component: typeof CommandPalette) => {};
  const Late = lazyComponent(
    () => new Promise<typeof CommandPalette>((resolve) => (load = resolve)),
    <PaletteField />,
  );
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    const rest = { groups: [], kinds: [], settings: [], onChosen: () => {} };
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Late isOpen onOpen={setOpen} {...rest} />}
      </>
    );
  }
  show(<Opener />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  const early = screen.getByRole('textbox', { name: 'Search or go to' });
  expect(early).toHaveFocus();
  await enterText(early, 'Ord');
  load(CommandPalette);
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  expect(field).toHaveValue('Ord');
  expect(field).toHaveFocus();
  // The next letter follows, and replaces nothing.
  expect([field.selectionStart, field.selectionEnd]).toEqual([3, 3]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
  await user.click(opener);
  expect(await screen.findByRole('combobox')).toHaveValue('');
});
